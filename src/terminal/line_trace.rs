//! `--trace-focal`: the trace of FOCAL's lines, written to a file or to standard error during the run.

use std::io::{self, Write};
use std::path::Path;

use focal8::file_name;
use focal8::host::{FileUse, GrowingFile, Growth, Host};
use focal8::monitor::MonitorError;

use super::standard;

/// The destination of the trace: a file, or `None` for standard error.
#[derive(Debug)]
pub struct TraceFile(Option<GrowingFile>);

impl TraceFile {
    /// A trace that goes to standard error, because standard output is used for the paper.
    pub const STANDARD_ERROR: Self = TraceFile(None);

    /// Begins a trace in the file `path`.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn begin(path: &Path, files: &mut dyn Host) -> Result<Self, MonitorError> {
        let name = file_name::of_host(path);
        let permit = files.permit(&FileUse::writes("--trace-focal", &name))?;
        files.check_writable(&permit).map_err(|error| MonitorError::File { name, reason: error.to_string() })?;
        Ok(TraceFile(Some(GrowingFile::new(permit, Growth::Replaces))))
    }

    /// Adds lines to the trace, if a trace is active. The trace goes to a file or to standard error. If the file cannot
    /// be written, the trace ends.
    ///
    /// # Errors
    ///
    /// When the trace goes to a file that cannot be written. A failed write to standard error is ignored.
    pub fn write(trace: &mut Option<Self>, lines: &str, files: &mut dyn Host) -> io::Result<()> {
        let written = trace.as_mut().map_or(Ok(()), |file| file.append(lines, files));
        if written.is_err() {
            *trace = None;
        }
        written.map_err(io::Error::other)
    }

    fn append(&mut self, lines: &str, files: &mut dyn Host) -> Result<(), MonitorError> {
        match &mut self.0 {
            _ if lines.is_empty() => Ok(()),
            Some(file) => file.write(lines.as_bytes(), files).map_err(|reason| MonitorError::File {
                name: file.name().to_owned(),
                reason: format!("{reason}; nothing more is written to it"),
            }),
            None => {
                let _ = standard::error().write_all(lines.as_bytes());
                Ok(())
            }
        }
    }
}
