//! Executes the commands of the start-up file when a session at a terminal begins.

use std::fs;

use focal8::monitor::{Reply, runs_machine};

use super::operated::OperatedSession;
use super::startup_file::path;

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
        // Executing a command such as `run` would already change the machine, so the command is only refused.
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
