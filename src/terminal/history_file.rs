//! The history of a prompt across sessions: a file with a line for each typed line, in the user's state folder.
//!
//! Each line is appended with one write, so two programs can append lines at the same time. If the folder cannot be
//! written, the history lasts only as long as the session.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use super::user_folders;

/// The number of lines that the file keeps.
pub const KEPT: usize = 1000;

/// The file with the history of a prompt.
#[derive(Clone, Debug)]
pub struct HistoryFile {
    path: PathBuf,
}

impl HistoryFile {
    /// Returns the file for a prompt, such as `focal8> `; `None` if the user has no state folder.
    pub fn of_prompt(prompt: &str) -> Option<Self> {
        let name: String = prompt.chars().filter(char::is_ascii_alphanumeric).collect();
        let name = if name.is_empty() { "exhibits".to_owned() } else { name.to_ascii_lowercase() };
        Some(HistoryFile { path: user_folders::state()?.join(format!("history-{name}")) })
    }

    /// Returns the last lines of earlier sessions, at most [`KEPT`] lines, the oldest first. If the file has grown to
    /// twice this number of lines, the older lines are removed from the file.
    pub fn lines(&self) -> Vec<String> {
        let text = fs::read(&self.path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let all: Vec<&str> = text.lines().collect();
        let last = &all[all.len().saturating_sub(KEPT)..];
        if all.len() >= 2 * KEPT {
            let _ = user_folders::replace(&self.path, (last.join("\n") + "\n").as_bytes());
        }
        last.iter().map(|&line| line.to_owned()).collect()
    }

    /// Appends a line to the file. Errors are ignored.
    pub fn add(&self, line: &str) {
        let _ = self.append(line);
    }

    fn append(&self, line: &str) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            user_folders::make(folder)?;
        }
        let mut file = user_folders::private().append(true).create(true).open(&self.path)?;
        file.write_all(format!("{line}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_history_is_shortened_and_keeps_its_end() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = HistoryFile { path: folder.path().join("new/history-test") };
        assert_eq!(file.lines(), [] as [String; 0]);
        (0..2 * KEPT).for_each(|number| file.add(&format!("line {number}")));
        let lines = file.lines();
        assert_eq!((lines.len(), lines[0].as_str()), (KEPT, "line 1000"));
        assert_eq!(fs::read_to_string(&file.path).expect("it is there").lines().count(), KEPT);
        assert_eq!(file.lines(), lines);
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_may_read_the_history() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = HistoryFile { path: folder.path().join("new/history-test") };
        file.add("secret");
        let mode = |path: &std::path::Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!((mode(&file.path), mode(&folder.path().join("new"))), (0o600, 0o700));
    }
}
