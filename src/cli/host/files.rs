//! Reads and writes files of the host. A failure is reported in one clear line, and a written file is always whole.
//!
//! The number of bytes read is limited, since the file may be a device without an end. A named pipe is read to its end
//! if another process opens it for writing within half a second, as the shell does for `<(...)`; otherwise reading the
//! pipe is an error.

use std::fs;
use std::io::{self, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use focal8::file_name;
use focal8::quote::quote;
use tempfile::NamedTempFile;

use crate::cli::host::file_error::{FileError, Refusal};
use crate::terminal::note::note;
use crate::terminal::rescue;

const MIB: u64 = 1 << 20;
/// The longest time to wait until another process opens the other end of a named pipe.
const WAIT_FOR_READER: Duration = Duration::from_millis(500);

/// The largest number of bytes to read from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A PAL source: 4 MiB. One line of 80 characters for each word of 32K of core takes 2.6 MB.
    Source,
    /// A tape, or a text that is not PAL: 16 MiB, or 43 km of paper tape.
    Tape,
    /// Any other file, such as a disc, a session or a core image: 64 MiB. A core image contains less than 1 MiB for
    /// core, and the tapes in the readers.
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
        io::Error::new(io::ErrorKind::FileTooLarge, Refusal::TooLarge(most))
    }
}

/// A reader that returns an error if its source is longer than the limit.
#[derive(Debug)]
pub struct Limited<R> {
    inner: R,
    limit: Limit,
    left: u64,
}

impl<R: Read> Limited<R> {
    /// Returns a reader of `inner` with this limit.
    pub fn new(inner: R, limit: Limit) -> Self {
        Limited { inner, limit, left: limit.bytes() }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            // The end of the file may lie exactly at the limit.
            return if self.inner.read(&mut [0])? == 0 { Ok(0) } else { Err(self.limit.exceeded()) };
        }
        let most = bytes.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let length = self.inner.read(&mut bytes[..most])?;
        self.left -= length as u64;
        Ok(length)
    }
}

/// Returns a file's name as messages show it.
pub fn name(path: &Path) -> String {
    quote(&path.to_string_lossy()).to_string()
}

/// Returns the context of errors in reading a file: `cannot read` and the name of the file.
fn cannot_read(path: &Path) -> FileError {
    FileError::Read(name(path))
}

/// Returns the context of errors in writing a file: `cannot write` and the name of the file.
fn cannot_write(path: &Path) -> FileError {
    FileError::Write(name(path))
}

/// Opens a file for reading.
pub fn open(path: &Path, limit: Limit) -> anyhow::Result<Limited<fs::File>> {
    let metadata = fs::metadata(path).with_context(|| cannot_read(path))?;
    if metadata.is_dir() {
        return Err(Refusal::Directory).with_context(|| cannot_read(path));
    }
    if metadata.is_file() && metadata.len() > limit.bytes() {
        return Err(limit.exceeded()).with_context(|| cannot_read(path));
    }
    let file = if is_named_pipe(&metadata) {
        open_pipe(path, fs::OpenOptions::new().read(true)).with_context(|| cannot_read(path))?
    } else {
        fs::File::open(path).with_context(|| cannot_read(path))?
    };
    Ok(Limited::new(file, limit))
}

/// Whether a file is a named pipe; only Unix has named pipes.
fn is_named_pipe(metadata: &fs::Metadata) -> bool {
    let kind = metadata.file_type();
    #[cfg(unix)]
    return std::os::unix::fs::FileTypeExt::is_fifo(&kind);
    #[cfg(not(unix))]
    return !kind.is_file() && !kind.is_dir();
}

/// Opens a named pipe in a separate thread, because the call to the host returns only when another process opens the
/// other end.
fn open_pipe(path: &Path, options: &fs::OpenOptions) -> io::Result<fs::File> {
    let (sender, opened) = mpsc::channel();
    let (path, options) = (path.to_owned(), options.clone());
    thread::spawn(move || sender.send(options.open(path)));
    let no_reader = |_| Err(io::Error::other(Refusal::PipeUnopened));
    opened.recv_timeout(WAIT_FOR_READER).unwrap_or_else(no_reader)
}

/// Opens a file or a named pipe for writing.
fn open_to_write(path: &Path, options: &fs::OpenOptions) -> io::Result<fs::File> {
    if fs::metadata(path).is_ok_and(|metadata| is_named_pipe(&metadata)) {
        return open_pipe(path, options);
    }
    options.open(path)
}

/// Reads a file, which must not be empty.
pub fn read(path: &Path, limit: Limit) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, limit)?.read_to_end(&mut bytes).with_context(|| cannot_read(path))?;
    if bytes.is_empty() {
        return Err(Refusal::Empty).with_context(|| FileError::Use(name(path)));
    }
    Ok(bytes)
}

/// Writes the bytes to a temporary file, `.focal8-RANDOM.new` in the folder of `path`, and renames the temporary file
/// to `path`.
///
/// If the program is killed, `path` is still the old file or already the complete new file. Symbolic links are
/// followed, and an existing file's mode does not change. If the folder permits no new file, an existing file is
/// overwritten in place, and a note on standard error reports this.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_with(path, iter::once(bytes), true)
}

/// Writes blocks of bytes to a temporary file, and renames the temporary file to `path`. The blocks need not be in
/// memory together.
pub fn write_pieces(path: &Path, pieces: impl Iterator<Item = Vec<u8>>) -> anyhow::Result<()> {
    write_with(path, pieces, true)
}

/// Writes a file at the end of a session, as [`write`] does. If this fails, a person at the terminal may name another
/// file.
pub fn write_or_elsewhere(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write_to = |name: &str| write(&file_name::path(name), bytes);
    rescue::try_elsewhere(&file_name::of_host(path), write_to, |_, error| format!("{error:#}"))
}

/// Writes a file as [`write`] does, but does not wait until the data is on the disk. This function is for files that
/// are written often.
pub fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_with(path, iter::once(bytes), false)
}

fn write_with(path: &Path, mut pieces: impl Iterator<Item: AsRef<[u8]>>, waits: bool) -> anyhow::Result<()> {
    let mut put = |mut file: &fs::File| pieces.try_for_each(|piece| file.write_all(piece.as_ref()));
    let failed = || cannot_write(path);
    let old = fs::metadata(path).ok();
    // A device or a pipe (`/dev/null`) is written in place: a rename would replace it with a file.
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let opened = open_to_write(path, fs::OpenOptions::new().write(true));
        return opened.and_then(|file| put(&file)).with_context(failed);
    }
    let target = &followed(path).with_context(failed)?;
    let beside = match beside(target) {
        Err(error) if old.is_some() && is_forbidden(&error) => {
            fs::File::create(target).and_then(|file| put(&file)).with_context(failed)?;
            if waits {
                note!("focal8: {} is written in place: its folder takes no new file", name(path));
            }
            return Ok(());
        }
        made => made.with_context(failed)?,
    };
    let file = beside.as_file();
    old.map_or(Ok(()), |old| file.set_permissions(old.permissions()))
        .and_then(|()| put(file))
        .and_then(|()| if waits { file.sync_all() } else { Ok(()) })
        .and_then(|()| put_in_place(beside, target))
        .with_context(failed)?;
    if !waits {
        return Ok(());
    }
    // The new name must survive a power failure too, so the folder is also synchronised; some file systems cannot do
    // this.
    #[cfg(unix)]
    let _ = fs::File::open(folder(target)).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Renames a complete file to its final name. Replaces an earlier file of this name only if the earlier file is a
/// regular file; otherwise the superuser could replace a device such as `/dev/null`.
///
/// The function `terminal::user_folders::replace` also replaces files, without this check.
fn put_in_place(whole: NamedTempFile, target: &Path) -> io::Result<()> {
    if fs::symlink_metadata(target).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other(Refusal::NotRegular));
    }
    whole.persist(target).map(drop).map_err(io::Error::from)
}

/// Writes all files, even after an error. Prints every error except the last, and returns the last error.
pub fn all_written(files: impl IntoIterator<Item = anyhow::Result<()>>) -> anyhow::Result<()> {
    let mut last = Ok(());
    for error in files.into_iter().filter_map(Result::err) {
        if let Err(before) = std::mem::replace(&mut last, Err(error)) {
            note!("error: {before:#}");
        }
    }
    last
}

/// Creates a file in the folder of `path`, with an unpredictable name.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // The file gets the mode of any new file, which the umask limits.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The error's own text names the temporary file, which the user does not know.
    builder.prefix(".focal8-").suffix(".new").tempfile_in(folder(path)).map_err(|error| error.kind().into())
}

/// Returns the folder of a file.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Whether the error means that no file may be created in the folder; false for other errors, such as a full disk.
fn is_forbidden(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

/// The largest number of symbolic links to follow in a row, which is Linux's limit.
const MAX_LINKS: usize = 40;

/// Returns the file that a path leads to after all symbolic links are followed; the file need not exist yet.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other(Refusal::TooManyLinks))
}

/// The largest number of bytes to append to a file at a time.
const PIECE: usize = 4096;

/// Appends whole lines to a file that grows while the machine runs, such as a trace.
///
/// Each write is small and ends with a whole line. In practice, the host does a small write completely or not at all,
/// so the file has only whole lines even if the program is killed.
pub fn append(path: &Path, lines: &[u8]) -> anyhow::Result<()> {
    let failed = || cannot_write(path);
    let mut file = open_to_write(path, fs::OpenOptions::new().append(true).create(true)).with_context(failed)?;
    let mut rest = lines;
    while !rest.is_empty() {
        let most = &rest[..rest.len().min(PIECE)];
        let piece = most.iter().rposition(|&byte| byte == b'\n').map_or(most.len(), |end| end + 1);
        file.write_all(&rest[..piece]).with_context(failed)?;
        rest = &rest[piece..];
    }
    Ok(())
}

/// Checks that `path` can be opened for reading. Does not open a named pipe, which can be read only once.
pub fn check_readable(path: &Path) -> anyhow::Result<()> {
    if fs::metadata(path).is_ok_and(|metadata| is_named_pipe(&metadata)) {
        return Ok(());
    }
    open(path, Limit::Tape).map(|_| ())
}

/// Checks that `path` is not a folder, and that the folder of `path` exists.
pub fn check_place(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        return Err(Refusal::Directory).with_context(|| cannot_write(path));
    }
    if !folder(path).is_dir() {
        return Err(Refusal::NoFolder(name(folder(path)))).with_context(|| cannot_write(path));
    }
    Ok(())
}

/// Checks that `path` can be written, so that the output of a long run is not lost.
///
/// Opens an existing file, or makes a temporary file in the folder of a new file. Does not open a named pipe, because
/// opening waits for a reader.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    check_place(path)?;
    let tried = match fs::metadata(path) {
        Ok(metadata) if is_named_pipe(&metadata) => Ok(()),
        Ok(_) => fs::OpenOptions::new().append(true).open(path).map(drop),
        Err(_) => followed(path).and_then(|target| beside(&target)).map(drop),
    };
    tried.with_context(|| cannot_write(path))
}

/// Whether two paths lead to the same regular file, or to the same file that does not exist yet. The result is false
/// for devices and pipes, because writing to them replaces no file.
pub fn is_one(a: &Path, b: &Path) -> bool {
    match (a.metadata(), b.metadata()) {
        // Only regular files are compared, because comparing a pipe would open it and wait for its other end for ever.
        (Ok(one), Ok(other)) => one.is_file() && other.is_file() && is_same(a, b),
        // Two paths that do not exist yet lead to the same file if folder and name are equal.
        (Err(_), Err(_)) => match (place(a), place(b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        },
        _ => false,
    }
}

/// Whether two paths lead to the same file or folder, which may have several names. If a path leads to nothing, the
/// result is false.
#[cfg(unix)]
pub fn is_same(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path: &Path| path.metadata().map(|metadata| (metadata.dev(), metadata.ino()));
    identity(a).is_ok_and(|one| identity(b).is_ok_and(|other| one == other))
}

/// Whether two paths lead to the same file or folder, which may have several names. If a path leads to nothing, the
/// result is false.
#[cfg(not(unix))]
pub fn is_same(a: &Path, b: &Path) -> bool {
    same_file::is_same_file(a, b).unwrap_or(false)
}

/// Returns the full path of a file that does not exist yet, after all symbolic links are followed.
fn place(path: &Path) -> Option<PathBuf> {
    let path = followed(path).ok()?;
    Some(folder(&path).canonicalize().ok()?.join(path.file_name()?))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    /// Checks that a rename replaces only a regular file.
    #[test]
    fn only_a_regular_file_is_replaced() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        let _listening = UnixListener::bind(at("socket")).expect("a temporary folder");
        let made = std::process::Command::new("mkfifo").arg(at("pipe")).status();
        assert!(made.expect("every Unix has mkfifo").success());
        symlink("file", at("link")).expect("a temporary folder");
        fs::write(at("file"), "old").expect("a temporary folder");
        let put = |name: &str| {
            let mut whole = beside(&at(name)).expect("a temporary folder");
            whole.write_all(b"new").expect("a temporary file");
            put_in_place(whole, &at(name)).map_err(|error| error.to_string())
        };
        for name in ["socket", "pipe", "link"] {
            assert_eq!(put(name), Err("it is not a regular file, so it is not replaced".to_owned()), "{name}");
        }
        let kind = |name: &str| fs::symlink_metadata(at(name)).expect("it is there").file_type();
        assert!(kind("socket").is_socket() && kind("pipe").is_fifo() && kind("link").is_symlink());
        assert_eq!((put("file"), put("another")), (Ok(()), Ok(())));
        assert_eq!(fs::read(at("file")).expect("it is there"), b"new");
    }
}
