//! Players against the computer. Each of them sees the printed board and types an answer.

use fastrand::Rng;

use super::judge::{self, Side};
use crate::checkers::board::{Board, Cell, is_used, used_squares};
use crate::checkers::moves::Move;

/// A player who answers `FROM:` and `TO:`.
#[derive(Clone, Debug)]
pub enum Player {
    /// A player who makes random legal moves.
    Legal {
        /// Whether the player always jumps when a jump is possible.
        obliged: bool,
    },
    /// A player who makes random legal moves, but answers some questions with two random numbers from 0 to 99.
    Careless {
        /// The percentage of answers that are two random numbers.
        illegal: u8,
    },
    /// A player who looks ahead, and mostly wins.
    Searching {
        /// The number of moves, counting both sides, that the player looks ahead.
        depth: u8,
    },
    /// A player who moves between unused or nonexistent squares, so that memory fills with variables.
    Wandering {
        /// The square number after which the search for the next two squares starts.
        next: i16,
    },
    /// A player who types like a beginner: letters, rubouts, left arrows, decimal points and signs among legal moves.
    Fumbling,
    /// A player who types given answers, then stops.
    Scripted(std::vec::IntoIter<String>),
}

impl Player {
    /// Returns the keys to type, including RETURN; `None` when the player stops.
    pub fn answer(&mut self, board: &Board, random: &mut Rng) -> Option<String> {
        match self {
            Player::Legal { obliged } => Some(typed(legal(board, *obliged, random))),
            Player::Careless { illegal } => Some(typed(match random.u8(..100) < *illegal {
                true => Move::new(random.i16(0..100), random.i16(0..100)),
                false => legal(board, random.bool(), random),
            })),
            Player::Searching { depth } => Some(typed(search(board, *depth, random))),
            Player::Wandering { next } => Some(typed(wander(next, board, random))),
            Player::Fumbling => Some(fumble(legal(board, random.bool(), random), random)),
            Player::Scripted(answers) => answers.next(),
        }
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Player {
    /// Creates a player who types given answers.
    pub fn scripted(answers: Vec<String>) -> Self {
        Player::Scripted(answers.into_iter())
    }
}

/// Returns the keys that a player types for a move.
fn typed(answer: Move) -> String {
    format!("{} {}\r", answer.from, answer.to)
}

/// Parses an answer in the form that [`typed`] returns: two whole numbers. Returns `None` for any other answer.
pub(crate) fn plain_answer(keys: &str) -> Option<Move> {
    let number = |digits: &str| match digits.len() {
        1..=4 if digits.bytes().all(|digit| digit.is_ascii_digit()) => digits.parse().ok().filter(|&n: &i16| n <= 2047),
        _ => None,
    };
    let (from, to) = keys.strip_suffix('\r')?.split_once(' ')?;
    Some(Move::new(number(from)?, number(to)?))
}

/// The move from 0 to 0, which a player types when no legal move exists. The only possible effect of this move is that
/// the variable `A(0)` is created.
const NULL_MOVE: Move = Move::new(0, 0);

fn legal(board: &Board, obliged: bool, random: &mut Rng) -> Move {
    let (jumps, steps) = judge::moves(board, Side::Player);
    let all = if obliged && !jumps.is_empty() { jumps } else { [jumps, steps].concat() };
    match all.len() {
        0 => NULL_MOVE,
        count => all[random.usize(..count)],
    }
}

/// Returns a move between two unused or nonexistent squares, or sometimes a legal move. The square numbers increase
/// from move to move.
fn wander(next: &mut i16, board: &Board, random: &mut Rng) -> Move {
    if random.u8(..8) == 0 {
        return legal(board, true, random);
    }
    let mut number = || {
        loop {
            *next += 1;
            if *next > 64 || !is_used(*next) {
                // Odd and even numbers occur, so that the square between the two squares of the move is not always a
                // third new variable.
                return *next + i16::from(*next > 64) * random.i16(0..2);
            }
        }
    };
    Move::new(number(), number())
}

/// Returns the worth of a piece for the player's side. The worth is negative for the computer's pieces.
const fn worth(cell: Cell) -> i32 {
    match cell {
        Cell::King => 16,
        Cell::Opponent => 10,
        Cell::Empty => 0,
        Cell::Checker => -10,
        Cell::Queen => -16,
    }
}

fn search(board: &Board, depth: u8, random: &mut Rng) -> Move {
    let (jumps, steps) = judge::moves(board, Side::Player);
    let all = [jumps, steps].concat();
    let mut best = (i32::MIN, NULL_MOVE);
    for squares in all {
        let value = -negamax(&after(board, squares), Side::Computer, depth.saturating_sub(1)) * 8 + random.i32(0..8);
        if value > best.0 {
            best = (value, squares);
        }
    }
    best.1
}

/// Returns the value of a position for the side to move.
fn negamax(board: &Board, side: Side, depth: u8) -> i32 {
    let sign = if side == Side::Player { 1 } else { -1 };
    let value = || sign * used_squares().filter_map(|square| board.cell(square)).map(worth).sum::<i32>();
    if depth == 0 {
        return value();
    }
    let (jumps, steps) = judge::moves(board, side);
    let other = if side == Side::Player { Side::Computer } else { Side::Player };
    // The computer always takes its first jump.
    let all = match (side, jumps.first()) {
        (Side::Computer, Some(&jump)) => vec![jump],
        _ => [jumps, steps].concat(),
    };
    all.into_iter().map(|squares| -negamax(&after(board, squares), other, depth - 1)).max().unwrap_or_else(value)
}

fn after(board: &Board, squares: Move) -> Board {
    let mut judge = judge::Judge::new(&board.iter().collect::<Vec<_>>());
    judge.answer(squares);
    judge.position()
}

/// Returns the keys of a legal move with a beginner's typing errors, or keys that are not a move.
fn fumble(squares: Move, random: &mut Rng) -> String {
    let number = |value: i16, random: &mut Rng| match random.u8(..12) {
        0 => format!("{}_{value}", random.u16(..1000)),
        1 => format!("\u{7f}{value}\u{7f}"),
        2 => format!("+{value}"),
        3 => format!("{value}.0"),
        4 => format!("{value}E0"),
        5 => format!("-{value}"),
        6 => format!("{}.{}", random.u8(..80), random.u16(..1000)),
        7 => ["YES", "NO", "A", "QUIT", "1E3", "2047", "4096", "9999999", ".", "}", "5E1}", "", "1E-3"]
            [random.usize(..13)]
        .to_owned(),
        8 => format!("  {value}"),
        _ => value.to_string(),
    };
    let end = [" ", ",", "\r", ";", "\n ", ")"][random.usize(..6)];
    format!("{}{end}{}\r", number(squares.from, random), number(squares.to, random))
}
