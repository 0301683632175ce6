//! Reads expressions: `where`, conditionals, operators by precedence, signs, names side by side, calls, tuples.

use super::super::fault::Fault;
use super::super::operator::Operator;
use super::super::syntax::{Expression, ExpressionKind, Reading, Sign};
use super::super::token::TokenKind;
use super::super::value::Value;
use super::{Opener, Parsed, Parser, starts_definition};

/// The maximum nesting depth of expressions in the text. Calls at run time can be nested deeper.
const NESTING_LIMIT: usize = 100;

/// The precedence of operators, lowest first. The conditional `→ ,` has a lower precedence than all operators.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strength {
    Comparison,
    Union,
    /// The operator `∧` with [`Reading::Set`]; the operators `+` and `-` with [`Reading::Word`].
    Loose,
    /// The operators `+` and `-` with [`Reading::Set`]; the operator `∧` with [`Reading::Word`].
    Tight,
    Product,
}

impl Strength {
    fn stronger(self) -> Option<Strength> {
        match self {
            Strength::Comparison => Some(Strength::Union),
            Strength::Union => Some(Strength::Loose),
            Strength::Loose => Some(Strength::Tight),
            Strength::Tight => Some(Strength::Product),
            Strength::Product => None,
        }
    }

    fn of(operator: Operator, reading: Reading) -> Strength {
        match (operator, reading) {
            (Operator::Equal | Operator::Less | Operator::Greater, _) => Strength::Comparison,
            (Operator::Or, _) => Strength::Union,
            (Operator::And, Reading::Set) | (Operator::Add | Operator::Subtract, Reading::Word) => Strength::Loose,
            (Operator::And, Reading::Word) | (Operator::Add | Operator::Subtract, Reading::Set) => Strength::Tight,
            (Operator::Multiply | Operator::Divide, _) => Strength::Product,
        }
    }
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.deeper(|parser| {
            let expression = parser.conditional()?;
            if !parser.take(&TokenKind::Where) {
                return Ok(expression);
            }
            let steps = vec![parser.local_definition()?];
            let place = expression.place.to(parser.last_place());
            Ok(Expression { place, kind: ExpressionKind::Block { steps, result: Box::new(expression) } })
        })
    }

    /// Calls `read` one nesting level deeper. Complains if the nesting is too deep.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting == NESTING_LIMIT {
            return Err(self.complain(Fault::NestedTooDeep(NESTING_LIMIT)));
        }
        self.nesting += 1;
        let read = read(self);
        self.nesting -= 1;
        read
    }

    /// Reads a conditional, or an expression without `→`. For example, `a → b, c → d, e` is one conditional with two
    /// conditions.
    fn conditional(&mut self) -> Parsed<Expression> {
        let mut arms = Vec::new();
        let otherwise = loop {
            if *self.kind() == TokenKind::Value {
                break self.block()?;
            }
            let condition = self.chain(Strength::Comparison)?;
            if !self.take(&TokenKind::Arrow) {
                break condition;
            }
            let value = self.expression()?;
            self.expect(&TokenKind::Comma, "an operator, or `,` and the value otherwise")?;
            arms.push((condition, value));
        };
        let Some((condition, _)) = arms.first() else { return Ok(otherwise) };
        let place = condition.place.to(otherwise.place);
        Ok(Expression { place, kind: ExpressionKind::Conditional { arms, otherwise: Box::new(otherwise) } })
    }

    /// Reads operands that are joined by operators of this precedence. An operand may contain operators of a higher
    /// precedence.
    fn chain(&mut self, strength: Strength) -> Parsed<Expression> {
        let first = self.operand(strength)?;
        let mut rest = Vec::new();
        while let Some(operator) = self.operator(strength)? {
            rest.push((operator, self.operand(strength)?));
        }
        let Some((_, last)) = rest.last() else { return Ok(first) };
        let place = first.place.to(last.place);
        Ok(Expression { place, kind: ExpressionKind::Chain { first: Box::new(first), rest } })
    }

    fn operand(&mut self, strength: Strength) -> Parsed<Expression> {
        match strength.stronger() {
            Some(stronger) => self.chain(stronger),
            None => self.signed(),
        }
    }

    /// Reads the next operator if the operator has this precedence.
    fn operator(&mut self, strength: Strength) -> Parsed<Option<Operator>> {
        let operator = match self.kind() {
            TokenKind::Equal => Operator::Equal,
            TokenKind::Less => Operator::Less,
            TokenKind::Greater => Operator::Greater,
            TokenKind::Or => Operator::Or,
            TokenKind::And => Operator::And,
            TokenKind::Plus => Operator::Add,
            TokenKind::Minus => Operator::Subtract,
            TokenKind::Times => Operator::Multiply,
            TokenKind::Over => Operator::Divide,
            TokenKind::Name(_) if strength == Strength::Product => return self.juxtaposition(),
            _ => return Ok(None),
        };
        if Strength::of(operator, self.reading) != strength {
            return Ok(None);
        }
        self.advance();
        Ok(Some(operator))
    }

    /// Recognises a multiplication of two names that are side by side on one line. Does not read the second name.
    fn juxtaposition(&mut self) -> Parsed<Option<Operator>> {
        let previous = &self.tokens[self.at - 1];
        if previous.line != self.token().line {
            return Ok(None);
        }
        match previous.kind {
            TokenKind::Name(_) => Ok(Some(Operator::Multiply)),
            TokenKind::Number(_) | TokenKind::Real(_) if !starts_definition(&self.tokens[self.at..]) => {
                let TokenKind::Name(name) = self.kind().clone() else { return Ok(None) };
                Err(self.complain(Fault::NumberBesideName(name)))
            }
            _ => Ok(None),
        }
    }

    fn signed(&mut self) -> Parsed<Expression> {
        let mut signs = Vec::new();
        loop {
            let sign = match self.kind() {
                TokenKind::Minus => Sign::Minus,
                TokenKind::Plus => Sign::Plus,
                TokenKind::Not => Sign::Not,
                _ => break,
            };
            signs.push((sign, self.token().place));
            self.advance();
        }
        let operand = self.factor()?;
        let Some((_, first)) = signs.first() else { return Ok(operand) };
        let place = first.to(operand.place);
        Ok(Expression { place, kind: ExpressionKind::Signs { signs, operand: Box::new(operand) } })
    }

    fn factor(&mut self) -> Parsed<Expression> {
        let place = self.token().place;
        let kind = match self.kind() {
            TokenKind::Number(number) => ExpressionKind::Constant(Value::Number(*number)),
            TokenKind::Real(number) => ExpressionKind::Constant(Value::Real(*number)),
            TokenKind::Text(text) => ExpressionKind::Constant(Value::text(text)),
            TokenKind::Truth(truth) => ExpressionKind::Constant(Value::Truth(*truth)),
            TokenKind::Name(_) => return self.name_or_call(),
            TokenKind::OpenSet => return self.set(),
            TokenKind::OpenList => return self.list(),
            TokenKind::Open => return self.parenthesis(),
            _ => return Err(self.unexpected("an expression")),
        };
        self.advance();
        Ok(Expression { place, kind })
    }

    fn name_or_call(&mut self) -> Parsed<Expression> {
        let name = self.name("a name")?;
        let place = name.place;
        // After a name at the end of a line, `(a,b) :=` on the next line begins a command.
        let is_next_command = self.is_pattern_before(self.at, &TokenKind::Assign);
        if is_next_command || !self.take(&TokenKind::Open) {
            return Ok(Expression { place, kind: ExpressionKind::Name(name.name) });
        }
        let opener = self.opener("argument list");
        let close = TokenKind::Close;
        let arguments = if self.take(&close) { Vec::new() } else { self.expressions(&close, &opener)? };
        Ok(Expression { place: place.to(self.last_place()), kind: ExpressionKind::Call { name, arguments } })
    }

    /// Reads an expression in parentheses, or a tuple of several expressions.
    fn parenthesis(&mut self) -> Parsed<Expression> {
        self.advance();
        let opener = self.opener("parenthesis");
        let start = self.last_place();
        let mut members = self.expressions(&TokenKind::Close, &opener)?;
        let place = start.to(self.last_place());
        match members.len() {
            1 => Ok(Expression { place, ..members.remove(0) }),
            _ => Ok(Expression { place, kind: ExpressionKind::Tuple(members) }),
        }
    }

    /// Reads a printed bit string, such as `{1 2}`.
    fn set(&mut self) -> Parsed<Expression> {
        self.advance();
        let opener = self.opener("bit string");
        let start = self.last_place();
        let mut members = Vec::new();
        while let TokenKind::Number(number) = *self.kind() {
            match number {
                0..64 => members.push(number as u32),
                _ => return Err(self.unexpected("a bit number from 0 to 63")),
            }
            self.advance();
            self.take(&TokenKind::Comma);
        }
        self.expect_closing(&TokenKind::CloseSet, "a bit number or `}`", &opener)?;
        let place = start.to(self.last_place());
        Ok(Expression { place, kind: ExpressionKind::Constant(Value::bits(members)) })
    }

    /// Reads a printed list, such as `[1, 2]`.
    fn list(&mut self) -> Parsed<Expression> {
        self.advance();
        let opener = self.opener("list");
        let start = self.last_place();
        let close = TokenKind::CloseList;
        let members = if self.take(&close) { Vec::new() } else { self.expressions(&close, &opener)? };
        Ok(Expression { place: start.to(self.last_place()), kind: ExpressionKind::List(members) })
    }

    /// Reads a list of expressions with commas, up to the closing token.
    fn expressions(&mut self, close: &TokenKind, opener: &Opener) -> Parsed<Vec<Expression>> {
        let mut read = Vec::new();
        loop {
            read.push(self.expression()?);
            if !self.take(&TokenKind::Comma) {
                self.expect_closing(close, &format!("an operator, `,` or `{}`", close.sign()), opener)?;
                return Ok(read);
            }
        }
    }
}
