//! The lines that a person types at FOCAL's prompt. The arrow keys recall them, in later sessions too.
//!
//! FOCAL has no key that recalls a line, so focal8 types the recalled line, as a person would. If another line is
//! unfinished, focal8 first types `_`, with which FOCAL deletes the whole line.

use focal8::ascii::{CTRL_C, LINE_FEED, RETURN, RUBOUT};

use super::history_file::HistoryFile;

/// FOCAL's prompt.
const PROMPT: char = '*';
/// The key with which FOCAL deletes the line that is being typed. FOCAL prints the same character.
const DELETE_LINE: char = '_';
/// The character that FOCAL prints for RUBOUT.
const DELETED: char = '\\';

/// The lines of earlier sessions and of this session, and the line that is being typed.
#[derive(Debug)]
pub struct FocalLines {
    file: Option<HistoryFile>,
    /// The lines that can be recalled, the oldest first.
    lines: Vec<String>,
    /// The unfinished line.
    typed: Typed,
    /// The finished lines that FOCAL has perhaps not read yet.
    finished: Vec<Typed>,
    /// The search for earlier lines. The first arrow key begins the search, and any other key ends it.
    search: Option<Search>,
}

/// A typed line.
#[derive(Clone, Debug, Default)]
struct Typed {
    /// The line, without its deleted characters.
    text: String,
    /// The characters that FOCAL prints while the line is typed.
    echo: String,
}

/// A search for earlier lines.
#[derive(Debug)]
struct Search {
    /// The text that was typed before the first arrow key. Only lines that begin with this text are recalled.
    beginning: String,
    /// The index of the recalled line; the number of lines if no line is recalled.
    at: usize,
}

impl FocalLines {
    /// Reads the lines of earlier sessions.
    pub fn open() -> Self {
        let file = HistoryFile::of_prompt("focal");
        let lines = file.iter().flat_map(HistoryFile::lines).collect();
        FocalLines { file, lines, typed: Typed::default(), finished: Vec::new(), search: None }
    }

    /// Takes note of a key that is pressed.
    pub fn press(&mut self, key: u8) {
        self.search = None;
        self.note(key);
    }

    fn note(&mut self, key: u8) {
        let Typed { text, echo } = &mut self.typed;
        match key {
            RETURN => self.finished.push(std::mem::take(&mut self.typed)),
            CTRL_C => {
                self.finished.clear();
                self.typed = Typed::default();
            }
            RUBOUT => {
                text.pop();
                echo.push(DELETED);
            }
            LINE_FEED => {}
            key => {
                let letter = char::from(key);
                if letter == DELETE_LINE {
                    text.clear();
                } else {
                    text.push(letter);
                }
                echo.push(letter);
            }
        }
    }

    /// Adds the finished lines that FOCAL has read at its prompt to the lines that can be recalled. `paper` contains
    /// the last lines of the paper. Called when FOCAL waits for a key.
    ///
    /// Finished lines that were not typed at the prompt are discarded: they are answers to a program that asks for
    /// values.
    pub fn read(&mut self, paper: &str) {
        for Typed { text, echo } in std::mem::take(&mut self.finished) {
            // After a TYPE without `!`, the prompt is on the same line as the printed text.
            let at_prompt = format!("{PROMPT}{echo}");
            let is_read = paper.split(['\r', '\n']).any(|line| line.ends_with(&at_prompt));
            if is_read && !text.trim().is_empty() && self.lines.last() != Some(&text) {
                self.file.iter().for_each(|file| file.add(&text));
                self.lines.push(text);
            }
        }
    }

    /// Whether the line that is being typed is at FOCAL's prompt, so that an earlier line can be recalled. `line` is
    /// the text of the paper's last line, on which the carriage is.
    pub fn is_at_prompt(&self, line: &str) -> bool {
        let is_echoed = |(at, _): (usize, &str)| self.typed.echo.starts_with(&line[at + 1..]);
        self.finished.is_empty() && line.match_indices(PROMPT).any(is_echoed)
    }

    /// Returns the keys that type an earlier line, or a later line if `earlier` is false. Only lines that begin with
    /// the text typed before the first arrow key are found. This text itself counts as the latest line. Returns `None`
    /// if no earlier or later line is found.
    pub fn recall(&mut self, earlier: bool) -> Option<String> {
        let none = self.lines.len();
        let Search { beginning, at } =
            self.search.take().unwrap_or_else(|| Search { beginning: self.typed.text.clone(), at: none });
        let begins = |&at: &usize| self.lines[at].starts_with(&beginning);
        let found = if earlier { (0..at).rev().find(begins) } else { (at + 1..none).find(begins) };
        if found.is_none() && (earlier || at == none) {
            self.search = Some(Search { beginning, at });
            return None;
        }
        let line = found.map_or(&beginning, |at| &self.lines[at]);
        let keys = match line.strip_prefix(&*self.typed.text) {
            Some(rest) => rest.to_owned(),
            None => format!("{DELETE_LINE}{line}"),
        };
        keys.bytes().for_each(|key| self.note(key));
        self.search = Some(Search { beginning, at: found.unwrap_or(none) });
        Some(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(earlier: &[&str]) -> FocalLines {
        let lines = earlier.iter().map(|&line| line.to_owned()).collect();
        FocalLines { file: None, lines, typed: Typed::default(), finished: Vec::new(), search: None }
    }

    fn press_all(lines: &mut FocalLines, keys: &str) {
        keys.bytes().for_each(|key| lines.press(key));
    }

    #[test]
    fn arrows_recall_the_lines_that_begin_with_the_typed_text() {
        let mut lines = lines(&["SET A=1", "TYPE A", "SET B=2"]);
        press_all(&mut lines, "SET ");
        assert_eq!(lines.recall(true).as_deref(), Some("B=2"));
        assert_eq!(lines.recall(true).as_deref(), Some("_SET A=1"));
        assert_eq!(lines.recall(true), None);
        assert_eq!(lines.recall(false).as_deref(), Some("_SET B=2"));
        assert_eq!(lines.recall(false).as_deref(), Some("_SET "));
        assert_eq!(lines.recall(false), None);
    }

    #[test]
    fn only_lines_at_the_prompt_are_added() {
        let mut lines = lines(&[]);
        press_all(&mut lines, "ASK A\r7\rTYPX\x7fE A\r");
        lines.read("*ASK A\r\n:7\r\n*TYPX\\E A\r\n=    7.0000\r\n*");
        assert_eq!(lines.lines, ["ASK A", "TYPE A"]);
    }

    #[test]
    fn a_line_is_added_once_and_without_what_was_deleted() {
        let mut lines = lines(&["TYPE 1"]);
        press_all(&mut lines, "TYPE 2_TYPE 1\r \r");
        lines.read("*TYPE 2_TYPE 1\r\n= 1.0000\r\n* \r\n*");
        assert_eq!(lines.lines, ["TYPE 1"]);
    }

    #[test]
    fn a_recalled_line_can_be_changed_and_is_added() {
        let mut lines = lines(&["TYPE 1"]);
        assert!(lines.is_at_prompt("=    1.0000*"));
        assert_eq!(lines.recall(true).as_deref(), Some("TYPE 1"));
        assert!(lines.is_at_prompt("*TYP"), "FOCAL has not read all keys yet");
        press_all(&mut lines, "+2\r");
        assert!(!lines.is_at_prompt("*"));
        lines.read("*TYPE 1\r\n=    1.0000*TYPE 1+2\r\n=    3.0000*");
        assert_eq!(lines.lines, ["TYPE 1", "TYPE 1+2"]);
    }

    #[test]
    fn ctrl_c_discards_the_line() {
        let mut lines = lines(&[]);
        press_all(&mut lines, "TYPE 1\x03");
        assert!(lines.is_at_prompt("*") && lines.recall(true).is_none());
    }
}
