//! The program that FOCAL holds and no file does: what a person is told before it is lost.

use focal8::listing::{lines, quiet_copy};

use super::frontend::Frontend;
use super::kept_program::KeptProgram;

impl Frontend {
    /// The program that FOCAL holds came from a file, or is in one now.
    pub fn note_kept(&mut self) {
        let lines = self.program();
        if let Some(kept) = self.kept_mut() {
            kept.lines = lines;
        }
    }

    /// Whatever FOCAL holds at the end is written to a file then.
    pub fn note_saved_at_the_end(&mut self) {
        if let Some(kept) = self.kept_mut() {
            kept.is_saved_at_the_end = true;
        }
    }

    /// The size of a program that is in no file, in words: `3 lines of FOCAL are in no file`.
    pub fn unsaved(&self) -> Option<String> {
        let kept = match self {
            Frontend::Machine(session) => &session.kept,
            Frontend::Focal(native) => &native.kept,
            Frontend::Game(_) => return None,
        };
        if kept.is_saved_at_the_end {
            return None;
        }
        match self.program() {
            program if program.is_empty() || program == kept.lines => None,
            program if program.len() == 1 => Some("1 line of FOCAL is in no file".to_owned()),
            program => Some(format!("{} lines of FOCAL are in no file", program.len())),
        }
    }

    /// The lines of FOCAL's program; none where no FOCAL answers.
    fn program(&self) -> Vec<String> {
        match self {
            Frontend::Machine(session) => lines(&quiet_copy(&session.station)).unwrap_or_default(),
            Frontend::Focal(native) => lines(native.performer.as_ref()).unwrap_or_default(),
            Frontend::Game(_) => Vec::new(),
        }
    }

    fn kept_mut(&mut self) -> Option<&mut KeptProgram> {
        match self {
            Frontend::Machine(session) => Some(&mut session.kept),
            Frontend::Focal(native) => Some(&mut native.kept),
            Frontend::Game(_) => None,
        }
    }
}
