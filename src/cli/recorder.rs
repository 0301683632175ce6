//! `--record` of commands in which nobody operates the machine.

use std::path::Path;

use anyhow::anyhow;
use focal8::monitor::MonitorError;
use focal8::station::Station;

use crate::terminal::recording::Recording;

use super::os_host::OsHost;

/// A session being written down, if one is.
#[derive(Debug)]
pub struct Recorder(Option<(Recording, OsHost)>);

impl Recorder {
    /// Begins the file, if there is to be one: with the machine as it is now, unless it keeps its history already.
    pub fn begin(path: Option<&Path>, station: &mut Station, mut host: OsHost) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Recorder(None)) };
        station.keep_timeline();
        let recording = Recording::begin(path, station, &mut host).map_err(failed)?;
        Ok(Recorder(Some((recording, host))))
    }

    /// Writes what has come to the machine since the last call.
    pub fn write(&mut self, station: &mut Station) -> anyhow::Result<()> {
        match &mut self.0 {
            Some((recording, host)) => recording.write(station, host).map_err(failed),
            None => Ok(()),
        }
    }

    /// Writes the rest, and that it is the end.
    pub fn end(self, station: &mut Station) -> anyhow::Result<()> {
        match self.0 {
            Some((recording, mut host)) => recording.end(station, &mut host).map_err(failed),
            None => Ok(()),
        }
    }
}

fn failed(error: MonitorError) -> anyhow::Error {
    anyhow!("cannot record to {error}")
}
