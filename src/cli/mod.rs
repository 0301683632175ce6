//! The command line: the arguments for clap in `args`, the subcommands in `commands` and `exhibits`, the options that
//! several commands have in `options`, and the files of the host in `host`.

mod args;
mod commands;
mod exhibits;
mod help;
mod host;
mod options;
mod shown;
mod start;
mod user_defaults;
mod workers;
mod wrap;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use focal8::quote::quote;

use crate::terminal::note::note;
use crate::terminal::signals;
use crate::terminal::{standard, streams};

use start::Started;

/// The exit code for an error such as a faulty tape, and for a comparison that finds a difference. Wrong usage has
/// another exit code, [`USAGE`].
const AT_FAULT: u8 = 1;

/// The exit code for wrong usage, and for files that `diff` or `cs2360 verify` cannot read. clap also exits with this
/// code.
const USAGE: u8 = 2;

/// An error in the use of a command, such as options that exclude each other.
#[derive(Debug)]
struct WrongUsage(String);

impl std::fmt::Display for WrongUsage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongUsage {}

/// The complete message of an error in a language other than English. The message is attached to the error as context
/// ([`anyhow::Error::context`]), and is printed instead of the English message.
#[derive(Debug)]
struct Translated(String);

impl std::fmt::Display for Translated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Runs the program, and prints any error as one line on standard error.
pub fn main() -> ExitCode {
    streams::terminals();
    let words: Vec<OsString> = std::env::args_os().collect();
    let (words, assembles) = match start::started(&words, &args::commands()) {
        Ok(None) => (words, false),
        Ok(Some(Started::Command { words, assembles })) => (words, assembles),
        Ok(Some(Started::List(list))) => {
            let listed = standard::output().write_all(list.as_bytes());
            return exit_code(listed.map(|()| ExitCode::SUCCESS).map_err(Into::into).and_then(flushed));
        }
        Err(error) => return exit_code(Err(error)),
    };
    let words = user_defaults::applied(words);
    let arguments = match args::Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(answer) => return say(&answer, &words),
    };
    let ended = if assembles { arguments.assembling() } else { arguments }.run().and_then(flushed);
    signals::obey();
    exit_code(ended)
}

fn exit_code(ended: anyhow::Result<ExitCode>) -> ExitCode {
    match ended {
        Ok(code) => code,
        Err(error) if is_closed_output(&error) => ExitCode::SUCCESS,
        Err(error) if is_full_output(&error) => {
            note!("error: cannot write to standard output: {error}");
            ExitCode::from(AT_FAULT)
        }
        Err(error) => {
            match error.downcast_ref::<Translated>() {
                Some(Translated(message)) => note!("{message}"),
                None => note!("error: {error:#}"),
            }
            let is_unreadable =
                error.is::<commands::diff::NotCompared>() || error.is::<exhibits::cs2360::verify::NotVerified>();
            let is_usage = error.is::<WrongUsage>() || error.is::<host::named_files::Conflicting>() || is_unreadable;
            ExitCode::from(if is_usage { USAGE } else { AT_FAULT })
        }
    }
}

/// Prints clap's message: the help, or an error about the arguments.
fn say(answer: &clap::Error, words: &[OsString]) -> ExitCode {
    if !answer.use_stderr() {
        return exit_code(answer.print().map(|()| ExitCode::SUCCESS).map_err(Into::into).and_then(flushed));
    }
    // Clap's message repeats the arguments unchanged, so clap parses them again with unprintable characters quoted.
    let shown = words.iter().map(|word| quote(&word.to_string_lossy()).to_string());
    let _ = args::Arguments::try_parse_from(shown).err().as_ref().unwrap_or(answer).print();
    if let Some(advice) = superfluous(answer) {
        note!("\n{advice}");
    }
    ExitCode::from(USAGE)
}

/// Returns advice if the command line has a file that the command does not take, as in `focal8 play x.bin`.
fn superfluous(answer: &clap::Error) -> Option<String> {
    match answer.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(word)) if answer.kind() == ErrorKind::UnknownArgument => {
            host::mistaken::refused(Path::new(word), &[])
        }
        _ => None,
    }
}

/// Flushes standard output, and then returns the exit code.
fn flushed(code: ExitCode) -> anyhow::Result<ExitCode> {
    match standard::output().flush() {
        // A command that ends because its terminal is closed has chosen its exit code.
        Err(error) if streams::is_of_closed_terminal(&error) => Ok(code),
        flushed => Ok(flushed.map(|()| code)?),
    }
}

/// Whether the error means that the disk of standard output is full. An error about standard output has no context,
/// whereas an error about another file has the name of that file as its context.
fn is_full_output(error: &anyhow::Error) -> bool {
    error.chain().count() == 1
        && error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::StorageFull)
}

/// Whether the program that reads standard output has closed the pipe, as in `focal8 ... | head`, or the terminal of
/// standard output is closed. For a terminal, the error must have no context, because an error about another file has
/// the name of that file as its context.
fn is_closed_output(error: &anyhow::Error) -> bool {
    let is_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    let is_terminal = streams::terminals().output
        && error.chain().count() == 1
        && error.downcast_ref().is_some_and(streams::is_of_closed_terminal);
    is_terminal || error.chain().any(|cause| cause.downcast_ref().is_some_and(is_pipe))
}
