//! Searching for a forced win, half-move by half-move.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use focal8::exhibits::cs2360::{Board, Interpreter, Player, Proof, Size};
use indicatif::ProgressBar;

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
}

const HELP: &str = "\
White wins N=5 by force in 37 half-moves; N=6 has no forced win within 28, for either side.
It is searched depth by depth, so that a win found is the shortest there is.

Examples:
  focal8 cs2360 solve
  focal8 cs2360 solve --size 6 --player black --within 24";

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (n, attacker) = (self.size, Player::from(self.player));
        let opening = Board::opening(n);
        let progress = if io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        progress.enable_steady_tick(Duration::from_millis(100));

        let mut proof = Proof::new(attacker);
        let mut shortest = None;
        for within in 1..=self.within {
            let visited = proof.visited();
            progress.set_message(format!("within {within} half-moves, {visited} boards visited"));
            if proof.wins_within(&opening, Player::White, within, &mut || true)? {
                shortest = Some(within);
                break;
            }
        }
        let Some(half_moves) = shortest else {
            progress.finish_and_clear();
            let (within, visited) = (self.within, proof.visited());
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
        note!("{} boards visited", proof.visited());
        Ok(ExitCode::SUCCESS)
    }
}
