//! The FOCAL program as it was last saved or loaded. A comparison with the program in FOCAL shows whether the end of
//! the session would lose changes.

/// The FOCAL program as it was last saved or loaded.
#[derive(Debug, Default)]
pub struct KeptProgram {
    /// The program's lines.
    pub lines: Vec<String>,
    /// Whether FOCAL's program is saved to a file at the end of the session.
    pub is_saved_at_the_end: bool,
}
