//! Fuzzes the assembler: any text as a program, in one source or several.
//!
//! - the result has words or errors, and every error names a line of its source and can be shown
//! - the size of the output is bounded, even if the source contains repetitions
//! - the listing can be rendered, and a second assembly has the same result
//! - a program without errors can be punched, and loads to the same core
//! - the disassembly, with labels or without, assembles to the same core

#![no_main]

use std::collections::BTreeMap;

use focal8::pal::{Assembly, Labels, Options, Source, assemble, disassemble};
use focal8::tape::bin;
use focal8::word::{Address, Word};
use libfuzzer_sys::fuzz_target;

/// The maximum number of words of all `ZBLOCK` and `TEXT` together: 32K of core, eight times over.
const MAX_WORDS: usize = 8 * 0o100000;

fuzz_target!(|input: &[u8]| {
    // The first byte contains the options, and a byte 377 begins the next source.
    let Some((&options, text)) = input.split_first() else { return };
    let options = Options { links: options & 1 != 0, unique: options & 2 != 0 };
    let sources: Vec<Source> = text
        .split(|&byte| byte == 0o377)
        .enumerate()
        .map(|(number, text)| Source::new(format!("{number}.pal"), String::from_utf8_lossy(text)))
        .collect();
    let assembly = assemble(&sources, &options);
    assert_eq!(assemble(&sources, &options), assembly);
    assert!(assembly.words.len() <= MAX_WORDS + text.len());
    assembly.listing_text(&sources);
    for error in &assembly.errors {
        let source = &sources[error.position.source];
        assert_eq!(error.source_name, source.name);
        assert!(error.position.line <= source.text.lines().count().max(1));
        assert!(error.to_string().contains(&error.headline()));
    }
    if assembly.errors.is_empty() {
        let core = core(&assembly);
        punched(&assembly, &core);
        for labels in [Labels::default(), Labels::new(&assembly.symbols)] {
            let text = disassemble(assembly.words.iter().copied(), &labels);
            let again = assemble(&[Source::new("again.pal", text)], &Options::default());
            assert_eq!(again.errors, []);
            assert_eq!(self::core(&again), core);
        }
    }
});

fn core(assembly: &Assembly) -> BTreeMap<Address, Word> {
    assembly.words.iter().copied().collect()
}

fn punched(assembly: &Assembly, core: &BTreeMap<Address, Word>) {
    if !core.is_empty() {
        let program = bin::punch(&assembly.words).program().expect("what was assembled is a program");
        assert_eq!(&program.words().collect::<BTreeMap<_, _>>(), core);
    }
}
