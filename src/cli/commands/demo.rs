//! `focal8 demo`: a two-minute tour of focal8.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use clap::builder::PossibleValuesParser;
use clap::{Args, value_parser};

use crate::cli::WrongUsage;
use crate::cli::host::dash;
use crate::cli::host::growing::RecordingFile;
use crate::cli::host::named_files::NamedFiles;
use crate::terminal::canvas::Canvas;
use crate::terminal::demo::{End, HEIGHT, Options, PASSWORD_LENGTHS, Visitors, WIDTH, ask_for_password, demo, names};
use crate::terminal::note::note;
use crate::terminal::screen_recording::ScreenRecording;
use crate::terminal::{has_a_screen, has_a_typist, signals};

/// The exit code of `demo --kiosk` if the terminal was closed.
const GONE: u8 = 4;

/// Show a two-minute tour of focal8, over and over
///
/// The scenes are a program entered with the panel's switches, FOCAL, a plot, a display, the checkers of 1971, the
/// machine beside its native twin, and the exhibits. Any key ends the demo, except with --play or --kiosk. The demo
/// needs a terminal of 80 by 24.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Demo {
    /// Begin with this scene
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(names()))]
    scene: Option<String>,
    /// End after the last scene
    #[arg(long)]
    once: bool,
    /// Run as fast as the host can, without pauses to read the screen
    #[arg(long)]
    fast: bool,
    /// Let visitors play: F begins FOCAL, and any other key begins checkers
    ///
    /// The demo resumes after ESCAPE, or after --idle seconds without a key. CTRL/C ends the demo.
    #[arg(long)]
    play: bool,
    /// Seconds without a key after which the demo resumes
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = value_parser!(u64).range(1..=86_400))]
    idle: u64,
    /// Let visitors play, and end only by the attendant's password
    ///
    /// At the start, the attendant chooses the password, unless --attendant names a file that has it. After CTRL/E, the
    /// attendant can type the password to end the program. No key opens the operator's prompt, and visitors can neither
    /// read nor write files. The exit code is 0 after the password, and 4 if the terminal was closed. After a signal
    /// that ends the program, the shell reports an exit code of 128 or more.
    #[arg(long, conflicts_with = "once")]
    kiosk: bool,
    /// Read the attendant's password from the first line of FILE
    #[arg(long, value_name = "FILE", requires = "kiosk")]
    attendant: Option<PathBuf>,
    /// Record the screen in FILE.cast, for asciinema
    #[arg(long, value_name = "FILE", conflicts_with_all = ["play", "kiosk"])]
    record: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  focal8 demo                           on a screen at the entrance
  focal8 demo --scene checkers          begin with the checkers
  focal8 demo --play                    passers-by may play
  focal8 demo --kiosk                   passers-by may play, but cannot end it
  focal8 demo --once --record demo.cast record the whole demo, for asciinema";

impl Demo {
    /// Runs the demo.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if !has_a_typist() || !has_a_screen() {
            bail!("the demo needs a terminal: it fills the screen, and any key ends it");
        }
        let (columns, lines) = Canvas::size();
        if columns < WIDTH || lines < HEIGHT {
            bail!("the demo needs a terminal of {WIDTH} columns and {HEIGHT} lines, and this one is smaller");
        }
        let password = match self.password() {
            Err(_) if signals::asked() => return Ok(self.code(End::Gone)),
            password => password?,
        };
        let visitors = (self.play || self.kiosk)
            .then(|| Visitors { idle: Duration::from_secs(self.idle), password: password.as_deref() });
        let options = Options { first: self.scene.as_deref(), once: self.once, flat_out: self.fast, visitors };
        let Some(path) = &self.record else {
            return Ok(self.code(demo(options, None)?));
        };
        let mut named = NamedFiles::default();
        named.output("--record", path);
        named.check()?;
        let file = RecordingFile::new(path.clone());
        let recording = ScreenRecording::begin(Box::new(file.clone()), (columns, lines), "focal8 demo")?;
        let end = demo(options, Some(recording));
        file.finish()?;
        Ok(self.code(end?))
    }

    /// Returns the exit code for this end of the demo.
    fn code(&self, end: End) -> ExitCode {
        ExitCode::from(if self.kiosk && end == End::Gone { GONE } else { 0 })
    }

    /// Returns the attendant's password from the file of `--attendant` or, without that option, from the person at the
    /// terminal. Returns `None` without `--kiosk`, because only a kiosk has a password.
    fn password(&self) -> anyhow::Result<Option<String>> {
        if !self.kiosk {
            return Ok(None);
        }
        let Some(path) = &self.attendant else { return asked().map(Some) };
        if dash::is_dash(path) {
            bail!(WrongUsage(
                "--attendant needs a file; without --attendant, the program asks for the password".to_owned()
            ));
        }
        let mut named = NamedFiles::default();
        named.input("--attendant", path);
        named.check()?;
        let text = dash::text(path, "files with an attendant's password are")?;
        let password = text.lines().next().unwrap_or_default();
        if !is_password(password) {
            bail!("{}: the first line is no attendant's password: {}", dash::name(path), RULE);
        }
        Ok(Some(password.to_owned()))
    }
}

/// The text of the rule that an attendant's password must follow.
const RULE: &str = "it needs 4 to 80 characters without control characters";

fn is_password(password: &str) -> bool {
    PASSWORD_LENGTHS.contains(&password.len()) && !password.contains(char::is_control)
}

/// Asks for the attendant's password until the same password is typed twice.
fn asked() -> anyhow::Result<String> {
    loop {
        let mut passwords = Vec::new();
        for question in ["Attendant's password, which ends the kiosk: ", "The same password again: "] {
            let Some(password) = ask_for_password(question)? else { bail!("the kiosk needs an attendant's password") };
            passwords.push(password);
        }
        match is_password(&passwords[0]) {
            false => note!("focal8: that is no attendant's password: {RULE}"),
            true if passwords[0] != passwords[1] => note!("focal8: the two passwords differ"),
            true => return Ok(passwords.swap_remove(0)),
        }
    }
}
