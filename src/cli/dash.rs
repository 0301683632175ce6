//! `-` on the command line: standard input or standard output where a file could be named.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;

use super::files;

/// Whether a path is `-`.
pub fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

/// All bytes of a file, or of standard input.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    if is_dash(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(bytes);
    }
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file, or to standard output.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if is_dash(path) {
        let mut output = io::stdout().lock();
        return Ok(output.write_all(bytes).and_then(|()| output.flush())?);
    }
    files::write(path, bytes)
}
