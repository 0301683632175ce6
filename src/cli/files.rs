//! Files in and out: one clear line when one cannot be read, and a file written is a file whole.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Reads a file that must hold something.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path.is_dir() {
        bail!("cannot read {}: it is a directory", path.display());
    }
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.is_empty() {
        bail!("cannot use {}: it is empty", path.display());
    }
    Ok(bytes)
}

/// Writes a file beside its final place and renames it, so that a killed program leaves the old one or the new one.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    // A device or a pipe (`/dev/null`) is written as it is: renaming would put a file in its place.
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes).with_context(failed);
    }
    let beside = beside(path);
    let written = fs::File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.with_context(failed)
}

/// Whether `path` could be written: asked before a long run, so that it is not lost at its end.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        bail!("cannot write {}: it is a directory", path.display());
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("cannot write {}: there is no folder {}", path.display(), folder.display())
        }
        _ => Ok(()),
    }
}

/// The name under which a file is written before it gets its own.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    path.with_file_name(name)
}
