//! A machine with a new device, an analog-to-digital converter with device code 40. A program in PAL averages eight
//! readings of the converter, and prints the average in octal.
//!
//! `6401` skips when a reading is ready. `6402` starts a conversion, which takes a millisecond. `6404` ORs the reading
//! into the AC. `cargo run -p pdp8 --example converter`

use pdp8::machine::device::{RestoreContext, RestoreError, Row, from_record, to_record};
use pdp8::machine::{Config, DataBreak, Device, Iot, IotReply, Time};
use pdp8::pal::{Options, Source, assemble};
use pdp8::performer::Performer;
use pdp8::station::Station;
use pdp8::teletype::Speed;

const PROGRAM: &str = "
ADSK=6401
ADST=6402
ADRB=6404

*200
GO,     CLA CLL
        TAD (-10
        DCA COUNT
        DCA SUM
NEXT,   ADST
        ADSK
        JMP .-1
        CLA
        ADRB
        TAD SUM
        DCA SUM
        ISZ COUNT
        JMP NEXT
        TAD SUM
        CLL RAR
        CLL RAR
        CLL RAR
        DCA SUM
        TAD (-4
        DCA COUNT
DIGIT,  TAD SUM
        RTL
        RTL
        AND (7
        TAD (\"0
        TLS
        TSF
        JMP .-1
        CLA
        TAD SUM
        CLL RAL
        CLL RAL
        CLL RAL
        DCA SUM
        ISZ COUNT
        JMP DIGIT
        HLT
COUNT,  0
SUM,    0
$
";

/// The converter: a ramp of voltages, one for each conversion.
#[derive(Clone, Debug, Default, PartialEq)]
struct Converter {
    /// The number of conversions that have begun.
    conversions: u16,
    /// Whether a reading is ready.
    ready: bool,
    /// The time at which the conversion in progress ends.
    due: Option<Time>,
}

impl Converter {
    const CONVERSION: Time = Time::milliseconds(1);

    /// Returns the last reading.
    fn reading(&self) -> u16 {
        0o0400 + 2 * self.conversions
    }
}

impl Device for Converter {
    fn name(&self) -> &str {
        "adc"
    }

    fn codes(&self) -> &[u8] {
        &[0o40]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        if iot.iop1() {
            reply.skip_if(self.ready);
        }
        if iot.iop2() {
            self.conversions += 1;
            self.ready = false;
            self.due = Some(iot.now + Converter::CONVERSION);
        }
        if iot.iop4() {
            reply.or_into_ac(self.reading());
        }
    }

    fn next_event(&self) -> Time {
        self.due.unwrap_or(Time::NEVER)
    }

    fn advance(&mut self, _: Time, _: &mut DataBreak<'_>) {
        (self.ready, self.due) = (true, None);
    }

    fn clear(&mut self, _: Time) {
        (self.ready, self.due) = (false, None);
    }

    fn show(&self) -> Vec<Row> {
        vec![Row::new("adc", self.codes(), format!("{} conversions", self.conversions))]
    }

    // Returns the state of the device for a core image.
    fn record(&self) -> String {
        to_record(&(self.conversions, self.ready, self.due))
    }

    fn restore(&mut self, record: &str, _: RestoreContext) -> Result<(), RestoreError> {
        (self.conversions, self.ready, self.due) = from_record(record)?;
        Ok(())
    }
}

/// Assembles the program, runs it to its HLT, and returns a line with the printed text, the number of conversions, the
/// stop reason, the PC and the number of cycles.
pub fn run() -> String {
    let assembly = assemble(&[Source::new("average.pal", PROGRAM)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);

    let mut station = Station::new(Config::default(), Speed::Real);
    station.io_bus_mut().plug(Box::new(Converter::default())).expect("no other device has code 40");
    for &(address, word) in &assembly.words {
        station.deposit(address, word);
    }
    station.start(assembly.address("GO").expect("the program has this label"));
    let reason = station.run(1_000_000);

    let paper = String::from_utf8(station.take_printed()).expect("octal digits");
    let converter = station.io_bus().device::<Converter>().expect("it was plugged in above");
    let machine = station.machine();
    format!(
        "printed {paper} after {} conversions; {reason:?} at {} after {} cycles\n",
        converter.conversions,
        machine.pc_address(),
        machine.elapsed.cycles
    )
}

fn main() {
    print!("{}", run());
}
