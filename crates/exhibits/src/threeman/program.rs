//! The APL program that defines the functions `can` and `addvec`. `addvec` returns the square to which a vector leads.
//! This module also compares the results of the program with the results of the native functions.

use super::can::can;
use super::error::Error;
use super::figure::Figure;
use super::intake::{Entry, Intake};
use super::number::{HighMinus, Number};
use super::readings::{BishopLimit, CastlingSquare, FullTurn, Readings};
use super::square::{Square, Vector};
use super::workspace::Workspace;

/// The APL program, which defines `can` and `addvec` by the rules of the board.
pub const PROGRAM: &str = include_str!("can.apl");

/// The result of a comparison of the program with the native functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Compared {
    /// The number of compared answers of `can`: one for each piece and each vector of the table.
    pub answers: usize,
    /// The number of compared results of `addvec`: one for each square and each vector by which a piece moves, unless
    /// the vector leads off the board.
    pub squares: usize,
    /// The lines of APL for which the program and the native functions give different results.
    pub different: Vec<String>,
}

impl Compared {
    /// Runs the program for every piece, vector and square, and compares each result with that of the native function.
    pub fn with(readings: Readings) -> Result<Compared, Error> {
        let mut workspace = loaded(readings)?;
        let mut compared = Compared::default();
        for figure in Figure::ALL {
            for vector in Vector::table() {
                let line = format!("{} can {}", figure.name(), written(vector));
                compared.check(&mut workspace, line, &can(figure, vector, readings).to_string())?;
                compared.answers += 1;
            }
        }
        let moves: Vec<Vector> = Vector::table().filter(|vector| is_move(*vector)).collect();
        for square in Square::all() {
            for &vector in &moves {
                if let Some(to) = square.after(vector) {
                    let line = format!("{square} addvec {}", written(vector));
                    compared.check(&mut workspace, line, &to.to_string())?;
                    compared.squares += 1;
                }
            }
        }
        Ok(compared)
    }

    fn check(&mut self, workspace: &mut Workspace, line: String, expected: &str) -> Result<(), Error> {
        let found = workspace.execute(&line)?.map_or_else(String::new, |value| value.to_string());
        if found != expected {
            self.different.push(format!("{line} is {found} in APL, and {expected} natively"));
        }
        Ok(())
    }
}

/// Returns a workspace in which the program has been loaded, and in which the program's variables select `readings`.
fn loaded(readings: Readings) -> Result<Workspace, Error> {
    let (mut workspace, mut intake) = (Workspace::default(), Intake::of_file());
    for line in PROGRAM.lines().map(Some).chain([None]) {
        let entries = match line {
            Some(line) => intake.take(line, &workspace),
            None => intake.finish(),
        };
        for entry in entries {
            match entry {
                Entry::Function(_, lines) => workspace.define_function(&lines)?,
                Entry::Line(_, line) => drop(workspace.execute(&line)?),
            }
        }
    }
    let both_ways = u8::from(readings.full_turn == FullTurn::BothWays);
    let longest = if readings.bishop_limit == BishopLimit::Over11 { 11 } else { 10 };
    let square = if readings.castling_square == CastlingSquare::ZeroFive { "0 5" } else { "1 5" };
    workspace.execute(&format!("both_ways←{both_ways} ⋄ longest←{longest} ⋄ king_square←'{square}'"))?;
    Ok(workspace)
}

/// Returns a vector as APL writes it.
fn written(vector: Vector) -> String {
    format!("{} {}", HighMinus(Number::from(vector.rank)), HighMinus(Number::from(vector.file)))
}

/// Whether any piece moves by a vector.
fn is_move(vector: Vector) -> bool {
    let readings = Readings::DOCUMENT;
    Figure::ALL.iter().any(|figure| can(*figure, vector, readings).to_string() != "0")
}
