//! Instructions a second of the machine's engines, on a tight loop and a mixed program.

fn main() {
    divan::main();
}

mod programs;

use divan::counter::ItemsCount;
use focal8::machine::{Limits, Machine, NoDevices};

/// Instructions in a sample.
const INSTRUCTIONS: u64 = 10_000_000;

const PROGRAMS: [&str; 2] = ["loop", "mixed"];

#[divan::bench(args = PROGRAMS, sample_count = 10)]
fn cycle_stepped(bencher: divan::Bencher, program: &str) {
    let machine = programs::load(program);
    bencher.counter(ItemsCount::new(INSTRUCTIONS)).with_inputs(|| machine.clone()).bench_local_values(|mut machine| {
        let limits = Limits { instructions: INSTRUCTIONS, ..Limits::NONE };
        machine.run(&mut NoDevices, limits);
        machine
    });
}

#[allow(dead_code)]
fn keep(_: Machine) {}
