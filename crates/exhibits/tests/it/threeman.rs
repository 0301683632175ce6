//! Compares the three-man chess exhibit with its measured vectors, its sessions and its document.

mod arrange;
mod board;
mod branch;
mod document;
mod language;
mod matrix;
mod tables;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use focal8_exhibits::threeman::{Figure, Readings, Square, Vector};
use serde::Deserialize;

/// The contents of the data file. The README beside the data file names the source of the data.
#[derive(Deserialize)]
struct Vectors {
    codes: BTreeMap<String, i64>,
    counts_full_table: BTreeMap<String, BTreeMap<String, Counts>>,
    sha256_full_table: BTreeMap<String, String>,
    results: Vec<Value>,
    tables: BTreeMap<String, BTreeMap<String, Table>>,
    best_case_reach: BTreeMap<String, BTreeMap<String, Vec<[i64; 2]>>>,
    addvec: Vec<Addition>,
    apl: Vec<Session>,
}

/// A table with a row for each rank of the vector. A cell is the index of a result, or `None` if the data file leaves
/// out the cell.
type Table = Vec<Vec<Option<usize>>>;

#[derive(Debug, Deserialize, PartialEq, Eq)]
struct Counts {
    never: usize,
    always: usize,
    predicate: usize,
    true_over_all_vec_and_squares: usize,
}

#[derive(Deserialize)]
struct Value {
    value: serde_json::Value,
    structured: serde_json::Value,
    squares: Vec<String>,
}

#[derive(Deserialize)]
struct Addition {
    from: [i64; 2],
    vec: [i64; 2],
    to: [i64; 2],
}

#[derive(Deserialize)]
struct Session {
    lines: Vec<String>,
    display: Option<String>,
    error: Option<String>,
}

static VECTORS: LazyLock<Vectors> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/threeman/vectors.json")).expect("the data file is JSON")
});

fn profile(name: &str) -> Readings {
    let known = Readings::PROFILES.iter().find(|(known, _)| *known == name);
    known.unwrap_or_else(|| panic!("{name} is no profile")).1
}

fn figure(name: &str) -> Figure {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn square([rank, file]: [i64; 2]) -> Square {
    Square::new(rank, file).unwrap_or_else(|| panic!("{rank} {file} is no square"))
}

fn vector([rank, file]: [i64; 2]) -> Vector {
    Vector { rank, file }
}
