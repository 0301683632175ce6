//! The APL prompt. Its lines come from the keyboard, the command line, files or a pipe.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use focal8::exhibits::threeman::{Entry, Error, Intake, Readings, Workspace};

use super::keyboard;
use super::readings::Choice;
use crate::cli::exhibits::lines::Lines;
use crate::cli::exhibits::list::story_of;
use crate::cli::exhibits::repl::{self, Next, Prompt, Row};
use crate::cli::host::dash;
use crate::cli::shown::Shown;
use crate::terminal::note::note;
use crate::terminal::signals;
use crate::terminal::{has_a_typist, standard};

#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Files of lines to execute, in the given order; `-` is standard input
    files: Vec<PathBuf>,
    /// Execute LINE before the files; may be repeated
    #[arg(short, long = "execute", value_name = "LINE", allow_hyphen_values = true)]
    execute: Vec<String>,
    /// Execute LINE after the files, to call a function that they define; may be repeated
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    call: Vec<String>,
    #[command(flatten)]
    readings: Choice,
}

const HELP: &str = "\
APL executes from right to left; ⍝ begins a comment. `can` and the names of the pieces are
predefined; a file may redefine them. A function is a header, r←a f b, and the lines below the
header. Put the function between two ∇, or end it with a blank line.
A backquote and a key type a symbol; )KEYS lists all symbols:
  `w ⍵  `L ⌷  `[ ←  `6 ≥  `4 ≤  `8 ≠  `: ≡  `; ⍎  `2 ¯
)MORE explains the last error, )CLEAR removes all names, )OFF or CTRL/D ends the session.
The first hundred errors are shown on standard error. If there was an error, the exit code is
1, except after a session at the prompt.

Examples:
  focal8 threeman apl
  focal8 threeman apl can.apl --call 'ROOK can 0 3'
  focal8 threeman apl -e \"⍎'test←{12≥3+1⌷⍵}'\" -e \"test¨(9 1)(10 1)(6 6)\"
  echo \"⍎(ROOK can 3 0),⍕5 3\" | focal8 threeman apl";

const HINTS: &str = "ROOK can 3 0 asks, ⍎(ROOK can 3 0),⍕5 3 tests.
`w types ⍵, )KEYS lists all keys, )MORE explains an error, )CLEAR forgets all names, )OFF or quit ends.";

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut session = Session::new(self.readings.readings());
        session.read("line given", self.execute.join("\n").as_bytes())?;
        for file in &self.files {
            session.read(&dash::name(file), dash::open(file)?)?;
        }
        session.read("line called", self.call.join("\n").as_bytes())?;
        if self.files.is_empty() && self.execute.is_empty() && self.call.is_empty() {
            if has_a_typist() {
                session.talk()?;
                return Ok(ExitCode::SUCCESS);
            }
            session.read("standard input", dash::standard_input())?;
        }
        session.shown.end();
        Ok(if session.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Examples of lines that are not commands, each with its meaning.
const FORMS: &[(&str, &str)] = &[
    ("ROOK can 3 0", "ask whether a piece can move by a vector"),
    ("⍎(ROOK can 3 0),⍕5 3", "test the answer at a square"),
    ("+/⍳10", "the sum of the numbers from 1 to 10"),
    ("m←2 3⍴⍳6", "name a matrix: m[1;2] is an item, m[1;] a row"),
    ("∇r←f x ... ∇", "define a function of several lines"),
    ("∇f[2] r←x", "replace line 2 of f, or add a last line"),
    ("`w `L `[ ...", "type ⍵ ⌷ ← with a backquote and a key"),
    ("CTRL/C", "stop the execution"),
];

/// Returns the commands of the APL prompt, including APL's system commands, which begin with a parenthesis.
pub fn rows() -> Vec<Row<Session>> {
    let system = |word: &'static str, summary, function| Row {
        word,
        shortest: word.len(),
        aliases: vec![],
        usage: "",
        summary,
        function,
    };
    vec![
        system(")off", "end the session", Session::off),
        system(")clear", "forget all names", Session::clear),
        system(")fns", "list the names of functions", Session::functions),
        system(")vars", "list the names of values", Session::variables),
        system(")help", "show this list", Session::help),
        system(")keys", "list the keys of all symbols", Session::keys),
        system(")more", "explain the last error", Session::more),
        Row::help("show this list").whole(),
        Row::quit("end the session").whole(),
    ]
}

/// Returns the system commands in capitals, each with its parenthesis.
fn system_commands() -> Vec<String> {
    rows().iter().map(|row| row.word).filter(|word| word.starts_with(')')).map(str::to_uppercase).collect()
}

/// A workspace and its last error.
pub struct Session {
    workspace: Workspace,
    readings: Readings,
    last: Option<Error>,
    errors: usize,
    shown: Shown,
    /// Whether the user has given `)OFF`.
    off: bool,
    /// Joins the input lines of a function into one entry.
    intake: Intake,
    /// The input lines of the prompt; `None` for a file or a pipe.
    lines: Option<Lines>,
}

impl Prompt for Session {
    fn rows(&self) -> Vec<Row<Self>> {
        rows()
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        FORMS
    }

    /// Whether a line may be a command of the prompt, such as `help`. False for a system command of APL and for a name
    /// in the workspace.
    fn hears_words(&self, line: &str) -> bool {
        !line.trim().starts_with(')') && !self.workspace.knows(line.trim())
    }

    fn line(&mut self, _: &mut dyn Write) -> anyhow::Result<Option<String>> {
        let prompt = self.intake.prompt();
        Ok(self.lines.as_mut().map_or(Ok(None), |lines| lines.next(&prompt))?)
    }

    fn enter(&mut self, line: &str, _: &mut dyn Write) -> anyhow::Result<Next> {
        let errors = self.errors;
        // A pasted listing often has lost its `∇`.
        let is_bare_header = self.intake.is_empty() && Intake::is_header(line, &self.workspace);
        for entry in self.intake.take(&keyboard::with_symbols(line), &self.workspace) {
            self.enter_one(&entry)?;
        }
        if self.errors > errors {
            repl::suggest(&rows(), line);
            if is_bare_header {
                note!("hint: a function of several lines begins with ∇ before its header, and ends with a line ∇");
            }
        }
        Ok(if self.off { Next::End } else { Next::Line })
    }
}

impl Session {
    fn new(readings: Readings) -> Session {
        let (workspace, shown) = (Workspace::with_can(readings), Shown::first());
        Session {
            workspace,
            readings,
            last: None,
            errors: 0,
            shown,
            off: false,
            intake: Intake::by_hand(),
            lines: None,
        }
    }

    /// Executes a text line by line. Prints each error with the name of the text, the line number and the reason.
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
                let is_shown = self.enter_one(&entry)?;
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

    /// Executes the lines typed at the APL prompt, which is six blanks.
    fn talk(&mut self) -> anyhow::Result<()> {
        note!("{}", story_of("threeman"));
        note!("{HINTS}");
        // TAB completes the names of system commands, and the function `can`.
        let commands = system_commands().into_iter().map(|command| command[1..].to_owned());
        self.lines = Some(Lines::standard(commands.chain(["can".to_owned()])));
        self.shown = Shown::all();
        self.workspace.give_up_when(signals::interrupted());
        repl::talk(self, &mut standard::output())
    }

    /// Executes one entry; returns whether an error was shown.
    fn enter_one(&mut self, entry: &Entry) -> anyhow::Result<bool> {
        let outcome = match entry {
            Entry::Function(_, lines) => self.workspace.define_function(lines),
            Entry::Line(_, line) => {
                if let Some(command) = line.trim().strip_prefix(')') {
                    return self.command(command.trim());
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

    /// Counts an error, and prints the error unless too many errors have been printed. Returns whether the error was
    /// printed.
    fn complain(&mut self, words: &str) -> bool {
        self.errors += 1;
        let is_shown = self.shown.counts();
        if is_shown {
            note!("{words}");
        }
        is_shown
    }

    /// Carries out a system command. Returns whether an error was printed.
    fn command(&mut self, command: &str) -> anyhow::Result<bool> {
        let rows = rows();
        match repl::find(&rows, &format!("){command}")) {
            Some((row, rest)) => (row.function)(self, rest, &mut standard::output()).map(|_| false),
            None => {
                self.last = None;
                let commands = system_commands();
                let (last, others) = commands.split_last().expect("there are several");
                Ok(self.complain(&format!("BAD COMMAND: there are {} and {last}", others.join(", "))))
            }
        }
    }

    fn off(&mut self, _: &str, _: &mut dyn Write) -> anyhow::Result<Next> {
        self.off = true;
        Ok(Next::End)
    }

    fn clear(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let mut workspace = Workspace::with_can(self.readings);
        workspace.give_up_when(signals::interrupted());
        self.workspace = workspace;
        writeln!(out, "CLEAR WS")?;
        Ok(Next::Line)
    }

    fn functions(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        writeln!(out, "{}", self.workspace.functions().join("  "))?;
        Ok(Next::Line)
    }

    fn variables(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        writeln!(out, "{}", self.workspace.variables().join("  "))?;
        Ok(Next::Line)
    }

    fn help(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        write!(out, "{}", repl::help(FORMS, &rows()))?;
        Ok(Next::Line)
    }

    fn keys(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        write!(out, "{}", keyboard::table())?;
        Ok(Next::Line)
    }

    fn more(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        match &self.last {
            Some(error) => writeln!(out, "{}", error.reason)?,
            None => writeln!(out, "NO MORE ERROR INFO")?,
        }
        Ok(Next::Line)
    }
}
