//! The functions: primitives, functions in braces or of lines, the exhibit's own `can`, and each of these with `¨`.

use std::sync::Arc;

use super::control::Step;
use super::header::Header;
use super::line::Line;
use super::primitives::Primitive;
use super::reader::{Body, Representation};
use super::readings::Readings;

/// A function.
#[derive(Clone, Debug)]
pub(super) enum Function {
    /// A function written with one symbol.
    Primitive(&'static Primitive),
    /// `⍎`, which executes a text.
    Execute,
    /// A function defined in braces.
    Braces(Arc<Body>),
    /// A function defined by a header and the lines below it.
    Defined(Arc<Definition>),
    /// `⎕CR` or `⎕VR`
    Representation(Representation),
    /// The exhibit's own `can`.
    Can(Readings),
    /// A function followed by `¨`, which applies it to each item; the number counts the `¨`.
    Each(Arc<Function>, usize),
}

/// A function defined by lines.
#[derive(Debug)]
pub(super) struct Definition {
    pub(crate) header: Header,
    /// The lines as written, the header first.
    pub(crate) lines: Vec<Line>,
    pub(crate) steps: Vec<Step>,
}

impl Function {
    /// Whether the function takes no argument.
    pub(crate) fn is_niladic(&self) -> bool {
        match self {
            Function::Braces(body) => body.niladic,
            Function::Defined(definition) => definition.header.right.is_none(),
            _ => false,
        }
    }

    /// Whether the function can never have an argument on its right.
    pub(crate) fn is_always_niladic(&self) -> bool {
        matches!(self, Function::Defined(definition) if definition.header.right.is_none())
    }

    /// The function followed by `times` times `¨`.
    pub(crate) fn each(self, times: usize) -> Function {
        match self {
            function if times == 0 => function,
            // Never one in another, so that definitions cannot nest deeper than the stack bears.
            Function::Each(function, before) => Function::Each(function, before + times),
            function => Function::Each(Arc::new(function), times),
        }
    }
}
