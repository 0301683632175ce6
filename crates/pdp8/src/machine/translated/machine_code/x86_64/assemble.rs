//! Translation of the operations of a trace to machine code for x86-64, in Linux's calling convention.
//!
//! | rdi | rsi | rdx | ecx | r8d | r9 | eax, r10, r11 |
//! |---|---|---|---|---|---|---|
//! | `State` | core | slots | slot number | L and AC | cost spent | temporary values |
//!
//! The table shows the registers when a `Routine` is called. If the engine counts how often each operation is executed,
//! the machine code uses rcx as a pointer to these counts until the trace is left. The machine code calls nothing and
//! does not touch the stack, so it can end with a jump to another routine.
//!
//! The effect of each operation is defined in `operations.rs`; this file repeats it in the host's instructions. In rare
//! cases the machine code of an operation changes nothing and continues in threaded code instead. The threaded code
//! then enters the machine code again at the next operation.

use std::mem::offset_of;

use dynasmrt::x64::X64Relocation;
use dynasmrt::{AssemblyOffset, DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler, dynasm};

use crate::instruction::Timing;
use crate::machine::translated::branches::{is_skip, jump_taken};
use crate::machine::translated::cost::Cost;
use crate::machine::translated::machine_code::batch::{Counting, Waiting};
use crate::machine::translated::machine_code::parts::{Parts, Test, Turn, joined_field};
use crate::machine::translated::op::{AC, ALL, LINK, LinearPart};
use crate::machine::translated::operations::Kind;
use crate::machine::translated::plan::{Op, Planned};
use crate::machine::translated::sequences::routine_for;
use crate::machine::translated::state::State;
use crate::machine::translated::tallies::{LEFT, SKIPPED};
use crate::machine::translated::threads::{Slot, go_on};

const LIMIT: i32 = offset_of!(State, limit) as i32;
const ENTRY: i32 = offset_of!(State, guard.entry) as i32;
pub(super) const MARKS: i32 = offset_of!(State, guard.marks) as i32;
const DATA_FIELD: i32 = offset_of!(State, data_field) as i32;
const SAVE_FIELD: i32 = offset_of!(State, save_field) as i32;
const LEFT_AT: i32 = offset_of!(State, left_at) as i32;
const SWITCHES: i32 = offset_of!(State, sr) as i32;
const ION: i32 = offset_of!(State, ion) as i32;
const COUNT: i32 = offset_of!(State, in_machine_code) as i32;
pub(super) const PAUSED: i32 = offset_of!(State, paused) as i32;
pub(super) const PAUSED_CYCLES: i32 = offset_of!(State, paused_cycles) as i32;
const PASSES: i32 = offset_of!(State, passes) as i32;
/// A slot has 8 bytes, so the byte offset of a slot is the slot's number times 8.
const _: () = assert!(size_of::<Slot>() == 8);

/// The machine code of traces.
pub struct Assembled {
    bytes: Vec<u8>,
    traces: Vec<AssembledTrace>,
}

/// The places at which the machine code of a trace can be entered, as offsets in the machine code.
#[derive(Default)]
pub(super) struct AssembledTrace {
    /// The beginning of the trace; `None` if the first operation has no machine code.
    pub begin: Option<AssemblyOffset>,
    /// The operations at which the threaded code of the trace enters the machine code: the index of each operation in
    /// the trace, and the offset at which the machine code is entered.
    pub entries: Vec<(usize, AssemblyOffset)>,
}

impl Assembled {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// For each trace, returns the places at which its machine code can be entered.
    pub(super) fn traces(&self) -> &[AssembledTrace] {
        &self.traces
    }
}

/// Writes the machine code of traces, one after another.
struct Assembler {
    out: VecAssembler<X64Relocation>,
    counting: Counting,
    timing: Timing,
}

/// Code to which an operation jumps when the trace does not continue with the next operation.
enum Aside {
    /// Machine code that jumps to the threaded code of the operation with this index. If threaded code then reaches
    /// the next operation, the trace continues there in machine code.
    Redo(usize),
    /// Code that leaves the present trace, adds a cost, and continues in the trace at an address. The values are the
    /// address, the index of the operation after which the code leaves the present trace, and the cost.
    Leave(u16, usize, Cost),
    /// Code that leaves the present trace, adds a cost, and continues in the trace to which a word points. The values
    /// are the address of the word, the first address of the field that contains the new trace, the index of the
    /// operation after which the code leaves the present trace, and the cost.
    LeaveThrough(u16, u16, usize, Cost),
}

/// The operations that may follow an operation.
pub(super) enum After {
    /// The next operation.
    Next,
    /// The next operation or, if it is skipped, the one after it. The skip jumps to this label.
    NextOr(DynamicLabel),
    /// No operation, because the machine code always leaves the trace after this operation.
    Nothing,
    /// The operation has no machine code, so the operations that may follow it are not determined.
    Unknown,
}

/// A trace that is being written.
pub(super) struct Trace<'a> {
    pub out: &'a mut VecAssembler<X64Relocation>,
    pub counting: Counting,
    pub timing: Timing,
    source: &'a Waiting,
    begin: DynamicLabel,
    /// The pieces of code that are written after the trace. Each piece has a label, and the value of `pending` when the
    /// trace jumps to the label: the time of the EAE that is not yet added to the state.
    asides: Vec<(DynamicLabel, Aside, Pause)>,
    /// The operations at which the threaded code of the trace enters the machine code, by their indexes in the trace.
    entries: Vec<(usize, Entry)>,
    /// Whether the machine code of the operation that is being written may jump to threaded code.
    redone: bool,
    /// The data field, if it is known at this point.
    field: Option<u16>,
    /// The total time of the EAE's pauses since the beginning of the trace. Pauses whose time is not known in advance
    /// are not included. At each exit, the machine code adds this total to the state.
    pub pending: Pause,
    /// The mode of the EAE, if it is known at this point: true for mode B.
    pub mode_b: Option<bool>,
    /// Whether r10 holds the MQ at this point.
    pub has_mq: bool,
    /// Whether ecx holds the SC at this point.
    pub has_sc: bool,
    /// The address whose word eax holds at this point, if it is known.
    loaded: Option<u16>,
    /// The bits of r8d that may be set at this point. All other bits are 0.
    pub bits: u32,
    /// Whether eax holds L, AC and MQ at this point, as 25 bits. The bits above them are undefined.
    pub has_double: bool,
}

/// A place in a trace where threaded code enters the machine code, and what the machine code assumes there.
struct Entry {
    label: DynamicLabel,
    pending: Pause,
    has_mq: bool,
}

/// A waiting time of the EAE in nanoseconds, and the number of memory cycles that the cost includes for this time.
#[derive(Clone, Copy, Default)]
pub(super) struct Pause {
    pub nanoseconds: u64,
    pub cycles: u64,
}

/// A condition on the host's flags.
#[derive(Clone, Copy)]
pub(super) enum If {
    Zero,
    NotZero,
}

/// Compiles traces for a machine with the cycle and instruction times in `timing`.
pub(crate) fn assemble(traces: &[Waiting], _first_slot: u16, counting: Counting, timing: Timing) -> Assembled {
    let mut assembler = Assembler { out: VecAssembler::new(0), counting, timing };
    let traces = traces.iter().map(|trace| assembler.trace(trace)).collect();
    let bytes = assembler.out.finalize().expect("every label that is named is written");
    Assembled { bytes, traces }
}

impl Assembler {
    /// Writes the machine code of a trace.
    fn trace(&mut self, trace: &Waiting) -> AssembledTrace {
        dynasm!(self.out ; .arch x64 ; .align 16);
        let begin = self.out.new_dynamic_label();
        let trace = Trace {
            out: &mut self.out,
            counting: self.counting,
            timing: self.timing,
            source: trace,
            begin,
            asides: Vec::new(),
            entries: Vec::new(),
            redone: false,
            field: None,
            pending: Pause::default(),
            mode_b: None,
            has_mq: false,
            has_sc: false,
            loaded: None,
            bits: u32::MAX,
            has_double: false,
        };
        trace.write()
    }
}

/// Whether the next operation of the trace may follow when threaded code, not machine code, carries out this operation.
fn may_go_on(op: Op) -> bool {
    use Kind::*;
    !matches!(op.kind, JmsThrough | InMode | EnterMode | EnterModeThrough | Trap | Core)
}

/// Whether the operation may change the data field to a field that is not known in advance.
fn changes_field(op: Op) -> bool {
    matches!(op.kind, Kind::RestoreFields | Kind::RestoreFlags)
}

/// Returns the byte offset of a word in core.
pub(super) fn place(address: u16) -> i32 {
    2 * i32::from(address & 0o77777)
}

impl Trace<'_> {
    /// Writes the trace.
    fn write(mut self) -> AssembledTrace {
        let begin = self.out.offset();
        // For each operation to which a skip leads: the label of the operation, the data field there if it is known,
        // and the bits of r8d that may be set.
        let mut passed: Vec<Option<(DynamicLabel, Option<u16>, u32)>> = vec![None; self.source.plan.len() + 2];
        if self.counting.passes {
            dynasm!(self.out ; .arch x64 ; mov rcx, [rdi + PASSES]);
        }
        dynasm!(self.out ; .arch x64 ; =>self.begin);
        if self.counting.cost {
            dynasm!(self.out ; .arch x64 ; sub [rdi + COUNT], r9);
        }
        // For each operation to which threaded code may lead after the machine code has jumped to threaded code: the
        // data field there, if it is known.
        let mut threaded: Vec<Option<Option<u16>>> = vec![None; self.source.plan.len() + 2];
        let (mut is_reached, mut begins, mut next) = (true, true, 0);
        for at in 0..self.source.plan.len() {
            if at < next {
                continue;
            }
            let op = self.source.plan[at].op;
            if threaded[at].is_some() || passed[at].is_some() {
                self.has_mq &= is_reached && passed[at].is_none();
                (self.has_sc, self.loaded, self.has_double) = (false, None, false);
            }
            if let Some(field) = threaded[at] {
                if !self.is_after_deposit(at) {
                    self.bits = u32::MAX;
                }
                self.field = joined_field(self.field, is_reached, field);
            }
            if let Some((label, field, bits)) = passed[at] {
                dynasm!(self.out ; .arch x64 ; =>label);
                let is_before = is_reached || threaded[at].is_some();
                self.bits = if is_before { self.bits | bits } else { bits };
                self.field = joined_field(self.field, is_before, field);
                is_reached = true;
            }
            if !is_reached && threaded[at].is_none() {
                continue;
            }
            let entry = threaded[at].is_some().then(|| {
                let label = self.out.new_dynamic_label();
                dynasm!(self.out ; .arch x64 ; =>label);
                Entry { label, pending: self.pending, has_mq: self.has_mq }
            });
            self.redone = false;
            next = at + 1;
            if passed[next].is_none() && self.turn_word(at) {
                self.entries.extend(entry.map(|entry| (at, entry)));
                (is_reached, next) = (true, at + 3);
                continue;
            }
            let before = self.field;
            let after = if is_skip(op) { self.skip(at) } else { self.operation(at) };
            match after {
                After::Next | After::NextOr(_) | After::Nothing => self.entries.extend(entry.map(|entry| (at, entry))),
                After::Unknown => {
                    begins &= at > 0;
                    if is_reached {
                        let redo = self.aside(Aside::Redo(at));
                        dynasm!(self.out ; .arch x64 ; jmp =>redo);
                    }
                    self.redone = true;
                    if changes_field(op) {
                        self.field = None;
                    }
                }
            }
            if let After::NextOr(label) = after {
                passed[at + 2] = Some((label, self.field, self.bits));
            }
            is_reached = matches!(after, After::Next | After::NextOr(_));
            if self.redone && may_go_on(op) {
                let other = threaded[at + 1];
                threaded[at + 1] = Some(self.field.filter(|_| other.is_none_or(|other| other == self.field)));
                if is_skip(op) {
                    threaded[at + 2] = Some(before);
                }
            }
        }
        for (label, aside, pending) in std::mem::take(&mut self.asides) {
            dynasm!(self.out ; .arch x64 ; =>label);
            self.pending = pending;
            match aside {
                Aside::Redo(at) => self.redo(at),
                Aside::Leave(to, at, cost) => self.leave(to, at, cost),
                Aside::LeaveThrough(pointer, field, at, cost) => self.leave_through(pointer, field, at, cost),
            }
        }
        let entries = std::mem::take(&mut self.entries);
        let entries = entries.into_iter().map(|(at, entry)| (at, self.enter(at, &entry))).collect();
        AssembledTrace { begin: begins.then_some(begin), entries }
    }

    /// Whether the operation before operation `at` is an indirect DCA that is never skipped. If it is, AC is 0 when
    /// threaded code has executed the DCA and the machine code continues with operation `at`.
    fn is_after_deposit(&self, at: usize) -> bool {
        let is_skipped = at >= 2 && is_skip(self.source.plan[at - 2].op);
        !is_skipped && matches!(self.source.plan[at - 1].op.kind, Kind::DcaIndirect | Kind::DcaAuto)
    }

    /// Writes the routine with which threaded code enters the machine code at operation `at`. Returns its offset.
    fn enter(&mut self, at: usize, entry: &Entry) -> AssemblyOffset {
        let offset = self.out.offset();
        if self.counting.passes {
            dynasm!(self.out ; .arch x64 ; mov rcx, [rdi + PASSES]);
        }
        if self.counting.cost {
            self.cost_so_far(at);
            dynasm!(self.out ; .arch x64 ; sub [rdi + COUNT], rax);
        }
        // The machine code counts the pending pauses later; until then, the numbers may wrap below 0.
        let Pause { nanoseconds, cycles } = entry.pending;
        if cycles != 0 {
            dynasm!(self.out
                ; .arch x64
                ; sub QWORD [rdi + PAUSED], nanoseconds as i32
                ; sub QWORD [rdi + PAUSED_CYCLES], cycles as i32
            );
            self.take_off(Cost::limit(cycles));
        }
        if entry.has_mq {
            self.load_mq();
        }
        let label = entry.label;
        dynasm!(self.out ; .arch x64 ; jmp =>label);
        offset
    }

    fn aside(&mut self, aside: Aside) -> DynamicLabel {
        let label = self.out.new_dynamic_label();
        self.asides.push((label, aside, self.pending));
        label
    }

    /// Returns the label of machine code that jumps to the threaded code of operation `at`. The machine code of the
    /// operation must have changed nothing yet.
    pub(super) fn redo_label(&mut self, at: usize) -> DynamicLabel {
        self.redone = true;
        self.aside(Aside::Redo(at))
    }

    /// Returns the label of machine code that leaves the trace after operation `at`, and continues in the trace that
    /// begins at the address `to`.
    pub(super) fn leave_label(&mut self, to: u16, at: usize) -> DynamicLabel {
        let cost = self.source.plan[at].cost;
        self.aside(Aside::Leave(to, at, cost))
    }

    /// If the three operations from operation `at` rotate a word of core, writes their machine code and returns true.
    /// Otherwise writes nothing and returns false. The three operations are a TAD that begins with AC 0, then RAL or
    /// RAR, and then DCA.
    ///
    /// A program that rotates a number of several words does so word by word, and each rotation passes a bit in L to
    /// the next. This machine code computes the new L from the word alone, without the old L. So the host can compute
    /// the new L before the rotation of the previous word has ended.
    fn turn_word(&mut self, at: usize) -> bool {
        let ops = self.source.plan[at..].first_chunk().map(|planned: &[Planned; 3]| planned.map(|planned| planned.op));
        let Some([Op { kind: Kind::Tad, a: from, .. }, turn, Op { kind: Kind::Dca, a: to, .. }]) = ops else {
            return false;
        };
        if self.bits != LINK || turn.a != ALL || !matches!(turn.kind, Kind::Ral | Kind::Rar) {
            return false;
        }
        if self.loaded.take() == Some(from) {
            dynasm!(self.out ; .arch x64 ; mov r11d, eax);
        } else {
            dynasm!(self.out ; .arch x64 ; movzx r11d, WORD [rsi + place(from)]);
        }
        if turn.kind == Kind::Ral {
            dynasm!(self.out
                ; .arch x64
                ; shr r8d, 12
                ; lea eax, [r8 + r11 * 2]
                ; and eax, AC as i32
                ; lea r8d, [r11 + r11]
                ; and r8d, LINK as i32
            );
        } else {
            dynasm!(self.out
                ; .arch x64
                ; lea eax, [r8 + r11]
                ; shr eax, 1
                ; shl r11d, 12
                ; mov r8d, r11d
                ; and r8d, LINK as i32
            );
        }
        dynasm!(self.out ; .arch x64 ; mov WORD [rsi + place(to)], ax);
        (self.loaded, self.has_double) = (Some(to), false);
        true
    }

    /// Writes code that masks r8d.
    fn mask(&mut self, mask: u32) {
        if self.bits & mask == 0 {
            if self.bits != 0 {
                dynasm!(self.out ; .arch x64 ; xor r8d, r8d);
            }
        } else if self.bits & !mask != 0 {
            dynasm!(self.out ; .arch x64 ; and r8d, mask as i32);
        }
        self.bits &= mask;
    }

    /// Writes the machine code of an operation.
    fn operation(&mut self, at: usize) -> After {
        let Planned { op, cost, .. } = self.source.plan[at];
        let Op { kind, a, b, c } = op;
        let taken = cost.plus(jump_taken(op));
        let (loaded, has_double) = (self.loaded.take(), std::mem::take(&mut self.has_double));
        if let Kind::Tad | Kind::And = kind {
            self.loaded = loaded;
        }
        if self.compose(op, at) {
            return After::Next;
        }
        match self.group3(op, at, has_double) {
            After::Unknown => {}
            after => {
                self.bits = u32::MAX;
                return after;
            }
        }
        match kind {
            Kind::Dca => {
                if self.bits & AC == 0 {
                    dynasm!(self.out ; .arch x64 ; mov WORD [rsi + place(a)], 0);
                } else if self.bits & !AC == 0 {
                    dynasm!(self.out ; .arch x64 ; mov WORD [rsi + place(a)], r8w);
                } else {
                    dynasm!(self.out ; .arch x64 ; mov eax, r8d ; and eax, AC as i32 ; mov WORD [rsi + place(a)], ax);
                    self.loaded = Some(a);
                }
                self.mask(LINK);
            }
            Kind::DcaAuto => {
                dynasm!(self.out
                    ; .arch x64
                    ; movzx eax, WORD [rsi + place(a)]
                    ; inc eax
                    ; and eax, 0o7777
                    ; mov r11d, eax
                );
                self.in_field();
                self.unless_marked(at);
                dynasm!(self.out ; .arch x64 ; mov WORD [rsi + place(a)], r11w);
                self.dca_there();
            }
            Kind::JumpSet | Kind::JumpClear | Kind::JumpZero | Kind::JumpNonZero => {
                let condition = self.condition(op);
                let away = self.aside(Aside::Leave(c, at, taken));
                self.jump(condition, away);
            }
            Kind::IszJump | Kind::Delay => {
                self.count_on(a);
                let away = self.aside(Aside::Leave(c, at, taken));
                self.jump(If::NotZero, away);
                self.loaded = Some(a);
            }
            Kind::JumpSetThrough | Kind::JumpClearThrough | Kind::JumpZeroThrough | Kind::JumpNonZeroThrough => {
                let condition = self.condition(op);
                let away = self.aside(Aside::LeaveThrough(c, c & 0o70000, at, taken));
                self.jump(condition, away);
            }
            Kind::UnlessSet | Kind::UnlessClear | Kind::UnlessZero | Kind::UnlessNonZero => {
                let condition = self.condition(op);
                let before = self.bits;
                let (on, after) = (self.out.new_dynamic_label(), self.out.new_dynamic_label());
                self.jump(condition.not(), on);
                self.take_off(Cost::ONE);
                self.count(at, SKIPPED);
                dynasm!(self.out ; .arch x64 ; jmp =>after ; =>on);
                self.linear(b, c);
                self.bits |= before;
                dynasm!(self.out ; .arch x64 ; =>after);
            }
            Kind::Jms => dynasm!(self.out ; .arch x64 ; mov WORD [rsi + place(a)], b as i16),
            Kind::JmsThrough => {
                let redo = self.redo_label(at);
                dynasm!(self.out
                    ; .arch x64
                    ; cmp WORD [rsi + place(a)], (b & 0o7777) as i16
                    ; jne =>redo
                    ; mov WORD [rsi + place(b)], c as i16
                );
            }
            Kind::JmpThrough => {
                let away = self.aside(Aside::LeaveThrough(a, c, at, cost));
                dynasm!(self.out ; .arch x64 ; cmp WORD [rsi + place(a)], b as i16 ; jne =>away);
            }
            Kind::Goto => {
                self.leave(a, at, cost);
                return After::Nothing;
            }
            Kind::JmpIndirect => {
                self.leave_through(a, b, at, cost);
                return After::Nothing;
            }
            Kind::DataField => {
                dynasm!(self.out ; .arch x64 ; mov WORD [rdi + DATA_FIELD], a as i16);
                self.field = Some(a);
            }
            Kind::Or => {
                dynasm!(self.out ; .arch x64 ; or r8d, i32::from(a));
                self.bits |= u32::from(a);
            }
            Kind::ReadDataField => {
                dynasm!(self.out ; .arch x64 ; movzx eax, WORD [rdi + DATA_FIELD] ; shr eax, 9 ; or r8d, eax);
                self.bits |= AC;
            }
            Kind::ReadSaveField => {
                dynasm!(self.out ; .arch x64 ; movzx eax, WORD [rdi + SAVE_FIELD] ; or r8d, eax);
                self.bits |= AC;
            }
            Kind::Osr => {
                self.keep(a);
                dynasm!(self.out ; .arch x64 ; movzx eax, WORD [rdi + SWITCHES] ; or r8d, eax);
                self.bits |= AC;
            }
            Kind::Iof => dynasm!(self.out ; .arch x64 ; mov BYTE [rdi + ION], 0),
            _ => return After::Unknown,
        }
        After::Next
    }

    /// Writes the machine code of an operation that may skip the next operation.
    fn skip(&mut self, at: usize) -> After {
        let op = self.source.plan[at].op;
        (self.loaded, self.has_double) = (None, false);
        let condition = match op.kind {
            Kind::Isz => {
                self.count_on(op.a);
                If::Zero
            }
            Kind::IszIndirect => {
                self.through(op.a);
                self.unless_marked(at);
                dynasm!(self.out
                    ; .arch x64
                    ; movzx r11d, WORD [rsi + rax * 2]
                    ; inc r11d
                    ; and r11d, 0o7777
                    ; mov WORD [rsi + rax * 2], r11w
                );
                If::Zero
            }
            Kind::SkipSet | Kind::SkipClear | Kind::SkipZero | Kind::SkipNonZero => self.condition(op),
            _ => return After::Unknown,
        };
        let passed = self.source.plan[at + 1].cost.minus(self.source.plan[at].cost);
        let (label, on) = (self.out.new_dynamic_label(), self.out.new_dynamic_label());
        self.jump(condition.not(), on);
        self.take_off(passed);
        self.count(at, SKIPPED);
        dynasm!(self.out ; .arch x64 ; jmp =>label ; =>on);
        After::NextOr(label)
    }

    /// Writes code that tests L and AC, and then masks L and AC, as the operation requires. Returns the condition that
    /// holds if the test succeeds.
    fn condition(&mut self, op: Op) -> If {
        let Test { bits, keep, is_set } = Test::of(op);
        if keep == ALL {
            dynasm!(self.out ; .arch x64 ; test r8d, i32::from(bits));
        } else {
            dynasm!(self.out
                ; .arch x64
                ; mov eax, r8d
                ; and r8d, i32::from(keep)
                ; test eax, i32::from(bits)
            );
            self.bits &= u32::from(keep);
        }
        if is_set { If::NotZero } else { If::Zero }
    }

    pub(super) fn jump(&mut self, condition: If, to: DynamicLabel) {
        match condition {
            If::Zero => dynasm!(self.out ; .arch x64 ; jz =>to),
            If::NotZero => dynasm!(self.out ; .arch x64 ; jnz =>to),
        }
    }

    fn take_off(&mut self, cost: Cost) {
        if cost != Cost::default() {
            dynasm!(self.out ; .arch x64 ; mov rax, QWORD cost.bits() as i64 ; sub r9, rax);
        }
    }

    /// If the engine counts how often each operation is executed, writes code that adds one to a count of operation
    /// `at`. `index` selects the count: `LEFT` or `SKIPPED`.
    fn count(&mut self, at: usize, index: usize) {
        if self.counting.passes {
            let pass = self.source.count_offset(at, index) as i32;
            dynasm!(self.out ; .arch x64 ; inc DWORD [rcx + pass]);
        }
    }

    /// Writes code that adds `cost` to the cost spent, in r9. If pauses of the EAE are pending, the code also adds them
    /// to the cost spent, and to the pauses in the state.
    fn spend(&mut self, cost: Cost) {
        let Pause { nanoseconds, cycles } = self.pending;
        if cycles != 0 {
            dynasm!(self.out
                ; .arch x64
                ; add QWORD [rdi + PAUSED], nanoseconds as i32
                ; add QWORD [rdi + PAUSED_CYCLES], cycles as i32
            );
        }
        let cost = cost.plus(Cost::limit(cycles));
        if cost != Cost::default() {
            dynasm!(self.out ; .arch x64 ; mov rax, QWORD cost.bits() as i64 ; add r9, rax);
        }
    }

    /// Writes code that sets rax to the sum of the cost in r9 and the cost of the trace before operation `at`.
    fn cost_so_far(&mut self, at: usize) {
        let before = self.source.cost_before(at);
        dynasm!(self.out ; .arch x64 ; mov rax, QWORD before.bits() as i64 ; add rax, r9);
    }

    /// Writes code for an exit from the trace. The code adds `cost`, the cost of the trace, to the cost spent.
    fn spend_at_end(&mut self, cost: Cost) {
        self.spend(cost);
        if self.counting.cost {
            dynasm!(self.out ; .arch x64 ; add [rdi + COUNT], r9);
        }
    }

    /// Writes machine code that jumps to the threaded code of operation `at`. The threaded code executes this operation
    /// and the following operations, up to the next operation at which the machine code can be entered.
    fn redo(&mut self, at: usize) {
        self.spend(Cost::default());
        if self.counting.cost {
            self.cost_so_far(at);
            dynasm!(self.out ; .arch x64 ; add [rdi + COUNT], rax);
        }
        let entry = self.entries.iter().map(|(entry, _)| *entry).find(|entry| *entry > at);
        let kinds: Vec<Kind> = self.source.plan[at..entry.unwrap_or(self.source.plan.len())]
            .iter()
            .map(|planned| planned.op.kind)
            .collect();
        let routine = routine_for(&kinds, self.counting.passes);
        dynasm!(self.out
            ; .arch x64
            ; mov ecx, self.source.slot(at)
            ; mov rax, QWORD routine as *const () as i64
            ; jmp rax
        );
    }

    /// Writes code that leaves the trace after operation `at`, and adds `cost` to the cost spent. The code then
    /// continues in the trace that begins at the address `to`.
    fn leave(&mut self, to: u16, at: usize, cost: Cost) {
        let end = self.out.new_dynamic_label();
        self.spend_at_end(cost);
        self.count(at, LEFT);
        dynasm!(self.out ; .arch x64 ; cmp r9, [rdi + LIMIT] ; jae =>end);
        if to == self.source.start {
            dynasm!(self.out ; .arch x64 ; jmp =>self.begin);
        } else {
            dynasm!(self.out
                ; .arch x64
                ; mov rax, [rdi + ENTRY]
                ; movzx ecx, WORD [rax + place(to)]
                ; test ecx, ecx
                ; jz =>end
                ; jmp QWORD [rdx + rcx * 8]
            );
        }
        dynasm!(self.out ; .arch x64 ; =>end ; mov ecx, i32::from(to));
        self.jump_to_go_on();
    }

    /// Writes code that leaves the trace after operation `at`, and adds `cost` to the cost spent. The code then jumps
    /// to the trace that begins in `field` at the address in the word at `pointer`.
    fn leave_through(&mut self, pointer: u16, field: u16, at: usize, cost: Cost) {
        let end = self.out.new_dynamic_label();
        let slot = self.source.slot(at);
        self.spend_at_end(cost);
        self.count(at, LEFT);
        self.load(pointer);
        if field != 0 {
            dynasm!(self.out ; .arch x64 ; or eax, i32::from(field));
        }
        dynasm!(self.out
            ; .arch x64
            ; cmp r9, [rdi + LIMIT]
            ; jae =>end
            ; mov r10, [rdi + ENTRY]
            ; movzx ecx, WORD [r10 + rax * 2]
            ; test ecx, ecx
            ; jz =>end
            ; jmp QWORD [rdx + rcx * 8]
            ; =>end
            ; mov WORD [rdi + LEFT_AT], slot as i16
            ; mov ecx, eax
        );
        self.jump_to_go_on();
    }

    /// Writes a jump to [`go_on`], which continues with the next trace. `go_on` expects the trace's address in ecx.
    fn jump_to_go_on(&mut self) {
        dynasm!(self.out ; .arch x64 ; mov rax, QWORD go_on as *const () as i64 ; jmp rax);
    }
}

/// The machine code that these methods write holds the temporary value of [`Parts`] in eax. The machine code of
/// `count_on` also sets the host's zero flag if the incremented word is 0.
impl Parts for Trace<'_> {
    fn load(&mut self, address: u16) {
        if self.loaded.take() != Some(address) {
            dynasm!(self.out ; .arch x64 ; movzx eax, WORD [rsi + place(address)]);
        }
    }

    fn load_there(&mut self) {
        dynasm!(self.out ; .arch x64 ; movzx eax, WORD [rsi + rax * 2]);
    }

    fn in_field(&mut self) {
        match self.field {
            Some(0) => {}
            Some(field) => dynasm!(self.out ; .arch x64 ; or eax, i32::from(field)),
            None => dynasm!(self.out ; .arch x64 ; or ax, WORD [rdi + DATA_FIELD]),
        }
    }

    fn unless_marked(&mut self, at: usize) {
        let redo = self.redo_label(at);
        self.has_mq = false;
        dynasm!(self.out ; .arch x64 ; mov r10, [rdi + MARKS] ; cmp BYTE [r10 + rax], 0 ; jne =>redo);
    }

    fn count_on(&mut self, address: u16) {
        dynasm!(self.out
            ; .arch x64
            ; movzx eax, WORD [rsi + place(address)]
            ; inc eax
            ; and eax, 0o7777
            ; mov WORD [rsi + place(address)], ax
        );
    }

    fn and(&mut self) {
        if self.bits & LINK != 0 {
            dynasm!(self.out ; .arch x64 ; or eax, LINK as i32);
        }
        dynasm!(self.out ; .arch x64 ; and r8d, eax);
        self.bits &= LINK | AC;
    }

    fn tad(&mut self) {
        if self.bits == 0 {
            dynasm!(self.out ; .arch x64 ; mov r8d, eax);
        } else {
            dynasm!(self.out ; .arch x64 ; add r8d, eax);
        }
        self.bits = match self.bits & AC {
            0 => self.bits | AC,
            // All bits up to the highest bit of the greatest sum.
            _ => u32::MAX >> self.bits.saturating_add(AC).leading_zeros(),
        };
    }

    fn dca_there(&mut self) {
        dynasm!(self.out
            ; .arch x64
            ; mov r11d, r8d
            ; and r11d, 0o7777
            ; mov WORD [rsi + rax * 2], r11w
        );
        self.mask(LINK);
    }

    fn keep(&mut self, mask: u16) {
        if mask != ALL {
            self.mask(mask.into());
        }
    }

    fn linear(&mut self, keep: u16, flip_add: u16) {
        let part = LinearPart { keep, flip_add };
        let (flip, add) = (i32::from(part.flip_add & ALL), part.flip_add >> 15 != 0);
        if keep == 0 {
            self.bits = part.of(0);
            dynasm!(self.out ; .arch x64 ; mov r8d, self.bits as i32);
            return;
        }
        self.keep(keep);
        if flip != 0 {
            dynasm!(self.out ; .arch x64 ; xor r8d, flip);
            self.bits |= flip as u32;
        }
        if add {
            dynasm!(self.out ; .arch x64 ; inc r8d);
            self.bits = u32::MAX >> self.bits.saturating_add(1).leading_zeros();
        }
    }

    fn rotate(&mut self, keep: u16, turn: Turn) {
        self.mask(keep.into());
        // A rotation is a shift to the left and a shift to the right, of which one may shift out all bits.
        let (left, right) = match turn {
            Turn::Left(places) => (places, 13 - places),
            Turn::Right(places) => (13 - places, places),
        };
        let (lefts, rights) = (self.bits << left, self.bits >> right);
        // The bits above L come from the bits that the shift to the right keeps.
        match (lefts & (LINK | AC) != 0, rights != 0) {
            (false, true) => dynasm!(self.out ; .arch x64 ; shr r8d, right),
            (true, false) => dynasm!(self.out ; .arch x64 ; shl r8d, left),
            (false, false) => {}
            (true, true) => {
                dynasm!(self.out ; .arch x64 ; mov eax, r8d ; shr eax, right ; shl r8d, left ; or r8d, eax);
            }
        }
        self.bits = match lefts & (LINK | AC) {
            0 => rights,
            _ => lefts | rights,
        };
    }
}

impl If {
    fn not(self) -> If {
        match self {
            If::Zero => If::NotZero,
            If::NotZero => If::Zero,
        }
    }
}
