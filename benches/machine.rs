//! The speed of the machine's engines in instructions a second, for a tight loop, a mixed program and FOCAL.

fn main() {
    divan::main();
}

mod programs;

use divan::counter::ItemsCount;
use focal8::machine::{Limits, Machine, TranslatedEngine};
use focal8::station::IoBus;

/// The number of instructions in one sample.
const INSTRUCTIONS: u64 = 10_000_000;

const PROGRAMS: [&str; 3] = ["loop", "mixed", "focal"];

fn bench(bencher: divan::Bencher, program: &str, run: impl Fn(&mut Machine, &mut IoBus, Limits)) {
    let (machine, bus) = programs::load(program).expect("one of PROGRAMS");
    let limits = Limits { instructions: machine.elapsed.instructions + INSTRUCTIONS, ..Limits::NONE };
    bencher
        .counter(ItemsCount::new(INSTRUCTIONS))
        .with_inputs(|| (machine.clone(), bus.clone()))
        .bench_local_refs(|(machine, bus)| run(machine, bus, limits));
}

#[divan::bench(args = PROGRAMS, sample_count = 10)]
fn cycle_stepped(bencher: divan::Bencher, program: &str) {
    bench(bencher, program, |machine, bus, limits| {
        machine.run(bus, limits);
    });
}

#[divan::bench(args = PROGRAMS, sample_count = 10)]
fn translated(bencher: divan::Bencher, program: &str) {
    bench(bencher, program, |machine, bus, limits| {
        TranslatedEngine::new().run(machine, bus, limits);
    });
}
