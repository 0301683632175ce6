//! DECtape on the TD8-E: the program makes blocks and words of the lines of the tape.

use pdp8::instruction::Model;

use super::{check_programs, machine};
use pdp8::station::Station;

const BLOCK: usize = 129;
const BLOCKS: usize = 1474;

/// Word `at` of a block of the tapes of these tests.
fn tape_word(block: usize, at: usize) -> u16 {
    ((11 * block + 65 * at) & 0o7777) as u16
}

/// A tape in which every word is known.
fn tape() -> Vec<u8> {
    let words = (0..BLOCKS).flat_map(|block| (0..BLOCK).map(move |at| tape_word(block, at)));
    words.flat_map(u16::to_le_bytes).collect()
}

fn put(station: &mut Station, unit: &str, file: &[u8], read_only: bool) {
    let id = station.io_bus_mut().unit_for(unit).expect("it can be plugged in");
    station.attach(id, unit, file.to_vec(), read_only).expect("it fits");
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
