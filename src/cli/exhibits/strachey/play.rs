//! `focal8 strachey play`: whole games, and games against a person.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use focal8::exhibits::strachey::{End, Game, Position, Side, Turn, board};
use serde_json::{Value as Json, json};

use crate::cli::host::named_files::NamedFiles;
use crate::cli::host::os_host::OsHost;
use crate::terminal::standard;

use super::record::{outcome, save};
use super::session::{Session, squares};
use super::{PlayerArguments, ProgramSource, Reading, SidePlayer};

/// Play a whole game, or play against the program
///
/// Without --human, the program plays both sides, until a side has no move or resigns, or a position is repeated. With
/// --human, you type moves as two square numbers (15-19 or 15 19), at a terminal or in a pipe; `help` lists the
/// commands. The program is the built-in CPL program, unless an option names another player.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  focal8 strachey play --depth-limit 3
  focal8 strachey play --human black --depth-limit 14 --prune
  focal8 strachey play --black own --white word:published.cpl
  printf '15-19\\n16-21\\nsave game.pdn\\n' | focal8 strachey play --human black")]
pub struct Arguments {
    /// Position to begin with: `start` or JSON `[[X],[Y],[K],sigma]`
    #[arg(value_name = "POSITION", default_value = "start")]
    position: Position,

    /// Side that you play
    #[arg(long, value_enum, value_name = "SIDE")]
    human: Option<Human>,

    /// Player of Black: `twin`, `own` or the file of a CPL program
    ///
    /// `twin` is the native twin, and `own` is the built-in CPL program. With the prefix `word:`, a program is read as
    /// with --reading word.
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["human", "program"])]
    black: Option<SidePlayer>,

    /// Player of White, with the same values as --black
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["human", "program"])]
    white: Option<SidePlayer>,

    /// Stop after COUNT half-moves
    #[arg(long, value_name = "COUNT", conflicts_with = "human")]
    half_moves: Option<usize>,

    /// Show the board after each move
    #[arg(long, conflicts_with_all = ["human", "json"])]
    boards: bool,

    /// Print the record of the game as JSON
    #[arg(long, conflicts_with = "human")]
    json: bool,

    /// Save the game to FILE as PDN when it ends
    #[arg(long, value_name = "FILE", conflicts_with = "human")]
    save: Option<String>,

    #[command(flatten)]
    player: PlayerArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Human {
    Black,
    White,
    /// You play both sides; the command `hint` shows what the program would play
    Both,
}

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let host = self.named_files().check()?;
        let sides: &[Side] = match self.human {
            None => return self.watch(host),
            Some(Human::Black) => &[Side::Black],
            Some(Human::White) => &[Side::White],
            Some(Human::Both) => &[Side::Black, Side::White],
        };
        self.player.check()?;
        let opponent = self.opponent();
        let (player, program) = opponent.player(&self.player)?;
        let (name, depth_limit) = (opponent.to_string(), self.player.depth_limit);
        Session::new(self.position, sides, player, program, name, depth_limit, host).run()?;
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the player against whom the person plays: by default the CPL program.
    fn opponent(&self) -> SidePlayer {
        self.player.side_or(SidePlayer::Program(ProgramSource::Own, Reading::Set))
    }

    fn named_files(&self) -> NamedFiles {
        let mut named = NamedFiles::default();
        let sides = self.black.iter().chain(&self.white).filter_map(SidePlayer::file);
        sides.chain(self.player.file()).for_each(|file| named.input("a program", file));
        self.save.iter().for_each(|file| named.output("--save", Path::new(file)));
        named
    }

    /// Plays a game between two programs, or between a program and itself.
    fn watch(self, mut host: OsHost) -> anyhow::Result<ExitCode> {
        let [black, white] = [&self.black, &self.white].map(|side| side.clone().unwrap_or(self.opponent()));
        self.player.check()?;
        let depth_limit = self.player.depth_limit;
        let (mut for_black, mut for_white) = (black.player(&self.player)?.0, white.player(&self.player)?.0);
        let mut out = standard::output();
        let mut game = Game::new(self.position);
        let mut turns = Vec::new();
        let mut end = None;
        if self.boards {
            write!(out, "{}", board(game.position()))?;
        }
        while end.is_none() && self.half_moves.is_none_or(|limit| game.moves().len() < limit) {
            let side = game.position().side;
            let player = if side == Side::Black { &mut for_black } else { &mut for_white };
            let (turn, ended) = game.play(&mut **player)?;
            end = ended;
            let Some(turn) = turn else { break };
            turns.push(turn);
            let Some(made) = game.moves().last().filter(|_| turn.chosen.is_some()) else { continue };
            if !self.json {
                let Turn { legal, evaluated, .. } = turn;
                let number = game.moves().len();
                writeln!(out, "{number:3} {side} {:10} of {legal:2}, {evaluated} evaluated", squares(made))?;
                out.flush()?;
            }
            if self.boards {
                write!(out, "{}", board(game.position()))?;
            }
        }
        if self.json {
            writeln!(out, "{}", self.record(&game, &turns, end))?;
        } else {
            if !self.boards {
                write!(out, "{}", board(game.position()))?;
            }
            writeln!(out, "{}", end.map_or("The game goes on.".to_owned(), |end| outcome(&end)))?;
        }
        if let Some(file) = &self.save {
            let [black, white] = [black, white].map(|player| format!("{player}, depth limit {depth_limit}"));
            save(&game, end, [&black, &white], file, &mut host)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn record(&self, game: &Game, turns: &[Turn], end: Option<End>) -> Json {
        let end = end.map(|end| match end {
            End::Repetition { first_seen } => json!({ "how": "repetition", "first_seen_at_ply": first_seen }),
            End::NoMove(side) => json!({ "how": "no legal position", "loser": side.to_string() }),
            End::GivesUp(side) => json!({
                "how": "resigns (every reply loses by force within the horizon, so the choice is NIL)",
                "loser": side.to_string(),
            }),
            End::Illegal(side) => json!({ "how": "illegal choice", "loser": side.to_string() }),
        });
        json!({
            "start": game.start().to_json(),
            "DepthLimit": self.player.depth_limit,
            "plies": game.moves().len(),
            "choices": turns.iter().filter_map(|turn| turn.chosen).collect::<Vec<_>>(),
            "legal_counts": turns.iter().map(|turn| turn.legal).collect::<Vec<_>>(),
            "evaluated": turns.iter().map(|turn| turn.evaluated).collect::<Vec<_>>(),
            "end": end,
            "final": game.position().to_json(),
        })
    }
}
