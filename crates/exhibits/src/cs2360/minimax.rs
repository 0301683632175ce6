//! Plain minimax, which follows every line of play to the depth of the search or the end of the game.

use super::board::{Board, Player};
use super::moves::{Move, Stopped};
use super::search::{Depth, NONE_YET, Search};
use super::trace::Source;

/// Returns the best move, and the value of the move for the player `turn`. If several moves are equally good, returns
/// the first of these moves. The game must not be over.
pub(super) fn best(search: &mut Search, board: &Board, turn: Player, depth: Depth) -> Result<(Move, i32), Stopped> {
    let mut best = None;
    let mut value = NONE_YET;
    for played in board.moves(turn) {
        let next = board.after(turn, played);
        search.trace.open(0, board, played, &next, search.evaluated);
        let its = -self::value(search, &next, turn.opponent(), depth.half_moves() - 1, 1)?;
        search.trace.close(0, its, search.evaluated);
        if its > value {
            (best, value) = (Some(played), its);
            search.trace.best_so_far(0);
        }
    }
    Ok((best.expect("a game that is not over has a move"), value))
}

/// Returns a board's value for the player `turn`. The board is `ply` half-moves below the root. `depth` is the number
/// of half-moves to search below the board.
fn value(search: &mut Search, board: &Board, turn: Player, depth: u8, ply: u8) -> Result<i32, Stopped> {
    if depth == 0 {
        search.trace.decided(ply, Source::Evaluated);
        return search.evaluate(board, turn);
    }
    let moves = board.moves(turn);
    if board.winner_given(turn, &moves).is_some() {
        search.trace.decided(ply, Source::Evaluated);
        return search.evaluate(board, turn);
    }
    let mut best = NONE_YET;
    for played in moves {
        let next = board.after(turn, played);
        search.trace.open(ply, board, played, &next, search.evaluated);
        let its = -value(search, &next, turn.opponent(), depth - 1, ply + 1)?;
        search.trace.close(ply, its, search.evaluated);
        if its > best {
            best = its;
            search.trace.best_so_far(ply);
        }
    }
    Ok(best)
}
