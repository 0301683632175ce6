//! The line printer (LE8-E, LP08), device code 66. It prints a line at a time.
//!
//! ```text
//! 6660 PKSTF  flag = 1 (LS8-E; nothing before the 8/E)    6664 PSTB  print AC 5-11
//! 6661 PSKF   skip on flag                                6665 PSIE  interrupts on
//! 6662 PCLF   flag = 0                                    6666       PCLF and PSTB
//! 6663 PSKE   skip on error: no paper                     6667 PCIE  interrupts off
//! ```
//!
//! A character goes into the line buffer in 10 µs; RETURN, LINE FEED and FORM FEED print the line. Characters past the
//! last column, which a real printer loses, are kept. Even without paper the flag is set after each character, so that
//! no program hangs.

use serde::{Deserialize, Serialize};

use crate::ascii::{LINE_FEED, RETURN};
use crate::machine::device::{Medium, MediumError, RestoreContext, RestoreError, Row, Unit, from_record, to_record};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};
use crate::word::octal;

/// The printer, and the paper in the printer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePrinter(State);

/// The state of the printer in a core image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    flag: bool,
    interrupt_enable: bool,
    /// The character that is being sent to the printer, and the time at which the transfer ends.
    printing: Option<(u8, Time)>,
    has_paper: bool,
    #[serde(with = "octal::frames")]
    printed: Vec<u8>,
}

const UNITS: [Unit; 1] = [Unit { name: "lpt", aliases: &["line-printer"], medium: Medium::Paper }];

const FORM_FEED: u8 = 0o014;

impl LinePrinter {
    /// The time to send a character to the line buffer.
    #[doc(hidden)]
    pub const CHARACTER: Time = Time::microseconds(10);
    /// The time to print a line on a fast printer.
    #[doc(hidden)]
    pub const LINE: Time = Time::milliseconds(60);

    /// Whether the printer flag is up: the transfer of the last character has ended.
    #[doc(hidden)]
    pub const fn flag(&self) -> bool {
        self.0.flag
    }

    fn print(&mut self, code: u8, now: Time) {
        // A character that comes too early does no harm here: the printer first takes the previous character.
        self.finish();
        let prints_line = matches!(code, RETURN | LINE_FEED | FORM_FEED);
        let duration = if prints_line { Self::LINE } else { Self::CHARACTER };
        self.0.printing = Some((code, now + duration));
    }

    /// Ends the transfer of the current character.
    fn finish(&mut self) {
        let Some((code, _)) = self.0.printing.take() else { return };
        if self.0.has_paper {
            self.0.printed.push(code);
        }
        self.0.flag = true;
    }
}

impl Default for LinePrinter {
    /// Makes a printer without paper.
    fn default() -> Self {
        let printed = Vec::new();
        LinePrinter(State { flag: false, interrupt_enable: true, printing: None, has_paper: false, printed })
    }
}

impl Device for LinePrinter {
    fn name(&self) -> &str {
        "line-printer"
    }

    fn codes(&self) -> &[u8] {
        &[0o66]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        match iot.pulses {
            0 => self.0.flag |= iot.model.iot_is_code(),
            1 => reply.skip_if(self.0.flag),
            2 => self.0.flag = false,
            3 => reply.skip_if(!self.0.has_paper),
            5 => self.0.interrupt_enable = true,
            7 => self.0.interrupt_enable = false,
            code => {
                self.print((reply.ac.bits() & 0o177) as u8, iot.now);
                self.0.flag &= code == 4;
            }
        }
    }

    fn interrupt_request(&self) -> bool {
        self.0.flag && self.0.interrupt_enable
    }

    /// Returns the time at which the transfer of the current character ends.
    fn next_event(&self) -> Time {
        self.0.printing.map_or(Time::NEVER, |(_, due)| due)
    }

    fn advance(&mut self, _: Time, _: &mut DataBreak<'_>) {
        self.finish();
    }

    /// Clears the flag and enables interrupts. If a character is being sent, the character is still printed.
    fn clear(&mut self, _: Time) {
        self.finish();
        (self.0.flag, self.0.interrupt_enable) = (false, true);
    }

    fn units(&self) -> &[Unit] {
        &UNITS
    }

    fn attach(&mut self, _: usize, _: Vec<u8>, _: bool, _: Time) -> Result<(), MediumError> {
        self.0.has_paper = true;
        Ok(())
    }

    fn detach(&mut self, _: usize, _: Time) {
        self.0.has_paper = false;
    }

    fn output(&self, _: usize) -> &[u8] {
        &self.0.printed
    }

    fn take_output(&mut self, _: usize) -> Vec<u8> {
        std::mem::take(&mut self.0.printed)
    }

    fn show(&self) -> Vec<Row> {
        let state = if self.0.has_paper { "on line" } else { "no paper" };
        vec![Row::new(UNITS[0].name, self.codes(), state)]
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        let state: State = from_record(record)?;
        if state.printing.is_some_and(|(code, due)| code > 0o177 || due > at.now + LinePrinter::LINE) {
            return Err(RestoreError::InvalidState);
        }
        self.0 = state;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::Model;

    #[test]
    fn a_record_that_no_printer_can_have_is_refused() {
        let now = Time::milliseconds(5);
        let restore = |code, due| {
            let state = State { printing: Some((code, due)), ..LinePrinter::default().0 };
            LinePrinter::default().restore(&to_record(&state), RestoreContext { now, model: Model::I })
        };
        let latest = now + LinePrinter::LINE;
        assert!(restore(0o177, latest).is_ok());
        assert!(restore(0o200, latest).is_err(), "no code has eight bits");
        assert!(restore(0o177, latest + Time::nanoseconds(1)).is_err(), "nothing takes longer than a line");
    }
}
