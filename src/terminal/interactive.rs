//! A person at the teletype: keys in, paper out, the operator on CTRL/E.
//!
//! Keys are held until the machine waits for one, so that typing ahead and pasting lose nothing, whatever runs.
//! CTRL/C alone goes to the machine at once, and forgets what is held.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};

use focal8::ascii::CTRL_C;

use super::Ending;
use super::desk::{Desk, Progress};
use super::keys::{Key, Keys, OPERATOR, capital};
use super::operator;
use super::pace::Pace;
use super::paper::visible;
use super::screen::Screen;

/// How the terminal and the machine are joined.
#[derive(Debug)]
pub struct Joined {
    /// Simulated time against wall time.
    pub pace: Pace,
    /// Every byte to the machine as it is, and every code printed as it is; no CTRL/E.
    pub raw: bool,
    /// A HLT leads to the operator and not to the end.
    pub stays: bool,
}

/// Drives `desk` until the operator quits, the machine stops, or the terminal is gone.
/// `first` is typed before the person's keys.
pub fn interactive(desk: &mut Desk, joined: Joined, first: Vec<u8>, output: &mut dyn Write) -> io::Result<Ending> {
    let _screen = Screen::raw()?;
    let keys = if joined.raw { Keys::raw() } else { Keys::typed() };
    let mut typist = Typist { desk, joined, keys, held: first.into() };
    loop {
        if let Break(ending) = typist.turn(output)? {
            return Ok(ending);
        }
    }
}

/// The person, and what their keys wait for.
struct Typist<'a> {
    desk: &'a mut Desk,
    joined: Joined,
    keys: Keys,
    held: VecDeque<u8>,
}

impl Typist<'_> {
    /// Takes the keys pressed, runs a slice, shows what was printed.
    fn turn(&mut self, output: &mut dyn Write) -> io::Result<ControlFlow<Ending>> {
        loop {
            match self.keys.pressed() {
                Ok(Some(key)) => {
                    if let Break(ending) = self.take(key, output)? {
                        return Ok(Break(ending));
                    }
                }
                Ok(None) => break,
                Err(_) => return Ok(Break(Ending::End)),
            }
        }
        let progress = self.desk.run(self.joined.pace.slice());
        let printed = self.desk.take_printed();
        output.write_all(&if self.joined.raw { printed } else { visible(&printed) })?;
        output.flush()?;
        match progress {
            Progress::Limit => Ok(Break(Ending::Limit)),
            Progress::Halted if self.joined.stays => self.operator(output),
            Progress::Halted => Ok(Break(Ending::Halted)),
            Progress::Running => {
                if self.desk.polls() {
                    self.press_held();
                }
                self.joined.pace.wait();
                Ok(Continue(()))
            }
            Progress::Waiting if self.press_held() => Ok(Continue(())),
            Progress::Waiting | Progress::Deaf => {
                let Ok(key) = self.keys.wait() else { return Ok(Break(Ending::End)) };
                self.joined.pace.rest();
                self.take(key, output)
            }
        }
    }

    /// Presses the key held longest, if there is one.
    fn press_held(&mut self) -> bool {
        match self.held.pop_front() {
            Some(key) => {
                self.desk.press(key);
                true
            }
            None => false,
        }
    }

    /// What a key means: for the machine now, for the machine later, or for the operator.
    fn take(&mut self, key: Key, output: &mut dyn Write) -> io::Result<ControlFlow<Ending>> {
        match key {
            Key::Code(OPERATOR) if !self.joined.raw => return self.operator(output),
            Key::Code(CTRL_C) => {
                self.held.clear();
                self.desk.press(CTRL_C);
            }
            Key::Code(code) if self.joined.raw => self.held.push_back(code),
            Key::Code(code) => self.held.push_back(capital(code)),
            Key::Other(_) | Key::Resized => {}
        }
        Ok(Continue(()))
    }

    /// The operator's turn, until they say continue or quit.
    fn operator(&mut self, output: &mut dyn Write) -> io::Result<ControlFlow<Ending>> {
        let order = operator::operate(self.desk, &self.keys, output)?;
        self.joined.pace.rest();
        Ok(order)
    }
}
