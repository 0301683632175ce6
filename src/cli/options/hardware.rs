//! The options of the machine: model, core, EAE, Teletype, and the devices and files attached to it.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use focal8::devices::CHOICES;
use focal8::instruction::Model;
use focal8::machine::Config;
use focal8::monitor::Session;
use focal8::station::Station;
use focal8::teletype::Speed;

use crate::cli::WrongUsage;
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::os_host::OsHost;
use crate::cli::options::display::Display;
use crate::cli::options::media::Media;
use crate::cli::options::recorder::check_is_file;
use crate::cli::options::symbols;
use crate::terminal::lines::{Endpoint, Lines};
use crate::terminal::recording::Recording;
use crate::terminal::{MachineSession, has_a_typist};

/// The speed of the Teletype, in simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Teletype {
    /// 10 characters a second
    Real,
    /// A character every few hundred cycles
    Fast,
}

impl From<Teletype> for Speed {
    fn from(teletype: Teletype) -> Speed {
        match teletype {
            Teletype::Real => Speed::Real,
            Teletype::Fast => Speed::Fast,
        }
    }
}

/// What happens to the keys that a person types while a program is busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TypeAhead {
    /// Each key waits until the machine waits for a key
    Hold,
    /// Each key is pressed as soon as the program has read the previous key, at most ten a second
    Deliver,
}

/// The options that choose the machine, its devices and its recording.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Machine")]
pub struct Hardware {
    /// Core memory, 4K to 32K in steps of 4K [default: 4K]
    #[arg(long, value_name = "SIZE", value_parser = fields)]
    core: Option<u8>,
    #[arg(long, help = format!("PDP-8 model: {} [default: {}]", Model::names(), Model::default()))]
    model: Option<Model>,
    /// Add the extended arithmetic element
    #[arg(long)]
    eae: bool,
    /// Add time sharing: user mode and its traps
    ///
    /// An 8/E with more than 4K of core has time sharing unless --no-time-share is given.
    #[arg(long, hide_short_help = true)]
    time_share: bool,
    /// Disable time sharing, as the jumper on the 8/E's memory extension control does
    #[arg(long, conflicts_with = "time_share", hide_short_help = true)]
    no_time_share: bool,
    /// Speed of the Teletype
    ///
    /// The Teletype's speed is measured in the simulated time of the machine; --speed sets how fast that time passes.
    #[arg(long, value_name = "SPEED")]
    tty: Option<Teletype>,
    /// How to treat keys typed while the machine is busy
    ///
    /// The default is `deliver` for the commands `run`, `monitor` and `panel`. For other commands the default is
    /// `hold`, because FOCAL keeps only one key while it is busy. CTRL/C is always pressed at once, and drops the keys
    /// that are still waiting.
    #[arg(long, value_name = "KEYS", help_heading = "Teletype", hide_short_help = true)]
    type_ahead: Option<TypeAhead>,
    /// Record the session in FILE, for focal8 replay
    ///
    /// The file holds the initial state of the machine, every key, every action of the operator, and the memory cycle
    /// of each key and action.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    media: Media,
    #[command(flatten)]
    display: Display,
    /// Connect line N to telnet:PORT, tcp:PORT or pty
    ///
    /// N is the number of a Teletype line, 1 to 16. WHERE is telnet:[ADDR:]PORT, tcp:[ADDR:]PORT or pty. The suffix
    /// ",8b" after WHERE passes all eight bits. The suffix ",uc" after WHERE sends the codes of a Teletype's keys:
    /// capital letters, with the eighth bit set. May be repeated.
    #[arg(long = "line", value_name = "N=WHERE", help_heading = "Devices")]
    lines: Vec<Endpoint>,
    /// Clock on device code 13 [default: dk8-e]
    ///
    /// The dk8-e, the dkc8-aa and the kw8-i tick at the rate of --clock-rate. The kw8-i is the clock of the 8/I. The
    /// program in the machine sets the rate of the dk8-ep.
    #[arg(long, value_name = "CLOCK", value_parser = CLOCKS, help_heading = "Devices", hide_short_help = true)]
    clock: Option<String>,
    /// Ticks of the clock per second [default: 120]
    ///
    /// N is 50, 60, 100 or 120 for a clock on the mains, and 1, 50, 500 or 5000 for a crystal clock.
    #[arg(long, value_name = "N", value_parser = RATES, help_heading = "Devices", hide_short_help = true)]
    clock_rate: Option<String>,
}

/// The values of `--clock`.
const CLOCKS: [&str; 4] = ["dk8-e", "dkc8-aa", "kw8-i", "dk8-ep"];
/// The values of `--clock-rate`, in ticks per second.
const RATES: [&str; 7] = ["1", "50", "60", "100", "120", "500", "5000"];

/// Parses `4K` to `32K` as a number of fields of 4096 words.
pub fn fields(text: &str) -> Result<u8, String> {
    let kilowords: Option<u8> = text.trim_end_matches(['K', 'k']).parse().ok();
    match kilowords {
        Some(size @ 4..=32) if size % 4 == 0 => Ok(size / 4),
        _ => Err("core is 4K 8K 12K 16K 20K 24K 28K or 32K".to_owned()),
    }
}

impl Hardware {
    /// Builds the machine. The Teletype has the speed of `--tty` or, without that option, the speed `usual`.
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
        // A person at a terminal can go back in time, which needs the timeline.
        if self.record.is_some() || has_a_typist() {
            station.keep_timeline();
        }
        Ok(station)
    }

    /// Whether the keys of a person reach a busy program. Without `--type-ahead`, `usual` decides.
    pub fn delivers_keys(&self, usual: TypeAhead) -> bool {
        self.type_ahead.unwrap_or(usual) == TypeAhead::Deliver
    }

    /// Begins to record the session, if `--record` is given.
    pub fn record(&self, session: &mut MachineSession) -> anyhow::Result<()> {
        if let Some(path) = &self.record {
            check_is_file(path)?;
            let recording = Recording::begin(path, &session.station, session.operator.files.as_mut());
            session.recording = Some(recording.map_err(|error| anyhow!("cannot record to {error}"))?);
        }
        Ok(())
    }

    /// Returns the file of `--record`.
    pub fn recorded(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// Adds the files of these options to the files of the command.
    pub fn add_files(&self, named: &mut NamedFiles) {
        self.media.add_files(named);
        self.display.add_files(named);
        self.record.iter().for_each(|path| named.output("--record", path));
    }

    /// Returns the name of the machine in FOCAL's dialogue. An 8/L has the name 8/I, because no program can distinguish
    /// an 8/L from an 8/I.
    pub fn name_in_dialogue(&self) -> &'static str {
        let traits = self.model.unwrap_or_default().traits();
        match (traits.bsw, traits.cma_bars_rotates) {
            (true, _) => "PDP-8",
            (_, true) => "PDP-8/S",
            _ => "PDP-8/I",
        }
    }

    /// Returns the configuration from the options, with the default for each option that is not given.
    fn config(&self) -> Config {
        let (model, fields) = (self.model.unwrap_or_default(), self.fields());
        let comes_with_core = fields > 1 && model.traits().extension_shares_time;
        let time_share = !self.no_time_share && (self.time_share || comes_with_core);
        Config { model, fields, eae: self.eae, time_share }
    }

    /// Checks that an existing machine matches the options that are given.
    ///
    /// # Errors
    ///
    /// Reports the first option that differs from the machine.
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

    /// Returns the Teletype's speed: the speed of `--tty`, or `usual` without that option.
    pub fn tty(&self, usual: Teletype) -> Speed {
        self.tty.unwrap_or(usual).into()
    }

    /// Returns the number of fields of core, of 4096 words each.
    pub fn fields(&self) -> u8 {
        self.core.unwrap_or(1)
    }

    /// Prepares a machine that is about to run: connects the display, sets the clock, and opens the ports of the serial
    /// lines.
    ///
    /// # Errors
    ///
    /// Reports a rate that the clock does not take, a port that cannot be opened, and a line whose device codes are in
    /// use.
    pub fn connect(&self, station: &mut Station, host: &mut OsHost) -> anyhow::Result<Option<Lines>> {
        self.display.connect(station, host)?;
        self.connect_lines(station)
    }

    /// Sets the clock and opens the ports of the serial lines, for a machine whose display is already connected.
    ///
    /// # Errors
    ///
    /// Reports a rate that the clock does not take, a port that cannot be opened, and a line whose device codes are in
    /// use.
    pub fn connect_lines(&self, station: &mut Station) -> anyhow::Result<Option<Lines>> {
        for setting in self.clock.iter().chain(&self.clock_rate) {
            let io_bus = station.io_bus_mut();
            let is_set = io_bus.device_called("clock").is_some_and(|clock| clock.set(setting));
            let choice = CHOICES.iter().find(|choice| choice.names == ("clock", setting));
            if !is_set && !choice.is_some_and(|choice| io_bus.replace((choice.make)())) {
                let clock = self.clock.as_deref().unwrap_or("clock of the image");
                bail!(WrongUsage(format!("the {clock} does not take this rate; leave --clock-rate out")));
            }
            io_bus.update_lines();
        }
        Lines::open(&self.lines, station)
    }

    /// Writes the output files of the options at the end of a session.
    pub fn finish(&self, session: &dyn Session) -> anyhow::Result<()> {
        self.display.finish(session.tube())
    }

    /// Returns the options of the display.
    pub const fn display(&self) -> &Display {
        &self.display
    }

    /// Makes the session of a machine: connects the serial lines, begins the recording, and reads the labels of the
    /// program tapes. The program tapes are the tapes of `loaded` and the tapes in the readers. The labels come from
    /// symbol files or listings beside the tapes. The keys that a person types reach a busy program, unless
    /// `--type-ahead hold` is given.
    pub fn session(
        &self,
        mut station: Station,
        mut host: OsHost,
        loaded: &[PathBuf],
    ) -> anyhow::Result<MachineSession> {
        let delivers_keys = self.delivers_keys(TypeAhead::Deliver);
        let lines = self.connect(&mut station, &mut host)?;
        let mut session = MachineSession { lines, delivers_keys, ..MachineSession::new(station, host) };
        self.record(&mut session)?;
        let MachineSession { station, operator, .. } = &mut session;
        for labels in symbols::beside_all(loaded, self.media()) {
            operator.monitor.add_labels(&labels, station)?;
        }
        Ok(session)
    }

    /// Returns the options that attach files to devices.
    pub const fn media(&self) -> &Media {
        &self.media
    }
}
