//! Recognising that the machine only waits: exactly, by letting a copy run and comparing.
//!
//! A machine whose complete state, devices included, comes back while no event is due will go round for ever:
//! only a key or an operator can change that. Nothing is known here of any program.
//!
//! This is the plain question, for who has a machine and a bus; the station, which must ask all the time, spreads the
//! same comparison over a long run.

use super::{Bus, Machine, MajorState, Time};

impl Machine {
    /// Whether the machine, left alone with `bus`, comes back to exactly its present state within `instructions`.
    ///
    /// Every register, every word of core and every device must be equal again; only the counts in
    /// [`Machine::elapsed`] may differ. While an event is due the answer is no, because the event will make a difference.
    /// `true` is certain; `false` may mean that the loop is longer than `instructions`.
    /// Neither the machine nor the bus is touched, but both are copied, so ask when there is reason to.
    pub fn is_idle<B: Bus + Clone + PartialEq>(&self, bus: &B, instructions: u32) -> bool {
        if !self.running || self.state != MajorState::Fetch || bus.next_event() != Time::NEVER {
            return false;
        }
        let mut copy = self.clone();
        let mut copied_bus = bus.clone();
        for _ in 0..instructions {
            copy.step(&mut copied_bus);
            if !copy.running || copied_bus.next_event() != Time::NEVER {
                return false;
            }
            // The cheap comparison first: most of the time the PC already says no.
            if copy.pc == self.pc && copy.has_state_of(self) && copied_bus == *bus {
                return true;
            }
        }
        false
    }

    /// Whether registers and core are equal; the counts do not matter.
    pub fn has_state_of(&self, other: &Machine) -> bool {
        self.ac == other.ac
            && self.link == other.link
            && self.mq == other.mq
            && self.sc == other.sc
            && self.pc == other.pc
            && self.ma == other.ma
            && self.mb == other.mb
            && self.ir == other.ir
            && self.sr == other.sr
            && self.extension == other.extension
            && self.ion == other.ion
            && self.ion_delay == other.ion_delay
            && self.gt == other.gt
            && self.mode_b == other.mode_b
            && self.state == other.state
            && (self.state == MajorState::Fetch || (self.address, self.eae) == (other.address, other.eae))
            && self.running == other.running
            && self.memory == other.memory
    }
}
