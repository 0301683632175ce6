//! A program under the debugger, as the adapter uses it: a FOCAL program or a machine program.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::breakpoints::Wanted;
use super::sources::Sources;
use crate::debugger::Step;
use crate::debugger::past::PastValue;

/// The state of the program after [`Program::run`] has run it for a limited time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The program is still running.
    Runs,
    /// The program waits for a key.
    Awaits,
    /// The program has stopped.
    Stopped(Stopped),
    /// The program has ended.
    Ended,
}

/// A stop of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The protocol's word for the reason, such as `breakpoint`.
    pub reason: &'static str,
    /// The reason in words.
    pub description: String,
    /// The IDs of the breakpoints that stopped the program.
    pub breakpoints: Vec<u64>,
}

impl Stopped {
    /// Makes a stop that is not at a breakpoint.
    pub fn new(reason: &'static str, description: impl Into<String>) -> Self {
        Stopped { reason, description: description.into(), breakpoints: Vec::new() }
    }
}

/// The way in which a program starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// The program runs without stops.
    Undebugged,
    /// The program runs to its first stop.
    Runs,
    /// The program stops before its first command or instruction.
    Stops,
}

/// The unit of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Granularity {
    /// A FOCAL command, or a statement of PAL.
    #[default]
    Statement,
    /// A line of the source.
    Line,
    /// An instruction of the machine.
    Instruction,
}

/// A step backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// A step to the previous command or instruction, without a stop in code that this command or instruction called.
    Step,
    /// A step to the previous command or instruction.
    Into,
    /// A run backwards to the last stop at a breakpoint or at a watched variable.
    Breakpoint,
}

/// A position in one of the texts of a program. Line and column are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The index of the text among the texts of the program.
    pub source: usize,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl From<crate::pal::Position> for Position {
    /// Converts a position of the assembler, which counts lines and columns from 1.
    fn from(at: crate::pal::Position) -> Self {
        Position { source: at.source, line: at.line - 1, column: at.column - 1 }
    }
}

/// A line of the stack trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The name of the frame.
    pub name: String,
    /// The position in a text, if there is one.
    pub position: Option<Position>,
    /// The address of the frame's instruction, as the protocol writes it. `None` for FOCAL.
    pub instruction: Option<String>,
}

/// The error or the HLT that stopped the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The code of the error, or `HLT`.
    pub id: String,
    /// The explanation of the error or the HLT.
    pub description: String,
}

/// Text for the client's console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The protocol's category: `stdout` for the paper, `console` for the messages of log points.
    pub category: &'static str,
    /// The text.
    pub text: String,
    /// The position to which the text belongs, if any.
    pub position: Option<Position>,
}

impl Output {
    /// Returns printed codes as text, without bells and other control characters. Returns `None` for an empty text.
    pub fn of_paper(printed: &[u8]) -> Option<Self> {
        let is_shown = |mark: &char| *mark == '\n' || *mark == '\t' || !mark.is_control();
        let text: String = printed.iter().map(|&code| char::from(code)).filter(is_shown).collect();
        (!text.is_empty()).then_some(Output { category: "stdout", text, position: None })
    }
}

/// The purpose for which a client evaluates an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// The mouse pointer is over the expression.
    Hover,
    /// The user has typed the expression in the console.
    Console,
    /// Any other purpose.
    Other,
}

/// The result of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// The value.
    pub value: String,
    /// The address of the word that has the value, as the protocol writes it.
    pub memory: Option<String>,
    /// Whether the evaluation has changed the program's state.
    pub is_changed: bool,
}

impl Evaluated {
    /// Makes the result of an evaluation that has changed nothing.
    pub fn new(value: impl Into<String>) -> Self {
        Evaluated { value: value.into(), memory: None, is_changed: false }
    }

    /// Makes the result of an assignment.
    pub fn changed(value: impl Into<String>) -> Self {
        Evaluated { is_changed: true, ..Evaluated::new(value) }
    }
}

/// A request for instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disassembly<'a> {
    /// The address from which `offset` is counted, as the protocol writes it.
    pub reference: &'a str,
    /// The number of words from the address to the first instruction.
    pub offset: i64,
    /// The number of instructions.
    pub count: usize,
}

/// A program under the debugger.
pub trait Program: std::fmt::Debug {
    /// Returns the language of the program, which is also the name of the program's only thread.
    fn language(&self) -> &'static str;

    /// Returns the protocol's capabilities that depend on the program.
    fn capabilities(&self) -> Value;

    /// Returns the texts of the program.
    fn sources(&self) -> &Sources;

    /// Starts the program.
    fn start(&mut self, begin: Begin);

    /// Runs the program for a limited time, which is called a slice.
    fn run(&mut self) -> Outcome;

    /// Removes and returns the output since the last call.
    fn take_output(&mut self) -> Vec<Output>;

    /// Returns the exit code of the program.
    fn exit_code(&self) -> i32;

    /// Queues a line and a RETURN as input for the program.
    fn type_line(&mut self, line: &str) -> Result<(), String>;

    /// Requests a stop as soon as possible.
    fn pause(&mut self);

    /// Continues the stopped program. With `step`, the program stops again after that step.
    fn go_on(&mut self, step: Option<Step>, granularity: Granularity) -> Result<(), String>;

    /// Moves the program back in time, and returns a description of the stop that the program reaches.
    fn go_back(&mut self, back: Back) -> Result<Stopped, String>;

    /// Replaces the breakpoints of a text. Returns the position of each wanted breakpoint, or the reason why the
    /// breakpoint is not set.
    fn set_breakpoints(&mut self, source: usize, wanted: &[Wanted]) -> Vec<Result<Position, String>>;

    /// Returns the positions in these lines of a text at which a breakpoint can be set.
    fn breakpoint_locations(&mut self, source: usize, lines: RangeInclusive<usize>) -> Vec<Position>;

    /// Replaces the breakpoints at instructions. Returns the address of each wanted breakpoint, or the reason why the
    /// breakpoint is not set.
    fn set_instruction_breakpoints(&mut self, _wanted: &[Wanted]) -> Result<Vec<Result<String, String>>, String> {
        Err(NO_INSTRUCTIONS.to_owned())
    }

    /// Replaces the watched variables. For each variable, returns an error if the variable cannot be watched.
    fn watch(&mut self, names: &[String]) -> Vec<Result<(), String>>;

    /// Returns the ID and the description of a variable that can be watched.
    fn watchable(&mut self, name: &str) -> Result<(String, String), String>;

    /// Chooses the exceptions that stop the program, by the names of the protocol's filters.
    fn stop_at_exceptions(&mut self, filters: &[String]);

    /// Returns the error or the HLT that stopped the program.
    fn exception(&mut self) -> Option<Exception>;

    /// Returns the stack trace, innermost first.
    fn stack(&mut self) -> Vec<Frame>;

    /// Returns the protocol's scopes.
    fn scopes(&mut self) -> Vec<Value>;

    /// Returns the variables of a scope or group, in the JSON form of the protocol.
    fn variables(&mut self, reference: i64) -> Result<Vec<Value>, String>;

    /// Sets a variable of a scope or group to the value of an expression.
    fn set_variable(&mut self, reference: i64, name: &str, value: &str) -> Result<Evaluated, String>;

    /// Sets a variable to the value of an expression.
    fn set(&mut self, variable: &str, expression: &str) -> Result<Evaluated, String>;

    /// Evaluates an expression. In the console, the text may also be an assignment.
    fn evaluate(&mut self, expression: &str, context: Context) -> Result<Evaluated, String>;

    /// Returns the names that an expression may contain, each with the protocol's word for its kind.
    fn names(&mut self) -> BTreeMap<String, &'static str>;

    /// Returns the values that a variable has had, the oldest first.
    fn past_values(&mut self, _variable: &str) -> Result<Vec<PastValue>, String> {
        Err("only the variables of FOCAL have past values; in a machine program, watch the word".to_owned())
    }

    /// Disassembles the wanted instructions, and returns them in the JSON form of the protocol.
    fn disassemble(&mut self, _wanted: Disassembly<'_>) -> Result<Vec<Value>, String> {
        Err(NO_INSTRUCTIONS.to_owned())
    }

    /// Returns the address of the first word that is read, as the protocol writes it, and the bytes of the words.
    fn read_memory(&mut self, _reference: &str, _offset: i64, _count: usize) -> Result<(String, Vec<u8>), String> {
        Err(NO_INSTRUCTIONS.to_owned())
    }

    /// Stores bytes into words of core, and returns the number of bytes.
    fn write_memory(&mut self, _reference: &str, _offset: i64, _bytes: &[u8]) -> Result<usize, String> {
        Err(NO_INSTRUCTIONS.to_owned())
    }
}

/// The reason why a FOCAL program is not shown as instructions.
const NO_INSTRUCTIONS: &str = "a FOCAL program is debugged in commands, not in instructions of the machine";
