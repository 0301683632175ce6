//! The operator's prompt: after CTRL/E, a breakpoint or a HLT, and at the start of `focal8 monitor`.

use std::io::{self, Write};

use focal8::machine::StopReason;
use focal8::monitor::Reply;

use super::completion;
use super::hints::Hints;
use super::keys::Keys;
use super::operated::OperatedSession;
use super::prompt::{Answer, Prompt};
use super::{signals, standard};

const PROMPT: &str = "focal8> ";
/// The command that begins a new game.
const NEW: &str = "new";
/// The help line of the command `new`.
const NEW_HELP: &str = "new       another game: the board is set up again\n";

/// The result of a dialogue at the operator's prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The machine continues to run.
    Run,
    /// A new game has begun. The machine runs until it waits for the first move.
    AnotherGame,
    /// The session ends.
    End(StopReason),
}

/// The operator's prompt, and the history of typed lines.
#[derive(Default)]
pub struct Operator {
    prompt: Prompt,
    /// Whether a greeting is shown before the first prompt.
    greets: bool,
    /// The picture of a game that the command `help` shows after the list of commands.
    picture: &'static str,
    has_spoken: bool,
    /// Whether the last command was answered with the warning that a program would be lost.
    has_warned: bool,
}

impl Operator {
    /// Returns the operator's prompt. If the user wants hints, a greeting is shown when the prompt first asks for a
    /// command.
    pub fn new(hints: Option<&Hints>) -> Self {
        Operator {
            prompt: Prompt::remembering(),
            greets: hints.is_some(),
            picture: hints.map_or("", Hints::picture),
            ..Operator::default()
        }
    }

    /// Whether the last call of [`Operator::ask`] wrote any text.
    pub fn has_spoken(&self) -> bool {
        self.has_spoken
    }

    /// Shows the message `why`, and executes commands until a command runs the machine or ends the session.
    pub fn ask(
        &mut self,
        why: &str,
        session: &mut dyn OperatedSession,
        keys: &Keys,
        output: &mut dyn Write,
    ) -> io::Result<Wish> {
        self.has_spoken = false;
        if !why.is_empty() {
            self.say(output, &format!("\n{why}"))?;
        }
        loop {
            let scripted = session.next_of_script();
            let is_scripted = scripted.is_some();
            let line = match scripted {
                Some(line) => line,
                None => match self.read_line(session, keys, output)? {
                    Some(line) => line,
                    None if self.stays(session, output)? => continue,
                    None => return Ok(Wish::End(StopReason::Quit(0))),
                },
            };
            if session.has_a_game() && line.trim().eq_ignore_ascii_case(NEW) {
                session.begin_another_game();
                return Ok(Wish::AnotherGame);
            }
            let reply = session.execute(&line);
            let has_warned = std::mem::take(&mut self.has_warned);
            match reply {
                Ok(Reply::Text(text)) => {
                    self.say(output, &text)?;
                    if is_help(&line) && session.has_a_game() {
                        self.say(output, &format!("{NEW_HELP}{}", self.picture))?;
                    }
                }
                Ok(Reply::Run) => {
                    let remark = session.take_run_remark().unwrap_or_default();
                    self.say(output, &remark)?;
                    return Ok(Wish::Run);
                }
                Ok(Reply::Exit(_)) if !is_scripted && !has_warned && self.stays(session, output)? => {}
                Ok(Reply::Exit(code)) => return Ok(Wish::End(StopReason::Quit(code.unwrap_or(0)))),
                Err(error) => self.say(output, &format!("{error}\n"))?,
            }
        }
    }

    /// Warns the operator who wants to leave, if a FOCAL program would be lost. Returns whether the warning was shown.
    /// A second attempt to leave gives no warning.
    fn stays(&mut self, session: &dyn OperatedSession, output: &mut dyn Write) -> io::Result<bool> {
        if signals::asked() || std::mem::replace(&mut self.has_warned, true) {
            return Ok(false);
        }
        let Some(unsaved) = session.unsaved() else { return Ok(false) };
        self.say(output, &format!("{unsaved}: save NAME.fc saves the program, quit once more leaves\n"))?;
        Ok(true)
    }

    /// Reads a line from the keyboard. Returns `None` if the operator leaves the prompt.
    fn read_line(
        &mut self,
        session: &dyn OperatedSession,
        keys: &Keys,
        output: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        if std::mem::take(&mut self.greets) {
            self.say(output, "help lists the commands, continue runs on, quit ends; CTRL/E comes back here\n")?;
        }
        self.has_spoken = true;
        let own: &[&str] = if session.has_a_game() { &[NEW] } else { &[] };
        let complete = |before: &str| completion::operator(before, session.target(), own);
        let mut forgotten = 0;
        loop {
            match self.prompt.ask(PROMPT, &complete, keys, output)? {
                Answer::Line(line) => return Ok(Some(line)),
                Answer::End => return Ok(None),
                Answer::Interrupted => {
                    forgotten += 1;
                    if forgotten == 2 {
                        self.say(output, "quit ends, continue goes on\n")?;
                    }
                }
            }
        }
    }

    /// Writes text to the terminal, which is in raw mode.
    fn say(&mut self, output: &mut dyn Write, text: &str) -> io::Result<()> {
        self.has_spoken |= !text.is_empty();
        output.write_all(standard::shown(text.as_bytes(), true).as_bytes())?;
        output.flush()
    }
}

/// Whether a line asks for the list of commands.
fn is_help(line: &str) -> bool {
    let word = line.trim().to_ascii_lowercase();
    word == "?" || !word.is_empty() && "help".starts_with(&word)
}
