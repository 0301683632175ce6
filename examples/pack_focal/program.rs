//! The fragments of the sources: how many words each has, and the labels that it refers to.
//!
//! The count takes each statement as one word. The parser knows only as much PAL as the sources use.

use std::collections::{BTreeSet, HashMap};

use focal8::pal::{Options, Source, assemble};

use crate::Outcome;
use crate::clusters::Cluster;
use crate::sources::{Variant, cut};

/// The part of core that a fragment must be in. The source file of the fragment decides the region.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Region {
    /// The interpreter.
    Code,
    /// Code in the user's room. The user's first lines overwrite this code.
    Room,
    /// The functions that the initial dialogue can delete.
    Functions,
}

/// A fragment: the code from a line `*ORGnnn` to the next origin.
pub(crate) struct Fragment {
    /// The name of the fragment, `ORGnnn`.
    pub(crate) name: String,
    pub(crate) region: Region,
    /// The first label of each block of lines; blank lines separate the blocks. A comment in the plan lists these
    /// labels.
    pub(crate) heads: Vec<String>,
    pub(crate) words: usize,
    pub(crate) literals: BTreeSet<String>,
    /// The labels to which the fragment refers directly, including labels in other fragments.
    pub(crate) references: BTreeSet<String>,
}

/// The fragments of the sources, and the clusters made of them.
pub(crate) struct Program {
    pub(crate) fragments: Vec<Fragment>,
    pub(crate) clusters: Vec<Cluster>,
    /// The index of the fragment that contains each label.
    pub(crate) labels: HashMap<String, usize>,
}

impl Program {
    pub(crate) fn read(variant: Variant, sources: &[Source]) -> Outcome<Self> {
        let mut program = Program { fragments: Vec::new(), clusters: Vec::new(), labels: HashMap::new() };
        let mut memory_reference = ["AND", "TAD", "ISZ", "DCA", "JMS", "JMP"].into();
        for source in sources {
            program.read_source(variant, source, &mut memory_reference)?;
        }
        program.clusters = program.clusters();
        program.check_clusters()?;
        Ok(program)
    }

    fn read_source<'a>(
        &mut self,
        variant: Variant,
        source: &'a Source,
        memory_reference: &mut BTreeSet<&'a str>,
    ) -> Outcome<()> {
        let region = match source.name.get(..2) {
            Some("18") => Region::Room,
            Some("19") => Region::Functions,
            _ => Region::Code,
        };
        // No fragment is open before the first `*ORGnnn` of the file, or after any other origin, such as that of the
        // dialogue's text.
        let mut fragment = None;
        let mut new_paragraph = true;
        for line in source.text.lines() {
            new_paragraph |= line.trim().is_empty();
            for statement in cut(variant.code(line), ';') {
                let mut statement = statement.trim();
                if let Some(definition) = statement.strip_prefix("FIXMRI") {
                    memory_reference.extend(definition.split('=').next().map(str::trim));
                } else if let Some(origin) = statement.strip_prefix('*') {
                    fragment = if origin.starts_with("ORG") { Some(self.begin(origin, region)?) } else { None };
                    new_paragraph = true;
                } else if let Some(at) = fragment {
                    while let Some((label, rest)) = split_label(statement) {
                        if new_paragraph {
                            self.fragments[at].heads.push(label.to_owned());
                            new_paragraph = false;
                        }
                        self.labels.insert(label.to_owned(), at);
                        statement = rest;
                    }
                    let counted = self.fragments[at].count(statement, memory_reference);
                    counted.map_err(|error| format!("{}: {statement}: {error}", source.name))?;
                }
            }
        }
        Ok(())
    }

    /// Begins a fragment, and returns its index.
    fn begin(&mut self, name: &str, region: Region) -> Outcome<usize> {
        if self.fragments.iter().any(|fragment| fragment.name == name) {
            return Err(format!("*{name} comes twice; give the new fragment a number of its own").into());
        }
        self.fragments.push(Fragment {
            name: name.to_owned(),
            region,
            heads: Vec::new(),
            words: 0,
            literals: BTreeSet::new(),
            references: BTreeSet::new(),
        });
        Ok(self.fragments.len() - 1)
    }
}

/// Splits a statement into its label and the rest; `None` if it has no label.
fn split_label(statement: &str) -> Option<(&str, &str)> {
    let label = cut(statement, ',')[0];
    let rest = statement[label.len()..].strip_prefix(',')?;
    label.chars().all(|letter| letter.is_ascii_alphanumeric()).then(|| (label, rest.trim_start()))
}

impl Fragment {
    /// Counts the words, literals and references of a statement.
    fn count(&mut self, statement: &str, memory_reference: &BTreeSet<&str>) -> Outcome<()> {
        let mut words = statement.split_whitespace();
        match words.next() {
            None | Some("$" | "FIELD") => return Ok(()),
            Some("ZBLOCK") => {
                self.words += usize::from_str_radix(words.next().unwrap_or_default(), 8)?;
                return Ok(());
            }
            Some("TEXT" | "PAGE" | "IFZERO" | "IFNZRO" | "IFDEF" | "IFNDEF") => {
                return Err("this tool cannot count that".into());
            }
            Some(_) if cut(statement, '=').len() > 1 => return Ok(()),
            Some(mnemonic) => {
                self.words += 1;
                let operand = statement[mnemonic.len()..].trim_start();
                let operand = operand.strip_prefix("I ").unwrap_or(operand).trim_start();
                if let Some(literal) = operand.strip_prefix('(') {
                    self.literals.insert(literal_key(literal));
                } else if memory_reference.contains(mnemonic) {
                    let end = operand.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(operand.len());
                    self.references.insert(operand[..end].to_owned());
                }
            }
        }
        Ok(())
    }
}

/// Returns the key of a literal: its value if it is a constant, or its text if it is an address. `(3)` and `(6-3)` have
/// the same key, because a page needs the word only once.
fn literal_key(literal: &str) -> String {
    let text = match literal.strip_suffix(')') {
        Some(text) if !text.ends_with('"') => text,
        _ => literal,
    };
    let assembly = assemble(&[Source::new("literal", format!("{text}\n$\n"))], &Options::default());
    match (&assembly.words[..], &assembly.errors[..]) {
        ([(_, word)], []) => word.to_string(),
        _ => text.to_owned(),
    }
}
