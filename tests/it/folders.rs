//! Folders that tests go over: a test names how many files it must find, so that none passes over an empty folder.

use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeBounds;
use std::path::{Path, PathBuf};

/// A path of the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files of a folder of the project whose names end so, in order of their names.
///
/// # Panics
///
/// When there are more or fewer than `count` says: a file that is new or gone changes the number beside its test.
pub fn files(folder: &str, ending: &str, count: impl RangeBounds<usize>) -> Vec<PathBuf> {
    let mut found = entries(&project(folder));
    found.retain(|path| path.is_file() && path.to_string_lossy().ends_with(ending));
    counted(found, folder, ending, count)
}

/// The same with the files of all folders below it.
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

/// The names of what is in any folder, in order; there may be nothing.
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

#[test]
fn a_folder_with_other_than_so_many_files_is_no_success() {
    assert_eq!(files("roms/demos", ".pal", 2..=2).len(), 2);
    assert!(tree("roms", ".pal", 40..).len() > files("roms", "", 1..).len());
    for refused in [
        std::panic::catch_unwind(|| files("roms/demos", ".none", 1..)),
        std::panic::catch_unwind(|| files("roms/demos", ".pal", 3..)),
        std::panic::catch_unwind(|| files("roms/demos", ".pal", ..=1)),
        std::panic::catch_unwind(|| tree("roms/none", "", ..)),
    ] {
        assert!(refused.is_err());
    }
}

/// No test goes over a folder in another way.
#[test]
fn folders_are_gone_over_here_only() {
    let ways = [concat!("read_", "dir("), concat!("glob", "!("), concat!("Walk", "Dir")];
    for file in
        tree("tests", ".rs", 100..).into_iter().chain(tree("crates", ".rs", 100..)).chain(tree("src", ".rs", 100..))
    {
        let text = fs::read_to_string(&file).expect("a source file");
        let is_here = file.ends_with("tests/it/folders.rs");
        for way in ways {
            assert!(is_here || !text.contains(way), "{}: {way}: use folders::files", file.display());
        }
    }
}
