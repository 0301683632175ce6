//! The whole screen as lines of pieces, each with its look; only lines that have changed are written.

use std::env;
use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, Color, ContentStyle, Print, PrintStyledContent, StyledContent};
use crossterm::terminal::{self, Clear, ClearType};

use super::colour::Depth;
use super::standard;

/// What a piece looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// As the terminal writes.
    #[default]
    Plain,
    /// To be seen first.
    Bold,
    /// To be seen last.
    Dim,
    /// Dark on light, where the terminal is light on dark.
    Reverse,
    /// All is well.
    Good,
    /// Something is wrong.
    Bad,
    /// A playing square of a board.
    Square,
    /// One with a piece of the computer's.
    Computer,
    /// One with a piece of the player's.
    Player,
    /// A lamp, so bright from 0 to 255: a bulb in its colour, or the mark that is its text.
    Lamp(u8),
    /// Points of a display that were lit a while ago.
    Old,
    /// Points of a display that were lit lately.
    Recent,
    /// Points of a display that have just been lit.
    Fresh,
}

/// A lamp in colour.
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

/// A line of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row(Vec<(Look, String)>);

impl Row {
    /// A line of one look.
    pub fn of(look: Look, text: impl Into<String>) -> Self {
        Row(vec![(look, text.into())])
    }

    /// A plain line.
    pub fn plain(text: impl Into<String>) -> Self {
        Row::of(Look::Plain, text)
    }

    /// Lines one after the other, as one.
    pub fn line(parts: impl IntoIterator<Item = Row>) -> Self {
        Row(parts.into_iter().flat_map(|part| part.0).collect())
    }

    /// The line with a piece more at its end.
    pub fn and(mut self, look: Look, text: impl Into<String>) -> Self {
        self.0.push((look, text.into()));
        self
    }

    /// Two lines, one after the other.
    pub fn then(mut self, other: Row) -> Self {
        self.0.extend(other.0);
        self
    }

    /// How many columns it has.
    pub fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| text.chars().count()).sum()
    }

    /// The line cut or filled up to a width.
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

    /// The line in the middle of a width.
    pub fn centered(self, width: usize) -> Self {
        let before = width.saturating_sub(self.width()) / 2;
        Row::plain(" ".repeat(before)).then(self)
    }

    /// Writes the line where the cursor is.
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

    /// The look of what is in a column.
    #[cfg(test)]
    pub fn look_at(&self, column: usize) -> Option<Look> {
        self.0.iter().flat_map(|&(look, ref text)| text.chars().map(move |_| look)).nth(column)
    }

    /// What can be read on it.
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

/// Which colours the user and the terminal want.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    colored: bool,
    lamps: Depth,
}

impl Paint {
    /// What the environment says; colours are left out where the user wants none.
    pub fn of_terminal() -> Self {
        Paint { colored: env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()), lamps: Depth::of_terminal() }
    }

    /// How a look is drawn; none where the text alone says it.
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

/// The screen, and what is shown on it.
#[derive(Debug)]
pub struct Canvas {
    shown: Vec<Row>,
    paint: Paint,
}

impl Canvas {
    /// A screen of which nothing is known.
    pub fn new() -> Self {
        Canvas { shown: Vec::new(), paint: Paint::of_terminal() }
    }

    /// Columns and lines; a terminal that does not tell has 80 and 24.
    pub fn size() -> (usize, usize) {
        terminal::size().map_or((80, 24), |(columns, lines)| (usize::from(columns), usize::from(lines)))
    }

    /// What is on the screen.
    pub fn rows(&self) -> &[Row] {
        &self.shown
    }

    /// The window has changed: all is to be written again.
    pub fn forget(&mut self) {
        self.shown.clear();
    }

    /// Shows these lines, as many as there is room for.
    pub fn show(&mut self, rows: Vec<Row>) -> io::Result<()> {
        let (width, height) = Self::size();
        let rows: Vec<Row> = rows.into_iter().take(height).map(|row| row.fit(width)).collect();
        let mut output = io::stdout().lock();
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
        output.flush()
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
