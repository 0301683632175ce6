//! The symbol file, with one symbol a line, and the symbols of a listing.
//!
//! ```text
//! 00200 START      a label: field and address
//!  0005 FIVE       a value given by =
//! ```

use super::symbols::{Symbol, SymbolKind};
use crate::word::Address;

/// The error for a line that is not a symbol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: '{}' is not a symbol; a line is an octal address and a name, such as 00200 START", crate::quote::quote(.text))]
pub struct NotASymbol {
    /// The number of the line, from 1.
    line: usize,
    text: String,
}

/// The heading of the last part of a listing, which comes after the symbols.
const PAGES: &str = "Page   Used  Free";

/// Returns the text of a symbol file.
pub fn symbol_file(symbols: &[Symbol]) -> String {
    symbols
        .iter()
        .map(|symbol| match symbol.kind {
            SymbolKind::Label => format!("{}{} {}\n", symbol.field, symbol.value, symbol.name),
            _ => format!(" {} {}\n", symbol.value, symbol.name),
        })
        .collect()
}

/// Reads a symbol file, or the symbols of a listing. Blank lines of a symbol file are skipped.
///
/// # Errors
///
/// When a line of a symbol file is not a symbol. The error names the first such line.
pub fn parse_symbols(text: &str) -> Result<Vec<Symbol>, NotASymbol> {
    if is_listing(text) {
        return Ok(listed_symbols(text));
    }
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
    lines.map(|(line, text)| in_file(text).ok_or_else(|| NotASymbol { line, text: text.to_owned() })).collect()
}

/// A word in core that a listing shows beside a line of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedWord<'t> {
    /// The address of the word.
    pub address: Address,
    /// The number of the line of the listing, from 1.
    pub row: usize,
    /// The number of the line of the source, from 1.
    pub line: usize,
    /// The line of the source; `None` for the second and further words of the same line.
    pub text: Option<&'t str>,
}

/// Returns the words in core that a listing shows beside the lines of the source. Returns nothing if the text is not a
/// listing.
pub fn listed_words(text: &str) -> Vec<ListedWord<'_>> {
    let is_above = |line: &&str| *line != PAGES;
    if !is_listing(text) {
        return Vec::new();
    }
    let mut source_line = None;
    let mut words = Vec::new();
    for (row, line) in (1..).zip(text.lines().take_while(is_above)) {
        let Some((number, rest)) = line.split_at_checked(5) else {
            // The literals are after an empty row, and belong to no line.
            source_line = None;
            continue;
        };
        let address = rest.get(2..7).and_then(|address| address.parse().ok());
        // A further word of a line is in a row without a number.
        let text = match number.trim().parse() {
            Ok(number) => {
                source_line = Some(number);
                Some(rest.get(17..).unwrap_or_default())
            }
            Err(_) => None,
        };
        if let (Some(address), Some(line), true) = (address, source_line, text.is_some() || number.trim().is_empty()) {
            words.push(ListedWord { address, row, line, text });
        }
    }
    words
}

fn is_listing(text: &str) -> bool {
    text.lines().any(|line| line == PAGES)
}

/// Returns the symbols of a listing, which are in columns above [`PAGES`].
fn listed_symbols(text: &str) -> Vec<Symbol> {
    let lines: Vec<&str> = text.lines().take_while(|line| *line != PAGES).collect();
    let table = lines.iter().rev().skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
    let mut symbols = Vec::new();
    for line in table {
        let words: Vec<&str> = line.split_whitespace().collect();
        symbols.extend(words.chunks_exact(2).filter_map(|pair| symbol(pair[1], pair[0])));
    }
    symbols
}

fn in_file(line: &str) -> Option<Symbol> {
    let (number, name) = line.trim().split_once(char::is_whitespace)?;
    symbol(number, name.trim())
}

/// Makes a symbol from an octal value and a name; returns `None` if the value or the name is invalid. A symbol with a
/// value of five digits is a label.
fn symbol(number: &str, name: &str) -> Option<Symbol> {
    let address: Address = number.parse().ok()?;
    let name = name.to_ascii_uppercase();
    let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.len() <= 6
        && name.chars().all(|character| character.is_ascii_alphanumeric());
    let kind = if number.len() == 5 { SymbolKind::Label } else { SymbolKind::Assigned };
    is_name.then(|| Symbol { name, value: address.offset(), field: address.field(), kind, memory_reference: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pal::{Options, Source, assemble};

    #[test]
    fn a_symbol_file_and_a_listing_have_the_same_symbols() {
        let sources =
            [Source::new("count.pal", "*200\nFIVE=5\nSTART, TAD (7 / add\n ISZ COUNT\n HLT\nCOUNT, 0; 1\n$\n")];
        let assembly = assemble(&sources, &Options::default());
        assert_eq!(parse_symbols(&symbol_file(&assembly.symbols)), Ok(assembly.symbols.clone()));
        let listing = assembly.listing_text(&sources);
        let mut listed = parse_symbols(&listing).unwrap();
        listed.sort_by(|one, other| one.name.cmp(&other.name));
        assert_eq!(listed, assembly.symbols);
        let words = listed_words(&listing);
        let word = |address, row, line, text| ListedWord { address: Address::new(address), row, line, text };
        assert_eq!(words[0], word(0o200, 3, 3, Some("START, TAD (7 / add")));
        assert_eq!(words[3..], [word(0o203, 6, 6, Some("COUNT, 0; 1")), word(0o204, 7, 6, None)]);
        let statements: Vec<(u16, usize)> =
            assembly.statements().map(|(address, position)| (address.bits(), position.line)).collect();
        assert_eq!(statements, [(0o200, 3), (0o201, 4), (0o202, 5), (0o203, 6), (0o204, 6)]);
    }

    #[test]
    fn a_line_that_is_no_symbol_is_named() {
        let complaint = parse_symbols("00200 START\n\n00210 2B\n").unwrap_err().to_string();
        assert_eq!(
            complaint,
            "line 3: '00210 2B' is not a symbol; a line is an octal address and a name, such as 00200 START"
        );
    }
}
