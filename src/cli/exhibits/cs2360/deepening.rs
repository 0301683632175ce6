//! Searches for a forced win on all threads, one half-move deeper each time, and shows a progress bar.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use focal8::exhibits::cs2360::{Board, KnownBoard, Move, Player, Proof, SavedProof, Stopped};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::host::files;
use crate::cli::workers;

/// The time between two saves of the search.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);
/// The time between two updates of the progress bar.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);
/// The option that sets the size of the table of boards.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Memory {
    /// Memory for the table of boards, in MiB; N=6 needs gigabytes
    #[arg(short, long = "memory", default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=MAX_MEBIBYTES))]
    pub(super) mebibytes: u32,
}

/// The largest size of the table of boards: a tebibyte.
const MAX_MEBIBYTES: i64 = 1 << 20;

/// The number of boards that one core visits in a second while the table takes gigabytes, measured on a
/// busy virtual machine.
const BOARDS_A_SECOND: f64 = 1.4e6;

/// Returns about how long one core needs to visit this number of boards.
pub(super) fn duration(boards: f64) -> String {
    let hours = boards / BOARDS_A_SECOND / 3600.0;
    match hours {
        1e5.. => "many years".to_owned(),
        1.0.. => format!("about {hours:.0} hours"),
        _ => format!("about {:.0} minutes", 60.0 * hours),
    }
}

/// A running search.
pub(super) struct Search<'a> {
    pub(super) opening: Board,
    attacker: Player,
    pub(super) proof: Proof,
    pub(super) not_within: u8,
    won_within: Option<u8>,
    strategy: Vec<KnownBoard>,
    visited: AtomicU64,
    file: Option<&'a Path>,
    pub(super) progress: ProgressBar,
}

impl<'a> Search<'a> {
    /// Creates a search that continues a saved search, and saves itself in `file`.
    pub(super) fn new(saved: &SavedProof, memory: Memory, file: Option<&'a Path>) -> Self {
        let opening = Board::opening(saved.size);
        let progress = if io::stderr().is_terminal() { ProgressBar::no_length() } else { ProgressBar::hidden() };
        Search {
            opening,
            attacker: saved.attacker,
            proof: Proof::resumed(saved, memory.mebibytes),
            not_within: saved.not_within,
            won_within: None,
            strategy: Vec::new(),
            visited: AtomicU64::new(saved.visited),
            file,
            progress,
        }
    }

    /// Finds the length of the shortest win; `None` if there is no win within `within` half-moves, or if a signal ended
    /// the search.
    pub(super) fn shortest(&mut self, within: u8) -> anyhow::Result<Option<u8>> {
        let style = ProgressStyle::with_template("{msg} [{bar:10}] {pos}/{len} first moves, {elapsed}")?;
        self.progress.set_style(style);
        while self.not_within < within {
            match self.wins_within(self.not_within + 1)? {
                Some(true) => return Ok(Some(self.not_within + 1)),
                Some(false) => self.not_within += 1,
                None => break,
            }
        }
        Ok(None)
    }

    /// Finds the attacker's winning move on every board that the attacker can meet. [`Search::save`] saves these moves
    /// too.
    pub(super) fn find_strategy(&mut self, half_moves: u8) -> Result<(), Stopped> {
        self.strategy = self.proof.strategy(&self.opening, Player::White, half_moves, &mut workers::keep_going)?;
        self.won_within = Some(half_moves);
        Ok(())
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

    /// Returns the number of boards visited, including those of the saved search.
    pub(super) fn visited(&self) -> u64 {
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
    pub(super) fn save(&self) -> anyhow::Result<()> {
        let Some(file) = self.file else { return Ok(()) };
        let size = self.opening.size();
        let boards = self.proof.worth_saving(size, &self.strategy);
        let saved = SavedProof {
            size,
            attacker: self.attacker,
            not_within: self.not_within,
            won_within: self.won_within,
            visited: self.visited(),
            boards,
        };
        files::write(file, saved.to_string().as_bytes())
    }
}
