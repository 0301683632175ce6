//! The operator's prompt: on CTRL/E, at a breakpoint, after a HLT, and at the start of `focal8 monitor`.

use std::io::{self, Write};

use focal8::machine::StopReason;
use focal8::monitor::Reply;

use super::completion::{self, Candidates, choose};
use super::frontend::{Frontend, MachineSession};
use super::hints::Hints;
use super::keys::Keys;
use super::native;
use super::prompt::{Answer, Prompt};
use super::{signals, standard};

/// What the operator is asked with.
const PROMPT: &str = "focal8> ";
/// The command that only a game has: another one.
const NEW: &str = "new";
/// Its line in the list of commands.
const NEW_HELP: &str = "new                                    another game: the board is set up again\n";
/// What the operator wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The machine is to run.
    Run,
    /// Another game was begun, and the machine is to run until it waits for the first move.
    AnotherGame,
    /// The end.
    End(StopReason),
}

/// The operator, with the lines typed so far.
#[derive(Default)]
pub struct Operator {
    prompt: Prompt,
    /// Said before the first question.
    greets: bool,
    /// What help shows behind the commands.
    picture: &'static str,
    has_spoken: bool,
    /// The last thing said was that a program would be lost.
    has_warned: bool,
}

impl Operator {
    /// An operator; one who may be told things is greeted.
    pub fn new(hints: Option<&Hints>) -> Self {
        Operator { greets: hints.is_some(), picture: hints.map_or("", Hints::picture), ..Operator::default() }
    }

    /// Whether anything was said at the last turn.
    pub fn has_spoken(&self) -> bool {
        self.has_spoken
    }

    /// Tells the operator `why`, and does commands until one says to run or to end.
    pub fn ask(&mut self, why: &str, frontend: &mut Frontend, keys: &Keys, output: &mut dyn Write) -> io::Result<Wish> {
        self.has_spoken = false;
        if !why.is_empty() {
            self.say(output, &format!("\n{why}"))?;
        }
        loop {
            let scripted = match frontend {
                Frontend::Machine(session) => session.monitor.next_of_script(),
                Frontend::Focal(native) => native.commands.pop_front(),
                Frontend::Game(_) => None,
            };
            let is_scripted = scripted.is_some();
            let line = match scripted {
                Some(line) => line,
                None => match self.read_line(frontend, keys, output)? {
                    Some(line) => line,
                    None if self.stays(frontend, output)? => continue,
                    None => return Ok(Wish::End(StopReason::Quit(0))),
                },
            };
            if frontend.has_a_game() && line.trim().eq_ignore_ascii_case(NEW) {
                frontend.begin_another_game();
                return Ok(Wish::AnotherGame);
            }
            let reply = match frontend {
                Frontend::Machine(session) => execute(session, &line),
                Frontend::Focal(_) | Frontend::Game(_) => native::command(frontend, &line),
            };
            if is_kept(frontend) {
                frontend.note_kept();
            }
            let has_warned = std::mem::take(&mut self.has_warned);
            match reply {
                Ok(Reply::Text(text)) => {
                    self.say(output, &text)?;
                    if is_help(&line) && frontend.has_a_game() {
                        self.say(output, &format!("{NEW_HELP}{}", self.picture))?;
                    }
                }
                Ok(Reply::Run) => return Ok(Wish::Run),
                Ok(Reply::Exit(_)) if !is_scripted && !has_warned && self.stays(frontend, output)? => {}
                Ok(Reply::Exit(code)) => return Ok(Wish::End(StopReason::Quit(code.unwrap_or(0)))),
                Err(error) => self.say(output, &format!("{error}\n"))?,
            }
        }
    }

    /// Whether the operator, who wants to leave, is asked once more, since a program would be lost.
    fn stays(&mut self, frontend: &Frontend, output: &mut dyn Write) -> io::Result<bool> {
        if signals::asked() || std::mem::replace(&mut self.has_warned, true) {
            return Ok(false);
        }
        let Some(unsaved) = frontend.unsaved() else { return Ok(false) };
        self.say(output, &format!("{unsaved}: save NAME.fc saves the program, quit once more leaves\n"))?;
        Ok(true)
    }

    /// A line from the keyboard; `None` when the operator has had enough.
    fn read_line(&mut self, frontend: &Frontend, keys: &Keys, output: &mut dyn Write) -> io::Result<Option<String>> {
        if std::mem::take(&mut self.greets) {
            let ways = match frontend {
                Frontend::Machine(_) => "help lists the commands, continue runs on, quit ends; CTRL/E comes back here",
                Frontend::Focal(_) | Frontend::Game(_) => "continue goes on, quit ends, help lists the rest",
            };
            self.say(output, &format!("{ways}\n"))?;
        }
        self.has_spoken = true;
        let own: &[&str] = if frontend.has_a_game() { &[NEW] } else { &[] };
        let complete = |before: &str| match frontend.station() {
            Some(station) => completion::operator(before, station, own),
            None if before.contains(char::is_whitespace) => Candidates::default(),
            None => choose(before, 0, native::words(frontend).chain(own.iter().copied()).map(str::to_owned).collect()),
        };
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

    /// Writes text to a terminal in raw mode.
    fn say(&mut self, output: &mut dyn Write, text: &str) -> io::Result<()> {
        self.has_spoken |= !text.is_empty();
        output.write_all(standard::shown(text.as_bytes(), true).as_bytes())?;
        output.flush()
    }
}

/// Whether the last command has put FOCAL's program into a file, or taken it from one.
fn is_kept(frontend: &mut Frontend) -> bool {
    match frontend {
        Frontend::Machine(session) => session.monitor.take_kept_program(),
        Frontend::Focal(native) => std::mem::take(&mut native.has_kept_program),
        Frontend::Game(_) => false,
    }
}

/// Whether a line asks for the list of commands.
fn is_help(line: &str) -> bool {
    let word = line.trim().to_ascii_lowercase();
    word == "?" || !word.is_empty() && "help".starts_with(&word)
}

/// Does one command at a machine.
pub fn execute(session: &mut MachineSession, line: &str) -> Result<Reply, String> {
    let MachineSession { station, monitor, files, .. } = session;
    let reply = monitor.execute(line, station, files.as_mut()).map_err(|error| error.to_string());
    session.record().map_err(|error| format!("{error}; nothing more is written to it"))?;
    reply
}
