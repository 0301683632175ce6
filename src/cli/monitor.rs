//! `focal8 monitor`: the operator at the console.

use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use focal8::machine::Limits;
use focal8::tape::Tape;

use crate::terminal::console::{Outcome, follow};
use crate::terminal::frontend::{Frontend, MachineSession};
use crate::terminal::input::Input;
use crate::terminal::interactive::{Begin, Halt, Joined, interactive};
use crate::terminal::pace::{Pace, Speed};
use crate::terminal::{Ending, LIMIT, has_a_typist, signals};

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
    /// End with exit code 3 after so many memory cycles (decimal)
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_cycles: u64,
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
        if self.max_cycles != u64::MAX {
            station.limit(Limits { cycles: self.max_cycles, ..Limits::NONE });
        }
        let mut session = MachineSession::new(station, Disk);
        let speed = self.speed.unwrap_or(if person { Speed::Real } else { Speed::Max });
        let mut pace = Pace::new(speed, session.cycles_per_second(), Some(session.time()));
        let mut output = io::stdout().lock();

        if person {
            let joined = Joined { pace, raw: false, begin: Begin::AtOperator, halt: Halt::Asks };
            drop(output);
            let mut frontend = Frontend::Machine(Box::new(session));
            let ending = interactive(&mut frontend, joined, Vec::new(), &mut io::stdout());
            frontend.close()?;
            return Ok(match ending? {
                Ending::Quit(code) => ExitCode::from(code),
                _ => ExitCode::SUCCESS,
            });
        }
        let code = match &self.script {
            Some(script) => {
                files::read(script)?;
                signals::watch();
                let order = format!("do {}", script.to_string_lossy());
                follow_all([Ok(order)], &mut session, &mut pace, &mut output)
            }
            None => follow_all(BufReader::new(Input::standard()).lines(), &mut session, &mut pace, &mut output),
        };
        session.close()?;
        Ok(ExitCode::from(code?))
    }
}

/// Follows orders to their end or to an `exit`; the exit code.
fn follow_all(
    orders: impl IntoIterator<Item = io::Result<String>>,
    session: &mut MachineSession,
    pace: &mut Pace,
    output: &mut dyn Write,
) -> io::Result<u8> {
    let mut code = 0;
    for order in orders {
        match follow(session, &order?, pace, output)? {
            Outcome::Followed => {}
            Outcome::Limit => return Ok(LIMIT),
            Outcome::Failed => code = super::AT_FAULT,
            Outcome::Exit(given) => return Ok(given.unwrap_or(code)),
        }
    }
    Ok(code)
}
