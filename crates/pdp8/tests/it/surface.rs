//! The public names of the package.

use std::path::Path;

#[path = "../../../../tests/support/public_names.rs"]
mod public_names;

/// Compares the public names with a stored list. The command `INSTA_UPDATE=always cargo test -p pdp8 -- public_names`
/// writes a new list.
#[test]
fn public_names_are_few_and_known() {
    let names = public_names::public_names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    assert!(names.len() <= 500, "{} public names", names.len());
    insta::assert_snapshot!("public_names", names.join("\n"));
}
