//! The location counter: the address of the next word.
//!
//! `*` and `PAGE` set the counter, and every word adds 1 to the counter, within the field. With `RELOC` the program is
//! assembled for one address and put at another: `here` is the address at which a word will run, and the word is put at
//! `here` minus `relocation`.

use crate::word::{Address, Word};

/// The address of the next word, and whether that word is punched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) field: u8,
    /// The value of `.`: the address at which the next word will run.
    pub(super) here: Word,
    /// `here` minus the address where the next word is put, modulo octal 10000. The value is 0 without `RELOC`.
    pub(super) relocation: Word,
    /// Whether words are punched: false between `NOPUNCH` and `ENPUNCH`.
    pub(super) punching: bool,
}

/// A page that has a pool of literals. If words in the same page are assembled with different values of `relocation`,
/// each value has a separate pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Page {
    pub(super) field: u8,
    pub(super) number: u16,
    pub(super) relocation: Word,
}

impl Location {
    /// Returns the location at the start of a program: 0200 of field 0.
    pub(super) fn start() -> Self {
        Location { field: 0, here: Word::new(0o0200), relocation: Word::ZERO, punching: true }
    }

    /// Returns the address where the next word is put.
    pub(super) fn address(&self) -> Address {
        Address::in_field(self.field, less(self.here, self.relocation))
    }

    /// Returns the page of the next word.
    pub(super) fn page(&self) -> Page {
        Page { field: self.field, number: self.here.page(), relocation: self.relocation }
    }

    /// Returns page zero of this field.
    pub(super) fn page_zero(&self) -> Page {
        Page { number: 0, ..self.page() }
    }

    /// Carries out `*`: sets the address at which the next word will run.
    pub(super) fn origin(&mut self, here: Word) {
        self.here = here;
    }

    /// Carries out `FIELD`: the next word goes to 0200 of another field.
    pub(super) fn change_field(&mut self, field: u8) {
        *self = Location { field, punching: self.punching, ..Location::start() };
    }

    /// Carries out `RELOC`. The next words are put at the present address, but will run at `target`. If `target` is
    /// `None`, ends the relocation.
    pub(super) fn relocate(&mut self, target: Option<Word>) {
        let put = self.address().offset();
        self.here = target.unwrap_or(put);
        self.relocation = less(self.here, put);
    }

    /// Moves the location counter past `count` words that have been assembled.
    pub(super) fn advance(&mut self, count: usize) {
        self.here = Word::new((usize::from(self.here.bits()) + count) as u16);
    }
}

impl Page {
    /// Returns the address that the first word of the page will have when the program runs.
    pub(super) fn first(self) -> Word {
        Word::new(self.number << 7)
    }

    /// Returns the address that the last word of the page will have when the program runs.
    pub(super) fn last(self) -> Word {
        Word::new(self.number << 7 | 0o177)
    }

    /// Returns the address where the assembler puts the word that will run at `here`.
    pub(super) fn address(self, here: Word) -> Address {
        Address::in_field(self.field, less(here, self.relocation))
    }
}

/// Returns the difference of two words, modulo octal 10000.
fn less(word: Word, other: Word) -> Word {
    Word::from_signed(i32::from(word.bits()) - i32::from(other.bits()))
}
