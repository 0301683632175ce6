//! Built-in functions, and calls of built-in functions. A call checks the kinds of the arguments.

use super::board::{Board, Player};
use super::engine::Engine;
use super::error::Reason;
use super::evaluate::Evaluator;
use super::interpreter::{ENGINE, EVALUATOR, Interpreter, Surroundings};
use super::search::Depth;
use super::squares::Size;
use super::symbols::Symbols;
use super::value::{Callable, Value};

/// The part of a call that contains a mistake.
#[derive(Clone, Copy, Debug)]
pub(super) enum Blame {
    /// The whole call.
    Call,
    /// The argument with this index, counted from 0.
    Argument(usize),
    /// A member of a list argument. The first value is the index of the argument, the second the index of the member;
    /// both are counted from 0.
    Member(usize, usize),
}

pub(super) type Answer<T> = Result<T, (Blame, Reason)>;

/// A built-in function.
pub(super) struct Function {
    /// The form of a call in messages: the function's name, then the arguments.
    pub(crate) usage: &'static str,
    pub(crate) run: fn(&mut Call) -> Answer<Value>,
}

impl Function {
    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.usage.trim_matches(['(', ')']).split(' ')
    }

    /// Returns the function's name, in lower case.
    pub(crate) fn name(&self) -> &'static str {
        self.words().next().expect("a usage begins with the name")
    }

    /// Whether the function takes this number of arguments.
    pub(crate) fn takes(&self, arguments: usize) -> bool {
        let wanted = self.words().count() - 1;
        match self.words().last() {
            Some("...") => arguments >= wanted - 1,
            _ => arguments == wanted,
        }
    }
}

/// A call whose arguments have been evaluated.
pub(super) struct Call<'a, 'b> {
    pub(crate) interpreter: &'a mut Interpreter,
    pub(crate) values: &'a [Value],
    pub(crate) surroundings: &'a mut Surroundings<'b>,
}

impl<'a> Call<'a, '_> {
    pub(crate) fn constant(&self, name: &str) -> Value {
        self.interpreter.value_of(name).expect("the constants have values and none can be taken away")
    }

    pub(crate) fn symbols(&self) -> Answer<Symbols> {
        self.interpreter.symbols().map_err(of_call)
    }

    pub(crate) fn evaluator(&self) -> Answer<Evaluator> {
        self.constant(EVALUATOR).to_string().parse().map_err(|unknown| of_call(Reason::Evaluator(unknown)))
    }

    pub(crate) fn engine(&self) -> Answer<Engine> {
        self.constant(ENGINE).to_string().parse().map_err(|unknown| of_call(Reason::Engine(unknown)))
    }

    pub(crate) fn board(&self, i: usize) -> Answer<Board> {
        self.symbols()?.board(&self.values[i]).map_err(|(member, reason)| match member {
            None => (Blame::Argument(i), reason),
            Some(member) => (Blame::Member(i, member), reason),
        })
    }

    pub(crate) fn player(&self, i: usize) -> Answer<Player> {
        self.symbols()?.player(&self.values[i]).map_err(|reason| (Blame::Argument(i), reason))
    }

    pub(crate) fn depth(&self, i: usize) -> Answer<Depth> {
        self.counting_number(i).and_then(Depth::new).ok_or_else(|| self.blame(i, Reason::NotADepth))
    }

    pub(crate) fn size(&self, i: usize) -> Answer<Size> {
        let size = self.counting_number(i).and_then(|n| Size::new(usize::try_from(n).ok()?));
        size.ok_or_else(|| self.blame(i, Reason::NotASize))
    }

    pub(crate) fn list(&self, i: usize) -> Answer<&'a [Value]> {
        match &self.values[i] {
            Value::List(members) => Ok(members),
            _ => Err(self.blame(i, Reason::NotAList)),
        }
    }

    pub(crate) fn number(&self, i: usize) -> Answer<i64> {
        match self.values[i] {
            Value::Number(number) => Ok(number),
            _ => Err(self.blame(i, Reason::NotANumber)),
        }
    }

    /// Returns argument `i` as a function. The argument must be a function or a symbol that names a function.
    pub(crate) fn function(&self, i: usize) -> Answer<Callable> {
        let function = match &self.values[i] {
            Value::Function(function) => Some(function.clone()),
            Value::Symbol(name) => self.interpreter.function(name),
            _ => None,
        };
        function.ok_or_else(|| self.blame(i, Reason::NotAFunction))
    }

    /// Calls a function with these values.
    pub(crate) fn apply(&mut self, function: &Callable, values: Vec<Value>) -> Answer<Value> {
        self.interpreter.apply(function, values, self.surroundings).map(Value::or_nil).map_err(of_call)
    }

    /// Returns all arguments as numbers. Returns an error for the first argument that is not a number.
    pub(crate) fn numbers(&self) -> Answer<Vec<i64>> {
        (0..self.values.len()).map(|i| self.number(i)).collect()
    }

    /// Returns argument `i` if the argument is a non-negative integer.
    pub(crate) fn counting_number(&self, i: usize) -> Option<u64> {
        match self.values[i] {
            Value::Number(number) => number.try_into().ok(),
            _ => None,
        }
    }

    pub(crate) fn blame(&self, i: usize, reason: fn(String) -> Reason) -> (Blame, Reason) {
        (Blame::Argument(i), reason(self.values[i].to_string()))
    }

    /// Returns `board` in the same form as argument `i`: as a list or as a [`Value::Board`].
    pub(crate) fn in_form_of(&self, i: usize, board: &Board) -> Answer<Value> {
        match self.values[i] {
            Value::Board(_) => Ok(Value::Board(*board)),
            _ => Ok(self.symbols()?.list(board)),
        }
    }

    pub(crate) fn print(&mut self, board: &Board) -> Answer<()> {
        self.symbols()?.print(self.surroundings.out, board).map_err(of_call)
    }
}

pub(super) fn of_call(error: impl Into<Reason>) -> (Blame, Reason) {
    (Blame::Call, error.into())
}
