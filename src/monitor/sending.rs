//! Keys that `send` types only after a while: so many instructions or microseconds before each.

use std::collections::VecDeque;

use crate::machine::{Elapsed, Limits};

use super::expectations::Delay;

/// Keys still to be typed, each with what is waited before it.
#[derive(Clone, Debug, Default)]
pub struct Sending {
    keys: VecDeque<(Delay, u8)>,
    /// When the first of them is due.
    due: Option<Limits>,
    /// The wait before the first key, as `send after=N` by itself has set it.
    pub usual_after: Delay,
    /// The wait before each other key, as `send delay=N` by itself has set it.
    pub usual_delay: Delay,
}

impl Sending {
    /// Types keys: the first after `after`, each other after `delay`.
    pub fn add(&mut self, keys: &[u8], after: Delay, delay: Delay, now: &Elapsed) {
        let waits = std::iter::once(after).chain(std::iter::repeat(delay));
        self.keys.extend(waits.zip(keys.iter().copied()));
        self.plan(now);
    }

    /// When the next key is due; never when there is none.
    pub fn due(&self) -> Limits {
        self.due.unwrap_or(Limits::NONE)
    }

    /// The next key, if it is due.
    pub fn next_key(&mut self, now: &Elapsed) -> Option<u8> {
        self.due.filter(|due| due.reached(now).is_some())?;
        self.due = None;
        let (_, key) = self.keys.pop_front()?;
        self.plan(now);
        Some(key)
    }

    fn plan(&mut self, now: &Elapsed) {
        self.due = self.due.or_else(|| self.keys.front().map(|(delay, _)| delay.end(now)));
    }

    /// Whether no key is still to come.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Types no more.
    pub fn clear(&mut self) {
        (self.keys, self.due) = (VecDeque::new(), None);
    }

    /// How many keys are still to come.
    pub fn len(&self) -> usize {
        self.keys.len()
    }
}
