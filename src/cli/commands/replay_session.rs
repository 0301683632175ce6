//! Replays a session at the speed of 1969 or at any other speed, in whole or between two moments.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use focal8::ascii::unmarked;
use focal8::machine::{StopReason, TraceText};
use focal8::monitor::Speed;
use focal8::session::{self, Player, SessionPosition};
use focal8::station::{Station, Timeline};
use focal8::symbols::Symbols;

use crate::cli::host::growing::{Growing, WAITING};
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::{dash, files, recorded};
use crate::cli::options::registers;
use crate::cli::options::symbols::labels;
use crate::terminal::has_a_screen;
use crate::terminal::note::note;
use crate::terminal::pace::Pace;
use crate::terminal::paper;
use crate::terminal::standard;

/// How a session is played.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Sessions")]
pub struct Session {
    /// Speed of the machine: real, max or a factor such as 10
    ///
    /// The default is `real` if the output goes to a terminal, and `max` if the output goes to a pipe or a file.
    #[arg(long, value_name = "SPEED")]
    speed: Option<Speed>,
    /// Show nothing before MOMENT
    ///
    /// MOMENT is a simulated time in seconds (12.5s), a count of memory cycles (2500000), or a line of the session
    /// file, which stands for the event on that line (line:17).
    #[arg(long, value_name = "MOMENT")]
    from: Option<SessionPosition>,
    /// End at MOMENT, in the same form as for --from
    #[arg(long, value_name = "MOMENT")]
    until: Option<SessionPosition>,
    /// Print all eight bits of each character
    #[arg(long)]
    raw: bool,
    /// Write every instruction between --from and --until, and the registers before it, to FILE
    ///
    /// Each line shows an instruction, and the contents of the registers before the instruction is executed.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Labels for --trace: a symbol file or a listing of focal8 asm
    #[arg(long, value_name = "FILE", requires = "trace")]
    symbols: Vec<PathBuf>,
    /// Save the machine to FILE at the end, for --resume
    #[arg(long, value_name = "FILE")]
    core_image: Option<PathBuf>,
    /// Report the registers at the end
    ///
    /// The report is the last line of standard error.
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "line")]
    registers: Option<registers::Form>,
}

impl Session {
    /// Returns the name of the first of these options that is given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--speed", self.speed.is_some()),
            ("--from", self.from.is_some()),
            ("--until", self.until.is_some()),
            ("--raw", self.raw),
            ("--trace", self.trace.is_some()),
            ("--core-image", self.core_image.is_some()),
            ("--registers", self.registers.is_some()),
        ];
        given.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
    }

    /// Plays the session of a file.
    pub fn play(&self, file: &Path, text: &str) -> anyhow::Result<ExitCode> {
        let mut named = NamedFiles::default();
        named.input("the session", file);
        self.symbols.iter().for_each(|path| named.input("--symbols", path));
        self.trace.iter().for_each(|path| named.output("--trace", path));
        self.core_image.iter().for_each(|path| named.output("--core-image", path));
        named.check()?;
        let name = dash::name(file);
        let symbols = labels(self.symbols.iter().map(PathBuf::as_path))?;
        let session = recorded::read(text).with_context(|| name.clone())?;
        if let Some(line) = session.cut {
            note!("focal8: {name}: line {line} is cut, and left out");
        }
        let mut player = Player::new(&session);
        let played = self.show(&mut player);
        if let Some(path) = &self.trace {
            write_trace(player.station(), path, &symbols)?;
        }
        if has_a_screen() && !player.station().tail().last_line().is_empty() {
            writeln!(standard::output())?;
        }
        if let Some(form) = self.registers {
            let reason = if player.is_at_end() { StopReason::EndOfInput } else { StopReason::Budget };
            note!("{}", form.line(reason.name(), player.station().machine()));
        }
        played.map_err(|error| match error.downcast::<session::Departure>() {
            Ok(departure) => departed(&name, &session, &departure),
            Err(error) => error,
        })?;
        let Some(path) = &self.core_image else { return Ok(ExitCode::SUCCESS) };
        // A core image refers to the user's discs, so its state must be right. If another version of focal8 recorded
        // the session, the machine may depart from the session after this moment, so the rest is checked first.
        if session.program != session::PROGRAM {
            player
                .clone()
                .run(SessionPosition::End, |_, _| {})
                .map_err(|departure| departed(&name, &session, &departure))?;
        }
        files::write_or_elsewhere(path, player.station().core_image().as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }

    /// Plays the session on standard output.
    fn show(&self, player: &mut Player) -> anyhow::Result<()> {
        let mut output = paper::output();
        let screen = has_a_screen();
        if let Some(from) = self.from {
            player.run(from, |_, _| {})?;
            if screen {
                output.write_all(player.station().tail().last_line().as_bytes())?;
            }
        }
        if self.trace.is_some() {
            player.station_mut().keep_timeline();
        }
        let machine = player.station().machine();
        let speed = self.speed.unwrap_or(if screen { Speed::Real } else { Speed::Max });
        let cycles_per_second = 1e9 / machine.timing().read_cycle as f64;
        let mut pace = Pace::new(speed, cycles_per_second, Some(machine.elapsed.time));
        let until = self.until.unwrap_or(SessionPosition::End);
        loop {
            let mut printed = Vec::new();
            let played = player.run_for(pace.slice(), until, |_, frame| printed.push(frame));
            if !self.raw {
                printed.iter_mut().for_each(|frame| *frame = unmarked(*frame));
            }
            output.write_all(&printed)?;
            output.flush()?;
            if played? {
                return Ok(());
            }
            pace.wait(Some(player.station().machine().elapsed.time));
        }
    }
}

/// Writes the instructions that the machine has executed since its timeline began.
fn write_trace(station: &Station, path: &Path, symbols: &Symbols) -> anyhow::Result<()> {
    let begin = station.timeline().and_then(Timeline::begin).unwrap_or_default();
    let (mut file, mut text) = (Growing::new(path.to_owned()), TraceText::default());
    let mut written = Ok(());
    station.trace_past(begin, |record| {
        text.add(record, &|at| symbols.place(at));
        if text.len() >= WAITING {
            written = file.add(text.lines());
            text.clear();
        }
        written.is_ok()
    })?;
    written?;
    file.add(text.lines())?;
    file.finish()
}

/// Returns the error for a machine that does not behave as recorded in the session.
pub fn departed(name: &str, session: &session::Session, departure: &session::Departure) -> anyhow::Error {
    let writer = &session.program;
    let this = if writer == session::PROGRAM { String::new() } else { format!(", this is {}", session::PROGRAM) };
    anyhow!("{name} (written by {writer}{this}): {departure}")
}
