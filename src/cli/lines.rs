//! Lines typed at the prompt of an exhibit, or piped in.

use std::io::{self, IsTerminal, Write};

use crate::terminal::completion::{Candidates, choose};
use crate::terminal::keys::Keys;
use crate::terminal::prompt::{Answer, Prompt};
use crate::terminal::screen::Screen;
use crate::terminal::signals::{self, Thinking};

use super::dash;

/// The lines of standard input: at a terminal with a prompt that can be edited, from a pipe as they come.
pub enum Lines {
    /// A terminal, with a prompt.
    Typed(Typed),
    /// A file or a pipe.
    Piped,
}

/// A person's lines.
pub struct Typed {
    prompt: Prompt,
    /// From the start, and from the end of a line, to the next prompt.
    thinking: Option<Thinking>,
    keys: Keys,
    words: Vec<String>,
}

/// Before what a word ends that is completed.
const BREAKS: [char; 4] = [' ', '(', ')', '\''];

impl Lines {
    /// Standard input, of which this is the only reader from now on if it is a terminal; TAB completes these words.
    pub fn standard<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        if !io::stdin().is_terminal() {
            return Lines::Piped;
        }
        // Signals end the waiting for a line, so that the terminal is restored.
        signals::watch();
        Lines::Typed(Typed {
            prompt: Prompt::default(),
            thinking: Some(signals::thinking()),
            keys: Keys::typed(),
            words: words.into_iter().map(W::into).collect(),
        })
    }

    /// The next line without its end; none when there are no more. Only a person sees the prompt.
    pub fn next(&mut self, prompt: &str) -> io::Result<Option<String>> {
        match self {
            Lines::Typed(typed) => typed.next(prompt),
            Lines::Piped => dash::next_line(&mut io::stdin().lock()),
        }
    }
}

impl Typed {
    /// Raw mode is for the line alone: while the exhibit thinks, CTRL/C is a signal, or a key that was read just before.
    fn next(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let mut output: Box<dyn Write> =
            if io::stdout().is_terminal() { Box::new(io::stdout()) } else { Box::new(io::stderr()) };
        let words = &self.words;
        let complete = |before: &str| -> Candidates {
            let from = before.rfind(BREAKS).map_or(0, |at| at + 1);
            choose(before, from, words.clone())
        };
        // In this order: a CTRL/C in between would be a signal to a program that does not think, and end it.
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
