//! The sending side of the Teletype: the character that is being printed, the flag that is set when that character is
//! done, and the characters already printed.

use crate::machine::Time;

/// The printer, and the part of the interface that sends characters to the printer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printer {
    pub(super) flag: bool,
    pub(super) sending: Option<(u8, Time)>,
    // The time at which the last character's stop bits are over; always `None` unless the interface is a KL8-E.
    pub(super) stop_bits: Option<Time>,
    pub(super) printed: Vec<u8>,
    pub(super) overruns: u64,
}

impl Printer {
    /// Whether the printer flag is up: the last character has been printed.
    #[doc(hidden)]
    pub const fn flag(&self) -> bool {
        self.flag
    }

    /// Whether a character is being printed.
    #[doc(hidden)]
    pub const fn is_busy(&self) -> bool {
        self.sending.is_some()
    }

    /// Returns the printed characters that [`Printer::take_printed`] has not returned yet, eight bits each, in order.
    pub fn printed(&self) -> &[u8] {
        &self.printed
    }

    /// Takes the characters printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.printed)
    }

    /// Puts `printed` before the characters that [`Printer::take_printed`] would return.
    pub(crate) fn put_before(&mut self, mut printed: Vec<u8>) {
        printed.append(&mut self.printed);
        self.printed = printed;
    }

    /// Returns the number of times that a program sent a character before the previous character was done. On a real
    /// machine, the new character would garble the previous one.
    #[doc(hidden)]
    pub const fn overruns(&self) -> u64 {
        self.overruns
    }

    /// Returns the time of the next event: the end of the character being sent, or the end of the stop bits.
    pub(super) fn due(&self) -> Time {
        let sent = self.sending.map_or(Time::NEVER, |(_, due)| due);
        sent.min(self.stop_bits.unwrap_or(Time::NEVER))
    }

    pub(super) fn begin(&mut self, frame: u8, due: Time) {
        self.sending = Some((frame, due));
    }

    /// Finishes the character being sent: prints it, and raises the flag.
    pub(super) fn finish(&mut self) -> Option<u8> {
        let (frame, _) = self.sending.take()?;
        self.printed.push(frame);
        self.flag = true;
        Some(frame)
    }

    /// Counts an overrun, and restores the flag to `flag`, the state before the overrun.
    pub(super) fn count_overrun(&mut self, flag: bool) {
        self.overruns += 1;
        self.flag = flag;
    }

    pub(super) fn set_flag(&mut self) {
        self.flag = true;
    }

    pub(super) fn clear_flag(&mut self) {
        self.flag = false;
    }
}
