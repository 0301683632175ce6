//! The options of FOCAL and its machine, and the start of FOCAL up to its first asterisk.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use focal8::focal::{Config, Focal, Functions};
use focal8::focal_machine::{FocalMachine, KEY_BUDGET_CYCLES, Start, wait_for_key};
use focal8::host::user;
use focal8::machine::StopReason;
use focal8::monitor::{Drives, Monitor, Speed, fill_drives};
use focal8::station::Station;
use focal8::tape::Tape;
use focal8::tape::text::as_tape;
use focal8::word::Address;

use crate::cli::host::files::{self, Limit};
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::os_host::OsHost;
use crate::cli::host::{boxed_programs, dash, user_tape};
use crate::cli::options::hardware::{Hardware, Teletype, TypeAhead};
use crate::cli::options::session::SessionOptions;
use crate::cli::options::{symbols, variables};
use crate::terminal::hints::Hints;
use crate::terminal::interactive::{Begin, Halt};
use crate::terminal::note::note;
use crate::terminal::{FocalSession, MachineSession, OperatedSession, has_a_typist};

/// The functions that FOCAL keeps, as values of `--functions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kept {
    /// All functions; 850 words are left for text and variables
    All,
    /// No logarithm, exponential or arctangent; 1055 words are left for text and variables
    Trig,
    /// No logarithm, exponential, arctangent, sine or cosine; 1183 words are left for text and variables
    None,
}

impl From<Kept> for Functions {
    fn from(kept: Kept) -> Functions {
        match kept {
            Kept::All => Functions::All,
            Kept::Trig => Functions::Trigonometric,
            Kept::None => Functions::None,
        }
    }
}

/// Loads the user's own FOCAL tape, and runs FOCAL up to its first asterisk. If a symbol file or listing lies beside
/// the tape, adds its labels to the machine. Makes FOCAL keep only `functions`.
pub fn start_genuine(station: &mut Station, tape: &Path, functions: Functions) -> anyhow::Result<()> {
    let frames = Tape::new(boxed_programs::tape_of(tape)?);
    station.load(&frames).with_context(|| format!("cannot load {}", dash::name(tape)))?;
    station.start(Address::new(0o200));
    wait_for_key(station, KEY_BUDGET_CYCLES)
        .with_context(|| format!("{} does not reach its prompt from 200", dash::name(tape)))?;
    if let Some((_, labels)) = symbols::beside(tape) {
        // By the labels, focal8 recognises a FOCAL that was assembled from our sources.
        Monitor::default().add_labels(&labels, station)?;
    }
    if let Some(advice) = user_tape::give_up(station, functions) {
        note!("focal8: {advice}");
    }
    Ok(())
}

/// The options that choose the FOCAL interpreter and the machine that it runs on.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "FOCAL")]
pub struct Interpreter {
    /// Run native FOCAL, without an emulated machine
    ///
    /// Native FOCAL is an interpreter that is part of focal8. It cannot record a session for `focal8 replay`. With
    /// --native, --record FILE.cast records only what the Teletype prints, for asciinema.
    #[arg(long, conflicts_with_all = ["genuine", "resume", "core_image"])]
    native: bool,
    /// Run your own FOCAL tape instead of the built-in FOCAL
    ///
    /// TAPE has the format BIN or RIM, and its FOCAL must start at address 200 (octal).
    #[arg(long, value_name = "TAPE", conflicts_with_all = ["resume", "dialogue"])]
    genuine: Option<PathBuf>,
    /// Functions that FOCAL keeps
    ///
    /// The memory of functions that FOCAL does not keep is free for text and variables.
    #[arg(long, value_name = "WHICH")]
    functions: Option<Kept>,
    /// Let FOCAL ask which functions to keep
    #[arg(long, conflicts_with_all = ["functions", "resume"])]
    dialogue: bool,
    /// Write the variables to FILE as JSON on exit
    #[arg(long, value_name = "FILE", conflicts_with = "genuine")]
    symbols: Option<PathBuf>,
    /// Save the whole machine to FILE on exit
    #[arg(long, value_name = "FILE")]
    core_image: Option<PathBuf>,
    /// Continue from the core image in FILE
    #[arg(long, value_name = "FILE", conflicts_with = "functions")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    hardware: Hardware,
}

impl Interpreter {
    /// Whether native FOCAL runs, without an emulated machine.
    pub fn is_native(&self) -> bool {
        self.native
    }

    /// With `--native` and `--record`, makes the session record what the Teletype prints.
    ///
    /// # Errors
    ///
    /// When the name of the file of `--record` does not end in `.cast`.
    pub fn record_paper(&self, options: &mut SessionOptions) -> anyhow::Result<()> {
        let Some(path) = self.hardware.recorded().filter(|_| self.native) else { return Ok(()) };
        if !options.record(path) {
            anyhow::bail!(crate::cli::WrongUsage(format!(
                "--native --record {}: a session holds the inputs of a machine, and native FOCAL has no machine; \
                 --record NAME.cast records what the Teletype prints, for asciinema, and without --native the machine \
                 records a session",
                files::name(path)
            )));
        }
        Ok(())
    }

    /// Whether the session continues from a core image.
    pub fn resumes(&self) -> bool {
        self.resume.is_some()
    }

    /// Whether the session saves the whole machine at the end.
    pub fn keeps_machine(&self) -> bool {
        self.core_image.is_some()
    }

    /// Adds the files of these options to the files of the command.
    pub fn add_files(&self, named: &mut NamedFiles) {
        self.genuine.iter().for_each(|tape| named.input("--genuine", tape));
        self.hardware.add_files(named);
        self.symbols.iter().for_each(|path| named.output("--symbols", path));
        self.resume.iter().for_each(|image| named.input(user::CORE_IMAGE, image));
        // A session may continue from a core image and save to the same file.
        let put_back = &[user::CORE_IMAGE];
        self.core_image.iter().for_each(|path| named.output_over(user::CORE_IMAGE_OPTION, path, put_back));
    }

    /// Returns the functions of `--functions`, or `usual` without that option.
    fn functions(&self, usual: Functions) -> Functions {
        self.functions.map_or(usual, Functions::from)
    }

    /// Starts native FOCAL; FOCAL has a display if an option asks for a display or if `draws` is set.
    pub fn native_session(&self, usual: Functions, draws: bool, host: OsHost) -> anyhow::Result<FocalSession> {
        let reader = match self.hardware.media().only_high_speed_reader()? {
            Some(tape) => as_tape(dash::read_something(&tape, Limit::Tape)?),
            None => Vec::new(),
        };
        let config = if self.hardware.fields() > 1 { Config::ours_of_two_fields } else { Config::ours };
        let config = |functions| Config { reader: reader.clone(), ..config(functions) };
        let focal = match self.dialogue {
            true => Focal::with_dialogue(self.hardware.name_in_dialogue(), config),
            false => Focal::new(config(self.functions(usual))),
        };
        let mut session = FocalSession::new(focal, host);
        self.hardware.display().connect_to_native(&mut session, draws)?;
        Ok(session)
    }

    /// Builds a machine in which FOCAL waits for a key. If an option names a core image, restores the machine of this
    /// image instead. The Teletype of a new machine is fast unless `--tty` is given.
    pub fn machine(&self, usual: Functions, host: &mut OsHost) -> anyhow::Result<Station> {
        let mut station = self.started(usual, host)?;
        self.hardware.media().attach(&mut station, host)?;
        Ok(station)
    }

    fn started(&self, usual: Functions, host: &mut OsHost) -> anyhow::Result<Station> {
        let mut station = self.hardware.build_with(Teletype::Fast)?;
        if let Some(image) = &self.resume {
            let text = String::from_utf8(dash::read_something(image, Limit::Image)?)
                .map_err(|_| anyhow!("cannot resume {}: it is no text", dash::name(image)))?;
            station.restore(&text).with_context(|| format!("cannot resume {}", dash::name(image)))?;
            let remarks = fill_drives(&mut station, host, Drives::Named);
            let remarks = remarks.with_context(|| format!("cannot resume {}", dash::name(image)))?;
            remarks.iter().for_each(|remark| note!("focal8: {remark}"));
            self.hardware.check_is(station.machine().config())?;
            return Ok(station);
        }
        match &self.genuine {
            Some(tape) => {
                start_genuine(&mut station, tape, self.functions(usual))?;
                Ok(station)
            }
            None => {
                let start = if self.dialogue { Start::Dialogue } else { Start::Keep(self.functions(usual)) };
                Ok(FocalMachine::on(station, start)?.into_station())
            }
        }
    }

    /// Returns a session on a machine from [`Interpreter::machine`], recorded if `--record` is given. The machine has a
    /// display if an option asks for a display or if `draws` is set.
    pub fn machine_session(&self, usual: Functions, draws: bool, mut host: OsHost) -> anyhow::Result<MachineSession> {
        let mut station = self.machine(usual, &mut host)?;
        self.hardware.display().connect_to_focal(&mut station, draws, &mut host)?;
        let mut session = MachineSession::new(station, host);
        session.delivers_keys = self.hardware.delivers_keys(TypeAhead::Hold);
        self.hardware.record(&mut session)?;
        Ok(session)
    }

    /// Sets the Teletype to the speed of `--tty`; without that option the Teletype stays fast.
    pub fn set_pace(&self, station: &mut Station) {
        station.set_speed(self.hardware.tty(Teletype::Fast));
    }

    /// Runs the session. The Teletype has the speed of `--tty`. Without that option, the Teletype is fast if the
    /// session's speed is `max`, and has its real speed otherwise.
    pub fn run(
        &self,
        session: &mut dyn OperatedSession,
        options: &SessionOptions,
        hints: Hints,
    ) -> anyhow::Result<StopReason> {
        let usual = match options.speed() {
            Speed::Real | Speed::Times(_) => Teletype::Real,
            Speed::Max => Teletype::Fast,
        };
        if let Some(station) = session.target_mut().station_mut() {
            station.set_speed(self.hardware.tty(usual));
            let lines = self.hardware.connect_lines(station)?;
            session.connect_lines(lines);
        }
        if let (Some(image), Some(station)) = (&self.resume, session.station())
            && !has_a_typist()
            && !station.machine().running
        {
            let (name, at) = (dash::name(image), station.machine().pc_address());
            note!("focal8: the machine of {name} is halted at {at}; at a terminal, CTRL/E and continue start it");
        }
        let begin = if self.resumes() { Begin::Resumed } else { Begin::Running };
        options.run(session, "", begin, Halt::Asks, hints)
    }

    /// Returns the file of `--record`.
    pub fn recorded(&self) -> Option<&Path> {
        self.hardware.recorded()
    }

    /// Writes the output files of the options at the end of a session.
    pub fn finish(&self, session: &dyn OperatedSession) -> anyhow::Result<()> {
        let table = match (session.station(), session.target().focal()) {
            (Some(station), _) => variables::json(FocalMachine::running_on(station.clone()).variables()),
            (None, Some(focal)) => variables::json(focal.view()?.inspect()?.variables().into_iter()),
            (None, None) => variables::json(std::iter::empty()),
        };
        let symbols = self.symbols.as_ref().map_or(Ok(()), |path| files::write_or_elsewhere(path, table.as_bytes()));
        let image = match (&self.core_image, session.station()) {
            (Some(path), Some(station)) => files::write_or_elsewhere(path, station.core_image().as_bytes()),
            _ => Ok(()),
        };
        files::all_written([symbols, image, self.hardware.finish(session)])
    }
}
