//! The table of operations. Only this table defines the effect of each operation on the registers and core.
//!
//! A *skip* skips the operation after it, which is exactly one instruction. A *jump* is a skip together with the JMP
//! after it; when the jump is taken, the trace is left. L and AC are thirteen bits. A carry out of L stays above the
//! thirteen bits and is ignored, so an addition needs no mask. A direct store goes into a word that no trace has
//! decoded; when a trace decodes the word later, the traces that store into it are dropped (see `guard.rs`). A store
//! into a decoded word is done by [`AnyStore`].

use super::any;
use super::cost::Cost;
use super::group3;
use super::op::{AC, LINK, LinearPart, Operands, following, preceding};
use super::tallies::{Place, Varies};
use super::threads::{Next, Operation, Routines, Run, Then};
use super::user_mode;
use crate::instruction::group3 as g3;
use crate::machine::arithmetic::{DAD, DST};
use crate::machine::operate;
use crate::word::Word;

const RING: u32 = 0o17777;

/// The cost of a JMS I that increments no auto-index register.
const INDIRECT_JMS: Cost = Cost::instruction(3, 1);

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($run:ident, $op:ident) $body:block)*) => {
        /// The kind of an operation; `a`, `b` and `c` are its operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u16)]
        pub(super) enum Kind {
            $($(#[$doc])* $name,)*
        }

        $(
            pub(super) struct $name;

            impl $name {
                // An operation that is in no sequence does not use this constant.
                #[allow(dead_code)]
                pub const KIND: Kind = Kind::$name;
            }

            impl Operation for $name {
                const VARIES: Varies = Kind::$name.varies();

                #[inline(always)]
                fn run($run: &mut Run<'_>, $op: Operands) -> Then $body
            }
        )*

        /// For each kind of operation, the routines that do a single operation of this kind.
        pub(super) const ALONE: &[Routines] = &[$(Routines::of::<($name, Next)>()),*];
    };
}

operations! {
    /// AND `a`.
    And(run, op) {
        run.lac &= u32::from(run.word(op.a)) | LINK;
        Then::On
    }
    /// TAD `a`.
    Tad(run, op) {
        run.add(op.a);
        Then::On
    }
    /// DCA `a`.
    Dca(run, op) {
        let bits = run.take_ac();
        run.store(op.a, bits);
        Then::On
    }
    /// AND I `a`.
    AndIndirect(run, op) {
        run.lac &= u32::from(run.word(run.through(op.a))) | LINK;
        Then::On
    }
    /// TAD I `a`.
    TadIndirect(run, op) {
        run.add(run.through(op.a));
        Then::On
    }
    /// DCA I `a`.
    DcaIndirect(run, op) {
        let bits = run.take_ac();
        run.deposit(run.through(op.a), bits)
    }
    /// AND I `a`, where `a` is an auto-index register.
    AndAuto(run, op) {
        let place = run.count_on(op.a);
        run.lac &= u32::from(run.word(place)) | LINK;
        Then::On
    }
    /// TAD I `a`, where `a` is an auto-index register.
    TadAuto(run, op) {
        let place = run.count_on(op.a);
        run.add(place);
        Then::On
    }
    /// DCA I `a`, where `a` is an auto-index register.
    DcaAuto(run, op) {
        let place = run.count_on(op.a);
        let bits = run.take_ac();
        run.deposit(place, bits)
    }

    /// A group 1 instruction that keeps only the bits `a` of L,AC: NOP, CLA, CLL.
    Keep(run, op) {
        run.lac &= u32::from(op.a);
        Then::On
    }
    /// A group 1 instruction that does not rotate; its [`LinearPart`] is in the operands `a` and `b`.
    Linear(run, op) {
        run.lac = op.linear().of(run.lac);
        Then::On
    }
    /// Keeps only the bits `a` of L,AC, and then executes RAL.
    Ral(run, op) {
        run.lac = left(run.lac & u32::from(op.a), 1);
        Then::On
    }
    /// Keeps only the bits `a` of L,AC, and then executes RTL.
    Rtl(run, op) {
        run.lac = left(run.lac & u32::from(op.a), 2);
        Then::On
    }
    /// Keeps only the bits `a` of L,AC, and then executes RAR.
    Rar(run, op) {
        run.lac = right(run.lac & u32::from(op.a), 1);
        Then::On
    }
    /// Keeps only the bits `a` of L,AC, and then executes RTR.
    Rtr(run, op) {
        run.lac = right(run.lac & u32::from(op.a), 2);
        Then::On
    }
    /// RAL, executed after the instruction's [`LinearPart`], which is in the operands `a` and `b`.
    LinearRal(run, op) {
        run.lac = left(op.linear().of(run.lac) & RING, 1);
        Then::On
    }
    /// RAR, executed after the instruction's [`LinearPart`], which is in the operands `a` and `b`.
    LinearRar(run, op) {
        run.lac = right(op.linear().of(run.lac) & RING, 1);
        Then::On
    }
    /// The group 1 instruction `a` at the address `b`, if no more specific operation carries it out.
    Group1(run, op) {
        run.lac = any::group1(run.state.model, op.a, op.b, run.lac);
        Then::On
    }

    /// Tests whether any bit of `a` is set in L,AC, and keeps only the bits `b` of L,AC. Skips if the test was true.
    SkipSet(run, op) {
        let skips = run.test(op.a, op.b);
        skip_if(skips)
    }
    /// Tests whether any bit of `a` is set in L,AC, and keeps only the bits `b` of L,AC. Skips if the test was false.
    SkipClear(run, op) {
        let skips = !run.test(op.a, op.b);
        skip_if(skips)
    }
    /// Keeps only the bits `a` of L,AC. Skips if AC was 0 before this operation.
    SkipZero(run, op) {
        let skips = run.is_zero(op.a);
        skip_if(skips)
    }
    /// Keeps only the bits `a` of L,AC. Skips if AC was not 0 before this operation.
    SkipNonZero(run, op) {
        let skips = !run.is_zero(op.a);
        skip_if(skips)
    }
    /// The group 2 instruction `a`, which tests AC = 0 together with L, with the sign of AC, or with both.
    SkipGroup2(run, op) {
        let lac = run.lac;
        let effect = operate::group2(Word::new(op.a), lac & LINK != 0, Word::new(lac as u16), Word::ZERO);
        run.lac = lac & LINK | u32::from(effect.ac.bits());
        skip_if(effect.skip)
    }
    /// ISZ `a`.
    Isz(run, op) {
        let bits = run.increment(op.a);
        skip_if(bits == 0)
    }
    /// ISZ I `a`.
    IszIndirect(run, op) {
        let place = run.through(op.a);
        let bits = (run.word(place) + 1) & 0o7777;
        if run.store_anywhere(place, bits) {
            let next = run.next();
            return Then::Leave(if bits == 0 { following(next) } else { next });
        }
        skip_if(bits == 0)
    }

    /// Tests whether any bit of `a` is set in L,AC, and keeps only the bits `b` of L,AC. Jumps to `c` if the test was
    /// true.
    JumpSet(run, op) {
        let jumps = run.test(op.a, op.b);
        run.jump_if(jumps, op.c)
    }
    /// Tests whether any bit of `a` is set in L,AC, and keeps only the bits `b` of L,AC. Jumps to `c` if the test was
    /// false.
    JumpClear(run, op) {
        let jumps = !run.test(op.a, op.b);
        run.jump_if(jumps, op.c)
    }
    /// Keeps only the bits `a` of L,AC. Jumps to `c` if AC was 0 before this operation.
    JumpZero(run, op) {
        let jumps = run.is_zero(op.a);
        run.jump_if(jumps, op.c)
    }
    /// Keeps only the bits `a` of L,AC. Jumps to `c` if AC was not 0 before this operation.
    JumpNonZero(run, op) {
        let jumps = !run.is_zero(op.a);
        run.jump_if(jumps, op.c)
    }
    /// ISZ `a`; JMP `c`.
    IszJump(run, op) {
        let bits = run.increment(op.a);
        run.jump_if(bits != 0, op.c)
    }
    /// The delay loop ISZ `a`; JMP .-1 at the address `c`. If a trace begins with this operation, most iterations are
    /// executed in one step.
    Delay(run, op) {
        run.count_through(op);
        let bits = run.increment(op.a);
        run.jump_if(bits != 0, op.c)
    }
    /// Tests whether any bit of `a` is set in L,AC, and keeps only the bits `b` of L,AC. Does JMP I `c` if the test was
    /// true.
    JumpSetThrough(run, op) {
        let jumps = run.test(op.a, op.b);
        run.jump_through_if(jumps, op.c)
    }
    /// Tests whether any bit of `a` is set in L,AC, and keeps only the bits `b` of L,AC. Does JMP I `c` if the test was
    /// false.
    JumpClearThrough(run, op) {
        let jumps = !run.test(op.a, op.b);
        run.jump_through_if(jumps, op.c)
    }
    /// Keeps only the bits `a` of L,AC. Does JMP I `c` if AC was 0 before this operation.
    JumpZeroThrough(run, op) {
        let jumps = run.is_zero(op.a);
        run.jump_through_if(jumps, op.c)
    }
    /// Keeps only the bits `a` of L,AC. Does JMP I `c` if AC was not 0 before this operation.
    JumpNonZeroThrough(run, op) {
        let jumps = !run.is_zero(op.a);
        run.jump_through_if(jumps, op.c)
    }
    /// A skip without CLA, merged with the group 1 instruction after it. If any bit of `a` is set in L,AC, the group 1
    /// instruction is skipped. The operands `b` and `c` are the [`LinearPart`] of the group 1 instruction.
    UnlessSet(run, op) {
        let skips = run.lac & u32::from(op.a) != 0;
        run.unless(skips, op)
    }
    /// A skip without CLA, merged with the group 1 instruction after it. If no bit of `a` is set in L,AC, the group 1
    /// instruction is skipped. The operands `b` and `c` are the [`LinearPart`] of the group 1 instruction.
    UnlessClear(run, op) {
        let skips = run.lac & u32::from(op.a) == 0;
        run.unless(skips, op)
    }
    /// A skip without CLA, merged with the group 1 instruction after it. If AC is 0, the group 1 instruction is
    /// skipped. The operands `b` and `c` are the [`LinearPart`] of the group 1 instruction.
    UnlessZero(run, op) {
        let skips = run.lac & AC == 0;
        run.unless(skips, op)
    }
    /// A skip without CLA, merged with the group 1 instruction after it. If AC is not 0, the group 1 instruction is
    /// skipped. The operands `b` and `c` are the [`LinearPart`] of the group 1 instruction.
    UnlessNonZero(run, op) {
        let skips = run.lac & AC != 0;
        run.unless(skips, op)
    }

    /// JMS `a` with the return address `b`. The trace continues in the subroutine.
    Jms(run, op) {
        run.store(op.a, op.b);
        Then::On
    }
    /// JMS I `a` with the return address `c`. If the word at `a` points to the subroutine at `b`, the trace continues;
    /// otherwise it ends.
    JmsThrough(run, op) {
        let there = run.word(op.a);
        if (there ^ op.b) & 0o7777 != 0 {
            let there = op.b & 0o70000 | there;
            if run.is_breakpoint(following(there)) {
                run.spent = run.spent.minus(INDIRECT_JMS);
                return Then::Core(preceding(op.b & 0o70000 | op.c));
            }
            run.store_anywhere(there, op.c);
            return Then::Leave(following(there));
        }
        run.store(op.b, op.c);
        Then::On
    }
    /// JMP I `a` into the field `c`, for example a return from a subroutine. If the word at `a` is `b`, the trace
    /// continues; otherwise it ends.
    JmpThrough(run, op) {
        let there = run.word(op.a);
        if there == op.b {
            return Then::On;
        }
        Then::Leave(op.c | there)
    }
    /// JMP `a`, to another trace.
    Goto(_run, op) {
        Then::Leave(op.a)
    }
    /// JMP I `a` into the field `b`.
    JmpIndirect(run, op) {
        Then::Leave(op.b | run.word(op.a))
    }

    /// CDF to the field `a`. The machine has core in this field.
    DataField(run, op) {
        run.state.data_field = op.a;
        Then::On
    }
    /// CIF to the field `a`. The machine has core in this field. Interrupts wait until the change of field takes
    /// effect.
    InstructionField(run, op) {
        user_mode::wait(run.state, op.a);
        Then::On
    }
    /// The change of field by the JMP or JMS after a CIF.
    EnterField(run, _op) {
        if let Some((_, held)) = run.state.waiting_field.take() {
            run.state.limit = held;
        }
        Then::On
    }
    /// JMP `a`, into the field and the mode that earlier instructions have set for this JMP.
    EnterMode(run, op) {
        let field = user_mode::enter(run.state);
        Then::Leave(field | op.a)
    }
    /// JMP I `a`, into the field and the mode that earlier instructions have set for this JMP.
    EnterModeThrough(run, op) {
        let field = user_mode::enter(run.state);
        Then::Leave(field | run.word(op.a))
    }
    /// SUF if `b` is not 0, otherwise CUF. `a` is the field of the instruction.
    ChangeUserBuffer(run, op) {
        user_mode::change_user_buffer(run, op)
    }
    /// RMF at the address `a`: restores the saved fields and the saved mode.
    RestoreFields(run, op) {
        user_mode::restore_fields(run, op)
    }
    /// GTF: AC <- L, GT, interrupt request, ION, and the save field.
    GetFlags(run, _op) {
        user_mode::get_flags(run)
    }
    /// RTF at the address `a`: sets L, GT, the fields and the mode from the AC, and does ION.
    RestoreFlags(run, op) {
        user_mode::restore_flags(run, op)
    }
    /// SINT: skips if the user interrupt flag is up.
    SkipUserInterrupt(run, _op) {
        skip_if(run.state.user_interrupt)
    }
    /// CINT: clears the user interrupt flag.
    ClearUserInterrupt(run, _op) {
        run.state.user_interrupt = false;
        Then::On
    }
    /// An IOT, OSR or HLT in user mode: keeps only the bits `a` of L,AC, and raises the user interrupt flag. If the
    /// interrupt system is on, also does the interrupt entry.
    Trap(run, op) {
        user_mode::trap(run, op)
    }
    /// RIF: ORs `a`, the instruction field, into the AC.
    Or(run, op) {
        run.lac |= u32::from(op.a);
        Then::On
    }
    /// RDF: ORs the data field into the AC.
    ReadDataField(run, _op) {
        run.lac |= u32::from(run.state.data_field >> 9);
        Then::On
    }
    /// RIB: ORs the save field into the AC.
    ReadSaveField(run, _op) {
        run.lac |= u32::from(run.state.save_field);
        Then::On
    }
    /// Keeps only the bits `a` of L,AC, and then executes OSR.
    Osr(run, op) {
        run.lac = run.lac & u32::from(op.a) | u32::from(run.state.sr);
        Then::On
    }
    /// ION at the address `a`, which turns the interrupt system on.
    Ion(run, op) {
        if run.state.requests_interrupt() {
            run.spent = run.spent.minus(Cost::ONE);
            return Then::Core(op.a);
        }
        run.state.ion = true;
        run.state.ion_at = Some(run.spent.plus(run.cost()));
        Then::On
    }
    /// IOF, which turns the interrupt system off.
    Iof(run, _op) {
        run.state.ion = false;
        Then::On
    }
    /// Tests the mode of the EAE. The expected mode is A if `a` is 0, and B otherwise. If the EAE is in the other mode,
    /// the cycle-stepped machine continues at `b`. If the EAE is in the expected mode and `c` is not 0, the operation
    /// clears the greater-than flag.
    InMode(run, op) {
        group3::in_mode(run, op)
    }
    /// MQA: ORs the MQ into the AC.
    Mqa(run, _op) {
        group3::moves(run, g3::MQA)
    }
    /// MQL: MQ <- AC, AC <- 0.
    Mql(run, _op) {
        group3::moves(run, g3::MQL)
    }
    /// CAM, or CLA MQL: clears AC and MQ.
    Cam(run, _op) {
        group3::moves(run, g3::CLA | g3::MQL)
    }
    /// CLA MQA: AC <- MQ.
    Acl(run, _op) {
        group3::moves(run, g3::CLA | g3::MQA)
    }
    /// MQA MQL: swaps AC and MQ.
    Swp(run, _op) {
        group3::moves(run, g3::MQA | g3::MQL)
    }
    /// The register transfers of group 3 whose bits are set in `a`.
    Moves(run, op) {
        group3::moves(run, op.a)
    }
    /// The change of mode by SWAB or SWBA: to mode B if `a` is not 0, otherwise to mode A.
    ChangeMode(run, op) {
        run.state.arithmetic.set_mode(op.a != 0);
        Then::On
    }
    /// The function ACS of the instruction at `a`: SC <- AC, AC <- 0.
    Acs(run, op) {
        group3::function(run, op, 0o01)
    }
    /// The function NMI of the instruction at `a`: normalises AC and MQ.
    Nmi(run, op) {
        group3::function(run, op, 0o04)
    }
    /// The function SCA of the mode B instruction at `a`: ORs the SC into the AC.
    Sca(run, op) {
        group3::function(run, op, 0o10)
    }
    /// The function DPSZ of the instruction at `a`: skips if AC and MQ are 0.
    Dpsz(run, op) {
        group3::function(run, op, 0o14)
    }
    /// The function DPIC of the instruction at `a`: increments AC and MQ as one double word.
    Dpic(run, op) {
        group3::function(run, op, 0o15)
    }
    /// The function DCM of the instruction at `a`: negates AC and MQ as one double word.
    Dcm(run, op) {
        group3::function(run, op, 0o16)
    }
    /// The function SAM of the instruction at `a`: AC <- MQ - AC.
    Sam(run, op) {
        group3::function(run, op, 0o17)
    }
    /// The function SCL, which loads the SC from the operand at `a`.
    Scl(run, op) {
        group3::of_word(run, op, 1)
    }
    /// The function MUY of mode A, whose operand is the word at `a`.
    Muy(run, op) {
        group3::of_word(run, op, 2)
    }
    /// The function DVI of mode A, whose operand is the word at `a`.
    Dvi(run, op) {
        group3::of_word(run, op, 3)
    }
    /// The function SHL, whose operand is the word at `a`. When the trace was made, this word had the value `b`.
    Shl(run, op) {
        group3::of_word(run, op, 5)
    }
    /// The function ASR, whose operand is the word at `a`. When the trace was made, this word had the value `b`.
    Asr(run, op) {
        group3::of_word(run, op, 6)
    }
    /// The function LSR, whose operand is the word at `a`. When the trace was made, this word had the value `b`.
    Lsr(run, op) {
        group3::of_word(run, op, 7)
    }
    /// The function MUY of mode B. The word at `a` holds the address of its operand.
    MuyThrough(run, op) {
        group3::of_address(run, op, 2)
    }
    /// The function DVI of mode B. The word at `a` holds the address of its operand.
    DviThrough(run, op) {
        group3::of_address(run, op, 3)
    }
    /// The function DAD, which adds a double word to AC and MQ. The word at `a` holds the address of the double word.
    Dad(run, op) {
        group3::of_address(run, op, DAD)
    }
    /// The function DST, which stores AC and MQ as a double word. The word at `a` holds the address of the double word.
    Dst(run, op) {
        group3::of_address(run, op, DST)
    }
    /// The one-word group 3 instruction `a` at the address `b`, after a skip that may skip the instruction. The
    /// instruction was decoded for mode A (`c` is 0) or for mode B.
    Group3(run, op) {
        group3::whole(run, op)
    }

    /// Decodes and executes the instruction at `a`. The cost of the trace does not include the cost of this
    /// instruction.
    Any(run, op) {
        any::run(run, op)
    }
    /// Decodes and executes the instruction at `a`, which stores into the word at `b`. The store tests the marks of the
    /// word (see `guard.rs`), because the word may belong to a trace. The cost of the trace does not include the cost
    /// of this instruction.
    AnyStore(run, op) {
        let then = any::run(run, op);
        run.state.guard.drop_if_data(op.a, op.b);
        then
    }
    /// An instruction at `a`, such as an IOT or HLT, that the cycle-stepped machine executes.
    Core(_run, op) {
        Then::Core(op.a)
    }
}

impl Kind {
    /// Returns the way in which the time of the operation varies.
    pub(crate) const fn varies(self) -> Varies {
        use Kind::*;
        match self {
            UnlessSet | UnlessClear | UnlessZero | UnlessNonZero => Varies::ByInstruction,
            Any | AnyStore => Varies::Wholly,
            Delay => Varies::ByIterations,
            Nmi => Varies::ByPause(Place::A),
            Group3 => Varies::ByPause(Place::B),
            Scl | Muy | Dvi | Shl | Asr | Lsr | MuyThrough | DviThrough | Dad | Dst => Varies::ByPause(Place::NextIsA),
            _ => Varies::Never,
        }
    }
}

/// Rotates L and AC left. The bits above L must be 0.
#[inline(always)]
const fn left(lac: u32, places: u32) -> u32 {
    lac << places | lac >> (13 - places)
}

#[inline(always)]
const fn right(lac: u32, places: u32) -> u32 {
    lac >> places | lac << (13 - places)
}

#[inline(always)]
fn skip_if(condition: bool) -> Then {
    if condition { Then::Skip } else { Then::On }
}

impl Operands {
    fn linear(self) -> LinearPart {
        LinearPart { keep: self.a, flip_add: self.b }
    }
}

impl Run<'_> {
    #[inline(always)]
    pub(crate) fn add(&mut self, place: u16) {
        self.lac = self.lac.wrapping_add(self.word(place).into());
    }

    /// Returns AC, and clears it.
    #[inline(always)]
    pub fn take_ac(&mut self) -> u16 {
        let bits = (self.lac & AC) as u16;
        self.lac &= LINK;
        bits
    }

    #[inline(always)]
    fn deposit(&mut self, place: u16, bits: u16) -> Then {
        if self.store_anywhere(place, bits) { Then::Leave(self.next()) } else { Then::On }
    }

    /// Increments the auto-index register at `place`. Returns the address to which the register then points in the data
    /// field.
    #[inline(always)]
    fn count_on(&mut self, place: u16) -> u16 {
        self.state.data_field | self.increment(place)
    }

    #[inline(always)]
    fn increment(&mut self, place: u16) -> u16 {
        let bits = (self.word(place) + 1) & 0o7777;
        self.store(place, bits);
        bits
    }

    /// Returns whether any bit of `test` is set in L,AC, then masks L,AC with `keep`.
    #[inline(always)]
    fn test(&mut self, test: u16, keep: u16) -> bool {
        let any = self.lac & u32::from(test) != 0;
        self.lac &= u32::from(keep);
        any
    }

    /// Masks L,AC with `keep`. Returns whether the AC was 0 before the mask was applied.
    #[inline(always)]
    fn is_zero(&mut self, keep: u16) -> bool {
        let zero = self.lac & AC == 0;
        self.lac &= u32::from(keep);
        zero
    }

    /// Jumps to `to` if `condition` is true. The operation joins a skip instruction and a JMP, and `condition` is true
    /// when the JMP is not skipped.
    #[inline(always)]
    fn jump_if(&mut self, condition: bool, to: u16) -> Then {
        if condition { Then::Leave(to) } else { Then::On }
    }

    /// Does JMP I `place` if `condition` is true. The operation joins a skip instruction and a JMP I, and `condition`
    /// is true when the JMP I is not skipped.
    #[inline(always)]
    fn jump_through_if(&mut self, condition: bool, place: u16) -> Then {
        if condition { Then::Leave(place & 0o70000 | self.word(place)) } else { Then::On }
    }

    /// Carries out a group 1 instruction if `condition` is false. The operation joins a skip instruction and the group
    /// 1 instruction, and `condition` is true when the group 1 instruction is skipped.
    #[inline(always)]
    fn unless(&mut self, condition: bool, op: Operands) -> Then {
        if condition {
            self.spent = self.spent.minus(Cost::ONE);
        } else {
            self.lac = LinearPart { keep: op.b, flip_add: op.c }.of(self.lac);
        }
        Then::On
    }

    /// Executes many iterations of a delay loop in one step. The step ends before the last two iterations, or earlier
    /// at the end of the budget.
    fn count_through(&mut self, op: Operands) {
        let budget = self.state.budget;
        if usize::from(self.state.guard.entry[usize::from(op.c)]) == self.at && self.spent < budget {
            let iteration = self.cost();
            let iterations_left = (0o7777 - u64::from(self.word(op.a))).saturating_sub(1);
            let time_left = budget.minus(self.spent).cycles() / iteration.cycles();
            let iterations = iterations_left.min(time_left);
            self.store(op.a, self.word(op.a) + iterations as u16);
            self.spent = self.spent.plus(iteration.times(iterations));
        }
    }
}
