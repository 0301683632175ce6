//! The listing: the words of each line, the literals, and the symbol table.
//!
//! ```text
//!     1                     *200
//!     2  00200  7300       START,  CLA CLL
//!     3  00201  1377               TAD (5
//!     4  00202  5776'              JMP FAR
//!
//!        00376  0400'
//!        00377  0005
//! ```
//!
//! The symbols and the number of words in each page come after the literals. A `'` marks an instruction that goes
//! through a link made by the assembler, and the link itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::error::Position;
use super::{Assembly, Source, SymbolKind};
use crate::word::{Address, Word};

/// The mark beside a word in the listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    /// The mark of an instruction that uses a generated link, and of the link itself.
    Link,
}

/// A word that the listing shows, and the position of its statement. The address is `None` if the word is the value of
/// a definition with `=`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) position: Position,
    pub(super) address: Option<Address>,
    pub(super) word: Word,
    pub(super) mark: Mark,
}

/// The contents of a listing apart from the sources and the symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    lines: Vec<Line>,
    literals: Vec<(Address, Word, bool)>,
    /// The positions of the `XLIST` statements. Each statement turns the listing off, or on again.
    toggles: Vec<Position>,
}

impl Listing {
    pub(super) fn add(&mut self, line: Line) {
        self.lines.push(line);
    }

    pub(super) fn add_literal(&mut self, address: Address, word: Word, is_link: bool) {
        self.literals.push((address, word, is_link));
    }

    /// Returns the position of the statement that put the word at `address`. If several statements put a word there,
    /// returns the position of the last statement.
    pub(super) fn position(&self, address: Address) -> Option<Position> {
        self.lines.iter().rev().find(|line| line.address == Some(address)).map(|line| line.position)
    }

    /// Returns the address and the position of each word that a statement put into core.
    pub(super) fn statements(&self) -> impl Iterator<Item = (Address, Position)> {
        self.lines.iter().filter_map(|line| Some((line.address?, line.position)))
    }

    pub(super) fn toggle(&mut self, position: Position) {
        self.toggles.push(position);
    }
}

/// Writes the whole listing as text.
pub(super) fn render(assembly: &Assembly, sources: &[Source]) -> String {
    let mut text = String::new();
    let mut lines = assembly.listing.lines.iter().peekable();
    let mut toggles = assembly.listing.toggles.iter().peekable();
    let mut shown = true;
    for (source_number, source) in sources.iter().enumerate() {
        if sources.len() > 1 {
            let _ = writeln!(text, "{}", source.name);
        }
        for (at, source_line) in source.text.lines().enumerate() {
            let is_here = |position: &Position| (position.source, position.line) == (source_number, at + 1);
            let shown_before = shown;
            while toggles.next_if(|position| is_here(position)).is_some() {
                shown = !shown;
            }
            let mut written = source_line.trim_end();
            let mut number = format!("{:5}", at + 1);
            let mut first = true;
            loop {
                let line = lines.next_if(|line| is_here(&line.position));
                if line.is_none() && !first {
                    break;
                }
                if shown || shown_before {
                    let _ = writeln!(text, "{}", format!("{number}  {}   {written}", columns(line)).trim_end());
                }
                (first, written) = (false, "");
                number = "     ".to_owned();
            }
        }
    }
    literals(&mut text, &assembly.listing);
    symbols(&mut text, assembly);
    pages(&mut text, assembly);
    text
}

/// Returns the address, the word and the mark of a line in columns; only blanks if there is no line.
fn columns(line: Option<&Line>) -> String {
    let Some(line) = line else { return " ".repeat(12) };
    let address = line.address.map_or("     ".to_owned(), |address| address.to_string());
    let mark = if line.mark == Mark::Link { '\'' } else { ' ' };
    format!("{address}  {}{mark}", line.word)
}

fn literals(text: &mut String, listing: &Listing) {
    let mut page = None;
    for (address, word, is_link) in &listing.literals {
        if page.replace(address.bits() >> 7) != Some(address.bits() >> 7) {
            text.push('\n');
        }
        let mark = if *is_link { "'" } else { "" };
        let _ = writeln!(text, "       {address}  {word}{mark}");
    }
}

fn symbols(text: &mut String, assembly: &Assembly) {
    let listed =
        assembly.symbols.iter().filter(|symbol| matches!(symbol.kind, SymbolKind::Label | SymbolKind::Assigned));
    let names: Vec<String> = listed
        .map(|symbol| match symbol.kind {
            SymbolKind::Label => format!("{:6} {}", symbol.name, Address::in_field(symbol.field, symbol.value)),
            _ => format!("{:6}  {}", symbol.name, symbol.value),
        })
        .collect();
    if names.is_empty() {
        return;
    }
    text.push('\n');
    let rows = names.len().div_ceil(5);
    for row in 0..rows {
        let columns: Vec<&str> = names.iter().skip(row).step_by(rows).map(String::as_str).collect();
        let _ = writeln!(text, "{}", columns.join("    ").trim_end());
    }
}

/// Writes the numbers of used and free words of each page, in octal.
fn pages(text: &mut String, assembly: &Assembly) {
    let addresses: BTreeSet<Address> = assembly.words.iter().map(|(address, _)| *address).collect();
    let mut used: BTreeMap<u16, u16> = BTreeMap::new();
    for address in addresses {
        *used.entry(address.bits() >> 7).or_default() += 1;
    }
    let _ = writeln!(text, "\nPage   Used  Free");
    for (page, used) in used {
        let _ = writeln!(text, "{}   {used:3o}   {:3o}", Address::new(page << 7), 0o200 - used);
    }
}
