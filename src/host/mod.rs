//! The host computer: its files, environment and clock, which the library never accesses directly.
//!
//! A session enters every file that it uses into a [`FileRegistry`], and opens a file only if no registered use
//! conflicts with the new use.

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

/// The services of the host computer that a session uses. An implementation must define the first five functions; all
/// others have defaults.
pub trait Host {
    /// Returns the registry of the files in use.
    fn registry(&mut self) -> &mut FileRegistry;

    /// Reads a whole file.
    fn read(&mut self, file: &Permit) -> Result<Vec<u8>, HostError>;

    /// Writes a whole file, and replaces an existing file of the same name.
    fn write(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError>;

    /// Appends to a file. Creates the file if it does not exist.
    fn append(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError>;

    /// Whether a file of that name exists.
    fn exists(&mut self, name: &str) -> bool;

    /// Checks that a file can be written, without a change to the file.
    fn check_writable(&mut self, file: &Permit) -> Result<(), HostError> {
        self.append(file, b"")
    }

    /// Whether two names lead to the same file.
    fn is_same_file(&mut self, one: &str, other: &str) -> bool {
        self.absolute(one) == self.absolute(other)
    }

    /// Asks the user to confirm. Returns false if the user declines or cannot be asked.
    fn confirm(&mut self, question: &str) -> bool {
        let _ = question;
        false
    }

    /// Checks a use of a file against the registered uses, and returns a permit. The function does not register the
    /// use; [`FileRegistry::keep`] registers it.
    ///
    /// # Errors
    ///
    /// When the use conflicts with a registered use. Also when an untrusted script would overwrite an existing file
    /// that the user has not named, and the user does not allow this.
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

    /// Reads the whole image of a disc or tape. The image may be empty.
    fn read_volume(&mut self, file: &Permit) -> Result<Vec<u8>, HostError> {
        self.read(file)
    }

    /// Writes blocks to an existing file, in the given order. Each block has an offset in bytes.
    ///
    /// An implementation should write each block atomically: another reader never sees a partly written block.
    fn write_blocks(&mut self, file: &Permit, blocks: &[(u64, Vec<u8>)]) -> Result<(), HostError> {
        let mut contents = self.read_volume(file)?;
        for (offset, bytes) in blocks {
            let offset = *offset as usize;
            contents.resize(contents.len().max(offset + bytes.len()), 0);
            contents[offset..offset + bytes.len()].copy_from_slice(bytes);
        }
        self.write(file, &contents)
    }

    /// Truncates a file to `length` bytes. A shorter file does not change.
    fn cut(&mut self, file: &Permit, length: u64) -> Result<(), HostError> {
        let mut contents = self.read(file)?;
        if contents.len() as u64 <= length {
            return Ok(());
        }
        contents.truncate(length as usize);
        self.write(file, &contents)
    }

    /// Waits until the data written to a file would survive a power failure.
    fn sync(&mut self, file: &Permit) -> Result<(), HostError> {
        let _ = file;
        Ok(())
    }

    /// Whether a file exists and is write-protected.
    fn is_read_only(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Returns the full path of a file name. The monitor's variable `%~f1` uses this path.
    fn absolute(&mut self, name: &str) -> String {
        name.to_owned()
    }

    /// Returns the value of an environment variable.
    fn variable(&mut self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// Returns the local date and time in a `strftime` format. Returns `None` if the host has no clock.
    fn date_and_time(&mut self, format: &str) -> Option<String> {
        let _ = format;
        None
    }

    /// Waits for the given time.
    fn sleep(&mut self, time: Duration) {
        let _ = time;
    }

    /// Announces work that may take long. The text `what` is a short description of the work.
    ///
    /// The caller passes the progress, from 0 to 1, to the returned closure. The caller stops the work when the closure
    /// returns false.
    fn begin_work(&mut self, what: &str) -> Box<dyn FnMut(f64) -> bool> {
        let _ = what;
        Box::new(|_| true)
    }

    /// Returns the current directory.
    fn directory(&mut self) -> Result<String, HostError> {
        Err(HostError::NoDirectories)
    }

    /// Changes the current directory.
    fn change_directory(&mut self, name: &str) -> Result<(), HostError> {
        let _ = name;
        Err(HostError::NoDirectories)
    }
}

/// A host without files: every command that names a file fails.
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
