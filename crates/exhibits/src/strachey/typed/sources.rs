//! The functions of a program. The typed machine reads them when it plans the instructions of each function.

use super::super::names::{Functions, Scope};
use super::super::syntax::{Definition, Reading};

/// The functions of a program, and the [`Reading`] of the bit strings.
#[derive(Clone, Copy)]
pub(in super::super) struct Sources<'a> {
    pub(in super::super) definitions: &'a [Definition],
    /// The number of definitions in the prelude. The prelude's definitions precede the program's definitions.
    pub(in super::super) prelude: usize,
    pub(in super::super) functions: &'a Functions,
    pub(in super::super) reading: Reading,
}

impl Sources<'_> {
    pub(super) fn scope(&self, function: usize) -> Scope {
        if function < self.prelude { Scope::Prelude } else { Scope::Program }
    }
}
