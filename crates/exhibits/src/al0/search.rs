//! The search for a forcing tree: a plain depth-first search, which takes the first success and does not score
//! positions.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::advice::Advice;
use super::moves::Move;
use super::position::{Position, Side};
use super::tree::{Line, Reply, Tree};

/// The search for a forcing tree that satisfies the piece of advice `advice`. The tree begins at the position `root`.
pub(super) struct Search<'t> {
    advice: &'t Advice,
    root: Position,
    /// The moves of all nodes on the path, as a stack. A node's moves are above the moves of its parent.
    moves: Vec<Move>,
    /// The number of positions searched so far.
    pub(super) nodes: u64,
    give_up: &'t AtomicBool,
}

impl<'t> Search<'t> {
    pub(super) fn new(advice: &'t Advice, root: Position, give_up: &'t AtomicBool) -> Self {
        Self { advice, root, moves: vec![], nodes: 0, give_up }
    }

    /// Searches for a forcing tree from a position with White to move. The tree must satisfy the piece of advice that
    /// is tried in this search. Returns `None` if no such tree exists.
    pub(super) fn satisfy(&mut self, position: Position) -> Result<Option<Tree>, Unfinished> {
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

    /// Finds an answer to every reply of the lone king. Returns `None` if a reply has no answer or the advice allows no
    /// reply.
    fn satisfy_replies(&mut self, position: Position) -> Result<Option<Vec<Reply>>, Unfinished> {
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

    /// Counts a node and tests the goals at the node: first the holding goal, then the better goal.
    fn enter(&mut self, position: Position) -> Result<Entry, Unfinished> {
        self.nodes += 1;
        let endless = |past| Unfinished::Endless(EndlessSearch { advice: self.advice.label.clone(), past });
        if self.nodes > MAX_POSITIONS {
            return Err(endless(Limit::Positions(MAX_POSITIONS)));
        }
        if position.depth > MAX_DEPTH {
            return Err(endless(Limit::Depth(MAX_DEPTH)));
        }
        if self.nodes.is_multiple_of(POSITIONS_BETWEEN_CHECKS) && self.give_up.load(Ordering::Relaxed) {
            return Err(Unfinished::Interrupted);
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

/// The reason why a search has no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unfinished {
    /// The search exceeded a limit.
    #[error(transparent)]
    Endless(EndlessSearch),
    /// The search was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// The error for a search that exceeds a limit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search for advice `{advice}` went past {past}: close its constraints with depth tests")]
#[non_exhaustive]
pub struct EndlessSearch {
    /// The label of the advice.
    pub advice: String,
    /// The limit that the search exceeded.
    pub past: Limit,
}

/// A limit that applies to each search separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The largest depth, in half-moves from the root.
    Depth(u32),
    /// The largest number of positions.
    Positions(u64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Positions(positions) => write!(f, "{positions} positions"),
        }
    }
}

/// The number of positions between two checks of the flag that interrupts the search.
const POSITIONS_BETWEEN_CHECKS: u64 = 1024;

/// The largest depth of a search, in half-moves. This limit also bounds the call stack.
const MAX_DEPTH: u32 = 200;

/// The largest number of positions in a search. The longest search of the historic table needs 1,359.
const MAX_POSITIONS: u64 = 10_000_000;
