//! A performer takes keys and prints. The PDP-8 with its FOCAL is a performer, and so are the native implementations of
//! FOCAL and of checkers.
//!
//! The terminal, the batch mode, the lockstep comparison and the tests drive every performer with the same few calls.
//! So a transcript recorded from one performer can be played against any other performer.

/// The state of a performer when [`Performer::run`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The performer waits for a key. No character is being printed, and the performer has read every pressed key.
    Waiting,
    /// The budget is used up, and the performer is still working.
    Running,
    /// The performer has stopped, for example at a HLT, and no longer reacts to keys.
    Halted,
}

/// A program or machine that is operated from a Teletype.
pub trait Performer {
    /// Presses a key, given as its 7-bit code. The key arrives when the performer next runs.
    ///
    /// If a key is pressed before the performer has read the previous key, one of the two keys may be lost, as on the
    /// original machine. To lose no key, press a key only after [`Performer::run`] has returned [`Status::Waiting`].
    fn press(&mut self, key: u8);

    /// Works until the performer waits for a key, halts, or has used up `budget`.
    ///
    /// On the machine, the unit of `budget` is a memory cycle. In native FOCAL, the unit is a command or key. The
    /// native checkers program ignores `budget`. Several calls with smaller budgets print the same characters as one
    /// call.
    fn run(&mut self, budget: u64) -> Status;

    /// Returns the characters printed since the last call, as 7-bit codes.
    fn take_printed(&mut self) -> Vec<u8>;

    /// Runs the performer, then presses each key and runs the performer again. Each run has the whole `budget`. If a
    /// run does not end with [`Status::Waiting`], the remaining keys are not pressed. Returns the status after the last
    /// run.
    fn type_keys(&mut self, keys: &[u8], budget: u64) -> Status {
        let mut status = self.run(budget);
        for &key in keys {
            if status != Status::Waiting {
                break;
            }
            self.press(key);
            status = self.run(budget);
        }
        status
    }
}
