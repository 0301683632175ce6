//! `focal8 completions` and `focal8 man`: made from the same description as the help.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::args::Arguments;

/// Writes a completion script for your shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  focal8 completions bash > ~/.local/share/bash-completion/completions/focal8")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Writes the script to standard output.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "focal8", &mut script);
        io::stdout().write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the manual page in roff.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  focal8 man | man -l -")]
pub struct Man {}

impl Man {
    /// Writes the page to standard output.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut page = Vec::new();
        clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
        io::stdout().write_all(&page)?;
        Ok(ExitCode::SUCCESS)
    }
}
