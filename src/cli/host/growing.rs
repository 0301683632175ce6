//! A file that grows while the machine runs; the bytes already written are not kept in memory.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::cli::host::files;

/// The number of waiting bytes at which a write begins.
pub const WAITING: usize = 64 << 10;

/// A growing file, and the bytes that wait to be written. The first write replaces an existing file.
#[derive(Debug)]
pub struct Growing {
    file: PathBuf,
    waiting: Vec<u8>,
    begun: bool,
}

impl Growing {
    /// Returns a growing file with nothing written yet.
    pub fn new(file: PathBuf) -> Self {
        Growing { file, waiting: Vec::new(), begun: false }
    }

    /// Adds bytes, and writes all waiting bytes if there are [`WAITING`] or more.
    pub fn add(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= WAITING { self.write() } else { Ok(()) }
    }

    /// Returns how many bytes wait to be written.
    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Writes the waiting bytes.
    pub fn write(&mut self) -> anyhow::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        match self.begun {
            true => files::append(&self.file, &self.waiting)?,
            false => files::write(&self.file, &self.waiting)?,
        }
        self.begun = true;
        self.waiting.clear();
        Ok(())
    }

    /// Writes the waiting bytes at the end of a session.
    ///
    /// If this is the first write and it fails, a person at the terminal may name another file. If there are no bytes
    /// to write, an existing file does not change.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        if self.begun {
            return self.write();
        }
        if self.waiting.is_empty() && self.file.exists() {
            return Ok(());
        }
        files::write_or_elsewhere(&self.file, &self.waiting)
    }
}

/// The shortest time between two writes of a recording.
const INTERVAL: Duration = Duration::from_secs(1);

/// The file of a recording. Clones write to the same file, so the caller can keep a clone and finish the file at the
/// end.
#[derive(Clone, Debug)]
pub struct RecordingFile(Rc<RefCell<(Growing, Instant)>>);

impl RecordingFile {
    /// Returns a recording file to which nothing has been written.
    pub fn new(file: PathBuf) -> Self {
        RecordingFile(Rc::new(RefCell::new((Growing::new(file), Instant::now()))))
    }

    /// Writes the waiting bytes at the end of the recording.
    pub fn finish(&self) -> anyhow::Result<()> {
        self.0.borrow_mut().0.finish()
    }
}

impl Write for RecordingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let added = self.0.borrow_mut().0.add(bytes);
        added.map(|()| bytes.len()).map_err(|error| io::Error::other(format!("{error:#}")))
    }

    /// Writes the waiting bytes to the file, but not more often than once a second.
    fn flush(&mut self) -> io::Result<()> {
        let (growing, written) = &mut *self.0.borrow_mut();
        if written.elapsed() < INTERVAL {
            return Ok(());
        }
        *written = Instant::now();
        growing.write().map_err(|error| io::Error::other(format!("{error:#}")))
    }
}
