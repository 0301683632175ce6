//! Compiles a program's tree into instructions, one function after another.
//!
//! If no command assigns a value to the names in `let a = b`, the `let` only gives the register of `b` a second name. A
//! name to which a command assigns a value has a register of its own, and each use of the name copies the register. The
//! body of a leaf (see `leaf.rs`) replaces each call of the leaf. In the body, each parameter of the leaf only gives a
//! second name to the register or constant of the argument. An unknown name or a wrong number of arguments becomes an
//! instruction that reports the fault when the instruction is executed. So a program with such a fault runs until
//! execution reaches the fault, as it would have in 1966.

use std::collections::HashSet;
use std::rc::Rc;

use super::code::{Code, Function, Instruction, Operand, Primitive, Register, StandIn};
use super::fault::{Count, Fault};
use super::leaf::Leaves;
use super::names::{Callee, Functions, Scope};
use super::operate::unary;
use super::operator::Operator;
use super::runtime::constant;
use super::source::Place;
use super::syntax::{Command, Definition, Expression, ExpressionKind, Named, Pattern, Reading, Sign, Step, assigned};
use super::value::Value;

/// Compiles the body of a function that `code.functions` already contains. Returns an error if the program has more
/// registers, constants or functions than an instruction can address.
pub(super) fn compile(
    code: &mut Code,
    functions: &Functions,
    scope: Scope,
    leaves: &Leaves<'_>,
    index: usize,
    definition: &Definition,
) -> Result<(), Fault> {
    code.functions[index].start = code.instructions.len();
    let mut variables = HashSet::new();
    definition.body.each(&mut |part| {
        if let ExpressionKind::Block { steps, .. } = &part.kind {
            assigned(steps, &mut |name| variables.extend([name.name.as_str()]));
        }
    });
    let mut compiler = Compiler {
        code,
        functions,
        scope,
        leaves,
        variables,
        bindings: Vec::new(),
        labels: Vec::new(),
        next: 0,
        most: 1,
    };
    for parameter in &definition.parameters {
        let register = compiler.reserve();
        compiler.bind(parameter, Operand::register(register));
    }
    if definition.name.name == "Terminal" {
        compiler.emit(Instruction::Tally, definition.name.place);
    }
    compiler.tail(&definition.body);
    let registers = compiler.most;
    code.functions[index].registers = registers;
    let longest = registers.max(code.constants.len()).max(code.functions.len());
    if longest > Operand::LIMIT { Err(Fault::TooLong(definition.name.name.clone())) } else { Ok(()) }
}

/// Returns the entry in `code.functions` for a function that is not yet compiled.
pub(super) fn declare(definition: &Definition, source: usize) -> Function {
    let name = definition.name.name.clone();
    Function { name, parameters: definition.parameters.len(), start: 0, registers: 0, source }
}

struct Compiler<'a> {
    code: &'a mut Code,
    functions: &'a Functions,
    scope: Scope,
    leaves: &'a Leaves<'a>,
    /// The names to which commands of the function assign values.
    variables: HashSet<&'a str>,
    /// The names in scope, each with the operand that contains its value. A later entry hides an earlier entry of the
    /// same name.
    bindings: Vec<(String, Operand)>,
    /// The labels of the blocks around the current line, innermost last.
    labels: Vec<Labels>,
    /// The first free register. All higher registers are free too.
    next: usize,
    /// The largest number of registers that are in use at the same time.
    most: usize,
}

/// The labels of the lines of one block.
struct Labels {
    labels: Vec<Label>,
    /// The number of names in scope at the current line of the block.
    bindings: usize,
}

struct Label {
    name: String,
    /// The index of the first instruction after the label; `None` until the compiler reaches the label.
    target: Option<u32>,
    /// The earlier jumps to the label: the index of each jump, and the number of names in scope at the line with the
    /// jump.
    jumps: Vec<(usize, usize)>,
}

impl Compiler<'_> {
    fn emit(&mut self, instruction: Instruction, place: Place) -> usize {
        self.code.instructions.push(instruction);
        self.code.places.push(place);
        self.code.instructions.len() - 1
    }

    fn fail(&mut self, fault: Fault, place: Place) {
        self.code.faults.push(fault);
        let fault = self.code.faults.len() as u32 - 1;
        self.emit(Instruction::Fail { fault }, place);
    }

    /// Sets the target of the jump at index `jump` to the next instruction.
    fn land(&mut self, jump: usize) {
        let here = self.code.instructions.len() as u32;
        match &mut self.code.instructions[jump] {
            Instruction::Jump { target }
            | Instruction::JumpUnless { target, .. }
            | Instruction::JumpUnlessMore { target, .. }
            | Instruction::JumpUnlessNull { target, .. }
            | Instruction::JumpUnlessSo { target, .. } => *target = here,
            other => unreachable!("{other:?} is no jump"),
        }
    }

    fn reserve(&mut self) -> Register {
        self.next += 1;
        self.most = self.most.max(self.next);
        (self.next - 1) as Register
    }

    fn bind(&mut self, name: &Named, operand: Operand) {
        self.bindings.push((name.name.clone(), operand));
    }

    fn local(&self, name: &str) -> Option<Operand> {
        self.bindings.iter().rev().find(|(bound, _)| bound == name).map(|(_, operand)| *operand)
    }

    fn constant(&mut self, value: Value) -> Operand {
        // Equal constants are usually near each other. Searching all constants would be slow in a program of a hundred
        // thousand numbers.
        let known = self.code.constants.iter().rev().take(64).position(|constant| *constant == value);
        let index = known.map_or(self.code.constants.len(), |back| self.code.constants.len() - 1 - back);
        if known.is_none() {
            self.code.constants.push(value);
        }
        Operand::constant(index)
    }

    /// Returns the value of a constant expression. Returns `None` if the value is not known at compile time.
    fn known(&self, expression: &Expression) -> Option<Value> {
        match &expression.kind {
            ExpressionKind::Constant(value) => Some(value.clone()),
            ExpressionKind::Name(name) if self.local(name).is_none() => constant(name),
            ExpressionKind::Signs { signs, operand } if signs.iter().all(|(sign, _)| *sign != Sign::Not) => {
                let number = self.known(operand).filter(|value| matches!(value, Value::Number(_) | Value::Real(_)))?;
                signs.iter().rev().try_fold(number, |value, (sign, _)| unary(*sign, &value, Reading::Set).ok())
            }
            _ => None,
        }
    }

    /// Returns the operand for the value of an expression. If no register or constant contains the value yet, emits
    /// code that computes the value into a new register.
    fn operand(&mut self, expression: &Expression) -> Operand {
        if let ExpressionKind::Name(name) = &expression.kind
            && let Some(operand) = self.local(name)
            && !self.variables.contains(name.as_str())
        {
            return operand;
        }
        if let Some(value) = self.known(expression) {
            return self.constant(value);
        }
        let register = self.reserve();
        self.into(expression, register);
        Operand::register(register)
    }

    /// Compiles an expression as the result of the function.
    fn tail(&mut self, expression: &Expression) {
        let (next, bindings) = (self.next, self.bindings.len());
        match &expression.kind {
            ExpressionKind::Conditional { arms, otherwise } => {
                for (condition, value) in arms {
                    let jump = self.jump_unless(condition);
                    self.tail(value);
                    self.land(jump);
                }
                self.tail(otherwise);
            }
            ExpressionKind::Block { steps, result } => {
                self.steps(steps, None, &mut Vec::new());
                self.tail(result);
            }
            _ => {
                let from = self.operand(expression);
                self.emit(Instruction::Return { from }, expression.place);
            }
        }
        self.next = next;
        self.bindings.truncate(bindings);
    }

    /// Compiles an expression into the register `to`. The code may overwrite `to` before it has computed the whole
    /// value.
    fn into(&mut self, expression: &Expression, to: Register) {
        let (next, bindings) = (self.next, self.bindings.len());
        let place = expression.place;
        match &expression.kind {
            ExpressionKind::Constant(_) | ExpressionKind::Name(_) => self.name_or_constant(expression, to),
            ExpressionKind::Call { name, arguments } => self.call(name, arguments, place, to),
            ExpressionKind::Tuple(members) => {
                let first = self.window(members, to);
                self.emit(Instruction::Tuple { to, first, count: members.len() as u16 }, place);
            }
            ExpressionKind::List(members) => {
                let first = self.window(members, to);
                self.emit(Instruction::List { to, first, count: members.len() as u16 }, place);
            }
            ExpressionKind::Signs { signs, operand } => {
                if let Some(value) = self.known(expression) {
                    let from = self.constant(value);
                    self.emit(Instruction::Copy { to, from }, place);
                } else {
                    let mut from = self.operand(operand);
                    for (sign, sign_place) in signs.iter().rev() {
                        self.emit(Instruction::Unary { sign: *sign, to, from }, sign_place.to(place));
                        from = Operand::register(to);
                    }
                }
            }
            ExpressionKind::Chain { first, rest } => self.chain(first, rest, to),
            ExpressionKind::Conditional { arms, otherwise } => {
                let mut ends = Vec::new();
                for (condition, value) in arms {
                    let jump = self.jump_unless(condition);
                    self.into(value, to);
                    ends.push(self.emit(Instruction::Jump { target: 0 }, place));
                    self.land(jump);
                }
                self.into(otherwise, to);
                ends.into_iter().for_each(|end| self.land(end));
            }
            ExpressionKind::Block { steps, result } => {
                let mut ends = Vec::new();
                self.steps(steps, Some(to), &mut ends);
                self.into(result, to);
                ends.into_iter().for_each(|end| self.land(end));
            }
        }
        self.next = next;
        self.bindings.truncate(bindings);
    }

    /// Compiles lines of a block. The value of the block goes into the register `to`; without `to`, the value is the
    /// result of the function. `ends` receives the index of each jump that leads to the end of the block.
    fn steps(&mut self, steps: &[Step], to: Option<Register>, ends: &mut Vec<usize>) {
        self.enter_block(steps);
        for step in steps {
            if let Some(labels) = self.labels.last_mut() {
                labels.bindings = self.bindings.len();
            }
            match step {
                Step::Let { pattern, value } => self.meaning(pattern, value),
                // `lift.rs` has moved all inner functions out.
                Step::Functions(_) => {}
                Step::Command(Command::Label(name)) => self.label(name),
                Step::Command(Command::GoTo(name)) => self.go_to(name),
                Step::If { condition, result } => {
                    let jump = self.jump_unless(condition);
                    self.result(result, to, ends);
                    self.land(jump);
                }
                Step::Command(Command::Assign { pattern, value }) => self.assignment(pattern, value),
                Step::Command(Command::Do { condition, when: true, body }) => {
                    let jump = self.jump_unless(condition);
                    self.body(body, to, ends);
                    self.land(jump);
                }
                Step::Command(Command::Do { condition, when: false, body }) => {
                    let body_begins = self.jump_unless(condition);
                    let skip = self.emit(Instruction::Jump { target: 0 }, condition.place);
                    self.land(body_begins);
                    self.body(body, to, ends);
                    self.land(skip);
                }
                Step::Command(Command::Loop { condition, when, body }) => {
                    let target = self.code.instructions.len() as u32;
                    let next = self.next;
                    let operand = self.operand(condition);
                    self.next = next;
                    let test = Instruction::JumpUnlessMore { when: *when, condition: operand, target: 0 };
                    let jump = self.emit(test, condition.place);
                    self.body(body, to, ends);
                    self.emit(Instruction::Loop { target }, condition.place);
                    self.land(jump);
                }
                Step::Command(Command::Result(value)) => self.result(value, to, ends),
            }
        }
        self.labels.pop();
    }

    /// Records the labels of a block, before the lines of the block are compiled.
    fn enter_block(&mut self, steps: &[Step]) {
        let mut labels: Vec<Label> = Vec::new();
        for step in steps {
            if let Step::Command(Command::Label(Named { name, place })) = step {
                if labels.iter().any(|label| label.name == *name) {
                    self.fail(Fault::SameLabel(name.clone()), *place);
                }
                labels.push(Label { name: name.clone(), target: None, jumps: Vec::new() });
            }
        }
        self.labels.push(Labels { labels, bindings: self.bindings.len() });
    }

    /// Sets the target of a label, and of the earlier jumps to the label, to the next instruction. A jump over the
    /// definition of a name becomes a fault.
    fn label(&mut self, name: &Named) {
        let target = self.code.instructions.len() as u32;
        let labels = self.labels.last_mut().and_then(|block| block.labels.iter_mut().find(|it| it.name == name.name));
        let Some(label) = labels else { return };
        label.target = Some(target);
        for (jump, bindings) in std::mem::take(&mut label.jumps) {
            self.code.instructions[jump] = match bindings == self.bindings.len() {
                true => Instruction::Jump { target },
                false => {
                    self.code.faults.push(Fault::JumpOverDefinition(name.name.clone()));
                    Instruction::Fail { fault: self.code.faults.len() as u32 - 1 }
                }
            };
        }
    }

    /// Compiles `go to name`. A backward jump becomes [`Instruction::Loop`], at which the user can interrupt the
    /// program.
    fn go_to(&mut self, name: &Named) {
        let here = self.code.instructions.len();
        for Labels { labels, bindings } in self.labels.iter_mut().rev() {
            let Some(label) = labels.iter_mut().find(|label| label.name == name.name) else { continue };
            let instruction = match label.target {
                Some(target) => Instruction::Loop { target },
                None => {
                    label.jumps.push((here, *bindings));
                    Instruction::Jump { target: 0 }
                }
            };
            self.emit(instruction, name.place);
            return;
        }
        self.fail(Fault::UnknownLabel(name.name.clone()), name.place);
    }

    /// Compiles lines inside a command. The names that these lines define are not in scope afterwards.
    fn body(&mut self, steps: &[Step], to: Option<Register>, ends: &mut Vec<usize>) {
        let (next, bindings) = (self.next, self.bindings.len());
        self.steps(steps, to, ends);
        self.next = next;
        self.bindings.truncate(bindings);
    }

    /// Compiles the value of a block, and the jump to the end of the block.
    fn result(&mut self, value: &Expression, to: Option<Register>, ends: &mut Vec<usize>) {
        match to {
            None => self.tail(value),
            Some(to) => {
                self.into(value, to);
                ends.push(self.emit(Instruction::Jump { target: 0 }, value.place));
            }
        }
    }

    /// Compiles `pattern := value`. All values are computed before the first name changes.
    fn assignment(&mut self, pattern: &Pattern, value: &Expression) {
        let next = self.next;
        let operands: Vec<Operand> = match pattern {
            Pattern::One(_) => vec![self.operand(value)],
            Pattern::Members(names, place) => {
                let first = self.members(names.len(), *place, value);
                (first..).take(names.len()).map(Operand::register).collect()
            }
        };
        for (name, from) in pattern.names().iter().zip(operands) {
            match self.local(&name.name).and_then(|variable| variable.place().ok()) {
                Some(to) => drop(self.emit(Instruction::Copy { to: to as Register, from }, name.place.to(value.place))),
                None => self.fail(Fault::NotVariable(name.name.clone()), name.place),
            }
        }
        self.next = next;
    }

    fn name_or_constant(&mut self, expression: &Expression, to: Register) {
        let place = expression.place;
        if let Some(value) = self.known(expression) {
            let from = self.constant(value);
            self.emit(Instruction::Copy { to, from }, place);
            return;
        }
        let ExpressionKind::Name(name) = &expression.kind else { unreachable!("every constant is known") };
        if let Some(from) = self.local(name) {
            self.emit(Instruction::Copy { to, from }, place);
        } else if name == "DepthLimit" {
            self.emit(Instruction::DepthLimit { to }, place);
        } else if self.functions.find(name, self.scope).is_some() {
            let from = self.constant(Value::Function(Rc::new(name.clone())));
            self.emit(Instruction::Copy { to, from }, place);
        } else {
            self.fail(Fault::UnknownName(name.clone()), place);
        }
    }

    fn chain(&mut self, first: &Expression, rest: &[(Operator, Expression)], to: Register) {
        let mut left = self.operand(first);
        let start = first.place;
        for (operator, operand) in rest {
            let next = self.next;
            let place = start.to(operand.place);
            match (operator, &operand.kind) {
                (Operator::And, ExpressionKind::Signs { signs, operand }) if matches!(**signs, [(Sign::Not, _)]) => {
                    let right = self.operand(operand);
                    self.emit(Instruction::Without { to, left, right }, place);
                }
                _ => {
                    let right = self.operand(operand);
                    let instruction = match *operator {
                        Operator::And => Instruction::And { to, left, right },
                        Operator::Or => Instruction::Or { to, left, right },
                        Operator::Multiply => Instruction::Multiply { to, left, right },
                        operator => Instruction::Binary { operator, to, left, right },
                    };
                    self.emit(instruction, place);
                }
            }
            left = Operand::register(to);
            self.next = next;
        }
    }

    /// Emits a jump that is taken if the condition is false. Returns the index of the jump, whose target is not set
    /// yet.
    fn jump_unless(&mut self, condition: &Expression) -> usize {
        let next = self.next;
        let place = condition.place;
        let jump = match &condition.kind {
            ExpressionKind::Chain { first, rest } if matches!(rest[..], [(operator, _)] if operator.compares()) => {
                let (operator, second) = &rest[0];
                let (left, right) = (self.operand(first), self.operand(second));
                self.emit(Instruction::JumpUnlessSo { operator: *operator, left, right, target: 0 }, place)
            }
            ExpressionKind::Call { name, arguments }
                if arguments.len() == 1 && self.is_primitive(name, Primitive::Null) =>
            {
                let from = self.operand(&arguments[0]);
                self.emit(Instruction::JumpUnlessNull { from, target: 0 }, place)
            }
            _ => {
                let condition = self.operand(condition);
                self.emit(Instruction::JumpUnless { condition, target: 0 }, place)
            }
        };
        self.next = next;
        jump
    }

    /// Whether `name` refers to the built-in function `wanted` in the current scope.
    fn is_primitive(&self, name: &Named, wanted: Primitive) -> bool {
        self.local(&name.name).is_none()
            && matches!(self.functions.find(&name.name, self.scope), Some(Callee::Primitive(found)) if found == wanted)
    }

    /// Compiles expressions into consecutive registers, and returns the first of these registers. If no register above
    /// `to` is in use, the first register is `to`.
    fn window(&mut self, expressions: &[Expression], to: Register) -> Register {
        let first = if usize::from(to) + 1 == self.next { self.next - 1 } else { self.next };
        self.next = first;
        for expression in expressions {
            let register = self.reserve();
            self.into(expression, register);
        }
        // Even a call without arguments needs a register for its result.
        self.next = first;
        let first = self.reserve();
        self.next = self.next.max(usize::from(first) + expressions.len());
        first
    }

    fn call(&mut self, name: &Named, arguments: &[Expression], place: Place, to: Register) {
        if let Some(callee) = self.local(&name.name) {
            return self.call_value(callee, name, arguments, to);
        }
        let Some(callee) = self.functions.find(&name.name, self.scope) else {
            let is_constant = constant(&name.name).is_some() || name.name == "DepthLimit";
            let fault = if is_constant { Fault::NotFunction } else { Fault::UnknownName };
            return self.fail(fault(name.name.clone()), name.place);
        };
        let takes = match callee {
            Callee::Function(index) => Some(self.code.functions[index].parameters),
            Callee::Primitive(primitive) => primitive.parameters(),
        };
        if let Some(takes) = takes.filter(|takes| *takes != arguments.len()) {
            let fault = Fault::ArgumentCount { name: name.name.clone(), takes: Count(takes), given: arguments.len() };
            return self.fail(fault, name.place);
        }
        match callee {
            Callee::Primitive(Primitive::MinList) => {
                let first = self.window(arguments, to);
                self.emit(Instruction::MinList { to, first, count: arguments.len() as u16 }, place);
            }
            Callee::Primitive(primitive) => {
                let operands: Vec<Operand> = arguments.iter().map(|argument| self.operand(argument)).collect();
                let instruction = match operands[..] {
                    [argument] => Instruction::One { primitive, to, argument },
                    [left, right] if primitive == Primitive::Shift => Instruction::Shift { to, left, right },
                    [left, right] => Instruction::Two { primitive, to, left, right },
                    _ => unreachable!("primitives other than MinList take one argument or two"),
                };
                self.emit(instruction, place);
            }
            Callee::Function(index) if self.leaves.contains_key(&index) => {
                self.stand_in(self.leaves[&index], arguments, to);
            }
            Callee::Function(index) => {
                let first = self.window(arguments, to);
                self.emit(Instruction::Call { function: index as u16, first }, place);
                if first != to {
                    self.emit(Instruction::Copy { to, from: Operand::register(first) }, place);
                }
            }
        }
    }

    /// Compiles a call `name(arguments)` in which the value of the name is a function.
    fn call_value(&mut self, callee: Operand, name: &Named, arguments: &[Expression], to: Register) {
        let callee = match self.variables.contains(name.name.as_str()) {
            false => callee,
            true => {
                let copy = self.reserve();
                self.emit(Instruction::Copy { to: copy, from: callee }, name.place);
                Operand::register(copy)
            }
        };
        self.code.faults.push(Fault::NotFunction(name.name.clone()));
        let fault = self.code.faults.len() as u32 - 1;
        let first = self.window(arguments, to);
        self.emit(Instruction::CallValue { callee, first, count: arguments.len() as u16, fault }, name.place);
        if first != to {
            self.emit(Instruction::Copy { to, from: Operand::register(first) }, name.place);
        }
    }

    /// Compiles the body of a function at the place of a call.
    fn stand_in(&mut self, definition: &Definition, arguments: &[Expression], to: Register) {
        let operands: Vec<Operand> = arguments.iter().map(|argument| self.operand(argument)).collect();
        // In the body, the parameters are in scope, and the caller's names are not.
        let callers = std::mem::take(&mut self.bindings);
        for (parameter, operand) in definition.parameters.iter().zip(operands) {
            self.bind(parameter, operand);
        }
        let start = self.code.instructions.len();
        self.into(&definition.body, to);
        self.bindings = callers;
        let instructions = start..self.code.instructions.len();
        self.code.stand_ins.push(StandIn { instructions, name: definition.name.name.clone() });
    }

    /// Compiles `let pattern = value`.
    fn meaning(&mut self, pattern: &Pattern, value: &Expression) {
        match pattern {
            Pattern::One(name) if self.variables.contains(name.name.as_str()) => {
                let register = self.reserve();
                self.into(value, register);
                self.bind(name, Operand::register(register));
            }
            Pattern::One(name) => {
                let operand = self.operand(value);
                self.bind(name, operand);
            }
            Pattern::Members(names, place) => {
                let first = self.members(names.len(), *place, value);
                for (name, register) in names.iter().zip(first..) {
                    self.bind(name, Operand::register(register));
                }
            }
        }
    }

    /// Compiles a tuple so that its members are in consecutive registers. Returns the first of these registers.
    fn members(&mut self, count: usize, place: Place, value: &Expression) -> Register {
        let to = self.next as Register;
        self.next += count;
        self.most = self.most.max(self.next);
        let next = self.next;
        match &value.kind {
            // The members go directly into registers, so neither this tuple nor the pair that `Next` returns is made.
            ExpressionKind::Tuple(members) if members.len() == count => {
                members.iter().zip(to..).for_each(|(member, register)| self.into(member, register));
            }
            ExpressionKind::Call { name, arguments }
                if count == 2 && arguments.len() == 1 && self.is_primitive(name, Primitive::Next) =>
            {
                let from = self.operand(&arguments[0]);
                self.emit(Instruction::Uncons { from, to }, value.place);
            }
            _ => {
                let from = self.operand(value);
                self.emit(Instruction::Unpack { from, to, count: count as u16 }, place);
            }
        }
        self.next = next;
        to
    }
}
