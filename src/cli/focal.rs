//! `focal8 focal`: the teletype with FOCAL at its asterisk.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use focal8::focal::Functions;

use crate::terminal::batch::Keyed;
use crate::terminal::exit_code;
use crate::terminal::frontend::Frontend;
use crate::terminal::hints::Hints;

use super::disk::Disk;
use super::files::{self, Limit};
use super::interpreter::Interpreter;
use super::session::SessionOptions;

/// Starts FOCAL,1969 at a Teletype, at its *.
///
/// Programs given as files are typed in first, as they are written: small letters become capitals, lines may end in
/// any way. FOCAL runs in the memory of an emulated PDP-8, unless --native is given. CTRL/C stops a program, CTRL/E
/// leads to the operator of the machine. At a terminal all runs at the speed of 1969; --speed max does not.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Focal {
    /// FOCAL programs to type in first
    programs: Vec<PathBuf>,
    #[command(flatten)]
    interpreter: Interpreter,
    #[command(flatten)]
    session_options: SessionOptions,
}

const EXAMPLES: &str = "\
Examples:
  focal8 focal                              type TYPE FSQT(2), and RETURN
  focal8 focal lander.fc --speed max        a program, as fast as it goes
  echo 'TYPE FSQT(2)' | focal8 focal        the same through a pipe
  focal8 focal --functions none             more room for the program
  focal8 focal --genuine focal69.bin        on a FOCAL tape of your own";

/// What a person is told.
const WAYS: &str = "CTRL/E, then quit, leaves (or help); CTRL/C stops, CTRL/F hurries it";

impl Focal {
    /// Brings FOCAL up, types the programs, and leaves the rest to the person or the pipe.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.interpreter.check()?;
        let mut keys = Vec::new();
        for program in &self.programs {
            let text = files::read(program, Limit::Tape)?;
            let mut keyed = Keyed::new(text.as_slice(), self.session_options.raw());
            while let Some(key) = keyed.next_key()? {
                keys.push(key);
            }
            if keys.last().is_some_and(|&key| key != b'\r' && key != b'\n') {
                keys.push(b'\r');
            }
        }
        let mut frontend = if self.interpreter.is_native() {
            Frontend::focal(self.interpreter.native(Functions::All)?)
        } else {
            Frontend::machine(self.interpreter.machine(Functions::All)?, Disk)
        };
        let _screen = self.session_options.take_terminal()?;
        self.session_options.feed(&mut frontend, &keys)?;
        let hints = Hints::new(WAYS, "it is still working; CTRL/F hurries it until it waits again, CTRL/C stops it");
        let ending = self.interpreter.sit(&mut frontend, &self.session_options, hints);
        self.interpreter.finish(&frontend)?;
        Ok(exit_code(ending?))
    }
}
