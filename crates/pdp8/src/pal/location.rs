//! The location counter: where the next word goes.
//!
//! `*` and `PAGE` set it, every word counts it on inside its field. With `RELOC` the program is assembled for one
//! place and put into another: `here` is the address it will run at, and the word goes `relocation` below that.

use crate::word::{Address, Word};

/// Where the next word goes, and whether it is punched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) field: u8,
    /// What `.` means.
    pub(super) here: Word,
    /// How far `here` is above where the word is put, modulo octal 10000.
    pub(super) relocation: Word,
    /// False between `NOPUNCH` and `ENPUNCH`.
    pub(super) punching: bool,
}

/// A page as the literals see it: 128 words of a field that are put in one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Page {
    pub(super) field: u8,
    pub(super) number: u16,
    pub(super) relocation: Word,
}

impl Location {
    /// Where a program starts that does not say where: 0200 of field 0.
    pub(super) fn start() -> Self {
        Location { field: 0, here: Word::new(0o0200), relocation: Word::ZERO, punching: true }
    }

    /// Where the word is put.
    pub(super) fn address(&self) -> Address {
        Address::in_field(self.field, less(self.here, self.relocation))
    }

    /// The page of the next word.
    pub(super) fn page(&self) -> Page {
        Page { field: self.field, number: self.here.page(), relocation: self.relocation }
    }

    /// Page zero of this field.
    pub(super) fn page_zero(&self) -> Page {
        Page { number: 0, ..self.page() }
    }

    /// `*`: goes on at `here`.
    pub(super) fn origin(&mut self, here: Word) {
        self.here = here;
    }

    /// `FIELD`: goes on at 0200 of another field.
    pub(super) fn change_field(&mut self, field: u8) {
        *self = Location { field, punching: self.punching, ..Location::start() };
    }

    /// `RELOC`: what follows is put here, but will run at `target`; without a target that ends.
    pub(super) fn relocate(&mut self, target: Option<Word>) {
        let put = self.address().offset();
        self.here = target.unwrap_or(put);
        self.relocation = less(self.here, put);
    }

    /// `count` words have been put.
    pub(super) fn advance(&mut self, count: usize) {
        self.here = Word::new((usize::from(self.here.bits()) + count) as u16);
    }
}

impl Page {
    /// Its first word, as the program sees it.
    pub(super) fn first(self) -> Word {
        Word::new(self.number << 7)
    }

    /// Its last word.
    pub(super) fn last(self) -> Word {
        Word::new(self.number << 7 | 0o177)
    }

    /// Where the word at `here` of this page is put.
    pub(super) fn address(self, here: Word) -> Address {
        Address::in_field(self.field, less(here, self.relocation))
    }
}

/// The difference modulo octal 10000.
fn less(word: Word, other: Word) -> Word {
    Word::from_signed(i32::from(word.bits()) - i32::from(other.bits()))
}
