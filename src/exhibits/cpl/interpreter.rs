//! The machine that runs compiled programs. Its calls wait on a stack of its own, never on the host's.

use super::code::{Code, Instruction, Operand};
use super::fault::Fault;
use super::operate::{binary, unary};
use super::program::{PRELUDE_SOURCE, Program};
use super::runtime::next;
use super::source::{Complaint, Place, Source};
use super::syntax::{Expression, ExpressionKind, Named};
use super::value::{Tuple, Value};

/// How many calls may wait for each other.
pub const CALL_LIMIT: usize = 250_000;

/// How many of the waiting functions an error message names.
const CALLERS_SHOWN: usize = 4;

/// A program and the state of running it.
#[derive(Clone, Debug)]
pub struct Interpreter {
    program: Program,
    depth_limit: i64,
    evaluated: u64,
    registers: Vec<Value>,
    waiting: Vec<Waiting>,
}

/// A call that waits for another to end.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// The instruction to go on with.
    resume: usize,
    /// Where its window begins.
    base: usize,
}

impl Interpreter {
    /// An interpreter with `DepthLimit` 2.
    pub fn new(program: Program) -> Interpreter {
        Interpreter { program, depth_limit: 2, evaluated: 0, registers: Vec::new(), waiting: Vec::new() }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Sets the `DepthLimit` that the program sees.
    pub fn set_depth_limit(&mut self, depth_limit: i64) {
        self.depth_limit = depth_limit;
    }

    /// How many positions have been evaluated, that is how often `Terminal` has been asked, since this was asked last.
    pub fn take_evaluated(&mut self) -> u64 {
        std::mem::take(&mut self.evaluated)
    }

    /// The value of an expression, typed in by hand.
    pub fn evaluate(&mut self, text: &str) -> Result<Value, Vec<Complaint>> {
        let addition = self.program.with_expression(text)?;
        let result = self.run(addition.function);
        self.program.remove(&addition);
        result.map_err(|complaint| vec![complaint])
    }

    /// The value of a function, of the program or of the run-time, for given arguments.
    pub fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, Complaint> {
        let shown: Vec<String> = arguments.iter().map(Value::to_string).collect();
        let source = Source::new("call", &format!("{name}({})", shown.join(", ")));
        let place = Place { start: 0, end: name.len() };
        let constant = |value: &Value| Expression { place, kind: ExpressionKind::Constant(value.clone()) };
        let arguments = arguments.iter().map(constant).collect();
        let name = Named { name: name.to_owned(), place };
        let expression = Expression { place, kind: ExpressionKind::Call { name, arguments } };
        let addition = self.program.add(source, expression).map_err(|mut complaints| complaints.remove(0))?;
        let result = self.run(addition.function);
        self.program.remove(&addition);
        result
    }

    /// Runs a function without parameters.
    fn run(&mut self, function: usize) -> Result<Value, Complaint> {
        self.waiting.clear();
        let result = self.execute(function);
        self.registers.clear();
        result.map_err(|(at, fault)| self.complain(at, fault))
    }

    /// The fault, placed at the innermost call that stands in the program's own text.
    fn complain(&self, at: usize, fault: Fault) -> Complaint {
        let code = &self.program.code;
        // A waiting call resumes after its call instruction.
        let callers = self.waiting.iter().skip(1).rev().map(|waiting| waiting.resume - 1);
        let mut calls = std::iter::once(at).chain(callers).map(|at| (at, code.function_at(at)));
        let own = calls.find(|(_, function)| function.source != PRELUDE_SOURCE);
        let (at, function) = own.unwrap_or((at, code.function_at(at)));
        let mut complaint = code.sources[function.source].complain(code.places[at], fault);
        let within = std::iter::once(function).chain(calls.map(|(_, function)| function));
        complaint.within = within.take(CALLERS_SHOWN).map(|function| function.name.clone()).collect();
        if complaint.within == ["the call"] {
            complaint.within.clear();
        }
        complaint
    }

    /// The loop. A fault comes with the instruction that met it.
    fn execute(&mut self, function: usize) -> Result<Value, (usize, Fault)> {
        let Code { functions, instructions, constants, faults, .. } = &self.program.code;
        let reading = self.program.reading;
        let registers = &mut self.registers;
        let waiting = &mut self.waiting;
        let mut base = 0;
        let mut at = functions[function].start;
        registers.resize(functions[function].registers, Value::default());
        waiting.push(Waiting { resume: at, base });

        macro_rules! read {
            ($operand:expr) => {
                read(registers, constants, base, $operand)
            };
        }
        macro_rules! write {
            ($to:expr, $value:expr) => {{
                let value = $value;
                registers[base + usize::from($to)] = value;
            }};
        }
        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => return Err((at, fault)),
                }
            };
        }

        loop {
            match instructions[at] {
                Instruction::Copy { to, from } => write!(to, read!(from).clone()),
                Instruction::Binary { operator, to, left, right } => {
                    write!(to, check!(binary(operator, read!(left), read!(right), reading)));
                }
                Instruction::Unary { sign, to, from } => write!(to, check!(unary(sign, read!(from), reading))),
                Instruction::Null { to, from } => write!(to, Value::Truth(read!(from).is_null())),
                Instruction::JumpUnless { condition, target } => match read!(condition) {
                    Value::Truth(true) => {}
                    Value::Truth(false) => {
                        at = target as usize;
                        continue;
                    }
                    other => return Err((at, Fault::NotTruth(other.kind()))),
                },
                Instruction::Jump { target } => {
                    at = target as usize;
                    continue;
                }
                Instruction::Tuple { to, first, count } => {
                    let first = base + usize::from(first);
                    let members = &mut registers[first..first + usize::from(count)];
                    write!(
                        to,
                        Value::Tuple(members.iter_mut().map(std::mem::take).collect::<std::rc::Rc<[Value]>>().into())
                    );
                }
                Instruction::Unpack { from, to, count } => {
                    let tuple = match read!(from) {
                        Value::Tuple(tuple) if tuple.members().len() == usize::from(count) => tuple.clone(),
                        other => return Err((at, misfit(other, count))),
                    };
                    let to = base + usize::from(to);
                    registers[to..to + usize::from(count)].clone_from_slice(tuple.members());
                }
                Instruction::Uncons { from, to } => {
                    let (first, rest) = check!(next(read!(from)));
                    let (first, rest) = (first.clone(), Value::List(rest.clone()));
                    write!(to, first);
                    write!(to + 1, rest);
                }
                Instruction::Primitive { primitive, to, first, count } => {
                    let first = base + usize::from(first);
                    let arguments = &registers[first..first + usize::from(count)];
                    write!(to, check!(primitive.apply(arguments, reading)));
                }
                Instruction::DepthLimit { to } => write!(to, Value::Number(self.depth_limit)),
                Instruction::Tally => self.evaluated += 1,
                Instruction::Call { function, first } => {
                    if waiting.len() > CALL_LIMIT {
                        return Err((at, Fault::TooDeep(CALL_LIMIT)));
                    }
                    waiting.push(Waiting { resume: at + 1, base });
                    base += usize::from(first);
                    let function = &functions[usize::from(function)];
                    if registers.len() < base + function.registers {
                        registers.resize(base + function.registers, Value::default());
                    }
                    at = function.start;
                    continue;
                }
                Instruction::Return { from } => {
                    let value = match from.place() {
                        // Nobody will look at this window again.
                        Ok(register) => std::mem::take(&mut registers[base + register]),
                        Err(constant) => constants[constant].clone(),
                    };
                    let caller = waiting.pop().expect("every call has a caller");
                    if waiting.is_empty() {
                        return Ok(value);
                    }
                    registers[base] = value;
                    base = caller.base;
                    at = caller.resume;
                    continue;
                }
                Instruction::Fail { fault } => return Err((at, faults[fault as usize].clone())),
            }
            at += 1;
        }
    }
}

#[inline]
fn read<'a>(registers: &'a [Value], constants: &'a [Value], base: usize, operand: Operand) -> &'a Value {
    match operand.place() {
        Ok(register) => &registers[base + register],
        Err(constant) => &constants[constant],
    }
}

#[cold]
fn misfit(value: &Value, wanted: u16) -> Fault {
    let found = match value {
        Value::Tuple(tuple) => format!("a tuple of {}", Tuple::members(tuple).len()),
        other => other.kind().to_owned(),
    };
    Fault::Pattern { wanted: wanted.into(), found }
}
