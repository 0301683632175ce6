//! The errors of commands, worded for the operator.

use crate::ascii::NoKey;
use crate::debugger::DebugError;
use crate::focal::message::NotAMessage;
use crate::host::FileConflict;
use crate::quote::quote;
use crate::station::{AttachError, TravelError, boot_list};
use crate::word::{Address, OctalError};

use super::SpeedError;

/// The reason why a command was not executed. A command that fails changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MonitorError {
    /// No command has the typed name.
    #[error("unknown command '{}'{}", quote(.word), instead(*.nearest))]
    UnknownCommand {
        /// The name that was typed.
        word: String,
        /// The command with the most similar name, or `None` if no name is similar.
        nearest: Option<&'static str>,
    },
    /// The command is a SIMH command that focal8 does not have.
    #[error("focal8 has no command '{word}': {instead}")]
    NotHere {
        /// The command's name in SIMH.
        word: &'static str,
        /// The reason, or the focal8 command to use instead.
        instead: &'static str,
    },
    /// A command needs a machine, and the session has none.
    #[error("{} needs a machine; --native has none", quote(.0))]
    NeedsMachine(String),
    /// A command needs FOCAL, and the session has none.
    #[error("{} needs FOCAL; the native game has none", quote(.0))]
    NeedsFocal(String),
    /// The command does not have this switch.
    #[error("{command} has no switch -{switch}; it has {known}")]
    NoSuchSwitch {
        /// The command's name.
        command: &'static str,
        /// The unknown switch.
        switch: char,
        /// The command's switches.
        known: String,
    },
    /// A file is in use, or an untrusted script would overwrite an existing file that the user has not named.
    #[error(transparent)]
    InUse(#[from] FileConflict),
    /// A command has too few or too many arguments.
    #[error("usage: {0}")]
    Usage(String),
    /// A name is neither a register nor an address nor a label.
    #[error("'{}' is not a register, an octal address or a label", quote(.0))]
    NoSuchPlace(String),
    /// A text is not an octal number.
    #[error(transparent)]
    Octal(#[from] OctalError),
    /// A text is not a speed.
    #[error(transparent)]
    Speed(#[from] SpeedError),
    /// A value has more bits than the register.
    #[error("{what} holds {largest:o} at most")]
    TooLarge {
        /// The name of the register.
        what: String,
        /// The largest value of the register.
        largest: u16,
    },
    /// A value fits the register of another model, or of a machine with more core, but not the register of this
    /// machine.
    #[error("{what} of this machine cannot hold {bits:o}")]
    NotInThisMachine {
        /// The name of the register.
        what: String,
        /// The value that does not fit.
        bits: u16,
    },
    /// A range ends before it begins.
    #[error("the range {} ends before it begins", quote(.0))]
    Backwards(String),
    /// An address lies beyond the machine's core.
    #[error("there is no core at {address}, only {}K", fields * 4)]
    NoCore {
        /// The address beyond core.
        address: Address,
        /// The machine's number of memory fields.
        fields: u8,
    },
    /// A text is neither an octal word nor an instruction.
    #[error("'{}' is neither an octal word nor an instruction: {reason}", quote(.text))]
    NotAWord {
        /// The text that is not a word.
        text: String,
        /// The reason why the text is refused.
        reason: String,
    },
    /// A list of words does not fit the destination: a register, a range of another length, or addresses beyond the end
    /// of core.
    #[error(
        "{count} words do not fit {place}: several words go to consecutive addresses, or to a range of the same length"
    )]
    ListMisfit {
        /// The number of words in the list.
        count: usize,
        /// The destination that the words do not fit: a register, an address or a range.
        place: String,
    },
    /// A text is not a count.
    #[error("'{}' is not a (decimal) count", quote(.0))]
    NotACount(String),
    /// A value is neither a number nor a text that can be parsed as a number.
    #[error("'{}' is not a number; numbers are octal, 12. is decimal, 0x1F hexadecimal", quote(.0))]
    NotANumber(String),
    /// A name in an expression is unknown.
    #[error("'{}' is not a register, a variable or a label; a text stands between quotes", quote(.0))]
    NoSuchName(String),
    /// An expression is not valid.
    #[error("expected {reason}, at '{}'", quote(.at))]
    Expression {
        /// The part of the expression that begins at the error.
        at: String,
        /// A description of the expected text, such as `an operator`.
        reason: &'static str,
    },
    /// An expression divides by 0.
    #[error("division by zero")]
    DivisionByZero,
    /// A text is not a time.
    #[error("'{}' is not a time: expected seconds, or a number with s, m, h or d", quote(.0))]
    NotATime(String),
    /// A text is not a regular expression.
    #[error("'{}' is not a regular expression: {reason}", quote(.pattern))]
    NotAPattern {
        /// The text that is not a regular expression.
        pattern: String,
        /// The reason why the text is not a regular expression.
        reason: String,
    },
    /// The script does not have this label.
    #[error("there is no label '{}' in this script", quote(.0))]
    NoSuchLabel(String),
    /// An `else` has no `if` before it.
    #[error("there was no if for this else")]
    NoIf,
    /// A command that works only in a script was given outside a script.
    #[error("{0} is for scripts, and no script is running")]
    NotInAScript(&'static str),
    /// The name given to `on` is not the name of a status.
    #[error("'{}' is not a condition; the conditions are ERROR, a number, {known}", quote(.name))]
    NoSuchCondition {
        /// The unknown name of a status.
        name: String,
        /// The names of all statuses.
        known: String,
    },
    /// A text is not an exit code.
    #[error("'{}' is not an exit code, 0 to 255", quote(.0))]
    NotACode(String),
    /// A count is too large. The number is the limit.
    #[error("too many: {0} at most")]
    TooMany(u64),
    /// A text is not between quotes.
    #[error("a text must be between quotes: \"...\"")]
    NotQuoted,
    /// The Teletype has no key for a letter.
    #[error(transparent)]
    NoKey(#[from] NoKey),
    /// A unit does not exist, or the unit rejects the file.
    #[error(transparent)]
    Attach(#[from] AttachError),
    /// The machine cannot travel to this moment.
    #[error(transparent)]
    Travel(#[from] TravelError),
    /// The machine cannot go back to a breakpoint, because no breakpoint is set.
    #[error("no breakpoint is set to go back to; break PLACE, break w PLACE or watch VARIABLE sets one")]
    NoBreakpoint,
    /// The machine cannot go back to a breakpoint, because no breakpoint has matched before.
    #[error("none of the breakpoints would have stopped the machine before")]
    NeverStopped,
    /// FOCAL has not executed a command to which `back` could return.
    #[error("FOCAL has executed no such command before")]
    NoEarlierCommand,
    /// The machine has not executed an instruction to which `back` could return.
    #[error("the machine has executed no such instruction before")]
    NoEarlierInstruction,
    /// A condition was never true.
    #[error("the condition was true at no recorded moment")]
    NeverTrue,
    /// The machine has no device of this name.
    #[error("'{}' is not a device of this machine, and not a device code of two octal digits", quote(.0))]
    NoSuchDevice(String),
    /// No subroutine is being executed, because every call has returned.
    #[error("no subroutine is being executed: no JMS of the last instructions is without its return")]
    NoCall,
    /// There is no bootstrap loader for this unit.
    #[error("cannot boot from {0}: it has no bootstrap loader; {units} have one", units = boot_list())]
    NoBootstrap(&'static str),
    /// Nothing is attached to the unit that `boot` names.
    #[error("cannot boot from {0}: nothing is attached to it")]
    NothingAttached(&'static str),
    /// No setting has this name.
    #[error(
        "there is no setting '{}'; set takes {known}, a device, a register (sr ac l mq pc ...) or an address",
        quote(.name)
    )]
    NoSuchSetting {
        /// The name of the unknown setting.
        name: String,
        /// The known settings.
        known: String,
    },
    /// The processor cannot be changed as requested: it cannot have this option or core size, or it has already run.
    /// The text is the whole error message.
    #[error("{0}")]
    FixedCpu(String),
    /// A file cannot be read or written, or the tape in the file cannot be used.
    #[error("{}: {reason}", quote(.name))]
    File {
        /// The name of the file.
        name: String,
        /// The reason why the file cannot be used.
        reason: String,
    },
    /// A tape loads into core that the machine does not have.
    #[error("{}: it needs core at {address}, and the machine has {}K", quote(.name), fields * 4)]
    NoCoreForTape {
        /// The name of the tape's file.
        name: String,
        /// The first address that is missing.
        address: Address,
        /// The machine's number of memory fields.
        fields: u8,
    },
    /// FOCAL has printed no error message.
    #[error("no error has been printed here; to explain any error, give its code: explain ?28.73")]
    NoErrorPrinted,
    /// A text is not an error message of FOCAL.
    #[error(transparent)]
    NotAMessage(#[from] NotAMessage),
    /// FOCAL has no error with this code.
    #[error("{0}")]
    UnknownCode(String),
    /// An error of FOCAL's debugger.
    #[error(transparent)]
    Debug(#[from] DebugError),
    /// An assertion of a script failed.
    #[error("assertion failed: {}, but {}", quote(.test), quote(.found))]
    Assertion {
        /// The condition that was asserted.
        test: String,
        /// The value found: `it is 0005`.
        found: String,
    },
    /// A command of a script failed.
    #[error("{}, line {line}: {error}", quote(.script))]
    Script {
        /// The name of the script's file.
        script: String,
        /// The number of the command's line in the script, from 1.
        line: usize,
        /// The command's error.
        error: Box<MonitorError>,
    },
    /// A script failed on a machine that differs from SIMH's.
    #[error("{0}; begin the script with ; simh, or focal8 with monitor --like simh, for SIMH's machine")]
    ForSimh(Box<MonitorError>),
    /// Too many scripts are nested. The number is the limit.
    #[error("scripts are nested more than {0} deep")]
    TooDeep(usize),
    /// The scripts have called each other too often while the machine did not run. The number is the limit.
    #[error("scripts have called each other more than {0} times, and the machine has not run")]
    Endless(usize),
    /// A script has jumped too often while the machine did not run. The number is the limit.
    #[error("the script has jumped more than {0} times, and the machine has not run")]
    Circles(usize),
}

/// Returns a hint that names the command `nearest`, or the command `help` if `nearest` is `None`.
fn instead(nearest: Option<&'static str>) -> String {
    nearest.map_or_else(|| "; help lists them".to_owned(), |nearest| format!("; did you mean '{nearest}'?"))
}
