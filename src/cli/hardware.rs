//! The options that say which machine it is: model, core, EAE, teletype, and what is attached.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use focal8::devices::CHOICES;
use focal8::instruction::Model;
use focal8::machine::Config;
use focal8::monitor::Session;
use focal8::station::Station;
use focal8::teletype::Speed;

use crate::terminal::lines::{Endpoint, Lines};
use crate::terminal::recording::Recording;
use crate::terminal::{MachineSession, has_a_typist};

use super::WrongUsage;
use super::display::Display;
use super::media::Media;
use super::named_files::NamedFiles;
use super::os_host::OsHost;

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
    /// With time sharing: user mode and its traps; an 8/E of more than 4K has it anyway
    #[arg(long)]
    time_share: bool,
    /// Without it: the jumper on the 8/E's memory extension control that disables time sharing
    #[arg(long, conflicts_with = "time_share")]
    no_time_share: bool,
    /// How fast the teletype is: real is 10 characters a second of simulated time
    #[arg(long, value_name = "SPEED")]
    tty: Option<Teletype>,
    /// Write down the session as it goes: the machine, and every key and hand with its cycle; focal8 replay plays it
    #[arg(long, value_name = "FILE", help_heading = "Session")]
    record: Option<PathBuf>,
    #[command(flatten)]
    media: Media,
    #[command(flatten)]
    display: Display,
    /// Connect another Teletype line, 1 to 16: N=telnet:[ADDR:]PORT, N=tcp:[ADDR:]PORT or N=pty; may be repeated, and ",8b"
    /// or ",uc" choose eight bits or a Teletype's keys
    #[arg(long = "line", value_name = "N=WHERE", help_heading = "Devices")]
    lines: Vec<Endpoint>,
    /// The clock on code 13: dk8-e ticks by the mains, kw8-i is the 8/I's own, dk8-ep counts as it is told [default: dk8-e]
    #[arg(long, value_name = "CLOCK", value_parser = CLOCKS, help_heading = "Devices")]
    clock: Option<String>,
    /// Ticks of the clock a second: 50, 60, 100 or 120 of the mains, 1, 50, 500 or 5000 of a crystal [default: 120]
    #[arg(long, value_name = "N", value_parser = RATES, help_heading = "Devices")]
    clock_rate: Option<String>,
}

/// The clocks there are,
const CLOCKS: [&str; 4] = ["dk8-e", "dkc8-aa", "kw8-i", "dk8-ep"];
/// and how often they may tick.
const RATES: [&str; 7] = ["1", "50", "60", "100", "120", "500", "5000"];

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
        let Config { model, fields, eae, time_share } = config;
        if fields > model.most_fields() {
            bail!(WrongUsage(format!("a PDP-{model} supports {}K of core at most", model.most_fields() * 4)));
        }
        if eae && !model.takes_eae() {
            bail!(WrongUsage(format!("the PDP-{model} does not support the extended arithmetic element")));
        }
        if time_share && !model.traits().time_share {
            bail!(WrongUsage(format!("the PDP-{model} does not support time sharing")));
        }
        if time_share && fields == 1 {
            bail!(WrongUsage("time sharing needs more than 4K of core, as with --core 8K".to_owned()));
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
            let recording = Recording::begin(path, &session.station, session.operator.files.as_mut());
            session.recording = Some(recording.map_err(|error| anyhow!("cannot record to {error}"))?);
        }
        Ok(())
    }

    /// Where the session is to be written down.
    pub fn recorded(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// The files that are read, and those that are written.
    pub fn add_files(&self, named: &mut NamedFiles) {
        self.media.add_files(named);
        self.display.add_files(named);
        self.record.iter().for_each(|path| named.output("--record", path));
    }

    /// The machine as FOCAL's dialogue names it, which tells an 8/L from an 8/I no more than a program can.
    pub fn name_in_dialogue(&self) -> &'static str {
        let traits = self.model.unwrap_or_default().traits();
        match (traits.bsw, traits.cma_bars_rotates) {
            (true, _) => "PDP-8",
            (_, true) => "PDP-8/S",
            _ => "PDP-8/I",
        }
    }

    /// What was asked for; what was not, as it usually is.
    fn config(&self) -> Config {
        let (model, fields) = (self.model.unwrap_or_default(), self.fields());
        let comes_with_core = fields > 1 && model.traits().extension_shares_time;
        let time_share = !self.no_time_share && (self.time_share || comes_with_core);
        Config { model, fields, eae: self.eae, time_share }
    }

    /// Whether a machine that is there already is what was asked for, as far as it was.
    ///
    /// # Errors
    ///
    /// The first option that says something else.
    pub fn check_is(&self, config: Config) -> anyhow::Result<()> {
        let Config { model, fields, eae, time_share } = config;
        if let Some(asked) = self.model.filter(|&asked| asked != model) {
            bail!(WrongUsage(format!("the machine in the image is a PDP-{model}; leave --model {asked} out")));
        }
        if self.core.is_some_and(|asked| asked != fields) {
            bail!(WrongUsage(format!("the machine in the image has {}K of core; leave --core out", fields * 4)));
        }
        if self.eae && !eae {
            bail!(WrongUsage("the machine in the image has no EAE; leave --eae out".to_owned()));
        }
        if self.time_share && !time_share {
            bail!(WrongUsage("the machine in the image has no time sharing; leave --time-share out".to_owned()));
        }
        if self.no_time_share && time_share {
            bail!(WrongUsage("the machine in the image has time sharing; leave --no-time-share out".to_owned()));
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

    /// Opens the ports of its lines, sets its clock and plugs its display in: for a machine that is about to run.
    ///
    /// # Errors
    ///
    /// When a port cannot be had, or its line's codes are taken.
    pub fn connect(&self, station: &mut Station, host: &mut OsHost) -> anyhow::Result<Option<Lines>> {
        self.display.connect(station, host)?;
        self.connect_lines(station)
    }

    /// The same for a machine that has its display already.
    ///
    /// # Errors
    ///
    /// When a port cannot be had, or its line's codes are taken.
    pub fn connect_lines(&self, station: &mut Station) -> anyhow::Result<Option<Lines>> {
        for setting in self.clock.iter().chain(&self.clock_rate) {
            let io_bus = station.io_bus_mut();
            let is_set = io_bus.device_called("clock").is_some_and(|clock| clock.set(setting));
            let choice = CHOICES.iter().find(|choice| choice.names == ("clock", setting));
            if !is_set && !choice.is_some_and(|choice| io_bus.replace((choice.make)())) {
                let clock = self.clock.as_deref().unwrap_or("clock of the image");
                bail!(WrongUsage(format!("the {clock} has no rate of its own; leave --clock-rate out")));
            }
            io_bus.update_lines();
        }
        Lines::open(&self.lines, station)
    }

    /// Writes what was asked for at the end.
    pub fn finish(&self, session: &dyn Session) -> anyhow::Result<()> {
        self.display.finish(session.tube())
    }

    /// Its display.
    pub const fn display(&self) -> &Display {
        &self.display
    }

    /// What is attached to its devices.
    pub const fn media(&self) -> &Media {
        &self.media
    }
}
