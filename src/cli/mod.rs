//! The command line: clap's arguments in `args`, then one file a subcommand.

mod args;

mod cs2360;

mod threeman;

use std::io;
use std::process::ExitCode;

use clap::Parser;

/// The user's material is at fault: a program, a tape, a comparison.
const AT_FAULT: u8 = 1;

/// Runs the program; every error becomes one line on standard error.
pub fn main() -> ExitCode {
    let arguments = args::Arguments::parse();
    match arguments.run() {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(AT_FAULT)
        }
    }
}

/// A reader that has seen enough (`focal8 ... | head`) is no fault.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}
