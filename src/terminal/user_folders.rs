//! The user's folders: for state, such as the history of typed lines, and for configuration, such as the start-up file.
//!
//! The folders are those of the XDG Base Directory Specification; on Windows they are the folders for application data.

use std::env;
use std::path::PathBuf;

/// The name of focal8's folder in a folder of the user.
const NAME: &str = "focal8";

/// Returns the folder for state: `$XDG_STATE_HOME/focal8` or `~/.local/state/focal8`. The folder need not exist.
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
