//! Alpha-beta with a transposition table. Tries the most promising moves first.
//!
//! The search deepens by one half-move at a time. A transposition table keeps each visited board with the board's
//! value, or a bound on the value, and with the best move. The search at the next depth tries the best move first, then
//! the jumps, then the steps.
//!
//! The answer must be the answer of minimax at the same depth, so a value is reused only at the depth at which the
//! value was found. A decided game is the exception, because the game is also decided at every greater depth.

use std::cmp::Ordering;

use super::board::{Board, Player};
use super::evaluate::WON;
use super::moves::{Move, Ordinal, Stopped};
use super::search::{Depth, NONE_YET, Search};
use super::trace::{Source, Window};
use super::transposition::Transpositions;

/// Bounds on a board's value at one depth.
#[derive(Clone, Copy)]
struct Known {
    /// The depth of the search that found the bounds, in half-moves.
    depth: u8,
    /// The lower bound on the value.
    at_least: i32,
    /// The upper bound on the value.
    at_most: i32,
    /// The best move, or the move that ended the search of the board.
    best: Ordinal,
}

impl Known {
    /// Returns the known bounds on the value that also hold for a search of this depth.
    fn bounds(&self, depth: u8) -> Window {
        match self.depth.cmp(&depth) {
            Ordering::Equal => (self.at_least, self.at_most),
            Ordering::Less if self.at_least == WON => (WON, WON),
            Ordering::Less if self.at_most == -WON => (-WON, -WON),
            Ordering::Less | Ordering::Greater => (NONE_YET, -NONE_YET),
        }
    }
}

/// The results of the searches so far. A deeper search uses these results.
pub(super) struct Memory {
    known: Transpositions<Known>,
    /// The best move at the root, as the previous search found it.
    best: Ordinal,
}

impl Memory {
    /// Creates an empty memory for a search of this depth. The number of slots grows with the depth, from 4096 to about
    /// a million.
    pub(crate) fn for_depth(depth: Depth) -> Memory {
        let bits = (6 + u32::from(depth.half_moves())).clamp(12, 20);
        Memory { known: Transpositions::new(bits), best: 0 }
    }

    /// Returns the best move, and the value of the move for the player `turn`. If several moves are equally good,
    /// returns the first of these moves. The game must not be over.
    ///
    /// The search is fast if `self` contains the results of searches of the same board at all smaller depths.
    pub(crate) fn best(
        &mut self,
        search: &mut Search,
        board: &Board,
        turn: Player,
        depth: Depth,
    ) -> Result<(Move, i32), Stopped> {
        search.trace.restart();
        let mut best = None;
        let mut best_ordinal = Ordinal::MAX;
        let mut value = NONE_YET;
        let moves = || (0..).zip(board.moves(turn));
        let favourite = moves().filter(|(ordinal, _)| *ordinal == self.best);
        for (ordinal, played) in favourite.chain(moves().filter(|(ordinal, _)| *ordinal != self.best)) {
            // The result must be the first of several best moves in the generator's order. So an equally good move
            // replaces the best move so far if the new move precedes that move in the order.
            let alpha = if best.is_some() && ordinal < best_ordinal { value - 1 } else { value };
            let next = board.after(turn, played);
            search.trace.open(0, board, played, &next, search.evaluated);
            let window = (NONE_YET, -alpha);
            let below = depth.half_moves() - 1;
            let its = -self::value(search, &mut self.known, &next, turn.opponent(), below, 1, window)?;
            search.trace.close_within(0, its, (alpha, -NONE_YET), search.evaluated);
            if its > alpha {
                (best, best_ordinal, value) = (Some(played), ordinal, its);
                search.trace.best_so_far(0);
            }
        }
        self.best = best_ordinal;
        Ok((best.expect("a game that is not over has a move"), value))
    }
}

/// Returns the board's value for the player `turn`. A value between `alpha` and `beta` is exact; any other value is a
/// bound.
fn value(
    search: &mut Search,
    known: &mut Transpositions<Known>,
    board: &Board,
    turn: Player,
    depth: u8,
    ply: u8,
    (mut alpha, mut beta): Window,
) -> Result<i32, Stopped> {
    if depth == 0 {
        search.trace.decided(ply, Source::Evaluated);
        return search.evaluate(board, turn);
    }
    let moves = board.moves(turn);
    if board.winner_given(turn, &moves).is_some() {
        search.trace.decided(ply, Source::Evaluated);
        return search.evaluate(board, turn);
    }
    search.visit()?;
    let mut best_before = None;
    if let Some(met) = known.get(board, turn) {
        best_before = Some(met.best);
        let (at_least, at_most) = met.bounds(depth);
        if at_least >= beta || at_least == at_most {
            search.trace.decided(ply, Source::Remembered);
            return Ok(at_least);
        }
        if at_most <= alpha {
            search.trace.decided(ply, Source::Remembered);
            return Ok(at_most);
        }
        alpha = alpha.max(at_least);
        beta = beta.min(at_most);
    }

    let sure_of = alpha;
    let mut best = NONE_YET;
    let mut best_ordinal = 0;
    for (ordinal, played) in moves.promising_first(best_before) {
        let next = board.after(turn, played);
        search.trace.open(ply, board, played, &next, search.evaluated);
        let its = -value(search, known, &next, turn.opponent(), depth - 1, ply + 1, (-beta, -alpha))?;
        search.trace.close_within(ply, its, (alpha, beta), search.evaluated);
        if its > best {
            (best, best_ordinal) = (its, ordinal);
            search.trace.best_so_far(ply);
        }
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    let at_least = if best > sure_of { best } else { NONE_YET };
    let at_most = if best < beta { best } else { -NONE_YET };
    known.put(board, turn, Known { depth, at_least, at_most, best: best_ordinal });
    Ok(best)
}
