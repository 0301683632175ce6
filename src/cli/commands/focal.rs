//! `focal8 focal`: a Teletype with FOCAL at its prompt `*`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use focal8::ascii::RETURN;
use focal8::debugger::{LineOrGroup, check};
use focal8::focal::Functions;
use focal8::host::user;
use focal8::listing::{Refusal, SaveError, is_numbered};

use crate::cli::AT_FAULT;
use crate::cli::host::files;
use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::programs::{self, Source};
use crate::cli::options::interpreter::Interpreter;
use crate::cli::options::keep::KeepOption;
use crate::cli::options::line_trace::LineTrace;
use crate::cli::options::session::SessionOptions;
use crate::terminal::hints::Hints;
use crate::terminal::kept_sessions::Command;
use crate::terminal::note::note;
use crate::terminal::standard;
use crate::terminal::{OperatedSession, exit_code, has_a_screen, has_a_typist};

/// The largest number of faulty lines that are reported one by one; further faulty lines are only counted.
const MAX_REPORTED: usize = 3;

/// Start FOCAL,1969 at a Teletype, with its * prompt
///
/// A PROGRAM is a file, or the name of a built-in program (see --list). PROGRAMs are typed in before your own lines. In
/// PROGRAMs and in your lines, small letters become capitals, and each line break becomes RETURN.
///
/// FOCAL runs in the memory of an emulated PDP-8. With --native, FOCAL is an interpreter that is part of focal8, and no
/// machine is emulated. CTRL/C stops a program. CTRL/E opens the operator's prompt, where the commands `save` and
/// `load` write and read programs. At a terminal, the machine runs at the speed of 1969 unless --speed is given.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Focal {
    /// FOCAL programs to type in: files, or names in --list; `-` is standard input
    #[arg(value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    /// List the built-in programs
    #[arg(long, conflicts_with_all = ["programs", "save"])]
    list: bool,
    /// Type LINE, then exit; may be repeated
    ///
    /// FOCAL reads each LINE in place of standard input. The exit code is 1 if FOCAL reports an error.
    #[arg(short, long, value_name = "LINE", conflicts_with = "list", allow_hyphen_values = true)]
    execute: Vec<String>,
    /// Save the program to FILE on exit
    ///
    /// The program is saved even if an error or a signal ends the session.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Warn of suspicious variable names before a program runs
    ///
    /// The command warns of names that differ only after the second character (FOCAL takes them for one name), of
    /// variables that are never set, and of variables that are read before they are set. It also warns of lines that no
    /// command leads to.
    #[arg(long, requires = "programs", hide_short_help = true)]
    check_variables: bool,
    #[command(flatten)]
    interpreter: Interpreter,
    #[command(flatten)]
    line_trace: LineTrace,
    #[command(flatten)]
    session_options: SessionOptions,
    #[command(flatten)]
    keep: KeepOption,
}

const EXAMPLES: &str = "\
Examples:
  focal8 focal                              then type TYPE FSQT(2) and RETURN
  focal8 focal -e 'TYPE FSQT(2),!'          a line, and no session
  focal8 focal lander                       a built-in game; --list shows all programs
  focal8 focal mine.fc --save mine.fc       continue a program, and save it on exit
  focal8 focal lander --speed max           as fast as the host can
  echo 'TYPE FSQT(2)' | focal8 focal        a line for FOCAL from a pipe
  focal8 focal --functions none             more room for the program
  focal8 focal --genuine focal69.bin        with your own FOCAL tape";

/// The hint for a person at the terminal.
const WAYS: &str = "CTRL/E, then quit, leaves (or help); CTRL/C stops, CTRL/F hurries it";

impl Focal {
    /// Starts FOCAL, types the programs, and then takes keys from the terminal or the pipe.
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        if !self.execute.is_empty() {
            self.session_options.take_only(self.execute.iter().map(|line| format!("{line}\r")).collect());
        }
        if self.list {
            standard::output().write_all(programs::list().as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        self.interpreter.record_paper(&mut self.session_options)?;
        let host = self.named_files().check()?;
        let sources = programs::sources(&self.programs)?;
        let usual = if sources.iter().any(|source| source.needs_room) { Functions::None } else { Functions::All };
        let draws = sources.iter().any(|source| source.draws);
        let mut session: Box<dyn OperatedSession> = if self.interpreter.is_native() {
            Box::new(self.interpreter.native_session(usual, draws, host)?)
        } else {
            let mut session = self.interpreter.machine_session(usual, draws, host)?;
            if self.session_options.has_a_typist() {
                self.keep.begin(Command::Focal, &mut session, self.session_options.has_hints());
            }
            Box::new(session)
        };
        let session = session.as_mut();
        self.line_trace.begin(session)?;
        let _screen = self.session_options.take_terminal()?;
        if self.check_variables {
            warn(&sources);
        }
        let mut is_whole = true;
        for source in &sources {
            is_whole &= self.type_in(source, session)?;
        }
        if has_a_typist() {
            session.note_kept();
        }
        if self.save.is_some() || self.interpreter.keeps_machine() {
            session.note_saved_at_the_end();
        }
        let hints = Hints::new(WAYS, "it is still working; CTRL/F hurries it until it waits again, CTRL/C stops it");
        let ending = self.interpreter.run(session, &self.session_options, hints);
        let saved = self.save.as_ref().map_or(Ok(()), |path| self.save(session, &self.target(path, is_whole)));
        files::all_written([self.interpreter.finish(session), saved])?;
        let code = exit_code(ending?);
        let is_executed = !self.execute.is_empty();
        if is_executed && session.messages().last().is_some() && code == ExitCode::SUCCESS {
            return Ok(ExitCode::from(AT_FAULT));
        }
        // A person has seen the reports and may have corrected the program, so faulty lines do not change the exit
        // code.
        Ok(if is_whole || has_a_typist() || code != ExitCode::SUCCESS { code } else { ExitCode::from(AT_FAULT) })
    }

    /// Returns the files of the command. `--save` may name the file of a program.
    fn named_files(&self) -> NamedFiles {
        let mut named = NamedFiles::default();
        self.programs.iter().for_each(|path| named.input(user::PROGRAM, path));
        self.save.iter().for_each(|path| named.output_over(user::SAVE_OPTION, path, &[user::PROGRAM]));
        self.interpreter.add_files(&mut named);
        self.line_trace.add_files(&mut named);
        self.session_options.add_files(&mut named);
        named
    }

    /// Returns the path to save the program to, which is usually `path`. If FOCAL did not keep every line (`is_whole`
    /// is false), and a program was read from the file `path`, returns `path` with the suffix `.part`, so that the file
    /// does not lose lines.
    fn target(&self, path: &Path, is_whole: bool) -> PathBuf {
        if is_whole || !self.programs.iter().any(|program| files::is_one(program, path)) {
            return path.to_owned();
        }
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        note!("focal8: {} is not changed, since FOCAL did not keep all its lines", files::name(path));
        part.into()
    }

    fn save(&self, session: &dyn OperatedSession, path: &Path) -> anyhow::Result<()> {
        let listing = session.target().focal().map_or(Err(SaveError::Empty), |focal| focal.listing());
        let listing = listing.map_err(|error| anyhow!("cannot save to {}: {error}", files::name(path)))?;
        files::write_or_elsewhere(path, listing.text.as_bytes())?;
        if has_a_typist() || *path != *self.save.as_deref().unwrap_or(path) {
            note!("focal8: {}", listing.report(&path.to_string_lossy()).trim_end());
        }
        Ok(())
    }

    /// Types a program, and reports the lines that FOCAL answers with an error; returns whether FOCAL kept every
    /// numbered line.
    ///
    /// If the last line has no number, the function returns before FOCAL has executed that line.
    fn type_in(&self, source: &Source, session: &mut dyn OperatedSession) -> anyhow::Result<bool> {
        let text = if self.session_options.raw() { source.text.clone() } else { source.text.to_ascii_uppercase() };
        let mut refused = Refused::new(source, session);
        for (number, line) in (1..).zip(text.lines()) {
            let keys = [line.as_bytes(), &[RETURN]].concat();
            // FOCAL takes the first key only when FOCAL waits for input, so all errors of the previous line are
            // printed.
            self.session_options.feed(session, &keys[..1])?;
            refused.look(session)?;
            self.session_options.feed(session, &keys[1..])?;
            refused.line = Some((number, line.to_owned()));
        }
        if refused.line.as_ref().is_some_and(|(_, line)| is_numbered(line)) {
            self.session_options.run_until_idle(session)?;
            refused.look(session)?;
        }
        Ok(refused.end())
    }
}

/// Warns of suspicious names in the programs. FOCAL treats all the programs as one program.
fn warn(sources: &[Source]) {
    let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    let mut lines = BTreeMap::new();
    let mut direct = Vec::new();
    for line in sources.iter().flat_map(|source| source.text.lines()) {
        let line = line.to_ascii_uppercase();
        let begin = line.find(|letter: char| letter != ' ').unwrap_or(line.len());
        let end = line[begin..].find(|letter: char| letter != '.' && !letter.is_ascii_digit());
        let end = end.map_or(line.len(), |end| begin + end);
        match LineOrGroup::parse(&line[begin..end]) {
            // Blanks replace the line number, so that the columns in the warnings are the columns in the file.
            Ok(LineOrGroup::Line(number)) => drop(lines.insert(number, (" ".repeat(end) + &line[end..]).into_bytes())),
            _ => direct.push(line.into_bytes()),
        }
    }
    let lines: Vec<_> = lines.into_iter().collect();
    for warning in check(&lines, &direct) {
        note!("focal8: {}: {warning}", names.join(", "));
    }
}

/// The program lines that FOCAL has answered with an error.
struct Refused<'a> {
    source: &'a Source,
    /// The line that was typed last.
    line: Option<(usize, String)>,
    reported: usize,
    not_kept: usize,
}

impl<'a> Refused<'a> {
    fn new(source: &'a Source, session: &mut dyn OperatedSession) -> Self {
        session.messages().take_first();
        Refused { source, line: None, reported: 0, not_kept: 0 }
    }

    /// Reports an error that the last line has caused, if there is one.
    fn look(&mut self, session: &mut dyn OperatedSession) -> io::Result<()> {
        let (Some((number, line)), Some(message)) = (&self.line, session.messages().take_first()) else {
            return Ok(());
        };
        if self.reported < MAX_REPORTED {
            if has_a_screen() {
                writeln!(standard::output())?;
            }
            note!("focal8: {}:{number}: {}", self.source.name, Refusal::of(&message, line));
        }
        self.reported += 1;
        self.not_kept += usize::from(is_numbered(line));
        Ok(())
    }

    /// Reports the number of further errors. Returns whether FOCAL kept every numbered line.
    fn end(self) -> bool {
        let name = &self.source.name;
        if self.reported > MAX_REPORTED {
            note!("focal8: {name}: {} more errors", self.reported - MAX_REPORTED);
        }
        match self.not_kept {
            0 => {}
            1 => note!("focal8: {name}: one line of it is not in the program"),
            count => note!("focal8: {name}: {count} lines of it are not in the program"),
        }
        self.not_kept == 0
    }
}
