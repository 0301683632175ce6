//! The description of a kept session: the command that began it, its times, and the settings with which it can
//! continue.

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use focal8::monitor::Speed;
use focal8::teletype::Tail;
use serde::{Deserialize, Serialize};

use crate::terminal::user_folders;

/// The command that began a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// `play`: the game of checkers.
    #[default]
    Play,
    /// `focal`: FOCAL.
    Focal,
    /// `run`: a machine program.
    Run,
    /// `monitor`: the operator's prompt.
    Monitor,
    /// `panel`: the front panel.
    Panel,
}

/// The description of a kept session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Summary {
    /// The command that began the session.
    pub command: Command,
    /// The arguments of the command line, as one text.
    pub arguments: String,
    /// The Unix time in seconds at which the session began.
    pub begun: u64,
    /// The Unix time in seconds at which the session was last written; 0 if it has not been written yet.
    pub until: u64,
    /// The last line of paper that has a letter or a digit.
    pub last_line: String,
    /// The settings of the session when it was last written.
    pub settings: Settings,
}

/// The settings of a session that are not part of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Settings {
    /// The speed of the machine, in the form of a value of the option `--speed`.
    pub speed: String,
    /// Whether a person's keys reach the program even while it is busy.
    pub delivers_keys: bool,
    /// Whether printed characters keep their eighth bit.
    pub eight_bits: bool,
    /// Whether the output is shown as on a glass terminal.
    pub is_glass: bool,
}

impl Settings {
    /// Returns the speed of the machine, or `None` if the text in `speed` is not a valid speed.
    pub fn speed(&self) -> Option<Speed> {
        self.speed.parse().ok()
    }
}

impl Summary {
    /// Returns the description of a session that begins now.
    pub fn new(command: Command) -> Self {
        let arguments: Vec<String> = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        Summary { command, arguments: arguments.join(" "), begun: now(), ..Summary::default() }
    }

    /// Records the current state of the session.
    pub fn update(&mut self, tail: &Tail, settings: Settings) {
        self.until = now();
        self.last_line = last_line(tail).to_owned();
        self.settings = settings;
    }

    /// Whether the paper still ends with the line of the last [`Summary::update`].
    pub fn has_last_line_of(&self, tail: &Tail) -> bool {
        self.last_line == last_line(tail)
    }

    /// Reads the description of a session; returns `None` if it is missing or damaged.
    pub fn read(path: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(path).ok()?).ok()
    }

    /// Writes the description.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        user_folders::replace(path, &serde_json::to_vec(self).expect("texts, numbers and flags"))
    }
}

/// Returns the last line of paper that has a letter or a digit, without blanks around it.
fn last_line(tail: &Tail) -> &str {
    let has_a_mark = |line: &&str| line.contains(|mark: char| mark.is_ascii_alphanumeric());
    tail.text().split(['\r', '\n']).rev().find(has_a_mark).unwrap_or_default().trim()
}

/// Returns the current Unix time in seconds.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
