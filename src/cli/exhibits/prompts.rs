//! Tests of every command of every exhibit's prompt.

use std::collections::BTreeSet;

use focal8::exhibits::al0::language::Language;

use crate::cli::exhibits::repl::{Row, find, help, nearest};
use crate::cli::exhibits::{al0, cs2360, strachey, threeman};

/// The width of a terminal window, in columns.
const COLUMNS: usize = 80;

/// The English names of a command, with its aliases. Every prompt accepts the English names.
type Names = BTreeSet<&'static str>;

/// Checks the rows of a prompt, and returns the names in each row. If `language` is true, the prompt takes a
/// programming language, and no command may have a short form.
fn names<S>(prompt: &str, language: bool, rows: &[Row<S>]) -> Vec<(String, Names)> {
    let found = |line: &str| find(rows, line).map(|(row, rest)| (row.word, rest.to_owned()));
    let listed = help(&[("a form", "what it means")], rows);
    assert_eq!(listed.lines().count(), 1 + rows.len(), "{prompt}");
    assert_eq!(listed.lines().find(|line| line.chars().count() > COLUMNS), None, "{prompt}");
    let of_row = |row: &Row<S>| {
        let (word, whole) = (row.word, row.word.chars().count());
        let at = format!("{prompt}: {word}");
        let short: String = word.chars().take(row.shortest).collect();
        for typed in [word, &word.to_uppercase(), &format!("  {word} "), &short].into_iter().chain(row.aliases.clone())
        {
            assert_eq!(found(typed), Some((word, String::new())), "{at}: {typed}");
        }
        assert!(!language || row.shortest == whole, "{at} is {short} too, which may be a name");
        let with_text = (!row.usage.is_empty()).then(|| (word, "some Text".to_owned()));
        assert_eq!(found(&format!("{word} some Text")), with_text, "{at}");
        let misspelt: String = word.chars().enumerate().filter(|&(at, _)| at != 1).map(|(_, letter)| letter).collect();
        if misspelt.chars().count() > 2 && misspelt.chars().all(char::is_alphabetic) {
            assert_eq!(nearest(rows, &misspelt), Some(word), "{at}");
        }
        let summary = row.summary;
        assert!(!summary.is_empty() && !summary.ends_with('.') && summary.chars().count() < 60, "{at}: {summary}");
        assert!(listed.lines().any(|line| line.starts_with(word) && line.ends_with(summary)), "{at}");
        (at, [&[word], &row.aliases[..]].concat().into_iter().filter(|name| name.is_ascii()).collect())
    };
    rows.iter().map(of_row).collect()
}

#[test]
fn every_prompt_knows_its_words_and_all_use_the_same() {
    let prompts = [
        names("al0 play", false, &al0::play::dialogue::rows(Language::English)),
        names("al0 play --lang ru", false, &al0::play::dialogue::rows(Language::Russian)),
        names("strachey play", false, &strachey::session::rows()),
        names("strachey run", true, &strachey::run::rows()),
        names("cs2360", true, &cs2360::repl::rows()),
        names("cs2360 match", false, &cs2360::contestant::rows()),
        names("threeman apl", true, &threeman::apl::rows()),
    ];
    for (at, rows) in prompts.iter().enumerate() {
        for word in ["help", "quit"] {
            assert!(rows.iter().any(|(_, names)| names.contains(word)), "{} has no {word}", rows[0].0);
        }
        // If commands of two prompts share one name, they must share all their names.
        for ((place, names), (other, others)) in
            rows.iter().flat_map(|row| prompts[..at].iter().flatten().map(move |other| (row, other)))
        {
            assert!(names.is_disjoint(others) || names == others, "{place} {names:?}, {other} {others:?}");
        }
    }
}

#[test]
fn a_word_is_suggested_for_a_slip_alone() {
    let rows = strachey::session::rows();
    assert_eq!(nearest(&rows, "hepl"), Some("help"));
    for line in ["15-19", "15 19", "b", "nothing", "hepl me", "?", ""] {
        assert_eq!(nearest(&rows, line), None, "{line}");
    }
}
