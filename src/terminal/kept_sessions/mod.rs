//! The kept sessions: recordings of the last sessions at a terminal, in the user's state folder.
//!
//! ```text
//!   ~/.local/state/focal8/sessions/
//!     lock             locked while a session is added or removed
//!     17/              a session, by its number
//!       session        the recording, which grows during the session
//!       summary.json   a description of the session and its last state
//!       running        locked while the session runs
//! ```
//!
//! The host releases the locks of a killed program, so a killed session counts as ended.

mod keeper;
mod summary;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

pub use keeper::Keeper;
pub use summary::{Command, Settings, Summary};

use super::user_folders;

/// The number of sessions that are kept.
pub const KEPT: usize = 10;

/// The name of the file with the recording of a kept session.
const RECORDING: &str = "session";
/// The name of the file with the description of a kept session.
const SUMMARY: &str = "summary.json";
/// The name of the file that is locked while a kept session runs.
const RUNNING: &str = "running";

/// The folder of the kept sessions. The folder need not exist.
#[derive(Clone, Debug)]
pub struct KeptSessions {
    folder: PathBuf,
}

/// An entry in the list of all kept sessions.
#[derive(Debug)]
pub struct KeptSession {
    /// The number of the session.
    pub number: u32,
    /// The description of the session.
    pub summary: Summary,
    /// Whether a program runs the session now.
    pub is_running: bool,
}

/// A kept session that no other program can open.
#[derive(Debug)]
pub struct OpenSession {
    folder: PathBuf,
    /// The locked file that shows that the session runs.
    running: File,
}

impl KeptSessions {
    /// Returns the folder of the user's sessions; `None` if the user has no state folder.
    pub fn of_user() -> Option<Self> {
        Some(KeptSessions { folder: user_folders::state()?.join("sessions") })
    }

    /// Returns the path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether no session has ever been kept.
    pub fn is_new(&self) -> bool {
        !self.folder.exists()
    }

    /// Returns all sessions, the latest first.
    ///
    /// # Errors
    ///
    /// When the folder cannot be read.
    pub fn list(&self) -> io::Result<Vec<KeptSession>> {
        // The folder may be read-only.
        let _lock = self.lock();
        self.listed()
    }

    fn listed(&self) -> io::Result<Vec<KeptSession>> {
        let mut sessions = Vec::new();
        for number in self.numbers()? {
            // A session without a summary has just begun, or another program is removing it.
            if let Some(summary) = Summary::read(&self.place(number).join(SUMMARY)) {
                let is_running = self.opened(number).is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock);
                sessions.push(KeptSession { number, summary, is_running });
            }
        }
        sessions.sort_by_key(|session| std::cmp::Reverse((session.summary.until, session.number)));
        Ok(sessions)
    }

    /// Opens a session, so that no other program can open or remove it.
    ///
    /// # Errors
    ///
    /// When no session has this number, or when the session is running (the error kind [`io::ErrorKind::WouldBlock`]).
    pub fn open(&self, number: u32) -> io::Result<OpenSession> {
        let _lock = self.lock()?;
        self.opened(number)
    }

    fn opened(&self, number: u32) -> io::Result<OpenSession> {
        OpenSession::at(self.place(number))
    }

    /// Removes old sessions as [`KeptSessions::prune`] does, and adds a new session.
    ///
    /// # Errors
    ///
    /// When the folder cannot be written.
    pub fn add(&self) -> io::Result<OpenSession> {
        user_folders::make(&self.folder)?;
        let _lock = self.lock()?;
        self.remove_old()?;
        let number = self.numbers()?.into_iter().max().unwrap_or_default() + 1;
        let folder = self.place(number);
        user_folders::make(&folder)?;
        OpenSession::at(folder)
    }

    /// Removes all sessions that are not running. Returns the number of removed sessions, and the number of sessions
    /// that run.
    ///
    /// # Errors
    ///
    /// When the folder cannot be written.
    pub fn clear(&self) -> io::Result<(usize, usize)> {
        if self.is_new() {
            return Ok((0, 0));
        }
        let _lock = self.lock()?;
        self.remove(self.numbers()?)
    }

    /// Removes all sessions except the latest [`KEPT`] sessions and the sessions that are running.
    ///
    /// # Errors
    ///
    /// When the folder cannot be written.
    pub fn prune(&self) -> io::Result<()> {
        let _lock = self.lock()?;
        self.remove_old()
    }

    fn remove_old(&self) -> io::Result<()> {
        let listed = self.listed()?;
        let latest: Vec<u32> = listed.iter().take(KEPT).map(|session| session.number).collect();
        // This includes sessions without a summary, which could not be begun.
        let old = self.numbers()?.into_iter().filter(|number| !latest.contains(number)).collect();
        self.remove(old).map(drop)
    }

    fn remove(&self, numbers: Vec<u32>) -> io::Result<(usize, usize)> {
        let (mut removed, mut running) = (0, 0);
        for number in numbers {
            match self.opened(number) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => running += 1,
                _ => {
                    fs::remove_dir_all(self.place(number))?;
                    removed += 1;
                }
            }
        }
        Ok((removed, running))
    }

    /// Returns the numbers of all sessions, in no particular order.
    fn numbers(&self) -> io::Result<Vec<u32>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        Ok(entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect())
    }

    fn place(&self, number: u32) -> PathBuf {
        self.folder.join(number.to_string())
    }

    /// Waits until no other program adds or removes sessions. The lock lasts as long as the returned file is open.
    fn lock(&self) -> io::Result<File> {
        let file = user_folders::private().create(true).append(true).open(self.folder.join("lock"))?;
        file.lock()?;
        Ok(file)
    }
}

impl OpenSession {
    fn at(folder: PathBuf) -> io::Result<Self> {
        let running = user_folders::private().create(true).append(true).open(folder.join(RUNNING))?;
        match running.try_lock() {
            Ok(()) => Ok(OpenSession { folder, running }),
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Returns the path of the recording.
    pub fn recording(&self) -> PathBuf {
        self.folder.join(RECORDING)
    }

    /// Returns the path of the description.
    pub fn summary_file(&self) -> PathBuf {
        self.folder.join(SUMMARY)
    }

    /// Returns the description of the session, or `None` if the description is missing or damaged.
    pub fn summary(&self) -> Option<Summary> {
        Summary::read(&self.summary_file())
    }

    /// Removes the session.
    ///
    /// # Errors
    ///
    /// When a file cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        drop(self.running);
        fs::remove_dir_all(self.folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions(folder: &tempfile::TempDir) -> KeptSessions {
        KeptSessions { folder: folder.path().join("new/sessions") }
    }

    /// Adds a session that was last written at the time `until`, in seconds.
    fn add(sessions: &KeptSessions, until: u64) -> OpenSession {
        let session = sessions.add().expect("a temporary folder");
        Summary { until, ..Summary::default() }.write(&session.folder.join(SUMMARY)).expect("a temporary folder");
        session
    }

    fn numbers(sessions: &KeptSessions) -> Vec<u32> {
        sessions.list().expect("a temporary folder").iter().map(|session| session.number).collect()
    }

    #[test]
    fn only_the_latest_sessions_are_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let sessions = sessions(&folder);
        assert!(sessions.is_new() && numbers(&sessions).is_empty());
        // The first session was resumed after the others.
        for until in [100, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] {
            add(&sessions, until);
        }
        sessions.prune().expect("a temporary folder");
        assert_eq!(numbers(&sessions), [1, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
        assert!(!sessions.is_new());
    }

    #[test]
    fn a_session_that_runs_is_neither_opened_nor_removed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let sessions = sessions(&folder);
        let running = add(&sessions, 1);
        drop(add(&sessions, 2));
        let opened = sessions.open(1).expect_err("the session runs");
        assert_eq!(opened.kind(), io::ErrorKind::WouldBlock);
        let listed = sessions.list().expect("a temporary folder");
        assert_eq!(listed.iter().map(|session| session.is_running).collect::<Vec<_>>(), [false, true]);
        assert_eq!(sessions.clear().expect("a temporary folder"), (1, 1));
        drop(running);
        assert_eq!(sessions.clear().expect("a temporary folder"), (1, 0));
        assert_eq!(sessions.clear().expect("a temporary folder"), (0, 0));
    }

    #[test]
    fn programs_at_the_same_time_have_different_sessions() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let sessions = sessions(&folder);
        let all: Vec<PathBuf> = std::thread::scope(|scope| {
            let begun: Vec<_> = (0..8)
                .map(|until| {
                    scope.spawn({
                        let sessions = &sessions;
                        move || add(sessions, until)
                    })
                })
                .collect();
            begun.into_iter().map(|session| session.join().expect("no panic").folder).collect()
        });
        assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), 8);
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_may_read_the_sessions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let sessions = sessions(&folder);
        add(&sessions, 1);
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        let place = sessions.place(1);
        assert_eq!([mode(&sessions.folder), mode(&place)], [0o700; 2]);
        assert_eq!([SUMMARY, RUNNING].map(|file| mode(&place.join(file))), [0o600; 2]);
    }
}
