//! A solution of the homework in Lisp, as a first one by a student might be.

/// The functions of the handout in Lisp: `board-eval`, `move-gen`, `checkers` and what they need. The text is Common
/// Lisp, so that other Lisp systems run it too.
pub const FIRST_SOLUTION: &str = include_str!("first_solution.lisp");
