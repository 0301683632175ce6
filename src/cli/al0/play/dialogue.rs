//! A person with the lone king: lines in, the board and White's moves out.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};

use anyhow::{Context, bail};
use focal8::exhibits::al0::explain::Explanation;
use focal8::exhibits::al0::game::{Ending, Game};
use focal8::exhibits::al0::notation::{MoveError, parse_reply};
use focal8::exhibits::al0::pgn::{Players, pgn};
use focal8::exhibits::al0::position::Side;
use focal8::exhibits::al0::search::Unfinished;
use focal8::exhibits::al0::tree;

use super::{draw, ending_text};
use crate::cli::al0::explain;
use crate::cli::al0::phrases::{Command, Phrases};
use crate::cli::lines::Lines;
use crate::terminal::signals;
use crate::terminal::standard;

/// The conversation over one game.
pub struct Dialogue<'g, 't> {
    game: &'g mut Game<'t>,
    phrases: Phrases,
    ascii: bool,
    /// What `--moves` gave, to be taken before anything is read.
    typed_ahead: VecDeque<String>,
    lines: Lines,
    players: &'g Players,
}

impl<'g, 't> Dialogue<'g, 't> {
    /// Sits down to a game.
    pub fn new(game: &'g mut Game<'t>, phrases: Phrases, ascii: bool, typed_ahead: &str, players: &'g Players) -> Self {
        let typed_ahead = typed_ahead.split_whitespace().map(str::to_owned).collect();
        let lines = Lines::standard(Command::words(phrases.language()));
        game.give_up_when(signals::interrupted());
        Self { game, phrases, ascii, typed_ahead, lines, players }
    }

    /// Plays until the game or the input ends or the person leaves; in a pipe a game that is over can still be taken back.
    pub fn play(&mut self, table: &str) -> anyhow::Result<()> {
        let mut out = standard::output();
        writeln!(out, "{}", self.phrases.welcome(table, &self.phrases.you()))?;
        writeln!(out, "{}\n", self.phrases.hint())?;
        if self.game.position().side == Side::Them {
            self.draw(&mut out)?;
        }
        let mut ending = None;
        loop {
            if ending.is_none() {
                ending = self.white_moves(&mut out)?;
                if let Some(ending) = ending {
                    writeln!(out, "{}", ending_text(ending, self.game, self.phrases))?;
                }
            }
            // Nobody is asked for a move that cannot be made; what was typed before is still obeyed.
            if ending.is_some() && self.typed_ahead.is_empty() && io::stdin().is_terminal() {
                break;
            }
            let Some(line) = self.read(ending.is_some(), &mut out)? else { break };
            match Command::named(line.trim()) {
                Some(Command::Quit) => break,
                Some(Command::Back) => {
                    if self.game.take_back() {
                        ending = None;
                        self.draw(&mut out)?;
                    } else {
                        writeln!(out, "{}", self.phrases.nothing_to_take_back())?;
                    }
                }
                Some(command) => self.obey(command, &mut out)?,
                None if line.trim().is_empty() => {}
                None if ending.is_some() => writeln!(out, "{}", self.phrases.is_over())?,
                None => self.reply(&line, &mut out)?,
            }
        }
        if ending.is_none() {
            writeln!(out, "{}", self.phrases.left())?;
        }
        Ok(())
    }

    /// White's move if it is his, then the end of the game if there is one.
    fn white_moves(&mut self, out: &mut impl Write) -> anyhow::Result<Option<Ending>> {
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

    /// White's answer was not awaited: the move that asked for it is taken back.
    fn interrupted(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.game.take_back() {
            writeln!(out, "{}", self.phrases.interrupted())?;
            self.draw(out)?;
        } else {
            writeln!(out, "{}", self.phrases.interrupted_first())?;
        }
        Ok(())
    }

    fn reply(&mut self, line: &str, out: &mut impl Write) -> anyhow::Result<()> {
        if self.game.position().side == Side::Us {
            // White has been interrupted, and is asked again.
            return Ok(());
        }
        let parsed = parse_reply(self.game.position(), line);
        match parsed.and_then(|reply| self.game.reply(reply).map_err(MoveError::from)) {
            Ok(()) => {}
            Err(error) => writeln!(out, "{}", self.phrases.refusal(&error))?,
        }
        Ok(())
    }

    fn obey(&mut self, command: Command, out: &mut impl Write) -> anyhow::Result<()> {
        match command {
            Command::Help => writeln!(out, "{}", self.phrases.help())?,
            Command::Board => self.draw(out)?,
            Command::Fen => writeln!(out, "{}", self.game.fen())?,
            Command::Pgn => write!(out, "{}", pgn(self.game, self.players))?,
            Command::Why => self.why(out)?,
            Command::Tree => write!(out, "{}", tree::replies_drawing(self.game.foreseen()))?,
            Command::Back | Command::Quit => {}
        }
        Ok(())
    }

    /// The consultation that White's last move comes from.
    fn why(&self, out: &mut impl Write) -> anyhow::Result<()> {
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

    fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", draw::board(self.game.position(), self.ascii))
    }

    /// The next line typed; what comes from elsewhere than a keyboard is echoed, so that a transcript reads well.
    fn read(&mut self, is_over: bool, out: &mut impl Write) -> anyhow::Result<Option<String>> {
        let prompt = self.phrases.prompt();
        let typed_ahead = self.typed_ahead.pop_front();
        if typed_ahead.is_none() && io::stdin().is_terminal() {
            return Ok(self.lines.next(&prompt)?);
        }
        if !is_over {
            write!(out, "{prompt}")?;
            out.flush()?;
        }
        let line = match typed_ahead {
            Some(line) => Some(line),
            None => self.lines.next("").context("cannot read standard input")?,
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
