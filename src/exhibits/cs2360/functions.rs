//! The functions of the handout and those useful beside them, in one table.
//!
//! Wherever a board is asked for, a list will do as well as the program's own form; `move-gen`, `checkers` and
//! `checkers-ec` answer in the form they were asked in.

use super::board::{Board, Player};
use super::engine::Engine;
use super::error::Reason;
use super::evaluate::Evaluator;
use super::interpreter::{ENGINE, EVALUATOR, Interpreter, Surroundings};
use super::match_play::{Match, Outcome};
use super::search::{Depth, Search};
use super::squares::Size;
use super::symbols::Symbols;
use super::trace::counted;
use super::value::Value;

/// What is to blame for a mistake in a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Blame {
    /// The call itself.
    Call,
    /// An argument, counted from 0.
    Argument(usize),
    /// A member of an argument, both counted from 0.
    Member(usize, usize),
}

type Answer<T> = Result<T, (Blame, Reason)>;

/// A function by its name.
pub(super) struct Function {
    /// How it is called; its name is the first word.
    pub(crate) usage: &'static str,
    pub(crate) run: fn(&mut Call) -> Answer<Value>,
}

/// Every function but the special forms.
static FUNCTIONS: [Function; 18] = [
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
    Function { usage: "(list ...)", run: |call| Ok(Value::List(call.values.to_vec())) },
    Function { usage: "(first list)", run: |call| Ok(call.list(0)?.first().cloned().unwrap_or(Value::NIL)) },
    Function { usage: "(rest list)", run: |call| Ok(Value::List(call.list(0)?.iter().skip(1).cloned().collect())) },
    Function { usage: "(nth n list)", run: nth },
    Function { usage: "(length list)", run: |call| Ok(Value::Number(call.list(0)?.len() as i64)) },
    Function { usage: "(equal one other)", run: |call| Ok(Value::truth(call.values[0] == call.values[1])) },
    Function { usage: "(not value)", run: |call| Ok(Value::truth(call.values[0].is_nil())) },
];

/// The names of all, in small letters.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().filter_map(|function| function.words().next())
}

/// The function of this name, in capitals.
pub(super) fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.words().next().is_some_and(|word| word.eq_ignore_ascii_case(name)))
}

impl Function {
    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.usage.trim_matches(['(', ')']).split(' ')
    }

    /// Whether it can be called with so many arguments.
    pub(crate) fn takes(&self, arguments: usize) -> bool {
        self.words().any(|word| word == "...") || self.words().count() - 1 == arguments
    }
}

/// A call with its arguments evaluated.
pub(super) struct Call<'a, 'b> {
    pub(crate) interpreter: &'a Interpreter,
    pub(crate) values: &'a [Value],
    pub(crate) surroundings: &'a mut Surroundings<'b>,
}

impl Call<'_, '_> {
    fn constant(&self, name: &str) -> Value {
        self.interpreter.value_of(name).expect("the constants have values and none can be taken away")
    }

    fn symbols(&self) -> Answer<Symbols> {
        self.interpreter.symbols().map_err(of_call)
    }

    fn evaluator(&self) -> Answer<Evaluator> {
        self.constant(EVALUATOR).to_string().parse().map_err(|unknown| of_call(Reason::Evaluator(unknown)))
    }

    fn engine(&self) -> Answer<Engine> {
        self.constant(ENGINE).to_string().parse().map_err(|unknown| of_call(Reason::Engine(unknown)))
    }

    fn board(&self, i: usize) -> Answer<Board> {
        self.symbols()?.board(&self.values[i]).map_err(|(member, reason)| match member {
            None => (Blame::Argument(i), reason),
            Some(member) => (Blame::Member(i, member), reason),
        })
    }

    fn player(&self, i: usize) -> Answer<Player> {
        self.symbols()?.player(&self.values[i]).map_err(|reason| (Blame::Argument(i), reason))
    }

    fn depth(&self, i: usize) -> Answer<Depth> {
        self.counting_number(i).and_then(Depth::new).ok_or_else(|| self.blame(i, Reason::NotADepth))
    }

    fn size(&self, i: usize) -> Answer<Size> {
        let size = self.counting_number(i).and_then(|n| Size::new(usize::try_from(n).ok()?));
        size.ok_or_else(|| self.blame(i, Reason::NotASize))
    }

    fn list(&self, i: usize) -> Answer<&[Value]> {
        match &self.values[i] {
            Value::List(members) => Ok(members),
            _ => Err(self.blame(i, Reason::NotAList)),
        }
    }

    /// The argument, if it is 0, 1, 2, ...
    fn counting_number(&self, i: usize) -> Option<u64> {
        match self.values[i] {
            Value::Number(number) => number.try_into().ok(),
            _ => None,
        }
    }

    fn blame(&self, i: usize, reason: fn(String) -> Reason) -> (Blame, Reason) {
        (Blame::Argument(i), reason(self.values[i].to_string()))
    }

    /// The board in the form in which argument `i` was given.
    fn in_form_of(&self, i: usize, board: &Board) -> Answer<Value> {
        match self.values[i] {
            Value::Board(_) => Ok(Value::Board(*board)),
            _ => Ok(self.symbols()?.list(board)),
        }
    }

    fn print(&mut self, board: &Board) -> Answer<()> {
        self.symbols()?.print(self.surroundings.out, board).map_err(of_call)
    }
}

fn of_call(error: impl Into<Reason>) -> (Blame, Reason) {
    (Blame::Call, error.into())
}

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

/// How many half-moves of the tree a trace of T shows; a number shows so many.
const LEVELS_OF_TRUE: u8 = 2;

fn choose(call: &mut Call, engine: Engine) -> Answer<Value> {
    let (board, turn, depth) = (call.board(0)?, call.player(1)?, call.depth(2)?);
    let levels = match (&call.values[3], call.counting_number(3)) {
        (trace, _) if trace.is_nil() => 0,
        (_, Some(levels)) => levels.clamp(1, Depth::LARGEST.into()) as u8,
        _ => LEVELS_OF_TRUE,
    };
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

fn nth(call: &mut Call) -> Answer<Value> {
    let place = call.counting_number(0).ok_or_else(|| call.blame(0, Reason::NotAPlace))?;
    let list = call.list(1)?;
    Ok(usize::try_from(place).ok().and_then(|place| list.get(place)).cloned().unwrap_or(Value::NIL))
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
        let mut search = Search::new(evaluator, call.surroundings.keep_going);
        let choice = search.choose(engine, &board, turn, depth).map_err(of_call)?;
        let choice = choice.expect("a match without outcome has a move");
        let name = call.symbols()?.player_symbol(turn).clone();
        let (number, played) = (game.half_moves() + 1, choice.played.to_text(&board));
        writeln!(call.surroundings.out, "\n{number}. {name} {played}").map_err(of_call)?;
        game.play(&choice.board).expect("an engine's move is legal");
        call.print(game.board())?;
    }
    match game.outcome() {
        Some(Outcome::Won(winner)) => Ok(call.symbols()?.player_symbol(winner).clone()),
        Some(draw) => writeln!(call.surroundings.out, "{draw}").map(|()| Value::NIL).map_err(of_call),
        None => Ok(Value::NIL),
    }
}
