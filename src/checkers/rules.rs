//! The decisions of the checkers program, one method for each decision. The default body of a method decides as the
//! program does.
//!
//! A test can replace a method by a wrong one. In this way, `compare::mutants` makes twins of the program that each
//! make one decision wrongly, and tests whether the comparison with the program finds the wrong decision.

use super::board::{self, Board, Cell};
use super::fran::{self, Fran};
use super::memory::Caller;
use super::moves::{List, Move, Transfer};

/// The result of group 8 of the checkers program, which looks up a square by its number: the cell on the square, or
/// `None` if no used square has this number.
pub(crate) type CellOnBoard = Option<Cell>;

/// The rules of the reconstructed program: every method of [`Rules`] has its default body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reconstruction;

impl Rules for Reconstruction {}

/// The decisions of the checkers program, in the order of a turn.
pub trait Rules: Clone {
    /// Returns the square that line 1.1 examines when its FOR variable is `count`.
    fn scanned(&self, count: i16) -> i16 {
        count
    }

    /// Returns the steps that a piece of the computer can make, as differences of square numbers. Lines 2.2 and 2.3 of
    /// the checkers program put the steps into the list of moves in this order.
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

    /// Whether line 3.1 of the checkers program keeps a step in the computer's list of moves. `onto` is the cell to
    /// which the step leads, or `None` if the step leads off the board.
    fn is_legal(&self, _step: Move, onto: CellOnBoard) -> bool {
        onto == Some(Cell::Empty)
    }

    /// Whether line 3.1 considers a jump in place of an illegal step. `onto` is the cell to which the step leads, or
    /// `None` if the step leads off the board. The jump is twice as long as the step, and is possible only if it ends
    /// on an empty square.
    fn may_be_jumped(&self, onto: CellOnBoard) -> bool {
        onto.is_none_or(Cell::is_players)
    }

    /// Whether line 3.4 makes the first of the possible jumps in the list. Otherwise, line 3.4 makes the last of them.
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

    /// Whether line 4.2 counts a step as a thrust. By default, a step is a thrust if the computer has a piece on the
    /// square that [`Rules::support`] returns. `support` is the cell on that square.
    fn is_thrust(&self, _step: Move, support: CellOnBoard) -> bool {
        support.is_some_and(Cell::is_computers)
    }

    /// Returns the number of entries among which line 1.5 of the program chooses at random when there is no thrust.
    /// This number includes the rejected entries, which have the value 0.
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

    /// Is called when the computer passes. As in the original program, the default does nothing. Rules that contain a
    /// deliberate fault, for a test of the comparison, may change the state of FRAN here.
    fn pass(&self, _fran: &mut Fran) {}

    /// Whether group 5 carries out the player's move. True by default, because the original program carries out every
    /// move.
    fn accepts(&self, _board: &Board, _answer: Move) -> bool {
        true
    }

    /// Returns the effect of a move, as lines 5.1 and 5.2 of the original program compute it.
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
