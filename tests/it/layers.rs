//! Who may import whom: the table of `docs/architecture.md`, held to by looking for every `crate::module` path.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the library, and the modules it may use. A module uses only modules that stand above it.
const MODULES: &[(&str, &[&str])] = &[
    ("word", &[]),
    ("ascii", &[]),
    ("performer", &[]),
    ("roms", &[]),
    ("instruction", &["word"]),
    ("tape", &["word", "ascii"]),
    ("float", &["word", "ascii"]),
    ("pal", &["word", "ascii", "instruction", "tape"]),
    ("machine", &["word", "instruction"]),
    ("teletype", &["word", "ascii", "machine"]),
    ("devices", &["word", "ascii", "machine", "teletype"]),
    ("focal", &["word", "ascii", "float", "performer", "roms"]),
    ("checkers", &["word", "ascii", "float", "performer", "roms"]),
    ("station", &["word", "ascii", "instruction", "tape", "machine", "teletype", "devices", "performer", "roms"]),
    (
        "focal_machine",
        &["word", "ascii", "tape", "float", "machine", "teletype", "focal", "station", "performer", "roms"],
    ),
    ("monitor", &["word", "ascii", "instruction", "tape", "pal", "machine", "station"]),
    ("diagnostics", &["word", "instruction", "pal", "machine", "teletype", "devices", "station"]),
    ("lockstep", &["performer"]),
    (
        "compare",
        &[
            "word",
            "ascii",
            "tape",
            "float",
            "focal",
            "checkers",
            "machine",
            "teletype",
            "station",
            "focal_machine",
            "roms",
            "lockstep",
            "performer",
        ],
    ),
    ("exhibits", &["exhibits"]),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every Rust file at or below `path`.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries.flatten().flat_map(|entry| files(&entry.path())).collect();
    found.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    found
}

/// The files of a module: `module.rs`, and all in `module/`.
fn files_of(module: &str) -> Vec<PathBuf> {
    let mut found = files(&source().join(module));
    found.extend(files(&source().join(format!("{module}.rs"))));
    found
}

/// The code of a file without its comments, in which examples may use what they like.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source file");
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// The names that follow `prefix` anywhere in a file, also in a list between braces.
fn named_after(prefix: &str, file: &Path) -> BTreeSet<String> {
    let code = code(file);
    let name = |text: &str| text.chars().take_while(|&letter| letter.is_alphanumeric() || letter == '_').collect();
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let after = &code[at + prefix.len()..];
        match after.strip_prefix('{').and_then(|list| list.split_once('}')) {
            Some((list, _)) => names.extend(list.split(',').map(|item| name(item.trim()))),
            None => {
                names.insert(name(after));
            }
        }
    }
    names.remove("");
    names
}

#[test]
fn every_room_is_in_the_table() {
    let map = code(&source().join("lib.rs"));
    let declared: BTreeSet<&str> =
        map.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let listed: BTreeSet<&str> = MODULES.iter().map(|(module, _)| *module).collect();
    assert_eq!(declared, listed);
}

#[test]
fn rooms_use_only_what_the_table_allows() {
    for (module, allowed) in MODULES {
        let files = files_of(module);
        assert!(!files.is_empty(), "{module} has no files");
        for file in files {
            for used in named_after("crate::", &file) {
                assert!(used == *module || allowed.contains(&used.as_str()), "{} uses {used}", file.display());
            }
        }
    }
}

#[test]
fn exhibits_have_no_doors_between_them() {
    for file in files_of("exhibits") {
        let path = file.strip_prefix(source().join("exhibits")).expect("below").to_string_lossy().into_owned();
        let own = path.split(['/', '.']).next().unwrap_or_default();
        for used in named_after("exhibits::", &file) {
            assert!(path == "mod.rs" || used == own, "{} uses its neighbour {used}", file.display());
        }
    }
}

#[test]
fn the_library_touches_no_host() {
    let forbidden =
        ["std::fs", "std::env", "std::thread", "std::process", "std::net", "stdin()", "Instant", "SystemTime"];
    let crates = ["clap::", "anyhow::", "crossterm::", "indicatif::", "signal_hook::"];
    for (module, _) in MODULES {
        for file in files_of(module) {
            let code = code(&file);
            for word in forbidden.iter().chain(&crates) {
                assert!(!code.contains(word), "{} mentions {word}", file.display());
            }
        }
    }
}

#[test]
fn only_the_terminal_knows_crossterm() {
    for file in files(&source()) {
        let inside = file.starts_with(source().join("terminal"));
        assert!(inside || !code(&file).contains("crossterm"), "{} mentions crossterm", file.display());
    }
}
