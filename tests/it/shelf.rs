//! A host for tests. The files of this host exist only in memory.

use std::collections::BTreeMap;
use std::time::Duration;

use focal8::host::{FileRegistry, Host, HostError, Permit};

/// Files by name, and the host's other services for an operator.
#[derive(Clone, Default)]
pub struct Shelf {
    pub files: BTreeMap<String, Vec<u8>>,
    pub registry: FileRegistry,
    /// The name of a file that cannot be written.
    pub broken: Option<&'static str>,
    /// The sum of all sleeps.
    pub slept: Duration,
    pub directory: String,
    /// The user's answer to every question.
    pub answer: bool,
    /// The questions that were asked.
    pub questions: Vec<String>,
}

impl Shelf {
    /// Adds a file.
    pub fn put(&mut self, name: &str, bytes: &[u8]) {
        self.files.insert(name.to_owned(), bytes.to_vec());
    }

    /// Calls `act` while the file `name` cannot be written.
    pub fn with_broken<T>(&mut self, name: &'static str, act: impl FnOnce(&mut Self) -> T) -> T {
        self.broken = Some(name);
        let result = act(self);
        self.broken = None;
        result
    }

    fn take(&self, file: &Permit) -> Result<(), HostError> {
        if self.broken == Some(file.name()) { Err(HostError::Refused("no space left".to_owned())) } else { Ok(()) }
    }
}

impl Host for Shelf {
    fn registry(&mut self) -> &mut FileRegistry {
        &mut self.registry
    }

    fn read(&mut self, file: &Permit) -> Result<Vec<u8>, HostError> {
        self.files.get(file.name()).cloned().ok_or(HostError::NotFound)
    }

    fn write(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError> {
        self.take(file)?;
        self.files.insert(file.name().to_owned(), bytes.to_vec());
        Ok(())
    }

    fn append(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError> {
        self.take(file)?;
        self.files.entry(file.name().to_owned()).or_default().extend_from_slice(bytes);
        Ok(())
    }

    fn check_writable(&mut self, file: &Permit) -> Result<(), HostError> {
        self.take(file)
    }

    fn exists(&mut self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    fn confirm(&mut self, question: &str) -> bool {
        self.questions.push(question.to_owned());
        self.answer
    }

    fn variable(&mut self, name: &str) -> Option<String> {
        (name == "WHO").then(|| "somebody".to_owned())
    }

    fn date_and_time(&mut self, format: &str) -> Option<String> {
        Some(format!("<{format}>"))
    }

    fn sleep(&mut self, time: Duration) {
        self.slept += time;
    }

    fn directory(&mut self) -> Result<String, HostError> {
        Ok(self.directory.clone())
    }

    fn change_directory(&mut self, name: &str) -> Result<(), HostError> {
        self.directory = name.to_owned();
        Ok(())
    }
}
