//! A screen of a terminal as a drawing (SVG), for the documents.
//!
//! Characters are drawn as text in the viewer's monospaced font. Lamps, lines and half blocks are drawn as shapes,
//! because fonts differ in their size and position.

use std::fmt::Write as _;

use vt100::{Cell, Color, Screen};

/// The width of a column, in pixels.
const COLUMN: f64 = 9.0;
/// The height of a line, in pixels.
const LINE: f64 = 19.0;
/// The space around the screen, in pixels.
const MARGIN: f64 = 12.0;
/// The default colour of text.
const INK: &str = "#d8d3c5";
/// The default colour of the background.
const GROUND: &str = "#16141a";
/// The first sixteen colours of a terminal.
const PALETTE: [&str; 16] = [
    "#16141a", "#c0392b", "#5f9e4a", "#c8922e", "#4a78b8", "#9a5fb0", "#3d9aa0", "#bfb9ab", "#6b6672", "#e8604c",
    "#8ac46f", "#f0c060", "#7aa6e0", "#c48ada", "#6cc7cc", "#f4efe2",
];

/// The style of a character.
#[derive(Clone, PartialEq)]
struct Style {
    ink: String,
    ground: String,
    is_bold: bool,
}

/// Draws a screen.
pub fn svg(screen: &Screen, title: &str) -> String {
    let (lines, columns) = screen.size();
    let (width, height) = (f64::from(columns.get()) * COLUMN, f64::from(lines.get()) * LINE);
    let mut body = String::new();
    for line in 0..lines.get() {
        draw_line(&mut body, screen, line, columns.get());
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{m} {m} {} {}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <title>{title}</title>\n<rect x=\"{m}\" y=\"{m}\" width=\"100%\" height=\"100%\" rx=\"8\" \
         fill=\"{GROUND}\"/>\n{body}</svg>\n",
        width + 2.0 * MARGIN,
        height + 2.0 * MARGIN,
        m = -MARGIN,
    )
}

/// Draws a line of the screen: runs of characters with the same style.
fn draw_line(body: &mut String, screen: &Screen, line: u16, columns: u16) {
    let cell = |column: u16| screen.cell(line, column).expect("the screen has this cell");
    let mark = |column: u16| cell(column).contents().chars().next().unwrap_or(' ');
    let mut begin = 0;
    while begin < columns {
        let style = style_of(cell(begin));
        let belongs = |&column: &u16| {
            column < columns && style_of(cell(column)) == style && is_shape(mark(column)) == is_shape(mark(begin))
        };
        let end = (begin + 1..).take_while(belongs).last().unwrap_or(begin) + 1;
        let (x, y) = (f64::from(begin) * COLUMN, f64::from(line) * LINE);
        let width = f64::from(end - begin) * COLUMN;
        if style.ground != GROUND {
            rectangle(body, [x, y, width, LINE], &style.ground);
        }
        let text: String = (begin..end).map(mark).collect();
        if is_shape(mark(begin)) {
            text.chars().zip(begin..).for_each(|(mark, column)| {
                draw_shape(body, mark, f64::from(column) * COLUMN, y, &style.ink);
            });
        } else if !text.trim().is_empty() {
            let weight = if style.is_bold { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                body,
                "<text x=\"{x}\" y=\"{}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" \
                 xml:space=\"preserve\" fill=\"{}\"{weight}>{}</text>",
                y + 14.5,
                style.ink,
                text.replace('&', "&amp;").replace('<', "&lt;")
            );
        }
        begin = end;
    }
}

fn style_of(cell: &Cell) -> Style {
    let (mut ink, mut ground) = (colour(cell.fgcolor(), INK), colour(cell.bgcolor(), GROUND));
    if cell.inverse() {
        std::mem::swap(&mut ink, &mut ground);
    }
    if cell.dim() {
        ink = "#8d8896".to_owned();
    }
    Style { ink, ground, is_bold: cell.bold() }
}

fn colour(colour: Color, default: &str) -> String {
    match colour {
        Color::Default => default.to_owned(),
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        Color::Idx(index @ 0..16) => PALETTE[usize::from(index)].to_owned(),
        Color::Idx(index @ 16..232) => {
            // A cube of 6 by 6 by 6 colours.
            let part = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            let [r, g, b] = [36, 6, 1].map(|unit| part((index - 16) / unit % 6));
            format!("#{r:02x}{g:02x}{b:02x}")
        }
        Color::Idx(index) => format!("#{0:02x}{0:02x}{0:02x}", 8 + 10 * (index - 232)),
    }
}

/// Whether a character is drawn as a shape.
fn is_shape(mark: char) -> bool {
    matches!(mark, '●' | '○' | '─' | '│' | '▀' | '▄')
}

fn draw_shape(body: &mut String, mark: char, x: f64, y: f64, ink: &str) {
    let [middle, centre] = [x + COLUMN / 2.0, y + LINE / 2.0];
    let half = LINE / 2.0 - 1.5;
    match mark {
        '─' => rectangle(body, [x, centre - 0.5, COLUMN, 1.0], ink),
        '│' => rectangle(body, [middle - 0.5, y, 1.0, LINE], ink),
        '▀' => rectangle(body, [x + 1.0, y + 1.5, COLUMN - 2.0, half], ink),
        '▄' => rectangle(body, [x + 1.0, centre, COLUMN - 2.0, half], ink),
        _ => {
            let fill = if mark == '●' { ink } else { "none" };
            let _ =
                writeln!(body, "<circle cx=\"{middle}\" cy=\"{centre}\" r=\"3.6\" fill=\"{fill}\" stroke=\"{ink}\"/>");
        }
    }
}

fn rectangle(body: &mut String, [x, y, width, height]: [f64; 4], fill: &str) {
    let _ = writeln!(body, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
}
