//! The interface between processor and devices: IOT pulses, AC lines, skip line, interrupt request, time.
//!
//! An IOT (`6ddp`) puts the device code `dd` on the bus. For each bit that is set in `p`, the processor then sends a
//! pulse: IOP1, IOP2, IOP4, in this order. During the pulses, a device may clear the AC, OR bits into the AC, and pull
//! the skip line. The 8/E sends the three bits as a code instead of pulses. A device that works with models of both
//! kinds looks at [`Iot::model`].

use std::fmt;
use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

use super::DataBreak;
use crate::instruction::Model;
use crate::word::{Address, Word};

/// Simulated time, in nanoseconds: a point in time since power-on, or a duration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "Option<u64>", from = "Option<u64>")]
pub struct Time(u64);

impl Time {
    /// The time of power-on, or a duration of 0.
    pub const ZERO: Time = Time(0);
    /// The time of an event that never comes.
    pub const NEVER: Time = Time(u64::MAX);

    /// Makes a time from nanoseconds.
    pub const fn nanoseconds(count: u64) -> Time {
        Time(count)
    }

    /// Makes a time from microseconds.
    pub const fn microseconds(count: u64) -> Time {
        Time(count * 1_000)
    }

    /// Makes a time from milliseconds.
    pub const fn milliseconds(count: u64) -> Time {
        Time(count * 1_000_000)
    }

    /// Adds nanoseconds; the sum must be less than 584 years.
    #[inline]
    pub(super) const fn pass(&mut self, nanoseconds: u64) {
        self.0 = self.0.wrapping_add(nanoseconds);
    }

    /// Returns the time in nanoseconds.
    pub const fn as_nanoseconds(self) -> u64 {
        self.0
    }
}

/// Converts a time to its form in a core image: [`Time::NEVER`] becomes `null`.
impl From<Time> for Option<u64> {
    fn from(time: Time) -> Option<u64> {
        (time != Time::NEVER).then_some(time.0)
    }
}

impl From<Option<u64>> for Time {
    fn from(nanoseconds: Option<u64>) -> Time {
        nanoseconds.map_or(Time::NEVER, Time)
    }
}

impl Add for Time {
    type Output = Time;

    fn add(self, length: Time) -> Time {
        Time(self.0.saturating_add(length.0))
    }
}

impl Sub for Time {
    type Output = Time;

    /// Returns the time from `earlier` to this time; zero if this time is before `earlier`.
    fn sub(self, earlier: Time) -> Time {
        Time(self.0.saturating_sub(earlier.0))
    }
}

/// Writes microseconds with one digit after the point, as `--registers` prints them: `375000000.0`.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 + 50) / 100;
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}

/// One IOT instruction, as the bus sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iot {
    /// The device code, 0 to 77 octal.
    pub device: u8,
    /// The pulses: the sum of IOP1 = 1, IOP2 = 2 and IOP4 = 4. On the 8/E, a code from 0 to 7.
    pub pulses: u8,
    /// The model, which decides whether `pulses` are pulses or a code.
    pub model: Model,
    /// The time at which the instruction began.
    pub now: Time,
    /// The address of the instruction.
    pub at: Address,
}

impl Iot {
    /// Returns the instruction word.
    pub(crate) fn word(self) -> Word {
        Word::new(0o6000 | u16::from(self.device) << 3 | u16::from(self.pulses))
    }

    /// Whether IOP1 is sent; at this pulse most devices skip the next instruction if a flag is set.
    pub const fn iop1(self) -> bool {
        self.pulses & 1 != 0
    }

    /// Whether IOP2 is sent; at this pulse most devices clear a flag.
    pub const fn iop2(self) -> bool {
        self.pulses & 2 != 0
    }

    /// Whether IOP4 is sent; at this pulse most devices transfer data.
    pub const fn iop4(self) -> bool {
        self.pulses & 4 != 0
    }
}

/// The answer of a device to an IOT: the new AC, and whether the program skips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IotReply {
    /// The AC. A device can clear the AC, or OR bits into the AC.
    pub ac: Word,
    /// Whether the device pulls the skip line, which skips the next instruction.
    pub skip: bool,
}

impl IotReply {
    /// Pulls the skip line if `flag` is set.
    pub fn skip_if(&mut self, flag: bool) {
        self.skip |= flag;
    }

    /// Clears the AC.
    pub fn clear_ac(&mut self) {
        self.ac = Word::ZERO;
    }

    /// ORs bits into the AC.
    pub fn or_into_ac(&mut self, bits: u16) {
        self.ac = Word::new(self.ac.bits() | bits);
    }
}

/// The interface of the processor to all devices.
///
/// Time passes for devices only in [`Bus::advance`]. Before each instruction, the machine calls `advance` if the time
/// of [`Bus::next_event`] has come. So an event affects only instructions that begin at the time of the event or
/// later.
pub trait Bus {
    /// Carries out an IOT for a device. The IOTs with the device codes 00 and 20 to 27 belong to the processor and
    /// never reach the bus.
    fn iot(&mut self, iot: Iot, reply: &mut IotReply);

    /// For an IOT that only tests a flag, returns whether the IOT skips. Returns `None` for any other IOT. The result
    /// must stay the same until the next event, or until an IOT that does more than test a flag.
    fn test(&self, iot: Iot) -> Option<bool> {
        let _ = iot;
        None
    }

    /// The processor calls this method when the instruction `word` at the address `at` needs the EAE, and the machine
    /// has no EAE. `now` is the time of the instruction. This default implementation does nothing.
    #[cold]
    #[doc(hidden)]
    fn note_absent_eae(&mut self, word: Word, at: Address, now: Time) {
        let _ = (word, at, now);
    }

    /// Returns the state of the interrupt request line: whether any device requests an interrupt.
    fn interrupt_request(&self) -> bool;

    /// Returns the time of the next event, such as the end of a character or a frame; [`Time::NEVER`] when no event is
    /// due.
    ///
    /// The time may change only in the calls that take `&mut self`, and between runs.
    fn next_event(&self) -> Time;

    /// Carries out all events that are due at `now` or before. A device may use data breaks during this call.
    fn advance(&mut self, now: Time, core: &mut DataBreak<'_>);

    /// Carries out INITIALIZE, which START and CAF send: clears the flags, sets the interrupt enables to their initial
    /// values, and stops all motion.
    fn clear(&mut self, now: Time);
}

/// A bus without devices: IOTs do nothing, and no interrupt is requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoDevices;

impl Bus for NoDevices {
    fn iot(&mut self, _: Iot, _: &mut IotReply) {}

    fn interrupt_request(&self) -> bool {
        false
    }

    fn next_event(&self) -> Time {
        Time::NEVER
    }

    fn advance(&mut self, _: Time, _: &mut DataBreak<'_>) {}

    fn clear(&mut self, _: Time) {}
}
