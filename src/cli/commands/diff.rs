//! `focal8 diff`: plays two sessions in step, and reports where their input, machines and papers first differ.

mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use focal8::focal_machine::CoreView;
use focal8::session::{InStep, InStepError, Session};

use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::{dash, recorded};
use crate::cli::options::symbols::labels;
use crate::terminal::note::note;
use crate::terminal::{long_work, standard};

use report::Report;

/// Compare two recorded sessions, and find where they first differ
///
/// A session is a file that --record has written. The command replays both sessions in step, and reports the first
/// input event that differs; the first moment, exact to the instruction, at which registers, core, paper or media
/// differ; the first character at which the papers differ; and the words of core that differ at the end. For each of
/// these words, the command also reports which instruction stored the word last in each session.
///
/// The exit code is 0 if the sessions are equal, 1 if they differ, and 2 if they cannot be compared.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Diff {
    /// First session; `-` is standard input
    #[arg(value_name = "SESSION")]
    one: PathBuf,
    /// Second session
    #[arg(value_name = "SESSION")]
    other: PathBuf,
    /// File with labels for addresses, as `focal8 asm --symbols` writes it, or a listing
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  focal8 run hello.bin --record a.session
  focal8 run hello.bin --record b.session --sr 1
  focal8 diff a.session b.session
  focal8 diff a.session b.session --symbols hello.sym   with the names of labels";

/// The error for sessions that cannot be compared: exit code 2, as in diff(1).
#[derive(Debug)]
pub struct NotCompared(anyhow::Error);

impl std::fmt::Display for NotCompared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for NotCompared {}

impl Diff {
    /// Compares the sessions, and prints the report.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (text, code) = self.compare().map_err(NotCompared)?;
        standard::output().write_all(text.as_bytes())?;
        Ok(code)
    }

    fn compare(&self) -> anyhow::Result<(String, ExitCode)> {
        let mut named = NamedFiles::default();
        named.input("a session", &self.one);
        named.input("a session", &self.other);
        self.symbols.iter().for_each(|path| named.input("--symbols", path));
        named.check()?;
        let mut symbols = labels(self.symbols.iter().map(PathBuf::as_path))?;
        let paths = [&self.one, &self.other];
        let names = paths.map(|path| dash::name(path));
        let sessions = [read(paths[0])?, read(paths[1])?];
        let [one, other] = &sessions;
        if one.config != other.config {
            let machine = |session: &Session| {
                let config = session.config;
                format!("a PDP-{} with {}K", config.model, u32::from(config.fields) * 4)
            };
            return Err(anyhow!(
                "{} is of {} and {} of {}: sessions of different machines cannot be compared",
                names[0],
                machine(one),
                names[1],
                machine(other)
            ));
        }
        let mut in_step = InStep::new([one, other]);
        let mut work = long_work::begin("comparing the sessions");
        let found = in_step.run(&mut work).map_err(|error| failed(&names, error))?;
        let own = in_step.players().iter().find_map(|player| CoreView::find(player.station().machine()));
        if let Some(focal) = own.filter(|_| symbols.is_empty()) {
            symbols.add(focal.rom().symbols).map_err(|error| anyhow!("our FOCAL: {error}"))?;
        }
        let report = Report { names: &names, symbols, sessions: [one, other] };
        let text = report.text(in_step, found, &mut work)?;
        drop(work);
        Ok((text.body, ExitCode::from(u8::from(text.is_different))))
    }
}

/// Reads a session.
fn read(path: &Path) -> anyhow::Result<Session> {
    let session = recorded::read(&dash::text(path, "sessions are")?).with_context(|| dash::cannot_read(path))?;
    if let Some(line) = session.cut {
        note!("focal8: {}: line {line} is cut, and left out", dash::name(path));
    }
    Ok(session)
}

/// Returns the error for sessions that could not be played.
fn failed(names: &[String; 2], error: InStepError) -> anyhow::Error {
    match error {
        InStepError::Broken(broken) => anyhow!("{}: {}", names[broken.side], broken.departure),
        InStepError::GivenUp => anyhow!("the comparison was given up"),
        error => error.into(),
    }
}
