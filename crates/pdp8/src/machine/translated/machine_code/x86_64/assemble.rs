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
//! cases the machine code of an operation changes nothing and continues in threaded code instead.

use std::mem::offset_of;

use dynasmrt::x64::X64Relocation;
use dynasmrt::{AssemblyOffset, DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler, dynasm};

use crate::machine::translated::branches::{is_skip, jump_taken};
use crate::machine::translated::cost::Cost;
use crate::machine::translated::machine_code::batch::{Counting, Waiting};
use crate::machine::translated::machine_code::parts::{Parts, Test, Turn, joined_field};
use crate::machine::translated::op::{ALL, LinearPart};
use crate::machine::translated::operations::Kind;
use crate::machine::translated::plan::{Op, Planned};
use crate::machine::translated::state::State;
use crate::machine::translated::tallies::{LEFT, SKIPPED};
use crate::machine::translated::threads::{Slot, go_on};

const LIMIT: i32 = offset_of!(State, limit) as i32;
const ENTRY: i32 = offset_of!(State, guard.entry) as i32;
const MARKS: i32 = offset_of!(State, guard.marks) as i32;
const DATA_FIELD: i32 = offset_of!(State, data_field) as i32;
const SAVE_FIELD: i32 = offset_of!(State, save_field) as i32;
const LEFT_AT: i32 = offset_of!(State, left_at) as i32;
const SWITCHES: i32 = offset_of!(State, sr) as i32;
const ION: i32 = offset_of!(State, ion) as i32;
const COUNT: i32 = offset_of!(State, in_machine_code) as i32;
const PASSES: i32 = offset_of!(State, passes) as i32;
/// A slot has 8 bytes, so the byte offset of a slot is the slot's number times 8.
const _: () = assert!(size_of::<Slot>() == 8);

/// The machine code of traces.
pub struct Assembled {
    bytes: Vec<u8>,
    begins: Vec<Option<AssemblyOffset>>,
}

impl Assembled {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// For each trace, returns the offset of its routine, or `None` if the first operation has no machine code.
    pub(crate) fn begins(&self) -> &[Option<AssemblyOffset>] {
        &self.begins
    }
}

/// Writes the machine code of traces, one after another.
struct Assembler {
    out: VecAssembler<X64Relocation>,
    counting: Counting,
}

/// Code to which an operation jumps when the trace does not continue with the next operation.
enum Aside {
    /// Machine code that jumps to the threaded code of the operation with this index.
    Redo(usize),
    /// Code that leaves the trace after the operation with this index, adds the cost, and continues in the trace at
    /// this address.
    Leave(u16, usize, Cost),
    /// Code that leaves the trace after the operation with this index, adds the cost, and continues in another trace.
    /// The first value is the address of the word that points to this trace. The second value is the field of this
    /// trace, in the high bits of an address.
    LeaveThrough(u16, u16, usize, Cost),
}

/// The operations that may follow an operation.
enum After {
    /// The next operation.
    Next,
    /// The next operation, or the operation after the next, which begins at this label.
    NextOr(DynamicLabel),
    /// No operation, because the operation always leaves the trace.
    Nothing,
    /// Not determined, because the operation has no machine code.
    Unknown,
}

/// A trace that is being written.
struct Trace<'a> {
    out: &'a mut VecAssembler<X64Relocation>,
    counting: Counting,
    source: &'a Waiting,
    begin: DynamicLabel,
    asides: Vec<(DynamicLabel, Aside)>,
    /// The data field, if it is known at this point.
    field: Option<u16>,
}

/// A condition on the host's flags.
#[derive(Clone, Copy)]
enum If {
    Zero,
    NotZero,
}

/// Compiles traces.
pub(crate) fn assemble(traces: &[Waiting], _first_slot: u16, counting: Counting) -> Assembled {
    let mut assembler = Assembler { out: VecAssembler::new(0), counting };
    let begins = traces.iter().map(|trace| assembler.trace(trace)).collect();
    let bytes = assembler.out.finalize().expect("every label that is named is written");
    Assembled { bytes, begins }
}

impl Assembler {
    /// Writes the machine code of a trace. Returns the offset of the machine code, or `None` if the first operation has
    /// no machine code.
    fn trace(&mut self, trace: &Waiting) -> Option<AssemblyOffset> {
        dynasm!(self.out ; .arch x64 ; .align 16);
        let offset = self.out.offset();
        let begin = self.out.new_dynamic_label();
        let mut trace = Trace {
            out: &mut self.out,
            counting: self.counting,
            source: trace,
            begin,
            asides: Vec::new(),
            field: None,
        };
        trace.write().then_some(offset)
    }
}

/// Returns the byte offset of a word in core.
fn place(address: u16) -> i32 {
    2 * i32::from(address & 0o77777)
}

impl Trace<'_> {
    /// Writes the trace. Returns false if the first operation has no machine code.
    fn write(&mut self) -> bool {
        // For each operation to which a skip leads: the label of the operation and, if known, the data field there.
        let mut passed: Vec<Option<(DynamicLabel, Option<u16>)>> = vec![None; self.source.plan.len() + 2];
        if self.counting.passes {
            dynasm!(self.out ; .arch x64 ; mov rcx, [rdi + PASSES]);
        }
        dynasm!(self.out ; .arch x64 ; =>self.begin);
        if self.counting.cost {
            dynasm!(self.out ; .arch x64 ; sub [rdi + COUNT], r9);
        }
        let (mut is_reached, mut does_anything) = (true, false);
        for at in 0..self.source.plan.len() {
            if let Some((label, field)) = passed[at] {
                dynasm!(self.out ; .arch x64 ; =>label);
                self.field = joined_field(self.field, is_reached, field);
                is_reached = true;
            }
            if is_reached {
                let after = if is_skip(self.source.plan[at].op) { self.skip(at) } else { self.operation(at) };
                match after {
                    After::Next => {}
                    After::NextOr(label) => passed[at + 2] = Some((label, self.field)),
                    After::Nothing => is_reached = false,
                    After::Unknown => {
                        self.redo(at);
                        is_reached = false;
                    }
                }
                does_anything |= !matches!(after, After::Unknown);
            }
        }
        for (label, aside) in std::mem::take(&mut self.asides) {
            dynasm!(self.out ; .arch x64 ; =>label);
            match aside {
                Aside::Redo(at) => self.redo(at),
                Aside::Leave(to, at, cost) => self.leave(to, at, cost),
                Aside::LeaveThrough(pointer, field, at, cost) => self.leave_through(pointer, field, at, cost),
            }
        }
        does_anything
    }

    fn aside(&mut self, aside: Aside) -> DynamicLabel {
        let label = self.out.new_dynamic_label();
        self.asides.push((label, aside));
        label
    }

    /// Writes the machine code of an operation.
    fn operation(&mut self, at: usize) -> After {
        let Planned { op, cost, .. } = self.source.plan[at];
        let Op { kind, a, b, c } = op;
        let taken = cost.plus(jump_taken(op));
        if self.compose(op, at) {
            return After::Next;
        }
        match kind {
            Kind::Dca => {
                dynasm!(self.out
                    ; .arch x64
                    ; mov eax, r8d
                    ; and eax, 0o7777
                    ; mov WORD [rsi + place(a)], ax
                    ; and r8d, 0o10000
                );
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
            }
            Kind::JumpSetThrough | Kind::JumpClearThrough | Kind::JumpZeroThrough | Kind::JumpNonZeroThrough => {
                let condition = self.condition(op);
                let away = self.aside(Aside::LeaveThrough(c, c & 0o70000, at, taken));
                self.jump(condition, away);
            }
            Kind::UnlessSet | Kind::UnlessClear | Kind::UnlessZero | Kind::UnlessNonZero => {
                let condition = self.condition(op);
                let (on, after) = (self.out.new_dynamic_label(), self.out.new_dynamic_label());
                self.jump(condition.not(), on);
                self.take_off(Cost::ONE);
                self.count(at, SKIPPED);
                dynasm!(self.out ; .arch x64 ; jmp =>after ; =>on);
                self.linear(b, c);
                dynasm!(self.out ; .arch x64 ; =>after);
            }
            Kind::Jms => dynasm!(self.out ; .arch x64 ; mov WORD [rsi + place(a)], b as i16),
            Kind::JmsThrough => {
                let redo = self.aside(Aside::Redo(at));
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
            Kind::Or => dynasm!(self.out ; .arch x64 ; or r8d, i32::from(a)),
            Kind::ReadDataField => {
                dynasm!(self.out ; .arch x64 ; movzx eax, WORD [rdi + DATA_FIELD] ; shr eax, 9 ; or r8d, eax);
            }
            Kind::ReadSaveField => {
                dynasm!(self.out ; .arch x64 ; movzx eax, WORD [rdi + SAVE_FIELD] ; or r8d, eax);
            }
            Kind::Osr => {
                self.keep(a);
                dynasm!(self.out ; .arch x64 ; movzx eax, WORD [rdi + SWITCHES] ; or r8d, eax);
            }
            Kind::Iof => dynasm!(self.out ; .arch x64 ; mov BYTE [rdi + ION], 0),
            _ => return After::Unknown,
        }
        After::Next
    }

    /// Writes the machine code of an operation that may skip the next operation.
    fn skip(&mut self, at: usize) -> After {
        let op = self.source.plan[at].op;
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
        }
        if is_set { If::NotZero } else { If::Zero }
    }

    fn jump(&mut self, condition: If, to: DynamicLabel) {
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

    fn spend(&mut self, cost: Cost) {
        dynasm!(self.out ; .arch x64 ; mov rax, QWORD cost.bits() as i64 ; add r9, rax);
        if self.counting.cost {
            dynasm!(self.out ; .arch x64 ; add [rdi + COUNT], r9);
        }
    }

    /// Writes machine code that jumps to the threaded code of operation `at`.
    fn redo(&mut self, at: usize) {
        if self.counting.cost {
            let before = self.source.cost_before(at);
            dynasm!(self.out
                ; .arch x64
                ; mov rax, QWORD before.bits() as i64
                ; add rax, r9
                ; add [rdi + COUNT], rax
            );
        }
        let slot = self.source.slot(at);
        dynasm!(self.out
            ; .arch x64
            ; mov ecx, slot
            ; jmp QWORD [rdx + slot * size_of::<Slot>() as i32]
        );
    }

    /// Writes code that leaves the trace after operation `at`, adds `cost`, and continues in the trace at the address
    /// `to`.
    fn leave(&mut self, to: u16, at: usize, cost: Cost) {
        let end = self.out.new_dynamic_label();
        self.spend(cost);
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

    /// Writes code that leaves the trace after operation `at` and adds `cost`. The code then jumps to the trace in
    /// `field` to which the word at `pointer` points.
    fn leave_through(&mut self, pointer: u16, field: u16, at: usize, cost: Cost) {
        let end = self.out.new_dynamic_label();
        let slot = self.source.slot(at);
        self.spend(cost);
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

/// The temporary value is in eax. `count_on` sets the zero flag if the result is 0.
impl Parts for Trace<'_> {
    fn load(&mut self, address: u16) {
        dynasm!(self.out ; .arch x64 ; movzx eax, WORD [rsi + place(address)]);
    }

    fn load_there(&mut self) {
        dynasm!(self.out ; .arch x64 ; movzx eax, WORD [rsi + rax * 2]);
    }

    fn in_field(&mut self) {
        match self.field {
            Some(0) => {}
            Some(field) => dynasm!(self.out ; .arch x64 ; or eax, i32::from(field)),
            None => dynasm!(self.out ; .arch x64 ; movzx r10d, WORD [rdi + DATA_FIELD] ; or eax, r10d),
        }
    }

    fn unless_marked(&mut self, at: usize) {
        let redo = self.aside(Aside::Redo(at));
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
        dynasm!(self.out ; .arch x64 ; or eax, 0o10000 ; and r8d, eax);
    }

    fn tad(&mut self) {
        dynasm!(self.out ; .arch x64 ; add r8d, eax);
    }

    fn dca_there(&mut self) {
        dynasm!(self.out
            ; .arch x64
            ; mov r10d, r8d
            ; and r10d, 0o7777
            ; mov WORD [rsi + rax * 2], r10w
            ; and r8d, 0o10000
        );
    }

    fn keep(&mut self, mask: u16) {
        if mask != ALL {
            dynasm!(self.out ; .arch x64 ; and r8d, i32::from(mask));
        }
    }

    fn linear(&mut self, keep: u16, flip_add: u16) {
        let part = LinearPart { keep, flip_add };
        let (flip, add) = (i32::from(part.flip_add & ALL), part.flip_add >> 15 != 0);
        if keep == 0 {
            dynasm!(self.out ; .arch x64 ; mov r8d, part.of(0) as i32);
            return;
        }
        self.keep(keep);
        if flip != 0 {
            dynasm!(self.out ; .arch x64 ; xor r8d, flip);
        }
        if add {
            dynasm!(self.out ; .arch x64 ; inc r8d);
        }
    }

    fn rotate(&mut self, keep: u16, turn: Turn) {
        dynasm!(self.out ; .arch x64 ; and r8d, i32::from(keep) ; mov eax, r8d);
        match turn {
            Turn::Left(places) => {
                dynasm!(self.out ; .arch x64 ; shr eax, 13 - places ; shl r8d, places ; or r8d, eax);
            }
            Turn::Right(places) => {
                dynasm!(self.out ; .arch x64 ; shl eax, 13 - places ; shr r8d, places ; or r8d, eax);
            }
        }
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
