//! The operate instructions of groups 1 and 2, carried out in the order in which their bits act.

use crate::instruction::{BothRotates, Model, group1 as g1, group2 as g2};
use crate::word::Word;

/// Carries out a group 1 instruction (7000 to 7377): clear, complement, increment, rotate. Returns the new link and AC.
///
/// `at` is the address of the instruction. One undefined code of the 8/E puts the page bits of this address into the
/// AC.
#[inline]
pub fn group1(model: Model, instruction: Word, at: Word, link: bool, ac: Word) -> (bool, Word) {
    let bits = instruction.bits();
    // L and AC as a ring of thirteen bits, L on the left.
    let mut lac = u16::from(link) << 12 | ac.bits();
    if bits & g1::CLA != 0 {
        lac &= 0o10000;
    }
    if bits & g1::CLL != 0 {
        lac &= 0o07777;
    }
    if bits & g1::CMA != 0 {
        lac ^= 0o07777;
    }
    if bits & g1::CML != 0 {
        lac ^= 0o10000;
    }
    if bits & g1::IAC != 0 {
        lac = (lac + 1) & 0o17777;
    }
    lac = match bits & (g1::RAR | g1::RAL | g1::TWICE) {
        0o00 => lac,
        _ if bits & g1::CMA != 0 && model.traits().cma_bars_rotates => lac,
        0o02 if model.traits().bsw => swap_halves(lac),
        0o02 => lac,
        0o04 => left(lac),
        0o06 => left(left(lac)),
        0o10 => right(lac),
        0o12 => right(right(lac)),
        both => rotate_both_ways(model, both & g1::TWICE != 0, instruction, at, lac),
    };
    (lac & 0o10000 != 0, Word::new(lac))
}

const fn left(lac: u16) -> u16 {
    (lac << 1 | lac >> 12) & 0o17777
}

const fn right(lac: u16) -> u16 {
    (lac >> 1 | lac << 12) & 0o17777
}

const fn swap_halves(lac: u16) -> u16 {
    lac & 0o10000 | lac << 6 & 0o7700 | lac >> 6 & 0o0077
}

/// Returns the result of RAL and RAR in one instruction. No handbook defines this result, which depends on the model.
fn rotate_both_ways(model: Model, twice: bool, instruction: Word, at: Word, lac: u16) -> u16 {
    match (model.traits().both_rotates, twice) {
        (BothRotates::And, false) => left(lac) & right(lac),
        (BothRotates::And, true) => left(left(lac)) & right(right(lac)),
        (BothRotates::Instruction, false) => lac & (0o10000 | instruction.bits()),
        (BothRotates::Instruction, true) => lac & 0o10000 | at.bits() & 0o7600 | instruction.bits() & 0o177,
    }
}

/// The result of a group 2 instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group2 {
    /// The AC after the instruction.
    pub ac: Word,
    /// Whether the next instruction is skipped.
    pub skip: bool,
    /// Whether RUN is turned off after the instruction.
    pub halt: bool,
}

/// Carries out a group 2 instruction (7400 to 7776, even): first the test, then CLA, then OSR and HLT.
#[inline]
pub fn group2(instruction: Word, link: bool, ac: Word, sr: Word) -> Group2 {
    let bits = instruction.bits();
    let any =
        bits & g2::SMA != 0 && ac.bit(0) || bits & g2::SZA != 0 && ac == Word::ZERO || bits & g2::SNL != 0 && link;
    let mut after = if bits & g2::CLA != 0 { 0 } else { ac.bits() };
    if bits & g2::OSR != 0 {
        after |= sr.bits();
    }
    Group2 {
        ac: Word::new(after),
        // With REVERSE, SPA, SNA and SZL must all hold: that is, none of SMA, SZA and SNL may hold.
        skip: any != (bits & g2::REVERSE != 0),
        halt: bits & g2::HLT != 0,
    }
}
