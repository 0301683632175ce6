//! The round board as an SVG picture of six circles and twenty-four spokes.
//!
//! File 1 is at the lower left and the files go anticlockwise, so that camp 1 is at the bottom, with the queen to the
//! left of the king.

use std::fmt::Write;

use super::diagram::{Diagram, Mark};
use super::square::{CAMP_FILES, FILES, Square};

/// Half the width and height of the picture, in SVG units. The middle of the picture is at 0,0.
const HALF: f64 = 300.0;
/// The radius of the outer edge of rank 1, in SVG units.
const OUTER: f64 = 264.0;
/// The distance from the outer to the inner edge of a rank, in SVG units.
const WIDTH: f64 = 38.0;

/// The width and height of a picture in a sheet, in SVG units: half the size of a single picture.
const SHEET_CELL: f64 = 300.0;
/// The height of the title above each picture of a sheet, in SVG units.
const TITLE: f64 = 24.0;

const STYLE: &str = "\
text{font:13px sans-serif;text-anchor:middle;dominant-baseline:central}\
.piece{font-size:20px;font-weight:bold;paint-order:stroke;stroke:#222;stroke-width:2px}\
.camp1{fill:#fff}.camp2{fill:#aaa}.camp3{fill:#333;stroke:#fff}\
.light{fill:#f0dfc0}.dark{fill:#c8a878}.square{stroke:#806040}\
.moat{stroke:#2060c0;stroke-width:5}.creek{stroke:#2060c0;stroke-width:2;stroke-dasharray:5 4}\
.from{fill:none;stroke:#c02020;stroke-width:3}.to{fill:#107030}\
.path{fill:none;stroke:#c02020;stroke-width:2;stroke-opacity:.7}";

impl Diagram {
    /// Draws the board as an SVG picture.
    ///
    /// A circle marks a square from which the piece moves, a disc marks a square to which the piece moves, and a line
    /// marks the path of a single move.
    pub fn svg(&self) -> String {
        let mut out = String::new();
        self.write_svg(&mut out).expect("writing to a string does not fail");
        out
    }

    /// Draws several diagrams as one SVG picture, with `columns` diagrams in a row.
    pub fn sheet(diagrams: &[Diagram], columns: usize) -> String {
        let rows = diagrams.len().div_ceil(columns);
        let (width, height) = (columns as f64 * SHEET_CELL, rows as f64 * (SHEET_CELL + TITLE));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
        );
        for (i, diagram) in diagrams.iter().enumerate() {
            let (x, y) = ((i % columns) as f64 * SHEET_CELL, (i / columns) as f64 * (SHEET_CELL + TITLE));
            let scale = SHEET_CELL / (2.0 * HALF);
            out +=
                &format!("<g transform=\"translate({x} {y})\"><text x=\"{}\" y=\"{}\">", SHEET_CELL / 2.0, TITLE / 2.0);
            out += &format!("{}</text></g>\n", escaped(&diagram.title));
            out += &format!("<g transform=\"translate({x} {}) scale({scale})\">\n{}</g>\n", y + TITLE, diagram.svg());
        }
        out + "</svg>\n"
    }

    fn write_svg(&self, out: &mut String) -> std::fmt::Result {
        let size = 2.0 * HALF;
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{0} {0} {size} {size}" width="{size}" height="{size}">"#,
            -HALF
        )?;
        writeln!(out, "<title>{}</title>\n<style>{STYLE}</style>", escaped(&self.title))?;
        for square in Square::all() {
            write_square(out, square)?;
        }
        for camp in 0..FILES / CAMP_FILES {
            write_border(out, camp * CAMP_FILES)?;
        }
        for file in 1..=FILES {
            let (x, y) = at(OUTER + 14.0, file as f64 - 0.5);
            writeln!(out, r#"<text x="{x:.1}" y="{y:.1}">{file}</text>"#)?;
        }
        if let [first, rest @ ..] = self.path.as_slice() {
            let (x, y) = middle(*first);
            write!(out, r#"<path class="path" d="M{x:.1} {y:.1}"#)?;
            for square in rest {
                let (x, y) = middle(*square);
                write!(out, " L{x:.1} {y:.1}")?;
            }
            writeln!(out, r#""/>"#)?;
        }
        for square in Square::all() {
            self.write_marks(out, square)?;
        }
        writeln!(out, "</svg>")
    }

    fn write_marks(&self, out: &mut String, square: Square) -> std::fmt::Result {
        let ((x, y), mark) = (middle(square), self.mark(square));
        if let Some((figure, camp)) = self.pieces.get(&square) {
            let letter = figure.letter();
            writeln!(out, r#"<text class="piece camp{camp}" x="{x:.1}" y="{y:.1}">{letter}</text>"#)?;
        }
        if matches!(mark, Mark::To | Mark::Both) {
            writeln!(out, r#"<circle class="to" cx="{x:.1}" cy="{y:.1}" r="5"/>"#)?;
        }
        if matches!(mark, Mark::From | Mark::Both) {
            writeln!(out, r#"<circle class="from" cx="{x:.1}" cy="{y:.1}" r="9"/>"#)?;
        }
        Ok(())
    }
}

/// Draws a square, which is a sector of a ring.
fn write_square(out: &mut String, square: Square) -> std::fmt::Result {
    let (outer, inner) = (edge(square.rank()), edge(square.rank() + 1));
    let (first, last) = ((square.file() - 1) as f64, square.file() as f64);
    let colour = if (square.rank() + square.file()) % 2 == 0 { "dark" } else { "light" };
    let [(ax, ay), (bx, by), (cx, cy), (dx, dy)] =
        [at(outer, first), at(outer, last), at(inner, last), at(inner, first)];
    writeln!(
        out,
        r#"<path class="square {colour}" d="M{ax:.1} {ay:.1}A{outer} {outer} 0 0 0 {bx:.1} {by:.1}L{cx:.1} {cy:.1}A{inner} {inner} 0 0 1 {dx:.1} {dy:.1}Z"><title>{square}</title></path>"#
    )
}

/// Draws the moat and the creek between a file and the next file.
fn write_border(out: &mut String, file: i64) -> std::fmt::Result {
    for (class, outer, inner) in [("moat", 1, 2), ("creek", 2, 4)] {
        let ((ax, ay), (bx, by)) = (at(edge(outer), file as f64), at(edge(inner), file as f64));
        writeln!(out, r#"<line class="{class}" x1="{ax:.1}" y1="{ay:.1}" x2="{bx:.1}" y2="{by:.1}"/>"#)?;
    }
    Ok(())
}

/// Returns the radius of the outer edge of a rank.
fn edge(rank: i64) -> f64 {
    OUTER - WIDTH * (rank - 1) as f64
}

fn middle(square: Square) -> (f64, f64) {
    at(edge(square.rank()) - WIDTH / 2.0, square.file() as f64 - 0.5)
}

/// Returns the point at this radius and angle. The angle is a number of files, anticlockwise from the start of file 1.
fn at(radius: f64, files: f64) -> (f64, f64) {
    // File 1 starts half a camp to the left of the bottom.
    let angle = (files - CAMP_FILES as f64 / 2.0) / FILES as f64 * std::f64::consts::TAU;
    (radius * angle.sin(), radius * angle.cos())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
