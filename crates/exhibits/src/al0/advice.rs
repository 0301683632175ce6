//! A piece of advice: what to reach, what never to give up, and with which moves.

use super::constraint::Constraint;
use super::goal::Goal;

/// A piece of advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The author's name for the advice.
    pub label: String,
    /// The goal to reach: where it is true the tree may end.
    pub better: Goal,
    /// The goal that must be true at every node, the root included.
    pub holding: Goal,
    /// The moves that the side with king and rook may use.
    pub us: Constraint,
    /// The moves that the lone king may use.
    pub them: Constraint,
}
