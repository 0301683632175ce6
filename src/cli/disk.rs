//! The operator's files are those of the host.

use std::path::Path;

use focal8::monitor::Files;
use focal8::roms;
use focal8::tape::{Tape, text};

use super::files::{self, Limit};

/// The host's disk.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let path = Path::new(name);
        match in_the_box(name) {
            Some(tape) if !path.exists() => Ok(tape),
            _ => files::read(path, Limit::Image).map_err(|error| reason(path, &error)),
        }
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        files::write(Path::new(name), bytes).map_err(|error| reason(Path::new(name), &error))
    }

    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let path = Path::new(name);
        files::check_place(path).and_then(|()| files::append(path, bytes)).map_err(|error| reason(path, &error))
    }
}

/// The tapes that come with the program are there without a file.
fn in_the_box(name: &str) -> Option<Vec<u8>> {
    if name == "focal.bin" {
        return Some(roms::FOCAL.to_vec());
    }
    text::punch(roms::program(name)?.text, text::FOCAL_BLANKS).ok().map(Tape::into_frames)
}

/// What is wrong with the file; the monitor names it itself.
fn reason(path: &Path, error: &anyhow::Error) -> String {
    let text = format!("{error:#}");
    let named = ["read", "write", "use"].map(|verb| format!("cannot {verb} {}: ", files::name(path)));
    named.iter().find_map(|prefix| text.strip_prefix(prefix.as_str())).unwrap_or(&text).to_owned()
}
