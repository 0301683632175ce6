//! Why a command was not done, in the operator's words.

use crate::ascii::NoKey;
use crate::debugger::DebugError;
use crate::focal::message::NotAMessage;
use crate::host::FileConflict;
use crate::quote::quote;
use crate::station::{AttachError, TravelError, boot_list};
use crate::word::{Address, OctalError};

use super::SpeedError;

/// Why a command was not done. Nothing has been changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MonitorError {
    /// No such command.
    #[error("unknown command '{}'{}", quote(.word), instead(*.nearest))]
    UnknownCommand {
        /// What was typed.
        word: String,
        /// The command that is spelled nearly so.
        nearest: Option<&'static str>,
    },
    /// A word of SIMH's that has no meaning here.
    #[error("'{word}' is not here: {instead}")]
    NotHere {
        /// The word.
        word: &'static str,
        /// Why, or what to do instead.
        instead: &'static str,
    },
    /// A command that needs a machine, where there is none.
    #[error("{} needs a machine; --native has none", quote(.0))]
    NeedsMachine(String),
    /// A command that needs FOCAL, where there is none.
    #[error("{} needs FOCAL; the native game has none", quote(.0))]
    NeedsFocal(String),
    /// A switch that the command does not have.
    #[error("{command} has no switch -{switch}; it has {known}")]
    NoSuchSwitch {
        /// The command.
        command: &'static str,
        /// What was given.
        switch: char,
        /// Those that it has.
        known: String,
    },
    /// A file that is in use, or that a script names and the user has not.
    #[error(transparent)]
    InUse(#[from] FileConflict),
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
    /// A list of words for one register, a range of another length, or the end of core.
    #[error("{count} words do not fit {place}: a list goes into core, from an address on or into a range as long")]
    ListMisfit {
        /// How many words.
        count: usize,
        /// Where they were to go.
        place: String,
    },
    /// A count that is none.
    #[error("'{}' is not a (decimal) count", quote(.0))]
    NotACount(String),
    /// Neither a number nor a text that is one.
    #[error("'{}' is not a number; they are octal, 12. is decimal, 0x1F hexadecimal", quote(.0))]
    NotANumber(String),
    /// A name in an expression that means nothing.
    #[error("'{}' is neither a register nor a variable; a text stands between quotes", quote(.0))]
    NoSuchName(String),
    /// An expression that cannot be read.
    #[error("expected {reason}, at '{}'", quote(.at))]
    Expression {
        /// Where, with all that follows.
        at: String,
        /// What would be right.
        reason: &'static str,
    },
    /// A division by 0.
    #[error("division by zero")]
    DivisionByZero,
    /// A time that is none.
    #[error("'{}' is not a time: seconds, or with s m h d behind", quote(.0))]
    NotATime(String),
    /// A regular expression that is none.
    #[error("'{}' is not a regular expression: {reason}", quote(.pattern))]
    NotAPattern {
        /// What was given.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A label that the script does not have.
    #[error("there is no label '{}' in this script", quote(.0))]
    NoSuchLabel(String),
    /// An `else` without an `if`.
    #[error("there was no if for this else")]
    NoIf,
    /// A command that means something only in a script.
    #[error("{0} is for scripts: there is none here")]
    NotInAScript(&'static str),
    /// Something that `on` cannot wait for.
    #[error("'{}' is no condition; there are ERROR, a number, {known}", quote(.name))]
    NoSuchCondition {
        /// What was given.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// An exit code that is none.
    #[error("'{}' is not an exit code, 0 to 255", quote(.0))]
    NotACode(String),
    /// A count beyond what is sensible.
    #[error("too many: {0} at most")]
    TooMany(u64),
    /// A text without its quotes.
    #[error("a text must be between quotes: \"...\"")]
    NotQuoted,
    /// A letter among keys that is none.
    #[error(transparent)]
    NoKey(#[from] NoKey),
    /// A unit that is not there, or does not take the file.
    #[error(transparent)]
    Attach(#[from] AttachError),
    /// A moment that cannot be had.
    #[error(transparent)]
    Travel(#[from] TravelError),
    /// Nothing to go back to.
    #[error("no breakpoint is set to go back to; break PLACE or break w PLACE sets one")]
    NoBreakpoint,
    /// Nothing to go back to either.
    #[error("none of the breakpoints would have stopped the machine before")]
    NeverStopped,
    /// A unit that no machine starts from.
    #[error("cannot boot from {0}: no loader starts there; {units} have one", units = boot_list())]
    NoBootstrap(&'static str),
    /// A unit to start from, with nothing in it.
    #[error("cannot boot from {0}: nothing is attached to it")]
    NothingAttached(&'static str),
    /// An unknown setting.
    #[error(
        "there is no setting '{}'; set takes {known}, a device, a register (sr ac l mq pc ...) or an address",
        quote(.name)
    )]
    NoSuchSetting {
        /// What was given.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// A processor that cannot be had, or not any more.
    #[error("{0}")]
    FixedCpu(String),
    /// A tape that cannot be used, a file that cannot be read or written.
    #[error("{}: {reason}", quote(.name))]
    File {
        /// The file.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No error message has been on the paper.
    #[error("no error has been printed here; for any other: explain ?28.73")]
    NoErrorPrinted,
    /// Not an error message.
    #[error(transparent)]
    NotAMessage(#[from] NotAMessage),
    /// A code that FOCAL does not have.
    #[error("{0}")]
    UnknownCode(String),
    /// FOCAL's debugger.
    #[error(transparent)]
    Debug(#[from] DebugError),
    /// A test of a script that failed.
    #[error("assertion failed: {}, but {}", quote(.test), quote(.found))]
    Assertion {
        /// What was asserted.
        test: String,
        /// What was found: `it is 0005`.
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
    /// A script that goes round while the machine does nothing.
    #[error("the script has jumped more than {0} times, and the machine has not run")]
    Circles(usize),
}

/// What an unknown word may have been meant to be.
fn instead(nearest: Option<&'static str>) -> String {
    nearest.map_or_else(|| "; help lists them".to_owned(), |nearest| format!("; did you mean '{nearest}'?"))
}
