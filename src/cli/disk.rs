//! The operator's files are those of the host.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use focal8::monitor::Files;

use super::files;

/// The host's disk.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        files::read(Path::new(name)).map_err(reason)
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        files::write(Path::new(name), bytes).map_err(reason)
    }

    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let mut file = OpenOptions::new().append(true).create(true).open(name).map_err(|error| error.to_string())?;
        file.write_all(bytes).map_err(|error| error.to_string())
    }
}

fn reason(error: anyhow::Error) -> String {
    format!("{error:#}")
}
