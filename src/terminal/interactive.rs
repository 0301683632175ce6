//! A person at the teletype: keys in, paper out, the operator on CTRL/E.
//!
//! Keys are typed ahead: each is pressed when the machine waits for one, so that pasting loses nothing, whatever runs.
//! CTRL/C alone goes to the machine at once, and forgets those that wait.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::thread;
use std::time::Duration;

use focal8::ascii::CTRL_C;
use focal8::machine::StopReason;

use super::frontend::Frontend;
use super::keys::{Key, Keys, OPERATOR, capital};
use super::operator::Operator;
use super::pace::Pace;
use super::paper::visible;
use super::screen::Screen;

/// How long an ASR-33 takes for a character.
const CHARACTER: Duration = Duration::from_millis(100);

/// How the terminal and the machine are joined.
#[derive(Debug)]
pub struct Joined {
    /// Simulated time against wall time.
    pub pace: Pace,
    /// Every byte to the machine as it is; no CTRL/E.
    pub raw: bool,
    /// Who is asked first.
    pub begin: Begin,
    /// What a HLT leads to.
    pub halt: Halt,
}

/// Who is asked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// The machine runs.
    Running,
    /// The operator has a word before.
    AtOperator,
}

/// What a HLT leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The end.
    Ends,
    /// The operator.
    Asks,
}

/// Drives `frontend` until the operator quits, the machine stops, or the terminal is gone.
///
/// `first` is typed before the person's keys.
pub fn interactive(
    frontend: &mut Frontend,
    joined: Joined,
    first: Vec<u8>,
    output: &mut dyn Write,
) -> io::Result<StopReason> {
    let _screen = Screen::raw()?;
    let keys = if joined.raw { Keys::raw() } else { Keys::typed() };
    // The paper may go to a file; the operator is spoken to where a person looks.
    let console: Box<dyn Write> =
        if io::stdout().is_terminal() { Box::new(io::stdout()) } else { Box::new(io::stderr()) };
    let begin = joined.begin;
    frontend.type_ahead(first);
    let mut person =
        Person { frontend, joined, keys, unprinted: VecDeque::new(), operator: Operator::default(), console, output };
    if begin == Begin::AtOperator
        && let Break(reason) = person.ask("")?
    {
        return Ok(reason);
    }
    loop {
        if let Break(reason) = person.turn()? {
            return Ok(reason);
        }
    }
}

/// The person, and what their keys wait for.
struct Person<'a> {
    frontend: &'a mut Frontend,
    joined: Joined,
    keys: Keys,
    /// What a native performer, which knows no time, has printed at once and a Teletype would still be typing.
    unprinted: VecDeque<u8>,
    operator: Operator,
    console: Box<dyn Write>,
    output: &'a mut dyn Write,
}

impl Person<'_> {
    /// Takes the keys pressed, runs a slice, shows what was printed.
    fn turn(&mut self) -> io::Result<ControlFlow<StopReason>> {
        loop {
            match self.keys.pressed() {
                Ok(None) => break,
                Err(_) => return Ok(Break(StopReason::EndOfInput)),
                Ok(Some(key)) => {
                    if let Break(reason) = self.take(key)? {
                        return Ok(Break(reason));
                    }
                }
            }
        }
        if let Some(code) = self.unprinted.pop_front() {
            self.show(vec![code])?;
            thread::sleep(CHARACTER);
            return Ok(Continue(()));
        }
        let reason = self.frontend.run(self.joined.pace.slice());
        let flushed = self.frontend.flush();
        let printed = self.frontend.take_printed();
        if self.joined.pace.is_real() && self.frontend.station().is_none() && !printed.is_empty() {
            self.unprinted.extend(printed);
            return Ok(Continue(()));
        }
        self.show(printed)?;
        if let Err(error) = flushed {
            return self.ask(&format!("{error}; nothing more is written to it\n"));
        }
        match reason {
            reason if reason.is_limit() => Ok(Break(reason)),
            StopReason::Halt if self.joined.halt == Halt::Ends => Ok(Break(reason)),
            StopReason::Budget => {
                self.frontend.press_if_polled();
                self.joined.pace.wait(self.frontend.time());
                Ok(Continue(()))
            }
            StopReason::Waiting | StopReason::EndlessLoop => {
                let Ok(key) = self.keys.wait() else { return Ok(Break(StopReason::EndOfInput)) };
                self.joined.pace.rest(self.frontend.time());
                self.take(key)
            }
            reason => self.stopped(reason),
        }
    }

    /// Puts what was printed on the screen, or into the file that stands for it.
    fn show(&mut self, printed: Vec<u8>) -> io::Result<()> {
        self.output.write_all(&if io::stdout().is_terminal() { visible(&printed) } else { printed })?;
        self.output.flush()
    }

    /// What a key means: for the machine now, for the machine later, or for the operator.
    fn take(&mut self, key: Key) -> io::Result<ControlFlow<StopReason>> {
        match key {
            Key::Code(OPERATOR) if !self.joined.raw => return self.stopped(StopReason::Budget),
            Key::Code(CTRL_C) => {
                self.unprinted.clear();
                self.frontend.forget_typed_ahead();
                self.frontend.press(CTRL_C);
            }
            Key::Code(code) if self.joined.raw => self.frontend.type_ahead([code]),
            Key::Code(code) => self.frontend.type_ahead([capital(code)]),
            Key::Arrow(_) | Key::Resized | Key::Gone => {}
        }
        Ok(Continue(()))
    }

    /// The machine has stopped, or was stopped: the operator's turn. Expected texts with commands need no words.
    fn stopped(&mut self, reason: StopReason) -> io::Result<ControlFlow<StopReason>> {
        let why = match (&mut *self.frontend, reason) {
            (Frontend::Focal(_) | Frontend::Game(_), _) => "stopped; continue, or quit\n".to_owned(),
            (Frontend::Machine(_), StopReason::Expected { scripted: true }) => String::new(),
            (Frontend::Machine(session), _) => session.monitor.report(reason, &session.station),
        };
        self.ask(&why)
    }

    /// The operator's turn, until they say to run or to end.
    fn ask(&mut self, why: &str) -> io::Result<ControlFlow<StopReason>> {
        let wish = self.operator.ask(why, self.frontend, &self.keys, &mut self.console)?;
        self.joined.pace.rest(self.frontend.time());
        Ok(wish)
    }
}
