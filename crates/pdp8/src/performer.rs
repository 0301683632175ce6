//! A performer takes keys and prints paper: the machine with its FOCAL, native FOCAL, native checkers.
//!
//! The terminal, the batch mode, the lockstep and the tests drive every performer with these few calls,
//! so a transcript recorded from one can be played against all of them.

/// The state of a performer when [`Performer::run`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It waits for a key: nothing is being printed and every key pressed has been taken.
    Waiting,
    /// The budget is used up and it is still working.
    Running,
    /// It has stopped for good (a HLT on the machine); no key will wake it.
    Halted,
}

/// A program or machine that is operated from a Teletype.
pub trait Performer {
    /// Presses a key: the 7-bit code. It arrives when the performer next runs.
    ///
    /// A key pressed while the one before has not been read is treated as the original treats it, so
    /// a sender that must lose no key presses only when [`Performer::run`] has returned [`Status::Waiting`].
    fn press(&mut self, key: u8);

    /// Works until it waits for a key, halts, or has used up `budget`.
    ///
    /// The budget is in memory cycles on the machine, in characters and operations on a native performer: large
    /// enough means "until it waits", and any size gives the same paper in the end.
    fn run(&mut self, budget: u64) -> Status;

    /// Takes what was printed since the last call: 7-bit codes, in order.
    fn take_printed(&mut self) -> Vec<u8>;

    /// Presses keys one by one, each when the one before has been taken and it waits for the next, and works on until
    /// it waits again; `budget` is for each key. Keys behind one that it never comes back from are not pressed.
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
