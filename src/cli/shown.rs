//! Messages about a text: as many are shown as anyone reads, all are counted.

use crate::terminal::note::note;

/// The most messages that are shown of one text, or of one run over several.
pub const MAX_SHOWN: usize = 100;

/// Counts the messages of a run.
#[derive(Debug)]
pub struct Shown {
    most: usize,
    count: usize,
}

impl Shown {
    /// The first hundred are shown.
    pub fn first() -> Self {
        Shown { most: MAX_SHOWN, count: 0 }
    }

    /// All are shown, to a person who types.
    pub fn all() -> Self {
        Shown { most: usize::MAX, count: 0 }
    }

    /// Counts a message; whether it is shown.
    pub fn counts(&mut self) -> bool {
        self.count += 1;
        if self.count == self.most.saturating_add(1) {
            note!("focal8: {} messages are shown; the others are counted", self.most);
        }
        self.count <= self.most
    }

    /// Says at the end how many were not shown.
    pub fn end(&self) {
        and_more(self.count.saturating_sub(self.most));
    }
}

/// Says how many messages are not shown, if there are any.
pub fn and_more(left: usize) {
    if left > 0 {
        note!("and {left} more");
    }
}
