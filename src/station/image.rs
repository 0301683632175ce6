//! Core images: the whole machine as text, its devices and what is in motion in them included.
//!
//! ```text
//! focal8 core image, version 2
//! processor {"elapsed":{"cycles":8,...},"memory":{...},"sr":"0000","ac":"0005",...}
//! teletype {"keyboard":{"buffer":"301","flag":true,"arriving":null},...}
//! fast-reader {...}
//! fast-punch {...}
//! clock {...}
//! keys {...}
//! 00200: 7300 1277 ...
//! end 37
//! ```
//!
//! A line for each unit, then core in lines of eight words, all zeros left out, and how many of these lines there were.
//! Octal numbers are in quotes (core needs none), times are nanoseconds, and nothing due is `null`. Only the text that
//! the machine it tells of would write itself is an image: so nothing can be missing, double, or too much.

use std::fmt::Write;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::devices::{HighSpeedPunch, HighSpeedReader, LineClock};
use crate::instruction::Model;
use crate::machine::{MAX_COUNT, Machine};
use crate::teletype::Teletype;
use crate::word::{Address, Word};

use super::idle::Watch;
use super::{Engine, IoBus, Station};

/// The first line.
const TITLE: &str = "focal8 core image, version 2";
/// How it was in the beginning.
const OLD_TITLE: &str = "focal8 core image";
/// Words of a line.
const LINE: u16 = 8;

/// Why a text is no core image. Nothing of it is in the machine then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// Another kind of file.
    #[error("this is no core image: its first line is not '{TITLE}'")]
    NoImage,
    /// From before devices were part of it.
    #[error("this core image was made by an older focal8, and cannot be read any more")]
    Old,
    /// The end is missing.
    #[error("the core image is cut short: after line {0} comes no line 'end'")]
    Cut(usize),
    /// A line that is wrong.
    #[error("line {line} of the core image: {reason}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// What else the station knows.
#[derive(Serialize, Deserialize)]
struct Keys {
    #[serde(with = "crate::word::octal::frames")]
    pressed: Vec<u8>,
    #[serde(rename = "looks")]
    keyboard_polls: u64,
    interrupts: bool,
}

impl Station {
    /// The machine as text.
    pub fn core_image(&self) -> String {
        let Station { machine, io_bus, .. } = self;
        let pressed = self.pressed.iter().copied().collect();
        let keys = Keys { pressed, keyboard_polls: io_bus.keyboard_polls, interrupts: self.interrupts };
        let mut image = format!("{TITLE}\n");
        write_unit(&mut image, "processor", machine);
        write_unit(&mut image, "teletype", &io_bus.teletype);
        write_unit(&mut image, "fast-reader", &io_bus.fast_reader);
        write_unit(&mut image, "fast-punch", &io_bus.fast_punch);
        write_unit(&mut image, "clock", &io_bus.clock);
        write_unit(&mut image, "keys", &keys);
        let mut rows = 0;
        let words: Vec<Word> = machine.memory.words().collect();
        for (at, row) in (0..).step_by(usize::from(LINE)).zip(words.chunks(usize::from(LINE))) {
            if row.iter().any(|&word| word != Word::ZERO) {
                let _ = write!(image, "{}:", Address::new(at));
                row.iter().for_each(|word| {
                    let _ = write!(image, " {word}");
                });
                image.push('\n');
                rows += 1;
            }
        }
        let _ = writeln!(image, "end {rows}");
        image
    }

    /// Puts the machine into the state that an image tells of; changes nothing when the image is broken.
    ///
    /// Model, core and EAE, devices and tapes become those of the image; only limits stay.
    pub fn restore(&mut self, image: &str) -> Result<(), ImageError> {
        let mut lines = Lines { lines: image.lines().map(str::trim_end).collect(), read: 0 };
        match lines.lines.first() {
            Some(&TITLE) => lines.read = 1,
            Some(&OLD_TITLE) => return Err(ImageError::Old),
            _ => return Err(ImageError::NoImage),
        }
        let restored = lines.station(self)?;
        let own = restored.core_image();
        let mut own = own.lines();
        for (line, &found) in (1..).zip(&lines.lines) {
            if own.next() != Some(found) {
                return Err(ImageError::Line { line, reason: "the machine would not write it so".to_owned() });
            }
        }
        *self = restored;
        Ok(())
    }
}

fn write_unit(image: &mut String, name: &str, unit: &impl Serialize) {
    let unit = serde_json::to_string(unit).expect("registers and texts");
    let _ = writeln!(image, "{name} {unit}");
}

/// An image, and how far it is read.
struct Lines<'a> {
    lines: Vec<&'a str>,
    read: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a str, ImageError> {
        let line = self.lines.get(self.read).ok_or(ImageError::Cut(self.lines.len()))?;
        self.read += 1;
        Ok(line)
    }

    /// What is wrong with the line read last; a last line that is broken has been cut.
    fn wrong(&self, reason: impl ToString) -> ImageError {
        if self.read == self.lines.len() {
            return ImageError::Cut(self.read);
        }
        ImageError::Line { line: self.read, reason: reason.to_string() }
    }

    /// A unit from its line, when `check` has nothing against it.
    fn unit<T: DeserializeOwned, U>(
        &mut self,
        name: &str,
        check: impl FnOnce(T) -> Result<U, String>,
    ) -> Result<U, ImageError> {
        let line = self.next()?;
        let unit = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        let unit = unit.ok_or_else(|| self.wrong(format!("'{name}' belongs here")))?;
        let unit = serde_json::from_str(unit).map_err(|error| self.wrong(error))?;
        check(unit).map_err(|reason| self.wrong(reason))
    }

    /// All of it; the limits are those of `before`.
    fn station(&mut self, before: &Station) -> Result<Station, ImageError> {
        let mut machine = self.unit("processor", Machine::rebuilt)?;
        let (now, masks) = (machine.elapsed.time, machine.config().model == Model::E);
        let mut io_bus = IoBus::new(before.io_bus.teletype.speed());
        io_bus.teletype = self.unit("teletype", possible(|unit: &Teletype| unit.is_possible(now, masks)))?;
        io_bus.fast_reader =
            self.unit("fast-reader", possible(|unit: &HighSpeedReader| unit.is_possible(now, masks)))?;
        io_bus.fast_punch = self.unit("fast-punch", possible(|unit: &HighSpeedPunch| unit.is_possible(now, masks)))?;
        io_bus.clock = self.unit("clock", possible(|unit: &LineClock| unit.is_possible(now)))?;
        let keys: Keys = self.unit("keys", possible(|keys: &Keys| keys.keyboard_polls <= MAX_COUNT))?;
        io_bus.keyboard_polls = keys.keyboard_polls;
        io_bus.update_lines();
        self.core(&mut machine)?;
        Ok(Station {
            watch: Watch::new(&machine, &io_bus),
            machine,
            io_bus,
            limits: before.limits,
            pressed: keys.pressed.into(),
            engine: Engine::default(),
            idle: None,
            interrupts: keys.interrupts,
        })
    }

    /// Core, to the line `end`.
    fn core(&mut self, machine: &mut Machine) -> Result<(), ImageError> {
        loop {
            let line = self.next()?;
            if line.starts_with("end ") {
                return Ok(());
            }
            let (at, words) = line.split_once(": ").ok_or_else(|| self.wrong("words of core belong here"))?;
            let at: Address = at.parse().map_err(|error| self.wrong(error))?;
            for (address, word) in (at.bits()..).zip(words.split(' ')) {
                let word = word.parse().map_err(|error| self.wrong(error))?;
                if address > 0o77777 || !machine.memory.put_back(Address::new(address), word) {
                    return Err(self.wrong(format!("there is no core at {address:05o}")));
                }
            }
        }
    }
}

/// The unit itself, when it can be as it is.
fn possible<T>(check: impl FnOnce(&T) -> bool) -> impl FnOnce(T) -> Result<T, String> {
    |unit| if check(&unit) { Ok(unit) } else { Err("this machine's cannot stand so".to_owned()) }
}
