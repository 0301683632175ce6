//! The line typed last, and the stored program: a heading, and the lines in the order of group and step.
//!
//! All characters are in one array, in which each line ends with RETURN. A position in the text is an index in this
//! array:
//!
//! ```text
//!   | direct line ...    | C-FOCAL,1969 RETURN | text of 1.1 RETURN | text of 1.2 RETURN | ...
//!   0                    HEADING
//! ```

use std::fmt;

use super::limits::Limits;
use crate::ascii::RETURN;

/// The number of a line: group * 128 + step, as the original stores it. The heading is 00.00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineNumber(u16);

impl LineNumber {
    const HEADING: LineNumber = LineNumber(0);

    /// Creates the number of line `group`.`step`; line `1.1` has group 1 and step 10.
    pub const fn new(group: u8, step: u8) -> Self {
        LineNumber((group as u16) << 7 | step as u16)
    }

    /// Returns the group, the part of the number before the point: 1 to 31, or 0 for the heading, line 00.00.
    pub const fn group(self) -> u8 {
        (self.0 >> 7) as u8
    }

    /// Returns the step, the part of the number after the point: 1 to 99, or 0 for the heading, line 00.00.
    pub const fn step(self) -> u8 {
        (self.0 & 0o177) as u8
    }
}

impl fmt::Display for LineNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}.{:02}", self.group(), self.step())
    }
}

/// The lines that a number in a command refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    All,
    Group(u8),
    Line(LineNumber),
}

impl Reference {
    pub(super) fn covers(self, number: LineNumber) -> bool {
        match self {
            Reference::All => true,
            Reference::Group(group) => number.group() == group,
            Reference::Line(line) => number == line,
        }
    }
}

/// The index of a line of the stored program. Index 0 is the heading, `C-FOCAL,1969`.
pub(super) type LineIndex = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    number: LineNumber,
    /// The position of the line's first character.
    start: usize,
}

/// The text of the program, and the direct line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    characters: Vec<u8>,
    /// The lines in the order of their numbers, the heading first.
    lines: Vec<Line>,
}

const HEADING_TEXT: &[u8] = b"C-FOCAL,1969";

impl Text {
    pub(super) const HEADING: LineIndex = 0;
    /// The position of the direct line.
    pub(super) const DIRECT: usize = 0;

    /// Creates a text that contains only the heading. The direct line may have up to `direct_characters` characters.
    pub(super) fn new(direct_characters: usize) -> Self {
        let start = Self::DIRECT + direct_characters + 1;
        let mut characters = vec![RETURN; start];
        characters.extend_from_slice(HEADING_TEXT);
        characters.push(RETURN);
        Text { characters, lines: vec![Line { number: LineNumber::HEADING, start }] }
    }

    #[inline]
    pub(super) fn character(&self, place: usize) -> u8 {
        self.characters[place]
    }

    /// Sets the direct line. The line must not be longer than the size passed to [`Text::new`].
    pub(super) fn set_direct(&mut self, line: &[u8]) {
        self.characters[..line.len()].copy_from_slice(line);
        self.characters[line.len()] = RETURN;
    }

    pub(super) fn number(&self, line: LineIndex) -> LineNumber {
        self.lines[line].number
    }

    /// Returns the position of a line's first character.
    pub(super) fn start(&self, line: LineIndex) -> usize {
        self.lines[line].start
    }

    pub(super) fn contents(&self, line: LineIndex) -> &[u8] {
        &self.characters[self.start(line)..self.end(line) - 1]
    }

    /// Returns the text from a position to the end of its line, without the RETURN.
    pub(super) fn line_from(&self, place: usize) -> &[u8] {
        let rest = &self.characters[place..];
        rest.split(|&character| character == RETURN).next().unwrap_or_default()
    }

    /// Returns the line that contains a position; `None` for the direct line.
    pub(super) fn line_of(&self, place: usize) -> Option<LineIndex> {
        self.lines.partition_point(|line| line.start <= place).checked_sub(1)
    }

    /// Returns the position after a line's RETURN.
    fn end(&self, line: LineIndex) -> usize {
        self.lines.get(line + 1).map_or(self.characters.len(), |next| next.start)
    }

    pub(super) fn find(&self, number: LineNumber) -> Option<LineIndex> {
        self.lines.binary_search_by_key(&number, |line| line.number).ok()
    }

    pub(super) fn first_of_group(&self, group: u8) -> Option<LineIndex> {
        let index = self.lines.partition_point(|line| line.number < LineNumber::new(group, 0));
        (self.lines.get(index)?.number.group() == group).then_some(index)
    }

    pub(super) fn following(&self, line: LineIndex) -> Option<LineIndex> {
        (line + 1 < self.lines.len()).then_some(line + 1)
    }

    /// Returns the indices of the numbered lines.
    pub(super) fn indices(&self) -> std::ops::Range<LineIndex> {
        1..self.lines.len()
    }

    /// Returns the size of all numbered lines in words.
    pub(super) fn words(&self, limits: &Limits) -> usize {
        self.indices().map(|line| limits.line_words(self.contents(line))).sum()
    }

    /// Stores a line, in place of any line with the same number.
    pub(super) fn store(&mut self, number: LineNumber, contents: &[u8]) {
        self.remove(Reference::Line(number));
        let index = self.lines.partition_point(|line| line.number < number);
        let start = self.end(index - 1);
        self.characters.splice(start..start, contents.iter().copied().chain([RETURN]));
        for line in &mut self.lines[index..] {
            line.start += contents.len() + 1;
        }
        self.lines.insert(index, Line { number, start });
    }

    /// Removes the lines that a reference covers; the heading stays.
    pub(super) fn remove(&mut self, reference: Reference) {
        for index in self.indices().rev() {
            if reference.covers(self.number(index)) {
                let (start, end) = (self.start(index), self.end(index));
                self.characters.drain(start..end);
                self.lines.remove(index);
                for line in &mut self.lines[index..] {
                    line.start -= end - start;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(text: &Text) -> Vec<(String, &[u8])> {
        text.indices().map(|line| (text.number(line).to_string(), text.contents(line))).collect()
    }

    #[test]
    fn lines_are_kept_in_order_and_replaced() {
        let mut text = Text::new(20);
        text.store(LineNumber::new(2, 10), b"C");
        text.store(LineNumber::new(1, 10), b"TYPE 1");
        text.store(LineNumber::new(1, 5), b"");
        text.store(LineNumber::new(1, 10), b"T 2");
        let expected: Vec<(String, &[u8])> =
            vec![("01.05".into(), b""), ("01.10".into(), b"T 2"), ("02.10".into(), b"C")];
        assert_eq!(listing(&text), expected);
        assert_eq!(text.contents(Text::HEADING), HEADING_TEXT);
        assert_eq!(text.first_of_group(2), Some(3));
        assert_eq!(text.first_of_group(3), None);
        text.remove(Reference::Group(1));
        assert_eq!(listing(&text), [("02.10".into(), b"C".as_slice())]);
        assert_eq!(text.contents(Text::HEADING), HEADING_TEXT);
    }
}
