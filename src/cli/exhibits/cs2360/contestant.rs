//! The players of a match, and how each is asked for a move.

use std::fmt;
use std::io::Write;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use focal8::exhibits::cs2360::{Board, Depth, Engine, Evaluator, Interpreter, Match, Player, Search};
use focal8::quote::quote;

use crate::cli::exhibits::lines::Lines;
use crate::cli::exhibits::repl::{self, Next, Prompt, Row};
use crate::terminal::note::note;

use crate::terminal::signals;
use crate::terminal::{has_a_typist, standard};

use super::lisp_player::Lisp;
use super::program::{Forfeit, Program};

/// A player, as the command line describes it.
#[derive(Clone, Debug)]
pub(super) enum Description {
    /// One of our engines, with its depth and its evaluator.
    Engine(Engine, Depth, Evaluator),
    /// A file of Lisp.
    Lisp(String),
    /// Another program, by its command line.
    Program(String),
    /// The person at the keyboard.
    Person,
}

const EXPECTED: &str = "a player is ENGINE:DEPTH[:EVALUATOR], lisp:FILE, program:COMMAND or person";

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
        if let Some(file) = text.strip_prefix("lisp:") {
            return if file.is_empty() { Err(EXPECTED.to_owned()) } else { Ok(Self::Lisp(file.into())) };
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
            Description::Lisp(file) => write!(f, "lisp:{file}"),
            Description::Program(command) => write!(f, "program:{command}"),
            Description::Person => f.write_str("person"),
        }
    }
}

/// The board after a move, with a remark by the player.
pub struct Answer {
    pub board: Board,
    pub remark: String,
}

/// A player's reply when asked for a move.
pub enum Reply {
    Move(Answer),
    /// The person's request to take back the last move.
    Back,
    /// The interruption of an engine by CTRL/C.
    Interrupted,
    /// The person's resignation.
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
    Lisp(Lisp),
    Program(Program),
    Person,
}

/// The keyboard, which all persons share.
#[derive(Default)]
pub(super) struct Keyboard(Option<Lines>);

impl Keyboard {
    fn lines(&mut self) -> &mut Lines {
        self.0.get_or_insert_with(|| Lines::standard(repl::words(&rows())))
    }
}

impl Contestant {
    /// Makes a player. If the player is another program, starts that program.
    pub fn new(description: &Description) -> anyhow::Result<Contestant> {
        Ok(match description {
            Description::Engine(engine, depth, evaluator) => Contestant::Engine(*engine, *depth, *evaluator),
            Description::Lisp(file) => Contestant::Lisp(Lisp::load(file)?),
            Description::Program(command) => {
                Contestant::Program(Program::start(command).with_context(|| format!("cannot start {command}"))?)
            }
            Description::Person => Contestant::Person,
        })
    }

    /// Asks the player for a move on the board of the game, within `time` if there is a limit.
    ///
    /// A program or a file of Lisp is asked by a call of a Lisp function. `call` is the name of this function and the
    /// depth to pass to it.
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
            Contestant::Lisp(lisp) => {
                let interrupted = signals::interrupted();
                let answer = lisp.answer(board, turn, time, call, &interrupted)?;
                Ok(if interrupted.load(Ordering::Relaxed) { Reply::Interrupted } else { answer.map(unremarked).into() })
            }
            Contestant::Program(program) => {
                let interpreter = Interpreter::new();
                let (function, depth) = (call.0, call.1.half_moves());
                let (list, name) = (interpreter.list(board)?, interpreter.player(turn)?.to_string().to_lowercase());
                let question = format!("({function} '{list} '{name} {depth} nil)");
                Ok(program.ask(&question, board, time).map(unremarked).into())
            }
            Contestant::Person => ask_person(board, turn, keyboard.lines()),
        }
    }
}

/// Returns the answer of a player that makes no remarks.
fn unremarked(board: Board) -> Answer {
    Answer { board, remark: String::new() }
}

/// Asks an engine for a move. The engine searches to `depth`. With a time limit, the engine searches 1 half-move deep,
/// then 2, and so on, until it reaches `depth` or the time is up.
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

/// The largest depth of a search for a hint, in half-moves.
const HINT_DEPTH: u64 = 10;
/// The maximum time of a search for a hint.
const HINT_TIME: Duration = Duration::from_secs(2);

/// Examples of input other than commands, each with its meaning.
const FORMS: &[(&str, &str)] = &[
    ("4-7", "move from square 4 to square 7; 4x7 is the same"),
    ("7x2", "jump from square 7 to square 2; 7-2 is the same"),
    ("CTRL/C", "interrupt an engine that thinks, and take your move back"),
];

/// Returns the commands of the prompt of a match.
pub fn rows<'a>() -> Vec<Row<Question<'a>>> {
    let resign = |question: &mut Question, _: &str, _: &mut dyn Write| question.end(Reply::Resigns);
    vec![
        Row::board("draw the board with the numbers of its squares", Question::board),
        Row {
            word: "moves",
            shortest: 1,
            aliases: vec![],
            usage: "",
            summary: "list the legal moves",
            function: Question::moves,
        },
        Row {
            word: "hint",
            shortest: 2,
            aliases: vec![],
            usage: "",
            summary: "ask what an engine would play",
            function: Question::hint,
        },
        Row::back("take back your last move and the answer to it", |question, _, _| question.end(Reply::Back)),
        Row::resign("give up the game", resign),
        Row::help("show this list"),
        Row { function: resign, ..Row::quit("give up the game, as resign does") },
    ]
}

/// A request to a person for a move. The answer is a legal move or a command such as `resign`.
pub struct Question<'a> {
    board: &'a Board,
    turn: Player,
    /// The legal moves, as a person types them.
    moves: Vec<String>,
    lines: &'a mut Lines,
    reply: Option<Reply>,
}

impl Question<'_> {
    fn end(&mut self, reply: Reply) -> anyhow::Result<Next> {
        self.reply = Some(reply);
        Ok(Next::End)
    }

    fn board(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        out.write_all(numbered(self.board)?.as_bytes())?;
        Ok(Next::Line)
    }

    fn moves(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        writeln!(out, "{}", self.moves.join(" "))?;
        Ok(Next::Line)
    }

    /// Asks an engine what it would play.
    fn hint(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let interrupted = signals::interrupted();
        let depth = Depth::new(HINT_DEPTH).expect("the depth is small");
        let (engine, evaluator) = (Engine::AlphaBeta, Evaluator::default());
        match engine_answer(engine, depth, evaluator, self.board, self.turn, Some(HINT_TIME), &interrupted) {
            Ok(Answer { board, remark }) => {
                let played = self.board.moves(self.turn).find(|played| self.board.after(self.turn, *played) == board);
                let played = played.map(|played| played.to_text(self.board)).unwrap_or_default();
                writeln!(out, "alpha-beta would play {played}{remark}")?;
            }
            Err(_) => writeln!(out, "alpha-beta has found no move in time")?,
        }
        Ok(Next::Line)
    }
}

impl Prompt for Question<'_> {
    fn rows(&self) -> Vec<Row<Self>> {
        rows()
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        FORMS
    }

    fn line(&mut self, _: &mut dyn Write) -> anyhow::Result<Option<String>> {
        if has_a_typist() {
            note!("You can play {}.", self.moves.join(" "));
        }
        self.lines.next("your move> ").context("cannot read a move")
    }

    fn enter(&mut self, line: &str, _: &mut dyn Write) -> anyhow::Result<Next> {
        let (typed, board) = (line.trim(), self.board);
        let chosen = board.moves(self.turn).find(|played| squares_of(&played.to_text(board)) == squares_of(typed));
        if let Some(played) = chosen {
            return self.end(Reply::Move(Answer { board: board.after(self.turn, played), remark: String::new() }));
        }
        if !typed.is_empty() {
            note!("{} is not one of {}; help tells what else can be typed", quote(typed), self.moves.join(" "));
            repl::suggest(&rows(), typed);
        }
        Ok(Next::Line)
    }
}

/// Asks the person at the keyboard for a move. Messages go to standard error.
fn ask_person(board: &Board, turn: Player, lines: &mut Lines) -> anyhow::Result<Reply> {
    let moves = board.moves(turn).map(|played| played.to_text(board)).collect();
    let mut question = Question { board, turn, moves, lines, reply: None };
    repl::talk(&mut question, &mut standard::error())?;
    Ok(question.reply.unwrap_or_else(|| Reply::Forfeit(Forfeit("has left the board".to_owned()))))
}

/// Returns the two squares of a typed move, separated by `-`, `x`, `X`, `:` or a blank; `None` for any other text.
fn squares_of(text: &str) -> Option<(u32, u32)> {
    let (from, to) = text.split_once(['-', 'x', 'X', ':', ' '])?;
    Some((from.trim().parse().ok()?, to.trim().parse().ok()?))
}

/// Returns the board as text, each square with its number and its piece.
pub(super) fn numbered(board: &Board) -> anyhow::Result<String> {
    let list = Interpreter::new().list(board)?.to_string();
    let mut squares = list.trim_matches(['(', ')']).split(' ').zip(1..);
    let mut drawn = String::new();
    for (row, length) in board.size().rows().enumerate() {
        let line: String =
            squares.by_ref().take(length).map(|(piece, number)| format!("{number:>4} {piece}")).collect();
        drawn += &format!("{}{line}\n", if row % 2 == 1 { "   " } else { "" });
    }
    Ok(drawn)
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
