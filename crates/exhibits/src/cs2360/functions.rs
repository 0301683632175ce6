//! The functions that the homework's handout specifies, and further functions of the game, in one table.
//!
//! A board argument may be a list or a `Value::Board`. `move-gen`, `checkers` and `checkers-ec` return boards in the
//! same form as their board argument.

use super::board::{Board, Player};
use super::builtin::{Answer, Call, Function, of_call};
use super::engine::Engine;
use super::error::Reason;
use super::match_play::{Match, Outcome};
use super::own::Own;
use super::search::{Depth, Search};
use super::trace::counted;
use super::value::Value;

/// The functions for checkers.
pub(super) static FUNCTIONS: [Function; 11] = [
    Function { usage: "(print-board board)", run: print_board },
    Function { usage: "(board-eval board point-of-view whose-turn)", run: board_eval },
    Function { usage: "(move-gen board whose-move)", run: move_gen },
    Function { usage: "(board-from board)", run: |call| Ok(Value::Board(call.board(0)?)) },
    Function { usage: "(board-to own-form)", run: |call| Ok(call.symbols()?.list(&call.board(0)?)) },
    Function { usage: "(checkers board whose-turn depth trace)", run: |call| choose(call, Engine::Minimax) },
    Function { usage: "(checkers-ec board whose-turn depth trace)", run: checkers_ec },
    Function { usage: "(start-board n)", run: start_board },
    Function { usage: "(winner board whose-turn)", run: winner },
    Function { usage: "(perft board whose-turn depth)", run: perft },
    Function { usage: "(play n depth-white depth-black)", run: play },
];

fn print_board(call: &mut Call) -> Answer<Value> {
    let board = call.board(0)?;
    call.print(&board)?;
    Ok(Value::Nothing)
}

fn board_eval(call: &mut Call) -> Answer<Value> {
    let (board, view, turn) = (call.board(0)?, call.player(1)?, call.player(2)?);
    Ok(Value::Number(call.evaluator()?.value(&board, view, turn).into()))
}

fn move_gen(call: &mut Call) -> Answer<Value> {
    let (board, player) = (call.board(0)?, call.player(1)?);
    let boards = board.moves(player).map(|played| call.in_form_of(0, &board.after(player, played)));
    Ok(Value::List(boards.collect::<Result<_, _>>()?))
}

fn checkers_ec(call: &mut Call) -> Answer<Value> {
    let engine = call.engine()?;
    choose(call, engine)
}

/// The depth, in half-moves, of the printed tree if the trace argument is T.
const LEVELS_OF_TRUE: u8 = 2;

fn choose(call: &mut Call, engine: Engine) -> Answer<Value> {
    let (board, turn, depth) = (call.board(0)?, call.player(1)?, call.depth(2)?);
    let levels = match (&call.values[3], call.counting_number(3)) {
        (trace, _) if trace.is_nil() => 0,
        (_, Some(levels)) => levels.clamp(1, Depth::LARGEST.into()) as u8,
        _ => LEVELS_OF_TRUE,
    };
    if let Some(own) = Own::of(call, turn, engine != Engine::Minimax) {
        return choose_with(call, own, &board, depth, levels > 0);
    }
    let mut search = Search::new(call.evaluator()?, call.surroundings.keep_going).traced(levels);
    let choice = search.choose(engine, &board, turn, depth).map_err(of_call)?;
    let trace = search.into_trace();

    let symbols = call.symbols()?;
    let name = symbols.player_symbol(turn);
    let out = &mut *call.surroundings.out;
    match &choice {
        _ if levels == 0 => {}
        None => writeln!(out, "{name} to move, but the game is over").map_err(of_call)?,
        Some(choice) => {
            let ahead = counted(depth.half_moves().into(), "half-move");
            writeln!(out, "{name} to move, {engine}, {ahead} ahead; * best of its brothers, values to {name}")
                .and_then(|()| trace.write(out, &|board| symbols.list(board).to_string()))
                .and_then(|()| {
                    let played = choice.played.to_text(&board);
                    let boards = counted(choice.evaluated, "board");
                    writeln!(out, "{name} moves {played}, value {}, {boards} evaluated", choice.value)
                })
                .map_err(of_call)?;
        }
    }
    choice.map_or(Ok(Value::NIL), |choice| call.in_form_of(0, &choice.board))
}

/// Chooses a move with the user's own functions. If `is_traced` is true, also prints the boards after the moves at the
/// root, with their values.
fn choose_with(call: &mut Call, mut own: Own, board: &Board, depth: Depth, is_traced: bool) -> Answer<Value> {
    let Some(choice) = own.choose(call, board, depth)? else { return Ok(Value::NIL) };
    if is_traced {
        let symbols = call.symbols()?;
        let (name, out) = (call.values[1].clone(), &mut *call.surroundings.out);
        let ahead = counted(depth.half_moves().into(), "half-move");
        let heading = format!("{name} to move, {}, {ahead} ahead; values to {name}\n", own.names());
        let line = |(next, value): &(Board, i64)| {
            let bound = if own.prunes && *value < choice.value { "<=" } else { "" };
            format!("{:>10}  {}\n", format!("{bound}{value}"), symbols.list(next))
        };
        let lines: String = choice.tried.iter().map(line).collect();
        let boards = counted(own.evaluated, "board");
        writeln!(out, "{heading}{lines}{name} moves, value {}, {boards} evaluated", choice.value).map_err(of_call)?;
    }
    call.in_form_of(0, &choice.board)
}

fn start_board(call: &mut Call) -> Answer<Value> {
    Ok(call.symbols()?.list(&Board::opening(call.size(0)?)))
}

fn winner(call: &mut Call) -> Answer<Value> {
    let (board, turn) = (call.board(0)?, call.player(1)?);
    let symbols = call.symbols()?;
    Ok(board.winner(turn).map_or(Value::NIL, |winner| symbols.player_symbol(winner).clone()))
}

fn perft(call: &mut Call) -> Answer<Value> {
    let (board, turn, depth) = (call.board(0)?, call.player(1)?, call.depth(2)?);
    let lines = board.perft_while(turn, depth.half_moves().into(), call.surroundings.keep_going).map_err(of_call)?;
    Ok(Value::Number(i64::try_from(lines).unwrap_or(i64::MAX)))
}

fn play(call: &mut Call) -> Answer<Value> {
    let (size, white, black) = (call.size(0)?, call.depth(1)?, call.depth(2)?);
    let evaluator = call.evaluator()?;
    let engine = call.engine()?;
    let mut game = Match::new(Board::opening(size), Player::White);
    call.print(game.board())?;
    while game.outcome().is_none() {
        let (board, turn) = (*game.board(), game.turn());
        let depth = if turn == Player::White { white } else { black };
        let next = match Own::of(call, turn, engine != Engine::Minimax) {
            Some(mut own) => own.choose(call, &board, depth)?.map(|choice| choice.board),
            None => {
                let mut search = Search::new(evaluator, call.surroundings.keep_going);
                search.choose(engine, &board, turn, depth).map_err(of_call)?.map(|choice| choice.board)
            }
        };
        let next = next.ok_or_else(|| of_call(Reason::NoMove))?;
        let name = call.symbols()?.player_symbol(turn).clone();
        let played = game.play(&next).map_err(of_call)?.to_text(&board);
        writeln!(call.surroundings.out, "\n{}. {name} {played}", game.half_moves()).map_err(of_call)?;
        call.print(game.board())?;
    }
    match game.outcome() {
        Some(Outcome::Won(winner)) => Ok(call.symbols()?.player_symbol(winner).clone()),
        Some(draw) => writeln!(call.surroundings.out, "{draw}").map(|()| Value::NIL).map_err(of_call),
        None => Ok(Value::NIL),
    }
}
