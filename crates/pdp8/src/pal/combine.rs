//! The rules that decide which named instructions can share a word.
//!
//! An operate word is a combination of micro-operations; PAL forms it by or-ing their codes. Or-ing the codes of
//! different groups, or of two different rotations, would give a word that does something else.

use crate::instruction::{Class, group1, group2, group3};
use crate::word::Word;

/// Returns the reason why two instructions cannot share a word, or `None` if they can.
pub(super) fn contradiction((first, a): (Class, Word), (second, b): (Class, Word)) -> Option<&'static str> {
    use Class::*;
    let (a, b) = (a.bits(), b.bits());
    match (first, second) {
        (MemoryReference, _) | (_, MemoryReference) => Some("a memory reference takes an address and nothing else"),
        (Iot, Iot) if a & 0o770 != b & 0o770 => Some("they are for different devices"),
        (Iot, Iot) => None,
        (Iot, _) | (_, Iot) => Some("an IOT is no operate instruction"),
        (Clear, _) | (_, Clear) => None,
        (Group1, Group1) => {
            let rotation = group1::RAR | group1::RAL | group1::TWICE;
            differ(a & rotation, b & rotation).then_some("a word can rotate in one way only")
        }
        (Group2, Group2) => {
            let tests = |bits| bits & (group2::SMA | group2::SZA | group2::SNL) != 0;
            let reversed = |bits| bits & group2::REVERSE != 0;
            let has_sense = |bits| tests(bits) || reversed(bits);
            if has_sense(a) && has_sense(b) && reversed(a) != reversed(b) {
                Some("skips on a condition and on its opposite have different senses")
            } else if reversed(a) && reversed(b) && tests(a) != tests(b) {
                Some("SKP skips always")
            } else {
                None
            }
        }
        (Group3, Group3) => {
            differ(a & group3::FUNCTION, b & group3::FUNCTION).then_some("a word can have one EAE function only")
        }
        (Group1, Group2 | Group3) | (Group2 | Group3, Group1) => Some("they are of different operate groups"),
        (Group2, Group3) | (Group3, Group2) => Some("they are of different operate groups"),
    }
}

/// Whether `a` and `b` are different, and neither is 0.
fn differ(a: u16, b: u16) -> bool {
    a != 0 && b != 0 && a != b
}
