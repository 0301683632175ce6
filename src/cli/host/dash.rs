//! `-` on the command line: standard input or standard output in place of a file.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;
use std::sync::Mutex;

use anyhow::Context;

use crate::cli::host::file_error::{FileError, NotUtf8, Refusal};
use crate::cli::host::files::{self, Limit, Limited};
use crate::terminal::standard;

/// Whether a path is `-`.
pub fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the name that messages use for an input: the quoted path, or `standard input`.
pub fn name(path: &Path) -> String {
    if is_dash(path) { "standard input".to_owned() } else { files::name(path) }
}

/// Returns the context of errors in reading an input: `cannot read` and the name of the input.
pub fn cannot_read(path: &Path) -> FileError {
    FileError::Read(name(path))
}

/// The bytes that [`read_ahead`] has taken from standard input, until a command reads them.
static READ_AHEAD: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// Reads all of standard input, so that the kind of its contents can be recognised. Keeps the bytes for the command
/// that reads standard input next. Empty input is an error.
pub fn read_ahead() -> anyhow::Result<Vec<u8>> {
    let bytes = read_something(Path::new("-"), Limit::Image)?;
    *READ_AHEAD.lock().expect("no reader panics") = Some(bytes.clone());
    Ok(bytes)
}

/// Opens a file, or standard input, for buffered reading.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    open_limited(path, Limit::Tape)
}

fn open_limited(path: &Path, limit: Limit) -> anyhow::Result<Box<dyn BufRead>> {
    if is_dash(path) {
        if let Some(bytes) = READ_AHEAD.lock().expect("no reader panics").take() {
            return Ok(Box::new(BufReader::new(Limited::new(Cursor::new(bytes), limit))));
        }
        return Ok(Box::new(BufReader::new(Limited::new(io::stdin().lock(), limit))));
    }
    Ok(Box::new(BufReader::new(files::open(path, limit)?)))
}

/// Returns standard input, limited to the size of [`Limit::Tape`].
pub fn standard_input() -> impl BufRead {
    BufReader::new(Limited::new(io::stdin().lock(), Limit::Tape))
}

/// Reads all bytes of a file, or of standard input.
pub fn read(path: &Path, limit: Limit) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_limited(path, limit)?.read_to_end(&mut bytes).with_context(|| cannot_read(path))?;
    Ok(bytes)
}

/// Reads all bytes of a file, or of standard input. An empty file or input is an error.
pub fn read_something(path: &Path, limit: Limit) -> anyhow::Result<Vec<u8>> {
    if !is_dash(path) {
        return files::read(path, limit);
    }
    let bytes = read(path, limit)?;
    if bytes.is_empty() {
        return Err(Refusal::Empty).with_context(|| FileError::Use(name(path)));
    }
    Ok(bytes)
}

/// Reads the text of a file, or of standard input. `hint` is the advice in the error message if the text is not UTF-8.
pub fn text(path: &Path, hint: &str) -> anyhow::Result<String> {
    String::from_utf8(read(path, Limit::Tape)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        NotUtf8 { name: name(path), line, hint: hint.to_owned() }.into()
    })
}

/// The largest number of bytes in a line that is typed or piped in.
const LINE: u64 = 1 << 20;

/// Returns the next line of a text without its line end, with U+FFFD for bytes that are not UTF-8; `None` at the end of
/// the text.
pub fn next_line(text: &mut impl BufRead) -> io::Result<Option<String>> {
    Ok(next_line_of_bytes(text)?.map(|line| String::from_utf8_lossy(&line).into_owned()))
}

/// Returns the next line of a text without its line end, as bytes; `None` at the end of the text.
pub fn next_line_of_bytes(text: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if text.take(LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LINE && !line.ends_with(b"\n") {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, Refusal::LongLine));
    }
    let length = line.len() - line.iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    line.truncate(length);
    Ok(Some(line))
}

/// Returns the lines of standard input, each as soon as it arrives.
pub fn standard_lines() -> impl Iterator<Item = io::Result<String>> {
    let mut input = io::stdin().lock();
    std::iter::from_fn(move || next_line(&mut input).transpose())
}

/// Returns the lines of standard input that are not blank, each with its line number in the input, from 1.
pub fn lines() -> impl Iterator<Item = anyhow::Result<(usize, String)>> {
    let lines = (1..).zip(standard_lines());
    let lines = lines.map(|(number, line)| Ok((number, line.with_context(|| cannot_read(Path::new("-")))?)));
    lines.filter(|line: &anyhow::Result<(usize, String)>| {
        line.as_ref().map_or(true, |(_, line)| !line.trim().is_empty())
    })
}

/// Writes a sequence of byte blocks to a file or to standard output, one block at a time.
pub fn write_pieces(path: &Path, mut pieces: impl Iterator<Item = Vec<u8>>) -> anyhow::Result<()> {
    if is_dash(path) {
        let mut output = standard::output();
        return Ok(pieces.try_for_each(|piece| output.write_all(&piece)).and_then(|()| output.flush())?);
    }
    files::write_pieces(path, pieces)
}

/// Writes bytes to a file or to standard output.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if is_dash(path) {
        let mut output = standard::output();
        return Ok(output.write_all(bytes).and_then(|()| output.flush())?);
    }
    files::write(path, bytes)
}
