//! DECtape on the TD8-E: the program combines the lines of the tape into words and blocks.

mod lines;
mod moments;
mod motion;

use pdp8::instruction::Model;
use pdp8::pal::{Options, Source, assemble};
use pdp8::station::Station;
use pdp8::tape::bin;

use super::{check_programs, core, go_on, halted, machine, run};

const BLOCK: usize = 129;
const BLOCKS: usize = 1474;

/// Returns the value that the tests store in word number `at` of a block.
fn tape_word(block: usize, at: usize) -> u16 {
    ((11 * block + 65 * at) & 0o7777) as u16
}

/// Returns a tape whose words have the values of [`tape_word`].
fn tape() -> Vec<u8> {
    let words = (0..BLOCKS).flat_map(|block| (0..BLOCK).map(move |at| tape_word(block, at)));
    words.flat_map(u16::to_le_bytes).collect()
}

/// Returns a word as the head reads it when the tape moves opposite to the direction in which the word was written.
fn obverse(word: u16) -> u16 {
    let digit = |nth: u16| word >> (3 * nth) & 7;
    (0..4).fold(0, |turned, nth| turned << 3 | digit(nth)) ^ 0o7777
}

fn put(station: &mut Station, unit: &str, file: &[u8], read_only: bool) {
    let id = station.io_bus_mut().unit_for(unit).expect("it can be plugged in");
    station.attach(id, unit, file.to_vec(), read_only).expect("it fits");
}

fn state(station: &Station, name: &str) -> String {
    station.io_bus().show().into_iter().find(|row| row.name == name).expect("it is there").state
}

/// Returns a machine with the PAL program `main` in core and the tape `file` in td0. `main` can call these subroutines:
///
/// - COMMAND gives the control a command: the argument plus the word at 30, in which 4000 selects drive 1.
/// - MARK waits for a mark, and NUMBER waits for a block number.
/// - FIND runs the tape back to its front end, and then forward to the number of a block.
/// - TAKE reads the 201 words and the checksum of the block that FIND has found, and stores them at 1000 and above.
/// - PUT writes the 201 words at 1000 and above into the block that FIND has found.
fn program(main: &str, file: &[u8], read_only: bool) -> Station {
    let source = format!(
        "SDSS=6771\nSDST=6772\nSDSQ=6773\nSDLC=6774\nSDLD=6775\nSDRC=6776\nSDRD=6777\n*200\n{main}\nPAGE
         *400\nCOMMAND, 0\nCLA\nTAD I COMMAND\nISZ COMMAND\nTAD 30\nSDLC\nJMP I COMMAND
         MARK, 0\nCLA\nTAD I MARK\nISZ MARK\nCIA\nDCA WANTED
         AGAIN, SDSS\nJMP .-1\nSDRC\nAND (77)\nTAD WANTED\nSZA CLA\nJMP AGAIN\nJMP I MARK\nWANTED, 0
         NUMBER, 0\nJMS MARK\n26\nSDRD\nJMP I NUMBER
         FIND, 0\nJMS COMMAND\n3000\nJMS MARK\n22\nJMS COMMAND\n1000
         NEXT, JMS NUMBER\nCIA\nTAD I FIND\nSZA CLA\nJMP NEXT\nISZ FIND\nJMP I FIND
         SKIM, 0\nCLA\nTAD (777)\nDCA 10\nJMS MARK\n32\nSDSQ\nJMP .-1\nSDRD\nSDSQ\nJMP .-1\nSDRD\nJMP I SKIM
         TAKE, 0\nCLA\nTAD (-202)\nDCA COUNT\nJMS SKIM\nSDSQ\nJMP .-1\nSDRD
         TAKEN, SDSQ\nJMP .-1\nSDRD\nDCA I 10\nISZ COUNT\nJMP TAKEN\nJMP I TAKE
         PUT, 0\nCLA\nTAD (-201)\nDCA COUNT\nJMS SKIM\nCLA\nTAD I PUT\nISZ PUT\nTAD 30\nSDSQ\nJMP .-1\nSDLC
         WORD, TAD I 10\nSDLD\nCLA\nSDSQ\nJMP .-1\nISZ COUNT\nJMP WORD\nJMS COMMAND\n1000\nJMP I PUT
         COUNT, 0\nPAGE\n$"
    );
    let assembly = assemble(&[Source::new("test", source)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    let mut station = machine(Model::E, 1, "0: 0");
    station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
    put(&mut station, "td0", file, read_only);
    station
}

/// Runs the PAL program `main` with the tape `file` in td0, and returns the machine after the run.
fn ran(main: &str, file: &[u8], read_only: bool) -> Station {
    let mut station = program(main, file, read_only);
    run(&mut station, 0o200);
    station
}

#[test]
fn programs_see_a_td8e() {
    for model in [Model::E, Model::I] {
        check_programs(include_str!("programs/td8e.txt"), |title, words| {
            let mut station = machine(model, 1, words);
            put(&mut station, "td0", &tape(), title.contains("read-only"));
            station
        });
    }
}
