//! The tube of a point-plot display, in place of the lamps: Braille patterns, the newest points brightest.

use crossterm::style::Stylize;
use focal8::machine::Time;
use focal8::phosphor::Phosphor;

use super::face::{HEIGHT, WIDTH};

/// Lines of the picture; the last of the terminal says what the keys do.
const LINES: usize = HEIGHT - 1;
/// A pattern is twice as many dots high as wide, and so is its place on a terminal: the picture is square.
const COLUMNS: usize = LINES * 2;
/// From here on a pattern is bright, and below the other dim.
const BRIGHT: u8 = 150;
const DIM: u8 = 60;
const KEYS: &str = "Arrows up and down: the lamps; TAB: their switches; CTRL/E ends";

/// What is seen at `now`.
pub fn draw(tube: &Phosphor, now: Time, speed: &str) -> Vec<String> {
    let margin = " ".repeat((WIDTH - COLUMNS) / 2);
    let (width, dots) = (COLUMNS * 2, tube.picture(COLUMNS * 2, LINES * 4, now));
    // The brightest of the dots of a pattern.
    let glow = |line: usize, column: usize| {
        let rows = dots[line * 4 * width..(line + 1) * 4 * width].chunks(width);
        rows.flat_map(|row| &row[column * 2..column * 2 + 2]).copied().max().unwrap_or_default()
    };
    let picture = tube.braille(COLUMNS, LINES, now).into_iter().enumerate().map(|(line, patterns)| {
        let cells: Vec<(char, u8)> =
            patterns.chars().enumerate().map(|(column, pattern)| (pattern, glow(line, column))).collect();
        let shaded = cells.chunk_by(|one, two| shade(one.1) == shade(two.1)).map(|run| {
            let text: String = run.iter().map(|&(pattern, _)| pattern).collect();
            match shade(run[0].1) {
                0 => text,
                1 => text.dark_green().to_string(),
                2 => text.green().to_string(),
                _ => text.green().bold().to_string(),
            }
        });
        format!("{margin}{}", shaded.collect::<String>())
    });
    picture.chain([format!("{KEYS} {speed:>10}")]).collect()
}

/// 0 is dark, 3 has just been lit.
const fn shade(glow: u8) -> u8 {
    match glow {
        0 => 0,
        1..DIM => 1,
        DIM..BRIGHT => 2,
        BRIGHT.. => 3,
    }
}

#[cfg(test)]
mod tests {
    use focal8::phosphor::Point;

    use super::*;

    #[test]
    fn a_point_is_bright_and_then_dim() {
        let mut tube = Phosphor::default();
        tube.light(Point { x: 0, y: 1023, brightness: 3, time: Time::ZERO });
        let at = |milliseconds| draw(&tube, Time::milliseconds(milliseconds), "1.0 x");
        assert_eq!(at(0).len(), HEIGHT);
        let [new, old, gone] = [0, 450, 500].map(|now| at(now)[0].clone());
        assert!(new.contains('\u{2801}') && old.contains('\u{2801}') && !gone.contains('\u{2801}'));
        assert_ne!(new, old);
        assert!(at(0)[HEIGHT - 1].chars().count() <= WIDTH);
    }
}
