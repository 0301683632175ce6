//! One game that several actors play in parallel: all actors get the same answers, and their output and variables are
//! compared at every prompt.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::actor::{Actor, StartError, StartedGame, TURN_BUDGET};
use super::inspect::{Aspect, Observable, Observation};
use super::judge::{Judge, MoveKind};
use super::opening::Opening;
use super::overflow::is_overflow;
use super::players::{Player, plain_answer};
use crate::ascii::RETURN;
use crate::checkers::board::Board;
use crate::checkers::fran::{self, Fran};
use crate::checkers::moves::Move;
use crate::performer::Status;

/// The state of an implementation of the game at a prompt: the printed text, the variables and the computer's move.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct Scene {
    /// The name of the implementation that plays.
    pub(crate) actor: String,
    /// The bytes that the implementation has printed since the previous prompt.
    pub paper: Vec<u8>,
    /// The variables of the implementation, if they can be read.
    pub(crate) observation: Option<Observation>,
    /// The computer's move, as found from the printed board.
    pub(crate) moved: Option<Move>,
    pub(super) status: Status,
}

/// A difference between two implementations of the game, or between an implementation and the rules of checkers.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The opening of the game.
    pub opening: Opening,
    /// The answers to the prompts of the game, up to the difference. Each answer is a string of keys.
    pub answers: Vec<String>,
    /// The aspects in which the two implementations differ.
    pub(crate) aspects: Vec<Aspect>,
    /// The state of the first implementation.
    pub(crate) left: Scene,
    /// The state of the second implementation. If only the judge has found a fault, this is a copy of `left`.
    pub(crate) right: Scene,
    /// The objection of the judge, which tests the computer's moves against the rules of checkers. `None` if the judge
    /// has no objection.
    pub(crate) offence: Option<String>,
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Finding {
    /// Whether the actors differ only because the FOCAL from the user's own tape has less free memory than ours.
    pub fn is_overflow(&self) -> bool {
        let papers = [&self.left, &self.right].map(|scene| String::from_utf8_lossy(&scene.paper));
        is_overflow([&self.left.actor, &self.right.actor], [&papers[0], &papers[1]])
    }
}

/// The ending of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// The game has lasted the given number of turns, or the player has stopped answering.
    Stopped,
    /// FOCAL printed an error message, such as `?02.79 @ 08.10`.
    Message(String),
    /// A difference was found.
    Difference,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The answers to the prompts of the game. Each answer is a string of keys.
    pub answers: Vec<String>,
    /// The kind of each of the computer's moves. `None` means that the judge did not check the move,
    /// because it could not parse the player's last answer.
    pub kinds: Vec<Option<MoveKind>>,
    /// The computer's moves, as the first actor printed them.
    pub moves: Vec<Option<Move>>,
    /// The ending of the game.
    pub ending: Ending,
    /// The difference that ended the game, if there was one.
    pub finding: Option<Box<Finding>>,
    /// The scene at the first actor's last prompt.
    pub last: Scene,
}

/// An actor during a game.
struct Contestant<'a> {
    name: &'a str,
    performer: Box<dyn Observable>,
    judge: Judge,
    /// Whether the judge could parse the last answer.
    followed: bool,
}

impl Contestant<'_> {
    fn scene(&mut self, paper: Vec<u8>, status: Status) -> Scene {
        let moved = match board_on(&paper) {
            Some(board) if self.followed => self.judge.moved(&board),
            _ => None,
        };
        Scene { actor: self.name.to_owned(), observation: self.performer.observe(), paper, moved, status }
    }

    /// Types the answer `keys`. Returns the actor's state at the next prompt. `before` is the state at the last prompt.
    fn answer(&mut self, keys: &str, before: &Scene) -> Scene {
        self.followed = match (plain_answer(keys), board_on(&before.paper)) {
            (Some(answer), Some(board)) => {
                self.judge.set_board(&board);
                self.judge.answer(answer);
                true
            }
            _ => false,
        };
        let (mut paper, mut status) = (Vec::new(), Status::Waiting);
        for key in keys.bytes() {
            status = self.press(key, &mut paper);
        }
        // FOCAL may have read an answer with unusual keys as only one number. Then the question TO: still needs a
        // RETURN.
        if paper.ends_with(b"TO:") {
            status = self.press(RETURN, &mut paper);
        }
        self.scene(paper, status)
    }

    fn press(&mut self, key: u8, paper: &mut Vec<u8>) -> Status {
        self.performer.press(key);
        let status = self.performer.run(TURN_BUDGET);
        paper.append(&mut self.performer.take_printed());
        status
    }
}

/// Plays a game of at most `plies` turns, counting both sides.
pub fn play(
    actors: &[&dyn Actor],
    opening: &Opening,
    player: &mut Player,
    plies: usize,
    random: &mut Rng,
) -> Result<Played, StartError> {
    let (mut contestants, mut scenes) = (Vec::new(), Vec::new());
    for actor in actors {
        let StartedGame { performer, paper, status } = actor.begin(opening)?;
        let mut contestant =
            Contestant { name: actor.name(), performer, judge: Judge::new(&opening.cells()), followed: true };
        scenes.push(contestant.scene(paper, status));
        contestants.push(contestant);
    }
    let (mut answers, mut kinds, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    let (ending, finding) = loop {
        let difference = compare(&scenes).map(|(left, right, aspects)| (left, right, aspects, None));
        let board = board_on(&scenes[0].paper);
        let verdict = board.as_ref().map(|board| rule(&mut contestants[0], &scenes[0], board));
        let objection = match &verdict {
            Some(Err(offence)) => Some((0, 0, vec![Aspect::Judge], Some(offence.clone()))),
            _ => None,
        };
        if let Some((left, right, aspects, offence)) = difference.or(objection) {
            let (left, right) = (scenes[left].clone(), scenes[right].clone());
            let answers = answers.clone();
            let finding = Finding { opening: opening.clone(), answers, aspects, left, right, offence };
            break (Ending::Difference, Some(Box::new(finding)));
        }
        let Some(board) = board else {
            break (Ending::Message(message_on(&scenes[0].paper)), None);
        };
        kinds.extend(verdict.and_then(Result::ok));
        moves.push(scenes[0].moved);
        if kinds.len() + answers.len() >= plies {
            break (Ending::Stopped, None);
        }
        let Some(keys) = player.answer(&board, random) else { break (Ending::Stopped, None) };
        for (contestant, scene) in contestants.iter_mut().zip(&mut scenes) {
            *scene = contestant.answer(&keys, scene);
        }
        answers.push(keys);
    };
    Ok(Played { answers, kinds, moves, ending, finding, last: scenes.swap_remove(0) })
}

/// Returns the judge's verdict on the move that led to `board`. Returns `Ok(None)` without a verdict if the judge could
/// not parse the last answer that was typed.
fn rule(contestant: &mut Contestant, scene: &Scene, board: &Board) -> Result<Option<MoveKind>, String> {
    if !contestant.followed {
        contestant.judge.set_board(board);
        return Ok(None);
    }
    let (kind, _, thrusts) = contestant.judge.judge(board).map_err(|offence| offence.to_string())?;
    // If there are thrusts, a step that is not a thrust is legal only if the drawn number is one above the number of
    // thrusts.
    let ran_over = || {
        let state = scene.observation.as_ref().and_then(|seen| Fran::from_words(seen.fran));
        state.is_none_or(|state| usize::from(fran::draw(state, thrusts as u16)) == thrusts + 1)
    };
    match kind {
        MoveKind::StepDespiteThrust if !ran_over() => Err(format!("a step although there were {thrusts} thrusts")),
        kind => Ok(Some(kind)),
    }
}

/// Looks for the first scene that differs from scene 0. Returns the indices of the two scenes, 0 first, and the aspects
/// in which they differ; `None` if no scene differs from scene 0.
fn compare(scenes: &[Scene]) -> Option<(usize, usize, Vec<Aspect>)> {
    (1..scenes.len()).find_map(|right| {
        let aspects = differing(&scenes[0], &scenes[right]);
        (!aspects.is_empty()).then_some((0, right, aspects))
    })
}

/// Returns the aspects in which two scenes differ.
pub(super) fn differing(left: &Scene, right: &Scene) -> Vec<Aspect> {
    let mut aspects = Vec::new();
    if left.moved != right.moved {
        aspects.push(Aspect::Move);
    }
    let over = [left, right].map(|scene| board_on(&scene.paper).is_none());
    if let (Some(seen), Some(other)) = (&left.observation, &right.observation)
        && over == [false, false]
    {
        aspects.extend(seen.differing(other));
    }
    if left.paper != right.paper {
        aspects.push(Aspect::Paper);
        if over != [false, false] {
            aspects.push(Aspect::Message);
        }
    }
    // At the end of a game a twin halts, but an interpreter waits for its next line.
    let status = |scene: &Scene, over: bool| if over { Status::Waiting } else { scene.status };
    if status(left, over[0]) != status(right, over[1]) {
        aspects.push(Aspect::Status);
    }
    aspects
}

/// Returns the board above `FROM:` at the end of the paper. Returns `None` if the paper ends with other text.
#[doc(hidden)]
pub fn board_on(paper: &[u8]) -> Option<Board> {
    let text = std::str::from_utf8(paper).ok()?.strip_suffix("\r\nFROM:")?;
    let rows: Vec<&str> = text.split("\r\n").collect();
    // Only the last eight rows can be the board, since the echo of the answer precedes it.
    let first = rows.len().checked_sub(8)?;
    Board::from_paper(&rows[first..].join("\n"))
}

/// Returns FOCAL's error message at the end of the paper, without the final prompt.
pub(crate) fn message_on(paper: &[u8]) -> String {
    let text = String::from_utf8_lossy(paper);
    let message = text.rfind('?').map_or(&*text, |start| &text[start..]);
    message.trim_end_matches(['*', '\n', '\r', ' ']).to_owned()
}

/// Counts of the computer's moves by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[doc(hidden)]
pub struct MoveCounts {
    /// The number of jumps.
    pub jumps: u64,
    /// The number of thrusts: steps of a piece that has another of the computer's pieces directly behind it.
    pub thrusts: u64,
    /// The number of steps when no thrust was possible. A step is a move without a capture.
    pub steps: u64,
    /// The number of turns in which a thrust was possible, but the computer made a step that is not a thrust. A thrust
    /// is a step of a piece that has another of the computer's pieces directly behind it.
    pub overrun_draws: u64,
    /// The number of passes: turns in which the computer could not move.
    pub passes: u64,
    /// The number of moves of the computer that the judge did not check, because it could not parse the player's last
    /// answer.
    pub unjudged: u64,
}

impl MoveCounts {
    /// Counts one move.
    pub fn count(&mut self, kind: Option<MoveKind>) {
        *match kind {
            Some(MoveKind::Jump) => &mut self.jumps,
            Some(MoveKind::Thrust) => &mut self.thrusts,
            Some(MoveKind::Step) => &mut self.steps,
            Some(MoveKind::StepDespiteThrust) => &mut self.overrun_draws,
            Some(MoveKind::Pass) => &mut self.passes,
            None => &mut self.unjudged,
        } += 1;
    }

    /// Returns the number of all moves.
    pub const fn total(&self) -> u64 {
        self.jumps + self.thrusts + self.steps + self.overrun_draws + self.passes + self.unjudged
    }

    /// Returns the sum of two counts.
    pub const fn plus(self, other: MoveCounts) -> MoveCounts {
        MoveCounts {
            jumps: self.jumps + other.jumps,
            thrusts: self.thrusts + other.thrusts,
            steps: self.steps + other.steps,
            overrun_draws: self.overrun_draws + other.overrun_draws,
            passes: self.passes + other.passes,
            unjudged: self.unjudged + other.unjudged,
        }
    }
}
