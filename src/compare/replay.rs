//! Replay files: a game and the difference that the game shows, as JSON.
//!
//! ```json
//! {
//!   "replay": "focal8 checkers",
//!   "opening": { "seed": { "words": "0000 3226 1242" } },
//!   "answers": ["45 36\r", "54 36\r"],
//!   "actors": ["focal", "native"]
//! }
//! ```
//!
//! An answer is a string of keys to type. If an answer does not end with RETURN, a RETURN is added.

use serde::{Deserialize, Serialize};

use super::campaign::Script;
use super::inspect::Aspect;
use super::lockstep::one_line;
use super::opening::Opening;
use super::table::{Finding, Scene};
use crate::float::Float;
use crate::quote::quote;

/// The value of the field `replay` in a replay file.
const MARK: &str = "focal8 checkers";

/// A replay file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    replay: String,
    /// The opening of the game.
    #[serde(default)]
    pub(crate) opening: Opening,
    /// The keys of every answer.
    pub answers: Vec<String>,
    /// The names of the compared implementations, as in the arguments of `focal8 compare`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actors: Vec<String>,
    /// The details of the difference, for human readers. The program ignores this field when it reads the file.
    #[serde(default, skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(crate) found: Option<Report>,
}

/// The reason why a file is not a replay.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The file is not the expected JSON.
    #[error("not a replay: {0}")]
    Json(#[from] serde_json::Error),
    /// The file is JSON, but its field `replay` has this value instead of `focal8 checkers`.
    #[error("not a replay: its field \"replay\" is \"{}\", it should be \"{MARK}\"", quote(.0))]
    Mark(String),
}

impl Replay {
    /// Creates a replay of a recorded game.
    pub(crate) fn of_script(script: Script, actors: Vec<String>) -> Self {
        let Script { opening, answers } = script;
        Replay { replay: MARK.to_owned(), opening, answers, actors, found: None }
    }

    /// Reads a replay from the text of a file.
    pub fn parse(text: &str) -> Result<Self, ReplayError> {
        let mut replay: Replay = serde_json::from_str(text)?;
        if replay.replay != MARK {
            return Err(ReplayError::Mark(replay.replay));
        }
        for answer in replay.answers.iter_mut().filter(|answer| !answer.ends_with('\r')) {
            answer.push('\r');
        }
        Ok(replay)
    }

    /// Writes the text of the file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings and numbers are always JSON") + "\n"
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Replay {
    /// Creates a replay of a finding.
    pub fn of_finding(finding: &Finding, actors: Vec<String>) -> Self {
        let script = Script { opening: finding.opening.clone(), answers: finding.answers.clone() };
        Replay { found: Some(Report::of(finding)), ..Replay::of_script(script, actors) }
    }

    /// Returns the opening and the answers of the game.
    pub fn script(&self) -> Script {
        Script { opening: self.opening.clone(), answers: self.answers.clone() }
    }
}

/// The form in which a replay file contains a [`Finding`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[doc(hidden)]
pub struct Report {
    /// The number of turns, counting both sides, before the difference.
    pub(crate) ply: usize,
    /// The aspects in which the two actors differ.
    pub(crate) aspects: Vec<Aspect>,
    /// The objection of the judge, which tests the computer's moves against the rules of checkers. `None` if the judge
    /// has no objection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offence: Option<String>,
    /// The state of the first actor.
    pub(crate) left: Side,
    /// The state of the second actor.
    pub(crate) right: Side,
}

/// The state of an actor at the prompt where two actors differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Side {
    /// The name of the actor.
    pub(crate) actor: String,
    /// The square from which the computer moved, and the square to which it moved.
    pub(crate) moved: Option<(i16, i16)>,
    /// The text that the actor printed.
    pub(crate) paper: String,
    /// The board: the subscript and the value of each variable `A(k)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) board: Option<Vec<(i16, f64)>>,
    /// The list of candidate moves: the subscript and the value of each variable `M(k)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) list: Option<Vec<(i16, f64)>>,
    /// The variable `D`: the number of candidate moves plus one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<f64>,
    /// The words of FRAN's state in octal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fran: Option<String>,
    /// The number of variables that exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) variables: Option<usize>,
}

impl Report {
    /// Creates the report of a finding.
    pub fn of(finding: &Finding) -> Self {
        Report {
            ply: 2 * finding.answers.len(),
            aspects: finding.aspects.clone(),
            offence: finding.offence.clone(),
            left: Side::of(&finding.left),
            right: Side::of(&finding.right),
        }
    }
}

impl Side {
    fn of(scene: &Scene) -> Self {
        let seen = scene.observation.as_ref();
        let values = |symbols: &[(i16, Float)]| symbols.iter().map(|&(k, value)| (k, decimal(value))).collect();
        Side {
            actor: scene.actor.clone(),
            moved: scene.moved.map(|squares| (squares.from, squares.to)),
            paper: one_line(&scene.paper),
            board: seen.map(|seen| values(&seen.board)),
            list: seen.map(|seen| values(&seen.list)),
            end: seen.map(|seen| decimal(seen.end)),
            fran: seen.map(|seen| seen.fran.to_string()),
            variables: seen.map(|seen| seen.variables),
        }
    }
}

/// Converts a FOCAL number to a binary floating-point number, which a replay file shows in decimal.
fn decimal(number: Float) -> f64 {
    f64::from(number.mantissa()) * f64::from(number.exponent() - 23).exp2()
}

/// Returns a table with one column for each of the two actors that differ. The rows show the board, and the variables
/// that differ.
#[doc(hidden)]
pub fn side_by_side(finding: &Finding) -> String {
    let (left, right) = (Side::of(&finding.left), Side::of(&finding.right));
    let names = finding.aspects.iter().map(|aspect| aspect.name()).collect::<Vec<_>>().join(", ");
    let mut text = format!("after {} answers: {names}\n", finding.answers.len());
    if let Some(offence) = &finding.offence {
        return text + &format!("the judge: {offence}\n");
    }
    let mut row = |name: &str, one: &str, other: &str| {
        let mark = if one == other { ' ' } else { '*' };
        text.push_str(&format!("{mark} {name:10} {one:34} {other}\n"));
    };
    row("", &left.actor, &right.actor);
    let [one, other] = [&finding.left, &finding.right].map(|scene| {
        let paper = String::from_utf8_lossy(&scene.paper).replace('\u{7f}', "");
        paper.split("\r\n").map(str::to_owned).collect::<Vec<_>>()
    });
    for line in 0..one.len().max(other.len()) {
        let at = |lines: &[String]| lines.get(line).cloned().unwrap_or_default();
        row("", &at(&one), &at(&other));
    }
    let show = |squares: Option<(i16, i16)>| squares.map_or("-".to_owned(), |(from, to)| format!("{from}-{to}"));
    row("move", &show(left.moved), &show(right.moved));
    let number = |value: Option<f64>| value.map_or("?".to_owned(), |value| value.to_string());
    row("D", &number(left.end), &number(right.end));
    row("n", &number(left.variables.map(|n| n as f64)), &number(right.variables.map(|n| n as f64)));
    row("FRAN", left.fran.as_deref().unwrap_or("?"), right.fran.as_deref().unwrap_or("?"));
    for (name, one, other) in [("A", &left.board, &right.board), ("M", &left.list, &right.list)] {
        let (Some(one), Some(other)) = (one, other) else { continue };
        let value = |symbols: &[(i16, f64)], k: i16| symbols.iter().find(|symbol| symbol.0 == k).map(|symbol| symbol.1);
        let mut subscripts: Vec<i16> = one.iter().chain(other).map(|symbol| symbol.0).collect();
        subscripts.sort_unstable();
        subscripts.dedup();
        for k in subscripts {
            let (one, other) = (value(one, k), value(other, k));
            if one != other {
                let show = |value: Option<f64>| value.map_or("does not exist".to_owned(), |value| value.to_string());
                row(&format!("{name}({k})"), &show(one), &show(other));
            }
        }
    }
    text
}
