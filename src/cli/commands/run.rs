//! `focal8 run`: loads paper tapes and runs them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use focal8::machine::Limits;
use focal8::pal::{Options, assemble};
use focal8::station::Station;
use focal8::symbols::Symbols;
use focal8::tape::{Tape, bin};
use focal8::word::{Address, Word};

use crate::cli::AT_FAULT;
use crate::cli::commands::asm;
use crate::cli::commands::profile::{self, AddressForm};
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::{boxed_programs, dash, files};
use crate::cli::options::count::count;
use crate::cli::options::hardware::{Hardware, Teletype, TypeAhead};
use crate::cli::options::keep::KeepOption;
use crate::cli::options::session::SessionOptions;
use crate::cli::options::symbols::{beside_all, labels};
use crate::cli::options::{media, registers};
use crate::terminal::hints::Hints;
use crate::terminal::interactive::{Begin, Halt};
use crate::terminal::kept_sessions::Command;
use crate::terminal::note::note;
use crate::terminal::{MachineSession, OperatedSession, exit_code};

/// Load paper tapes and run them
///
/// The command recognises BIN and RIM tapes, reads all their sections and starts the machine. The Teletype prints on
/// standard output. The exit code is 0 if the machine halts, or if it waits for a key after the end of the input. The
/// exit code is 3 if --max-instructions or --max-cycles ends the run.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Run {
    /// Paper tapes to load, or built-in programs: ball, talk
    #[arg(required_unless_present_any = ["deposit", "boot"], value_name = "TAPE")]
    tapes: Vec<PathBuf>,
    /// Deposit WORD at ADDR after loading; repeatable
    #[arg(long, value_name = "ADDR=WORD", value_parser = deposit)]
    deposit: Vec<(Address, Word)>,
    /// Switch register (octal)
    #[arg(long, value_name = "WORD", default_value = "0")]
    sr: Word,
    /// Address to start at (octal)
    ///
    /// The machine starts as with the key START, which clears the AC, the link, the flags and the interrupt system.
    #[arg(long, value_name = "ADDR", default_value = "200")]
    start: Address,
    #[arg(long, help = media::boot_help("Boot a unit"), value_name = "UNIT", conflicts_with = "start")]
    boot: Option<String>,
    /// After a HLT, set the switch register to WORD (octal) and continue
    ///
    /// May be repeated, once for each HLT.
    #[arg(long = "continue", value_name = "WORD")]
    continues: Vec<Word>,
    /// Stop after N instructions (decimal)
    #[arg(long, value_name = "N", value_parser = count, default_value_t = u64::MAX, hide_default_value = true)]
    #[arg(hide_short_help = true)]
    max_instructions: u64,
    /// Stop after N memory cycles (decimal; 1e6 and 1M are a million)
    #[arg(long, value_name = "N", value_parser = count, default_value_t = u64::MAX, hide_default_value = true)]
    max_cycles: u64,
    /// Report the registers and how the run ended
    ///
    /// The report is the last line of standard error.
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "line")]
    registers: Option<registers::Form>,
    /// Write every instruction and the registers to FILE
    ///
    /// Each line shows an instruction, and the contents of the registers before the instruction is executed.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Write the time of each address and label to FILE on exit
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Form of --profile: table, folded, callgrind, speedscope or flamegraph
    ///
    /// All forms except `table` show the chains of calls: JMS instructions and interrupt entries.
    #[arg(long, value_name = "FORM", requires = "profile", hide_short_help = true, hide_possible_values = true)]
    profile_form: Option<profile::AddressForm>,
    /// Labels for the operator, --trace and --profile
    ///
    /// FILE is a symbol file or a listing of focal8 asm. The default is the path of each tape with .sym or .lst instead
    /// of .bin.
    #[arg(long, value_name = "FILE", alias = "profile-symbols")]
    symbols: Vec<PathBuf>,
    /// Keys to type before the keys of standard input
    ///
    /// Each line break in TEXT becomes RETURN.
    #[arg(long = "type", value_name = "TEXT", help_heading = "Teletype")]
    keys: Option<String>,
    #[command(flatten)]
    hardware: Hardware,
    #[command(flatten)]
    session_options: SessionOptions,
    #[command(flatten)]
    keep: KeepOption,
    /// Whether the tapes are PAL sources, which form one program.
    #[arg(skip)]
    pub assembles: bool,
}

const EXAMPLES: &str = "\
Examples:
  focal8 run hello.bin                                    start at 200
  focal8 run diagnostic.rim --start 144 --sr 7777 --registers
  focal8 run loader.rim --start 7756 --reader program.bin
  focal8 run --core 32K --attach rk0=os8.rk05 --boot rk0  a system on a disc
  focal8 run --deposit 200=7001 --deposit 201=5200 --max-cycles 1000000 --registers";

/// Parses `ADDR=WORD`, both octal.
fn deposit(text: &str) -> Result<(Address, Word), String> {
    let (address, word) = text.split_once('=').ok_or("it is ADDR=WORD, as in 200=7402")?;
    let address = address.parse().map_err(|error| format!("address: {error}"))?;
    let word = word.parse().map_err(|error| format!("word: {error}"))?;
    Ok((address, word))
}

/// The hint for a person at the terminal.
const WAYS: &str = "CTRL/E, then quit, leaves (or help); CTRL/F hurries the machine";

impl Run {
    fn named_files(&self) -> NamedFiles {
        let mut named = NamedFiles::default();
        self.tapes.iter().for_each(|tape| named.input("a tape", tape));
        self.hardware.add_files(&mut named);
        self.session_options.add_files(&mut named);
        self.trace.iter().for_each(|path| named.output("--trace", path));
        self.profile.iter().for_each(|path| named.output("--profile", path));
        self.symbols.iter().for_each(|path| named.input("--symbols", path));
        named
    }

    /// Returns the labels in the files of `--symbols` or, without that option, in files beside the tapes.
    fn symbols(&self) -> anyhow::Result<Symbols> {
        let mut symbols = labels(self.symbols.iter().map(PathBuf::as_path))?;
        if self.symbols.is_empty() && !self.assembles {
            for labels in beside_all(&self.tapes, self.hardware.media()) {
                symbols.add(&labels)?;
            }
        }
        Ok(symbols)
    }

    /// Returns the name of the program for a profile: the name of the PAL source beside the first tape, or the name of
    /// the tape if there is no such source.
    fn source(&self) -> String {
        let tape = self.tapes.first().map(PathBuf::as_path).unwrap_or(Path::new("core"));
        let source = tape.with_extension("pal");
        if source.is_file() { source.display().to_string() } else { tape.display().to_string() }
    }

    /// Assembles the sources as one program, with links, as PAL8 does. Returns the tape and the listing, or `None`
    /// after errors, which are reported.
    fn assembled(&self) -> anyhow::Result<Option<(Tape, String)>> {
        let sources = self.tapes.iter().map(|path| asm::read_source(path)).collect::<anyhow::Result<Vec<_>>>()?;
        let assembly = assemble(&sources, &Options { links: true, ..Options::default() });
        if asm::report_errors(&assembly, "nothing run") {
            return Ok(None);
        }
        if self.boot.is_none() && !assembly.words.iter().any(|&(address, _)| address == self.start) {
            let name = dash::name(&self.tapes[0]);
            bail!("{name} has no word at {}, where it would start; --start ADDR chooses another address", self.start);
        }
        Ok(Some((bin::punch(&assembly.words), assembly.listing_text(&sources))))
    }

    /// Loads all files, and then runs the machine. A faulty file ends the program before the machine runs.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut host = self.named_files().check()?;
        let mut symbols = self.symbols()?;
        let mut station = self.hardware.build_with(Teletype::Real)?;
        if self.assembles {
            let Some((tape, listing)) = self.assembled()? else { return Ok(ExitCode::from(AT_FAULT)) };
            station.load(&tape).with_context(|| format!("cannot load {}", dash::name(&self.tapes[0])))?;
            symbols.add(&listing).context("cannot use the labels of the program")?;
        } else {
            for tape in &self.tapes {
                boxed_programs::load(&mut station, tape)?;
            }
        }
        self.hardware.media().attach(&mut station, &mut host)?;
        for &(address, word) in &self.deposit {
            put(&mut station, address, word)?;
        }
        if !station.machine().memory.is_present(self.start) {
            bail!("cannot start at {}: there is no core, only {}K", self.start, station.machine().memory.size() / 1024);
        }
        station.machine_mut().sr = self.sr;
        match &self.boot {
            Some(unit) => media::boot(&mut station, unit)?,
            None => station.start(self.start),
        }
        let limits = Limits { instructions: self.max_instructions, cycles: self.max_cycles, ..Limits::NONE };
        station.limit(limits);

        let lines = self.hardware.connect(&mut station, &mut host)?;
        let mut session = MachineSession {
            lines,
            delivers_keys: self.hardware.delivers_keys(TypeAhead::Deliver),
            continues: self.continues.clone().into(),
            eight_bits: self.session_options.raw(),
            ..MachineSession::new(station, host)
        };
        self.hardware.record(&mut session)?;
        if let Some(path) = &self.trace {
            session.trace_to(path)?;
        }
        if !symbols.is_empty() {
            *session.operator.monitor.symbols_mut() = symbols;
        }
        let form = self.profile_form.unwrap_or_default();
        match (&self.profile, form) {
            (None, _) => {}
            (Some(_), AddressForm::Table) => session.operator.monitor.begin_profile(),
            (Some(_), _) => session.operator.monitor.begin_call_profile(),
        }
        if let Some(unit) = &self.boot {
            session.begin_on_glass(unit).into_iter().for_each(|remark| note!("{remark}"));
        }
        if self.session_options.has_a_typist() {
            self.keep.begin(Command::Run, &mut session, self.session_options.has_hints());
        }
        let hints = Hints::new(WAYS, "the machine is still working; CTRL/F hurries it until it waits for a key");
        let keys = self.keys.as_deref().unwrap_or_default();
        let reason = self.session_options.run(&mut session, keys, Begin::Running, Halt::Ends, hints)?;
        self.hardware.finish(&session)?;
        if let Some(path) = &self.profile {
            let monitor = &mut session.operator.monitor;
            let addresses = monitor.take_profile().map(|profile| profile::by_address(&profile, monitor.symbols()));
            let calls = monitor.take_call_profile().map(|tree| form.text(&tree, &self.source()));
            files::write_or_elsewhere(path, addresses.or(calls).unwrap_or_default().as_bytes())?;
        }
        if let Some(line) = session.absent_device(reason) {
            note!("focal8: {}", line.trim_end());
        }
        match self.registers {
            Some(form) => form.report(&session, reason),
            None => registers::report_limit(limits, reason),
        }
        Ok(exit_code(reason))
    }
}

/// Deposits a word at an address, or reports that there is no core at the address.
fn put(station: &mut Station, address: Address, word: Word) -> anyhow::Result<()> {
    let memory = &mut station.machine_mut().memory;
    if !memory.is_present(address) {
        bail!("cannot deposit at {address}: there is no core, only {}K", memory.size() / 1024);
    }
    memory.write(address, word);
    Ok(())
}
