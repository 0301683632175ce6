//! Checks that the tapes in `roms/` equal the assembled sources.

use std::fs;
use std::path::{Path, PathBuf};

use focal8::pal::{Assembly, Options, Source, SymbolKind, assemble};
use focal8::roms::{FOCAL_4K, FOCAL_8K, Rom};
use focal8::tape::bin;

use crate::folders;

/// Each tape, with the first and the last of its sources: the page plan, and the layout of the text.
const TAPES: [(Rom, &str, &str); 2] =
    [(FOCAL_4K, "plan-4k.pal", "20-one-field.pal"), (FOCAL_8K, "plan-8k.pal", "20-two-fields.pal")];

/// Returns the sources that all tapes have in common, in the order of their numbers.
fn common_sources() -> Vec<PathBuf> {
    let mut paths = folders::files("roms/focal", ".pal", 24..=24);
    paths.retain(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name of ours");
        name.starts_with('0') || name.starts_with('1')
    });
    paths
}

/// Returns the sources of a tape: the page plan first, the layout last.
pub fn sources(plan: &str, layout: &str) -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("roms/focal");
    let mut paths = vec![folder.join(plan)];
    paths.extend(common_sources());
    paths.push(folder.join(layout));
    let source = |path: &PathBuf| {
        let name = path.strip_prefix(&folder).expect("a file of this folder").display().to_string();
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {name}: {error}"));
        Source::new(name, text)
    };
    paths.iter().map(source).collect()
}

/// Assembles the sources of a tape. Two words with the same address are an error.
fn assembly(plan: &str, layout: &str) -> Assembly {
    assemble(&sources(plan, layout), &Options { unique: true, ..Options::default() })
}

#[test]
fn the_sources_assemble_to_the_tapes() {
    for (rom, plan, layout) in TAPES {
        let assembly = assembly(plan, layout);
        let errors: Vec<String> = assembly.errors.iter().map(ToString::to_string).collect();
        assert!(errors.is_empty(), "{plan}: {}", errors.join("\n"));
        assert!(bin::punch(&assembly.words).frames() == rom.tape, "{plan}: the tape is not what the sources make");
    }
}

#[test]
fn the_sources_have_the_symbols() {
    for (rom, plan, layout) in TAPES {
        let symbols = assembly(plan, layout).symbols;
        let lines = symbols.iter().map(|symbol| match symbol.kind {
            SymbolKind::Label => format!("{}{} {}\n", symbol.field, symbol.value, symbol.name),
            _ => format!(" {} {}\n", symbol.value, symbol.name),
        });
        assert!(lines.collect::<String>() == rom.symbols, "{plan}: the symbols are not what the sources make");
    }
}

/// The user's room may begin in the middle of a page. The code on this page must not have literals at the end of the
/// page.
#[test]
fn no_literal_lies_in_the_room() {
    for (rom, plan, layout) in TAPES {
        let room = rom.symbol("ROOM0").expect("a symbol of the plan");
        let page = room & 0o7600;
        let words = assembly(plan, layout).words;
        // The list of commands is letters and addresses, up to a 0, and no instructions.
        let list = rom.symbol("COMAND").expect("a symbol of the tape");
        let from_list = words.iter().filter(|(address, _)| address.bits() >= list);
        let end = from_list.filter(|(_, word)| word.bits() == 0).map(|(address, _)| address.bits()).min();
        let is_listed = |at: u16| (list..=end.expect("the list ends")).contains(&at);
        for (address, word) in words.iter().filter(|(address, _)| !is_listed(address.bits())) {
            let (at, word) = (address.bits(), word.bits());
            // A memory reference to its own page.
            let refers = (page..room).contains(&at) && word < 0o6000 && word & 0o0200 != 0;
            assert!(!refers || page | (word & 0o0177) < room, "{plan}: {at:04o} refers to the room: {word:04o}");
        }
    }
}
