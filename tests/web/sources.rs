//! The sources of the page's module. The module contains the hash of the sources from which it was built. The command
//! `web/build check` compares this hash with the hash of the present sources.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::tools::project;

/// Runs a task of `web/build` in a copy of the project or in the project itself.
fn build(bash: &str, root: &Path, task: &str) -> Output {
    Command::new(bash).arg(root.join("web/build")).arg(task).output().expect("bash was found")
}

/// Whether the committed module was built from the current sources.
pub fn are_those_of_the_module(bash: &str) -> bool {
    build(bash, &project(""), "check").status.success()
}

/// Fails if the committed module was built from other sources.
pub fn the_module_is_built_from_its_sources(bash: &str) {
    let output = build(bash, &project(""), "check");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Changes copies of the sources, and compares the hashes.
pub fn a_changed_source_changes_the_hash(bash: &str) {
    let copy = tempfile::tempdir().expect("a temporary folder");
    let root = copy.path();
    let list = fs::read_to_string(project("web/wasm/sources")).expect("the list of the sources");
    for file in list.lines().chain(["web/build", "web/wasm/sources"]) {
        let to = root.join(file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a temporary folder");
        fs::copy(project(file), to).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    let hash = || {
        let output = build(bash, root, "hash");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("a hash")
    };
    let original = hash();
    assert_eq!(original.trim().len(), 64, "{original}");
    let edited = |file: &str, edit: &dyn Fn(&str) -> String| {
        let before = fs::read_to_string(root.join(file)).expect(file);
        fs::write(root.join(file), edit(&before)).expect(file);
        let after = hash();
        fs::write(root.join(file), before).expect(file);
        after
    };
    // Files that are not part of the module, and line ends of another operating system, do not change the hash.
    assert_eq!(edited("Cargo.toml", &|text| text.replace("insta = \"1\"", "insta = \"2\"")), original);
    assert_eq!(edited("src/lib.rs", &|text| text.replace('\n', "\r\n")), original);
    assert_eq!(edited("web/wasm/sources", &|text| text.replace('\n', "\r\n")), original);
    assert_ne!(edited("Cargo.toml", &|text| text.replace("strsim = \"0.11\"", "strsim = \"0.12\"")), original);
    for file in ["src/lib.rs", "crates/pdp8/src/machine/mod.rs", "web/wasm/Cargo.lock", "focal/lander.fc"] {
        assert_ne!(edited(file, &|text| format!("{text}\n")), original, "{file}");
    }
    fs::remove_file(root.join("focal/lander.fc")).expect("a copy");
    assert_ne!(hash(), original, "a source is missing");
}
