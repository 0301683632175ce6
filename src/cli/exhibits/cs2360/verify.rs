//! `focal8 cs2360 verify`: checks every claim of a saved search.

use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use focal8::exhibits::cs2360::{FalseClaim, SavedProof, Stopped};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::host::dash;
use crate::cli::shown::Shown;
use crate::cli::workers::{self, Jobs};
use crate::terminal::note::note;
use crate::terminal::signals;
use crate::terminal::standard;

use super::deepening::{Memory, Search, duration};
use super::solve;

#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Saved search to check, from `focal8 cs2360 solve --resume FILE`; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    jobs: Jobs,
}

const HELP: &str = "\
The command checks the claims of FILE, and trusts none of them:
  won within N   the winning moves in FILE are checked against every reply, by the rules alone
  not within N   a new search looks for a win, without the results in FILE
  each board     the new search finds out again whether the board is won
The new search takes as long as the search that wrote FILE. The number in the line `visited` is not
checked. CTRL/C ends the check.

The exit code is 0 if all claims are true, 1 if a claim is false, and 2 if FILE cannot be read.

Example:
  focal8 cs2360 solve --resume five.proof
  focal8 cs2360 verify five.proof";

/// If the saved search visited at least this number of boards, the command first prints how long the check takes.
const LONG: u64 = 200_000_000;

/// The error for a file that cannot be checked.
#[derive(Debug)]
pub struct NotVerified(anyhow::Error);

impl std::fmt::Display for NotVerified {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for NotVerified {}

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.jobs.set();
        signals::watch();
        let saved = solve::read(&self.file).map_err(NotVerified)?;
        let name = dash::name(&self.file);
        let (mut shown, mut all_true) = (Shown::first(), true);
        let mut refuse = |claim: FalseClaim| {
            all_true = false;
            if shown.counts() {
                note!("error: {name}: {claim}");
            }
        };
        let out = &mut standard::output();
        writeln!(out, "N={}: the search for a win of {:?}", saved.size, saved.attacker)?;
        match (saved.check_strategy(), saved.won_within) {
            (Ok(_), None) => {}
            (Ok(checked), Some(within)) => writeln!(
                out,
                "won within {within}: true; {} boards with a winning move, {} replies",
                checked.boards, checked.replies
            )?,
            (Err(claim), _) => refuse(claim),
        }
        if saved.visited >= LONG {
            note!(
                "a search of {} million boards takes {} on one core",
                saved.visited / 1_000_000,
                duration(saved.visited as f64)
            );
        }
        let mut search = Search::new(&SavedProof::begun(saved.size, saved.attacker), self.memory, None);
        let shortest = search.shortest(saved.not_within)?;
        search.progress.finish_and_clear();
        match shortest {
            Some(half_moves) => refuse(saved.false_bound(half_moves)),
            None if signals::asked() => return Ok(interrupted()),
            None => {
                writeln!(out, "not within {}: true", saved.not_within)?;
                note!("{} boards visited", search.visited());
            }
        }
        let visited = AtomicU64::new(0);
        let Ok(found) = boards(&saved, &search, &visited) else { return Ok(interrupted()) };
        if found.is_empty() {
            writeln!(out, "{} boards: all results true", saved.boards.len())?;
            note!("{} boards visited", visited.into_inner());
        }
        found.into_iter().for_each(&mut refuse);
        shown.end();
        Ok(if all_true { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn interrupted() -> ExitCode {
    note!("interrupted: not all claims have been checked");
    ExitCode::FAILURE
}

/// Checks the results of all boards, on all threads, and returns the false claims.
fn boards(saved: &SavedProof, search: &Search<'_>, visited: &AtomicU64) -> Result<Vec<FalseClaim>, Stopped> {
    let length = saved.boards.len() as u64;
    let progress = if stderr().is_terminal() { ProgressBar::new(length) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("[{bar:10}] {pos}/{len} boards, {elapsed}") {
        progress.set_style(style);
    }
    let indices: Vec<usize> = (0..saved.boards.len()).collect();
    let found = workers::map(&indices, |&index| {
        let mut proof = search.proof.sharing();
        let found = if workers::keep_going() {
            saved.check_board(index, &mut proof, &mut workers::keep_going)
        } else {
            Err(Stopped)
        };
        visited.fetch_add(proof.visited(), Ordering::Relaxed);
        progress.inc(1);
        found
    });
    progress.finish_and_clear();
    found.into_iter().filter_map(Result::transpose).collect()
}
