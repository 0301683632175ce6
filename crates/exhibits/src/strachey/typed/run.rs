//! Runs the instructions of CPL functions that have been compiled for certain kinds of arguments.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};

use super::super::runtime::{CALL_LIMIT, JOIN_LIMIT, STEPS_BETWEEN_CHECKS, shift, single_digit};
use super::code::{Instruction, MAX_ARGUMENTS, WINDOW};
use super::emit::Entry;
use super::heap::Heap;
use super::plan::Reason;

/// The maximum number of registers that the typed machine uses. If a call needs more registers, the interpreter runs
/// the call instead, because the interpreter needs less memory for deeply nested calls.
const MAX_REGISTERS: usize = 1 << 24;
/// An upper bound on the nesting of inlined calls. The interpreter includes these calls in the call depth, but the
/// typed machine does not, so the typed machine's limit on the depth is lower by this number.
const STANDING: usize = 16;

/// The context of a call from the interpreter, and the number of positions that the call has evaluated.
pub(super) struct Surroundings<'a> {
    pub(super) depth_limit: i64,
    pub(super) give_up: &'a AtomicBool,
    /// The number of interpreted calls in which this call is nested.
    pub(super) waiting: usize,
    /// The number of evaluated positions: one for each call of the CPL function `Terminal`.
    pub(super) evaluated: u64,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    resume: u32,
    base: u32,
    depth: u32,
}

/// The registers, the calls that have not yet returned, and the lists of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Machine {
    pub(super) registers: Vec<u64>,
    frames: Vec<Frame>,
    pub(super) heap: Heap,
    calls: u64,
}

impl Machine {
    /// Runs the version with the index `version`. A version is a CPL function, compiled for certain kinds of arguments.
    /// The arguments are in the first registers, and the result replaces them.
    pub(super) fn run(
        &mut self,
        instructions: &[Instruction],
        entries: &[Entry],
        version: usize,
        surroundings: &mut Surroundings<'_>,
    ) -> Result<(), Reason> {
        let Machine { registers, frames, heap, calls } = self;
        frames.clear();
        let max_depth = CALL_LIMIT.saturating_sub(STANDING) as u32;
        let mut depth = surroundings.waiting as u32;
        let mut at = entries[version].start as usize;
        let mut base = 0;
        macro_rules! look_around {
            () => {
                *calls += 1;
                if calls.is_multiple_of(STEPS_BETWEEN_CHECKS)
                    && (surroundings.give_up.load(atomic::Ordering::Relaxed) || heap.is_full())
                {
                    return Err(Reason::Fault);
                }
            };
        }
        'window: loop {
            if registers.len() < base + WINDOW {
                if base > MAX_REGISTERS {
                    return Err(Reason::Fault);
                }
                registers.resize((base + WINDOW) * 2, 0);
            }
            let window = registers[base..].first_chunk_mut::<WINDOW>().expect("there are so many");
            macro_rules! at {
                ($register:expr) => {
                    window[usize::from($register)]
                };
            }
            macro_rules! call {
                ($version:expr, $offset:expr, $weight:expr, $arguments:expr) => {
                    look_around!();
                    frames.push(Frame { resume: at as u32, base: base as u32, depth });
                    depth += u32::from($weight);
                    if depth > max_depth {
                        return Err(Reason::Fault);
                    }
                    let words = $arguments.map(|register| at!(register));
                    base += usize::from($offset);
                    // Copying more words than there are arguments is harmless: the rest of the callee's window is free.
                    window[usize::from($offset)..][..words.len()].copy_from_slice(&words);
                    at = entries[usize::from($version)].start as usize;
                    continue 'window;
                };
            }
            loop {
                let instruction = &instructions[at];
                at += 1;
                match *instruction {
                    Instruction::Load { to, word } => at!(to) = word,
                    Instruction::Copy { to, from } => at!(to) = at!(from),
                    Instruction::And { to, left, right } => at!(to) = at!(left) & at!(right),
                    Instruction::AndKnown { to, left, right } => at!(to) = at!(left) & right,
                    Instruction::Or { to, left, right } => at!(to) = at!(left) | at!(right),
                    Instruction::Without { to, left, right } => at!(to) = at!(left) & !at!(right),
                    Instruction::KnownWithout { to, left, right } => at!(to) = left & !at!(right),
                    Instruction::Shift { to, left, right } => at!(to) = shift(at!(left), at!(right) as i64),
                    Instruction::MultiplyKnown { to, left, right } => match (at!(left) as i64).checked_mul(right) {
                        Some(product) => at!(to) = product as u64,
                        None => return Err(Reason::Fault),
                    },
                    Instruction::Negate { to, from } => match (at!(from) as i64).checked_neg() {
                        Some(negated) => at!(to) = negated as u64,
                        None => return Err(Reason::Fault),
                    },
                    Instruction::SingleDigit { to, from } => at!(to) = single_digit(at!(from)),
                    Instruction::Make { action, to, left, right } => match action.of(at!(left), at!(right)) {
                        Some(word) => at!(to) = word,
                        None => return Err(Reason::Fault),
                    },
                    Instruction::ShiftAnd { made, left, right, to, other } => {
                        at!(made) = shift(at!(left), at!(right) as i64);
                        at!(to) = at!(made) & at!(other);
                    }
                    Instruction::ShiftWithout { made, left, right, to, from } => {
                        at!(made) = shift(at!(left), at!(right) as i64);
                        at!(to) = at!(from) & !at!(made);
                    }
                    Instruction::MultiplyShift { made, number, by, to, left } => {
                        let Some(product) = (at!(number) as i64).checked_mul(by) else { return Err(Reason::Fault) };
                        at!(made) = product as u64;
                        at!(to) = shift(at!(left), product);
                    }
                    Instruction::AndJump { to, left, right, target } => {
                        at!(to) = at!(left) & at!(right);
                        if at!(to) != 0 {
                            at = target as usize;
                        }
                    }
                    Instruction::OrJump { to, left, right, target } => {
                        at!(to) = at!(left) | at!(right);
                        if at!(to) != 0 {
                            at = target as usize;
                        }
                    }
                    Instruction::DepthLimit { to } => at!(to) = surroundings.depth_limit as u64,
                    Instruction::Tally => surroundings.evaluated += 1,
                    Instruction::Jump { target } => at = target as usize,
                    Instruction::JumpUnlessEqual { left, right, target } => {
                        if at!(left) != at!(right) {
                            at = target as usize;
                        }
                    }
                    Instruction::JumpUnlessKnown { left, right, target } => {
                        if at!(left) != right {
                            at = target as usize;
                        }
                    }
                    Instruction::JumpIfKnown { left, right, target } => {
                        if at!(left) == right {
                            at = target as usize;
                        }
                    }
                    Instruction::JumpUnlessLess { left, right, target } => {
                        if at!(left) as i64 >= at!(right) as i64 {
                            at = target as usize;
                        }
                    }
                    Instruction::JumpUnlessBelow { left, right, target } => {
                        if at!(left) >= at!(right) {
                            at = target as usize;
                        }
                    }
                    Instruction::Call { version, at: offset, weight, arguments } => {
                        call!(version, offset, weight, arguments);
                    }
                    Instruction::CallWithFew { version, at: offset, weight, arguments } => {
                        call!(version, offset, weight, arguments);
                    }
                    Instruction::ReturnOne { from } => {
                        window[0] = at!(from);
                        let Some(caller) = frames.pop() else { return Ok(()) };
                        (at, base, depth) = (caller.resume as usize, caller.base as usize, caller.depth);
                        continue 'window;
                    }
                    Instruction::Return { count, words } => {
                        let words = words.map(|register| at!(register));
                        window[..MAX_ARGUMENTS][..usize::from(count)].copy_from_slice(&words[..usize::from(count)]);
                        let Some(caller) = frames.pop() else { return Ok(()) };
                        (at, base, depth) = (caller.resume as usize, caller.base as usize, caller.depth);
                        continue 'window;
                    }
                    Instruction::ReturnList { rest, list, width } => {
                        let rest = at!(rest);
                        let last = at!(list);
                        window[0] = if last == 0 {
                            rest
                        } else {
                            heap.link(last, width.into(), rest);
                            at!(list + 1)
                        };
                        let Some(caller) = frames.pop() else { return Ok(()) };
                        (at, base, depth) = (caller.resume as usize, caller.base as usize, caller.depth);
                        continue 'window;
                    }
                    Instruction::Begin { list, count, words } => {
                        let words = words[..usize::from(count)].iter().map(|register| at!(*register));
                        let cell = heap.cell(words, 0);
                        let last = std::mem::replace(&mut at!(list), cell);
                        if last == 0 {
                            at!(list + 1) = cell;
                        } else {
                            heap.link(last, count.into(), cell);
                        }
                    }
                    Instruction::Again { version, count, arguments } => {
                        look_around!();
                        depth += 1;
                        if depth > max_depth {
                            return Err(Reason::Fault);
                        }
                        if count > 0 {
                            let words = arguments.map(|register| at!(register));
                            window[..usize::from(count)].copy_from_slice(&words[..usize::from(count)]);
                        }
                        at = entries[usize::from(version)].again as usize;
                    }
                    Instruction::Cell { to, rest, count, words } => {
                        let words = words[..usize::from(count)].iter().map(|register| at!(*register));
                        at!(to) = heap.cell(words, at!(rest));
                    }
                    Instruction::Next { list, to, width } => {
                        let list = at!(list);
                        if list == 0 {
                            return Err(Reason::Fault);
                        }
                        let (words, rest) = heap.at(list, width.into());
                        let to = usize::from(to);
                        window[to..to + words.len()].copy_from_slice(words);
                        window[to + words.len()] = rest;
                    }
                    Instruction::Append { to, first, rest, width } => {
                        let cells = heap.cells(at!(first), width.into()).take(JOIN_LIMIT + 1);
                        let all: Vec<u64> = cells.flatten().copied().collect();
                        if all.len() > JOIN_LIMIT * usize::from(width) || heap.is_full() {
                            return Err(Reason::Fault);
                        }
                        let members = all.chunks_exact(width.into()).rev();
                        at!(to) = members.fold(at!(rest), |rest, words| heap.cell(words.iter().copied(), rest));
                    }
                    Instruction::Insert { to, rest, signed, count, words } => {
                        let words = words.map(|register| at!(register));
                        at!(to) = insert(heap, &words[..usize::from(count)], at!(rest), signed);
                    }
                    Instruction::Mark { to } => at!(to) = heap.mark(),
                    Instruction::Release { mark } => heap.release(at!(mark)),
                    Instruction::Leave(reason) => return Err(reason),
                }
            }
        }
    }
}

/// Inserts a member into a list in ascending order, unless the list already has the member; returns the new list.
fn insert(heap: &mut Heap, words: &[u64], list: u64, signed: u8) -> u64 {
    // With the sign bit inverted, numbers sort like bit strings.
    let key = |(index, word): (usize, &u64)| word ^ u64::from(signed >> index & 1) << 63;
    let order = |one: &[u64]| one.iter().enumerate().map(key).cmp(words.iter().enumerate().map(key));
    let mut less = Vec::new();
    let mut rest = list;
    while rest != 0 {
        let (member, next) = heap.at(rest, words.len());
        match order(member) {
            Ordering::Less => less.push(member.to_vec()),
            Ordering::Equal => return list,
            Ordering::Greater => break,
        }
        rest = next;
    }
    let inserted = heap.cell(words.iter().copied(), rest);
    less.into_iter().rev().fold(inserted, |rest, member| heap.cell(member.into_iter(), rest))
}
