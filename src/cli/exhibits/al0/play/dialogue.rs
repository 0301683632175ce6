//! The dialogue with a person who plays the lone king: reads lines, prints the board and White's moves.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use focal8::exhibits::al0::language::Language;
use focal8::exhibits::al0::{
    Ending, Explanation, Game, Look as View, MoveError, Players, Side, Unfinished, parse_reply, pgn, tree,
};

use super::{draw, ending_text, words};
use crate::cli::exhibits::al0::explain;
use crate::cli::exhibits::al0::look;
use crate::cli::exhibits::al0::phrases::Phrases;
use crate::cli::exhibits::lines::Lines;
use crate::cli::exhibits::repl::{self, Next, Prompt, Row};
use crate::cli::host::dash;
use crate::terminal::signals;
use crate::terminal::{has_a_typist, standard};

/// The dialogue of one game.
pub struct Dialogue<'g, 't> {
    game: &'g mut Game<'t>,
    phrases: Phrases,
    ascii: bool,
    /// The moves and commands of `--moves` that have not been read yet. They are read before typed lines.
    typed_ahead: VecDeque<String>,
    lines: Lines,
    players: &'g Players,
    /// The end of the game, if the game is over.
    ending: Option<Ending>,
}

/// Returns the commands of the prompt, in the given language.
pub fn rows<'g, 't>(language: Language) -> Vec<Row<Dialogue<'g, 't>>> {
    let speak = |row, russian| words::spoken(language, row, russian);
    let plain = |word, summary, function| Row { word, shortest: 1, aliases: vec![], usage: "", summary, function };
    vec![
        speak(Row::back("take your last move back", Dialogue::back), ("назад", "взять ход назад")),
        speak(Row::board("draw the board", Dialogue::board), ("доска", "показать доску")),
        speak(plain("why", "explain White's last move", Dialogue::why), ("почему", "почему белые так сыграли")),
        speak(plain("tree", "show White's prepared replies", Dialogue::tree), ("дерево", "что белые приготовили")),
        speak(
            plain("look", "list the predicates of the position", Dialogue::look),
            ("вид", "показать предикаты позиции"),
        ),
        speak(plain("fen", "print the position as FEN", Dialogue::fen), ("фен", "напечатать позицию")),
        speak(plain("pgn", "print the game as PGN", Dialogue::pgn), ("пгн", "напечатать партию")),
        speak(Row::help("show this list"), ("помощь", "показать этот список")),
        speak(Row::quit("leave the game"), ("выход", "закончить")),
    ]
}

impl<'g, 't> Dialogue<'g, 't> {
    /// Creates a dialogue for a game.
    pub fn new(game: &'g mut Game<'t>, phrases: Phrases, ascii: bool, typed_ahead: &str, players: &'g Players) -> Self {
        let typed_ahead = typed_ahead.split_whitespace().map(str::to_owned).collect();
        let lines = Lines::standard(repl::words(&rows(phrases.language())));
        game.give_up_when(signals::interrupted());
        Self { game, phrases, ascii, typed_ahead, lines, players, ending: None }
    }

    /// Plays until the game ends, the input ends or the person leaves.
    ///
    /// If the input is a pipe, the lines after the end of the game are still read, so that a move can be taken back.
    pub fn play(&mut self, table: &str) -> anyhow::Result<()> {
        let mut out = standard::output();
        if has_a_typist() {
            writeln!(out, "{}", self.phrases.story())?;
        }
        writeln!(out, "{}", self.phrases.welcome(self.game.table().piece, table, &self.phrases.you()))?;
        writeln!(out, "{}\n", self.phrases.hint())?;
        if self.game.position().side == Side::Them {
            self.draw(&mut out)?;
        }
        repl::talk(self, &mut out)?;
        if self.ending.is_none() {
            writeln!(out, "{}", self.phrases.left())?;
        }
        Ok(())
    }

    /// Plays White's move if White is to move; returns the end of the game if the game is over.
    fn white_moves(&mut self, out: &mut dyn Write) -> anyhow::Result<Option<Ending>> {
        if let Some(outcome) = self.game.outcome() {
            return Ok(Some(Ending::Over(outcome)));
        }
        if self.game.position().side == Side::Them {
            return Ok(None);
        }
        let (before, number) = (self.game.position(), self.game.fen().move_number);
        let table = self.game.table();
        let thinking = signals::thinking();
        let played = match self.game.play() {
            Ok(Some(played)) => played,
            Ok(None) => return Ok(Some(Ending::NoAdvice)),
            Err(Unfinished::Interrupted) => {
                drop(thinking);
                return self.interrupted(out).map(|()| None);
            }
            Err(unfinished) => bail!("{}", self.phrases.unfinished(&unfinished)),
        };
        drop(thinking);
        let labels = played.consultation.as_ref().and_then(|answer| table.labels(answer));
        let labels = labels.map_or(String::new(), |(rule, advice)| format!("   {rule}: {advice}"));
        writeln!(out, "{number}. {}{labels}", self.phrases.algebraic(before, played.played))?;
        self.draw(out)?;
        Ok(self.game.outcome().map(Ending::Over))
    }

    /// Takes back the person's last move, after CTRL/C has interrupted White's answer.
    fn interrupted(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.game.take_back() {
            writeln!(out, "{}", self.phrases.interrupted())?;
            self.draw(out)?;
        } else {
            writeln!(out, "{}", self.phrases.interrupted_first())?;
        }
        Ok(())
    }

    fn reply(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.game.position().side == Side::Us {
            // CTRL/C has interrupted White, who still has the move: the line is ignored, and White thinks again.
            return Ok(());
        }
        let parsed = parse_reply(self.game.position(), line);
        match parsed.and_then(|reply| self.game.reply(reply).map_err(MoveError::from)) {
            Ok(()) => {}
            Err(error) => {
                let meant = repl::nearest(&self.rows(), line).map(|word| self.phrases.did_you_mean(word));
                let meant = meant.map_or(String::new(), |meant| format!("; {meant}"));
                writeln!(out, "{}{meant}", self.phrases.refusal(&error))?;
            }
        }
        Ok(())
    }

    /// Takes back the person's last move.
    fn back(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        if self.game.take_back() {
            self.ending = None;
            self.draw(out)?;
        } else {
            writeln!(out, "{}", self.phrases.nothing_to_take_back())?;
        }
        Ok(Next::Line)
    }

    /// Draws the board.
    fn board(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        self.draw(out)?;
        Ok(Next::Line)
    }

    /// Draws the position, and marks the squares to which White's piece confines the lone king. Then lists every
    /// predicate, and whether it is true.
    fn look(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let position = self.game.position();
        look::describe(out, position, &View::new(position, position), self.ascii, self.phrases)?;
        Ok(Next::Line)
    }

    /// Prints the position.
    fn fen(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        writeln!(out, "{}", self.game.fen())?;
        Ok(Next::Line)
    }

    /// Prints the game.
    fn pgn(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        write!(out, "{}", pgn(self.game, self.players))?;
        Ok(Next::Line)
    }

    /// Prints the tree that White follows.
    fn tree(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        match self.game.foreseen() {
            [] => writeln!(out, "{}", self.phrases.nothing_prepared())?,
            replies => write!(out, "{}", tree::replies_drawing(replies))?,
        }
        Ok(Next::Line)
    }

    /// Explains the table's answer that led to White's last move.
    fn why(&mut self, _: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        self.explain(out)?;
        Ok(Next::Line)
    }

    fn explain(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let moves: Vec<_> = self.game.positions().zip(self.game.played()).collect();
        let Some((position, answer)) =
            moves.into_iter().rev().find_map(|(position, played)| Some((position, played.consultation.as_ref()?)))
        else {
            writeln!(out, "{}", self.phrases.not_yet())?;
            return Ok(());
        };
        let table = self.game.table();
        let _thinking = signals::thinking();
        let Some(why) = Explanation::unless(table, position, answer, 1, &signals::interrupted()) else {
            writeln!(out, "{}", self.phrases.interrupted_why())?;
            return Ok(());
        };
        if let Some(first) = answer.first() {
            writeln!(out, "{}", self.phrases.why(&self.phrases.algebraic(position, first)))?;
        }
        write!(out, "{}", explain::explanation(table, answer, &why, self.phrases))?;
        Ok(())
    }

    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", draw::board(self.game.position(), self.ascii))
    }

    /// Reads the next line. If the line does not come from a keyboard, echoes the line for the transcript.
    fn read(&mut self, out: &mut dyn Write) -> anyhow::Result<Option<String>> {
        let (prompt, is_over) = (self.phrases.prompt(), self.ending.is_some());
        let typed_ahead = self.typed_ahead.pop_front();
        if typed_ahead.is_none() && has_a_typist() {
            return Ok(self.lines.next(&prompt)?);
        }
        if !is_over {
            write!(out, "{prompt}")?;
            out.flush()?;
        }
        let line = match typed_ahead {
            Some(line) => Some(line),
            None => self.lines.next("").context(dash::cannot_read(Path::new("-")))?,
        };
        match &line {
            Some(line) if is_over => writeln!(out, "> {}", line.trim_end())?,
            Some(line) => writeln!(out, "{}", line.trim_end())?,
            None if !is_over => writeln!(out)?,
            None => {}
        }
        Ok(line)
    }
}

impl<'g, 't> Prompt for Dialogue<'g, 't> {
    fn rows(&self) -> Vec<Row<Self>> {
        rows(self.phrases.language())
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        words::forms(self.phrases.language())
    }

    /// Plays White's move if White is to move, then reads the next line.
    fn line(&mut self, out: &mut dyn Write) -> anyhow::Result<Option<String>> {
        if self.ending.is_none() {
            self.ending = self.white_moves(out)?;
            if let Some(ending) = self.ending {
                writeln!(out, "{}", ending_text(ending, self.game, self.phrases))?;
            }
        }
        // At a terminal the session ends with the game, once all moves and commands of `--moves` have been read.
        if self.ending.is_some() && self.typed_ahead.is_empty() && has_a_typist() {
            return Ok(None);
        }
        self.read(out)
    }

    fn enter(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        if line.trim().is_empty() {
            return Ok(Next::Line);
        }
        match self.ending {
            Some(_) => writeln!(out, "{}", self.phrases.is_over())?,
            None => self.reply(line, out)?,
        }
        Ok(Next::Line)
    }
}
