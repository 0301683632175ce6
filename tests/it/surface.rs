//! The public names of the library `focal8`; the packages `pdp8` and `focal8-exhibits` have tests of their own.

use std::path::Path;

#[path = "../support/public_names.rs"]
mod public_names;

/// The list of public names changes only on purpose: `INSTA_UPDATE=always cargo test --test it -- surface` writes the
/// list.
#[test]
fn public_names_are_few_and_known() {
    let names = public_names::public_names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    assert!(names.len() <= 250, "{} public names", names.len());
    insta::assert_snapshot!("public_names", names.join("\n"));
}
