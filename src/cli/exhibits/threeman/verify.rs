//! `focal8 threeman verify`: the differential test, as a table.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use focal8::exhibits::threeman::{Compared, Difference, Figure, Readings, Tally, Vector};

use crate::cli::shown::MAX_SHOWN;
use crate::terminal::standard;

use super::readings::Choice;

#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    #[command(flatten)]
    readings: Choice,
}

const HELP: &str = "\
For every piece, vector and square, the command compares three answers: the predicate as data, the
predicate executed as APL, and a piece that walks on the board square by square. APL executes the
predicate in three forms: as text to the left of the square, in braces, and as a named function.
The command also runs the built-in program in APL, `focal8 threeman listing`, for all vectors.
The exit code is 1 if APL or the built-in program differs from the predicate as data. The command
also lists the cases in which the walking piece differs. These cases do not change the exit code;
they depend on the options --full-turn, --bishop-limit and --castling-square.

Examples:
  focal8 threeman verify
  focal8 threeman verify --profile corrected
  focal8 threeman verify --full-turn both-ways";

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = standard::output();
        let readings = self.readings.readings();
        let profile = Readings::PROFILES.iter().find(|(_, profile)| *profile == readings);
        let (mut sum, mut differences) = (Tally::default(), Vec::new());
        writeln!(out, "{}", profile.map_or("readings of your own", |(name, _)| *name))?;
        writeln!(out, "           never always predicate possible executed unlike APL unlike board")?;
        for figure in Figure::ALL {
            let tally = Tally::of(figure, readings);
            write_row(&mut out, figure.name(), &tally)?;
            differences.push((figure, summary(&tally.unlike_board)));
            sum.add(tally);
        }
        write_row(&mut out, "all", &sum)?;
        let program = Compared::with(readings).context("the program in APL")?;
        for (figure, summary) in differences {
            for ((vector, can), squares) in summary {
                let (can, board) = if can { ("yes", "no") } else { ("no", "yes") };
                writeln!(out, "{figure} {vector}: can says {can}, the board {board}, from {squares} squares")?;
            }
        }
        writeln!(
            out,
            "the program in APL: {} answers of can, {} squares of addvec, {} different",
            program.answers,
            program.squares,
            program.different.len()
        )?;
        program.different.iter().take(MAX_SHOWN).try_for_each(|difference| writeln!(out, "{difference}"))?;
        Ok(if sum.unlike_apl.is_empty() && program.different.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

fn write_row(out: &mut impl Write, name: &str, tally: &Tally) -> io::Result<()> {
    let Tally { never, always, predicate, possible, executed, unlike_apl, unlike_board } = tally;
    let (apl, board) = (unlike_apl.len(), unlike_board.len());
    writeln!(out, "{name:10} {never:5} {always:6} {predicate:9} {possible:8} {executed:8} {apl:10} {board:12}")
}

/// Counts the squares from which `can` and the board give different answers. The key of a count is the vector of the
/// move, and whether `can` allows the move.
fn summary(differences: &[Difference]) -> BTreeMap<(Vector, bool), usize> {
    let mut summary = BTreeMap::new();
    for Difference { vector, can, .. } in differences {
        *summary.entry((*vector, can.is_some())).or_default() += 1;
    }
    summary
}
