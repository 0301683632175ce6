//! The values of a stopped machine: its registers, the words at its labels, and the operator's expressions.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::breakpoints::Expressions;
use super::super::program::{Context, Evaluated};
use super::memory::reference;
use crate::monitor::{self, Register, Scope, assembled, symbolic, value_of};
use crate::quote::quote;
use crate::station::Station;
use crate::symbols::Symbols;
use crate::word::{Address, Word};

/// The `variablesReference` of the scope with the registers.
const REGISTERS: i64 = 1;
/// The `variablesReference` of the scope with the words at the labels.
const LABELS: i64 = 2;
/// The `variablesReference` of the scope with the machine's counters.
const TIME: i64 = 3;

/// The machine and its labels, from which the values of the operator's expressions are computed.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    /// The machine.
    pub station: &'a Station,
    /// The labels.
    pub symbols: &'a Symbols,
}

/// A register or a word of core that can be set.
#[derive(Clone, Copy, Debug)]
enum Settable {
    Register(&'static Register),
    Word(Address),
}

impl Expressions for Values<'_> {
    fn holds(&self, condition: &str) -> Result<bool, String> {
        self.of(condition).and_then(|value| value.is_true().map_err(|error| error.to_string()))
    }

    fn value(&self, expression: &str) -> Result<String, String> {
        self.of(expression).map(|value| match value {
            monitor::Value::Number(number) => octal(number),
            monitor::Value::Text(text) => text,
        })
    }
}

/// Returns a number in octal: four digits for a word, five for an address.
fn octal(number: i64) -> String {
    match number {
        0..=0o7777 => format!("{number:04o}"),
        0o10000.. => format!("{number:05o}"),
        _ => format!("-{:o}", number.unsigned_abs()),
    }
}

impl Values<'_> {
    fn of(&self, expression: &str) -> Result<monitor::Value, String> {
        value_of(expression, Scope { machine: self.station.machine(), symbols: self.symbols })
            .map_err(|error| error.to_string())
    }

    fn number(&self, expression: &str) -> Result<i64, String> {
        self.of(expression)?.number().map_err(|error| error.to_string())
    }

    /// Returns the protocol's scopes: registers, labels and counters.
    pub fn scopes(&self) -> Vec<Value> {
        let registers = Register::all_of(self.station.machine()).count();
        let labels = self.symbols.labels().count();
        let mut scopes = vec![json!({
            "name": "Registers", "presentationHint": "registers", "variablesReference": REGISTERS,
            "namedVariables": registers, "expensive": false,
        })];
        if labels > 0 {
            scopes.push(json!({
                "name": "Labels", "presentationHint": "locals", "variablesReference": LABELS, "namedVariables": labels,
                "expensive": false,
            }));
        }
        scopes.push(json!({ "name": "Time", "variablesReference": TIME, "expensive": true }));
        scopes
    }

    /// Returns the variables of a scope in the JSON form of the protocol: the registers, the words at the labels, or the
    /// counters.
    pub fn variables(&self, scope: i64) -> Result<Vec<Value>, String> {
        let machine = self.station.machine();
        match scope {
            REGISTERS => {
                let row = |register: &Register| {
                    let mut row = json!({
                        "name": register.name, "value": register.value(machine), "type": "octal",
                        "evaluateName": register.name, "variablesReference": 0,
                    });
                    if register.holds_address() {
                        row["memoryReference"] = reference(Address::new((register.get)(machine))).into();
                    }
                    row
                };
                Ok(Register::all_of(machine).map(row).collect())
            }
            LABELS => {
                let row = |(name, at): (&str, Address)| {
                    json!({
                        "name": name, "value": machine.memory.read(at).to_string(), "type": format!("word at {at}"),
                        "evaluateName": format!("M[{name}]"), "memoryReference": reference(at), "variablesReference": 0,
                    })
                };
                let there = self.symbols.labels().filter(|&(_, at)| machine.memory.is_present(at));
                Ok(there.map(row).collect())
            }
            TIME => {
                let microseconds = machine.elapsed.time.as_nanoseconds() / 1_000;
                let rows = [
                    ("cycles", machine.elapsed.cycles.to_string()),
                    ("instructions", machine.elapsed.instructions.to_string()),
                    ("seconds", format!("{}.{:06}", microseconds / 1_000_000, microseconds % 1_000_000)),
                ];
                let row = |(name, value): (&str, String)| {
                    json!({
                        "name": name, "value": value, "variablesReference": 0,
                        "presentationHint": { "attributes": ["readOnly"] },
                    })
                };
                Ok(rows.map(row).to_vec())
            }
            other => Err(format!("there are no variables {other}")),
        }
    }

    /// Evaluates an expression. For a hover over a label, the value is the word at the label.
    pub fn evaluate(&self, expression: &str, context: Context) -> Result<Evaluated, String> {
        let label = self.symbols.address(expression).filter(|_| context == Context::Hover);
        if let Some(at) = label.filter(|&at| self.station.machine().memory.is_present(at)) {
            let word = self.station.machine().memory.read(at);
            let shown = match symbolic(word, at, self.symbols) {
                instruction if instruction == word.to_string() => format!("{at}: {word}"),
                instruction => format!("{at}: {word} ({instruction})"),
            };
            return Ok(Evaluated { memory: Some(reference(at)), ..Evaluated::new(shown) });
        }
        let value = self.value(expression)?;
        let memory = self.symbols.address(expression).map(reference);
        Ok(Evaluated { memory, ..Evaluated::new(value) })
    }

    /// Returns the names that an expression may contain.
    pub fn names(&self) -> BTreeMap<String, &'static str> {
        let registers = Register::all_of(self.station.machine()).map(|register| (register.name.to_owned(), "variable"));
        let labels = self.symbols.labels().map(|(name, _)| (name.to_owned(), "reference"));
        labels.chain(registers).collect()
    }

    /// Returns the register or the word of core that `name` means. `name` is the name of a register, a label, or an
    /// address in the form `M[COUNT+1]`.
    fn settable(&self, name: &str) -> Result<Settable, String> {
        let name = name.trim();
        if let Some(register) = Register::named(name) {
            return Ok(Settable::Register(register));
        }
        let inside =
            name.strip_prefix(['M', 'm']).and_then(|rest| rest.trim_start().strip_prefix('[')?.strip_suffix(']'));
        let at = match (inside, self.symbols.address(name)) {
            (Some(inside), _) => {
                u16::try_from(self.number(inside)?).ok().filter(|&bits| bits <= 0o77777).map(Address::new)
            }
            (None, label) => label,
        };
        let there = at.filter(|&at| self.station.machine().memory.is_present(at));
        there.map(Settable::Word).ok_or_else(|| {
            format!("'{}' cannot be set: name a register, a label or a word of core such as M[200]", quote(name))
        })
    }
}

/// Sets a register or a word to the value of an expression. A word can also be set to an instruction.
pub fn set(station: &mut Station, symbols: &Symbols, name: &str, value: &str) -> Result<Evaluated, String> {
    let values = Values { station, symbols };
    match values.settable(name)? {
        Settable::Register(register) => {
            let number = values.number(value)?;
            // A negative number is stored in two's complement.
            let number = if number < 0 { number & i64::from(register.largest) } else { number };
            let bits = u16::try_from(number).map_err(|_| format!("{number:o} does not fit into {}", register.name))?;
            register.set(station.machine_mut(), bits).map_err(|error| error.to_string())?;
            station.sync();
            Ok(Evaluated::changed(register.value(station.machine())))
        }
        Settable::Word(at) => {
            let word = match (assembled(at, value.trim(), symbols), values.number(value)) {
                (Ok(word), _) => word,
                (Err(_), Ok(number)) => Word::new((number & 0o7777) as u16),
                (Err(error), Err(_)) => return Err(error.to_string()),
            };
            station.deposit(at, word);
            Ok(Evaluated { memory: Some(reference(at)), ..Evaluated::changed(word.to_string()) })
        }
    }
}

/// Splits an assignment such as `AC=5` into its two sides. A comparison such as `AC==5` is no assignment.
pub fn assignment(text: &str) -> Option<(&str, &str)> {
    let (left, right) = text.split_once('=')?;
    (!right.starts_with('=') && !left.ends_with(['<', '>', '!', '='])).then_some((left.trim(), right.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_no_assignment() {
        assert_eq!(assignment("AC = M[200]"), Some(("AC", "M[200]")));
        for comparison in ["AC==5", "AC<=5", "AC>=5", "AC!=5", "AC"] {
            assert_eq!(assignment(comparison), None, "{comparison}");
        }
    }
}
