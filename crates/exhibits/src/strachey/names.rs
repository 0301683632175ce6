//! Resolves the names of functions.

use std::collections::HashMap;

use super::code::Primitive;
use super::runtime::{PRELUDE_EXPORTS, primitive};

/// The index of each function of the program and of the prelude. The key is the name of the function.
#[derive(Clone, Debug, Default)]
pub(super) struct Functions {
    pub(crate) program: HashMap<String, usize>,
    pub(crate) prelude: HashMap<String, usize>,
}

/// The text that contains a function. Name resolution searches this text first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    Prelude,
    Program,
}

/// The function that a call names.
pub(super) enum Callee {
    Function(usize),
    Primitive(Primitive),
}

impl Callee {
    fn is_internal(&self) -> bool {
        matches!(self, Callee::Primitive(primitive) if primitive.is_internal())
    }
}

impl Functions {
    /// Finds the function to which `name` refers in a scope. In the program's scope, functions of the program hide
    /// run-time functions of the same name.
    pub(crate) fn find(&self, name: &str, scope: Scope) -> Option<Callee> {
        let program = || self.program.get(name).copied().map(Callee::Function);
        let prelude = || self.prelude.get(name).copied().map(Callee::Function);
        let primitive = || primitive(name).map(Callee::Primitive);
        match scope {
            Scope::Prelude => prelude().or_else(primitive).or_else(program),
            Scope::Program if PRELUDE_EXPORTS.contains(&name) => program().or_else(prelude),
            Scope::Program => program().or_else(|| primitive().filter(|callee| !callee.is_internal())),
        }
    }
}
