//! What the operator is told when a command cannot be done.

use crate::quote::quote;
use crate::station::AttachError;
use crate::word::{Address, OctalError};

use super::SpeedError;

/// Why a command was not done. Nothing has been changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MonitorError {
    /// No such command.
    #[error("unknown command '{}'; help lists them", quote(.0))]
    UnknownCommand(String),
    /// A command that lacks something, or has too much.
    #[error("usage: {0}")]
    Usage(String),
    /// A name that is neither a register nor an address.
    #[error("'{}' is not a register or an octal address", quote(.0))]
    NoSuchPlace(String),
    /// A number that is none.
    #[error(transparent)]
    Octal(#[from] OctalError),
    /// A speed that is none.
    #[error(transparent)]
    Speed(#[from] SpeedError),
    /// More bits than the register has.
    #[error("{what} holds {largest:o} at most")]
    TooLarge {
        /// The register.
        what: String,
        /// The largest number it can hold.
        largest: u16,
    },
    /// A number that another model's register could hold, or that of a machine with more core.
    #[error("{what} of this machine cannot hold {bits:o}")]
    NotInThisMachine {
        /// The register.
        what: String,
        /// What was to go there.
        bits: u16,
    },
    /// A range that ends before it begins.
    #[error("the range {} ends before it begins", quote(.0))]
    Backwards(String),
    /// An address beyond core.
    #[error("there is no core at {address}, only {}K", fields * 4)]
    NoCore {
        /// The address.
        address: Address,
        /// How many fields there are.
        fields: u8,
    },
    /// Not an octal word, and not an instruction.
    #[error("'{}' is neither an octal word nor an instruction: {reason}", quote(.text))]
    NotAWord {
        /// What was given.
        text: String,
        /// What the assembler said.
        reason: String,
    },
    /// A count that is none.
    #[error("'{}' is not a (decimal) count", quote(.0))]
    NotACount(String),
    /// An exit code that is none.
    #[error("'{}' is not an exit code, 0 to 255", quote(.0))]
    NotACode(String),
    /// A count beyond what is sensible.
    #[error("too many: {0} at most")]
    TooMany(u64),
    /// A text without its quotes.
    #[error("a text must be between quotes: \"...\"")]
    NotQuoted,
    /// A unit that is not there, or does not take the file.
    #[error(transparent)]
    Attach(#[from] AttachError),
    /// A unit that no machine starts from.
    #[error("cannot boot from '{}'", quote(.0))]
    NoBootstrap(String),
    /// An unknown setting.
    #[error(
        "there is no setting '{}'; set takes tty, clock, history, a register (sr ac l mq pc ...) or an address",
        quote(.0)
    )]
    NoSuchSetting(String),
    /// The machine is put together before it is switched on.
    #[error("the processor is configured on the command line: --core, --eae, --model")]
    FixedCpu,
    /// A tape that cannot be used, a file that cannot be read or written.
    #[error("{}: {reason}", quote(.name))]
    File {
        /// The file.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A test of a script that failed.
    #[error("assertion failed: {}, but it is {}", quote(.test), quote(.found))]
    Assertion {
        /// What was asserted.
        test: String,
        /// What was found.
        found: String,
    },
    /// A command of a script that failed.
    #[error("{}, line {line}: {error}", quote(.script))]
    Script {
        /// The script's file.
        script: String,
        /// The line, from 1.
        line: usize,
        /// What went wrong.
        error: Box<MonitorError>,
    },
    /// Scripts that call each other without end.
    #[error("scripts are nested more than {0} deep")]
    TooDeep(usize),
    /// Scripts that call each other while the machine does nothing.
    #[error("scripts have called each other more than {0} times, and the machine has not run")]
    Endless(usize),
}
