//! The commands for CPL text: `run`, `check`, and `listing` for our own program.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use focal8::exhibits::strachey::{
    CHECKERS, COMMANDS, Complaint, Interpreter, SESSION, Value, from_json, is_unfinished, to_json,
};

use crate::cli::exhibits::lines::Lines;
use crate::cli::exhibits::list::story_of;
use crate::cli::exhibits::repl::{self, Next, Prompt, Row};
use crate::cli::shown::count;
use crate::terminal::note::note;
use crate::terminal::signals;
use crate::terminal::{has_a_typist, standard};

use super::{Mending, ProgramSource, Reading};

/// Run a CPL program: evaluate calls and print the results
///
/// A CALL is any CPL expression, such as `Fact(10)` or `ChosenPosition(StartPosition)`. Without a CALL, the command
/// reads calls from standard input. A definition, `F(x) = ...`, is added to the program, and `let n = ...` names a
/// value for later calls. A call or a definition continues on the next line while a § or a parenthesis is open, and
/// after `of`, `=`, `,`, `→`, `:=`, `where` or `and`. If no FILE and no --text is given, the program is empty at first.
///
/// Results have these forms: 42 (a number), {1 2} (a bit string), [1, 2] (a list) and (1, 2) (a tuple). Calls accept
/// the same forms. `Logical([1, 2])` and `Logical(6)` make bit strings, and `PrintPosition(P)` shows a board.
#[derive(Debug, Args)]
#[command(override_usage = "focal8 strachey run [OPTIONS] [FILE] [CALL]...
       focal8 strachey run [OPTIONS] --text <CPL> [CALL]...")]
#[command(after_help = "Examples:
  focal8 strachey run fact.cpl 'Fact(10)'
  focal8 strachey run own 'LegalPositionsFrom(StartPosition)' --json
  focal8 strachey run --text 'Up(x) = Shift(x, -5)' Up --args '[{\"bits\":[12]}]'
  focal8 strachey run own            (then type calls)
  focal8 strachey listing session | focal8 strachey run own")]
pub struct Arguments {
    /// Program (a file, `-` for standard input, or `own`), then the calls
    #[arg(value_name = "FILE CALL")]
    words: Vec<String>,

    /// Use the text CPL as the program instead of FILE
    #[arg(short, long, value_name = "CPL")]
    text: Option<String>,

    /// Call the function CALL with arguments from a JSON list
    ///
    /// With --args, CALL is only the name of a function. An example of a list is [1, {"bits":[5]}].
    #[arg(long, value_name = "JSON")]
    args: Option<String>,

    /// Print results as JSON: {"bits":[...]}, {"list":[...]}, {"tuple":[...]}
    #[arg(long)]
    json: bool,

    /// Meaning of + and - on bit strings
    #[arg(long, value_enum, default_value_t)]
    reading: Reading,

    #[command(flatten)]
    mending: Mending,

    /// Value of DepthLimit in the program
    #[arg(long, visible_alias = "depth", value_name = "N", default_value_t = 2)]
    depth_limit: i64,
}

/// Check a CPL program without running it
///
/// The command reports all syntax errors, undefined names, wrong numbers of arguments, and definitions that a later
/// definition hides.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Program: a file, `-` for standard input, or `own` for the built-in program
    #[arg(value_name = "FILE")]
    program: ProgramSource,

    #[command(flatten)]
    mending: Mending,
}

/// Print a built-in CPL program, or example input for `run`
#[derive(Debug, Args)]
pub struct ListingArguments {
    /// Text to print
    #[arg(value_enum, default_value_t)]
    what: Listing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Listing {
    /// The program with Strachey's rules.
    #[default]
    Program,
    /// A program with loops, assignments, `where` and functions as values.
    Commands,
    /// Example input for `focal8 strachey run own`.
    Session,
}

impl ListingArguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let text = match self.what {
            Listing::Program => CHECKERS,
            Listing::Commands => COMMANDS,
            Listing::Session => SESSION,
        };
        write!(standard::output(), "{text}")?;
        Ok(ExitCode::SUCCESS)
    }
}

impl CheckArguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (program, text) = self.program.program_and_text(Reading::Set, self.mending)?;
        let doubts = program.doubts();
        self.program.show(&doubts, &text);
        let functions = count(program.functions().count(), "function");
        if !doubts.is_empty() {
            bail!("{}: {functions}, {}", self.program, count(doubts.len(), "doubtful place"));
        }
        writeln!(standard::output(), "{}: {functions}, nothing wrong", self.program)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (source, calls) = match (&self.text, self.words.split_first()) {
            (Some(text), _) => (ProgramSource::Text(text.clone()), self.words.as_slice()),
            (None, Some((file, calls))) => (file.parse()?, calls),
            (None, None) => (ProgramSource::Text(String::new()), [].as_slice()),
        };
        if calls.is_empty() && source.is_standard_input() {
            bail!("the program comes from standard input, so the calls must be arguments");
        }
        let program = source.program(self.reading, self.mending)?;
        let mut interpreter = Interpreter::new(program);
        interpreter.set_depth_limit(self.depth_limit);
        if calls.is_empty() {
            if self.args.is_some() {
                bail!("--args requires the name of a function");
            }
            return self.typed(interpreter);
        }
        let mut out = standard::output();
        for call in calls {
            let result = match &self.args {
                Some(arguments) => interpreter.call(call, &from_json_list(arguments)?)?,
                None => match interpreter.evaluate(call) {
                    Ok(value) => value,
                    Err(complaints) => return Err(all_but_last(complaints).into()),
                },
            };
            self.print(&mut out, &result)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn print(&self, out: &mut dyn Write, result: &Value) -> io::Result<()> {
        match result {
            _ if self.json => writeln!(out, "{}", to_json(result)),
            result => write!(out, "{}", result.drawn()),
        }
    }

    /// Executes the calls and definitions from standard input. An error does not end the session. If standard
    /// input is a pipe, an error sets the exit code to 1.
    fn typed(&self, interpreter: Interpreter) -> anyhow::Result<ExitCode> {
        let at_keyboard = has_a_typist();
        if at_keyboard {
            note!("{}", story_of("strachey"));
            note!("{GREETING}");
        }
        // Standard output is not locked, since the code that restores the terminal after a signal needs it too.
        let mut out = standard::output();
        let names: Vec<String> = interpreter.program().callable().into_iter().map(str::to_owned).collect();
        let lines = Lines::standard(names);
        let (begun, code) = (String::new(), ExitCode::SUCCESS);
        let mut typist = Typist { arguments: self, interpreter, begun, lines, at_keyboard, code };
        repl::talk(&mut typist, &mut out)?;
        Ok(typist.code)
    }
}

/// The prompt for calls and definitions, with the program to which typed definitions are added.
pub struct Typist<'a> {
    arguments: &'a Arguments,
    interpreter: Interpreter,
    /// An unfinished entry: the lines that have been typed so far.
    begun: String,
    lines: Lines,
    at_keyboard: bool,
    code: ExitCode,
}

const GREETING: &str = "CPL: type a call, such as Length([1, 2, 3]), or a definition; help, quit.";

/// Examples of lines that are not commands, each with its meaning.
const FORMS: &[(&str, &str)] = &[
    ("Length([1, 2, 3])", "print the value of a call or another expression"),
    ("Twice(x) = 2 * x", "add a definition, of one line or of several"),
    ("let P = StartPosition", "name a value for later lines; P := ... gives it another"),
    ("Item(L, 2) Length(L)", "an item of a list, counted from 1, and their number"),
    ("Map(BitCount, L)", "the values of a function for the items of a list"),
    ("PrintPosition(StartPosition)", "show a position as a board"),
    ("{1 2} [1, 2] (1, 2)", "values: a bit string, a list, a tuple"),
    ("CTRL/C", "stop the evaluation"),
];

/// Returns the commands of the prompt for CPL.
pub fn rows<'a>() -> Vec<Row<Typist<'a>>> {
    vec![Row::help("show this list").whole(), Row::quit("end the session").whole()]
}

impl Prompt for Typist<'_> {
    fn rows(&self) -> Vec<Row<Self>> {
        rows()
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        FORMS
    }

    fn hears_words(&self, _: &str) -> bool {
        self.begun.is_empty()
    }

    fn line(&mut self, _: &mut dyn Write) -> anyhow::Result<Option<String>> {
        let prompt = if self.begun.is_empty() { "> " } else { "... " };
        let line = self.lines.next(prompt).context("cannot read standard input")?;
        // At the end of the input, an empty line ends the entry.
        Ok(line.or_else(|| (!self.begun.is_empty()).then(String::new)))
    }

    fn enter(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let is_blank = line.split('#').next().is_none_or(|code| code.trim().is_empty());
        if is_blank && self.begun.is_empty() {
            return Ok(Next::Line);
        }
        // An empty line ends an entry that the user gives up.
        let entry = std::mem::take(&mut self.begun) + line;
        if !line.trim().is_empty() && is_unfinished(&entry) {
            self.begun = entry + "\n";
            return Ok(Next::Line);
        }
        if self.at_keyboard {
            self.interpreter.give_up_when(signals::interrupted());
        }
        match self.interpreter.enter(&entry) {
            Ok(Some(value)) => self.arguments.print(out, &value)?,
            Ok(None) => {}
            Err(complaints) => {
                complaints.iter().for_each(|complaint| note!("error: {complaint}"));
                repl::suggest(&rows(), line);
                if !self.at_keyboard {
                    self.code = ExitCode::FAILURE;
                }
            }
        }
        Ok(Next::Line)
    }
}

fn from_json_list(text: &str) -> anyhow::Result<Vec<Value>> {
    let json: serde_json::Value = serde_json::from_str(text).context("--args is not JSON")?;
    let parts = json.as_array().context("--args is not a JSON list, such as [1, {\"bits\":[5]}]")?;
    parts.iter().map(|part| from_json(part).map_err(|error| anyhow::anyhow!("--args: {error}"))).collect()
}

/// Prints all complaints except the last. Returns the last complaint, which becomes the error of the command.
fn all_but_last(mut complaints: Vec<Complaint>) -> Complaint {
    let last = complaints.pop().expect("an error has a complaint");
    complaints.iter().for_each(|complaint| note!("error: {complaint}"));
    last
}
