//! Keys typed ahead: each key is pressed when the machine waits for a key, so that no typed or pasted key is lost.

use std::collections::VecDeque;

/// The keys that wait to be pressed, in order.
///
/// [`Station::run`](super::Station::run) presses the next key when the machine only waits for a key.
/// [`Station::press_if_polled`](super::Station::press_if_polled) presses the next key when the program polls the
/// keyboard, even if the program does other work between the polls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeAhead {
    keys: VecDeque<Waiting>,
}

/// A key that waits to be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Waiting {
    key: u8,
    /// Whether the key is pressed even if the program is busy. Any other key waits until the program waits for a
    /// key or polls the keyboard.
    reaches_busy: bool,
}

impl TypeAhead {
    /// Appends keys to the waiting keys.
    pub fn extend(&mut self, keys: impl IntoIterator<Item = u8>) {
        self.keys.extend(keys.into_iter().map(|key| Waiting { key, reaches_busy: false }));
    }

    /// Appends a key to the waiting keys. Once no other key waits before this key, this key is pressed even if the
    /// program is busy.
    pub(super) fn deliver(&mut self, key: u8) {
        self.keys.push_back(Waiting { key, reaches_busy: true });
    }

    /// Whether the next key is pressed even if the program is busy.
    pub(super) fn next_reaches_busy(&self) -> bool {
        self.keys.front().is_some_and(|waiting| waiting.reaches_busy)
    }

    /// Removes and returns the key that has waited longest.
    pub fn next_key(&mut self) -> Option<u8> {
        self.keys.pop_front().map(|waiting| waiting.key)
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// Returns the number of keys that wait.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no key waits.
    #[doc(hidden)]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}
