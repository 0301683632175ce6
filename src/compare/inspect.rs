//! The state that is compared in addition to the paper: the variables of the checkers program, and FRAN's state.

use serde::Serialize;

use crate::checkers::Game;
use crate::checkers::board::Cell;
use crate::checkers::fran::Fran;
use crate::checkers::rules::Rules;
use crate::float::Float;
use crate::focal::{Focal, Variable};
use crate::performer::Performer;

/// The variables of the checkers program at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The variables `A(k)` that exist, with their subscripts.
    pub board: Vec<(i16, Float)>,
    /// The variables `M(k)` that exist and whose subscript is at least 1, with their subscripts.
    pub list: Vec<(i16, Float)>,
    /// The variable `D`: the number of candidate moves plus one.
    pub end: Float,
    /// The three words of FRAN's state.
    pub fran: Float,
    /// The number of variables that exist.
    pub variables: usize,
}

/// A [`Performer`] that plays checkers, and may show its variables.
pub trait Observable: Performer {
    /// Returns the variables; `None` if the implementation does not show them.
    fn observe(&self) -> Option<Observation>;
}

impl Observation {
    pub(crate) fn of_variables(variables: impl Iterator<Item = Variable>, fran: Float) -> Self {
        let mut observation = Observation { board: Vec::new(), list: Vec::new(), end: Float::ZERO, fran, variables: 0 };
        for Variable { name, value } in variables {
            observation.variables += 1;
            let subscript = name.subscript.signed();
            match (&name.letters, subscript) {
                (b"A@", _) => observation.board.push((subscript, value)),
                (b"M@", _) => observation.list.push((subscript, value)),
                (b"D@", 0) => observation.end = value,
                _ => {}
            }
        }
        observation.board.sort_by_key(|&(subscript, _)| subscript);
        observation.list.sort_by_key(|&(subscript, _)| subscript);
        observation
    }

    /// Returns the aspects in which this observation differs from another.
    pub(crate) fn differing(&self, other: &Observation) -> Vec<Aspect> {
        let mut aspects = Vec::new();
        let mut note = |differs: bool, aspect| {
            if differs {
                aspects.push(aspect);
            }
        };
        note(self.board != other.board, Aspect::Board);
        note(self.list != other.list, Aspect::List);
        note(self.end != other.end, Aspect::End);
        note(self.fran != other.fran, Aspect::Fran);
        note(self.variables != other.variables, Aspect::Variables);
        aspects
    }
}

/// An aspect of a game in which two implementations of the game can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Aspect {
    /// The computer's move, as found from the printed board.
    Move,
    /// The values of the variables `A(k)`, and the subscripts `k` for which such a variable exists.
    Board,
    /// The variables `M(k)` in order.
    List,
    /// The variable `D`: the number of candidate moves plus one.
    End,
    /// The three words of FRAN's state.
    Fran,
    /// The number of variables.
    Variables,
    /// The bytes printed since the previous prompt.
    Paper,
    /// The message that ended the game.
    Message,
    /// Whether the implementation waits for a key.
    #[serde(rename = "standing")]
    Status,
    /// The judge's verdict on the computer's move.
    Judge,
}

impl Aspect {
    /// The aspects in which two implementations must agree at a prompt.
    pub const COMPARED: [Aspect; 8] = [
        Aspect::Move,
        Aspect::Board,
        Aspect::List,
        Aspect::End,
        Aspect::Fran,
        Aspect::Variables,
        Aspect::Paper,
        Aspect::Status,
    ];

    /// Returns the aspect's name, for tables.
    pub const fn name(self) -> &'static str {
        match self {
            Aspect::Move => "move",
            Aspect::Board => "A",
            Aspect::List => "M",
            Aspect::End => "D",
            Aspect::Fran => "FRAN",
            Aspect::Variables => "n",
            Aspect::Paper => "bytes",
            Aspect::Message => "message",
            Aspect::Status => "status",
            Aspect::Judge => "judge",
        }
    }
}

/// Returns a whole number in FOCAL's floating-point format.
pub fn number(value: i32) -> Float {
    Float::wrapping(23, value).normalised()
}

impl<R: Rules> Observable for Game<R> {
    fn observe(&self) -> Option<Observation> {
        let position = self.position();
        let cell = |cell: Cell| number(i32::from(cell.value()));
        Some(Observation {
            board: position.board.iter().map(|(subscript, on)| (subscript, cell(on))).collect(),
            list: (1..).zip(position.list.entries().iter().map(|&entry| number(i32::from(entry)))).collect(),
            end: number(position.list.end() as i32),
            fran: position.fran.words(),
            variables: position.variables(),
        })
    }
}

impl Observable for Focal {
    fn observe(&self) -> Option<Observation> {
        Some(Observation::of_variables(self.variables(), self.random().state))
    }
}

/// Whether the three words are a possible state of FRAN.
pub(crate) fn is_state(words: Float) -> bool {
    Fran::from_words(words).is_some()
}
