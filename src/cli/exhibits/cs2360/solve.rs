//! The search for a forced win, half-move by half-move.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use focal8::exhibits::cs2360::{Interpreter, Player, SavedProof, Share, Size};

use crate::cli::host::{dash, files};
use crate::cli::options::shard::{Shard, shard};
use crate::cli::workers::{self, Jobs};
use crate::terminal::note::note;
use crate::terminal::signals;
use crate::terminal::standard;

use super::deepening::{Memory, Search, duration};
use super::repl::Paper;
use super::{Side, parse_size};

#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Rows and columns of the board, as with --size
    #[arg(value_name = "SIZE", value_parser = parse_size, conflicts_with = "size")]
    board: Option<Size>,
    /// Rows and columns of the board
    #[arg(short = 'n', long, default_value = "5", value_parser = parse_size)]
    size: Size,
    /// Player for whom to find a win
    #[arg(short, long, value_enum, default_value = "white")]
    player: Side,
    /// Longest win to search for, in half-moves
    #[arg(short, long, default_value_t = 40, value_name = "HALF-MOVES", value_parser = clap::value_parser!(u8).range(1..=100))]
    within: u8,
    /// Print each board of the winning line
    #[arg(short, long)]
    boards: bool,
    /// Save the search in FILE, and continue the search if FILE exists
    #[arg(short, long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Divide the search into N shares, and work only on share I
    ///
    /// Several computers can work on a search together, each with a different I and a file of its own. `focal8 cs2360
    /// merge` unites the files of all shares.
    #[arg(long, requires = "resume", value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    jobs: Jobs,
}

const HELP: &str = "\
For N=5, White has a forced win in 37 half-moves. For N=6, neither side has a forced win within 34
half-moves. The search increases the depth by one half-move at a time, so the first win found is the
shortest. CTRL/C ends the search and prints the depth that the search has reached.
--resume saves the search every minute and on exit.
A search that is continued relies on its file, which `focal8 cs2360 verify` checks.

Examples:
  focal8 cs2360 solve
  focal8 cs2360 solve 6 --player black --within 24
  focal8 cs2360 solve 6 --within 36 --memory 8192 --resume six.proof
  focal8 cs2360 solve 6 --within 36 --memory 8192 --shard 2/4 --resume 2.proof
  focal8 cs2360 merge 1.proof 2.proof 3.proof 4.proof --output six.proof";

/// The number of half-moves within which neither side has a forced win for N=6.
const KNOWN_FOR_6: u8 = 34;

impl Arguments {
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        self.size = self.board.unwrap_or(self.size);
        self.jobs.set();
        signals::watch();
        let (n, attacker) = (self.size, Player::from(self.player));
        let saved = self.saved(attacker)?;
        self.say_what_it_takes();
        if let Some(path) = self.resume.as_deref().filter(|_| saved.not_within > 0 || !saved.boards.is_empty()) {
            let (name, boards) = (files::name(path), saved.boards.len());
            let bound = match saved.share {
                Some(_) => String::new(),
                None => format!("`not within {}` and for ", saved.not_within),
            };
            note!(
                "this search relies on {name} for {bound}the results of {boards} boards; `focal8 cs2360 verify {name}` \
                 checks them"
            );
        }
        let mut search = Search::new(&saved, self.memory, self.resume.as_deref());
        if saved.share.is_some() {
            return self.decide_share(search, &saved);
        }
        let shortest = search.shortest(self.within);
        if let (Ok(Some(half_moves)), Some(path)) = (&shortest, &self.resume)
            && !ends_with_move_of(attacker, *half_moves)
        {
            // A shorter win exists. The file stays as it is.
            bail!("{}: {}", files::name(path), saved.false_bound(half_moves - 1));
        }
        let strategy = match shortest {
            Ok(Some(half_moves)) if self.resume.is_some() => search.find_strategy(half_moves),
            _ => Ok(()),
        };
        // The search is saved even if it failed or was interrupted.
        search.save()?;
        search.progress.finish_and_clear();
        strategy?;
        let out = &mut standard::output();
        let (not_within, visited) = (search.not_within, search.visited());
        let half_moves = match shortest? {
            Some(half_moves) => half_moves,
            None => {
                writeln!(out, "N={n}: {attacker:?} has no forced win within {not_within} half-moves")?;
                note!("{visited} boards visited");
                if signals::asked() {
                    let way = if self.resume.is_some() { "" } else { "; --resume FILE saves it, to be continued" };
                    note!("interrupted while looking within {}{way}", not_within + 1);
                }
                return Ok(ExitCode::SUCCESS);
            }
        };
        let line = search.proof.line(&search.opening, Player::White, half_moves, &mut workers::keep_going)?;
        writeln!(out, "N={n}: {attacker:?} wins by force in {half_moves} half-moves, and not in fewer")?;

        let (mut board, mut turn) = (search.opening, Player::White);
        let mut paper = Paper::default();
        for (number, played) in (1..).zip(line) {
            writeln!(out, "{number}. {} {}", Interpreter::new().player(turn)?, played.to_text(&board))?;
            (board, turn) = (board.after(turn, played), turn.opponent());
            if self.boards {
                let printed = Interpreter::new().print(&mut paper, &board);
                paper.take_error()?;
                printed?;
            }
        }
        note!("{} boards visited", visited + search.proof.visited());
        Ok(ExitCode::SUCCESS)
    }

    /// Works on a share of the search, and saves the results of the share.
    fn decide_share(&self, mut search: Search<'_>, saved: &SavedProof) -> anyhow::Result<ExitCode> {
        let decided = search.decide_share(self.within, &saved.boards);
        // The share is saved even if the search failed or was interrupted.
        search.save()?;
        search.progress.finish_and_clear();
        decided?;
        let (n, attacker, Some(share)) = (self.size, saved.attacker, search.share) else {
            return Ok(ExitCode::SUCCESS);
        };
        writeln!(
            standard::output(),
            "N={n}: {share} of the search for a win of {attacker:?} is done within {} half-moves",
            share.within
        )?;
        note!("{} boards visited", search.visited());
        if signals::asked() {
            note!("interrupted while looking within {}", share.within + 1);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Before a long search for N=6, reports the time and the memory that the search takes if it finds no win. For
    /// larger boards, reports nothing, because such searches have not been measured.
    fn say_what_it_takes(&self) {
        if self.size.n() != 6 || self.within <= KNOWN_FOR_6 || self.shard.is_some() {
            return;
        }
        // Measured with a table of 2 GiB: the boards within 26 half-moves, and their growth with two more half-moves.
        let boards = 20.0e6 * 2.1_f64.powf((f64::from(self.within) - 26.0) / 2.0);
        // Up to about this number of boards for each slot of 64 bytes, few boards are decided more than once.
        let boards_a_slot = 8.0;
        let mebibytes = (boards / boards_a_slot * 64.0 / f64::from(1 << 20)).ceil();
        let (within, time) = (self.within, duration(boards));
        note!("N=6 is not solved: neither side has a forced win within {KNOWN_FOR_6} half-moves");
        note!("a search within {within} takes {time} on one core, with a table of {mebibytes} MiB");
        if f64::from(self.memory.mebibytes) < mebibytes {
            note!("with its {} MiB (--memory) it takes many times as long", self.memory.mebibytes);
        }
        if self.resume.is_none() {
            note!("--resume FILE saves the search, to be continued");
        }
    }

    /// Returns the saved search to continue, or a new one.
    fn saved(&self, attacker: Player) -> anyhow::Result<SavedProof> {
        let share = self.shard.map(|Shard { index, count }| Share { index, count, within: 0 });
        let begun = SavedProof { share, ..SavedProof::begun(self.size, attacker) };
        let Some(path) = &self.resume else { return Ok(begun) };
        if dash::is_dash(path) {
            bail!("--resume writes the search to a file, so it cannot be -; ./- is the file of this name");
        }
        if !path.try_exists().unwrap_or(true) {
            // The file is written now, so that a path that cannot be written is reported immediately, and not after an
            // hour.
            files::write(path, begun.to_string().as_bytes())?;
            return Ok(begun);
        }
        let (name, saved) = (files::name(path), read(path)?);
        is_about(&saved, &name, &begun)?;
        let what = |share: Option<Share>| share.map_or_else(|| "a whole search".to_owned(), |share| share.to_string());
        let (there, wanted) = (what(saved.share), what(begun.share));
        if there != wanted {
            bail!("{name} is {there}, not {wanted}; `focal8 cs2360 merge` makes a whole search of all shares");
        }
        Ok(saved)
    }
}

/// Checks that a saved search is for the same size and player as another.
pub(super) fn is_about(saved: &SavedProof, name: &str, other: &SavedProof) -> anyhow::Result<()> {
    let (SavedProof { size, attacker, .. }, n, player) = (saved, other.size, other.attacker);
    if (*size, *attacker) != (n, player) {
        bail!("{name} is about N={size} and a win for {attacker:?}, not N={n} and {player:?}");
    }
    Ok(())
}

/// Reads a saved proof, from standard input if the path is `-`.
pub(super) fn read(path: &Path) -> anyhow::Result<SavedProof> {
    let name = dash::name(path);
    let bytes = dash::read_something(path, files::Limit::Image)?;
    let text = std::str::from_utf8(&bytes).with_context(|| format!("{name} is not text"))?;
    text.parse().with_context(|| name.to_string())
}

/// Whether the player makes the half-move with this number. White makes half-move 1.
fn ends_with_move_of(player: Player, half_moves: u8) -> bool {
    (player == Player::White) == (half_moves % 2 == 1)
}
