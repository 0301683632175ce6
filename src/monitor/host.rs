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

    /// Reads a whole disc or tape, which may be empty.
    fn read_volume(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.read(name)
    }

    /// Writes blocks into a file that is there, each at its place, in this order. Whoever looks at the file meanwhile, or
    /// after the program was killed, finds each block as it was or as it is to be.
    fn write_blocks(&mut self, name: &str, blocks: &[(u64, Vec<u8>)]) -> Result<(), String> {
        let mut file = self.read_volume(name)?;
        for (offset, bytes) in blocks {
            let offset = *offset as usize;
            file.resize(file.len().max(offset + bytes.len()), 0);
            file[offset..offset + bytes.len()].copy_from_slice(bytes);
        }
        self.write(name, &file)
    }

    /// Cuts a file off at so many bytes, if it is longer.
    fn cut(&mut self, name: &str, length: u64) -> Result<(), String> {
        let mut file = self.read(name)?;
        if file.len() as u64 <= length {
            return Ok(());
        }
        file.truncate(length as usize);
        self.write(name, &file)
    }

    /// What was written into a file is to survive a power failure.
    fn settle(&mut self, name: &str) -> Result<(), String> {
        let _ = name;
        Ok(())
    }

    /// Whether a file is there and must not be written.
    fn is_read_only(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }

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

    /// Something begins that may take long, `what` in a few words. What is given back is told now and then how much of it is
    /// done, from 0 to 1, says whether it is to go on, and is dropped at its end.
    fn begin_work(&mut self, what: &str) -> Box<dyn FnMut(f64) -> bool> {
        let _ = what;
        Box::new(|_| true)
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
