//! The sound of a Teletype: `cargo bench --bench sound`.
//!
//! The benchmark counts characters as items. A Teletype prints ten characters a second.

use divan::Bencher;
use divan::counter::ItemsCount;
use focal8::paper::{sound, typed};

fn main() {
    divan::main();
}

/// Writes the sound of ten minutes of printing as a WAV file.
#[divan::bench]
fn ten_minutes(bencher: Bencher) {
    let line = b"THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG 01234567890\r\n";
    let paper: Vec<u8> = line.iter().copied().cycle().take(6000).collect();
    bencher.counter(ItemsCount::new(paper.len())).bench_local(|| {
        let wav = sound::wav(typed(&paper)).expect("ten minutes are less than an hour");
        wav.map(|piece| piece.len()).sum::<usize>()
    });
}
