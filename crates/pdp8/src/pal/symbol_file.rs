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
/// The first line of a symbol file that is not a symbol.
pub fn parse_symbols(text: &str) -> Result<Vec<Symbol>, NotASymbol> {
    if is_listing(text) {
        return Ok(listed_symbols(text));
    }
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
    lines.map(|(line, text)| in_file(text).ok_or_else(|| NotASymbol { line, text: text.to_owned() })).collect()
}

/// Returns the lines of a listing that put a word into core: the address, and the line of the source with its number.
/// Of several words of one line, only the first is returned.
pub fn listed_lines(text: &str) -> Vec<(Address, String)> {
    if !is_listing(text) {
        return Vec::new();
    }
    let line = |line: &str| {
        let (number, rest) = line.split_at_checked(5)?;
        let address = rest.get(2..7)?.parse().ok()?;
        let number: u32 = number.trim().parse().ok()?;
        Some((address, format!("{number}\t{}", rest.get(17..).unwrap_or_default())))
    };
    text.lines().filter_map(line).collect()
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

/// Returns the symbol with a name and an octal value; a value of five digits is that of a label.
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
        let lines = listed_lines(&listing);
        assert_eq!(lines[0], (Address::new(0o200), "3\tSTART, TAD (7 / add".to_owned()));
        assert_eq!(lines.last().unwrap(), &(Address::new(0o203), "6\tCOUNT, 0; 1".to_owned()));
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
