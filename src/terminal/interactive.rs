//! A person at the teletype: keys in, paper out, the operator on CTRL/E.
//!
//! Keys are held until the machine waits for one, so that typing ahead and pasting lose nothing, whatever runs.
//! CTRL/C alone goes to the machine at once, and forgets what is held.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::thread;
use std::time::Duration;

use focal8::ascii::CTRL_C;
use focal8::monitor::Ended;
use focal8::station::Standing;

use super::Ending;
use super::frontend::{Frontend, Progress};
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
) -> io::Result<Ending> {
    let _screen = Screen::raw()?;
    let keys = if joined.raw { Keys::raw() } else { Keys::typed() };
    // The paper may go to a file; the operator is spoken to where a person looks.
    let console: Box<dyn Write> =
        if io::stdout().is_terminal() { Box::new(io::stdout()) } else { Box::new(io::stderr()) };
    let begin = joined.begin;
    let mut person = Person {
        frontend,
        joined,
        keys,
        held: first.into(),
        unprinted: VecDeque::new(),
        operator: Operator::default(),
        console,
        output,
    };
    if begin == Begin::AtOperator
        && let Break(ending) = person.ask("")?
    {
        return Ok(ending);
    }
    loop {
        if let Break(ending) = person.turn()? {
            return Ok(ending);
        }
    }
}

/// The person, and what their keys wait for.
struct Person<'a> {
    frontend: &'a mut Frontend,
    joined: Joined,
    keys: Keys,
    held: VecDeque<u8>,
    /// What a native performer, which knows no time, has printed at once and a Teletype would still be typing.
    unprinted: VecDeque<u8>,
    operator: Operator,
    console: Box<dyn Write>,
    output: &'a mut dyn Write,
}

impl Person<'_> {
    /// Takes the keys pressed, runs a slice, shows what was printed.
    fn turn(&mut self) -> io::Result<ControlFlow<Ending>> {
        loop {
            match self.keys.pressed() {
                Ok(None) => break,
                Err(_) => return Ok(Break(Ending::End)),
                Ok(Some(key)) => {
                    if let Break(ending) = self.take(key)? {
                        return Ok(Break(ending));
                    }
                }
            }
        }
        if let Some(code) = self.unprinted.pop_front() {
            self.show(vec![code])?;
            thread::sleep(CHARACTER);
            return Ok(Continue(()));
        }
        let progress = self.frontend.run(self.joined.pace.slice());
        let flushed = self.frontend.flush();
        let printed = self.frontend.take_printed();
        if self.joined.pace.is_real() && self.frontend.station().is_none() && !printed.is_empty() {
            self.unprinted.extend(printed);
            return Ok(Continue(()));
        }
        self.show(printed)?;
        if let Err(error) = flushed {
            return self.ask(&format!("{error}; the trace is ended\n"));
        }
        match progress {
            Progress::Limit => Ok(Break(Ending::Limit)),
            Progress::Operator(ended) => self.stopped(&ended),
            Progress::Halted if self.joined.halt == Halt::Ends => Ok(Break(Ending::Halted)),
            Progress::Halted => self.stopped(&Ended::Standing(Standing::Halted)),
            Progress::Running => {
                if self.frontend.polls() {
                    self.press_held();
                }
                self.joined.pace.wait(self.frontend.time());
                Ok(Continue(()))
            }
            Progress::Waiting if self.press_held() => Ok(Continue(())),
            Progress::Waiting | Progress::Deaf => {
                let Ok(key) = self.keys.wait() else { return Ok(Break(Ending::End)) };
                self.joined.pace.rest(self.frontend.time());
                self.take(key)
            }
        }
    }

    /// Puts what was printed on the screen, or into the file that stands for it.
    fn show(&mut self, printed: Vec<u8>) -> io::Result<()> {
        self.output.write_all(&if io::stdout().is_terminal() { visible(&printed) } else { printed })?;
        self.output.flush()
    }

    /// Presses the key held longest, if there is one.
    fn press_held(&mut self) -> bool {
        match self.held.pop_front() {
            Some(key) => {
                self.frontend.press(key);
                true
            }
            None => false,
        }
    }

    /// What a key means: for the machine now, for the machine later, or for the operator.
    fn take(&mut self, key: Key) -> io::Result<ControlFlow<Ending>> {
        match key {
            Key::Code(OPERATOR) if !self.joined.raw => return self.stopped(&Ended::Budget),
            Key::Code(CTRL_C) => {
                self.held.clear();
                self.unprinted.clear();
                self.frontend.forget_keys();
                self.frontend.press(CTRL_C);
            }
            Key::Code(code) if self.joined.raw => self.held.push_back(code),
            Key::Code(code) => self.held.push_back(capital(code)),
            Key::Arrow(_) | Key::Resized | Key::Gone => {}
        }
        Ok(Continue(()))
    }

    /// The machine has stopped, or was stopped: the operator's turn. Expected texts with orders need no words.
    fn stopped(&mut self, ended: &Ended) -> io::Result<ControlFlow<Ending>> {
        let why = match (&*self.frontend, ended) {
            (Frontend::Focal(_) | Frontend::Game(_), _) => "stopped; continue, or quit\n".to_owned(),
            (Frontend::Machine(_), Ended::Expected(expectation)) if !expectation.orders.is_empty() => String::new(),
            (Frontend::Machine(session), _) => session.monitor.report(ended, &session.station),
        };
        self.ask(&why)
    }

    /// The operator's turn, until they say to run or to end.
    fn ask(&mut self, why: &str) -> io::Result<ControlFlow<Ending>> {
        let order = self.operator.ask(why, self.frontend, &self.keys, &mut self.console)?;
        self.joined.pace.rest(self.frontend.time());
        Ok(order)
    }
}
