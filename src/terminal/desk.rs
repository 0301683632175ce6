//! What stands on the desk: the machine with its teletype, or a native performer.

use std::collections::VecDeque;

use focal8::ascii::unmarked;
use focal8::performer::{Performer, Status};
use focal8::station::{Standing, Station};
use focal8::word::Word;

/// How far a slice came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The budget is used up.
    Running,
    /// It waits for a key.
    Waiting,
    /// It waits, but takes no key any more.
    Deaf,
    /// It stopped for good.
    Halted,
    /// A limit that the user set is reached.
    Limit,
}

/// One of the things that can be driven from a teletype.
pub enum Desk {
    /// A PDP-8, with somebody to operate it.
    Machine(Box<Operated>),
    /// A performer without a machine inside.
    Native(Box<dyn Performer>),
}

/// A station, and what its operator has in mind.
pub struct Operated {
    /// The machine and its teletype.
    pub station: Station,
    /// What to put into the switches after each HLT, before CONTINUE.
    pub continues: VecDeque<Word>,
    /// All eight bits of what is printed are wanted.
    pub eight_bits: bool,
}

impl Desk {
    /// A desk with a machine on it.
    pub fn machine(station: Station) -> Self {
        Desk::Machine(Box::new(Operated { station, continues: VecDeque::new(), eight_bits: false }))
    }

    /// The station, if there is a machine.
    pub fn station(&self) -> Option<&Station> {
        match self {
            Desk::Machine(operated) => Some(&operated.station),
            Desk::Native(_) => None,
        }
    }

    /// Memory cycles (or a native performer's operations) that are a second of work at the machine's own speed.
    pub fn cycles_per_second(&self) -> f64 {
        match self {
            Desk::Machine(operated) => 1e9 / operated.station.machine().timing().read_cycle as f64,
            Desk::Native(_) => 1e6,
        }
    }

    /// Works for `budget` cycles at most.
    pub fn run(&mut self, budget: u64) -> Progress {
        match self {
            Desk::Machine(operated) => operated.run(budget),
            Desk::Native(performer) => match performer.run(budget) {
                Status::Waiting => Progress::Waiting,
                Status::Running => Progress::Running,
                Status::Halted => Progress::Halted,
            },
        }
    }

    /// Presses a key now.
    pub fn press(&mut self, key: u8) {
        match self {
            Desk::Machine(operated) => operated.station.press(key),
            Desk::Native(performer) => performer.press(key),
        }
    }

    /// Whether a program that works on would still see a key: it looks for keys itself, without interrupts, and the
    /// last one has been taken.
    pub fn polls(&self) -> bool {
        match self {
            Desk::Machine(operated) => operated.station.is_polling(),
            Desk::Native(_) => false,
        }
    }

    /// What was printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        match self {
            Desk::Machine(operated) => {
                let mut frames = operated.station.take_frames();
                if !operated.eight_bits {
                    frames.iter_mut().for_each(|frame| *frame = unmarked(*frame));
                }
                frames
            }
            Desk::Native(performer) => performer.take_printed(),
        }
    }
}

impl Operated {
    fn run(&mut self, budget: u64) -> Progress {
        match self.station.run(budget) {
            Standing::Running => Progress::Running,
            Standing::Waiting => Progress::Waiting,
            Standing::Deaf => Progress::Deaf,
            Standing::Limit(_) => Progress::Limit,
            Standing::Halted => match self.continues.pop_front() {
                Some(switches) => {
                    self.station.machine_mut().sr = switches;
                    self.station.resume();
                    Progress::Running
                }
                None => Progress::Halted,
            },
        }
    }
}
