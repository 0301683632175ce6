//! The measured corpus of FOCAL,1969, and how a performer is held against it.
//!
//! [`transcripts`]: keys in, paper out, for anything that is a `Performer`.
//! [`vectors`]: arithmetic with operands given as words, for a performer whose variables can be reached.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

pub mod transcripts;

pub mod vectors;

/// The corpus' folder.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/focal-1969")
}

/// Reads one JSON file of the corpus.
fn load<T: DeserializeOwned>(path: &Path) -> T {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
