//! The last form of versions: instructions on words in registers, whose kinds are no longer checked.
//!
//! A call has a window of 256 registers on one stack: its arguments, then whatever is made. A callee's window begins
//! behind what its caller holds, so the result comes back in place.

use super::plan::{Action, Reason};

/// A register of the current window.
pub(super) type Register = u8;
/// How many registers a window has.
pub(super) const WINDOW: usize = 256;
/// How many words can be handed to a call.
pub(super) const MAX_ARGUMENTS: usize = 10;
/// How many are few: a position, and one more.
pub(super) const FEW_ARGUMENTS: usize = 5;
/// Registers that an instruction reads one after another; as many count as it says.
pub(super) type Few = [Register; MAX_ARGUMENTS];

/// The instructions of the fast machine. The most frequent ones have a form for a known operand.
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
    /// Shift, then And with `other`.
    ShiftAnd {
        made: Register,
        left: Register,
        right: Register,
        to: Register,
        other: Register,
    },
    /// Shift, then `from` Without that.
    ShiftWithout {
        made: Register,
        left: Register,
        right: Register,
        to: Register,
        from: Register,
    },
    /// MultiplyKnown, then Shift by that.
    MultiplyShift {
        made: Register,
        number: Register,
        by: i64,
        to: Register,
        left: Register,
    },
    /// And, then a jump unless that is 0.
    AndJump {
        to: Register,
        left: Register,
        right: Register,
        target: u32,
    },
    /// Or, then a jump unless that is 0.
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
    /// A call with few arguments, which are copied faster.
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
    /// Ends a call that may have begun a list: what is returned becomes the list's rest.
    ReturnList {
        rest: Register,
        list: Register,
        width: u8,
    },
    /// Another cell at the end of a list; its first and last are in two registers.
    Begin {
        list: Register,
        count: u8,
        words: Few,
    },
    Again {
        version: u16,
        weight: u8,
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
    /// A list in ascending order with one more member, unless it is there.
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
