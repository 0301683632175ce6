//! The machine with a device of one's own: a row of twelve lamps on device code 40, which nobody at DEC ever sold.
//!
//! `6401` skips when the lamps have settled, `6404` shows the AC on them; settling takes a millisecond, and then
//! the lamps request an interrupt. The program lets a light run to the left. `cargo run --example own_device`

use focal8::machine::device::{RestoreContext, RestoreError, Row, from_record, to_record};
use focal8::machine::{Config, DataBreak, Device, Iot, IotReply, Time};
use focal8::station::Station;
use focal8::teletype::Speed;
use focal8::word::{Address, Word};

/// The lamps, and every pattern they have shown.
#[derive(Clone, Debug, PartialEq)]
struct Lamps {
    shown: Vec<Word>,
    settled: bool,
    settling: Time,
}

impl Device for Lamps {
    fn name(&self) -> &str {
        "lamps"
    }

    fn codes(&self) -> &[u8] {
        &[0o40]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        if iot.iop1() {
            reply.skip_if(self.settled);
        }
        if iot.iop4() {
            self.shown.push(reply.ac);
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

    fn advance(&mut self, _: Time, _: &mut DataBreak<'_>) {
        self.settled = true;
        self.settling = Time::NEVER;
    }

    fn clear(&mut self, _: Time) {
        self.settled = false;
        self.settling = Time::NEVER;
    }

    fn show(&self) -> Vec<Row> {
        vec![Row::new("lamps", self.codes(), format!("{} patterns", self.shown.len()))]
    }

    // What `save` writes of it, and `restore` reads.
    fn record(&self) -> String {
        to_record(&(&self.shown, self.settled, self.settling))
    }

    fn restore(&mut self, record: &str, _: RestoreContext) -> Result<(), RestoreError> {
        (self.shown, self.settled, self.settling) = from_record(record)?;
        Ok(())
    }
}

fn main() {
    let mut station = Station::new(Config::default(), Speed::Fast);
    let lamps = Lamps { shown: Vec::new(), settled: false, settling: Time::NEVER };
    station.io_bus_mut().plug(Box::new(lamps)).expect("nobody else has code 40");
    // CLA CLL IAC; 6404; 6401; JMP .-1; RAL; SZL; HLT; JMP 201
    let program = [0o7301, 0o6404, 0o6401, 0o5202, 0o7004, 0o7430, 0o7402, 0o5201];
    for (at, bits) in (0o200..).zip(program) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    station.start(Address::new(0o200));
    let stop = station.run(1_000_000);
    let lamps = station.io_bus().device::<Lamps>().expect("we have just plugged them in");
    for pattern in &lamps.shown {
        let row: String = (0..12).map(|n| if pattern.bit(n) { '●' } else { '○' }).collect();
        println!("{row}");
    }
    println!("{stop:?} after {} µs", station.machine().elapsed.time);
}
