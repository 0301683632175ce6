//! What can be called: primitives, functions in braces, the exhibit's own `can`, and these item by item.

use std::sync::Arc;

use super::control::Step;
use super::header::Header;
use super::line::Line;
use super::primitives::Primitive;
use super::reader::{Body, Representation};
use super::readings::Readings;

/// What can be called.
#[derive(Clone, Debug)]
pub(super) enum Function {
    /// Written with one symbol.
    Primitive(&'static Primitive),
    /// `⍎`
    Execute,
    /// Defined in braces.
    Braces(Arc<Body>),
    /// Defined by a header and the lines below it.
    Defined(Arc<Definition>),
    /// `⎕CR` or `⎕VR`
    Representation(Representation),
    /// The exhibit's own.
    Can(Readings),
    /// `¨`: applied to each item by itself, and so on as often as there are `¨`.
    Each(Arc<Function>, usize),
}

/// A function defined by lines.
#[derive(Debug)]
pub(super) struct Definition {
    pub(crate) header: Header,
    /// As written, the header first.
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

    /// Whether nothing can follow it on the right.
    pub(crate) fn is_always_niladic(&self) -> bool {
        matches!(self, Function::Defined(definition) if definition.header.right.is_none())
    }

    /// The function with a number of `¨` after it.
    pub(crate) fn each(self, times: usize) -> Function {
        match self {
            function if times == 0 => function,
            // Never one in another, so that definitions cannot nest deeper than the stack bears.
            Function::Each(function, before) => Function::Each(function, before + times),
            function => Function::Each(Arc::new(function), times),
        }
    }
}
