//! Core images: any text, put back into a machine; and how a run is cut.
//!
//! - a broken image changes nothing; a whole one makes a machine whose image, put back, gives the same image
//! - the machine runs: a run cut into small budgets is the run in one piece

#![no_main]

use focal8::machine::Config;
use focal8::performer::Performer;
use focal8::station::Station;
use focal8::teletype::Speed;
use libfuzzer_sys::fuzz_target;

/// Cycles of the run.
const CYCLES: u64 = 10_000;

fuzz_target!(|input: &[u8]| {
    let Some((&cut, image)) = input.split_first() else { return };
    let mut station = Station::new(Config::default(), Speed::Fast);
    let before = station.core_image();
    // The title costs the fuzzer nothing.
    let image = format!("focal8 core image, version 2\n{}", String::from_utf8_lossy(image));
    if station.restore(&image).is_err() {
        assert_eq!(station.core_image(), before);
        return;
    }
    let saved = station.core_image();
    let mut again = Station::new(Config::default(), Speed::Fast);
    again.restore(&saved).expect("our own image is whole");
    assert_eq!(again.core_image(), saved);
    run_cut_and_uncut(station, u64::from(cut) + 1);
});

fn run_cut_and_uncut(mut whole: Station, cut: u64) {
    let mut pieces = whole.clone();
    whole.press(b'A');
    pieces.press(b'A');
    let standing = whole.run(CYCLES);
    let end = pieces.machine().elapsed.cycles + CYCLES;
    let last = loop {
        // Never beyond the end of the whole run, that is: to the same cycle.
        let left = end.saturating_sub(pieces.machine().elapsed.cycles);
        let standing = pieces.run(left.min(cut));
        if standing != StopReason::Budget || pieces.machine().elapsed.cycles >= end {
            break standing;
        }
    };
    if standing == StopReason::Budget || standing == StopReason::Halt {
        assert_eq!(last, standing);
        assert!(whole.machine() == pieces.machine(), "a cut run differs");
    }
    assert_eq!(whole.take_printed(), pieces.take_printed());
}
