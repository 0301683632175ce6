//! `focal8 al0`: advice tables for king and rook, or king and queen, against king.

mod answer;
mod draw;
mod explain;
mod look;
mod phrases;
pub mod play;
mod survey;
mod table;
mod tablebase;

use std::io;
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use focal8::exhibits::al0::language::Language;

use self::phrases::Phrases;
use crate::cli::Translated;

/// Play king and rook against king with AL0 advice tables
///
/// The commands play the ending with a rook or a queen, show a table's answer to a position, and analyse tables. A
/// table has rules. A rule has a condition and a list of advices. An advice says which goals White pursues, and which
/// moves each side may make.
///
/// A TABLE is a file, or the name of a built-in table. A POSITION is FEN (the board alone is enough), six digits, or
/// pieces such as `Ke6 Rf5 ke1`. The six digits are the file and rank of White's king, of the rook (or of the queen, if
/// the table is for a queen), and of Black's king.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  focal8 al0 play                              defend with the lone king
  focal8 al0 answer k7/8/3K4/8/5R2/8/8/8       what the table plays, and the whole forcing tree
  focal8 al0 answer 463418 --explain           why the earlier rules and advices failed
  focal8 al0 look 463418                       the predicates that are true in this position
  focal8 al0 survey no_stalemate               play all 175,168 positions against every defender
  focal8 al0 play --table queen                the same with king and queen
  focal8 al0 tables toy                        a small table, to begin your own with")]
pub struct Al0 {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Answer(answer::Answer),
    Look(look::Look),
    Play(play::Play),
    Survey(survey::Survey),
    Tablebase(tablebase::Tablebase),
    Tables(table::Tables),
    Check(table::Check),
}

impl Al0 {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let phrases = Phrases(self.command.language());
        self.command.run().map_err(|error| in_language(error, phrases))
    }
}

impl Command {
    fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Command::Answer(answer) => answer.run(),
            Command::Look(look) => look.run(),
            Command::Play(play) => play.run(),
            Command::Survey(survey) => survey.run(),
            Command::Tablebase(tablebase) => tablebase.run(),
            Command::Tables(tables) => tables.run(),
            Command::Check(check) => check.run(),
        }
    }

    fn language(&self) -> Language {
        match self {
            Command::Answer(answer) => answer.style.language(),
            Command::Look(look) => look.style.language(),
            Command::Play(play) => play.style.language(),
            Command::Survey(survey) => survey.speech.language(),
            Command::Check(check) => check.speech.language(),
            Command::Tablebase(_) | Command::Tables(_) => Language::English,
        }
    }
}

/// Gives an error its message in the language of `phrases`. An error in writing to standard output does not change,
/// because the program recognises a closed pipe or a full disk by that error.
fn in_language(error: anyhow::Error, phrases: Phrases) -> anyhow::Error {
    let is_about_output = error.chain().count() == 1 && error.is::<io::Error>();
    if phrases.language() == Language::English || is_about_output {
        return error;
    }
    let message = format!("{}: {}", phrases.error(), phrases.message(&error));
    error.context(Translated(message))
}

/// The options that choose the language and the way to draw the board.
#[derive(Clone, Copy, Debug, Args)]
struct Style {
    /// Draw the board with letters instead of chess pieces
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    speech: Speech,
}

/// The option that chooses the language.
#[derive(Clone, Copy, Debug, Args)]
struct Speech {
    /// Language of the output
    #[arg(long, value_enum, default_value = "en")]
    lang: Lang,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lang {
    En,
    Ru,
}

impl Style {
    fn language(self) -> Language {
        self.speech.language()
    }
}

impl Speech {
    fn language(self) -> Language {
        match self.lang {
            Lang::En => Language::English,
            Lang::Ru => Language::Russian,
        }
    }
}
