//! Reads the lines of a block in front of its result: definitions, conditions, loops and assignments.

use super::super::syntax::{Command, Expression, Pattern, Step};
use super::super::token::TokenKind;
use super::{Parsed, Parser};

impl Parser<'_> {
    /// Reads a line of a block; returns `None` in front of the result of the block.
    pub(super) fn step(&mut self) -> Parsed<Option<Step>> {
        Ok(Some(match self.kind() {
            TokenKind::Let => {
                self.advance();
                let (pattern, value) = self.meanings()?;
                Step::Let { pattern, value }
            }
            TokenKind::If | TokenKind::Unless => self.condition()?,
            TokenKind::While | TokenKind::Until => self.repetition()?,
            _ if self.is_pattern_before(self.at, &TokenKind::Assign) => {
                let (pattern, value) = self.assignment()?;
                Step::Command(Command::Assign { pattern, value })
            }
            _ if self.is_bare_definition() => {
                let (pattern, value) = self.meanings()?;
                Step::Let { pattern, value }
            }
            _ => return Ok(None),
        }))
    }

    /// Reads `pattern := value`.
    pub(super) fn assignment(&mut self) -> Parsed<(Pattern, Expression)> {
        let pattern = self.pattern()?;
        self.expect(&TokenKind::Assign, "`:=` and a value")?;
        Ok((pattern, self.expression()?))
    }

    /// Reads `if` or `unless`, a condition, and the value of the block or the commands that depend on the condition.
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
            None => Err(self.unexpected("a command: an assignment `name := value`, `if`, `while` or `result is`")),
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

    /// Whether the next line is a definition without `let`, such as `(a,b) = (1,2)`. The same text may also be a
    /// comparison that is the result of the block; then the `§` that closes the block follows.
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
            let ends_operand = matches!(last, TokenKind::Name(_) | TokenKind::Number(_) | TokenKind::Close);
            let begins_line = is_first && matches!(kind, TokenKind::Name(_)) && ends_operand;
            if depth == 0 && (kind.begins_step() || begins_line || *kind == TokenKind::Semicolon) {
                return true;
            }
        }
        false
    }
}
