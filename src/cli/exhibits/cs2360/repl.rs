//! Reads, evaluates and prints s-expressions from files, the command line, a pipe or the keyboard.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::Args;
use focal8::exhibits::cs2360::{Error, Expression, Interpreter, Reader, Surroundings, Value, function_names};

use crate::cli::exhibits::lines::Lines;
use crate::cli::exhibits::list::story_of;
use crate::cli::exhibits::repl::{self, Next, Prompt, Row};
use crate::cli::host::dash;
use crate::cli::shown::Shown;
use crate::terminal::note::note;
use crate::terminal::signals;
use crate::terminal::{has_a_typist, standard};

#[derive(Debug, Args)]
pub(super) struct Texts {
    /// Files of expressions to evaluate in this order; `-` is standard input
    files: Vec<PathBuf>,
    /// Evaluate EXPRESSION before the files; may be repeated
    #[arg(short, long = "expression", value_name = "EXPRESSION")]
    expressions: Vec<String>,
}

impl Texts {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let typed = self.files.is_empty() && self.expressions.is_empty() && has_a_typist();
        let mut session = if typed { Session::typed() } else { Session::piped()? };
        for expression in &self.expressions {
            session.read("expression", expression.as_bytes())?;
        }
        for file in &self.files {
            session.read(&dash::name(file), dash::open(file)?)?;
        }
        if typed {
            session.talk()?;
            return Ok(ExitCode::SUCCESS);
        }
        if self.files.is_empty() && self.expressions.is_empty() {
            session.read("standard input", dash::standard_input())?;
        }
        session.shown.end();
        Ok(if session.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Examples of lines that are not commands, each with its meaning.
const FORMS: &[(&str, &str)] = &[
    ("(print-board (start-board 5))", "print the opening for N=5"),
    ("(setq b (start-board 5))", "name this board b"),
    ("(print-board (checkers b 'wp 4 nil))", "play White's move, 4 half-moves ahead"),
    ("(checkers-ec b 'wp 8 nil)", "search with alpha-beta, which is faster"),
    ("(checkers b 'wp 2 t)", "print the search as a tree too"),
    ("(defun board-eval (b v p) ...)", "search with a function of your own"),
    ("(load \"mine.lisp\")", "evaluate a file"),
    ("CTRL/C", "stop the evaluation"),
];

/// Returns the commands of the prompt for expressions.
pub fn rows() -> Vec<Row<Typist>> {
    vec![Row::help("show this list").whole(), Row::quit("end the session").whole()]
}

/// Adds the name of a source to the error of a failed attempt to read the source.
fn from<T>(name: &str, read: io::Result<T>) -> anyhow::Result<T> {
    read.with_context(|| format!("cannot read {name}"))
}

/// The prompt for expressions, with the incomplete expression that has been typed so far.
pub struct Typist {
    session: Session,
    reader: Reader,
    lines: Lines,
}

impl Prompt for Typist {
    fn rows(&self) -> Vec<Row<Self>> {
        rows()
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        FORMS
    }

    /// Whether a line may be a command. While an expression is incomplete, no line is a command.
    fn hears_words(&self, _: &str) -> bool {
        !self.reader.is_open()
    }

    fn line(&mut self, _: &mut dyn Write) -> anyhow::Result<Option<String>> {
        Ok(self.lines.next(if self.reader.is_open() { "  " } else { "> " })?)
    }

    fn enter(&mut self, line: &str, _: &mut dyn Write) -> anyhow::Result<Next> {
        let errors = self.session.errors;
        self.reader.push(line);
        self.session.answer("", &mut self.reader)?;
        if self.session.errors > errors {
            repl::suggest(&rows(), line);
        }
        Ok(Next::Line)
    }
}

/// The state that the expressions and files of one run share: the interpreter with all names defined so far, and the
/// number of errors.
struct Session {
    interpreter: Interpreter,
    paper: Paper,
    errors: usize,
    shown: Shown,
    /// A flag that CTRL/C sets, and that a search checks.
    interrupted: Arc<AtomicBool>,
    /// A flag that is set while no expression is evaluated. While the flag is set, CTRL/C ends the program. `None` for
    /// a prompt, because a prompt handles CTRL/C itself.
    idle: Option<Arc<AtomicBool>>,
}

impl Session {
    /// Creates a session for a prompt. The prompt handles CTRL/C itself.
    fn typed() -> Session {
        Session {
            interpreter: Interpreter::new(),
            paper: Paper::default(),
            errors: 0,
            shown: Shown::all(),
            interrupted: signals::interrupted(),
            idle: None,
        }
    }

    /// Creates a session whose input is a file or a pipe. CTRL/C ends the program, except while an expression is being
    /// evaluated.
    fn piped() -> anyhow::Result<Session> {
        let (interrupted, idle) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(true)));
        let interrupt = signal_hook::consts::SIGINT;
        signal_hook::flag::register_conditional_shutdown(interrupt, 128 + interrupt, Arc::clone(&idle))?;
        signal_hook::flag::register(interrupt, Arc::clone(&interrupted))?;
        let idle = Some(idle);
        let (interpreter, paper, shown) = (Interpreter::new(), Paper::default(), Shown::first());
        Ok(Session { interpreter, paper, errors: 0, shown, interrupted, idle })
    }

    /// Evaluates a text line by line. Prints the value of each expression before reading the next line.
    fn read(&mut self, name: &str, mut text: impl BufRead) -> anyhow::Result<()> {
        let mut reader = Reader::default();
        self.interpreter.name_text(name);
        while let Some(line) = from(name, dash::next_line(&mut text))? {
            reader.push(&line);
            self.answer(name, &mut reader)?;
        }
        reader.finish();
        self.answer(name, &mut reader)
    }

    /// Evaluates the expressions typed at a prompt.
    fn talk(self) -> anyhow::Result<()> {
        note!("{}", story_of("cs2360"));
        note!("(print-board (start-board 5)) begins; help, quit.");
        let constants = self.interpreter.names().map(str::to_lowercase);
        let lines = Lines::standard(constants.chain(function_names().map(str::to_owned)).collect::<Vec<String>>());
        let mut typist = Typist { session: self, reader: Reader::default(), lines };
        repl::talk(&mut typist, &mut standard::output())?;
        typist.reader.finish();
        typist.session.answer("", &mut typist.reader)
    }

    /// Evaluates the complete expressions in `reader`, and prints their values.
    fn answer(&mut self, name: &str, reader: &mut Reader) -> anyhow::Result<()> {
        while let Some(expression) = reader.next_expression() {
            match expression.and_then(|expression| self.evaluate(&expression)) {
                Ok(Value::Nothing) => {}
                Ok(value) => writeln!(standard::output(), "{value}")?,
                Err(error) => {
                    self.paper.take_error()?;
                    self.errors += 1;
                    let name = if name.is_empty() { String::new() } else { format!("{name}:") };
                    standard::output().flush()?;
                    if self.shown.counts() {
                        note!("error: {name}{error}");
                    }
                }
            }
            standard::output().flush()?;
        }
        Ok(())
    }

    fn evaluate(&mut self, expression: &Expression) -> Result<Value, Error> {
        let _thinking = signals::thinking();
        if let Some(idle) = &self.idle {
            self.interrupted.store(false, Ordering::Relaxed);
            idle.store(false, Ordering::Relaxed);
        }
        let mut keep_going = || !self.interrupted.load(Ordering::Relaxed);
        let mut surroundings =
            Surroundings { out: &mut self.paper, keep_going: &mut keep_going, open: Some(&mut open) };
        let value = self.interpreter.evaluate(expression, &mut surroundings);
        if let Some(idle) = &self.idle {
            idle.store(true, Ordering::Relaxed);
        }
        value
    }
}

/// Returns the text of a file, for the Lisp function `load`.
pub(super) fn open(name: &str) -> Result<String, String> {
    std::fs::read_to_string(name).map_err(|error| error.to_string())
}

/// Standard output as a writer for the library. The library cannot return I/O errors, so `Paper` stores the latest I/O
/// error.
#[derive(Default)]
pub(super) struct Paper {
    error: Option<io::Error>,
}

impl Paper {
    /// Returns and clears the stored I/O error, if there is one.
    pub fn take_error(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }
}

impl fmt::Write for Paper {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        standard::output().write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
