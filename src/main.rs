//! The program `focal8`: arguments in, an exit code out.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
