//! From words of core to traces: straight on through JMP and JMS, until the way is not known.
//!
//! A trace begins where the machine has come to and follows the program as it would run if no skip were taken over
//! a JMP: an unconditional JMP costs nothing, a JMS goes on in the subroutine, and the JMP I that ends it goes on
//! after the call if the return address is still that of the call. What the translator must not do is to merge the
//! instruction after a skip with anything, because the skip passes over exactly one operation.

use super::guard::{Guard, WORDS};
use super::op::{ALL, Cost, Info, Linear, Op};
use crate::instruction::{Instruction, MemoryReference, Model, Operation, group1 as g1, group2 as g2};
use crate::machine::cycle::is_auto_index;
use crate::word::Word;

/// Instructions in a trace; with it go cycles, three at most for each.
const LONGEST: usize = 64;

/// More cycles than any trace can take.
pub(super) const MOST_CYCLES: u64 = 3 * (LONGEST as u64 + 4);

/// Where single volatile instructions are decoded to; traces stand behind it.
pub(super) const SCRATCH: u16 = 1;

/// Operations in the scratch place: the instruction, and where it goes on without and with a skip.
const SCRATCH_SIZE: usize = 3;

/// How many operations there is room for: as many as a half-word can count.
const ROOM: usize = 1 << 16;

/// All operations of all traces, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub ops: Box<[Op; ROOM]>,
    pub infos: Box<[Info; ROOM]>,
    used: usize,
}

impl Code {
    pub fn new() -> Self {
        let ops = vec![Op::Goto(0); ROOM].into_boxed_slice();
        let infos = vec![Info::default(); ROOM].into_boxed_slice();
        Code {
            ops: ops.try_into().expect("made of this length"),
            infos: infos.try_into().expect("made of this length"),
            // Entry 0 means that there is no trace, so nothing stands there.
            used: SCRATCH as usize + SCRATCH_SIZE,
        }
    }

    /// Forgets all traces.
    pub fn clear(&mut self) {
        self.used = SCRATCH as usize + SCRATCH_SIZE;
    }

    /// Whether another trace may not fit.
    pub fn is_full(&self) -> bool {
        self.used + 4 * LONGEST > ROOM
    }

    fn push(&mut self, op: Op, info: Info) {
        self.ops[self.used] = op;
        self.infos[self.used] = info;
        self.used += 1;
    }

    fn last_op(&mut self) -> &mut Op {
        &mut self.ops[self.used - 1]
    }

    fn last_info(&mut self) -> &mut Info {
        &mut self.infos[self.used - 1]
    }
}

/// The machine as far as a translation depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub model: Model,
    pub fields: u8,
}

/// One instruction in terms of operations.
enum Step {
    /// Goes on with the next word.
    On(Op),
    /// Passes over the next word, or not.
    Skip(Op),
    /// JMP.
    Jump(u16),
    /// JMS.
    Call(u16),
    /// JMP I through a word.
    JumpThrough(u16),
    /// JMS I through a word.
    CallThrough(u16),
    /// Ends the trace.
    End(Op),
}

fn linear(bits: u16) -> Linear {
    let (mut keep, mut flip) = (ALL, 0);
    for (bit, mask) in [(g1::CLA, 0o07777), (g1::CLL, 0o10000)] {
        if bits & bit != 0 {
            keep &= !mask;
        }
    }
    for (bit, mask) in [(g1::CMA, 0o07777), (g1::CML, 0o10000)] {
        if bits & bit != 0 {
            flip |= mask;
        }
    }
    Linear::new(keep, flip, bits & g1::IAC != 0)
}

fn group1(model: Model, word: Word, at: u16) -> Op {
    let bits = word.bits();
    let part = linear(bits);
    match bits & (g1::RAR | g1::RAL | g1::TWICE) {
        0o00 => Op::Linear(part),
        _ if bits & g1::CMA != 0 && model.traits().cma_bars_rotates => Op::Linear(part),
        0o02 if !model.traits().bsw => Op::Linear(part),
        0o04 => Op::Ral(part),
        0o06 => Op::Rtl(part),
        0o10 => Op::Rar(part),
        0o12 => Op::Rtr(part),
        _ => Op::Group1(bits, at),
    }
}

fn group2(word: Word, at: u16) -> Step {
    let bits = word.bits();
    if bits & (g2::OSR | g2::HLT) != 0 {
        return Step::End(Op::Core(at));
    }
    let keep = if bits & g2::CLA != 0 { 0o10000 } else { ALL };
    let reverse = bits & g2::REVERSE != 0;
    let test = (bits & g2::SMA) << 5 | (bits & g2::SNL) << 8;
    match (bits & g2::SZA != 0, test, reverse) {
        (false, 0, false) => Step::On(Op::Linear(Linear::new(keep, 0, false))),
        (false, test, false) => Step::Skip(Op::SkipSet { test, keep }),
        (false, test, true) => Step::Skip(Op::SkipClear { test, keep }),
        (true, 0, false) => Step::Skip(Op::SkipZero { keep }),
        (true, 0, true) => Step::Skip(Op::SkipNonZero { keep }),
        (true, _, _) => Step::Skip(Op::SkipGroup2(bits)),
    }
}

fn memory(reference: MemoryReference, at: u16, next: u16) -> Step {
    let place = at & 0o70000 | reference.address(Word::new(at)).bits();
    let back = next & 0o7777;
    let auto = is_auto_index(Word::new(place));
    match (reference.operation, reference.indirect, auto) {
        (Operation::And, false, _) => Step::On(Op::And(place)),
        (Operation::And, true, false) => Step::On(Op::AndIndirect(place)),
        (Operation::And, true, true) => Step::On(Op::AndAuto(place)),
        (Operation::Tad, false, _) => Step::On(Op::Tad(place)),
        (Operation::Tad, true, false) => Step::On(Op::TadIndirect(place)),
        (Operation::Tad, true, true) => Step::On(Op::TadAuto(place)),
        (Operation::Isz, false, _) => Step::Skip(Op::Isz(place)),
        (Operation::Isz, true, false) => Step::Skip(Op::IszIndirect(place)),
        (Operation::Isz, true, true) => Step::Skip(Op::IszAuto(place)),
        (Operation::Dca, false, _) => Step::On(Op::Dca(place)),
        (Operation::Dca, true, false) => Step::On(Op::DcaIndirect(place)),
        (Operation::Dca, true, true) => Step::On(Op::DcaAuto(place)),
        (Operation::Jms, false, _) => Step::Call(place),
        (Operation::Jms, true, false) => Step::CallThrough(place),
        (Operation::Jms, true, true) => Step::End(Op::JmsAuto { at: place, back }),
        (Operation::Jmp, false, _) => Step::Jump(place),
        (Operation::Jmp, true, false) => Step::JumpThrough(place),
        (Operation::Jmp, true, true) => Step::End(Op::JmpAuto(place)),
    }
}

fn step(target: Target, word: Word, at: u16) -> Step {
    match Instruction::decode(word) {
        Instruction::Memory(reference) => memory(reference, at, following(at)),
        Instruction::Group1(word) => Step::On(group1(target.model, word, at)),
        Instruction::Group2(word) => group2(word, at),
        Instruction::Iot { device: device @ 0o20..=0o27, pulses: 1 }
            if target.fields > 1 && device & 7 < target.fields =>
        {
            Step::On(Op::DataField(u16::from(device & 7) << 12))
        }
        Instruction::Iot { .. } | Instruction::Group3(_) => Step::End(Op::Core(at)),
    }
}

/// What an instruction costs; nothing for what is left to the cycle-stepped machine.
fn cost(word: Word, at: u16) -> Cost {
    let instruction = Instruction::decode(word);
    let cycles = u64::from(instruction.cycles());
    match instruction {
        Instruction::Memory(reference) => {
            let auto = reference.indirect && is_auto_index(reference.address(Word::new(at)));
            let execute = reference.operation != Operation::Jmp;
            Cost::instruction(cycles, u64::from(auto) + u64::from(execute))
        }
        _ => Cost::instruction(cycles, 0),
    }
}

/// The next place in the same field.
pub(super) const fn following(at: u16) -> u16 {
    at & 0o70000 | (at + 1) & 0o7777
}

/// The trace that is being made: the end of `code`.
struct Trace<'a> {
    code: &'a mut Code,
    total: Cost,
    /// Operations before this one may not be merged with what follows.
    barrier: usize,
    /// The last skip may itself be passed over.
    skip_is_passable: bool,
}

impl Trace<'_> {
    /// Adds an operation that ends with the instruction before `next`, merging it with the last if they are a pair.
    fn push(&mut self, op: Op, next: u16) {
        let info = Info { cost: self.total, next };
        if self.code.used > self.barrier {
            let last = *self.code.last_op();
            if let Some(merged) = merge(last, op) {
                *self.code.last_op() = merged;
                // A store in the first half is what can make us leave in between: its place stays.
                if !matches!(last, Op::Dca(_)) {
                    *self.code.last_info() = info;
                }
                return;
            }
            // The TAD may have gone with the DCA before it, though it does better with what follows.
            if let Op::DcaTad(dca, tad) = last
                && let Some(merged) = merge(Op::Tad(tad), op)
            {
                *self.code.last_op() = Op::Dca(dca);
                self.code.push(merged, info);
                return;
            }
        }
        self.code.push(op, info);
    }

    /// Merges the skip just pushed with the group 1 instruction that it passes over, if they are a pair.
    fn merge_skip_over(&mut self, part: Linear, next: u16) -> bool {
        let merged = match *self.code.last_op() {
            _ if self.skip_is_passable => return false,
            Op::SkipSet { test, keep: ALL } => Op::UnlessSet { test, part },
            Op::SkipClear { test, keep: ALL } => Op::UnlessClear { test, part },
            Op::SkipZero { keep: ALL } => Op::UnlessZero(part),
            Op::SkipNonZero { keep: ALL } => Op::UnlessNonZero(part),
            _ => return false,
        };
        *self.code.last_op() = merged;
        *self.code.last_info() = Info { cost: self.total, next };
        true
    }

    /// Nothing may be merged over this point.
    fn fence(&mut self) {
        self.barrier = self.code.used;
    }
}

/// Two operations as one, where that is worth it.
fn merge(first: Op, second: Op) -> Option<Op> {
    const NOTHING: Linear = Linear::NOTHING;
    Some(match (first, second) {
        (Op::Tad(a), Op::Tad(b)) => Op::TadTad(a, b),
        (Op::Tad(a), Op::Dca(b)) => Op::TadDca(a, b),
        (Op::Tad(a), Op::And(b)) => Op::TadAnd(a, b),
        (Op::TadTad(a, b), Op::Dca(c)) => Op::TadTadDca(a, b, c),
        (Op::Dca(a), Op::Tad(b)) => Op::DcaTad(a, b),
        (Op::Linear(part), Op::Tad(at)) => Op::KeepTad { keep: part.only_keeps()?, at },
        (Op::KeepTad { keep, at }, Op::Dca(to)) => Op::KeepTadDca { keep, at, to },
        (Op::KeepTad { keep, at }, Op::Tad(and)) => Op::KeepTadTad { keep, at, and },
        (Op::Tad(at), Op::Linear(part)) => Op::TadLinear(at, part),
        (Op::Tad(at), Op::Ral(NOTHING)) => Op::TadRal { keep: ALL, at },
        (Op::KeepTad { keep, at }, Op::Ral(NOTHING)) => Op::TadRal { keep, at },
        (Op::TadRal { keep, at }, Op::Dca(to)) => Op::TadRalDca { keep, at, to },
        (Op::Tad(at), Op::Rar(NOTHING)) => Op::TadRar { keep: ALL, at },
        (Op::KeepTad { keep, at }, Op::Rar(NOTHING)) => Op::TadRar { keep, at },
        (Op::TadRar { keep, at }, Op::Dca(to)) => Op::TadRarDca { keep, at, to },
        (Op::Ral(NOTHING), Op::Tad(at)) => Op::RalTad(at),
        (Op::RalTad(a), Op::Tad(b)) => Op::RalTadTad(a, b),
        (Op::RalTadTad(a, b), Op::Dca(c)) => Op::RalTadTadDca(a, b, c),
        (Op::And(at), Op::JumpZero { keep, to }) => Op::AndJumpZero { at, keep, to },
        (Op::And(at), Op::JumpNonZero { keep, to }) => Op::AndJumpNonZero { at, keep, to },
        (Op::Tad(at), Op::JumpZero { keep, to }) => Op::TadJumpZero { at, keep, to },
        (Op::Tad(at), Op::JumpNonZero { keep, to }) => Op::TadJumpNonZero { at, keep, to },
        (Op::Tad(at), Op::JumpSet { test, keep: ALL, to }) => Op::TadJumpSet { at, test, to },
        (Op::Tad(at), Op::JumpSet { test, keep: _, to }) => Op::TadJumpSetCla { at, test, to },
        (Op::Tad(at), Op::JumpClear { test, keep: ALL, to }) => Op::TadJumpClear { at, test, to },
        (Op::Tad(at), Op::JumpClear { test, keep: _, to }) => Op::TadJumpClearCla { at, test, to },
        _ => return None,
    })
}

/// A skip that stands at `at`, and the JMP after it.
fn jump_unless(skip: Op, at: u16, to: u16) -> Option<Op> {
    Some(match skip {
        Op::SkipSet { test, keep } => Op::JumpClear { test, keep, to },
        Op::SkipClear { test, keep } => Op::JumpSet { test, keep, to },
        Op::SkipZero { keep } => Op::JumpNonZero { keep, to },
        Op::SkipNonZero { keep } => Op::JumpZero { keep, to },
        Op::Isz(place) if at == to => Op::Delay { at: place, from: at },
        Op::Isz(place) => Op::IszJump { at: place, to },
        _ => return None,
    })
}

/// A skip, and the JMP I after it.
fn jump_through_unless(skip: Op, at: u16) -> Option<Op> {
    Some(match skip {
        Op::SkipSet { test, keep } => Op::JumpClearThrough { test, keep, at },
        Op::SkipClear { test, keep } => Op::JumpSetThrough { test, keep, at },
        Op::SkipZero { keep } => Op::JumpNonZeroThrough { keep, at },
        Op::SkipNonZero { keep } => Op::JumpZeroThrough { keep, at },
        _ => return None,
    })
}

/// Two operations that are run without a jump between them; the second stays where it is.
fn pair(first: Op, second: Op) -> Option<Op> {
    Some(match (first, second) {
        (Op::TadRalDca { keep, at, to }, Op::TadRalDca { .. }) => Op::TadRalDcaRun { keep, at, to },
        (Op::TadRarDca { keep, at, to }, Op::TadRarDca { .. }) => Op::TadRarDcaRun { keep, at, to },
        (Op::KeepTadTad { keep, at, and }, Op::Dca(_)) => Op::KeepTadTadThenDca { keep, at, and },
        (Op::RalTadTad(a, b), Op::JumpClear { .. }) => Op::RalTadTadThenJumpClear(a, b),
        (Op::TadAuto(at), Op::Dca(_)) => Op::TadAutoThenDca(at),
        (Op::TadAuto(at), Op::JumpZero { .. }) => Op::TadAutoThenJumpZero(at),
        (Op::TadAuto(at), Op::Jms { .. }) => Op::TadAutoThenJms(at),
        (Op::DcaAuto(at), Op::IszJump { .. }) => Op::DcaAutoThenIszJump(at),
        (Op::Dca(at), Op::RalTadTad(..)) => Op::DcaThenRalTadTad(at),
        (Op::Dca(at), Op::IszJump { .. }) => Op::DcaThenIszJump(at),
        (Op::Dca(at), Op::TadDca(..)) => Op::DcaThenTadDca(at),
        (Op::Linear(part), Op::TadDca(..)) => Op::LinearThenTadDca(part),
        (Op::TadAnd(a, b), Op::JumpZero { .. }) => Op::TadAndThenJumpZero(a, b),
        (Op::UnlessNonZero(part), Op::UnlessSet { .. }) => Op::UnlessNonZeroThenUnlessSet(part),
        (Op::JmpThrough { at, to }, Op::DcaAuto(_)) => Op::JmpThroughThenDcaAuto { at, to },
        (Op::Jms { at, back }, Op::TadIndirect(_)) => Op::JmsThenTadIndirect { at, back },
        (Op::TadIndirect(at), Op::UnlessClear { .. }) => Op::TadIndirectThenUnlessClear(at),
        _ => return None,
    })
}

/// Makes the trace that begins at `start`, and enters it in the guard's book.
pub(super) fn translate(code: &mut Code, guard: &mut Guard, words: &[u16; WORDS], target: Target, start: u16) {
    let first = code.used;
    follow(code, guard, words, target, start);
    let mut at = first;
    while at + 1 < code.used {
        match pair(code.ops[at], code.ops[at + 1]) {
            Some(paired) => {
                code.ops[at] = paired;
                // A run goes on through its own operations; each of them begins the rest of it.
                let is_run = matches!(paired, Op::TadRalDcaRun { .. } | Op::TadRarDcaRun { .. });
                at += if is_run { 1 } else { 2 };
            }
            None => at += 1,
        }
    }
}

fn follow(code: &mut Code, guard: &mut Guard, words: &[u16; WORDS], target: Target, start: u16) {
    let first = code.used;
    guard.entry[usize::from(start)] = first as u16;
    let mut trace = Trace { code, total: Cost::default(), barrier: first, skip_is_passable: false };
    let mut seen: Vec<u16> = Vec::with_capacity(LONGEST);
    let mut calls: Vec<(u16, u16)> = Vec::new();
    let mut at = start;
    // The last operation may pass over this instruction: it must become one operation, and not the end.
    let mut passable = false;
    loop {
        if passable {
            trace.fence();
        }
        let next = following(at);
        let strange = guard.is_restless(at);
        if strange || seen.len() >= LONGEST || !passable && seen.contains(&at) {
            let alone = strange && seen.is_empty();
            trace.push(if alone { Op::Volatile(at) } else { Op::Goto(at) }, at);
            if !passable {
                return;
            }
            trace.fence();
            (at, passable) = (next, false);
            continue;
        }
        let word = Word::new(words[usize::from(at)]);
        guard.decode(at, word.bits(), start);
        seen.push(at);
        let before = trace.total;
        trace.total = before.plus(cost(word, at));
        let was_passable = std::mem::take(&mut passable);
        match step(target, word, at) {
            Step::On(Op::Linear(part)) if was_passable && trace.merge_skip_over(part, next) => at = next,
            Step::On(op) => {
                trace.push(op, next);
                at = next;
            }
            Step::Skip(Op::SkipClear { test: 0, keep }) if !was_passable => {
                if keep != ALL {
                    trace.push(Op::Linear(Linear::new(keep, 0, false)), following(next));
                }
                at = following(next);
            }
            Step::Skip(op) => {
                let jump = Word::new(words[usize::from(next)]);
                let branch = match step(target, jump, next) {
                    _ if was_passable || guard.is_restless(next) => None,
                    Step::Jump(to) => jump_unless(op, at, to),
                    Step::JumpThrough(place) => jump_through_unless(op, place),
                    _ => None,
                };
                if let Some(branch) = branch {
                    guard.decode(next, jump.bits(), start);
                    seen.push(next);
                    trace.push(branch, next);
                    at = following(next);
                } else {
                    trace.fence();
                    trace.push(op, next);
                    trace.skip_is_passable = was_passable;
                    at = next;
                    passable = true;
                }
            }
            Step::Jump(to) if !was_passable => at = to,
            Step::Call(place) if !was_passable => {
                trace.push(Op::Jms { at: place, back: next & 0o7777 }, following(place));
                calls.push((place, next));
                at = following(place);
            }
            // Through a pointer: most of them lead to the same place always, and a subroutine to where it came from.
            Step::CallThrough(place) if !was_passable => {
                let entry = place & 0o70000 | words[usize::from(place)];
                trace.push(Op::JmsThrough { at: place, entry, back: next & 0o7777 }, following(entry));
                calls.push((entry, next));
                at = following(entry);
            }
            Step::JumpThrough(place) if !was_passable => {
                let to = match calls.pop() {
                    Some((entry, back)) if entry == place => back,
                    _ => place & 0o70000 | words[usize::from(place)],
                };
                trace.push(Op::JmpThrough { at: place, to: to & 0o7777 }, to);
                at = to;
            }
            ending => {
                let op = ending.leaving(next);
                if matches!(op, Op::Core(_)) {
                    trace.total = before;
                }
                trace.push(op, next);
                if !was_passable {
                    return;
                }
                at = next;
            }
        }
        if was_passable {
            trace.fence();
        }
    }
}

impl Step {
    /// The operation that does this and, if it is a jump, leaves the trace.
    fn leaving(self, next: u16) -> Op {
        match self {
            Step::On(op) | Step::Skip(op) | Step::End(op) => op,
            Step::Jump(to) => Op::Goto(to),
            Step::Call(place) => Op::JmsGoto { at: place, back: next & 0o7777 },
            Step::JumpThrough(place) => Op::JmpIndirect(place),
            Step::CallThrough(place) => Op::JmsIndirect { at: place, back: next & 0o7777 },
        }
    }
}

/// Decodes the one instruction at `at` into the scratch place, with ways on for when it does not jump.
pub(super) fn translate_one(code: &mut Code, words: &[u16; WORDS], target: Target, at: u16) {
    let word = Word::new(words[usize::from(at)]);
    let next = following(at);
    let op = step(target, word, at).leaving(next);
    let cost = if matches!(op, Op::Core(_)) { Cost::default() } else { cost(word, at) };
    let ways = [(op, next), (Op::Goto(next), next), (Op::Goto(following(next)), next)];
    for (offset, (op, next)) in ways.into_iter().enumerate() {
        code.ops[SCRATCH as usize + offset] = op;
        code.infos[SCRATCH as usize + offset] = Info { cost, next };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operations of the trace at `start` of an 8/I of four fields with these words; then an unused one.
    fn translated(start: u16, words: &[(u16, &[u16])]) -> Vec<Op> {
        let mut core = Box::new([0o7402; WORDS]);
        for &(at, words) in words {
            core[usize::from(at)..][..words.len()].copy_from_slice(words);
        }
        let (mut code, mut guard) = (Code::new(), Guard::new());
        translate(&mut code, &mut guard, &core, Target { model: Model::I, fields: 4 }, start);
        let first = guard.entry[usize::from(start)];
        code.ops[usize::from(first)..code.used].to_vec()
    }

    #[test]
    fn pairs_are_made_of_neighbours() {
        // TAD I 10; DCA 40; TAD I 11; DCA 41; HLT: two pairs, each of both of its operations.
        let ops = translated(0o200, &[(0o200, &[0o1410, 0o3040, 0o1411, 0o3041])]);
        assert!(
            matches!(
                ops[..],
                [Op::TadAutoThenDca(0o10), Op::Dca(0o40), Op::TadAutoThenDca(0o11), Op::Dca(0o41), Op::Core(0o204)]
            ),
            "{ops:?}"
        );
    }

    #[test]
    fn a_number_of_many_words_is_shifted_in_one_run() {
        // TAD 40; RAL; DCA 40 and so on: each begins the rest of the run.
        let shift = |at: u16| [0o1000 | at, 0o7004, 0o3000 | at];
        let words: Vec<u16> = [0o40, 0o41, 0o42].into_iter().flat_map(shift).collect();
        let ops = translated(0o200, &[(0o200, &words)]);
        assert!(
            matches!(
                ops[..],
                [
                    Op::TadRalDcaRun { at: 0o40, .. },
                    Op::TadRalDcaRun { at: 0o41, .. },
                    Op::TadRalDca { at: 0o42, .. },
                    Op::Core(0o211)
                ]
            ),
            "{ops:?}"
        );
    }

    #[test]
    fn calls_and_jumps_through_pointers_are_followed_in_their_own_field() {
        // In field 1: JMS I 20, to 11000: TAD 40, then JMP I 1000 back to the call.
        let words: [(u16, &[u16]); 3] =
            [(0o10020, &[0o1000]), (0o10200, &[0o4420, 0o7001]), (0o11000, &[0, 0o1040, 0o5600])];
        let ops = translated(0o10200, &words);
        assert!(
            matches!(
                ops[..],
                [
                    Op::JmsThrough { at: 0o10020, entry: 0o11000, back: 0o201 },
                    Op::Tad(0o10040),
                    Op::JmpThrough { at: 0o11000, to: 0o201 },
                    Op::Linear(_),
                    Op::Core(0o10202)
                ]
            ),
            "{ops:?}"
        );
        // JMP I 21 without a call, to 11100: TAD 41.
        let words: [(u16, &[u16]); 3] = [(0o10021, &[0o1100]), (0o10200, &[0o5421]), (0o11100, &[0o1041])];
        let ops = translated(0o10200, &words);
        assert!(
            matches!(ops[..], [Op::JmpThrough { at: 0o10021, to: 0o1100 }, Op::Tad(0o10041), Op::Core(0o11101)]),
            "{ops:?}"
        );
    }
}
