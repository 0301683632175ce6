//! A solution of the homework in Lisp, as simple as a student's first solution.

/// The functions of the handout in Lisp: `board-eval`, `move-gen`, `checkers`, and their auxiliary functions. The text
/// is Common Lisp, so that other Lisp systems run it too.
pub const FIRST_SOLUTION: &str = include_str!("first_solution.lisp");
