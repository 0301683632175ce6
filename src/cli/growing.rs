//! A file that grows while the machine runs; the bytes already written are not kept in memory.

use std::path::PathBuf;

use super::files;

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
