//! An operator at a machine or at a native performer. As in the program, the operator executes commands and returns the
//! answers.

use focal8::checkers::Game;
use focal8::focal::Focal;
use focal8::machine::StopReason;
use focal8::monitor::{Monitor, Native, Reply, Target};
use focal8::performer::Performer;
use focal8::station::Station;

use crate::shelf::Shelf;

/// The number of cycles or operations in a slice of a run.
const SLICE: u64 = 100_000;

/// A machine or a native performer that an operator can run.
pub trait Operable: Target {
    fn run(&mut self, monitor: &mut Monitor) -> StopReason;
    fn paper(&mut self) -> Vec<u8>;
}

impl Operable for Station {
    fn run(&mut self, monitor: &mut Monitor) -> StopReason {
        monitor.run(self, SLICE)
    }

    fn paper(&mut self) -> Vec<u8> {
        let paper = self.take_printed();
        paper.into_iter().filter(|&code| code != 0).collect()
    }
}

impl Operable for Native<Focal> {
    fn run(&mut self, monitor: &mut Monitor) -> StopReason {
        monitor.run_focal(self, SLICE, false)
    }

    fn paper(&mut self) -> Vec<u8> {
        self.take_printed()
    }
}

impl Operable for Native<Game> {
    fn run(&mut self, monitor: &mut Monitor) -> StopReason {
        monitor.run_game(self, SLICE)
    }

    fn paper(&mut self) -> Vec<u8> {
        self.take_printed()
    }
}

/// An operator, and the target of the operator's commands: a machine or a native program.
pub struct Operated<T> {
    pub target: T,
    pub monitor: Monitor,
    pub files: Shelf,
}

impl<T: Operable> Operated<T> {
    pub fn new(target: T) -> Self {
        Operated { target, monitor: Monitor::default(), files: Shelf::default() }
    }

    /// Gives a command; returns the answer, and the answers of the commands that this command starts.
    pub fn say(&mut self, command: &str) -> String {
        let mut told = self.answer(command);
        while let Some(next) = self.monitor.next_of_script() {
            told += &self.answer(&next);
        }
        told
    }

    /// Gives commands, one a line; returns their answers.
    pub fn session(&mut self, commands: &str) -> String {
        commands.lines().map(|line| self.say(line)).collect()
    }

    pub fn type_line(&mut self, line: &str) {
        self.target.type_ahead(format!("{line}\r").as_bytes());
    }

    fn answer(&mut self, command: &str) -> String {
        match self.monitor.execute(command, &mut self.target, &mut self.files) {
            Ok(Reply::Text(text)) => text,
            Ok(Reply::Run) => self.run(),
            Ok(Reply::Exit(code)) => format!("[exit {code:?}]\n"),
            Err(error) => format!("? {error}\n"),
        }
    }

    fn run(&mut self) -> String {
        loop {
            match self.target.run(&mut self.monitor) {
                StopReason::Budget => {}
                StopReason::Waiting => return "[waits]\n".to_owned(),
                reason => return self.monitor.report(reason, &self.target),
            }
        }
    }
}
