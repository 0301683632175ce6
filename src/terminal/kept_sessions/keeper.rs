//! The recording of a kept session, written during the session.

use std::fs::File;
use std::io::{self, Write};
use std::time::Duration;

use focal8::session::Writer;
use focal8::station::Station;

use super::{KeptSessions, OpenSession, Settings, Summary};
use crate::terminal::recording::RecordedLines;
use crate::terminal::user_folders;

/// The maximum size of the recording of a kept session, in MiB.
const MAX_SESSION_MIB: usize = 10;

/// The minimum time between two lines of the recording that check the machine's state.
const INTERVAL: Duration = Duration::from_secs(5);

/// A session whose recording is written to the user's folder.
#[derive(Debug)]
pub struct Keeper {
    sessions: KeptSessions,
    place: OpenSession,
    file: File,
    lines: RecordedLines,
    summary: Summary,
    /// The size of the recording in bytes.
    size: usize,
    /// Whether the session continues an earlier kept session.
    is_resumed: bool,
    /// The number of input events before a person's first input; `None` if the session is kept even without such input.
    untouched: Option<usize>,
}

impl Keeper {
    /// Begins to keep a session. The station must have a timeline, whose events are the beginning of the recording. If
    /// the session was kept before, the new recording replaces the old recording once the new one is complete.
    ///
    /// # Errors
    ///
    /// When the user's folder cannot be written, or the recording is too large. In these cases an old recording does
    /// not change.
    pub fn begin(
        sessions: KeptSessions,
        place: OpenSession,
        mut summary: Summary,
        station: &mut Station,
        settings: Settings,
    ) -> io::Result<Self> {
        let mut lines = RecordedLines::new(INTERVAL);
        let header = Writer::header(station).unwrap_or_default();
        let whole = header + &lines.next(station).0;
        check_size(whole.len())?;
        user_folders::replace(&place.recording(), whole.as_bytes())?;
        let file = user_folders::private().append(true).open(place.recording())?;
        let is_resumed = summary.until > 0;
        summary.update(station.tail(), settings);
        summary.write(&place.summary_file())?;
        Ok(Keeper { sessions, place, file, lines, summary, size: whole.len(), is_resumed, untouched: None })
    }

    /// Writes the input events up to now. If no input follows, [`Keeper::end`] removes the files of the session. The
    /// files of a session that continues an earlier kept session are not removed.
    ///
    /// # Errors
    ///
    /// When the user's folder cannot be written, or the session has become too large.
    pub fn await_input(&mut self, station: &mut Station, settings: Settings) -> io::Result<()> {
        self.write(station, settings)?;
        self.untouched = station.timeline().filter(|_| !self.is_resumed).map(|timeline| timeline.entries().len());
        Ok(())
    }

    /// Writes the new input events. At intervals, also writes a line that checks the machine's state. Writes the
    /// summary at these intervals and whenever the last line of the paper has changed.
    ///
    /// # Errors
    ///
    /// When the user's folder cannot be written, or the session has become too large.
    pub fn write(&mut self, station: &mut Station, settings: Settings) -> io::Result<()> {
        let (lines, is_checked) = self.lines.next(station);
        self.append(&lines)?;
        let is_due = is_checked || !self.summary.has_last_line_of(station.tail());
        if is_due { self.write_summary(station, settings) } else { Ok(()) }
    }

    /// Writes the rest of the session. If no input has followed [`Keeper::await_input`], and the session does not
    /// continue an earlier kept session, removes the session instead.
    ///
    /// # Errors
    ///
    /// When the user's folder cannot be written, or the session has become too large.
    pub fn end(mut self, station: &mut Station, settings: Settings) -> io::Result<()> {
        let lines = self.lines.end(station);
        let events = station.timeline().map(|timeline| timeline.entries().len());
        if events.is_some() && events == self.untouched {
            return self.place.remove();
        }
        self.append(&lines)?;
        self.write_summary(station, settings)?;
        self.sessions.prune()
    }

    /// Removes the files of the session, and ends the recording.
    ///
    /// # Errors
    ///
    /// When a file cannot be removed.
    pub fn discard(self) -> io::Result<()> {
        self.place.remove()
    }

    fn write_summary(&mut self, station: &Station, settings: Settings) -> io::Result<()> {
        self.summary.update(station.tail(), settings);
        self.summary.write(&self.place.summary_file())
    }

    /// Appends lines with a single write. If the program is killed, only the last line can be incomplete.
    fn append(&mut self, lines: &str) -> io::Result<()> {
        check_size(self.size + lines.len())?;
        self.size += lines.len();
        if lines.is_empty() { Ok(()) } else { self.file.write_all(lines.as_bytes()) }
    }
}

/// Refuses a recording that is too large to be kept.
fn check_size(bytes: usize) -> io::Result<()> {
    let too_large = || io::Error::other(format!("its recording is larger than {MAX_SESSION_MIB} MiB"));
    if bytes > MAX_SESSION_MIB << 20 { Err(too_large()) } else { Ok(()) }
}
