//! Core images: the whole machine as text, with its devices and their unfinished operations.
//!
//! ```text
//! focal8 core image, version 2
//! processor {"elapsed":{"cycles":8,...},"memory":{...},"sr":"0000","ac":"0005",...}
//! teletype {"keyboard":{"buffer":"301","flag":true,"arriving":null},...}
//! fast-reader {...}
//! fast-punch {...}
//! clock {...}
//! rk8e {...}
//! volumes {"rk0":"pack.rk05"}
//! keys {...}
//! paper "\r\n  C   C   C   C\r\n..."
//! 00200: 7300 1277 ...
//! checksum 3f0a92c1
//! end 37
//! ```
//!
//! An image has a line for the processor and for each device (see [`Device::record`]). The line `volumes` has the names
//! of the files of the discs and tapes in drives. The line `keys` has the keys that wait until the Teletype can send
//! them. The line `paper` has the last lines of the paper that [`Station::take_frames`] has returned. The lines
//! `volumes` and `paper` are missing if they would be empty. The next lines are core, eight words in each line, without
//! lines that are all zeros. The last two lines are a checksum of all lines before the checksum, and the number of
//! lines of core.
//!
//! Octal numbers are in quotes, except in core; times are in nanoseconds; `null` means that no event is scheduled.
//! Apart from the checksum, a text is an image only if the machine that it describes would write exactly the same text,
//! so no line can be missing, duplicated, or superfluous. The checksum may be missing, as it is in older images. So to
//! edit an image, remove its checksum.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::devices;
use crate::machine::device::{RestoreContext, from_record, to_record};
use crate::machine::{Device, Machine};
use crate::quote::quote;
use crate::teletype::Tail;
use crate::word::{Address, Word, octal};

use super::input_event::InputEvent;
use super::{Engine, IoBus, Station, TypeAhead, UnitId};

/// The first line of a core image.
const TITLE: &str = "focal8 core image, version 2";
/// The first line of a core image of version 1.
const OLD_TITLE: &str = "focal8 core image";
/// The beginning of the line that has the checksum.
const CHECKSUM: &str = "checksum ";
/// The number of words of core in a line.
const LINE: u16 = 8;

/// The reason why a text is not a core image. The machine is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// The text is not a core image of any version.
    #[error("this is not a core image: its first line is not '{TITLE}'")]
    NoImage,
    /// The image is of version 1, which can no longer be read.
    #[error("this core image was made by an older focal8, and cannot be read any more")]
    Old,
    /// The checksum is wrong.
    #[error(
        "line {0} of the core image: the checksum is not that of the lines before it: one of them has been changed"
    )]
    Checksum(usize),
    /// The end of the image is missing.
    #[error("the core image is cut short: after line {0} comes no line 'end'")]
    Cut(usize),
    /// A line is wrong.
    #[error("line {line} of the core image: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// A description of the error in the line.
        reason: String,
    },
}

/// The line `keys` of a core image: the waiting keys, and the rest of the station's state that is not in the machine or
/// its devices.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    #[serde(with = "octal::frames")]
    pressed: Vec<u8>,
    #[serde(rename = "looks")]
    keyboard_polls: u64,
    interrupts: bool,
}

/// Whether a file begins like a core image of any version.
pub fn is_core_image(file: &[u8]) -> bool {
    file.starts_with(OLD_TITLE.as_bytes())
}

impl Station {
    /// Returns the core image of the machine.
    pub fn core_image(&self) -> String {
        let Station { machine, io_bus, .. } = self;
        let pressed = self.pressed.iter().copied().collect();
        let keys = Keys { pressed, keyboard_polls: io_bus.keyboard_polls, interrupts: self.interrupts };
        let mut image = format!("{TITLE}\n");
        let _ = writeln!(image, "processor {}", machine.record());
        for device in io_bus.devices() {
            let _ = writeln!(image, "{} {}", device.name(), device.record());
        }
        let volumes = volumes(io_bus);
        if !volumes.is_empty() {
            let _ = writeln!(image, "volumes {}", to_record(&volumes));
        }
        let _ = writeln!(image, "keys {}", to_record(&keys));
        if *self.tail() != Tail::default() {
            let _ = writeln!(image, "paper {}", to_record(&self.tail().text()));
        }
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
        let _ = write!(image, "{CHECKSUM}{:08x}\nend {rows}\n", checksum(&image));
        image
    }

    /// Puts the machine into the state of an image. If the image is wrong, nothing is changed.
    ///
    /// The model, core, EAE, devices and paper tapes become the same as in the image. The limits set by
    /// [`Station::limit`] do not change. The image contains the names of disc and DECtape files, but not their words.
    /// Afterwards the caller must read these files, and pass the bytes of each file to
    /// [`Volume::fill`](crate::machine::Volume::fill). [`IoBus::file`] returns the name of the file of a unit, and
    /// [`IoBus::volume_mut`] returns the disc or DECtape in the unit.
    ///
    /// # Errors
    ///
    /// When the image is wrong.
    pub fn restore(&mut self, image: &str) -> Result<(), ImageError> {
        self.sync();
        let (cycle, time) = (self.machine.elapsed.cycles, self.machine.elapsed.time);
        // Characters that `take_frames` has not returned yet are kept: a replay of the session prints them too.
        let printed = self.timeline.is_some().then(|| self.io_bus.teletype().printer.printed().to_vec());
        self.take_image(image)?;
        if let Some(printed) = printed {
            self.io_bus.teletype_mut().printer.put_before(printed);
        }
        self.note(cycle, time, InputEvent::Restore(image.to_owned()));
        Ok(())
    }

    /// Puts the machine into the state of an image as [`Station::restore`] does, without recording an input event.
    pub(super) fn take_image(&mut self, image: &str) -> Result<(), ImageError> {
        let mut lines = Lines { lines: image.lines().map(str::trim_end).collect(), read: 0 };
        match lines.lines.first() {
            Some(&TITLE) => lines.read = 1,
            Some(&OLD_TITLE) => return Err(ImageError::Old),
            _ => return Err(ImageError::NoImage),
        }
        let restored = lines.station(self)?;
        let own = restored.core_image();
        let is_checked = lines.lines.iter().any(|line| line.starts_with(CHECKSUM));
        let mut own = own.lines().filter(|line| is_checked || !line.starts_with(CHECKSUM));
        for (line, &found) in (1..).zip(&lines.lines) {
            let expected = own.next();
            if expected != Some(found) {
                if [Some(found), expected].iter().flatten().all(|line| line.starts_with(CHECKSUM)) {
                    return Err(ImageError::Checksum(line));
                }
                return Err(ImageError::Line { line, reason: "not as this machine would write it".to_owned() });
            }
        }
        let Station { machine, io_bus, pressed, interrupts, tail, .. } = restored;
        (self.machine, self.io_bus, self.pressed) = (machine, io_bus, pressed);
        self.shelf.clear();
        (self.interrupts, self.tail) = (interrupts, tail);
        (self.type_ahead, self.engine) = (TypeAhead::default(), Engine::default());
        self.invalidate();
        Ok(())
    }
}

/// Returns the checksum of a text: FNV-1a.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The lines of an image, and the number of lines that have been read.
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

    /// Returns the error for the line that was read last. If this is the last line of the text, returns
    /// [`ImageError::Cut`].
    fn wrong(&self, reason: impl ToString) -> ImageError {
        if self.read == self.lines.len() {
            return ImageError::Cut(self.read);
        }
        ImageError::Line { line: self.read, reason: reason.to_string() }
    }

    /// Reads the next line, which must begin with `name`, and returns the rest of the line.
    fn record(&mut self, name: &str) -> Result<&'a str, ImageError> {
        let line = self.next()?;
        let record = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        record.ok_or_else(|| self.wrong(format!("'{name}' is expected here")))
    }

    /// Reads a whole station. Devices that are not in the catalog are copied from `before`.
    fn station(&mut self, before: &Station) -> Result<Station, ImageError> {
        let mut machine = Machine::from_record(self.record("processor")?).map_err(|reason| self.wrong(reason))?;
        let at = RestoreContext { now: machine.elapsed.time, model: machine.config().model };
        let mut io_bus = IoBus::new(before.io_bus.teletype().speed());
        let standard: Vec<String> = io_bus.devices().map(|device| device.name().to_owned()).collect();
        for name in standard {
            let record = self.record(&name)?;
            io_bus.restore_device(&name, record, at).map_err(|reason| self.wrong(reason))?;
        }
        let is_device = |name| !["volumes", "keys"].contains(&name);
        while let Some((name, record)) = self.peek().split_once(' ').filter(|&(name, _)| is_device(name)) {
            self.next()?;
            let mut device = other_device(name, before).ok_or_else(|| self.wrong("'keys' is expected here"))?;
            device.restore(record, at).map_err(|reason| self.wrong(reason))?;
            io_bus.plug(device).map_err(|reason| self.wrong(reason))?;
        }
        self.volumes(&mut io_bus)?;
        let keys: Keys = from_record(self.record("keys")?).map_err(|reason| self.wrong(reason))?;
        if keys.keyboard_polls > machine.elapsed.instructions {
            return Err(self.wrong("invalid count of 'looks'"));
        }
        let tail = self.tail()?;
        io_bus.keyboard_polls = keys.keyboard_polls;
        io_bus.update_lines();
        self.core(&mut machine)?;
        let fresh = Station::new(machine.config(), io_bus.teletype().speed());
        let (pressed, interrupts) = (keys.pressed.into(), keys.interrupts);
        Ok(Station { machine, io_bus, pressed, interrupts, tail, ..fresh })
    }

    /// Reads the names of the files in the drives.
    fn volumes(&mut self, io_bus: &mut IoBus) -> Result<(), ImageError> {
        if self.peek().starts_with("volumes ") {
            let named: BTreeMap<String, String> =
                from_record(self.record("volumes")?).map_err(|reason| self.wrong(reason))?;
            for (unit, file) in named {
                let id = io_bus.find_unit(&unit).filter(|&id| io_bus.volume(id).is_some());
                let id = id.ok_or_else(|| self.wrong(format!("there is nothing in '{}'", quote(&unit))))?;
                io_bus.name_file(id, file);
            }
        }
        let nameless = |&id: &UnitId| io_bus.volume(id).is_some() && io_bus.file(id).is_none();
        match io_bus.unit_ids().into_iter().find(nameless) {
            Some(id) => Err(self.wrong(format!("the file in '{}' is not named", io_bus.unit(id).name))),
            None => Ok(()),
        }
    }

    /// Reads the last lines of the printed output, which older images do not have.
    fn tail(&mut self) -> Result<Tail, ImageError> {
        if !self.peek().starts_with("paper ") {
            return Ok(Tail::default());
        }
        let text: String = from_record(self.record("paper")?).map_err(|reason| self.wrong(reason))?;
        let tail = Tail::kept(&text).filter(|tail| *tail != Tail::default());
        tail.ok_or_else(|| self.wrong("no paper ends like this"))
    }

    /// Returns the next line without advancing, or an empty line at the end.
    fn peek(&self) -> &'a str {
        self.lines.get(self.read).copied().unwrap_or_default()
    }

    /// Reads core, up to the line `end`.
    fn core(&mut self, machine: &mut Machine) -> Result<(), ImageError> {
        loop {
            let line = self.next()?;
            if line.starts_with("end ") {
                return Ok(());
            }
            if line.starts_with(CHECKSUM) {
                continue;
            }
            let (at, words) = line.split_once(": ").ok_or_else(|| self.wrong("words of core are expected here"))?;
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

/// Returns the name of the file in each drive, by the name of the drive's unit.
fn volumes(io_bus: &IoBus) -> BTreeMap<&'static str, &str> {
    let ids = io_bus.unit_ids().into_iter().filter(|&id| io_bus.volume(id).is_some());
    ids.map(|id| (io_bus.unit(id).name, io_bus.file(id).unwrap_or_default())).collect()
}

/// Makes a device that is not standard, from the catalog. If the catalog has no device of this name, copies the device
/// of this name in `before`.
fn other_device(name: &str, before: &Station) -> Option<Box<dyn Device>> {
    let own = || before.io_bus.devices().find(|device| device.name() == name).map(|device| device.clone_device());
    devices::other_device(name).or_else(own)
}
