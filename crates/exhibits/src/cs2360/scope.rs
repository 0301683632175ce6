//! The local names of an expression, and the functions that capture such names. Local names are the parameters of
//! functions, and the names that `let` and loops bind.
//!
//! The scope is lexical: a function sees the names around its definition. A frame holds the names that one construct
//! binds. Several functions may share a frame, so that one function sees a value that another function has assigned.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::reader::Expression;
use super::value::{Callable, Value};

/// The local names that an expression sees. Only the innermost frame of names is stored here, because each frame leads
/// to the frame around it. `None` if there are no local names.
#[derive(Clone, Default)]
pub(super) struct Scope(Option<Arc<Frame>>);

/// A function that `defun` or `lambda` defines.
pub(super) struct Lambda {
    /// The function's name, in capitals; `LAMBDA` for a function without a name.
    pub(super) name: String,
    pub(super) parameters: Vec<String>,
    pub(super) body: Vec<Expression>,
    /// The local names around the definition.
    pub(super) scope: Scope,
    /// The name of the text that contains the definition.
    pub(super) text: Arc<str>,
}

type Names = Vec<(String, Value)>;

/// The names that one construct binds, with their values, and the scope around the construct.
struct Frame {
    names: Mutex<Names>,
    outer: Scope,
}

impl Scope {
    /// Returns a new inner scope, which has these names and the names of this scope.
    pub(super) fn with(&self, names: Names) -> Scope {
        Scope(Some(Arc::new(Frame { names: Mutex::new(names), outer: self.clone() })))
    }

    /// Returns the value of a local name; `None` if the scope does not have the name.
    pub(super) fn value_of(&self, name: &str) -> Option<Value> {
        self.frames().find_map(|frame| {
            let names = frame.lock();
            names.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.clone())
        })
    }

    /// Assigns a value to a local name. Returns false if the scope does not have the name.
    pub(super) fn assign(&self, name: &str, value: &Value) -> bool {
        self.frames().any(|frame| {
            let mut names = frame.lock();
            let known = names.iter_mut().rev().find(|(known, _)| known == name);
            known.map(|(_, known)| *known = value.clone()).is_some()
        })
    }

    fn frames(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(self.0.as_deref(), |frame| frame.outer.0.as_deref())
    }
}

impl Frame {
    fn lock(&self) -> MutexGuard<'_, Names> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Drops the outer frames, and the functions that the frames contain, in a loop. Functions can refer to each other in a
/// long chain, and nested calls of `drop` for such a chain could exhaust the call stack.
impl Drop for Frame {
    fn drop(&mut self) {
        let values = |frame: &mut Frame| {
            std::mem::take(frame.names.get_mut().unwrap_or_else(PoisonError::into_inner))
                .into_iter()
                .map(|(_, value)| value)
                .collect()
        };
        let mut waiting: Vec<Value> = values(self);
        let mut outer = self.outer.0.take();
        loop {
            if let Some(mut frame) = outer.take().and_then(Arc::into_inner) {
                waiting.append(&mut values(&mut frame));
                outer = frame.outer.0.take();
                continue;
            }
            match waiting.pop() {
                None => return,
                Some(Value::List(members)) => waiting.extend(members),
                Some(Value::Function(Callable { function, .. })) => {
                    let lambda = function.downcast::<Lambda>().ok().and_then(Arc::into_inner);
                    outer = lambda.and_then(|lambda| lambda.scope.0);
                }
                Some(_) => {}
            }
        }
    }
}
