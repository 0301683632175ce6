//! The computer's turn: list the moves, reject the illegal ones, jump if one can, else draw one.
//!
//! It looks one move ahead and no further. A thrust is a move with a piece of its own straight behind it: whoever
//! jumps the thrusting piece lands where it came from and can be jumped in turn. Only when there is no thrust does
//! it move another piece, which keeps the back row at home.

use super::board::{Board, Cell, LAST_SQUARE};
use super::fran::Fran;
use super::memory::{Caller, Failure, Memory};
use super::moves::{List, Move, Transfer};
use super::rules::{Jumps, Look, Rules, Zeros};
use crate::float::Float;

/// Everything the program holds in its variables, and the interpreter's random state.
///
/// ```
/// use focal8::checkers::{moves::Move, think::{Position, Turn}};
/// let mut position = Position::default();
/// assert_eq!(position.think(), Ok(Turn::Thrust(Move::new(18, 27))));
/// position.answer(Move::new(45, 36));
/// assert_eq!(position.think(), Ok(Turn::Jump(Move::new(27, 45))));
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    /// The variables `A(k)`.
    pub board: Board,
    /// The variables `M(k)` and `D`.
    pub list: List,
    /// FRAN's state.
    pub fran: Fran,
    /// How full memory is.
    pub memory: Memory,
    /// The variable `J`: the from-square that was looked at last.
    pub origin: i16,
    /// The decisions it plays by.
    pub rules: Rules,
}

/// What the computer did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// It jumped.
    Jump(Move),
    /// It drew one of its thrusts. (In a few states of FRAN the draw runs over the last thrust, and may hit another
    /// legal move.)
    Thrust(Move),
    /// It had no thrust and drew one of all legal moves.
    Step(Move),
    /// It could not move.
    Pass,
}

impl Turn {
    /// The move, unless it passed.
    pub const fn squares(self) -> Option<Move> {
        match self {
            Turn::Jump(squares) | Turn::Thrust(squares) | Turn::Step(squares) => Some(squares),
            Turn::Pass => None,
        }
    }
}

impl Default for Position {
    /// A new game in a freshly loaded interpreter.
    fn default() -> Self {
        Position::new(Board::start(), Fran::LOADED)
    }
}

impl Position {
    /// The computer to move on this board.
    pub fn new(board: Board, fran: Fran) -> Self {
        Position::with_rules(board, fran, Rules::RECONSTRUCTION)
    }

    /// The same by other rules, which a tester may have got wrong.
    pub fn with_rules(board: Board, fran: Fran, rules: Rules) -> Self {
        Position { board, list: List::default(), fran, memory: Memory::default(), origin: 0, rules }
    }

    /// How many variables exist: board, list and scalars.
    pub fn variables(&self) -> usize {
        self.memory.scalars + self.board.variables() + self.list.variables()
    }

    /// The computer's turn.
    pub fn think(&mut self) -> Result<Turn, Failure> {
        self.generate()?;
        match self.reject()? {
            Some(jump) => Ok(Turn::Jump(jump)),
            None => self.choose(),
        }
    }

    /// Lines 1.1 and 2.1 to 2.3: every step of every piece, on the board or off it.
    fn generate(&mut self) -> Result<(), Failure> {
        self.list.start();
        for count in 1..=LAST_SQUARE {
            let square = if self.rules.scans_downward { LAST_SQUARE + 1 - count } else { count };
            let steps = match self.look(square, Caller::Generating)? {
                Some(Cell::Checker) => 2,
                Some(Cell::Queen) => self.rules.queen_steps,
                _ => 0,
            };
            for number in 0..steps {
                let exists = self.list.exists(self.list.end());
                self.memory.enter(self.variables(), number, exists)?;
                self.list.enter(Move::new(square, square + self.rules.steps[number]).entry());
                if number % 2 == 1 {
                    self.memory.entered(self.variables(), number)?;
                }
            }
        }
        if self.rules.end_mark {
            if !self.list.exists(self.list.end()) {
                self.memory.mark_end(self.variables())?;
            }
            self.list.set(self.list.end(), 0);
        }
        Ok(())
    }

    /// Lines 3.1 to 3.4: illegal entries become 0; the first jump found is carried out at once.
    fn reject(&mut self) -> Result<Option<Move>, Failure> {
        let mut last = None;
        // A FOR runs once even when there is nothing to do: then it examines the end mark.
        for index in 1..self.list.end().max(2) {
            let step = Move::from_entry(self.list.get(index));
            self.origin = step.from;
            let look = self.look(step.to, Caller::Rejecting)?;
            if look == Some(Cell::Empty) && (self.rules.may_leave)(step.from) {
                continue;
            }
            if (self.rules.may_be_jumped)(look) {
                let jump = Move::new(step.from, step.beyond());
                if self.look(jump.to, Caller::Rejecting)? == Some(Cell::Empty) {
                    match self.rules.jumps {
                        Jumps::First => {
                            self.execute(jump);
                            return Ok(Some(jump));
                        }
                        Jumps::Several => {
                            self.execute(jump);
                            self.jump_on(jump.to);
                            return Ok(Some(jump));
                        }
                        Jumps::Last => last = Some(jump),
                    }
                    continue;
                }
            }
            self.list.set(index, 0);
        }
        if let Some(jump) = last {
            self.execute(jump);
        }
        Ok(last)
    }

    /// More jumps from where one has landed: the game has none.
    fn jump_on(&mut self, mut from: i16) {
        while let Some(jump) = self.jump_from(from) {
            self.execute(jump);
            from = jump.to;
        }
    }

    fn jump_from(&self, from: i16) -> Option<Move> {
        let at = |square: i16| if (self.rules.is_square)(square) { self.board.cell(square) } else { None };
        let steps = if at(from) == Some(Cell::Queen) { 4 } else { 2 };
        self.rules.steps[..steps].iter().map(|step| Move::new(from, from + step)).find_map(|step| {
            let prey = at(step.to).is_some_and(Cell::is_players);
            (prey && at(step.beyond()) == Some(Cell::Empty)).then(|| Move::new(from, step.beyond()))
        })
    }

    /// Lines 1.4 to 1.6 and group 6: a thrust if there is one, else any legal move, else none.
    fn choose(&mut self) -> Result<Turn, Failure> {
        let legal = self.list.candidates().iter().any(|&entry| entry != 0);
        let thrusts = self.gather_thrusts()?;
        if !legal {
            if self.rules.calls_fran_to_pass {
                self.fran.step(self.rules.fran);
            }
            return Ok(Turn::Pass);
        }
        let prefers_thrusts = thrusts > 0 && self.rules.prefers_thrusts;
        let choices = match (prefers_thrusts, self.rules.zeros) {
            (true, _) => thrusts,
            (false, Zeros::Dropped) => self.drop_zeros(),
            (false, _) => self.list.end() - 1,
        };
        let Some(squares) = self.draw(choices as u16) else { return Ok(Turn::Pass) };
        self.execute(squares);
        Ok(if prefers_thrusts { Turn::Thrust(squares) } else { Turn::Step(squares) })
    }

    /// Lines 4.1 to 4.3: moves the thrusts to the front of the list; how many there are.
    fn gather_thrusts(&mut self) -> Result<usize, Failure> {
        let mut thrusts = 0;
        for index in 1..self.list.end() {
            let entry = self.list.get(index);
            if entry == 0 {
                continue;
            }
            let step = Move::from_entry(entry);
            let support = (self.rules.support)(step);
            let look = if self.rules.support_through_group_8 {
                self.look(support, Caller::Thrusting)?
            } else {
                Some(self.mention(support))
            };
            if (self.rules.supports)(look) && (self.rules.may_thrust)(step) {
                thrusts += 1;
                if self.rules.prefers_thrusts {
                    self.list.set(thrusts, entry);
                }
            }
        }
        Ok(thrusts)
    }

    /// Lines 06.10 and 06.20: draws until the entry is not 0.
    fn draw(&mut self, choices: u16) -> Option<Move> {
        loop {
            self.fran.step(self.rules.fran);
            match self.list.get((self.rules.draw)(self.fran, choices).into()) {
                0 if self.rules.zeros == Zeros::Pass => return None,
                0 => continue,
                entry => return Some(Move::from_entry(entry)),
            }
        }
    }

    /// Moves the legal entries together: the game leaves their zeros where they are.
    fn drop_zeros(&mut self) -> usize {
        let legal: Vec<u16> = self.list.candidates().iter().copied().filter(|&entry| entry != 0).collect();
        for (index, &entry) in legal.iter().enumerate() {
            self.list.set(index + 1, entry);
        }
        legal.len()
    }

    /// Group 8: what is on a square, or `None` where there is no such square; an empty one exists from now on.
    fn look(&mut self, number: i16, caller: Caller) -> Result<Look, Failure> {
        self.memory.look(self.variables(), caller, (1..=LAST_SQUARE).contains(&number))?;
        Ok((self.rules.is_square)(number).then(|| self.mention(number)))
    }

    /// Reads a variable of the board, which exists from now on.
    fn mention(&mut self, number: i16) -> Cell {
        let cell = self.board.cell(number);
        if cell.is_none() {
            self.board.set(number, Cell::Empty);
        }
        cell.unwrap_or(Cell::Empty)
    }

    /// Group 5 for the computer.
    fn execute(&mut self, squares: Move) {
        self.origin = squares.from;
        Transfer::of_move(squares, &self.rules).apply(&mut self.board, self.rules.empties_start_first);
    }

    /// Group 5 for the player: any two whole numbers from 0 to 2047.
    pub fn answer(&mut self, squares: Move) {
        if (self.rules.accepts)(&self.board, squares) {
            self.execute(squares);
        }
    }

    /// Group 5 for the player, as FOCAL computes it: any two numbers.
    pub fn answer_numbers(&mut self, from: Float, to: Float) {
        match (whole(from), whole(to)) {
            (Some(from), Some(to)) => self.answer(Move::new(from, to)),
            _ => Transfer::of_numbers(from, to).apply(&mut self.board, self.rules.empties_start_first),
        }
    }

    /// Group 7 without its question: types the board; stops where memory runs out.
    pub fn print(&mut self, paper: &mut Vec<u8>) -> Result<(), Failure> {
        for square in 1..=LAST_SQUARE {
            if square % super::board::ROW == 1 {
                paper.extend_from_slice(b"\r\n");
            }
            let look = self.look(square, Caller::Printing)?;
            paper.extend_from_slice(&[(self.rules.letter)(look), b' ']);
        }
        Ok(())
    }
}

/// The whole number from 0 to 2047 that a number is.
fn whole(number: Float) -> Option<i16> {
    let integer = number.fix();
    let in_range = number.exponent() <= 11 && !number.is_negative();
    (in_range && integer.normalised() == number).then_some(integer.low().signed())
}
