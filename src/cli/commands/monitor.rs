//! `focal8 monitor`: the operator at the console.

use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use focal8::file_name;
use focal8::machine::{Limits, StopReason};
use focal8::monitor::{Session, Speed, be_like_simh, quoted_name};

use crate::cli::host::dash::{self, is_dash};
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::{boxed_programs, files};
use crate::cli::options::count::count;
use crate::cli::options::hardware::{Hardware, Teletype};
use crate::cli::options::keep::KeepOption;
use crate::cli::options::paper::PaperOption;
use crate::cli::options::{media, registers};
use crate::terminal::console::follow;
use crate::terminal::hints::Hints;
use crate::terminal::input::Input;
use crate::terminal::interactive::{Begin, Halt, TerminalOptions, interactive};
use crate::terminal::kept_sessions::Command;
use crate::terminal::note::note;
use crate::terminal::pace::Pace;
use crate::terminal::standard;
use crate::terminal::{MachineSession, OperatedSession, exit_code, has_a_reader, has_a_typist, signals};

/// Operate the machine with SIMH's commands
///
/// The commands include `load`, `examine`, `deposit`, `run`, `step`, `break` and `trace`; `help` lists all commands. At
/// a terminal, focal8 shows a prompt; while the machine runs, CTRL/E returns to the prompt. From a pipe or with --do,
/// focal8 reads one command per line, and the command `send` types keys for the machine. The exit code is 1 if a
/// command fails, or if the condition of a command `assert` is false.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Monitor {
    /// Paper tapes to load before the first command
    tapes: Vec<PathBuf>,
    /// Execute the commands of FILE, then exit
    ///
    /// There is one exception: at a terminal, the session continues if no command has failed and the machine waits for
    /// a key after the last command.
    #[arg(long = "do", value_name = "FILE")]
    script: Option<PathBuf>,
    /// Let the script of --do overwrite any existing file
    ///
    /// Without --force, the script can overwrite an existing file only if the command line names that file, or if the
    /// session has written it.
    #[arg(short, long, requires = "script")]
    force: bool,
    #[arg(long, help = media::boot_help("Boot a unit"), value_name = "UNIT")]
    boot: Option<String>,
    /// Machine to imitate: simh, the default PDP-8 of SIMH
    ///
    /// The default PDP-8 of SIMH is an 8/E with 32K, the EAE, time sharing, a clock of 60 Hz, a line printer, RK05
    /// drives and DECtapes. A script whose first line is `; simh` gets this machine without the option.
    #[arg(long, value_name = "MACHINE", conflicts_with_all = ["model", "core", "eae"], hide_possible_values = true)]
    like: Option<Like>,
    /// Stop after N memory cycles (decimal), with exit code 3
    #[arg(long, value_name = "N", value_parser = count, default_value_t = u64::MAX, hide_default_value = true)]
    max_cycles: u64,
    /// Speed of the machine: real, max or a factor such as 10
    ///
    /// The default is `real` if you type the commands at a terminal, and `max` if they come from a pipe or a file.
    #[arg(long, value_name = "SPEED")]
    speed: Option<Speed>,
    #[command(flatten)]
    paper: PaperOption,
    #[command(flatten)]
    hardware: Hardware,
    #[command(flatten)]
    keep: KeepOption,
}

/// A machine that `--like` imitates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Like {
    /// The PDP-8 that SIMH simulates by default
    Simh,
}

const EXAMPLES: &str = "\
Examples:
  focal8 monitor hello.bin                      then: run 200
  echo 'help' | focal8 monitor                  the list of commands
  focal8 monitor hello.bin --do test.do         a test, with an exit code

test.do:
  break 210
  run 200
  assert ac=0405
  send \"HELLO\\r\"
  continue";

/// The hint for a person at the terminal.
const WAYS: &str = "CTRL/E opens the operator's prompt: help lists the commands, quit ends focal8";
const SLOW: &str = "the machine is still working; CTRL/F hurries it until it waits for a key";

impl Monitor {
    /// Loads the tapes, then executes the commands.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let person = has_a_typist() && self.script.is_none();
        let usual = if person { Teletype::Real } else { Teletype::Fast };
        let mut named = NamedFiles::default();
        self.tapes.iter().for_each(|tape| named.input("a tape", tape));
        self.script.iter().for_each(|script| named.input("--do", script));
        self.paper.add_files(&mut named);
        self.hardware.add_files(&mut named);
        let mut host = named.check()?;
        let mut station = self.hardware.build_with(usual)?;
        if self.like == Some(Like::Simh) {
            // `be_like_simh` uses a TD8-E for the DECtapes if one is connected, so the devices are connected first.
            self.hardware.media().connect(&mut station)?;
            be_like_simh(&mut station)?;
        }
        station.keep_timeline();
        for tape in &self.tapes {
            boxed_programs::load(&mut station, tape)?;
        }
        self.hardware.media().attach(&mut station, &mut host)?;
        let limits = Limits { cycles: self.max_cycles, ..Limits::NONE };
        station.limit(limits);
        if let Some(unit) = &self.boot {
            media::boot(&mut station, unit)?;
        }
        let mut session = self.hardware.session(station, host, &self.tapes)?;
        if let Some(unit) = &self.boot {
            session.begin_on_glass(unit).into_iter().for_each(|remark| note!("{remark}"));
        }
        let speed = self.speed.unwrap_or(if person { Speed::Real } else { Speed::Max });
        session.set_speed(speed);
        let mut pace = Pace::new(speed, session.cycles_per_second(), session.time());

        if person {
            let begin = if self.boot.is_some() { Begin::Running } else { Begin::AtOperator };
            let reason = self.at_the_terminal(&mut session, pace, begin);
            return self.finish(session, reason, limits);
        }
        let paper = &mut self.paper.output();
        // A booted machine runs before the first command.
        let booted = self.boot.iter().map(|_| Ok("continue".to_owned()));
        let stays = self.script.is_some() && has_a_typist();
        let reason = match &self.script {
            Some(script) if !is_dash(script) => {
                files::check_readable(script)?;
                signals::watch();
                let switch = if self.force { "-f " } else { "" };
                let command = format!("do {switch}{}", quoted_name(&file_name::of_host(script)));
                follow_all(booted.chain([Ok(command)]), &mut session, &mut pace, stays, paper)
            }
            _ => follow_all(booted.chain(commands(Input::standard())), &mut session, &mut pace, false, paper),
        };
        let reason = match reason {
            Ok(StopReason::Waiting) => self.at_the_terminal(&mut session, pace, Begin::AfterScript),
            reason => reason,
        };
        self.finish(session, reason, limits)
    }

    /// Runs the session with a person at the terminal.
    fn at_the_terminal(&self, session: &mut MachineSession, pace: Pace, begin: Begin) -> io::Result<StopReason> {
        self.keep.begin(Command::Monitor, session, has_a_reader());
        let hints = has_a_reader().then(|| Hints::new(WAYS, SLOW));
        let options = TerminalOptions { pace, raw: false, begin, halt: Halt::Asks, hints };
        interactive(session, options, Vec::new(), &mut self.paper.output())
    }

    /// Writes the files of the session, and returns the exit code.
    fn finish(
        &self,
        mut session: MachineSession,
        reason: io::Result<StopReason>,
        limits: Limits,
    ) -> anyhow::Result<ExitCode> {
        let closed = session.close().map_err(Into::into);
        files::all_written([closed, self.paper.save()])?;
        self.hardware.finish(&session)?;
        let reason = reason?;
        registers::report_limit(limits, reason);
        Ok(exit_code(reason))
    }
}

/// Returns the lines of standard input; each line is returned as soon as it arrives.
fn commands(text: impl Read) -> impl Iterator<Item = io::Result<String>> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("cannot read standard input: {error}"));
    let mut text = BufReader::new(text);
    std::iter::from_fn(move || {
        dash::next_line_of_bytes(&mut text)
            .map(|line| line.map(|line| file_name::text(&line)))
            .map_err(named)
            .transpose()
    })
}

/// Executes the commands until a command ends the session or no command is left. Returns the reason for the end.
fn follow_all(
    commands: impl IntoIterator<Item = io::Result<String>>,
    session: &mut MachineSession,
    pace: &mut Pace,
    stays: bool,
    paper: &mut dyn Write,
) -> io::Result<StopReason> {
    for command in commands {
        if let Some(reason) = follow(session, &command?, pace, stays, &mut standard::output(), paper)? {
            return Ok(reason);
        }
    }
    Ok(StopReason::Quit(if session.failed { crate::cli::AT_FAULT } else { 0 }))
}
