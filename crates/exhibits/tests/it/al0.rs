//! AL0 advice tables: the language, the answers, the games, and the results over all positions.

mod answers;
mod chess;
mod games;
mod language;
mod whole_board;

use focal8_exhibits::al0::language::{UnknownNames, load};
use focal8_exhibits::al0::{Fen, Position, Table, tables};
use serde_json::Value;

/// Returns the contents of the data file, which has the measured results as test vectors.
fn vectors() -> Value {
    serde_json::from_str(include_str!("../data/al0/vectors.json")).expect("the vectors are JSON")
}

/// Returns the list of vectors with this name.
fn list<'v>(vectors: &'v Value, name: &str) -> &'v [Value] {
    vectors[name].as_array().unwrap_or_else(|| panic!("the vectors have no list {name}"))
}

/// Returns a built-in table. In the misprinted table, unknown names are false, as in the historic program.
fn shipped(name: &str) -> Table {
    let unknown = if name == "misprint" { UnknownNames::AreFalse } else { UnknownNames::AreErrors };
    let source = tables::shipped(name).unwrap_or_else(|| panic!("no table {name}")).source;
    load(source, unknown).unwrap_or_else(|errors| panic!("{name} does not load: {errors:?}")).table
}

fn position(text: &str) -> Position {
    Fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).position
}
