//! The FOCAL program that a file has; only a difference from it can be lost with the machine.

/// FOCAL's program when it was last saved or loaded.
#[derive(Debug, Default)]
pub struct KeptProgram {
    /// The program's lines.
    pub lines: Vec<String>,
    /// Whether FOCAL's program is saved to a file at the end of the session.
    pub is_saved_at_the_end: bool,
}
