//! Reads recordings, and the discs and DECtapes that they name.

use std::path::PathBuf;

use anyhow::anyhow;
use focal8::file_name;
use focal8::session::Session;

use crate::cli::host::{block_file, files};

/// Reads a session from the text of its file, and reads the files of its discs and DECtapes.
///
/// # Errors
///
/// When the text is not a session, or when a disc or DECtape cannot be read or has changed since the session.
pub fn read(text: &str) -> anyhow::Result<Session> {
    let mut session = Session::read(text)?;
    for file in session.missing_media() {
        let path: PathBuf = file_name::path(&file);
        let contents = block_file::read(&path)?;
        let supplied = session.supply_medium(&file, &contents);
        supplied.map_err(|_| anyhow!("{} has changed since the session", files::name(&path)))?;
    }
    Ok(session)
}
