//! The card reader (CR8-I, CR8-E): device codes 63 and 67, 200 cards a minute.
//!
//! ```text
//! 6631 RCSF  skip on data ready                          6671 RCSP  skip on card done
//! 6632 RCRA  AC = AC or character, data ready = 0        6672 RCSE  skip if ready, and select a card
//! 6634 RCRB  AC = AC or column, data ready = 0           6674 RCRD  card done = 0
//!
//! a column in AC   | 12 | 11 | 0 | 1 | 2 | ... | 9 |     rows of holes
//! ```
//!
//! A card has 80 columns of twelve punch positions. A column stays in the buffer until the next column arrives, 2.3 ms
//! later; a program that reads too late loses the column. Data ready and card done each request an interrupt. A deck is
//! a text with a line for each card. Each character is punched in the code of the 029 key punch.
//!
//! The books that we have do not say how RCRA computes six bits from a column. Here RCRA gives DEC's six-bit code of
//! the character, or 77 (octal) if the holes of the column are not the code of a character. The IOT codes, the time of
//! a column and the number of cards a minute are quoted from memory.

use serde::{Deserialize, Serialize};

use super::Pace;
use crate::machine::device::{
    Medium, MediumError, RestoreContext, RestoreError, Row, Unit, from_record, some, to_record,
};
use crate::machine::{DataBreak, Device, Iot, IotReply, Time};

/// The reader, and the cards in its hopper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardReader(State);

/// The state of the reader, as a core image stores it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    pace: Pace,
    /// The text of each card.
    deck: Vec<String>,
    /// The number of cards that have been taken from the hopper.
    taken: usize,
    data_ready: bool,
    card_done: bool,
    /// The holes of the column that was read last.
    buffer: u16,
    /// The card that is being read.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    moving: Option<Moving>,
}

/// A card that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Moving {
    /// The number of columns that have passed.
    column: usize,
    /// The time at which the next column arrives or, after the last column, the card leaves.
    due: Time,
}

const UNITS: [Unit; 1] = [Unit { name: "cdr", aliases: &["cdr0", "cr", "card-reader"], medium: Medium::Cards }];

/// The number of columns of a card.
pub(crate) const COLUMNS: usize = 80;

/// The code of the 029 key punch. Each row has the holes of a zone, and the characters of that zone. [`digit`] returns
/// the digit holes for the index of a character in a row.
const CODE: [(u16, &str); 4] = [
    (0, " 123456789:#@'=\""),
    (0o4000, "&ABCDEFGHI[.<(+!"),
    (0o2000, "-JKLMNOPQR]$*);^"),
    (0o1000, "0/STUVWXYZ\\,%_>?"),
];

/// The code that RCRA reads if the holes of the column are not the code of a character.
const NO_CHARACTER: u16 = 0o77;

/// Returns the digit holes for an index into a row of [`CODE`]. Index 0 means no hole, and indexes 1 to 9 mean one
/// hole. Indexes 10 to 15 mean two holes, `8-2` to `8-7`.
const fn digit(place: usize) -> u16 {
    match place {
        0 => 0,
        1..=9 => 0o1000 >> place,
        _ => 0o0002 | 0o1000 >> (place - 8),
    }
}

/// Returns the holes of a character; `None` for a character that the key punch does not have.
pub fn punched(character: char) -> Option<u16> {
    CODE.iter().find_map(|(zone, row)| {
        let place = row.chars().position(|own| own == character.to_ascii_uppercase())?;
        Some(zone | digit(place))
    })
}

/// Returns the character that these holes mean; `None` if the holes are not the code of a character.
fn character(holes: u16) -> Option<char> {
    CODE.iter()
        .find_map(|(zone, row)| row.chars().enumerate().find(|&(place, _)| zone | digit(place) == holes))
        .map(|(_, own)| own)
}

/// Makes a deck from a text with a line for each card.
fn deck(text: &[u8]) -> Result<Vec<String>, MediumError> {
    let text = std::str::from_utf8(text).map_err(|_| MediumError::NotText)?;
    for (card, line) in (1..).zip(text.lines()) {
        if let Some((column, character)) = (1..).zip(line.chars()).find(|&(_, own)| punched(own).is_none()) {
            return Err(MediumError::NotPunched { card, column, character });
        }
        if line.len() > COLUMNS {
            return Err(MediumError::CardTooLong { card, characters: line.len(), columns: COLUMNS });
        }
    }
    Ok(text.lines().map(str::to_ascii_uppercase).collect())
}

impl Default for CardReader {
    /// Makes a reader with an empty hopper.
    fn default() -> Self {
        CardReader(State::default())
    }
}

impl CardReader {
    /// The time from the selection of a card to its first column. The time from the last column to the end of the card
    /// is the same.
    #[doc(hidden)]
    pub const LEAD: Time = Time::milliseconds(58);
    /// The time between two columns.
    #[doc(hidden)]
    pub const COLUMN: Time = Time::microseconds(2_300);

    /// Returns `time`, or a twentieth of `time` with [`Pace::Fast`].
    fn lasting(&self, time: Time) -> Time {
        match self.0.pace {
            Pace::Real => time,
            Pace::Fast => Time::nanoseconds(time.as_nanoseconds() / 20),
        }
    }

    /// Whether a card can be selected.
    fn is_ready(&self) -> bool {
        self.0.moving.is_none() && self.0.taken < self.0.deck.len()
    }

    fn select(&mut self, now: Time) {
        self.0.taken += 1;
        self.0.moving = Some(Moving { column: 0, due: now + self.lasting(Self::LEAD) });
    }

    /// Returns the holes of a column of the card that is being read.
    fn holes(&self, column: usize) -> u16 {
        let card = self.0.taken.checked_sub(1).and_then(|card| self.0.deck.get(card));
        let own = card.and_then(|card| card.chars().nth(column)).unwrap_or(' ');
        punched(own).expect("a deck has only characters that can be punched")
    }

    /// Moves the card on: the next column comes under the brushes, or the card leaves.
    fn step(&mut self, Moving { column, due }: Moving) {
        if column == COLUMNS {
            self.0.moving = None;
            self.0.card_done = true;
            return;
        }
        self.0.buffer = self.holes(column);
        self.0.data_ready = true;
        let last = column + 1 == COLUMNS;
        let lasts = self.lasting(if last { Self::LEAD } else { Self::COLUMN });
        self.0.moving = Some(Moving { column: column + 1, due: due + lasts });
    }
}

impl Device for CardReader {
    fn name(&self) -> &str {
        "card-reader"
    }

    fn codes(&self) -> &[u8] {
        &[0o63, 0o67]
    }

    /// Carries out an IOT. On every model of the PDP-8, this reader treats the low three bits of the IOT as pulses.
    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        if iot.device == 0o63 {
            if iot.iop1() {
                reply.skip_if(self.0.data_ready);
            }
            if iot.iop2() {
                reply.or_into_ac(character(self.0.buffer).map_or(NO_CHARACTER, |own| own as u16 & 0o77));
                self.0.data_ready = false;
            }
            if iot.iop4() {
                reply.or_into_ac(self.0.buffer);
                self.0.data_ready = false;
            }
            return;
        }
        if iot.iop1() {
            reply.skip_if(self.0.card_done);
        }
        if iot.iop2() && self.is_ready() {
            reply.skip_if(true);
            self.select(iot.now);
        }
        if iot.iop4() {
            self.0.card_done = false;
        }
    }

    fn test(&self, iot: Iot) -> Option<bool> {
        (iot.pulses == 1).then_some(if iot.device == 0o63 { self.0.data_ready } else { self.0.card_done })
    }

    fn interrupt_request(&self) -> bool {
        self.0.data_ready || self.0.card_done
    }

    fn next_event(&self) -> Time {
        self.0.moving.map_or(Time::NEVER, |moving| moving.due)
    }

    fn advance(&mut self, now: Time, _: &mut DataBreak<'_>) {
        while let Some(moving) = self.0.moving.filter(|moving| moving.due <= now) {
            self.step(moving);
        }
    }

    /// Clears the flags; a card that is being read is still read to its end.
    fn clear(&mut self, _: Time) {
        (self.0.data_ready, self.0.card_done) = (false, false);
    }

    fn units(&self) -> &[Unit] {
        &UNITS
    }

    fn attach(&mut self, _: usize, contents: Vec<u8>, _: bool, _: Time) -> Result<(), MediumError> {
        if self.0.moving.is_some() {
            return Err(MediumError::Busy("a card is being read"));
        }
        (self.0.deck, self.0.taken) = (deck(&contents)?, 0);
        Ok(())
    }

    fn detach(&mut self, _: usize, _: Time) {
        (self.0.deck, self.0.taken, self.0.moving) = (Vec::new(), 0, None);
    }

    fn show(&self) -> Vec<Row> {
        let left = self.0.deck.len() - self.0.taken;
        vec![Row::new(
            UNITS[0].name,
            self.codes(),
            format!("{left} cards in the hopper, {} read, {}", self.0.taken, self.0.pace),
        )]
    }

    fn settings(&self) -> &'static str {
        Pace::SETTINGS
    }

    fn set(&mut self, value: &str) -> bool {
        self.0.pace.set(value)
    }

    fn record(&self) -> String {
        to_record(&self.0)
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        let state: State = from_record(record)?;
        let is_card = |card: &String| {
            card.len() <= COLUMNS && card.chars().all(|own| punched(own).and_then(character) == Some(own))
        };
        let latest = at.now + Self::LEAD;
        let can_move = |moving: &Moving| moving.column <= COLUMNS && moving.due <= latest && state.taken > 0;
        if !state.deck.iter().all(is_card)
            || state.taken > state.deck.len()
            || state.buffer > 0o7777
            || !state.moving.iter().all(can_move)
        {
            return Err(RestoreError::InvalidState);
        }
        self.0 = state;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_code_of_the_029() {
        let rows = |holes: &[u8]| holes.iter().fold(0, |bits, row| bits | 1 << (9 - i32::from(*row))) as u16;
        assert_eq!(punched('A'), Some(0o4000 | rows(&[1])));
        assert_eq!(punched('r'), Some(0o2000 | rows(&[9])));
        assert_eq!(punched('S'), Some(0o1000 | rows(&[2])));
        assert_eq!(punched('0'), Some(0o1000));
        assert_eq!(punched('7'), Some(rows(&[7])));
        assert_eq!(punched('/'), Some(0o1000 | rows(&[1])));
        assert_eq!((punched('&'), punched('-'), punched(' ')), (Some(0o4000), Some(0o2000), Some(0)));
        assert_eq!(punched('.'), Some(0o4000 | rows(&[8, 3])));
        assert_eq!(punched(','), Some(0o1000 | rows(&[8, 3])));
        assert_eq!(punched('='), Some(rows(&[8, 6])));
        assert_eq!(punched('~'), None);
        let all: BTreeSet<u16> = CODE.iter().flat_map(|(_, row)| row.chars().map(punched)).flatten().collect();
        assert_eq!(all.len(), 64, "each character has its own holes");
        assert!(all.iter().all(|&holes| character(holes).and_then(punched) == Some(holes)));
    }
}
