//! An independent judge of the computer's moves, which works with rows and columns.
//!
//! The program and its twin use the numbers of squares, and steps of 7 and 9. The judge uses a board of eight rows and
//! eight columns, and the rules of checkers on such a board. The judge sees only the paper, and so does not repeat
//! mistakes of the program and its twin.

use std::collections::BTreeMap;
use std::fmt;

use crate::checkers::board::{Board, Cell};
use crate::checkers::moves::Move;

/// A square as a row and a column, which count from 0 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    row: i16,
    column: i16,
}

impl Place {
    fn of(square: i16) -> Self {
        Place { row: (square - 1).div_euclid(8), column: (square - 1).rem_euclid(8) }
    }

    const fn square(self) -> i16 {
        8 * self.row + self.column + 1
    }

    /// Returns the square at this distance in rows and columns; `None` if the board has no dark square there.
    fn on(self, rows: i16, columns: i16) -> Option<Self> {
        let place = Place { row: self.row + rows, column: self.column + columns };
        let on_board = (0..8).contains(&place.row) && (0..8).contains(&place.column);
        (on_board && (place.row + place.column) % 2 == 1).then_some(place)
    }
}

/// The four directions of a move, in the order in which the program lists its candidate moves: down left, down right,
/// up right, up left.
const DIRECTIONS: [(i16, i16); 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The computer, whose pieces move down the printed board.
    Computer,
    /// The player, whose pieces move up the printed board.
    Player,
}

impl Side {
    const fn owns(self, cell: Cell) -> bool {
        match self {
            Side::Computer => cell.is_computers(),
            Side::Player => cell.is_players(),
        }
    }

    const fn directions(self, cell: Cell) -> &'static [(i16, i16)] {
        match (self, cell) {
            (_, Cell::Queen | Cell::King) => &DIRECTIONS,
            (Side::Computer, _) => DIRECTIONS.split_at(2).0,
            (Side::Player, _) => DIRECTIONS.split_at(2).1,
        }
    }
}

/// Returns all jumps and all steps of a side, each list in ascending order of the starting square.
pub(crate) fn moves(board: &Board, side: Side) -> (Vec<Move>, Vec<Move>) {
    let at = |place: Place| board.cell(place.square()).unwrap_or(Cell::Empty);
    let (mut jumps, mut steps) = (Vec::new(), Vec::new());
    for place in (1..=64).map(Place::of).filter(|place| (place.row + place.column) % 2 == 1) {
        let piece = at(place);
        if !side.owns(piece) {
            continue;
        }
        for &(rows, columns) in side.directions(piece) {
            let Some(next) = place.on(rows, columns) else { continue };
            if at(next) == Cell::Empty {
                steps.push(Move::new(place.square(), next.square()));
            } else if !side.owns(at(next))
                && let Some(landing) = place.on(2 * rows, 2 * columns)
                && at(landing) == Cell::Empty
            {
                jumps.push(Move::new(place.square(), landing.square()));
            }
        }
    }
    (jumps, steps)
}

/// Whether the computer's step is a thrust. In a thrust, another piece of the computer is directly behind the moving
/// piece, in line with the step.
fn is_thrust(board: &Board, step: Move) -> bool {
    let (from, to) = (Place::of(step.from), Place::of(step.to));
    from.on(from.row - to.row, from.column - to.column)
        .and_then(|behind| board.cell(behind.square()))
        .is_some_and(Cell::is_computers)
}

/// The kind of a move that the computer has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A jump, which the computer makes whenever it can.
    Jump,
    /// A thrust: a step with another piece of the computer directly behind the moving piece, in line with the step.
    Thrust,
    /// A step that is not a thrust, when no thrust was possible.
    Step,
    /// A step that is not a thrust, although a thrust was possible. This step is legal only if the random number that
    /// the program drew was the number of possible thrusts plus one.
    StepDespiteThrust,
    /// No move, because the computer could not move.
    Pass,
}

/// A move against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleViolation(String);

impl fmt::Display for RuleViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks each move of the computer against the rules, from the printed boards and the player's answers.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    /// Every cell by its square number. Cells off the board are included, because a piece that is moved off the board
    /// may return.
    cells: BTreeMap<i16, Cell>,
}

impl Judge {
    /// Creates a judge of a game that begins with these pieces.
    pub fn new(pieces: &[(i16, Cell)]) -> Self {
        Judge { cells: pieces.iter().copied().collect() }
    }

    fn at(&self, square: i16) -> Cell {
        self.cells.get(&square).copied().unwrap_or(Cell::Empty)
    }

    /// Returns the board with all of its 32 used squares.
    pub fn position(&self) -> Board {
        let mut board = Board::default();
        for square in crate::checkers::board::used_squares() {
            board.set(square, self.at(square));
        }
        board
    }

    /// Returns the square number and the value of each cell that is not empty.
    pub(crate) fn pieces(&self) -> Vec<(i16, i8)> {
        let cells = self.cells.iter().map(|(&square, cell)| (square, cell.value()));
        cells.filter(|&(_, value)| value != 0).collect()
    }

    /// Carries out the player's move without a check of its legality, as the checkers program does.
    pub fn answer(&mut self, answer: Move) {
        let Move { from, to } = answer;
        let piece = self.at(from);
        self.cells.insert(to, piece);
        self.cells.insert(from, Cell::Empty);
        if (to - from) % 2 == 0 {
            self.cells.insert((from + to) / 2, Cell::Empty);
        }
        self.crown(to);
    }

    fn crown(&mut self, square: i16) {
        let piece = self.at(square);
        let row = Place::of(square).row;
        if (piece.is_computers() && row >= 7) || (piece.is_players() && row <= 0) {
            self.cells.insert(square, piece.crowned());
        }
    }

    /// Sets the squares of the judge's board to those of the printed board. Cells off the board do not change.
    pub(crate) fn set_board(&mut self, paper: &Board) {
        self.cells.extend(paper.iter());
    }

    /// Finds the computer's move that leads to the printed board. Returns the kind of the move, the move, and the
    /// number of possible thrusts. A thrust is a step of a piece that has another of the computer's pieces directly
    /// behind it.
    ///
    /// # Errors
    ///
    /// When the move violates a rule; the error names the rule.
    pub fn judge(&mut self, paper: &Board) -> Result<(MoveKind, Option<Move>, usize), RuleViolation> {
        let before = self.position();
        let (jumps, steps) = moves(&before, Side::Computer);
        let thrusts = steps.iter().filter(|&&step| is_thrust(&before, step)).count();
        let candidates = if jumps.is_empty() { &steps[..] } else { &jumps[..1] };
        if candidates.is_empty() {
            return match before == *paper {
                true => Ok((MoveKind::Pass, None, 0)),
                false => Err(RuleViolation(format!("the computer could not move, and did\n{paper}"))),
            };
        }
        for &candidate in candidates {
            let mut after = self.clone();
            after.make(candidate);
            if after.position() != *paper {
                continue;
            }
            self.make(candidate);
            let kind = match (jumps.is_empty(), is_thrust(&before, candidate), thrusts) {
                (false, ..) => MoveKind::Jump,
                (true, true, _) => MoveKind::Thrust,
                (true, false, 0) => MoveKind::Step,
                (true, false, _) => MoveKind::StepDespiteThrust,
            };
            return Ok((kind, Some(candidate), thrusts));
        }
        let what = if jumps.is_empty() { "no legal step" } else { "not its first jump" };
        Err(RuleViolation(format!("{what}, from\n{before}to\n{paper}")))
    }

    /// Returns the computer's move that led to the printed board, whether the move is legal or not.
    pub(crate) fn moved(&self, paper: &Board) -> Option<Move> {
        let occupied = |board: &Board, square: i16| board.cell(square).is_some_and(Cell::is_computers);
        let before = self.position();
        let changed = |was: bool| {
            let mut squares = crate::checkers::board::used_squares()
                .filter(move |&square| occupied(&before, square) == was && occupied(paper, square) != was);
            squares.next()
        };
        Some(Move::new(changed.clone()(true)?, changed(false)?))
    }

    /// Makes the computer's move.
    fn make(&mut self, squares: Move) {
        let (from, to) = (Place::of(squares.from), Place::of(squares.to));
        let piece = self.at(squares.from);
        self.cells.insert(squares.from, Cell::Empty);
        self.cells.insert(squares.to, piece);
        if (from.row - to.row).abs() == 2 {
            let middle = Place { row: (from.row + to.row) / 2, column: (from.column + to.column) / 2 };
            self.cells.insert(middle.square(), Cell::Empty);
        }
        self.crown(squares.to);
    }
}
