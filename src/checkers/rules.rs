//! The program's decisions, one method each. A tester may replace any of the methods.
//!
//! A comparison that has never failed proves little, so `compare::mutants` plays with twins that each make one decision
//! wrongly. The default body of each method is the decision of the reconstruction.

use super::board::{self, Board, Cell};
use super::fran::{self, Fran};
use super::memory::Caller;
use super::moves::{List, Move, Transfer};

/// The result of group 8: the cell on a square, or `None` if the number is not a used square.
pub(crate) type CellOnBoard = Option<Cell>;

/// The rules of the reconstructed program: every method of [`Rules`] has its default body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reconstruction;

impl Rules for Reconstruction {}

/// The program's decisions, in the order of a turn.
pub trait Rules: Clone {
    /// Returns the square that line 1.1 examines when its FOR variable is `count`.
    fn scanned(&self, count: i16) -> i16 {
        count
    }

    /// Returns the steps of a piece of the computer, as differences of square numbers, in the order of lines 2.2 and
    /// 2.3.
    fn steps(&self, piece: Cell) -> &'static [i16] {
        match piece {
            Cell::Checker => &[7, 9],
            Cell::Queen => &[7, 9, -7, -9],
            Cell::King | Cell::Opponent | Cell::Empty => &[],
        }
    }

    /// Whether line 1.2 sets `M(D)` to 0.
    fn marks_end(&self) -> bool {
        true
    }

    /// Whether line 8.1 accepts a number as a used square.
    fn is_square(&self, number: i16, _caller: Caller) -> bool {
        board::is_square(number)
    }

    /// Whether line 3.1 keeps a step in the list; `onto` is the cell to which the step leads.
    fn is_legal(&self, _step: Move, onto: CellOnBoard) -> bool {
        onto == Some(Cell::Empty)
    }

    /// Whether line 3.1 considers a jump over `onto`, the cell to which an illegal step leads. A step off the board,
    /// where `onto` is `None`, can also become a jump. The jump is possible only if the square beyond `onto` is empty.
    fn may_be_jumped(&self, onto: CellOnBoard) -> bool {
        onto.is_none_or(Cell::is_players)
    }

    /// Whether line 3.4 makes the first jump that is found.
    fn first_jump_is_made(&self) -> bool {
        true
    }

    /// Returns the next jump of the same turn, from the square `from` on which the last jump has landed. By default,
    /// returns `None`, because the original program never makes a second jump.
    fn next_jump(&self, _board: &Board, _from: i16) -> Option<Move> {
        None
    }

    /// Returns the square of support for a step. In line 4.2, a piece of the computer on that square makes the step a
    /// thrust.
    fn support(&self, step: Move) -> i16 {
        step.behind()
    }

    /// Whether line 4.2 counts a step as a thrust; `support` is the cell on the square of support.
    fn is_thrust(&self, _step: Move, support: CellOnBoard) -> bool {
        support.is_some_and(Cell::is_computers)
    }

    /// Returns the number of entries from which line 1.5 draws when there is no thrust. Rejected entries, which are 0,
    /// are counted.
    fn choices(&self, list: &mut List) -> usize {
        list.end() - 1
    }

    /// Carries out line 6.1: calls FRAN, and returns the index of a random entry among the first `choices` entries of
    /// the list.
    fn draw(&self, fran: &mut Fran, choices: u16) -> u16 {
        fran.call();
        fran::draw(*fran, choices)
    }

    /// Whether line 6.2 draws another random number if the chosen entry is 0.
    fn draws_again(&self) -> bool {
        true
    }

    /// Is called when the computer passes. As in the original program, the default does nothing. A faulty twin may
    /// change the state of FRAN here.
    fn pass(&self, _fran: &mut Fran) {}

    /// Whether group 5 carries out the player's move. True by default, because the original program carries out every
    /// move.
    fn accepts(&self, _board: &Board, _answer: Move) -> bool {
        true
    }

    /// Returns the effect of a move, as lines 5.1 and 5.2 compute it.
    fn transfer(&self, squares: Move) -> Transfer {
        Transfer::of_move(squares)
    }

    /// Carries out a move, as group 5 does.
    fn carry_out(&self, transfer: Transfer, board: &mut Board) {
        transfer.apply(board);
    }

    /// Returns the letter that group 7 types for a cell. Returns a blank for `None`, which stands for a number that is
    /// not a used square.
    fn letter(&self, cell: CellOnBoard) -> u8 {
        cell.map_or(b' ', Cell::letter)
    }
}
