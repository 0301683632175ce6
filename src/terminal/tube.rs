//! The tube of a point-plot display on a terminal: Braille patterns, the newest points brightest.

use focal8::machine::Time;
use focal8::phosphor::Phosphor;

use super::canvas::{Look, Row};

/// The minimum brightness at which a pattern is drawn with [`Look::Fresh`].
const BRIGHT: u8 = 150;
/// The minimum brightness at which a pattern is drawn with [`Look::Recent`].
const DIM: u8 = 60;

/// Draws the contents of the tube at the simulated time `now`. Each character cell is a Braille pattern of two by four
/// dots.
pub fn draw(tube: &Phosphor, now: Time, columns: usize, lines: usize) -> Vec<Row> {
    let (width, dots) = (columns * 2, tube.picture(columns * 2, lines * 4, now));
    // A pattern is as bright as its brightest dot.
    let glow = |line: usize, column: usize| {
        let rows = dots[line * 4 * width..(line + 1) * 4 * width].chunks(width);
        rows.flat_map(|row| &row[column * 2..column * 2 + 2]).copied().max().unwrap_or_default()
    };
    let picture = tube.braille(columns, lines, now).into_iter().enumerate().map(|(line, patterns)| {
        let cells: Vec<(char, u8)> =
            patterns.chars().enumerate().map(|(column, pattern)| (pattern, glow(line, column))).collect();
        let shaded = cells.chunk_by(|one, two| shade(one.1) == shade(two.1)).map(|run| {
            let text: String = run.iter().map(|&(pattern, _)| pattern).collect();
            Row::of(shade(run[0].1), text)
        });
        Row::line(shaded)
    });
    picture.collect()
}

/// Returns the look of a pattern with this brightness.
const fn shade(glow: u8) -> Look {
    match glow {
        0 => Look::Plain,
        1..DIM => Look::Old,
        DIM..BRIGHT => Look::Recent,
        BRIGHT.. => Look::Fresh,
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
        let at = |milliseconds| draw(&tube, Time::milliseconds(milliseconds), 4, 2);
        assert_eq!(at(0).len(), 2);
        let [new, old, gone] = [0, 450, 500].map(|now| at(now)[0].clone());
        let has_point = |row: &Row| row.text().contains('\u{2801}');
        assert!(has_point(&new) && has_point(&old) && !has_point(&gone));
        assert_ne!(new, old);
    }
}
