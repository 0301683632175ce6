//! The machine with a device of one's own: a row of twelve lamps on device code 40, which nobody at DEC ever sold.
//!
//! `6401` skips when the lamps have settled, `6404` shows the AC on them; settling takes a millisecond, and then
//! the lamps request an interrupt. The program lets a light run to the left. `cargo run --example own_device`

use focal8::machine::{Bus, Config, Iot, Limits, Lines, Machine, Time};
use focal8::word::{Address, Word};

/// The lamps, and every pattern they have shown.
struct Lamps {
    shown: Vec<Word>,
    settled: bool,
    settling: Time,
}

impl Bus for Lamps {
    fn iot(&mut self, iot: Iot, lines: &mut Lines) {
        if iot.device != 0o40 {
            return;
        }
        if iot.iop1() {
            lines.skip_if(self.settled);
        }
        if iot.iop4() {
            self.shown.push(lines.ac);
            self.settled = false;
            self.settling = iot.now + Time::milliseconds(1);
        }
    }

    fn interrupt_request(&self) -> bool {
        self.settled
    }

    fn next_event(&self) -> Time {
        self.settling
    }

    fn advance(&mut self, _: Time) {
        self.settled = true;
        self.settling = Time::NEVER;
    }

    fn clear(&mut self, _: Time) {
        self.settled = false;
        self.settling = Time::NEVER;
    }
}

fn main() {
    let mut lamps = Lamps { shown: Vec::new(), settled: false, settling: Time::NEVER };
    let mut machine = Machine::new(Config::default());
    // CLA CLL IAC; 6404; 6401; JMP .-1; RAL; SZL; HLT; JMP 201
    let program = [0o7301, 0o6404, 0o6401, 0o5202, 0o7004, 0o7430, 0o7402, 0o5201];
    for (at, bits) in (0o200..).zip(program) {
        machine.memory.write(Address::new(at), Word::new(bits));
    }
    machine.start_at(Address::new(0o200), &mut lamps);
    let stop = machine.run(&mut lamps, Limits::NONE);
    for pattern in &lamps.shown {
        let row: String = (0..12).map(|n| if pattern.bit(n) { '●' } else { '○' }).collect();
        println!("{row}");
    }
    println!("{stop:?} after {} µs", machine.elapsed.time);
}
