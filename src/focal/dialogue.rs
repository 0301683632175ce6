//! The questions at the first start, which let the user choose the functions to keep.
//!
//! The answers are read as ASK reads numbers, where letters are digits: NO is 155 and YES is 25E19. After any other
//! answer FOCAL asks again.

use super::error::ErrorCode;
use super::limits::{Functions, Limits};
use super::text::LineNumber;
use super::{Config, Focal, Mode};
use crate::ascii::{ALT_MODE, LINE_FEED, RETURN, RUBOUT};
use crate::float::Float;
use crate::float::decimal::NumberReader;

/// The state of the dialogue while the user types an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dialogue {
    /// The memory limits without FLOG, FEXP and FATN, and the memory limits without any extended function.
    limits: [Limits; 2],
    question: Question,
    number: NumberReader,
    /// The numeric value of the last answer.
    answer: Float,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Logarithms,
    Sines,
}

impl Question {
    const fn text(self) -> &'static str {
        match self {
            Question::Logarithms => "SHALL I RETAIN LOG, EXP, ATN ?:",
            Question::Sines => "SHALL I RETAIN SINE, COSINE ?:",
        }
    }
}

impl Dialogue {
    /// The line number in the dialogue's error messages. In FOCAL,1969 the dialogue is a FOCAL program with this line.
    pub(super) const LINE: LineNumber = LineNumber::new(10, 40);
}

impl Focal {
    /// Handles a key that is typed as part of an answer.
    pub(super) fn dialogue_key(&mut self, key: u8) -> Result<(), ErrorCode> {
        if matches!(key, RUBOUT | LINE_FEED) {
            return Ok(());
        }
        self.echo(key);
        let Mode::Dialogue(dialogue) = &mut self.mode else { return Ok(()) };
        let complete = match key {
            b'_' => {
                dialogue.number = NumberReader::default();
                false
            }
            ALT_MODE => true,
            _ => dialogue.number.take(key)?,
        };
        dialogue.answer = dialogue.number.value().unwrap_or(dialogue.answer);
        if complete {
            self.answered();
        }
        Ok(())
    }

    /// Handles a complete answer: asks the next question, repeats the question, or prints the first prompt.
    fn answered(&mut self) {
        self.new_line();
        let Mode::Dialogue(dialogue) = &mut self.mode else { return };
        let is = |text| dialogue.answer.sub(value(text)).is_zero();
        let (functions, limits) = match (is(b"YES"), is(b"NO"), dialogue.question) {
            (true, _, Question::Logarithms) => (Functions::All, self.limits),
            (true, _, Question::Sines) => (Functions::Trigonometric, dialogue.limits[0]),
            (_, true, Question::Sines) => (Functions::None, dialogue.limits[1]),
            (_, true, Question::Logarithms) => {
                dialogue.question = Question::Sines;
                dialogue.number = NumberReader::default();
                let text = dialogue.question.text();
                return self.type_text(text.as_bytes());
            }
            _ => {
                dialogue.number = NumberReader::default();
                return self.type_text(b"PLEASE ANSWER 'YES' OR 'NO' :");
            }
        };
        (self.functions, self.limits) = (functions, limits);
        self.type_text(b"PROCEED.\r\n\r\n");
        self.prompt();
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Focal {
    /// Creates a freshly loaded FOCAL that asks which functions to keep. FOCAL prints `machine` as the name of the
    /// computer. The function `config` returns the configuration for each choice.
    ///
    /// ```
    /// use focal8::focal::{Config, Focal};
    /// let mut focal = Focal::with_dialogue("PDP-8/I", Config::original);
    /// assert_eq!(focal.type_line("NO").unwrap(), "NO\r\n\r\nSHALL I RETAIN SINE, COSINE ?:");
    /// assert_eq!(focal.type_line("YES").unwrap(), "YES\r\n\r\nPROCEED.\r\n\r\n*");
    /// assert_eq!(focal.free_words(), 1009);
    /// ```
    pub fn with_dialogue(machine: &str, config: impl Fn(Functions) -> Config) -> Self {
        let limits = [Functions::Trigonometric, Functions::None].map(|functions| config(functions).limits);
        let mut focal = Focal::new(config(Functions::All));
        // The prompt comes after the dialogue.
        focal.printed.pop();
        for line in [
            "",
            "CONGRATULATIONS!!",
            &format!("YOU HAVE SUCCESSFULLY LOADED 'FOCAL,1969' ON A {machine} COMPUTER."),
            "",
            "",
        ] {
            focal.type_text(line.as_bytes());
            focal.new_line();
        }
        let question = Question::Logarithms;
        focal.type_text(question.text().as_bytes());
        let number = NumberReader::default();
        focal.mode = Mode::Dialogue(Box::new(Dialogue { limits, question, number, answer: Float::ZERO }));
        focal
    }
}

/// Converts a word such as YES to a number, as ASK does.
fn value(word: &[u8]) -> Float {
    let mut reader = NumberReader::default();
    let complete = word.iter().chain([&RETURN]).any(|&letter| reader.take(letter).is_ok_and(|complete| complete));
    reader.value().filter(|_| complete).unwrap_or(Float::ZERO)
}
