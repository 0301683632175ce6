//! `--record`: the recording of a session. It is written during the session, so that at most the last second is lost if
//! the program is killed.

use std::path::{self, Path};
use std::time::{Duration, Instant};

use focal8::file_name;
use focal8::host::{FileUse, GrowingFile, Growth, Host, HostError};
use focal8::monitor::MonitorError;
use focal8::session::Writer;
use focal8::station::Station;

/// The minimum time between two lines of the file of `--record` that check the machine's state.
const INTERVAL: Duration = Duration::from_secs(1);

/// Returns the full path of a file name.
pub fn full_path(name: &str) -> String {
    path::absolute(file_name::path(name)).map_or_else(|_| name.to_owned(), |path| file_name::of_host(&path))
}

/// The lines of a recording, in pieces. Some pieces end with a line that checks the machine's state.
#[derive(Debug)]
pub struct RecordedLines {
    writer: Writer,
    /// The minimum wall time between two checks of the machine's state.
    interval: Duration,
    /// The wall time at which the machine's state was last checked.
    checked: Instant,
    /// The machine's cycle count when its state was last checked.
    cycle: u64,
}

impl RecordedLines {
    /// Begins a recording. Its first event is the first event in the station's timeline. `interval` is the minimum wall
    /// time between two checks of the machine's state.
    pub fn new(interval: Duration) -> Self {
        RecordedLines { writer: Writer::naming_media(full_path), interval, checked: Instant::now(), cycle: 0 }
    }

    /// Returns the lines of the new input events, and whether the last line is a check of the machine's state.
    pub fn next(&mut self, station: &mut Station) -> (String, bool) {
        let cycle = station.machine().elapsed.cycles;
        if self.checked.elapsed() < self.interval || cycle == self.cycle {
            return (self.writer.events(station), false);
        }
        (self.checked, self.cycle) = (Instant::now(), cycle);
        (self.writer.check(station), true)
    }

    /// Returns the lines of the remaining events, a check of the machine's state, and the end mark.
    pub fn end(&mut self, station: &mut Station) -> String {
        self.writer.end(station)
    }
}

/// The recording of a session in a file.
#[derive(Debug)]
pub struct Recording {
    file: GrowingFile,
    lines: RecordedLines,
}

impl Recording {
    /// Begins a recording. The station must have a timeline.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn begin(path: &Path, station: &Station, files: &mut dyn Host) -> Result<Self, MonitorError> {
        let permit = files.permit(&FileUse::writes("--record", file_name::of_host(path)))?;
        let mut file = GrowingFile::new(permit, Growth::Replaces);
        let header = Writer::header(station).unwrap_or_default();
        file.write(header.as_bytes(), files).map_err(|error| failed(file.name(), &error))?;
        Ok(Recording { file, lines: RecordedLines::new(INTERVAL) })
    }

    /// Writes the new input events. At most once a second, also writes a line that checks the machine's state.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&mut self, station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
        let (lines, _) = self.lines.next(station);
        self.append(&lines, files)
    }

    /// Writes the remaining events and the end mark.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn end(mut self, station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
        let lines = self.lines.end(station);
        self.append(&lines, files)
    }

    fn append(&mut self, lines: &str, files: &mut dyn Host) -> Result<(), MonitorError> {
        self.file.write(lines.as_bytes(), files).map_err(|error| failed(self.file.name(), &error))
    }
}

fn failed(file: &str, error: &HostError) -> MonitorError {
    MonitorError::File { name: file.to_owned(), reason: error.to_string() }
}
