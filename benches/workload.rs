//! Runs one workload on one engine for a number of instructions and says what it did: `benches/compare-simh` times it.
//!
//! `workload ENGINE PROGRAM INSTRUCTIONS`, with ENGINE `cycle` or `fast`.

mod programs;

use focal8::machine::{Fast, Limits, NoDevices};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [engine, program, instructions] = arguments.as_slice() else {
        eprintln!("usage: workload cycle|fast loop|mixed INSTRUCTIONS");
        return;
    };
    let mut machine = programs::load(program);
    let limits = Limits { instructions: instructions.parse().expect("a number of instructions"), ..Limits::NONE };
    let stop = match engine.as_str() {
        "fast" => Fast::new().run(&mut machine, &mut NoDevices, limits),
        _ => machine.run(&mut NoDevices, limits),
    };
    let elapsed = machine.elapsed;
    println!("{stop:?} instructions={} cycles={} time_us={}", elapsed.instructions, elapsed.cycles, elapsed.time);
}
