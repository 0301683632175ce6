//! Reads blocks, `value of § let ... if ... result is ... §`, and continues after an error in a block. The module
//! `command` reads the commands of a block.

use super::super::fault::Fault;
use super::super::syntax::{Definition, Expression, ExpressionKind, LocalDefinitions, Named, Pattern, Step};
use super::super::token::TokenKind;
use super::{Complained, Opener, Parsed, Parser, starts_definition};

pub(super) enum StepOrResult {
    Step(Step),
    /// The expression in the last line of the block, whose value is the result of the block.
    Result(Expression),
}

impl Parser<'_> {
    pub(super) fn block(&mut self) -> Parsed<Expression> {
        let start = self.token().place;
        self.advance();
        self.expect(&TokenKind::Of, "`of` after `value`")?;
        self.expect(&TokenKind::Section, "`§` to open the block")?;
        let opener = self.opener("section");
        let mut steps = Vec::new();
        let mut spoiled = false;
        let result = loop {
            match self.step_or_result(&opener) {
                Ok(StepOrResult::Step(step)) => steps.push(step),
                Ok(StepOrResult::Result(result)) => break result,
                Err(Complained) => {
                    spoiled = true;
                    if !self.skip_to_step() {
                        return Err(Complained);
                    }
                }
            }
        };
        if spoiled {
            return Err(Complained);
        }
        let place = start.to(self.last_place());
        Ok(Expression { place, kind: ExpressionKind::Block { steps, result: Box::new(result) } })
    }

    fn step_or_result(&mut self, opener: &Opener) -> Parsed<StepOrResult> {
        while self.take(&TokenKind::Semicolon) {}
        if let Some(step) = self.step()? {
            return Ok(StepOrResult::Step(step));
        }
        if self.take(&TokenKind::Result) {
            self.expect(&TokenKind::Is, "`is` after `result`")?;
        } else if matches!(self.kind(), TokenKind::Section | TokenKind::End) {
            let expected = "`let`, `if`, a command or the result of the block";
            return Err(if *self.kind() == TokenKind::End {
                let Opener { what: opener, line, column } = *opener;
                let found = self.kind().describe();
                self.complain(Fault::Unclosed { expected: expected.to_owned(), found, opener, line, column })
            } else {
                self.unexpected(expected)
            });
        }
        let result = self.expression()?;
        while self.take(&TokenKind::Semicolon) {}
        self.expect_closing(&TokenKind::Section, "an operator or `§`", opener)?;
        Ok(StepOrResult::Result(result))
    }

    /// Reads what follows `let` or `where`: definitions of values and functions, joined by `and`. Without `rec`, a
    /// definition cannot use the names that the other definitions define. With `rec`, the functions can call each
    /// other.
    pub(super) fn local_definition(&mut self) -> Parsed<Step> {
        let is_recursive = self.take(&TokenKind::Rec);
        let (mut functions, mut values): (Vec<Definition>, Vec<(Pattern, Expression)>) = (Vec::new(), Vec::new());
        loop {
            let first = self.at;
            if starts_definition(&self.tokens[first..]) {
                let function = self.function()?;
                self.inner_function = Some(function.name.clone());
                functions.push(function);
            } else if is_recursive && self.is_pattern_before(first, &TokenKind::Equal) {
                return Err(self.complain(Fault::RecursiveValue));
            } else if is_recursive {
                functions.push(self.function()?);
            } else {
                values.push(self.meaning()?);
            }
            let is_joined = functions.len() + values.len() > 1 || *self.kind() == TokenKind::AndWord;
            if is_joined && matches!(values.last(), Some((Pattern::Members(..), _))) {
                return Err(self.complain(Fault::JoinedTuple));
            }
            if !self.take(&TokenKind::AndWord) {
                break;
            }
        }
        if functions.len() + values.len() > 1 {
            let names = values.iter().flat_map(|(pattern, _)| pattern.names());
            let names: Vec<Named> = functions.iter().map(|function| &function.name).chain(names).cloned().collect();
            self.check_different(&names);
        }
        let values = joined(values);
        Ok(match values {
            Some((pattern, value)) if functions.is_empty() => Step::Let { pattern, value },
            values => Step::Functions(Box::new(LocalDefinitions { is_recursive, functions, values })),
        })
    }

    /// Complains about each name that definitions joined by `and` define a second time.
    fn check_different(&mut self, names: &[Named]) {
        for (index, name) in names.iter().enumerate() {
            if names[..index].iter().any(|earlier| earlier.name == name.name) {
                let fault = Fault::SameDefinition(name.name.clone());
                self.complaints.push(self.source.complain(name.place, fault));
            }
        }
    }

    /// Reads `pattern = value`.
    pub(super) fn meaning(&mut self) -> Parsed<(Pattern, Expression)> {
        let pattern = self.pattern()?;
        self.expect(&TokenKind::Equal, "`=` and a value")?;
        Ok((pattern, self.expression()?))
    }

    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        if !self.take(&TokenKind::Open) {
            return self.name("a name or `(` and names").map(Pattern::One);
        }
        let opener = self.opener("pattern");
        let start = self.last_place();
        if *self.kind() == TokenKind::Close {
            return Err(self.unexpected("a name"));
        }
        let mut names = self.names(&opener)?;
        let place = start.to(self.last_place());
        Ok(if names.len() == 1 { Pattern::One(names.remove(0)) } else { Pattern::Members(names, place) })
    }

    /// Skips the rest of a faulty line of a block. Returns false if the block seems to end after this line.
    fn skip_to_step(&mut self) -> bool {
        let mut inner_blocks = 0;
        loop {
            match self.kind() {
                TokenKind::End => return false,
                TokenKind::Section if self.at > 0 && self.tokens[self.at - 1].kind.precedes_block() => {
                    inner_blocks += 1;
                }
                TokenKind::Section if inner_blocks > 0 => inner_blocks -= 1,
                TokenKind::Section => {
                    self.advance();
                    return false;
                }
                kind if kind.begins_step() && inner_blocks == 0 => return true,
                _ if self.is_next_definition() => return false,
                _ => {}
            }
            self.advance();
        }
    }
}

/// Joins two or more definitions of values into one definition of a tuple. Returns a single definition unchanged.
fn joined(mut values: Vec<(Pattern, Expression)>) -> Option<(Pattern, Expression)> {
    if values.len() < 2 {
        return values.pop();
    }
    let place = values[0].0.names()[0].place.to(values[values.len() - 1].1.place);
    let (patterns, members): (Vec<Pattern>, Vec<Expression>) = values.into_iter().unzip();
    let names = patterns.iter().flat_map(Pattern::names).cloned().collect();
    Some((Pattern::Members(names, place), Expression { place, kind: ExpressionKind::Tuple(members) }))
}
