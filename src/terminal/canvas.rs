//! The whole screen as rows of styled text; only changed rows are written.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, Color, ContentStyle, Print, PrintStyledContent, StyledContent};
use crossterm::terminal::{self, Clear, ClearType};

use super::colour::Depth;
use super::defaults::is_colourless;
use super::screen_recording::ScreenRecording;
use super::{standard, streams};

/// The style of a part of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// The terminal's default style.
    #[default]
    Plain,
    /// Bold text.
    Bold,
    /// Dim text.
    Dim,
    /// Text with foreground and background exchanged.
    Reverse,
    /// The colour of success.
    Good,
    /// The colour of an error.
    Bad,
    /// An empty playing square of a board.
    Square,
    /// A playing square with one of the computer's pieces.
    Computer,
    /// A playing square with one of the player's pieces.
    Player,
    /// A lamp with a brightness of 0 to 255. Without colours, the text of the row shows the brightness.
    Lamp(u8),
    /// Points of a display that have almost faded.
    Old,
    /// Points of a display that have begun to fade.
    Recent,
    /// Points of a display that have just been lit.
    Fresh,
}

/// The character for a lamp on a terminal with colours. The colour of the character shows the brightness of the lamp.
const BULB: char = '●';

impl Look {
    fn style(self, colored: bool) -> ContentStyle {
        let (foreground, background, attributes): (_, _, &[Attribute]) = match (self, colored) {
            (Look::Plain | Look::Lamp(_), _) | (Look::Square, false) => (None, None, &[]),
            (Look::Bold | Look::Computer | Look::Player, false) | (Look::Bold, true) => {
                (None, None, &[Attribute::Bold])
            }
            (Look::Dim, _) => (None, None, &[Attribute::Dim]),
            (Look::Reverse, _) | (Look::Good | Look::Bad, false) => {
                (None, None, &[Attribute::Bold, Attribute::Reverse])
            }
            (Look::Good, true) => (Some(Color::Black), Some(Color::Green), &[Attribute::Bold]),
            (Look::Bad, true) => (Some(Color::White), Some(Color::DarkRed), &[Attribute::Bold]),
            (Look::Square, true) => (Some(Color::Grey), Some(Color::AnsiValue(238)), &[]),
            (Look::Computer, true) => (Some(Color::Yellow), Some(Color::AnsiValue(238)), &[Attribute::Bold]),
            (Look::Old, _) => (Some(Color::DarkGreen), None, &[]),
            (Look::Recent, _) => (Some(Color::Green), None, &[]),
            (Look::Fresh, _) => (Some(Color::Green), None, &[Attribute::Bold]),
            (Look::Player, true) => (Some(Color::Cyan), Some(Color::AnsiValue(238)), &[Attribute::Bold]),
        };
        let mut style =
            ContentStyle { foreground_color: foreground, background_color: background, ..Default::default() };
        attributes.iter().for_each(|&attribute| style.attributes.set(attribute));
        style
    }
}

/// A row of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row(Vec<(Look, String)>);

impl Row {
    /// Returns a row with one style.
    pub fn of(look: Look, text: impl Into<String>) -> Self {
        Row(vec![(look, text.into())])
    }

    /// Returns a row in the default style.
    pub fn plain(text: impl Into<String>) -> Self {
        Row::of(Look::Plain, text)
    }

    /// Joins several rows into a single row.
    pub fn line(parts: impl IntoIterator<Item = Row>) -> Self {
        Row(parts.into_iter().flat_map(|part| part.0).collect())
    }

    /// Appends text with this look to the row.
    pub fn and(mut self, look: Look, text: impl Into<String>) -> Self {
        self.0.push((look, text.into()));
        self
    }

    /// Appends another row to this row.
    pub fn then(mut self, other: Row) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| text.chars().count()).sum()
    }

    /// Cuts the row to `width` columns, or pads it with blanks.
    pub fn fit(self, width: usize) -> Self {
        let mut left = width;
        let mut pieces = Vec::new();
        for (look, text) in self.0 {
            let text: String = text.chars().map(standard::mark).take(left).collect();
            left -= text.chars().count();
            pieces.push((look, text));
        }
        pieces.push((Look::Plain, " ".repeat(left)));
        Row(pieces)
    }

    /// Centres the row in `width` columns.
    pub fn centered(self, width: usize) -> Self {
        let before = width.saturating_sub(self.width()) / 2;
        Row::plain(" ".repeat(before)).then(self)
    }

    /// Writes the row at the cursor.
    pub fn write(&self, output: &mut impl Write, paint: Paint) -> io::Result<()> {
        for (look, text) in &self.0 {
            match (look, paint.style(*look)) {
                (Look::Plain, _) => queue!(output, Print(text))?,
                (Look::Lamp(_), Some(style)) => queue!(output, PrintStyledContent(StyledContent::new(style, BULB)))?,
                (_, Some(style)) => queue!(output, PrintStyledContent(StyledContent::new(style, text)))?,
                (_, None) => queue!(output, Print(text))?,
            }
        }
        Ok(())
    }

    /// Returns the style of the character in a column.
    #[cfg(test)]
    pub fn look_at(&self, column: usize) -> Option<Look> {
        self.0.iter().flat_map(|&(look, ref text)| text.chars().map(move |_| look)).nth(column)
    }

    /// Returns the row's text without styles.
    pub fn text(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }
}

impl From<&str> for Row {
    fn from(text: &str) -> Self {
        Row::plain(text)
    }
}

impl From<String> for Row {
    fn from(text: String) -> Self {
        Row::plain(text)
    }
}

/// The colours that may be used: those of the terminal, or none if the user has turned colours off.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    colored: bool,
    lamps: Depth,
}

impl Paint {
    /// Determines the colours of the terminal. The environment variable `NO_COLOR` turns colours off, and so does the
    /// user's default `off` for colours.
    pub fn of_terminal() -> Self {
        Paint { colored: !is_colourless(), lamps: Depth::of_terminal() }
    }

    /// Returns the terminal style of text with the look `look`, or `None` if such text has no style.
    fn style(self, look: Look) -> Option<ContentStyle> {
        match look {
            Look::Lamp(brightness) => self
                .lamps
                .lamp(brightness)
                .map(|color| ContentStyle { foreground_color: Some(color), ..ContentStyle::default() }),
            look => Some(look.style(self.colored)),
        }
    }
}

/// The full screen and its current rows.
#[derive(Debug)]
pub struct Canvas {
    shown: Vec<Row>,
    paint: Paint,
    recording: Option<ScreenRecording>,
}

impl Canvas {
    /// Returns a screen with unknown contents.
    pub fn new() -> Self {
        Canvas { shown: Vec::new(), paint: Paint::of_terminal(), recording: None }
    }

    /// Records everything that is shown from now on.
    pub fn record(&mut self, recording: Option<ScreenRecording>) {
        self.recording = recording;
    }

    /// Returns the number of columns and lines of the terminal, or 80 and 24 if they are unknown.
    pub fn size() -> (usize, usize) {
        terminal::size().map_or((80, 24), |(columns, lines)| (usize::from(columns), usize::from(lines)))
    }

    /// Returns the rows on the screen.
    pub fn rows(&self) -> &[Row] {
        &self.shown
    }

    /// Marks the contents of the screen as unknown, so that the next call of [`Canvas::show`] writes all rows. Needed,
    /// for example, after a change of the window's size.
    pub fn forget(&mut self) {
        self.shown.clear();
    }

    /// Shows the rows that fit the screen.
    pub fn show(&mut self, rows: Vec<Row>) -> io::Result<()> {
        let (width, height) = Self::size();
        let rows: Vec<Row> = rows.into_iter().take(height).map(|row| row.fit(width)).collect();
        let mut output = Vec::new();
        if self.shown.len() != rows.len() {
            queue!(output, Clear(ClearType::All))?;
            self.shown.clear();
        }
        for (number, row) in rows.iter().enumerate() {
            if self.shown.get(number) == Some(row) {
                continue;
            }
            queue!(output, MoveTo(0, u16::try_from(number).unwrap_or(u16::MAX)))?;
            row.write(&mut output, self.paint)?;
        }
        self.shown = rows;
        if let Some(recording) = &mut self.recording {
            recording.add(&output)?;
        }
        let mut screen = streams::output();
        screen.write_all(&output)?;
        screen.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_as_wide_as_it_has_to_be() {
        let row = Row::plain("AB").and(Look::Bold, "CDE").and(Look::Dim, "F");
        assert_eq!(row.clone().fit(4).text(), "ABCD");
        assert_eq!(row.clone().fit(8).text(), "ABCDEF  ");
        assert_eq!(row.centered(10).text(), "  ABCDEF");
    }

    #[test]
    fn without_colours_good_and_bad_still_stand_out() {
        for look in [Look::Good, Look::Bad, Look::Computer] {
            let style = look.style(false);
            assert_eq!((style.foreground_color, style.background_color), (None, None));
            assert!(!style.attributes.is_empty());
        }
    }
}
