//! Reads the lines of a block that precede its result: definitions, conditions, loops, jumps and assignments.

use super::super::operator::Operator;
use super::super::source::Place;
use super::super::syntax::{Command, Expression, ExpressionKind, Named, Pattern, Sign, Step};
use super::super::token::TokenKind;
use super::super::value::Value;
use super::{Parsed, Parser};

impl Parser<'_> {
    /// Reads a line of a block; returns `None` if the next line is the result of the block.
    pub(super) fn step(&mut self) -> Parsed<Option<Step>> {
        Ok(Some(match self.kind() {
            TokenKind::Let => {
                self.advance();
                self.local_definition()?
            }
            TokenKind::GoTo => {
                self.advance();
                Step::Command(Command::GoTo(self.name("the name of a label")?))
            }
            TokenKind::Name(_) if self.tokens[self.at + 1].kind == TokenKind::Colon => {
                let label = self.name("a label")?;
                self.advance();
                Step::Command(Command::Label(label))
            }
            TokenKind::For => self.enumeration()?,
            TokenKind::If | TokenKind::Unless => self.condition()?,
            TokenKind::While | TokenKind::Until => self.repetition()?,
            _ if self.is_pattern_before(self.at, &TokenKind::Assign) => {
                let (pattern, value) = self.assignment()?;
                Step::Command(Command::Assign { pattern, value })
            }
            _ if self.is_bare_definition() => self.local_definition()?,
            _ => return Ok(None),
        }))
    }

    /// Reads `pattern := value`.
    pub(super) fn assignment(&mut self) -> Parsed<(Pattern, Expression)> {
        let pattern = self.pattern()?;
        self.expect(&TokenKind::Assign, "`:=` and a value")?;
        Ok((pattern, self.expression()?))
    }

    /// Reads `if` or `unless`, a condition, and the part that depends on the condition: commands, or the value of the
    /// block.
    fn condition(&mut self) -> Parsed<Step> {
        let when = *self.kind() == TokenKind::If;
        self.advance();
        let condition = self.expression()?;
        let is_do = *self.kind() == TokenKind::Do;
        if !is_do {
            self.expect(&TokenKind::Then, "an operator, `then` or `do`")?;
        }
        if is_do || self.is_command() {
            let body = self.body()?;
            return Ok(Step::Command(Command::Do { condition, when, body }));
        }
        let result = self.expression()?;
        Ok(match when {
            true => Step::If { condition, result },
            false => Step::Command(Command::Do { condition, when, body: vec![Step::Command(Command::Result(result))] }),
        })
    }

    /// Reads `while` or `until`, a condition, `do` and commands.
    fn repetition(&mut self) -> Parsed<Step> {
        let when = *self.kind() == TokenKind::While;
        self.advance();
        let condition = self.expression()?;
        if *self.kind() != TokenKind::Do {
            return Err(self.unexpected("an operator or `do`"));
        }
        Ok(Step::Command(Command::Loop { condition, when, body: self.body()? }))
    }

    /// Reads `for name = step first, step, last do` and commands, or `for name = value, value, ... do` and commands.
    /// The result is a `while` loop after the definitions of `name` and of auxiliary names. The auxiliary names contain
    /// blanks, so that they differ from every name in a program.
    fn enumeration(&mut self) -> Parsed<Step> {
        let place = self.token().place;
        self.advance();
        let name = self.name("the name that changes in the loop")?;
        self.expect(&TokenKind::Equal, "`=` and the values of the name")?;
        let is_step = self.take(&TokenKind::Step);
        let mut values = vec![self.expression()?];
        while self.take(&TokenKind::Comma) {
            values.push(self.expression()?);
        }
        if is_step && values.len() != 3 {
            return Err(self.unexpected("the first value, the step and the last value after `step`"));
        }
        if *self.kind() != TokenKind::Do {
            return Err(self.unexpected("an operator, `,` or `do`"));
        }
        let body = self.body()?;
        let steps = if is_step { stepped(&name, values, body, place) } else { listed(&name, values, body, place) };
        // The condition is always true: the command only ends the scope of the names.
        let condition = Expression { place, kind: ExpressionKind::Constant(Value::Truth(true)) };
        Ok(Step::Command(Command::Do { condition, when: true, body: steps }))
    }

    /// Reads an optional `do`, and then one command, or several commands in `§ ... §`.
    fn body(&mut self) -> Parsed<Vec<Step>> {
        self.take(&TokenKind::Do);
        if !self.take(&TokenKind::Section) {
            return Ok(vec![self.command()?]);
        }
        let opener = self.opener("section");
        let mut steps = Vec::new();
        loop {
            while self.take(&TokenKind::Semicolon) {}
            if self.take(&TokenKind::Section) {
                return Ok(steps);
            }
            if *self.kind() == TokenKind::End {
                self.expect_closing(&TokenKind::Section, "a command or `§`", &opener)?;
            }
            steps.push(self.command()?);
        }
    }

    fn command(&mut self) -> Parsed<Step> {
        if self.take(&TokenKind::Result) {
            self.expect(&TokenKind::Is, "`is` after `result`")?;
            return Ok(Step::Command(Command::Result(self.expression()?)));
        }
        match self.deeper(Self::step)? {
            Some(step) => Ok(step),
            None => Err(self
                .unexpected("a command: an assignment `name := value`, `if`, `while`, `for`, `go to` or `result is`")),
        }
    }

    /// Whether the next tokens are a command, and not an expression.
    fn is_command(&self) -> bool {
        let kind = self.kind();
        let begins_command = kind.begins_step() && *kind != TokenKind::Let;
        begins_command || *kind == TokenKind::Section || self.is_pattern_before(self.at, &TokenKind::Assign)
    }

    /// Whether the tokens from index `at` are a name, or several names in parentheses, and then the token `after`.
    pub(super) fn is_pattern_before(&self, at: usize, after: &TokenKind) -> bool {
        let mut kinds = self.tokens[at..].iter().map(|token| &token.kind);
        match kinds.next() {
            Some(TokenKind::Name(_)) => {}
            Some(TokenKind::Open) => {
                let end = kinds.find(|kind| !matches!(kind, TokenKind::Name(_) | TokenKind::Comma));
                if end != Some(&TokenKind::Close) {
                    return false;
                }
            }
            _ => return false,
        }
        kinds.next() == Some(after)
    }

    /// Whether the next line is a definition without `let`, such as `(a,b) = (1,2)`. If the `§` that closes the block
    /// follows, the text is a comparison instead, and its value is the result of the block.
    fn is_bare_definition(&self) -> bool {
        if !self.is_pattern_before(self.at, &TokenKind::Equal) {
            return false;
        }
        let mut depth = i32::from(*self.kind() == TokenKind::Open);
        for pair in self.tokens[self.at..].windows(2) {
            let (last, kind) = (&pair[0].kind, &pair[1].kind);
            let is_first = pair[0].line < pair[1].line;
            match kind {
                TokenKind::End => return false,
                TokenKind::Open | TokenKind::OpenList | TokenKind::OpenSet => depth += 1,
                TokenKind::Section if last.precedes_block() => depth += 1,
                TokenKind::Section if depth == 0 => return false,
                TokenKind::Close | TokenKind::CloseList | TokenKind::CloseSet | TokenKind::Section => depth -= 1,
                _ => {}
            }
            use TokenKind::{Close, Name, Number, Real, Text, Truth};
            let ends_operand = matches!(last, Name(_) | Number(_) | Real(_) | Text(_) | Truth(_) | Close);
            let begins_line = is_first && matches!(kind, TokenKind::Name(_)) && ends_operand;
            if depth == 0 && (kind.begins_step() || begins_line || *kind == TokenKind::Semicolon) {
                return true;
            }
        }
        false
    }
}

/// Returns the steps that do the work of `for name = step first, step, last do body`: definitions and a loop.
fn stepped(name: &Named, values: Vec<Expression>, mut body: Vec<Step>, place: Place) -> Vec<Step> {
    let hidden = |what: &str| Named { name: format!("{what} of {}", name.name), place };
    let named = |named: &Named| Expression { place, kind: ExpressionKind::Name(named.name.clone()) };
    let chain = |first: Expression, operator, second| {
        let kind = ExpressionKind::Chain { first: Box::new(first), rest: vec![(operator, second)] };
        Expression { place, kind }
    };
    let (step, last) = (hidden("the step"), hidden("the last value"));
    let not_beyond = |beyond| {
        let operand = Box::new(chain(named(name), beyond, named(&last)));
        Expression { place, kind: ExpressionKind::Signs { signs: vec![(Sign::Not, place)], operand } }
    };
    let zero = Expression { place, kind: ExpressionKind::Constant(Value::Number(0)) };
    let arms = vec![(chain(named(&step), Operator::Less, zero), not_beyond(Operator::Less))];
    let otherwise = Box::new(not_beyond(Operator::Greater));
    let condition = Expression { place, kind: ExpressionKind::Conditional { arms, otherwise } };
    let next = chain(named(name), Operator::Add, named(&step));
    body.push(Step::Command(Command::Assign { pattern: Pattern::One(name.clone()), value: next }));
    let lets = [name.clone(), step, last].into_iter().zip(values);
    // The name itself is defined last, so that the other two values may use an outer name that is spelled alike.
    let lets = lets.rev().map(|(name, value)| Step::Let { pattern: Pattern::One(name), value });
    lets.chain([Step::Command(Command::Loop { condition, when: true, body })]).collect()
}

/// Returns the steps that do the work of `for name = value, value, ... do body`: the definition of a list and a loop.
fn listed(name: &Named, values: Vec<Expression>, mut body: Vec<Step>, place: Place) -> Vec<Step> {
    let rest = Named { name: format!("the other values of {}", name.name), place };
    let named = || Expression { place, kind: ExpressionKind::Name(rest.name.clone()) };
    let call = |function: &str| {
        let function = Named { name: function.to_owned(), place };
        Expression { place, kind: ExpressionKind::Call { name: function, arguments: vec![named()] } }
    };
    let head = Step::Let { pattern: Pattern::One(name.clone()), value: call("Head") };
    let tail = Step::Command(Command::Assign { pattern: Pattern::One(rest.clone()), value: call("Rest") });
    body.insert(0, head);
    body.insert(1, tail);
    let values = Expression { place, kind: ExpressionKind::List(values) };
    let list = Step::Let { pattern: Pattern::One(rest.clone()), value: values };
    vec![list, Step::Command(Command::Loop { condition: named(), when: true, body })]
}
