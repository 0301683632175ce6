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

/// Writes a file beside its final place and renames it, so that a killed program leaves the old one or the new one, and
/// at worst the beginning of the new one beside it, `NAME.PROCESS.new`. A link stays one, and the file keeps its mode.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    // A device or a pipe (`/dev/null`) is written as it is: renaming would put a file in its place.
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes).with_context(failed);
    }
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let beside = beside(path);
    let written = fs::File::create(&beside)
        .and_then(|mut file| {
            if let Ok(old) = fs::metadata(path) {
                file.set_permissions(old.permissions())?;
            }
            file.write_all(bytes).and_then(|()| file.sync_all())
        })
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.with_context(failed)
}

/// Bytes that are added to a file at a time.
const PIECE: usize = 4096;

/// Adds whole lines to a file that grows while the machine runs, as a trace does: it would not do to keep it until the
/// end. It goes out in small pieces of whole lines, so that a killed program leaves whole lines; the host promises
/// that of no write, but does so small ones in one go.
pub fn append(path: &Path, lines: &[u8]) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let mut file = fs::OpenOptions::new().append(true).create(true).open(path).with_context(failed)?;
    let mut rest = lines;
    while !rest.is_empty() {
        let most = &rest[..rest.len().min(PIECE)];
        let piece = most.iter().rposition(|&byte| byte == b'\n').map_or(most.len(), |end| end + 1);
        file.write_all(&rest[..piece]).with_context(failed)?;
        rest = &rest[piece..];
    }
    Ok(())
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
