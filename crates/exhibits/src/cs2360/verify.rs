//! Checks the claims of a saved proof without trusting the file.
//!
//! - A strategy is checked by the rules of the game alone. For each of its boards, the strategy claims that a certain
//!   move wins within W half-moves. The claim is true if the move itself wins the game, or if every reply to the move
//!   either makes the attacker win at once, or leads to a board for which the strategy claims a win within W - 2
//!   half-moves. By induction on W, the attacker then wins from every board of the strategy.
//! - Every other claim is checked by a search. The search must not know the results in the file.

use std::collections::HashMap;

use super::board::{Board, Player};
use super::moves::Stopped;
use super::proof::Proof;
use super::saved::{KnownBoard, SavedProof};

/// A claim of a saved proof that is false.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {claim:?} is false: {right}")]
#[non_exhaustive]
pub struct FalseClaim {
    /// The number of the line with the claim, counted from 1.
    pub line: usize,
    /// The claim, as the file has it.
    pub claim: String,
    /// The true statement, which contradicts the claim.
    pub right: String,
}

/// The size of a strategy that has been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedStrategy {
    /// The number of boards for which the strategy has a winning move.
    pub boards: usize,
    /// The number of the opponent's replies to the winning moves of the strategy.
    pub replies: usize,
}

impl SavedProof {
    /// Returns the error for the false claim `not within N`. `half_moves` is the number of half-moves within which the
    /// attacker wins from the opening.
    pub fn false_bound(&self, half_moves: u8) -> FalseClaim {
        FalseClaim {
            line: self.bound_line(),
            claim: format!("not within {}", self.not_within),
            right: format!("{:?} wins by force within {half_moves} half-moves", self.attacker),
        }
    }

    /// Checks the claim of a win for every board that has a winning move, and the claim `won within N` about the
    /// opening. The check applies the rules of the game to the winning moves and the replies, and needs no search.
    pub fn check_strategy(&self) -> Result<CheckedStrategy, FalseClaim> {
        let with_move = self.boards.iter().enumerate().filter(|(_, known)| known.winning_move.is_some());
        let claims: HashMap<Board, u8> =
            with_move.clone().filter_map(|(_, known)| Some((known.board, known.won_within?))).collect();
        let mut checked = CheckedStrategy { boards: 0, replies: 0 };
        for (index, known) in with_move {
            let (Some(won_within), Some(played)) = (known.won_within, known.winning_move) else { continue };
            let next = known.board.after(known.turn, played);
            checked.boards += 1;
            checked.replies += next.moves(known.turn.opponent()).number();
            self.follow(&claims, &next, known.turn.opponent(), i16::from(won_within) - 1)
                .map_err(|right| FalseClaim { line: self.board_line(index), claim: known.to_string(), right })?;
        }
        if let Some(won_within) = self.won_within {
            let opening = Board::opening(self.size);
            self.follow(&claims, &opening, Player::White, won_within.into()).map_err(|right| FalseClaim {
                line: self.won_line(),
                claim: format!("won within {won_within}"),
                right,
            })?;
        }
        Ok(checked)
    }

    /// Checks that the attacker has won on this board, or that the strategy claims a win within `left` half-moves. If
    /// the opponent is to move, checks the boards after all replies instead, with one half-move less. `claims` contains
    /// the boards of the strategy, with the claimed numbers of half-moves. If the check fails, the error
    /// says what is true instead.
    fn follow(&self, claims: &HashMap<Board, u8>, board: &Board, turn: Player, left: i16) -> Result<(), String> {
        let attacker = self.attacker;
        match board.winner(turn) {
            Some(winner) if winner != attacker => return Err(format!("{winner:?} has won on {board}")),
            Some(_) if left < 0 => return Err(format!("{attacker:?} needs more half-moves to win on {board}")),
            Some(_) => return Ok(()),
            None => {}
        }
        if turn != attacker {
            let mut replies = board.moves(turn).map(|reply| board.after(turn, reply));
            return replies.try_for_each(|next| self.follow(claims, &next, attacker, left - 1));
        }
        match claims.get(board) {
            Some(claimed) if i16::from(*claimed) <= left => Ok(()),
            Some(claimed) => Err(format!(
                "the strategy wins from {board} within {claimed} half-moves, and not within {}",
                left.max(0)
            )),
            None => Err(format!("the strategy has no move for {board}")),
        }
    }

    /// Checks by a search what the file claims about the board with this index in `boards`. Returns the claim that is
    /// false, if there is one. `proof` must not contain results from the file.
    /// If the file has a winning move for the board, this function does not check the claim of a win, because
    /// [`SavedProof::check_strategy`] checks it.
    pub fn check_board(
        &self,
        index: usize,
        proof: &mut Proof,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Option<FalseClaim>, Stopped> {
        let known = &self.boards[index];
        let KnownBoard { board, turn, won_within, not_within, winning_move } = known;
        let attacker = self.attacker;
        let wrong = |right| Some(FalseClaim { line: self.board_line(index), claim: known.to_string(), right });
        if proof.wins_within(board, *turn, *not_within, keep_going)? {
            let mut shortest = 0;
            while !proof.wins_within(board, *turn, shortest, keep_going)? {
                shortest += 1;
            }
            return Ok(wrong(format!("{attacker:?} wins by force in {shortest} half-moves")));
        }
        match won_within {
            Some(within) if winning_move.is_none() && !proof.wins_within(board, *turn, *within, keep_going)? => {
                Ok(wrong(format!("{attacker:?} has no forced win within {within} half-moves")))
            }
            _ => Ok(None),
        }
    }
}
