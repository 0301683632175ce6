//! The machine's display below its paper in the terminal.
//!
//! ```text
//!   +--------------------------+
//!   | *GO                      |  the paper scrolls here
//!   |                          |
//!   |---- display -------------|
//!   |   . ' ` .                |  Braille patterns, 20 times a second
//!   | .         .              |
//!   +--------------------------+
//! ```

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, MoveTo, RestorePosition, SavePosition, Show};
use crossterm::queue;
use crossterm::terminal;
use focal8::machine::Time;
use focal8::phosphor::Phosphor;

use super::canvas::{Paint, Row};
use super::{screen, streams, tube};

/// The minimum time between two drawings.
const DRAWING_PERIOD: Duration = Duration::from_millis(50);
/// The minimum number of lines of the picture.
const MIN_LINES: u16 = 8;
/// The maximum number of lines of the picture. Most programs light too few points to fill a larger picture.
const MAX_LINES: u16 = 32;

/// The picture of the display in the lower lines of the terminal.
#[derive(Debug, Default)]
pub struct Picture {
    /// The number of columns and lines of the terminal.
    size: (u16, u16),
    shown: Vec<Row>,
    drawn: Option<Instant>,
}

impl Picture {
    /// Draws the contents of the tube at the simulated time `now`, if the next drawing is due or `at_once` is set.
    pub fn show(&mut self, tube: &Phosphor, now: Time, at_once: bool) -> io::Result<()> {
        if !at_once && self.drawn.is_some_and(|drawn| drawn.elapsed() < DRAWING_PERIOD) {
            return Ok(());
        }
        self.drawn = Some(Instant::now());
        let size = terminal::size().unwrap_or_default();
        let Some(height) = height(size) else { return Ok(()) };
        if size != self.size || !screen::is_split() {
            screen::split(size.1, height + 1)?;
            self.size = size;
            self.shown.clear();
        }
        let rule = Row::plain(format!("{:─<width$}", "──── display ", width = usize::from(size.0)));
        let picture = tube::draw(tube, now, usize::from(height) * 2, usize::from(height));
        let lines: Vec<Row> = [rule].into_iter().chain(picture).collect();
        if lines != self.shown {
            self.write(&lines, size.1 - height - 1)?;
            self.shown = lines;
        }
        Ok(())
    }

    /// Writes the changed lines. The first line of the picture is the terminal line `top`. The cursor stays on the
    /// paper.
    fn write(&self, lines: &[Row], top: u16) -> io::Result<()> {
        let mut output = streams::output();
        let paint = Paint::of_terminal();
        queue!(output, SavePosition, Hide)?;
        for (row, line) in (top..).zip(lines) {
            if self.shown.get(usize::from(row - top)) != Some(line) {
                queue!(output, MoveTo(0, row))?;
                line.write(&mut output, paint)?;
            }
        }
        queue!(output, RestorePosition, Show)?;
        output.flush()
    }
}

/// Returns the height of the square picture in lines, at most about half the lines of the terminal. Returns `None` if
/// the terminal is too small.
fn height((columns, lines): (u16, u16)) -> Option<u16> {
    let height = (lines / 2).saturating_sub(1).min(columns / 2).min(MAX_LINES);
    (height >= MIN_LINES).then_some(height)
}

#[cfg(test)]
mod tests {
    use super::height;

    #[test]
    fn paper_and_picture_share_the_terminal() {
        assert_eq!(height((80, 24)), Some(11));
        assert_eq!(height((40, 60)), Some(20));
        assert_eq!(height((200, 100)), Some(32));
        assert_eq!(height((80, 16)), None);
    }
}
