//! The status of a command or a run, as scripts use it: `on NAME`, `%STATUS%`, `%TSTATUS%`, `return /NAME`.

use crate::machine::StopReason;
use crate::station::AttachError;

use super::MonitorError;

/// The result of a command or run, as a status number. As in SIMH, numbers of 64 or more are errors. The names of
/// errors are also those of SIMH.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status(u8);

/// A status with its names and its text.
struct Row {
    number: u8,
    /// The names of the status. The first name is the one that is printed.
    names: &'static [&'static str],
    text: &'static str,
}

/// The lowest number of an error status.
const FIRST_ERROR: u8 = 64;

#[rustfmt::skip]
static ROWS: [Row; 23] = [
    Row { number: 0, names: &["OK"], text: "no error" },
    Row { number: 2, names: &["HLT", "HALT"], text: "HALT instruction" },
    Row { number: 3, names: &["BREAKPOINT", "BREAK"], text: "Breakpoint" },
    Row { number: 4, names: &["IDLE"], text: "Waiting for a key" },
    Row { number: 5, names: &["STEP", "STEPPED"], text: "Step expired" },
    Row { number: 6, names: &["EXPECT", "EXPECTED"], text: "Expected text printed" },
    Row { number: 7, names: &["CONTROL_C", "STOP"], text: "Simulation stopped" },
    Row { number: 64, names: &["NXM"], text: "no core there" },
    Row { number: 66, names: &["IOERR"], text: "output lost" },
    Row { number: 68, names: &["FMT"], text: "wrong kind of tape or file" },
    Row { number: 70, names: &["OPENERR"], text: "file that cannot be read or written" },
    Row { number: 72, names: &["ARG"], text: "invalid argument" },
    Row { number: 74, names: &["UNK"], text: "unknown command" },
    Row { number: 89, names: &["NOFNC"], text: "SIMH command that focal8 does not have" },
    Row { number: 92, names: &["INVSW"], text: "invalid switch" },
    Row { number: 94, names: &["2FARG"], text: "too few or wrong arguments" },
    Row { number: 96, names: &["NXDEV", "NXUN"], text: "no such device or unit" },
    Row { number: 98, names: &["NXREG"], text: "no such register" },
    Row { number: 99, names: &["NXPAR"], text: "no such setting" },
    Row { number: 100, names: &["NEST"], text: "scripts without end" },
    Row { number: 106, names: &["AFAIL"], text: "assertion failed" },
    Row { number: 110, names: &["RUNTIME"], text: "Run limit reached" },
    Row { number: 111, names: &["TIMEOUT", "LIMIT"], text: "limit of the session reached" },
];

impl Status {
    /// The status of success.
    pub const OK: Status = Status(0);
    /// The status of a failed assertion. A failed assertion ends the script unless a trap handles the status.
    pub const ASSERTION_FAILED: Status = Status(106);

    /// Returns the status with this name or decimal number. The case of the name is ignored.
    pub fn named(name: &str) -> Option<Status> {
        let is_meant = |row: &&Row| row.names.iter().any(|known| known.eq_ignore_ascii_case(name));
        ROWS.iter().find(is_meant).map(|row| Status(row.number)).or_else(|| name.parse().ok().map(Status))
    }

    /// Returns the names of all statuses except OK, in one line.
    pub fn names() -> String {
        ROWS[1..].iter().map(|row| row.names[0]).collect::<Vec<_>>().join(" ")
    }

    /// Returns the status's number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the status's name. If the status has no name, returns its number.
    pub fn name(self) -> String {
        self.row().map_or_else(|| self.0.to_string(), |row| row.names[0].to_owned())
    }

    /// Returns the message for the status.
    pub fn text(self) -> String {
        self.row().map_or_else(|| format!("status {}", self.0), |row| row.text.to_owned())
    }

    /// Whether the status is an error. The status of a run that a HLT, a breakpoint or the operator stops is not an
    /// error.
    pub const fn is_error(self) -> bool {
        self.0 >= FIRST_ERROR
    }

    fn row(self) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.number == self.0)
    }
}

impl From<StopReason> for Status {
    fn from(reason: StopReason) -> Self {
        Status(match reason {
            StopReason::Halt => 2,
            StopReason::Breakpoint => 3,
            StopReason::Waiting | StopReason::EndlessLoop => 4,
            StopReason::Stepped => 5,
            StopReason::Expected { .. } => 6,
            StopReason::WriteFailed => 66,
            StopReason::RunLimit => 110,
            StopReason::InstructionLimit | StopReason::CycleLimit | StopReason::TimeLimit => 111,
            // The end of a budget or of the input, `quit`, or a signal.
            _ => 7,
        })
    }
}

impl From<&MonitorError> for Status {
    fn from(error: &MonitorError) -> Self {
        Status(match error {
            MonitorError::UnknownCommand { .. } => 74,
            MonitorError::NotHere { .. }
            | MonitorError::NeedsMachine(_)
            | MonitorError::NeedsFocal(_)
            | MonitorError::NoBootstrap(_)
            | MonitorError::NothingAttached(_)
            | MonitorError::FixedCpu(_) => 89,
            MonitorError::Usage(_) => 94,
            MonitorError::NoSuchSwitch { .. } => 92,
            MonitorError::NoCore { .. } | MonitorError::NoCoreForTape { .. } => 64,
            MonitorError::NoSuchPlace(_) => 98,
            MonitorError::NoSuchSetting { .. } => 99,
            MonitorError::Attach(AttachError::NoSuchUnit { .. }) => 96,
            MonitorError::Attach(_) => 68,
            MonitorError::File { .. } | MonitorError::InUse(_) => 70,
            MonitorError::Assertion { .. } => 106,
            MonitorError::TooDeep(_) | MonitorError::Endless(_) => 100,
            MonitorError::Script { error, .. } => return Status::from(error.as_ref()),
            _ => 72,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_has_one_number_and_names_of_its_own() {
        for row in &ROWS {
            for name in row.names {
                assert_eq!(Status::named(name), Some(Status(row.number)), "{name}");
            }
            assert_eq!(Status::named(&row.number.to_string()), Some(Status(row.number)));
        }
        for reason in [StopReason::Halt, StopReason::Breakpoint, StopReason::Waiting, StopReason::Stepped] {
            assert_eq!(
                Status::named(reason.name()),
                Some(reason.into()),
                "a run is told of in the words of --registers"
            );
        }
        assert_eq!(Status::named("frob"), None);
        assert_eq!(Status(200).text(), "status 200");
    }
}
