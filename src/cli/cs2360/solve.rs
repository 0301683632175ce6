//! The search for a forced win, half-move by half-move.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use focal8::exhibits::cs2360::{Board, Interpreter, Move, Player, Proof, SavedProof, Size};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::files;
use crate::cli::workers::{self, Jobs};
use crate::terminal::note::note;
use crate::terminal::signals;
use crate::terminal::standard;

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
    #[command(flatten)]
    jobs: Jobs,
}

const HELP: &str = "\
For N=5, White has a forced win in 37 half-moves. For N=6, neither side has a forced win within 28.
The search increases the depth by one half-move at a time, so the first win found is the shortest.
CTRL/C ends the search and prints its depth. --resume saves the search every minute and on exit.

Examples:
  focal8 cs2360 solve
  focal8 cs2360 solve 6 --player black --within 24
  focal8 cs2360 solve 6 --within 40 --resume six.proof";

/// The time between two saves of the search.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);
/// The time between two updates of the progress bar.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

impl Arguments {
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        self.size = self.board.unwrap_or(self.size);
        self.jobs.set();
        signals::watch();
        let (n, attacker) = (self.size, Player::from(self.player));
        let saved = self.saved(attacker)?;
        if let Some(hours) = self.hours() {
            note!("a search within {} half-moves takes {hours} on one core", self.within);
        }
        let mut search = Search::new(&saved, self.resume.as_deref());
        let shortest = search.shortest(self.within);
        // The search is saved even if it failed or was interrupted.
        search.save()?;
        search.progress.finish_and_clear();
        let out = &mut standard::output();
        let (not_within, visited) = (search.not_within, search.visited.load(Ordering::Relaxed));
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

    /// Returns how long the search takes if it finds no win, in hours or in years. Returns `None` if the search is short,
    /// and for the large boards, whose searches have not been measured.
    fn hours(&self) -> Option<String> {
        let is_long = self.size.n() == 6 && self.within > 28;
        // Measured on a virtual machine: the boards within 26 half-moves, their growth with two more half-moves, and the
        // boards that one core visits in a second.
        let boards = 30.8e6 * 2.9_f64.powf((f64::from(self.within) - 26.0) / 2.0);
        let hours = boards / 3.6e6 / 3600.0;
        let text = match hours {
            1e5.. => "many years".to_owned(),
            1.0.. => format!("about {hours:.0} hours"),
            _ => format!("about {:.0} minutes", 60.0 * hours),
        };
        is_long.then_some(text)
    }

    /// Returns the saved search to continue, or a new one.
    fn saved(&self, attacker: Player) -> anyhow::Result<SavedProof> {
        let begun = SavedProof::begun(self.size, attacker);
        let Some(path) = &self.resume else { return Ok(begun) };
        if !path.try_exists().unwrap_or(true) {
            // The file is written now, so that a path that cannot be written is reported immediately, and not after an
            // hour.
            files::write(path, begun.to_string().as_bytes())?;
            return Ok(begun);
        }
        let name = files::name(path);
        let bytes = files::read(path, files::Limit::Image)?;
        let text = std::str::from_utf8(&bytes).with_context(|| format!("{name} is not text"))?;
        let saved: SavedProof = text.parse().with_context(|| name.to_string())?;
        if (saved.size, saved.attacker) != (self.size, attacker) {
            bail!(
                "{name} is about N={} and a win for {:?}, not N={} and {attacker:?}",
                saved.size,
                saved.attacker,
                self.size
            );
        }
        Ok(saved)
    }
}

/// A running search.
struct Search<'a> {
    opening: Board,
    attacker: Player,
    proof: Proof,
    not_within: u8,
    visited: AtomicU64,
    file: Option<&'a Path>,
    progress: ProgressBar,
}

impl<'a> Search<'a> {
    fn new(saved: &SavedProof, file: Option<&'a Path>) -> Self {
        let opening = Board::opening(saved.size);
        let progress = if io::stderr().is_terminal() { ProgressBar::no_length() } else { ProgressBar::hidden() };
        Search {
            opening,
            attacker: saved.attacker,
            proof: Proof::resumed(saved),
            not_within: saved.not_within,
            visited: AtomicU64::new(saved.visited),
            file,
            progress,
        }
    }

    /// Finds the length of the shortest win; `None` if there is no win within `within` half-moves, or if a signal ended
    /// the search.
    fn shortest(&mut self, within: u8) -> anyhow::Result<Option<u8>> {
        let style = ProgressStyle::with_template("{msg} [{bar:10}] {pos}/{len} first moves, {elapsed}")?;
        self.progress.set_style(style);
        while self.not_within < within {
            match self.wins_within(self.not_within + 1)? {
                Some(true) => return Ok(Some(self.not_within + 1)),
                Some(false) => self.not_within += 1,
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Decides, on all threads, whether the attacker wins within `within` half-moves; `None` if a signal ended the
    /// search. Shows the progress, and saves the search periodically.
    fn wins_within(&self, within: u8) -> anyhow::Result<Option<bool>> {
        let done = AtomicUsize::new(0);
        let moves: Vec<_> = self.opening.moves(Player::White).collect();
        self.progress.set_length(moves.len() as u64);
        thread::scope(|scope| {
            let (sender, ended) = mpsc::channel::<()>();
            let searching = scope.spawn(|| {
                let found = self.opens_with_win(&moves, within, &done);
                drop(sender);
                found
            });
            let (mut saved, mut last, mut failed) = (Instant::now(), (Instant::now(), self.visited()), Ok(()));
            while ended.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let visited = self.visited();
                let rate = (visited - last.1) as f64 / last.0.elapsed().as_secs_f64() / 1e6;
                last = (Instant::now(), visited);
                let million = visited / 1_000_000;
                self.progress.set_message(format!("within {within}: {million} million boards, {rate:.1} a second"));
                self.progress.set_position(done.load(Ordering::Relaxed) as u64);
                if saved.elapsed() >= SAVE_INTERVAL && failed.is_ok() {
                    failed = self.save();
                    saved = Instant::now();
                }
            }
            let found = searching.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            failed.map(|()| found)
        })
    }

    fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }

    /// Whether the attacker wins within `within` half-moves if White moves first; `None` if a signal ended the search.
    ///
    /// Each thread examines some of White's moves. All threads share their proofs.
    fn opens_with_win(&self, moves: &[Move], within: u8, done: &AtomicUsize) -> Option<bool> {
        let attacking = self.attacker == Player::White;
        let decided = AtomicBool::new(false);
        workers::map(moves, |&played| {
            let mut proof = self.proof.sharing();
            let next = self.opening.after(Player::White, played);
            let go_on = || !decided.load(Ordering::Relaxed) && workers::keep_going();
            let mut counted = 0;
            let mut keep_going = || {
                self.visited.fetch_add(Proof::BOARDS_BETWEEN_CHECKS, Ordering::Relaxed);
                counted += Proof::BOARDS_BETWEEN_CHECKS;
                go_on()
            };
            let wins = go_on().then(|| proof.wins_within(&next, Player::Black, within - 1, &mut keep_going));
            self.visited.fetch_add(proof.visited() - counted, Ordering::Relaxed);
            match wins {
                Some(Ok(wins)) if wins == attacking => decided.store(true, Ordering::Relaxed),
                Some(Ok(_)) => {
                    done.fetch_add(1, Ordering::Relaxed);
                }
                Some(Err(_)) | None => {}
            }
        });
        let decided = decided.into_inner();
        (decided || done.load(Ordering::Relaxed) == moves.len()).then_some(decided == attacking)
    }

    /// Saves the search to its file.
    fn save(&self) -> anyhow::Result<()> {
        let Some(file) = self.file else { return Ok(()) };
        let (size, attacker) = (self.opening.size(), self.attacker);
        let (not_within, visited) = (self.not_within, self.visited());
        let saved = SavedProof { size, attacker, not_within, visited, boards: self.proof.worth_saving(size) };
        files::write(file, saved.to_string().as_bytes())
    }
}
