//! The user's folders: for state, such as the history of typed lines, and for configuration, such as the start-up file.
//!
//! The folders are those of the XDG Base Directory Specification; on Windows they are the folders for application data.

use std::env;
use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name of focal8's folder in a folder of the user.
const NAME: &str = "focal8";

/// Returns the state folder: `$XDG_STATE_HOME/focal8` or `~/.local/state/focal8`. The folder need not exist.
pub fn state() -> Option<PathBuf> {
    folder("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA")
}

/// Returns the folder for configuration: `$XDG_CONFIG_HOME/focal8` or `~/.config/focal8`. The folder need not exist.
pub fn configuration() -> Option<PathBuf> {
    folder("XDG_CONFIG_HOME", ".config", "APPDATA")
}

fn folder(xdg: &str, below_home: &str, windows: &str) -> Option<PathBuf> {
    // The specification says that a relative path is ignored.
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let usual = if cfg!(windows) { named(windows) } else { named("HOME").map(|home| home.join(below_home)) };
    Some(named(xdg).or(usual)?.join(NAME))
}

/// Makes a state folder that only the user may read. An existing folder does not change.
pub fn make(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Returns the options for opening a file in the state folder. If the file is created, only the user may read it.
pub fn private() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Replaces a state file atomically: writes a temporary file that only the user may read, and renames it to `path`.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    let mut whole = tempfile::NamedTempFile::new_in(folder)?;
    whole.write_all(bytes)?;
    whole.persist(path).map(drop).map_err(io::Error::from)
}
