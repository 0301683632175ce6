//! What can be called: primitives, functions in braces, the exhibit's own `can`, and these item by item.

use std::sync::Arc;

use super::primitives::Primitive;
use super::reader::Body;
use super::readings::Readings;

/// What can be called.
#[derive(Clone, Debug)]
pub(super) enum Function {
    /// Written with one symbol.
    Primitive(&'static Primitive),
    /// `⍎`
    Execute,
    /// Defined in braces.
    Defined(Arc<Body>),
    /// The exhibit's own.
    Can(Readings),
    /// `¨`: applied to each item by itself, and so on as often as there are `¨`.
    Each(Arc<Function>, usize),
}

impl Function {
    /// The function with so many `¨` after it.
    pub(crate) fn each(self, times: usize) -> Function {
        match self {
            function if times == 0 => function,
            // Never one in another, so that nobody can pile up more than the stack bears.
            Function::Each(function, before) => Function::Each(function, before + times),
            function => Function::Each(Arc::new(function), times),
        }
    }
}
