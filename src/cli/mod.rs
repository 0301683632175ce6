//! The command line: clap's arguments in `args`, then one file a subcommand.

mod al0;
mod args;
mod asm;
mod compare;
mod cs2360;
mod dash;
mod diagnose;
mod disasm;
mod disk;
mod files;
mod focal;
mod genuine;
mod hardware;
mod interpreter;
mod media;
mod monitor;
mod panel;
mod play;
mod registers;
mod replay;
mod run;
mod session;
mod shell;
mod strachey;
mod symbols;
mod threeman;
mod variables;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use crate::terminal::signals;

/// The user's material is at fault: a program, a tape, a comparison.
const AT_FAULT: u8 = 1;

/// Options that do not go together; clap says the same of those it can tell by itself.
const USAGE: u8 = 2;

/// Options that ask for something that cannot be.
#[derive(Debug)]
struct WrongUsage(String);

impl std::fmt::Display for WrongUsage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongUsage {}

/// Runs the program; every error becomes one line on standard error.
pub fn main() -> ExitCode {
    let arguments = args::Arguments::parse();
    let ended = arguments.run();
    signals::obey();
    match ended {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(if error.is::<WrongUsage>() { USAGE } else { AT_FAULT })
        }
    }
}

/// A reader that has seen enough (`focal8 ... | head`) is no fault.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}
