//! The symbol file that `asm` writes and `disasm` reads, with one symbol a line.
//!
//! ```text
//! 00200 START      a label: field and address
//!  0005 FIVE       a value given by =
//! ```

use std::path::Path;

use anyhow::anyhow;
use focal8::pal::{Symbol, SymbolKind};
use focal8::quote::quote;
use focal8::word::Address;

use super::dash;

/// Returns the text of a symbol file.
pub fn to_text(symbols: &[Symbol]) -> String {
    symbols
        .iter()
        .map(|symbol| match symbol.kind {
            SymbolKind::Label => format!("{}{} {}\n", symbol.field, symbol.value, symbol.name),
            _ => format!(" {} {}\n", symbol.value, symbol.name),
        })
        .collect()
}

/// Reads a symbol file; blank lines are ignored.
pub fn read(path: &Path) -> anyhow::Result<Vec<Symbol>> {
    let text = dash::text(path, "a file of symbols is ASCII")?;
    let mut symbols = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let symbol = parse(line).ok_or_else(|| {
            let place = format!("{}:{}", dash::name(path), at + 1);
            anyhow!(
                "{place}: '{}' is no symbol; a line is an octal address and a name, such as 00200 START",
                quote(line)
            )
        })?;
        symbols.push(symbol);
    }
    Ok(symbols)
}

fn parse(line: &str) -> Option<Symbol> {
    let (number, name) = line.trim().split_once(char::is_whitespace)?;
    let address: Address = number.parse().ok()?;
    let name = name.trim().to_ascii_uppercase();
    let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.len() <= 6
        && name.chars().all(|character| character.is_ascii_alphanumeric());
    let kind = if number.len() == 5 { SymbolKind::Label } else { SymbolKind::Assigned };
    is_name.then(|| Symbol { name, value: address.offset(), field: address.field(), kind, memory_reference: false })
}
