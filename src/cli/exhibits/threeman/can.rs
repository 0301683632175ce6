//! The commands `focal8 threeman can` and `focal8 threeman addvec`. The first shows from which squares a piece can make
//! a move. The second shows the square to which a move leads.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use focal8::exhibits::threeman::{Answer, Diagram, Figure, Vector, Workspace, can};
use serde::Serialize;

use crate::terminal::standard;

use super::readings::Choice;
use super::tables::{JsonValue, squares};
use super::{square, whole_number};

#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = HELP)]
pub(super) struct Arguments {
    /// ROOK, KNIGHT, BISHOP, QUEEN, KING, PAWN or PAWNCENTER, or the piece's number, 1 to 7
    figure: Figure,
    /// How many ranks the piece moves; positive is inward
    #[arg(value_parser = whole_number)]
    rank: i64,
    /// How many files the piece moves; positive is towards higher numbers
    #[arg(value_parser = whole_number)]
    file: i64,
    /// Ask only about the move from this square
    #[arg(long, num_args = 2, value_names = ["RANK", "FILE"], value_parser = whole_number)]
    at: Option<Vec<i64>>,
    /// Answer in JSON: the value, the predicate as data, and 0 or 1 for each square
    #[arg(long, conflicts_with = "at")]
    json: bool,
    /// Draw the round board with the squares that the piece may move from and to
    ///
    /// With --at, the drawing shows only the move from that square.
    #[arg(long, conflicts_with_all = ["json", "svg"])]
    board: bool,
    /// Draw the round board as SVG
    #[arg(long, conflicts_with = "json")]
    svg: bool,
    #[command(flatten)]
    readings: Choice,
}

const HELP: &str = "\
The answer is 0 if the move is possible from no square, and 1 if it is possible from every square.
Otherwise the answer is a predicate: an APL expression. To test whether a move can begin on a
square, write the square to the right of the expression.

Examples:
  focal8 threeman can ROOK 3 0             12≥3+1⌷
  focal8 threeman can ROOK 3 0 --at 5 3    1
  focal8 threeman can ROOK 3 0 --at 5 3 --board
  focal8 threeman can KNIGHT 2 1 --svg > knight.svg
  focal8 threeman can KING 0 2 --profile corrected --json";

/// An answer of `can` in JSON: the value, the predicate as data, and 0 or 1 for each square.
#[derive(Serialize)]
struct Json {
    figure: &'static str,
    vector: [i64; 2],
    value: JsonValue,
    structured: Answer,
    squares: Vec<String>,
}

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let vector = Vector { rank: self.rank, file: self.file };
        let readings = self.readings.readings();
        let answer = can(self.figure, vector, readings);
        let mut out = standard::output();
        if self.board || self.svg {
            let diagram = match self.at.as_deref() {
                Some(&[rank, file]) => Diagram::of_move(self.figure, vector, square(rank, file), readings),
                _ => Diagram::of_vector(self.figure, vector, readings),
            };
            write!(out, "{}", if self.svg { diagram.svg() } else { diagram.round() })?;
            return Ok(ExitCode::SUCCESS);
        }
        match self.at.as_deref() {
            Some(&[rank, file]) => {
                let square = square(rank, file);
                let line = match answer {
                    Answer::Never | Answer::Always => answer.to_string(),
                    Answer::If(predicate) => predicate.append(square),
                };
                let value = Workspace::default().execute(&line)?.context("a predicate has a value")?;
                writeln!(out, "{value}")?;
            }
            _ if self.json => {
                let json = Json {
                    figure: self.figure.name(),
                    vector: [vector.rank, vector.file],
                    value: JsonValue::of(&answer),
                    structured: answer,
                    squares: squares(&answer),
                };
                writeln!(out, "{}", serde_json::to_string(&json)?)?;
            }
            _ => writeln!(out, "{answer}")?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct AddVector {
    /// The square's rank, 1 to 6
    #[arg(value_parser = whole_number)]
    rank: i64,
    /// The square's file, 1 to 24
    #[arg(value_parser = whole_number)]
    file: i64,
    /// How many ranks the piece moves; positive is inward
    #[arg(value_parser = whole_number)]
    ranks: i64,
    /// How many files the piece moves; positive is towards higher numbers
    #[arg(value_parser = whole_number)]
    files: i64,
}

impl AddVector {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (from, vector) = (square(self.rank, self.file), Vector { rank: self.ranks, file: self.files });
        let to = from.after(vector).with_context(|| format!("{vector} leads from {from} to no square"))?;
        writeln!(standard::output(), "{to}")?;
        Ok(ExitCode::SUCCESS)
    }
}
