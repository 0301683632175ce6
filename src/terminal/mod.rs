//! The terminal: the only module that knows raw mode, wall time and colour.
//!
//! It drives a [`Frontend`]: keys in, paper out. With a person at a terminal that is [`interactive`]; with standard input
//! from a pipe or a file it is [`batch`], which never looks at a terminal.
//!
//! ```text
//!   keyboard -> keys -> held keys -> press | machine | take_printed -> paper -> screen
//!                   \-> CTRL/E -> operator  | (paced) |
//! ```

pub mod batch;
pub mod console;
pub mod frontend;
pub mod input;
pub mod interactive;
pub mod keys;
pub mod operator;
pub mod pace;
pub mod panel;
pub mod paper;
pub mod screen;
pub mod signals;

pub use frontend::Frontend;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

/// The exit code when a limit on instructions or cycles was reached.
pub const LIMIT: u8 = 3;

/// Whether a person sits at the keyboard. Without one, nothing here touches the terminal.
pub fn has_a_typist() -> bool {
    io::stdin().is_terminal()
}

/// Whether somebody sees standard output as it comes.
pub fn has_a_screen() -> bool {
    io::stdout().is_terminal()
}

/// Why the driving ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The performer stopped for good: a HLT.
    Halted,
    /// It waits for a key, and never got or never took one.
    Idle,
    /// All input has been typed, and it waits for more; or the terminal is gone.
    End,
    /// The operator said so, with this exit code.
    Quit(u8),
    /// A limit on instructions or cycles was reached.
    Limit,
    /// A signal asked us to end: see [`signals`].
    Signal,
}

impl Ending {
    /// What the program says to its caller.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Ending::Halted | Ending::Idle | Ending::End | Ending::Signal => ExitCode::SUCCESS,
            Ending::Limit => ExitCode::from(LIMIT),
            Ending::Quit(code) => ExitCode::from(code),
        }
    }
}
