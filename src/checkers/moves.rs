//! The list of candidate moves `M(1)`, `M(2)`, ..., and the effect of a move.
//!
//! An entry holds the from-square in its thousands and hundreds, and the to-square in its tens and ones: `1827`. An
//! entry is 0 if the candidate is rejected. `D` is the number of candidates plus one, and a 0 in `M(D)` marks the end.
//! The entries after `M(D)` are left from an earlier turn.

use super::board::{Board, Cell};
use crate::float::Float;
use crate::float::decimal::NumberReader;

/// A from-square and a to-square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square from which the piece moves.
    pub from: i16,
    /// The square to which the piece moves.
    pub to: i16,
}

impl Move {
    /// Creates a move between two squares.
    pub const fn new(from: i16, to: i16) -> Self {
        Move { from, to }
    }

    /// Returns the entry for the move. A to-square below 0 changes the from-square: the entry for the move from 2 to -5
    /// is 195, which is read as the move from 1 to 95.
    pub(crate) const fn entry(self) -> u16 {
        (100 * self.from + self.to) as u16
    }

    /// Returns the move that an entry of the list means.
    pub(crate) const fn from_entry(entry: u16) -> Self {
        Move { from: (entry / 100) as i16, to: (entry % 100) as i16 }
    }

    /// Returns the square where a jump lands: as far beyond the to-square as the to-square is from the from-square.
    pub(crate) const fn beyond(self) -> i16 {
        2 * self.to - self.from
    }

    /// Returns the square straight behind the from-square, seen in the direction of the move.
    pub(crate) const fn behind(self) -> i16 {
        2 * self.from - self.to
    }

    /// Returns the square half way between from-square and to-square.
    pub(crate) const fn middle(self) -> i16 {
        (self.from + self.to) / 2
    }
}

/// The list of candidates: the variables `M(1)`, `M(2)`, ... and `D`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct List {
    entries: Vec<u16>,
    /// `D`: the number of candidates plus one.
    end: usize,
}

impl List {
    /// Begins a new list; the old entries remain in their variables.
    pub(super) fn start(&mut self) {
        self.end = 1;
    }

    /// Returns `D`: the number of candidates of this turn plus one; 0 before the first turn.
    pub const fn end(&self) -> usize {
        self.end
    }

    /// Returns every entry that exists, `M(1)` first, including the entries left from earlier turns.
    pub fn entries(&self) -> &[u16] {
        &self.entries
    }

    /// Returns the candidates of this turn. After the choice of a move, the entries of illegal moves are 0, and the
    /// thrusts (see `think.rs`) come first.
    pub(crate) fn candidates(&self) -> &[u16] {
        &self.entries[..self.end.saturating_sub(1)]
    }

    /// Returns the value of the variable `M(index)`, or 0 if this variable does not exist. The first index is 1.
    pub fn get(&self, index: usize) -> u16 {
        index.checked_sub(1).and_then(|index| self.entries.get(index)).copied().unwrap_or(0)
    }

    /// Whether `M(index)` exists.
    pub(super) fn exists(&self, index: usize) -> bool {
        index <= self.entries.len()
    }

    /// Sets `M(index)`; creates the variable if it does not exist.
    pub(crate) fn set(&mut self, index: usize, entry: u16) {
        if self.entries.len() < index {
            self.entries.resize(index, 0);
        }
        self.entries[index - 1] = entry;
    }

    /// Appends a candidate: sets `M(D)` and adds one to `D`.
    pub(super) fn enter(&mut self, entry: u16) {
        self.set(self.end, entry);
        self.end += 1;
    }

    /// Returns how many of the variables `M(1)`, `M(2)` and so on exist. The program keeps its list of moves in these
    /// variables.
    pub(crate) fn variables(&self) -> usize {
        self.entries.len()
    }
}

/// The changes that a move makes to the board. The two numbers of the move need not be squares of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Transfer {
    /// The number of the square from which the piece moves, as a subscript of the variable `A`.
    pub from: i16,
    /// The number of the square to which the piece moves, as a subscript of the variable `A`.
    pub to: i16,
    /// The subscript of the captured square, halfway between the two numbers of the move. `None` if the number halfway
    /// is not whole.
    pub(crate) captured: Option<i16>,
    /// Whether a checker of the computer becomes a queen on the to-square.
    pub(crate) makes_queen: bool,
    /// Whether a checker of the player becomes a king on the to-square.
    pub(crate) makes_king: bool,
}

impl Transfer {
    /// Returns the effect of a move whose two numbers are whole numbers from 0 to 2047. The numbers need not be squares
    /// of the board.
    pub(crate) fn of_move(squares: Move) -> Self {
        let Move { from, to } = squares;
        let captured = ((from + to) % 2 == 0).then(|| squares.middle());
        Transfer { from, to, captured, makes_queen: to >= 57, makes_king: to <= 8 }
    }

    /// Returns the effect of the player's move, as lines 05.10 and 05.20 compute it in floating point.
    ///
    /// The two numbers of the move need not be whole: a player may type `2.5`, or `YES`, which FOCAL reads as a number.
    pub(crate) fn of_numbers(from: Float, to: Float) -> Self {
        let halfway = from.add(to).normalised().div(literal("2")).expect("two is not zero");
        let is_whole = !halfway.fitr().sub(halfway).is_negative();
        let below_the_middle = to.sub(literal("32.5")).normalised();
        let crowns = |piece: Float| literal("24").sub(below_the_middle.mul(piece)).is_negative();
        Transfer {
            from: subscript(from),
            to: subscript(to),
            captured: is_whole.then(|| subscript(halfway)),
            makes_queen: crowns(Float::ONE),
            makes_king: crowns(Float::ONE.neg()),
        }
    }

    /// Carries out the move. Creates the variables of the move that do not exist.
    ///
    /// A move from a square to itself removes the piece, because that square is also the captured square.
    pub(crate) fn apply(self, board: &mut Board) {
        let piece = board.cell(self.from).unwrap_or(Cell::Empty);
        board.set(self.to, piece);
        board.set(self.from, Cell::Empty);
        self.capture_and_crown(board);
    }

    /// Empties the captured square and crowns the piece; the piece has already been moved.
    pub(crate) fn capture_and_crown(self, board: &mut Board) {
        if let Some(captured) = self.captured {
            board.set(captured, Cell::Empty);
        }
        let arrived = board.cell(self.to).unwrap_or(Cell::Empty);
        if (self.makes_queen && arrived.is_computers()) || (self.makes_king && arrived.is_players()) {
            board.set(self.to, arrived.crowned());
        }
    }
}

/// Returns the number that FOCAL reads from `text`.
fn literal(text: &str) -> Float {
    let mut reader = NumberReader::default();
    for character in text.bytes().chain([b';']) {
        reader.take(character).expect("the program's numbers are short");
    }
    reader.value().expect("a separator ends the number")
}

/// Returns the subscript that FOCAL takes from a number: its integer part in twelve bits.
fn subscript(number: Float) -> i16 {
    number.fix().low().signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(number: i16) -> Float {
        Float::wrapping(23, i32::from(number)).normalised()
    }

    /// Checks that [`Transfer::of_numbers`] and [`Transfer::of_move`] give the same effect for whole numbers.
    #[test]
    fn whole_numbers_move_by_the_plain_rule() {
        for from in (0..70).chain([1000, 2046, 2047]) {
            for to in (0..70).chain([1000, 2046, 2047]) {
                let plain = Transfer::of_move(Move::new(from, to));
                assert_eq!(Transfer::of_numbers(whole(from), whole(to)), plain, "{from} to {to}");
            }
        }
    }

    #[test]
    fn entries_borrow_below_zero() {
        assert_eq!(Move::new(2, -5).entry(), 195);
        assert_eq!(Move::from_entry(195), Move::new(1, 95));
        assert_eq!(Move::from_entry(1827), Move::new(18, 27));
    }

    #[test]
    fn geometry_of_a_move() {
        let step = Move::new(20, 29);
        assert_eq!((step.behind(), step.beyond()), (11, 38));
        assert_eq!(Move::new(27, 45).middle(), 36);
    }
}
