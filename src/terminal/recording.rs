//! `--record`: the recording of a session, written during the session, so that a killed program loses at most a second.

use std::path::Path;
use std::time::{Duration, Instant};

use focal8::file_name;
use focal8::host::{FileUse, GrowingFile, Growth, Host, HostError};
use focal8::monitor::MonitorError;
use focal8::session::Writer;
use focal8::station::Station;

/// The minimum time between two writes of the machine's state.
const INTERVAL: Duration = Duration::from_secs(1);

/// The recording of a session in a file.
#[derive(Debug)]
pub struct Recording {
    file: GrowingFile,
    writer: Writer,
    /// The wall time at which the machine's state was last written.
    checked: Instant,
    /// The machine's cycle count when its state was last written.
    cycle: u64,
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
        Ok(Recording { file, writer: Writer::default(), checked: Instant::now(), cycle: 0 })
    }

    /// Writes the new input events. At most once a second, the machine's state is also written.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&mut self, station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
        let cycle = station.machine().elapsed.cycles;
        let lines = if self.checked.elapsed() >= INTERVAL && cycle != self.cycle {
            (self.checked, self.cycle) = (Instant::now(), cycle);
            self.writer.check(station)
        } else {
            self.writer.events(station)
        };
        self.append(&lines, files)
    }

    /// Writes the remaining events and the end mark.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn end(mut self, station: &mut Station, files: &mut dyn Host) -> Result<(), MonitorError> {
        let lines = self.writer.end(station);
        self.append(&lines, files)
    }

    fn append(&mut self, lines: &str, files: &mut dyn Host) -> Result<(), MonitorError> {
        self.file.write(lines.as_bytes(), files).map_err(|error| failed(self.file.name(), &error))
    }
}

fn failed(file: &str, error: &HostError) -> MonitorError {
    MonitorError::File { name: file.to_owned(), reason: error.to_string() }
}
