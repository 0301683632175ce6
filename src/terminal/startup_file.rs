//! The start-up file: operator's commands that are executed when a session at a terminal begins.
//!
//! The file is in the user's folder for configuration. focal8 reads no such file from the working folder, which may
//! hold the files of other people.

use std::fs;
use std::path::PathBuf;

use super::user_folders;

/// Returns the path of the start-up file; the file need not exist.
pub fn path() -> Option<PathBuf> {
    Some(user_folders::configuration()?.join("startup"))
}

/// Returns the path and the commands of the start-up file, as the command `show startup` shows them.
pub fn show() -> String {
    let Some(path) = path() else { return "startup\tthe user has no folder for configuration\n".to_owned() };
    match fs::read(&path) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let lines: String = text.lines().map(|line| format!("\t{line}\n")).collect();
            format!("startup\t{}\n{lines}", path.display())
        }
        Err(_) => format!("startup\t{}, which does not exist\n", path.display()),
    }
}
