//! The instructions of a function as text, beside the lines of the program from which the compiler made them.

use super::code::{Instruction, Operand, Register};
use super::program::Program;
use super::syntax::Sign;

/// The function whose instructions are written as text.
struct Shown<'a> {
    program: &'a Program,
    /// The names of the parameters. The first registers of the function contain the parameters.
    parameters: Vec<&'a str>,
    /// The index of the first instruction.
    start: usize,
}

impl Program {
    /// Returns the text of a function and its three-address instructions, side by side. Instructions are numbered from
    /// 0. A register is shown as the name of a parameter or as `r` with a number. The instructions of an inlined
    /// function are shown in place of the call. Returns `None` if the program does not define the function.
    ///
    /// ```
    /// use focal8_exhibits::strachey::{Program, Reading};
    /// let program = Program::new("twice.cpl", "Twice(x) = 2 * x", Reading::Set).unwrap();
    /// assert!(program.code_of("Twice").unwrap().starts_with("Twice(x) = 2 * x  |   0  r1 <- 2 * x\n"));
    /// ```
    pub fn code_of(&self, name: &str) -> Option<String> {
        let (index, definition) = self.definition(name)?;
        let function = &self.code.functions[index];
        let source = &self.code.sources[function.source];
        let after = self.code.functions.get(index + 1).map_or(self.code.instructions.len(), |next| next.start);
        let parameters = definition.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let shown = Shown { program: self, parameters, start: function.start };

        let line_of = |offset: usize| source.position(offset).0;
        let (first, last) = (line_of(definition.name.place.start), line_of(definition.body.place.end));
        let lines: Vec<&str> =
            source.text().lines().skip(first - 1).take(last + 1 - first).map(str::trim_end).collect();
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        // The lines of the text before line `next` are already written.
        let (mut written, mut next) = (String::new(), 0);
        for at in function.start..after {
            let place = self.code.places[at];
            // The instructions of an inlined function have places in the text of that function.
            let own = (definition.name.place.start..definition.body.place.end).contains(&place.start);
            let line = if own { line_of(place.start) - first } else { 0 };
            for skipped in lines.get(next..line).unwrap_or_default() {
                written += &format!("{skipped:width$}  |\n");
            }
            let text = if line < next { "" } else { lines[line] };
            next = next.max(line + 1);
            written += &format!("{text:width$}  | {:>3}  {}\n", at - shown.start, shown.instruction(at));
        }
        lines[next.min(lines.len())..].iter().for_each(|line| written += &format!("{line:width$}  |\n"));
        Some(written)
    }
}

impl Shown<'_> {
    fn register(&self, register: Register) -> String {
        self.parameters.get(usize::from(register)).map_or_else(|| format!("r{register}"), ToString::to_string)
    }

    fn operand(&self, operand: Operand) -> String {
        match operand.place() {
            Ok(register) => self.register(register as Register),
            Err(constant) => self.program.code.constants[constant].to_string(),
        }
    }

    /// Returns the text of `count` consecutive registers, separated by commas.
    fn window(&self, first: Register, count: usize) -> String {
        let registers: Vec<String> = (first..).take(count).map(|register| self.register(register)).collect();
        registers.join(", ")
    }

    fn target(&self, target: u32) -> String {
        format!("go to {}", target as usize - self.start)
    }

    fn instruction(&self, at: usize) -> String {
        let code = &self.program.code;
        let operand = |operand| self.operand(operand);
        let of_two = |to, left, sign: &str, right| {
            format!("{} <- {} {sign} {}", self.register(to), operand(left), operand(right))
        };
        match code.instructions[at] {
            Instruction::Copy { to, from } => format!("{} <- {}", self.register(to), operand(from)),
            Instruction::Binary { operator, to, left, right } => of_two(to, left, operator.sign(), right),
            Instruction::And { to, left, right } => of_two(to, left, "∧", right),
            Instruction::Or { to, left, right } => of_two(to, left, "∨", right),
            Instruction::Multiply { to, left, right } => of_two(to, left, "*", right),
            Instruction::Without { to, left, right } => of_two(to, left, "∧ ~", right),
            Instruction::Shift { to, left, right } => {
                format!("{} <- Shift({}, {})", self.register(to), operand(left), operand(right))
            }
            Instruction::Unary { sign, to, from } => {
                let sign = match sign {
                    Sign::Minus => "-",
                    Sign::Plus => "+",
                    Sign::Not => "~",
                };
                format!("{} <- {sign}{}", self.register(to), operand(from))
            }
            Instruction::Tuple { to, first, count } => {
                format!("{} <- ({})", self.register(to), self.window(first, count.into()))
            }
            Instruction::List { to, first, count } => {
                format!("{} <- [{}]", self.register(to), self.window(first, count.into()))
            }
            Instruction::Unpack { from, to, count } => {
                format!("({}) <- {}", self.window(to, count.into()), operand(from))
            }
            Instruction::Uncons { from, to } => format!("({}) <- Next({})", self.window(to, 2), operand(from)),
            Instruction::Jump { target } | Instruction::Loop { target } => self.target(target),
            Instruction::JumpUnless { condition, target } => {
                format!("unless {}, {}", operand(condition), self.target(target))
            }
            Instruction::JumpUnlessMore { when, condition, target } => {
                let word = if when { "unless" } else { "if" };
                format!("{word} {} holds, {}", operand(condition), self.target(target))
            }
            Instruction::JumpUnlessNull { from, target } => {
                format!("unless Null({}), {}", operand(from), self.target(target))
            }
            Instruction::JumpUnlessSo { operator, left, right, target } => {
                let (left, sign, right) = (operand(left), operator.sign(), operand(right));
                format!("unless {left} {sign} {right}, {}", self.target(target))
            }
            Instruction::Call { function, first } => {
                let callee = &code.functions[usize::from(function)];
                format!("{} <- {}({})", self.register(first), callee.name, self.window(first, callee.parameters))
            }
            Instruction::CallValue { callee, first, count, .. } => {
                format!("{} <- {}({})", self.register(first), operand(callee), self.window(first, count.into()))
            }
            Instruction::One { primitive, to, argument } => {
                format!("{} <- {}({})", self.register(to), primitive.name(), operand(argument))
            }
            Instruction::Two { primitive, to, left, right } => {
                format!("{} <- {}({}, {})", self.register(to), primitive.name(), operand(left), operand(right))
            }
            Instruction::MinList { to, first, count } => {
                format!("{} <- MinList({})", self.register(to), self.window(first, count.into()))
            }
            Instruction::DepthLimit { to } => format!("{} <- DepthLimit", self.register(to)),
            Instruction::Tally => "count this call of Terminal".to_owned(),
            Instruction::Return { from } => format!("return {}", operand(from)),
            Instruction::Fail { fault } => format!("stop: {}", code.faults[fault as usize]),
        }
    }
}
