//! A file that grows while the machine runs: what is written is not kept.

use std::path::PathBuf;

use super::files;

/// Bytes that wait at most to be written.
pub const WAITING: usize = 64 << 10;

/// A file, and what is still to be added to it. A file that is there is replaced with the first write, and not before.
#[derive(Debug)]
pub struct Growing {
    file: PathBuf,
    waiting: Vec<u8>,
    begun: bool,
}

impl Growing {
    /// Nothing is written yet.
    pub fn new(file: PathBuf) -> Self {
        Growing { file, waiting: Vec::new(), begun: false }
    }

    /// Adds bytes, and writes them when there are many.
    pub fn add(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= WAITING { self.write() } else { Ok(()) }
    }

    /// How many bytes wait.
    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Writes what waits.
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

    /// Writes what waits at the end; when all that there is would be lost, a person at the terminal may name another
    /// file. An empty file is written only where there is none.
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
