//! A piece of advice in a table: a goal to reach (the better goal), a goal to keep true (the holding goal), and the
//! moves that each side may use.

use super::constraint::Constraint;
use super::goal::Goal;

/// A piece of advice in an AL0 table: the goals of the search, and the moves that each side may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The name that the author has given to the advice.
    pub label: String,
    /// The goal to reach. The tree may end at a node where this goal is true.
    pub better: Goal,
    /// The goal that must be true at every node, including the root.
    pub holding: Goal,
    /// The moves that White may use.
    pub us: Constraint,
    /// The moves that the lone king may use.
    pub them: Constraint,
}
