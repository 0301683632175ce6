//! Machines with discs and DECtapes, and contents of media in which every word is known. The tests of focal8 include
//! this file.

#![allow(dead_code)]

use pdp8::instruction::Model;
use pdp8::machine::{Config, StopReason};
use pdp8::station::Station;
use pdp8::teletype::Speed;
use pdp8::word::{Address, Word};

/// A machine with words in core, given as `200: 7300 6746; 214: 1000`.
pub fn machine(model: Model, fields: u8, core: &str) -> Station {
    let mut station = Station::new(Config { model, fields, ..Config::default() }, Speed::Fast);
    deposit(&mut station, core);
    station
}

pub fn deposit(station: &mut Station, core: &str) {
    for part in core.split(';') {
        let (at, words) = part.split_once(':').expect("an address");
        let at = u16::from_str_radix(at.trim(), 8).expect("octal");
        for (at, word) in (at..).zip(words.split_whitespace()) {
            station.deposit(Address::new(at), word.parse().expect("a word"));
        }
    }
}

/// Puts a medium of these bytes into a drive.
pub fn attach(station: &mut Station, unit: &str, file: &[u8]) {
    let id = station.io_bus_mut().unit_for(unit).expect("it can be plugged in");
    station.attach(id, unit, file.to_vec(), false).expect("it fits");
}

pub fn core(station: &Station, at: u16) -> u16 {
    station.machine().memory.read(Address::new(at)).bits()
}

/// The words on the medium in a drive.
pub fn image(station: &Station, unit: &str) -> Vec<u16> {
    let id = station.io_bus().find_unit(unit).expect("plugged in");
    let bytes = station.io_bus().volume(id).expect("there is one").image();
    bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// Runs from an address until the machine halts, on the translated engine and instruction by instruction. Both runs
/// must give the same result.
pub fn run(station: &mut Station, start: u16) {
    station.start(Address::new(start));
    go_on(station);
}

pub fn go_on(station: &mut Station) {
    let mut stepped = station.clone();
    assert_eq!(station.run(40_000_000), StopReason::Halt);
    while stepped.machine().running {
        assert!(stepped.machine().elapsed.cycles <= station.machine().elapsed.cycles, "it would not halt");
        stepped.step();
    }
    assert!(stepped.machine() == station.machine(), "the engines differ");
    assert!(stepped.io_bus() == station.io_bus(), "the devices differ");
}

/// The PC and the AC after the HLT.
pub fn halted(station: &Station) -> (u16, u16) {
    (station.machine().pc_address().bits(), station.machine().ac.bits())
}

pub fn word(bits: u16) -> Word {
    Word::new(bits)
}

/// A medium of `words` words. Each word depends on its number, so that neighbouring words and blocks differ.
pub fn counted(words: usize) -> Vec<u8> {
    (0..words).flat_map(|at| word_at(at).to_le_bytes()).collect()
}

pub fn word_at(at: usize) -> u16 {
    ((at * 5 + at / 256 * 3) & 0o7777) as u16
}

/// Runs each program of a text on a machine that `make` returns. The text is a file in the folder `programs`. For each
/// program, the text has the title, the words of the program, and the expected words at the halt: PC, AC, and some
/// words of core. In an expected word, an x stands for any digit.
pub fn check_programs(text: &str, mut make: impl FnMut(&str, &str) -> Station) {
    let octal = |text: &str| u16::from_str_radix(text, 8).expect("octal");
    let programs: Vec<&str> = text.split("\n\n").skip(1).collect();
    assert!(programs.len() > 5, "the programs are found");
    for program in programs {
        let [title, words, result] = program.trim().lines().collect::<Vec<_>>()[..] else { panic!("{program}") };
        let mut station = make(title, words);
        run(&mut station, 0o200);
        let mut expected = result.split(';').map(|pair| pair.trim().split_once(' ').expect("two words"));
        let (pc, ac) = expected.next().expect("the halt");
        let ended = halted(&station);
        assert!(is_word(ended.0, pc) && is_word(ended.1, ac), "{title}: {:04o} {:04o}", ended.0, ended.1);
        for (at, word) in expected {
            let found = core(&station, octal(at));
            assert!(is_word(found, word), "{title}: {found:04o} at {at}, expected {word}");
        }
    }
}

/// Whether a word has the octal digits of a text, in which an x is any digit.
fn is_word(word: u16, text: &str) -> bool {
    let digits = format!("{word:04o}");
    digits.len() == text.len()
        && digits.chars().zip(text.chars()).all(|(digit, wanted)| wanted == 'x' || digit == wanted)
}
