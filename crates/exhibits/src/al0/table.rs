//! An advice table, and its consultation.
//!
//! A rule decides when its advices apply. An advice has a goal to reach (the better goal), a goal to keep true (the
//! holding goal), and the moves that each side may use.

use std::sync::atomic::AtomicBool;

use super::advice::Advice;
use super::goal::Goal;
use super::major::Major;
use super::moves::Move;
use super::position::Position;
use super::search::{EndlessSearch, Search, Unfinished};
use super::tree::Tree;

/// An advice table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// White's major piece in the positions of the table.
    pub piece: Major,
    /// The rules in the order of the file. The table uses only the first rule whose condition is true.
    pub rules: Vec<Rule>,
    /// The advices. A rule refers to an advice by its index in this list.
    pub advices: Vec<Advice>,
}

/// A rule: a condition, and the advices to try when the condition is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The name that the author has given to the rule.
    pub label: String,
    /// The condition, tested with the position as the root of the search.
    pub condition: Goal,
    /// Indices into [`Table::advices`], in the order in which the advices are tried.
    pub advices: Vec<usize>,
}

/// A table's answer to a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The index of the first rule whose condition is true; `None` if no condition is true.
    pub rule: Option<usize>,
    /// The index of the first advice that can be satisfied, and the forcing tree for this advice.
    pub advice: Option<(usize, Tree)>,
    /// The number of positions in the searches for this answer.
    pub nodes: u64,
}

impl Answer {
    /// Returns the forcing tree; the empty tree, `None`, if no advice can be satisfied.
    pub fn tree(&self) -> &Tree {
        match &self.advice {
            Some((_, tree)) => tree,
            None => &None,
        }
    }

    /// Returns the move to play; `None` if no advice can be satisfied.
    pub fn first(&self) -> Option<Move> {
        self.tree().as_ref().map(|line| line.play)
    }
}

impl Table {
    /// Returns the table's answer to a position with White to move. The position is the root of the search.
    ///
    /// Returns an error if the table's constraints do not bound the search.
    pub fn consult(&self, position: Position) -> Result<Answer, EndlessSearch> {
        self.consult_unless(position, &AtomicBool::new(false)).map_err(|unfinished| match unfinished {
            Unfinished::Endless(endless) => endless,
            Unfinished::Interrupted => unreachable!("the flag is never set"),
        })
    }

    /// Returns the table's answer to a position as `consult` does. Returns an error if `give_up` becomes true.
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

    /// Returns the labels of an answer's rule and advice; `None` if no advice can be satisfied.
    pub fn labels(&self, answer: &Answer) -> Option<(&str, &str)> {
        let (advice, _) = answer.advice.as_ref()?;
        Some((&self.rules[answer.rule?].label, &self.advices[*advice].label))
    }
}
