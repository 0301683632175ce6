//! The public names of the package.

use std::path::Path;

#[path = "../../../../tests/support/public_names.rs"]
mod public_names;

/// The list grows only on purpose: `INSTA_UPDATE=always cargo test -p pdp8 -- public_names` writes it.
#[test]
fn public_names_are_few_and_known() {
    let names = public_names::public_names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    assert!(names.len() <= 500, "{} public names", names.len());
    insta::assert_snapshot!("public_names", names.join("\n"));
}
