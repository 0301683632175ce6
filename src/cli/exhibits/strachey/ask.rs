//! Questions about a position: `show`, `legal`, `choose`, `value`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use focal8::exhibits::strachey::{Choice, Crowning, Player, PlayerError, Position, board, chosen};
use serde_json::{Value as Json, json};

use crate::cli::workers::{self, Jobs};
use crate::terminal::standard;

use super::{Mending, PlayerArguments, ProgramSource, Reading, SidePlayer, positions};

/// Show positions as boards of text, or a CPL function as instructions
///
/// Every square shows its number; `b` is a black man, `B` a black king, `w` a white man, and `W` a white king.
#[derive(Debug, Args)]
pub struct ShowArguments {
    /// Position: `start`, JSON `[[X],[Y],[K],sigma]`, or `-` for standard input
    #[arg(value_name = "POSITION", default_value = "start")]
    positions: Vec<String>,

    /// Print each board as a JSON list of its lines
    #[arg(long)]
    json: bool,

    /// Show this function of a CPL program, and its instructions, in place of a position
    #[arg(long, value_name = "FUNCTION", conflicts_with_all = ["positions", "json"])]
    code: Option<String>,

    /// Program that has the function: a file, `-` for standard input, or `own` for the built-in program
    #[arg(long, value_name = "FILE", default_value = "own", requires = "code")]
    program: ProgramSource,

    /// Meaning of + and - on bit strings in the program
    #[arg(long, value_enum, default_value_t, requires = "code")]
    reading: Reading,
}

/// List the positions after each legal move, in Strachey's order
///
/// Each line has the number of the move, counted from 0, the squares of the move, and the position after the move. In
/// that position, X lists the squares of the opponent, who is to move next.
#[derive(Debug, Args)]
pub struct LegalArguments {
    /// Position: `start`, JSON `[[X],[Y],[K],sigma]`, or `-` for standard input
    #[arg(value_name = "POSITION", default_value = "start")]
    positions: Vec<String>,

    /// Print each list as JSON on one line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    player: PlayerArguments,
}

/// Choose the best move: Strachey's function ChosenPosition
///
/// The value is from the view of the side to move; 1000000000 is a win for this side. With --json, `choice` is the
/// number of the chosen move, counted from 0, in the list that the command `legal` prints. `choice` is null if every
/// move loses (the program's answer is NIL), and "Resign" if there is no move.
#[derive(Debug, Args)]
pub struct ChooseArguments {
    /// Position: `start`, JSON `[[X],[Y],[K],sigma]`, or `-` for standard input
    #[arg(value_name = "POSITION", default_value = "start")]
    positions: Vec<String>,

    /// Print each choice as JSON on one line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    player: PlayerArguments,

    #[command(flatten)]
    jobs: Jobs,
}

/// Print the value of positions for the side to move
#[derive(Debug, Args)]
pub struct ValueArguments {
    /// Position: `start`, JSON `[[X],[Y],[K],sigma]`, or `-` for standard input
    #[arg(value_name = "POSITION", default_value = "start")]
    positions: Vec<String>,

    /// Do not look ahead: call TerminalValue instead of PositionValue
    #[arg(long = "static")]
    static_value: bool,

    /// Print JSON (the default, and the only format of this command)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    player: PlayerArguments,

    #[command(flatten)]
    jobs: Jobs,
}

impl ShowArguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = standard::output();
        if let Some(function) = &self.code {
            let program = self.program.program(self.reading, Mending::default())?;
            let code = program.code_of(function);
            write!(out, "{}", code.with_context(|| format!("{} does not define {function}", self.program))?)?;
            return Ok(ExitCode::SUCCESS);
        }
        for position in positions(&self.positions)? {
            let board = board(&position);
            if self.json {
                writeln!(out, "{}", json!(board.lines().collect::<Vec<_>>()))?;
            } else {
                write!(out, "{board}")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl LegalArguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut player = self.player.player()?;
        let mut out = standard::output();
        for position in positions(&self.positions)? {
            let legal = player.legal_positions(&position)?;
            if self.json {
                writeln!(out, "{}", Json::from_iter(legal.iter().map(|each| each.to_json())))?;
                continue;
            }
            if legal.is_empty() {
                writeln!(out, "no legal position: {} has lost", position.side)?;
            }
            for (index, next) in legal.iter().enumerate() {
                writeln!(out, "{index:2}  {:10} {next}", moved(&position, &legal, index))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl ChooseArguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.jobs.set();
        let mut player = self.player.player()?;
        let mut out = standard::output();
        for position in positions(&self.positions)? {
            let legal = player.legal_positions(&position)?;
            let (choice, evaluated, value) = match self.player.side() {
                // A CPL program runs on one thread.
                SidePlayer::Program(..) => chosen_by(&mut *player, &position)?,
                SidePlayer::Twin => choose_natively(&position, &legal, &self.player)?,
            };
            let index = match choice {
                Choice::Position(chosen) => legal.iter().position(|each| *each == chosen),
                Choice::Nothing | Choice::Resign => None,
            };
            if self.json {
                let (choice, chosen) = match choice {
                    Choice::Position(chosen) => (json!(index), chosen.to_json()),
                    Choice::Nothing => (Json::Null, Json::Null),
                    Choice::Resign => (json!("Resign"), Json::Null),
                };
                let answer = json!({ "choice": choice, "value": value, "evaluated": evaluated, "position": chosen });
                writeln!(out, "{answer}")?;
                continue;
            }
            match choice {
                Choice::Position(chosen) => {
                    let moved = index.map_or("an illegal move".to_owned(), |index| moved(&position, &legal, index));
                    writeln!(out, "{} plays {moved}", position.side)?;
                    write!(out, "{}", board(&chosen))?;
                }
                Choice::Nothing => writeln!(out, "{} gives up: every move loses (NIL)", position.side)?,
                Choice::Resign => writeln!(out, "{} has no move (Resign)", position.side)?,
            }
            if let Some(value) = value {
                writeln!(out, "value {value}, {evaluated} positions evaluated")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns a player's choice, the number of evaluated positions, and the value of the choice. The player does not
/// return the value of its choice, so the chosen move is searched again.
fn chosen_by(player: &mut dyn Player, position: &Position) -> Result<(Choice, u64, Option<i64>), PlayerError> {
    let (choice, evaluated) = player.choose(position)?;
    let value = match &choice {
        Choice::Position(next) => Some(player.value_of_move(next)?.0),
        Choice::Nothing => Some(player.value(position)?),
        Choice::Resign => None,
    };
    Ok((choice, evaluated, value))
}

/// Returns the choice of the native twin, the number of evaluated positions, and the value of the choice. Each thread
/// evaluates some of the moves; a pruning twin needs the values of the earlier moves, so it uses one thread.
fn choose_natively(
    position: &Position,
    legal: &[Position],
    options: &PlayerArguments,
) -> Result<(Choice, u64, Option<i64>), PlayerError> {
    if options.prune {
        return chosen_by(&mut options.twin(), position);
    }
    let value = |next: &Position| options.twin().value_of_move(next);
    let (values, evaluated): (Vec<i64>, Vec<u64>) =
        workers::map(legal, value).into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    Ok((chosen(legal, &values), evaluated.iter().sum(), values.iter().max().copied()))
}

impl ValueArguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.jobs.set();
        let mut player = self.player.player()?;
        let mut out = standard::output();
        for position in positions(&self.positions)? {
            let value = match self.player.side() {
                _ if self.static_value => player.static_value(&position)?,
                SidePlayer::Program(..) => player.value(&position)?,
                SidePlayer::Twin => {
                    let found = choose_natively(&position, &position.legal_positions(), &self.player)?;
                    // Without a legal move, the search ends at once.
                    found.2.map_or_else(|| player.value(&position), Ok)?
                }
            };
            writeln!(out, "{value}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the squares of the move that leads to the position `legal[index]`, or `?` if no legal move leads to that
/// position.
fn moved(position: &Position, legal: &[Position], index: usize) -> String {
    let moves = position.legal_moves(Crowning::GoesOn);
    // Several moves may lead to equal positions; the index distinguishes them.
    let as_listed = moves.get(index).filter(|each| each.position == legal[index]);
    let anywhere = || moves.iter().find(|each| each.position == legal[index]);
    as_listed.or_else(anywhere).map_or("?".to_owned(), super::session::squares)
}
