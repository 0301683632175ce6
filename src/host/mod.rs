//! What a session needs of the computer outside: the library touches no disk, no clock and no environment.
//!
//! Every file of a session is in its registry ([`FileRegistry`]), which answers before anything is opened.

mod conflict;
mod error;
mod file_use;
mod growing;
mod registry;

use std::time::Duration;

pub use conflict::FileConflict;
pub use error::HostError;
#[doc(hidden)]
pub use file_use::{FileUse, Role, user};
#[doc(hidden)]
pub use growing::GrowingFile;
pub use registry::Permit;
#[doc(hidden)]
pub use registry::{FileRegistry, Growth, Origin};

/// Files, variables, time of day. Only files must be there; the rest is nothing unless it is provided.
pub trait Host {
    /// The files in use.
    fn registry(&mut self) -> &mut FileRegistry;

    /// Reads a whole file; the error says what is wrong with it.
    fn read(&mut self, file: &Permit) -> Result<Vec<u8>, HostError>;

    /// Writes a whole file, in place of any of that name.
    fn write(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError>;

    /// Adds to the end of a file, which is made when it is not there.
    fn append(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError>;

    /// Whether there is a file of that name.
    fn exists(&mut self, name: &str) -> bool;

    /// Whether a file could be written, without changing it.
    fn check_writable(&mut self, file: &Permit) -> Result<(), HostError> {
        self.append(file, b"")
    }

    /// Whether two names are those of one file.
    fn is_same_file(&mut self, one: &str, other: &str) -> bool {
        self.absolute(one) == self.absolute(other)
    }

    /// Asks the user to allow something; no, where nobody can be asked.
    fn confirm(&mut self, question: &str) -> bool {
        let _ = question;
        false
    }

    /// Gives leave to use a file, unless another use of it does not go together with this one.
    ///
    /// The use is not kept: [`FileRegistry::keep`] does that, for one that lasts.
    ///
    /// # Errors
    ///
    /// The other use; or that a stranger wants a file written which is there, and which the user has not named.
    fn permit(&mut self, wanted: &FileUse) -> Result<Permit, FileConflict> {
        for kept in self.registry().opposed(wanted) {
            if self.is_same_file(&kept.file, &wanted.file) {
                return Err(registry::conflict(wanted, &kept));
            }
        }
        let path = self.absolute(&wanted.file);
        if wanted.role.writes() && !self.registry().is_named(&path) && self.exists(&wanted.file) {
            let (writer, file) = (wanted.user.clone(), wanted.file.clone());
            if !self.confirm(&format!("Allow {writer} to write {file}?")) {
                return Err(FileConflict::NotNamed { writer, file });
            }
        }
        if wanted.role.writes() {
            self.registry().note_named(path);
        }
        Ok(registry::grant(wanted))
    }

    /// Reads a whole disc or tape, which may be empty.
    fn read_volume(&mut self, file: &Permit) -> Result<Vec<u8>, HostError> {
        self.read(file)
    }

    /// Writes blocks into a file that is there, each at its place, in this order. Whoever looks at the file meanwhile, or
    /// after the program was killed, finds each block as it was or as it is to be.
    fn write_blocks(&mut self, file: &Permit, blocks: &[(u64, Vec<u8>)]) -> Result<(), HostError> {
        let mut contents = self.read_volume(file)?;
        for (offset, bytes) in blocks {
            let offset = *offset as usize;
            contents.resize(contents.len().max(offset + bytes.len()), 0);
            contents[offset..offset + bytes.len()].copy_from_slice(bytes);
        }
        self.write(file, &contents)
    }

    /// Cuts a file off at so many bytes, if it is longer.
    fn cut(&mut self, file: &Permit, length: u64) -> Result<(), HostError> {
        let mut contents = self.read(file)?;
        if contents.len() as u64 <= length {
            return Ok(());
        }
        contents.truncate(length as usize);
        self.write(file, &contents)
    }

    /// Waits until what was written into a file survives a power failure.
    fn sync(&mut self, file: &Permit) -> Result<(), HostError> {
        let _ = file;
        Ok(())
    }

    /// Whether a file is there and must not be written.
    fn is_read_only(&mut self, name: &str) -> bool {
        let _ = name;
        false
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

    /// Something begins that may take long, `what` in a few words. What is given back is told now and then how much of it is
    /// done, from 0 to 1, says whether it is to go on, and is dropped at its end.
    fn begin_work(&mut self, what: &str) -> Box<dyn FnMut(f64) -> bool> {
        let _ = what;
        Box::new(|_| true)
    }

    /// Where names of files begin.
    fn directory(&mut self) -> Result<String, HostError> {
        Err(HostError::NoDirectories)
    }

    /// Names of files begin elsewhere from now on.
    fn change_directory(&mut self, name: &str) -> Result<(), HostError> {
        let _ = name;
        Err(HostError::NoDirectories)
    }
}

/// No host at all: every command that names a file fails.
#[derive(Clone, Debug, Default)]
pub struct NoHost {
    registry: FileRegistry,
}

impl Host for NoHost {
    fn registry(&mut self) -> &mut FileRegistry {
        &mut self.registry
    }

    fn read(&mut self, _: &Permit) -> Result<Vec<u8>, HostError> {
        Err(HostError::NoFiles)
    }

    fn write(&mut self, _: &Permit, _: &[u8]) -> Result<(), HostError> {
        Err(HostError::NoFiles)
    }

    fn append(&mut self, _: &Permit, _: &[u8]) -> Result<(), HostError> {
        Err(HostError::NoFiles)
    }

    fn exists(&mut self, _: &str) -> bool {
        false
    }
}
