//! Alpha-beta: finds the same move and value as minimax, but skips the lines of play that cannot change the move or the
//! value.
//!
//! `alpha` is the value that the player to move can already secure, and `beta` is the value that the opponent will not
//! let that player exceed. A move worth `beta` or more ends the search of a board, because the opponent will avoid the
//! board. At the root, only a strictly better value replaces the best value so far, so that the first of several best
//! moves is chosen, as in minimax.

use super::board::{Board, Player};
use super::moves::{Move, Stopped};
use super::search::{Depth, NONE_YET, Search};
use super::trace::{Source, Window};

/// Returns the best move, and the value of the move for the player `turn`. If several moves are equally good, returns
/// the first of these moves. The game must not be over.
pub(super) fn best(search: &mut Search, board: &Board, turn: Player, depth: Depth) -> Result<(Move, i32), Stopped> {
    let mut best = None;
    let mut alpha = NONE_YET;
    for played in board.moves(turn) {
        let next = board.after(turn, played);
        search.trace.open(0, board, played, &next, search.evaluated);
        let its = -value(search, &next, turn.opponent(), depth.half_moves() - 1, 1, (NONE_YET, -alpha))?;
        search.trace.close_within(0, its, (alpha, -NONE_YET), search.evaluated);
        if its > alpha {
            (best, alpha) = (Some(played), its);
            search.trace.best_so_far(0);
        }
    }
    Ok((best.expect("a game that is not over has a move"), alpha))
}

/// Returns the board's value for the player `turn`. A value between `alpha` and `beta` is exact; any other value is a
/// bound.
fn value(
    search: &mut Search,
    board: &Board,
    turn: Player,
    depth: u8,
    ply: u8,
    (mut alpha, beta): Window,
) -> Result<i32, Stopped> {
    if depth == 0 {
        search.trace.decided(ply, Source::Evaluated);
        return search.evaluate(board, turn);
    }
    let mut moves = board.moves(turn);
    if board.winner_given(turn, &moves).is_some() {
        search.trace.decided(ply, Source::Evaluated);
        return search.evaluate(board, turn);
    }
    let mut best = NONE_YET;
    while let Some(played) = moves.next() {
        let next = board.after(turn, played);
        search.trace.open(ply, board, played, &next, search.evaluated);
        let its = -value(search, &next, turn.opponent(), depth - 1, ply + 1, (-beta, -alpha))?;
        search.trace.close_within(ply, its, (alpha, beta), search.evaluated);
        if its > best {
            best = its;
            search.trace.best_so_far(ply);
        }
        alpha = alpha.max(best);
        if alpha >= beta {
            search.trace.cut_off(ply, moves);
            break;
        }
    }
    Ok(best)
}
