//! The paper: printed characters become lines of text, with overprinting and the bell.
//!
//! A RETURN moves only the carriage, a LINE FEED only the paper. A character that is overprinted is kept beneath the
//! later one: text shows only the later character, and a drawing ([`crate::paper`]) shows both.

use crate::ascii;

/// The number of characters on a line of an ASR-33. At the margin, further characters are printed over each other.
pub const COLUMNS: usize = 72;

/// Returns the character that a code prints, if any. The type wheel has no small letters, and prints a small letter as
/// a capital.
#[doc(hidden)]
pub const fn mark(frame: u8) -> Option<u8> {
    match ascii::unmarked(frame) {
        code @ 0o140..=0o172 => Some(code & !0o040),
        code @ 0o040..=0o137 => Some(code),
        _ => None,
    }
}

/// The maximum number of characters that are kept in one column of a line. More characters would not make the paper
/// blacker.
const MAX_MARKS: usize = 8;

/// The maximum number of lines that a [`Page`] keeps: 278 feet of paper. The limit bounds the memory that a page needs.
pub const MAX_LINES: usize = 20_000;
/// The number of lines that are cut off at a time. Each cut moves all lines that are kept, so many lines are cut off at
/// once, and cuts are rare.
const CUT: usize = MAX_LINES / 4;

/// A line of paper, with all its characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The latest character in each column.
    marks: Vec<u8>,
    /// The characters that were overprinted, each with its column, in the order of printing.
    beneath: Vec<(u8, u8)>,
    bells: usize,
}

impl Line {
    /// Returns the latest characters as text, without blanks at the end.
    pub fn text(&self) -> String {
        let text: String = self.marks.iter().map(|&mark| char::from(mark)).collect();
        text.trim_end().to_owned()
    }

    /// Returns the number of times that the bell rang while the carriage was on this line.
    pub(crate) const fn bells(&self) -> usize {
        self.bells
    }

    /// Returns all characters in layers. The first layer has the first character of each column, the second layer the
    /// second character, and so on.
    ///
    /// ```
    /// use pdp8::teletype::Page;
    /// let mut page = Page::default();
    /// page.print_all(b"STEP\r / /");
    /// assert_eq!(page.lines()[0].layers(), [b"STEP", b" / /"]);
    /// ```
    pub fn layers(&self) -> Vec<Vec<u8>> {
        let latest = self.marks.iter().copied().enumerate().filter(|&(_, mark)| mark != b' ');
        let beneath = self.beneath.iter().map(|&(column, mark)| (usize::from(column), mark));
        let mut depth = vec![0; self.marks.len()];
        let mut layers: Vec<Vec<u8>> = Vec::new();
        for (column, mark) in beneath.chain(latest) {
            if depth[column] == layers.len() {
                layers.push(Vec::new());
            }
            let layer = &mut layers[depth[column]];
            layer.resize(layer.len().max(column + 1), b' ');
            layer[column] = mark;
            depth[column] += 1;
        }
        layers
    }

    fn erase(&mut self, column: usize) {
        if let Some(mark) = self.marks.get_mut(column) {
            *mark = b' ';
        }
        self.beneath.retain(|&(at, _)| usize::from(at) != column);
    }

    fn strike(&mut self, column: usize, mark: u8) {
        if column >= self.marks.len() {
            self.marks.resize(column + 1, b' ');
        }
        if mark == b' ' {
            return;
        }
        let before = std::mem::replace(&mut self.marks[column], mark);
        let place = column as u8;
        if before != b' ' && self.beneath.iter().filter(|&&(at, _)| at == place).count() < MAX_MARKS - 1 {
            self.beneath.push((place, before));
        }
    }
}

/// A sheet of paper and the position of the carriage.
///
/// A page keeps its last [`MAX_LINES`] lines. [`Page::cut`] is the number of lines before them. To lose no line, call
/// [`Page::take_finished`] from time to time.
///
/// ```
/// use pdp8::teletype::Page;
/// let mut page = Page::default();
/// page.print_all(b"HELLO\r/\nX");
/// assert_eq!(page.text(), "/ELLO\n X");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    lines: Vec<Line>,
    column: usize,
    bells: u64,
    /// The number of earlier lines that are no longer in `lines`: they were cut off, or taken by the caller.
    above: u64,
}

impl Default for Page {
    /// Makes an empty sheet with the carriage at the left.
    fn default() -> Self {
        Page { lines: vec![Line::default()], column: 0, bells: 0, above: 0 }
    }
}

impl Page {
    /// Prints one character; channel 8 is ignored.
    pub fn print(&mut self, frame: u8) {
        match ascii::unmarked(frame) {
            ascii::RETURN => self.column = 0,
            ascii::LINE_FEED => self.feed(),
            ascii::BELL => {
                self.bells += 1;
                self.line().bells += 1;
            }
            code => mark(code).into_iter().for_each(|mark| self.strike(mark)),
        }
    }

    /// Prints characters in order.
    pub fn print_all(&mut self, frames: &[u8]) {
        for &frame in frames {
            self.print(frame);
        }
    }

    /// Returns the last [`MAX_LINES`] lines; the carriage is on the last line.
    pub fn lines(&self) -> &[Line] {
        &self.lines[self.surplus()..]
    }

    /// Returns the number of lines before [`Page::lines`]. These lines were cut off, or taken with
    /// [`Page::take_finished`].
    ///
    /// ```
    /// use pdp8::teletype::page::{MAX_LINES, Page};
    /// let mut page = Page::default();
    /// page.print_all(&vec![b'\n'; MAX_LINES]);
    /// assert_eq!((page.lines().len(), page.cut()), (MAX_LINES, 1));
    /// ```
    pub fn cut(&self) -> u64 {
        self.above + self.surplus() as u64
    }

    /// Removes and returns all lines except the last. The carriage is on the last line, which can still change.
    ///
    /// ```
    /// use pdp8::teletype::Page;
    /// let mut page = Page::default();
    /// page.print_all(b"ONE\r\nTWO\r\nTHR");
    /// let taken: Vec<String> = page.take_finished().map(|line| line.text()).collect();
    /// assert_eq!((taken, page.text()), (vec!["ONE".to_owned(), "TWO".to_owned()], "THR".to_owned()));
    /// ```
    pub fn take_finished(&mut self) -> impl Iterator<Item = Line> {
        let finished = self.lines.len() - 1;
        self.above += finished as u64;
        self.lines.drain(..finished)
    }

    /// Returns the column of the next character, 0 at the left.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// Moves the carriage to a column, as no ASR-33 can do. A glass terminal does so for TAB and BACKSPACE.
    ///
    /// ```
    /// use pdp8::teletype::Page;
    /// let mut page = Page::default();
    /// page.print_all(b"AB");
    /// page.move_to(8);
    /// page.print(b'C');
    /// assert_eq!(page.text(), "AB      C");
    /// ```
    #[doc(hidden)]
    pub fn move_to(&mut self, column: usize) {
        self.column = column.min(COLUMNS - 1);
    }

    /// Removes the characters at the carriage, as a glass terminal does before it shows another character there.
    ///
    /// ```
    /// use pdp8::teletype::Page;
    /// let mut page = Page::default();
    /// page.print_all(b"AB\r");
    /// page.erase();
    /// assert_eq!((page.text().as_str(), page.lines()[0].layers().len()), (" B", 1));
    /// ```
    #[doc(hidden)]
    pub fn erase(&mut self) {
        let column = self.column;
        self.line().erase(column);
    }

    /// Returns [`Page::lines`] as text.
    #[doc(hidden)]
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.lines().iter().map(Line::text).collect();
        lines.join("\n")
    }

    /// Returns the number of lines by which `lines` is longer than [`MAX_LINES`].
    fn surplus(&self) -> usize {
        self.lines.len().saturating_sub(MAX_LINES)
    }

    fn feed(&mut self) {
        self.lines.push(Line::default());
        if self.surplus() == CUT {
            self.lines.drain(..CUT);
            self.above += CUT as u64;
        }
    }

    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("a page has at least one line")
    }

    fn strike(&mut self, mark: u8) {
        let column = self.column;
        self.line().strike(column, mark);
        self.column = (column + 1).min(COLUMNS - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_letters_are_printed_as_capitals_and_rubout_leaves_no_mark() {
        assert_eq!([b'a', 0o301, 0o177].map(mark), [Some(b'A'), Some(b'A'), None]);
    }

    #[test]
    fn the_carriage_stands_at_the_margin() {
        let mut page = Page::default();
        page.print_all(&[b'A'; 75]);
        assert_eq!(page.text().len(), COLUMNS);
        assert_eq!(page.column(), COLUMNS - 1);
        assert!(page.lines()[0].layers().len() > 1);
    }

    #[test]
    fn a_line_is_overprinted_where_a_mark_meets_a_mark() {
        let overprinted = |text: &[u8]| {
            let mut page = Page::default();
            page.print_all(text);
            (page.text(), page.lines()[0].layers().len() > 1)
        };
        assert_eq!(overprinted(b"A B\r  C"), ("A C".to_owned(), true));
        // A blank leaves a character as it is; a character beside other characters, or on a blank, overprints nothing.
        assert_eq!(overprinted(b"AB\r  C"), ("ABC".to_owned(), false));
        assert_eq!(overprinted(b"A B\r C"), ("ACB".to_owned(), false));
        // A line with one overprinted column is overprinted, whatever follows that column.
        assert_eq!(overprinted(b"AB\rCD\r  E"), ("CDE".to_owned(), true));
    }

    #[test]
    fn what_is_printed_in_one_place_lies_in_layers() {
        let layers = |text: &[u8]| {
            let mut page = Page::default();
            page.print_all(text);
            page.lines()[0].layers().into_iter().map(|layer| String::from_utf8(layer).expect("ASCII")).collect()
        };
        let layers: &dyn Fn(&[u8]) -> Vec<String> = &layers;
        assert_eq!(layers(b""), [""; 0]);
        assert_eq!(layers(b"AB\rCD\r  E\r  "), ["ABE", "CD"]);
        assert_eq!(layers(b"A\rB\rC\r D"), ["AD", "B", "C"]);
        // A column keeps at most `MAX_MARKS` characters.
        assert_eq!(layers(&[b'X'; 1000]).len(), MAX_MARKS);
    }

    #[test]
    fn controls_print_nothing() {
        let mut page = Page::default();
        page.print_all(b"A\x07\x00\x7fB\x07");
        assert_eq!((page.text().as_str(), page.bells), ("AB", 2));
    }

    /// Returns the number of bytes that the lines of a page occupy, with the overprinted characters.
    fn held(page: &Page) -> usize {
        let own = |line: &Line| size_of::<Line>() + line.marks.capacity() + 2 * line.beneath.capacity();
        page.lines.iter().map(own).sum()
    }

    #[test]
    fn a_page_keeps_its_last_lines_however_much_is_printed() {
        // The cases: blank lines; lines of 60 characters, first as many as print in an hour, then 12 MB; one line that
        // never ends.
        for (text, count) in [(&b"\n"[..], 200_000), (&[b'X'; 60], 600), (&[b'X'; 60], 200_000), (b"AB\r", 100_000)] {
            let mut page = Page::default();
            for _ in 0..count {
                page.print_all(text);
                if text.len() == 60 {
                    page.print_all(b"\r\n");
                }
                assert!(page.lines.len() < MAX_LINES + CUT && page.lines().len() <= MAX_LINES);
            }
            let feeds = if text == b"AB\r" { 0 } else { count };
            assert_eq!(page.cut() + page.lines().len() as u64, feeds + 1);
            assert!(held(&page) < 200 * (MAX_LINES + CUT), "{} bytes", held(&page));
        }
        // The most characters that are kept, in eight columns of every line.
        let mut page = Page::default();
        for _ in 0..2 * MAX_LINES {
            (0..2 * MAX_MARKS).for_each(|_| page.print_all(b"\rXXXXXXXX"));
            page.print(b'\n');
        }
        assert!(held(&page) < 400 * (MAX_LINES + CUT), "{} bytes", held(&page));
    }

    #[test]
    fn what_is_taken_and_what_is_cut_off_is_counted() {
        let mut page = Page::default();
        for number in 0..MAX_LINES + 5 {
            page.print_all(format!("{number}\r\n").as_bytes());
        }
        assert_eq!((page.cut(), page.lines()[0].text()), (6, "6".to_owned()));
        assert_eq!(page.take_finished().count(), MAX_LINES + 5);
        assert_eq!((page.cut(), page.lines().len()), (MAX_LINES as u64 + 5, 1));
    }
}
