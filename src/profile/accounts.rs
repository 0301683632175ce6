//! The numbers under which a station counts the time of a profile's accounts.

/// The number of the station's account for time that belongs to none of the profile's accounts.
pub const OTHER: usize = 0;

/// The maximum number of accounts that the station counts at once. Before a further account can have a number, the
/// station's counts must be added to the profile.
const MAX_COUNTED: usize = 64;

/// The numbers under which a station counts the time of a profile's accounts.
#[derive(Clone, Debug, Default)]
pub struct AccountNumbers {
    /// The number of each account; `None` for an account without a number.
    numbers: Vec<Option<usize>>,
    /// The accounts that have a number, in the order of their numbers.
    counted: Vec<usize>,
}

impl AccountNumbers {
    /// Whether the station's counts must be added to the profile before `account` can have a number.
    pub fn are_full_for(&self, account: usize) -> bool {
        self.counted.len() == MAX_COUNTED && self.numbers.get(account).copied().flatten().is_none()
    }

    /// Returns the number of an account. An account without a number gets the next one.
    pub fn of(&mut self, account: usize) -> usize {
        if self.numbers.len() <= account {
            self.numbers.resize(account + 1, None);
        }
        *self.numbers[account].get_or_insert_with(|| {
            self.counted.push(account);
            OTHER + self.counted.len()
        })
    }

    /// Removes the numbers of all accounts. Returns each removed number and its account.
    pub fn take(&mut self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let counted = std::mem::take(&mut self.counted);
        counted.iter().for_each(|&account| self.numbers[account] = None);
        (OTHER + 1..).zip(counted)
    }
}
