//! Messages about a text: the program shows the first hundred messages, and counts all.

use crate::terminal::note::note;

/// The largest number of messages to show about one text, or about one run over several texts.
pub const MAX_SHOWN: usize = 100;

/// Counts the messages of a run.
#[derive(Debug)]
pub struct Shown {
    most: usize,
    count: usize,
}

impl Shown {
    /// Returns a counter that lets the first hundred messages be shown.
    pub fn first() -> Self {
        Shown { most: MAX_SHOWN, count: 0 }
    }

    /// Returns a counter that lets all messages be shown, for a prompt at which a person types.
    pub fn all() -> Self {
        Shown { most: usize::MAX, count: 0 }
    }

    /// Counts a message; returns whether to show it.
    pub fn counts(&mut self) -> bool {
        self.count += 1;
        if self.count == self.most.saturating_add(1) {
            note!("focal8: {} messages are shown; the others are counted", self.most);
        }
        self.count <= self.most
    }

    /// Reports at the end how many messages were not shown.
    pub fn end(&self) {
        and_more(self.count.saturating_sub(self.most));
    }
}

/// Reports how many messages are not shown, if there are any.
pub fn and_more(left: usize) {
    if left > 0 {
        note!("and {left} more");
    }
}

/// Returns a number with its noun: `1 place`, `2 places`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
