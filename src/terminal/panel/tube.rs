//! The tube of a point-plot display, in place of the lamps.

use focal8::machine::Time;
use focal8::phosphor::Phosphor;

use super::super::canvas::Row;
use super::super::tube;
use super::face::{HEIGHT, WIDTH};

/// The number of lines of the picture. The last line of the screen shows the help on the keys.
const LINES: usize = HEIGHT - 1;
/// The number of columns of the picture. A character cell is twice as high as wide, so the picture is square.
const COLUMNS: usize = LINES * 2;
const KEYS: &str = "Arrows up and down: the lamps; TAB: their switches; CTRL/E: operator";

/// Draws the contents of the tube at the simulated time `now`.
pub fn draw(tube: &Phosphor, now: Time, speed: &str) -> Vec<Row> {
    let margin = " ".repeat((WIDTH - COLUMNS) / 2);
    let picture = tube::draw(tube, now, COLUMNS, LINES).into_iter().map(|line| Row::plain(margin.as_str()).then(line));
    picture.chain([Row::plain(format!("{KEYS} {speed:>10}"))]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_and_its_keys_fill_the_panel() {
        let rows = draw(&Phosphor::default(), Time::ZERO, "1.0 x");
        assert_eq!(rows.len(), HEIGHT);
        assert!(rows.iter().all(|row| row.width() <= WIDTH), "{rows:?}");
    }
}
