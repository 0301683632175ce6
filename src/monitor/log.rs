//! The log: a file with the operator's commands, their answers, and what the Teletype prints.

use crate::ascii::unmarked;

use crate::host::{GrowingFile, Host};

use super::MonitorError;

/// A log, when there is one.
#[derive(Clone, Debug, Default)]
pub struct Log {
    file: Option<GrowingFile>,
    unwritten: Vec<u8>,
}

impl Log {
    /// Writes to this file from now on; `None`: to none.
    pub fn open(&mut self, file: Option<GrowingFile>) {
        self.file = file;
        self.unwritten.clear();
    }

    /// Its file.
    pub fn name(&self) -> Option<&str> {
        self.file.as_ref().map(GrowingFile::name)
    }

    /// A command that is to be done; only what is typed goes into the log, not what a script says.
    pub fn typed(&mut self, line: &str, is_typed: bool) {
        if is_typed {
            self.add(format!("focal8> {line}\n").as_bytes());
        }
    }

    /// What is said.
    pub fn add(&mut self, text: &[u8]) {
        if self.file.is_some() {
            self.unwritten.extend_from_slice(text);
        }
    }

    /// What the Teletype prints.
    pub fn add_printed(&mut self, codes: &[u8]) {
        if self.file.is_some() {
            self.unwritten.extend(codes.iter().map(|&code| unmarked(code)));
        }
    }

    /// What has come together goes to the file; what cannot be written stays.
    ///
    /// # Errors
    ///
    /// The file's name, and what is wrong with it.
    pub fn write(&mut self, host: &mut dyn Host) -> Result<(), MonitorError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.write(&self.unwritten, host);
        written.map_err(|error| MonitorError::File { name: file.name().to_owned(), reason: error.to_string() })?;
        self.unwritten.clear();
        Ok(())
    }

    /// The same between two slices of a run, and at the end: a log that cannot be written is given up.
    pub fn flush(&mut self, host: &mut dyn Host) -> Result<(), MonitorError> {
        let written = self.write(host);
        if written.is_err() {
            self.open(None);
        }
        written
    }
}
