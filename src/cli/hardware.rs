//! The options that say which machine it is: model, core, EAE, teletype, and what is attached.

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use focal8::instruction::Model;
use focal8::machine::Config;
use focal8::station::Station;
use focal8::teletype::Speed;

use crate::terminal::frontend::MachineSession;
use crate::terminal::has_a_typist;
use crate::terminal::recording::Recording;

use super::WrongUsage;
use super::apart::Apart;
use super::media::Media;

/// How fast the teletype is, in simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Teletype {
    /// 10 characters a second of simulated time
    Real,
    /// Each character done after a few hundred cycles
    Fast,
}

/// The machine that is asked for.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Machine")]
pub struct Hardware {
    /// Core memory: 4K to 32K, in steps of 4K [default: 4K]
    #[arg(long, value_name = "SIZE", value_parser = fields)]
    core: Option<u8>,
    #[arg(long, help = format!("Member of the family: {} [default: {}]", Model::names(), Model::default()))]
    model: Option<Model>,
    /// With the extended arithmetic element
    #[arg(long)]
    eae: bool,
    /// How fast the teletype is: real is 10 characters a second of simulated time
    #[arg(long, value_name = "SPEED")]
    tty: Option<Teletype>,
    /// Write down the session as it goes: the machine, and every key and hand with its cycle; focal8 replay plays it
    #[arg(long, value_name = "FILE", help_heading = "Session")]
    record: Option<PathBuf>,
    #[command(flatten)]
    media: Media,
}

/// `4K` to `32K`, as fields of 4096 words.
pub fn fields(text: &str) -> Result<u8, String> {
    let kilowords: Option<u8> = text.trim_end_matches(['K', 'k']).parse().ok();
    match kilowords {
        Some(size @ 4..=32) if size % 4 == 0 => Ok(size / 4),
        _ => Err("core is 4K 8K 12K 16K 20K 24K 28K or 32K".to_owned()),
    }
}

impl Hardware {
    /// Puts the machine together, its Teletype as fast as was asked for or as is usual.
    pub fn build_with(&self, usual: Teletype) -> anyhow::Result<Station> {
        let config = self.config();
        let Config { model, fields, eae } = config;
        if fields > model.most_fields() {
            bail!(WrongUsage(format!("a PDP-{model} supports {}K of core at most", model.most_fields() * 4)));
        }
        if eae && !model.takes_eae() {
            bail!(WrongUsage(format!("the PDP-{model} does not support the extended arithmetic element")));
        }
        let mut station = Station::new(config, self.tty(usual));
        // A person may want to go back in time.
        if self.record.is_some() || has_a_typist() {
            station.keep_history();
        }
        Ok(station)
    }

    /// Begins to write the session down, if that was asked for.
    pub fn record(&self, session: &mut MachineSession) -> anyhow::Result<()> {
        if let Some(path) = &self.record {
            let recording = Recording::begin(path, &session.station, session.files.as_mut());
            session.recording = Some(recording.map_err(|error| anyhow!("cannot record to {error}"))?);
        }
        Ok(())
    }

    /// The files that are read, and those that are written.
    pub fn apart(&self, apart: &mut Apart) {
        self.media.apart(apart);
        self.record.iter().for_each(|path| apart.writes("--record", path));
    }

    /// What was asked for; what was not, as it usually is.
    fn config(&self) -> Config {
        Config { model: self.model.unwrap_or_default(), fields: self.fields(), eae: self.eae }
    }

    /// Whether a machine that is there already is what was asked for, as far as it was.
    ///
    /// # Errors
    ///
    /// The first option that says something else.
    pub fn check_is(&self, config: Config) -> anyhow::Result<()> {
        let Config { model, fields, eae } = config;
        if let Some(asked) = self.model.filter(|&asked| asked != model) {
            bail!(WrongUsage(format!("the machine in the image is a PDP-{model}; leave --model {asked} out")));
        }
        if self.core.is_some_and(|asked| asked != fields) {
            bail!(WrongUsage(format!("the machine in the image has {}K of core; leave --core out", fields * 4)));
        }
        if self.eae && !eae {
            bail!(WrongUsage("the machine in the image has no EAE; leave --eae out".to_owned()));
        }
        Ok(())
    }

    /// The Teletype's speed: what was asked for, or what is usual.
    pub fn tty(&self, usual: Teletype) -> Speed {
        match self.tty.unwrap_or(usual) {
            Teletype::Real => Speed::Real,
            Teletype::Fast => Speed::Fast,
        }
    }

    /// Fields of core, of 4096 words each.
    pub fn fields(&self) -> u8 {
        self.core.unwrap_or(1)
    }

    /// What is attached to its devices.
    pub const fn media(&self) -> &Media {
        &self.media
    }
}
