//! Arithmetic vectors: rows of words in, words or an error code out.

use serde::de::DeserializeOwned;

use super::{folder, load};

/// The rows of a vector file such as `binary`.
pub fn rows<Row: DeserializeOwned>(name: &str) -> Vec<Row> {
    #[derive(serde::Deserialize)]
    struct File<Row> {
        rows: Vec<Row>,
    }
    load::<File<Row>>(&folder().join("vectors").join(format!("{name}.json"))).rows
}

/// `fran.json`: what FRAN gave.
#[derive(serde::Deserialize)]
pub struct Fran {
    pub empty_calls: EmptyCalls,
    pub sessions: Vec<Session>,
    /// Number of empty calls from the initial state, and the state then.
    pub checkpoints: Vec<(usize, String)>,
}

/// FRAN() called again and again.
#[derive(serde::Deserialize)]
pub struct EmptyCalls {
    pub state: String,
    pub results: Vec<String>,
}

/// FRAN called with arguments: each with its result and the state it left.
#[derive(serde::Deserialize)]
pub struct Session {
    pub state: String,
    pub calls: Vec<(String, String, String)>,
}

/// The file `fran.json`.
pub fn fran() -> Fran {
    load(&folder().join("vectors/fran.json"))
}

/// Collects what differs, so that a failing test shows how many rows and the first few of them.
#[derive(Default)]
pub struct Report {
    rows: usize,
    wrong: Vec<String>,
}

impl Report {
    /// Compares one row's result.
    pub fn row(&mut self, inputs: impl std::fmt::Debug, expected: &str, actual: &str) {
        self.rows += 1;
        if expected != actual {
            self.wrong.push(format!("{inputs:?}: expected {expected:?}, got {actual:?}"));
        }
    }

    /// Panics if a row differed, or if there were none.
    pub fn finish(self, name: &str) {
        assert!(self.rows > 0, "{name}: no rows");
        let shown = self.wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.wrong.is_empty(), "{name}: {} of {} rows differ\n{shown}", self.wrong.len(), self.rows);
    }
}
