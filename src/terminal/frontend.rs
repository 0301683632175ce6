//! What is driven from the terminal: the machine with its teletype and operator, or a native performer without one.

use std::collections::VecDeque;
use std::io;
use std::path::Path;

use focal8::ascii::{CTRL_C, RETURN, unmarked};
use focal8::checkers::Game;
use focal8::debugger::{Debugger, Stop};
use focal8::devices::PointPlot;
use focal8::file_name;
use focal8::focal::Focal;
use focal8::focal::inspect::Inspect;
use focal8::focal::message::MessageFinder;
use focal8::host::{Host, NoHost};
use focal8::machine::{StopReason, Time};
use focal8::monitor::{Monitor, MonitorError, Speed, quoted_name};
use focal8::performer::{Performer, Status};
use focal8::phosphor::Phosphor;
use focal8::station::{Station, TypeAhead};
use focal8::teletype::Tail;
use focal8::word::Word;

use super::kept_program::KeptProgram;
use super::line_trace::TraceFile;
use super::lines::Lines;
use super::native_display::NativeDisplay;
use super::recording::Recording;
use super::rescue::Rescued;

/// One of the things that can be driven from a teletype.
pub enum Frontend {
    /// A PDP-8, with somebody to operate it.
    Machine(Box<MachineSession>),
    /// FOCAL without a machine inside.
    Focal(Native<Focal>),
    /// The checkers without FOCAL inside.
    Game(Native<Game>),
}

/// A performer that has no machine inside, the keys typed ahead for it, and the end of its paper.
pub struct Native<P> {
    /// The performer.
    pub performer: Box<P>,
    /// The operator's files.
    pub files: Box<dyn Host>,
    /// FOCAL's errors on the paper.
    pub messages: MessageFinder,
    /// Where to stop in a program.
    pub debugger: Debugger,
    /// What the operator wants to be done at such a stop.
    pub commands: VecDeque<String>,
    /// What FOCAL draws on.
    pub display: Option<NativeDisplay>,
    /// What of its program is in a file.
    pub kept: KeptProgram,
    /// The last command has saved the program, or loaded it.
    pub has_kept_program: bool,
    /// Where the lines that are done are traced.
    line_trace: Option<TraceFile>,
    type_ahead: TypeAhead,
    tail: Tail,
    speed: Speed,
}

/// A station, and what its operator has in mind.
pub struct MachineSession {
    /// The machine and its teletype.
    pub station: Station,
    /// The operator.
    pub monitor: Monitor,
    /// The operator's files.
    pub files: Box<dyn Host>,
    /// What to put into the switches after each HLT, before CONTINUE.
    pub continues: VecDeque<Word>,
    /// All eight bits of what is printed are wanted.
    pub eight_bits: bool,
    /// A command could not be done.
    pub failed: bool,
    /// Who is at its other lines.
    pub lines: Option<Lines>,
    /// The keys that begin another game, when it is a game that is played.
    pub new_game: Option<Vec<u8>>,
    /// What comes from outside is written down.
    pub recording: Option<Recording>,
    /// Where the lines that FOCAL has done are traced.
    pub line_trace: Option<TraceFile>,
    /// What of FOCAL's program is in a file.
    pub kept: KeptProgram,
}

impl Frontend {
    /// A machine.
    pub fn machine(station: Station, files: impl Host + 'static) -> Self {
        Frontend::Machine(Box::new(MachineSession::new(station, files)))
    }

    /// The native checkers.
    pub fn game(game: Game) -> Self {
        Frontend::Game(Native::new(game, NoHost::default()))
    }

    /// The station, if there is a machine.
    pub fn station(&self) -> Option<&Station> {
        match self {
            Frontend::Machine(session) => Some(&session.station),
            Frontend::Focal(_) | Frontend::Game(_) => None,
        }
    }

    /// Who is at the machine's other lines, if there are any.
    pub fn lines(&self) -> Option<&Lines> {
        match self {
            Frontend::Machine(session) => session.lines.as_ref(),
            Frontend::Focal(_) | Frontend::Game(_) => None,
        }
    }

    /// Whether the machine takes keys although a clock keeps it from waiting: see [`Station::takes_key_between_ticks`].
    pub fn takes_key_between_ticks(&self) -> bool {
        self.station().is_some_and(Station::takes_key_between_ticks)
    }

    /// The machine's simulated time; a native performer has only that of its display.
    pub fn time(&self) -> Option<Time> {
        match self {
            Frontend::Machine(session) => Some(session.time()),
            Frontend::Focal(native) => native.display.as_ref().map(NativeDisplay::time),
            Frontend::Game(_) => None,
        }
    }

    /// The tube of its display, and the time for which to look at it.
    pub fn tube(&self) -> Option<(&Phosphor, Time)> {
        match self {
            Frontend::Machine(session) => {
                Some((session.station.io_bus().device::<PointPlot>()?.tube(), session.time()))
            }
            Frontend::Focal(native) => native.display.as_ref().map(|display| (display.tube(), display.time())),
            Frontend::Game(_) => None,
        }
    }

    /// Memory cycles that are about a second of work at the machine's own speed; for a native performer, operations.
    pub fn cycles_per_second(&self) -> f64 {
        match self {
            Frontend::Machine(session) => session.cycles_per_second(),
            Frontend::Focal(_) | Frontend::Game(_) => 1e6,
        }
    }

    /// How fast it is to go.
    pub fn speed(&self) -> Speed {
        match self {
            Frontend::Machine(session) => session.monitor.speed,
            Frontend::Focal(native) => native.speed,
            Frontend::Game(native) => native.speed,
        }
    }

    /// Says how fast it is to go.
    pub fn set_speed(&mut self, speed: Speed) {
        match self {
            Frontend::Machine(session) => session.monitor.speed = speed,
            Frontend::Focal(native) => native.speed = speed,
            Frontend::Game(native) => native.speed = speed,
        }
    }

    /// The end of the paper.
    pub fn tail(&self) -> &Tail {
        match self {
            Frontend::Machine(session) => session.station.tail(),
            Frontend::Focal(native) => &native.tail,
            Frontend::Game(native) => &native.tail,
        }
    }

    /// Whether there is a game of which there can be another.
    pub fn has_a_game(&self) -> bool {
        match self {
            Frontend::Machine(session) => session.new_game.is_some(),
            Frontend::Focal(_) => false,
            Frontend::Game(_) => true,
        }
    }

    /// Begins another game, if it is a game that is played: by the keys that a person would press, if a machine plays.
    pub fn begin_another_game(&mut self) {
        match self {
            Frontend::Machine(session) => {
                if let Some(keys) = session.new_game.clone() {
                    session.station.forget_typed_ahead();
                    session.station.resume();
                    session.station.press(CTRL_C);
                    session.station.type_ahead(keys);
                }
            }
            Frontend::Focal(_) => {}
            Frontend::Game(native) => {
                *native = Native { speed: native.speed, ..Native::new(Game::default(), NoHost::default()) }
            }
        }
    }

    /// The files that it reads and writes.
    pub fn files(&mut self) -> &mut dyn Host {
        match self {
            Frontend::Machine(session) => session.files.as_mut(),
            Frontend::Focal(native) => native.files.as_mut(),
            Frontend::Game(native) => native.files.as_mut(),
        }
    }

    /// Traces every line of FOCAL that is done from now on; whether there is a FOCAL whose lines can be seen.
    pub fn trace_lines(&mut self) -> bool {
        match self {
            Frontend::Machine(session) => session.monitor.trace_focal(&session.station),
            Frontend::Focal(native) => {
                native.debugger.trace_lines(native.performer.as_ref());
                true
            }
            Frontend::Game(_) => false,
        }
    }

    /// Where that goes.
    pub fn set_line_trace(&mut self, file: TraceFile) {
        match self {
            Frontend::Machine(session) => session.line_trace = Some(file),
            Frontend::Focal(native) => native.line_trace = Some(file),
            Frontend::Game(_) => {}
        }
    }

    /// Works for `budget` cycles at most.
    pub fn run(&mut self, budget: u64) -> StopReason {
        match self {
            Frontend::Machine(session) => session.run(budget),
            Frontend::Focal(native) => native.run_drawing(budget),
            Frontend::Game(native) => native.run(budget),
        }
    }

    /// Between slices: what is being traced and printed goes to its files.
    pub fn flush(&mut self) -> io::Result<()> {
        match self {
            Frontend::Machine(session) => session.flush(),
            Frontend::Focal(native) => native.flush(),
            Frontend::Game(_) => Ok(()),
        }
    }

    /// The end: what is still under the punches, or traced, goes to the files that the operator named.
    pub fn close(&mut self) -> io::Result<()> {
        match self {
            Frontend::Machine(session) => session.close(),
            Frontend::Focal(native) => native.flush(),
            Frontend::Game(_) => Ok(()),
        }
    }

    /// Presses a key now.
    pub fn press(&mut self, key: u8) {
        match self {
            Frontend::Machine(session) => session.station.press(key),
            Frontend::Focal(native) => native.performer.press(key),
            Frontend::Game(native) => native.performer.press(key),
        }
    }

    /// Types keys ahead: each is pressed when it is waited for.
    pub fn type_ahead(&mut self, keys: impl IntoIterator<Item = u8>) {
        match self {
            Frontend::Machine(session) => session.station.type_ahead(keys),
            Frontend::Focal(native) => native.type_ahead.extend(keys),
            Frontend::Game(native) => native.type_ahead.extend(keys),
        }
    }

    /// Forgets the keys typed ahead.
    pub fn forget_typed_ahead(&mut self) {
        match self {
            Frontend::Machine(session) => session.station.forget_typed_ahead(),
            Frontend::Focal(native) => native.type_ahead.clear(),
            Frontend::Game(native) => native.type_ahead.clear(),
        }
    }

    /// Presses the next key typed ahead if a program that works on looks for it: see [`Station::press_if_polled`].
    pub fn press_if_polled(&mut self) {
        if let Frontend::Machine(session) = self {
            session.station.press_if_polled();
        }
    }

    /// The errors of FOCAL that have been printed.
    pub fn messages(&mut self) -> &mut MessageFinder {
        match self {
            Frontend::Machine(session) => session.monitor.messages(),
            Frontend::Focal(native) => &mut native.messages,
            Frontend::Game(native) => &mut native.messages,
        }
    }

    /// What was printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        match self {
            Frontend::Machine(session) => session.take_printed(),
            Frontend::Focal(native) => native.take_printed(),
            Frontend::Game(native) => native.take_printed(),
        }
    }
}

impl<P: Performer> Native<P> {
    /// A performer whose operator wants nothing yet.
    pub fn new(performer: P, files: impl Host + 'static) -> Self {
        Native {
            performer: Box::new(performer),
            files: Box::new(files),
            messages: MessageFinder::default(),
            debugger: Debugger::default(),
            commands: VecDeque::new(),
            display: None,
            line_trace: None,
            kept: KeptProgram::default(),
            has_kept_program: false,
            type_ahead: TypeAhead::default(),
            tail: Tail::default(),
            speed: Speed::default(),
        }
    }

    /// Types lines in place of what was typed ahead.
    pub fn type_lines(&mut self, lines: &[String]) {
        self.type_ahead.clear();
        self.type_ahead.extend(lines.iter().flat_map(|line| line.bytes().chain([RETURN])));
    }

    fn take_printed(&mut self) -> Vec<u8> {
        let printed = self.performer.take_printed();
        self.messages.read(&printed);
        self.tail.print_all(&printed);
        printed
    }

    fn run(&mut self, budget: u64) -> StopReason {
        let status = self.performer.run(budget);
        self.go_on(status)
    }

    /// What a run of the performer leads to.
    fn go_on(&mut self, status: Status) -> StopReason {
        match status {
            Status::Running => StopReason::Budget,
            Status::Halted => StopReason::Halt,
            Status::Waiting => match self.type_ahead.next_key() {
                Some(key) => {
                    self.performer.press(key);
                    StopReason::Budget
                }
                None => StopReason::Waiting,
            },
        }
    }
}

impl Native<Focal> {
    /// Draws on this display from now on.
    pub fn connect_display(&mut self, display: NativeDisplay) {
        self.performer.connect_display();
        self.display = Some(display);
    }

    /// Works, and what it lights is seen on its display.
    fn run_drawing(&mut self, budget: u64) -> StopReason {
        let reason = self.run_debugged(budget);
        if let Some(display) = &mut self.display {
            display.light(self.performer.take_points());
        }
        reason
    }

    /// Works, stopped where its debugger says, and after each command that lights points while it is held to their time.
    fn run_debugged(&mut self, budget: u64) -> StopReason {
        let is_held = self.display.is_some() && self.speed.factor().is_finite();
        if self.debugger.is_idle() {
            self.debugger.forget_position();
            if !is_held {
                return self.run(budget);
            }
        }
        let debugger = &mut self.debugger;
        let mut stop = None;
        let status = self.performer.run_observed(budget, |focal| {
            stop = if debugger.is_idle() { None } else { debugger.observe(focal) };
            stop.is_some() || is_held && focal.has_points()
        });
        if status == Some(Status::Waiting) && self.performer.place().is_none() {
            stop = self.debugger.at_prompt(self.performer.as_ref());
        }
        match stop {
            Some(Stop::Breakpoint | Stop::Changed | Stop::Failed(_)) => StopReason::Breakpoint,
            Some(Stop::Stepped) => StopReason::Stepped,
            None => self.go_on(status.unwrap_or(Status::Running)),
        }
    }

    /// What has been traced and drawn goes to its files.
    fn flush(&mut self) -> io::Result<()> {
        let drawn = self.display.as_mut().map_or(Ok(()), |display| display.flush(self.files.as_mut()));
        drawn.and(self.write_line_trace())
    }

    fn write_line_trace(&mut self) -> io::Result<()> {
        let written = TraceFile::write(&mut self.line_trace, &self.debugger.take_line_trace(), self.files.as_mut());
        written.inspect_err(|_| self.debugger.end_line_trace())
    }

    /// What the operator is told when it has been stopped.
    pub fn report(&mut self) -> String {
        self.commands = self.debugger.take_commands().into();
        match self.debugger.take_told() {
            told if told.is_empty() => "stopped\n".to_owned(),
            told => told,
        }
    }
}

impl MachineSession {
    /// A station whose operator wants nothing yet.
    pub fn new(station: Station, files: impl Host + 'static) -> Self {
        MachineSession {
            station,
            monitor: Monitor::default(),
            files: Box::new(files),
            continues: VecDeque::new(),
            eight_bits: false,
            failed: false,
            lines: None,
            new_game: None,
            recording: None,
            line_trace: None,
            kept: KeptProgram::default(),
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
        self.files.registry().release("--trace");
        let command = format!("trace {}", quoted_name(&file_name::of_host(path)));
        self.monitor.execute(&command, &mut self.station, self.files.as_mut()).map(|_| ())
    }

    /// Writes what has been traced, printed and done so far, and gives the other lines what is theirs.
    pub fn flush(&mut self) -> io::Result<()> {
        self.exchange();
        let flushed = self.monitor.flush(&mut self.station, self.files.as_mut()).map_err(io::Error::other);
        flushed.and(self.write_line_trace()).and(self.record())
    }

    /// The lines of FOCAL that have been done go to their file.
    fn write_line_trace(&mut self) -> io::Result<()> {
        let written = TraceFile::write(&mut self.line_trace, &self.monitor.take_focal_trace(), self.files.as_mut());
        written.inspect_err(|_| self.monitor.end_focal_trace())
    }

    /// Writes down what has been done to the machine.
    pub fn record(&mut self) -> io::Result<()> {
        let Some(recording) = &mut self.recording else { return Ok(()) };
        let written = recording.write(&mut self.station, self.files.as_mut());
        if written.is_err() {
            self.recording = None;
        }
        written.map_err(io::Error::other)
    }

    /// What has come on the other lines goes into the machine, and what it has printed there goes out.
    pub fn exchange(&mut self) {
        if let Some(lines) = &mut self.lines {
            lines.exchange(&mut self.station);
        }
    }

    /// The end: see [`Frontend::close`].
    pub fn close(&mut self) -> io::Result<()> {
        self.exchange();
        self.lines = None;
        let files = &mut Rescued(self.files.as_mut());
        let closed = self.monitor.close(&mut self.station, files).map_err(io::Error::other);
        let ended = match self.recording.take() {
            Some(recording) => recording.end(&mut self.station, files).map_err(io::Error::other),
            None => Ok(()),
        };
        closed.and(self.write_line_trace()).and(ended)
    }

    /// Works for `budget` cycles at most.
    pub fn run(&mut self, budget: u64) -> StopReason {
        self.exchange();
        match self.monitor.run(&mut self.station, budget) {
            StopReason::Halt => match self.continues.pop_front() {
                Some(switches) => {
                    self.station.machine_mut().sr = switches;
                    self.station.resume();
                    StopReason::Budget
                }
                None => StopReason::Halt,
            },
            reason => reason,
        }
    }

    /// What was printed since the last call: seven bits, unless all eight are wanted.
    pub fn take_printed(&mut self) -> Vec<u8> {
        let mut frames = self.station.take_frames();
        self.monitor.read_paper(&frames);
        if !self.eight_bits {
            frames.iter_mut().for_each(|frame| *frame = unmarked(*frame));
        }
        frames
    }
}
