//! The option `--record` of commands that have no operator's prompt.

use std::path::Path;

use anyhow::{anyhow, bail};
use focal8::monitor::MonitorError;
use focal8::station::Station;

use crate::cli::WrongUsage;
use crate::cli::host::dash::is_dash;
use crate::cli::host::os_host::OsHost;
use crate::terminal::recording::Recording;

/// A session recording, or nothing when `--record` is not given.
#[derive(Debug)]
pub struct Recorder(Option<(Recording, OsHost)>);

impl Recorder {
    /// Begins the recording, if there is a `path`. If the machine keeps a timeline, the recording begins at the start
    /// of the timeline. Otherwise the recording begins at the present state.
    pub fn begin(path: Option<&Path>, station: &mut Station, mut host: OsHost) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Recorder(None)) };
        check_is_file(path)?;
        station.keep_timeline();
        let recording = Recording::begin(path, station, &mut host).map_err(failed)?;
        Ok(Recorder(Some((recording, host))))
    }

    /// Writes the input events since the last call.
    pub fn write(&mut self, station: &mut Station) -> anyhow::Result<()> {
        match &mut self.0 {
            Some((recording, host)) => recording.write(station, host).map_err(failed),
            None => Ok(()),
        }
    }

    /// Writes the remaining input events and the end mark.
    pub fn end(self, station: &mut Station) -> anyhow::Result<()> {
        match self.0 {
            Some((recording, mut host)) => recording.end(station, &mut host).map_err(failed),
            None => Ok(()),
        }
    }
}

/// Refuses `-` as the file of `--record`.
pub fn check_is_file(path: &Path) -> anyhow::Result<()> {
    if is_dash(path) {
        bail!(WrongUsage("--record needs a file, because standard output has the paper; ./- is a file".to_owned()));
    }
    Ok(())
}

fn failed(error: MonitorError) -> anyhow::Error {
    anyhow!("cannot record to {error}")
}
