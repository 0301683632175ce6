//! The files of discs and DECtapes, read as a whole and written block by block while the machine runs.
//!
//! If the program is killed, each block in the file is either the old block or the new block, and the blocks are
//! written in order. A killed process completes a write within one page of the host's memory, or does not begin the
//! write; a write across two pages can stop between the pages. A disc's blocks of 512 bytes never lie across two pages.
//! Some of a DECtape's blocks of 258 bytes lie across two pages: such a block is written into a copy of the file, and
//! the copy replaces the file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};

use crate::cli::host::files::{self, Limit};

/// The smallest memory page of a host, in bytes.
const PAGE: u64 = 4096;

/// Reads the whole file, which may be empty.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let failed = || format!("cannot read {}", files::name(path));
    let metadata = fs::metadata(path).with_context(failed)?;
    if !metadata.is_file() {
        bail!(
            "cannot use {}: a disc or tape must be a file that can be read and written at any offset",
            files::name(path)
        );
    }
    let mut bytes = Vec::new();
    files::open(path, Limit::Image)?.read_to_end(&mut bytes).with_context(failed)?;
    Ok(bytes)
}

/// Whether the file is a regular file that cannot be written. A file that is not regular is not opened, because opening
/// a named pipe waits until another program opens the pipe.
pub fn is_read_only(path: &Path) -> bool {
    let forbidden = |metadata: fs::Metadata| {
        metadata.is_file() && (metadata.permissions().readonly() || OpenOptions::new().append(true).open(path).is_err())
    };
    fs::metadata(path).is_ok_and(forbidden)
}

/// Writes blocks in the given order, each at its byte offset.
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

/// Truncates the file to `length` bytes if it is longer.
pub fn cut(path: &Path, length: u64) -> anyhow::Result<()> {
    let cut = |file: File| if file.metadata()?.len() > length { file.set_len(length) } else { Ok(()) };
    let result = OpenOptions::new().write(true).open(path).and_then(cut);
    result.with_context(|| format!("cannot write {}", files::name(path)))
}

/// Writes the bytes with a single call, so that the host does not split the write.
fn write_at(file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// Writes a block into a copy of the file and renames the copy over the file.
fn replace(path: &Path, offset: u64, bytes: &[u8]) -> anyhow::Result<()> {
    let mut contents = read(path)?;
    let offset = offset as usize;
    contents.resize(contents.len().max(offset + bytes.len()), 0);
    contents[offset..offset + bytes.len()].copy_from_slice(bytes);
    files::replace(path, &contents)
}

/// Waits until the contents of the file are on the host's disk.
pub fn sync(path: &Path) -> anyhow::Result<()> {
    let synced = File::open(path).and_then(|file| file.sync_all());
    synced.with_context(|| format!("cannot write {}", files::name(path)))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    /// Creates a file of three pages in which every byte is 1, and writes `blocks` to the file. Returns the new
    /// contents, and whether the file was written in place (not replaced by a copy).
    fn written(blocks: &[(u64, Vec<u8>)]) -> (Vec<u8>, bool) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("pack");
        fs::write(&path, vec![1; 3 * PAGE as usize]).expect("a temporary file");
        let before = fs::metadata(&path).expect("it is there").ino();
        write(&path, blocks).expect("it can be written");
        (read(&path).expect("it is there"), fs::metadata(&path).expect("it is there").ino() == before)
    }

    fn with(offset: usize, block: &[u8]) -> Vec<u8> {
        let mut bytes = vec![1; 3 * PAGE as usize];
        bytes[offset..offset + block.len()].copy_from_slice(block);
        bytes
    }

    /// Checks that a block within one page is written in place. Killing the program cannot split such a write.
    #[test]
    fn only_a_block_across_two_pages_makes_a_new_file() {
        for (offset, length, in_place) in [
            (0, 512, true),
            // These blocks fill a page, or end at its last byte.
            (4096, 4096, true),
            (4096 - 512, 512, true),
            (4096 - 258, 258, true),
            (4096 - 257, 258, false),
            (4096 - 1, 2, false),
            (15 * 258, 258, false),
            (2 * 4096 - 512, 513, false),
        ] {
            let block = vec![7; length];
            let (bytes, is_same) = written(&[(offset as u64, block.clone())]);
            assert_eq!(is_same, in_place, "{length} bytes at {offset}");
            assert!(bytes == with(offset, &block), "{length} bytes at {offset}");
        }
    }

    #[test]
    fn blocks_are_written_in_their_order_in_either_way() {
        let across = 15 * 258;
        let (bytes, _) =
            written(&[(0, vec![2; 512]), (across, vec![3; 258]), (across + 256, vec![4; 2]), (0, vec![5; 1])]);
        assert_eq!((bytes[0], bytes[1]), (5, 2));
        assert_eq!((bytes[across as usize], bytes[across as usize + 255], bytes[across as usize + 256]), (3, 3, 4));
        assert_eq!(bytes.len(), 3 * PAGE as usize);
    }

    #[test]
    fn a_file_grows_with_zeros_up_to_the_block() {
        for (offset, in_place) in [(5 * PAGE - 258, true), (5 * PAGE - 10, false)] {
            let (bytes, is_same) = written(&[(offset, vec![7; 258])]);
            assert_eq!((bytes.len() as u64, is_same), (offset + 258, in_place));
            assert!(bytes[3 * PAGE as usize..offset as usize].iter().all(|&byte| byte == 0));
            assert!(bytes[offset as usize..].iter().all(|&byte| byte == 7));
        }
    }
}
