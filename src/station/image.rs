//! Core images: the whole machine as text, for core kept its contents when the machine was switched off.
//!
//! ```text
//! focal8 core image
//! model 8i
//! core 4K
//! pc 00235
//! ac 0000
//! ...
//! 00000: 0000 5402 2603 0000 0000 0000 0000 0000
//! 00200: 7300 1277 ...
//! ```
//!
//! Registers first, a line each, then core in lines of eight words; lines of zeros are left out. All numbers are octal
//! but the size of core. Tapes are no part of the machine, and a clock keeps no time while it is off.

use std::fmt::Write;

use crate::instruction::Model;
use crate::machine::iot::{Iot, Lines};
use crate::machine::{Bus, Desc, Machine, MajorState, Time};
use crate::word::{Address, Word};

use super::Station;

/// The first line.
const TITLE: &str = "focal8 core image";
/// Words of a line.
const LINE: u16 = 8;

/// Why a text is no core image.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// Another kind of file.
    #[error("this is no core image: its first line is not '{TITLE}'")]
    NoImage,
    /// A line that says nothing we know.
    #[error("line {0} of the core image cannot be read")]
    Line(usize),
    /// Core that this machine has not.
    #[error("line {0} of the core image is for core that is not there")]
    NoCore(usize),
}

impl Station {
    /// The machine as text.
    pub fn core_image(&self) -> String {
        let machine = &self.machine;
        let Desc { model, fields, eae } = machine.desc();
        let mut image = format!("{TITLE}\nmodel {model}\ncore {}K\n", fields * 4);
        if eae {
            image += "eae\n";
        }
        for (name, bits, digits) in registers(machine) {
            let _ = writeln!(image, "{name} {bits:0digits$o}");
        }
        let teletype = &self.wiring.teletype;
        let _ = writeln!(image, "keyboard {:03o} {}", teletype.keyboard.buffer(), flag(teletype.keyboard.flag()));
        let _ = writeln!(image, "printer {}", flag(teletype.printer.flag() || teletype.printer.is_busy()));
        let words: Vec<Word> = machine.memory.words().collect();
        for (at, line) in (0..).step_by(usize::from(LINE)).zip(words.chunks(usize::from(LINE))) {
            if line.iter().any(|&word| word != Word::ZERO) {
                let _ = write!(image, "{}:", Address::new(at));
                line.iter().for_each(|word| {
                    let _ = write!(image, " {word}");
                });
                image.push('\n');
            }
        }
        image
    }

    /// Puts the machine into the state that an image tells of; changes nothing when the image is broken.
    ///
    /// Model, core and EAE become those of the image. Tapes stay where they are, time and counts begin anew.
    pub fn restore(&mut self, image: &str) -> Result<(), ImageError> {
        let mut lines = image.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        if lines.next().map(|(_, line)| line) != Some(TITLE) {
            return Err(ImageError::NoImage);
        }
        let mut restored = Restored::default();
        for (number, line) in lines {
            restored.read(line).map_err(|wrong| wrong.at(number))?;
        }
        let machine = restored.machine();
        restored.devices(self, &machine);
        self.machine = machine;
        self.stir();
        Ok(())
    }
}

fn flag(up: bool) -> &'static str {
    if up { "flag" } else { "-" }
}

/// What of the processor is kept, with its digits.
fn registers(machine: &Machine) -> [(&'static str, u16, usize); 17] {
    let extension = &machine.extension;
    [
        ("pc", machine.pc.bits(), 4),
        ("ac", machine.ac.bits(), 4),
        ("l", u16::from(machine.link), 1),
        ("mq", machine.mq.bits(), 4),
        ("sc", u16::from(machine.sc), 2),
        ("sr", machine.sr.bits(), 4),
        ("ma", machine.ma.bits(), 5),
        ("mb", machine.mb.bits(), 4),
        ("if", u16::from(extension.instruction_field), 1),
        ("ib", u16::from(extension.instruction_buffer), 1),
        ("df", u16::from(extension.data_field), 1),
        ("sf", u16::from(extension.save_field), 2),
        ("inhibit", u16::from(extension.inhibit), 1),
        ("ion", u16::from(machine.ion), 1),
        ("gt", u16::from(machine.gt), 1),
        ("modeb", u16::from(machine.mode_b), 1),
        ("run", u16::from(machine.running), 1),
    ]
}

/// What is wrong with a line.
enum Wrong {
    Line,
    NoCore,
}

impl Wrong {
    fn at(self, number: usize) -> ImageError {
        match self {
            Wrong::Line => ImageError::Line(number),
            Wrong::NoCore => ImageError::NoCore(number),
        }
    }
}

/// An image read so far.
#[derive(Default)]
struct Restored {
    desc: Desc,
    registers: Vec<(String, u16)>,
    words: Vec<(Address, Word)>,
    keyboard: (u8, bool),
    printer_flag: bool,
}

impl Restored {
    fn read(&mut self, line: &str) -> Result<(), Wrong> {
        if let Some((at, words)) = line.split_once(':') {
            return self.read_core(at, words);
        }
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        match name {
            "" => {}
            "eae" => self.desc.eae = true,
            "model" => self.desc.model = value.parse::<Model>().map_err(|_| Wrong::Line)?,
            "core" => {
                let size: u8 = value.strip_suffix('K').and_then(|size| size.parse().ok()).ok_or(Wrong::Line)?;
                if size == 0 || size > 32 || !size.is_multiple_of(4) {
                    return Err(Wrong::Line);
                }
                self.desc.fields = size / 4;
            }
            "keyboard" => {
                let (buffer, flag) = value.split_once(' ').ok_or(Wrong::Line)?;
                self.keyboard = (u8::from_str_radix(buffer, 8).map_err(|_| Wrong::Line)?, flag == "flag");
            }
            "printer" => self.printer_flag = value == "flag",
            _ => {
                let known = registers(&Machine::new(Desc::default())).into_iter().find(|&(known, ..)| known == name);
                let (_, _, digits) = known.ok_or(Wrong::Line)?;
                let bits = u16::from_str_radix(value, 8).map_err(|_| Wrong::Line)?;
                if u32::from(bits) >= 1 << (3 * digits) {
                    return Err(Wrong::Line);
                }
                self.registers.push((name.to_owned(), bits));
            }
        }
        Ok(())
    }

    fn read_core(&mut self, at: &str, words: &str) -> Result<(), Wrong> {
        let at: Address = at.parse().map_err(|_| Wrong::Line)?;
        for (address, word) in (at.bits()..).zip(words.split_whitespace()) {
            if usize::from(address) >= usize::from(self.desc.fields) * 0o10000 {
                return Err(Wrong::NoCore);
            }
            self.words.push((Address::new(address), word.parse().map_err(|_| Wrong::Line)?));
        }
        Ok(())
    }

    fn machine(&self) -> Machine {
        let mut machine = Machine::new(self.desc);
        self.words.iter().for_each(|&(address, word)| machine.memory.write(address, word));
        for (name, bits) in &self.registers {
            let (word, small, on) = (Word::new(*bits), (*bits & 0o77) as u8, *bits != 0);
            match name.as_str() {
                "pc" => machine.pc = word,
                "ac" => machine.ac = word,
                "l" => machine.link = on,
                "mq" => machine.mq = word,
                "sc" => machine.sc = small & 0o37,
                "sr" => machine.sr = word,
                "ma" => machine.ma = Address::new(*bits),
                "mb" => machine.mb = word,
                "if" => machine.extension.instruction_field = small & 7,
                "ib" => machine.extension.instruction_buffer = small & 7,
                "df" => machine.extension.data_field = small & 7,
                "sf" => machine.extension.save_field = small,
                "inhibit" => machine.extension.inhibit = on,
                "ion" => machine.ion = on,
                "gt" => machine.gt = on,
                "modeb" => machine.mode_b = on,
                "run" => machine.running = on,
                _ => {}
            }
        }
        machine.state = MajorState::Fetch;
        machine
    }

    /// The Teletype's flags and buffer, set by the means that the machine itself has.
    fn devices(&self, station: &mut Station, machine: &Machine) {
        let now = machine.elapsed.time;
        station.pressed.clear();
        station.wiring.clear(now);
        let teletype = &mut station.wiring.teletype;
        let (buffer, up) = self.keyboard;
        teletype.press(buffer, now);
        teletype.advance(now + teletype.speed().character());
        let mut code = |device, pulses| {
            let iot = Iot { device, pulses, model: Model::E, now: Time::ZERO };
            teletype.iot(iot, &mut Lines { ac: Word::ZERO, skip: false });
        };
        if !up {
            code(0o03, 0); // KCF
        }
        if self.printer_flag {
            code(0o04, 0); // TFL
        }
        station.wiring.settle();
    }
}
