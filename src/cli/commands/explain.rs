//! `focal8 explain`: explains an error of FOCAL.

use std::io::Write;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use focal8::focal::explain::{explain, list, list_group};
use focal8::focal::message::Message;
use focal8::quote::quote;

use crate::cli::WrongUsage;
use crate::terminal::standard;

/// Explain an error code of FOCAL, or list all codes
///
/// FOCAL on the machine and native FOCAL have the error codes of FOCAL,1969. In ?07.22 @ 08.10, the code is 07.22, and
/// 08.10 is the program line in which the error occurred. You may leave out the question mark and a zero at the
/// beginning of the code. Put the error into quotes, because ? and < have a special meaning in the shell. A group is
/// all codes with the same number before the point: for 3, the command lists the codes that begin with 03.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Explain {
    /// The error as FOCAL printed it, such as ?03.28 or 3.28, or a group of codes, such as 3
    error: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  focal8 explain                     every code, one a line
  focal8 explain 3.28
  focal8 explain 3                   the codes that begin with 03
  focal8 explain '?10.:5'
  focal8 explain '?07.22 @ 08.10'    an error in line 8.10";

impl Explain {
    /// Writes the explanation to standard output.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let words = self.error.join(" ");
        let explanation = match words.as_str() {
            "" => list(),
            words => match list_group(words) {
                Some(list) => list,
                None => {
                    let message: Message =
                        words.parse().map_err(|error| WrongUsage(format!("'{}': {error}", quote(words))))?;
                    explain(&message, None).map_err(|unknown| anyhow!("{unknown}"))?
                }
            },
        };
        standard::output().write_all(explanation.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
