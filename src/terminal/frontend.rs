//! What stands on the frontend: the machine with its teletype and operator, or a native performer without one.

use std::collections::VecDeque;
use std::io;
use std::path::Path;

use focal8::ascii::unmarked;
use focal8::checkers::Game;
use focal8::focal::Focal;
use focal8::machine::Time;
use focal8::monitor::{Ended, Files, Monitor, MonitorError};
use focal8::performer::{Performer, Status};
use focal8::station::{Standing, Station};
use focal8::word::Word;

/// How far a slice came.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The operator wanted to be asked here.
    Operator(Ended),
}

impl From<Status> for Progress {
    fn from(status: Status) -> Self {
        match status {
            Status::Waiting => Progress::Waiting,
            Status::Running => Progress::Running,
            Status::Halted => Progress::Halted,
        }
    }
}

/// One of the things that can be driven from a teletype.
pub enum Frontend {
    /// A PDP-8, with somebody to operate it.
    Machine(Box<MachineSession>),
    /// FOCAL without a machine inside.
    Focal(Box<Focal>),
    /// The checkers without FOCAL inside.
    Game(Box<Game>),
}

/// A station, and what its operator has in mind.
pub struct MachineSession {
    /// The machine and its teletype.
    pub station: Station,
    /// The operator.
    pub monitor: Monitor,
    /// The operator's files.
    pub files: Box<dyn Files>,
    /// What to put into the switches after each HLT, before CONTINUE.
    pub continues: VecDeque<Word>,
    /// All eight bits of what is printed are wanted.
    pub eight_bits: bool,
}

impl Frontend {
    /// A frontend with a machine on it.
    pub fn machine(station: Station, files: impl Files + 'static) -> Self {
        Frontend::Machine(Box::new(MachineSession::new(station, files)))
    }

    /// The station, if there is a machine.
    pub fn station(&self) -> Option<&Station> {
        match self {
            Frontend::Machine(session) => Some(&session.station),
            Frontend::Focal(_) | Frontend::Game(_) => None,
        }
    }

    /// The machine's simulated time; a native performer has none.
    pub fn time(&self) -> Option<Time> {
        self.station().map(|station| station.machine().elapsed.time)
    }

    /// Memory cycles that are about a second of work at the machine's own speed; for a native performer, operations.
    pub fn cycles_per_second(&self) -> f64 {
        match self {
            Frontend::Machine(session) => session.cycles_per_second(),
            Frontend::Focal(_) | Frontend::Game(_) => 1e6,
        }
    }

    /// Works for `budget` cycles at most.
    pub fn run(&mut self, budget: u64) -> Progress {
        match self {
            Frontend::Machine(session) => session.run(budget),
            Frontend::Focal(focal) => focal.run(budget).into(),
            Frontend::Game(game) => game.run(budget).into(),
        }
    }

    /// Between slices: what is being traced goes to its file.
    pub fn flush(&mut self) -> io::Result<()> {
        match self {
            Frontend::Machine(session) => session.flush_trace(),
            Frontend::Focal(_) | Frontend::Game(_) => Ok(()),
        }
    }

    /// The end: what is still under the punches, or traced, goes to the files that the operator named.
    pub fn close(&mut self) -> io::Result<()> {
        match self {
            Frontend::Machine(session) => session.close(),
            Frontend::Focal(_) | Frontend::Game(_) => Ok(()),
        }
    }

    /// Presses a key now.
    pub fn press(&mut self, key: u8) {
        match self {
            Frontend::Machine(session) => session.station.press(key),
            Frontend::Focal(focal) => focal.press(key),
            Frontend::Game(game) => game.press(key),
        }
    }

    /// Forgets the keys that the operator wanted typed.
    pub fn forget_keys(&mut self) {
        if let Frontend::Machine(session) = self {
            session.monitor.forget_keys();
        }
    }

    /// Whether a program that works on would still see a key: see [`Station::is_polling`].
    pub fn polls(&self) -> bool {
        self.station().is_some_and(Station::is_polling)
    }

    /// What was printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        match self {
            Frontend::Machine(session) => session.take_printed(),
            Frontend::Focal(focal) => focal.take_printed(),
            Frontend::Game(game) => game.take_printed(),
        }
    }
}

impl MachineSession {
    /// A station whose operator wants nothing yet.
    pub fn new(station: Station, files: impl Files + 'static) -> Self {
        MachineSession {
            station,
            monitor: Monitor::default(),
            files: Box::new(files),
            continues: VecDeque::new(),
            eight_bits: false,
        }
    }

    /// The machine's simulated time.
    pub fn time(&self) -> Time {
        self.station.machine().elapsed.time
    }

    /// Memory cycles of a second of the machine's own time, IOTs and slow cycles not counted.
    pub fn cycles_per_second(&self) -> f64 {
        1e9 / self.station.machine().timing().read_cycle as f64
    }

    /// Traces every instruction to a file from now on.
    pub fn trace_to(&mut self, path: &Path) -> Result<(), MonitorError> {
        let order = format!("trace {}", path.display());
        self.monitor.execute(&order, &mut self.station, self.files.as_mut()).map(|_| ())
    }

    /// Writes what has been traced so far.
    pub fn flush_trace(&mut self) -> io::Result<()> {
        self.monitor.flush_trace(self.files.as_mut()).map_err(io::Error::other)
    }

    /// The end: see [`Frontend::close`].
    pub fn close(&mut self) -> io::Result<()> {
        self.monitor.close(&mut self.station, self.files.as_mut()).map_err(io::Error::other)
    }

    /// Works for `budget` cycles at most.
    pub fn run(&mut self, budget: u64) -> Progress {
        match self.monitor.run(&mut self.station, budget) {
            Ended::Budget | Ended::Standing(Standing::Running) => Progress::Running,
            Ended::Standing(Standing::Waiting) => Progress::Waiting,
            Ended::Standing(Standing::Deaf) => Progress::Deaf,
            Ended::Standing(Standing::Limit(_)) => Progress::Limit,
            Ended::Standing(Standing::Halted) => match self.continues.pop_front() {
                Some(switches) => {
                    self.station.machine_mut().sr = switches;
                    self.station.resume();
                    Progress::Running
                }
                None => Progress::Halted,
            },
            wanted @ (Ended::Stop | Ended::Expected(_) | Ended::Stepped) => Progress::Operator(wanted),
        }
    }

    /// What was printed since the last call: seven bits, unless all eight are wanted.
    pub fn take_printed(&mut self) -> Vec<u8> {
        let mut frames = self.station.take_frames();
        if !self.eight_bits {
            frames.iter_mut().for_each(|frame| *frame = unmarked(*frame));
        }
        frames
    }
}
