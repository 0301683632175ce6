//! The instructions into which `emit` translates the plan of a function. The instructions operate on 64-bit words in
//! registers, and do not check the kinds of values.
//!
//! All calls share one stack of registers. The window of a call is 256 registers of the stack: first the arguments,
//! then the intermediate results. A callee's window begins after the registers that the caller uses, so the callee's
//! result is already in the caller's window.

use super::plan::{Action, Reason};

/// The index of a register in the current window.
pub(super) type Register = u8;
/// The number of registers in the window of a call.
pub(super) const WINDOW: usize = 256;
/// The largest number of 64-bit words in the arguments of a call.
pub(super) const MAX_ARGUMENTS: usize = 10;
/// The largest number of 64-bit words in the arguments of `CallWithFew`: four for a position, and one more.
pub(super) const FEW_ARGUMENTS: usize = 5;
/// The registers that an instruction reads. If the instruction has a field `count`, only the first `count` registers
/// are used.
pub(super) type Few = [Register; MAX_ARGUMENTS];

/// The instructions into which functions are translated. Some frequent instructions have a variant with a constant
/// operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    Load {
        to: Register,
        word: u64,
    },
    Copy {
        to: Register,
        from: Register,
    },
    And {
        to: Register,
        left: Register,
        right: Register,
    },
    AndKnown {
        to: Register,
        left: Register,
        right: u64,
    },
    Or {
        to: Register,
        left: Register,
        right: Register,
    },
    Without {
        to: Register,
        left: Register,
        right: Register,
    },
    KnownWithout {
        to: Register,
        left: u64,
        right: Register,
    },
    Shift {
        to: Register,
        left: Register,
        right: Register,
    },
    MultiplyKnown {
        to: Register,
        left: Register,
        right: i64,
    },
    Negate {
        to: Register,
        from: Register,
    },
    SingleDigit {
        to: Register,
        from: Register,
    },
    Make {
        action: Action,
        to: Register,
        left: Register,
        right: Register,
    },
    /// Computes `made <- Shift(left, right)`, then `to <- made ∧ other`.
    ShiftAnd {
        made: Register,
        left: Register,
        right: Register,
        to: Register,
        other: Register,
    },
    /// Computes `made <- Shift(left, right)`, then `to <- from ∧ ~made`.
    ShiftWithout {
        made: Register,
        left: Register,
        right: Register,
        to: Register,
        from: Register,
    },
    /// Computes `made <- number * by`, then `to <- Shift(left, made)`.
    MultiplyShift {
        made: Register,
        number: Register,
        by: i64,
        to: Register,
        left: Register,
    },
    /// Computes `to <- left ∧ right`, then jumps if `to` is not 0.
    AndJump {
        to: Register,
        left: Register,
        right: Register,
        target: u32,
    },
    /// Computes `to <- left ∨ right`, then jumps if `to` is not 0.
    OrJump {
        to: Register,
        left: Register,
        right: Register,
        target: u32,
    },
    DepthLimit {
        to: Register,
    },
    Tally,
    Jump {
        target: u32,
    },
    JumpUnlessEqual {
        left: Register,
        right: Register,
        target: u32,
    },
    JumpUnlessKnown {
        left: Register,
        right: u64,
        target: u32,
    },
    JumpIfKnown {
        left: Register,
        right: u64,
        target: u32,
    },
    JumpUnlessLess {
        left: Register,
        right: Register,
        target: u32,
    },
    JumpUnlessBelow {
        left: Register,
        right: Register,
        target: u32,
    },
    Call {
        version: u16,
        at: Register,
        weight: u8,
        arguments: Few,
    },
    /// A call with at most [`FEW_ARGUMENTS`] words of arguments. It copies fewer words than `Call`, and is faster.
    CallWithFew {
        version: u16,
        at: Register,
        weight: u8,
        arguments: [Register; FEW_ARGUMENTS],
    },
    ReturnOne {
        from: Register,
    },
    Return {
        count: u8,
        words: Few,
    },
    /// Returns from a function whose code contains `Begin`. If `Begin` has made a list, the result is that list
    /// followed by the list `rest`. Otherwise the result is `rest`.
    ReturnList {
        rest: Register,
        list: Register,
        width: u8,
    },
    /// Adds a cell at the end of a list, or begins the list if it is empty. Register `list` contains the index of the
    /// last cell, or 0 if the list is empty. Register `list + 1` contains the index of the first cell.
    Begin {
        list: Register,
        count: u8,
        words: Few,
    },
    Again {
        version: u16,
        count: u8,
        arguments: Few,
    },
    Cell {
        to: Register,
        rest: Register,
        count: u8,
        words: Few,
    },
    Next {
        list: Register,
        to: Register,
        width: u8,
    },
    Append {
        to: Register,
        first: Register,
        rest: Register,
        width: u8,
    },
    /// Inserts a member into a sorted list, unless the list already contains the member. The order is ascending.
    Insert {
        to: Register,
        rest: Register,
        signed: u8,
        count: u8,
        words: Few,
    },
    Mark {
        to: Register,
    },
    Release {
        mark: Register,
    },
    Leave(Reason),
}
