//! Reads tokens into rules and advices, and reports every fault.
//!
//! ```text
//! table      = [ piece ] { rule | advice }
//! piece      = PIECE "(" ("rook" | "queen") ")" "."
//! rule       = name (":" | "::") IF goal RULE-THEN "[" name { "," name } "]" "."
//! advice     = ADVICE "(" name "," goal ":" goal ":" constraint ":" constraint ")" "."
//! goal       = goal OR goal | goal AND goal | NOT goal | "(" goal ")" | predicate
//! constraint = constraint MOVE-THEN constraint | constraint AND constraint
//!            | "(" constraint ")" | "(" DEPTH ("=" | "<") number ")" | move predicate
//! ```
//!
//! NOT binds tightest, then AND, OR and MOVE-THEN. After a fault, the parser continues at the next statement.

use std::ops::Range;

use super::UnknownNames;
use super::error::{Fault, LoadError, LoadWarning, Oddity, Place, Role, clipped};
use super::expected::{Expected, Found};
use super::lexer::{Token, TokenKind};
use super::nearest::nearest;
use super::vocabulary::{Keyword, is_keyword};
use crate::al0::constraint::Constraint;
use crate::al0::goal::{Goal, Predicate};
use crate::al0::major::Major;
use crate::al0::moves::MovePredicate;

/// The maximum nesting depth of goals and constraints. Deeper nesting could exhaust the stack.
const MAX_DEPTH: usize = 100;

/// A parsed rule. The names of its advices have not been looked up yet.
pub(crate) struct ParsedRule {
    pub(crate) label: String,
    pub(crate) condition: Goal,
    /// The range of [`Parsed::mentions`] that contains the rule's list of advices. The table may not define all of
    /// these advices.
    pub(crate) advices: Range<usize>,
}

/// A parsed advice, which may be faulty.
pub(crate) struct ParsedAdvice {
    pub(crate) label: Label,
    /// The goals and constraints; `None` if they contain a fault. A faulty advice keeps its label, so the rules that
    /// name the advice cause no further faults.
    pub(crate) body: Option<ParsedBody>,
}

pub(crate) struct ParsedBody {
    pub(crate) better: Goal,
    pub(crate) holding: Goal,
    pub(crate) us: Constraint,
    pub(crate) them: Constraint,
}

/// A name in the text of a table, with its line and column.
pub(crate) struct Label {
    pub(crate) name: String,
    pub(crate) place: Place,
}

#[derive(Default)]
pub(crate) struct Parsed {
    /// White's major piece, if the table declares it.
    pub(crate) piece: Option<Major>,
    pub(crate) rules: Vec<ParsedRule>,
    /// Every advice named in a rule's list, including the lists of faulty rules.
    pub(crate) mentions: Vec<Label>,
    pub(crate) advices: Vec<ParsedAdvice>,
    pub(crate) errors: Vec<LoadError>,
    pub(crate) warnings: Vec<LoadWarning>,
}

pub(crate) fn parse(tokens: &[Token], unknown: UnknownNames) -> Parsed {
    let mut parser = Parser { tokens, next: 0, depth: 0, unknown, out: Parsed::default() };
    while !parser.is_end_of_file() {
        let start = parser.next;
        if let Err(error) = parser.statement() {
            parser.out.errors.push(error);
            parser.recover(start);
        }
    }
    parser.out
}

type Result<T> = std::result::Result<T, LoadError>;

struct Parser<'t> {
    tokens: &'t [Token],
    next: usize,
    depth: usize,
    unknown: UnknownNames,
    out: Parsed,
}

impl Parser<'_> {
    fn statement(&mut self) -> Result<()> {
        if self.peek_keyword(Keyword::Piece) {
            self.piece()
        } else if self.peek_keyword(Keyword::Advice) {
            self.advice()
        } else {
            self.rule()
        }
    }

    fn piece(&mut self) -> Result<()> {
        let place = self.peek().place;
        if self.next > 0 {
            return Err(LoadError { place, fault: Fault::LatePiece });
        }
        self.next += 1;
        self.mark("(", Expected::ParenthesisAfterPiece)?;
        let Token { kind, .. } = self.peek();
        let piece = match kind {
            TokenKind::Name(name) => Major::named(name),
            _ => None,
        };
        let piece = piece.ok_or_else(|| self.unexpected(Expected::PieceName))?;
        self.next += 1;
        self.out.piece = Some(piece);
        self.mark(")", Expected::EndOfMoves)?;
        self.end()
    }

    /// Returns White's major piece in this table.
    fn major(&self) -> Major {
        self.out.piece.unwrap_or_default()
    }

    fn rule(&mut self) -> Result<()> {
        let opens_advice = matches!(self.tokens.get(self.next + 1), Some(next) if next.kind == TokenKind::Mark("("));
        if opens_advice {
            return Err(self.unexpected(Expected::Advice));
        }
        let label = self.label(Expected::RuleNameOrAdvice)?.name;
        if !self.accept_mark("::") && !self.accept_mark(":") {
            return Err(self.unexpected(Expected::Colon));
        }
        self.keyword(Keyword::If, Expected::If)?;
        let condition = self.goal()?;
        self.keyword(Keyword::RuleThen, Expected::RuleThen)?;
        self.mark("[", Expected::ListOfAdvices)?;
        let first = self.out.mentions.len();
        loop {
            let mention = self.label(Expected::NameInList)?;
            self.out.mentions.push(mention);
            if !self.accept_mark(",") {
                break;
            }
        }
        self.mark("]", Expected::CommaOrBracket)?;
        self.end()?;
        self.out.rules.push(ParsedRule { label, condition, advices: first..self.out.mentions.len() });
        Ok(())
    }

    fn advice(&mut self) -> Result<()> {
        self.next += 1;
        self.mark("(", Expected::ParenthesisAfterAdvice)?;
        let label = self.label(Expected::AdviceName)?;
        let body = self.advice_body();
        let (body, fault) = match body {
            Ok(body) => (Some(body), Ok(())),
            Err(fault) => (None, Err(fault)),
        };
        self.out.advices.push(ParsedAdvice { label, body });
        fault
    }

    fn advice_body(&mut self) -> Result<ParsedBody> {
        self.mark(",", Expected::CommaAfterName)?;
        let better = self.goal()?;
        self.mark(":", Expected::HoldingGoal)?;
        let holding = self.goal()?;
        self.mark(":", Expected::OurMoves)?;
        let us = self.constraint()?;
        self.mark(":", Expected::TheirMoves)?;
        let them = self.constraint()?;
        self.mark(")", Expected::EndOfAdvice)?;
        self.end()?;
        Ok(ParsedBody { better, holding, us, them })
    }

    fn goal(&mut self) -> Result<Goal> {
        let mut goals = vec![self.goal_all()?];
        while self.accept_keyword(Keyword::Or) {
            goals.push(self.goal_all()?);
        }
        Ok(one_or(goals, Goal::Any))
    }

    fn goal_all(&mut self) -> Result<Goal> {
        let mut goals = vec![self.goal_unit()?];
        while self.accept_keyword(Keyword::And) {
            goals.push(self.goal_unit()?);
        }
        Ok(one_or(goals, Goal::All))
    }

    fn goal_unit(&mut self) -> Result<Goal> {
        if self.accept_keyword(Keyword::Not) {
            return self.nested(|parser| Ok(Goal::Not(Box::new(parser.goal_unit()?))));
        }
        if self.accept_mark("(") {
            let goal = self.nested(Self::goal)?;
            self.mark(")", Expected::EndOfGoal)?;
            return Ok(goal);
        }
        let Label { name, place } = self.label(Expected::Goal)?;
        if let Some(predicate) = Predicate::named(&name, self.major()) {
            return Ok(Goal::Is(predicate));
        }
        self.unknown(&name, place, Role::Goal, MovePredicate::named(&name, self.major()).is_some());
        Ok(Goal::Unknown(name))
    }

    fn constraint(&mut self) -> Result<Constraint> {
        let mut parts = vec![self.constraint_all()?];
        while self.accept_keyword(Keyword::MoveThen) {
            parts.push(self.constraint_all()?);
        }
        Ok(one_or(parts, Constraint::Each))
    }

    fn constraint_all(&mut self) -> Result<Constraint> {
        let mut parts = vec![self.constraint_unit()?];
        while self.accept_keyword(Keyword::And) {
            parts.push(self.constraint_unit()?);
        }
        Ok(one_or(parts, Constraint::All))
    }

    fn constraint_unit(&mut self) -> Result<Constraint> {
        if self.accept_mark("(") {
            let constraint =
                if self.accept_keyword(Keyword::Depth) { self.depth_test() } else { self.nested(Self::constraint) }?;
            self.mark(")", Expected::EndOfMoves)?;
            return Ok(constraint);
        }
        if self.peek_keyword(Keyword::Depth) {
            return Err(self.unexpected(Expected::DepthTest));
        }
        let Label { name, place } = self.label(Expected::Moves)?;
        if let Some(predicate) = MovePredicate::named(&name, self.major()) {
            return Ok(Constraint::Moves(predicate));
        }
        self.unknown(&name, place, Role::Move, Predicate::named(&name, self.major()).is_some());
        Ok(Constraint::Unknown(name))
    }

    fn depth_test(&mut self) -> Result<Constraint> {
        let test = if self.accept_mark("=") {
            Constraint::DepthIs
        } else if self.accept_mark("<") {
            Constraint::DepthBelow
        } else {
            return Err(self.unexpected(Expected::DepthComparison));
        };
        match self.peek().kind {
            TokenKind::Number(depth) => {
                self.next += 1;
                Ok(test(depth))
            }
            _ => Err(self.unexpected(Expected::Number)),
        }
    }

    /// Reports a name that is not a predicate of the kind `wanted`: a predicate for goals, or a predicate for moves.
    /// `has_other_role` is true if the name is a predicate of the other of these two kinds.
    ///
    /// A table is either for a rook or for a queen. If the name is a predicate only in tables for the other piece, the
    /// report is an error. Otherwise [`UnknownNames`] determines whether the report is an error or a warning.
    fn unknown(&mut self, name: &str, place: Place, wanted: Role, has_other_role: bool) {
        let name = name.to_owned();
        let renamed = match wanted {
            Role::Goal => Predicate::renamed,
            Role::Move => MovePredicate::renamed,
        };
        let fault = if has_other_role {
            Fault::WrongRole { name, wanted }
        } else if let Some(instead) = renamed(&name, self.major()) {
            let fault = Fault::OtherPiece { name, piece: self.major(), instead };
            self.out.errors.push(LoadError { place, fault });
            return;
        } else {
            let nearest = match wanted {
                Role::Goal => nearest(&name, Predicate::names(self.major())),
                Role::Move => nearest(&name, MovePredicate::names(self.major())),
            };
            Fault::Unknown { role: wanted, name, nearest }
        };
        match self.unknown {
            UnknownNames::AreErrors => self.out.errors.push(LoadError { place, fault }),
            UnknownNames::AreFalse => {
                self.out.warnings.push(LoadWarning { place, oddity: Oddity::ReadAsHistoric(fault) });
            }
        }
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(LoadError { place: self.peek().place, fault: Fault::TooDeep(MAX_DEPTH) });
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn label(&mut self, expected: Expected) -> Result<Label> {
        let Token { kind, place } = self.peek();
        match kind {
            TokenKind::Name(name) if !is_keyword(name) => {
                let label = Label { name: name.clone(), place: *place };
                self.next += 1;
                Ok(label)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn end(&mut self) -> Result<()> {
        if self.peek().kind != TokenKind::End {
            return Err(self.unexpected(Expected::FullStop));
        }
        self.next += 1;
        Ok(())
    }

    fn mark(&mut self, mark: &str, expected: Expected) -> Result<()> {
        if self.accept_mark(mark) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn keyword(&mut self, keyword: Keyword, expected: Expected) -> Result<()> {
        if self.accept_keyword(keyword) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn accept_mark(&mut self, mark: &str) -> bool {
        let found = matches!(self.peek().kind, TokenKind::Mark(found) if found == mark);
        self.next += usize::from(found);
        found
    }

    fn accept_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.peek_keyword(keyword);
        self.next += usize::from(found);
        found
    }

    fn peek_keyword(&self, keyword: Keyword) -> bool {
        self.is_keyword_at(self.next, keyword)
    }

    fn is_keyword_at(&self, index: usize, keyword: Keyword) -> bool {
        matches!(self.tokens.get(index), Some(Token { kind: TokenKind::Name(name), .. }) if keyword.is_spelled(name))
    }

    /// Returns the next token. The parser never passes the end-of-file token, so a next token always exists.
    fn peek(&self) -> &Token {
        &self.tokens[self.next]
    }

    fn is_end_of_file(&self) -> bool {
        self.peek().kind == TokenKind::EndOfFile
    }

    fn unexpected(&self, expected: Expected) -> LoadError {
        let Token { kind, place } = self.peek();
        let found = match kind {
            TokenKind::Name(name) => Found::Token(clipped(name)),
            TokenKind::Number(number) => Found::Token(number.to_string()),
            TokenKind::Mark(mark) => Found::Token((*mark).to_owned()),
            TokenKind::End => Found::EndOfStatement,
            TokenKind::EndOfFile => Found::EndOfFile,
        };
        LoadError { place: *place, fault: Fault::Syntax { expected, found } }
    }

    /// Skips the rest of a faulty statement. Stops after the next full stop, or before the next token that clearly
    /// begins a statement.
    fn recover(&mut self, faulty_start: usize) {
        while !self.is_end_of_file() {
            if self.next > faulty_start && self.is_statement_start() {
                return;
            }
            self.next += 1;
            if self.tokens[self.next - 1].kind == TokenKind::End {
                return;
            }
        }
    }

    /// Whether the next tokens clearly begin a statement: `advice (`, `piece (`, `name : if` or `name :: if`.
    fn is_statement_start(&self) -> bool {
        let mark = |index: usize, wanted: &[&str]| matches!(self.tokens.get(index), Some(Token { kind: TokenKind::Mark(mark), .. }) if wanted.contains(mark));
        let is_name = matches!(self.peek().kind, TokenKind::Name(_));
        let is_call = self.peek_keyword(Keyword::Advice) || self.peek_keyword(Keyword::Piece);
        is_call && mark(self.next + 1, &["("])
            || is_name && mark(self.next + 1, &[":", "::"]) && self.is_keyword_at(self.next + 2, Keyword::If)
    }
}

fn one_or<T>(mut parts: Vec<T>, join: fn(Vec<T>) -> T) -> T {
    if parts.len() == 1 { parts.remove(0) } else { join(parts) }
}
