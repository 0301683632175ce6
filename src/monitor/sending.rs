//! The keys of `send`, each typed after a delay in instructions or microseconds.

use std::collections::VecDeque;

use crate::machine::{Elapsed, Limits};

use super::expectations::Delay;

/// The keys that have not been typed yet, each with its delay.
#[derive(Clone, Debug, Default)]
pub struct Sending {
    keys: VecDeque<(Delay, u8)>,
    /// The moment at which the next key is due.
    due: Option<Limits>,
    /// The default delay before the first key. The command `send after=N` without a text sets it.
    pub usual_after: Delay,
    /// The default delay before each key after the first. The command `send delay=N` without a text sets it.
    pub usual_delay: Delay,
}

impl Sending {
    /// Adds keys. `after` is the delay before the first of these keys, and `delay` is the delay before each other key.
    pub fn add(&mut self, keys: &[u8], after: Delay, delay: Delay, now: &Elapsed) {
        let waits = std::iter::once(after).chain(std::iter::repeat(delay));
        self.keys.extend(waits.zip(keys.iter().copied()));
        self.plan(now);
    }

    /// Returns the moment at which the next key is due. If there are no keys, returns [`Limits::NONE`].
    pub fn due(&self) -> Limits {
        self.due.unwrap_or(Limits::NONE)
    }

    /// If the next key is due, removes and returns that key.
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

    /// Whether no key is left.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Removes all keys that have not been typed yet.
    pub fn clear(&mut self) {
        (self.keys, self.due) = (VecDeque::new(), None);
    }

    /// Returns the number of keys that have not been typed yet.
    pub fn len(&self) -> usize {
        self.keys.len()
    }
}
