//! Translation of the operations of traces to WebAssembly. The text beside a label says where a branch to the label
//! continues.
//!
//! ```text
//!   loop                      label next: the trace of the slot `at`, in this module
//!     block                   label leave: the trace that begins at the address `to`, in any module
//!       block                 label outside: the slot `at`, which is not in this module
//!         block ... block     one block for each trace
//!           br_table          the beginning of the trace of the slot `at`
//!         end
//!         the first trace
//!         end
//!         the next trace
//!         ...
//! ```

use std::mem::offset_of;

use wasm_encoder::{
    BlockType, CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    InstructionSink, MemArg, MemoryType, Module, RefType, TableType, TypeSection, ValType,
};

use crate::instruction::Timing;
use crate::machine::translated::branches::{is_skip, jump_taken};
use crate::machine::translated::cost::Cost;
use crate::machine::translated::machine_code::batch::{Counting, Waiting};
use crate::machine::translated::machine_code::parts::{Parts, Test, Turn, joined_field};
use crate::machine::translated::op::{ALL, LinearPart};
use crate::machine::translated::operations::Kind;
use crate::machine::translated::plan::{Op, Planned};
use crate::machine::translated::state::State;
use crate::machine::translated::tallies::{LEFT, SKIPPED};
use crate::machine::translated::threads::{Routine, Slot, go_on};

// The parameters of a `Routine`.
const STATE: u32 = 0;
const CORE: u32 = 1;
const SLOTS: u32 = 2;
const AT: u32 = 3;
const LAC: u32 = 4;
const SPENT: u32 = 5;
// The other local variables.
const ENTRY: u32 = 6;
const MARKS: u32 = 7;
const PASSES: u32 = 8;
const TO: u32 = 9;
const PLACE: u32 = 10;
const BITS: u32 = 11;
const LIMIT: u32 = 12;
const LOCALS: [(u32, ValType); 2] = [(6, ValType::I32), (1, ValType::I64)];

/// The index of the function type of a `Routine`.
const ROUTINE: u32 = 0;
const _: () = assert!(size_of::<Slot>() == 4);

/// The level of the loop around all traces. The level of a block or loop is the number of blocks and loops around it.
/// A branch to this level goes to the beginning of the loop.
const NEXT: u32 = 0;
/// The level of the outermost block inside the loop around all traces. A branch to this level goes to the end of this
/// block. The code there continues in another trace.
const LEAVE: u32 = 1;
/// The level of the block that contains all traces, inside the block of [`LEAVE`]. A branch to this level goes to the
/// end of this block. The code there continues in threaded code.
const OUTSIDE: u32 = 2;

/// A module that runs traces.
pub struct Assembled {
    bytes: Vec<u8>,
    compiled: Vec<bool>,
}

impl Assembled {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// For each trace, returns whether the module has it. The module lacks a trace whose first operation has no machine
    /// code.
    pub(crate) fn compiled(&self) -> &[bool] {
        &self.compiled
    }
}

/// Compiles traces to a module. The slots of the traces in the module are consecutive and begin at `first_slot`.
pub(crate) fn assemble(traces: &[Waiting], first_slot: u16, counting: Counting, _timing: Timing) -> Assembled {
    let compiled: Vec<bool> = traces.iter().map(is_compiled).collect();
    let present: Vec<_> = traces.iter().zip(&compiled).filter_map(|(trace, &is)| is.then_some(trace)).collect();
    let mut writer = Writer { function: Function::new(LOCALS), depth: 0 };
    writer.function(&present, first_slot, counting);
    let mut types = TypeSection::new();
    let parameters = [ValType::I32, ValType::I32, ValType::I32, ValType::I32, ValType::I32, ValType::I64];
    types.ty().function(parameters, []);
    let mut imports = ImportSection::new();
    let memory = MemoryType { minimum: 0, maximum: None, memory64: false, shared: false, page_size_log2: None };
    let table = TableType { element_type: RefType::FUNCREF, table64: false, minimum: 0, maximum: None, shared: false };
    imports.import("focal8", "memory", EntityType::Memory(memory));
    imports.import("focal8", "table", EntityType::Table(table));
    let mut functions = FunctionSection::new();
    functions.function(ROUTINE);
    let mut exports = ExportSection::new();
    exports.export("run", ExportKind::Func, 0);
    let mut code = CodeSection::new();
    code.function(&writer.function);
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&exports).section(&code);
    Assembled { bytes: module.finish(), compiled }
}

/// Whether the first operation of a trace has machine code.
fn is_compiled(trace: &Waiting) -> bool {
    let mut writer = Writer { function: Function::new([]), depth: OUTSIDE + 1 };
    let counting = Counting { cost: false, passes: false };
    let mut trace = Trace::new(&mut writer, trace, counting);
    trace.open_skips(0);
    !matches!(trace.write_one(0), After::Unknown)
}

/// Returns the byte offset of a word in core.
fn place(address: u16) -> u64 {
    2 * u64::from(address & 0o77777)
}

fn at(offset: u64, align: u32) -> MemArg {
    MemArg { offset, align, memory_index: 0 }
}

fn field16(offset: usize) -> MemArg {
    at(offset as u64, 1)
}

fn field32(offset: usize) -> MemArg {
    at(offset as u64, 2)
}

fn field64(offset: usize) -> MemArg {
    at(offset as u64, 3)
}

/// Writes a function. `depth` is the number of open blocks.
struct Writer {
    function: Function,
    depth: u32,
}

impl Writer {
    fn put(&mut self) -> InstructionSink<'_> {
        self.function.instructions()
    }

    fn block(&mut self) -> u32 {
        self.put().block(BlockType::Empty);
        self.depth += 1;
        self.depth - 1
    }

    fn loop_(&mut self) -> u32 {
        self.put().loop_(BlockType::Empty);
        self.depth += 1;
        self.depth - 1
    }

    fn if_(&mut self) {
        self.put().if_(BlockType::Empty);
        self.depth += 1;
    }

    fn end(&mut self) {
        self.put().end();
        self.depth -= 1;
    }

    /// Writes a jump to the block at a level.
    fn br(&mut self, level: u32) {
        let label = self.depth - 1 - level;
        self.put().br(label);
    }

    fn br_if(&mut self, level: u32) {
        let label = self.depth - 1 - level;
        self.put().br_if(label);
    }

    fn function(&mut self, traces: &[&Waiting], first_slot: u16, counting: Counting) {
        self.put()
            .local_get(STATE)
            .i32_load(field32(offset_of!(State, guard.entry)))
            .local_set(ENTRY)
            .local_get(STATE)
            .i32_load(field32(offset_of!(State, guard.marks)))
            .local_set(MARKS)
            .local_get(STATE)
            .i64_load(field64(offset_of!(State, limit)))
            .local_set(LIMIT);
        if counting.passes {
            self.put().local_get(STATE).i32_load(field32(offset_of!(State, passes))).local_set(PASSES);
        }
        assert_eq!(self.loop_(), NEXT);
        assert_eq!(self.block(), LEAVE);
        assert_eq!(self.block(), OUTSIDE);
        for _ in traces {
            self.block();
        }
        let count = traces.len() as u32;
        self.put().local_get(AT).i32_const(first_slot.into()).i32_sub().br_table(0..count, count);
        for trace in traces {
            self.end();
            Trace::new(self, trace, counting).write();
        }
        // outside
        self.end();
        self.put()
            .local_get(STATE)
            .local_get(CORE)
            .local_get(SLOTS)
            .local_get(AT)
            .local_get(LAC)
            .local_get(SPENT)
            .local_get(SLOTS)
            .local_get(AT)
            .i32_const(2)
            .i32_shl()
            .i32_add()
            .i32_load(at(0, 2))
            .return_call_indirect(0, ROUTINE);
        // leave
        self.end();
        let away = self.block();
        self.put().local_get(SPENT).local_get(LIMIT).i64_ge_u();
        self.br_if(away);
        self.put().local_get(ENTRY).local_get(TO).i32_const(1).i32_shl().i32_add().i32_load16_u(at(0, 1)).local_tee(AT);
        self.br_if(NEXT);
        self.end();
        self.put()
            .local_get(STATE)
            .local_get(CORE)
            .local_get(SLOTS)
            .local_get(TO)
            .local_get(LAC)
            .local_get(SPENT)
            .i32_const(go_on as Routine as usize as i32)
            .return_call_indirect(0, ROUTINE);
        self.end();
        self.put().unreachable().end();
    }
}

/// The operations that may follow an operation.
enum After {
    /// The next operation.
    Next,
    /// The next operation, or the operation after the next.
    NextOrPassed,
    /// No operation, because the machine code always leaves the trace after this operation.
    Nothing,
    /// The operation is not compiled, so the operations that may follow it are not determined.
    Unknown,
}

/// A trace that is being written.
struct Trace<'a> {
    out: &'a mut Writer,
    source: &'a Waiting,
    counting: Counting,
    /// The nesting level of the WebAssembly loop around the trace; `None` if no operation of the trace leads back to
    /// the beginning of the trace.
    begin: Option<u32>,
    /// The open blocks whose ends are the targets of skips. Each pair is the index of the operation after the block,
    /// and the nesting level of the block.
    labels: Vec<(usize, u32)>,
    /// The data field, if it is known at this point.
    field: Option<u16>,
}

impl<'a> Trace<'a> {
    fn new(out: &'a mut Writer, source: &'a Waiting, counting: Counting) -> Self {
        Trace { out, source, counting, begin: None, labels: Vec::new(), field: None }
    }

    fn put(&mut self) -> InstructionSink<'_> {
        self.out.put()
    }

    fn write(&mut self) {
        let plan = &self.source.plan;
        let start = self.source.start;
        if plan.iter().any(|planned| leaves_to(planned.op) == Some(start)) {
            self.begin = Some(self.out.loop_());
        }
        if self.counting.cost {
            self.count_cost(|sink| {
                sink.local_get(SPENT).i64_sub();
            });
        }
        let mut passed: Vec<Option<Option<u16>>> = vec![None; plan.len() + 2];
        let mut is_reached = true;
        for at in 0..plan.len() {
            while self.labels.last().is_some_and(|&(target, _)| target == at) {
                self.labels.pop();
                self.out.end();
            }
            if let Some(field) = passed[at] {
                self.field = joined_field(self.field, is_reached, field);
                is_reached = true;
            }
            self.open_skips(at);
            if is_reached {
                match self.write_one(at) {
                    After::Next => {}
                    After::NextOrPassed => passed[at + 2] = Some(self.field),
                    After::Nothing => is_reached = false,
                    After::Unknown => {
                        self.redo(at);
                        is_reached = false;
                    }
                }
            }
        }
        for _ in std::mem::take(&mut self.labels) {
            self.out.end();
        }
        self.put().unreachable();
        if self.begin.is_some() {
            self.out.end();
            self.put().unreachable();
        }
    }

    /// If operation `at` is the first of one or more skips in sequence, opens a block for each of these skips. The
    /// block ends where the skip leads to.
    fn open_skips(&mut self, at: usize) {
        let plan = &self.source.plan;
        if at == 0 || !is_skip(plan[at - 1].op) {
            let skips = plan[at..].iter().take_while(|planned| is_skip(planned.op)).count();
            for target in (at + 2..at + 2 + skips).rev() {
                let level = self.out.block();
                self.labels.push((target, level));
            }
        }
    }

    fn write_one(&mut self, at: usize) -> After {
        if is_skip(self.source.plan[at].op) { self.skip(at) } else { self.operation(at) }
    }

    fn operation(&mut self, at: usize) -> After {
        let Planned { op, cost, .. } = self.source.plan[at];
        let Op { kind, a, b, c } = op;
        let taken = cost.plus(jump_taken(op));
        if self.compose(op, at) {
            return After::Next;
        }
        match kind {
            Kind::Dca => {
                self.put()
                    .local_get(CORE)
                    .local_get(LAC)
                    .i32_const(0o7777)
                    .i32_and()
                    .i32_store16(self::at(place(a), 1));
                self.keep(0o10000);
            }
            Kind::DcaAuto => {
                self.load(a);
                self.increment();
                self.in_field();
                self.unless_marked(at);
                self.put().local_get(CORE).local_get(BITS).i32_store16(self::at(place(a), 1));
                self.dca_there();
            }
            Kind::JumpSet | Kind::JumpClear | Kind::JumpZero | Kind::JumpNonZero => {
                self.condition(op);
                self.out.if_();
                self.leave(c, at, taken);
                self.out.end();
            }
            Kind::IszJump | Kind::Delay => {
                self.count_on(a);
                self.out.if_();
                self.leave(c, at, taken);
                self.out.end();
            }
            Kind::JumpSetThrough | Kind::JumpClearThrough | Kind::JumpZeroThrough | Kind::JumpNonZeroThrough => {
                self.condition(op);
                self.out.if_();
                self.leave_through(c, c & 0o70000, at, taken);
                self.out.end();
            }
            Kind::UnlessSet | Kind::UnlessClear | Kind::UnlessZero | Kind::UnlessNonZero => {
                self.condition(op);
                self.out.if_();
                self.take_off(Cost::ONE);
                self.count(at, SKIPPED);
                self.put().else_();
                self.linear(b, c);
                self.out.end();
            }
            Kind::Jms => {
                self.put().local_get(CORE).i32_const(b.into()).i32_store16(self::at(place(a), 1));
            }
            Kind::JmsThrough => {
                self.load(a);
                self.put().i32_const(i32::from(b & 0o7777)).i32_ne();
                self.out.if_();
                self.redo(at);
                self.out.end();
                self.put().local_get(CORE).i32_const(c.into()).i32_store16(self::at(place(b), 1));
            }
            Kind::JmpThrough => {
                self.load(a);
                self.put().i32_const(b.into()).i32_ne();
                self.out.if_();
                self.leave_through(a, c, at, cost);
                self.out.end();
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
                self.put().local_get(STATE).i32_const(a.into()).i32_store16(field16(offset_of!(State, data_field)));
                self.field = Some(a);
            }
            Kind::Or => {
                self.put().local_get(LAC).i32_const(a.into()).i32_or().local_set(LAC);
            }
            Kind::ReadDataField => {
                self.or_field(offset_of!(State, data_field), 9);
            }
            Kind::ReadSaveField => self.or_field(offset_of!(State, save_field), 0),
            Kind::Osr => {
                self.keep(a);
                self.or_field(offset_of!(State, sr), 0);
            }
            Kind::Iof => {
                self.put().local_get(STATE).i32_const(0).i32_store8(self::at(offset_of!(State, ion) as u64, 0));
            }
            _ => return After::Unknown,
        }
        After::Next
    }

    fn or_field(&mut self, offset: usize, shift: i32) {
        self.put()
            .local_get(LAC)
            .local_get(STATE)
            .i32_load16_u(field16(offset))
            .i32_const(shift)
            .i32_shr_u()
            .i32_or()
            .local_set(LAC);
    }

    /// Writes the code of an operation that may skip the next operation.
    fn skip(&mut self, at: usize) -> After {
        let op = self.source.plan[at].op;
        match op.kind {
            Kind::Isz => {
                self.count_on(op.a);
                self.put().i32_eqz();
            }
            Kind::IszIndirect => {
                self.through(op.a);
                self.unless_marked(at);
                self.put().local_get(PLACE);
                self.point();
                self.put().local_tee(PLACE).local_get(PLACE).i32_load16_u(self::at(0, 1));
                self.increment();
                self.put().i32_store16(self::at(0, 1)).local_get(BITS).i32_eqz();
            }
            Kind::SkipSet | Kind::SkipClear | Kind::SkipZero | Kind::SkipNonZero => self.condition(op),
            _ => return After::Unknown,
        }
        let passed = self.source.plan[at + 1].cost.minus(self.source.plan[at].cost);
        let level = self.labels.iter().find(|&&(target, _)| target == at + 2).expect("the block is open").1;
        self.out.if_();
        self.take_off(passed);
        self.count(at, SKIPPED);
        self.out.br(level);
        self.out.end();
        After::NextOrPassed
    }

    /// Writes code that tests L and AC, leaves the result on the stack, and masks L and AC.
    fn condition(&mut self, op: Op) {
        let Test { bits, keep, is_set } = Test::of(op);
        self.put().local_get(LAC).i32_const(bits.into()).i32_and();
        if !is_set {
            self.put().i32_eqz();
        }
        self.keep(keep);
    }

    /// Writes code that increments the word on the stack, and copies the result to `BITS`.
    fn increment(&mut self) {
        self.put().i32_const(1).i32_add().i32_const(0o7777).i32_and().local_tee(BITS);
    }

    /// Writes code that replaces the address on the stack by a pointer to the word at the address.
    fn point(&mut self) {
        self.put().i32_const(1).i32_shl().local_get(CORE).i32_add();
    }

    fn take_off(&mut self, cost: Cost) {
        if cost != Cost::default() {
            self.put().local_get(SPENT).i64_const(cost.bits() as i64).i64_sub().local_set(SPENT);
        }
    }

    fn count(&mut self, at: usize, index: usize) {
        if self.counting.passes {
            let count = field32(self.source.count_offset(at, index));
            self.put().local_get(PASSES).local_get(PASSES).i32_load(count).i32_const(1).i32_add().i32_store(count);
        }
    }

    /// Writes code that changes the cost spent in machine code. `change` writes the instructions that replace the old
    /// cost on the stack by the new cost.
    fn count_cost(&mut self, change: impl FnOnce(&mut InstructionSink<'_>)) {
        let count = field64(offset_of!(State, in_machine_code));
        let mut sink = self.put();
        sink.local_get(STATE).local_get(STATE).i64_load(count);
        change(&mut sink);
        sink.i64_store(count);
    }

    fn spend(&mut self, cost: Cost) {
        self.put().local_get(SPENT).i64_const(cost.bits() as i64).i64_add().local_set(SPENT);
        if self.counting.cost {
            self.count_cost(|sink| {
                sink.local_get(SPENT).i64_add();
            });
        }
    }

    /// Writes code that continues in the threaded code of operation `at`.
    fn redo(&mut self, at: usize) {
        if self.counting.cost {
            let before = self.source.cost_before(at);
            self.count_cost(|sink| {
                sink.local_get(SPENT).i64_add().i64_const(before.bits() as i64).i64_add();
            });
        }
        let slot = self.source.slot(at);
        self.put().i32_const(slot).local_set(AT);
        self.out.br(OUTSIDE);
    }

    /// Writes code that leaves the trace after operation `at`, and adds `cost` to the cost spent. The code then
    /// continues in the trace that begins at the address `to`.
    fn leave(&mut self, to: u16, at: usize, cost: Cost) {
        self.spend(cost);
        self.count(at, LEFT);
        if let Some(begin) = self.begin.filter(|_| to == self.source.start) {
            self.put().local_get(SPENT).local_get(LIMIT).i64_lt_u();
            self.out.br_if(begin);
        }
        self.put().i32_const(to.into()).local_set(TO);
        self.out.br(LEAVE);
    }

    /// Writes code that leaves the trace after operation `at`, and adds `cost` to the cost spent. The code then
    /// continues in the trace that begins in `field` at the address in the word at `pointer`.
    fn leave_through(&mut self, pointer: u16, field: u16, at: usize, cost: Cost) {
        self.spend(cost);
        self.count(at, LEFT);
        let slot = self.source.slot(at);
        self.put().local_get(STATE).i32_const(slot).i32_store16(field16(offset_of!(State, left_at)));
        self.load(pointer);
        if field != 0 {
            self.put().i32_const(field.into()).i32_or();
        }
        self.put().local_set(TO);
        self.out.br(LEAVE);
    }
}

/// In this code, the temporary value of [`Parts`] is on the stack.
impl Parts for Trace<'_> {
    fn load(&mut self, address: u16) {
        self.put().local_get(CORE).i32_load16_u(at(place(address), 1));
    }

    fn load_there(&mut self) {
        self.point();
        self.put().i32_load16_u(at(0, 1));
    }

    fn in_field(&mut self) {
        match self.field {
            Some(0) => {}
            Some(field) => {
                self.put().i32_const(field.into()).i32_or();
            }
            None => {
                self.put().local_get(STATE).i32_load16_u(field16(offset_of!(State, data_field))).i32_or();
            }
        }
    }

    fn unless_marked(&mut self, at: usize) {
        self.put().local_tee(PLACE).local_get(MARKS).i32_add().i32_load8_u(self::at(0, 0));
        self.out.if_();
        self.redo(at);
        self.out.end();
    }

    fn count_on(&mut self, address: u16) {
        let word = at(place(address), 1);
        self.put().local_get(CORE).local_get(CORE).i32_load16_u(word);
        self.increment();
        self.put().i32_store16(word).local_get(BITS);
    }

    fn and(&mut self) {
        self.put().i32_const(0o10000).i32_or().local_get(LAC).i32_and().local_set(LAC);
    }

    fn tad(&mut self) {
        self.put().local_get(LAC).i32_add().local_set(LAC);
    }

    fn dca_there(&mut self) {
        self.put().local_get(PLACE);
        self.point();
        self.put().local_get(LAC).i32_const(0o7777).i32_and().i32_store16(at(0, 1));
        self.keep(0o10000);
    }

    fn keep(&mut self, mask: u16) {
        if mask != ALL {
            self.put().local_get(LAC).i32_const(mask.into()).i32_and().local_set(LAC);
        }
    }

    fn linear(&mut self, keep: u16, flip_add: u16) {
        let part = LinearPart { keep, flip_add };
        if keep == 0 {
            self.put().i32_const(part.of(0) as i32).local_set(LAC);
            return;
        }
        self.put().local_get(LAC);
        if keep != ALL {
            self.put().i32_const(keep.into()).i32_and();
        }
        if flip_add & ALL != 0 {
            self.put().i32_const((flip_add & ALL).into()).i32_xor();
        }
        if flip_add >> 15 != 0 {
            self.put().i32_const(1).i32_add();
        }
        self.put().local_set(LAC);
    }

    fn rotate(&mut self, keep: u16, turn: Turn) {
        self.put().local_get(LAC).i32_const(keep.into()).i32_and().local_tee(LAC);
        match turn {
            Turn::Left(places) => {
                let places = i32::from(places);
                self.put().i32_const(places).i32_shl().local_get(LAC).i32_const(13 - places).i32_shr_u();
            }
            Turn::Right(places) => {
                let places = i32::from(places);
                self.put().i32_const(places).i32_shr_u().local_get(LAC).i32_const(13 - places).i32_shl();
            }
        }
        self.put().i32_or().local_set(LAC);
    }
}

/// Returns the address of the trace to which an operation may lead. Returns `None` if the address is not known, or if
/// the operation leads to no other trace.
fn leaves_to(op: Op) -> Option<u16> {
    use Kind::*;
    match op.kind {
        Goto => Some(op.a),
        JumpSet | JumpClear | JumpZero | JumpNonZero | IszJump | Delay => Some(op.c),
        _ => None,
    }
}
