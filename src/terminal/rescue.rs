//! Rescues output that cannot be written at the end of a session: the person at the terminal is asked for another file.

use focal8::file_name;
use focal8::host::{FileRegistry, FileUse, Host, HostError, Permit};

use super::completion;
use super::keys::Keys;
use super::note::note;
use super::prompt::{Answer, Prompt};
use super::screen::Screen;
use super::{has_a_reader, signals, streams};

const PROMPT: &str = "another file for it (RETURN: none): ";

/// Writes to the file `name`. If writing fails, the user is asked for other file names until a write succeeds.
/// `describe` returns the message for an error.
///
/// # Errors
///
/// The error for the file `name`, if there is no user at the terminal or the user names no other file.
pub fn try_elsewhere<E>(
    name: &str,
    mut write: impl FnMut(&str) -> Result<(), E>,
    describe: impl Fn(&str, &E) -> String,
) -> Result<(), E> {
    let Err(first) = write(name) else { return Ok(()) };
    let mut failure = describe(name, &first);
    while let Some(other) = another_name(name, &failure) {
        match write(&other) {
            Ok(()) => return Ok(()),
            Err(error) => failure = describe(&other, &error),
        }
    }
    Err(first)
}

/// Asks for a new file instead of `name`, which could not be written. Returns `None` if there is no user at the
/// terminal or the user names no other file.
fn another_name(name: &str, failure: &str) -> Option<String> {
    if !has_a_reader() || signals::asked() {
        return None;
    }
    note!("focal8: {failure}");
    let screen = Screen::raw().ok()?;
    let keys = Keys::typed();
    // Keys typed before the question were meant for the machine, so they are dropped.
    while let Ok(Some(_)) = keys.pressed() {}
    let mut prompt = Prompt::default();
    loop {
        let answer = prompt.ask(PROMPT, &completion::files, &keys, &mut streams::error()).ok()?;
        let Answer::Line(line) = answer else { return None };
        let other = line.trim();
        if other.is_empty() {
            return None;
        }
        if other == name || !file_name::path(other).is_file() {
            drop(screen);
            return Some(other.to_owned());
        }
        note!("focal8: there is such a file already");
    }
}

/// A host that asks the user for another file when output cannot be written.
pub struct Rescued<'a>(pub &'a mut dyn Host);

fn cannot_write(name: &str, reason: &HostError) -> String {
    format!("cannot write {name}: {reason}")
}

impl Rescued<'_> {
    /// Writes to the file. If writing fails, writes to another file that the user names.
    fn rescue(
        &mut self,
        file: &Permit,
        write: impl Fn(&mut dyn Host, &Permit) -> Result<(), HostError>,
    ) -> Result<(), HostError> {
        let write_to = |name: &str| {
            if name == file.name() {
                return write(self.0, file);
            }
            let other = self
                .0
                .permit(&FileUse::writes("this", name))
                .map_err(|conflict| HostError::Refused(conflict.to_string()))?;
            write(self.0, &other)
        };
        try_elsewhere(file.name(), write_to, cannot_write)
    }
}

impl Host for Rescued<'_> {
    fn registry(&mut self) -> &mut FileRegistry {
        self.0.registry()
    }

    fn is_same_file(&mut self, one: &str, other: &str) -> bool {
        self.0.is_same_file(one, other)
    }

    fn absolute(&mut self, name: &str) -> String {
        self.0.absolute(name)
    }

    fn exists(&mut self, name: &str) -> bool {
        self.0.exists(name)
    }

    fn read(&mut self, file: &Permit) -> Result<Vec<u8>, HostError> {
        self.0.read(file)
    }

    fn write(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError> {
        self.rescue(file, |host, file| host.write(file, bytes))
    }

    fn append(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError> {
        self.rescue(file, |host, file| host.append(file, bytes))
    }

    fn read_volume(&mut self, file: &Permit) -> Result<Vec<u8>, HostError> {
        self.0.read_volume(file)
    }

    fn write_blocks(&mut self, file: &Permit, blocks: &[(u64, Vec<u8>)]) -> Result<(), HostError> {
        self.0.write_blocks(file, blocks)
    }

    fn cut(&mut self, file: &Permit, length: u64) -> Result<(), HostError> {
        self.0.cut(file, length)
    }

    fn sync(&mut self, file: &Permit) -> Result<(), HostError> {
        self.0.sync(file)
    }
}
