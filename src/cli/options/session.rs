//! The options of a session at the Teletype, and the functions that run the session, at a terminal or in a pipe.

use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use focal8::machine::StopReason;
use focal8::monitor::Speed;

use crate::cli::WrongUsage;
use crate::cli::host::files;
use crate::cli::host::named_files::NamedFiles;
use crate::cli::options::paper::PaperOption;
use crate::terminal::batch::{batch, feed, run_until_idle};
use crate::terminal::hints::Hints;
use crate::terminal::input::Input;
use crate::terminal::interactive::{Begin, Halt, TerminalOptions, interactive};
use crate::terminal::keyed::Keyed;
use crate::terminal::note::note;
use crate::terminal::pace::Pace;
use crate::terminal::screen::Screen;
use crate::terminal::sound::{Heard, Sound};
use crate::terminal::{OperatedSession, has_a_reader, has_a_typist};

/// The options of a session at the Teletype: its speed, hints and keys.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Teletype")]
pub struct SessionOptions {
    /// Speed of the machine: real, max or a factor such as 10
    ///
    /// The default is `real` if you type the keys at a terminal, and `max` if they come from a pipe, a file or an
    /// option.
    #[arg(long, value_name = "SPEED")]
    speed: Option<Speed>,
    /// Show no hints at a terminal, only what the Teletype prints
    #[arg(long, hide_short_help = true)]
    quiet: bool,
    /// Pass every typed byte to the machine unchanged
    ///
    /// A typed line feed is not turned into RETURN, small letters stay small, and CTRL/E does not open the operator's
    /// prompt.
    #[arg(long, hide_short_help = true)]
    raw: bool,
    #[command(flatten)]
    paper: PaperOption,
    /// Play the noise of the Teletype
    ///
    /// The noise is played by the first of these programs that the host has: paplay, aplay, pw-cat, play (a part of
    /// SoX) and ffplay. --sound works only at a terminal. `focal8 export --wav` writes the noise of a recorded session
    /// to a file.
    #[arg(long, hide_short_help = true)]
    sound: bool,
    /// The keys of a session that reads no keys from a person or from standard input.
    #[arg(skip)]
    only: Option<String>,
}

impl SessionOptions {
    /// Makes these keys the only keys of the session.
    pub fn take_only(&mut self, keys: String) {
        self.only = Some(keys);
    }

    /// Makes the session record the output of the Teletype in `file`, in asciicast 2. Returns false, and does nothing,
    /// if the extension of `file` is not that of a recording.
    pub fn record(&mut self, file: &Path) -> bool {
        self.paper.record(file)
    }

    /// Whether a person types the keys of the session.
    pub fn has_a_typist(&self) -> bool {
        self.only.is_none() && has_a_typist()
    }

    /// Whether `--speed` is given.
    pub fn has_speed(&self) -> bool {
        self.speed.is_some()
    }

    /// Sets the speed of the machine for a session without `--speed`.
    pub fn set_usual_speed(&mut self, speed: Speed) {
        self.speed.get_or_insert(speed);
    }

    /// Returns the speed of `--speed`, or else the default: `real` at a terminal and `max` elsewhere.
    pub fn speed(&self) -> Speed {
        self.speed.unwrap_or(if self.has_a_typist() { Speed::Real } else { Speed::Max })
    }

    /// Whether a person sees hints: standard input and standard error are terminals, and neither `--quiet` nor `--raw`
    /// is given.
    pub fn has_hints(&self) -> bool {
        has_a_reader() && !self.quiet && !self.raw
    }

    /// Whether every byte passes to the machine unchanged.
    pub fn raw(&self) -> bool {
        self.raw
    }

    /// Adds the files of these options to the files of the command.
    pub fn add_files(&self, named: &mut NamedFiles) {
        self.paper.add_files(named);
    }

    /// If a person is at the terminal, puts the terminal into raw mode until the returned guard is dropped, so that
    /// keys typed while FOCAL starts are not lost.
    pub fn take_terminal(&self) -> io::Result<Option<Screen>> {
        self.has_a_typist().then(Screen::raw).transpose()
    }

    /// Types keys at full speed before the session. Types each key when the machine waits for a key. Does not wait
    /// after the last key.
    pub fn feed(&self, session: &mut dyn OperatedSession, keys: &[u8]) -> anyhow::Result<()> {
        Ok(feed(session, keys, &mut self.paper.output())?)
    }

    /// Runs the machine at full speed until the machine waits for a key.
    pub fn run_until_idle(&self, session: &mut dyn OperatedSession) -> anyhow::Result<()> {
        let mut output = self.paper.output();
        run_until_idle(session, &mut output)?;
        Ok(output.flush()?)
    }

    /// Runs the session to its end. Types `keys`, and then passes on the keys from the terminal or the bytes of
    /// standard input. A person at the terminal sees `hints`.
    ///
    /// At the end, even after an error, writes the tapes that are still in the punches.
    pub fn run(
        &self,
        session: &mut dyn OperatedSession,
        keys: &str,
        begin: Begin,
        halt: Halt,
        hints: Hints,
    ) -> anyhow::Result<StopReason> {
        session.set_speed(self.speed());
        if begin == Begin::Resumed {
            self.paper.print(session.tail().text().as_bytes())?;
        }
        let reason = self.drive(session, keys, begin, halt, hints);
        let closed = session.close().map_err(Into::into);
        files::all_written([closed, self.paper.save()])?;
        reason
    }

    fn drive(
        &self,
        session: &mut dyn OperatedSession,
        keys: &str,
        begin: Begin,
        halt: Halt,
        hints: Hints,
    ) -> anyhow::Result<StopReason> {
        let pace = Pace::new(self.speed(), session.cycles_per_second(), session.time());
        if self.sound && !self.has_a_typist() {
            bail!(WrongUsage("--sound is for a terminal; focal8 export --wav makes the noise of a session".to_owned()));
        }
        if let Some(only) = &self.only {
            let mut keyed = Keyed::new(only.as_bytes(), self.raw);
            return Ok(batch(session, &mut keyed, pace, &mut self.paper.output())?);
        }
        if has_a_typist() {
            let hints = Some(hints).filter(|_| self.has_hints());
            let options = TerminalOptions { pace, raw: self.raw, begin, halt, hints };
            let mut keyed = Keyed::new(keys.as_bytes(), self.raw);
            let mut first = Vec::new();
            while let Some(key) = keyed.next_key()? {
                first.push(key);
            }
            let sound = self.sound.then(Sound::begin).transpose().context("cannot play the noise of the Teletype")?;
            let mut output = Heard { output: self.paper.output(), sound: sound.as_ref() };
            let reason = interactive(session, options, first, &mut output);
            if let Some(Err(error)) = sound.map(Sound::end) {
                note!("focal8: the noise of the Teletype is incomplete: {error}");
            }
            return Ok(reason?);
        }
        let standard = if session.has_other_lines() { Input::beside_lines() } else { Input::standard() };
        let input = keys.as_bytes().chain(standard);
        Ok(batch(session, &mut Keyed::new(input, self.raw), pace, &mut self.paper.output())?)
    }
}
