//! `--symbols`: the variables of FOCAL as JSON, in the order of their creation.
//!
//! ```text
//! [{"name":"A","subscript":1,"words":["0001","2000","0000"],"value":1.0}, ...]
//! ```

use focal8::focal::Variable;
use serde_json::{Value, json};

/// Returns a JSON list with one line for each variable.
pub fn json(variables: impl Iterator<Item = Variable>) -> String {
    let rows: Vec<String> = variables.map(|variable| row(&variable).to_string()).collect();
    format!("[{}]\n", rows.join(",\n "))
}

fn row(variable: &Variable) -> Value {
    // The second letter of a one-letter name is stored as `@`.
    let name: String = variable.name.letters.iter().map(|&letter| char::from(letter)).collect();
    json!({
        "name": name.trim_end_matches('@'),
        "subscript": variable.name.subscript.signed(),
        "words": variable.value.words().map(|word| word.to_string()),
        "value": f64::from(variable.value),
    })
}
