//! Searching for a forced win, half-move by half-move.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use clap::Args;
use focal8::exhibits::cs2360::{Board, Interpreter, Player, Proof, Size};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::cli::workers::Jobs;
use crate::terminal::note::note;

use super::repl::Paper;
use super::{Side, parse_size};

#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// N, the rows and columns of the board
    #[arg(short = 'n', long, default_value = "5", value_parser = parse_size)]
    size: Size,
    /// The player who is to win
    #[arg(short, long, value_enum, default_value = "white")]
    player: Side,
    /// Longest win to look for, in half-moves
    #[arg(short, long, default_value_t = 40, value_name = "HALF-MOVES", value_parser = clap::value_parser!(u8).range(1..=100))]
    within: u8,
    /// Print each board of the winning line
    #[arg(short, long)]
    boards: bool,
    #[command(flatten)]
    jobs: Jobs,
}

const HELP: &str = "\
White wins N=5 by force in 37 half-moves; N=6 has no forced win within 28, for either side.
It is searched depth by depth, so that a win found is the shortest there is.

Examples:
  focal8 cs2360 solve
  focal8 cs2360 solve --size 6 --player black --within 24";

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.jobs.set()?;
        let (n, attacker) = (self.size, Player::from(self.player));
        let opening = Board::opening(n);
        let progress = if io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        progress.enable_steady_tick(Duration::from_millis(100));

        let mut proof = Proof::new(attacker);
        let visited = AtomicU64::new(0);
        let shortest = (1..=self.within).find(|&within| {
            let visited_before = visited.load(Ordering::Relaxed);
            progress.set_message(format!("within {within} half-moves, {visited_before} boards visited"));
            opens_with_win(&proof, attacker, &opening, within, &visited)
        });
        let Some(half_moves) = shortest else {
            progress.finish_and_clear();
            let (within, visited) = (self.within, visited.into_inner());
            writeln!(io::stdout(), "N={n}: {attacker:?} has no forced win within {within} half-moves")?;
            note!("{visited} boards visited");
            return Ok(ExitCode::SUCCESS);
        };
        let line = proof.line(&opening, Player::White, half_moves, &mut || true)?;
        progress.finish_and_clear();
        writeln!(io::stdout(), "N={n}: {attacker:?} wins by force in {half_moves} half-moves, and not in fewer")?;

        let (mut board, mut turn) = (opening, Player::White);
        let mut paper = Paper::default();
        for (number, played) in (1..).zip(line) {
            writeln!(io::stdout(), "{number}. {} {}", Interpreter::new().player(turn)?, played.to_text(&board))?;
            (board, turn) = (board.after(turn, played), turn.opponent());
            if self.boards {
                let printed = Interpreter::new().print(&mut paper, &board);
                paper.take_error()?;
                printed?;
            }
        }
        note!("{} boards visited", visited.into_inner() + proof.visited());
        Ok(ExitCode::SUCCESS)
    }
}

/// Whether the attacker wins within so many half-moves, White to begin: White's moves are looked at by all jobs, and what
/// one of them proves the others know.
fn opens_with_win(proof: &Proof, attacker: Player, opening: &Board, within: u8, visited: &AtomicU64) -> bool {
    let attacking = attacker == Player::White;
    let settled = AtomicBool::new(false);
    opening.moves(Player::White).collect::<Vec<_>>().par_iter().for_each(|&played| {
        let mut proof = proof.sharing();
        let next = opening.after(Player::White, played);
        let go_on = || !settled.load(Ordering::Relaxed);
        let wins = go_on().then(|| proof.wins_within(&next, Player::Black, within - 1, &mut { go_on }));
        if wins == Some(Ok(attacking)) {
            settled.store(true, Ordering::Relaxed);
        }
        visited.fetch_add(proof.visited(), Ordering::Relaxed);
    });
    settled.into_inner() == attacking
}
