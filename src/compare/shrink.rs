//! The shrinker, which finds the shortest game that still shows a difference.
//!
//! The shrinker tries to remove or simplify every part of the game, and keeps each change after which the difference
//! still shows. It first replaces the opening with a later position of the game, then removes answers, then pieces.

use fastrand::Rng;

use super::actor::Actor;
use super::campaign::Script;
use super::opening::Seed;
use super::players::Player;
use super::table::{self, Finding};
use crate::checkers::board::Cell;
use crate::float::Float;

/// The maximum number of games that are played to shrink one finding.
const MAX_TRIALS: usize = 3_000;

/// Shrinks a finding: returns the shortest game found in which these actors still differ.
pub fn shrink(actors: &[&dyn Actor], finding: Finding) -> Finding {
    shrink_while(actors, finding, &|| true)
}

/// Shrinks a finding as [`shrink`] does. Stops early when `keep_going` returns false.
pub fn shrink_while(actors: &[&dyn Actor], finding: Finding, keep_going: &dyn Fn() -> bool) -> Finding {
    let mut shrinking = Shrinking { actors, best: finding, trials: MAX_TRIALS, keep_going };
    shrinking.begin_later();
    shrinking.drop_answers();
    shrinking.simplify_opening();
    shrinking.drop_pieces();
    shrinking.simplify_answers();
    shrinking.best
}

struct Shrinking<'a> {
    actors: &'a [&'a dyn Actor],
    best: Finding,
    trials: usize,
    keep_going: &'a dyn Fn() -> bool,
}

impl Shrinking<'_> {
    fn script(&self) -> Script {
        Script { opening: self.best.opening.clone(), answers: self.best.answers.clone() }
    }

    /// Plays a script. If a difference shows, stores the new finding as the best finding and returns true.
    fn attempt(&mut self, script: Script) -> bool {
        if self.trials == 0 || !(self.keep_going)() {
            return false;
        }
        self.trials -= 1;
        let mut player = Player::scripted(script.answers);
        let played = table::play(self.actors, &script.opening, &mut player, usize::MAX, &mut Rng::with_seed(0));
        match played.ok().and_then(|played| played.finding) {
            Some(finding) => {
                self.best = *finding;
                true
            }
            None => false,
        }
    }

    /// Replaces the opening with the latest position from which the difference still shows.
    fn begin_later(&mut self) {
        if !self.actors.iter().all(|actor| actor.takes_words()) {
            return;
        }
        let script = self.script();
        for played in (1..=script.answers.len()).rev() {
            if let Some(later) = self.after(&script, played)
                && self.attempt(later)
            {
                return;
            }
        }
    }

    /// Returns a script whose opening is the position that the first actor reaches after the given number of answers.
    fn after(&self, script: &Script, answers: usize) -> Option<Script> {
        let actor = self.actors.first()?;
        let mut player = Player::scripted(script.answers[..answers - 1].to_vec());
        let played = table::play(&[*actor], &script.opening, &mut player, usize::MAX, &mut Rng::with_seed(0)).ok()?;
        let seen = played.last.observation?;
        let (mut later, last) = (script.clone(), &script.answers[answers - 1]);
        let mut judge = super::judge::Judge::default();
        let cells = seen.board.iter().filter_map(|&(square, value)| Some((square, cell(value)?)));
        judge.set_board(&cells.fold(Default::default(), |mut board: crate::checkers::board::Board, (square, cell)| {
            board.set(square, cell);
            board
        }));
        judge.answer(super::players::plain_answer(last)?);
        later.opening.seed = Seed::Words(seen.fran.to_string());
        later.opening.pieces = Some(judge.pieces());
        later.answers.drain(..answers);
        Some(later)
    }

    /// Removes the answers that are not needed to show the difference. Tries large groups first, single answers last.
    fn drop_answers(&mut self) {
        let mut chunk = self.best.answers.len().div_ceil(2);
        while chunk > 0 {
            let mut at = 0;
            while at < self.best.answers.len() {
                let mut script = self.script();
                script.answers.drain(at..(at + chunk).min(script.answers.len()));
                if !self.attempt(script) {
                    at += chunk;
                }
            }
            chunk /= 2;
        }
    }

    fn simplify_opening(&mut self) {
        let mut script = self.script();
        script.opening.seed = Seed::Loaded;
        self.attempt(script);
        while self.best.opening.dummies > 0 {
            let mut script = self.script();
            script.opening.dummies /= 2;
            if !self.attempt(script) {
                break;
            }
        }
        let mut script = self.script();
        script.opening.pieces = None;
        self.attempt(script);
    }

    fn drop_pieces(&mut self) {
        let mut at = 0;
        while self.best.opening.pieces.as_ref().is_some_and(|pieces| at < pieces.len()) {
            let mut script = self.script();
            if let Some(pieces) = &mut script.opening.pieces {
                pieces.remove(at);
            }
            if !self.attempt(script) {
                at += 1;
            }
        }
    }

    fn simplify_answers(&mut self) {
        const NULL: &str = "0 0\r";
        for at in 0..self.best.answers.len() {
            let mut script = self.script();
            if script.answers.get(at).is_some_and(|answer| answer != NULL) {
                script.answers[at] = NULL.to_owned();
                self.attempt(script);
            }
        }
    }
}

/// Returns the cell that a variable's value represents; `None` if the value represents no cell.
fn cell(value: Float) -> Option<Cell> {
    [Cell::King, Cell::Opponent, Cell::Empty, Cell::Checker, Cell::Queen]
        .into_iter()
        .find(|cell| super::inspect::number(i32::from(cell.value())) == value)
}
