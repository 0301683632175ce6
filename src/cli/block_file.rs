//! The files of discs and DECtapes: read whole, and written block by block as the machine runs.
//!
//! Whenever the program is killed, each block in the file is the one before or the one after, and those written first are
//! there first. A write within one page of the host's memory is done or not when a killed process ends; one across two
//! pages can stop between them. A disc's blocks of 512 bytes never lie across two; those of a DECtape, 258 bytes, sometimes
//! do, and such a one goes into a copy of the file that takes its place.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};

use super::files::{self, Limit};

/// The smallest page of a host.
const PAGE: u64 = 4096;

/// Reads the whole file, which may be empty.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let failed = || format!("cannot read {}", files::name(path));
    let metadata = fs::metadata(path).with_context(failed)?;
    if !metadata.is_file() {
        bail!(
            "cannot use {}: a disc or tape must be a file that can be read and written at any place",
            files::name(path)
        );
    }
    let mut bytes = Vec::new();
    files::open(path, Limit::Image)?.read_to_end(&mut bytes).with_context(failed)?;
    Ok(bytes)
}

/// Whether a file is there that must not be written.
pub fn is_read_only(path: &Path) -> bool {
    let forbidden = |metadata: fs::Metadata| {
        metadata.permissions().readonly() || OpenOptions::new().append(true).open(path).is_err()
    };
    fs::metadata(path).is_ok_and(forbidden)
}

/// Writes blocks, each at its place, in this order.
pub fn write(path: &Path, blocks: &[(u64, Vec<u8>)]) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", files::name(path));
    let mut file = OpenOptions::new().write(true).open(path).with_context(failed)?;
    for (offset, bytes) in blocks {
        if offset / PAGE == (offset + bytes.len() as u64 - 1) / PAGE {
            write_at(&mut file, *offset, bytes).with_context(failed)?;
        } else {
            replace(path, *offset, bytes)?;
            file = OpenOptions::new().write(true).open(path).with_context(failed)?;
        }
    }
    Ok(())
}

/// Cuts the file off at so many bytes, if it is longer.
pub fn cut(path: &Path, length: u64) -> anyhow::Result<()> {
    let cut = |file: File| if file.metadata()?.len() > length { file.set_len(length) } else { Ok(()) };
    let result = OpenOptions::new().write(true).open(path).and_then(cut);
    result.with_context(|| format!("cannot write {}", files::name(path)))
}

/// One write, so that the host does it in one go.
fn write_at(file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// Writes a block into a copy, and puts that in the file's place.
fn replace(path: &Path, offset: u64, bytes: &[u8]) -> anyhow::Result<()> {
    let mut contents = read(path)?;
    let offset = offset as usize;
    contents.resize(contents.len().max(offset + bytes.len()), 0);
    contents[offset..offset + bytes.len()].copy_from_slice(bytes);
    files::replace(path, &contents)
}

/// Waits until the host has the file on its disk.
pub fn sync(path: &Path) -> anyhow::Result<()> {
    let synced = File::open(path).and_then(|file| file.sync_all());
    synced.with_context(|| format!("cannot write {}", files::name(path)))
}
