//! Additional Teletype lines (KL8-E; PT08 before the 8/E). Each line is a remote keyboard and a remote printer, with
//! two device codes.
//!
//! ```text
//! line        1     2     3     4     5     6     7     8     9    10    11    12    13    14    15    16
//! keyboard  40    42    44    46    34    11    30    32    50    52    54    56    70    36    72    06
//! printer     41    43    45    47    35    12    31    33    51    53    55    57    71    37    73    07
//! ```
//!
//! The IOTs of a line do what the console's IOTs do, but a line has no reader and no punch. The program cannot detect
//! whether a person is connected at the other end. If no person is connected, no keys arrive, and printed characters
//! are lost. A key that is pressed before the program has read the previous key waits at the other end. A real line
//! would lose one of the two keys.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::machine::device::{RestoreContext, RestoreError, Row, from_record, to_record};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};
use crate::teletype::{Speed, Teletype};
use crate::word::octal;

/// The Teletype lines: the name of each line, and the device codes of the line's keyboard and printer.
#[rustfmt::skip]
pub const LINES: [(&str, [u8; 2]); 16] = [
    ("line1", [0o40, 0o41]), ("line2", [0o42, 0o43]), ("line3", [0o44, 0o45]), ("line4", [0o46, 0o47]),
    ("line5", [0o34, 0o35]), ("line6", [0o11, 0o12]), ("line7", [0o30, 0o31]), ("line8", [0o32, 0o33]),
    ("line9", [0o50, 0o51]), ("line10", [0o52, 0o53]), ("line11", [0o54, 0o55]), ("line12", [0o56, 0o57]),
    ("line13", [0o70, 0o71]), ("line14", [0o36, 0o37]), ("line15", [0o72, 0o73]), ("line16", [0o06, 0o07]),
];

/// A Teletype line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    number: usize,
    /// The keyboard and the printer; the Teletype's reader and punch are not used.
    teletype: Teletype,
    /// The keys that have not been sent to the machine.
    waiting: VecDeque<u8>,
    connected: bool,
}

/// The state of the line in a core image. The state does not include whether a person is connected.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    #[serde(with = "octal::frames")]
    waiting: Vec<u8>,
    teletype: Value,
}

impl Line {
    /// Makes the line with this number; `None` if the number is not 1 to 16.
    #[doc(hidden)]
    pub fn new(number: u8) -> Option<Self> {
        let index = usize::from(number).checked_sub(1)?;
        let &(_, [keyboard, printer]) = LINES.get(index)?;
        let teletype = Teletype::new(Speed::Real).with_codes(keyboard, printer);
        Some(Line { number: index, teletype, waiting: VecDeque::new(), connected: false })
    }

    /// Makes the line with a name such as `line1`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        (1..).zip(LINES).find_map(|(number, (own, _))| if own == name { Line::new(number) } else { None })
    }

    /// Returns the number of the line.
    pub(crate) const fn number(&self) -> u8 {
        self.number as u8 + 1
    }

    /// Sets the speed of the line.
    pub(crate) fn set_speed(&mut self, speed: Speed) {
        self.teletype.set_speed(speed);
    }

    /// Connects a person at the other end if `connected` is true, otherwise disconnects the person. When a person
    /// connects, keys that wait to be sent are lost. In both cases, output that [`Line::take_printed`] has not yet
    /// returned is lost.
    #[doc(hidden)]
    pub fn connect(&mut self, connected: bool) {
        if connected {
            self.waiting.clear();
        }
        self.connected = connected;
        self.teletype.printer.take_printed();
    }

    /// Receives keys from the other end. The machine gets all eight bits of each key unchanged.
    #[doc(hidden)]
    pub fn receive(&mut self, keys: &[u8], now: Time) {
        self.waiting.extend(keys);
        self.begin_next(now);
    }

    /// Returns the number of keys that have not been sent to the machine.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the bytes printed since the last call, with all eight bits.
    pub fn take_printed(&mut self) -> Vec<u8> {
        self.teletype.printer.take_printed()
    }

    /// Sends the next key to the machine, if the machine has read the previous key.
    fn begin_next(&mut self, now: Time) {
        if !self.teletype.keyboard.flag()
            && !self.teletype.is_receiving()
            && let Some(key) = self.waiting.pop_front()
        {
            self.teletype.press(key, now);
        }
    }

    /// Discards the printed characters if no person is connected.
    fn print(&mut self) {
        if !self.connected {
            self.teletype.printer.take_printed();
        }
    }
}

impl Device for Line {
    fn name(&self) -> &str {
        LINES[self.number].0
    }

    fn codes(&self) -> &[u8] {
        &LINES[self.number].1
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        self.teletype.iot(iot, reply);
        self.print();
        self.begin_next(iot.now);
    }

    fn test(&self, iot: Iot) -> Option<bool> {
        self.teletype.test(iot)
    }

    fn is_poll(&self, iot: Iot) -> bool {
        self.teletype.is_poll(iot)
    }

    fn interrupt_request(&self) -> bool {
        self.teletype.interrupt_request()
    }

    fn next_event(&self) -> Time {
        self.teletype.next_event()
    }

    fn advance(&mut self, now: Time, core: &mut DataBreak<'_>) {
        self.teletype.advance(now, core);
        self.print();
    }

    fn clear(&mut self, now: Time) {
        self.teletype.clear(now);
        self.print();
        self.begin_next(now);
    }

    fn show(&self) -> Vec<Row> {
        let other_end = if self.connected { "connected" } else { "nobody connected" };
        vec![Row::new(LINES[self.number].0, self.codes(), format!("{}, {other_end}", self.teletype.speed().name()))]
    }

    fn settings(&self) -> &'static str {
        self.teletype.settings()
    }

    fn set(&mut self, value: &str) -> bool {
        self.teletype.set(value)
    }

    fn record(&self) -> String {
        let teletype = serde_json::from_str(&self.teletype.record()).expect("a record is JSON");
        to_record(&Record { waiting: self.waiting.iter().copied().collect(), teletype })
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        let record: Record = from_record(record)?;
        self.teletype.restore(&record.teletype.to_string(), at)?;
        self.waiting = record.waiting.into();
        Ok(())
    }
}
