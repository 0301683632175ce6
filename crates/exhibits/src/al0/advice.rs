//! A piece of advice: what to reach, what never to give up, and with which moves.

use super::constraint::Constraint;
use super::goal::Goal;

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
    /// The moves that the lone king may use.
    pub them: Constraint,
}
