//! The program that a file or the box has: what is lost with the machine is what differs from it.

/// FOCAL's program as it was when it was saved or loaded last.
#[derive(Debug, Default)]
pub struct KeptProgram {
    /// Its lines.
    pub lines: Vec<String>,
    /// Whatever FOCAL holds at the end is written to a file then.
    pub is_saved_at_the_end: bool,
}
