//! Tests read folders only through `folders`, which counts the files that it finds.

use std::fs;

use crate::folders::{files, tree};

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

/// Every test reads folders through the module `folders`.
#[test]
fn folders_are_gone_over_here_only() {
    let ways = [concat!("read_", "dir("), concat!("glob", "!("), concat!("Walk", "Dir")];
    for file in
        tree("tests", ".rs", 100..).into_iter().chain(tree("crates", ".rs", 100..)).chain(tree("src", ".rs", 100..))
    {
        let text = fs::read_to_string(&file).expect("a source file");
        // These files of the program read folders: they list the files that can be started, and the kept sessions.
        let is_here = ["tests/support/folders.rs", "src/cli/start.rs", "src/terminal/kept_sessions/mod.rs"]
            .iter()
            .any(|known| file.ends_with(known));
        for way in ways {
            assert!(is_here || !text.contains(way), "{}: {way}: use folders::files", file.display());
        }
    }
}
