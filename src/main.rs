//! The program `focal8`: arguments in, an exit code out.

mod cli;
mod terminal;

fn main() -> std::process::ExitCode {
    cli::main()
}
