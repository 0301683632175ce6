//! Fuzzes core images that are restored into a machine, and runs that are divided into budgets.
//!
//! - a broken image changes nothing; the image that a restored machine writes can be restored and
//!   written again unchanged
//! - a machine that is restored from an edited image is always in a possible state
//! - a run cut into small budgets equals the run in one piece
//!
//! The first byte of the input chooses the kind of image. If the byte is odd, the image is the title of a core image,
//! followed by any text. If the byte is even, the image is that of a running machine, with some scalars edited.

#![no_main]

use std::sync::LazyLock;

use focal8::machine::{Config, StopReason};
use focal8::performer::Performer;
use focal8::station::Station;
use focal8::teletype::Speed;
use focal8::word::{Address, Word};
use libfuzzer_sys::fuzz_target;

/// The number of cycles of the run.
const CYCLES: u64 = 10_000;

/// The core image of a running machine, to which a key is being sent. The machine's program is KSF; JMP .-1; KRB; TLS;
/// TSF; JMP .-1; JMP 200.
static AT_WORK: LazyLock<String> = LazyLock::new(|| {
    let mut station = Station::new(Config { fields: 2, eae: true, ..Config::default() }, Speed::Fast);
    for (at, bits) in (0o200..).zip([0o6031, 0o5200, 0o6036, 0o6046, 0o6041, 0o5204, 0o5200]) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    station.mount(b"TAPE".to_vec());
    station.mount_high_speed(b"TAPE".to_vec());
    station.start(Address::new(0o200));
    station.press(b'A');
    station.press(b'B');
    station.run(250);
    // The checksum would reject every edit.
    station.core_image().split_inclusive('\n').filter(|line| !line.starts_with("checksum ")).collect()
});

fuzz_target!(|input: &[u8]| {
    let Some((&first, rest)) = input.split_first() else { return };
    // The title is added here, so that the fuzzer need not find it.
    let image = match first % 2 {
        0 => edited(rest),
        _ => format!("focal8 core image, version 2\n{}", String::from_utf8_lossy(rest)),
    };
    let mut station = Station::new(Config::default(), Speed::Fast);
    let before = station.core_image();
    if station.restore(&image).is_err() {
        assert_eq!(station.core_image(), before);
        return;
    }
    let saved = station.core_image();
    let mut again = Station::new(Config::default(), Speed::Fast);
    again.restore(&saved).expect("our own image is whole");
    assert_eq!(again.core_image(), saved);
    let machine = station.machine();
    assert_eq!(machine.invalid_register(), None);
    assert!(machine.elapsed.instructions <= machine.elapsed.cycles);
    run_cut_and_uncut(station, u64::from(first) + 1);
});

/// Returns an edited image of a running machine. In each line of `edits`, the first two bytes are the number of a
/// scalar in the image, and the rest is the text that replaces the scalar.
fn edited(edits: &[u8]) -> String {
    let mut pieces: Vec<String> =
        AT_WORK.split_inclusive([':', ',', '[', ']', '{', '}', '\n', ' ']).map(str::to_owned).collect();
    for edit in edits.split(|&byte| byte == b'\n') {
        let [low, high, text @ ..] = edit else { continue };
        let position = usize::from(u16::from_le_bytes([*low, *high])) % pieces.len();
        let delimiter = pieces[position].pop().map(String::from).unwrap_or_default();
        pieces[position] = String::from_utf8_lossy(text).into_owned() + &delimiter;
    }
    pieces.concat()
}

fn run_cut_and_uncut(mut whole: Station, cut: u64) {
    let mut pieces = whole.clone();
    whole.press(b'A');
    pieces.press(b'A');
    let reason = whole.run(CYCLES);
    let end = pieces.machine().elapsed.cycles + CYCLES;
    let last = loop {
        // A budget never goes beyond the end of the whole run, so both runs end at the same cycle.
        let left = end.saturating_sub(pieces.machine().elapsed.cycles);
        let reason = pieces.run(left.min(cut));
        if reason != StopReason::Budget || pieces.machine().elapsed.cycles >= end {
            break reason;
        }
    };
    if reason == StopReason::Budget || reason == StopReason::Halt {
        assert_eq!(last, reason);
        assert!(whole.machine() == pieces.machine(), "a cut run differs");
    }
    assert_eq!(whole.take_printed(), pieces.take_printed());
}
