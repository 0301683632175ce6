//! `--symbols`: FOCAL's variables as JSON, in the order of their making.
//!
//! ```text
//! [{"name":"A","subscript":1,"words":["0001","2000","0000"],"value":1.0}, ...]
//! ```

use focal8::ascii::untrimmed;
use focal8::float::Float;
use focal8::focal::Focal;
use focal8::machine::Machine;
use focal8::roms::Rom;
use focal8::word::{Address, Word};
use serde_json::{Value, json};

/// Words of a variable: name, subscript, three of value.
const SIZE: usize = 5;

/// Where there are no variables.
pub const NONE: &str = "[]\n";

/// The variables in the core of our FOCAL: from STARTV to LASTV.
pub fn of_machine(machine: &Machine) -> String {
    let word = |at: u16| machine.memory.read(Address::new(at));
    let rom = Rom::focal(machine.memory.fields());
    let pointer = |name| rom.symbol(name).map_or(0, |at| word(at).bits());
    let variables = (pointer("STARTV")..pointer("LASTV")).step_by(SIZE).map(|at| {
        let [name, subscript, words @ ..] = [0, 1, 2, 3, 4].map(|offset| word(at + offset));
        let letters = [name.bits() >> 6, name.bits() & 0o77].map(|six| untrimmed(six as u8));
        variable(letters, subscript, Float::from_words(words))
    });
    lines(variables)
}

/// The variables of native FOCAL.
pub fn of_native(focal: &Focal) -> String {
    lines(focal.variables().map(|row| variable(row.name, row.subscript, row.value)))
}

fn variable(letters: [u8; 2], subscript: Word, value: Float) -> Value {
    // A name of one letter has `@` for its second.
    let name: String = letters.iter().map(|&letter| char::from(letter)).collect();
    json!({
        "name": name.trim_end_matches('@'),
        "subscript": subscript.signed(),
        "words": value.words().map(|word| word.to_string()),
        "value": f64::from(value.mantissa()) * f64::from(value.exponent() - 23).exp2(),
    })
}

/// A list with a line for each.
fn lines(variables: impl Iterator<Item = Value>) -> String {
    let rows: Vec<String> = variables.map(|variable| variable.to_string()).collect();
    format!("[{}]\n", rows.join(",\n "))
}
