//! `focal8 play`: the checkers of 1971.

use std::process::ExitCode;

use clap::Args;
use focal8::ascii::unmarked;
use focal8::checkers::Game;
use focal8::focal::Functions;
use focal8::roms;
use focal8::tape::text;

use crate::terminal::exit_code;
use crate::terminal::frontend::Frontend;

use super::apart::Apart;
use super::disk::Disk;
use super::interpreter::Interpreter;
use super::session::SessionOptions;

/// Plays the checkers of 1971 on an emulated PDP-8.
///
/// FOCAL comes up with its functions given up, as the game needs their room; the two paper tapes of the game are read;
/// the computer moves first, and asks FROM: and TO:. Type the numbers of two squares, each with RETURN or a space
/// after it: a checker stands on 45, and 45 36 moves it. Jump when you can, one jump a turn.
///
/// CTRL/C stops the game, CTRL/E leads to the operator, whose word quit ends it all. For another game stop this one,
/// type E and RETURN, and have the operator feed checkers-2.fc, the tape that sets up the board. At a terminal all
/// runs at the speed of 1969, and the computer thinks for six seconds; with --speed max it does not.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    #[command(flatten)]
    interpreter: Interpreter,
    #[command(flatten)]
    session_options: SessionOptions,
}

const EXAMPLES: &str = "\
Examples:
  focal8 play                                   at the speed of 1969
  focal8 play --speed max                       without the waiting
  printf '45 36\\n54 36\\n' | focal8 play         two moves through a pipe
  focal8 play --genuine focal69.bin             on a FOCAL tape of your own
  focal8 play --core-image game.core            to go on another day: --resume game.core";

impl Play {
    /// Brings FOCAL up, reads the tapes, and leaves the game to the person or the pipe.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut apart = Apart::default();
        self.interpreter.apart(&mut apart);
        apart.check()?;
        let mut frontend = if self.interpreter.is_native() {
            Frontend::game(Game::default())
        } else {
            Frontend::machine(self.interpreter.machine(Functions::None)?, Disk)
        };
        if !self.interpreter.is_native() && !self.interpreter.resumes() {
            for part in [roms::CHECKERS, roms::CHECKERS_BOARD] {
                let tape = text::punch(part, text::FOCAL_BLANKS)?;
                let frames: Vec<u8> = tape.frames().iter().map(|&frame| unmarked(frame)).collect();
                self.session_options.feed(&mut frontend, &frames)?;
            }
        }
        let ending = self.interpreter.sit(&mut frontend, &self.session_options);
        self.interpreter.finish(&frontend)?;
        Ok(exit_code(ending?))
    }
}
