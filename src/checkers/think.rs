//! The computer's turn: the program lists the moves, rejects the illegal ones, and makes a jump if there is one. If
//! no jump is possible, the program chooses one of the thrusts at random. If there is no thrust, the program chooses
//! one of the legal moves at random.
//!
//! The program looks only one move ahead. A thrust is a step of a piece that has another of the computer's pieces
//! directly behind it, in line with the step. If the player captures the moved piece from the front, the player's piece
//! lands on the square that the moved piece has left. There, the supporting piece behind that square can capture the
//! player's piece. A checker on the back row has no piece behind it, so its step is not a thrust. Therefore the
//! checkers on the back row seldom move.

use super::board::{Board, Cell, LAST_SQUARE};
use super::fran::Fran;
use super::memory::{Caller, Failure, Memory};
use super::moves::{List, Move, Transfer};
use super::rules::{CellOnBoard, Reconstruction, Rules};
use crate::float::Float;

/// The values of the program's variables, and the state of FRAN.
///
/// ```
/// use focal8::checkers::{moves::Move, think::{Position, Turn}};
/// let mut position = Position::default();
/// assert_eq!(position.think(), Ok(Turn::Thrust(Move::new(18, 27))));
/// position.answer(Move::new(45, 36));
/// assert_eq!(position.think(), Ok(Turn::Jump(Move::new(27, 45))));
/// ```
#[derive(Clone, Debug)]
pub struct Position<R = Reconstruction> {
    /// The variables `A(k)`.
    pub board: Board,
    /// The variables `M(k)` and `D`.
    pub list: List,
    /// FRAN's state.
    pub fran: Fran,
    /// The memory that the variables and the push-down list share.
    pub memory: Memory,
    /// The variable `J`: the from-square that was examined last.
    pub(crate) origin: i16,
    /// The rules by which the program decides.
    pub(crate) rules: R,
}

/// A turn of the computer, with the move that the computer makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A jump.
    Jump(Move),
    /// A thrust, drawn from all thrusts. In a few states of FRAN the drawn number is one too high; the move is then the
    /// list entry after the thrusts, which may be a legal move that is not a thrust.
    Thrust(Move),
    /// A step that is drawn at random from all legal moves. The computer makes such a step only if there is no jump and
    /// no thrust.
    Step(Move),
    /// No move, because the computer has no legal move.
    Pass,
}

impl Default for Position {
    /// Creates the position of a new game in a freshly loaded FOCAL.
    fn default() -> Self {
        Position::new(Board::start(), Fran::LOADED)
    }
}

impl Position {
    /// Creates a position on this board, with the computer to move.
    pub fn new(board: Board, fran: Fran) -> Self {
        Position::with_rules(board, fran, Reconstruction)
    }
}

impl<R: Rules> Position<R> {
    /// Creates a position with these rules, which may contain a deliberate fault for a test.
    pub(crate) fn with_rules(board: Board, fran: Fran, rules: R) -> Self {
        Position { board, list: List::default(), fran, memory: Memory::default(), origin: 0, rules }
    }

    /// Carries out the computer's turn.
    pub fn think(&mut self) -> Result<Turn, Failure> {
        self.generate()?;
        let Some(jump) = self.reject()? else { return self.choose() };
        self.execute(jump);
        let mut landed = jump.to;
        while let Some(jump) = self.rules.next_jump(&self.board, landed) {
            self.execute(jump);
            landed = jump.to;
        }
        Ok(Turn::Jump(jump))
    }

    /// Carries out lines 1.1 and 2.1 to 2.3: lists every step of every piece, including steps that leave the board.
    pub(super) fn generate(&mut self) -> Result<(), Failure> {
        self.list.start();
        for count in 1..=LAST_SQUARE {
            let square = self.rules.scanned(count);
            let cell = self.cell_at(square, Caller::Generating)?;
            let steps = cell.map_or(&[][..], |piece| self.rules.steps(piece));
            for (number, step) in steps.iter().enumerate() {
                let exists = self.list.exists(self.list.end());
                self.memory.check_entry(self.variables(), number, exists)?;
                self.list.enter(Move::new(square, square + step).entry());
            }
        }
        if self.rules.marks_end() {
            self.list.set(self.list.end(), 0);
        }
        Ok(())
    }

    /// Carries out lines 3.1 to 3.4: sets the entries of illegal moves to 0. Stops at the first possible jump, and
    /// returns the jump.
    pub(super) fn reject(&mut self) -> Result<Option<Move>, Failure> {
        let mut found = None;
        // A FOR runs at least once, so if the list is empty, the FOR examines the entry at the list's end.
        for index in 1..self.list.end().max(2) {
            let step = Move::from_entry(self.list.get(index));
            self.origin = step.from;
            let cell = self.cell_at(step.to, Caller::Rejecting)?;
            if self.rules.is_legal(step, cell) {
                continue;
            }
            if self.rules.may_be_jumped(cell) {
                let jump = Move::new(step.from, step.beyond());
                if self.cell_at(jump.to, Caller::Rejecting)? == Some(Cell::Empty) {
                    found = Some(jump);
                    if self.rules.first_jump_is_made() {
                        break;
                    }
                    continue;
                }
            }
            self.list.set(index, 0);
        }
        Ok(found)
    }

    /// Carries out lines 1.4 to 1.6 and group 6: chooses one of the thrusts at random, or one of the legal moves if
    /// there is no thrust.
    fn choose(&mut self) -> Result<Turn, Failure> {
        let legal = self.list.candidates().iter().any(|&entry| entry != 0);
        let thrusts = self.gather_thrusts()?;
        if !legal {
            self.rules.pass(&mut self.fran);
            return Ok(Turn::Pass);
        }
        let choices = if thrusts > 0 { thrusts } else { self.rules.choices(&mut self.list) };
        let Some(squares) = self.draw(choices as u16) else { return Ok(Turn::Pass) };
        self.execute(squares);
        Ok(if thrusts > 0 { Turn::Thrust(squares) } else { Turn::Step(squares) })
    }

    /// Carries out lines 4.1 to 4.3: copies the thrusts to the front of the list, over the entries there, and returns
    /// the number of thrusts. A thrust is a step of a piece that has another of the computer's pieces directly behind
    /// it.
    pub(super) fn gather_thrusts(&mut self) -> Result<usize, Failure> {
        let mut thrusts = 0;
        for index in 1..self.list.end() {
            let entry = self.list.get(index);
            if entry == 0 {
                continue;
            }
            let step = Move::from_entry(entry);
            let cell = self.cell_at(self.rules.support(step), Caller::Thrusting)?;
            if self.rules.is_thrust(step, cell) {
                thrusts += 1;
                self.list.set(thrusts, entry);
            }
        }
        Ok(thrusts)
    }

    /// Carries out lines 06.10 and 06.20 of the program: draws an entry of the list at random, and draws again while
    /// the entry is 0. Returns `None` if the entry is 0 and the rules do not draw again.
    fn draw(&mut self, choices: u16) -> Option<Move> {
        loop {
            let drawn = self.rules.draw(&mut self.fran, choices);
            match self.list.get(drawn.into()) {
                0 if self.rules.draws_again() => continue,
                0 => return None,
                entry => return Some(Move::from_entry(entry)),
            }
        }
    }

    /// Carries out group 8 of the program: returns the cell on a square, or `None` if `number` is not the number of a
    /// used square. Creates the variable of the square if the variable does not exist.
    fn cell_at(&mut self, number: i16, caller: Caller) -> Result<CellOnBoard, Failure> {
        self.memory.check_call(self.variables(), caller, (1..=LAST_SQUARE).contains(&number))?;
        Ok(self.rules.is_square(number, caller).then(|| self.mention(number)))
    }

    /// Reads a variable of the board; creates the variable if it does not exist.
    fn mention(&mut self, number: i16) -> Cell {
        let cell = self.board.cell(number);
        if cell.is_none() {
            self.board.set(number, Cell::Empty);
        }
        cell.unwrap_or(Cell::Empty)
    }

    /// Carries out a move, as group 5 of the program does for the computer's move.
    fn execute(&mut self, squares: Move) {
        self.origin = squares.from;
        self.rules.carry_out(self.rules.transfer(squares), &mut self.board);
    }

    /// Carries out group 5 for the player's move. The move's squares may be any whole numbers from 0 to 2047.
    pub fn answer(&mut self, squares: Move) {
        if self.rules.accepts(&self.board, squares) {
            self.execute(squares);
        }
    }

    /// Carries out group 5 for the player's move. The two numbers of the move may be any numbers that FOCAL can read,
    /// such as 2.5. If one of them is not a whole number from 0 to 2047, computes in floating point, as FOCAL does.
    pub(crate) fn answer_numbers(&mut self, from: Float, to: Float) {
        match (whole(from), whole(to)) {
            (Some(from), Some(to)) => self.answer(Move::new(from, to)),
            _ => self.rules.carry_out(Transfer::of_numbers(from, to), &mut self.board),
        }
    }

    /// Types the board, as group 7 does before its question. If memory runs out, typing stops.
    pub(crate) fn print(&mut self, paper: &mut Vec<u8>) -> Result<(), Failure> {
        for square in 1..=LAST_SQUARE {
            if square % super::board::ROW == 1 {
                paper.extend_from_slice(b"\r\n");
            }
            let cell = self.cell_at(square, Caller::Printing)?;
            paper.extend_from_slice(&[self.rules.letter(cell), b' ']);
        }
        Ok(())
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl<R: Rules> Position<R> {
    /// Returns the number of variables that exist: board, list and scalars.
    pub fn variables(&self) -> usize {
        self.memory.scalars + self.board.variables() + self.list.variables()
    }
}

/// Returns `number` as an integer if it is a whole number from 0 to 2047; returns `None` for any other number.
fn whole(number: Float) -> Option<i16> {
    let integer = number.fix();
    let in_range = number.exponent() <= 11 && !number.is_negative();
    (in_range && integer.normalised() == number).then_some(integer.low().signed())
}
