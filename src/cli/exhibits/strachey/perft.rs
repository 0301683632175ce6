//! `focal8 strachey perft`: counts the lines of play with a given number of half-moves.

use std::io::Write;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use focal8::exhibits::strachey::{Crowning, Interpreter, Player, PlayerError, Position, perft};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::cli::workers::{self, Jobs};
use crate::terminal::standard;

use super::{Mending, ProgramSource, Reading, positions};

/// Count the lines of play, half-move by half-move
///
/// Lines of play that lead to the same position count separately. From the start position, the first counts are 7, 49,
/// 302, 1469, 7361, 36768 and 179740.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Number of half-moves in each line of play
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=40))]
    half_moves: u32,

    /// Position: `start`, JSON `[[X],[Y],[K],sigma]`, or `-` for standard input
    #[arg(value_name = "POSITION", default_value = "start")]
    positions: Vec<String>,

    /// Rule for a man who is crowned during a capture
    #[arg(long, value_enum, default_value_t)]
    rules: Rules,

    /// Count with a CPL program (file, `-` or `own`), not the native twin
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    program: Option<ProgramSource>,

    /// Meaning of + and - on bit strings in the program
    #[arg(long, value_enum, default_value_t, requires = "program")]
    reading: Reading,

    #[command(flatten)]
    mending: Mending,

    /// Print the counts as a JSON list
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Rules {
    /// A man crowned by a capture continues to jump: Strachey's rules
    #[default]
    Strachey,
    /// The move ends when a man is crowned: English draughts
    English,
}

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.jobs.set();
        let mut program = match &self.program {
            Some(source) => Some(Interpreter::new(source.program(self.reading, self.mending)?)),
            None => None,
        };
        let crowning = match self.rules {
            Rules::Strachey => Crowning::GoesOn,
            Rules::English => Crowning::EndsMove,
        };
        let mut out = standard::output();
        for position in positions(&self.positions)? {
            let mut counts = Vec::new();
            for half_moves in 1..=self.half_moves {
                let bar = progress(half_moves);
                let count = match &mut program {
                    Some(program) => count_with(program, &position, half_moves, &bar)?,
                    None => count_natively(&position, half_moves, crowning, &bar),
                };
                bar.finish_and_clear();
                counts.push(count);
                if !self.json {
                    writeln!(out, "{half_moves:2} {count:16}")?;
                }
            }
            if self.json {
                writeln!(out, "{}", json!(counts))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns a progress bar on standard error, which appears only on a terminal.
fn progress(half_moves: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {elapsed}").expect("the template is sound");
    ProgressBar::new(0).with_style(style).with_message(format!("half-move {half_moves}"))
}

fn count_natively(position: &Position, half_moves: u32, crowning: Crowning, bar: &ProgressBar) -> u64 {
    // This function plays the first two half-moves itself, so that the bar can show progress.
    if half_moves < 4 {
        return perft(position, half_moves, crowning);
    }
    let seconds: Vec<Position> = position
        .legal_moves(crowning)
        .iter()
        .flat_map(|first| first.position.legal_moves(crowning))
        .map(|second| second.position)
        .collect();
    bar.set_length(seconds.len() as u64);
    let count = |second: &Position| {
        let count = perft(second, half_moves - 2, crowning);
        bar.inc(1);
        count
    };
    workers::map(&seconds, count).into_iter().sum()
}

fn count_with(
    program: &mut Interpreter,
    position: &Position,
    half_moves: u32,
    bar: &ProgressBar,
) -> Result<u64, PlayerError> {
    let first = program.legal_positions(position)?;
    bar.set_length(first.len() as u64);
    let mut count = 0;
    for next in bar.wrap_iter(first.iter()) {
        count += count_entries(program, next, half_moves - 1)?;
    }
    Ok(count)
}

fn count_entries(program: &mut Interpreter, position: &Position, half_moves: u32) -> Result<u64, PlayerError> {
    if half_moves == 0 {
        return Ok(1);
    }
    let legal = program.legal_positions(position)?;
    if half_moves == 1 {
        return Ok(legal.len() as u64);
    }
    legal.iter().try_fold(0, |count, next| Ok(count + count_entries(program, next, half_moves - 1)?))
}
