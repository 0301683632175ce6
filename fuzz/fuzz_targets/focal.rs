//! Fuzzes native FOCAL: any typed keys, and any tape in the reader.
//!
//! - after any keys, FOCAL is running, waits for a key, or waits for the analog-to-digital converter, which does not
//!   exist
//! - the results do not depend on the budgets into which a run is divided
//! - the output of a command is bounded, and FOCAL never uses more than its few thousand words of memory

#![no_main]

use focal8::focal::limits::Functions;
use focal8::focal::{Config, Focal};
use focal8::performer::{Performer, Status};
use libfuzzer_sys::fuzz_target;

/// The budget of one input. Each call of [`run_until_waiting`] takes at most 10 from it.
const BUDGET: u64 = 2_000;
/// The maximum number of characters that one command prints. WRITE ALL prints the most, if the program's text fills a
/// whole field of core.
const PRINTED: u64 = 32_768;

fuzz_target!(|input: &[u8]| {
    let Some((&kind, typed)) = input.split_first() else { return };
    let functions = [Functions::All, Functions::Trigonometric, Functions::None][usize::from(kind) % 3];
    let config = match kind >> 2 & 3 {
        0 => Config::original(functions),
        1 => Config::ours(functions),
        _ => Config::ours_of_two_fields(functions),
    };
    // The bytes after a byte 377 are the tape for the command `*`.
    let (keys, reader) = match typed.iter().position(|&byte| byte == 0o377) {
        Some(at) => (&typed[..at], typed[at + 1..].to_vec()),
        None => (typed, Vec::new()),
    };
    let mut focal = Focal::new(Config { reader, ..config });
    let mut left = BUDGET;
    for &key in keys {
        // The bit determines whether each key is pressed only when FOCAL waits for a key.
        if kind & 0o20 == 0 && !run_until_waiting(&mut focal, &mut left) {
            break;
        }
        focal.press(if key == b'\n' { b'\r' } else { key });
    }
    run_until_waiting(&mut focal, &mut left);
    let words = focal.lines().map(|(_, contents)| contents.len()).sum::<usize>();
    assert!(words <= 3 * 4096 && focal.variables().count() <= 4096);
});

/// Runs `focal` until it waits for a key, but for at most 200 commands and keys (or `left`, if it is less than 200).
/// Checks that a copy of `focal`, run one command at a time, ends in the same state. Reduces `left` by at most 10.
/// Returns true if `focal` waits for a key and `left` is not yet 0.
fn run_until_waiting(focal: &mut Focal, left: &mut u64) -> bool {
    let mut cut = focal.clone();
    let budget = (*left).min(200);
    let status = focal.run(budget);
    for _ in 0..budget {
        if cut.run(1) == Status::Waiting {
            break;
        }
    }
    assert!(*focal == cut, "a cut run differs");
    assert!(focal.take_printed().len() as u64 <= PRINTED * (budget + 2));
    *left -= budget.min(10);
    status == Status::Waiting && *left > 0
}
