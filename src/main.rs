//! The program `focal8`: takes the arguments and returns an exit code.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cli;
mod terminal;

fn main() -> std::process::ExitCode {
    cli::main()
}
