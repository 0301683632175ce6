//! `focal8 completions` and `focal8 man`: completion scripts and manual pages, made from the same description of the
//! options as the help.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;
use focal8::quote::quote;

use crate::cli::WrongUsage;
use crate::cli::host::files;
use crate::terminal::standard;

/// Write a completion script for your shell
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  focal8 completions bash > ~/.local/share/bash-completion/completions/focal8")]
pub struct Completions {
    /// Shell for which to write the script
    shell: Shell,
}

impl Completions {
    /// Writes the completion script for a command to standard output.
    pub fn run(self, mut command: Command) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "focal8", &mut script);
        standard::output().write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Write the manual pages in roff
///
/// The page of focal8 refers to the pages of the commands, such as focal8-focal(1); --all writes all pages.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Man {
    /// Command to document [default: focal8 itself]
    #[arg(conflicts_with = "all")]
    command: Vec<String>,
    /// Write every page into DIR, one file each
    #[arg(long, value_name = "DIR")]
    all: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  focal8 man | man -l -
  focal8 man focal | man -l -
  focal8 man --all ~/.local/share/man/man1     then: man focal8-focal";

impl Man {
    /// Writes the manual page of a command to standard output, or all manual pages to files.
    pub fn run(self, mut command: Command) -> anyhow::Result<ExitCode> {
        if let Some(folder) = &self.all {
            let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
            written.with_context(|| format!("cannot write manual pages into {}", files::name(folder)))?;
            return Ok(ExitCode::SUCCESS);
        }
        command = command.disable_help_subcommand(true);
        command.build();
        let mut page = Vec::new();
        clap_mangen::Man::new(subcommand(command, &self.command)?).render(&mut page)?;
        standard::output().write_all(&page)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the subcommand that `words` names. Each word names a command of one level, as in `strachey play`.
fn subcommand(command: Command, words: &[String]) -> anyhow::Result<Command> {
    let Some((word, rest)) = words.split_first() else { return Ok(command) };
    let name = command.get_bin_name().unwrap_or("focal8").to_owned();
    let found = command.find_subcommand(word).cloned();
    let found = found
        .ok_or_else(|| WrongUsage(format!("{name} has no subcommand '{}'; {name} --help lists them", quote(word))))?;
    subcommand(found, rest)
}
