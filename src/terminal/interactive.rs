//! A session with a person at the terminal, who types keys, reads the paper, and calls the operator with CTRL/E.
//!
//! Keys are typed ahead: each key is pressed when the machine waits for a key, so that no pasted text is lost. CTRL/C
//! is pressed immediately and removes the waiting keys. CTRL/F is fast forward: the machine runs at the host's speed
//! until the machine next waits for a key.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::thread;
use std::time::Duration;

use focal8::ascii::{BELL, CTRL_C, NoKey};
use focal8::machine::StopReason;

use super::focal_lines::FocalLines;
use super::hints::Hints;
use super::keys::{FAST_FORWARD, Function, Key, Keys, OPERATOR, capital};
use super::operated::OperatedSession;
use super::operator::{Operator, Wish};
use super::pace::Pace;
use super::picture::Picture;
use super::screen::Screen;
use super::standard;
use super::{has_a_screen, startup};

/// The time that an ASR-33 takes to print one character.
const CHARACTER: Duration = Duration::from_millis(100);

/// The options of a user's session at the terminal.
#[derive(Debug)]
pub struct TerminalOptions {
    /// The ratio of simulated time to wall time.
    pub pace: Pace,
    /// Whether every byte, including CTRL/E, is passed to the machine unchanged.
    pub raw: bool,
    /// What happens first in the session.
    pub begin: Begin,
    /// What happens at a HLT instruction.
    pub halt: Halt,
    /// The hints for the user, or `None` if the user wants no hints.
    pub hints: Option<Hints>,
}

/// What happens first in the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// The machine runs.
    Running,
    /// The machine continues to run after a script. The user's start-up file is not executed, because a script must
    /// have the same effect for every user.
    AfterScript,
    /// The machine of a core image continues to run. The last lines of its paper are shown.
    Resumed,
    /// The operator's prompt appears.
    AtOperator,
}

/// What happens at a HLT instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The session ends.
    Ends,
    /// The operator's prompt appears.
    Asks,
}

/// Runs `session` until the operator quits, the machine stops, or the terminal is gone.
///
/// The keys of `first` are typed before the user's keys.
pub fn interactive(
    session: &mut dyn OperatedSession,
    mut options: TerminalOptions,
    first: Vec<u8>,
    output: &mut dyn Write,
) -> io::Result<StopReason> {
    let _screen = Screen::raw()?;
    let keys = if options.raw { Keys::raw() } else { Keys::typed() };
    let console = standard::console();
    let begin = options.begin;
    session.type_ahead(&first);
    let has_startup = !options.raw && begin != Begin::AfterScript;
    let begun = if has_startup { startup::execute(session) } else { String::new() };
    session.await_input();
    options.pace.set_speed(session.speed(), session.time());
    let operator = Operator::new(options.hints.as_ref());
    let mut terminal = Terminal {
        session,
        options,
        keys,
        unprinted: VecDeque::new(),
        again: String::new(),
        operator,
        refused: None,
        focal_lines: FocalLines::open(),
        picture: Picture::default(),
        console,
        output,
    };
    if !begun.is_empty() {
        beside(&begun);
    }
    match begin {
        Begin::Running | Begin::AfterScript => {
            terminal.hint(|hints| Some(hints.text()));
        }
        Begin::Resumed => {
            terminal.again = terminal.session.tail().text().to_owned();
            if let Some(hints) = &terminal.options.hints {
                beside(&hints.text());
            }
        }
        Begin::AtOperator => {
            if let Break(reason) = terminal.ask("")? {
                return Ok(reason);
            }
        }
    }
    loop {
        if let Break(reason) = terminal.turn()? {
            // The command `quit` has reported this already.
            if !matches!(reason, StopReason::Quit(_))
                && let Some(unsaved) = terminal.session.unsaved()
            {
                beside(&format!("\nfocal8: {unsaved}; at CTRL/E, save NAME.fc saves the program\n"));
            }
            return Ok(reason);
        }
    }
}

struct Terminal<'a> {
    session: &'a mut dyn OperatedSession,
    options: TerminalOptions,
    keys: Keys,
    /// The characters that a native implementation has printed and that have not been shown. They are shown one by one
    /// at a Teletype's speed.
    unprinted: VecDeque<u8>,
    /// Old text of the paper that must be shown again before the next output. There is such a text after the operator's
    /// prompt has been shown, and at the start of a resumed session.
    again: String,
    operator: Operator,
    /// The last typed letter for which the Teletype has no key.
    refused: Option<char>,
    /// The lines typed at FOCAL's prompt.
    focal_lines: FocalLines,
    picture: Picture,
    console: Box<dyn Write>,
    output: &'a mut dyn Write,
}

impl Terminal<'_> {
    /// Handles the pressed keys, runs the program for a short time, and shows the printed characters.
    fn turn(&mut self) -> io::Result<ControlFlow<StopReason>> {
        loop {
            match self.keys.pressed() {
                Ok(None) => break,
                Err(_) => return Ok(Break(StopReason::EndOfInput)),
                Ok(Some(key)) => {
                    if let Break(reason) = self.take(key, false)? {
                        return Ok(Break(reason));
                    }
                }
            }
        }
        if !self.unprinted.is_empty() {
            return self.type_on().map(Continue);
        }
        let reason = self.session.run(self.options.pace.slice());
        let printed = self.session.take_printed();
        let flushed = self.session.flush();
        let has_printed = !printed.is_empty();
        let is_stopped = matches!(reason, StopReason::Breakpoint | StopReason::Stepped);
        if self.options.pace.held_to().is_some() && self.session.station().is_none() && has_printed && !is_stopped {
            self.unprinted.extend(printed);
            return Ok(Continue(()));
        }
        self.show(printed, reason)?;
        if let Some((tube, now)) = self.session.tube().filter(|_| has_a_screen()) {
            self.picture.show(tube, now, reason != StopReason::Budget)?;
        }
        if let Some(remark) = self.session.take_remark() {
            self.say(&format!("{remark}\n"));
        }
        if let Err(error) = flushed {
            return self.ask(&format!("{error}\n"));
        }
        match reason {
            reason if reason.is_limit() => Ok(Break(reason)),
            StopReason::Halt if self.options.halt == Halt::Ends => Ok(Break(reason)),
            StopReason::Budget => {
                if self.options.pace.held_to().is_some() {
                    let time = self.session.time();
                    if self.hint(|hints| hints.working(time, has_printed)) {
                        self.hint_at_absent_device(reason);
                    }
                }
                self.session.press_if_polled();
                self.options.pace.wait(self.session.time());
                Ok(Continue(()))
            }
            StopReason::Waiting | StopReason::EndlessLoop => {
                let paper = if self.has_focal_lines() { self.session.tail().text() } else { "" };
                self.focal_lines.read(paper);
                self.options.pace.set_fast_forward(false, self.session.time());
                let error = self.session.messages().last().cloned();
                self.hint(|hints| hints.explain(error.as_ref()));
                self.hint(Hints::due);
                self.hint_at_absent_device(reason);
                let Ok(key) = self.keys.wait() else { return Ok(Break(StopReason::EndOfInput)) };
                self.options.pace.rest(self.session.time());
                self.take(key, true)
            }
            reason => self.stopped(reason),
        }
    }

    /// Shows the next character in `unprinted`, and sleeps for the time that a Teletype of the chosen speed takes to
    /// print it. If the speed is not limited, shows all characters in `unprinted` at once.
    fn type_on(&mut self) -> io::Result<()> {
        let Some(factor) = self.options.pace.held_to() else {
            let all = self.unprinted.drain(..).collect();
            return self.show(all, StopReason::Budget);
        };
        let next = self.unprinted.pop_front().into_iter().collect();
        self.show(next, StopReason::Budget)?;
        thread::sleep(CHARACTER.div_f64(factor.max(0.1)));
        Ok(())
    }

    /// Writes the printed characters to the screen or to the paper's file. `reason` is the reason why the machine
    /// stopped.
    fn show(&mut self, printed: Vec<u8>, reason: StopReason) -> io::Result<()> {
        let goes_on = matches!(reason, StopReason::Budget | StopReason::Waiting | StopReason::EndlessLoop);
        let again = std::mem::take(&mut self.again);
        if has_a_screen() && (goes_on || !printed.is_empty()) {
            self.console.write_all(again.as_bytes())?;
            self.console.flush()?;
        }
        self.output.write_all(&printed)?;
        self.output.flush()
    }

    /// Handles a key: passes the key to the machine, shows the operator's prompt, or turns fast forward on or off.
    fn take(&mut self, key: Key, waits: bool) -> io::Result<ControlFlow<StopReason>> {
        let Some(code) = key.code() else {
            match key {
                Key::Letter(letter) => self.refuse(letter)?,
                Key::Function(Function::Up) => self.recall(true)?,
                Key::Function(Function::Down) => self.recall(false)?,
                _ => {}
            }
            return Ok(Continue(()));
        };
        match code {
            OPERATOR if !self.options.raw => return self.stopped(StopReason::Budget),
            FAST_FORWARD if !self.options.raw => {
                let fast_forward = !waits && !self.options.pace.is_fast_forward();
                self.options.pace.set_fast_forward(fast_forward, self.session.time());
                return Ok(Continue(()));
            }
            code => {
                if code == CTRL_C {
                    self.unprinted.clear();
                }
                let code = if self.options.raw { code } else { capital(code) };
                self.focal_lines.press(code);
                self.session.strike(code);
            }
        }
        if let Some(hints) = &mut self.options.hints {
            hints.press(code, waits);
        }
        Ok(Continue(()))
    }

    /// Types an earlier line at FOCAL's prompt, or a later line if `earlier` is false. Rings the bell if there is no
    /// such line.
    fn recall(&mut self, earlier: bool) -> io::Result<()> {
        if !self.has_focal_lines() || !self.focal_lines.is_at_prompt(self.session.tail().last_line()) {
            return Ok(());
        }
        match self.focal_lines.recall(earlier) {
            Some(keys) => self.session.type_ahead(keys.as_bytes()),
            None => {
                self.console.write_all(&[BELL])?;
                self.console.flush()?;
            }
        }
        Ok(())
    }

    /// Whether FOCAL runs, so that the lines at its prompt can be recalled.
    fn has_focal_lines(&self) -> bool {
        !self.options.raw && self.session.target().focal().is_some_and(|focal| focal.lines().is_ok())
    }

    /// Rings the bell when a letter has no key on the Teletype. Prints a message, unless the last refused letter was
    /// the same.
    fn refuse(&mut self, letter: char) -> io::Result<()> {
        self.console.write_all(&[BELL])?;
        self.console.flush()?;
        if self.refused.replace(letter) != Some(letter) {
            self.hint(|_| Some(format!("focal8: {}\n", NoKey(letter))));
        }
        Ok(())
    }

    /// Reports a stop, and shows the operator's prompt. A stop at an expected text is not reported if the operator has
    /// given commands for this stop.
    fn stopped(&mut self, reason: StopReason) -> io::Result<ControlFlow<StopReason>> {
        let why = match reason {
            StopReason::Expected { scripted: true } => String::new(),
            reason => self.session.report(reason),
        };
        self.ask(&why)
    }

    /// Shows the operator's prompt until the operator runs the machine or ends the session.
    fn ask(&mut self, why: &str) -> io::Result<ControlFlow<StopReason>> {
        let before = self.session.tail().clone();
        let wish = self.operator.ask(why, self.session, &self.keys, &mut self.console)?;
        let time = self.session.time();
        self.options.pace.set_speed(self.session.speed(), time);
        if self.operator.has_spoken() {
            let tail = self.session.tail();
            // The command `restore` replaces the paper, so all kept lines of the new paper are shown.
            self.again = if *tail == before { tail.last_line() } else { tail.text() }.to_owned();
        }
        match wish {
            Wish::Run => Ok(Continue(())),
            Wish::AnotherGame => {
                self.unprinted.clear();
                self.again.clear();
                self.options.pace.set_fast_forward(self.session.station().is_some(), time);
                Ok(Continue(()))
            }
            Wish::End(reason) => Ok(Break(reason)),
        }
    }

    /// Shows the hint that `say` returns, and then the unfinished line of paper again. Returns whether there is a hint.
    fn hint(&mut self, say: impl FnOnce(&mut Hints) -> Option<String>) -> bool {
        let text = self.options.hints.as_mut().and_then(say);
        text.iter().for_each(|text| self.say(text));
        text.is_some()
    }

    /// Shows a hint if the program needs the EAE or a device that the machine does not have.
    fn hint_at_absent_device(&mut self, reason: StopReason) {
        if self.options.hints.is_some()
            && let Some(line) = self.session.absent_device(reason)
        {
            self.say(&format!("focal8: {line}"));
        }
    }

    /// Writes a text to standard error, and then shows the unfinished line of paper again.
    fn say(&self, text: &str) {
        let line = self.session.tail().last_line();
        if line.is_empty() || !has_a_screen() {
            beside(text);
        } else {
            beside(&format!("\n{text}{line}"));
        }
    }
}

/// Writes to standard error. Errors are ignored.
fn beside(text: &str) {
    let _ = standard::error().write_all(text.as_bytes());
}
