//! A PDP-8 with its ASR-33 and its other devices: tapes in, keys in, paper out.
//!
//! ```text
//!   tape -> core          keys ----\                      /---> paper
//!                                   ASR-33 === PDP-8 === ASR-33
//!   tape -> reader ----------------/         |            \---> punched tape
//!                                 high-speed reader, punch, clock
//! ```
//!
//! A station is a [`Performer`], so it is driven as any other; it says [`Standing::Waiting`] only when that is certain,
//! see [`idle`](self::idle). It is plain data: a snapshot is a clone.
//!
//! ```
//! use focal8::machine::Config;
//! use focal8::performer::{Performer, Status};
//! use focal8::station::Station;
//! use focal8::teletype::Speed;
//! use focal8::word::{Address, Word};
//!
//! let mut station = Station::new(Config::default(), Speed::Fast);
//! // KSF; JMP .-1; KRB; TLS; TSF; JMP .-1; JMP 200: what is typed is printed.
//! let echo = [0o6031, 0o5200, 0o6036, 0o6046, 0o6041, 0o5204, 0o5200];
//! for (at, bits) in (0o200..).zip(echo) {
//!     station.deposit(Address::new(at), Word::new(bits));
//! }
//! station.start(Address::new(0o200));
//! assert_eq!(Performer::run(&mut station, 1_000_000), Status::Waiting);
//! station.press(b'A');
//! assert_eq!(Performer::run(&mut station, 1_000_000), Status::Waiting);
//! assert_eq!(station.take_printed(), b"A");
//! ```

mod engine;
mod error;
mod idle;
mod image;
mod io_bus;

pub use error::StationError;
pub use image::ImageError;
pub use io_bus::IoBus;

use std::collections::VecDeque;

use crate::ascii::{marked, unmarked};
use crate::machine::{Bus, Config, Limits, Machine, MajorState, Stop, Time};
use crate::performer::{Performer, Status};
use crate::tape::Tape;
use crate::teletype::Speed;
use crate::word::{Address, Word};

use engine::Engine;
use idle::{Idle, Watch};

/// The most instructions that run before it is seen whether something has begun.
const STRETCH: u64 = 500_000;

/// How a station stands when [`Station::run`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The budget is used up.
    Running,
    /// Nothing will happen until a key is pressed; the last one has been taken.
    Waiting,
    /// Nothing will happen any more, whatever key is pressed: an endless loop that does not look at the keyboard. With
    /// a limit set it is run to its limit instead.
    Deaf,
    /// A HLT.
    Halted,
    /// The limit that was set by [`Station::limit`] is reached.
    Limit(Stop),
}

/// A PDP-8 and what is around it.
#[derive(Clone, Debug)]
pub struct Station {
    machine: Machine,
    io_bus: IoBus,
    limits: Limits,
    /// Keys pressed while the line was busy.
    pressed: VecDeque<u8>,
    engine: Engine,
    watch: Watch,
    /// What was found out about waiting.
    idle: Option<Idle>,
    /// The program has been seen with the interrupt system on.
    interrupts: bool,
}

impl Station {
    /// A machine at power-on, its Teletype on line, no tape anywhere.
    pub fn new(config: Config, speed: Speed) -> Self {
        let (machine, io_bus) = (Machine::new(config), IoBus::new(speed));
        let watch = Watch::new(&machine, &io_bus);
        Station {
            machine,
            io_bus,
            limits: Limits::NONE,
            pressed: VecDeque::new(),
            engine: Engine::default(),
            watch,
            idle: None,
            interrupts: false,
        }
    }

    /// The machine, to look at.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine, for the operator's hands.
    pub fn machine_mut(&mut self) -> &mut Machine {
        self.invalidate();
        &mut self.machine
    }

    /// The devices, to look at.
    pub fn io_bus(&self) -> &IoBus {
        &self.io_bus
    }

    /// The devices, for hands that change tapes and turn knobs.
    pub fn io_bus_mut(&mut self) -> &mut IoBus {
        self.invalidate();
        &mut self.io_bus
    }

    /// Reads a BIN or RIM tape into core, all its sections, or nothing of it when something is wrong.
    pub fn load(&mut self, tape: &Tape) -> Result<(), StationError> {
        let program = tape.program()?;
        let memory = &mut self.machine_mut().memory;
        if let Some((address, _)) = program.words().find(|&(address, _)| !memory.is_present(address)) {
            return Err(StationError::NoCore { address, fields: memory.fields() });
        }
        program.words().for_each(|(address, word)| memory.write(address, word));
        Ok(())
    }

    /// Puts a word into core; lost where there is none.
    pub fn deposit(&mut self, address: Address, word: Word) {
        self.machine_mut().memory.write(address, word);
    }

    /// LOAD ADDRESS and START: clears AC, link, flags and the interrupt system, and sets RUN.
    pub fn start(&mut self, address: Address) {
        self.invalidate();
        self.machine.start_at(address, &mut self.io_bus);
    }

    /// START by itself: as [`Station::start`], from where PC stands, in the fields that are set.
    pub fn start_here(&mut self) {
        self.invalidate();
        self.machine.start(&mut self.io_bus);
    }

    /// CONTINUE: RUN, and nothing cleared.
    pub fn resume(&mut self) {
        self.machine_mut().resume();
    }

    /// Clears AC, link, flags and the interrupt system as START does, and leaves the machine stopped.
    pub fn reset(&mut self) {
        self.invalidate();
        self.machine.start(&mut self.io_bus);
        self.machine.running = false;
        self.pressed.clear();
    }

    /// Breakpoints for good when the machine has done so many instructions or cycles since power-on.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Puts a tape into the low-speed reader, its lever on START.
    pub fn mount(&mut self, frames: Vec<u8>) {
        let now = self.machine.elapsed.time;
        self.io_bus_mut().teletype.mount(frames, now);
    }

    /// Puts a tape into the high-speed reader.
    pub fn mount_fast(&mut self, frames: Vec<u8>) {
        self.io_bus_mut().fast_reader.mount(frames);
    }

    /// How long the Teletype takes for a character from now on.
    pub fn set_speed(&mut self, speed: Speed) {
        self.io_bus_mut().teletype.set_speed(speed);
    }

    /// What was printed since the last call, all eight bits.
    pub fn take_frames(&mut self) -> Vec<u8> {
        self.io_bus.teletype.printer.take_printed()
    }

    /// One memory cycle: SING STEP.
    pub fn cycle(&mut self) {
        self.invalidate();
        self.machine.cycle(&mut self.io_bus);
    }

    /// One instruction, or what is left of it: SING INST.
    pub fn step(&mut self) {
        self.invalidate();
        self.press_next();
        self.machine.step(&mut self.io_bus);
    }

    /// Runs until it waits, halts, reaches its limit, or has used up `budget` memory cycles.
    ///
    /// How the budgets are cut makes no difference to what happens when.
    pub fn run(&mut self, budget: u64) -> Standing {
        let end = self.machine.elapsed.cycles.saturating_add(budget);
        self.io_bus.update_lines();
        loop {
            self.press_next();
            if !self.machine.running {
                return Standing::Halted;
            }
            match self.idle {
                Some(Idle::Listening) => return Standing::Waiting,
                // An endless loop with a limit set is to be run to its limit.
                Some(Idle::Deaf) if self.limits == Limits::NONE => return Standing::Deaf,
                Some(Idle::Deaf) | None => {}
            }
            if let Some(stop) = self.limits.reached(&self.machine.elapsed) {
                return Standing::Limit(stop);
            }
            if self.machine.elapsed.cycles >= end {
                return Standing::Running;
            }
            self.stretch(end);
        }
    }

    /// Runs on for `budget` memory cycles although it stands [`Standing::Waiting`] or [`Standing::Deaf`]: round and round,
    /// for who counts its instructions.
    pub fn run_idle(&mut self, budget: u64) {
        let cycles = self.machine.elapsed.cycles.saturating_add(budget);
        self.run_to(Limits { cycles, ..Limits::NONE });
    }

    /// Runs until simulated time is `until`, whether the machine only waits or not: for who watches it waiting.
    pub fn run_until(&mut self, until: Time) -> Standing {
        self.invalidate();
        self.io_bus.update_lines();
        let standing = self.run_to(Limits { time: until, ..Limits::NONE });
        self.invalidate();
        standing
    }

    /// Runs to `goal`, without a look whether the machine only waits.
    fn run_to(&mut self, goal: Limits) -> Standing {
        loop {
            self.press_next();
            if !self.machine.running {
                return Standing::Halted;
            }
            if let Some(stop) = self.limits.reached(&self.machine.elapsed) {
                return Standing::Limit(stop);
            }
            if goal.reached(&self.machine.elapsed).is_some() {
                return Standing::Running;
            }
            self.interrupts |= self.machine.ion;
            let limits = Limits {
                instructions: self.limits.instructions,
                cycles: self.limits.cycles.min(goal.cycles),
                time: self.limits.time.min(goal.time).min(self.io_bus.next_event()),
            };
            self.engine.run(&mut self.machine, &mut self.io_bus, limits);
            if self.machine.running && self.machine.elapsed.time >= self.io_bus.next_event() {
                self.io_bus.advance(self.machine.elapsed.time);
            }
        }
    }

    /// Runs to the next thing that is due, or to the next look whether the machine only waits.
    fn stretch(&mut self, end: u64) {
        self.interrupts |= self.machine.ion;
        let Station { machine, io_bus, limits, engine, watch, .. } = self;
        let mut limits = Limits { cycles: limits.cycles.min(end), ..*limits };
        let due = io_bus.next_event();
        if due != Time::NEVER || machine.state != MajorState::Fetch {
            limits.time = due;
            engine.run(machine, io_bus, limits);
            if machine.running && machine.elapsed.time >= io_bus.next_event() {
                io_bus.advance(machine.elapsed.time);
            }
            *watch = Watch::new(machine, io_bus);
            return;
        }
        if self.idle == Some(Idle::Deaf) {
            engine.run(machine, io_bus, limits);
            return;
        }
        let unobserved = watch.unobserved_until(machine);
        if unobserved > machine.elapsed.instructions {
            let stretch = machine.elapsed.instructions.saturating_add(STRETCH);
            limits.instructions = limits.instructions.min(unobserved).min(stretch);
            engine.run(machine, io_bus, limits);
        } else {
            self.idle = watch.observe(machine, io_bus, |machine| limits.reached(&machine.elapsed).is_none());
        }
        if watch.is_stale(io_bus) {
            *watch = Watch::new(machine, io_bus);
        }
    }

    /// The limit that has been reached, if any.
    pub fn limit_reached(&self) -> Option<Stop> {
        self.limits.reached(&self.machine.elapsed)
    }

    /// Whether the program looks for keys itself, without interrupts, and has taken the last one: a key pressed now
    /// will be seen although the machine works on.
    pub fn is_polling(&self) -> bool {
        let free = !self.io_bus.teletype.keyboard.flag() && !self.io_bus.teletype.is_receiving();
        free && self.pressed.is_empty() && self.io_bus.keyboard_polls > 0 && !self.interrupts
    }

    /// Lets the key pressed first begin its way, if the line is free.
    fn press_next(&mut self) {
        if !self.pressed.is_empty() && !self.io_bus.teletype.is_receiving() {
            self.invalidate();
            let now = self.machine.elapsed.time;
            if let Some(key) = self.pressed.pop_front() {
                self.io_bus.teletype.press(marked(key), now);
                self.io_bus.update_lines();
            }
        }
    }

    /// Somebody has touched something: what was known of waiting is known no more.
    fn invalidate(&mut self) {
        self.idle = None;
        self.watch = Watch::new(&self.machine, &self.io_bus);
    }
}

impl Performer for Station {
    fn press(&mut self, key: u8) {
        self.pressed.push_back(key);
    }

    fn run(&mut self, budget: u64) -> Status {
        match Station::run(self, budget) {
            Standing::Running => Status::Running,
            Standing::Waiting => Status::Waiting,
            Standing::Deaf | Standing::Halted | Standing::Limit(_) => Status::Halted,
        }
    }

    fn take_printed(&mut self) -> Vec<u8> {
        self.take_frames().into_iter().map(unmarked).collect()
    }
}
