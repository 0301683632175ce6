//! The folders that tests read: each test states the number of files to be found, so that no test passes with an empty
//! folder.
//!
//! The tests of every package include this file, and none of them needs all of it.

#![allow(dead_code)]

use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeBounds;
use std::path::{Path, PathBuf};

/// Returns the full path of a file or folder. `path` is relative to the folder of the package.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the files of a folder of the package whose names have this ending, in order of their names.
///
/// # Panics
///
/// Panics if there are more or fewer files than `count`; after a file is added or removed, the number in the test must
/// be changed.
pub fn files(folder: &str, ending: &str, count: impl RangeBounds<usize>) -> Vec<PathBuf> {
    let mut found = entries(&project(folder));
    found.retain(|path| path.is_file() && path.to_string_lossy().ends_with(ending));
    counted(found, folder, ending, count)
}

/// Returns the files whose names have this ending, from a folder of the package and from all folders below it.
///
/// # Panics
///
/// Panics if there are more or fewer files than `count`.
pub fn tree(folder: &str, ending: &str, count: impl RangeBounds<usize>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![project(folder)];
    while let Some(folder) = folders.pop() {
        let (below, files): (Vec<_>, Vec<_>) = entries(&folder).into_iter().partition(|path| path.is_dir());
        folders.extend(below);
        found.extend(files.into_iter().filter(|path| path.to_string_lossy().ends_with(ending)));
    }
    counted(found, folder, ending, count)
}

/// Returns the sorted names of the files in a folder. The folder may be empty.
pub fn listed(folder: &Path) -> BTreeSet<String> {
    let name = |path: &PathBuf| path.file_name().expect("it is in a folder").to_string_lossy().into_owned();
    entries(folder).iter().map(name).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("a readable folder").path()).collect()
}

fn counted(mut found: Vec<PathBuf>, folder: &str, ending: &str, count: impl RangeBounds<usize>) -> Vec<PathBuf> {
    found.sort();
    let (least, most) = (count.start_bound(), count.end_bound());
    assert!(count.contains(&found.len()), "{folder}: {} files *{ending}, not {least:?} to {most:?}", found.len());
    found
}
