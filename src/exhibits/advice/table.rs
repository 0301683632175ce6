//! An advice table, and consulting it.
//!
//! A rule says *when* to look, an advice *for what*: a better goal to reach, a holding goal never to give up, and the
//! moves either side may use on the way. The search is plain depth-first: the first success is played, nothing is
//! scored.

use super::constraint::Constraint;
use super::goal::Goal;
use super::moves::Move;
use super::position::{Position, Side};
use super::tree::{Line, Reply, Tree};

/// Rules in the order of the file, advices found by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The first whose condition holds decides; the others are forgotten for good.
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

/// One piece of advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The author's name for it.
    pub label: String,
    /// Reached: the tree may end here.
    pub better: Goal,
    /// Must be true all along, the root included.
    pub holding: Goal,
    /// Our moves.
    pub us: Constraint,
    /// Their moves.
    pub them: Constraint,
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

/// The table's constraints let a search grow without end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search for advice `{advice}` went past {what}: close its constraints with depth tests")]
pub struct EndlessSearch {
    /// The label of the advice.
    pub advice: String,
    what: Limit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Limit {
    Depth,
    Nodes,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Depth => write!(f, "depth {DEEPEST}"),
            Self::Nodes => write!(f, "{MOST_NODES} positions"),
        }
    }
}

/// Past this depth a search is taken for endless; it also bounds the stack.
const DEEPEST: u32 = 200;

/// Past this many positions likewise. The hardest search of the historic table takes 1,359.
const MOST_NODES: u64 = 10_000_000;

impl Table {
    /// Answers a position with us to move, as the root of its own search.
    pub fn consult(&self, position: Position) -> Result<Answer, EndlessSearch> {
        let root = position.as_root();
        let Some(rule) = self.rules.iter().position(|rule| rule.condition.holds(root, root)) else {
            return Ok(Answer { rule: None, advice: None, nodes: 0 });
        };
        let mut nodes = 0;
        for &advice in &self.rules[rule].advices {
            let mut search = Search::new(&self.advices[advice], root);
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

/// The attempt to satisfy one advice from one root.
pub(super) struct Search<'t> {
    advice: &'t Advice,
    root: Position,
    /// The moves still to be tried, of all nodes on the path: each node's lie on top of its parent's.
    moves: Vec<Move>,
    pub(super) nodes: u64,
}

impl<'t> Search<'t> {
    pub(super) fn new(advice: &'t Advice, root: Position) -> Self {
        Self { advice, root, moves: vec![], nodes: 0 }
    }

    /// A tree that satisfies the advice with us to move; none if there is none.
    pub(super) fn satisfy(&mut self, position: Position) -> Result<Option<Tree>, EndlessSearch> {
        debug_assert_eq!(position.side, Side::Us);
        match self.enter(position)? {
            Entry::Fails => return Ok(None),
            Entry::Reached => return Ok(Some(None)),
            Entry::Open => {}
        }
        let start = self.moves.len();
        self.advice.us.generate(position, &mut self.moves);
        let mut tree = None;
        for next in start..self.moves.len() {
            let play = self.moves[next];
            if let Some(replies) = self.satisfy_replies(position.after(play))? {
                tree = Some(Some(Box::new(Line { play, replies })));
                break;
            }
        }
        self.moves.truncate(start);
        Ok(tree)
    }

    /// Answers to all replies with them to move; none if one reply has no answer, or there is no reply.
    pub(super) fn satisfy_replies(&mut self, position: Position) -> Result<Option<Vec<Reply>>, EndlessSearch> {
        match self.enter(position)? {
            Entry::Fails => return Ok(None),
            Entry::Reached => return Ok(Some(vec![])),
            Entry::Open => {}
        }
        let start = self.moves.len();
        self.advice.them.generate(position, &mut self.moves);
        let mut replies = vec![];
        for next in start..self.moves.len() {
            let reply = self.moves[next];
            let Some(tree) = self.satisfy(position.after(reply))? else {
                replies.clear();
                break;
            };
            replies.push(Reply { reply, tree });
        }
        self.moves.truncate(start);
        Ok((!replies.is_empty()).then_some(replies))
    }

    /// The holding goal is looked at before the better goal, at every node.
    fn enter(&mut self, position: Position) -> Result<Entry, EndlessSearch> {
        self.nodes += 1;
        let endless = |what| EndlessSearch { advice: self.advice.label.clone(), what };
        if self.nodes > MOST_NODES {
            return Err(endless(Limit::Nodes));
        }
        if position.depth > DEEPEST {
            return Err(endless(Limit::Depth));
        }
        Ok(if !self.advice.holding.holds(position, self.root) {
            Entry::Fails
        } else if self.advice.better.holds(position, self.root) {
            Entry::Reached
        } else {
            Entry::Open
        })
    }
}

enum Entry {
    Fails,
    Reached,
    Open,
}
