//! What can be typed after `focal8`, described once: help, completions and manual come from here.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::cs2360;
use super::threeman;

/// A PDP-8 of 1969 in your terminal: FOCAL, and the checkers of 1971.
#[derive(Debug, Parser)]
#[command(version, about, long_about = None)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Cs2360(cs2360::Arguments),
    Threeman(threeman::Arguments),
}

impl Arguments {
    /// Does what was asked for.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            None => Ok(ExitCode::SUCCESS),
            Some(Command::Cs2360(arguments)) => arguments.run(),
            Some(Command::Threeman(arguments)) => arguments.run(),
        }
    }
}
