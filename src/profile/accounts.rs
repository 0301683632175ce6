//! The numbers of a profile's accounts. A profile adds time to accounts, such as an account for each line of a program.
//! The station counts the time of a limited number of accounts, each under a number.

/// The number under which the station counts the time that belongs to no account of the profile.
pub const OTHER: usize = 0;

/// The maximum number of accounts that can have a number at the same time. Once this many accounts have a number, the
/// station's counts must be added to the profile before another account can have one.
const MAX_COUNTED: usize = 64;

/// For each account of a profile, the number under which the station counts the time of the account.
#[derive(Clone, Debug, Default)]
pub struct AccountNumbers {
    /// For each account, the number under which the station counts the time of the account; `None` if the station does
    /// not count it.
    numbers: Vec<Option<usize>>,
    /// The accounts that have a number, in the order of their numbers.
    counted: Vec<usize>,
}

impl AccountNumbers {
    /// Whether `account` has no number, and all numbers are in use. If so, the caller must add the station's counts to
    /// the profile and call [`AccountNumbers::take`] before [`AccountNumbers::of`].
    pub fn are_full_for(&self, account: usize) -> bool {
        self.counted.len() == MAX_COUNTED && self.numbers.get(account).copied().flatten().is_none()
    }

    /// Returns the number under which the station counts the time of an account. If the account has no such number
    /// yet, gives it the next free number.
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
