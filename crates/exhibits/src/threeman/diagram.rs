//! The contents of a drawing of the board: the squares from which and to which a piece may move, or all pieces at the
//! start of a game.

use std::collections::{BTreeMap, BTreeSet};

use super::can::can;
use super::figure::Figure;
use super::predicate::Answer;
use super::readings::Readings;
use super::square::{Square, Vector};

/// A drawing of the board: marked squares, the path of a move, and pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The title of the diagram.
    pub(crate) title: String,
    /// The squares from which a piece may move.
    pub(crate) from: BTreeSet<Square>,
    /// The squares to which the piece may move.
    pub to: BTreeSet<Square>,
    /// The squares of a single move in order, including both ends.
    pub path: Vec<Square>,
    /// The pieces on their squares, each with its camp.
    pub(crate) pieces: BTreeMap<Square, (Figure, i64)>,
}

impl Diagram {
    /// Creates a diagram of the board at the start of a game.
    pub fn start() -> Diagram {
        let pieces = Square::all().filter_map(|square| Some((square, square.at_start()?))).collect();
        Diagram { title: "The board as a game begins".to_owned(), pieces, ..Diagram::default() }
    }

    /// Creates a diagram of every move by this vector.
    pub fn of_vector(figure: Figure, vector: Vector, readings: Readings) -> Diagram {
        let answer = can(figure, vector, readings);
        let from: BTreeSet<Square> = answer.squares().collect();
        let to = from.iter().filter_map(|square| square.after(vector)).collect();
        let whence = match (answer, from.len()) {
            (Answer::Never, _) => "never".to_owned(),
            (Answer::Always, _) => "from every square".to_owned(),
            (Answer::If(predicate), count) => format!("{predicate}, from {count} squares"),
        };
        Diagram { title: format!("{figure} {vector}: {whence}"), from, to, ..Diagram::default() }
    }

    /// Creates a diagram of every move from this square.
    pub fn of_origin(figure: Figure, origin: Square, readings: Readings) -> Diagram {
        let possible = Vector::table().filter(|vector| can(figure, *vector, readings).at(origin));
        let to: BTreeSet<Square> = possible.filter_map(|vector| origin.after(vector)).collect();
        let squares = if to.len() == 1 { "square" } else { "squares" };
        let title = format!("{figure} from {origin}: to {} {squares}", to.len());
        Diagram { title, from: BTreeSet::from([origin]), to, ..Diagram::default() }
    }

    /// Creates a diagram of the move by this vector from this square.
    pub fn of_move(figure: Figure, vector: Vector, origin: Square, readings: Readings) -> Diagram {
        let answer = can(figure, vector, readings);
        let destination = if answer.at(origin) { origin.after(vector) } else { None };
        let whither = destination.map_or("not possible".to_owned(), |square| format!("to {square}"));
        let path = match destination {
            Some(_) => [origin].into_iter().chain(vector.steps().filter_map(|step| origin.after(step))).collect(),
            None => Vec::new(),
        };
        Diagram {
            title: format!("{figure} {vector} from {origin}: {whither}"),
            from: BTreeSet::from([origin]),
            to: destination.into_iter().collect(),
            path,
            ..Diagram::default()
        }
    }

    /// Returns the mark on a square.
    pub(super) fn mark(&self, square: Square) -> Mark {
        match (self.from.contains(&square), self.to.contains(&square)) {
            (true, true) => Mark::Both,
            (true, false) => Mark::From,
            (false, true) => Mark::To,
            (false, false) => Mark::None,
        }
    }
}

/// The mark on a square: whether a piece may move from the square, and whether a piece may move to the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    From,
    To,
    Both,
}
