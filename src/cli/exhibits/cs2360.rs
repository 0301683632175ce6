//! `focal8 cs2360`: the NxN checkers of 1998, in s-expressions.

mod contest;
pub mod contestant;
mod deepening;
mod lisp_player;
mod merge;
mod program;
pub mod repl;
mod solve;
pub mod verify;

use std::io::Write;
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use focal8::exhibits::cs2360::{FIRST_SOLUTION, Player, Size};

use crate::terminal::standard;

/// Evaluate s-expressions for the NxN checkers of 1998
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_long_help = HELP)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    texts: repl::Texts,
}

const HELP: &str = "\
Examples:
  focal8 cs2360                                   type expressions; CTRL/D ends
  focal8 cs2360 -e \"(checkers-ec (start-board 6) 'wp 8 t)\"
  echo \"(print-board (start-board 8))\" | focal8 cs2360
  focal8 cs2360 match --size 6 --white table:12 --black minimax:4:mobility
  focal8 cs2360 solve --size 6 --within 60 --resume six.proof
  focal8 cs2360 solution > mine.lisp              a solution in Lisp to change
  focal8 cs2360 match --white lisp:mine.lisp      let the solution play

The first hundred errors are shown on standard error. If there was an error, the exit code is 1.

Functions:
  (print-board board)          (board-eval board point-of-view whose-turn)
  (move-gen board whose-move)  (checkers board whose-turn depth trace)
  (board-from board)           (checkers-ec board whose-turn depth trace)
  (board-to own-form)          (perft board whose-turn depth)
  (start-board n)              (play n depth-white depth-black)
  (winner board whose-turn)    quote list first rest nth length equal not
  (defun name (parameter ...) ...), let, cond, lambda, mapcar, format, load and others of Lisp
`checkers`, `checkers-ec` and `play` call your own `board-eval` and `move-gen` if you define them.
A board is the list of its used squares: '(W W W W W - - - B B B B B) is the opening for N=5.
If trace is T, a search prints its first two half-moves as a tree. If trace is a number N, a search
prints its first N half-moves as a tree.
Constants: *white* W  *black* B  *white-king* X  *black-king* C  *blank* -
           *white-player* WP  *black-player* BP
Variables: *engine*, the engine of checkers-ec: alpha-beta, table or minimax
           *evaluator*: reference, material, mobility or runner";

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a match between two players: engines, programs or people
    Match(contest::Arguments),
    /// Search for a forced win from the opening, half-move by half-move
    Solve(solve::Arguments),
    /// Unite the saved shares of a search for a forced win
    Merge(merge::Arguments),
    /// Check every claim that a search for a forced win has saved
    Verify(verify::Arguments),
    /// Print a simple solution of the course homework, in Lisp
    Solution,
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            None => self.texts.run(),
            Some(Command::Match(arguments)) => arguments.run(),
            Some(Command::Solve(arguments)) => arguments.run(),
            Some(Command::Merge(arguments)) => arguments.run(),
            Some(Command::Verify(arguments)) => arguments.run(),
            Some(Command::Solution) => {
                write!(standard::output(), "{FIRST_SOLUTION}")?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

/// A side, as the command line names it.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::White => Player::White,
            Side::Black => Player::Black,
        }
    }
}

fn parse_size(text: &str) -> Result<Size, String> {
    let wrong = || format!("N is a number from {} to {}", Size::SMALLEST, Size::LARGEST);
    text.parse().ok().and_then(Size::new).ok_or_else(wrong)
}
