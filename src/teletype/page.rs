//! The paper: the carriage, overprinting, the bell; characters sent become lines of text.
//!
//! A RETURN moves the carriage and nothing else, a LINE FEED the paper and nothing else. What is printed over
//! something else is remembered as overprinted; the later of two marks is shown.

use crate::ascii;

/// Characters on a line of an ASR-33; at the margin the carriage stands and prints on the same spot.
pub const COLUMNS: usize = 72;

/// One line of paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    marks: Vec<u8>,
    overprinted: bool,
}

impl Line {
    /// The line as it can be read, without blanks at its end.
    pub fn text(&self) -> String {
        let text: String = self.marks.iter().map(|&mark| char::from(mark)).collect();
        text.trim_end().to_owned()
    }

    /// Whether a mark was printed over another.
    pub const fn is_overprinted(&self) -> bool {
        self.overprinted
    }

    fn strike(&mut self, column: usize, mark: u8) {
        if column >= self.marks.len() {
            self.marks.resize(column + 1, b' ');
        }
        if mark != b' ' {
            self.overprinted |= self.marks[column] != b' ';
            self.marks[column] = mark;
        }
    }
}

/// A sheet of paper, as long as need be, and where the carriage stands.
///
/// ```
/// use focal8::teletype::Page;
/// let mut page = Page::default();
/// page.print_all(b"HELLO\r/\nX");
/// assert_eq!(page.text(), "/ELLO\n X");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    lines: Vec<Line>,
    column: usize,
    bells: u64,
}

impl Default for Page {
    /// A fresh sheet with the carriage at the left.
    fn default() -> Self {
        Page { lines: vec![Line::default()], column: 0, bells: 0 }
    }
}

impl Page {
    /// Prints one character; channel 8 does not matter.
    pub fn print(&mut self, frame: u8) {
        match ascii::unmarked(frame) {
            ascii::RETURN => self.column = 0,
            ascii::LINE_FEED => self.lines.push(Line::default()),
            ascii::BELL => self.bells += 1,
            // The type wheel has no small letters: it prints the capital in the same place.
            code @ 0o140..=0o172 => self.strike(code & !0o040),
            code @ 0o040..=0o137 => self.strike(code),
            _ => {}
        }
    }

    /// Prints characters in order.
    pub fn print_all(&mut self, frames: &[u8]) {
        for &frame in frames {
            self.print(frame);
        }
    }

    /// The lines, the last being the one under the carriage.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Where the next mark goes, 0 at the left.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// How often the bell rang.
    pub const fn bells(&self) -> u64 {
        self.bells
    }

    /// All lines as text.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(Line::text).collect();
        lines.join("\n")
    }

    fn strike(&mut self, mark: u8) {
        let line = self.lines.last_mut().expect("a page has at least one line");
        line.strike(self.column, mark);
        self.column = (self.column + 1).min(COLUMNS - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_carriage_stands_at_the_margin() {
        let mut page = Page::default();
        page.print_all(&[b'A'; 75]);
        assert_eq!(page.text().len(), COLUMNS);
        assert_eq!(page.column(), COLUMNS - 1);
        assert!(page.lines()[0].is_overprinted());
    }

    #[test]
    fn a_line_is_overprinted_where_a_mark_meets_a_mark() {
        let overprinted = |text: &[u8]| {
            let mut page = Page::default();
            page.print_all(text);
            (page.text(), page.lines()[0].is_overprinted())
        };
        assert_eq!(overprinted(b"A B\r  C"), ("A C".to_owned(), true));
        // A blank leaves the mark, a mark beside the others or on a blank is no second one.
        assert_eq!(overprinted(b"AB\r  C"), ("ABC".to_owned(), false));
        assert_eq!(overprinted(b"A B\r C"), ("ACB".to_owned(), false));
        // Once is enough, whatever comes later.
        assert_eq!(overprinted(b"AB\rCD\r  E"), ("CDE".to_owned(), true));
    }

    #[test]
    fn controls_print_nothing() {
        let mut page = Page::default();
        page.print_all(b"A\x07\x00\x7fB\x07");
        assert_eq!((page.text().as_str(), page.bells()), ("AB", 2));
    }
}
