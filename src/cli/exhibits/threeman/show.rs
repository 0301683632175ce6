//! `focal8 threeman show`: draws the board.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use focal8::exhibits::threeman::{Diagram, Figure, Vector};

use crate::terminal::standard;

use super::readings::Choice;
use super::{square, whole_number, wrong_usage};

#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = HELP)]
pub(super) struct Arguments {
    /// ROOK, KNIGHT, BISHOP, QUEEN, KING, PAWN or PAWNCENTER
    ///
    /// Without FIGURE, the board has the pieces at the start of a game.
    figure: Option<Figure>,
    /// How many ranks the piece moves; positive is inward
    #[arg(value_parser = whole_number, requires = "files")]
    ranks: Option<i64>,
    /// How many files the piece moves; positive is towards higher numbers
    #[arg(value_parser = whole_number)]
    files: Option<i64>,
    /// Draw the move from this square, or all moves if RANKS is not given
    #[arg(long, num_args = 2, value_names = ["RANK", "FILE"], value_parser = whole_number, requires = "figure")]
    from: Option<Vec<i64>>,
    /// Draw the round board as text
    #[arg(long, conflicts_with = "svg")]
    round: bool,
    /// Draw the board as a ring, in SVG
    #[arg(long)]
    svg: bool,
    #[command(flatten)]
    readings: Choice,
}

const HELP: &str = "\
Examples:
  focal8 threeman show
  focal8 threeman show KNIGHT 2 1
  focal8 threeman show BISHOP --from 1 3
  focal8 threeman show BISHOP 8 8 --from 1 3 --svg > bishop.svg";

impl Arguments {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let readings = self.readings.readings();
        let vector = self.ranks.zip(self.files).map(|(rank, file)| Vector { rank, file });
        let from = self.from.map(|numbers| square(numbers[0], numbers[1]));
        let diagram = match (self.figure, vector, from) {
            (None, ..) => Diagram::start(),
            (Some(figure), Some(vector), Some(from)) => Diagram::of_move(figure, vector, from, readings),
            (Some(figure), Some(vector), None) => Diagram::of_vector(figure, vector, readings),
            (Some(figure), None, Some(from)) => Diagram::of_origin(figure, from, readings),
            (Some(figure), None, None) => {
                wrong_usage(format!("a vector or --from is required: show {figure} 2 1, or show {figure} --from 5 3"))
            }
        };
        let drawn = match (self.svg, self.round) {
            (true, _) => diagram.svg(),
            (_, true) => diagram.round(),
            _ => diagram.text(),
        };
        standard::output().write_all(drawn.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
