//! The APL prompt: from the keyboard, from the command line, from files, or in a pipe.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use focal8::exhibits::threeman::{Entry, Error, Intake, Readings, Workspace};

use super::keyboard;
use super::readings::Choice;
use crate::cli::dash;
use crate::cli::lines::Lines;
use crate::cli::shown::Shown;
use crate::terminal::note::note;
use crate::terminal::signals;
use crate::terminal::standard;

#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Files of lines to execute in this order; - is standard input
    files: Vec<PathBuf>,
    /// Execute LINE before the files; may be repeated
    #[arg(short, long = "execute", value_name = "LINE", allow_hyphen_values = true)]
    execute: Vec<String>,
    /// Execute LINE after the files, to call a function of theirs; may be repeated
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    call: Vec<String>,
    #[command(flatten)]
    readings: Choice,
}

const HELP: &str = "\
Everything is executed from right to left; ⍝ begins a remark. `can` and the names of the figures are known; a file may
define them anew. A function is a header, r←a f b, and lines below it: between ∇ and ∇, or up to a blank line.
A backquote and a key make a symbol, )KEYS lists them: `w ⍵  `L ⌷  `[ ←  `6 ≥  `4 ≤  `8 ≠  `: ≡  `; ⍎  `2 ¯
)MORE tells what was wrong with the last line in a sentence, )CLEAR forgets all names, )OFF or Ctrl-D ends.
Errors go to standard error, the first hundred; the exit status is then 1, but not after typing at the prompt.

Examples:
  focal8 threeman apl
  focal8 threeman apl can.apl --call 'ROOK can 0 3'
  focal8 threeman apl -e \"⍎'test←{12≥3+1⌷⍵}'\" -e \"test¨(9 1)(10 1)(6 6)\"
  echo \"⍎(ROOK can 3 0),⍕5 3\" | focal8 threeman apl";

const HINTS: &str = "ROOK can 3 0 asks, ⍎(ROOK can 3 0),⍕5 3 tests.
`w types ⍵, )KEYS lists all keys, )MORE explains an error, )CLEAR forgets all names, )OFF or quit ends.";

/// The system commands, which follow a parenthesis, and the function that there is in the beginning.
const COMMANDS: [&str; 5] = ["OFF", "CLEAR", "KEYS", "MORE", "can"];

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut session = Session::new(self.readings.readings());
        session.read("line given", self.execute.join("\n").as_bytes())?;
        for file in &self.files {
            session.read(&dash::name(file), dash::open(file)?)?;
        }
        session.read("line called", self.call.join("\n").as_bytes())?;
        if self.files.is_empty() && self.execute.is_empty() && self.call.is_empty() {
            if io::stdin().is_terminal() {
                session.talk()?;
                return Ok(ExitCode::SUCCESS);
            }
            session.read("standard input", dash::standard_input())?;
        }
        session.shown.end();
        Ok(if session.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// A workspace and the last mistake made in it.
struct Session {
    workspace: Workspace,
    readings: Readings,
    last: Option<Error>,
    errors: usize,
    shown: Shown,
    /// `)OFF` was given.
    off: bool,
}

impl Session {
    fn new(readings: Readings) -> Session {
        let (workspace, shown) = (Workspace::with_can(readings), Shown::first());
        Session { workspace, readings, last: None, errors: 0, shown, off: false }
    }

    /// Executes a whole text. Beneath an error stands where and why, since nobody can ask for `)MORE`.
    fn read(&mut self, name: &str, mut text: impl BufRead) -> anyhow::Result<()> {
        let mut intake = Intake::of_file();
        while !self.off {
            let line = dash::next_line(&mut text).with_context(|| format!("cannot read {name}"))?;
            let entries = match &line {
                Some(line) => intake.take(&keyboard::with_symbols(line), &self.workspace),
                None => intake.finish(),
            };
            for entry in entries {
                let (Entry::Line(number, _) | Entry::Function(number, _)) = entry;
                let is_shown = self.enter(&entry)?;
                if let (Some(error), true) = (&self.last, is_shown) {
                    note!("error: {name}:{number}: {}", error.reason);
                }
                if self.off {
                    break;
                }
            }
            if line.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// The same by hand: APL's prompt is six blanks.
    fn talk(&mut self) -> anyhow::Result<()> {
        note!("APL for three-man chess. {HINTS}");
        let mut lines = Lines::standard(COMMANDS);
        let mut intake = Intake::by_hand();
        self.shown = Shown::all();
        self.workspace.give_up_when(signals::interrupted());
        while !self.off {
            let Some(line) = lines.next(&intake.prompt())? else { break };
            match line.trim() {
                // Unless they are names of somebody's own.
                word @ ("quit" | "exit") if !self.workspace.knows(word) => break,
                "help" if !self.workspace.knows("help") => {
                    note!("{HINTS}");
                    continue;
                }
                _ => {}
            }
            for entry in intake.take(&keyboard::with_symbols(&line), &self.workspace) {
                self.enter(&entry)?;
            }
        }
        Ok(())
    }

    /// Executes one entry; whether a mistake was shown.
    fn enter(&mut self, entry: &Entry) -> anyhow::Result<bool> {
        let outcome = match entry {
            Entry::Function(_, lines) => self.workspace.define_function(lines),
            Entry::Line(_, line) => {
                if let Some(command) = line.trim().strip_prefix(')') {
                    return self.command(&command.trim().to_uppercase());
                }
                let (values, outcome) = self.workspace.execute_all(line);
                values.iter().try_for_each(|value| writeln!(standard::output(), "{value}"))?;
                outcome
            }
        };
        standard::output().flush()?;
        let Err(error) = outcome else { return Ok(false) };
        let is_shown = self.complain(&error.to_string());
        self.last = Some(error);
        Ok(is_shown)
    }

    /// Counts a mistake, and shows it unless there were too many.
    fn complain(&mut self, words: &str) -> bool {
        self.errors += 1;
        let is_shown = self.shown.counts();
        if is_shown {
            note!("{words}");
        }
        is_shown
    }

    /// A system command, which is not APL.
    fn command(&mut self, command: &str) -> anyhow::Result<bool> {
        match command {
            "OFF" => self.off = true,
            "CLEAR" => {
                let mut workspace = Workspace::with_can(self.readings);
                workspace.give_up_when(signals::interrupted());
                self.workspace = workspace;
                writeln!(standard::output(), "CLEAR WS")?;
            }
            "KEYS" => write!(standard::output(), "{}", keyboard::table())?,
            "MORE" => match &self.last {
                Some(error) => writeln!(standard::output(), "{}", error.reason)?,
                None => writeln!(standard::output(), "NO MORE ERROR INFO")?,
            },
            _ => {
                self.last = None;
                return Ok(self.complain("BAD COMMAND: there are )OFF, )CLEAR, )KEYS and )MORE"));
            }
        }
        Ok(false)
    }
}
