//! The interpreter, which keeps the names and their values. A caller provides the output and the check for
//! interruption.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::board::{Board, Player};
use super::engine::Engine;
use super::error::Reason;
use super::evaluate::Evaluator;
use super::symbols::{self, Symbols};
use super::value::{Callable, Value};

/// The variable that names the engine of `checkers-ec`.
pub(super) const ENGINE: &str = "*ENGINE*";
/// The variable that names the evaluator of boards.
pub(super) const EVALUATOR: &str = "*EVALUATOR*";

/// An interpreter with the values of all names.
///
/// ```
/// use focal8_exhibits::cs2360::{Interpreter, Reader, Surroundings};
/// let mut reader = Reader::default();
/// reader.push("(length (move-gen '(W W W W W - - - B B B B B) 'wp))");
/// let expression = reader.next_expression().unwrap().unwrap();
///
/// let mut printed = String::new();
/// let mut surroundings = Surroundings { out: &mut printed, keep_going: &mut || true, open: None };
/// let value = Interpreter::new().evaluate(&expression, &mut surroundings).unwrap();
/// assert_eq!(value.to_string(), "4");
/// ```
#[derive(Clone, Debug)]
pub struct Interpreter {
    pub(super) names: HashMap<String, Value>,
    /// The functions that the user has defined.
    pub(super) functions: HashMap<String, Callable>,
    /// The name of the text that is evaluated.
    pub(super) text: Arc<str>,
    /// The number of calls that are being evaluated.
    pub(super) depth: usize,
    /// The value that `return` or `return-from` takes out of a loop or function.
    pub(super) returned: Value,
}

/// A function that reads a file; the error says why the file cannot be read.
pub type Open = dyn FnMut(&str) -> Result<String, String>;

/// The output, the interruption check and the files for an evaluation. The caller provides them.
pub struct Surroundings<'a> {
    /// The output of `print-board`, `play` and the traces.
    pub out: &'a mut dyn fmt::Write,
    /// A function that the search calls periodically. If the function returns false, the search ends with an error.
    pub keep_going: &'a mut dyn FnMut() -> bool,
    /// A function that reads a file for `load`, and returns the file's text, or the reason why the file cannot be read.
    pub open: Option<&'a mut Open>,
}

impl fmt::Debug for Surroundings<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Surroundings").finish_non_exhaustive()
    }
}

impl Default for Interpreter {
    fn default() -> Interpreter {
        Interpreter::new()
    }
}

impl Interpreter {
    /// Creates an interpreter in which only the predefined names have values.
    pub fn new() -> Interpreter {
        let ours = [
            (ENGINE, Value::symbol(Engine::default().name())),
            (EVALUATOR, Value::symbol(Evaluator::default().name())),
            ("T", Value::truth(true)),
        ];
        let names = symbols::constants().chain(ours).map(|(name, value)| (name.to_owned(), value)).collect();
        Interpreter { names, functions: HashMap::new(), text: "".into(), depth: 0, returned: Value::NIL }
    }

    /// Sets the name of the text from which the next expressions come. Messages show the name beside the line of a
    /// mistake inside a function.
    pub fn name_text(&mut self, name: &str) {
        self.text = name.into();
    }

    /// Reads a value as a board. The symbols of the squares are the current values of constants such as `*WHITE*`.
    pub fn board(&self, value: &Value) -> Result<Board, Reason> {
        self.symbols()?.board(value).map_err(|(_, reason)| reason)
    }

    /// Writes a board as a list. The symbols of the squares are the current values of constants such as `*WHITE*`.
    pub fn list(&self, board: &Board) -> Result<Value, Reason> {
        Ok(self.symbols()?.list(board))
    }

    /// Returns the current symbol of a player.
    pub fn player(&self, player: Player) -> Result<Value, Reason> {
        Ok(self.symbols()?.player_symbol(player).clone())
    }

    /// Prints the board, with each row on its own line.
    pub fn print(&self, out: &mut dyn fmt::Write, board: &Board) -> Result<(), Reason> {
        Ok(self.symbols()?.print(out, board)?)
    }

    /// Returns the current symbols of the pieces, the empty square and the players.
    pub(super) fn symbols(&self) -> Result<Symbols, Reason> {
        Symbols::new(|name| self.value_of(name).expect("a constant can be redefined, but not taken away"))
    }

    /// Takes the value of the latest `return` or `return-from`.
    pub(super) fn take_returned(&mut self) -> Value {
        std::mem::replace(&mut self.returned, Value::NIL)
    }

    /// Returns the names that have a value, in capitals.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// Returns the value of a name, given in capitals; `None` if the name has no value.
    pub(super) fn value_of(&self, name: &str) -> Option<Value> {
        self.names.get(name).cloned()
    }
}
