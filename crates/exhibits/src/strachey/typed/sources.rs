//! The text that versions are made of.

use super::super::names::{Functions, Scope};
use super::super::syntax::{Definition, Reading};

/// The functions of a program, and how its arithmetic is read.
#[derive(Clone, Copy)]
pub(in super::super) struct Sources<'a> {
    pub(in super::super) definitions: &'a [Definition],
    /// How many of the definitions are the prelude's.
    pub(in super::super) prelude: usize,
    pub(in super::super) functions: &'a Functions,
    pub(in super::super) reading: Reading,
}

impl Sources<'_> {
    pub(super) fn scope(&self, function: usize) -> Scope {
        if function < self.prelude { Scope::Prelude } else { Scope::Program }
    }
}
