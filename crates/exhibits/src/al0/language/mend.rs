//! Corrects the faults in the names of a table if the name that the author meant is not in doubt. The faults are a
//! blank inside a name or in place of `_`, a capital letter at the beginning, and a misspelling. Another fault is a
//! name that belongs only in tables for the other major piece, such as a name for a queen in a table for a rook.

use std::collections::HashMap;

use super::error::{Fault, LoadError, Place};
use super::lexer::{Token, TokenKind, tokens};
use super::vocabulary::{self, is_keyword};
use super::{UnknownNames, load};

/// The largest number of times that the text is read again after corrections.
const MAX_ROUNDS: usize = 5;

/// A correction in the text of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correction {
    /// The fault, and its place in the text as it was when the fault was found.
    pub error: LoadError,
    /// The corrected name.
    pub now: String,
}

/// The text of a table after corrections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MendedTable {
    /// The text.
    pub text: String,
    /// The corrections, in the order in which they were made.
    pub corrections: Vec<Correction>,
    /// The faults that the text still has.
    pub left: Vec<LoadError>,
}

/// Corrects the names in the text of a table, and changes nothing else. Removes each blank inside a name, or replaces
/// the blank by `_` if the name must have a `_` there. Replaces a capital letter at the beginning of a name by a small
/// letter. Replaces an unknown name by a known name if the two are similar. In a table for a rook, replaces a name that
/// belongs only in tables for a queen by the name for a rook. In a table for a queen, replaces a name that belongs only
/// in tables for a rook by the name for a queen.
///
/// ```
/// use focal8_exhibits::al0::language::mend_table;
/// let faulty = "edge :: if their_ king_edge then [ wait ].\nadvice( wait, themtomov : true : Legal : nomove ).";
/// let mended = mend_table(faulty);
/// assert_eq!(mended.corrections.len(), 3);
/// assert!(mended.text.starts_with("edge :: if their_king_edge then"));
/// assert!(mended.text.ends_with("advice( wait, themtomove : true : legal : nomove )."));
/// ```
pub fn mend_table(source: &str) -> MendedTable {
    let mut mended = MendedTable { text: source.to_owned(), corrections: Vec::new(), left: Vec::new() };
    while let Some((start, end, correction)) = blank_in_name(&mended.text) {
        mended.text.replace_range(start..end, &correction.now);
        mended.corrections.push(correction);
    }
    for _ in 0..MAX_ROUNDS {
        mended.left = load(&mended.text, UnknownNames::AreErrors).err().unwrap_or_default();
        let before = mended.corrections.len();
        let mut changes: Vec<(usize, usize, Correction)> = Vec::new();
        for error in &mended.left {
            let Some((written, now)) = names(&error.fault) else { continue };
            let Some((start, end)) = extent(&mended.text, error.place, &written) else { continue };
            // If a name has two faults, the second fault is corrected in the next round.
            if changes.last().is_none_or(|(_, end, _)| *end <= start) {
                changes.push((start, end, Correction { error: error.clone(), now }));
            }
        }
        for (start, end, correction) in changes.iter().rev() {
            mended.text.replace_range(*start..*end, &correction.now);
        }
        mended.corrections.extend(changes.into_iter().map(|(_, _, correction)| correction));
        if mended.corrections.len() == before {
            break;
        }
    }
    mended
}

/// The largest number of words that are joined into one name.
const MAX_WORDS: usize = 8;

/// Finds the first name that blanks split into several words. Returns the offsets of the beginning and the end of the
/// words, and the correction.
///
/// Words are joined only if they form exactly one known name, with or without `_` between two words. If none of the
/// words is a keyword, this condition is enough, because AL0 has a keyword or a mark between any two names. If one of
/// the words is a keyword, there is a second condition: at least one of the words must be unknown. A word is unknown if
/// it is not in the language, and occurs in the table only within this sequence of words.
fn blank_in_name(text: &str) -> Option<(usize, usize, Correction)> {
    let tokens = tokens(text).tokens;
    let known = KnownNames::new(&tokens);
    (0..tokens.len()).find_map(|first| {
        let words = words(&tokens[first..]);
        (2..=words.len()).rev().find_map(|number| {
            let words = &words[..number];
            let whole = known.joined(words)?;
            let place = tokens[first].place;
            let is_name = !words.iter().any(|word| is_keyword(word)) || known.have_unknown(words, &tokens);
            let (start, end) = extent(text, place, whole).filter(|_| is_name)?;
            let error = LoadError { place, fault: Fault::Broken(whole.to_owned()) };
            Some((start, end, Correction { error, now: whole.to_owned() }))
        })
    })
}

/// Returns the words with which the tokens begin: a name, and the names and numbers that follow.
fn words(tokens: &[Token]) -> Vec<String> {
    let word = |token: &Token| match &token.kind {
        TokenKind::Name(name) => Some(name.clone()),
        TokenKind::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let begins_with_name = tokens.first().is_some_and(|token| matches!(token.kind, TokenKind::Name(_)));
    if begins_with_name { tokens.iter().take(MAX_WORDS).map_while(word).collect() } else { Vec::new() }
}

/// The names of the language, of the published tables, and of the table with the fault.
struct KnownNames<'t> {
    /// The known names, by their spelling without `_`. Several names may be the same without `_`.
    by_letters: HashMap<String, Vec<&'t str>>,
    /// The number of uses of each name in the table.
    uses: HashMap<&'t str, usize>,
}

impl<'t> KnownNames<'t> {
    fn new(tokens: &'t [Token]) -> Self {
        let mut uses: HashMap<&str, usize> = HashMap::new();
        for token in tokens {
            if let TokenKind::Name(name) = &token.kind {
                *uses.entry(name).or_default() += 1;
            }
        }
        let mut by_letters: HashMap<String, Vec<&str>> = HashMap::new();
        let of_language = vocabulary::names().map(|name| -> &'t str { name });
        for name in of_language.chain(uses.keys().copied()) {
            let names = by_letters.entry(name.replace('_', "")).or_default();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        KnownNames { by_letters, uses }
    }

    /// Returns the known name that consists of these words, with or without `_` between two words. Returns `None` if
    /// there is no such name, or more than one.
    fn joined(&self, words: &[String]) -> Option<&'t str> {
        let names = self.by_letters.get(&words.concat().replace('_', ""))?;
        let mut fitting = names.iter().filter(|name| consists_of(name, words));
        fitting.next().filter(|_| fitting.next().is_none()).copied()
    }

    /// Whether one of the words is not in the language, and occurs only as a part of this sequence of words.
    fn have_unknown(&self, words: &[String], tokens: &[Token]) -> bool {
        let places = (0..tokens.len()).filter(|first| self::words(&tokens[*first..]).starts_with(words)).count();
        let is_unknown = |word: &&String| !vocabulary::is_language(word);
        words.iter().filter(is_unknown).any(|word| self.uses.get(word.as_str()) == Some(&places))
    }
}

/// Whether the name consists of these words in order, with or without `_` between two words.
fn consists_of(name: &str, words: &[String]) -> bool {
    let Some((first, others)) = words.split_first() else { return false };
    let rest = name.strip_prefix(first.as_str());
    let rest = others.iter().try_fold(rest, |rest, word| {
        let rest = rest?;
        Some(rest.strip_prefix('_').unwrap_or(rest).strip_prefix(word.as_str()))
    });
    rest == Some(Some(""))
}

/// Returns the faulty name as written but without blanks, and the name that the author meant. Returns `None` if the
/// fault is not in a name, or if it is uncertain which name the author meant.
fn names(fault: &Fault) -> Option<(String, String)> {
    match fault {
        Fault::Broken(name) => Some((name.clone(), name.clone())),
        Fault::Capital(name) => {
            let mut letters = name.chars();
            let first = letters.next()?;
            Some((name.clone(), first.to_lowercase().chain(letters).collect()))
        }
        Fault::Unknown { name, nearest, .. } => Some((name.clone(), (*nearest)?.to_owned())),
        Fault::OtherPiece { name, instead, .. } => Some((name.clone(), (*instead).to_owned())),
        // A label with a capital letter is a fault itself, which is corrected first.
        Fault::NoSuchAdvice { name, nearest: Some(nearest) } if !nearest.starts_with(char::is_uppercase) => {
            Some((name.clone(), nearest.clone()))
        }
        _ => None,
    }
}

/// Returns the offsets of the beginning and the end of a name in the text. In the text, there may be blanks between the
/// characters of the name, and blanks in place of a `_`.
fn extent(text: &str, place: Place, name: &str) -> Option<(usize, usize)> {
    let line: usize = text.split_inclusive('\n').take(place.line - 1).map(str::len).sum();
    // The lexer does not count the byte order mark.
    let line = line + text[line..].len() - text[line..].trim_start_matches('\u{feff}').len();
    let start = line + text[line..].char_indices().nth(place.column - 1)?.0;
    let mut rest = text[start..].char_indices().peekable();
    let mut end = start;
    for letter in name.chars() {
        let mut after_blank = false;
        while rest.next_if(|(_, found)| found.is_whitespace()).is_some() {
            after_blank = true;
        }
        match rest.next_if(|(_, found)| *found == letter) {
            Some((at, found)) => end = start + at + found.len_utf8(),
            None if letter == '_' && after_blank => {}
            None => return None,
        }
    }
    Some((start, end))
}
