//! An advice table, and consulting it.
//!
//! A rule says *when* to look, an advice *for what*: a better goal to reach, a holding goal never to give up, and the
//! moves either side may use on the way.

use std::sync::atomic::AtomicBool;

use super::advice::Advice;
use super::goal::Goal;
use super::moves::Move;
use super::position::Position;
use super::search::{EndlessSearch, Search, Unfinished};
use super::tree::Tree;

/// Rules in the order of the file, advices found by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The first whose condition holds decides; the others are not tried.
    pub rules: Vec<Rule>,
    /// What the rules' lists point into.
    pub advices: Vec<Advice>,
}

/// When to try which advices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The author's name for it.
    pub label: String,
    /// Looked at on the position alone.
    pub condition: Goal,
    /// Indices into [`Table::advices`], in the order to try.
    pub advices: Vec<usize>,
}

/// What the table says to a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Index of the rule whose condition held first; none when no condition held.
    pub rule: Option<usize>,
    /// Index of the first advice of its list that could be satisfied, with the tree that does it.
    pub advice: Option<(usize, Tree)>,
    /// Positions looked at, counting every entry into the search.
    pub nodes: u64,
}

impl Answer {
    /// The forcing tree: `nil` when there is no advice.
    pub fn tree(&self) -> &Tree {
        match &self.advice {
            Some((_, tree)) => tree,
            None => &None,
        }
    }

    /// The move to play, if there is one.
    pub fn first(&self) -> Option<Move> {
        self.tree().as_ref().map(|line| line.play)
    }
}

impl Table {
    /// Answers a position with us to move, as the root of its own search.
    ///
    /// An error says that the table itself is at fault: its constraints do not bound the search.
    pub fn consult(&self, position: Position) -> Result<Answer, EndlessSearch> {
        self.consult_unless(position, &AtomicBool::new(false)).map_err(|unfinished| match unfinished {
            Unfinished::Endless(endless) => endless,
            Unfinished::Interrupted => unreachable!("the flag is never set"),
        })
    }

    /// Answers a position as `consult` does, until the flag is set.
    #[doc(hidden)]
    pub fn consult_unless(&self, position: Position, give_up: &AtomicBool) -> Result<Answer, Unfinished> {
        let root = position.as_root();
        let Some(rule) = self.rules.iter().position(|rule| rule.condition.holds(root, root)) else {
            return Ok(Answer { rule: None, advice: None, nodes: 0 });
        };
        let mut nodes = 0;
        for &advice in &self.rules[rule].advices {
            let mut search = Search::new(&self.advices[advice], root, give_up);
            let found = search.satisfy(root)?;
            nodes += search.nodes;
            if let Some(tree) = found {
                return Ok(Answer { rule: Some(rule), advice: Some((advice, tree)), nodes });
            }
        }
        Ok(Answer { rule: Some(rule), advice: None, nodes })
    }

    /// The labels of an answer: of the rule and of the advice, or none of both when there is no advice to follow.
    pub fn labels(&self, answer: &Answer) -> Option<(&str, &str)> {
        let (advice, _) = answer.advice.as_ref()?;
        Some((&self.rules[answer.rule?].label, &self.advices[*advice].label))
    }
}
