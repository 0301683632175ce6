//! A snapshot of the public names of the package, so that no name becomes public by accident.

use std::path::Path;

use crate::public_names::public_names;

/// The test fails if the package has a new public name. If users need the name, update the snapshot; otherwise make
/// the name private.
#[test]
fn the_public_names_are_these() {
    let names = public_names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    insta::assert_snapshot!("public_names", names.join("\n"));
}

/// The README begins with the example of `lib.rs`, which is a documentation test.
#[test]
fn the_readme_has_the_example_that_is_run() {
    let (readme, library) = (include_str!("../../README.md"), include_str!("../../src/lib.rs"));
    let block = |text: &str| text.split("```").nth(1).map(|block| block.trim_start_matches("rust").to_owned());
    let commented: String = library
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .fold(String::new(), |text, line| text + line.strip_prefix(' ').unwrap_or(line) + "\n");
    assert_eq!(block(readme), block(&commented));
}
