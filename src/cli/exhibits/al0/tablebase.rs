//! `focal8 al0 tablebase`: the statistics and moves of perfect play.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};
use focal8::exhibits::al0::{Fen, Figures, Major, MovePredicate, Position, Side, Tablebase as Base, algebraic};
use focal8::quote::quote;

use crate::terminal::standard;

use super::answer::separate;

/// Print statistics of perfect play, or the moves of a position
///
/// Without a POSITION, the command prints the statistics. With a POSITION, it prints the number of moves to mate after
/// each legal move.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  focal8 al0 tablebase
  focal8 al0 tablebase --piece queen
  focal8 al0 tablebase '8/8/4K3/5R2/8/8/8/4k3 b'
  focal8 al0 tablebase --lines | sha256sum")]
pub struct Tablebase {
    /// Positions to look up, with either side to move
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
    /// Print the statistics as JSON
    #[arg(long, conflicts_with_all = ["positions", "lines"])]
    json: bool,
    /// White's piece besides the king, if no POSITION is given
    #[arg(long, value_enum, default_value = "rook", conflicts_with = "positions")]
    piece: Piece,
    /// Print every position with White to move, one per line
    ///
    /// Each line has the six digits of the position, a tab, and the number of moves to mate.
    #[arg(long, conflicts_with = "positions")]
    lines: bool,
}

/// White's piece besides the king.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Piece {
    Rook,
    Queen,
}

impl From<Piece> for Major {
    fn from(piece: Piece) -> Self {
        match piece {
            Piece::Rook => Self::Rook,
            Piece::Queen => Self::Queen,
        }
    }
}

impl Tablebase {
    /// Computes perfect play and prints the statistics or the moves.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let base = Base::new(self.piece.into());
        let mut out = standard::output();
        if self.lines {
            out.write_all(&Figures::lines(&base))?;
        } else if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&Figures::new(&base))?)?;
        } else if self.positions.is_empty() {
            print_figures(&Figures::new(&base), base.kind(), &mut out)?;
        } else {
            let mut bases = BTreeMap::from([(base.kind().letter(), base)]);
            for text in separate(&self.positions) {
                let fen = Fen::parse(&text).with_context(|| format!("position {}", quote(&text)))?;
                let piece = fen.position.kind;
                print_position(fen, bases.entry(piece.letter()).or_insert_with(|| Base::new(piece)), &mut out)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn print_figures(figures: &Figures, piece: Major, out: &mut impl Write) -> io::Result<()> {
    let Figures { legal_white_to_move, max_dtm, mean_dtm, .. } = figures;
    let to_move = format!("the {piece}'s side to move");
    let longest = figures.dtm_histogram.get(max_dtm).copied().unwrap_or(0);
    let won = if figures.all_won { "all won" } else { "not all won" };
    writeln!(out, "{to_move:<25} {legal_white_to_move} legal positions, {won}")?;
    writeln!(out, "longest win               {max_dtm} moves, from {longest} positions")?;
    writeln!(out, "mean                      {mean_dtm:.6} moves")?;
    let Figures { legal_lone_king_to_move, lone_king_to_move_not_lost, mated_positions, .. } = figures;
    writeln!(
        out,
        "the lone king to move     {legal_lone_king_to_move} legal positions, \
         {lone_king_to_move_not_lost} not lost, {mated_positions} mated"
    )?;
    writeln!(out, "sha256 of the distances   {}", figures.sha256_pos_dtm_lines)?;
    writeln!(out, "\nmoves  positions")?;
    for (moves, count) in &figures.dtm_histogram {
        writeln!(out, "{moves:>5} {count:>10}")?;
    }
    Ok(())
}

/// Prints the position's distance to mate, then every legal move with the distance to mate after the move.
fn print_position(fen: Fen, base: &Base, out: &mut impl Write) -> io::Result<()> {
    let position = fen.position;
    let verdict = |position: Position| match base.moves_to_mate(position) {
        Some(0) => "mated".to_owned(),
        Some(moves) => format!("mate in {moves}"),
        None if position.is_stalemate() => "stalemate".to_owned(),
        None => "a draw".to_owned(),
    };
    writeln!(out, "{fen}  {}", verdict(position))?;
    let mut moves = vec![];
    MovePredicate::Legal.generate(position, &mut moves);
    let last = u8::MAX;
    let sooner_first = |position: Position| base.moves_to_mate(position).unwrap_or(last);
    moves.sort_by_key(|&played| match position.side {
        Side::Us => sooner_first(position.after(played)),
        Side::Them => last - sooner_first(position.after(played)),
    });
    for played in moves {
        writeln!(out, "  {:<5} {}", algebraic(position, played), verdict(position.after(played)))?;
    }
    Ok(())
}
