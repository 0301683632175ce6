//! Runs the machine core alone, without devices: multiplies 6 by 3 by repeated addition, and traces each instruction.
//!
//! `cargo run --example machine_core`

use std::fmt::Write;

use focal8::machine::{Config, Machine, NoDevices, trace};
use focal8::word::{Address, Word};

/// CLA CLL; TAD 20; ISZ 21; JMP 201; DCA 22; HLT: adds the word at 20 again and again, while the word at 21 counts up
/// to 0.
const PROGRAM: [u16; 6] = [0o7300, 0o1020, 0o2021, 0o5201, 0o3022, 0o7402];

/// Runs the example; returns the text to print.
pub fn run() -> String {
    let mut machine = Machine::new(Config::default());
    for (at, bits) in (0o200..).zip(PROGRAM) {
        machine.memory.write(Address::new(at), Word::new(bits));
    }
    machine.memory.write(Address::new(0o20), Word::new(6));
    machine.memory.write(Address::new(0o21), Word::from_signed(-3));
    machine.start_at(Address::new(0o200), &mut NoDevices);
    let mut text = String::new();
    while machine.running {
        let _ = writeln!(text, "{}", trace(&machine));
        machine.step(&mut NoDevices);
    }
    let product = machine.memory.read(Address::new(0o22));
    let _ = writeln!(text, "{} in {} cycles, {} µs", product.signed(), machine.elapsed.cycles, machine.elapsed.time);
    text
}

fn main() {
    print!("{}", run());
}
