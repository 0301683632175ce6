//! Repeats the search for a forced win, one half-move deeper each time. Each search runs on several threads, and shows
//! a progress bar.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use focal8::exhibits::cs2360::{Board, Division, KnownBoard, Move, Player, Proof, SavedProof, Share, Stopped};
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

/// The number of boards that one core visits in a second. This number was measured on a busy virtual machine, with a
/// table of boards of several gigabytes.
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
    pub(super) share: Option<Share>,
    /// The boards that are always saved: the boards of the attacker's strategy or, if the search is one share of a
    /// divided search, the boards of this share.
    kept: Mutex<Vec<KnownBoard>>,
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
            share: saved.share,
            kept: Mutex::default(),
            visited: AtomicU64::new(saved.visited),
            file,
            progress,
        }
    }

    /// Finds the length of the shortest win; `None` if there is no win within `within` half-moves, or if a signal ended
    /// the search.
    pub(super) fn shortest(&mut self, within: u8) -> anyhow::Result<Option<u8>> {
        self.show_progress("first moves")?;
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
        let strategy = self.proof.strategy(&self.opening, Player::White, half_moves, &mut workers::keep_going)?;
        self.kept = Mutex::new(strategy);
        self.won_within = Some(half_moves);
        Ok(())
    }

    /// Decides for each board of the share whether the attacker wins. The number of half-moves within which the
    /// attacker must win, counted from the opening, grows by one at a time up to `within`. A signal ends the search
    /// early. `known` contains the saved results.
    pub(super) fn decide_share(&mut self, within: u8, known: &[KnownBoard]) -> anyhow::Result<()> {
        let Some(mut share) = self.share else { return Ok(()) };
        let division = Division::new(self.opening.size(), self.attacker);
        let boards = division.share(share.index, share.count, known);
        let indices: Vec<usize> = (0..boards.len()).collect();
        self.kept = Mutex::new(boards);
        self.show_progress("boards")?;
        while share.within < within {
            let left = (share.within + 1).saturating_sub(division.half_moves());
            let all_decided = self.watched(share.within + 1, indices.len(), |done| {
                workers::map(&indices, |&index| {
                    let mut board = self.kept()[index];
                    self.visit(workers::keep_going, |proof, keep_going| board.decide(left, proof, keep_going))?;
                    self.kept()[index] = board;
                    done.fetch_add(1, Ordering::Relaxed);
                    Some(())
                });
                done.load(Ordering::Relaxed) == indices.len()
            })?;
            if !all_decided {
                break;
            }
            share.within += 1;
            self.share = Some(share);
        }
        Ok(())
    }

    fn kept(&self) -> MutexGuard<'_, Vec<KnownBoard>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a progress bar that counts `what`.
    fn show_progress(&self, what: &str) -> anyhow::Result<()> {
        let template = format!("{{msg}} [{{bar:10}}] {{pos}}/{{len}} {what}, {{elapsed}}");
        self.progress.set_style(ProgressStyle::with_template(&template)?);
        Ok(())
    }

    /// Decides, on all threads, whether the attacker wins within `within` half-moves; `None` if a signal ended the
    /// search.
    fn wins_within(&self, within: u8) -> anyhow::Result<Option<bool>> {
        let moves: Vec<_> = self.opening.moves(Player::White).collect();
        self.watched(within, moves.len(), |done| self.opens_with_win(&moves, within, done))
    }

    /// Calls `search`, which counts the boards or moves that are done. Shows how many of `length` are done, and saves
    /// the search periodically.
    fn watched<T: Send>(
        &self,
        within: u8,
        length: usize,
        search: impl FnOnce(&AtomicUsize) -> T + Send,
    ) -> anyhow::Result<T> {
        let done = AtomicUsize::new(0);
        self.progress.set_length(length as u64);
        thread::scope(|scope| {
            let (sender, ended) = mpsc::channel::<()>();
            let searching = scope.spawn(|| {
                let found = search(&done);
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
            let next = self.opening.after(Player::White, played);
            let go_on = || !decided.load(Ordering::Relaxed) && workers::keep_going();
            match self.visit(go_on, |proof, keep_going| proof.wins_within(&next, Player::Black, within - 1, keep_going))
            {
                Some(wins) if wins == attacking => decided.store(true, Ordering::Relaxed),
                Some(_) => {
                    done.fetch_add(1, Ordering::Relaxed);
                }
                None => {}
            }
        });
        let decided = decided.into_inner();
        (decided || done.load(Ordering::Relaxed) == moves.len()).then_some(decided == attacking)
    }

    /// Calls `search` with a proof that shares the table of boards, and counts the visited boards. Returns `None` if
    /// `go_on` ended the search.
    fn visit<T>(
        &self,
        go_on: impl Fn() -> bool,
        search: impl FnOnce(&mut Proof, &mut dyn FnMut() -> bool) -> Result<T, Stopped>,
    ) -> Option<T> {
        let (mut proof, mut counted) = (self.proof.sharing(), 0);
        let mut keep_going = || {
            self.visited.fetch_add(Proof::BOARDS_BETWEEN_CHECKS, Ordering::Relaxed);
            counted += Proof::BOARDS_BETWEEN_CHECKS;
            go_on()
        };
        let found = go_on().then(|| search(&mut proof, &mut keep_going));
        self.visited.fetch_add(proof.visited() - counted, Ordering::Relaxed);
        found?.ok()
    }

    /// Saves the search to its file.
    pub(super) fn save(&self) -> anyhow::Result<()> {
        let Some(file) = self.file else { return Ok(()) };
        let size = self.opening.size();
        let kept = self.kept().clone();
        let boards = self.proof.worth_saving(size, &kept);
        let saved = SavedProof {
            size,
            attacker: self.attacker,
            share: self.share,
            not_within: self.not_within,
            won_within: self.won_within,
            visited: self.visited(),
            boards,
        };
        files::write(file, saved.to_string().as_bytes())
    }
}
