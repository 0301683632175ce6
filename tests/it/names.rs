//! Words that must not be a part of any identifier in the sources, because each had several meanings, or a meaning that
//! readers do not know.

use std::fs;

use proc_macro2::{TokenStream, TokenTree};

use crate::folders::tree;

/// The words that no identifier may contain, each with the words to use instead.
const RETIRED: &[(&str, &str)] = &[
    ("anew", "again, or fresh"),
    ("deepest", "the limit with its unit: MAX_DEPTH, CALL_LIMIT"),
    ("demonstration", "demo"),
    ("frontend", "Session"),
    ("glance", "the limit with its unit: SAMPLE_CASES"),
    ("hands", "the operator, the input, or the keyboard's focus"),
    ("hurry", "full speed"),
    ("impossible", "invalid"),
    ("look_again", "invalidate"),
    ("look_anew", "invalidate, or reset_watches"),
    ("look_away", "detach, or forget_position"),
    ("LONGEST", "the limit with its unit: MAX_LINE_BYTES"),
    ("MOST", "the limit with its unit: MAX_STEPS"),
    ("nobody", "what is missing: no_reader, UNOWNED"),
    ("patience", "the limit with its unit: BUDGET_CYCLES, MAX_WAIT"),
    ("settle", "sync, commit, or run_until_idle"),
    ("settled", "decided, or idle"),
    ("sit", "run"),
    ("somebody", "who it is: operator, user, client"),
    ("stir", "notify"),
    ("stranger", "ForeignFocal, or untrusted"),
    ("Act", "InputEvent"),
    ("Frontend", "Session"),
    ("Joined", "Terminal"),
    ("LineAct", "LineEvent"),
    ("Moments", "CommandBoundaries"),
    ("Touched", "Untracked"),
    ("told", "report, reason, or the name of the text"),
    ("touched", "untracked, or modified"),
    ("whoever", "who it is: operator, user, client"),
];

/// The folders of the sources, each with its minimum number of files.
const ROOTS: [(&str, usize); 7] = [
    ("src", 200),
    ("crates/pdp8/src", 100),
    ("crates/exhibits/src", 100),
    ("web/wasm/src", 3),
    ("examples", 5),
    ("benches", 5),
    ("fuzz/fuzz_targets", 5),
];

/// The minimum number of parts of a name that counts as a sentence, such as the name of a test. A sentence may contain
/// words that other identifiers must not contain.
const SENTENCE_PARTS: usize = 6;

#[test]
fn no_identifier_has_a_retired_word() {
    let files = ROOTS.iter().flat_map(|(root, least)| tree(root, ".rs", least..));
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source is text");
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        each_identifier(tokens, &mut |name, line| {
            for (word, instead) in RETIRED.iter().filter(|(word, _)| has(name, word)) {
                found.push(format!("{}:{line}: {name} has '{word}': say {instead}", file.display()));
            }
        });
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Whether a name contains a retired word. A word with a capital or a `_` must be the whole name, or the beginning of
/// the name up to a `_`. Any other word must be a part of a name that does not count as a sentence.
fn has(name: &str, word: &str) -> bool {
    if word.contains('_') || word.contains(char::is_uppercase) {
        return name == word || name.strip_prefix(word).is_some_and(|rest| rest.starts_with('_'));
    }
    let parts = parts(name);
    parts.len() < SENTENCE_PARTS && parts.iter().any(|part| part == word)
}

/// Returns the parts of a name: `read_LineEvent` has the parts read, line and event.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = '_';
    for letter in name.chars() {
        if letter == '_' || letter.is_uppercase() && before.is_lowercase() {
            parts.push(String::new());
        }
        if letter != '_' {
            parts.last_mut().expect("there is a part").extend(letter.to_lowercase());
        }
        before = letter;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn each_identifier(tokens: TokenStream, take: &mut impl FnMut(&str, usize)) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => take(&name.to_string(), name.span().start().line),
            TokenTree::Group(group) => each_identifier(group.stream(), take),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

#[test]
fn words_are_found_in_names() {
    assert!(has("has_told", "told") && has("ToldOff", "told") && has("TOLD", "told"));
    assert!(!has("untold", "told") && !has("toldest", "told"));
    assert!(has("MOST_STEPS", "MOST") && has("MOST", "MOST") && !has("AtMost", "MOST"));
    assert!(!has("a_person_is_told_what_the_twin_does", "told"), "a sentence");
}
