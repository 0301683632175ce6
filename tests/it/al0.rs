//! AL0 advice tables: the subcommand `focal8 al0`, and its document.

mod documents;
mod program;

use serde_json::Value;

/// Returns the measured test vectors of AL0.
fn vectors() -> Value {
    let vectors = include_str!("../../crates/exhibits/tests/data/al0/vectors.json");
    serde_json::from_str(vectors).expect("the vectors are JSON")
}

/// Returns the list `name` in the measured test vectors.
fn list<'v>(vectors: &'v Value, name: &str) -> &'v [Value] {
    vectors[name].as_array().unwrap_or_else(|| panic!("the vectors have no list {name}"))
}
