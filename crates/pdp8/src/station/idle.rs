//! Detects that the machine only waits for a key. The test works for any program, and is never wrong.
//!
//! While no event is scheduled (no character is being printed, and no key or frame is arriving), the machine is a
//! closed system: if its whole state repeats once, the machine will go through the same states forever, unless a key is
//! pressed. The search therefore observes the machine in windows, with gaps between them. At the beginning of each
//! window, the search records the state of the machine. During the window, the search compares the machine with the
//! recorded state after each instruction: first the PC, then, if the PC is equal, the registers, and last core and the
//! devices.
//!
//! ```text
//! event |window|  gap  |window|    gap    |  window  |        gap        |     window     |  ...
//! ```
//!
//! The windows grow, so that a loop of any length is found eventually (this is Brent's algorithm for finding a cycle).
//! The gaps between the windows grow too, so that a machine that does not wait runs at most two per cent slower because
//! of the search. While a program polls the keyboard and finds no key, it probably waits for a key, so the gaps are
//! short. The lengths of the gaps decide only how often the station searches, never what the search finds.

use crate::machine::{Bus, Machine, Memory, Registers, Time};
use crate::word::{Address, Word};

use super::io_bus::IoBus;

/// The number of instructions of the first window: enough for a few iterations of any usual wait loop. A window is a
/// period in which the search for a repeated state compares the machine, after each instruction, with its state at the
/// beginning of the window.
const FIRST_WINDOW_INSTRUCTIONS: u64 = 64;
/// The number of instructions of the first gap. The search for a repeated state compares the states of the machine in
/// windows; between two windows is a gap, in which the machine runs without comparisons. Each gap is twice as long as
/// the gap before it, up to a maximum.
const FIRST_GAP_INSTRUCTIONS: u64 = 256;
/// While the program does not poll the keyboard, a gap between two windows of the search for a repeated state is at
/// most this many times as long as the window before the gap.
const MAX_GAP_WINDOWS: u64 = 512;
/// While the program polls the keyboard, the search for a repeated state makes shorter gaps between its windows: a gap
/// is at most this many times as long as the window before the gap.
const MAX_GAP_WINDOWS_POLLING: u64 = 1;

/// The maximum number of stores that are not in the journal yet. The maximum is below the number of stores that
/// [`Memory::stored_since`] can return, because the last instruction may add further stores.
const MAX_UNNOTED_STORES: u64 = 240;

/// The way in which an idle machine waits. A machine is idle if it will go through the same states forever, unless a
/// key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// The program has read the console's last key, and polls the console's keyboard or uses interrupts. A key pressed
    /// on the console can end the waiting.
    Listening,
    /// No key pressed on the console can end the waiting, but a key pressed on another Teletype line can: the program
    /// polls such a line or uses interrupts.
    OnLines,
    /// The machine is in an endless loop: it polls no keyboard, or does not read the key that has arrived.
    Deaf,
}

/// The progress of the search for a repeated state.
#[derive(Clone, Debug)]
pub struct Watch {
    window: u64,
    gap: u64,
    /// The count of executed instructions at which the present window or gap ends. The search compares states in a
    /// window, and lets the machine run without comparisons in a gap.
    until: u64,
    keyboard_polls: u64,
    event_count: u64,
    noted: Option<Box<Noted>>,
    /// The words of core that have been written since the state was recorded.
    core: Journal,
}

/// The recorded state of the machine, except core, and the values that are needed to compare a later state with it.
#[derive(Clone, Debug)]
struct Noted {
    pc: Word,
    registers: Registers,
    /// The count of stores when the journal was last brought up to date.
    stores: u64,
    /// A copy of the devices, made just before the first IOT after the state was recorded. Until this IOT, the devices
    /// do not change.
    io_bus: Option<IoBus>,
    keyboard_polls: u64,
    line_polls: u64,
    /// Whether the interrupt system has been on at any time since the state was recorded.
    interrupts: bool,
}

/// The words that have been stored into since the state was recorded. Each pair is an address and the recorded word.
#[derive(Clone, Debug)]
struct Journal {
    words: Vec<(Address, Word)>,
    /// For each address, a bit that is set if the journal has the word at the address.
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

    /// Whether core has the words that it had in the recorded state.
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

    /// Executes one instruction with `step`, and records what the instruction changes.
    #[inline(always)]
    fn step(
        &mut self,
        core: &mut Journal,
        machine: &mut Machine,
        io_bus: &mut IoBus,
        step: impl FnOnce(&mut Machine, &mut IoBus),
    ) {
        let is_iot = machine.memory.read(machine.pc_address()).bits() >> 9 == 6;
        if is_iot && self.io_bus.is_none() {
            self.io_bus = Some(io_bus.clone());
        }
        step(machine, io_bus);
        self.interrupts |= machine.ion;
        if machine.memory.stores() - self.stores > MAX_UNNOTED_STORES {
            self.note_stores(core, &machine.memory);
        }
    }

    /// Adds the latest stores to the journal.
    fn note_stores(&mut self, core: &mut Journal, memory: &Memory) {
        let stored = memory.stored_since(self.stores).expect("no more is unnoted than is remembered");
        stored.for_each(|word| core.note(word));
        self.stores = memory.stores();
    }

    #[inline(always)]
    fn has_come_back(&mut self, core: &mut Journal, machine: &Machine, io_bus: &IoBus) -> bool {
        if machine.pc != self.pc || machine.registers() != self.registers {
            return false;
        }
        self.note_stores(core, &machine.memory);
        core.is_undone(&machine.memory) && self.io_bus.as_ref().is_none_or(|noted| noted == io_bus)
    }
}

impl Watch {
    /// Begins to search for a repeated state of the machine. The search compares states in windows of a number of
    /// instructions; between two windows, the machine runs without comparisons. The first window begins immediately.
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

    /// Begins the search for a repeated state of the machine again, and forgets the state that was recorded for the
    /// comparison.
    pub fn begin_again(&mut self, machine: &Machine, io_bus: &IoBus) {
        self.noted = None;
        (self.window, self.gap, self.until) =
            (FIRST_WINDOW_INSTRUCTIONS, FIRST_GAP_INSTRUCTIONS, machine.elapsed.instructions);
        (self.keyboard_polls, self.event_count) = (io_bus.keyboard_polls, io_bus.event_count);
    }

    /// Returns the instruction count up to which the machine may run without comparisons of its state. This is the
    /// present count if the search for a repeated state is comparing the state after each instruction.
    pub fn unobserved_until(&self, machine: &Machine) -> u64 {
        if self.noted.is_some() { machine.elapsed.instructions } else { self.until }
    }

    /// Whether the search for a repeated state of the machine must begin again, because an event is scheduled, or an
    /// event has happened since the search began.
    pub fn is_stale(&self, io_bus: &IoBus) -> bool {
        io_bus.next_event() != Time::NEVER || io_bus.event_count != self.event_count
    }

    /// Searches for a repeated state of the machine in a window, which is a short part of the run. Records the state at
    /// the beginning of the window, runs the machine with `step`, and compares the machine with this state after each
    /// instruction. Returns the way in which the machine waits if the state repeats in this run, and otherwise `None`.
    ///
    /// The machine must be running and between two instructions, and must have no scheduled event. The run ends early
    /// when `keep_on` returns false, when an event is scheduled, and at a HLT.
    pub(crate) fn observe(
        &mut self,
        machine: &mut Machine,
        io_bus: &mut IoBus,
        mut keep_on: impl FnMut(&Machine, &IoBus) -> bool,
        mut step: impl FnMut(&mut Machine, &mut IoBus),
    ) -> Option<Idle> {
        let noted = self.noted.get_or_insert_with(|| {
            self.until = machine.elapsed.instructions + self.window;
            self.core.clear();
            Box::new(Noted::new(machine, io_bus))
        });
        while keep_on(machine, io_bus) {
            noted.step(&mut self.core, machine, io_bus, &mut step);
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

    /// Ends a window of comparisons in which the recorded state has not come back, and begins a gap without
    /// comparisons. If the gap has the maximum length, the next window is twice as long as the last window.
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
