//! What the operator needs of the computer outside: the library touches no disk, no clock and no environment.

use std::time::Duration;

/// Files, variables, time of day. Only files must be there; the rest is nothing unless it is provided.
pub trait Host {
    /// Reads a whole file; the error says what is wrong with it.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String>;

    /// Writes a whole file, in place of any of that name.
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String>;

    /// Adds to the end of a file, which is made when it is not there.
    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), String>;

    /// Whether there is a file of that name.
    fn exists(&mut self, name: &str) -> bool {
        self.read(name).is_ok()
    }

    /// The whole path of a name, for `%~f1`.
    fn absolute(&mut self, name: &str) -> String {
        name.to_owned()
    }

    /// A variable of the environment.
    fn variable(&mut self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// Date and time where the user is, by a format of `strftime`; `None` where nobody knows.
    fn date_and_time(&mut self, format: &str) -> Option<String> {
        let _ = format;
        None
    }

    /// Waits so long.
    fn sleep(&mut self, time: Duration) {
        let _ = time;
    }

    /// Where names of files begin.
    fn directory(&mut self) -> Result<String, String> {
        Err("there are no directories here".to_owned())
    }

    /// Names of files begin elsewhere from now on.
    fn change_directory(&mut self, name: &str) -> Result<(), String> {
        let _ = name;
        Err("there are no directories here".to_owned())
    }
}

/// No host at all: every command that names a file fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn read(&mut self, _: &str) -> Result<Vec<u8>, String> {
        Err("there are no files here".to_owned())
    }

    fn write(&mut self, _: &str, _: &[u8]) -> Result<(), String> {
        Err("there are no files here".to_owned())
    }

    fn append(&mut self, _: &str, _: &[u8]) -> Result<(), String> {
        Err("there are no files here".to_owned())
    }
}
