//! The start-up file: operator's commands that are executed when a session at a terminal begins.
//!
//! The file is in the user's folder for configuration. focal8 reads no such file from the working folder, which may
//! hold the files of other people.

use std::fs;
use std::path::PathBuf;

use focal8::monitor::{Reply, runs_machine};

use super::operated::OperatedSession;
use super::user_folders;

/// Returns the path of the start-up file; the file need not exist.
fn path() -> Option<PathBuf> {
    Some(user_folders::configuration()?.join("startup"))
}

/// Executes the commands of the start-up file. Returns the answers, and an error for each command that fails.
pub fn execute(session: &mut dyn OperatedSession) -> String {
    let Some(path) = path() else { return String::new() };
    let text = match fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return String::new(),
        Err(error) => return format!("cannot read {}: {error}\n", path.display()),
    };
    let mut answers = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        // A command that runs the machine changes it at once, so such a command is not executed.
        let reply = if runs_machine(line) { Ok(Reply::Run) } else { session.execute(line) };
        answers += &match reply {
            Ok(Reply::Text(text)) => text,
            Ok(Reply::Run | Reply::Exit(_)) => {
                refused(&path, number, "a start-up file neither runs the machine nor ends the session")
            }
            Err(error) => refused(&path, number, &error),
        };
    }
    answers
}

fn refused(path: &std::path::Path, line: usize, reason: &str) -> String {
    format!("{}, line {line}: {reason}\n", path.display())
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
