//! `focal8 strachey`: the checkers program of 1966, in CPL and natively.

mod ask;
mod compare;
mod perft;
mod play;
mod record;
mod run;
mod session;

use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use focal8::exhibits::strachey::{self, CHECKERS, Interpreter, Player, Position, Program, Twin};

use crate::terminal::note::note;

use super::dash;

/// Strachey's checkers of 1966: its language CPL, its rules, its choices.
///
/// Christopher Strachey published a checkers player in Scientific American of September 1966, in CPL.
/// Here CPL runs, and a native twin of the program checks it.
///
/// A POSITION is the word `start`, or JSON `[[X],[Y],[K],sigma]`: the squares of the side to move, of the other side,
/// of the kings of both, and 1 when Black is to move, -1 when White is. `-` reads positions from standard input, one a line.
/// `focal8 strachey show start` shows the numbers of the squares.
///
/// Moves and choices are the native twin's, or with --program those of a CPL program: a file, `-` for standard input,
/// or `own` for the program that comes with focal8.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  focal8 strachey show start
  focal8 strachey choose start --depth-limit 4
  focal8 strachey legal '[[24],[],[24],1]' --program own --json
  focal8 strachey play --human black --depth-limit 5
  focal8 strachey run --text 'Fact(n) = n = 0 -> 1, n * Fact(n - 1)' 'Fact(20)'
  focal8 strachey compare --program own --positions 500 --seed 7")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Arguments),
    Check(run::CheckArguments),
    Listing(run::ListingArguments),
    Show(ask::ShowArguments),
    Legal(ask::LegalArguments),
    Choose(ask::ChooseArguments),
    Value(ask::ValueArguments),
    Perft(perft::Arguments),
    Play(play::Arguments),
    Compare(compare::Arguments),
}

impl Arguments {
    /// Does what was asked for.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Run(arguments) => arguments.run(),
            Command::Check(arguments) => arguments.run(),
            Command::Listing(arguments) => arguments.run(),
            Command::Show(arguments) => arguments.run(),
            Command::Legal(arguments) => arguments.run(),
            Command::Choose(arguments) => arguments.run(),
            Command::Value(arguments) => arguments.run(),
            Command::Perft(arguments) => arguments.run(),
            Command::Play(arguments) => arguments.run(),
            Command::Compare(arguments) => arguments.run(),
        }
    }
}

/// Where a CPL program comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ProgramSource {
    Own,
    /// A file, or `-` for standard input.
    File(PathBuf),
    /// Typed on the command line.
    Text(String),
}

impl FromStr for ProgramSource {
    type Err = std::convert::Infallible;

    fn from_str(word: &str) -> Result<ProgramSource, Self::Err> {
        Ok(match word {
            "own" => ProgramSource::Own,
            file => ProgramSource::File(file.into()),
        })
    }
}

impl fmt::Display for ProgramSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramSource::Own => formatter.write_str("checkers.cpl"),
            ProgramSource::File(file) => formatter.write_str(&dash::name(file)),
            ProgramSource::Text(_) => formatter.write_str("text"),
        }
    }
}

impl ProgramSource {
    fn is_standard_input(&self) -> bool {
        matches!(self, ProgramSource::File(file) if dash::is_dash(file))
    }

    fn text(&self) -> anyhow::Result<String> {
        match self {
            ProgramSource::Own => Ok(CHECKERS.to_owned()),
            ProgramSource::Text(text) => Ok(text.clone()),
            ProgramSource::File(file) => dash::text(file, "CPL's signs must be UTF-8, ASCII or entities"),
        }
    }

    /// Reads and compiles the program; every error of its text goes to standard error.
    fn program(&self, reading: Reading) -> anyhow::Result<Program> {
        match Program::new(&self.to_string(), &self.text()?, reading.into()) {
            Ok(program) => Ok(program),
            Err(complaints) => {
                for complaint in &complaints {
                    note!("{complaint}");
                }
                match complaints.len() {
                    1 => bail!("{self} has an error"),
                    count => bail!("{self} has {count} errors"),
                }
            }
        }
    }
}

/// How `+` and `-` on bit strings are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Reading {
    /// Sets: `+` is union, `-` is difference, both stronger than `∧`.
    #[default]
    Set,
    /// Machine words: `+` and `-` carry and borrow and are weaker than `∧`; NIL counts as the empty bit string.
    Word,
}

impl From<Reading> for strachey::Reading {
    fn from(reading: Reading) -> strachey::Reading {
        match reading {
            Reading::Set => strachey::Reading::Set,
            Reading::Word => strachey::Reading::Word,
        }
    }
}

/// Who is asked: the native twin, or a CPL program.
#[derive(Debug, Args)]
struct PlayerArguments {
    /// Ask this CPL program instead of the native twin: a file, `-`, or `own`
    #[arg(long, value_name = "FILE")]
    program: Option<ProgramSource>,

    /// Meaning of a CPL program's arithmetic on bit strings
    #[arg(long, value_enum, default_value_t, requires = "program")]
    reading: Reading,

    /// How far to look ahead: N + 1 half-moves
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=100))]
    depth_limit: u8,
}

impl PlayerArguments {
    fn player(&self) -> anyhow::Result<Box<dyn Player>> {
        let mut player: Box<dyn Player> = match &self.program {
            Some(source) => Box::new(Interpreter::new(source.program(self.reading)?)),
            None => Box::new(Twin::new(self.depth_limit)),
        };
        player.set_depth_limit(self.depth_limit);
        Ok(player)
    }

    /// The name that a record of a game gives the player.
    fn name(&self) -> String {
        self.program.as_ref().map_or("native twin".to_owned(), ProgramSource::to_string)
    }
}

/// The positions that some words of the command line stand for.
fn positions(words: &[String]) -> anyhow::Result<Vec<Position>> {
    let mut positions = Vec::new();
    for word in words {
        if word != "-" {
            positions.push(word.parse()?);
            continue;
        }
        for line in dash::lines() {
            let (number, line) = line?;
            positions.push(line.parse().with_context(|| format!("standard input:{number}"))?);
        }
    }
    Ok(positions)
}
