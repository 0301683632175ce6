//! The program `focal8`: arguments in, an exit code out.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cli;
mod terminal;

fn main() -> std::process::ExitCode {
    cli::main()
}
