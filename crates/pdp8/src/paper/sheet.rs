//! The paper as SVG, in its true size: ten characters and six lines to the inch, on paper that is 8 1/2 inches wide.
//!
//! A page keeps only its last lines. If earlier lines were dropped, the top of the drawing shows the number of dropped
//! lines.
//!
//! Characters that were printed at the same position are drawn one upon another, and look darker. The type wheel of the
//! ASR-33 has arrows for `^` and `_`. A bell is drawn in the margin of a line on which it rang.
//!
//! Letters are text in the viewer's own monospaced font, so they can be searched and copied; each line is stretched to
//! its columns, so that the letters have the same positions in every font.

mod animated;

use std::fmt::Write as _;

use super::xml::{escaped, length};
use crate::teletype::Page;
use crate::teletype::page::COLUMNS;

pub use animated::animated_svg;

/// The width of a column, in points (a 72nd of an inch).
const COLUMN: f64 = 7.2;
/// The height of a line, in points.
const LINE: f64 = 12.0;
/// The margin to the left and right of 72 columns on paper that is 8 1/2 inches wide, in points.
const MARGIN: f64 = 46.8;
/// The margin above the first line and below the last, in points.
const EDGE: f64 = 24.0;
/// The distance from the baseline of the letters to the lower edge of their line of text, in points.
const BASE: f64 = 3.2;
/// The maximum width of a tooth of a torn edge, in points. The maximum depth is half of the maximum width.
const TOOTH: f64 = 9.0;

/// The style of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The title of the drawing.
    pub title: String,
    /// Whether the upper and lower edges of the paper are torn. Otherwise these edges are straight.
    pub torn: bool,
    /// The number of columns that are drawn.
    pub columns: usize,
}

impl Default for Style {
    fn default() -> Self {
        Style { title: "Teletype paper".to_owned(), torn: false, columns: COLUMNS }
    }
}

/// Draws the lines of `page`, up to the line under the carriage.
pub fn svg(page: &Page, style: &Style) -> String {
    let lines = page.lines();
    let first = EDGE + if page.cut() > 0 { LINE } else { 0.0 };
    let width = 2.0 * MARGIN + COLUMN * style.columns as f64;
    let height = first + EDGE + LINE * lines.len() as f64;
    let mut svg = begun(width, height, style);
    write_cut(&mut svg, page.cut());
    for (number, line) in lines.iter().enumerate() {
        let base = first + LINE * (number + 1) as f64 - BASE;
        line.layers().iter().for_each(|layer| write_layer(&mut svg, layer, base, style.columns));
        write_bells(&mut svg, line.bells(), width, base);
    }
    svg + "</g>\n</svg>\n"
}

/// Begins a drawing of this size, in points: the empty paper, and the style of the letters.
fn begun(width: f64, height: f64, style: &Style) -> String {
    let title = escaped(&style.title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}pt\" height=\"{h}pt\" role=\"img\" \
         aria-label=\"{title}\">\n<title>{title}</title>\n<path fill=\"#f7f0dd\" stroke=\"#d8ccab\" d=\"{outline}\"/>\n\
         <g font-family=\"monospace\" font-size=\"12\" fill=\"#1f1c24\" fill-opacity=\".86\" \
         style=\"white-space:pre\">\n",
        w = length(width),
        h = length(height),
        outline = outline(width, height, style.torn),
    )
}

/// If lines were cut off, writes their number above the first line.
fn write_cut(svg: &mut String, cut: u64) {
    if cut > 0 {
        let (x, y) = (length(MARGIN), length(EDGE + LINE - BASE));
        let lines = if cut == 1 { "line above is" } else { "lines above are" };
        let _ =
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"9\" fill=\"#a8752c\">{cut} {lines} cut off</text>");
    }
}

/// Writes one layer of a line: the letters as one text, and each arrow as a separate text, because in some fonts the
/// arrows are not as wide as the letters.
fn write_layer(svg: &mut String, layer: &[u8], base: f64, columns: usize) {
    let seen = &layer[..layer.len().min(columns)];
    let arrow = |mark: u8| match mark {
        b'^' => Some("↑"),
        b'_' => Some("←"),
        _ => None,
    };
    let letters: String = seen.iter().map(|&mark| if arrow(mark).is_some() { ' ' } else { char::from(mark) }).collect();
    write_text(svg, letters.trim_end(), 0, base);
    for (column, &mark) in seen.iter().enumerate() {
        arrow(mark).into_iter().for_each(|arrow| write_text(svg, arrow, column, base));
    }
}

/// Writes a text that begins at `column`, stretched to the width of its columns.
fn write_text(svg: &mut String, text: &str, column: usize, base: f64) {
    let begun = text.trim_start();
    if begun.is_empty() {
        return;
    }
    let column = column + (text.len() - begun.len());
    let (x, wide) = (MARGIN + COLUMN * column as f64, COLUMN * begun.chars().count() as f64);
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{}</text>",
        length(x),
        length(base),
        length(wide),
        escaped(begun)
    );
}

/// If the bell rang on this line, draws a bell in the right margin. If the bell rang more than once, also writes the
/// count.
fn write_bells(svg: &mut String, count: usize, width: f64, base: f64) {
    if count == 0 {
        return;
    }
    let (x, y) = (length(width - MARGIN + 10.0), length(base));
    let _ = writeln!(
        svg,
        "<path fill=\"#a8752c\" d=\"M{x} {y}m0 -1.5q1.5 -1 1.5 -3.5q0 -2.5 2.5 -2.8q2.5 .3 2.5 2.8q0 2.5 1.5 3.5z\
         m3 .7h2q-1 1.6 -2 0z\"><title>bell</title></path>"
    );
    if count > 1 {
        let x = length(width - MARGIN + 20.0);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"7\" fill=\"#a8752c\">{count}</text>");
    }
}

/// Returns the outline of the paper as an SVG path, clockwise from the upper left corner.
fn outline(width: f64, height: f64, torn: bool) -> String {
    let (left, right, above, below) = (0.5, width - 0.5, 0.5, height - 0.5);
    if !torn {
        return format!("M{left} {above}H{}V{}H{left}z", length(right), length(below));
    }
    let mut path = String::new();
    let teeth = (width / (0.6 * TOOTH)).ceil() as usize;
    let place = |tooth: usize| left + (right - left) * tooth as f64 / teeth as f64;
    let edges = (0..=teeth).map(|tooth| (tooth, above + depth(tooth, 1)));
    let edges = edges.chain((0..=teeth).rev().map(|tooth| (tooth, below - depth(tooth, 2))));
    for (number, (tooth, y)) in edges.enumerate() {
        let _ = write!(path, "{}{} {}", if number == 0 { 'M' } else { 'L' }, length(place(tooth)), length(y));
    }
    path + "z"
}

/// Returns the depth of a tooth of a torn edge. The teeth are uneven, but the same in every drawing.
fn depth(tooth: usize, edge: usize) -> f64 {
    let mixed = (tooth * 7 + edge * 13).wrapping_mul(0x9E37_79B9) >> 8 & 0xFF;
    TOOTH / 2.0 * mixed as f64 / 255.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(paper: &[u8], style: &Style) -> String {
        let mut page = Page::default();
        page.print_all(paper);
        svg(&page, style)
    }

    fn texts(svg: &str) -> Vec<&str> {
        svg.lines().filter(|line| line.starts_with("<text")).collect()
    }

    #[test]
    fn a_letter_stands_in_its_column() {
        let svg = drawn(b"A\n  B C", &Style::default());
        let rest = "lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"";
        assert_eq!(
            texts(&svg),
            [
                format!("<text x=\"46.8\" y=\"32.8\" textLength=\"7.2\" {rest}>A</text>"),
                // A LINE FEED without RETURN: the carriage stays where it was.
                format!("<text x=\"68.4\" y=\"44.8\" textLength=\"21.6\" {rest}>B C</text>"),
            ]
        );
        assert!(svg.contains("viewBox=\"0 0 612 72\""), "8 1/2 inches: {svg}");
    }

    #[test]
    fn overprints_arrows_and_bells_are_seen() {
        let svg = drawn(b"A<B\r/\x07 ^", &Style::default());
        let marks: Vec<&str> = texts(&svg).iter().filter_map(|text| text.split(['>', '<']).nth(2)).collect();
        assert_eq!(marks, ["A&lt;B", "/", "↑"]);
        assert!(svg.contains("<title>bell</title>"));
        assert!(drawn(b"\x07\x07\x07", &Style::default()).contains(">3</text>"));
    }

    #[test]
    fn a_drawing_says_what_is_cut_off() {
        let mut page = Page::default();
        page.print_all(b"A\r\n\nB\r\nC");
        assert!(!svg(&page, &Style::default()).contains("cut off"));
        page.take_finished().for_each(drop);
        let svg = svg(&page, &Style::default());
        assert!(
            texts(&svg)[0].ends_with("y=\"32.8\" font-size=\"9\" fill=\"#a8752c\">3 lines above are cut off</text>")
        );
        assert!(texts(&svg)[1].contains("y=\"44.8\"") && texts(&svg)[1].ends_with(">C</text>"), "{svg}");
        assert!(svg.contains("viewBox=\"0 0 612 72\""), "{svg}");
    }

    #[test]
    fn a_narrow_picture_of_torn_paper() {
        let style = Style { title: "2 < 3".to_owned(), torn: true, columns: 4 };
        let svg = drawn(b"ABCDEF", &style);
        assert!(svg.contains(">ABCD</text>") && svg.contains("<title>2 &lt; 3</title>"), "{svg}");
        assert!(svg.contains("viewBox=\"0 0 122.4 60\""), "{svg}");
    }

    #[test]
    fn the_teeth_of_a_torn_edge_are_uneven() {
        assert!((1..8).any(|tooth| depth(tooth, 0) != depth(0, 0)));
    }
}
