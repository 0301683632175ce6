//! `--trace-focal`: traces the lines that FOCAL executes, with their times and the variables that they change.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::cli::WrongUsage;
use crate::cli::host::dash::is_dash;
use crate::cli::host::named_files::NamedFiles;
use crate::terminal::OperatedSession;
use crate::terminal::line_trace::TraceFile;

/// The option that traces the lines of FOCAL.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "FOCAL")]
pub struct LineTrace {
    /// Write a trace of the executed FOCAL lines to FILE
    ///
    /// Each line of the trace has the count of memory cycles, the time in microseconds, the number of a FOCAL line, and
    /// the variables that this FOCAL line has changed. If FILE is `-`, the trace goes to standard error.
    #[arg(long, value_name = "FILE")]
    trace_focal: Option<PathBuf>,
}

impl LineTrace {
    /// Adds the file of this option to the files of the command.
    pub fn add_files(&self, named: &mut NamedFiles) {
        self.trace_focal.iter().for_each(|path| named.output("--trace-focal", path));
    }

    /// Begins the trace, if the option is given.
    pub fn begin(&self, session: &mut dyn OperatedSession) -> anyhow::Result<()> {
        let Some(path) = &self.trace_focal else { return Ok(()) };
        if !session.trace_lines() {
            bail!(WrongUsage(
                "--trace-focal can only trace our own FOCAL, or a FOCAL whose symbol file is beside its tape"
                    .to_owned()
            ));
        }
        let file = match is_dash(path) {
            true => TraceFile::STANDARD_ERROR,
            false => TraceFile::begin(path, session.files())?,
        };
        session.parts().0.line_trace = Some(file);
        Ok(())
    }
}
