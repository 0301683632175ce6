//! The assembler: programs with the expected words or errors beside their lines, and the cases that need several files.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use pdp8::pal::{Assembly, Labels, MAX_ERRORS, Options, Source, assemble, disassemble, statement};
use pdp8::tape::bin;
use pdp8::word::{Address, Word};
use proptest::prelude::*;

use crate::folders;

/// All programs of `tests/data/pal/<folder>`, whose number must be `count`.
fn programs(folder: &str, count: usize) -> Vec<Source> {
    let files = folders::files(&format!("tests/data/pal/{folder}"), ".pal", count..=count);
    let named = |file: PathBuf| {
        let name = format!("{folder}/{}", file.file_name().unwrap().display());
        Source::new(name, fs::read_to_string(file).unwrap())
    };
    files.into_iter().map(named).collect()
}

fn assemble_one(source: &Source) -> Assembly {
    let first = source.text.lines().next().unwrap_or_default();
    let options = Options { links: first == "/ links", unique: first == "/ unique" };
    assemble(std::slice::from_ref(source), &options)
}

fn assemble_text(text: &str) -> Assembly {
    assemble(&[Source::new("test.pal", text)], &Options::default())
}

/// The contents of core after an assembly.
fn core(assembly: &Assembly) -> BTreeMap<Address, Word> {
    assembly.words.iter().copied().collect()
}

/// The expected words, in comments `/ = ADDRESS WORD WORD ...` at the end of a line.
fn expected_words(source: &Source) -> BTreeMap<Address, Word> {
    let mut words = BTreeMap::new();
    for line in source.text.lines() {
        let Some((_, expected)) = line.rsplit_once("/ = ") else { continue };
        let mut octal = expected.split_whitespace();
        let mut address: Address = octal.next().unwrap().parse().unwrap();
        for word in octal {
            words.insert(address, word.parse().unwrap_or_else(|error| panic!("{}: {line}: {error}", source.name)));
            address = address.next();
        }
    }
    words
}

#[test]
fn programs_assemble_to_the_words_beside_their_lines() {
    let mut wrong = Vec::new();
    for source in programs("ok", 23) {
        let assembly = assemble_one(&source);
        wrong.extend(assembly.errors.iter().map(|error| error.to_string()));
        let (expected, found) = (expected_words(&source), core(&assembly));
        assert!(!expected.is_empty(), "{} expects nothing", source.name);
        let mut addresses: Vec<&Address> = expected.keys().chain(found.keys()).collect();
        addresses.sort();
        addresses.dedup();
        for address in addresses {
            let (expected, found) = (expected.get(address), found.get(address));
            if expected != found {
                wrong.push(format!("{}: {address} expected {expected:?}, found {found:?}", source.name));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_examples_of_the_manual_are_true() {
    let manual = include_str!("../../../../docs/pal.md");
    let examples: Vec<&str> = manual.split("```pal\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(examples.len() >= 7);
    for example in examples {
        let source = Source::new("docs/pal.md", example);
        let assembly = assemble_one(&source);
        assert_eq!(assembly.errors, [], "{example}");
        assert_eq!(core(&assembly), expected_words(&source), "{example}");
    }
}

#[test]
fn wrong_programs_get_the_errors_beside_their_lines() {
    let mut wrong = Vec::new();
    for source in programs("err", 16) {
        let mut expected = Vec::new();
        for (at, line) in source.text.lines().enumerate() {
            for (mark, line_number) in [("/ error ", at + 1), ("/ above ", at)] {
                expected.extend(line.split(mark).skip(1).map(|error| {
                    let (column, message) = error.trim().split_once(": ").expect("a column and a message");
                    format!("{}:{line_number}:{column}: {}", source.name, message.trim())
                }));
            }
        }
        assert!(!expected.is_empty(), "{} expects nothing", source.name);
        let found: Vec<String> = assemble_one(&source).errors.iter().map(|error| error.headline()).collect();
        wrong.extend(expected.iter().filter(|error| !found.contains(error)).map(|error| format!("missing {error}")));
        wrong.extend(found.iter().filter(|error| !expected.contains(error)).map(|error| format!("found   {error}")));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn an_error_shows_its_line_and_a_caret() {
    let assembly = assemble_text("*200\n\tTAD (5\n\tJMP\tNOWHER+1 / off\n");
    assert_eq!(assembly.errors.len(), 1);
    let shown = "test.pal:3:6: NOWHER is not defined\n    \tJMP\tNOWHER+1 / off\n    \t   \t^";
    assert_eq!(assembly.errors[0].to_string(), shown);
}

#[test]
fn literals_cannot_be_nested_without_end() {
    let nested = |depth| assemble_text(&format!("TAD {}5\n", "(".repeat(depth)));
    assert_eq!(nested(0o100).errors, []);
    assert_eq!(nested(0o101).errors[0].headline(), "test.pal:1:69: literals are nested deeper than 100");
    assert_eq!(nested(1_000_000).errors.len(), 1);
}

#[test]
fn several_sources_are_one_program() {
    let sources = [
        Source::new("a.pal", "*200\nA, JMP B\nDECIMAL\n"),
        Source::new("b.pal", "B, 10\nPAUSE\n9 9 9\n"),
        Source::new("c.pal", "OCTAL\n10; A\n$\n"),
    ];
    let assembly = assemble(&sources, &Options::default());
    assert_eq!(assembly.errors, []);
    let words: Vec<String> = assembly.words.iter().map(|(address, word)| format!("{address} {word}")).collect();
    assert_eq!(words, ["00200 5201", "00201 0012", "00202 0010", "00203 0200"]);
}

#[test]
fn errors_name_the_source_they_are_in() {
    let sources = [Source::new("a.pal", "A, 1\n$\n"), Source::new("b.pal", "A, 2\n")];
    let assembly = assemble(&sources, &Options::default());
    let errors: Vec<String> = assembly.errors.iter().map(|error| error.headline()).collect();
    let early = "a.pal:2:1: $ ends the program here, but b.pal is still to come; only the last source ends with $";
    assert_eq!(errors, [early]);
}

#[test]
fn labels_are_found_by_name_and_field() {
    let assembly = assemble_text("START, CLA\nFIVE=5\nFIELD 2\nTHERE, HLT\n");
    let address = |label| assembly.address(label).map(|address| address.to_string());
    assert_eq!(address("START").as_deref(), Some("00200"));
    assert_eq!(address("there").as_deref(), Some("20200"));
    assert_eq!(address("NOWHER"), None);
}

#[test]
fn nothing_is_a_program_without_words() {
    let assembly = assemble(&[], &Options::default());
    assert!(assembly.words.is_empty() && assembly.errors.is_empty());
    assert!(assemble_text("").errors.is_empty());
}

#[test]
fn a_listing_shows_words_literals_links_and_symbols() {
    let source = Source::new(
        "hello.pal",
        "/ A program.\n*200\nSTART,\tTAD (5\n\tJMP FAR\nTEN=10; 1; 2\nHID==3\n\tXLIST\n\t7\n\tXLIST\n\tTEXT /AB/\n*400\nFAR,\tHLT\n$\n",
    );
    let assembly = assemble(std::slice::from_ref(&source), &Options { links: true, ..Options::default() });
    insta::assert_snapshot!("listing", assembly.listing_text(&[source]));
}

#[test]
fn four_thousand_words_assemble_and_come_back() {
    let text: String = (0..0o7600).map(|n| format!("L{n:o},\tTAD L{n:o}\n")).collect();
    let assembly = assemble_text(&format!("*0\n{text}$\n"));
    assert_eq!(assembly.errors, []);
    assert_eq!(assembly.words.len(), 0o7600);
    assert_eq!(bin::punch(&assembly.words).program().unwrap().words().collect::<Vec<_>>(), assembly.words);
}

#[test]
fn every_word_comes_back_from_its_disassembly() {
    for place in [0o0000, 0o0010, 0o0177, 0o0200, 0o0377, 0o3650, 0o7777] {
        let at = Address::new(place);
        for bits in 0..=0o7777 {
            let word = Word::new(bits);
            let text = statement(word, at, &Labels::default());
            let assembly = assemble_text(&format!("*{}\n{text}\n", at.offset()));
            assert_eq!(assembly.errors, [], "{text}");
            assert_eq!(assembly.words, [(at, word)], "{text}");
        }
    }
}

#[test]
fn a_disassembly_with_labels_reads_like_the_program() {
    let assembly = assemble_text(
        "*20\nCOUNT, -5\n*200\nSTART, BEGIN, CLA CLL\nLOOP, ISZ COUNT\nJMP LOOP\nTAD I OTHER\n7400\nHLT\nRAL, 0\nNOPUNCH\nOTHER, 0\nFIELD 1\n ENPUNCH\nTAD 200\n",
    );
    assert_eq!(assembly.errors, []);
    let labels = Labels::new(&assembly.symbols);
    let text = disassemble(assembly.words.iter().copied(), &labels);
    insta::assert_snapshot!("disassembly", text);
    assert_eq!(core(&assemble_text(&text)), core(&assembly));
}

#[test]
fn a_few_letters_cannot_ask_for_endless_words() {
    let assembly = assemble_text(&"ZBLOCK 7777;".repeat(1_000));
    assert_eq!(assembly.words.len(), 64 * 0o7777, "what fits in eight times 32K");
    assert!(assembly.errors[0].to_string().contains("more than 262144 words"), "{}", assembly.errors[0]);
    assert_eq!(assemble_text(&"*0;ZBLOCK 7777\n".repeat(60)).errors, []);
}

#[test]
fn errors_share_their_line_and_quote_a_part_of_a_long_one() {
    let assembly = assemble_text(&">".repeat(20_000));
    assert_eq!((assembly.errors.len(), assembly.more_errors), (MAX_ERRORS, 20_000 - MAX_ERRORS));
    assert!(assembly.errors.iter().all(|error| Arc::ptr_eq(&error.source_line, &assembly.errors[0].source_line)));
    let shown: usize = assembly.errors.iter().map(|error| error.to_string().len()).sum();
    assert!(shown < MAX_ERRORS * 300, "{shown}");
    // The caret is under the place all the same.
    let text = format!("{}NOWHERE", " ".repeat(1_000));
    let told = assemble_text(&text).errors[0].to_string();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[1].find("NOWHERE"), lines[2].find('^'));
}

#[test]
fn the_first_errors_of_both_passes_are_reported_in_the_order_of_the_text() {
    // The second pass finds the undefined names, the first pass the invalid numbers.
    let text = "NOWHER\n99\n".repeat(75);
    let assembly = assemble_text(&text);
    assert_eq!((assembly.errors.len(), assembly.more_errors), (100, 50));
    let lines: Vec<usize> = assembly.errors.iter().map(|error| error.position.line).collect();
    assert_eq!(lines, (1..=100).collect::<Vec<_>>());
    assert_eq!(assemble_text("1\n").more_errors, 0);
}

#[test]
fn what_an_error_shows_of_a_program_is_short_and_plain() {
    for text in [
        "9".repeat(1_000_000),
        format!("\x1b[2J{}\n", "\x1b".repeat(1000)),
        format!("CLA \u{9b}\x07\x08{}", "é".repeat(1000)),
        format!("*200;JMP {} / far", "Q".repeat(300_000)),
        format!("{}NOWHER {}", "1;".repeat(200), "\x1b".repeat(200)),
    ] {
        let error = assemble_text(&text).errors[0].to_string();
        let lines: Vec<&str> = error.lines().collect();
        assert_eq!(lines.len(), 3, "{error}");
        assert!(lines.iter().all(|line| line.chars().count() <= 200 && !line.contains(char::is_control)), "{error}");
        assert!(lines[1].chars().count() <= 84, "{error}");
    }
    // The caret is under the place, whatever precedes it.
    let error = assemble_text("\"\x1b,\x1bNOWHER").errors[0].to_string();
    let lines: Vec<&str> = error.lines().collect();
    assert!(lines[1].starts_with("    \"\\u{1b},"), "{error}");
    let at = lines[2].find('^').expect("a caret");
    assert_eq!(&lines[1][at..=at], ",", "{error}");
}

proptest! {
    #![proptest_config(crate::seeded::seeded())]

    #[test]
    fn any_core_comes_back_from_its_disassembly(
        words in proptest::collection::btree_map(0_u16..0o20000, 0_u16..=0o7777, 1..200),
        labels in proptest::collection::btree_map("[A-Z][A-Z0-9]{0,5}", 0_u16..0o20000, 0..50),
    ) {
        let words: Vec<_> = words.into_iter().map(|(at, word)| (Address::new(at), Word::new(word))).collect();
        let defined: String = labels.iter().map(|(name, at)| format!("FIELD {}\n*{:o}\n{name},\n", at >> 12, at & 0o7777)).collect();
        let labels = Labels::new(&assemble_text(&format!("NOPUNCH\n{defined}")).symbols);
        let assembly = assemble_text(&disassemble(words.clone(), &labels));
        prop_assert_eq!(&assembly.errors, &[]);
        prop_assert_eq!(core(&assembly).into_iter().collect::<Vec<_>>(), words);
    }

    #[test]
    fn no_text_is_too_odd(text in "[ -~\t\n]{0,200}") {
        let _ = assemble_text(&text);
    }

    #[test]
    fn no_statements_are_too_odd(parts in proptest::collection::vec(prop::sample::select(PARTS), 0..60)) {
        let source = Source::new("odd.pal", parts.concat());
        for links in [false, true] {
            let assembly = assemble(std::slice::from_ref(&source), &Options { links, unique: true });
            let _ = assembly.listing_text(std::slice::from_ref(&source));
            for error in &assembly.errors {
                let _ = error.to_string();
            }
        }
    }
}

/// Fragments of PAL text. Random sequences of these fragments contain many kinds of mistakes.
const PARTS: &[&str] = &[
    "A",
    "B,",
    "C=",
    "==",
    "*",
    ".",
    "200",
    "7777",
    "9",
    "\"",
    "\"X",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ";",
    "\n",
    " ",
    "\t",
    "/",
    "$",
    "TAD ",
    "JMP I ",
    "CLA ",
    "SMA ",
    "KSF ",
    "Z ",
    "+",
    "-",
    "&",
    "!",
    "^",
    "%",
    "PAGE ",
    "FIELD ",
    "RELOC ",
    "TEXT ",
    "ZBLOCK ",
    "FIXMRI ",
    "FIXTAB\n",
    "EXPUNGE\n",
    "IFDEF ",
    "IFNDEF ",
    "IFZERO ",
    "IFNZRO ",
    "NOPUNCH\n",
    "XLIST\n",
    "EJECT\n",
    "DECIMAL\n",
    "é",
];
