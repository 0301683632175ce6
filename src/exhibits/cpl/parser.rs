//! Tokens read as a program, by recursive descent.
//!
//! Nothing stops at the first error. After one the parser goes on at the next line of the block if there is one,
//! else at the next definition: a name that is the first on its line, no further in than the definition at fault,
//! and followed by `(names) =`.

use super::fault::Fault;
use super::lexer::tokens;
use super::source::{Complaint, Place, Source};
use super::syntax::{Definition, Expression, ExpressionKind, Named, Operator, Pattern, Reading, Sign, Step};
use super::token::{Token, TokenKind};
use super::value::Value;

/// How deep expressions may be nested in the text. (Calls may be nested far deeper when they run.)
const NESTING_LIMIT: usize = 250;

/// Reads a whole program; the complaints are in the order of the text.
pub fn parse_program(source: &Source, reading: Reading) -> Result<Vec<Definition>, Vec<Complaint>> {
    let mut parser = Parser::new(source, reading);
    let definitions = parser.program();
    parser.finish(definitions)
}

/// Reads a single expression, such as a call typed in by hand.
pub fn parse_expression(source: &Source, reading: Reading) -> Result<Expression, Vec<Complaint>> {
    let mut parser = Parser::new(source, reading);
    let expression = parser.expression().and_then(|expression| {
        parser.expect(&TokenKind::End, "an operator or the end")?;
        Ok(expression)
    });
    match expression {
        Ok(expression) => parser.finish(expression),
        Err(Complained) => Err(parser.complaints),
    }
}

/// The mark of a construct given up because of an error that has been complained of.
struct Complained;

type Parsed<T> = Result<T, Complained>;

/// What a `)` or `§` is to close.
struct Opener {
    what: &'static str,
    line: usize,
    column: usize,
}

/// The strengths of operators, weakest first; `→ ,` is weaker than all of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strength {
    Comparison,
    Union,
    /// `∧` under the set reading, `+ -` under the word reading.
    Loose,
    /// `+ -` under the set reading, `∧` under the word reading.
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

struct Parser<'a> {
    source: &'a Source,
    reading: Reading,
    tokens: Vec<Token>,
    /// The token to be read next.
    at: usize,
    /// The column of the definition being read.
    definition_column: usize,
    nesting: usize,
    complaints: Vec<Complaint>,
    /// The token last complained of: once is enough.
    complained_at: Option<usize>,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Source, reading: Reading) -> Self {
        let (tokens, complaints) = tokens(source);
        let (at, nesting) = (0, 0);
        Parser { source, reading, tokens, at, definition_column: usize::MAX, nesting, complaints, complained_at: None }
    }

    /// What was read, if nothing was wrong.
    fn finish<T>(mut self, read: T) -> Result<T, Vec<Complaint>> {
        if self.complaints.is_empty() {
            return Ok(read);
        }
        self.complaints.sort_by_key(|complaint| (complaint.line, complaint.column));
        Err(self.complaints)
    }

    // Tokens.

    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn kind(&self) -> &TokenKind {
        &self.token().kind
    }

    /// The place of the token read last.
    fn last_place(&self) -> Place {
        self.tokens[self.at.saturating_sub(1)].place
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn take(&mut self, kind: &TokenKind) -> bool {
        let there = self.kind() == kind;
        if there {
            self.advance();
        }
        there
    }

    fn complain(&mut self, fault: Fault) -> Complained {
        // What the lexer could not read it has complained of already.
        if *self.kind() != TokenKind::Bad && self.complained_at != Some(self.at) {
            self.complaints.push(self.source.complain(self.token().place, fault));
        }
        self.complained_at = Some(self.at);
        Complained
    }

    fn unexpected(&mut self, expected: &str) -> Complained {
        let found = self.kind().describe();
        self.complain(Fault::Unexpected { expected: expected.to_owned(), found })
    }

    fn expect(&mut self, kind: &TokenKind, expected: &str) -> Parsed<()> {
        if self.take(kind) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// The opener just read.
    fn opener(&self, what: &'static str) -> Opener {
        let token = &self.tokens[self.at - 1];
        Opener { what, line: token.line, column: token.column }
    }

    fn expect_closing(&mut self, kind: &TokenKind, expected: &str, opener: &Opener) -> Parsed<()> {
        if self.take(kind) {
            return Ok(());
        }
        let found = self.kind().describe();
        let Opener { what: opener, line, column } = *opener;
        Err(self.complain(Fault::Unclosed { expected: expected.to_owned(), found, opener, line, column }))
    }

    fn name(&mut self, expected: &str) -> Parsed<Named> {
        let TokenKind::Name(name) = self.kind() else { return Err(self.unexpected(expected)) };
        let named = Named { name: name.clone(), place: self.token().place };
        self.advance();
        Ok(named)
    }

    // Definitions.

    fn program(&mut self) -> Vec<Definition> {
        let mut definitions = Vec::new();
        while *self.kind() != TokenKind::End {
            let first = self.at;
            self.definition_column = self.token().column;
            match self.definition() {
                Ok(definition) => definitions.push(definition),
                Err(Complained) => self.skip_to_definition(first),
            }
        }
        definitions
    }

    fn definition(&mut self) -> Parsed<Definition> {
        if !matches!(self.kind(), TokenKind::Name(_)) {
            // Whatever this is, a definition at any depth of indentation may come after it.
            self.definition_column = usize::MAX;
        }
        let name = self.name("the name of a definition")?;
        self.expect(&TokenKind::Open, "`(` and the parameters")?;
        let opener = self.opener("list of parameters");
        let parameters = self.names(&opener)?;
        for (index, parameter) in parameters.iter().enumerate() {
            if parameters[..index].iter().any(|earlier| earlier.name == parameter.name) {
                let fault = Fault::SameParameter(parameter.name.clone());
                self.complaints.push(self.source.complain(parameter.place, fault));
            }
        }
        self.expect(&TokenKind::Equal, "`=` and the body of the definition")?;
        let body = self.expression()?;
        if !matches!(self.kind(), TokenKind::Name(_) | TokenKind::End) {
            return Err(self.unexpected("an operator or the next definition"));
        }
        Ok(Definition { name, parameters, body })
    }

    /// Names and commas up to the closing parenthesis; there may be none.
    fn names(&mut self, opener: &Opener) -> Parsed<Vec<Named>> {
        let mut names = Vec::new();
        if self.take(&TokenKind::Close) {
            return Ok(names);
        }
        loop {
            names.push(self.name("a name")?);
            if !self.take(&TokenKind::Comma) {
                self.expect_closing(&TokenKind::Close, "`,` or `)`", opener)?;
                return Ok(names);
            }
        }
    }

    fn skip_to_definition(&mut self, first: usize) {
        if self.at == first {
            self.advance();
        }
        while *self.kind() != TokenKind::End && !self.is_next_definition() {
            self.advance();
        }
    }

    /// Whether a definition other than the one at fault seems to start here; it may be at fault itself.
    fn is_next_definition(&self) -> bool {
        let first_on_line = self.at == 0 || self.tokens[self.at - 1].line < self.token().line;
        let heading = first_on_line && self.token().column <= self.definition_column;
        heading && matches!(self.heading_end(), Some([TokenKind::Close | TokenKind::Equal, ..]))
    }

    /// Whether `name(names) =` stands here.
    fn starts_definition(&self) -> bool {
        matches!(self.heading_end(), Some([TokenKind::Close, TokenKind::Equal]))
    }

    /// The two tokens after `name(names`, if that stands here.
    fn heading_end(&self) -> Option<[&TokenKind; 2]> {
        let mut kinds = self.tokens[self.at..].iter().map(|token| &token.kind);
        let heading = matches!(kinds.next()?, TokenKind::Name(_)) && *kinds.next()? == TokenKind::Open;
        let after = kinds.find(|kind| !matches!(kind, TokenKind::Name(_) | TokenKind::Comma))?;
        heading.then_some([after, kinds.next().unwrap_or(&TokenKind::End)])
    }

    // Expressions.

    fn expression(&mut self) -> Parsed<Expression> {
        if self.nesting == NESTING_LIMIT {
            return Err(self.complain(Fault::NestedTooDeep(NESTING_LIMIT)));
        }
        self.nesting += 1;
        let expression = self.conditional();
        self.nesting -= 1;
        expression
    }

    /// `a → b, c → d, e` is one conditional of two arms, however long it grows; without an arm it is just `e`.
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

    /// Operands joined by operators of at least this strength.
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

    /// The operator here, if it has this strength.
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

    /// Names side by side on one line are multiplied. The second name is not taken here: it is the next operand.
    fn juxtaposition(&mut self) -> Parsed<Option<Operator>> {
        let previous = &self.tokens[self.at - 1];
        if previous.line != self.token().line {
            return Ok(None);
        }
        match previous.kind {
            TokenKind::Name(_) => Ok(Some(Operator::Multiply)),
            TokenKind::Number(_) if !self.starts_definition() => {
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
            TokenKind::Text(text) => ExpressionKind::Constant(Value::text(text)),
            TokenKind::Name(_) => return self.name_or_call(),
            TokenKind::Open => return self.parenthesis(),
            _ => return Err(self.unexpected("an expression")),
        };
        self.advance();
        Ok(Expression { place, kind })
    }

    fn name_or_call(&mut self) -> Parsed<Expression> {
        let name = self.name("a name")?;
        let place = name.place;
        if !self.take(&TokenKind::Open) {
            return Ok(Expression { place, kind: ExpressionKind::Name(name.name) });
        }
        let opener = self.opener("argument list");
        let arguments = if self.take(&TokenKind::Close) { Vec::new() } else { self.expressions(&opener)? };
        Ok(Expression { place: place.to(self.last_place()), kind: ExpressionKind::Call { name, arguments } })
    }

    /// One expression in parentheses is that expression; more are a tuple.
    fn parenthesis(&mut self) -> Parsed<Expression> {
        self.advance();
        let opener = self.opener("parenthesis");
        let start = self.last_place();
        let mut members = self.expressions(&opener)?;
        let place = start.to(self.last_place());
        match members.len() {
            1 => Ok(Expression { place, ..members.remove(0) }),
            _ => Ok(Expression { place, kind: ExpressionKind::Tuple(members) }),
        }
    }

    /// Expressions and commas up to the closing parenthesis.
    fn expressions(&mut self, opener: &Opener) -> Parsed<Vec<Expression>> {
        let mut read = Vec::new();
        loop {
            read.push(self.expression()?);
            if !self.take(&TokenKind::Comma) {
                self.expect_closing(&TokenKind::Close, "an operator, `,` or `)`", opener)?;
                return Ok(read);
            }
        }
    }

    // Blocks.

    fn block(&mut self) -> Parsed<Expression> {
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
        if self.take(&TokenKind::Let) {
            let pattern = self.pattern()?;
            self.expect(&TokenKind::Equal, "`=` and a value")?;
            let value = self.expression()?;
            return Ok(StepOrResult::Step(Step::Let { pattern, value }));
        }
        if self.take(&TokenKind::If) {
            let condition = self.expression()?;
            self.expect(&TokenKind::Then, "an operator or `then`")?;
            let result = self.expression()?;
            return Ok(StepOrResult::Step(Step::If { condition, result }));
        }
        let announced = self.take(&TokenKind::Result);
        if announced {
            self.expect(&TokenKind::Is, "`is` after `result`")?;
        } else if matches!(self.kind(), TokenKind::Section | TokenKind::End) {
            let expected = "`let`, `if` or the result of the block";
            return Err(if *self.kind() == TokenKind::End {
                let Opener { what: opener, line, column } = *opener;
                let found = self.kind().describe();
                self.complain(Fault::Unclosed { expected: expected.to_owned(), found, opener, line, column })
            } else {
                self.unexpected(expected)
            });
        }
        let result = self.expression()?;
        self.expect_closing(&TokenKind::Section, "an operator or `§`", opener)?;
        Ok(StepOrResult::Result(result))
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
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

    /// Passes over the rest of a line of a block that is at fault; false if the block seems to end before another.
    fn skip_to_step(&mut self) -> bool {
        let mut inner_blocks = 0;
        loop {
            match self.kind() {
                TokenKind::End => return false,
                TokenKind::Section if self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::Of => {
                    inner_blocks += 1;
                }
                TokenKind::Section if inner_blocks > 0 => inner_blocks -= 1,
                TokenKind::Section => {
                    self.advance();
                    return false;
                }
                TokenKind::Let | TokenKind::If | TokenKind::Result if inner_blocks == 0 => return true,
                _ if self.is_next_definition() => return false,
                _ => {}
            }
            self.advance();
        }
    }
}

enum StepOrResult {
    Step(Step),
    Result(Expression),
}
