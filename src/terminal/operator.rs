//! The operator's prompt: on CTRL/E, at a breakpoint, after a HLT, and at the start of `focal8 monitor`.

use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};

use focal8::ascii::{CTRL_C, RETURN, RUBOUT};
use focal8::machine::StopReason;
use focal8::monitor::Reply;

use super::frontend::{Frontend, MachineSession};
use super::keys::{Arrow, Key, Keys, OPERATOR};
use super::native;

/// What the operator is asked with.
const PROMPT: &str = "focal8> ";
/// CTRL/D: the end, on an empty line.
const CTRL_D: u8 = 0o004;
/// CTRL/U: forget the line.
const CTRL_U: u8 = 0o025;

/// The operator, with the lines typed so far.
#[derive(Debug, Default)]
pub struct Operator {
    lines: Vec<String>,
}

impl Operator {
    /// Tells the operator `why`, and does commands until one says to run or to end.
    pub fn ask(
        &mut self,
        why: &str,
        frontend: &mut Frontend,
        keys: &Keys,
        output: &mut dyn Write,
    ) -> io::Result<ControlFlow<StopReason>> {
        if !why.is_empty() {
            say(output, &format!("\n{why}"))?;
        }
        loop {
            let scripted = match frontend {
                Frontend::Machine(session) => session.monitor.next_of_script(),
                Frontend::Focal(_) | Frontend::Game(_) => None,
            };
            let line = match scripted {
                Some(line) => line,
                None => match self.read_line(keys, output)? {
                    Some(line) => line,
                    None => return Ok(Break(StopReason::Quit(0))),
                },
            };
            let reply = match frontend {
                Frontend::Machine(session) => execute(session, &line),
                Frontend::Focal(_) | Frontend::Game(_) => native::command(frontend, &line),
            };
            match reply {
                Ok(Reply::Text(text)) => say(output, &text)?,
                Ok(Reply::Run) => return Ok(Continue(())),
                Ok(Reply::Exit(code)) => return Ok(Break(StopReason::Quit(code.unwrap_or(0)))),
                Err(error) => say(output, &format!("{error}\n"))?,
            }
        }
    }

    /// A line from the keyboard, with what little editing a line needs; `None` when the operator has had enough.
    fn read_line(&mut self, keys: &Keys, output: &mut dyn Write) -> io::Result<Option<String>> {
        let mut line = String::new();
        let mut recalled = self.lines.len();
        say(output, PROMPT)?;
        loop {
            let Ok(key) = keys.wait() else { return Ok(None) };
            match key {
                Key::Code(RETURN) => {
                    say(output, "\n")?;
                    if !line.trim().is_empty() {
                        self.lines.push(line.clone());
                    }
                    return Ok(Some(line));
                }
                Key::Code(CTRL_D) if line.is_empty() => {
                    say(output, "\n")?;
                    return Ok(None);
                }
                Key::Code(CTRL_C | CTRL_U | OPERATOR) => replace(&mut line, "", output)?,
                Key::Code(RUBOUT) => {
                    if line.pop().is_some() {
                        say(output, "\x08 \x08")?;
                    }
                }
                Key::Code(code @ b' '..=b'~') => {
                    line.push(char::from(code));
                    say(output, char::from(code).encode_utf8(&mut [0; 4]))?;
                }
                Key::Arrow(Arrow::Up) if recalled > 0 => {
                    recalled -= 1;
                    replace(&mut line, &self.lines[recalled], output)?;
                }
                Key::Arrow(Arrow::Down) if recalled < self.lines.len() => {
                    recalled += 1;
                    replace(&mut line, self.lines.get(recalled).map_or("", String::as_str), output)?;
                }
                Key::Code(_) | Key::Arrow(_) | Key::Resized | Key::Gone => {}
            }
        }
    }
}

/// Does one command at a machine.
pub fn execute(session: &mut MachineSession, line: &str) -> Result<Reply, String> {
    let MachineSession { station, monitor, files, .. } = session;
    monitor.execute(line, station, files.as_mut()).map_err(|error| error.to_string())
}

/// Another line in place of the one on the screen.
fn replace(line: &mut String, with: &str, output: &mut dyn Write) -> io::Result<()> {
    say(output, &"\x08 \x08".repeat(line.len()))?;
    with.clone_into(line);
    say(output, line)
}

/// Writes text to a terminal in raw mode.
fn say(output: &mut dyn Write, text: &str) -> io::Result<()> {
    output.write_all(text.replace('\n', "\r\n").as_bytes())?;
    output.flush()
}
