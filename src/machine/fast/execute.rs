//! Traces run: one operation after the other, the AC in a register, nothing counted on the way.
//!
//! The counting is done where a trace is left, with the cost that the translator has added up. A skip that is taken
//! takes the cost of what it passes over off again.

use super::guard::{Guard, WORDS};
use super::op::{Cost, Linear, Op};
use super::translate::{Code, SCRATCH, Target, following, translate_one};
use crate::instruction::{Model, group2 as g2};
use crate::machine::operate;
use crate::word::Word;

/// Why the traces were left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// The cycles are used up.
    Budget,
    /// There is no trace that begins at the PC.
    Missing,
    /// The instruction at the PC is one for the cycle-stepped machine.
    Core,
}

/// The registers that programs without IOTs use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registers {
    /// L and AC.
    pub lac: u32,
    /// PC and its field.
    pub pc: u16,
    /// Data field, as the high bits of an address.
    pub data_field: u16,
    /// What was spent.
    pub spent: Cost,
}

const AC: u32 = 0o7777;
const LINK: u32 = 0o10000;
const RING: u32 = 0o17777;

/// A JMP.
const JMP: Cost = Cost::instruction(1, 0);

#[inline(always)]
fn linear(lac: u32, part: Linear) -> u32 {
    (((lac & u32::from(part.keep)) ^ u32::from(part.flip)) + u32::from(part.add)) & RING
}

/// Runs traces from the PC on until `limit` is spent, or there is no way on.
pub(super) fn execute(
    code: &mut Code,
    guard: &mut Guard,
    words: &mut [u16; WORDS],
    target: Target,
    registers: &mut Registers,
    limit: Cost,
) -> Leave {
    let Registers { mut lac, pc, mut data_field, mut spent } = *registers;
    let mut at;
    let leave;

    macro_rules! word {
        ($place:expr) => {
            words[usize::from($place & 0o77777)]
        };
    }
    // Stores; true when that has changed a decoded word.
    macro_rules! store {
        ($place:expr, $bits:expr) => {{
            let place = $place & 0o77777;
            let bits: u16 = $bits;
            words[usize::from(place)] = bits;
            guard.decoded[usize::from(place)] != 0 && guard.store(place, bits)
        }};
    }
    macro_rules! add {
        ($place:expr) => {
            lac = (lac + u32::from(word!($place))) & RING
        };
    }
    // Counts the pointer on; gives it, and whether that has changed a decoded word.
    macro_rules! count_on {
        ($place:expr) => {{
            let pointer = (word!($place) + 1) & 0o7777;
            (pointer, store!($place, pointer))
        }};
    }

    let mut to = pc;
    'enter: loop {
        // Where one trace ends and the next begins; the only place where time is looked at.
        if spent >= limit {
            leave = Leave::Budget;
            break 'enter;
        }
        at = guard.entry[usize::from(to & 0o77777)] as usize;
        if at == 0 {
            leave = Leave::Missing;
            break 'enter;
        }
        loop {
            macro_rules! leave_to {
                ($to:expr) => {{
                    spent = spent.plus(code.infos[at].cost);
                    to = $to;
                    continue 'enter;
                }};
            }
            // Leaves after the store of this operation, which has changed a decoded word.
            macro_rules! leave_after_store {
                () => {
                    leave_to!(code.infos[at].next)
                };
            }
            macro_rules! skip_if {
                ($condition:expr) => {
                    if $condition {
                        let passed = code.infos[at + 1].cost.minus(code.infos[at].cost);
                        spent = spent.minus(passed);
                        at += 1;
                    }
                };
            }
            // The JMP after a skip that was not taken: it is not in the cost of the trace.
            macro_rules! jump_if {
                ($condition:expr, $to:expr) => {
                    if $condition {
                        spent = spent.plus(JMP);
                        leave_to!($to);
                    }
                };
            }
            macro_rules! isz {
                ($place:expr) => {{
                    let place = $place;
                    let bits = (word!(place) + 1) & 0o7777;
                    if store!(place, bits) {
                        let next = code.infos[at].next;
                        leave_to!(if bits == 0 { following(next) } else { next });
                    }
                    bits
                }};
            }
            match code.ops[at] {
                Op::And(place) => lac &= u32::from(word!(place)) | LINK,
                Op::Tad(place) => add!(place),
                Op::Dca(place) => {
                    let bits = (lac & AC) as u16;
                    lac &= LINK;
                    if store!(place, bits) {
                        leave_after_store!();
                    }
                }
                Op::AndIndirect(place) => lac &= u32::from(word!(data_field | word!(place))) | LINK,
                Op::TadIndirect(place) => add!(data_field | word!(place)),
                Op::DcaIndirect(place) => {
                    let bits = (lac & AC) as u16;
                    lac &= LINK;
                    if store!(data_field | word!(place), bits) {
                        leave_after_store!();
                    }
                }
                Op::AndAuto(place) => {
                    let (pointer, changed) = count_on!(place);
                    lac &= u32::from(word!(data_field | pointer)) | LINK;
                    if changed {
                        leave_after_store!();
                    }
                }
                Op::TadAuto(place) => {
                    let (pointer, changed) = count_on!(place);
                    add!(data_field | pointer);
                    if changed {
                        leave_after_store!();
                    }
                }
                Op::DcaAuto(place) => {
                    let (pointer, changed) = count_on!(place);
                    let bits = (lac & AC) as u16;
                    lac &= LINK;
                    if store!(data_field | pointer, bits) || changed {
                        leave_after_store!();
                    }
                }

                Op::Linear(part) => lac = linear(lac, part),
                Op::Ral(part) => {
                    lac = linear(lac, part);
                    lac = (lac << 1 | lac >> 12) & RING;
                }
                Op::Rtl(part) => {
                    lac = linear(lac, part);
                    lac = (lac << 2 | lac >> 11) & RING;
                }
                Op::Rar(part) => {
                    lac = linear(lac, part);
                    lac = (lac >> 1 | lac << 12) & RING;
                }
                Op::Rtr(part) => {
                    lac = linear(lac, part);
                    lac = (lac >> 2 | lac << 11) & RING;
                }
                Op::Group1(bits, place) => lac = group1(target.model, bits, place, lac),
                Op::DataField(field) => data_field = field,

                Op::SkipSet { test, keep } => {
                    let skips = lac & u32::from(test) != 0;
                    lac &= u32::from(keep);
                    skip_if!(skips);
                }
                Op::SkipClear { test, keep } => {
                    let skips = lac & u32::from(test) == 0;
                    lac &= u32::from(keep);
                    skip_if!(skips);
                }
                Op::SkipZero { keep } => {
                    let skips = lac & AC == 0;
                    lac &= u32::from(keep);
                    skip_if!(skips);
                }
                Op::SkipNonZero { keep } => {
                    let skips = lac & AC != 0;
                    lac &= u32::from(keep);
                    skip_if!(skips);
                }
                Op::SkipGroup2(bits) => {
                    let effect = operate::group2(Word::new(bits), lac & LINK != 0, Word::new(lac as u16), Word::ZERO);
                    if bits & g2::CLA != 0 {
                        lac &= LINK;
                    }
                    skip_if!(effect.skip);
                }
                Op::Isz(place) => {
                    let bits = isz!(place);
                    skip_if!(bits == 0);
                }
                Op::IszIndirect(place) => {
                    let bits = isz!(data_field | word!(place));
                    skip_if!(bits == 0);
                }
                Op::IszAuto(place) => {
                    let (pointer, changed) = count_on!(place);
                    let bits = isz!(data_field | pointer);
                    if changed {
                        let next = code.infos[at].next;
                        leave_to!(if bits == 0 { following(next) } else { next });
                    }
                    skip_if!(bits == 0);
                }

                Op::JumpSet { test, keep, to } => {
                    let jumps = lac & u32::from(test) != 0;
                    lac &= u32::from(keep);
                    jump_if!(jumps, to);
                }
                Op::JumpClear { test, keep, to } => {
                    let jumps = lac & u32::from(test) == 0;
                    lac &= u32::from(keep);
                    jump_if!(jumps, to);
                }
                Op::JumpZero { keep, to } => {
                    let jumps = lac & AC == 0;
                    lac &= u32::from(keep);
                    jump_if!(jumps, to);
                }
                Op::JumpNonZero { keep, to } => {
                    let jumps = lac & AC != 0;
                    lac &= u32::from(keep);
                    jump_if!(jumps, to);
                }
                Op::IszJump { at: place, to } => {
                    let bits = isz!(place);
                    jump_if!(bits != 0, to);
                }
                Op::Delay { at: place, from } => {
                    let turn = code.infos[at].cost.plus(JMP);
                    if guard.decoded[usize::from(place & 0o77777)] == 0 && from == to {
                        // All turns but the last two, or as many as there is time for: nothing else happens in them.
                        let turns_left = (0o7777 - u64::from(word!(place))).saturating_sub(1);
                        let time_left = limit.minus(spent).cycles() / turn.cycles();
                        let turns = turns_left.min(time_left);
                        word!(place) += turns as u16;
                        spent = spent.plus(turn.times(turns));
                    }
                    let bits = isz!(place);
                    jump_if!(bits != 0, from);
                }

                Op::Jms { at: place, back } => {
                    if store!(place, back) {
                        leave_after_store!();
                    }
                }
                Op::Return { at: place, back } => {
                    let bits = word!(place);
                    if bits != back {
                        leave_to!(place & 0o70000 | bits);
                    }
                }

                Op::Goto(to) => leave_to!(to),
                Op::JmpIndirect(place) => leave_to!(place & 0o70000 | word!(place)),
                Op::JmpAuto(place) => {
                    let (pointer, _) = count_on!(place);
                    leave_to!(place & 0o70000 | pointer)
                }
                Op::JmsGoto { at: place, back } => {
                    let _ = store!(place, back);
                    leave_to!(following(place))
                }
                Op::JmsIndirect { at: place, back } => {
                    let entry = place & 0o70000 | word!(place);
                    let _ = store!(entry, back);
                    leave_to!(following(entry))
                }
                Op::JmsAuto { at: place, back } => {
                    let (pointer, _) = count_on!(place);
                    let entry = place & 0o70000 | pointer;
                    let _ = store!(entry, back);
                    leave_to!(following(entry))
                }
                Op::Core(place) => {
                    spent = spent.plus(code.infos[at].cost);
                    to = place;
                    leave = Leave::Core;
                    break 'enter;
                }
                Op::Volatile(place) => {
                    translate_one(code, words, target, place);
                    at = SCRATCH;
                    continue;
                }

                Op::TadTad(a, b) => {
                    lac += u32::from(word!(a));
                    add!(b);
                }
                Op::TadDca(a, b) => {
                    add!(a);
                    let bits = (lac & AC) as u16;
                    lac &= LINK;
                    if store!(b, bits) {
                        leave_after_store!();
                    }
                }
                Op::TadTadDca(a, b, c) => {
                    lac += u32::from(word!(a));
                    add!(b);
                    let bits = (lac & AC) as u16;
                    lac &= LINK;
                    if store!(c, bits) {
                        leave_after_store!();
                    }
                }
                Op::DcaTad(a, b) => {
                    let bits = (lac & AC) as u16;
                    lac &= LINK;
                    if store!(a, bits) {
                        leave_after_store!();
                    }
                    add!(b);
                }
                Op::KeepTad { keep, at: place } => {
                    lac &= u32::from(keep);
                    add!(place);
                }
                Op::KeepTadDca { keep, at: place, to } => {
                    lac &= u32::from(keep);
                    add!(place);
                    let bits = (lac & AC) as u16;
                    lac &= LINK;
                    if store!(to, bits) {
                        leave_after_store!();
                    }
                }
                Op::TadLinear { at: place, flip, add } => {
                    add!(place);
                    lac = ((lac ^ u32::from(flip)) + u32::from(add)) & RING;
                }
                Op::TadJumpZero { at: place, keep, to } => {
                    add!(place);
                    let jumps = lac & AC == 0;
                    lac &= u32::from(keep);
                    jump_if!(jumps, to);
                }
                Op::TadJumpNonZero { at: place, keep, to } => {
                    add!(place);
                    let jumps = lac & AC != 0;
                    lac &= u32::from(keep);
                    jump_if!(jumps, to);
                }
            }
            at += 1;
        }
    }
    *registers = Registers { lac, pc: to, data_field, spent };
    leave
}

#[cold]
fn group1(model: Model, bits: u16, at: u16, lac: u32) -> u32 {
    let (link, ac) = operate::group1(model, Word::new(bits), Word::new(at), lac & LINK != 0, Word::new(lac as u16));
    u32::from(link) << 12 | u32::from(ac.bits())
}
