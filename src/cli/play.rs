//! `focal8 play`.

use std::process::ExitCode;

use clap::Args;

/// To come.
#[derive(Debug, Args)]
pub struct Play {}

impl Play {
    /// To come.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        Ok(ExitCode::SUCCESS)
    }
}
