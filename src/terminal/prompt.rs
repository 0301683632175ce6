//! A prompt for one line, with editing, history and completion.
//!
//! The package rustyline provides editing, history and the completion of file names, but it does not read the terminal.
//! Only the thread of [`Keys`] reads the terminal. So if the first line of a pasted text starts the machine, the rest
//! of the text goes to the machine. A signal ends a wait for keys.

use std::io::{self, Write};

use focal8::ascii::{BELL, LINE_FEED, RETURN, RUBOUT};
use rustyline::history::{History, MemHistory, SearchDirection};
use rustyline::line_buffer::{ChangeListener, DeleteListener, Direction, LineBuffer};
use rustyline::{At, Word};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::completion::{Candidates, longest_beginning};
use super::history_file::{HistoryFile, KEPT};
use super::keys::{Function, Key, Keys};
use super::screen;
use super::standard;

/// The maximum number of bytes in a line.
const LINE: usize = 4096;

/// The user's answer at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A typed line, without the line end.
    Line(String),
    /// CTRL/C, which discards the line.
    Interrupted,
    /// CTRL/D on an empty line, or the end of the terminal's input.
    End,
}

/// A prompt, and the history of typed lines.
pub struct Prompt {
    history: MemHistory,
    /// Whether the history of earlier sessions must be loaded when the prompt is first shown.
    remembers: bool,
    /// The file of the history; `None` before the prompt is first shown, and if there is no such file.
    file: Option<HistoryFile>,
}

impl Default for Prompt {
    fn default() -> Self {
        Prompt { history: MemHistory::new(), remembers: false, file: None }
    }
}

impl Prompt {
    /// Returns a prompt that recalls the lines of earlier sessions at the same prompt.
    pub fn remembering() -> Self {
        Prompt { remembers: true, ..Prompt::default() }
    }

    /// Adds the lines of earlier sessions to the history, before the first question.
    fn remember(&mut self, prompt: &str) {
        if std::mem::take(&mut self.remembers) {
            self.file = HistoryFile::of_prompt(prompt);
            let lines = self.file.iter().flat_map(HistoryFile::lines);
            // A history in memory cannot fail.
            let _ = self.history.set_max_len(KEPT);
            lines.for_each(|line| drop(self.history.add(&line)));
        }
    }

    /// Reads a line from a terminal in raw mode. `complete` returns the completions of the text before the cursor.
    pub fn ask(
        &mut self,
        prompt: &str,
        complete: &dyn Fn(&str) -> Candidates,
        keys: &Keys,
        output: &mut dyn Write,
    ) -> io::Result<Answer> {
        self.remember(prompt);
        let mut edited = Edited::new(&self.history, prompt);
        edited.draw(output)?;
        let answer = loop {
            let Ok(key) = keys.wait() else { break Answer::End };
            match edited.take(key, complete) {
                After::Nothing => {}
                After::Bell => output.write_all(&[BELL])?,
                After::Inserted(letter) if edited.is_at_the_end_of_a_short_line() => write!(output, "{letter}")?,
                After::Inserted(_) | After::Changed => edited.draw(output)?,
                After::Shown(choices) => {
                    let choices = standard::shown(choices.join("  ").as_bytes(), true);
                    write!(output, "\r\n{choices}\r\n")?;
                    edited.draw(output)?;
                }
                After::Suspended => {
                    screen::suspend();
                    edited.draw(output)?;
                }
                After::Done(answer) => break answer,
            }
            output.flush()?;
        };
        write!(output, "{}\r\n", if answer == Answer::Interrupted { "^C" } else { "" })?;
        output.flush()?;
        if let Answer::Line(line) = &answer
            && !line.trim().is_empty()
        {
            let _ = self.history.add(line);
            self.file.iter().for_each(|file| file.add(line));
        }
        Ok(answer)
    }
}

/// The effect of a key.
#[derive(Debug, PartialEq, Eq)]
enum After {
    Nothing,
    Bell,
    /// A character was inserted at the cursor.
    Inserted(char),
    Changed,
    /// The possible completions are to be shown.
    Shown(Vec<String>),
    Suspended,
    Done(Answer),
}

/// A line being edited.
struct Edited<'a> {
    history: &'a MemHistory,
    prompt: &'a str,
    line: LineBuffer,
    killed: Killed,
    /// The index of the recalled line in the history, and the typed text for which the history was searched.
    recalled: Option<(usize, String)>,
    /// Whether the last key was TAB and did not extend the text.
    tab: bool,
}

impl<'a> Edited<'a> {
    fn new(history: &'a MemHistory, prompt: &'a str) -> Self {
        let line = LineBuffer::with_capacity(LINE);
        Edited { history, prompt, line, killed: Killed::default(), recalled: None, tab: false }
    }

    fn take(&mut self, key: Key, complete: &dyn Fn(&str) -> Candidates) -> After {
        let again = std::mem::take(&mut self.tab);
        if !matches!(
            key,
            Key::Function(Function::Up | Function::Down) | Key::Code(0o016 | 0o020) | Key::Resized | Key::Notified
        ) {
            self.recalled = None;
        }
        match key {
            Key::Code(RETURN | LINE_FEED) => return After::Done(Answer::Line(self.line.as_str().to_owned())),
            Key::Code(b'\t') => return self.complete(complete, again),
            Key::Code(code @ b' '..=b'~') => return self.insert(char::from(code)),
            Key::Letter(letter) if !letter.is_control() => return self.insert(letter),
            Key::Code(RUBOUT) => self.line.backspace(1, &mut self.killed),
            Key::Code(code @ 1..0o040) => return self.control(char::from(code | 0o100)),
            Key::Function(function) => return self.function(function),
            Key::Resized => true,
            Key::Code(_) | Key::Letter(_) | Key::Escape | Key::Pressed { .. } | Key::Notified | Key::Gone => {
                return After::Nothing;
            }
        };
        After::Changed
    }

    fn insert(&mut self, letter: char) -> After {
        match self.line.insert(letter, 1, &mut self.killed) {
            Some(_) => After::Inserted(letter),
            None => After::Bell,
        }
    }

    /// Handles a CTRL key, as shells do. `letter` is the letter of the key.
    fn control(&mut self, letter: char) -> After {
        let Edited { line, killed, .. } = self;
        match letter {
            'A' => line.move_home(),
            'B' => line.move_backward(1),
            'C' => return After::Done(Answer::Interrupted),
            'D' if line.is_empty() => return After::Done(Answer::End),
            'D' => line.delete(1, killed).is_some(),
            'E' => line.move_end(),
            'F' => line.move_forward(1),
            'K' => killed.by(|killed| line.kill_line(killed)),
            'N' => return self.recall(SearchDirection::Forward),
            'P' => return self.recall(SearchDirection::Reverse),
            'T' => line.transpose_chars(killed),
            'U' => killed.by(|killed| line.discard_line(killed)),
            'W' => killed.by(|killed| line.delete_prev_word(Word::Big, 1, killed)),
            'Y' => {
                let text = killed.text.clone();
                line.yank(&text, 1, killed).is_some()
            }
            'Z' => return After::Suspended,
            _ => return After::Nothing,
        };
        After::Changed
    }

    fn function(&mut self, function: Function) -> After {
        let Edited { line, killed, .. } = self;
        match function {
            Function::Up => return self.recall(SearchDirection::Reverse),
            Function::Down => return self.recall(SearchDirection::Forward),
            Function::Right => line.move_forward(1),
            Function::Left => line.move_backward(1),
            Function::WordRight => line.move_to_next_word(At::AfterEnd, Word::Emacs, 1),
            Function::WordLeft => line.move_to_prev_word(Word::Emacs, 1),
            Function::Home => line.move_home(),
            Function::End => line.move_end(),
            Function::Delete => line.delete(1, killed).is_some(),
        };
        After::Changed
    }

    /// Recalls the previous or next line of the history. The line must begin with the typed text.
    fn recall(&mut self, direction: SearchDirection) -> After {
        let back = direction == SearchDirection::Reverse;
        let (from, beginning) = match &self.recalled {
            Some((at, beginning)) => (if back { at.checked_sub(1) } else { Some(at + 1) }, beginning.clone()),
            None if back => (self.history.len().checked_sub(1), self.line.as_str().to_owned()),
            None => return After::Bell,
        };
        let found = from.filter(|&from| from < self.history.len()).and_then(|from| {
            let found = match beginning.as_str() {
                "" => self.history.get(from, direction),
                beginning => self.history.starts_with(beginning, from, direction),
            };
            found.ok().flatten().map(|found| (found.idx, found.entry.into_owned()))
        });
        match found {
            Some((at, text)) => {
                self.replace_line(&text);
                self.recalled = Some((at, beginning));
            }
            None if back => return After::Bell,
            None => {
                self.replace_line(&beginning);
                self.recalled = None;
            }
        }
        After::Changed
    }

    fn replace_line(&mut self, text: &str) {
        self.line.update(text, text.len(), &mut self.killed);
    }

    /// Extends the text before the cursor by the common beginning of all completions. If the text cannot be extended
    /// and `again` is true, because the previous key was TAB too, returns the completions.
    fn complete(&mut self, complete: &dyn Fn(&str) -> Candidates, again: bool) -> After {
        let before = &self.line.as_str()[..self.line.pos()];
        let Candidates { from, words } = complete(before);
        let typed = &before[from..];
        let whole = match words.as_slice() {
            [] => return After::Bell,
            [only] if only.ends_with(std::path::is_separator) => only.clone(),
            [only] => format!("{only} "),
            several => longest_beginning(several).to_owned(),
        };
        if whole == typed || whole.len() < typed.len() {
            self.tab = true;
            return if again { After::Shown(words) } else { After::Bell };
        }
        self.line.replace(from..self.line.pos(), &whole, &mut self.killed);
        After::Changed
    }

    /// Returns the number of columns for the line, without the column for the cursor.
    fn room(&self) -> usize {
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
        columns.saturating_sub(self.prompt.width() + 1).max(8)
    }

    /// Whether an inserted character can be written without drawing the whole line again.
    fn is_at_the_end_of_a_short_line(&self) -> bool {
        self.line.is_cursor_at_end() && self.line.as_str().width() < self.room()
    }

    /// Draws the line. If the line is too long, draws only the part around the cursor.
    fn draw(&self, output: &mut dyn Write) -> io::Result<()> {
        let (before, after) = self.line.as_str().split_at(self.line.pos());
        let room = self.room();
        let before = tail(before, room);
        let after = head(after, room - before.width());
        // A completed file name may contain any character.
        let line: String = before.chars().chain(after.chars()).map(standard::mark).collect();
        write!(output, "\r{}{line}\x1b[K", self.prompt)?;
        if !after.is_empty() {
            write!(output, "\x1b[{}D", after.width())?;
        }
        output.flush()
    }
}

/// Returns the longest end of a text that fits into `columns` columns.
fn tail(text: &str, columns: usize) -> &str {
    let mut width = 0;
    let fits = |letter: &char| {
        width += letter.width().unwrap_or(0);
        width <= columns
    };
    let length: usize = text.chars().rev().take_while(fits).map(char::len_utf8).sum();
    &text[text.len() - length..]
}

/// Returns the longest beginning of a text that fits into `columns` columns.
fn head(text: &str, columns: usize) -> &str {
    let mut width = 0;
    let fits = |letter: &char| {
        width += letter.width().unwrap_or(0);
        width <= columns
    };
    &text[..text.chars().take_while(fits).map(char::len_utf8).sum()]
}

/// The last text that was cut, which CTRL/Y inserts.
#[derive(Default)]
struct Killed {
    text: String,
    listens: bool,
}

impl Killed {
    /// Calls `cut`, and keeps the text that `cut` deletes from the line, so that CTRL/Y can insert it.
    fn by(&mut self, cut: impl FnOnce(&mut Self) -> bool) -> bool {
        self.listens = true;
        let done = cut(self);
        self.listens = false;
        done
    }
}

impl DeleteListener for Killed {
    fn delete(&mut self, _: usize, text: &str, _: Direction) {
        if self.listens {
            text.clone_into(&mut self.text);
        }
    }
}

impl ChangeListener for Killed {
    fn insert_char(&mut self, _: usize, _: char) {}

    fn insert_str(&mut self, _: usize, _: &str) {}

    fn replace(&mut self, _: usize, _: &str, _: &str) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the answers at consecutive prompts until all keys are used.
    fn typed(bytes: &[u8]) -> Vec<Answer> {
        let (mut prompt, keys) = (Prompt::default(), Keys::pressed_already(bytes));
        let names = |before: &str| {
            let from = before.rfind(' ').map_or(0, |at| at + 1);
            let names = ["deposit", "detach", "devices"].map(str::to_owned).into_iter();
            Candidates { from, words: names.filter(|name| name.starts_with(&before[from..])).collect() }
        };
        let mut answers = Vec::new();
        loop {
            match prompt.ask("> ", &names, &keys, &mut Vec::new()).expect("a vector takes all") {
                Answer::End => return answers,
                answer => answers.push(answer),
            }
        }
    }

    #[track_caller]
    fn check(bytes: &[u8], last: &str) {
        assert_eq!(typed(bytes).last(), Some(&Answer::Line(last.to_owned())));
    }

    #[test]
    fn a_line_is_edited() {
        check(b"hello\r", "hello");
        check(b"hellp\x7fo\n", "hello");
        check(b"ello\x01h\x05!\r", "hello!");
        check(b"ho\x1b[Del\x1b[C\x1b[Dl\r", "hello");
        check(b"one two\x17three\r", "one three");
        check(b"one two\x1b[1;5D\x0b\x01\x19 \r", "two one ");
        check(b"ab\x14\r", "ba");
        check(b"gone\x15here\r", "here");
        check(b"xhere\x1b[H\x1b[3~\r", "here");
        check("⍎(ROOK can 3 0)\r".as_bytes(), "⍎(ROOK can 3 0)");
    }

    #[test]
    fn controls_are_obeyed_or_ignored_and_never_part_of_a_line() {
        check(b"a\x07\x1b[5~b\x00\x1fc\r", "abc");
    }

    #[test]
    fn lines_are_recalled_by_their_beginnings() {
        check(b"run 200\rexamine 1\r\x1b[A\r", "examine 1");
        check(b"run 200\rexamine 1\r\x10\x10\r", "run 200");
        check(b"run 200\rexamine 1\rru\x1b[A\r", "run 200");
        check(b"run 200\rexamine 1\r\x1b[A\x1b[A\x1b[A\x1b[B\r", "examine 1");
        check(b"run 200\rmine\x1b[A\x1b[B\x1b[B!\r", "mine!");
        check(b"run 200\r\x1b[A\x1b[Bnew\r", "new");
    }

    #[test]
    fn names_are_completed() {
        check(b"dep\t200 0\r", "deposit 200 0");
        check(b"de\t\tv\t\r", "devices ");
        check(b"show dev\t\r", "show devices ");
        check(b"nothing\t\r", "nothing");
    }

    #[test]
    fn ctrl_c_forgets_the_line_and_ctrl_d_ends_on_an_empty_one() {
        let line = |text: &str| Answer::Line(text.to_owned());
        assert_eq!(typed(b"wrong\x03right\r\x04lost\r"), [Answer::Interrupted, line("right")]);
        assert_eq!(typed(b"abc\x01\x04\r"), [line("bc")]);
    }

    #[test]
    fn of_a_long_line_the_part_around_the_cursor_is_shown() {
        assert_eq!((tail("abcdef", 3), head("abcdef", 3)), ("def", "abc"));
        assert_eq!((tail("ab", 3), head("", 3)), ("ab", ""));
        assert_eq!(tail("日本語", 5), "本語");
    }
}
