//! Keys typed ahead: each is pressed when the machine waits for one, so that nothing typed or pasted is lost.

use std::collections::VecDeque;

/// Keys that wait to be pressed, in order.
///
/// When one may be pressed is decided where the machine's waiting is known: [`Station::run`](super::Station::run)
/// presses the next whenever it finds that the machine waits, and
/// [`Station::press_if_polled`](super::Station::press_if_polled) when a program that works on polls for keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeAhead {
    keys: VecDeque<u8>,
}

impl TypeAhead {
    /// Adds keys behind those that wait.
    pub fn extend(&mut self, keys: impl IntoIterator<Item = u8>) {
        self.keys.extend(keys);
    }

    /// The key that has waited longest.
    pub fn next_key(&mut self) -> Option<u8> {
        self.keys.pop_front()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether none waits.
    #[doc(hidden)]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}
