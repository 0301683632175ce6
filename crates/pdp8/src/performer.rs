//! A performer takes keys and prints. The PDP-8 with its FOCAL is a performer, and so are the native implementations of
//! FOCAL and of checkers.
//!
//! The terminal, the batch mode, the lockstep and the tests drive every performer with the same few calls. So a
//! transcript recorded from one performer can be played against every other performer.

/// The state of a performer when [`Performer::run`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The performer waits for a key: nothing is being printed, and every key pressed has been taken.
    Waiting,
    /// The budget is used up, and the performer is still working.
    Running,
    /// The performer has stopped for good (a HLT on the machine); no key will wake it.
    Halted,
}

/// A program or machine that is operated from a Teletype.
pub trait Performer {
    /// Presses a key, given as its 7-bit code. The key arrives when the performer next runs.
    ///
    /// If a key is pressed before the performer has read the previous key, one of the two keys may be lost, as on the
    /// original machine. A caller that must lose no key presses only when [`Performer::run`] has returned
    /// [`Status::Waiting`].
    fn press(&mut self, key: u8);

    /// Works until the performer waits for a key, halts, or has used up `budget`.
    ///
    /// The machine counts its budget in memory cycles, and native FOCAL counts it in commands and keys. The native
    /// checkers ignore the budget, because a turn takes only microseconds. A large enough budget lets the performer
    /// work until it waits or halts. Dividing the work into several budgets does not change what is printed.
    fn run(&mut self, budget: u64) -> Status;

    /// Takes the characters printed since the last call: 7-bit codes, in order.
    fn take_printed(&mut self) -> Vec<u8>;

    /// Presses keys one by one, each when the performer waits for a key. Before the first key and after each key, the
    /// performer runs with the whole `budget`. If the performer then does not wait for a key, the remaining keys are
    /// not pressed.
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
