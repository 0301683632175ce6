//! `IFDEF A <...>` and the other conditionals: which `<` are open, and how a body is skipped.

use super::error::Position;
use super::lexer::Cursor;

/// The conditionals whose bodies are being assembled.
#[derive(Debug, Default)]
pub(super) struct Conditionals {
    /// The position of each `<` that has not been closed by a `>`. A `>` in a comment does not count here.
    open: Vec<Position>,
    /// The number of bodies that have been closed by a `>` in a comment.
    closed_in_comments: usize,
}

impl Conditionals {
    /// Records that a body begins at this `<`.
    pub(super) fn open(&mut self, position: Position) {
        self.open.push(position);
    }

    /// Records that a body ends with `>`. Returns false if no body was open.
    pub(super) fn close(&mut self) -> bool {
        self.open.pop().is_some()
    }

    /// Counts an unmatched `>` in a comment as the end of a body, because some programs close a conditional in a
    /// comment.
    pub(super) fn comment(&mut self, comment: &str) {
        let closing = comment.matches('>').count().saturating_sub(comment.matches('<').count());
        self.closed_in_comments += closing.min(self.open.len());
    }

    /// Returns the position of the last `<` that is still open at the end of the program; `None` if every `<` is
    /// closed.
    pub(super) fn unclosed(&self) -> Option<Position> {
        let is_closed = self.open.len() <= self.closed_in_comments;
        self.open.last().copied().filter(|_| !is_closed)
    }
}

/// Skips the rest of a body, after its `<`, up to and including its `>`. Returns false if the program ends before the
/// `>`.
///
/// As in PAL8, each `<` and `>` in a skipped body counts, even in a comment or text.
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
