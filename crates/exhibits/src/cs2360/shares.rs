//! Divides a search for a forced win into shares, so that several machines can work on one search.
//!
//! To prevent a win, the opponent needs only one good reply to each move of the attacker, and a search of all replies
//! would take many times as long. The division therefore contains every move of the attacker for a few half-moves from
//! the opening, but only one reply to each move: a reply after which the attacker does not win quickly. The shares
//! search the boards to which these moves and replies lead. If the attacker wins from none of these boards, the results
//! of all shares together prove that the attacker has no forced win within the searched number of half-moves. Otherwise
//! a resumed search examines other replies.

use std::collections::{HashMap, HashSet};

use super::board::{Board, Player};
use super::moves::Stopped;
use super::proof::{MAX_SAVED_BOARDS, Proof};
use super::saved::{KnownBoard, SavedProof};
use super::squares::Size;

/// The number of half-moves, counted from the opening, within which quick searches look for a win of the attacker.
/// These searches choose the replies of the defence.
const QUICK: u8 = 12;

/// The division of a search for a forced win into shares, so that several machines can work on one search. The division
/// depends only on the size of the board and on the attacker.
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
    /// The boards after 0, 1, 2 and more half-moves from the opening, with the player to move. The attacker makes every
    /// possible move, and the opponent makes only one reply to each.
    levels: Vec<Vec<(Board, Player)>>,
}

impl Division {
    /// Divides the search for a forced win of the attacker. The method finds a defence against the attacker, and the
    /// boards to which this defence leads.
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

    /// Returns the number of half-moves from the opening to the boards at which the searches of the shares begin.
    pub fn half_moves(&self) -> u8 {
        self.levels.len() as u8 - 1
    }

    /// Returns the boards of one share. `index` is the number of the share, from 1 to `count`. If `known` contains
    /// results for a board, the board is returned with these results. Neighbouring boards are in one share, because
    /// their searches visit many common boards.
    pub fn share(&self, index: u64, count: u64, known: &[KnownBoard]) -> Vec<KnownBoard> {
        let known: HashMap<_, _> = known.iter().map(|known| ((known.board, known.turn), known)).collect();
        let all = self.levels.last().map_or(&[][..], Vec::as_slice);
        let begin = |index: u64| (all.len() as u128 * u128::from(index) / u128::from(count)) as usize;
        let nothing = |(board, turn)| KnownBoard { board, turn, won_within: None, not_within: 0, winning_move: None };
        let with_results = |key| known.get(&key).map_or_else(|| nothing(key), |known| **known);
        all[begin(index - 1)..begin(index)].iter().copied().map(with_results).collect()
    }

    /// Unites the results of all shares of a search. The bound `not within` of the whole search is computed from the
    /// results for the boards, not from the bounds of the shares.
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
    /// Finds out by a search whether the attacker wins from this board within `half_moves` half-moves, and records the
    /// result. Does nothing if an earlier result already gives the answer.
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

    /// Returns the larger of `not_within` and `won_within`. If `won_within` is `None`, returns `not_within`.
    fn half_moves(&self) -> u8 {
        self.not_within.max(self.won_within.unwrap_or(0))
    }
}
