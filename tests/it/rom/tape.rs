//! The tape in the box is what the sources assemble to.

use std::fs;
use std::path::{Path, PathBuf};

use focal8::pal::{Assembly, Options, Source, SymbolKind, assemble};
use focal8::roms;
use focal8::tape::bin;

/// The sources in their order, assembled without a word put twice.
fn assembly() -> Assembly {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("roms/focal");
    let entries = fs::read_dir(&folder).expect("the sources are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pal"));
    paths.sort();
    assert!(!paths.is_empty(), "no sources in {}", folder.display());
    let source = |path: &PathBuf| {
        let name = path.strip_prefix(&folder).expect("a file of this folder").display().to_string();
        Source::new(name, fs::read_to_string(path).expect("a readable source"))
    };
    let sources: Vec<Source> = paths.iter().map(source).collect();
    assemble(&sources, &Options { unique: true, ..Options::default() })
}

#[test]
fn the_sources_assemble_to_the_tape() {
    let assembly = assembly();
    let errors: Vec<String> = assembly.errors.iter().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(bin::punch(&assembly.words).frames() == roms::FOCAL, "roms/focal.bin is not what the sources make");
}

#[test]
fn the_sources_have_the_symbols() {
    let made: String = (assembly().symbols.iter())
        .map(|symbol| match symbol.kind {
            SymbolKind::Label => format!("{}{} {}\n", symbol.field, symbol.value, symbol.name),
            _ => format!(" {} {}\n", symbol.value, symbol.name),
        })
        .collect();
    assert!(made == roms::FOCAL_SYMBOLS, "roms/focal.sym is not what the sources make");
}
