//! The values of expressions: numbers, symbols, strings, lists, functions, and boards in a compact form.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::board::Board;
use super::error::Reason;

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A symbol, in capitals.
    Symbol(String),
    /// A string.
    Text(String),
    /// A list. The empty list is NIL.
    List(Vec<Value>),
    /// A board in a compact form, as `board-from` returns it.
    Board(Board),
    /// A function.
    Function(Callable),
    /// The value that `print-board` returns. Printing this value prints nothing, not even NIL.
    Nothing,
}

/// A function as a value.
#[derive(Clone)]
pub struct Callable {
    /// The name of the function, in capitals.
    pub(super) name: Arc<str>,
    /// A `Lambda` or a `&'static Function`. The type is erased, because the modules of these types depend on this
    /// module.
    pub(super) function: Arc<dyn Any + Send + Sync>,
}

impl Callable {
    pub(super) fn new(name: &str, function: impl Any + Send + Sync) -> Callable {
        Callable { name: name.into(), function: Arc::new(function) }
    }
}

/// Two functions are equal if they are the same object.
impl PartialEq for Callable {
    fn eq(&self, other: &Callable) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.function), Arc::as_ptr(&other.function))
    }
}

impl Eq for Callable {}

impl fmt::Display for Callable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#<FUNCTION {}>", self.name)
    }
}

impl fmt::Debug for Callable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl Value {
    /// The empty list. It also means false.
    pub(crate) const NIL: Value = Value::List(Vec::new());

    /// Returns the symbol with this name, converted to capitals.
    pub(crate) fn symbol(name: &str) -> Value {
        match name.to_uppercase() {
            name if name == "NIL" => Value::NIL,
            name => Value::Symbol(name),
        }
    }

    /// Returns T for true and NIL for false.
    pub(crate) fn truth(flag: bool) -> Value {
        if flag { Value::symbol("T") } else { Value::NIL }
    }

    /// Whether the value is NIL.
    pub fn is_nil(&self) -> bool {
        matches!(self, Value::List(members) if members.is_empty())
    }

    /// Whether the value may be the symbol of a square or player: a symbol, a number or NIL.
    pub(crate) fn is_atom(&self) -> bool {
        self.is_nil() || matches!(self, Value::Symbol(_) | Value::Number(_))
    }

    /// Whether two values are equal by `eql`. NIL equals NIL. Any other list, and any string, equals no value, not even
    /// itself.
    pub(crate) fn is_eql(&self, other: &Value) -> bool {
        let has_parts = matches!(self, Value::List(_) | Value::Text(_)) && !self.is_nil();
        !has_parts && self == other
    }

    /// Returns an upper bound on the number of characters of the printed value. Returns an error if the value has too
    /// many characters or too many levels of lists.
    pub(super) fn measure(&self) -> Result<usize, Reason> {
        self.measure_at(0)
    }

    fn measure_at(&self, depth: usize) -> Result<usize, Reason> {
        let size = match self {
            Value::Number(_) => 20,
            Value::Symbol(name) => name.len() + 1,
            // Each character may need a backslash.
            Value::Text(text) => 2 * text.len() + 3,
            Value::Board(_) | Value::Nothing => 128,
            Value::Function(_) => 128,
            Value::List(_) if depth == MAX_DEPTH => return Err(Reason::TooDeep(MAX_DEPTH)),
            Value::List(members) => {
                members.iter().try_fold(3, |size, member| within(size + member.measure_at(depth + 1)?))?
            }
        };
        within(size)
    }

    /// Returns the value, with NIL in place of [`Value::Nothing`].
    pub(super) fn or_nil(self) -> Value {
        if self == Value::Nothing { Value::NIL } else { self }
    }
}

/// The maximum size of a printed value, in characters.
const MAX_CHARACTERS: usize = 1 << 20;
/// The maximum nesting depth of lists. The limit protects the call stack.
pub(super) const MAX_DEPTH: usize = 200;

/// Returns `size`, the number of characters of a value. Returns an error if `size` is greater than the limit.
pub(super) fn within(size: usize) -> Result<usize, Reason> {
    if size > MAX_CHARACTERS { Err(Reason::TooLarge(MAX_CHARACTERS)) } else { Ok(size) }
}

/// Writes a value as Lisp prints it. Symbols are in capitals, and one space separates the members of a list.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Symbol(name) => f.write_str(name),
            Value::Text(text) => write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            Value::Function(function) => function.fmt(f),
            Value::Board(board) => write!(f, "#<BOARD {board}>"),
            Value::Nothing => Ok(()),
            Value::List(members) if members.is_empty() => f.write_str("NIL"),
            Value::List(members) => {
                f.write_str("(")?;
                for (i, member) in members.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" ")?;
                    }
                    member.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}
