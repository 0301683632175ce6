//! The operator at the console: commands in SIMH's words, answers as text.
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
//! let mut command = |line: &str| monitor.execute(line, &mut station, &mut NoFiles).unwrap();
//! command("deposit 200 CLA CLL IAC");
//! command("d 201 HLT");
//! assert_eq!(command("e -m 200-201"), Reply::Text("00200:\tCLA CLL IAC\n00201:\tHLT\n".to_owned()));
//! assert_eq!(command("run 200"), Reply::Run);
//! ```

mod breakpoints;
mod commands;
mod error;
mod files;
mod instructions;
mod places;
mod quoted;
mod register;
mod script;
mod speed;
mod watch;

pub use commands::{COMMANDS, Command, attach_file, detach_all};
pub use error::MonitorError;
pub use files::{Files, NoFiles};
pub use register::{REGISTERS, Register};
pub use speed::{Speed, SpeedError};

use crate::machine::{Machine, StopReason};
use crate::station::Station;

use instructions::symbolic;
use script::Scripts;
use watch::Watch;

/// What a command leads to.
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
    /// How fast the machine is to go; it is up to whoever runs it.
    pub speed: Speed,
}

impl Monitor {
    /// Does one command.
    ///
    /// # Errors
    ///
    /// Why it cannot be done; nothing has been changed then.
    pub fn execute(&mut self, line: &str, station: &mut Station, files: &mut dyn Files) -> Result<Reply, MonitorError> {
        commands::execute(self, line, station, files).map_err(|error| self.scripts.blame(error))
    }

    /// The next command of a script, when one is being followed.
    pub fn next_of_script(&mut self) -> Option<String> {
        self.scripts.next()
    }

    /// Gives up all scripts, as after an error.
    pub fn abandon_scripts(&mut self) {
        self.scripts = Scripts::default();
    }

    /// Runs the machine for `budget` memory cycles at most, or to where the operator wants it to stop.
    ///
    /// An expected text that has commands hands them to [`Monitor::next_of_script`].
    pub fn run(&mut self, station: &mut Station, budget: u64) -> StopReason {
        self.scripts.machine_runs();
        self.advance(station, budget)
    }

    fn advance(&mut self, station: &mut Station, budget: u64) -> StopReason {
        let reason = self.watch.run(station, budget);
        if reason == (StopReason::Expected { scripted: true }) {
            self.scripts.push("expect", self.watch.take_commands());
        }
        reason
    }

    /// Between slices of a run: what has been traced and printed goes to its files.
    ///
    /// # Errors
    ///
    /// The file that cannot be written; the trace is ended then, or the paper detached.
    pub fn flush(&mut self, station: &mut Station, files: &mut dyn Files) -> Result<(), MonitorError> {
        commands::flush(self, station, files)
    }

    /// The end of the session: what has been punched, printed and traced goes to its files, each whatever becomes of
    /// the others.
    ///
    /// # Errors
    ///
    /// The first file that cannot be written.
    pub fn close(&mut self, station: &mut Station, files: &mut dyn Files) -> Result<(), MonitorError> {
        detach_all(station, files).and(commands::end_trace(self, files))
    }

    /// What the operator is told when a run has ended: `HALT instruction, PC: 00201 (JMP 0200)`.
    pub fn report(&self, reason: StopReason, station: &Station) -> String {
        let words = match reason {
            StopReason::Breakpoint => "Breakpoint",
            StopReason::Expected { .. } => "Expected text printed",
            StopReason::Stepped => "Step expired",
            StopReason::Halt => "HALT instruction",
            StopReason::Waiting => "Waiting for a key",
            StopReason::EndlessLoop => "Endless loop",
            StopReason::InstructionLimit => "Limit of instructions",
            StopReason::CycleLimit => "Limit of cycles",
            StopReason::TimeLimit => "Limit of time",
            StopReason::WriteFailed => "Output lost",
            StopReason::Budget | StopReason::EndOfInput | StopReason::Quit(_) | StopReason::Signal => {
                "Simulation stopped"
            }
        };
        stopped(words, station.machine())
    }
}

/// `reason, PC: 00201 (instruction)`.
fn stopped(reason: &str, machine: &Machine) -> String {
    let at = machine.pc_address();
    format!("{reason}, PC: {at} ({})\n", symbolic(machine.memory.read(at), at.offset()))
}
