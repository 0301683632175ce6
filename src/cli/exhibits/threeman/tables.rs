//! `focal8 threeman tables`: all answers, one per line or as JSON.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

use clap::Args;
use focal8::exhibits::threeman::{Answer, Diagram, FILES, Figure, RANKS, Square, Vector, can};
use serde::Serialize;

use crate::terminal::standard;

use super::readings::Choice;

#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Print only this piece
    #[arg(short, long)]
    figure: Option<Figure>,
    /// Print JSON: a list of results, and for each piece a table of indices into that list
    ///
    /// A move is a vector: a number of ranks and a number of files. A table has a row for each number of ranks, from
    /// -12 to 12. A row has an index for each number of files, from -24 to 24.
    #[arg(long)]
    json: bool,
    /// Draw six round boards for each piece
    ///
    /// Each board shows the squares that the piece can reach from file 5 of one rank.
    #[arg(long, conflicts_with_all = ["json", "svg"])]
    boards: bool,
    /// Draw the boards as SVG, a row for each piece
    #[arg(long, conflicts_with = "json")]
    svg: bool,
    #[command(flatten)]
    readings: Choice,
}

/// The file of the square from which the drawn moves begin: the king's file in the first camp.
const FILE_OF_ORIGIN: i64 = 5;

const HELP: &str = "\
Each line has the number of the piece, the ranks and files of the vector, and the answer of `can`. A
vector has -12 to 12 ranks and -24 to 24 files.

Examples:
  focal8 threeman tables --figure KNIGHT | grep -v ' 0$'
  focal8 threeman tables --figure KNIGHT --boards
  focal8 threeman tables --svg > tables.svg
  focal8 threeman tables --profile corrected | sha256sum";

/// The answer of the APL function `can` for one vector, as JSON: a number or a text.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum JsonValue {
    Number(u8),
    Text(String),
}

impl JsonValue {
    pub fn of(answer: &Answer) -> JsonValue {
        match answer {
            Answer::Never => JsonValue::Number(0),
            Answer::Always => JsonValue::Number(1),
            Answer::If(predicate) => JsonValue::Text(predicate.to_string()),
        }
    }
}

/// Returns the squares of an answer: a string for each rank, with 1 for yes or 0 for no at each file.
pub(super) fn squares(answer: &Answer) -> Vec<String> {
    let one = |rank, file| Square::new(rank, file).is_some_and(|square| answer.at(square));
    let rank = |rank| (1..=FILES).map(|file| if one(rank, file) { '1' } else { '0' }).collect();
    (1..=RANKS).map(rank).collect()
}

/// A distinct answer of `can`, as JSON. The tables refer to the answer by its ID.
#[derive(Serialize)]
struct JsonResult {
    id: usize,
    value: JsonValue,
    structured: Answer,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct Json {
    results: Vec<JsonResult>,
    tables: BTreeMap<&'static str, Vec<Vec<usize>>>,
}

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let readings = self.readings.readings();
        let figures = Figure::ALL.into_iter().filter(|figure| self.figure.is_none_or(|only| only == *figure));
        let mut out = BufWriter::new(standard::output());
        if self.boards || self.svg {
            let squares = || (1..=RANKS).filter_map(|rank| Square::new(rank, FILE_OF_ORIGIN));
            let diagrams: Vec<Diagram> = figures
                .flat_map(|figure| squares().map(move |square| Diagram::of_origin(figure, square, readings)))
                .collect();
            if self.svg {
                write!(out, "{}", Diagram::sheet(&diagrams, RANKS as usize))?;
            } else {
                let boards: Vec<String> = diagrams.iter().map(Diagram::round).collect();
                write!(out, "{}", boards.join("\n\n"))?;
            }
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        if !self.json {
            for figure in figures {
                for vector in Vector::table() {
                    writeln!(out, "{} {vector} {}", figure.number(), can(figure, vector, readings))?;
                }
            }
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut answers: Vec<Answer> = Vec::new();
        let mut number = |answer: Answer| {
            answers.iter().position(|known| *known == answer).unwrap_or_else(|| {
                answers.push(answer);
                answers.len() - 1
            })
        };
        let mut tables = BTreeMap::new();
        for figure in figures {
            let cells: Vec<usize> = Vector::table().map(|vector| number(can(figure, vector, readings))).collect();
            tables.insert(figure.name(), cells.chunks(2 * FILES as usize + 1).map(<[usize]>::to_vec).collect());
        }
        let result = |(id, answer): (usize, &Answer)| JsonResult {
            id,
            value: JsonValue::of(answer),
            structured: *answer,
            squares: squares(answer),
        };
        let results = answers.iter().enumerate().map(result).collect();
        writeln!(out, "{}", serde_json::to_string(&Json { results, tables })?)?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
