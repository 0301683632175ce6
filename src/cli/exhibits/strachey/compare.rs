//! `focal8 strachey compare`: compares a CPL program with the native twin for random positions.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use focal8::exhibits::strachey::{Interpreter, Player, PlayerError, Sampler, Twin, difference};
use indicatif::{ProgressBar, ProgressStyle};

use crate::terminal::signals;
use crate::terminal::standard;

use super::{Mending, ProgramSource, Reading, parse_depth_limit};

/// Compare a CPL program with the native twin on random positions
///
/// For each position, the command compares the list of legal next positions, the static value, the value from the
/// search, the chosen move, and the number of evaluated positions. The command ends at the first difference, with exit
/// code 1.
#[derive(Debug, Args)]
pub struct Arguments {
    /// CPL program: a file, `-` for standard input, or `own` for the built-in program
    #[arg(long, value_name = "FILE", default_value = "own")]
    program: ProgramSource,

    /// Meaning of + and - on bit strings in the program
    #[arg(long, value_enum, default_value_t)]
    reading: Reading,

    #[command(flatten)]
    mending: Mending,

    /// Number of random positions
    ///
    /// Half of the positions come from random games; in the other half, the pieces are placed at random.
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    positions: u64,

    /// Seed of the random positions
    #[arg(long, default_value_t = 1966)]
    seed: u64,

    /// Let both players look N half-moves beyond each legal move
    ///
    /// The program and the twin try each legal move, and then look N half-moves further. N is the DepthLimit of
    /// Strachey's program.
    #[arg(long, visible_alias = "depth", value_name = "N", default_value_t = 1, value_parser = parse_depth_limit)]
    depth_limit: u8,

    /// Continue after a difference or a run-time error
    ///
    /// At the end, the command reports the number of positions at which the program and the twin agree.
    #[arg(long)]
    keep_going: bool,
}

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut program = Interpreter::new(self.program.program(self.reading, self.mending)?);
        Player::set_depth_limit(&mut program, self.depth_limit);
        let mut twin = Twin::new(self.depth_limit);
        let give_up = given_up_by_signals();
        Player::give_up_when(&mut program, Arc::clone(&give_up));
        twin.give_up_when(give_up);
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {eta} to go {msg}")?;
        let bar = ProgressBar::new(self.positions).with_style(style);
        let mut out = standard::output();
        let (mut asked, mut agreed, mut failed) = (0, 0, 0);
        for position in Sampler::new(self.seed).take(usize::try_from(self.positions)?) {
            let found = match difference(&mut program, &mut twin, &position) {
                // The command prints the counts so far; then the signal ends the program.
                Err(PlayerError::Interrupted) => {
                    bar.suspend(|| writeln!(out, "interrupted"))?;
                    break;
                }
                Err(error) if self.keep_going => {
                    if failed == 0 {
                        bar.suspend(|| writeln!(out, "{position}\n{error}"))?;
                    }
                    failed += 1;
                    bar.inc(1);
                    asked += 1;
                    continue;
                }
                found => found?,
            };
            bar.inc(1);
            asked += 1;
            agreed += u64::from(found.is_none());
            if let Some(difference) = found {
                if agreed + failed + 1 == asked {
                    bar.suspend(|| writeln!(out, "{difference}\n(one is {}, other is the twin)", self.program))?;
                    bar.set_message("differ");
                }
                if !self.keep_going {
                    break;
                }
            }
        }
        bar.finish_and_clear();
        let Arguments { seed, depth_limit, .. } = self;
        if failed > 0 {
            writeln!(
                out,
                "{failed} of {asked} positions ended in a run-time error of {}; the first is above",
                self.program
            )?;
        }
        writeln!(out, "{agreed} of {asked} positions agree (seed {seed}, depth limit {depth_limit})")?;
        Ok(if agreed == asked { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Returns a flag that CTRL/C or another signal sets.
fn given_up_by_signals() -> Arc<AtomicBool> {
    let give_up = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&give_up);
    signals::watch();
    signals::when_asked(move || set.store(true, Ordering::Relaxed));
    give_up
}
