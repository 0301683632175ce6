//! Reads symbol files and listings. The command `disasm` uses their symbols, and a session uses their labels.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use focal8::pal::{Symbol, parse_symbols};
use focal8::symbols::{Symbols, files_beside};

use crate::cli::host::dash;
use crate::cli::host::files::Limit;
use crate::cli::options::media::Media;

/// Reads the symbols of a symbol file or a listing.
pub fn read(path: &Path) -> anyhow::Result<Vec<Symbol>> {
    let text = dash::text(path, "a file of symbols is ASCII")?;
    parse_symbols(&text).map_err(|error| anyhow!("{}, {error}", dash::name(path)))
}

/// Returns the labels and source lines of symbol files and listings, for a session.
pub fn labels<'p>(paths: impl IntoIterator<Item = &'p Path>) -> anyhow::Result<Symbols> {
    let mut symbols = Symbols::default();
    for path in paths {
        symbols.add(&label_text(path)?).with_context(|| format!("cannot use {}", dash::name(path)))?;
    }
    Ok(symbols)
}

/// Looks beside a tape for a symbol file or a listing. Returns the path and the text of the first such file that has
/// labels. A file without labels may have nothing to do with the tape.
pub fn beside(tape: &Path) -> Option<(PathBuf, String)> {
    let has_labels = |text: &String| Symbols::default().add(text).is_ok_and(|count| count > 0);
    files_beside(tape).into_iter().filter(|path| path.is_file()).find_map(|path| {
        let text = label_text(&path).ok().filter(has_labels)?;
        Some((path, text))
    })
}

/// Returns the texts of the files that [`beside`] finds for the tapes that are loaded, and for the tapes in the
/// readers.
pub fn beside_all(loaded: &[PathBuf], media: &Media) -> Vec<String> {
    let tapes = loaded.iter().cloned().chain(media.tapes());
    tapes.filter_map(|tape| Some(beside(&tape)?.1)).collect()
}

/// Returns the text of a symbol file or a listing.
fn label_text(path: &Path) -> anyhow::Result<String> {
    Ok(String::from_utf8_lossy(&dash::read_something(path, Limit::Tape)?).into_owned())
}
