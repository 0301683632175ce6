//! The lines that are typed at the prompt of an exhibit, or piped in.

use std::io;

use crate::cli::host::dash;
use crate::terminal::completion::{Candidates, choose};
use crate::terminal::keys::Keys;
use crate::terminal::prompt::{Answer, Prompt};
use crate::terminal::screen::Screen;
use crate::terminal::signals::{self, Thinking};
use crate::terminal::{has_a_typist, standard};

/// Standard input, line by line: from a terminal with an editable prompt, or from a pipe.
pub enum Lines {
    /// Lines typed at a terminal, with a prompt.
    Typed(Typed),
    /// Lines of a file or a pipe.
    Piped,
}

/// The lines that a person types.
pub struct Typed {
    prompt: Prompt,
    /// The guard that makes CTRL/C interrupt the exhibit; `None` while a line is read.
    thinking: Option<Thinking>,
    keys: Keys,
    words: Vec<String>,
}

/// The characters that separate the words that TAB completes.
const BREAKS: [char; 4] = [' ', '(', ')', '\''];

impl Lines {
    /// Returns the lines of standard input. At a terminal, TAB completes `words`. After this call, nothing else may
    /// read standard input.
    pub fn standard<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        if !has_a_typist() {
            return Lines::Piped;
        }
        // A signal ends the wait for a line, so that the terminal is restored.
        signals::watch();
        Lines::Typed(Typed {
            prompt: Prompt::remembering(),
            thinking: Some(signals::thinking()),
            keys: Keys::typed(),
            words: words.into_iter().map(W::into).collect(),
        })
    }

    /// Returns the next line without its line end, or `None` at the end of the input; only a terminal shows the prompt.
    pub fn next(&mut self, prompt: &str) -> io::Result<Option<String>> {
        match self {
            Lines::Typed(typed) => typed.next(prompt),
            Lines::Piped => dash::next_line(&mut io::stdin().lock()),
        }
    }
}

impl Typed {
    /// Reads a line in raw mode. Raw mode ends when the line has been read, so that CTRL/C raises a signal while the
    /// exhibit computes its answer.
    fn next(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let mut output = standard::console();
        let words = &self.words;
        let complete = |before: &str| -> Candidates {
            let from = before.rfind(BREAKS).map_or(0, |at| at + 1);
            choose(before, from, words.clone())
        };
        // Raw mode must begin first. In the opposite order, a CTRL/C between the two steps would be a signal with
        // nothing to interrupt, and would end the program.
        let screen = Screen::raw()?;
        self.thinking = None;
        let line = loop {
            match self.prompt.ask(prompt, &complete, &self.keys, &mut output)? {
                Answer::Line(line) => break line,
                Answer::Interrupted => {}
                Answer::End => return Ok(None),
            }
        };
        self.thinking = Some(signals::thinking());
        drop(screen);
        if self.keys.forget_before_ctrl_c() {
            signals::interrupt();
        }
        Ok(Some(line))
    }
}
