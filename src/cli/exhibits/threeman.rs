//! `focal8 threeman`: three-man chess in the round, and its predicates in APL.

pub mod apl;
mod can;
mod keyboard;
mod readings;
mod show;
mod tables;
mod verify;

use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, Subcommand};
use focal8::exhibits::threeman::{FILES, PROGRAM, RANKS, Square};

use crate::terminal::standard;

/// Ask in APL where the pieces of three-man chess can move
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const HELP: &str = "\
A vector is two numbers, such as 2 1 or -1 0: ranks (positive is inward) and files.
A square is two numbers, such as 5 3: its rank and file.
Pieces: ROOK 1  KNIGHT 2  BISHOP 3  QUEEN 4  KING 5
        PAWN 6 (moves inward)  PAWNCENTER 7 (moves outward)

Examples:
  focal8 threeman can KNIGHT -2 1                 2<1⌷
  focal8 threeman can KNIGHT -2 1 --at 5 3        1
  focal8 threeman show KNIGHT 2 1                 the board, with the squares from and to marked
  focal8 threeman show QUEEN --from 1 4 --svg > queen.svg
  focal8 threeman apl                             type APL; CTRL/D or )OFF ends
  echo \"⍎(ROOK can 3 0),⍕5 3\" | focal8 threeman apl
  focal8 threeman tables --profile corrected | sha256sum
  focal8 threeman verify";

#[derive(Debug, Subcommand)]
enum Command {
    /// Ask whether a piece can move by a vector
    Can(can::Arguments),
    /// Print the answers for every piece and every vector
    Tables(tables::Arguments),
    /// Execute APL from the keyboard, a file or a pipe
    Apl(apl::Arguments),
    /// Draw the board, as text or as a ring in SVG
    Show(show::Arguments),
    /// Print the square that a vector leads to
    Addvec(can::AddVector),
    /// Print the functions `can` and `addvec` as an APL program
    Listing,
    /// Check the answers of `can` by executing APL and by moving pieces
    Verify(verify::Arguments),
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Can(arguments) => arguments.run(),
            Command::Tables(arguments) => arguments.run(),
            Command::Apl(arguments) => arguments.run(),
            Command::Show(arguments) => arguments.run(),
            Command::Addvec(arguments) => arguments.run(),
            Command::Listing => {
                write!(standard::output(), "{PROGRAM}")?;
                Ok(ExitCode::SUCCESS)
            }
            Command::Verify(arguments) => arguments.run(),
        }
    }
}

/// Parses a whole number, whose minus sign is `-` or `¯`.
fn whole_number(text: &str) -> Result<i64, String> {
    text.replace('¯', "-").parse().map_err(|_| "expected a whole number of 64 bits, such as 2 or -2".to_owned())
}

/// Returns the square with this rank and file; numbers outside the board end the program.
fn square(rank: i64, file: i64) -> Square {
    let no_square =
        || wrong_usage(format!("{rank} {file} is not a square: ranks are 1 to {RANKS}, files 1 to {FILES}"));
    Square::new(rank, file).unwrap_or_else(no_square)
}

/// Ends the program with a usage error, as clap does.
fn wrong_usage(message: String) -> ! {
    clap::Error::raw(ErrorKind::ValueValidation, message + "\n").exit()
}
