//! Expressions, which are evaluated on the push-down list while they are read.
//!
//! An operator is carried out when the next operator is read, unless the next operator has a higher precedence.
//! Brackets, functions and subscripts wait on the push-down list while the expression within them is evaluated, so no
//! function of this module is recursive.

use super::Focal;
use super::error::{ErrorCode, Halt};
use super::function::{Function, NameSum};
use super::scan::{Class, Operator, closing};
use super::variable_name::NO_SECOND;
use super::variables::{Key, Slot};
use crate::float::decimal::NumberReader;
use crate::float::{Float, FloatError};
use crate::word::Word;

/// An entry of the push-down list that waits for the rest of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Waiting {
    /// An operator and its left operand, which wait for the right operand.
    Operation { left: Float, operator: Operator },
    /// A bracket that waits for its closing bracket.
    Bracket { closing: u8 },
    /// A function that waits for its argument.
    Function { function: Function, closing: u8 },
    /// FDIS and its first argument, x, which wait for the second argument.
    SecondArgument { x: Word, closing: u8 },
    /// A variable that waits for its subscript.
    Subscript { name: [u8; 2], closing: u8 },
}

impl Operator {
    #[inline]
    fn carry_out(self, left: Float, right: Float) -> Result<Float, FloatError> {
        match self {
            Operator::Add => Ok(left.add(right)),
            Operator::Subtract => Ok(left.sub(right)),
            Operator::Multiply => Ok(left.mul(right)),
            Operator::Divide => left.div(right),
            Operator::Power => left.pow(right),
        }
    }
}

/// The item that must come next in an expression.
enum Expect {
    /// The start of an expression or bracket. A sign, an operand or an empty expression may follow.
    Beginning,
    Operand,
    /// An operator or the end of the expression. The value is the operand that has just been read.
    Operator(Float),
}

impl Focal {
    /// Evaluates the expression that begins at the character read last; stops at the character that ends the
    /// expression.
    pub(super) fn evaluate(&mut self) -> Result<Float, Halt> {
        self.push(self.limits.call)?;
        let outside = self.waiting.len();
        let mut expect = Expect::Beginning;
        loop {
            self.skip_spaces();
            let class = self.class();
            expect = match (expect, class) {
                // A sign is an operator whose left operand is 0.
                (Expect::Beginning, Class::Operator(operator @ (Operator::Add | Operator::Subtract))) => {
                    self.wait(Waiting::Operation { left: Float::ZERO, operator })?;
                    self.read();
                    Expect::Operand
                }
                (Expect::Beginning, class) if class.ends_expression() => Expect::Operator(Float::ZERO),
                (Expect::Beginning | Expect::Operand, class) => self.operand(class)?,
                (Expect::Operator(right), Class::Operator(operator)) => {
                    let left = self.carry_out(outside, operator, right)?;
                    self.wait(Waiting::Operation { left, operator })?;
                    self.read();
                    Expect::Operand
                }
                (Expect::Operator(right), class) if class.ends_expression() => {
                    let value = self.carry_out(outside, Operator::Add, right)?;
                    self.pop(self.limits.call);
                    if self.waiting.len() == outside {
                        return Ok(value);
                    }
                    self.close(value)?
                }
                (Expect::Operator(_), Class::Opening) => return Err(ErrorCode::OperatorMissingBeforeBracket.into()),
                (Expect::Operator(_), _) => return Err(ErrorCode::OperatorMissing.into()),
            };
        }
    }

    /// Reads an operand. If the operand has a bracket, reads only the part up to the opening bracket.
    #[inline]
    fn operand(&mut self, class: Class) -> Result<Expect, Halt> {
        match class {
            Class::Digit => Ok(Expect::Operator(self.number()?)),
            Class::Letter => {
                self.push(self.limits.variable_read)?;
                let name = self.name();
                if self.class() == Class::Opening {
                    self.open(|closing| Waiting::Subscript { name, closing })?;
                    return Ok(Expect::Beginning);
                }
                let slot = self.slot(Key::new(name, Word::ZERO))?;
                self.pop(self.limits.variable_read);
                Ok(Expect::Operator(self.variables.value(slot)))
            }
            Class::Opening => {
                self.open(|closing| Waiting::Bracket { closing })?;
                Ok(Expect::Beginning)
            }
            Class::Function => {
                let mut sum = NameSum::default();
                while Class::of(self.read()).continues_name() {
                    sum.add(self.character);
                }
                if self.class() != Class::Opening {
                    return Err(ErrorCode::FunctionWithoutBracket.into());
                }
                self.open(|closing| Waiting::Function { function: sum.function(), closing })?;
                Ok(Expect::Beginning)
            }
            _ => Err(ErrorCode::OperandMissing.into()),
        }
    }

    /// Carries out the waiting operators whose precedence is at least that of `operator`.
    #[inline]
    fn carry_out(&mut self, outside: usize, operator: Operator, right: Float) -> Result<Float, Halt> {
        let mut value = right;
        while self.waiting.len() > outside
            && let Some(&Waiting::Operation { left, operator: waiting }) = self.waiting.last()
            && waiting >= operator
        {
            value = waiting.carry_out(left, value)?;
            self.waiting.pop();
            self.pop(self.limits.operator);
        }
        Ok(value)
    }

    /// Passes the value of a complete expression to the bracket, function or variable that waits for this value. A
    /// function gets the value before the closing bracket is read, because FDIS then reads a comma and a second
    /// argument.
    fn close(&mut self, value: Float) -> Result<Expect, Halt> {
        let value = match self.waiting.pop() {
            Some(Waiting::Bracket { closing }) => {
                self.closing(closing)?;
                self.pop(self.limits.bracket);
                value.normalised()
            }
            Some(Waiting::Function { function: Function::Fdis, closing }) => {
                if self.character != b',' {
                    return Err(ErrorCode::SecondArgumentMissing.into());
                }
                self.read();
                self.push(self.limits.call)?;
                self.waiting.push(Waiting::SecondArgument { x: value.fix().low(), closing });
                return Ok(Expect::Beginning);
            }
            Some(Waiting::Function { function, closing }) => {
                let value = function.of(value, self.functions, &mut self.random)?;
                self.closing(closing)?;
                self.pop(self.limits.function);
                value
            }
            Some(Waiting::SecondArgument { x, closing }) => {
                self.light(x, value.fix().low());
                let value = Function::Fdis.of(value, self.functions, &mut self.random)?;
                self.closing(closing)?;
                self.pop(self.limits.function);
                value
            }
            Some(Waiting::Subscript { name, closing }) => {
                self.closing(closing)?;
                self.pop(self.limits.subscript);
                let slot = self.slot(Key::new(name, value.fix().low()))?;
                self.pop(self.limits.variable_read);
                self.variables.value(slot)
            }
            // No operation can wait here, because `evaluate` has carried out all operators of the expression.
            Some(Waiting::Operation { .. }) | None => value,
        };
        Ok(Expect::Operator(value))
    }

    /// Skips the expected closing bracket; any other character is an error.
    fn closing(&mut self, closing: u8) -> Result<(), ErrorCode> {
        if self.character != closing {
            return Err(ErrorCode::BracketsDoNotMatch);
        }
        self.read();
        Ok(())
    }

    /// Reads an opening bracket, and pushes the entry that waits for the closing bracket.
    fn open(&mut self, waiting: impl FnOnce(u8) -> Waiting) -> Result<(), ErrorCode> {
        self.wait(waiting(closing(self.character)))?;
        self.read();
        self.push(self.limits.call)
    }

    fn wait(&mut self, waiting: Waiting) -> Result<(), ErrorCode> {
        match waiting {
            Waiting::Operation { .. } => {
                self.push(self.limits.operator + self.limits.operand)?;
                self.pop(self.limits.operand);
            }
            Waiting::Subscript { .. } => self.push(self.limits.subscript)?,
            Waiting::Bracket { .. } => self.push(self.limits.bracket)?,
            Waiting::Function { .. } | Waiting::SecondArgument { .. } => self.push(self.limits.function)?,
        }
        self.waiting.push(waiting);
        Ok(())
    }

    fn number(&mut self) -> Result<Float, FloatError> {
        let mut reader = NumberReader::default();
        while !reader.take(self.character)? {
            self.read();
        }
        Ok(reader.value().unwrap_or(Float::ZERO))
    }

    /// Reads a name, and returns its first two characters; FOCAL ignores the other characters.
    fn name(&mut self) -> [u8; 2] {
        let mut name = [self.character, NO_SECOND];
        if Class::of(self.read()).continues_name() {
            name[1] = self.character;
            while Class::of(self.read()).continues_name() {}
        }
        name
    }

    /// Evaluates the expression in brackets after IF: `(X)`, `[X]` or `<X>`.
    pub(super) fn bracketed(&mut self) -> Result<Float, Halt> {
        self.skip_spaces();
        if self.class() != Class::Opening {
            // The original reads the same character a second time, so the trace prints it twice.
            if self.trace && !self.class().continues_name() {
                self.trace_character();
            }
            return Err(ErrorCode::BracketsDoNotMatch.into());
        }
        let closing = closing(self.character);
        self.push(self.limits.test)?;
        self.read();
        let value = self.evaluate()?;
        self.pop(self.limits.test);
        self.closing(closing)?;
        Ok(value.normalised())
    }

    /// Reads the variable that SET, FOR or ASK sets; creates the variable if it does not exist.
    pub(super) fn destination(&mut self) -> Result<Slot, Halt> {
        self.push(self.limits.call)?;
        self.skip_spaces();
        if self.class() != Class::Letter {
            return Err(ErrorCode::VariableMissing.into());
        }
        let name = self.name();
        let mut subscript = Word::ZERO;
        if self.class() == Class::Opening {
            let closing = closing(self.character);
            self.push(self.limits.subscript)?;
            self.read();
            subscript = self.evaluate()?.fix().low();
            self.closing(closing)?;
            self.pop(self.limits.subscript);
        }
        let slot = self.slot(Key::new(name, subscript))?;
        self.pop(self.limits.call);
        Ok(slot)
    }

    /// Returns the index of a variable; creates the variable if it does not exist.
    #[inline]
    pub(super) fn slot(&mut self, key: Key) -> Result<Slot, ErrorCode> {
        match self.variables.find(key) {
            Some(slot) => Ok(slot),
            None => self.make_variable(key),
        }
    }

    fn make_variable(&mut self, key: Key) -> Result<Slot, ErrorCode> {
        if self.free_words() < self.limits.variable_margin {
            return Err(ErrorCode::VariablesFull);
        }
        Ok(self.variables.make(key))
    }
}
