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

use super::wiring::Wiring;

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
    looks: u64,
    happenings: u64,
    noted: Option<Box<Noted>>,
}

/// The state that might come back.
#[derive(Clone, Debug)]
struct Noted {
    machine: Machine,
    wiring: Wiring,
    /// The interrupt system has been on since then.
    interrupts: bool,
}

impl Watch {
    /// Nothing noted yet; the first window begins at once.
    pub fn new(machine: &Machine, wiring: &Wiring) -> Self {
        Watch {
            window: FIRST_WINDOW,
            gap: FIRST_GAP,
            until: machine.elapsed.instructions,
            looks: wiring.looks,
            happenings: wiring.happenings,
            noted: None,
        }
    }

    /// The count of instructions up to which the machine may run unobserved.
    pub fn unobserved_until(&self, machine: &Machine) -> u64 {
        if self.noted.is_some() { machine.elapsed.instructions } else { self.until }
    }

    /// Whether something has happened since the last look, so that what was seen means nothing.
    pub fn is_stale(&self, wiring: &Wiring) -> bool {
        wiring.next_event() != Time::NEVER || wiring.happenings != self.happenings
    }

    /// Runs an observed stretch, to the end of a window at most; says so when a state has come back.
    ///
    /// Only for a machine that runs, between instructions, with nothing on its way. Ends early when `keep_on` says so,
    /// when something begins, and at a HLT.
    pub fn observe(
        &mut self,
        machine: &mut Machine,
        wiring: &mut Wiring,
        mut keep_on: impl FnMut(&Machine) -> bool,
    ) -> Option<Idle> {
        let noted = self.noted.get_or_insert_with(|| {
            self.until = machine.elapsed.instructions + self.window;
            Box::new(Noted { machine: machine.clone(), wiring: wiring.clone(), interrupts: machine.ion })
        });
        while keep_on(machine) {
            machine.step(wiring);
            if !machine.running || wiring.next_event() != Time::NEVER {
                return None;
            }
            noted.interrupts |= machine.ion;
            let same_place = machine.pc == noted.machine.pc;
            if same_place && machine.has_state_of(&noted.machine) && wiring.has_state_of(&noted.wiring) {
                let looks = wiring.looks != noted.wiring.looks;
                let takes = !wiring.teletype.keyboard.flag();
                return Some(if takes && (looks || noted.interrupts) { Idle::Listening } else { Idle::Deaf });
            }
            if machine.elapsed.instructions >= self.until {
                self.begin_gap(machine, wiring);
                return None;
            }
        }
        None
    }

    /// The window has shown nothing: let the machine run, and look for longer next time.
    fn begin_gap(&mut self, machine: &Machine, wiring: &Wiring) {
        self.noted = None;
        let most = self.window * if wiring.looks == self.looks { SPARSE } else { DENSE };
        self.looks = wiring.looks;
        self.until = machine.elapsed.instructions + self.gap.min(most);
        if self.gap >= most {
            self.window *= 2;
        }
        self.gap = (self.gap * 2).min(self.window * SPARSE);
    }
}
