//! Decodes a word of core into an operation.

use super::any;
use super::op::{ALL, LINK, LinearPart, following};
use super::operations::Kind;
use super::plan::Op;
use crate::instruction::{Instruction, MemoryReference, Model, Operation, group1 as g1, group2 as g2, group3 as g3};
use crate::machine::Machine;
use crate::machine::arithmetic::{Arithmetic, DAD, Event3, event3};
use crate::machine::cycle::is_auto_index;
use crate::word::Word;

/// The properties of a machine that affect the translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub model: Model,
    pub fields: u8,
    pub eae: bool,
    pub time_share: bool,
}

impl Target {
    pub(crate) fn of(machine: &Machine) -> Target {
        let config = machine.config;
        Target { model: config.model, fields: machine.memory.fields(), eae: config.eae, time_share: config.time_share }
    }
}

/// One decoded instruction. All addresses are in the field of the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An operation after which the next word is executed.
    On(Op),
    /// An operation that may skip the next word.
    Skip(Op),
    /// JMP to an address.
    Jump(u16),
    /// JMS to an address.
    Call(u16),
    /// JMP I through a word.
    JumpThrough(u16),
    /// JMS I through a word.
    CallThrough(u16),
    /// CIF to an existing field. The second value tells whether the instruction is also a CDF.
    ChangeField(u16, bool),
    /// An operation that stores the field and the mode that take effect at the next JMP or JMS.
    ChangeMode(Op),
    /// An instruction that traps in user mode. The trap keeps only these bits of L,AC.
    Trap(u16),
    /// A group 3 instruction.
    Group3(u16),
    /// A rare instruction. The engine decodes the instruction again in each run of the trace.
    Any,
    /// A rare JMP or JMS. The engine decodes the instruction again in each run of the trace. The instruction ends the
    /// trace.
    AnyJump,
    /// An instruction that the cycle-stepped machine executes.
    Core,
}

/// Decodes the word at `at`. `user_mode` is the mode in which the instruction runs.
pub(super) fn step(target: Target, user_mode: bool, word: Word, at: u16) -> Step {
    match Instruction::decode(word) {
        Instruction::Iot { .. } if user_mode => Step::Trap(ALL),
        Instruction::Group2(word) if user_mode && word.bits() & g2::PRIVILEGED != 0 => {
            match group2(Word::new(word.bits() & !g2::PRIVILEGED)) {
                Step::On(Op { kind: Kind::Keep, a: keep, .. }) => Step::Trap(keep),
                _ => Step::Core,
            }
        }
        Instruction::Memory(reference) => memory(reference, at),
        Instruction::Group1(word) => Step::On(group1(target.model, word, at)),
        Instruction::Group2(word) => group2(word),
        // The cycle-stepped machine notes that the EAE is absent.
        Instruction::Group3(word) if !target.eae && target.model.needs_eae(word) => Step::Core,
        Instruction::Group3(_) if !(target.eae || target.model.traits().mq) => Step::On(NOP),
        Instruction::Group3(word) => Step::Group3(word.bits()),
        Instruction::Iot { device: 0, pulses: 1 } => Step::On(Kind::Ion.on(at)),
        Instruction::Iot { device: 0, pulses: 2 } => Step::On(Kind::Iof.bare()),
        Instruction::Iot { device: 0, pulses } if target.model.traits().flag_iots && target.fields > 1 => {
            flags(pulses, at)
        }
        Instruction::Iot { device: device @ 0o20..=0o27, pulses } => extension(target, device & 7, pulses, at),
        Instruction::Iot { .. } => Step::Core,
    }
}

const NOP: Op = Kind::Keep.on(ALL);

/// Decodes an IOT of the processor of the 8/E, 600x.
fn flags(pulses: u8, at: u16) -> Step {
    match pulses {
        4 => Step::On(Kind::GetFlags.bare()),
        5 => Step::ChangeMode(Kind::RestoreFlags.on(at)),
        _ => Step::Core,
    }
}

/// Decodes an IOT of the memory extension control, 62xx.
fn extension(target: Target, field: u8, pulses: u8, at: u16) -> Step {
    if target.fields == 1 {
        return Step::On(NOP);
    }
    let bits = u16::from(field) << 12;
    match (pulses, field) {
        (1..=3, _) if field >= target.fields => Step::Core,
        (1, _) => Step::On(Kind::DataField.on(bits)),
        (2 | 3, _) => Step::ChangeField(bits, pulses == 3),
        (4, 1) => Step::On(Kind::ReadDataField.bare()),
        (4, 2) => Step::On(Kind::Or.on(at >> 9 & 0o70)),
        (4, 3) => Step::On(Kind::ReadSaveField.bare()),
        (4, 4) => Step::ChangeMode(Kind::RestoreFields.on(at)),
        (4, _) if !target.time_share => Step::On(NOP),
        (4, 0) => Step::On(Kind::ClearUserInterrupt.bare()),
        (4, 5) => Step::Skip(Kind::SkipUserInterrupt.bare()),
        (4, _) => Step::ChangeMode(Kind::ChangeUserBuffer.with(at & 0o70000, (field == 7).into(), 0)),
        _ => Step::Core,
    }
}

fn linear(bits: u16) -> LinearPart {
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
    LinearPart::new(keep, flip, bits & g1::IAC != 0)
}

fn group1(model: Model, word: Word, at: u16) -> Op {
    let bits = word.bits();
    let part = linear(bits);
    let unrotated = match part.only_keeps() {
        Some(keep) => Kind::Keep.on(keep),
        None => Kind::Linear.with(part.keep, part.flip_add, 0),
    };
    // With CLA and CLL, the result does not depend on L and AC.
    if part.keep == 0 {
        return Kind::Linear.with(0, any::group1(model, bits, at, 0) as u16, 0);
    }
    match (bits & (g1::RAR | g1::RAL | g1::TWICE), part.only_keeps()) {
        (0o00, _) => unrotated,
        _ if bits & g1::CMA != 0 && model.traits().cma_bars_rotates => unrotated,
        (0o02, _) if !model.traits().bsw => unrotated,
        (0o04, Some(keep)) => Kind::Ral.on(keep),
        (0o06, Some(keep)) => Kind::Rtl.on(keep),
        (0o10, Some(keep)) => Kind::Rar.on(keep),
        (0o12, Some(keep)) => Kind::Rtr.on(keep),
        (0o04, None) => Kind::LinearRal.with(part.keep, part.flip_add, 0),
        (0o10, None) => Kind::LinearRar.with(part.keep, part.flip_add, 0),
        _ => Kind::Group1.with(bits, at, 0),
    }
}

fn group2(word: Word) -> Step {
    let bits = word.bits();
    let keep = if bits & g2::CLA != 0 { 0o10000 } else { ALL };
    let reverse = bits & g2::REVERSE != 0;
    let test = (bits & g2::SMA) << 5 | (bits & g2::SNL) << 8;
    let zero = bits & g2::SZA != 0;
    if bits & g2::HLT != 0 {
        return Step::Core;
    }
    if bits & g2::OSR != 0 {
        let tests = zero || test != 0 || reverse;
        return if tests { Step::Core } else { Step::On(Kind::Osr.on(keep)) };
    }
    match (zero, test, reverse) {
        (false, 0, false) => Step::On(Kind::Keep.on(keep)),
        (false, test, false) => Step::Skip(Kind::SkipSet.with(test, keep, 0)),
        (false, test, true) => Step::Skip(Kind::SkipClear.with(test, keep, 0)),
        (true, 0, false) => Step::Skip(Kind::SkipZero.on(keep)),
        (true, 0, true) => Step::Skip(Kind::SkipNonZero.on(keep)),
        (true, _, _) => Step::Skip(Kind::SkipGroup2.on(bits)),
    }
}

fn memory(reference: MemoryReference, at: u16) -> Step {
    let place = at & 0o70000 | reference.address(Word::new(at)).bits();
    let auto = is_auto_index(Word::new(place));
    let (direct, indirect, counted) = match reference.operation {
        Operation::And => (Kind::And, Kind::AndIndirect, Kind::AndAuto),
        Operation::Tad => (Kind::Tad, Kind::TadIndirect, Kind::TadAuto),
        Operation::Dca => (Kind::Dca, Kind::DcaIndirect, Kind::DcaAuto),
        Operation::Isz => {
            return match (reference.indirect, auto) {
                (false, _) => Step::Skip(Kind::Isz.on(place)),
                (true, false) => Step::Skip(Kind::IszIndirect.on(place)),
                (true, true) => Step::Any,
            };
        }
        _ if reference.indirect && auto => return Step::AnyJump,
        Operation::Jms if reference.indirect => return Step::CallThrough(place),
        Operation::Jms => return Step::Call(place),
        Operation::Jmp if reference.indirect => return Step::JumpThrough(place),
        Operation::Jmp => return Step::Jump(place),
    };
    let kind = match (reference.indirect, auto) {
        (false, _) => direct,
        (true, false) => indirect,
        (true, true) => counted,
    };
    Step::On(kind.on(place))
}

/// Returns the operation that tests whether the EAE is in the mode of `arithmetic`. The operation runs before the group
/// 3 instruction `bits` at `at`.
pub(super) fn check_of_mode(arithmetic: &Arithmetic, bits: u16, at: u16) -> Op {
    let mut cleared = Arithmetic { gt: true, ..*arithmetic };
    cleared.moves(bits);
    Kind::InMode.with(arithmetic.mode_b.into(), at, (!cleared.gt).into())
}

/// Returns the operation for the moves of a group 3 instruction; `None` if the instruction has no moves.
pub(super) fn group3_moves(arithmetic: &Arithmetic, bits: u16) -> Option<Op> {
    let bits = arithmetic.moves_in(bits);
    Some(match bits {
        0 => return None,
        g3::CLA => Kind::Keep.on(LINK as u16),
        g3::MQA => Kind::Mqa.bare(),
        g3::MQL => Kind::Mql.bare(),
        bits if bits == g3::CLA | g3::MQL => Kind::Cam.bare(),
        bits if bits == g3::CLA | g3::MQA => Kind::Acl.bare(),
        bits if bits == g3::MQA | g3::MQL => Kind::Swp.bare(),
        bits => Kind::Moves.on(bits),
    })
}

/// Returns the operation for the EAE function of a group 3 instruction at `at`; `None` if the instruction has no
/// function. `after` is the word after the instruction.
pub(super) fn group3_function(arithmetic: &Arithmetic, bits: u16, at: u16, after: u16) -> Option<Op> {
    let operand = following(at);
    Some(match event3(arithmetic.eae, arithmetic.mode_b, bits) {
        Event3::Nothing => return None,
        Event3::Mode(mode_b) => Kind::ChangeMode.on(mode_b.into()),
        Event3::Registers(0o01) => Kind::Acs.on(at),
        Event3::Registers(0o04) => Kind::Nmi.on(at),
        Event3::Registers(0o10) => Kind::Sca.on(at),
        Event3::Registers(0o14) => Kind::Dpsz.on(at),
        Event3::Registers(0o15) => Kind::Dpic.on(at),
        Event3::Registers(0o16) => Kind::Dcm.on(at),
        Event3::Registers(_) => Kind::Sam.on(at),
        Event3::Operand(1) => Kind::Scl.on(operand),
        Event3::Operand(2) => Kind::Muy.on(operand),
        Event3::Operand(3) => Kind::Dvi.on(operand),
        Event3::Operand(5) => Kind::Shl.with(operand, after, 0),
        Event3::Operand(6) => Kind::Asr.with(operand, after, 0),
        Event3::Operand(_) => Kind::Lsr.with(operand, after, 0),
        Event3::Addressed(2) => Kind::MuyThrough.on(operand),
        Event3::Addressed(3) => Kind::DviThrough.on(operand),
        Event3::Addressed(DAD) => Kind::Dad.on(operand),
        Event3::Addressed(_) => Kind::Dst.on(operand),
    })
}
