//! The functions of the workspace: primitives, functions in braces, functions of several lines, the built-in `can`, and
//! any of these followed by `¨` or `/`, or after `∘.`.

use std::sync::Arc;

use super::control::Steps;
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
    /// A function defined by a header and the lines below the header.
    Defined(Arc<Definition>),
    /// `⎕CR` or `⎕VR`, which return the text of a function.
    Representation(Representation),
    /// The built-in `can`.
    Can(Readings),
    /// A function followed by one or more `¨`, and the number of these symbols. A `¨` calls the function to its left
    /// once for each item.
    Each(Arc<Function>, usize),
    /// A function after `∘.`, which calls the function for each item on the left with each item on the right.
    Outer(Arc<Function>),
    /// A function followed by `/`, which puts the function between the items of a vector.
    Reduce(Arc<Function>),
}

/// A function defined by a header and the lines below the header.
#[derive(Debug)]
pub(super) struct Definition {
    pub(crate) header: Header,
    /// The lines as written, the header first.
    pub(crate) lines: Vec<Line>,
    pub(crate) steps: Steps,
}

impl Function {
    /// Whether the function takes no argument: its header has no arguments, or its braces contain neither `⍺` nor `⍵`.
    pub(crate) fn is_niladic(&self) -> bool {
        match self {
            Function::Braces(body) => body.niladic,
            Function::Defined(definition) => definition.header.right.is_none(),
            _ => false,
        }
    }

    /// Whether the function has a header without arguments.
    pub(crate) fn is_always_niladic(&self) -> bool {
        matches!(self, Function::Defined(definition) if definition.header.right.is_none())
    }

    /// Returns the function with `/` after it; `None` if the function has a `/` already.
    pub(crate) fn reduce(self) -> Option<Function> {
        // `Reduce` is never nested in `Reduce`, so that repeated definitions cannot exhaust the stack.
        let reduces = match &self {
            Function::Each(function, _) => matches!(**function, Function::Reduce(_)),
            function => matches!(function, Function::Reduce(_)),
        };
        (!reduces).then(|| Function::Reduce(Arc::new(self)))
    }

    /// Returns the function with `∘.` before it; `None` if an operator is part of the function already.
    pub(crate) fn outer(self) -> Option<Function> {
        // `Outer` contains no operator, so that repeated definitions cannot exhaust the stack.
        let is_simple = !matches!(self, Function::Each(..) | Function::Reduce(_) | Function::Outer(_));
        is_simple.then(|| Function::Outer(Arc::new(self)))
    }

    /// Returns the function followed by `¨`. `times` is the number of `¨`; 0 returns the function unchanged.
    pub(crate) fn each(self, times: usize) -> Function {
        match self {
            function if times == 0 => function,
            // `Each` is never nested in `Each`, so that repeated definitions cannot exhaust the stack.
            Function::Each(function, before) => Function::Each(function, before + times),
            function => Function::Each(Arc::new(function), times),
        }
    }
}
