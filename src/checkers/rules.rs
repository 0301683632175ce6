//! The decisions of the program, one method each: those of the reconstruction, which a tester may replace by others.
//!
//! A comparison that has never failed proves little, so `compare::mutants` plays with twins that decide one thing
//! wrongly. Each method here is one decision, and its body is that of the reconstruction.

use super::board::{self, Board, Cell};
use super::fran::{self, Fran};
use super::memory::Caller;
use super::moves::{List, Move, Transfer};

/// The answer of group 8: the cell on a square, or `None` if the number is not that of a used square.
pub(crate) type CellOnBoard = Option<Cell>;

/// The decisions of the program as reconstructed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reconstruction;

impl Rules for Reconstruction {}

/// The decisions of the program, in the order of a turn.
pub trait Rules: Clone {
    /// Line 1.1: returns the square that is scanned for a piece as number `count`, from 1.
    fn scanned(&self, count: i16) -> i16 {
        count
    }

    /// Lines 2.2 and 2.3: returns the steps of one of the computer's pieces, in the order of the list.
    fn steps(&self, piece: Cell) -> &'static [i16] {
        match piece {
            Cell::Checker => &[7, 9],
            Cell::Queen => &[7, 9, -7, -9],
            Cell::King | Cell::Opponent | Cell::Empty => &[],
        }
    }

    /// Line 1.2: whether `M(D)` is set to 0.
    fn marks_end(&self) -> bool {
        true
    }

    /// Line 8.1: whether a number is that of a used square.
    fn is_square(&self, number: i16, _caller: Caller) -> bool {
        board::is_square(number)
    }

    /// Line 3.1: whether a step onto the cell `onto` stays in the list.
    fn is_legal(&self, _step: Move, onto: CellOnBoard) -> bool {
        onto == Some(Cell::Empty)
    }

    /// Line 3.1: whether a step onto the cell `onto` may become a jump. A step off the board may; the square beyond
    /// decides.
    fn may_be_jumped(&self, onto: CellOnBoard) -> bool {
        onto.is_none_or(Cell::is_players)
    }

    /// Line 3.4: whether the first jump found is made.
    fn first_jump_is_made(&self) -> bool {
        true
    }

    /// Returns another jump in the same turn, from the square where a jump has landed; the program makes none.
    fn next_jump(&self, _board: &Board, _from: i16) -> Option<Move> {
        None
    }

    /// Line 4.2: returns the square of support, whose piece makes a step a thrust.
    fn support(&self, step: Move) -> i16 {
        step.behind()
    }

    /// Line 4.2: whether a step is a thrust, with the cell `support` on the square of support.
    fn is_thrust(&self, _step: Move, support: CellOnBoard) -> bool {
        support.is_some_and(Cell::is_computers)
    }

    /// Line 1.5: returns the number of entries to draw from when there is no thrust, including rejected entries, which
    /// are 0.
    fn choices(&self, list: &mut List) -> usize {
        list.end() - 1
    }

    /// Line 6.1: calls FRAN and draws.
    fn draw(&self, fran: &mut Fran, choices: u16) -> u16 {
        fran.call();
        fran::draw(*fran, choices)
    }

    /// Line 6.2: whether to draw again after an entry that is 0.
    fn draws_again(&self) -> bool {
        true
    }

    /// Changes FRAN in a turn without a move; the program leaves FRAN unchanged.
    fn pass(&self, _fran: &mut Fran) {}

    /// Group 5: whether the player's move is carried out. The program carries out every move.
    fn accepts(&self, _board: &Board, _answer: Move) -> bool {
        true
    }

    /// Lines 5.1 and 5.2: returns the effect of a move.
    fn transfer(&self, squares: Move) -> Transfer {
        Transfer::of_move(squares)
    }

    /// Group 5: carries a move out.
    fn carry_out(&self, transfer: Transfer, board: &mut Board) {
        transfer.apply(board);
    }

    /// Group 7: returns the letter of a cell; a blank where there is no used square.
    fn letter(&self, cell: CellOnBoard) -> u8 {
        cell.map_or(b' ', Cell::letter)
    }
}
