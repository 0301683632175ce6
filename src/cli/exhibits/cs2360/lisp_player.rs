//! A file of Lisp as a player. For each move, the match calls a function of Lisp, by default `checkers`. If the file
//! does not define `checkers`, the built-in `checkers` searches with the file's `board-eval` and `move-gen`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use focal8::exhibits::cs2360::{Board, Depth, Interpreter, Player, Reader, Surroundings, Value};
use focal8::quote::quote;

use crate::terminal::note::note;

use super::program::Forfeit;
use super::repl::open;

/// The names and functions of a file of Lisp.
pub(super) struct Lisp(Interpreter);

impl Lisp {
    /// Evaluates a file of Lisp.
    pub fn load(file: &str) -> anyhow::Result<Lisp> {
        let mut interpreter = Interpreter::new();
        let text = open(file).map_err(|error| anyhow!("cannot read {file}: {error}"))?;
        interpreter.name_text(file);
        let evaluated = evaluate(&mut interpreter, &text, &mut || true);
        evaluated.map_err(|error| anyhow!("{file}:{error}"))?;
        Ok(Lisp(interpreter))
    }

    /// Calls `function` for the best move, and returns the board after the move.
    pub fn answer(
        &mut self,
        board: &Board,
        turn: Player,
        time: Option<Duration>,
        (function, depth): (&str, Depth),
        interrupted: &AtomicBool,
    ) -> anyhow::Result<Result<Board, Forfeit>> {
        let interpreter = &mut self.0;
        let (list, name) = (interpreter.list(board)?, interpreter.player(turn)?);
        let question = format!("({function} '{list} '{name} {} nil)", depth.half_moves());
        let begun = Instant::now();
        let in_time = || time.is_none_or(|limit| begun.elapsed() < limit);
        let answer = evaluate(interpreter, &question, &mut || !interrupted.load(Ordering::Relaxed) && in_time());
        Ok(match answer {
            _ if !in_time() => Err(Forfeit::late(time.unwrap_or_default())),
            Err(error) => Err(Forfeit(format!("has stopped at {}: {error}", quote(&question)))),
            Ok(value) => {
                let board = interpreter.board(&value);
                board.map_err(|error| Forfeit(format!("has answered {value}: {error}")))
            }
        })
    }
}

/// Evaluates the expressions in a text, and returns the last value. The output of the expressions goes to standard
/// error.
fn evaluate(interpreter: &mut Interpreter, text: &str, keep_going: &mut dyn FnMut() -> bool) -> Result<Value, String> {
    let mut reader = Reader::default();
    text.lines().for_each(|line| reader.push(line));
    reader.finish();
    let mut printed = String::new();
    let mut last = Ok(Value::Nothing);
    while let Some(expression) = reader.next_expression().filter(|_| last.is_ok()) {
        let mut surroundings = Surroundings { out: &mut printed, keep_going: &mut *keep_going, open: Some(&mut open) };
        last = expression.and_then(|expression| interpreter.evaluate(&expression, &mut surroundings));
    }
    if !printed.is_empty() {
        note!("{}", printed.trim_end_matches('\n'));
    }
    last.map_err(|error| error.to_string())
}
