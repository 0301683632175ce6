//! The advice language: reads a text as a table, or reports all faults of the text and not only the first.

mod error;
mod expected;
mod lexer;
mod mend;
mod nearest;
mod parser;
mod vocabulary;

use std::collections::{HashMap, HashSet};

pub use error::{Fault, LoadError, LoadWarning, Oddity, Place, Role, clipped, is_goal, look_alike};
pub use expected::{Expected, Found};
pub use mend::{Correction, MendedTable, mend_table};
pub use vocabulary::Language;
pub(super) use vocabulary::english_label;

use self::parser::{Label, ParsedAdvice, ParsedBody, ParsedRule};
use super::advice::Advice;
use super::table::{Rule, Table};

/// The treatment of unknown predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnknownNames {
    /// Refuse the table.
    #[default]
    AreErrors,
    /// Load the table as the historic program did. An unknown goal is never true, and an unknown constraint generates
    /// no moves.
    AreFalse,
}

/// A table and the warnings about the text of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The table, ready to be consulted.
    pub table: Table,
    /// The warnings in the order of the text.
    pub warnings: Vec<LoadWarning>,
}

/// Reads a table, or returns all faults in the order of the text.
pub fn load(source: &str, unknown: UnknownNames) -> Result<Loaded, Vec<LoadError>> {
    let lexed = lexer::tokens(source);
    let parsed = parser::parse(&lexed.tokens, unknown);
    let mut errors = [lexed.errors, parsed.errors].concat();
    let mut warnings = [lexed.warnings, parsed.warnings].concat();

    let labels = distinct_labels(&parsed.advices, &mut errors);
    let linked = link(&parsed.mentions, &labels, &mut errors);
    if !errors.is_empty() {
        errors.sort_by_key(|error| error.place);
        // A name broken by white space causes further faults at its position, which are not reported.
        errors.dedup_by(|later, first| later.place == first.place && matches!(first.fault, Fault::Broken(_)));
        return Err(errors);
    }

    let used: HashSet<usize> = linked.iter().flatten().copied().collect();
    let unused = labels.iter().enumerate().filter(|(index, _)| !used.contains(index));
    warnings.extend(
        unused.map(|(_, label)| LoadWarning { place: label.place, oddity: Oddity::UnusedAdvice(label.name.clone()) }),
    );
    if parsed.rules.is_empty() {
        warnings.push(LoadWarning { place: Place { line: 1, column: 1 }, oddity: Oddity::NoRules });
    }
    warnings.sort_by_key(|warning| warning.place);

    let rules = parsed.rules.into_iter().map(|ParsedRule { label, condition, advices }| {
        let advices = linked[advices].iter().flatten().copied().collect();
        Rule { label, condition, advices }
    });
    let advices = parsed.advices.into_iter().filter_map(|ParsedAdvice { label, body }| {
        let ParsedBody { better, holding, us, them } = body?;
        Some(Advice { label: label.name, better, holding, us, them })
    });
    Ok(Loaded {
        table: Table { piece: parsed.piece.unwrap_or_default(), rules: rules.collect(), advices: advices.collect() },
        warnings,
    })
}

/// Returns the labels of all advices without duplicates. Reports a fault for each advice with the label of an earlier
/// advice.
fn distinct_labels<'p>(advices: &'p [ParsedAdvice], errors: &mut Vec<LoadError>) -> Vec<&'p Label> {
    let mut labels: Vec<&Label> = vec![];
    let mut first: HashMap<&str, Place> = HashMap::new();
    for ParsedAdvice { label, .. } in advices {
        match first.get(label.name.as_str()) {
            Some(&first) => {
                let fault = Fault::DuplicateAdvice { name: label.name.clone(), first };
                errors.push(LoadError { place: label.place, fault });
            }
            None => {
                first.insert(&label.name, label.place);
                labels.push(label);
            }
        }
    }
    labels
}

/// The maximum number of unknown advice names that get a suggestion. Further unknown names get no suggestion.
const MAX_SUGGESTIONS: usize = 200;

/// Returns, for each name in `mentions`, the index of the advice with this label. If the table defines no such advice,
/// the index is `None`, and the function adds a fault.
fn link(mentions: &[Label], labels: &[&Label], errors: &mut Vec<LoadError>) -> Vec<Option<usize>> {
    let indexes: HashMap<&str, usize> = labels.iter().enumerate().map(|(i, label)| (label.name.as_str(), i)).collect();
    let mut missing = 0;
    let mut link = |mention: &Label| {
        let index = indexes.get(mention.name.as_str()).copied();
        if index.is_none() {
            let name = mention.name.clone();
            missing += 1;
            let nearest = if missing > MAX_SUGGESTIONS {
                None
            } else {
                nearest::nearest(&name, labels.iter().map(|label| label.name.as_str())).map(str::to_owned)
            };
            errors.push(LoadError { place: mention.place, fault: Fault::NoSuchAdvice { name, nearest } });
        }
        index
    };
    mentions.iter().map(&mut link).collect()
}
