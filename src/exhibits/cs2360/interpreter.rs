//! The evaluator: an expression and the names known so far in, a value out.
//!
//! A symbol is worth its constant or variable, a list is a call. Three calls are special, since they do not evaluate
//! all they are given: `quote`, `defconstant` and `setq`. All others are in the table of [`functions`](super::functions).

use std::collections::HashMap;
use std::fmt;

use super::board::{Board, Player};
use super::error::{Error, Reason};
use super::evaluate::Evaluator;
use super::functions::{self, Blame, Call};
use super::reader::{Expression, Form, Position};
use super::search::Engine;
use super::symbols::{self, Symbols};
use super::value::Value;

/// Which engine is behind `checkers-ec`.
pub(super) const ENGINE: &str = "*ENGINE*";
/// How boards are valued.
pub(super) const EVALUATOR: &str = "*EVALUATOR*";

/// The names that have a value.
///
/// ```
/// use focal8::exhibits::cs2360::{Interpreter, Reader, Surroundings};
/// let mut reader = Reader::default();
/// reader.push("(length (move-gen '(W W W W W - - - B B B B B) 'wp))");
/// let expression = reader.next_expression().unwrap().unwrap();
///
/// let mut printed = String::new();
/// let mut surroundings = Surroundings { out: &mut printed, keep_going: &mut || true };
/// let value = Interpreter::new().evaluate(&expression, &mut surroundings).unwrap();
/// assert_eq!(value.to_string(), "4");
/// ```
#[derive(Clone, Debug)]
pub struct Interpreter {
    names: HashMap<String, Value>,
}

/// What a call needs of the world: paper to print on, and leave to go on.
pub struct Surroundings<'a> {
    /// Where `print-board`, `play` and the traces print.
    pub out: &'a mut dyn fmt::Write,
    /// Asked now and then during a search, which ends with an error when the answer is no.
    pub keep_going: &'a mut dyn FnMut() -> bool,
}

impl Default for Interpreter {
    fn default() -> Interpreter {
        Interpreter::new()
    }
}

impl Interpreter {
    /// An interpreter that knows the constants with their first values.
    pub fn new() -> Interpreter {
        let ours = [
            (ENGINE, Value::symbol(Engine::default().name())),
            (EVALUATOR, Value::symbol(Evaluator::default().name())),
            ("T", Value::truth(true)),
        ];
        let names = symbols::constants().chain(ours).map(|(name, value)| (name.to_owned(), value)).collect();
        Interpreter { names }
    }

    /// The value of an expression.
    pub fn evaluate(&mut self, expression: &Expression, surroundings: &mut Surroundings) -> Result<Value, Error> {
        let at = expression.at;
        match &expression.form {
            Form::Number(number) => Ok(Value::Number(*number)),
            Form::Symbol(name) if name == "NIL" => Ok(Value::NIL),
            Form::Symbol(name) => {
                self.value_of(name).ok_or_else(|| Error { at, reason: Reason::Unbound(name.clone()) })
            }
            Form::List(members) => match members.split_first() {
                None => Ok(Value::NIL),
                Some((head, arguments)) => self.call(at, head, arguments, surroundings),
            },
        }
    }

    /// The board that a value stands for, by the symbols as they are defined now.
    pub fn board(&self, value: &Value) -> Result<Board, Reason> {
        self.symbols()?.board(value).map_err(|(_, reason)| reason)
    }

    /// The list that stands for a board.
    pub fn list(&self, board: &Board) -> Result<Value, Reason> {
        Ok(self.symbols()?.list(board))
    }

    /// The name of a player.
    pub fn player(&self, player: Player) -> Result<Value, Reason> {
        Ok(self.symbols()?.player_symbol(player).clone())
    }

    /// Prints the board a line a row.
    pub fn print(&self, out: &mut dyn fmt::Write, board: &Board) -> Result<(), Reason> {
        Ok(self.symbols()?.print(out, board)?)
    }

    /// What squares and players are called now.
    pub(super) fn symbols(&self) -> Result<Symbols, Reason> {
        Symbols::new(|name| self.value_of(name).expect("a constant can be redefined, but not taken away"))
    }

    /// The value of a name in capitals, if it has one.
    pub(super) fn value_of(&self, name: &str) -> Option<Value> {
        self.names.get(name).cloned()
    }

    fn call(
        &mut self,
        at: Position,
        head: &Expression,
        arguments: &[Expression],
        surroundings: &mut Surroundings,
    ) -> Result<Value, Error> {
        let Form::Symbol(name) = &head.form else {
            return Err(Error { at: head.at, reason: Reason::NotAFunction(head.to_value().to_string()) });
        };
        let wrong_number = |usage| Error { at, reason: Reason::Arguments { found: arguments.len(), usage } };
        match (name.as_str(), arguments) {
            ("QUOTE", [quoted]) => Ok(quoted.to_value()),
            ("QUOTE", _) => Err(wrong_number("(quote expression)")),
            ("DEFCONSTANT", [name, value]) => {
                self.define(name, value, surroundings)?;
                Ok(name.to_value())
            }
            ("DEFCONSTANT", _) => Err(wrong_number("(defconstant name value)")),
            ("SETQ", [name, value]) => self.define(name, value, surroundings),
            ("SETQ", _) => Err(wrong_number("(setq name value)")),
            (name, _) => {
                let Some(function) = functions::named(name) else {
                    return Err(Error { at: head.at, reason: Reason::NotAFunction(name.to_owned()) });
                };
                if !function.takes(arguments.len()) {
                    return Err(wrong_number(function.usage));
                }
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.evaluate(argument, surroundings)?.or_nil());
                }
                let mut call = Call { interpreter: self, values: &values, surroundings };
                (function.run)(&mut call).map_err(|(blame, reason)| Error { at: place(at, arguments, blame), reason })
            }
        }
    }

    fn define(
        &mut self,
        name: &Expression,
        value: &Expression,
        surroundings: &mut Surroundings,
    ) -> Result<Value, Error> {
        let error = |reason: fn(String) -> Reason| Error { at: name.at, reason: reason(name.to_value().to_string()) };
        match &name.form {
            Form::Symbol(symbol) if symbol == "T" || symbol == "NIL" => Err(error(Reason::Fixed)),
            Form::Symbol(symbol) => {
                let value = self.evaluate(value, surroundings)?.or_nil();
                self.names.insert(symbol.clone(), value.clone());
                Ok(value)
            }
            _ => Err(error(Reason::NotAName)),
        }
    }
}

/// Where the mistake was written: the very member of a list if the list was written out, else its argument.
fn place(call: Position, arguments: &[Expression], blame: Blame) -> Position {
    match blame {
        Blame::Call => call,
        Blame::Argument(i) => arguments[i].at,
        Blame::Member(i, member) => {
            let quoted = match arguments[i].members() {
                Some([Expression { form: Form::Symbol(name), .. }, quoted]) if name == "QUOTE" => quoted.members(),
                Some([Expression { form: Form::Symbol(name), .. }, members @ ..]) if name == "LIST" => Some(members),
                _ => None,
            };
            quoted.and_then(|members| members.get(member)).unwrap_or(&arguments[i]).at
        }
    }
}
