//! The log: a file with the operator's commands, their answers, and what the Teletype prints.

use crate::ascii::unmarked;

use crate::host::{GrowingFile, Host};

use super::MonitorError;

/// The log of the operator's commands, their answers and the printed output. Without a file nothing is logged.
#[derive(Clone, Debug, Default)]
pub struct Log {
    file: Option<GrowingFile>,
    unwritten: Vec<u8>,
}

impl Log {
    /// Starts logging to `file`. `None` ends the log.
    pub fn open(&mut self, file: Option<GrowingFile>) {
        self.file = file;
        self.unwritten.clear();
    }

    /// Returns the name of the log's file.
    pub fn name(&self) -> Option<&str> {
        self.file.as_ref().map(GrowingFile::name)
    }

    /// Logs a command if `is_typed` is true. Otherwise the command comes from a script and is not logged.
    pub fn typed(&mut self, line: &str, is_typed: bool) {
        if is_typed {
            self.add(format!("focal8> {line}\n").as_bytes());
        }
    }

    /// Logs an answer or other text.
    pub fn add(&mut self, text: &[u8]) {
        if self.file.is_some() {
            self.unwritten.extend_from_slice(text);
        }
    }

    /// Logs codes that the Teletype prints.
    pub fn add_printed(&mut self, codes: &[u8]) {
        if self.file.is_some() {
            self.unwritten.extend(codes.iter().map(|&code| unmarked(code)));
        }
    }

    /// Writes the buffered text to the file. If writing fails, the text stays in the buffer.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&mut self, host: &mut dyn Host) -> Result<(), MonitorError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.write(&self.unwritten, host);
        written.map_err(|error| MonitorError::File { name: file.name().to_owned(), reason: error.to_string() })?;
        self.unwritten.clear();
        Ok(())
    }

    /// Writes the buffered text to the file. Called at short intervals during a run, and at the end of the run.
    /// If writing fails, the log is closed.
    pub fn flush(&mut self, host: &mut dyn Host) -> Result<(), MonitorError> {
        let written = self.write(host);
        if written.is_err() {
            self.open(None);
        }
        written
    }
}
