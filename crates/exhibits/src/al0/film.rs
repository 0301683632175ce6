//! A game as an animated picture: one board after another. On each board, the squares to which the lone king is
//! confined are shaded.

use std::fmt::Write;

use super::look::{Look, SIDE, STYLE, squares};
use super::position::Position;

/// The time for which the film shows each position, in seconds.
const SECONDS: usize = 2;
/// The height of the caption below the board, in pixels.
const CAPTION: i32 = 30;

/// Draws positions as an animated SVG picture without a script. Shows each position for two seconds with its caption
/// below it, and begins again after the last position. A program that draws no animation shows the last position.
///
/// ```
/// use focal8_exhibits::al0::{Fen, film};
/// let position = Fen::parse("8/8/8/8/2k5/4R3/4K3/8 w").unwrap().position;
/// let film = film(&[(position, "room 20".to_owned()), (position, "still 20".to_owned())]);
/// assert_eq!(film.matches("<g class=\"frame").count(), 2);
/// ```
pub fn film(frames: &[(Position, String)]) -> String {
    let size = 8 * SIDE;
    let (width, height, length) = (size + 20, size + 20 + CAPTION, frames.len().max(1));
    // Each frame is visible for its share of the film.
    let share = 100.0 / length as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-20 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n<style>{STYLE}.frame{{opacity:0;animation:frame {}s step-end infinite}}\
         .last{{opacity:1}}@keyframes frame{{0%{{opacity:1}}{share:.3}%,100%{{opacity:0}}}}</style>\n{}",
        SECONDS * length,
        squares(),
    );
    for (number, (position, caption)) in frames.iter().enumerate() {
        let last = if number + 1 == frames.len() { " last" } else { "" };
        let (look, delay) = (Look::new(*position, *position), SECONDS * number);
        let caption = caption.replace('&', "&amp;").replace('<', "&lt;");
        let (middle, below) = (size / 2, size + 20 + CAPTION / 2);
        write!(
            out,
            "<g class=\"frame{last}\" style=\"animation-delay:{delay}s\">\n{}<text x=\"{middle}\" y=\"{below}\">\
             {caption}</text>\n</g>\n",
            look.pieces_and_marks()
        )
        .expect("writing to a string does not fail");
    }
    out + "</svg>\n"
}
