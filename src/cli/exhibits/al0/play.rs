//! `focal8 al0 play`: a table plays White against a person or a built-in defender.

pub mod dialogue;
mod words;

use std::cell::LazyCell;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use focal8::exhibits::al0::survey::SurveyError;
use focal8::exhibits::al0::{
    Defender, Ending, Fen, Game, GameRecord, Look, Major, Outcome, Players, Position, Prospects, Side, Table,
    Tablebase, film, pgn,
};

use self::dialogue::Dialogue;
use crate::cli::host::files;
use crate::cli::host::named_files::NamedFiles;
use crate::terminal::standard;

use super::phrases::Phrases;
use super::{Style, draw, survey, table};

/// Play a game against an advice table
///
/// The table plays White, and you or a built-in defender plays the lone king. Without a terminal, the command reads
/// moves from standard input, one per line.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  focal8 al0 play
  focal8 al0 play --lang ru --from '8/8/8/4k3/8/8/8/R3K3 b'
  focal8 al0 play --defender worst --pgn game.pgn
  printf 'd5\\nback\\nquit\\n' | focal8 al0 play --ascii

In the game, type a move (d4, Kd4, c3d4 or 3:3-4:4), or help, back, board, why, tree, look, fen, pgn, quit.")]
pub struct Play {
    #[command(flatten)]
    table: table::TableOption,
    /// Position to begin with, with either side to move [default: rook a1, kings e1 and e5, White to move]
    ///
    /// The default of a table for a queen is queen d1, kings e1 and e5, White to move.
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    /// Player of the lone king
    #[arg(long, value_enum, default_value = "person")]
    defender: Who,
    /// Moves and commands to execute first, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Limit a game with a built-in defender to MOVES moves of White
    #[arg(long, default_value_t = 60, value_name = "MOVES")]
    limit: usize,
    /// If a built-in defender plays, print the game as JSON
    #[arg(long)]
    json: bool,
    /// Write the game to FILE as PGN at the end; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pgn: Option<String>,
    /// Write the game to FILE as an animated picture (SVG) at the end; `-` is standard output
    ///
    /// Each position shows the room that White's piece leaves to the lone king.
    #[arg(long, value_name = "FILE")]
    film: Option<String>,
    #[command(flatten)]
    pub(super) style: Style,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Who {
    /// You.
    Person,
    /// Delay the mate as long as perfect play can.
    Perfect,
    /// Keep to the centre.
    Centre,
    /// Play the first legal move.
    First,
    /// Choose the replies that give the table its worst result.
    Worst,
}

impl Who {
    fn name(self, phrases: Phrases) -> String {
        match self {
            Self::Person => phrases.you(),
            Self::Perfect => phrases.perfect(),
            Self::Centre => phrases.centre(),
            Self::First => phrases.first(),
            Self::Worst => phrases.worst(),
        }
    }
}

impl Play {
    /// Plays one game.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let language = self.style.language();
        let phrases = Phrases(language);
        if self.json && self.defender == Who::Person {
            Self::augment_args(clap::Command::new("focal8 al0 play"))
                .error(ErrorKind::ArgumentConflict, phrases.json_needs_defender())
                .exit();
        }
        let mut named = NamedFiles::default();
        named.input(phrases.the_table(), Path::new(self.table.name(language, Major::Rook)));
        self.pgn.iter().for_each(|file| named.output("--pgn", Path::new(file)));
        self.film.iter().for_each(|file| named.output("--film", Path::new(file)));
        named.check()?;
        let mut table = self.table.load(language)?;
        let from = self.from.as_deref().unwrap_or(match table.piece {
            Major::Rook => "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
            Major::Queen => "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",
        });
        let start =
            Fen::parse_with(from, table.piece).map_err(|error| anyhow!("{}", phrases.not_a_position(from, &error)))?;
        if start.position.kind != table.piece {
            table = self.table.load_for(language, start.position.kind)?;
        }
        let name = self.table.name(language, table.piece);
        let mut game = Game::new(&table, start);
        let players = Players { white: format!("AL0 table {name}"), black: self.defender.name(Phrases::ENGLISH) };
        let base = LazyCell::new(|| Tablebase::new(table.piece));
        let prospects;
        let defender = match self.defender {
            Who::Person => {
                let mut dialogue = Dialogue::new(&mut game, phrases, self.style.ascii, &self.moves, &players);
                dialogue.play(name)?;
                self.write_pgn(&game, &players)?;
                self.write_film(&game, phrases)?;
                return Ok(ExitCode::SUCCESS);
            }
            Who::Perfect => Defender::Perfect(&base),
            Who::Centre => Defender::Centre,
            Who::First => Defender::First,
            Who::Worst => {
                prospects = judge(&table, phrases)?;
                Defender::Worst(&prospects)
            }
        };
        let unfinished = |unfinished| anyhow!("{}", phrases.unfinished(&unfinished));
        let ending = game.play_out(defender, self.limit).map_err(unfinished)?;
        let mut out = standard::output();
        if self.json {
            let defender = self.defender.to_possible_value();
            let defender = defender.as_ref().map_or("", |value| value.get_name());
            writeln!(out, "{}", serde_json::to_string(&GameRecord::new(&game, defender, ending, &base))?)?;
        } else {
            writeln!(out, "{}\n{}", phrases.welcome(table.piece, name, &self.defender.name(phrases)), game.start())?;
            print_moves(&game, phrases, &mut out)?;
            write!(out, "{}", draw::board(game.position(), self.style.ascii))?;
            writeln!(out, "{}", ending_text(ending, &game, phrases))?;
        }
        out.flush()?;
        self.write_pgn(&game, &players)?;
        self.write_film(&game, phrases)?;
        Ok(ExitCode::SUCCESS)
    }

    fn write_film(&self, game: &Game, phrases: Phrases) -> anyhow::Result<()> {
        match self.film.as_deref() {
            None => Ok(()),
            Some("-") => Ok(write!(standard::output(), "{}", film(&frames(game, phrases)))?),
            Some(file) => files::write_or_elsewhere(Path::new(file), film(&frames(game, phrases)).as_bytes()),
        }
    }

    fn write_pgn(&self, game: &Game, players: &Players) -> anyhow::Result<()> {
        match self.pgn.as_deref() {
            None => Ok(()),
            Some("-") => Ok(write!(standard::output(), "\n{}", pgn(game, players))?),
            Some(file) => files::write_or_elsewhere(Path::new(file), pgn(game, players).as_bytes()),
        }
    }
}

/// Judges the table's play from every position, with a progress bar.
fn judge(table: &Table, phrases: Phrases) -> anyhow::Result<Prospects> {
    let all = Position::all_legal(table.piece, Side::Us).count();
    let progress = survey::progress(phrases.judging(), all, phrases);
    let prospects = Prospects::new(table, |_, _| progress.inc(1))
        .map_err(|(position, endless)| survey::survey_error(phrases)(SurveyError::new(position, endless)))?;
    progress.finish_and_clear();
    Ok(prospects)
}

/// Prints one line for each move of White: the move number, the move, the rule and its advice, and Black's reply.
fn print_moves(game: &Game, phrases: Phrases, out: &mut impl Write) -> io::Result<()> {
    let table = game.table();
    let mut number = game.start().move_number;
    let mut line = String::new();
    for (position, played) in game.positions().zip(game.played()) {
        let text = phrases.algebraic(position, played.played);
        let labels = played.consultation.as_ref().and_then(|answer| table.labels(answer));
        let labels = labels.map_or(String::new(), |(rule, advice)| format!("{rule}: {advice}"));
        match position.side {
            Side::Us => line = format!("{number:>3}. {text:<5} {labels:<28}"),
            Side::Them => {
                if line.is_empty() {
                    line = format!("{number:>3}. {:<5} {:<28}", "...", "");
                }
                writeln!(out, "{line}{text}")?;
                line.clear();
                number += 1;
            }
        }
    }
    if !line.is_empty() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Returns the positions of the game, each with the move that led to it and the number of squares left to the lone
/// king.
fn frames(game: &Game, phrases: Phrases) -> Vec<(Position, String)> {
    let mut moved = String::new();
    let mut frames = Vec::new();
    let mut number = game.start().move_number;
    let caption = |position, moved: &str| phrases.film_caption(moved, Look::new(position, position).room.len());
    for (position, played) in game.positions().zip(game.played()) {
        frames.push((position, caption(position, &moved)));
        let dots = if position.side == Side::Us { "." } else { "..." };
        let labels = played.consultation.as_ref().and_then(|answer| game.table().labels(answer));
        let labels = labels.map_or(String::new(), |(rule, advice)| format!("{rule}: {advice}, "));
        moved = format!("{number}{dots} {}, {labels}", phrases.algebraic(position, played.played));
        number += u32::from(position.side == Side::Them);
    }
    // When White's piece is taken, two pieces are on one square in the last position, which is therefore not drawn.
    if game.outcome() != Some(Outcome::MajorTaken) {
        frames.push((game.position(), caption(game.position(), &moved)));
    }
    frames
}

fn ending_text(ending: Ending, game: &Game, phrases: Phrases) -> String {
    match ending {
        Ending::Over(outcome) => phrases.outcome(outcome, game.table().piece, game.our_moves()),
        Ending::NoAdvice => phrases.no_move_to_offer(),
        Ending::Limit => phrases.limit(game.our_moves()),
    }
}
