//! The symbol file that `asm` writes and `disasm` reads, and the labels for a session.

use std::path::Path;

use anyhow::anyhow;
use focal8::pal::{Symbol, parse_symbols};

use super::dash;

/// Reads the symbols of a symbol file or a listing.
pub fn read(path: &Path) -> anyhow::Result<Vec<Symbol>> {
    let text = dash::text(path, "a file of symbols is ASCII")?;
    parse_symbols(&text).map_err(|error| anyhow!("{}, {error}", dash::name(path)))
}
