//! A PDP-8 with its ASR-33 and its other devices: tapes in, keys in, paper out.
//!
//! ```text
//!   tape -> core          keys ----\                      /---> paper
//!                                   ASR-33 === PDP-8 === ASR-33
//!   tape -> reader ----------------/         |            \---> punched tape
//!                                 high-speed reader, punch, clock
//! ```
//!
//! A station is a [`Performer`] like any other; it returns [`StopReason::Waiting`] only when the machine certainly
//! waits: see `idle.rs`. A station is plain data, so a clone of it is a snapshot.
//!
//! ```
//! use pdp8::machine::Config;
//! use pdp8::performer::{Performer, Status};
//! use pdp8::station::Station;
//! use pdp8::teletype::Speed;
//! use pdp8::word::{Address, Word};
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

mod awaited;
mod digest;
mod engine;
mod error;
mod forward_search;
mod idle;
mod image;
mod in_step;
mod input_event;
mod io_bus;
mod media;
mod operator;
mod paper;
mod search;
mod shelf;
mod snapshot;
mod stored_words;
mod time_travel;
mod timeline;
mod type_ahead;
mod units;

#[doc(hidden)]
pub use awaited::Output;
pub use digest::Digest;
pub use error::{InputError, StationError};
pub use image::{ImageError, is_core_image};
pub use input_event::{Attached, Contents, InputEvent, LineEvent};
pub use io_bus::{IoBus, PlugError};
pub use paper::Paper;
pub use search::{Store, Writer};
pub use snapshot::Snapshots;
pub use time_travel::TravelError;
pub use timeline::{Divergence, Timeline, TimelineEntry};
pub use type_ahead::TypeAhead;
pub use units::{AttachError, UnitId, boot_list, device_list, device_on_request, unit_list, unit_named, unit_names};
#[doc(hidden)]
pub use units::{model_for_unit, unit_for_size};

use std::collections::VecDeque;
use std::sync::Arc;

use crate::ascii::unmarked;
use crate::devices::Line;
use crate::machine::{BreakpointSet, Bus, Config, Elapsed, Limits, Machine, MajorState, StopReason, Time};
use crate::performer::{Performer, Status};
use crate::teletype::{Speed, Tail};
use crate::word::Address;

use awaited::Awaited;
use engine::Engine;
use idle::{Idle, Watch};
use operator::Untracked;
use shelf::Shelf;
use stored_words::Recording;

/// The maximum number of instructions that run before the station tests whether an event has become due.
const STRETCH_INSTRUCTIONS: u64 = 500_000;

/// The maximum number of cycles for which [`Station::will_listen`] runs a copy of the machine. In this number of
/// cycles, the Teletype can print at least twenty characters.
const LISTENING_CYCLES: u64 = 2_000_000;

/// A PDP-8 with its Teletype and devices.
#[derive(Clone, Debug)]
pub struct Station {
    machine: Machine,
    io_bus: IoBus,
    limits: Limits,
    /// The pressed keys that wait until the Teletype's line to the machine is free.
    pressed: VecDeque<u8>,
    /// The keys typed ahead that have not been pressed yet.
    type_ahead: TypeAhead,
    engine: Engine,
    /// The breakpoints of the present run.
    breakpoints: Arc<BreakpointSet>,
    /// The outputs that the present run awaits: the run stops when one of them changes.
    awaited: Awaited,
    watch: Watch,
    /// The way in which the machine waits, or `None` if the machine is not known to wait.
    idle: Option<Idle>,
    /// Whether the program has ever run with the interrupt system on.
    interrupts: bool,
    /// The last lines of the printed output that [`Station::take_frames`] has returned.
    tail: Tail,
    /// The length and hash of all printed output that [`Station::take_frames`] has returned.
    paper: Paper,
    timeline: Option<Arc<Timeline>>,
    /// The cycle of the next snapshot, or [`u64::MAX`] if there is no timeline.
    snapshot_due: u64,
    /// The interval since the last snapshot. Core records which words have been written during this interval.
    recording: Recording,
    /// The state before a change through [`Station::machine_mut`] or [`Station::io_bus_mut`], or `None` if all changes
    /// have been recorded.
    untracked: Option<Box<Untracked>>,
    /// Discs and DECtapes that are in no drive.
    shelf: Shelf,
}

impl Station {
    /// Makes a machine at power-on, with its Teletype on line and no tape anywhere.
    pub fn new(config: Config, speed: Speed) -> Self {
        let (machine, io_bus) = (Machine::new(config), IoBus::new(speed));
        let watch = Watch::new(&machine, &io_bus);
        Station {
            machine,
            io_bus,
            limits: Limits::NONE,
            pressed: VecDeque::new(),
            type_ahead: TypeAhead::default(),
            engine: Engine::default(),
            breakpoints: Arc::default(),
            awaited: Awaited::default(),
            watch,
            idle: None,
            interrupts: false,
            tail: Tail::default(),
            paper: Paper::default(),
            timeline: None,
            snapshot_due: u64::MAX,
            recording: Recording::default(),
            untracked: None,
            shelf: Shelf::default(),
        }
    }

    /// Returns the machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Returns the bus with the devices.
    pub fn io_bus(&self) -> &IoBus {
        &self.io_bus
    }

    /// Sets limits, counted from power-on, at which every run stops.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Whether the machine waits for a key, or will wait when it has finished printing.
    pub fn will_listen(&self) -> bool {
        let mut copy = self.clone();
        copy.forget_timeline();
        copy.forget_typed_ahead();
        copy.run(LISTENING_CYCLES) == StopReason::Waiting
    }

    /// Returns the output of an additional Teletype line since the last call, with all eight bits of each character.
    pub fn take_from_line(&mut self, number: u8) -> Vec<u8> {
        self.io_bus.line_mut(number).map(Line::take_printed).unwrap_or_default()
    }

    /// Returns the characters that the console has printed since the last call, with all eight bits of each character.
    pub fn take_frames(&mut self) -> Vec<u8> {
        let frames = self.io_bus.teletype_mut().printer.take_printed();
        self.tail.print_all(&frames);
        self.paper.add(&frames);
        frames
    }

    /// Returns the last lines of the printed output that [`Station::take_frames`] has returned.
    pub fn tail(&self) -> &Tail {
        &self.tail
    }

    /// Runs until the machine waits for a key, is in an endless loop, halts, reaches its limit, or has used up `budget`
    /// memory cycles.
    ///
    /// Keys typed ahead are pressed when the machine waits for a key. Several runs with smaller budgets have the same
    /// result as one run.
    pub fn run(&mut self, budget: u64) -> StopReason {
        let end = self.machine.elapsed.cycles.saturating_add(budget);
        self.sync();
        self.io_bus.update_lines();
        loop {
            self.press_next();
            if self.machine.elapsed.cycles >= self.snapshot_due {
                self.take_snapshot();
            }
            if !self.machine.running {
                return StopReason::Halt;
            }
            let idle = self.idle;
            match idle {
                Some(Idle::Listening) if self.press_typed() => continue,
                Some(Idle::Listening | Idle::OnLines) => return StopReason::Waiting,
                // If a limit is set, an endless loop runs to that limit.
                Some(Idle::Deaf) if self.limits == Limits::NONE => return StopReason::EndlessLoop,
                Some(Idle::Deaf) | None => {}
            }
            if let Some(limit) = self.limits.reached(&self.machine.elapsed) {
                return limit;
            }
            if self.machine.elapsed.cycles >= end || self.awaited.has_come(&self.io_bus) {
                return StopReason::Budget;
            }
            if self.breakpoints.meets(&self.machine, &self.io_bus) {
                return StopReason::Breakpoint;
            }
            self.stretch(end);
        }
    }

    /// Runs as [`Station::run`] does, and stops with [`StopReason::Breakpoint`] before an instruction that meets a
    /// breakpoint. The first instruction is always executed.
    pub fn run_to_breakpoint(&mut self, budget: u64, breakpoints: &Arc<BreakpointSet>) -> StopReason {
        self.run_to_breakpoint_or_output(budget, breakpoints, &[])
    }

    /// Runs as [`Station::run_to_breakpoint`] does. The run also stops, with [`StopReason::Budget`], after a change of
    /// one of `outputs`.
    #[doc(hidden)]
    pub fn run_to_breakpoint_or_output(
        &mut self,
        budget: u64,
        breakpoints: &Arc<BreakpointSet>,
        outputs: &[Output],
    ) -> StopReason {
        let end = self.machine.elapsed.cycles.saturating_add(budget);
        self.awaited = Awaited::next_of(outputs, &self.io_bus);
        let mut reason = self.run(1);
        if reason == StopReason::Budget {
            let left = end.saturating_sub(self.machine.elapsed.cycles);
            reason = self.with_breakpoints(breakpoints, |station| station.run(left));
        }
        self.awaited = Awaited::default();
        reason
    }

    /// Calls `run` with these breakpoints set.
    fn with_breakpoints<T>(&mut self, breakpoints: &Arc<BreakpointSet>, run: impl FnOnce(&mut Self) -> T) -> T {
        let none = std::mem::replace(&mut self.breakpoints, Arc::clone(breakpoints));
        let result = run(self);
        self.breakpoints = none;
        result
    }

    /// Runs for `budget` memory cycles, even if the machine waits for a key or is in an endless loop.
    #[doc(hidden)]
    pub fn run_idle(&mut self, budget: u64) {
        let cycles = self.machine.elapsed.cycles.saturating_add(budget);
        self.run_to(Limits { cycles, ..Limits::NONE });
        // The detection of waiting must begin again: it has not seen the stores of this run.
        self.watch.begin_again(&self.machine, &self.io_bus);
    }

    /// Runs as [`Station::run_idle`] does, and stops before an instruction that meets a breakpoint. The first
    /// instruction is always executed.
    #[doc(hidden)]
    pub fn run_idle_to_breakpoint(&mut self, budget: u64, breakpoints: &Arc<BreakpointSet>) {
        let end = self.machine.elapsed.cycles.saturating_add(budget);
        self.run_idle(1);
        let left = end.saturating_sub(self.machine.elapsed.cycles);
        self.with_breakpoints(breakpoints, |station| station.run_idle(left));
    }

    /// Runs until the simulated time is `until`, even if the machine waits for a key.
    ///
    /// Keys typed ahead are pressed when the machine waits for a key or polls the keyboard.
    pub fn run_until(&mut self, until: Time) -> StopReason {
        while !self.type_ahead.is_empty() && self.machine.elapsed.time < until {
            let left = until - self.machine.elapsed.time;
            match self.run(left.as_nanoseconds().div_ceil(self.machine.timing().read_cycle)) {
                StopReason::Budget => self.press_if_polled(),
                _ => break,
            }
        }
        self.invalidate();
        self.io_bus.update_lines();
        let reason = self.run_to(Limits { time: until, ..Limits::NONE });
        self.invalidate();
        reason
    }

    /// Runs to `goal`, without testing whether the machine waits.
    fn run_to(&mut self, goal: Limits) -> StopReason {
        self.sync();
        loop {
            self.press_next();
            if self.machine.elapsed.cycles >= self.snapshot_due {
                self.take_snapshot();
            }
            if !self.machine.running {
                return StopReason::Halt;
            }
            if let Some(limit) = self.limits.reached(&self.machine.elapsed) {
                return limit;
            }
            if goal.reached(&self.machine.elapsed).is_some() {
                return StopReason::Budget;
            }
            if self.breakpoints.meets(&self.machine, &self.io_bus) {
                return StopReason::Breakpoint;
            }
            self.interrupts |= self.machine.ion;
            let limits = Limits {
                instructions: self.limits.instructions,
                cycles: self.limits.cycles.min(goal.cycles).min(self.snapshot_due),
                time: self.limits.time.min(goal.time).min(self.io_bus.next_event()),
            };
            self.engine.run(&mut self.machine, &mut self.io_bus, limits, &self.breakpoints);
            self.engine.serve_between_instructions(&mut self.machine, &mut self.io_bus);
        }
    }

    /// Runs at most to the next event, to the next test of whether the machine waits, or to the cycle `end`, whichever
    /// comes first.
    fn stretch(&mut self, end: u64) {
        self.interrupts |= self.machine.ion;
        let Station { machine, io_bus, limits, engine, breakpoints, watch, snapshot_due, .. } = self;
        let mut limits = Limits { cycles: limits.cycles.min(end).min(*snapshot_due), ..*limits };
        // First finish the rest of an instruction after SING STEP: waiting can be detected only between instructions.
        if machine.state != MajorState::Fetch {
            engine.step(machine, io_bus);
            engine.serve_between_instructions(machine, io_bus);
            watch.begin_again(machine, io_bus);
            return;
        }
        let due = io_bus.next_event();
        if due != Time::NEVER {
            limits.time = due;
            engine.run(machine, io_bus, limits, breakpoints);
            engine.serve_between_instructions(machine, io_bus);
            watch.begin_again(machine, io_bus);
            return;
        }
        if self.idle == Some(Idle::Deaf) {
            engine.run(machine, io_bus, limits, breakpoints);
            return;
        }
        let unobserved = watch.unobserved_until(machine);
        if unobserved > machine.elapsed.instructions {
            let stretch = machine.elapsed.instructions.saturating_add(STRETCH_INSTRUCTIONS);
            limits.instructions = limits.instructions.min(unobserved).min(stretch);
            engine.run(machine, io_bus, limits, breakpoints);
        } else {
            let keep_on = |machine: &Machine, io_bus: &IoBus| {
                limits.reached(&machine.elapsed).is_none() && !breakpoints.meets(machine, io_bus)
            };
            self.idle = watch.observe(machine, io_bus, keep_on, |machine, io_bus| engine.step(machine, io_bus));
        }
        if watch.is_stale(io_bus) {
            watch.begin_again(machine, io_bus);
        }
    }

    /// Whether the program polls the keyboard, does not use interrupts, and has read the last key. A program of this
    /// kind reads the next key even if it is not in a loop that waits for a key.
    fn is_polling(&self) -> bool {
        let teletype = self.io_bus.teletype();
        let free = !teletype.keyboard.flag() && !teletype.is_receiving();
        free && self.pressed.is_empty() && self.io_bus.keyboard_polls > 0 && !self.interrupts
    }

    /// Starts or stops counting the time of the instructions at each address.
    #[doc(hidden)]
    pub fn count_addresses(&mut self, on: bool) {
        self.engine.count_addresses(&self.machine, on);
    }

    /// From now on, adds the time of the instructions to the account with this number, if times are counted. An account
    /// is a separate set of times; the first account is 0.
    #[doc(hidden)]
    pub fn count_into(&mut self, account: usize) {
        self.engine.count_into(&self.machine, account);
    }

    /// Empties the current account of times, and passes the times in this account to `each`. [`Station::count_into`]
    /// chooses the current account. For each address, `each` receives the address and the time of the instructions
    /// there. For the interrupt entries, `each` receives `None` and their time. If times are not counted, does nothing.
    #[doc(hidden)]
    pub fn take_counts(&mut self, each: impl FnMut(Option<Address>, Elapsed)) {
        self.engine.take_counts(each);
    }

    /// Types keys ahead: each key is pressed when the machine waits for one.
    pub fn type_ahead(&mut self, keys: impl IntoIterator<Item = u8>) {
        self.type_ahead.extend(keys);
    }

    /// Adds a key to the keys typed ahead. When all earlier keys have been pressed and read,
    /// [`Station::press_if_polled`] presses this key, even if the program does not poll the keyboard.
    #[doc(hidden)]
    pub fn deliver(&mut self, key: u8) {
        self.type_ahead.deliver(key);
    }

    /// Returns the keys typed ahead that have not been pressed.
    pub fn typed_ahead(&self) -> &TypeAhead {
        &self.type_ahead
    }

    /// Drops the keys typed ahead.
    pub fn forget_typed_ahead(&mut self) {
        self.type_ahead.clear();
    }

    /// Whether a key may be pressed although the machine does not wait for a key. This is possible if the only
    /// scheduled events are the ticks of a clock or the fading of a display. Returns false for a program that draws and
    /// uses interrupts, because such a program may be too busy to read keys.
    #[doc(hidden)]
    pub fn takes_key_between_ticks(&self) -> bool {
        let takes = if self.interrupts { !self.io_bus.is_glowing() } else { self.io_bus.keyboard_polls > 0 };
        self.has_free_keyboard() && takes && self.io_bus.only_ticks()
    }

    /// Whether the program has read the last key, and no other key is on its way.
    fn has_free_keyboard(&self) -> bool {
        let teletype = self.io_bus.teletype();
        let is_free = !teletype.keyboard.flag() && !teletype.is_receiving();
        is_free && self.pressed.is_empty() && self.machine.running
    }

    /// Presses the next key typed ahead if the program polls the keyboard, or if [`Station::takes_key_between_ticks`]
    /// returns true. A key from [`Station::deliver`] is pressed whenever the keyboard is free, even if the program does
    /// not poll the keyboard.
    ///
    /// For a person at the keyboard, call this method between two runs. [`Station::run`] never calls this method,
    /// because the time of the call depends on the host.
    #[doc(hidden)]
    pub fn press_if_polled(&mut self) {
        let is_delivered = self.type_ahead.next_reaches_busy() && self.has_free_keyboard();
        if is_delivered || self.is_polling() || self.takes_key_between_ticks() {
            self.press_typed();
        }
    }

    /// Presses the next key typed ahead. Returns false if there is no such key.
    fn press_typed(&mut self) -> bool {
        let key = self.type_ahead.next_key();
        self.pressed.extend(key);
        key.is_some()
    }

    /// Sends the first of the waiting keys to the machine, unless the Teletype is still receiving a key.
    fn press_next(&mut self) {
        if self.pressed.is_empty() {
            return;
        }
        self.engine.serve_between_instructions(&mut self.machine, &mut self.io_bus);
        if !self.io_bus.teletype().is_receiving()
            && let Some(key) = self.pressed.pop_front()
        {
            self.input(InputEvent::Key(unmarked(key).into()));
        }
    }

    /// Discards the finding that the machine waits for a key, and begins to search for a wait again. Called after a
    /// change from outside the machine.
    fn invalidate(&mut self) {
        self.idle = None;
        self.watch.begin_again(&self.machine, &self.io_bus);
    }
}

/// Lets the devices handle all due events, if the machine is running and no instruction is unfinished.
fn serve_between_instructions(machine: &mut Machine, io_bus: &mut IoBus) {
    if machine.running && machine.state == MajorState::Fetch {
        machine.serve_devices(io_bus);
    }
}

impl Performer for Station {
    fn press(&mut self, key: u8) {
        self.pressed.push_back(key);
    }

    fn run(&mut self, budget: u64) -> Status {
        match Station::run(self, budget) {
            StopReason::Budget => Status::Running,
            StopReason::Waiting => Status::Waiting,
            _ => Status::Halted,
        }
    }

    fn take_printed(&mut self) -> Vec<u8> {
        self.take_frames().into_iter().map(unmarked).collect()
    }
}
