//! Proves that a player can force a win within a number of half-moves, or that the player cannot do so.
//!
//! No board is evaluated. With the attacker to move, the attacker wins within n half-moves if one of his moves leads to
//! a board from which he wins within n - 1 half-moves. With the opponent to move, the attacker wins within n half-moves
//! if every move leads to such a board. For each visited board, a table keeps the least number of half-moves within
//! which the attacker is known to win, and the greatest number within which he is known not to win. An entry has the
//! whole board instead of a hash, so that the answer is a proof.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::board::{Board, Player};
use super::moves::{Move, Ordinal, Stopped};
use super::saved::{KnownBoard, SavedProof};
use super::squares::Size;
use super::transposition::{Transpositions, hash};

/// The value of `won_within` for a board without a known win.
const NEVER: u8 = u8::MAX;

/// The default size, in MiB, of the table of known boards. A table of this size has more slots than a proof for the
/// game on 5 by 5 squares has boards.
const MEBIBYTES: u32 = 64;

/// A result for fewer half-moves than this number is not saved, because it is quick to find again.
const WORTH_SAVING: u8 = 8;

/// The largest number of boards that are saved because their results take long to find again. In the file of a proof,
/// the lines of this number of boards take less than 64 MiB, whatever the size of the board.
pub(super) const MAX_SAVED_BOARDS: usize = 400_000;

/// The binary logarithm of the number of parts of the table. Each part has its own lock.
const PART_BITS: u32 = 8;

/// The known results for a board.
#[derive(Clone, Copy)]
struct Known {
    /// The least number of half-moves within which the attacker is known to win.
    won_within: u8,
    /// The greatest number of half-moves within which the attacker is known not to win.
    not_within: u8,
    /// The move that decided the last search from this board.
    best: Option<Ordinal>,
}

impl Known {
    /// Returns the larger of `not_within` and `won_within`. If no win is known, returns `not_within`.
    fn half_moves(self) -> u8 {
        let won_within = if self.won_within == NEVER { 0 } else { self.won_within };
        self.not_within.max(won_within)
    }
}

/// A table of known boards. Several proofs can share one table.
struct Shared(Vec<Mutex<Transpositions<Known>>>);

impl Shared {
    /// Creates an empty table of at most `mebibytes` MiB. The number of slots is a power of two.
    fn new(mebibytes: u32) -> Shared {
        let slots = ((mebibytes.max(1) as usize) << 20) / Transpositions::<Known>::SLOT_BYTES;
        let bits = slots.ilog2() - PART_BITS;
        Shared((0..1 << PART_BITS).map(|_| Mutex::new(Transpositions::new(bits))).collect())
    }

    fn with<T>(&self, board: &Board, turn: Player, work: impl FnOnce(&mut Transpositions<Known>) -> T) -> T {
        let part = &self.0[(hash(board, turn) >> (64 - PART_BITS)) as usize];
        work(&mut part.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A search for a forced win of the attacker.
///
/// ```
/// use focal8_exhibits::cs2360::{Board, Player, Proof};
/// let board: Board = "---B--W-B----".parse().unwrap();
/// let mut proof = Proof::new(Player::Black);
/// assert_eq!(proof.wins_within(&board, Player::Black, 1, &mut || true), Ok(true));
/// ```
pub struct Proof {
    attacker: Player,
    known: Arc<Shared>,
    visited: u64,
}

impl fmt::Debug for Proof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Proof");
        shown.field("attacker", &self.attacker).field("visited", &self.visited).finish_non_exhaustive()
    }
}

impl Proof {
    /// The number of boards that a search visits between two calls of `keep_going`.
    pub const BOARDS_BETWEEN_CHECKS: u64 = 4096;

    /// Creates a proof without known results, whose table of boards takes 64 MiB.
    pub fn new(attacker: Player) -> Proof {
        Proof { attacker, known: Arc::new(Shared::new(MEBIBYTES)), visited: 0 }
    }

    /// Creates a proof with the known results of a saved proof. The table of boards takes at most `mebibytes` MiB. Each
    /// slot of the table takes 64 bytes. A search that visits many more boards than the table has slots decides most
    /// boards more than once.
    pub fn resumed(saved: &SavedProof, mebibytes: u32) -> Proof {
        let known = Arc::new(Shared::new(mebibytes));
        let proof = Proof { attacker: saved.attacker, known, visited: 0 };
        for KnownBoard { board, turn, won_within, not_within, .. } in &saved.boards {
            let known = Known { won_within: won_within.unwrap_or(NEVER), not_within: *not_within, best: None };
            proof.known.with(board, *turn, |all| all.put(board, *turn, known));
        }
        proof
    }

    /// Returns the boards to save, with their known results. These are all boards of `always`, and every other board
    /// whose results take long to find again. `size` is the size of every board.
    pub fn worth_saving(&self, size: Size, always: &[KnownBoard]) -> Vec<KnownBoard> {
        let mut boards = always.to_vec();
        let has: HashSet<_> = always.iter().map(|known| (known.board, known.turn)).collect();
        let saved_from = self.saved_from();
        for part in &self.known.0 {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner);
            boards.extend(part.all().filter_map(|(turn, [white, black, kings], known)| {
                let board = Board { size, white, black, kings };
                let is_saved = known.half_moves() >= saved_from && !has.contains(&(board, turn));
                let Known { won_within, not_within, .. } = known;
                let won_within = (won_within != NEVER).then_some(won_within);
                is_saved.then_some(KnownBoard { board, turn, won_within, not_within, winning_move: None })
            }));
        }
        boards
    }

    /// Returns the smallest number of half-moves for which a result is saved. This number is at least [`WORTH_SAVING`],
    /// and large enough that at most [`MAX_SAVED_BOARDS`] boards are saved.
    fn saved_from(&self) -> u8 {
        let mut numbers = [0; NEVER as usize + 1];
        for part in &self.known.0 {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner);
            part.all().for_each(|(.., known)| numbers[usize::from(known.half_moves())] += 1);
        }
        let mut saved = 0;
        let fits = |half_moves: &u8| {
            saved += numbers[usize::from(*half_moves)];
            saved <= MAX_SAVED_BOARDS
        };
        (WORTH_SAVING..=NEVER).rev().take_while(fits).last().unwrap_or(NEVER)
    }

    /// Returns a second proof with the same table of known results. The second proof can search another board in
    /// parallel.
    pub fn sharing(&self) -> Proof {
        Proof { attacker: self.attacker, known: Arc::clone(&self.known), visited: 0 }
    }

    /// Returns the number of boards visited.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether the attacker can force a win within a number of half-moves.
    pub fn wins_within(
        &mut self,
        board: &Board,
        turn: Player,
        half_moves: u8,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<bool, Stopped> {
        self.visited += 1;
        if self.visited.is_multiple_of(Self::BOARDS_BETWEEN_CHECKS) && !keep_going() {
            return Err(Stopped);
        }
        let moves = board.moves(turn);
        if let Some(winner) = board.winner_given(turn, &moves) {
            return Ok(winner == self.attacker);
        }
        if half_moves == 0 {
            return Ok(false);
        }
        let nothing = Known { won_within: NEVER, not_within: 0, best: None };
        let mut known = self.known.with(board, turn, |known| known.get(board, turn)).unwrap_or(nothing);
        if known.won_within <= half_moves {
            return Ok(true);
        }
        if known.not_within >= half_moves {
            return Ok(false);
        }
        let attacking = turn == self.attacker;
        let mut wins = !attacking;
        for (ordinal, played) in moves.promising_first(known.best) {
            let next = board.after(turn, played);
            if self.wins_within(&next, turn.opponent(), half_moves - 1, keep_going)? == attacking {
                (wins, known.best) = (attacking, Some(ordinal));
                break;
            }
        }
        if wins {
            known.won_within = half_moves;
        } else {
            known.not_within = half_moves;
        }
        self.known.with(board, turn, |all| all.put(board, turn, known));
        Ok(wins)
    }

    /// Returns the moves of a shortest win. The opponent delays the win as long as possible. `half_moves` must be the
    /// length of the shortest win.
    pub fn line(
        &mut self,
        board: &Board,
        turn: Player,
        half_moves: u8,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Move>, Stopped> {
        let (mut board, mut turn) = (*board, turn);
        let mut line = Vec::new();
        for left in (0..half_moves).rev() {
            let attacking = turn == self.attacker;
            let mut found = None;
            for played in board.moves(turn) {
                let next = board.after(turn, played);
                // Every win ends with a move of the attacker, so the lengths of two wins from a board differ by an even
                // number of half-moves.
                let within = if attacking { left } else { left.saturating_sub(2) };
                if self.wins_within(&next, turn.opponent(), within, keep_going)? == attacking {
                    found = Some((played, next));
                    break;
                }
            }
            let Some((played, next)) = found else { break };
            line.push(played);
            (board, turn) = (next, turn.opponent());
        }
        Ok(line)
    }

    /// Returns a strategy with which the attacker wins: a winning move for each board that the attacker can meet while
    /// he plays these moves. Each move leads to a shortest win. The attacker must be able to win within `half_moves`.
    pub fn strategy(
        &mut self,
        board: &Board,
        turn: Player,
        half_moves: u8,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<KnownBoard>, Stopped> {
        let (mut strategy, mut met) = (Vec::new(), HashSet::new());
        let mut to_do = vec![(*board, turn, half_moves)];
        while let Some((board, turn, within)) = to_do.pop() {
            let mut moves = board.moves(turn);
            if !met.insert((board, turn)) || board.winner_given(turn, &moves).is_some() {
                continue;
            }
            if turn != self.attacker {
                to_do.extend(moves.map(|played| (board.after(turn, played), self.attacker, within - 1)));
                continue;
            }
            let mut shortest = within;
            // The lengths of two wins from a board differ by an even number of half-moves.
            while shortest > 2 && self.wins_within(&board, turn, shortest - 2, keep_going)? {
                shortest -= 2;
            }
            let winning = loop {
                let Some(played) = moves.next() else { break None };
                let next = board.after(turn, played);
                if self.wins_within(&next, turn.opponent(), shortest - 1, keep_going)? {
                    break Some((played, next));
                }
            };
            let Some((played, next)) = winning else { continue };
            to_do.push((next, turn.opponent(), shortest - 1));
            let (won_within, winning_move) = (Some(shortest), Some(played));
            strategy.push(KnownBoard { board, turn, won_within, not_within: 0, winning_move });
        }
        Ok(strategy)
    }
}
