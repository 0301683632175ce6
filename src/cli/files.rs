//! Files in and out: one clear line when one cannot be read, and a file written is a file whole.
//!
//! What is read has a limit, since it may be a device without an end. A named pipe is read to its end like any file, if
//! somebody has it open for writing, as the shell does for `<(...)`; if nobody has, that is said after a moment.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use focal8::quote::quote;

const MIB: u64 = 1 << 20;
/// How long a named pipe may be without a writer.
const PATIENCE: Duration = Duration::from_millis(500);

/// The most bytes of a file that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A source in PAL: 4 MiB, for a word in a line of 80 characters for all of the largest core are 2.6 MB.
    Source,
    /// A tape, or any other text: 16 MiB, a paper tape of 43 km.
    Tape,
    /// A core image: 64 MiB, for core is below 1 MiB as text, but the tapes in the readers are in it too.
    Image,
}

impl Limit {
    const fn bytes(self) -> u64 {
        match self {
            Limit::Source => 4 * MIB,
            Limit::Tape => 16 * MIB,
            Limit::Image => 64 * MIB,
        }
    }

    fn exceeded(self) -> io::Error {
        let most = self.bytes() / MIB;
        io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {most} MiB, the most that is read"))
    }
}

/// What is read up to a limit; more is an error.
#[derive(Debug)]
pub struct Limited<R> {
    inner: R,
    limit: Limit,
    left: u64,
}

impl<R: Read> Limited<R> {
    /// Nothing is read yet.
    pub fn new(inner: R, limit: Limit) -> Self {
        Limited { inner, limit, left: limit.bytes() }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            // That it is over may still be to come.
            return if self.inner.read(&mut [0])? == 0 { Ok(0) } else { Err(self.limit.exceeded()) };
        }
        let most = bytes.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let length = self.inner.read(&mut bytes[..most])?;
        self.left -= length as u64;
        Ok(length)
    }
}

/// What a file is called in messages.
pub fn name(path: &Path) -> String {
    quote(&path.to_string_lossy()).to_string()
}

/// The context of every error while a file is read.
fn cannot_read(path: &Path) -> String {
    format!("cannot read {}", name(path))
}

/// A file to be read.
pub fn open(path: &Path, limit: Limit) -> anyhow::Result<Limited<fs::File>> {
    let metadata = fs::metadata(path).with_context(|| cannot_read(path))?;
    if metadata.is_dir() {
        bail!("{}: it is a directory", cannot_read(path));
    }
    if metadata.is_file() && metadata.len() > limit.bytes() {
        return Err(limit.exceeded()).with_context(|| cannot_read(path));
    }
    let file = if is_pipe(&metadata) {
        open_pipe(path).with_context(|| cannot_read(path))?
    } else {
        fs::File::open(path).with_context(|| cannot_read(path))?
    };
    Ok(Limited::new(file, limit))
}

/// Whether it is a named pipe, which is among the files on Unix alone.
#[cfg(unix)]
fn is_pipe(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;

    metadata.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    false
}

/// Opens a named pipe, which waits until somebody opens it for writing; a thread does, so that we need not.
fn open_pipe(path: &Path) -> io::Result<fs::File> {
    let (sender, opened) = mpsc::channel();
    let path = path.to_owned();
    thread::spawn(move || sender.send(fs::File::open(path)));
    opened.recv_timeout(PATIENCE).unwrap_or_else(|_| Err(io::Error::other("it is a pipe, and nobody writes to it")))
}

/// Reads a file that must hold something.
pub fn read(path: &Path, limit: Limit) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, limit)?.read_to_end(&mut bytes).with_context(|| cannot_read(path))?;
    if bytes.is_empty() {
        bail!("cannot use {}: it is empty", name(path));
    }
    Ok(bytes)
}

/// Writes a file beside its final place and renames it, so that a killed program leaves the old one or the new one, and
/// at worst the beginning of the new one beside it, `NAME.PROCESS.new`. A link stays one, and the file keeps its mode.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", name(path));
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
    let failed = || format!("cannot write {}", name(path));
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

/// Whether `path` could be read, without reading it: a pipe can be read only once.
pub fn check_readable(path: &Path) -> anyhow::Result<()> {
    if fs::metadata(path).is_ok_and(|metadata| is_pipe(&metadata)) {
        return Ok(());
    }
    open(path, Limit::Tape).map(|_| ())
}

/// Whether `path` could be written: asked before a long run, so that it is not lost at its end.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        bail!("cannot write {}: it is a directory", name(path));
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("cannot write {}: there is no folder {}", name(path), name(folder))
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
