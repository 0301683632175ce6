//! The symbol table: the variables in the order in which they were created. A linear search finds a variable.
//!
//! ```text
//!   word 1: name, two characters    word 2: subscript    words 3-5: value
//! ```
//!
//! A and A(0) are one variable; every other subscript names another variable.

use super::variable_name::VariableName;
use crate::ascii::untrimmed;
use crate::float::Float;
use crate::word::Word;

/// The key of a variable: 7 bits for each character of the name, and 12 bits for the subscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u32);

impl Key {
    pub(super) fn new(name: [u8; 2], subscript: Word) -> Self {
        // A control character at the front is stored as @.
        let name = if name[0] < b' ' { [b'@', name[1]] } else { name };
        // Core stores six bits a character, so `a` becomes `!`, and BELL becomes `G`.
        let [first, second] = name.map(untrimmed);
        Key(u32::from(first) << 19 | u32::from(second) << 12 | u32::from(subscript.bits()))
    }

    pub(super) fn of(name: VariableName) -> Self {
        Key::new(name.letters, name.subscript)
    }

    fn name(self) -> VariableName {
        let letters = [(self.0 >> 19) as u8 & 0o177, (self.0 >> 12) as u8 & 0o177];
        VariableName { letters, subscript: Word::new(self.0 as u16) }
    }
}

/// A variable with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name of the variable, with its subscript.
    pub name: VariableName,
    /// The value of the variable.
    pub value: Float,
}

/// The variables, in the order in which they were created.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Variables {
    keys: Vec<Key>,
    /// The values. ERASE removes the keys but not the values, because an active FOR still uses the value of its
    /// variable.
    values: Vec<Float>,
}

/// The index of a variable.
pub(super) type Slot = usize;

impl Variables {
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the index of the variable with this key. Compares eight keys at a time for speed.
    pub(super) fn find(&self, key: Key) -> Option<Slot> {
        let (eights, rest) = self.keys.as_chunks::<8>();
        let hit = |eight: &[Key; 8]| eight.iter().fold(false, |hit, &other| hit | (other == key));
        let (before, candidates) = match eights.iter().position(hit) {
            Some(index) => (index * 8, &eights[index][..]),
            None => (eights.len() * 8, rest),
        };
        candidates.iter().position(|&other| other == key).map(|place| before + place)
    }

    /// Appends a variable with value 0.
    pub(super) fn make(&mut self, key: Key) -> Slot {
        let slot = self.keys.len();
        self.keys.push(key);
        match self.values.get_mut(slot) {
            Some(value) => *value = Float::ZERO,
            None => self.values.push(Float::ZERO),
        }
        slot
    }

    #[inline]
    pub(super) fn value(&self, slot: Slot) -> Float {
        self.values[slot]
    }

    #[inline]
    pub(super) fn set(&mut self, slot: Slot, value: Float) {
        self.values[slot] = value;
    }

    pub(super) fn erase(&mut self) {
        self.keys.clear();
    }

    pub(super) fn variable(&self, slot: Slot) -> Variable {
        Variable { name: self.keys[slot].name(), value: self.value(slot) }
    }
}
