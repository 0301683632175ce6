//! Recognising that the machine only waits for a key: exactly, whatever program is inside.
//!
//! While nothing is on its way (no character being printed, no key or frame arriving) the machine is a closed system:
//! if its whole state comes back once it will come back for ever, and only a key can change that. So the state is
//! noted now and then, and for a while afterwards it is compared with what was noted after each instruction: the PC
//! alone for most, all registers for some, core and devices for few.
//!
//! ```text
//! quiet |window|  gap  |window|    gap    |  window  |        gap        |     window     |  ...
//! ```
//!
//! The windows grow, so that a loop of any length is found in the end (this is Brent's way of finding a cycle), and so
//! do the gaps, so that a machine that computes is slowed by a hundredth or two at most. A program that has just looked
//! for a key and found none probably waits for one, and for it the gaps are short. That decides only how hard the station searches,
//! never what it finds.

use crate::machine::{Bus, Machine, Memory, Registers, Time};
use crate::word::{Address, Word};

use super::io_bus::IoBus;

/// Instructions of the first window: some turns of any usual wait loop.
const FIRST_WINDOW_INSTRUCTIONS: u64 = 64;
/// Instructions of the first gap; it doubles until gaps are sparse.
const FIRST_GAP_INSTRUCTIONS: u64 = 256;
/// The longest gap while the machine computes, in windows.
const MAX_GAP_WINDOWS: u64 = 512;
/// The longest gap while the program polls the keyboard, in windows.
const MAX_GAP_WINDOWS_POLLING: u64 = 1;

/// Stores that need not be in the journal yet: core remembers them, and those of one more instruction.
const MAX_UNNOTED_STORES: u64 = 240;

/// How a machine waits whose state has come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// It polls the keyboard, or has the interrupt system on: a key will be noticed.
    Listening,
    /// It does not poll the console's keyboard, but another line's: what comes there will be noticed.
    OnLines,
    /// It does neither, or does not take the key that has come: it loops for ever.
    Deaf,
}

/// The state of the search for a repeated state.
#[derive(Clone, Debug)]
pub struct Watch {
    window: u64,
    gap: u64,
    /// The count of instructions at which the present window or gap ends.
    until: u64,
    keyboard_polls: u64,
    event_count: u64,
    noted: Option<Box<Noted>>,
    /// The words stored into since then; kept from window to window to reuse its memory.
    core: Journal,
}

/// The state that might come back: not a copy, but what is needed to recognise it.
#[derive(Clone, Debug)]
struct Noted {
    pc: Word,
    registers: Registers,
    /// The count of stores when the journal was last brought up to date.
    stores: u64,
    /// The devices, copied before the first IOT: until then they have not changed.
    io_bus: Option<IoBus>,
    keyboard_polls: u64,
    line_polls: u64,
    /// Whether the interrupt system has been on since then.
    interrupts: bool,
}

/// The contents that words of core had before they were first stored into.
#[derive(Clone, Debug)]
struct Journal {
    words: Vec<(Address, Word)>,
    /// A bit for each address in it.
    known: Box<[u64; 0o100000 / 64]>,
}

impl Journal {
    fn new() -> Self {
        Journal { words: Vec::new(), known: Box::new([0; 0o100000 / 64]) }
    }

    fn clear(&mut self) {
        for (address, _) in self.words.drain(..) {
            self.known[usize::from(address.bits() / 64)] = 0;
        }
    }

    fn note(&mut self, (address, before): (Address, Word)) {
        let (at, bit) = (usize::from(address.bits() / 64), 1 << (address.bits() % 64));
        if self.known[at] & bit == 0 {
            self.known[at] |= bit;
            self.words.push((address, before));
        }
    }

    /// Whether core is as it was.
    fn is_undone(&self, memory: &Memory) -> bool {
        self.words.iter().all(|&(address, before)| memory.read(address) == before)
    }
}

impl Noted {
    fn new(machine: &Machine, io_bus: &IoBus) -> Self {
        Noted {
            pc: machine.pc,
            registers: machine.registers(),
            stores: machine.memory.stores(),
            io_bus: None,
            keyboard_polls: io_bus.keyboard_polls,
            line_polls: io_bus.line_polls,
            interrupts: machine.ion,
        }
    }

    /// Steps one instruction, and records what it changes.
    fn step(&mut self, core: &mut Journal, machine: &mut Machine, io_bus: &mut IoBus) {
        let is_iot = machine.memory.read(machine.pc_address()).bits() >> 9 == 6;
        if is_iot && self.io_bus.is_none() {
            self.io_bus = Some(io_bus.clone());
        }
        machine.step(io_bus);
        self.interrupts |= machine.ion;
        if machine.memory.stores() - self.stores > MAX_UNNOTED_STORES {
            self.note_stores(core, &machine.memory);
        }
    }

    /// Brings the journal up to date. Core itself remembers the last stores, so that few windows need this.
    fn note_stores(&mut self, core: &mut Journal, memory: &Memory) {
        let stored = memory.stored_since(self.stores).expect("no more is unnoted than is remembered");
        stored.for_each(|word| core.note(word));
        self.stores = memory.stores();
    }

    fn has_come_back(&mut self, core: &mut Journal, machine: &Machine, io_bus: &IoBus) -> bool {
        if machine.pc != self.pc || machine.registers() != self.registers {
            return false;
        }
        self.note_stores(core, &machine.memory);
        core.is_undone(&machine.memory) && self.io_bus.as_ref().is_none_or(|noted| noted == io_bus)
    }
}

impl Watch {
    /// A search with nothing recorded; its first window begins at once.
    pub(crate) fn new(machine: &Machine, io_bus: &IoBus) -> Self {
        Watch {
            window: FIRST_WINDOW_INSTRUCTIONS,
            gap: FIRST_GAP_INSTRUCTIONS,
            until: machine.elapsed.instructions,
            keyboard_polls: io_bus.keyboard_polls,
            event_count: io_bus.event_count,
            noted: None,
            core: Journal::new(),
        }
    }

    /// Begins the search again: what was recorded is no longer valid.
    pub fn begin_again(&mut self, machine: &Machine, io_bus: &IoBus) {
        self.noted = None;
        (self.window, self.gap, self.until) =
            (FIRST_WINDOW_INSTRUCTIONS, FIRST_GAP_INSTRUCTIONS, machine.elapsed.instructions);
        (self.keyboard_polls, self.event_count) = (io_bus.keyboard_polls, io_bus.event_count);
    }

    /// The count of instructions up to which the machine may run unobserved.
    pub fn unobserved_until(&self, machine: &Machine) -> u64 {
        if self.noted.is_some() { machine.elapsed.instructions } else { self.until }
    }

    /// Whether an event has happened since the last observation, so that what was recorded is no longer valid.
    pub fn is_stale(&self, io_bus: &IoBus) -> bool {
        io_bus.next_event() != Time::NEVER || io_bus.event_count != self.event_count
    }

    /// Runs an observed stretch, to the end of a window at most; returns how the machine waits if a state has come back.
    ///
    /// Only for a machine that runs, between instructions, with nothing on its way. Ends early when `keep_on` says so,
    /// when something begins, and at a HLT.
    pub(crate) fn observe(
        &mut self,
        machine: &mut Machine,
        io_bus: &mut IoBus,
        mut keep_on: impl FnMut(&Machine) -> bool,
    ) -> Option<Idle> {
        let noted = self.noted.get_or_insert_with(|| {
            self.until = machine.elapsed.instructions + self.window;
            self.core.clear();
            Box::new(Noted::new(machine, io_bus))
        });
        while keep_on(machine) {
            noted.step(&mut self.core, machine, io_bus);
            if !machine.running || io_bus.next_event() != Time::NEVER {
                return None;
            }
            if noted.has_come_back(&mut self.core, machine, io_bus) {
                let keyboard_polls = io_bus.keyboard_polls != noted.keyboard_polls;
                let takes = !io_bus.teletype().keyboard.flag();
                let line_polls = io_bus.has_lines() && (io_bus.line_polls != noted.line_polls || noted.interrupts);
                return Some(match takes && (keyboard_polls || noted.interrupts) {
                    true => Idle::Listening,
                    false if line_polls => Idle::OnLines,
                    false => Idle::Deaf,
                });
            }
            if machine.elapsed.instructions >= self.until {
                self.begin_gap(machine, io_bus);
                return None;
            }
        }
        None
    }

    /// Begins a gap after a window in which no state came back; the next window is longer.
    fn begin_gap(&mut self, machine: &Machine, io_bus: &IoBus) {
        self.noted = None;
        let most = self.window
            * if io_bus.keyboard_polls == self.keyboard_polls { MAX_GAP_WINDOWS } else { MAX_GAP_WINDOWS_POLLING };
        self.keyboard_polls = io_bus.keyboard_polls;
        self.until = machine.elapsed.instructions + self.gap.min(most);
        if self.gap >= most {
            self.window *= 2;
        }
        self.gap = (self.gap * 2).min(self.window * MAX_GAP_WINDOWS);
    }
}
