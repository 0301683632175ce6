//! The advice language: text to a table, with every fault of the text at once.

pub mod error;
mod lexer;
mod nearest;
mod parser;
pub mod vocabulary;

use std::collections::HashMap;

use self::error::{Fault, LoadError, LoadWarning, Oddity, Place};
use self::parser::{Label, ParsedRule};
use super::table::{Advice, Rule, Table};

/// What to do with a predicate nobody defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnknownNames {
    /// Refuse the table.
    #[default]
    AreErrors,
    /// As the historic program did: a goal of that name is never true, a constraint of that name makes no moves.
    AreFalse,
}

/// A table and what is odd about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// Ready to be consulted.
    pub table: Table,
    /// In the order of the text.
    pub warnings: Vec<LoadWarning>,
}

/// Reads a table; all faults are reported, in the order of the text.
pub fn load(source: &str, unknown: UnknownNames) -> Result<Loaded, Vec<LoadError>> {
    let lexed = lexer::tokens(source);
    let parsed = parser::parse(&lexed.tokens, unknown);
    let mut errors = [lexed.errors, parsed.errors].concat();
    let mut warnings = [lexed.warnings, parsed.warnings].concat();

    let mut advices = vec![];
    let mut known: HashMap<String, (usize, Place)> = HashMap::new();
    let mut labels = vec![];
    for advice in parsed.advices {
        let Label { name, place } = advice.label;
        if let Some(&(_, first)) = known.get(&name) {
            errors.push(LoadError { place, fault: Fault::DuplicateAdvice { name, first } });
            continue;
        }
        known.insert(name.clone(), (advices.len(), place));
        labels.push((name.clone(), place));
        if let Some(body) = advice.body {
            let parser::ParsedBody { better, holding, us, them } = body;
            advices.push(Advice { label: name, better, holding, us, them });
        }
    }

    let mut rules = vec![];
    let mut used = vec![];
    for ParsedRule { label, condition, advices } in parsed.rules {
        let mut list = vec![];
        for Label { name, place } in advices {
            if let Some(&(index, _)) = known.get(&name) {
                list.push(index);
                used.push(name);
            } else {
                let nearest = nearest::nearest(&name, labels.iter().map(|(label, _)| label.as_str()));
                let nearest = nearest.map(str::to_owned);
                errors.push(LoadError { place, fault: Fault::NoSuchAdvice { name, nearest } });
            }
        }
        rules.push(Rule { label, condition, advices: list });
    }

    if !errors.is_empty() {
        errors.sort_by_key(|error| error.place);
        return Err(errors);
    }
    let unused = labels.into_iter().filter(|(label, _)| !used.contains(label));
    warnings.extend(unused.map(|(label, place)| LoadWarning { place, oddity: Oddity::UnusedAdvice(label) }));
    if rules.is_empty() {
        warnings.push(LoadWarning { place: Place { line: 1, column: 1 }, oddity: Oddity::NoRules });
    }
    warnings.sort_by_key(|warning| warning.place);
    Ok(Loaded { table: Table { rules, advices }, warnings })
}
