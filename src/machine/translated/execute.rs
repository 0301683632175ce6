//! Traces run: one operation after the other, the AC in a register, nothing counted on the way.
//!
//! The counting is done where a trace is left, with the cost that the translator has added up. A skip that is taken
//! takes the cost of what it passes over off again.

use super::guard::{Guard, WORDS};
use super::op::{Cost, Op};
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

/// A JMP, or an operate.
const ONE: Cost = Cost::instruction(1, 0);

/// A JMP I.
const TWO: Cost = Cost::instruction(2, 0);

#[inline(always)]
const fn left(lac: u32) -> u32 {
    (lac << 1 | lac >> 12) & RING
}

#[inline(always)]
const fn right(lac: u32) -> u32 {
    (lac >> 1 | lac << 12) & RING
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
        at = guard.entry[usize::from(to & 0o77777)];
        if at == 0 {
            leave = Leave::Missing;
            break 'enter;
        }
        loop {
            macro_rules! leave_to {
                ($to:expr) => {{
                    spent = spent.plus(code.infos[usize::from(at)].cost);
                    to = $to;
                    continue 'enter;
                }};
            }
            // Leaves after the store of this operation, which has changed a decoded word.
            macro_rules! leave_after_store {
                () => {
                    leave_to!(code.infos[usize::from(at)].next)
                };
            }
            macro_rules! deposit {
                ($place:expr) => {{
                    let bits = (lac & AC) as u16;
                    lac &= LINK;
                    if store!($place, bits) {
                        leave_after_store!();
                    }
                }};
            }
            // A group 1 instruction that is passed over when the condition holds.
            macro_rules! unless {
                ($condition:expr, $part:expr) => {{
                    if $condition {
                        spent = spent.minus(ONE);
                    } else {
                        lac = $part.of(lac);
                    }
                }};
            }
            macro_rules! skip_if {
                ($condition:expr) => {
                    if $condition {
                        let passed =
                            code.infos[usize::from(at.wrapping_add(1))].cost.minus(code.infos[usize::from(at)].cost);
                        spent = spent.minus(passed);
                        at = at.wrapping_add(1);
                    }
                };
            }
            // The JMP after a skip that was not taken: it is not in the cost of the trace.
            macro_rules! jump_if {
                ($condition:expr, $to:expr) => {
                    if $condition {
                        spent = spent.plus(ONE);
                        leave_to!($to);
                    }
                };
            }
            macro_rules! isz {
                ($place:expr) => {{
                    let place = $place;
                    let bits = (word!(place) + 1) & 0o7777;
                    if store!(place, bits) {
                        let next = code.infos[usize::from(at)].next;
                        leave_to!(if bits == 0 { following(next) } else { next });
                    }
                    bits
                }};
            }
            macro_rules! add_auto {
                ($place:expr) => {{
                    let (pointer, changed) = count_on!($place);
                    add!(data_field | pointer);
                    if changed {
                        leave_after_store!();
                    }
                }};
            }
            macro_rules! deposit_auto {
                ($place:expr) => {{
                    let (pointer, changed) = count_on!($place);
                    let bits = (lac & AC) as u16;
                    lac &= LINK;
                    if store!(data_field | pointer, bits) || changed {
                        leave_after_store!();
                    }
                }};
            }
            macro_rules! jms {
                ($place:expr, $back:expr) => {
                    if store!($place, $back) {
                        leave_after_store!();
                    }
                };
            }
            macro_rules! jmp_through {
                ($place:expr, $to:expr) => {{
                    let there = word!($place);
                    if there != $to {
                        leave_to!($place & 0o70000 | there);
                    }
                }};
            }
            macro_rules! jump_if_clear {
                ($test:expr, $keep:expr, $to:expr) => {{
                    let jumps = lac & u32::from($test) == 0;
                    lac &= u32::from($keep);
                    jump_if!(jumps, $to);
                }};
            }
            macro_rules! jump_if_zero {
                ($keep:expr, $to:expr) => {{
                    let jumps = lac & AC == 0;
                    lac &= u32::from($keep);
                    jump_if!(jumps, $to);
                }};
            }
            macro_rules! isz_jump {
                ($place:expr, $to:expr) => {{
                    let bits = isz!($place);
                    jump_if!(bits != 0, $to);
                }};
            }
            macro_rules! shift_word {
                ($shift:ident, $keep:expr, $place:expr, $to:expr) => {{
                    lac &= u32::from($keep);
                    add!($place);
                    lac = $shift(lac);
                    deposit!($to);
                }};
            }
            // The second of a pair.
            macro_rules! then {
                ($second:pat => $body:expr) => {{
                    at = at.wrapping_add(1);
                    let $second = code.ops[usize::from(at)] else { continue };
                    $body
                }};
            }
            // The JMP I after a skip that was not taken.
            macro_rules! jump_through_if {
                ($condition:expr, $place:expr) => {
                    if $condition {
                        spent = spent.plus(TWO);
                        leave_to!($place & 0o70000 | word!($place));
                    }
                };
            }
            match code.ops[usize::from(at)] {
                Op::And(place) => lac &= u32::from(word!(place)) | LINK,
                Op::Tad(place) => add!(place),
                Op::Dca(place) => {
                    deposit!(place);
                }
                Op::AndIndirect(place) => lac &= u32::from(word!(data_field | word!(place))) | LINK,
                Op::TadIndirect(place) => add!(data_field | word!(place)),
                Op::DcaIndirect(place) => {
                    deposit!(data_field | word!(place));
                }
                Op::AndAuto(place) => {
                    let (pointer, changed) = count_on!(place);
                    lac &= u32::from(word!(data_field | pointer)) | LINK;
                    if changed {
                        leave_after_store!();
                    }
                }
                Op::TadAuto(place) => add_auto!(place),
                Op::DcaAuto(place) => deposit_auto!(place),

                Op::Linear(part) => lac = part.of(lac),
                Op::Ral(part) => {
                    lac = part.of(lac);
                    lac = left(lac);
                }
                Op::Rtl(part) => {
                    lac = part.of(lac);
                    lac = (lac << 2 | lac >> 11) & RING;
                }
                Op::Rar(part) => {
                    lac = part.of(lac);
                    lac = right(lac);
                }
                Op::Rtr(part) => {
                    lac = part.of(lac);
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
                        let next = code.infos[usize::from(at)].next;
                        leave_to!(if bits == 0 { following(next) } else { next });
                    }
                    skip_if!(bits == 0);
                }

                Op::JumpSet { test, keep, to } => {
                    let jumps = lac & u32::from(test) != 0;
                    lac &= u32::from(keep);
                    jump_if!(jumps, to);
                }
                Op::JumpClear { test, keep, to } => jump_if_clear!(test, keep, to),
                Op::JumpZero { keep, to } => jump_if_zero!(keep, to),
                Op::JumpNonZero { keep, to } => {
                    let jumps = lac & AC != 0;
                    lac &= u32::from(keep);
                    jump_if!(jumps, to);
                }
                Op::IszJump { at: place, to } => isz_jump!(place, to),
                Op::Delay { at: place, from } => {
                    let turn = code.infos[usize::from(at)].cost.plus(ONE);
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

                Op::Jms { at: place, back } => jms!(place, back),
                Op::JmsThrough { at: place, entry, back } => {
                    let there = place & 0o70000 | word!(place);
                    if store!(there, back) || there != entry {
                        leave_to!(following(there));
                    }
                }
                Op::JmpThrough { at: place, to } => jmp_through!(place, to),

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
                    spent = spent.plus(code.infos[usize::from(at)].cost);
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
                    deposit!(b);
                }
                Op::TadTadDca(a, b, c) => {
                    lac += u32::from(word!(a));
                    add!(b);
                    deposit!(c);
                }
                Op::DcaTad(a, b) => {
                    deposit!(a);
                    add!(b);
                }
                Op::TadAnd(a, b) => {
                    add!(a);
                    lac &= u32::from(word!(b)) | LINK;
                }
                Op::KeepTad { keep, at: place } => {
                    lac &= u32::from(keep);
                    add!(place);
                }
                Op::KeepTadDca { keep, at: place, to } => {
                    lac &= u32::from(keep);
                    add!(place);
                    deposit!(to);
                }
                Op::KeepTadTad { keep, at: a, and: b } => {
                    lac &= u32::from(keep);
                    lac += u32::from(word!(a));
                    add!(b);
                }
                Op::TadLinear(place, part) => {
                    add!(place);
                    lac = part.of(lac);
                }
                Op::TadRal { keep, at: place } => {
                    lac &= u32::from(keep);
                    add!(place);
                    lac = left(lac);
                }
                Op::TadRalDca { keep, at: place, to } => shift_word!(left, keep, place, to),
                Op::TadRar { keep, at: place } => {
                    lac &= u32::from(keep);
                    add!(place);
                    lac = right(lac);
                }
                Op::TadRarDca { keep, at: place, to } => shift_word!(right, keep, place, to),
                Op::RalTad(place) => {
                    lac = left(lac);
                    add!(place);
                }
                Op::RalTadTad(a, b) => {
                    lac = left(lac) + u32::from(word!(a));
                    add!(b);
                }
                Op::RalTadTadDca(a, b, c) => {
                    lac = left(lac) + u32::from(word!(a));
                    add!(b);
                    deposit!(c);
                }
                Op::AndJumpZero { at: place, keep, to } => {
                    lac &= u32::from(word!(place)) | LINK;
                    let jumps = lac & AC == 0;
                    lac &= u32::from(keep);
                    jump_if!(jumps, to);
                }
                Op::AndJumpNonZero { at: place, keep, to } => {
                    lac &= u32::from(word!(place)) | LINK;
                    let jumps = lac & AC != 0;
                    lac &= u32::from(keep);
                    jump_if!(jumps, to);
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
                Op::TadJumpSet { at: place, test, to } => {
                    add!(place);
                    jump_if!(lac & u32::from(test) != 0, to);
                }
                Op::TadJumpClear { at: place, test, to } => {
                    add!(place);
                    jump_if!(lac & u32::from(test) == 0, to);
                }
                Op::TadJumpSetCla { at: place, test, to } => {
                    add!(place);
                    let jumps = lac & u32::from(test) != 0;
                    lac &= LINK;
                    jump_if!(jumps, to);
                }
                Op::TadJumpClearCla { at: place, test, to } => {
                    add!(place);
                    let jumps = lac & u32::from(test) == 0;
                    lac &= LINK;
                    jump_if!(jumps, to);
                }
                Op::UnlessSet { test, part } => unless!(lac & u32::from(test) != 0, part),
                Op::UnlessClear { test, part } => unless!(lac & u32::from(test) == 0, part),
                Op::UnlessZero(part) => unless!(lac & AC == 0, part),
                Op::UnlessNonZero(part) => unless!(lac & AC != 0, part),

                Op::TadRalDcaRun { keep, at: place, to } => {
                    shift_word!(left, keep, place, to);
                    then!(Op::TadRalDcaRun { keep, at: place, to } => shift_word!(left, keep, place, to));
                    then!(Op::TadRalDca { keep, at: place, to } => shift_word!(left, keep, place, to));
                }
                Op::TadRarDcaRun { keep, at: place, to } => {
                    shift_word!(right, keep, place, to);
                    then!(Op::TadRarDcaRun { keep, at: place, to } => shift_word!(right, keep, place, to));
                    then!(Op::TadRarDca { keep, at: place, to } => shift_word!(right, keep, place, to));
                }
                Op::KeepTadTadThenDca { keep, at: a, and: b } => {
                    lac &= u32::from(keep);
                    lac += u32::from(word!(a));
                    add!(b);
                    then!(Op::Dca(place) => deposit!(place));
                }
                Op::RalTadTadThenJumpClear(a, b) => {
                    lac = left(lac) + u32::from(word!(a));
                    add!(b);
                    then!(Op::JumpClear { test, keep, to } => jump_if_clear!(test, keep, to));
                }
                Op::TadAutoThenDca(place) => {
                    add_auto!(place);
                    then!(Op::Dca(place) => deposit!(place));
                }
                Op::TadAutoThenJumpZero(place) => {
                    add_auto!(place);
                    then!(Op::JumpZero { keep, to } => jump_if_zero!(keep, to));
                }
                Op::TadAutoThenJms(place) => {
                    add_auto!(place);
                    then!(Op::Jms { at: place, back } => jms!(place, back));
                }
                Op::DcaAutoThenIszJump(place) => {
                    deposit_auto!(place);
                    then!(Op::IszJump { at: place, to } => isz_jump!(place, to));
                }
                Op::DcaThenRalTadTad(place) => {
                    deposit!(place);
                    then!(Op::RalTadTad(a, b) => {
                        lac = left(lac) + u32::from(word!(a));
                        add!(b);
                    });
                }
                Op::DcaThenIszJump(place) => {
                    deposit!(place);
                    then!(Op::IszJump { at: place, to } => isz_jump!(place, to));
                }
                Op::DcaThenTadDca(place) => {
                    deposit!(place);
                    then!(Op::TadDca(a, b) => {
                        add!(a);
                        deposit!(b);
                    });
                }
                Op::LinearThenTadDca(part) => {
                    lac = part.of(lac);
                    then!(Op::TadDca(a, b) => {
                        add!(a);
                        deposit!(b);
                    });
                }
                Op::TadAndThenJumpZero(a, b) => {
                    add!(a);
                    lac &= u32::from(word!(b)) | LINK;
                    then!(Op::JumpZero { keep, to } => jump_if_zero!(keep, to));
                }
                Op::UnlessNonZeroThenUnlessSet(part) => {
                    unless!(lac & AC != 0, part);
                    then!(Op::UnlessSet { test, part } => unless!(lac & u32::from(test) != 0, part));
                }
                Op::JmpThroughThenDcaAuto { at: place, to } => {
                    jmp_through!(place, to);
                    then!(Op::DcaAuto(place) => deposit_auto!(place));
                }
                Op::JmsThenTadIndirect { at: place, back } => {
                    jms!(place, back);
                    then!(Op::TadIndirect(place) => add!(data_field | word!(place)));
                }
                Op::TadIndirectThenUnlessClear(place) => {
                    add!(data_field | word!(place));
                    then!(Op::UnlessClear { test, part } => unless!(lac & u32::from(test) == 0, part));
                }

                Op::JumpZeroThrough { keep, at: place } => {
                    let jumps = lac & AC == 0;
                    lac &= u32::from(keep);
                    jump_through_if!(jumps, place);
                }
                Op::JumpNonZeroThrough { keep, at: place } => {
                    let jumps = lac & AC != 0;
                    lac &= u32::from(keep);
                    jump_through_if!(jumps, place);
                }
                Op::JumpSetThrough { test, keep, at: place } => {
                    let jumps = lac & u32::from(test) != 0;
                    lac &= u32::from(keep);
                    jump_through_if!(jumps, place);
                }
                Op::JumpClearThrough { test, keep, at: place } => {
                    let jumps = lac & u32::from(test) == 0;
                    lac &= u32::from(keep);
                    jump_through_if!(jumps, place);
                }
            }
            at = at.wrapping_add(1);
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
