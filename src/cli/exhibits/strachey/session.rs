//! A game against a person, line by line: at a terminal or in a pipe.

use std::io::{self, Write};

use focal8::exhibits::strachey::{Choice, End, Game, Move, Player, PlayerError, Position, Program, Side, board};

use focal8::quote::quote;

use crate::cli::exhibits::lines::Lines;
use crate::cli::exhibits::list::story_of;
use crate::cli::exhibits::repl::{self, Next, Prompt, Row};
use crate::cli::host::os_host::OsHost;
use crate::terminal::signals;
use crate::terminal::{has_a_typist, standard};

use super::parse_depth_limit;
use super::record::{outcome, save};

/// Examples of lines that are not commands, each with its meaning.
const FORMS: &[(&str, &str)] = &[
    ("15-19 or 15 19", "move from square 15 to square 19; 15x25 is a capture"),
    ("9 19 27 ...", "every square of the way, if two captures have the same end"),
    ("CTRL/C", "interrupt the program while it thinks"),
];

/// The name of the function with which a CPL program chooses its moves.
const CHOOSES: &str = "BestPosition";

const INTRODUCTION: &str = "A program in CPL plays. This function of it chooses the moves:";

const OVER: &str = "The game is over: `back`, `save FILE` or `quit`.";

/// A game with one or two persons.
pub struct Session {
    game: Game,
    people: Vec<Side>,
    player: Box<dyn Player>,
    /// The CPL program that plays; `None` if the native twin plays.
    program: Option<Program>,
    player_name: String,
    depth_limit: u8,
    end: Option<End>,
    /// Whether the command `draw` has ended the game.
    drawn: bool,
    lines: Lines,
    host: OsHost,
}

/// Returns the commands of the prompt of a game.
pub fn rows() -> Vec<Row<Session>> {
    let plain =
        |word, shortest, summary, function| Row { word, shortest, aliases: vec![], usage: "", summary, function };
    vec![
        plain("moves", 1, "list the legal moves", Session::moves),
        Row::board("draw the board", Session::board),
        plain("hint", 2, "ask what the program would play", Session::hint),
        Row::back("take back your last move and the answer to it", Session::back),
        Row { usage: "[N]", ..plain("depth", 2, "let the program look N + 1 half-moves ahead", Session::depth) },
        Row { usage: "FILE", ..plain("save", 2, "save the game as PDN", Session::save) },
        plain("position", 1, "print the position as JSON", Session::position),
        Row { usage: "[NAME]", ..plain("source", 2, "print a function of the program that plays", Session::source) },
        Row::resign("give up the game", Session::resign),
        plain("draw", 2, "agree to a draw", Session::draw),
        Row::help("show this list"),
        Row::quit("leave the game"),
    ]
}

impl Session {
    /// Creates a game that begins at a position, in which people play the given sides.
    pub fn new(
        start: Position,
        people: &[Side],
        player: Box<dyn Player>,
        program: Option<Program>,
        player_name: String,
        depth_limit: u8,
        host: OsHost,
    ) -> Self {
        let (game, people) = (Game::new(start), people.to_vec());
        let lines = Lines::standard(repl::words(&rows()));
        Session { game, people, player, program, player_name, depth_limit, end: None, drawn: false, lines, host }
    }

    /// Plays until `quit` or the end of the input.
    pub fn run(mut self) -> anyhow::Result<()> {
        // Standard output is not locked, since the code that restores the terminal after a signal needs it too.
        let mut out = standard::output();
        self.player.give_up_when(signals::interrupted());
        self.introduce(&mut out)?;
        if has_a_typist() {
            writeln!(out, "Type a move as from-to numbers, such as {}, or `help`.", self.example())?;
        }
        self.answer(&mut out)?;
        write!(out, "{}", board(self.game.position()))?;
        repl::talk(&mut self, &mut out)
    }

    /// If a CPL program plays, prints the text of the function that chooses the program's moves. If standard input is
    /// a terminal, first prints an introduction to Strachey's program.
    fn introduce(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if has_a_typist() {
            writeln!(out, "{}", story_of("strachey"))?;
        }
        if let Some(text) = self.program.as_ref().and_then(|program| program.text_of(CHOOSES)) {
            writeln!(out, "{INTRODUCTION}\n\n{text}\n")?;
        }
        Ok(())
    }

    /// Prints the text of a function of the program; without a name, prints the names of all functions.
    fn source(&mut self, name: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let Some(program) = &self.program else {
            writeln!(out, "The native twin plays, which is written in Rust.")?;
            return Ok(Next::Line);
        };
        let names: Vec<&str> = program.functions().map(|(name, _)| name).collect();
        match program.text_of(name) {
            Some(text) => writeln!(out, "{text}")?,
            None if name.is_empty() => writeln!(out, "{}", names.join(" "))?,
            None => writeln!(out, "There is no function {}; there are {}.", quote(name), names.join(" "))?,
        }
        Ok(Next::Line)
    }

    fn example(&self) -> String {
        self.game.legal_moves().first().map_or("15-19".to_owned(), squares)
    }

    fn board(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        write!(out, "{}", board(self.game.position()))?;
        Ok(Next::Line)
    }

    fn moves(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let moves: Vec<String> = self.game.legal_moves().iter().map(squares).collect();
        writeln!(out, "{}", moves.join(" "))?;
        Ok(Next::Line)
    }

    fn position(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        writeln!(out, "{}", self.game.position())?;
        Ok(Next::Line)
    }

    fn depth(&mut self, depth: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        match parse_depth_limit(depth) {
            _ if depth.is_empty() => writeln!(out, "Depth limit {}; `depth N` changes it.", self.depth_limit)?,
            Ok(depth) => {
                self.depth_limit = depth;
                self.player.set_depth_limit(depth);
                writeln!(out, "Depth limit {depth}.")?;
            }
            Err(error) => writeln!(out, "{}: {error}.", quote(depth))?,
        }
        Ok(Next::Line)
    }

    fn resign(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        if self.is_over() {
            return Self::say_over(out);
        }
        let side = self.game.position().side;
        self.end = Some(End::GivesUp(side));
        writeln!(out, "{side} resigns: {} wins.", side.other())?;
        Self::say_over(out)
    }

    fn draw(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        if self.is_over() {
            return Self::say_over(out);
        }
        self.drawn = true;
        writeln!(out, "The game is drawn.")?;
        Self::say_over(out)
    }

    fn say_over(out: &mut dyn Write) -> anyhow::Result<Next> {
        writeln!(out, "{OVER}")?;
        Ok(Next::Line)
    }

    fn is_over(&self) -> bool {
        self.end.is_some() || self.drawn
    }

    fn finish(&mut self, end: End, out: &mut dyn Write) -> io::Result<()> {
        self.end = Some(end);
        writeln!(out, "{}\n{OVER}", outcome(&end))
    }

    /// Plays a typed move.
    fn moved(&mut self, typed: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let text = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        let numbers: Option<Vec<u8>> = text
            .split(|c: char| c.is_whitespace() || matches!(c, '-' | 'x' | 'X' | ','))
            .filter(|number| !number.is_empty())
            .map(|number| number.parse::<u8>().ok())
            .collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() >= 2) else {
            let example = self.example();
            let advice = match repl::nearest(&rows(), &text) {
                Some(word) => format!("Did you mean `{word}`?"),
                None => "Type `help` for help.".to_owned(),
            };
            writeln!(out, "`{text}` is neither a move nor a command; a move is like {example}. {advice}")?;
            return Ok(Next::Line);
        };
        if self.is_over() {
            return Self::say_over(out);
        }
        let legal = self.game.legal_moves();
        let matching: Vec<&Move> = legal.iter().filter(|each| fits(each, &numbers)).collect();
        match matching.as_slice() {
            [] => {
                let must = if legal.iter().any(Move::is_capture) { " A capture must be made." } else { "" };
                let moves: Vec<String> = legal.iter().map(squares).collect();
                writeln!(out, "{text} cannot be played.{must} You can play {}.", moves.join(" "))?;
            }
            [first, rest @ ..] if rest.iter().all(|each| each.position == first.position) => {
                self.game.make(**first);
                self.answer(out)?;
                write!(out, "{}", board(self.game.position()))?;
            }
            several => {
                let several: Vec<String> = several.iter().map(|each| squares(each)).collect();
                writeln!(out, "Which way? {}", several.join(" or "))?;
            }
        }
        Ok(Next::Line)
    }

    /// Plays the program's moves until it is a person's turn or the game ends.
    fn answer(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        loop {
            let side = self.game.position().side;
            if self.game.legal_moves().is_empty() {
                return Ok(self.finish(End::NoMove(side), out)?);
            }
            if let Some(earlier) = self.game.seen_before() {
                writeln!(out, "This position was there after half-move {earlier}; `draw` ends the game.")?;
            }
            if self.people.contains(&side) {
                return Ok(());
            }
            if has_a_typist() {
                write!(out, "{side} is thinking ...\r")?;
                out.flush()?;
            }
            let thinking = signals::thinking();
            let (turn, end) = match self.game.play(&mut *self.player) {
                Err(PlayerError::Interrupted) => {
                    drop(thinking);
                    return self.interrupted(out);
                }
                answer => answer?,
            };
            drop(thinking);
            if let Some(made) = self.game.moves().last().filter(|_| turn.is_some_and(|turn| turn.chosen.is_some())) {
                let evaluated = turn.map_or(0, |turn| turn.evaluated);
                writeln!(out, "{side} plays {}   ({evaluated} positions evaluated)", squares(made))?;
            }
            match end {
                // A repetition does not end a game against a person.
                Some(End::Repetition { .. }) | None => {}
                Some(end) => return Ok(self.finish(end, out)?),
            }
        }
    }

    /// Takes back the person's last move, after CTRL/C has interrupted the program's answer.
    fn interrupted(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.game.take_back().is_some() {
            let shallower = self.depth_limit.saturating_sub(1);
            writeln!(out, "Interrupted; your move is taken back. `depth {shallower}` looks less far ahead.")?;
        } else {
            writeln!(out, "Interrupted; nothing is played yet: make the program's move for it.")?;
        }
        Ok(())
    }

    fn hint(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let thinking = signals::thinking();
        let (choice, evaluated) = match self.player.choose(self.game.position()) {
            Err(PlayerError::Interrupted) => {
                writeln!(out, "Interrupted.")?;
                return Ok(Next::Line);
            }
            found => found?,
        };
        drop(thinking);
        let hint = match choice {
            Choice::Position(chosen) => {
                let made = self.game.legal_moves().into_iter().find(|each| each.position == chosen);
                made.map_or("something illegal".to_owned(), |made| squares(&made))
            }
            Choice::Nothing => "nothing: every move loses".to_owned(),
            Choice::Resign => "nothing: there is no move".to_owned(),
        };
        writeln!(out, "The program would play {hint} ({evaluated} positions evaluated).")?;
        Ok(Next::Line)
    }

    /// Takes back moves until it is a person's turn.
    fn back(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let mut taken = 0;
        while self.game.take_back().is_some() {
            taken += 1;
            if self.people.contains(&self.game.position().side) {
                break;
            }
        }
        if taken == 0 {
            writeln!(out, "There is nothing to take back.")?;
            return Ok(Next::Line);
        }
        (self.end, self.drawn) = (None, false);
        if !self.people.contains(&self.game.position().side)
            // If the program opened the game, it plays its first move again.
            && let Err(error) = self.answer(out)
        {
            writeln!(out, "{error:#}")?;
            return Ok(Next::Line);
        }
        self.board("", out)
    }

    fn save(&mut self, file: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        if file.is_empty() {
            writeln!(out, "Save where? For example: save game.pdn")?;
            return Ok(Next::Line);
        }
        let player_name = format!("{}, depth limit {}", self.player_name, self.depth_limit);
        let name = |side| if self.people.contains(&side) { "Human" } else { player_name.as_str() };
        let drawn = self.drawn.then_some(End::Repetition { first_seen: 0 });
        match save(&self.game, self.end.or(drawn), [name(Side::Black), name(Side::White)], file, &mut self.host) {
            Ok(()) => writeln!(out, "Saved as {file}.")?,
            Err(error) => writeln!(out, "{error:#}")?,
        }
        Ok(Next::Line)
    }
}

impl Prompt for Session {
    fn rows(&self) -> Vec<Row<Self>> {
        rows()
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        FORMS
    }

    fn line(&mut self, _: &mut dyn Write) -> anyhow::Result<Option<String>> {
        let prompt = if self.is_over() { "over> ".to_owned() } else { format!("{}> ", self.game.position().side) };
        Ok(self.lines.next(&prompt)?)
    }

    fn enter(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        if line.trim().is_empty() { Ok(Next::Line) } else { self.moved(line, out) }
    }
}

/// Whether the typed numbers are the from-square and the to-square of this move, or all squares of its path.
fn fits(each: &Move, numbers: &[u8]) -> bool {
    numbers == each.path.squares() || numbers == [each.from(), each.to()]
}

/// Returns a move as from-to numbers: 15-19, 15x25, 9x19x27.
pub(super) fn squares(made: &Move) -> String {
    let squares: Vec<String> = made.path.squares().iter().map(u8::to_string).collect();
    squares.join(if made.is_capture() { "x" } else { "-" })
}
