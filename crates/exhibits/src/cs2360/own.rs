//! The search with the user's own functions: `checkers` calls a `board-eval` and a `move-gen` that a Lisp text defines.
//!
//! The search is plain minimax, or alpha-beta for `checkers-ec`. Of several best moves, the search takes the move that
//! `move-gen` lists first. If the text defines only one of these functions, the search calls the built-in function in
//! place of the other.

use super::board::{Board, Player};
use super::builtin::{Answer, Call, of_call};
use super::error::Reason;
use super::evaluate::WON;
use super::match_play::Illegal;
use super::search::Depth;
use super::value::{Callable, Value};

/// The user's functions for a search.
pub(super) struct Own {
    board_eval: Option<Callable>,
    move_gen: Option<Callable>,
    /// Whether moves that cannot change the choice are skipped.
    pub(super) prunes: bool,
    /// The player at the root.
    view: Player,
    /// The number of boards that were evaluated.
    pub(super) evaluated: u64,
}

/// The move that the search has chosen.
pub(super) struct OwnChoice {
    pub(super) board: Board,
    pub(super) value: i64,
    /// The boards after the moves at the root, each with its value or bound.
    pub(super) tried: Vec<(Board, i64)>,
}

/// Alpha and beta: the bounds of the search window, as values for the player at the root.
type Window = (i64, i64);

impl Own {
    /// Returns the user's functions; `None` if the user has defined neither `board-eval` nor `move-gen`. If `prunes` is
    /// true, the search skips moves that cannot change the choice.
    pub(super) fn of(call: &Call, view: Player, prunes: bool) -> Option<Own> {
        let own = |name: &str| call.interpreter.functions.get(name).cloned();
        let (board_eval, move_gen) = (own("BOARD-EVAL"), own("MOVE-GEN"));
        (board_eval.is_some() || move_gen.is_some()).then_some(Own { board_eval, move_gen, prunes, view, evaluated: 0 })
    }

    /// Returns the names of the user's functions, for a message.
    pub(super) fn names(&self) -> &'static str {
        match (&self.board_eval, &self.move_gen) {
            (Some(_), Some(_)) => "your board-eval and move-gen",
            (Some(_), None) => "your board-eval",
            _ => "your move-gen",
        }
    }

    /// Finds the best move; returns `None` if the game is over.
    pub(super) fn choose(&mut self, call: &mut Call, board: &Board, depth: Depth) -> Answer<Option<OwnChoice>> {
        if board.winner(self.view).is_some() {
            return Ok(None);
        }
        let mut best: Option<(Board, i64)> = None;
        let mut tried = Vec::new();
        for next in self.boards(call, board, self.view)? {
            let window = (best.map_or(-i64::MAX, |(_, value)| value), i64::MAX);
            let value = self.value(call, &next, self.view.opponent(), depth.half_moves() - 1, window)?;
            tried.push((next, value));
            if best.is_none_or(|(_, best)| value > best) {
                best = Some((next, value));
            }
        }
        Ok(best.map(|(board, value)| OwnChoice { board, value, tried }))
    }

    /// Returns the value of a board for the player at the root.
    fn value(&mut self, call: &mut Call, board: &Board, turn: Player, depth: u8, window: Window) -> Answer<i64> {
        if depth == 0 || board.winner(turn).is_some() {
            return self.evaluate(call, board, turn);
        }
        let boards = self.boards(call, board, turn)?;
        if boards.is_empty() {
            return self.evaluate(call, board, turn);
        }
        let is_ours = turn == self.view;
        let (mut least, mut most) = window;
        let mut best = if is_ours { -i64::MAX } else { i64::MAX };
        for next in boards {
            let value = self.value(call, &next, turn.opponent(), depth - 1, (least, most))?;
            if is_ours {
                best = best.max(value);
                least = least.max(best);
            } else {
                best = best.min(value);
                most = most.min(best);
            }
            if self.prunes && least >= most {
                break;
            }
        }
        Ok(best)
    }

    /// Returns the boards to which the player's moves lead, as `move-gen` lists them.
    fn boards(&self, call: &mut Call, board: &Board, turn: Player) -> Answer<Vec<Board>> {
        let Some(move_gen) = &self.move_gen else {
            return Ok(board.moves(turn).map(|played| board.after(turn, played)).collect());
        };
        let symbols = call.symbols()?;
        let answer = call.apply(move_gen, vec![symbols.list(board), symbols.player_symbol(turn).clone()])?;
        let Value::List(members) = answer else { return Err(of_call(Reason::NotAList(answer.to_string()))) };
        let next = |member: &Value| {
            let next = symbols.board(member).map_err(|(_, reason)| of_call(reason))?;
            board.move_to(turn, &next).map(|_| next).ok_or_else(|| of_call(Illegal(next)))
        };
        members.iter().map(next).collect()
    }

    /// Returns the value of a board for the player at the root, as `board-eval` computes it.
    fn evaluate(&mut self, call: &mut Call, board: &Board, turn: Player) -> Answer<i64> {
        self.evaluated += 1;
        let Some(board_eval) = &self.board_eval else {
            return Ok(call.evaluator()?.value(board, self.view, turn).into());
        };
        let symbols = call.symbols()?;
        let players = [self.view, turn].map(|player| symbols.player_symbol(player).clone());
        let [view, turn] = players;
        match call.apply(board_eval, vec![symbols.list(board), view, turn])? {
            Value::Number(value) if value.unsigned_abs() <= WON as u64 => Ok(value),
            other => Err(of_call(Reason::NotAValue(other.to_string()))),
        }
    }
}
