//! Divides a search for a forced win into shares, so that several machines can work on one search.
//!
//! A share must not search every board a few half-moves after the opening, because the opponent needs only one good
//! reply to each move, and a search of all replies takes many times as long. The division therefore follows a defence:
//! it has every move of the attacker, and to each move one reply after which the attacker does not win quickly. The
//! shares decide the boards at the end of these lines. If the attacker wins from none of them, the results of all
//! shares are a proof. Otherwise a resumed search examines other replies.

use std::collections::{HashMap, HashSet};

use super::board::{Board, Player};
use super::moves::Stopped;
use super::proof::{MAX_SAVED_BOARDS, Proof};
use super::saved::{KnownBoard, SavedProof};
use super::squares::Size;

/// The number of half-moves of the quick searches that choose the replies of the defence.
const QUICK: u8 = 12;

/// A division of a search for a forced win. It depends only on the size of the board and on the attacker.
///
/// ```
/// use focal8_exhibits::cs2360::{Division, Player, Size};
/// let division = Division::new(Size::new(5).unwrap(), Player::White);
/// let boards = |index| division.share(index, 2, &[]).len();
/// assert!(boards(1).abs_diff(boards(2)) <= 1);
/// ```
#[derive(Clone, Debug)]
pub struct Division {
    size: Size,
    attacker: Player,
    /// For each number of half-moves from the opening, the boards of the defence.
    levels: Vec<Vec<(Board, Player)>>,
}

impl Division {
    /// Finds a defence against the attacker, and the boards to which it leads.
    pub fn new(size: Size, attacker: Player) -> Division {
        let mut proof = Proof::new(attacker);
        // The last move is the attacker's, so the shares themselves find the reply to it.
        let half_moves = if attacker == Player::White { 7 } else { 6 };
        let mut levels = vec![vec![(Board::opening(size), Player::White)]];
        for left in (QUICK - half_moves..QUICK).rev() {
            let (mut boards, mut met) = (Vec::new(), HashSet::new());
            for &(board, turn) in levels.last().into_iter().flatten() {
                let mut all: Vec<_> = board.moves(turn).map(|played| board.after(turn, played)).collect();
                if turn != attacker {
                    all.retain(|next| proof.wins_within(next, attacker, left, &mut || true) == Ok(false));
                    // A board that the division already has costs no further search.
                    let reply = all.iter().position(|next| met.contains(next)).unwrap_or(0);
                    all = all.get(reply).copied().into_iter().collect();
                }
                all.retain(|next| next.winner(turn.opponent()).is_none() && met.insert(*next));
                boards.extend(all.into_iter().map(|next| (next, turn.opponent())));
            }
            levels.push(boards);
        }
        Division { size, attacker, levels }
    }

    /// Returns the number of half-moves from the opening to the boards that the shares decide.
    pub fn half_moves(&self) -> u8 {
        self.levels.len() as u8 - 1
    }

    /// Returns the boards of share `index` of `count`, where the first share is 1, with the results that `known` has
    /// for them. Neighbouring boards are in one share, because their searches visit many common boards.
    pub fn share(&self, index: u64, count: u64, known: &[KnownBoard]) -> Vec<KnownBoard> {
        let known: HashMap<_, _> = known.iter().map(|known| ((known.board, known.turn), known)).collect();
        let all = self.levels.last().map_or(&[][..], Vec::as_slice);
        let begin = |index: u64| (all.len() as u128 * u128::from(index) / u128::from(count)) as usize;
        let nothing = |(board, turn)| KnownBoard { board, turn, won_within: None, not_within: 0, winning_move: None };
        let with_results = |key| known.get(&key).map_or_else(|| nothing(key), |known| **known);
        all[begin(index - 1)..begin(index)].iter().copied().map(with_results).collect()
    }

    /// Unites the results of all shares of a search. The bound `not within` follows from these results alone.
    pub fn merge(&self, shares: &[SavedProof]) -> SavedProof {
        let mut known: HashMap<(Board, Player), KnownBoard> = HashMap::new();
        for new in shares.iter().flat_map(|share| &share.boards) {
            let old = known.entry((new.board, new.turn)).or_insert(*new);
            old.not_within = old.not_within.max(new.not_within);
            old.won_within = old.won_within.into_iter().chain(new.won_within).min();
        }
        let mut not_within = 0;
        for &(board, turn) in self.levels.iter().rev().skip(1).flatten() {
            let bounds = board.moves(turn).map(|played| {
                let (next, turn) = (board.after(turn, played), turn.opponent());
                match next.winner(turn) {
                    Some(winner) if winner == self.attacker => 0,
                    Some(_) => u8::MAX,
                    None => known.get(&(next, turn)).map_or(0, |known| known.not_within).saturating_add(1),
                }
            });
            not_within = if turn == self.attacker { bounds.min() } else { bounds.max() }.unwrap_or(0);
            let found = KnownBoard { board, turn, won_within: None, not_within, winning_move: None };
            known.insert((board, turn), found);
        }
        let mut boards: Vec<_> = known.into_values().collect();
        boards.sort_by_cached_key(|known| (std::cmp::Reverse(known.half_moves()), known.to_string()));
        boards.truncate(MAX_SAVED_BOARDS);
        let visited = shares.iter().map(|share| share.visited).sum();
        SavedProof { not_within, visited, boards, ..SavedProof::begun(self.size, self.attacker) }
    }
}

impl KnownBoard {
    /// Decides whether the attacker wins from this board within a number of half-moves, unless this is known.
    pub fn decide(
        &mut self,
        half_moves: u8,
        proof: &mut Proof,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<(), Stopped> {
        let is_won = self.won_within.is_some_and(|won_within| won_within <= half_moves);
        if is_won || self.not_within >= half_moves {
            return Ok(());
        }
        if proof.wins_within(&self.board, self.turn, half_moves, keep_going)? {
            self.won_within = Some(half_moves);
        } else {
            self.not_within = half_moves;
        }
        Ok(())
    }

    /// Returns the number of half-moves of the deepest result.
    fn half_moves(&self) -> u8 {
        self.not_within.max(self.won_within.unwrap_or(0))
    }
}
