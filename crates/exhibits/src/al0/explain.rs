//! Explains the answer of an advice table: why the conditions of the skipped rules are false, and why the advices that
//! the table has tried and rejected cannot be satisfied.

use std::sync::atomic::{AtomicBool, Ordering};

use super::advice::Advice;
use super::goal::{Goal, Predicate};
use super::language::Language;
use super::major::Major;
use super::moves::Move;
use super::position::{Position, Side};
use super::table::{Answer, Table};

/// The reasons for an answer, in the order of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The index of each rule whose condition is false, with the facts that make the condition false.
    pub rules_passed_over: Vec<(usize, Vec<Fact>)>,
    /// The index of the first rule whose condition is true, with the facts that make the condition true.
    pub rule: Option<(usize, Vec<Fact>)>,
    /// The index of each advice of `rule` that could not be satisfied, with the reason.
    pub advices_failed: Vec<(usize, Failure)>,
}

/// A predicate of a goal, and whether the predicate is true at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    kind: Major,
    predicate: Result<Predicate, String>,
    /// Whether the predicate is true.
    pub holds: bool,
}

impl Fact {
    /// Returns the predicate's name in a language. If the predicate is unknown, returns the name in the table.
    pub fn name(&self, language: Language) -> &str {
        match &self.predicate {
            Ok(predicate) => predicate.name(self.kind, language),
            Err(unknown) => unknown,
        }
    }
}

/// The reason why an advice cannot be satisfied at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The advice's holding goal is false at the position. The list contains the facts that make this goal false.
    Holding(Vec<Fact>),
    /// The side to move has no move that the advice allows, and the advice's better goal is false at the position. The
    /// list contains the facts that make this goal false.
    NoMoves(Vec<Fact>),
    /// Every move of White fails. The list contains each move and the reason why the move fails.
    EachMove(Vec<(Move, Failure)>),
    /// Every move of White fails. The value is the number of moves; no reasons are recorded.
    NoMoveHelps(usize),
    /// The advice fails after this reply of the lone king, for this reason.
    Reply(Move, Box<Failure>),
}

impl Explanation {
    /// Explains the table's answer to a position.
    ///
    /// The explanation gives a reason for each move of White that fails, down to the `levels`-th move of White. Below
    /// that depth, it gives only the number of moves that fail.
    pub fn new(table: &Table, position: Position, answer: &Answer, levels: usize) -> Self {
        let never = AtomicBool::new(false);
        Self::unless(table, position, answer, levels, &never).expect("the flag is never set")
    }

    /// Explains an answer as `new` does; returns `None` if `give_up` is set before the explanation is complete.
    pub fn unless(
        table: &Table,
        position: Position,
        answer: &Answer,
        levels: usize,
        give_up: &AtomicBool,
    ) -> Option<Self> {
        let root = position.as_root();
        let reasons = |rule: usize| (rule, facts(&table.rules[rule].condition, root, root));
        let passed_over = answer.rule.unwrap_or(table.rules.len());
        let tried = answer.rule.map_or(&[][..], |rule| &table.rules[rule].advices);
        let failed =
            tried.iter().take_while(|&&advice| answer.advice.as_ref().is_none_or(|(found, _)| advice != *found));
        let mut advices_failed = vec![];
        for &advice in failed {
            let mut seeker = Seeker { advice: &table.advices[advice], root, give_up };
            advices_failed.extend(seeker.failure(root, levels).ok()?.map(|failure| (advice, failure)));
        }
        Some(Self {
            rules_passed_over: (0..passed_over).map(reasons).collect(),
            rule: answer.rule.map(reasons),
            advices_failed,
        })
    }
}

/// Repeats the search of [`Table::consult`], and records the reason for each failure.
struct Seeker<'a> {
    advice: &'a Advice,
    root: Position,
    give_up: &'a AtomicBool,
}

/// The error for an interrupted explanation.
struct Interrupted;

impl Seeker<'_> {
    /// Returns the reason why the advice fails at a position; `None` if the advice does not fail.
    fn failure(&mut self, position: Position, levels: usize) -> Result<Option<Failure>, Interrupted> {
        let Seeker { advice, root, give_up } = *self;
        if give_up.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
        if !advice.holding.holds(position, root) {
            return Ok(Some(Failure::Holding(facts(&advice.holding, position, root))));
        }
        if advice.better.holds(position, root) {
            return Ok(None);
        }
        let mut moves = vec![];
        match position.side {
            Side::Us => advice.us.generate(position, &mut moves),
            Side::Them => advice.them.generate(position, &mut moves),
        }
        if moves.is_empty() {
            return Ok(Some(Failure::NoMoves(facts(&advice.better, position, root))));
        }
        if position.side == Side::Them {
            for reply in moves {
                if let Some(failure) = self.failure(position.after(reply), levels)? {
                    return Ok(Some(Failure::Reply(reply, Box::new(failure))));
                }
            }
            return Ok(None);
        }
        let count = moves.len();
        let mut tried = vec![];
        for played in moves {
            let Some(failure) = self.failure(position.after(played), levels.saturating_sub(1))? else {
                return Ok(None);
            };
            // Only the first levels keep reasons, because all reasons of a long search would not fit in memory.
            if levels > 0 {
                tried.push((played, failure));
            }
        }
        Ok(Some(if levels > 0 { Failure::EachMove(tried) } else { Failure::NoMoveHelps(count) }))
    }
}

/// Returns the predicates that decide the value of a goal. For a false AND, these are the predicates in the false
/// parts. For a true OR, these are the predicates in the true parts.
fn facts(goal: &Goal, position: Position, root: Position) -> Vec<Fact> {
    let mut found = vec![];
    collect_facts(goal, position, root, &mut found);
    found
}

fn collect_facts(goal: &Goal, position: Position, root: Position, found: &mut Vec<Fact>) {
    let holds = goal.holds(position, root);
    match goal {
        Goal::Is(predicate) => found.push(Fact { kind: position.kind, predicate: Ok(*predicate), holds }),
        Goal::Unknown(name) => found.push(Fact { kind: position.kind, predicate: Err(name.clone()), holds }),
        Goal::Not(goal) => collect_facts(goal, position, root, found),
        Goal::All(goals) | Goal::Any(goals) => {
            let decisive = goals.iter().filter(|goal| goal.holds(position, root) == holds);
            decisive.for_each(|goal| collect_facts(goal, position, root, found));
        }
    }
}
