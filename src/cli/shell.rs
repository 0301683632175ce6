//! `focal8 completions` and `focal8 man`: made from the same description as the help.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;

/// Writes a completion script for your shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  focal8 completions bash > ~/.local/share/bash-completion/completions/focal8")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Writes the script for a command to standard output.
    pub fn run(self, mut command: Command) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "focal8", &mut script);
        io::stdout().write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the manual page in roff.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  focal8 man | man -l -")]
pub struct Man {}

impl Man {
    /// Writes the page of a command to standard output.
    pub fn run(self, command: Command) -> anyhow::Result<ExitCode> {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        io::stdout().write_all(&page)?;
        Ok(ExitCode::SUCCESS)
    }
}
