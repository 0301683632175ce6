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
//! for a key and found none probably waits for one, and for it the gaps are short. That decides only how hard we look,
//! never what we find.

use crate::machine::{Bus, Machine, Time};

use super::io_bus::IoBus;

/// Instructions of the first window: some turns of any usual wait loop.
const FIRST_WINDOW: u64 = 64;
/// Instructions of the first gap; it doubles until gaps are sparse.
const FIRST_GAP: u64 = 256;
/// A gap is at most so many windows long while the machine computes,
const SPARSE: u64 = 512;
/// and so many when the program looks for keys.
const DENSE: u64 = 1;

/// A machine whose state has come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// It looks at the keyboard, or has the interrupt system on: a key will be noticed.
    Listening,
    /// It does neither, or has a key that it does not take: it will go round for ever.
    Deaf,
}

/// Where the looking stands.
#[derive(Clone, Debug)]
pub struct Watch {
    window: u64,
    gap: u64,
    /// The count of instructions at which the present window or gap ends.
    until: u64,
    keyboard_polls: u64,
    event_count: u64,
    noted: Option<Box<Noted>>,
}

/// The state that might come back.
#[derive(Clone, Debug)]
struct Noted {
    machine: Machine,
    io_bus: IoBus,
    /// The interrupt system has been on since then.
    interrupts: bool,
}

impl Watch {
    /// Nothing noted yet; the first window begins at once.
    pub fn new(machine: &Machine, io_bus: &IoBus) -> Self {
        Watch {
            window: FIRST_WINDOW,
            gap: FIRST_GAP,
            until: machine.elapsed.instructions,
            keyboard_polls: io_bus.keyboard_polls,
            event_count: io_bus.event_count,
            noted: None,
        }
    }

    /// The count of instructions up to which the machine may run unobserved.
    pub fn unobserved_until(&self, machine: &Machine) -> u64 {
        if self.noted.is_some() { machine.elapsed.instructions } else { self.until }
    }

    /// Whether something has happened since the last look, so that what was seen means nothing.
    pub fn is_stale(&self, io_bus: &IoBus) -> bool {
        io_bus.next_event() != Time::NEVER || io_bus.event_count != self.event_count
    }

    /// Runs an observed stretch, to the end of a window at most; says so when a state has come back.
    ///
    /// Only for a machine that runs, between instructions, with nothing on its way. Ends early when `keep_on` says so,
    /// when something begins, and at a HLT.
    pub fn observe(
        &mut self,
        machine: &mut Machine,
        io_bus: &mut IoBus,
        mut keep_on: impl FnMut(&Machine) -> bool,
    ) -> Option<Idle> {
        let noted = self.noted.get_or_insert_with(|| {
            self.until = machine.elapsed.instructions + self.window;
            Box::new(Noted { machine: machine.clone(), io_bus: io_bus.clone(), interrupts: machine.ion })
        });
        while keep_on(machine) {
            machine.step(io_bus);
            if !machine.running || io_bus.next_event() != Time::NEVER {
                return None;
            }
            noted.interrupts |= machine.ion;
            let same_place = machine.pc == noted.machine.pc;
            if same_place && machine.has_state_of(&noted.machine) && *io_bus == noted.io_bus {
                let keyboard_polls = io_bus.keyboard_polls != noted.io_bus.keyboard_polls;
                let takes = !io_bus.teletype().keyboard.flag();
                return Some(if takes && (keyboard_polls || noted.interrupts) { Idle::Listening } else { Idle::Deaf });
            }
            if machine.elapsed.instructions >= self.until {
                self.begin_gap(machine, io_bus);
                return None;
            }
        }
        None
    }

    /// The window has shown nothing: let the machine run, and look for longer next time.
    fn begin_gap(&mut self, machine: &Machine, io_bus: &IoBus) {
        self.noted = None;
        let most = self.window * if io_bus.keyboard_polls == self.keyboard_polls { SPARSE } else { DENSE };
        self.keyboard_polls = io_bus.keyboard_polls;
        self.until = machine.elapsed.instructions + self.gap.min(most);
        if self.gap >= most {
            self.window *= 2;
        }
        self.gap = (self.gap * 2).min(self.window * SPARSE);
    }
}
