//! Mends the faults of a table that leave no doubt about what the author meant: a name with a blank in it, a name with
//! a capital letter, and a wrong letter in a name.

use std::collections::HashMap;

use super::super::goal::Predicate;
use super::super::major::Major;
use super::super::moves::MovePredicate;
use super::error::{Fault, LoadError, Place};
use super::lexer::{Token, TokenKind, tokens};
use super::vocabulary::is_keyword;
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
    /// The faults that are left.
    pub left: Vec<LoadError>,
}

/// Corrects each name with a blank in it, each name that begins with a capital letter, and each unknown name that is
/// similar to a known name. Changes nothing else in the text.
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
            // Two faults of one name are corrected one after the other.
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

/// Finds two neighbouring words that are a name with a blank in it, and returns their offsets and the correction. The two
/// words together must be a known name or another name in the table, and one of them alone must not.
fn blank_in_name(text: &str) -> Option<(usize, usize, Correction)> {
    let tokens = tokens(text).tokens;
    let names = tokens.iter().filter_map(|token| match &token.kind {
        TokenKind::Name(name) => Some(name.as_str()),
        _ => None,
    });
    let mut uses: HashMap<&str, usize> = HashMap::new();
    names.for_each(|name| *uses.entry(name).or_default() += 1);
    let is_known = |word: &str| {
        let is_predicate =
            |piece| Predicate::named(word, piece).is_some() || MovePredicate::named(word, piece).is_some();
        is_keyword(word) || Major::ALL.into_iter().any(is_predicate)
    };
    tokens.windows(2).find_map(|pair| {
        let [Token { kind: TokenKind::Name(left), place }, next] = pair else { return None };
        let right = match &next.kind {
            TokenKind::Name(name) => name.clone(),
            TokenKind::Number(number) => number.to_string(),
            _ => return None,
        };
        let whole = format!("{left}{right}");
        if !is_known(&whole) && !uses.contains_key(whole.as_str()) {
            return None;
        }
        // A word that is used only in front of or behind its other half is no name.
        let pairs = tokens.windows(2).filter(|&other| other[0].kind == pair[0].kind && other[1].kind == pair[1].kind);
        let pairs = pairs.count();
        let is_half = |word: &str| !is_known(word) && uses.get(word) == Some(&pairs);
        let (start, end) = extent(text, *place, &whole).filter(|_| is_half(left) || is_half(&right))?;
        let error = LoadError { place: *place, fault: Fault::Broken(whole.clone()) };
        Some((start, end, Correction { error, now: whole }))
    })
}

/// Returns the faulty name as written but without blanks, and the name that the author meant. Returns `None` if the
/// fault is not in a name, or if the meant name is in doubt.
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
        Fault::NoSuchAdvice { name, nearest } => Some((name.clone(), nearest.clone()?)),
        _ => None,
    }
}

/// Returns the offsets of the beginning and the end of a name in the text. In the text, the name may have blanks in it.
fn extent(text: &str, place: Place, name: &str) -> Option<(usize, usize)> {
    let line: usize = text.split_inclusive('\n').take(place.line - 1).map(str::len).sum();
    let start = line + text[line..].char_indices().nth(place.column - 1)?.0;
    let mut rest = text[start..].char_indices();
    let mut end = start;
    for letter in name.chars() {
        let (at, found) = rest.find(|(_, found)| !found.is_whitespace())?;
        if found != letter {
            return None;
        }
        end = start + at + found.len_utf8();
    }
    Some((start, end))
}
