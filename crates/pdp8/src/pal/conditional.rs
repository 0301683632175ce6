//! `IFDEF A <...>` and the other conditionals: which `<` are open, and how a body is skipped.

use super::error::Position;
use super::lexer::Cursor;

/// The conditionals whose bodies are being assembled.
#[derive(Debug, Default)]
pub(super) struct Conditionals {
    /// The position of each open `<`.
    open: Vec<Position>,
    /// The number of open `<` that comments have closed.
    closed_in_comments: usize,
}

impl Conditionals {
    /// Records that a body begins at this `<`.
    pub(super) fn open(&mut self, position: Position) {
        self.open.push(position);
    }

    /// Records that a body ends with `>`; returns false when none was open.
    pub(super) fn close(&mut self) -> bool {
        self.open.pop().is_some()
    }

    /// Counts each `>` in a comment as the end of a body, because some programs close a conditional there. PAL8 sees
    /// such a `>` only while it skips the body.
    pub(super) fn comment(&mut self, comment: &str) {
        let closing = comment.matches('>').count().saturating_sub(comment.matches('<').count());
        self.closed_in_comments += closing.min(self.open.len());
    }

    /// Returns the position of the last `<` that is still open at the end of the program.
    pub(super) fn unclosed(&self) -> Option<Position> {
        let is_closed = self.open.len() <= self.closed_in_comments;
        self.open.last().copied().filter(|_| !is_closed)
    }
}

/// Skips a body, from after its `<` to after its `>`; returns false when the program ends first.
///
/// As in PAL8 every `<` and `>` counts here, in comments and texts as well.
pub(super) fn skip_body(cursor: &mut Cursor<'_>) -> bool {
    let mut depth = 1;
    loop {
        match cursor.take() {
            Some('<') => depth += 1,
            Some('>') if depth == 1 => return true,
            Some('>') => depth -= 1,
            Some(_) => {}
            None if cursor.next_line() => {}
            None => return false,
        }
    }
}
