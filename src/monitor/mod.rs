//! The operator at the console: orders in SIMH's words, answers as text.
//!
//! The same words are understood at the prompt of `focal8 monitor`, after CTRL/E while a program runs, and in scripts.
//! A [`Monitor`] has no terminal and no disk: whoever owns those hands lines in, prints what comes back, and runs the
//! machine when told to.
//!
//! ```
//! use focal8::machine::Config;
//! use focal8::monitor::{Monitor, NoFiles, Reply};
//! use focal8::station::Station;
//! use focal8::teletype::Speed;
//!
//! let mut station = Station::new(Config::default(), Speed::Fast);
//! let mut monitor = Monitor::default();
//! let mut order = |line: &str| monitor.execute(line, &mut station, &mut NoFiles).unwrap();
//! order("deposit 200 CLA CLL IAC");
//! order("d 201 HLT");
//! assert_eq!(order("e -m 200-201"), Reply::Text("00200:\tCLA CLL IAC\n00201:\tHLT\n".to_owned()));
//! assert_eq!(order("run 200"), Reply::Run);
//! ```

mod breakpoints;
mod error;
mod files;
mod loader;
mod orders;
mod places;
mod quoted;
mod script;
mod watch;
pub mod words;

pub use breakpoints::{Breakpoint, Breakpoints};
pub use error::MonitorError;
pub use files::{Files, NoFiles};
pub use places::{Place, Range, Register};
pub use watch::{Ended, Expectation};

use crate::machine::{Machine, Stop};
use crate::station::{Standing, Station};
use crate::word::Word;

use script::Scripts;
use watch::Watch;

/// What an order leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// An answer, complete with its line ends; often empty.
    Text(String),
    /// The machine is to be run now, with [`Monitor::run`].
    Run,
    /// The end of the session, with this exit code; without one it says whether all went well.
    Exit(Option<u8>),
}

/// An operator: what they watch for, and the scripts they follow.
#[derive(Clone, Debug, Default)]
pub struct Monitor {
    watch: Watch,
    scripts: Scripts,
    trace_file: Option<String>,
    punch_files: PunchFiles,
}

/// Where the tapes under the two punches will go.
#[derive(Clone, Debug, Default)]
struct PunchFiles {
    slow: Option<String>,
    fast: Option<String>,
}

impl Monitor {
    /// Follows one order.
    pub fn execute(&mut self, line: &str, station: &mut Station, files: &mut dyn Files) -> Result<Reply, MonitorError> {
        orders::execute(self, line, station, files).map_err(|error| self.scripts.blame(error))
    }

    /// The next order of a script, when one is being followed.
    pub fn next_of_script(&mut self) -> Option<String> {
        self.scripts.next()
    }

    /// Gives up all scripts, as after an error.
    pub fn abandon_scripts(&mut self) {
        self.scripts = Scripts::default();
    }

    /// Runs the machine for `budget` memory cycles at most, or to where the operator wants it to stop.
    ///
    /// An expected text that has orders hands them to [`Monitor::next_of_script`].
    pub fn run(&mut self, station: &mut Station, budget: u64) -> Ended {
        self.scripts.machine_runs();
        self.advance(station, budget)
    }

    fn advance(&mut self, station: &mut Station, budget: u64) -> Ended {
        let ended = self.watch.run(station, budget);
        if let Ended::Expected(expectation) = &ended {
            self.scripts.push("expect", expectation.orders.clone());
        }
        ended
    }

    /// Forgets the keys still to be sent.
    pub fn forget_keys(&mut self) {
        self.watch.keys.clear();
    }

    /// Writes what has been traced so far to its file; when that cannot be done the trace is ended.
    pub fn flush_trace(&mut self, files: &mut dyn Files) -> Result<(), MonitorError> {
        match (&self.trace_file, self.watch.take_trace()) {
            (Some(name), Some(lines)) if !lines.is_empty() => append(files, name, lines.as_bytes()),
            _ => return Ok(()),
        }
        .inspect_err(|_| {
            self.trace_file = None;
            self.watch.end_trace();
        })
    }

    /// The end of the session: tapes are torn off the punches and the trace is ended, all into their files.
    pub fn close(&mut self, station: &mut Station, files: &mut dyn Files) -> Result<(), MonitorError> {
        orders::tear_off(self, station, files)?;
        orders::end_trace(self, files)
    }

    /// What the operator is told when a run has ended: `HALT instruction, PC: 00201 (JMP 0200)`.
    pub fn report(&self, ended: &Ended, station: &Station) -> String {
        let reason = match ended {
            Ended::Budget => "Simulation stopped",
            Ended::Stop => "Breakpoint",
            Ended::Expected(_) => "Expected text printed",
            Ended::Stepped => "Step expired",
            Ended::Standing(Standing::Halted) => "HALT instruction",
            Ended::Standing(Standing::Waiting) => "Waiting for a key",
            Ended::Standing(Standing::Deaf) => "Endless loop",
            Ended::Standing(Standing::Limit(Stop::Instructions)) => "Limit of instructions",
            Ended::Standing(Standing::Limit(_)) => "Limit of cycles",
            Ended::Standing(Standing::Running) => "Simulation stopped",
        };
        stopped(reason, station.machine())
    }
}

/// `reason, PC: 00201 (instruction)`.
fn stopped(reason: &str, machine: &Machine) -> String {
    let at = machine.pc_address();
    format!("{reason}, PC: {at} ({})\n", symbolic(machine.memory.read(at), at.offset()))
}

/// A word as an instruction standing at `at`, addresses in full; octal when it is none that has a name.
fn symbolic(word: Word, at: Word) -> String {
    crate::instruction::symbolic(word, at, None, |address| address.to_string())
}

/// Adds to a file, its name in the error.
fn append(files: &mut dyn Files, name: &str, bytes: &[u8]) -> Result<(), MonitorError> {
    files.append(name, bytes).map_err(|reason| MonitorError::File { name: name.to_owned(), reason })
}
