//! Expressions as in C, for `if (...)`, `assert (...)` and `set env -a`.
//!
//! ```text
//! (PC == 0200 && (AC & 7000) != 0)     ("%1" == "fast" || !L)     (M[10] + 1 > COUNT)
//! ```
//!
//! Numbers are octal as everywhere at the console; `12.` is decimal and `0x1F` hexadecimal. A name is a register or, if
//! no register has the name, a variable or a label. `M[200]` is a word of core. A text is written between quotes. All
//! operators of C that change no variable are available, with C's precedence. A text that is a number counts as a
//! number, so two numbers in quotes are compared as numbers.

use std::cmp::Ordering;

use crate::machine::Machine;
use crate::symbols::Symbols;
use crate::word::Address;

use super::MonitorError;
use super::addresses::Scope;
use super::register::Register;

/// The maximum nesting depth of brackets, conditions and unary operators. The limit prevents a stack overflow.
const MAX_DEPTH: usize = 64;

/// A value: a number or a text. A text may be parsed as a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// The sources from which the names in an expression get their values.
pub struct Names<'a> {
    /// The machine with its registers, if there is one.
    pub machine: Option<&'a Machine>,
    /// The labels of the programs in core; the value of a label is its address.
    pub symbols: &'a Symbols,
    /// The function that returns a variable's value.
    pub variable: &'a mut dyn FnMut(&str) -> Option<Value>,
    /// Whether the comparison of texts ignores the difference between capitals and small letters.
    pub ignore_case: bool,
}

/// The result of an expression, and the registers, words of core and variables that were read.
#[derive(Debug)]
pub struct Evaluated<'t> {
    /// The value of the expression.
    pub value: Value,
    /// The text after the expression.
    pub rest: &'t str,
    /// The registers, words of core and variables that were read, each as text such as `AC is 0005`.
    pub seen: Vec<String>,
}

impl Value {
    /// Whether the value is true. As in C, only 0 is false.
    pub fn is_true(&self) -> Result<bool, MonitorError> {
        Ok(self.number()? != 0)
    }

    /// Returns the value as a number. An empty text is 0.
    pub fn number(&self) -> Result<i64, MonitorError> {
        match self {
            Value::Number(number) => Ok(*number),
            Value::Text(text) if text.is_empty() => Ok(0),
            Value::Text(text) => number(text).ok_or_else(|| MonitorError::NotANumber(text.clone())),
        }
    }
}

/// Parses a number such as `777` (octal), `10.` (decimal) or `0xFF`, optionally with a minus sign.
pub fn number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (digits, radix) = if let Some(digits) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        (digits, 16)
    } else if let Some(digits) = digits.strip_suffix('.') {
        (digits, 10)
    } else {
        (digits, 8)
    };
    let begins = digits.starts_with(|first: char| first.is_digit(radix));
    if begins { i64::from_str_radix(digits, radix).ok().map(|number| sign * number) } else { None }
}

/// Evaluates the expression at the beginning of `text`. The expression ends where no operator follows. The rest of the
/// text may be a command.
pub fn evaluate<'t>(text: &'t str, names: Names<'_>) -> Result<Evaluated<'t>, MonitorError> {
    let mut parser = Parser { rest: text, names, seen: Vec::new(), depth: 0, dead: 0 };
    let value = parser.conditional()?;
    Ok(Evaluated { value, rest: parser.rest.trim_start(), seen: parser.seen })
}

/// Returns the value of a text that is one expression, in which the names are registers and labels.
///
/// # Errors
///
/// When the text is not an expression, or names something other than registers, core and labels.
pub fn value_of(text: &str, Scope { machine, symbols }: Scope<'_>) -> Result<Value, MonitorError> {
    let names = Names { machine: Some(machine), symbols, variable: &mut |_| None, ignore_case: false };
    let evaluated = evaluate(text, names)?;
    match evaluated.rest {
        "" => Ok(evaluated.value),
        rest => Err(MonitorError::Expression { at: rest.to_owned(), reason: "an operator" }),
    }
}

/// The binary operators by precedence, from the lowest to the highest, as in C.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Compares two texts. If both are numbers, they are compared as numbers.
pub fn compare(left: &str, right: &str, ignore_case: bool) -> Ordering {
    match (number(left), number(right)) {
        (Some(left), Some(right)) => left.cmp(&right),
        _ if ignore_case => left.to_lowercase().cmp(&right.to_lowercase()),
        _ => left.cmp(right),
    }
}

struct Parser<'t, 'n> {
    rest: &'t str,
    names: Names<'n>,
    seen: Vec<String>,
    depth: usize,
    /// The depth of nested parts that are parsed but not evaluated, such as the right side of `0 &&`. While the depth
    /// is above 0, values cause no errors.
    dead: usize,
}

impl<'t> Parser<'t, '_> {
    /// Parses `A ? B : C`, or an expression of higher precedence.
    fn conditional(&mut self) -> Result<Value, MonitorError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.expected("fewer nested brackets"));
        }
        let test = self.binary(0)?;
        let value = if self.take("?") {
            let is_true = self.truth(&test)?;
            let first = self.counting(is_true, Self::conditional)?;
            if !self.take(":") {
                return Err(self.expected("a : for the ?"));
            }
            let second = self.counting(!is_true, Self::conditional)?;
            if is_true { first } else { second }
        } else {
            test
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize) -> Result<Value, MonitorError> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.operator(operators) {
            left = match operator {
                "&&" | "||" => {
                    let left = self.truth(&left)?;
                    let is_open = left == (operator == "&&");
                    let right = self.counting(is_open, |parser| {
                        let right = parser.binary(level + 1)?;
                        parser.truth(&right)
                    })?;
                    Value::Number(i64::from(if is_open { right } else { left }))
                }
                _ => {
                    let right = self.binary(level + 1)?;
                    self.apply(operator, left, right)?
                }
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Value, MonitorError> {
        let Some(sign) = ["!", "~", "-", "+"].into_iter().find(|sign| self.take(sign)) else { return self.primary() };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.expected("fewer nested brackets"));
        }
        let operand = self.unary()?;
        self.depth -= 1;
        let number = self.number(&operand)?;
        Ok(Value::Number(match sign {
            "!" => i64::from(number == 0),
            "~" => !number,
            "-" => number.wrapping_neg(),
            _ => number,
        }))
    }

    fn primary(&mut self) -> Result<Value, MonitorError> {
        if self.take("(") {
            let value = self.conditional()?;
            return match self.take(")") {
                true => Ok(value),
                false if self.rest.trim_start().starts_with('=') => Err(self.expected("==, which compares")),
                false => Err(self.expected("an operator or a closing bracket")),
            };
        }
        self.rest = self.rest.trim_start();
        if let Some(quote @ ('"' | '\'')) = self.rest.chars().next() {
            let inside = &self.rest[1..];
            let end = inside.find(quote).ok_or_else(|| self.expected("the end of the text"))?;
            self.rest = &inside[end + 1..];
            return Ok(Value::Text(inside[..end].to_owned()));
        }
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '.';
        let end = self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(self.expected("a number, a register, a variable or a text"));
        }
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            let number = number(word).ok_or_else(|| MonitorError::NotANumber(word.to_owned()))?;
            self.rest = rest;
            return Ok(Value::Number(number));
        }
        self.rest = rest;
        self.named(word)
    }

    /// Returns the value of a register, a word of core, a variable or a label.
    fn named(&mut self, name: &'t str) -> Result<Value, MonitorError> {
        if let Some((register, machine)) = Register::named(name).zip(self.names.machine) {
            self.saw(format!("{} is {}", register.name, register.value(machine)));
            return Ok(Value::Number((register.get)(machine).into()));
        }
        if name.eq_ignore_ascii_case("M") && self.take("[") {
            let address = self.conditional()?;
            let bits = self.number(&address)?;
            if !self.take("]") {
                return Err(self.expected("a closing ]"));
            }
            let memory = &self.names.machine.ok_or_else(|| MonitorError::NeedsMachine("M[...]".to_owned()))?.memory;
            let present = u16::try_from(bits).ok().map(Address::new).filter(|&at| i64::from(at.bits()) == bits);
            return match present.filter(|&at| memory.is_present(at)) {
                Some(at) => {
                    let word = memory.read(at);
                    self.saw(format!("{at} is {word}"));
                    Ok(Value::Number(word.bits().into()))
                }
                None if self.dead > 0 => Ok(Value::Number(0)),
                None => Err(MonitorError::NotANumber(format!("M[{bits:o}]"))),
            };
        }
        let label = |name| Some(Value::Number(self.names.symbols.address(name)?.bits().into()));
        match (self.names.variable)(name).or_else(|| label(name)) {
            Some(value) => {
                self.saw(match &value {
                    Value::Number(number) => format!("{name} is {number:o}"),
                    Value::Text(text) => format!("{name} is {text}"),
                });
                Ok(value)
            }
            None if self.dead > 0 => Ok(Value::Number(0)),
            None => Err(MonitorError::NoSuchName(name.to_owned())),
        }
    }

    fn saw(&mut self, what: String) {
        if self.dead == 0 && !self.seen.contains(&what) {
            self.seen.push(what);
        }
    }

    fn apply(&self, operator: &str, left: Value, right: Value) -> Result<Value, MonitorError> {
        let is_meant: fn(Ordering) -> bool = match operator {
            "==" => Ordering::is_eq,
            "!=" => Ordering::is_ne,
            "<" => Ordering::is_lt,
            "<=" => Ordering::is_le,
            ">" => Ordering::is_gt,
            ">=" => Ordering::is_ge,
            _ => return self.compute(operator, &left, &right),
        };
        let order = match (&left, &right) {
            (Value::Text(left), Value::Text(right)) => compare(left, right, self.names.ignore_case),
            _ => self.number(&left)?.cmp(&self.number(&right)?),
        };
        Ok(Value::Number(i64::from(is_meant(order))))
    }

    fn compute(&self, operator: &str, left: &Value, right: &Value) -> Result<Value, MonitorError> {
        let (left, right) = (self.number(left)?, self.number(right)?);
        let shift = u32::try_from(right).ok().filter(|&by| by < i64::BITS);
        Ok(Value::Number(match operator {
            "+" => left.wrapping_add(right),
            "-" => left.wrapping_sub(right),
            "*" => left.wrapping_mul(right),
            "/" | "%" if right == 0 && self.dead > 0 => 0,
            "/" | "%" if right == 0 => return Err(MonitorError::DivisionByZero),
            "/" => left.wrapping_div(right),
            "%" => left.wrapping_rem(right),
            "&" => left & right,
            "|" => left | right,
            "^" => left ^ right,
            "<<" => shift.map_or(0, |by| left.wrapping_shl(by)),
            ">>" => shift.map_or(0, |by| left.wrapping_shr(by)),
            _ => unreachable!("every operator of LEVELS is above or a comparison"),
        }))
    }

    fn number(&self, value: &Value) -> Result<i64, MonitorError> {
        value.number().or_else(|error| if self.dead > 0 { Ok(0) } else { Err(error) })
    }

    fn truth(&self, value: &Value) -> Result<bool, MonitorError> {
        Ok(self.number(value)? != 0)
    }

    /// Parses a part of the expression with the function `part`. If `is_open` is false, the part is not evaluated.
    fn counting<T>(
        &mut self,
        is_open: bool,
        part: impl FnOnce(&mut Self) -> Result<T, MonitorError>,
    ) -> Result<T, MonitorError> {
        self.dead += usize::from(!is_open);
        let value = part(self);
        self.dead -= usize::from(!is_open);
        value
    }

    /// Parses one of `operators`, but not the beginning of a longer operator.
    fn operator(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        let rest = self.rest.trim_start();
        let longest = LEVELS.iter().flat_map(|level| level.iter()).filter(|operator| rest.starts_with(**operator));
        let longest = longest.max_by_key(|operator| operator.len())?;
        let found = operators.iter().find(|operator| *operator == longest)?;
        self.rest = &rest[found.len()..];
        Some(found)
    }

    fn take(&mut self, sign: &str) -> bool {
        match self.rest.trim_start().strip_prefix(sign) {
            // The ! of != is not a negation.
            Some(rest) if !(sign == "!" && rest.starts_with('=')) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn here(&self) -> String {
        self.rest.trim_start().to_owned()
    }

    fn expected(&self, reason: &'static str) -> MonitorError {
        MonitorError::Expression { at: self.here(), reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Config;
    use crate::word::Word;

    fn value(text: &str) -> Result<(Value, String), MonitorError> {
        let mut machine = Machine::new(Config::default());
        machine.ac = Word::new(0o405);
        machine.memory.write(Address::new(0o200), Word::new(0o7402));
        let mut variable = |name: &str| (name == "WHO").then(|| Value::Text("me".to_owned()));
        let symbols = &Symbols::default();
        let names = Names { machine: Some(&machine), symbols, variable: &mut variable, ignore_case: false };
        evaluate(text, names).map(|evaluated| (evaluated.value, evaluated.rest.to_owned()))
    }

    fn check(text: &str, result: i64) {
        assert_eq!(value(text), Ok((Value::Number(result), String::new())), "{text}");
    }

    #[test]
    fn operators_bind_as_in_c() {
        check("1 + 2 * 3", 7);
        check("(1 + 2) * 3", 9);
        check("10 - 4 - 2", 2);
        check("1 | 2 ^ 3 & 1 == 1", 1 | 2 ^ 3 & 1);
        check("1 << 3 + 1", 16);
        check("7 & 3 == 3", 1);
        check("!0 + 1", 2);
        check("~0", -1);
        check("-2 * -3", 6);
        check("17 / 4 + 17 % 4", 6);
        check("1 ? 2 : 3 ? 4 : 5", 2);
        check("0 || 1 && 0", 0);
        check("5 != 5 || 2 >= 2", 1);
    }

    #[test]
    fn numbers_are_octal_unless_they_say_otherwise() {
        check("17", 15);
        check("17.", 17);
        check("0x1F", 31);
        assert_eq!(value("19"), Err(MonitorError::NotANumber("19".to_owned())));
    }

    #[test]
    fn registers_core_and_variables_have_values() {
        check("AC == 0405 && ac != 5", 1);
        check("M[200] & 7000", 0o7000);
        check("WHO == \"me\"", 1);
        check("\"10\" == \"010\"", 1);
        check("\"a\" < \"b\"", 1);
        assert_eq!(value("FROB"), Err(MonitorError::NoSuchName("FROB".to_owned())));
    }

    #[test]
    fn what_does_not_count_cannot_fail() {
        check("0 && 1 / 0", 0);
        check("1 || FROB", 1);
        check("1 ? 2 : M[77777777]", 2);
        assert_eq!(value("1 / 0"), Err(MonitorError::DivisionByZero));
    }

    #[test]
    fn a_command_may_follow() {
        assert_eq!(value("(AC == 405) echo (yes)"), Ok((Value::Number(1), "echo (yes)".to_owned())));
        assert_eq!(value("(L == 1) || (L == 0) go"), Ok((Value::Number(1), "go".to_owned())));
        let complaint = value("(AC = 5)").expect_err("no comparison").to_string();
        assert_eq!(complaint, "expected ==, which compares, at '= 5)'");
        assert!(value(&"(".repeat(1000)).is_err());
        assert!(value(&"!".repeat(1000)).is_err());
    }
}
