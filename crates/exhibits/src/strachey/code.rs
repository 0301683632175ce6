//! The code into which a CPL program is compiled: three-address instructions on registers.
//!
//! Each call of a function has a window of registers on one growing stack: first the parameters of the function, then
//! the names that `let` defines, then intermediate results. A caller puts the arguments where the callee's window will
//! begin, so a call copies nothing. The callee leaves the result in the first register of the callee's window.
//!
//! ```text
//! caller's window   | P | V | L | d | ... | argument 0 | argument 1 |
//! callee's window                         |  P         |  d         | X | Y | ... |
//! ```

use std::ops::Range;

use super::fault::Fault;
use super::operator::Operator;
use super::source::{Place, Source};
use super::syntax::Sign;
use super::value::Value;

/// The index of a register in the current window.
pub(super) type Register = u16;

/// The operand of an instruction. If the high bit is set, the operand is a constant of the program; otherwise it is a
/// register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Operand(u16);

impl Operand {
    const CONSTANT: u16 = 0x8000;

    /// The number of registers that an operand can address, and also the number of constants.
    pub(crate) const LIMIT: usize = Self::CONSTANT as usize;

    pub(crate) fn register(register: Register) -> Operand {
        Operand(register)
    }

    pub(crate) fn constant(index: usize) -> Operand {
        Operand(Self::CONSTANT | index as u16)
    }

    /// Returns `Ok` with the register's index if the operand is a register, and `Err` with the constant's index if the
    /// operand is a constant.
    #[inline]
    pub(crate) fn place(self) -> Result<usize, usize> {
        if self.0 & Self::CONSTANT == 0 { Ok(usize::from(self.0)) } else { Err(usize::from(self.0 & !Self::CONSTANT)) }
    }
}

/// An instruction of a compiled program. The target of a jump is an index into all instructions of the program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Instruction {
    /// `to <- from`
    Copy { to: Register, from: Operand },
    /// `to <- left operator right`
    Binary { operator: Operator, to: Register, left: Operand, right: Operand },
    /// `to <- left ∧ right`
    And { to: Register, left: Operand, right: Operand },
    /// `to <- left ∨ right`
    Or { to: Register, left: Operand, right: Operand },
    /// `to <- left * right`
    Multiply { to: Register, left: Operand, right: Operand },
    /// `to <- Shift(left, right)`
    Shift { to: Register, left: Operand, right: Operand },
    /// `to <- left ∧ ~right`
    Without { to: Register, left: Operand, right: Operand },
    /// `to <- sign from`
    Unary { sign: Sign, to: Register, from: Operand },
    /// `to <- (first, first + 1, ...)`: moves the values from the registers into a tuple.
    Tuple { to: Register, first: Register, count: u16 },
    /// `to <- [first, first + 1, ...]`: moves the values from the registers into a list.
    List { to: Register, first: Register, count: u16 },
    /// `to, to + 1, ... <- the members of from`
    Unpack { from: Operand, to: Register, count: u16 },
    /// `to, to + 1 <- the first member and the rest of from`: the code of `let (a,b) = Next(L)`. No tuple is created.
    Uncons { from: Operand, to: Register },
    /// Jumps to `target`.
    Jump { target: u32 },
    /// Jumps to `target`, an earlier instruction, where the loop begins again.
    Loop { target: u32 },
    /// Jumps to `target` unless the condition of a loop has the truth value `when`. An empty list counts as false, and
    /// any other list as true.
    JumpUnlessMore { when: bool, condition: Operand, target: u32 },
    /// Jumps to `target` if the condition is false.
    JumpUnless { condition: Operand, target: u32 },
    /// Jumps to `target` if `Null(from)` is false.
    JumpUnlessNull { from: Operand, target: u32 },
    /// Jumps to `target` if `left operator right` is false.
    JumpUnlessSo { operator: Operator, left: Operand, right: Operand, target: u32 },
    /// `first <- function(first, first + 1, ...)`
    Call { function: u16, first: Register },
    /// `first <- callee(first, first + 1, ...)`. If the value of `callee` is not a function, stops the program with the
    /// fault that has the index `fault`.
    CallValue { callee: Operand, first: Register, count: u16, fault: u32 },
    /// `to <- primitive(argument)`
    One { primitive: Primitive, to: Register, argument: Operand },
    /// `to <- primitive(left, right)`
    Two { primitive: Primitive, to: Register, left: Operand, right: Operand },
    /// `to <- MinList(first, first + 1, ...)`
    MinList { to: Register, first: Register, count: u16 },
    /// `to <- DepthLimit`
    DepthLimit { to: Register },
    /// Counts a call of the CPL function `Terminal`.
    Tally,
    /// Ends the call with the value of `from`.
    Return { from: Operand },
    /// Stops the program with a fault that the compiler found. `fault` is the index of the fault.
    Fail { fault: u32 },
}

/// A built-in function, written in Rust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The variants are the functions of `runtime.rs`.
pub(crate) enum Primitive {
    Null,
    Next,
    Join,
    MinList,
    SingleDigitFrom,
    Shift,
    BitCount,
    Length,
    Item,
    Head,
    Rest,
    Logical,
    PrintPosition,
    MapItems,
}

/// A compiled function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: usize,
    /// The index of the function's first instruction.
    pub(crate) start: usize,
    /// The number of registers that a call of the function uses.
    pub(crate) registers: usize,
    /// The index of the text that contains the function.
    pub(crate) source: usize,
}

/// The instructions that replace a call of an inlined function.
#[derive(Clone, Debug)]
pub(super) struct StandIn {
    pub(crate) instructions: Range<usize>,
    /// The name of the inlined function.
    pub(crate) name: String,
}

/// A compiled program.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub(crate) sources: Vec<Source>,
    pub(crate) functions: Vec<Function>,
    pub(crate) instructions: Vec<Instruction>,
    /// For each instruction, the place in the source text.
    pub(crate) places: Vec<Place>,
    pub(crate) constants: Vec<Value>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) stand_ins: Vec<StandIn>,
}

impl Code {
    /// Returns the function that contains an instruction.
    pub(crate) fn function_at(&self, instruction: usize) -> &Function {
        let after = self.functions.partition_point(|function| function.start <= instruction);
        &self.functions[after - 1]
    }

    /// Returns the name of the inlined function whose body contains an instruction; `None` if the instruction is not
    /// inlined.
    pub(crate) fn stand_in_at(&self, instruction: usize) -> Option<&str> {
        let stand_in = self.stand_ins.iter().find(|stand_in| stand_in.instructions.contains(&instruction));
        stand_in.map(|stand_in| stand_in.name.as_str())
    }
}
