//! The options that say which FOCAL it is, and its coming up to the first asterisk.

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use focal8::focal::limits::Functions;
use focal8::focal::{Config, Focal};
use focal8::performer::Performer;
use focal8::roms::Rom;
use focal8::station::{Standing, Station};
use focal8::tape::Tape;
use focal8::word::{Address, Word};

use crate::terminal::Ending;
use crate::terminal::frontend::Frontend;
use crate::terminal::interactive::Halt;
use crate::terminal::pace::Speed;

use super::hardware::{Hardware, Teletype};
use super::session::SessionOptions;
use super::{files, genuine, variables};

/// Cycles that FOCAL may take to its first asterisk: seconds of simulated time.
const TIMEOUT: u64 = 100_000_000;

/// Which functions FOCAL keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kept {
    /// All of them: 833 words are left for text and variables
    All,
    /// Sine and cosine; logarithm, exponential and arctangent are given up: 1053 words
    Trig,
    /// None of these five: 1181 words
    None,
}

impl Kept {
    /// As native FOCAL calls it.
    pub const fn functions(self) -> Functions {
        match self {
            Kept::All => Functions::All,
            Kept::Trig => Functions::Trigonometric,
            Kept::None => Functions::None,
        }
    }

    /// As our FOCAL in machine code finds it in its word OPTION before its first start.
    const fn option(self) -> Word {
        match self {
            Kept::All => Word::new(0),
            Kept::Trig => Word::new(1),
            Kept::None => Word::new(2),
        }
    }
}

/// In OPTION: FOCAL asks which functions to keep.
const ASK: Word = Word::ONES;

/// Which FOCAL, and what becomes of it.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "FOCAL")]
pub struct Interpreter {
    /// Without a machine: an interpreter written for this host
    #[arg(long, conflicts_with_all = ["genuine", "resume", "core_image", "dialogue"])]
    native: bool,
    /// Your own FOCAL tape (BIN or RIM, starts at 200) in place of ours
    #[arg(long, value_name = "TAPE", conflicts_with_all = ["resume", "dialogue"])]
    genuine: Option<PathBuf>,
    /// Which functions FOCAL keeps; those given up make room
    #[arg(long, value_name = "WHICH")]
    functions: Option<Kept>,
    /// FOCAL asks at its start which functions to keep
    #[arg(long, conflicts_with_all = ["functions", "resume"])]
    dialogue: bool,
    /// At the end write the variables as JSON
    #[arg(long, value_name = "FILE", conflicts_with = "genuine")]
    symbols: Option<PathBuf>,
    /// At the end write the whole machine, as core kept its contents when switched off
    #[arg(long, value_name = "FILE")]
    core_image: Option<PathBuf>,
    /// Go on where a core image was written
    #[arg(long, value_name = "FILE", conflicts_with = "functions")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    hardware: Hardware,
}

impl Interpreter {
    /// Whether no machine is wanted.
    pub fn is_native(&self) -> bool {
        self.native
    }

    /// Whether a core image is to be gone on with.
    pub fn resumes(&self) -> bool {
        self.resume.is_some()
    }

    /// Looks at everything that could be wrong before anything is typed.
    pub fn check(&self) -> anyhow::Result<()> {
        for path in [&self.symbols, &self.core_image].into_iter().flatten() {
            files::check_writable(path)?;
        }
        Ok(())
    }

    /// Native FOCAL, fresh.
    pub fn native(&self, usual: Kept) -> anyhow::Result<Focal> {
        let reader = match self.hardware.fast_reader() {
            Some(tape) => files::read(tape)?,
            None => Vec::new(),
        };
        let functions = self.functions.unwrap_or(usual).functions();
        let config = if self.hardware.fields() > 1 { Config::ours_of_two_fields } else { Config::ours };
        Ok(Focal::new(Config { reader, ..config(functions) }))
    }

    /// A machine with FOCAL waiting at its asterisk, or where the image left it; the Teletype is fast so far.
    pub fn machine(&self, usual: Kept) -> anyhow::Result<Station> {
        let mut station = self.hardware.build_with(Teletype::Fast)?;
        if let Some(image) = &self.resume {
            let text = String::from_utf8(files::read(image)?)
                .map_err(|_| anyhow!("cannot resume {}: it is no text", image.display()))?;
            station.restore(&text).with_context(|| format!("cannot resume {}", image.display()))?;
            return Ok(station);
        }
        match &self.genuine {
            Some(tape) => {
                let frames = Tape::new(files::read(tape)?);
                station.load(&frames).with_context(|| format!("cannot load {}", tape.display()))?;
                station.start(Address::new(0o200));
                settle(&mut station).with_context(|| format!("{} does not come up at 200", tape.display()))?;
                if let Some(advice) = genuine::give_up(&mut station, self.functions.unwrap_or(usual)) {
                    eprintln!("focal8: {advice}");
                }
            }
            None => {
                let rom = Rom::focal(station.machine().memory.fields());
                station.load(&Tape::new(rom.tape)).context("our FOCAL does not load")?;
                let option = if self.dialogue { ASK } else { self.functions.unwrap_or(usual).option() };
                let at = rom.symbol("OPTION").context("our FOCAL has no word OPTION")?;
                station.deposit(Address::new(at), option);
                station.start(Address::new(0o200));
                settle(&mut station).context("our FOCAL does not come up")?;
            }
        }
        Ok(station)
    }

    /// Sits a person or a pipe down at what has come up, the Teletype at the speed that goes with theirs.
    pub fn sit(&self, frontend: &mut Frontend, options: &SessionOptions) -> anyhow::Result<Ending> {
        let usual = match options.speed() {
            Speed::Real => Teletype::Real,
            Speed::Max => Teletype::Fast,
        };
        if let Frontend::Machine(session) = frontend {
            session.station.set_speed(self.hardware.tty(usual));
        }
        options.sit(frontend, "", Halt::Asks)
    }

    /// Writes what was asked for at the end.
    pub fn finish(&self, frontend: &Frontend) -> anyhow::Result<()> {
        let table = match frontend {
            Frontend::Machine(session) => variables::of_machine(session.station.machine()),
            Frontend::Focal(focal) => variables::of_native(focal),
            Frontend::Game(_) => variables::NONE.to_owned(),
        };
        if let Some(path) = &self.symbols {
            files::write(path, table.as_bytes())?;
        }
        if let (Some(path), Some(station)) = (&self.core_image, frontend.station()) {
            files::write(path, station.core_image().as_bytes())?;
        }
        Ok(())
    }
}

/// Runs until the machine waits for a key.
pub fn settle(station: &mut Station) -> anyhow::Result<()> {
    match Station::run(station, TIMEOUT) {
        Standing::Waiting => Ok(()),
        Standing::Halted => bail!("the machine halts at {}", station.machine().pc_address()),
        Standing::Deaf => bail!("the machine loops at {}", station.machine().pc_address()),
        Standing::Running | Standing::Limit(_) => bail!("it does not come to wait for a key"),
    }
}

/// Types keys one by one, each when the machine waits for it, without sitting down.
pub fn type_keys(station: &mut Station, keys: impl IntoIterator<Item = u8>) -> anyhow::Result<()> {
    for key in keys {
        settle(station)?;
        station.press(key);
    }
    settle(station)
}
