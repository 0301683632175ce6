//! The measured corpus of FOCAL,1969, and the comparison of a performer with it.
//!
//! - [`transcripts`]: typed keys and the expected printed output, for any `Performer`
//! - [`found_later`]: newer measurements, with their keys and printed output in the source
//! - [`papers`]: whole sessions from the start, including the dialogue
//! - [`vectors`]: arithmetic with operands given as words, for a performer with accessible variables

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde::de::DeserializeOwned;

pub mod found_later;

pub mod papers;

pub mod transcripts;

pub mod vectors;

/// Returns the folder of the corpus.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/focal-1969")
}

/// Reads one JSON file of the corpus.
fn load<T: DeserializeOwned>(path: &Path) -> T {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Calls `work` with every item, on as many threads as the host has processors. The results are in the order of the
/// items.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            done.push((at, work(item)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a case has panicked")).collect()
    });
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}
