//! Fuzzes the loaders of paper tapes with any frames.
//!
//! - no tape makes a loader panic or hang; a program on a tape has no more words than the tape has pairs of frames
//! - a program that loads can be punched as BIN, and the punched tape loads to the same words; the same is true of RIM,
//!   if all words are in field 0 and the RIM tape is not by chance a BIN tape as well
//! - a station loads all of a tape or nothing
//! - a text can be punched on a tape, and the tape contains the same text

#![no_main]

use focal8::machine::Config;
use focal8::station::Station;
use focal8::tape::{Format, Tape, bin, rim, text};
use focal8::teletype::Speed;
use focal8::word::{Address, Word};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|frames: &[u8]| {
    let tape = Tape::new(frames);
    if let Ok(program) = tape.program() {
        let words: Vec<(Address, Word)> = program.words().collect();
        assert!(!words.is_empty() && words.len() <= frames.len() / 2);
        assert_eq!(read(&bin::punch(&words)), words);
        match rim::punch(&words) {
            // A RIM tape has no mark. So a RIM tape whose last word happens to be the checksum is also a BIN tape.
            Ok(tape) => assert!(read(&tape) == words || tape.program().is_ok_and(|read| read.format == Format::Bin)),
            Err(_) => assert!(words.iter().any(|(address, _)| address.field() > 0)),
        }
    }
    into_core(&tape);
    as_text(&tape);
});

fn read(tape: &Tape) -> Vec<(Address, Word)> {
    tape.program().expect("what we punch can be read").words().collect()
}

/// Checks that all words are in core, or that core is unchanged. If the tape has two words for an address, core must
/// contain the later word.
fn into_core(tape: &Tape) {
    let mut station = Station::new(Config::default(), Speed::Fast);
    let before = station.machine().memory.clone();
    match station.load(tape) {
        Ok(()) => {
            let mut expected = before;
            read(tape).into_iter().for_each(|(address, word)| expected.write(address, word));
            assert_eq!(station.machine().memory, expected);
        }
        Err(_) => assert_eq!(station.machine().memory, before),
    }
}

fn as_text(tape: &Tape) {
    let Ok(read) = text::read(tape) else { return };
    let punched = text::punch(&read, text::FOCAL_BLANKS).expect("what was read is in the code");
    let again = text::read(&punched).expect("what we punch can be read");
    assert_eq!(again.lines().collect::<Vec<_>>(), read.lines().collect::<Vec<_>>());
}
