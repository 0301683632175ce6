//! `focal8 monitor`: the operator at the console.

use std::io::{self, BufRead};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use focal8::tape::Tape;

use crate::terminal::console::{Outcome, follow};
use crate::terminal::desk::{Desk, Operated};
use crate::terminal::interactive::{Begin, Halt, Joined, interactive};
use crate::terminal::pace::{Pace, Speed};
use crate::terminal::{Ending, has_a_typist};

use super::disk::Disk;
use super::files;
use super::hardware::{Hardware, Teletype};

/// Operates the machine by hand: load, examine, deposit, run, step, break, trace and more, in SIMH's words.
///
/// At a terminal it asks for orders; while the machine runs, CTRL/E comes back to the prompt. From a pipe, or with
/// --do, orders are followed line by line and the machine's keys come from the order `send`. The exit code is 1 when
/// an order could not be followed or an assertion failed.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Monitor {
    /// Paper tapes to load first
    tapes: Vec<PathBuf>,
    #[command(flatten)]
    hardware: Hardware,
    /// Follow the orders of this file, and end
    #[arg(long = "do", value_name = "FILE")]
    script: Option<PathBuf>,
    /// Simulated time against wall time; real at a terminal, max away from one
    #[arg(long, value_name = "SPEED")]
    speed: Option<Speed>,
}

const EXAMPLES: &str = "\
Examples:
  focal8 monitor hello.bin                      then: run 200
  echo 'help' | focal8 monitor                  the list of orders
  focal8 monitor hello.bin --do test.do         a test, with an exit code

test.do:
  break 210
  run 200
  assert ac=0405
  send \"HELLO\\r\"
  continue";

impl Monitor {
    /// Loads the tapes, then follows orders.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let person = has_a_typist() && self.script.is_none();
        let usual = if person { Teletype::Real } else { Teletype::Fast };
        let mut station = self.hardware.build_with(usual)?;
        for tape in &self.tapes {
            let frames = Tape::new(files::read(tape)?);
            station.load(&frames).with_context(|| format!("cannot load {}", tape.display()))?;
        }
        let mut operated = Operated::new(station, Disk);
        let speed = self.speed.unwrap_or(if person { Speed::Real } else { Speed::Max });
        let mut pace = Pace::new(speed, operated.cycles_per_second());
        let mut output = io::stdout().lock();

        if person {
            let joined = Joined { pace, raw: false, begin: Begin::AtOperator, halt: Halt::Asks };
            drop(output);
            let mut desk = Desk::Machine(Box::new(operated));
            return Ok(match interactive(&mut desk, joined, Vec::new(), &mut io::stdout())? {
                Ending::Quit(code) => ExitCode::from(code),
                _ => ExitCode::SUCCESS,
            });
        }
        if let Some(script) = &self.script {
            let name = script.to_string_lossy();
            files::read(script)?;
            return Ok(match follow(&mut operated, &format!("do {name}"), &mut pace, &mut output)? {
                Outcome::Followed => ExitCode::SUCCESS,
                Outcome::Failed => ExitCode::from(super::AT_FAULT),
                Outcome::Exit(code) => ExitCode::from(code),
            });
        }
        let mut code = ExitCode::SUCCESS;
        for line in io::stdin().lock().lines() {
            match follow(&mut operated, &line?, &mut pace, &mut output)? {
                Outcome::Followed => {}
                Outcome::Failed => code = ExitCode::from(super::AT_FAULT),
                Outcome::Exit(code) => return Ok(ExitCode::from(code)),
            }
        }
        Ok(code)
    }
}
