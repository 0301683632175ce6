//! Translation of words of core to traces. A trace follows JMP and JMS until the next address is not known.
//!
//! A trace begins at the machine's PC and follows the program as it would run if every JMP after a skip were skipped. A
//! direct JMP within a field needs no operation of its own. After a JMS, the trace continues in the subroutine. After
//! the JMP I that ends the subroutine, the trace continues after the JMS, unless the program has changed the return
//! address. A skip skips exactly one operation, so the instruction after the skip must become exactly one operation.

use super::any;
use super::branches::{is_skip, jump_through_unless, jump_unless, stores};
use super::code::Code;
use super::cost::Cost;
use super::counts;
use super::decode::{self, Step, Target, step};
use super::group3;
use super::guard::SHORT;
use super::op::{ALL, LinearPart, following};
use super::operations::Kind;
use super::plan::{Op, Planned};
use super::state::State;
use super::threads::Core;
use crate::instruction::Instruction;
use crate::machine::arithmetic::Arithmetic;
use crate::word::Word;

/// The maximum number of instructions in a trace.
pub(super) const MAX_TRACE_INSTRUCTIONS: usize = 24;

/// An upper bound on the cycles of a trace, including the waiting time of the EAE.
pub(super) const MAX_TRACE_CYCLES: u64 = 256;

/// The minimum number of instructions of a trace after which the cycle-stepped machine must execute an instruction. If
/// such a trace is shorter, the cycle-stepped machine executes the instructions of the trace too.
const WORTH_IT: u64 = 3;

/// An upper bound on the cycles of an instruction, including a jump out of the trace after the instruction.
const MAX_INSTRUCTION_CYCLES: u64 = group3::MAX_INSTRUCTION_CYCLES + 4;

/// Makes the trace that begins at `start`, and returns the plan of the trace. The trace has at most `longest`
/// instructions.
pub(super) fn translate(
    code: &mut Code,
    state: &mut State,
    words: &Core,
    target: Target,
    start: u16,
    longest: usize,
) -> Vec<Planned> {
    loop {
        let mut trace = Trace::new(state, words, target, start, longest);
        trace.instructions = code.counted.is_some().then(Vec::new);
        trace.follow();
        let Trace { plan, total, extra, data, instructions, .. } = trace;
        // The trace may have decoded a word that it treated as data. The trace is then made again, and this time the
        // word is known to be decoded.
        if !data.iter().all(|&at| state.guard.is_data(at)) {
            continue;
        }
        state.guard.take_for_data(data, start);
        let most = total.cycles() + extra + 2;
        debug_assert!(most <= MAX_TRACE_CYCLES, "{most} cycles");
        state.guard.longest = state.guard.longest.max(most);
        let ends_soon =
            plan.last().is_some_and(|last| last.op.kind == Kind::Core && last.cost.instructions() < WORTH_IT);
        state.guard.most[usize::from(start)] = most as u16 | if ends_soon { SHORT } else { 0 };
        state.guard.entry[usize::from(start)] = code.install(state, &plan, &instructions.unwrap_or_default());
        return plan;
    }
}

/// The field, or the field and the mode, that an earlier instruction has set for the next JMP or JMS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    /// The field that a CIF has set.
    Field(u16),
    /// The field in `State::waiting_field`, and the mode in `State::user_buffer`. Their values are known only when the
    /// trace runs.
    FieldAndMode,
}

/// The trace that is being made.
struct Trace<'a> {
    state: &'a mut State,
    words: &'a Core,
    target: Target,
    /// Whether the trace is for the user mode.
    user_mode: bool,
    start: u16,
    longest: usize,
    plan: Vec<Planned>,
    total: Cost,
    /// The instructions whose costs are in `total`, if the engine counts how often each operation is executed.
    instructions: Option<Vec<counts::Instruction>>,
    /// An upper bound on the cycles that the trace may take in addition to `total`.
    extra: u64,
    /// The addresses of the words that the trace treats as data. After a store into any other word, the trace tests the
    /// word's marks in `Guard::marks`; after a store into one of these words, it does not.
    data: Vec<u16>,
    seen: Vec<u16>,
    /// The subroutines that have not returned yet. Each pair is the address of the subroutine's entry word and the
    /// return address in that word.
    calls: Vec<(u16, u16)>,
    /// The state of the EAE. Its mode is the mode at this point of the trace.
    arithmetic: Arithmetic,
    /// Whether the trace has tested or set the mode of the EAE.
    knows_mode: bool,
    /// The field that takes effect at the next JMP or JMS, if an instruction of the trace has set it.
    waiting_field: Option<Waiting>,
    /// Whether the last operation may skip the instruction that is added next.
    passable: bool,
}

impl<'a> Trace<'a> {
    fn new(state: &'a mut State, words: &'a Core, target: Target, start: u16, longest: usize) -> Self {
        Trace {
            words,
            target,
            user_mode: state.user_mode,
            start,
            longest,
            plan: Vec::with_capacity(longest),
            total: Cost::default(),
            instructions: None,
            extra: 0,
            data: Vec::new(),
            seen: Vec::with_capacity(longest),
            calls: Vec::new(),
            arithmetic: state.arithmetic,
            knows_mode: false,
            waiting_field: None,
            passable: false,
            state,
        }
    }

    /// Decodes the instruction at `at`.
    fn step(&self, at: u16) -> Step {
        let word = Word::new(self.words[usize::from(at)]);
        match step(self.target, self.user_mode, word, at) {
            // The run may stop at the interrupt entry that comes after the trap.
            Step::Trap(_) if self.state.guard.has_breakpoints => Step::Core,
            step => step,
        }
    }

    fn push(&mut self, op: Op, next: u16) {
        self.plan.push(Planned { op, cost: self.total, next });
    }

    /// Adds an operation that decodes the instruction at `at` each time it runs.
    fn push_any(&mut self, at: u16) {
        self.push_met(Kind::Any.on(at), at);
    }

    /// Adds `op`, which decodes the instruction at `at` each time it runs.
    fn push_met(&mut self, op: Op, at: u16) {
        self.extra += 4;
        self.push(op, following(at));
    }

    /// Whether the operation stores into a word that the trace does not treat as data. After such a store, the trace
    /// must call `Guard::store`.
    fn must_look(&mut self, op: Op) -> bool {
        stores(op) && !(self.state.guard.is_stored_often(op.a) && self.is_data(op.a))
    }

    /// Whether the trace may treat the word at `place` as data. If so, records that the trace treats the word as data.
    fn is_data(&mut self, place: u16) -> bool {
        let is_data = self.state.guard.is_data(place);
        if is_data {
            self.data.push(place);
        }
        is_data
    }

    fn is_full(&self) -> bool {
        let most = self.total.cycles() + self.extra + 2 * MAX_INSTRUCTION_CYCLES;
        self.seen.len() >= self.longest || most > MAX_TRACE_CYCLES
    }

    /// Whether the run may stop before the instruction at `at` or before the instruction that runs next. If so, the
    /// cycle-stepped machine executes the instruction at `at`, because only the cycle-stepped machine sets MA, MB and
    /// IR.
    fn is_before_breakpoint(&mut self, at: u16) -> bool {
        if self.state.guard.breakpoints().is_empty() {
            return false;
        }
        let through = |place: u16| at & 0o70000 | self.words[usize::from(place)];
        let next = following(at);
        let either = [next, following(next)];
        let (jumps, after) = match self.step(at) {
            // Its next address is known only when it runs.
            _ if self.state.guard.is_restless(at) => (false, either),
            Step::Jump(to) => (true, [to; 2]),
            Step::JumpThrough(place) => (true, [through(place); 2]),
            Step::Call(to) => (true, [following(to); 2]),
            Step::CallThrough(place) => (true, [following(through(place)); 2]),
            // The word after the next is often a variable. If it were decoded as an instruction, each store into the
            // variable would drop the trace.
            Step::On(_) | Step::ChangeField(..) | Step::ChangeMode(_) => (false, [next; 2]),
            // The cycle-stepped machine executes the instruction anyway.
            Step::Core => (false, [at; 2]),
            Step::Skip(_) | Step::Trap(_) | Step::Group3(_) | Step::Any | Step::AnyJump => (false, either),
        };
        if jumps && self.waiting_field.is_some() {
            return true;
        }
        self.is_breakpoint(at) || after.into_iter().any(|next| self.is_breakpoint(next))
    }

    /// Whether the run stops before the instruction at `at`, because a breakpoint is set on this address or on this
    /// instruction. If the program keeps changing the instruction, this function tests only the address.
    /// The operation [`Kind::Any`] then tests each instruction that it executes.
    fn is_breakpoint(&mut self, at: u16) -> bool {
        let bits = self.words[usize::from(at)];
        let guard = &mut self.state.guard;
        if guard.breakpoints().has_instructions() {
            if guard.is_restless(at) {
                return guard.has_breakpoint_at(at);
            }
            guard.decode(at, bits, self.start);
        }
        guard.is_breakpoint(at, bits)
    }

    fn follow(&mut self) {
        let mut at = self.start;
        while let Some(to) = self.instruction(at) {
            at = to;
        }
    }

    /// Adds the instruction at `at`. Returns the address of the next instruction, or `None` if the trace ends.
    fn instruction(&mut self, at: u16) -> Option<u16> {
        let was_passable = std::mem::take(&mut self.passable);
        let next = following(at);
        if self.is_full() || !was_passable && self.seen.contains(&at) {
            self.push(Kind::Goto.on(at), at);
            return was_passable.then_some(next);
        }
        self.seen.push(at);
        if self.is_before_breakpoint(at) {
            self.push(Kind::Core.on(at), at);
            return was_passable.then_some(next);
        }
        if self.state.guard.is_restless(at) {
            self.push_any(at);
            return Some(next);
        }
        let word = Word::new(self.words[usize::from(at)]);
        self.state.guard.decode(at, word.bits(), self.start);
        let step = self.step(at);
        if was_passable {
            self.passed_over(step, word, at);
            return Some(next);
        }
        match step {
            Step::On(op) | Step::Skip(op) if self.must_look(op) => self.push_met(Kind::AnyStore.with(at, op.a, 0), at),
            Step::On(op) => {
                self.count(word, at);
                self.push(op, next);
            }
            // SKP
            Step::Skip(Op { kind: Kind::SkipClear, a: 0, b: keep, .. }) => {
                self.count(word, at);
                if keep != ALL {
                    self.push(Kind::Keep.on(keep), following(next));
                }
                return Some(following(next));
            }
            Step::Skip(op) => {
                self.count(word, at);
                return Some(self.skip(op, at));
            }
            Step::Jump(_) | Step::Call(_) | Step::JumpThrough(_) | Step::CallThrough(_) => {
                return self.jump(step, word, at);
            }
            Step::ChangeField(field, both) => {
                self.count(word, at);
                // The data field comes first, so that the CIF is the last operation of this instruction.
                if both {
                    self.push(Kind::DataField.on(field), next);
                }
                self.push(Kind::InstructionField.on(field), next);
                if self.waiting_field != Some(Waiting::FieldAndMode) {
                    self.waiting_field = Some(Waiting::Field(field));
                }
            }
            Step::ChangeMode(op) => {
                self.count(word, at);
                self.push(op, next);
                self.waiting_field = Some(Waiting::FieldAndMode);
            }
            Step::Trap(keep) => {
                self.trap(keep, word, at);
                return None;
            }
            Step::Group3(bits) if group3::counts_on(&self.arithmetic, bits, at) => return self.leave_to_core(at),
            Step::Group3(_) => return Some(self.group3(word, at)),
            Step::Any => self.push_any(at),
            Step::AnyJump => {
                self.push_any(at);
                return None;
            }
            Step::Core => return self.leave_to_core(at),
        }
        Some(next)
    }

    /// Adds an instruction that traps in user mode. Execution leaves the trace after this instruction.
    fn trap(&mut self, keep: u16, word: Word, at: u16) {
        self.count(word, at);
        // The interrupt entry takes a cycle.
        self.extra += 1;
        self.push(Kind::Trap.on(keep), following(at));
    }

    fn leave_to_core(&mut self, at: u16) -> Option<u16> {
        self.push(Kind::Core.on(at), at);
        None
    }

    /// Adds the cost of an instruction to the cost of the trace.
    fn count(&mut self, word: Word, at: u16) {
        let cost = match Instruction::decode(word) {
            Instruction::Group3(word) => {
                self.extra += group3::MAX_INSTRUCTION_CYCLES;
                group3::cost(&self.arithmetic, word.bits())
            }
            instruction => any::cost(instruction, at),
        };
        self.total = self.total.plus(cost);
        if self.instructions.is_some() {
            self.list(at, cost);
        }
    }

    /// Adds an instruction to the list of instructions that the next operation executes.
    #[cold]
    #[inline(never)]
    fn list(&mut self, at: u16, cost: Cost) {
        if let Some(instructions) = &mut self.instructions {
            instructions.push(counts::Instruction { operation: self.plan.len(), at, cost });
        }
    }

    /// Adds a group 3 instruction. Returns the address of the next instruction.
    fn group3(&mut self, word: Word, at: u16) -> u16 {
        let (bits, next) = (word.bits(), following(at));
        if !std::mem::replace(&mut self.knows_mode, true) {
            self.push(decode::check_of_mode(&self.arithmetic, bits, at), at);
        }
        self.count(word, at);
        let after = if group3::words(&self.arithmetic, bits) == 2 { following(next) } else { next };
        let operand = self.words[usize::from(next)];
        let operations = [
            decode::group3_moves(&self.arithmetic, bits),
            decode::group3_function(&self.arithmetic, bits, at, operand),
        ];
        operations.into_iter().flatten().for_each(|op| self.push(op, after));
        self.arithmetic.mode_b = group3::mode_after(&self.arithmetic, bits);
        after
    }

    /// Adds an instruction that the previous operation may skip. The instruction becomes exactly one operation. The
    /// translation must not assume that the instruction is executed.
    fn passed_over(&mut self, step: Step, word: Word, at: u16) {
        let next = following(at);
        let here = at & 0o70000;
        match step {
            Step::On(op) | Step::Skip(op) if self.must_look(op) => self.push_met(Kind::AnyStore.with(at, op.a, 0), at),
            Step::On(op) => {
                self.count(word, at);
                if !self.merge_skip_over(op, next) {
                    self.push(op, next);
                }
            }
            Step::Skip(op) => {
                self.count(word, at);
                self.push(op, next);
                self.passable = true;
            }
            Step::Jump(_) | Step::JumpThrough(_) if self.waiting_field.is_some() => {
                self.push(Kind::Core.on(at), at);
            }
            Step::Jump(to) => {
                self.count(word, at);
                self.push(Kind::Goto.on(to), to);
            }
            Step::JumpThrough(place) => {
                self.count(word, at);
                self.push(Kind::JmpIndirect.with(place, here, 0), next);
            }
            Step::Call(_) | Step::CallThrough(_) | Step::Any | Step::AnyJump => self.push_any(at),
            Step::Group3(bits)
                if group3::words(&self.arithmetic, bits) == 1
                    && group3::mode_after(&self.arithmetic, bits) == self.arithmetic.mode_b =>
            {
                self.count(word, at);
                self.push(Kind::Group3.with(bits, at, self.arithmetic.mode_b.into()), next);
            }
            Step::Trap(keep) => self.trap(keep, word, at),
            Step::Group3(_) | Step::ChangeField(..) | Step::ChangeMode(_) | Step::Core => {
                self.push(Kind::Core.on(at), at);
            }
        }
    }

    /// Adds a skip. If one operation can do the skip and a JMP after the skip, adds that operation instead. Returns the
    /// address where the trace continues.
    fn skip(&mut self, op: Op, at: u16) -> u16 {
        let next = following(at);
        let jump = Word::new(self.words[usize::from(next)]);
        let branch = match self.step(next) {
            _ if self.state.guard.is_restless(next) || self.waiting_field.is_some() => None,
            _ if self.is_before_breakpoint(next) => None,
            Step::Jump(to) => jump_unless(op, at, to),
            Step::JumpThrough(place) => jump_through_unless(op, place),
            _ => None,
        };
        if let Some(branch) = branch {
            self.state.guard.decode(next, jump.bits(), self.start);
            self.seen.push(next);
            self.push(branch, following(next));
            following(next)
        } else {
            self.push(op, next);
            self.passable = true;
            next
        }
    }

    /// Merges the last skip with the group 1 instruction `over`, if one operation can do both. Returns whether this was
    /// possible.
    fn merge_skip_over(&mut self, over: Op, next: u16) -> bool {
        let part = match over {
            Op { kind: Kind::Keep, a: keep, .. } => LinearPart::new(keep, 0, false),
            Op { kind: Kind::Linear, a: keep, b: flip_add, .. } => LinearPart { keep, flip_add },
            _ => return false,
        };
        // A skip that may itself be skipped must remain one operation for one instruction.
        let is_passable = self.plan.len() >= 2 && is_skip(self.plan[self.plan.len() - 2].op);
        let Some(skip) = self.plan.last_mut().filter(|_| !is_passable) else { return false };
        let (kind, test) = match skip.op {
            Op { kind: Kind::SkipSet, a: test, b: ALL, .. } => (Kind::UnlessSet, test),
            Op { kind: Kind::SkipClear, a: test, b: ALL, .. } => (Kind::UnlessClear, test),
            Op { kind: Kind::SkipZero, a: ALL, .. } => (Kind::UnlessZero, 0),
            Op { kind: Kind::SkipNonZero, a: ALL, .. } => (Kind::UnlessNonZero, 0),
            _ => return false,
        };
        *skip = Planned { op: kind.with(test, part.keep, part.flip_add), cost: self.total, next };
        if let Some(merged) = self.instructions.as_mut().and_then(|instructions| instructions.last_mut()) {
            merged.operation -= 1;
        }
        true
    }

    /// Adds a JMP or JMS that may change the mode, and ends the trace.
    fn enter_mode(&mut self, step: Step, word: Word, at: u16) -> Option<u16> {
        let op = match step {
            Step::Jump(to) => Kind::EnterMode.on(to & 0o7777),
            Step::JumpThrough(place) => Kind::EnterModeThrough.on(place),
            _ => return self.leave_to_core(at),
        };
        self.count(word, at);
        self.push(op, following(at));
        None
    }

    /// Adds a JMP or JMS. Returns the address of the next instruction, or `None` if the trace ends.
    fn jump(&mut self, step: Step, word: Word, at: u16) -> Option<u16> {
        let next = following(at);
        let field = match self.waiting_field.take() {
            Some(Waiting::FieldAndMode) => return self.enter_mode(step, word, at),
            Some(Waiting::Field(field)) => Some(field),
            None => None,
        };
        let into = |to: u16| field.unwrap_or(at & 0o70000) | to & 0o7777;
        let through = |place: u16| into(self.words[usize::from(place)]);
        let call = match step {
            Step::Call(place) => Some((into(place), Kind::Jms.with(into(place), next & 0o7777, 0))),
            // The trace follows the present pointer, because most pointers always lead to the same place.
            Step::CallThrough(place) => {
                let entry = through(place);
                Some((entry, Kind::JmsThrough.with(place, entry, next & 0o7777)))
            }
            _ => None,
        };
        if let Some((entry, _)) = call {
            let may_be_data = field.is_some() || self.state.guard.is_stored_often(entry);
            if !(may_be_data && self.is_data(entry)) {
                if field.is_some() {
                    return self.leave_to_core(at);
                }
                self.push_met(Kind::AnyStore.with(at, entry, 0), at);
                return None;
            }
        }
        let to = match step {
            Step::JumpThrough(place) => match self.calls.pop() {
                Some((entry, back)) if entry == place && back == into(back) => back,
                _ => through(place),
            },
            Step::Jump(to) => into(to),
            _ => at,
        };
        // The address after a call may be a breakpoint; the trace finds this only here.
        if to != at && self.is_breakpoint(to) {
            return self.leave_to_core(at);
        }
        self.count(word, at);
        if field.is_some() {
            self.push(Kind::EnterField.bare(), next);
        }
        if let Some((entry, op)) = call {
            self.push(op, following(entry));
            self.calls.push((entry, next));
            return Some(following(entry));
        }
        match step {
            Step::JumpThrough(place) => {
                self.push(Kind::JmpThrough.with(place, to & 0o7777, into(0)), next);
                Some(to)
            }
            Step::Jump(_) => Some(to),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::memory::REACH;
    use crate::machine::{Config, Machine};

    /// Returns the operations of the trace at `start` in an 8/I with four fields. Core contains `words`, and HLT
    /// everywhere else.
    fn translated(start: u16, words: &[(u16, &[u16])]) -> Vec<Op> {
        let machine = Machine::new(Config { fields: 4, ..Config::default() });
        let mut core = Box::new([0o7402; REACH]);
        for &(at, words) in words {
            core[usize::from(at)..][..words.len()].copy_from_slice(words);
        }
        let mut state = State::new(&machine);
        let mut trace = Trace::new(&mut state, &core, Target::of(&machine), start, MAX_TRACE_INSTRUCTIONS);
        trace.follow();
        trace.plan.iter().map(|planned| planned.op).collect()
    }

    #[test]
    fn calls_and_jumps_through_pointers_are_followed_in_their_own_field() {
        // In field 1: JMS I 20, which calls 11000. The subroutine is TAD 40, then JMP I 1000 back to the call.
        let words: [(u16, &[u16]); 3] =
            [(0o10020, &[0o1000]), (0o10200, &[0o4420, 0o7001]), (0o11000, &[0, 0o1040, 0o5600])];
        let followed = [
            Kind::JmsThrough.with(0o10020, 0o11000, 0o201),
            Kind::Tad.on(0o10040),
            Kind::JmpThrough.with(0o11000, 0o201, 0o10000),
            Kind::Linear.with(ALL, 0o100000, 0),
            Kind::Core.on(0o10202),
        ];
        assert_eq!(translated(0o10200, &words), followed);
        // JMP I 21, which is not the return of a call, leads to 11100: TAD 41.
        let words: [(u16, &[u16]); 3] = [(0o10021, &[0o1100]), (0o10200, &[0o5421]), (0o11100, &[0o1041])];
        let followed = [Kind::JmpThrough.with(0o10021, 0o1100, 0o10000), Kind::Tad.on(0o10041), Kind::Core.on(0o11101)];
        assert_eq!(translated(0o10200, &words), followed);
    }

    #[test]
    fn a_change_of_field_is_followed_into_the_field() {
        // CIF 10; JMS 300: the subroutine is in field 1.
        let words: [(u16, &[u16]); 2] = [(0o200, &[0o6212, 0o4300]), (0o10300, &[0, 0o1040])];
        let followed = [
            Kind::InstructionField.on(0o10000),
            Kind::EnterField.bare(),
            Kind::Jms.with(0o10300, 0o202, 0),
            Kind::Tad.on(0o10040),
            Kind::Core.on(0o10302),
        ];
        assert_eq!(translated(0o200, &words), followed);
    }

    #[test]
    fn what_a_skip_may_pass_over_is_one_operation() {
        // SZA; JMS 300, a call that is not followed; SNL; CMA, which is merged with the skip; HLT.
        let words: [(u16, &[u16]); 1] = [(0o200, &[0o7440, 0o4300, 0o7420, 0o7040])];
        let followed = [
            Kind::SkipZero.on(ALL),
            Kind::Any.on(0o201),
            Kind::UnlessSet.with(0o10000, ALL, 0o7777),
            Kind::Core.on(0o204),
        ];
        assert_eq!(translated(0o200, &words), followed);
    }

    #[test]
    fn a_store_into_the_trace_itself_looks_what_it_changes() {
        // DCA .+1, which changes the trace, and DCA 300, which does not.
        let words: [(u16, &[u16]); 1] = [(0o200, &[0o3201, 0o7001, 0o3300])];
        let machine = Machine::new(Config::default());
        let mut core = Box::new([0o7402; REACH]);
        core[words[0].0.into()..][..3].copy_from_slice(words[0].1);
        let mut state = State::new(&machine);
        // Like `translate`, make the trace once to find out which words are decoded, and then again.
        for _ in 0..2 {
            let mut trace = Trace::new(&mut state, &core, Target::of(&machine), 0o200, MAX_TRACE_INSTRUCTIONS);
            trace.follow();
            let kinds: Vec<Kind> = trace.plan.iter().map(|planned| planned.op.kind).collect();
            let again = !trace.data.iter().all(|&at| state.guard.is_data(at));
            let first = if again { Kind::Dca } else { Kind::AnyStore };
            assert_eq!(kinds, [first, Kind::Linear, Kind::Dca, Kind::Core]);
        }
    }
}
