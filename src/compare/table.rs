//! One game at the table: the same answers to every actor, everything compared at every prompt.

use fastrand::Rng;
use serde::Serialize;

use super::actor::{Actor, Begun, StartError, TURN_BUDGET};
use super::inspect::{Aspect, Inspect, Observation};
use super::judge::{Judge, MoveKind};
use super::opening::Opening;
use super::overflow::is_overflow;
use super::players::{Player, plain_answer};
use crate::ascii::RETURN;
use crate::checkers::board::Board;
use crate::checkers::fran::{self, Fran};
use crate::checkers::moves::Move;
use crate::performer::Status;

/// What one actor showed at one prompt.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct Scene {
    /// Its name.
    pub(crate) actor: String,
    /// What it printed since the last prompt.
    pub paper: Vec<u8>,
    /// Its variables, if one can look.
    pub(crate) observation: Option<Observation>,
    /// The computer's move, as the paper shows it.
    pub(crate) moved: Option<Move>,
    pub(super) status: Status,
}

/// A difference between two actors, or between an actor and the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How the game began.
    pub opening: Opening,
    /// The keys of each answer so far.
    pub answers: Vec<String>,
    /// In which respects the two differ.
    pub(crate) aspects: Vec<Aspect>,
    /// The first actor.
    pub(crate) left: Scene,
    /// The other; the same one if it is the judge who objects.
    pub(crate) right: Scene,
    /// What the judge said.
    pub(crate) offence: Option<String>,
}

// The program and the tests use these; they are no part of the documented interface.
#[doc(hidden)]
impl Finding {
    /// Whether it is only that the room of a tape of the user's own is full earlier.
    pub fn is_overflow(&self) -> bool {
        let papers = [&self.left, &self.right].map(|scene| String::from_utf8_lossy(&scene.paper));
        is_overflow([&self.left.actor, &self.right.actor], [&papers[0], &papers[1]])
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// As many plies as wanted, or the player had no more answers.
    Stopped,
    /// FOCAL's message: `?02.79 @ 08.10`.
    Message(String),
    /// A difference was found.
    Difference,
}

/// What was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The keys of each answer.
    pub answers: Vec<String>,
    /// What kind each of the computer's moves was; `None` where the judge could not follow the answer.
    pub kinds: Vec<Option<MoveKind>>,
    /// The computer's moves of the first actor, as its paper shows them.
    pub moves: Vec<Option<Move>>,
    /// How it ended.
    pub ending: Ending,
    /// The difference that ended it.
    pub finding: Option<Box<Finding>>,
    /// The first actor at its last prompt.
    pub last: Scene,
}

/// An actor in the middle of a game.
struct Contestant<'a> {
    name: &'a str,
    inspect: Box<dyn Inspect>,
    judge: Judge,
    /// Whether the judge could follow the last answer.
    followed: bool,
}

impl Contestant<'_> {
    fn scene(&mut self, paper: Vec<u8>, status: Status) -> Scene {
        let moved = match board_on(&paper) {
            Some(board) if self.followed => self.judge.moved(&board),
            _ => None,
        };
        Scene { actor: self.name.to_owned(), observation: self.inspect.observe(), paper, moved, status }
    }

    /// Types an answer; the scene after it.
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
        // An answer of odd keys may have been only one number.
        if paper.ends_with(b"TO:") {
            status = self.press(RETURN, &mut paper);
        }
        self.scene(paper, status)
    }

    fn press(&mut self, key: u8, paper: &mut Vec<u8>) -> Status {
        self.inspect.press(key);
        let status = self.inspect.run(TURN_BUDGET);
        paper.append(&mut self.inspect.take_printed());
        status
    }
}

/// Plays one game of at most so many plies (turns of either side).
pub fn play(
    actors: &[&dyn Actor],
    opening: &Opening,
    player: &mut Player,
    plies: usize,
    random: &mut Rng,
) -> Result<Played, StartError> {
    let (mut contestants, mut scenes) = (Vec::new(), Vec::new());
    for actor in actors {
        let Begun { inspect, paper, status } = actor.begin(opening)?;
        let mut contestant =
            Contestant { name: actor.name(), inspect, judge: Judge::new(&opening.cells()), followed: true };
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

/// What the judge says of the move that led to this board; `Ok(None)` if it could not follow.
fn rule(contestant: &mut Contestant, scene: &Scene, board: &Board) -> Result<Option<MoveKind>, String> {
    if !contestant.followed {
        contestant.judge.set_board(board);
        return Ok(None);
    }
    let (kind, _, thrusts) = contestant.judge.judge(board).map_err(|offence| offence.to_string())?;
    // The draw may run over by one, and only then may it miss the thrusts.
    let ran_over = || {
        let state = scene.observation.as_ref().and_then(|seen| Fran::from_words(seen.fran));
        state.is_none_or(|state| usize::from(fran::draw(state, thrusts as u16)) == thrusts + 1)
    };
    match kind {
        MoveKind::StepDespiteThrust if !ran_over() => Err(format!("a step although there were {thrusts} thrusts")),
        kind => Ok(Some(kind)),
    }
}

/// The first two scenes that differ, and in what.
fn compare(scenes: &[Scene]) -> Option<(usize, usize, Vec<Aspect>)> {
    (1..scenes.len()).find_map(|right| {
        let aspects = differing(&scenes[0], &scenes[right]);
        (!aspects.is_empty()).then_some((0, right, aspects))
    })
}

/// In which respects two scenes differ.
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
    // A twin halts where an interpreter goes on to its next line.
    let status = |scene: &Scene, over: bool| if over { Status::Waiting } else { scene.status };
    if status(left, over[0]) != status(right, over[1]) {
        aspects.push(Aspect::Status);
    }
    aspects
}

/// The board above the last `FROM:`, if the paper ends with that.
#[doc(hidden)]
pub fn board_on(paper: &[u8]) -> Option<Board> {
    let text = std::str::from_utf8(paper).ok()?.strip_suffix("\r\nFROM:")?;
    let rows: Vec<&str> = text.split("\r\n").collect();
    // Only the last eight rows can be the board: before them stands the echo of the answer.
    let first = rows.len().checked_sub(8)?;
    Board::from_paper(&rows[first..].join("\n"))
}

/// FOCAL's message at the end of the paper, without its invisible DEL and the prompt after it.
pub(crate) fn message_on(paper: &[u8]) -> String {
    let text = String::from_utf8_lossy(paper);
    let message = text.rfind('?').map_or(&*text, |start| &text[start..]);
    message.trim_end_matches(['*', '\n', '\r', ' ']).to_owned()
}

/// How many of the computer's moves were of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[doc(hidden)]
pub struct MoveCounts {
    /// Jumps.
    pub jumps: u64,
    /// Thrusts.
    pub thrusts: u64,
    /// Other moves, there being no thrust.
    pub steps: u64,
    /// Other moves that an overrun draw has chosen in spite of thrusts.
    pub overrun_draws: u64,
    /// Passes.
    pub passes: u64,
    /// Turns after an answer that the judge could not follow.
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

    /// All of them.
    pub const fn total(&self) -> u64 {
        self.jumps + self.thrusts + self.steps + self.overrun_draws + self.passes + self.unjudged
    }

    /// Two counts together.
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
