//! `focal8 play`: the checkers of 1971.

use std::process::ExitCode;

use clap::Args;
use focal8::ascii::unmarked;
use focal8::focal::Functions;
use focal8::roms;
use focal8::tape::text;

use crate::cli::host::named_files::NamedFiles;
use crate::cli::options::interpreter::Interpreter;
use crate::cli::options::keep::KeepOption;
use crate::cli::options::line_trace::LineTrace;
use crate::cli::options::session::SessionOptions;
use crate::terminal::hints::Hints;
use crate::terminal::kept_sessions::Command;
use crate::terminal::keyed::Keyed;
use crate::terminal::{GameSession, OperatedSession, exit_code, has_a_typist};

/// Play the checkers of 1971 on an emulated PDP-8
///
/// FOCAL starts without logarithm, exponential, arctangent, sine and cosine, because the game needs their memory. Then
/// FOCAL reads the two paper tapes of the game. The computer moves first, then asks FROM: and TO:. Type the numbers of
/// two squares, each with RETURN or a space after it: 45 36 moves the checker on 45. If you can jump, you must jump; a
/// turn has at most one jump.
///
/// CTRL/C stops the game. CTRL/E opens the operator's prompt, where `new` begins another game and `quit` ends the
/// program.
///
/// At a terminal the machine runs at the speed of 1969: the computer thinks for three seconds and types the board for
/// sixteen seconds. CTRL/F skips the wait for one answer. --speed max skips every wait.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Play {
    #[command(flatten)]
    interpreter: Interpreter,
    #[command(flatten)]
    line_trace: LineTrace,
    #[command(flatten)]
    session_options: SessionOptions,
    #[command(flatten)]
    keep: KeepOption,
}

const EXAMPLES: &str = "\
Examples:
  focal8 play                                   at the speed of 1969
  focal8 play --speed max                       without a wait
  printf '45 36\\n54 36\\n' | focal8 play         two moves through a pipe
  focal8 play --genuine focal69.bin             with your own FOCAL tape
  focal8 play --core-image game.core            continue another day with --resume game.core";

/// The hint for a person at the terminal.
const WAYS: &str = "CTRL/E, then quit, leaves (or new, or help); CTRL/C stops the game";
const SLOW: &str = "it thinks for three seconds and types for sixteen; CTRL/F hurries it";

/// A board with the numbers of the squares.
const SQUARES: &str = "
    2   4   6   8     The squares by their numbers. You are O, and a king is K;
  9  11  13  15       the computer is C, and a queen is Q.
   18  20  22  24
 25  27  29  31       FROM and TO each take a number and RETURN:
   34  36  38  40     45 and 36 make a step, 45 and 27 jump over 36.
 41  43  45  47       Jump when you can, one jump a turn.
   50  52  54  56
 57  59  61  63

";

/// Returns the keys that begin another game: the command that erases all variables, then the tape that sets up the
/// board.
pub fn another_game() -> anyhow::Result<Vec<u8>> {
    let mut keys = b"E\r".to_vec();
    let mut tape = Keyed::new(roms::CHECKERS_BOARD.as_bytes(), false);
    while let Some(key) = tape.next_key()? {
        keys.push(key);
    }
    Ok(keys)
}

/// Returns the hints for a person who plays the game on the machine.
pub fn hints() -> Hints {
    Hints::new(WAYS, SLOW).with_picture(SQUARES)
}

impl Play {
    /// Starts FOCAL, reads the tapes, and then takes keys from the terminal or the pipe.
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        self.interpreter.record_paper(&mut self.session_options)?;
        let mut named = NamedFiles::default();
        self.interpreter.add_files(&mut named);
        self.line_trace.add_files(&mut named);
        self.session_options.add_files(&mut named);
        let host = named.check()?;
        let mut session: Box<dyn OperatedSession> = if self.interpreter.is_native() {
            Box::new(GameSession::new(host))
        } else {
            let mut session = self.interpreter.machine_session(Functions::None, false, host)?;
            session.new_game = Some(another_game()?);
            if has_a_typist() {
                self.keep.begin(Command::Play, &mut session, self.session_options.has_hints());
            }
            Box::new(session)
        };
        let session = session.as_mut();
        self.line_trace.begin(session)?;
        let _screen = self.session_options.take_terminal()?;
        if !self.interpreter.is_native() && !self.interpreter.resumes() {
            for part in [roms::CHECKERS, roms::CHECKERS_BOARD] {
                let tape = text::punch(part, text::FOCAL_BLANKS)?;
                let frames: Vec<u8> = tape.frames().iter().map(|&frame| unmarked(frame)).collect();
                self.session_options.feed(session, &frames)?;
            }
        }
        if has_a_typist() {
            session.note_kept();
        }
        if self.interpreter.keeps_machine() {
            session.note_saved_at_the_end();
        }
        let ending = self.interpreter.run(session, &self.session_options, hints());
        self.interpreter.finish(session)?;
        Ok(exit_code(ending?))
    }
}
