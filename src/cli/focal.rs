//! `focal8 focal`.

use std::process::ExitCode;

use clap::Args;

/// To come.
#[derive(Debug, Args)]
pub struct Focal {}

impl Focal {
    /// To come.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        Ok(ExitCode::SUCCESS)
    }
}
