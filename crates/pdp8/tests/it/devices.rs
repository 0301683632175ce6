//! The interface to devices: the behaviour of the bus and of both engines with any device.

mod records;

use pdp8::devices::{CATALOG, HighSpeedReader, LinePrinter};
use pdp8::instruction::Model;
use pdp8::machine::device::{RestoreContext, RestoreError, Row, from_record, to_record};
use pdp8::machine::{Config, DataBreak, Device, Iot, IotReply, Limits, StopReason, Time, TranslatedEngine};
use pdp8::station::{IoBus, Station};
use pdp8::teletype::{Speed, Teletype};
use pdp8::word::{Address, Word};

use crate::rig::{Requester, Rig};

/// A controller with data breaks and device code 51: `6511` skips when the transfer is done, `6516` clears the done
/// flag and starts a transfer.
///
/// The controller copies the words of its medium into core by three-cycle breaks, with the word count in 7750 and the
/// current address in 7751. It copies one word every 500 µs. This interval is longer than the time that the translated
/// engine looks ahead. With `at_once`, the controller copies all words when the first word is due.
#[derive(Clone, Debug, PartialEq)]
struct Controller {
    words: Vec<u16>,
    at_once: bool,
    word_time: Time,
    position: usize,
    due: Time,
    done: bool,
}

impl Controller {
    const WORD: Time = Time::microseconds(500);

    fn new(words: impl IntoIterator<Item = u16>, at_once: bool) -> Self {
        let words = words.into_iter().collect();
        Controller { words, at_once, word_time: Controller::WORD, position: 0, due: Time::NEVER, done: false }
    }

    /// Transfers one word; returns whether it was the last word of the transfer.
    fn transfer(&mut self, core: &mut DataBreak<'_>) -> bool {
        let count = core.increment(Address::new(0o7750));
        let address = core.increment(Address::new(0o7751));
        let word = self.words.get(self.position).copied().unwrap_or_default();
        self.position += 1;
        core.write(Address::in_field(0, address), Word::new(word));
        count == Word::ZERO
    }
}

impl Device for Controller {
    fn name(&self) -> &str {
        "controller"
    }

    fn codes(&self) -> &[u8] {
        &[0o51]
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        if iot.iop1() {
            reply.skip_if(self.done);
        }
        if iot.iop2() {
            self.done = false;
        }
        if iot.iop4() {
            (self.position, self.due) = (0, iot.now + self.word_time);
        }
    }

    fn interrupt_request(&self) -> bool {
        self.done
    }

    fn next_event(&self) -> Time {
        self.due
    }

    fn advance(&mut self, _: Time, core: &mut DataBreak<'_>) {
        loop {
            if self.transfer(core) {
                (self.due, self.done) = (Time::NEVER, true);
                return;
            }
            if !self.at_once {
                self.due = self.due + self.word_time;
                return;
            }
        }
    }

    fn clear(&mut self, _: Time) {
        (self.due, self.done) = (Time::NEVER, false);
    }

    fn show(&self) -> Vec<Row> {
        vec![Row::new("controller", self.codes(), format!("word {}", self.position))]
    }

    fn record(&self) -> String {
        to_record(&(self.position, self.due, self.done))
    }

    fn restore(&mut self, record: &str, _: RestoreContext) -> Result<(), RestoreError> {
        (self.position, self.due, self.done) = from_record(record)?;
        Ok(())
    }
}

/// A program that starts a transfer of `count` words to `to`, and counts in a loop until the transfer is done.
fn program(count: u16, to: u16) -> Vec<u16> {
    // TAD COUNT; DCA I (7750); TAD TO; DCA I (7751); 6516; ISZ N; 6511; JMP .-2; HLT
    let loop_at = 0o0205;
    vec![
        0o1220,
        0o3622,
        0o1221,
        0o3623,
        0o6516,
        0o2224,
        0o6511,
        0o5000 | 0o200 | (loop_at & 0o177),
        0o7402,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        count.wrapping_neg() & 0o7777,
        to.wrapping_sub(1) & 0o7777,
        0o7750,
        0o7751,
        0,
    ]
}

fn rig_with(controller: Controller, count: u16, to: u16) -> Rig {
    let mut rig = Rig::new(Config::default()).with(0o200, &program(count, to));
    rig.bus.plug(Box::new(controller)).expect("code 51 is free");
    rig
}

#[test]
fn a_three_cycle_break_steals_three_cycles_a_word() {
    let mut rig = rig_with(Controller::new([0o1111, 0o2222, 0o3333], false), 3, 0o1000);
    assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
    assert_eq!([0o777, 0o1000, 0o1001, 0o1002, 0o1003].map(|at| rig.core(at)), [0, 0o1111, 0o2222, 0o3333, 0]);
    assert_eq!((rig.core(0o7750), rig.core(0o7751)), (0, 0o1002));
    // The same program without the transfer shows that breaks stole all further cycles.
    let turns = u64::from(rig.core(0o224));
    let own = 2 + 3 + 2 + 3 + 1 + turns * (2 + 1 + 1) - 1 + 1;
    assert_eq!(rig.machine.elapsed.cycles, own + 9);
}

#[test]
fn both_engines_take_the_same_breaks() {
    for at_once in [false, true] {
        for (count, to) in [(1, 0o1000), (200, 0o1000), (64, 0o7000)] {
            let words = (0..count).map(|word| (word * 7) & 0o7777);
            let mut stepped = rig_with(Controller::new(words, at_once), count, to);
            let mut fast = stepped.clone();
            let mut engine = TranslatedEngine::new();
            for slice in 1.. {
                let limits = Limits { cycles: slice * 997, ..Limits::NONE };
                let stop = stepped.machine.run(&mut stepped.bus, limits);
                assert_eq!(engine.run(&mut fast.machine, &mut fast.bus, limits), stop);
                assert!(stepped == fast, "{count} words to {to:o}, at once: {at_once}");
                if stop == StopReason::Halt {
                    break;
                }
            }
            assert_eq!(stepped.core(to + count - 1), ((count - 1) * 7) & 0o7777);
        }
    }
}

#[test]
fn a_program_that_is_overwritten_by_breaks_is_decoded_anew() {
    // Twenty NOPs and a jump to 1001, which leads back; the transfer puts HLTs there, except for the jump back. It
    // comes at each of the 24 cycles of the loop in turn, so once just before a decoded stretch begins.
    for (at_once, later) in [false, true].into_iter().flat_map(|at_once| (0..24).map(move |later| (at_once, later))) {
        let word_time = Controller::WORD + Time::nanoseconds(1_500 * later);
        let mut words = [0o7402; 12];
        words[2] = 0o5421;
        let controller = Controller { word_time, ..Controller::new(words, at_once) };
        let mut stepped = rig_with(controller, 12, 0o1001);
        stepped.load(0o205, &[0o5226]);
        stepped.load(0o226, &[0o7000; 20]);
        stepped.load(0o252, &[0o5420]);
        stepped.load(0o1001, &[0o7000, 0o7000, 0o5421]);
        stepped.load(0o0020, &[0o1001, 0o0226]);
        let mut fast = stepped.clone();
        let limits = Limits { cycles: 10_000, ..Limits::NONE };
        assert_eq!(stepped.machine.run(&mut stepped.bus, limits), StopReason::Halt);
        assert_eq!(TranslatedEngine::new().run(&mut fast.machine, &mut fast.bus, limits), StopReason::Halt);
        assert!(stepped == fast, "at once: {at_once}, {later} cycles later");
    }
}

#[test]
fn how_a_run_is_cut_makes_no_difference_to_breaks() {
    let station = || {
        let mut station = Station::new(Config::default(), Speed::Fast);
        let words = (0..100).map(|word| word * 3);
        station.io_bus_mut().plug(Box::new(Controller::new(words, false))).expect("code 51 is free");
        for (at, bits) in (0o200..).zip(program(100, 0o1000)) {
            station.deposit(Address::new(at), Word::new(bits));
        }
        station.start(Address::new(0o200));
        station
    };
    let mut whole = station();
    assert_eq!(whole.run(1_000_000), StopReason::Halt);
    for budget in [1, 2, 3, 7, 100, 5_000] {
        let mut cut = station();
        while cut.run(budget) == StopReason::Budget {}
        assert!(cut.machine() == whole.machine(), "budgets of {budget}");
    }
}

/// CAF clears the flag of a tick even if the bus has not looked at the clock since the tick.
#[test]
fn caf_forgets_a_tick_that_nobody_has_seen() {
    for (first, skips) in [(0o6007, false), (0o7000, true)] {
        let mut rig = Rig::model(Model::E).with(0o200, &[first, 0o6133, 0o7402]);
        rig.machine.elapsed.time = Time::milliseconds(9);
        rig.steps(2);
        assert_eq!(rig.pc(), if skips { 0o203 } else { 0o202 });
    }
}

#[test]
fn caf_stops_the_fast_reader() {
    // RFC; then CAF, with the frame on its way or read; RSF, which would skip.
    for read_before in [false, true] {
        let mut rig = Rig::model(Model::E).with(0o200, &[0o6014, 0o6007, 0o6011, 0o7402]);
        rig.bus.device_mut::<HighSpeedReader>().expect("a standard device").mount(vec![0o123]);
        rig.step();
        if read_before {
            rig.advance(Time::milliseconds(100));
        }
        rig.step();
        rig.advance(Time::milliseconds(200));
        assert!(!rig.bus.device::<HighSpeedReader>().expect("a standard device").flag());
        rig.step();
        assert_eq!(rig.pc(), 0o203);
    }
}

/// A second Teletype, under another name.
#[derive(Clone, Debug, PartialEq)]
struct Line(Teletype);

impl Line {
    fn on(keyboard: u8, printer: u8) -> Self {
        Line(Teletype::default().with_codes(keyboard, printer))
    }
}

impl Device for Line {
    fn name(&self) -> &str {
        "line-1"
    }

    fn codes(&self) -> &[u8] {
        self.0.codes()
    }

    fn iot(&mut self, iot: Iot, reply: &mut IotReply) {
        self.0.iot(iot, reply);
    }

    fn interrupt_request(&self) -> bool {
        self.0.interrupt_request()
    }

    fn next_event(&self) -> Time {
        self.0.next_event()
    }

    fn advance(&mut self, now: Time, core: &mut DataBreak<'_>) {
        self.0.advance(now, core);
    }

    fn clear(&mut self, now: Time) {
        self.0.clear(now);
    }

    fn show(&self) -> Vec<Row> {
        self.0.show()
    }

    fn record(&self) -> String {
        self.0.record()
    }

    fn restore(&mut self, record: &str, at: RestoreContext) -> Result<(), RestoreError> {
        self.0.restore(record, at)
    }
}

#[test]
fn conflicts_of_device_codes_are_refused() {
    let mut bus = IoBus::new(Speed::Fast);
    let second_console = Teletype::default().with_codes(0o03, 0o41);
    let error = |bus: &mut IoBus, device: Box<dyn Device>| bus.plug(device).expect_err("refused").to_string();
    assert_eq!(error(&mut bus, Box::new(second_console)), "there is already a device 'teletype'");
    for (code, complaint) in [
        (0o00, "device code 00 of 'line-1' is the processor's own"),
        (0o01, "device code 01 of 'line-1' is taken by 'fast-reader'"),
        (0o04, "device code 04 of 'line-1' is taken by 'teletype'"),
        (0o13, "device code 13 of 'line-1' is taken by 'clock'"),
        (0o27, "device code 27 of 'line-1' is the processor's own"),
    ] {
        assert_eq!(error(&mut bus, Box::new(Line::on(code, 0o77))), complaint);
    }
    // The refused device is not there, and a suitable one is accepted.
    bus.plug(Box::new(Line::on(0o40, 0o41))).expect("codes 40 and 41 are free");
    assert_eq!(bus.devices().count(), 5);
}

#[test]
fn no_two_devices_of_the_list_share_a_name_or_a_unit() {
    let devices: Vec<Box<dyn Device>> = CATALOG.iter().map(|entry| (entry.make)()).collect();
    let mut names: Vec<String> = devices.iter().map(|device| device.name().to_owned()).collect();
    for unit in devices.iter().flat_map(|device| device.units()) {
        names.extend([unit.name].iter().chain(unit.aliases).map(|&name| name.to_owned()));
    }
    // A device with one unit may share its name with it.
    let units = devices.iter().map(|device| device.units().len()).sum::<usize>();
    let all = names.len();
    names.sort();
    names.dedup();
    assert!(all - names.len() <= units, "{names:?}");
    assert!(devices.iter().all(|device| !device.name().contains(char::is_whitespace)));
}

#[test]
fn a_second_teletype_is_another_line() {
    // CLA; TAD 210; 6416; 6411; JMP .-1; HLT
    let mut rig = Rig::new(Config::default()).with(0o200, &[0o7200, 0o1210, 0o6416, 0o6411, 0o5203, 0o7402]);
    rig.load(0o210, &[0o301]);
    rig.bus.plug(Box::new(Line::on(0o40, 0o41))).expect("codes 40 and 41 are free");
    assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
    assert_eq!(rig.bus.device::<Line>().expect("plugged in").0.printer.printed(), [0o301]);
    assert!(rig.teletype().printer.printed().is_empty());
}

#[test]
fn without_paper_the_printer_reports_an_error_and_goes_on() {
    // 6663; HLT; 6666; 6661; JMP .-1; HLT
    let mut rig = Rig::new(Config::default()).with(0o200, &[0o6663, 0o7402, 0o6666, 0o6661, 0o5203, 0o7402]);
    rig.bus.plug(Box::<LinePrinter>::default()).expect("code 66 is free");
    assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
    assert_eq!(rig.pc(), 0o206);
}

#[test]
fn every_code_of_the_line_printer() {
    let after = |model: Model, code: u16, flag: bool| {
        let mut rig = Rig::model(model).with(0o200, &[0o6660 | code]);
        let mut printer = LinePrinter::default();
        if flag {
            printer.iot(
                Iot { device: 0o66, pulses: 4, model, now: Time::ZERO, at: Address::default() },
                &mut IotReply { ac: Word::ZERO, skip: false },
            );
            printer.advance(LinePrinter::CHARACTER, &mut DataBreak::new(&mut rig.machine.memory));
        }
        rig.bus.plug(Box::new(printer)).expect("code 66 is free");
        rig.set_lac(0o4321);
        rig.step();
        let printer = rig.bus.device::<LinePrinter>().expect("plugged in");
        let moving = printer.next_event() != Time::NEVER;
        assert_eq!(rig.lac(), 0o4321, "AC is kept");
        (rig.pc() == 0o202, printer.flag(), printer.interrupt_request(), moving)
    };
    for flag in [false, true] {
        assert_eq!(after(Model::I, 0, flag), (false, flag, flag, false));
        assert_eq!(after(Model::E, 0, flag), (false, true, true, false));
        for model in Model::ALL {
            assert_eq!(after(model, 1, flag), (flag, flag, flag, false));
            assert_eq!(after(model, 2, flag), (false, false, false, false));
            assert_eq!(after(model, 3, flag), (true, flag, flag, false));
            assert_eq!(after(model, 4, flag), (false, flag, flag, true));
            assert_eq!(after(model, 5, flag), (false, flag, flag, false));
            assert_eq!(after(model, 6, flag), (false, false, false, true));
            assert_eq!(after(model, 7, flag), (false, flag, false, false));
        }
    }
}

#[test]
fn devices_on_request_and_of_ones_own_are_in_the_core_image() {
    let mut station = Station::new(Config::default(), Speed::Fast);
    station.io_bus_mut().plug(Box::<LinePrinter>::default()).expect("code 66 is free");
    station.io_bus_mut().plug(Box::new(Requester { request: true })).expect("code 30 is free");
    let image = station.core_image();
    // The other station has the device of the test; the line printer is in the catalog.
    let mut other = Station::new(Config::default(), Speed::Fast);
    other.io_bus_mut().plug(Box::<Requester>::default()).expect("code 30 is free");
    other.restore(&image).expect("whole");
    assert_eq!(other.core_image(), image);
    assert!(other.io_bus().device::<Requester>().expect("plugged in").request);
    let mut stranger = Station::new(Config::default(), Speed::Fast);
    let error = stranger.restore(&image).expect_err("nobody knows a requester").to_string();
    assert_eq!(error, "line 8 of the core image: 'keys' is expected here");
}
