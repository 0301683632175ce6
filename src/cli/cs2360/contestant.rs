//! Who can play in a match, and how he is asked for a move.

use std::fmt;
use std::io::{self, IsTerminal};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use focal8::exhibits::cs2360::{Board, Depth, Engine, Evaluator, Interpreter, Match, Player, Search, Size};
use focal8::quote::quote;

use crate::terminal::note::note;

use crate::cli::lines::Lines;
use crate::terminal::signals;

use super::program::{Forfeit, Program};

/// A player as described on the command line.
#[derive(Clone, Debug)]
pub(super) enum Description {
    /// One of our engines, how far it looks, and what it goes by.
    Engine(Engine, Depth, Evaluator),
    /// Another program, by its command line.
    Program(String),
    /// Whoever sits at the keyboard.
    Person,
}

const EXPECTED: &str = "a player is ENGINE:DEPTH[:EVALUATOR], program:COMMAND or person";

impl FromStr for Description {
    type Err = String;

    fn from_str(text: &str) -> Result<Description, String> {
        if text == "person" {
            return Ok(Description::Person);
        }
        if let Some(command) = text.strip_prefix("program:") {
            return if command.trim().is_empty() {
                Err(EXPECTED.to_owned())
            } else {
                Ok(Self::Program(command.into()))
            };
        }
        let mut parts = text.split(':');
        let engine = parts.next().unwrap_or_default().parse().map_err(|error| format!("{error}; {EXPECTED}"))?;
        let depth = parts.next().and_then(|depth| Depth::new(depth.parse().ok()?));
        let depth = depth.ok_or_else(|| format!("a depth is 1 to {}; {EXPECTED}", Depth::LARGEST))?;
        let evaluator = parts.next().map_or(Ok(Evaluator::default()), str::parse).map_err(|error| error.to_string())?;
        if parts.next().is_some() { Err(EXPECTED.to_owned()) } else { Ok(Self::Engine(engine, depth, evaluator)) }
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Description::Engine(engine, depth, evaluator) => write!(f, "{engine}:{}:{evaluator}", depth.half_moves()),
            Description::Program(command) => write!(f, "program:{command}"),
            Description::Person => f.write_str("person"),
        }
    }
}

/// A move, and what its player has to say about it.
pub(super) struct Answer {
    pub board: Board,
    pub remark: String,
}

/// What a player does when he is asked.
pub(super) enum Reply {
    Move(Answer),
    /// A person wants his last move back.
    Back,
    /// CTRL/C has stopped an engine.
    Interrupted,
    /// A person gives up.
    Resigns,
    Forfeit(Forfeit),
}

impl From<Result<Answer, Forfeit>> for Reply {
    fn from(answer: Result<Answer, Forfeit>) -> Reply {
        match answer {
            Ok(answer) => Reply::Move(answer),
            Err(forfeit) => Reply::Forfeit(forfeit),
        }
    }
}

/// A player ready to play.
pub(super) enum Contestant {
    Engine(Engine, Depth, Evaluator),
    Program(Program),
    Person,
}

/// Where people type; they share it.
#[derive(Default)]
pub(super) struct Keyboard(Option<Lines>);

impl Keyboard {
    fn lines(&mut self) -> &mut Lines {
        self.0.get_or_insert_with(|| Lines::standard(WORDS))
    }
}

impl Contestant {
    /// Starts what has to be started.
    pub fn new(description: &Description) -> anyhow::Result<Contestant> {
        Ok(match description {
            Description::Engine(engine, depth, evaluator) => Contestant::Engine(*engine, *depth, *evaluator),
            Description::Program(command) => {
                Contestant::Program(Program::start(command).with_context(|| format!("cannot start {command}"))?)
            }
            Description::Person => Contestant::Person,
        })
    }

    /// His answer to the board as it stands, within `time` if there is a limit.
    ///
    /// `call` is what a program is asked: a function and a depth.
    pub fn answer(
        &mut self,
        game: &Match,
        time: Option<Duration>,
        call: (&str, Depth),
        keyboard: &mut Keyboard,
    ) -> anyhow::Result<Reply> {
        let (board, turn) = (game.board(), game.turn());
        match self {
            Contestant::Engine(engine, depth, evaluator) => {
                let interrupted = signals::interrupted();
                let answer = engine_answer(*engine, *depth, *evaluator, board, turn, time, &interrupted);
                Ok(if interrupted.load(Ordering::Relaxed) { Reply::Interrupted } else { answer.into() })
            }
            Contestant::Program(program) => {
                let interpreter = Interpreter::new();
                let (function, depth) = (call.0, call.1.half_moves());
                let (list, name) = (interpreter.list(board)?, interpreter.player(turn)?.to_string().to_lowercase());
                let question = format!("({function} '{list} '{name} {depth} nil)");
                Ok(program.ask(&question, board, time).map(|board| Answer { board, remark: String::new() }).into())
            }
            Contestant::Person => ask_person(board, turn, keyboard.lines()),
        }
    }
}

/// Without a limit an engine looks as far as it was told; with one, as far as it can.
fn engine_answer(
    engine: Engine,
    depth: Depth,
    evaluator: Evaluator,
    board: &Board,
    turn: Player,
    time: Option<Duration>,
    interrupted: &AtomicBool,
) -> Result<Answer, Forfeit> {
    let begun = Instant::now();
    let in_time = || time.is_none_or(|limit| begun.elapsed() < limit);
    let mut keep_going = || !interrupted.load(Ordering::Relaxed) && in_time();
    let mut search = Search::new(evaluator, &mut keep_going);
    let found = match time {
        None => search.choose(engine, board, turn, depth).map(|choice| choice.map(|choice| (choice, depth))),
        Some(_) => search.deepen(engine, board, turn, depth),
    };
    match found {
        Ok(Some((choice, depth))) => {
            let (value, evaluated, ahead) = (choice.value, choice.evaluated, depth.half_moves());
            let remark = format!(", value {value}, {ahead} ahead, {evaluated} evaluated");
            Ok(Answer { board: choice.board, remark })
        }
        Ok(None) | Err(_) => Err(Forfeit("has found no move in time".to_owned())),
    }
}

/// What a person can type besides a move.
const COMMANDS: &str = "\
A move is two squares, 4-7 for a step and 7x2 for a jump; either sign will do.
board   the board again, and the numbers of its squares
back    take your last move back, and the answer to it
resign  give up, and so does quit
help    this
CTRL/C  stops an engine that thinks, and takes your move back";

/// The words among them.
const WORDS: [&str; 5] = ["board", "back", "resign", "quit", "help"];

/// Asks at the keyboard until a legal move is typed, or what ends the question otherwise.
fn ask_person(board: &Board, turn: Player, lines: &mut Lines) -> anyhow::Result<Reply> {
    let moves: Vec<String> = board.moves(turn).map(|played| played.to_text(board)).collect();
    loop {
        if io::stdin().is_terminal() {
            note!("You can play {}.", moves.join(" "));
        }
        let Some(line) = lines.next("your move> ").context("cannot read a move")? else {
            return Ok(Reply::Forfeit(Forfeit("has left the board".to_owned())));
        };
        let typed = line.trim();
        let chosen = board.moves(turn).find(|played| squares_of(&played.to_text(board)) == squares_of(typed));
        match chosen {
            Some(played) => {
                return Ok(Reply::Move(Answer { board: board.after(turn, played), remark: String::new() }));
            }
            None => match typed.to_ascii_lowercase().as_str() {
                "" => {}
                "back" => return Ok(Reply::Back),
                "resign" | "quit" | "exit" => return Ok(Reply::Resigns),
                "help" | "?" => note!("{COMMANDS}"),
                "board" => {
                    let interpreter = Interpreter::new();
                    let mut drawn = String::new();
                    interpreter.print(&mut drawn, board)?;
                    note!("{}", drawn.trim_end());
                    show_numbers(board.size());
                }
                _ => note!("{} is not one of {}; help tells what else can be typed", quote(typed), moves.join(" ")),
            },
        }
    }
}

/// The two squares of a move as typed, whichever sign is between; none of anything else.
fn squares_of(text: &str) -> Option<(u32, u32)> {
    let (from, to) = text.split_once(['-', 'x', 'X', ':', ' '])?;
    Some((from.trim().parse().ok()?, to.trim().parse().ok()?))
}

/// Shows a person what the squares are called.
pub(super) fn show_numbers(size: Size) {
    note!("Squares are numbered row by row:");
    let mut numbers = 1..;
    for (row, length) in size.rows().enumerate() {
        let numbers: String = numbers.by_ref().take(length).map(|number| format!("{number:>6}")).collect();
        note!("{}{numbers}", if row % 2 == 1 { "   " } else { "" });
    }
    note!("");
}

#[cfg(test)]
mod tests {
    use super::squares_of;

    #[test]
    fn either_sign_will_do() {
        assert_eq!(squares_of("5-9"), Some((5, 9)));
        assert_eq!(squares_of("5x9"), squares_of("5-9"));
        assert_eq!(squares_of("5 9"), squares_of("5-9"));
        assert_eq!(squares_of("back"), None);
        assert_eq!(squares_of("-"), None);
    }
}
