//! The host of the operator: its files, environment and clock are those of the operating system.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, thread};

use focal8::file_name;
use focal8::host::{FileRegistry, Host, HostError, Permit};
use focal8::roms;
use focal8::tape::{Tape, text};

use crate::cli::host::block_file;
use crate::cli::host::dash::{self, is_dash};
use crate::cli::host::files::{self, Limit};
use crate::terminal::recording::full_path;
use crate::terminal::{confirm, long_work, signals};

/// The operator's access to the operating system, with a registry of the files in use.
#[derive(Clone, Debug, Default)]
pub struct OsHost {
    registry: FileRegistry,
    standard_input: Option<Vec<u8>>,
}

impl OsHost {
    /// Reads all of standard input, and keeps the bytes for the next read of the file `-`.
    ///
    /// # Errors
    ///
    /// When standard input cannot be read, or is empty.
    pub fn read_standard_input(&mut self) -> anyhow::Result<()> {
        self.standard_input = Some(dash::read_something(Path::new("-"), Limit::Tape)?);
        Ok(())
    }
}

impl Host for OsHost {
    fn registry(&mut self) -> &mut FileRegistry {
        &mut self.registry
    }

    fn is_same_file(&mut self, one: &str, other: &str) -> bool {
        files::is_one(&file_name::path(one), &file_name::path(other))
    }

    fn check_writable(&mut self, file: &Permit) -> Result<(), HostError> {
        let path = file_name::path(file.name());
        files::check_writable(&path).map_err(|error| refused(&path, &error))
    }

    fn confirm(&mut self, question: &str) -> bool {
        confirm::ask(question)
    }

    fn read(&mut self, file: &Permit) -> Result<Vec<u8>, HostError> {
        let name = file.name();
        let path = file_name::path(file.name());
        if is_dash(&path)
            && let Some(bytes) = self.standard_input.take()
        {
            return Ok(bytes);
        }
        match in_the_box(name) {
            Some(tape) if !path.exists() => Ok(tape),
            _ => files::read(&path, Limit::Image).map_err(|error| refused(&path, &error)),
        }
    }

    fn write(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError> {
        let path = file_name::path(file.name());
        files::write(&path, bytes).map_err(|error| refused(&path, &error))
    }

    fn append(&mut self, file: &Permit, bytes: &[u8]) -> Result<(), HostError> {
        let path = file_name::path(file.name());
        files::check_place(&path).and_then(|()| files::append(&path, bytes)).map_err(|error| refused(&path, &error))
    }

    fn read_volume(&mut self, file: &Permit) -> Result<Vec<u8>, HostError> {
        let path = file_name::path(file.name());
        block_file::read(&path).map_err(|error| refused(&path, &error))
    }

    fn write_blocks(&mut self, file: &Permit, blocks: &[(u64, Vec<u8>)]) -> Result<(), HostError> {
        let path = file_name::path(file.name());
        block_file::write(&path, blocks).map_err(|error| refused(&path, &error))
    }

    fn cut(&mut self, file: &Permit, length: u64) -> Result<(), HostError> {
        let path = file_name::path(file.name());
        block_file::cut(&path, length).map_err(|error| refused(&path, &error))
    }

    fn sync(&mut self, file: &Permit) -> Result<(), HostError> {
        let path = file_name::path(file.name());
        block_file::sync(&path).map_err(|error| refused(&path, &error))
    }

    fn is_read_only(&mut self, name: &str) -> bool {
        block_file::is_read_only(&file_name::path(name))
    }

    fn exists(&mut self, name: &str) -> bool {
        let path = file_name::path(name);
        path.exists() && !path.is_dir() || in_the_box(name).is_some()
    }

    fn absolute(&mut self, name: &str) -> String {
        full_path(name)
    }

    fn variable(&mut self, name: &str) -> Option<String> {
        env::var(name).ok()
    }

    fn date_and_time(&mut self, format: &str) -> Option<String> {
        Some(jiff::Zoned::now().strftime(format).to_string())
    }

    /// Sleeps in short intervals, so that a signal ends the sleep.
    fn sleep(&mut self, time: Duration) {
        const NAP: Duration = Duration::from_millis(50);
        let end = Instant::now() + time;
        while !signals::asked() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            thread::sleep(left.min(NAP));
        }
    }

    fn begin_work(&mut self, what: &str) -> Box<dyn FnMut(f64) -> bool> {
        long_work::begin(what)
    }

    fn directory(&mut self) -> Result<String, HostError> {
        env::current_dir().map(|path| file_name::of_host(&path)).map_err(|error| HostError::Refused(error.to_string()))
    }

    fn change_directory(&mut self, name: &str) -> Result<(), HostError> {
        env::set_current_dir(file_name::path(name)).map_err(|error| HostError::Refused(error.to_string()))
    }
}

/// Returns the contents of a file that comes with focal8: the FOCAL tape, or a FOCAL program as a tape.
fn in_the_box(name: &str) -> Option<Vec<u8>> {
    if name == "focal.bin" {
        return Some(roms::FOCAL_4K.tape.to_vec());
    }
    text::punch(roms::program(name)?.text, text::FOCAL_BLANKS).ok().map(Tape::into_frames)
}

/// Returns the cause of an error about a file. The monitor adds the name of the file.
fn refused(path: &Path, error: &anyhow::Error) -> HostError {
    let text = format!("{error:#}");
    let named = ["read", "write", "use"].map(|verb| format!("cannot {verb} {}: ", files::name(path)));
    let reason = named.iter().find_map(|prefix| text.strip_prefix(prefix.as_str())).unwrap_or(&text);
    HostError::Refused(reason.to_owned())
}
