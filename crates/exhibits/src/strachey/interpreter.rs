//! The interpreter of compiled programs. Calls that wait for other calls are on the interpreter's own stack, not on the
//! host's stack.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::code::{Code, Instruction, Operand, Primitive};
use super::fault::Fault;
use super::names::Callee;
use super::operate::{binary, bits, numbers, unary};
use super::operator::Operator;
use super::program::{PRELUDE_SOURCE, Program};
use super::runtime::{CALL_LIMIT, STEPS_BETWEEN_CHECKS, min_list, next, shift, single_digit};
use super::source::{Complaint, Place, Source};
use super::syntax::{Expression, ExpressionKind, Named, Sign};
use super::typed::{Reason, Typed};
use super::value::{List, Tuple, Value};

/// The largest number of functions that an error message names. The message names the functions of the innermost calls.
const CALLERS_SHOWN: usize = 4;

/// The largest depth of calls at which the interpreter passes a call to the typed machine, which is faster (see
/// `typed`).
const TYPED_DEPTH: usize = 3;

/// An interpreter of one program.
#[derive(Clone, Debug)]
pub struct Interpreter {
    program: Program,
    /// The values that the user has named by `let`.
    pub(super) named: HashMap<String, Value>,
    depth_limit: i64,
    evaluated: u64,
    registers: Vec<Value>,
    waiting: Vec<Waiting>,
    give_up: Arc<AtomicBool>,
    /// The number of calls and backward jumps since the interpreter was created.
    calls: u64,
    typed: Typed,
    /// Whether the interpreter executes every call itself, and passes no call to the faster typed machine (see
    /// `typed`).
    is_plain: bool,
    /// Whether the interpreter passes no further call of the run to the typed machine. The value is true if `is_plain`
    /// is true, or after the typed machine has ended a call with [`Reason::Fault`].
    has_left: bool,
}

/// A call that waits for another call to end.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// The index of the instruction at which the call resumes.
    resume: usize,
    /// The index of the call's first register.
    base: usize,
}

impl Interpreter {
    /// Creates an interpreter with `DepthLimit` 2.
    pub fn new(program: Program) -> Interpreter {
        Interpreter {
            program,
            named: HashMap::new(),
            depth_limit: 2,
            evaluated: 0,
            registers: Vec::new(),
            waiting: Vec::new(),
            give_up: Arc::default(),
            calls: 0,
            typed: Typed::default(),
            is_plain: false,
            has_left: false,
        }
    }

    /// Makes the interpreter execute every call itself, and pass no call to the typed machine (see `typed`). Runs then
    /// take several times longer.
    #[doc(hidden)]
    pub fn stay_plain(&mut self) {
        self.is_plain = true;
    }

    /// Returns the program that the interpreter runs.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Sets the value of `DepthLimit` in the program.
    pub fn set_depth_limit(&mut self, depth_limit: i64) {
        self.depth_limit = depth_limit;
    }

    /// Registers a flag that can interrupt a run. While the flag is true, a run stops with [`Fault::Interrupted`]. The
    /// interpreter checks the flag every 4096 calls and backward jumps.
    pub fn give_up_when(&mut self, set: Arc<AtomicBool>) {
        self.give_up = set;
    }

    /// Returns the number of positions evaluated, and sets the number to 0. Every call of `Terminal` counts as one
    /// position.
    pub(crate) fn take_evaluated(&mut self) -> u64 {
        std::mem::take(&mut self.evaluated)
    }

    /// Calls a function of the program or of the run-time library.
    pub fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, Box<Complaint>> {
        let shown: Vec<String> = arguments.iter().map(Value::to_string).collect();
        let source = Source::new("call", &format!("{name}({})", shown.join(", ")));
        let place = Place { start: 0, end: name.len() };
        let constant = |value: &Value| Expression { place, kind: ExpressionKind::Constant(value.clone()) };
        let arguments = arguments.iter().map(constant).collect();
        let name = Named { name: name.to_owned(), place };
        let expression = Expression { place, kind: ExpressionKind::Call { name, arguments } };
        self.work_out(source, expression).map_err(|mut complaints| Box::new(complaints.remove(0)))
    }

    /// Returns the value of an expression. `source` is the text that contains the expression.
    pub(super) fn work_out(&mut self, source: Source, expression: Expression) -> Result<Value, Vec<Complaint>> {
        let addition = self.program.add(source, expression)?;
        let result = self.run(addition.function);
        self.program.remove(&addition);
        result.map_err(|complaint| vec![*complaint])
    }

    /// Replaces the program, and keeps the settings.
    pub(super) fn replace(&mut self, program: Program) {
        self.program = program;
        self.typed = Typed::default();
    }

    /// Runs a function without parameters.
    fn run(&mut self, function: usize) -> Result<Value, Box<Complaint>> {
        self.waiting.clear();
        self.has_left = self.is_plain;
        let result = self.execute(function);
        self.registers.clear();
        result.map_err(|(at, fault)| Box::new(self.complain(at, fault)))
    }

    /// Returns a complaint about a fault. The complaint shows the innermost call that is not in the prelude.
    fn complain(&self, at: usize, fault: Fault) -> Complaint {
        let code = &self.program.code;
        // A waiting call resumes after its call instruction.
        let callers = self.waiting.iter().skip(1).rev().map(|waiting| waiting.resume - 1);
        let mut calls = std::iter::once(at).chain(callers).map(|at| (at, code.function_at(at)));
        let own = calls.find(|(_, function)| function.source != PRELUDE_SOURCE);
        let (at, function) = own.unwrap_or((at, code.function_at(at)));
        let mut complaint = code.sources[function.source].complain(code.places[at], fault);
        let within = std::iter::once((at, function)).chain(calls);
        let named = within.filter(|(_, function)| self.program.is_own(function));
        let names = named.flat_map(|(at, function)| code.stand_in_at(at).into_iter().chain([function.name.as_str()]));
        complaint.within = names.take(CALLERS_SHOWN).map(str::to_owned).collect();
        complaint.within.dedup();
        complaint
    }

    /// Executes a function without parameters. If a fault occurs, returns the fault and the index of the instruction
    /// that caused it.
    fn execute(&mut self, function: usize) -> Result<Value, (usize, Fault)> {
        let Code { functions, instructions, constants, faults, .. } = &self.program.code;
        let sources = self.program.typed_sources();
        let reading = self.program.reading;
        let registers = &mut self.registers;
        let waiting = &mut self.waiting;
        let mut base = 0;
        let mut at = functions[function].start;
        registers.resize(functions[function].registers, Value::default());
        waiting.push(Waiting { resume: at, base });

        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => return Err((at, fault)),
                }
            };
        }

        // `window` holds the registers of one call. It is set again whenever a call begins or ends.
        'window: loop {
            let window = &mut registers[base..];
            macro_rules! read {
                ($operand:expr) => {
                    read(window, constants, $operand)
                };
            }
            macro_rules! register {
                ($to:expr) => {
                    window[usize::from($to)]
                };
            }
            loop {
                match instructions[at] {
                    Instruction::Copy { to, from } => match *read!(from) {
                        Value::Number(number) => register!(to).set_number(number),
                        Value::Bits(bits) => register!(to).set_bits(bits),
                        Value::Tuple(ref tuple) => {
                            let tuple = tuple.clone();
                            register!(to).set_tuple(tuple);
                        }
                        ref other => register!(to) = other.clone(),
                    },
                    Instruction::And { to, left, right } => match (read!(left), read!(right)) {
                        (&Value::Bits(a), &Value::Bits(b)) => register!(to).set_bits(a & b),
                        (left, right) => register!(to) = check!(binary(Operator::And, left, right, reading)),
                    },
                    Instruction::Or { to, left, right } => match (read!(left), read!(right)) {
                        (&Value::Bits(a), &Value::Bits(b)) => register!(to).set_bits(a | b),
                        (left, right) => register!(to) = check!(binary(Operator::Or, left, right, reading)),
                    },
                    Instruction::Multiply { to, left, right } => {
                        let product = match (read!(left), read!(right)) {
                            (&Value::Number(a), &Value::Number(b)) => a.checked_mul(b),
                            _ => None,
                        };
                        match product {
                            Some(product) => register!(to).set_number(product),
                            None => {
                                register!(to) = check!(binary(Operator::Multiply, read!(left), read!(right), reading))
                            }
                        }
                    }
                    Instruction::Shift { to, left, right } => match (read!(left), read!(right)) {
                        (&Value::Bits(bits), &Value::Number(distance)) => register!(to).set_bits(shift(bits, distance)),
                        (left, right) => register!(to) = check!(Primitive::Shift.of_two(left, right, reading)),
                    },
                    Instruction::Binary { operator, to, left, right } => {
                        let result = match (read!(left), read!(right)) {
                            (&Value::Number(a), &Value::Number(b)) => numbers(operator, a, b).map(Scalar::Number),
                            (&Value::Bits(a), &Value::Bits(b)) => bits(operator, a, b, reading).map(Scalar::Bits),
                            _ => None,
                        };
                        match result {
                            Some(Scalar::Number(number)) => register!(to).set_number(number),
                            Some(Scalar::Bits(bits)) => register!(to).set_bits(bits),
                            None => register!(to) = check!(binary(operator, read!(left), read!(right), reading)),
                        }
                    }
                    Instruction::Unary { sign, to, from } => match (sign, read!(from)) {
                        (Sign::Minus, &Value::Number(number)) if number != i64::MIN => {
                            register!(to).set_number(-number)
                        }
                        (Sign::Not, &Value::Bits(bits)) => register!(to).set_bits(!bits),
                        (_, operand) => register!(to) = check!(unary(sign, operand, reading)),
                    },
                    Instruction::Without { to, left, right } => match (read!(left), read!(right)) {
                        (&Value::Bits(a), &Value::Bits(b)) => register!(to).set_bits(a & !b),
                        (left, right) => {
                            let right = check!(unary(Sign::Not, right, reading));
                            register!(to) = check!(binary(Operator::And, left, &right, reading));
                        }
                    },
                    Instruction::One { primitive, to, argument } => match (primitive, read!(argument)) {
                        (Primitive::SingleDigitFrom, &Value::Bits(bits)) => register!(to).set_bits(single_digit(bits)),
                        (_, argument) => register!(to) = check!(primitive.of_one(argument, reading)),
                    },
                    Instruction::Two { primitive, to, left, right } => {
                        register!(to) = check!(primitive.of_two(read!(left), read!(right), reading));
                    }
                    Instruction::MinList { to, first, count } => {
                        let first = usize::from(first);
                        register!(to) = min_list(&window[first..first + usize::from(count)]);
                    }
                    Instruction::JumpUnless { condition, target } => match read!(condition) {
                        Value::Truth(true) => {}
                        Value::Truth(false) => {
                            at = target as usize;
                            continue;
                        }
                        other => return Err((at, Fault::NotTruth(other.kind()))),
                    },
                    Instruction::JumpUnlessNull { from, target } => {
                        if !read!(from).is_null() {
                            at = target as usize;
                            continue;
                        }
                    }
                    Instruction::JumpUnlessSo { operator, left, right, target } => {
                        let so = match (operator, read!(left), read!(right)) {
                            (Operator::Equal, Value::Number(a), Value::Number(b)) => a == b,
                            (Operator::Less, Value::Number(a), Value::Number(b)) => a < b,
                            (Operator::Greater, Value::Number(a), Value::Number(b)) => a > b,
                            (Operator::Equal, left, right) => left.equals(right),
                            (_, left, right) => check!(binary(operator, left, right, reading)) == Value::Truth(true),
                        };
                        if !so {
                            at = target as usize;
                            continue;
                        }
                    }
                    Instruction::Jump { target } => {
                        at = target as usize;
                        continue;
                    }
                    Instruction::Loop { target } => {
                        self.calls += 1;
                        if self.calls.is_multiple_of(STEPS_BETWEEN_CHECKS) && self.give_up.load(Ordering::Relaxed) {
                            return Err((at, Fault::Interrupted));
                        }
                        at = target as usize;
                        continue;
                    }
                    Instruction::JumpUnlessMore { when, condition, target } => {
                        let holds = match read!(condition) {
                            Value::Truth(truth) => *truth,
                            Value::List(list) => !list.is_empty(),
                            other => return Err((at, Fault::NotLoopCondition(other.kind()))),
                        };
                        if holds != when {
                            at = target as usize;
                            continue;
                        }
                    }
                    Instruction::Tuple { to, first, count } => {
                        let first = usize::from(first);
                        let members = &mut window[first..first + usize::from(count)];
                        let tuple = Tuple::take(members);
                        register!(to).set_tuple(tuple);
                    }
                    Instruction::List { to, first, count } => {
                        let first = usize::from(first);
                        let members = &mut window[first..first + usize::from(count)];
                        let members = List::from(members.iter_mut().map(std::mem::take));
                        register!(to) = Value::List(members);
                    }
                    Instruction::Unpack { from, to, count } => {
                        // Moving the value out of the register is cheaper than a clone, which would count another
                        // reference.
                        let held = match from.place() {
                            Ok(register) => std::mem::take(&mut window[register]),
                            Err(constant) => constants[constant].clone(),
                        };
                        match &held {
                            Value::Tuple(tuple) if tuple.members().len() == usize::from(count) => {
                                let to = usize::from(to);
                                let registers = &mut window[to..to + usize::from(count)];
                                registers.iter_mut().zip(tuple.members()).for_each(|(to, member)| to.set(member));
                            }
                            other => return Err((at, misfit(other, count))),
                        }
                        if let Ok(register) = from.place() {
                            window[register] = held;
                        }
                    }
                    Instruction::Uncons { from, to } => {
                        let (first, rest) = check!(next(read!(from)));
                        let (first, rest) = (first.clone(), Value::List(rest.clone()));
                        register!(to) = first;
                        register!(to + 1) = rest;
                    }
                    Instruction::DepthLimit { to } => register!(to).set_number(self.depth_limit),
                    Instruction::Tally => self.evaluated += 1,
                    Instruction::Call { .. } | Instruction::CallValue { .. } => {
                        let (function, first) = match instructions[at] {
                            Instruction::Call { function, first } => (function, first),
                            Instruction::CallValue { callee, first, count, fault } => {
                                let Value::Function(name) = read!(callee) else {
                                    return Err((at, faults[fault as usize].clone()));
                                };
                                match check!(self.program.callee(name, count.into())) {
                                    Callee::Function(index) => (index as u16, first),
                                    Callee::Primitive(primitive) => {
                                        let arguments = &window[usize::from(first)..][..usize::from(count)];
                                        let result = check!(primitive.of(arguments, reading));
                                        register!(first) = result;
                                        at += 1;
                                        continue;
                                    }
                                }
                            }
                            _ => unreachable!("the pattern has no other instruction"),
                        };
                        if waiting.len() > CALL_LIMIT {
                            return Err((at, Fault::TooDeep(CALL_LIMIT)));
                        }
                        self.calls += 1;
                        if self.calls.is_multiple_of(STEPS_BETWEEN_CHECKS) && self.give_up.load(Ordering::Relaxed) {
                            return Err((at, Fault::Interrupted));
                        }
                        if !self.has_left && waiting.len() <= TYPED_DEPTH {
                            let index = usize::from(function);
                            let first = usize::from(first);
                            let arguments = &window[first..first + functions[index].parameters];
                            let (depth_limit, give_up) = (self.depth_limit, &*self.give_up);
                            match self.typed.call(&sources, index, arguments, depth_limit, give_up, waiting.len()) {
                                Ok(done) => {
                                    self.evaluated += done.evaluated;
                                    window[first] = done.value;
                                    at += 1;
                                    continue;
                                }
                                Err(reason) => self.has_left = reason == Reason::Fault,
                            }
                        }
                        waiting.push(Waiting { resume: at + 1, base });
                        base += usize::from(first);
                        let function = &functions[usize::from(function)];
                        if registers.len() < base + function.registers {
                            registers.resize(base + function.registers, Value::default());
                        }
                        at = function.start;
                        continue 'window;
                    }
                    Instruction::Return { from } => {
                        match from.place() {
                            Ok(register) => match window[register] {
                                Value::Number(number) => window[0].set_number(number),
                                Value::Bits(bits) => window[0].set_bits(bits),
                                // The rest of this window is not used again.
                                _ => window.swap(0, register),
                            },
                            Err(constant) => window[0].set(&constants[constant]),
                        }
                        let caller = waiting.pop().expect("every call has a caller");
                        if waiting.is_empty() {
                            return Ok(std::mem::take(&mut window[0]));
                        }
                        base = caller.base;
                        at = caller.resume;
                        continue 'window;
                    }
                    Instruction::Fail { fault } => return Err((at, faults[fault as usize].clone())),
                }
                at += 1;
            }
        }
    }
}

/// A result that needs no heap memory: a number or a bit string.
enum Scalar {
    Number(i64),
    Bits(u64),
}

#[inline]
fn read<'a>(window: &'a [Value], constants: &'a [Value], operand: Operand) -> &'a Value {
    match operand.place() {
        Ok(register) => &window[register],
        Err(constant) => &constants[constant],
    }
}

#[cold]
pub(super) fn misfit(value: &Value, wanted: u16) -> Fault {
    let found = match value {
        Value::Tuple(tuple) => format!("a tuple of {}", Tuple::members(tuple).len()),
        other => other.kind().to_owned(),
    };
    Fault::Pattern { wanted: wanted.into(), found }
}
