//! Where the operator's files come from: the library touches no disk.

/// The files that orders name.
pub trait Files {
    /// Reads a whole file; the error says what is wrong with it.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String>;

    /// Writes a whole file, in place of any of that name.
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String>;

    /// Adds to the end of a file, which is made when it is not there.
    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), String>;
}

/// No files at all: every command that names one fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
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
