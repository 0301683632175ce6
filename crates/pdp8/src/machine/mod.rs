//! The processor and core of the PDP-8, simulated one memory cycle at a time. This module contains no device and uses
//! no file, clock or terminal.
//!
//! ```text
//!             +---+---+---+---+---+---+---+---+---+---+---+---+---+
//!             | L |                 AC  (0-11)                    |   link and accumulator, one ring for rotates
//!             +---+---+---+---+---+---+---+---+---+---+---+---+---+
//!                 |                 MQ  (0-11)                    |   multiplier quotient
//! +---+---+---+   +---+---+---+---+---+---+---+---+---+---+---+---+
//! |IF |IB |DF |   |        PC, MA, MB, SR  (0-11)                 |   SF: IF and DF before the last interrupt
//! +---+---+---+   +---+---+---+---+---+---+---+---+---+---+---+---+   IR 3 bits, SC 5 bits, ION
//! ```
//!
//! [`Machine`] is plain data: a snapshot is a clone. Everything outside the processor is a [`Bus`].
//!
//! ```
//! use pdp8::machine::{Config, Limits, Machine, NoDevices, StopReason};
//! use pdp8::word::{Address, Word};
//!
//! let mut machine = Machine::new(Config::default());
//! for (at, bits) in [(0o200, 0o7300), (0o201, 0o1205), (0o202, 0o1206), (0o203, 0o3207), (0o204, 0o7402)] {
//!     machine.memory.write(Address::new(at), Word::new(bits)); // CLA CLL; TAD 205; TAD 206; DCA 207; HLT
//! }
//! machine.memory.write(Address::new(0o205), Word::new(2));
//! machine.memory.write(Address::new(0o206), Word::new(3));
//! machine.start_at(Address::new(0o200), &mut NoDevices);
//! assert_eq!(machine.run(&mut NoDevices, Limits::NONE), StopReason::Halt);
//! assert_eq!(machine.memory.read(Address::new(0o207)), Word::new(5));
//! assert_eq!(machine.elapsed.cycles, 8);
//! assert_eq!(machine.elapsed.time.to_string(), "12.0"); // microseconds
//! ```

mod arithmetic;
mod breakpoint_set;
mod cycle;
mod data_break;
pub mod device;
mod device_error;
mod eae;
mod elapsed;
mod extension;
mod iot;
mod memory;
mod operate;
mod panel;
mod record;
mod stop;
mod trace;
mod translated;
mod volume;
mod word_set;

pub use breakpoint_set::BreakpointSet;
pub use cycle::MajorState;
pub(crate) use data_break::BreakCycles;
pub use data_break::DataBreak;
pub use device::Device;
pub use elapsed::Elapsed;
pub use extension::Extension;
pub use iot::{Bus, Iot, IotReply, NoDevices, Time};
pub use memory::Memory;
pub(crate) use memory::{PAGE, Period};
pub(crate) use record::MAX_COUNT;
pub use stop::StopReason;
pub use trace::trace;
#[doc(hidden)]
pub use trace::{TraceRecord, TraceText};
pub use translated::{Traces, TranslatedEngine};
pub use volume::{ChangedOutside, Geometry, Volume};
pub(crate) use word_set::WordSet;

use serde::{Deserialize, Serialize};

use crate::instruction::{Eae, Model, Timing};
use crate::word::{Address, Word};

/// The configuration of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The model.
    pub model: Model,
    /// The number of fields of 4096 words of core, 1 to 8. A machine with more than one field has the memory extension
    /// control.
    pub fields: u8,
    /// Whether the machine has the Extended Arithmetic Element (EAE). Ignored if the model cannot have an EAE.
    pub eae: bool,
    /// Whether the machine has time sharing: the KT8/I, or the time-sharing part of the KM8-E. Ignored if the model
    /// cannot have time sharing, or if the machine has only one field.
    #[serde(default, skip_serializing_if = "is_false")]
    pub time_share: bool,
}

/// Whether an option is absent. A core image omits an absent option.
pub(crate) const fn is_false(option: &bool) -> bool {
    !*option
}

impl Default for Config {
    /// Returns the configuration of a PDP-8/I with 4K and no options.
    fn default() -> Self {
        Config { model: Model::default(), fields: 1, eae: false, time_share: false }
    }
}

/// Limits of a run, in the counts of [`Machine::elapsed`] since power-on.
///
/// A run stops before the first instruction or interrupt entry at which a limit is reached. The count of instructions
/// never exceeds its limit. The cycles and the time may exceed their limits by the length of one instruction and its
/// data breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The count of instructions at which the run stops.
    pub instructions: u64,
    /// The count of memory cycles at which the run stops.
    pub cycles: u64,
    /// The simulated time at which the run stops.
    pub time: Time,
}

impl Limits {
    /// No limit: the machine runs until a HLT.
    pub const NONE: Limits = Limits { instructions: u64::MAX, cycles: u64::MAX, time: Time::NEVER };

    /// Returns the reason to stop if `elapsed` has reached a limit; otherwise `None`.
    #[inline]
    pub fn reached(&self, elapsed: &Elapsed) -> Option<StopReason> {
        if elapsed.cycles >= self.cycles {
            Some(StopReason::CycleLimit)
        } else if elapsed.instructions >= self.instructions {
            Some(StopReason::InstructionLimit)
        } else if elapsed.time >= self.time {
            Some(StopReason::TimeLimit)
        } else {
            None
        }
    }
}

/// The processor and its core. All registers and all words can be read and changed between cycles.
/// Two machines are equal when they have the same counts of cycles, instructions and time, and will always behave
/// alike.
#[derive(Clone, Debug)]
// This order of the fields is fast on the host. AC, PC, MA and MB must not be aligned to four bytes: the compiler reads
// an aligned half-word together with its neighbour, and the host stalls when only one of the two has just been stored.
// With the fields in the order of the handbook, the machine ran at little more than half its speed.
#[repr(C)]
pub struct Machine {
    /// The counts since power-on.
    pub elapsed: Elapsed,
    /// The core memory.
    pub memory: Memory,
    timing: Timing,
    /// The switch register.
    pub sr: Word,
    /// The accumulator.
    pub ac: Word,
    /// The multiplier quotient, if the machine has an MQ.
    pub mq: Word,
    /// The program counter: an offset in the instruction field.
    pub pc: Word,
    /// The instruction register: the operation, 0 to 7.
    pub ir: u8,
    /// The step counter of the EAE, 5 bits.
    pub sc: u8,
    /// The memory address of the last cycle, with its field.
    pub ma: Address,
    /// The link, the bit to the left of the AC. A carry out of the AC complements the link.
    pub link: bool,
    /// The major state of the next cycle.
    pub state: MajorState,
    /// The memory buffer: the word that the last cycle read, or wrote back.
    pub mb: Word,
    /// RUN: whether the machine runs. A HLT turns RUN off.
    pub running: bool,
    /// ION: whether the interrupt system is on.
    pub ion: bool,
    // The address for the next DEFER or EXECUTE, latched at the end of the previous cycle. This address has no meaning
    // before a FETCH.
    address: Address,
    /// Whether ION was the last instruction: the next instruction runs even when an interrupt is requested.
    pub ion_delay: bool,
    /// The field registers, with the values saved at the last interrupt.
    pub extension: Extension,
    /// The greater-than flag of the 8/E.
    pub gt: bool,
    /// Whether the EAE of the 8/E is in mode B.
    pub mode_b: bool,
    // The EAE function that waits for its operand; it has no meaning before a FETCH.
    eae: u8,
    config: Config,
    // The cycles of data breaks since power-on or since the machine was restored. Only the lamps depend on this field,
    // so it is not part of a core image, and equal machines may differ in it.
    break_cycles: BreakCycles,
}

impl Machine {
    /// Makes a machine as at power-on: core and registers 0, RUN and ION off, mode A.
    ///
    /// Ignores options that the model cannot have: core beyond the model's limit, the EAE of an 8/L, and time sharing
    /// without a second field.
    pub fn new(config: Config) -> Self {
        let Config { model, fields, eae, time_share } = config;
        let fields = fields.clamp(1, model.most_fields());
        let time_share = time_share && fields > 1 && model.traits().time_share;
        let config = Config { model, fields, eae: eae && model.takes_eae(), time_share };
        Machine {
            ac: Word::ZERO,
            link: false,
            mq: Word::ZERO,
            sc: 0,
            pc: Word::ZERO,
            ma: Address::default(),
            mb: Word::ZERO,
            ir: 0,
            sr: Word::ZERO,
            extension: Extension::default(),
            ion: false,
            ion_delay: false,
            gt: false,
            mode_b: false,
            eae: 0,
            state: MajorState::Fetch,
            running: false,
            memory: Memory::in_pairs(config.fields, config.model.traits().absent_pair),
            elapsed: Elapsed::default(),
            break_cycles: BreakCycles::default(),
            address: Address::default(),
            config,
            timing: config.model.traits().timing,
        }
    }

    /// Returns the configuration of the machine.
    pub const fn config(&self) -> Config {
        self.config
    }

    /// Returns the EAE; `None` if the machine has no EAE.
    const fn eae(&self) -> Option<Eae> {
        if self.config.eae { self.config.model.traits().eae } else { None }
    }

    /// Whether the machine has an MQ, in the EAE or in the processor.
    const fn has_mq(&self) -> bool {
        self.config.eae || self.config.model.traits().mq
    }

    /// Returns the times of the model's cycles and instructions.
    pub const fn timing(&self) -> Timing {
        self.timing
    }

    /// Returns the number of data break cycles so far, for each lamp that shows such cycles.
    pub(crate) const fn break_cycles(&self) -> BreakCycles {
        self.break_cycles
    }

    /// Returns the PC with the instruction field: the address of the next instruction.
    pub const fn pc_address(&self) -> Address {
        Address::in_field(self.extension.instruction_field, self.pc)
    }

    /// Whether `other` has the same registers and the same core. The counts may differ.
    #[doc(hidden)]
    pub fn has_state_of(&self, other: &Machine) -> bool {
        self.registers() == other.registers() && self.memory == other.memory
    }

    /// Returns all registers that affect the rest of the run, without core.
    pub(crate) fn registers(&self) -> Registers {
        // The latched values have no meaning before a FETCH, and the EAE function has a meaning only in an operate
        // instruction.
        let eae = if self.ir == 7 { self.eae } else { 0 };
        let latched = (self.state != MajorState::Fetch).then_some((self.address, eae));
        Registers {
            lac: (self.link, self.ac),
            arithmetic: (self.mq, self.sc, self.gt, self.mode_b),
            place: (self.pc, self.ma, self.mb, self.ir, self.sr),
            extension: self.extension,
            interrupts: (self.ion, self.ion_delay),
            state: (self.state, latched, self.running),
        }
    }

    /// Runs until a HLT or a limit. Returns [`StopReason::Halt`] immediately if RUN is off.
    pub fn run<B: Bus>(&mut self, bus: &mut B, limits: Limits) -> StopReason {
        while self.running {
            if self.state == MajorState::Fetch
                && let Some(stop) = limits.reached(&self.elapsed)
            {
                return stop;
            }
            self.step(bus);
        }
        StopReason::Halt
    }

    /// Runs until a HLT, a limit or a breakpoint. Returns [`StopReason::Halt`] immediately if RUN is off.
    #[doc(hidden)]
    pub fn run_to_breakpoint<B: Bus>(
        &mut self,
        bus: &mut B,
        limits: Limits,
        breakpoints: &BreakpointSet,
    ) -> StopReason {
        loop {
            // `None` means that the time of the next event has changed: continue the run.
            if let Some(reason) = self.run_to_change(bus, limits, breakpoints) {
                return reason;
            }
        }
    }

    /// Runs until a HLT, a limit or a breakpoint. An instruction that changes the time of the next device event also
    /// ends the run; in this case the method returns `None`.
    pub(crate) fn run_to_change<B: Bus>(
        &mut self,
        bus: &mut B,
        limits: Limits,
        breakpoints: &BreakpointSet,
    ) -> Option<StopReason> {
        self.run_to_change_by(bus, limits, breakpoints, Machine::step)
    }

    /// Runs like [`Machine::run_to_change`], and executes each instruction with `step`.
    #[inline]
    pub(crate) fn run_to_change_by<B: Bus>(
        &mut self,
        bus: &mut B,
        limits: Limits,
        breakpoints: &BreakpointSet,
        mut step: impl FnMut(&mut Self, &mut B),
    ) -> Option<StopReason> {
        let next_event = bus.next_event();
        while self.running {
            if self.state == MajorState::Fetch {
                if let Some(stop) = limits.reached(&self.elapsed) {
                    return Some(stop);
                }
                if breakpoints.meets(self, bus) {
                    return Some(StopReason::Breakpoint);
                }
                if bus.next_event() != next_event {
                    return None;
                }
            }
            step(self, bus);
        }
        Some(StopReason::Halt)
    }

    /// Executes one instruction or one interrupt entry, as the machine does with the switch SING INST on. If an
    /// instruction has begun, executes the rest of the instruction.
    #[inline]
    pub fn step<B: Bus>(&mut self, bus: &mut B) {
        if self.state == MajorState::Fetch {
            self.begin(bus);
        }
        if self.state == MajorState::Defer {
            self.defer();
        }
        // DAD and DST of the EAE have two EXECUTE cycles.
        while self.state == MajorState::Execute {
            self.execute();
        }
    }
}

/// The registers of a machine, without core, for comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Registers {
    lac: (bool, Word),
    arithmetic: (Word, u8, bool, bool),
    place: (Word, Address, Word, u8, Word),
    extension: Extension,
    interrupts: (bool, bool),
    state: (MajorState, Option<(Address, u8)>, bool),
}

impl PartialEq for Machine {
    fn eq(&self, other: &Self) -> bool {
        self.config == other.config && self.elapsed == other.elapsed && self.has_state_of(other)
    }
}

impl Eq for Machine {}
