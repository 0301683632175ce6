//! The point-plot displays: the points that a program lights, the times at which it lights them, and the pictures of
//! the displays.

use pdp8::devices::PointPlot;
use pdp8::instruction::Model;
use pdp8::machine::{Bus, Config, Device, Limits, StopReason, Time, TranslatedEngine};
use pdp8::station::Station;
use pdp8::teletype::Speed;
use pdp8::word::{Address, Word};

use crate::rig::Rig;

fn rig(model: Model, mut display: PointPlot, words: &[u16]) -> Rig {
    display.attach(0, Vec::new(), false, Time::ZERO).expect("it takes a file");
    let mut rig = Rig::model(model).with(0o200, words);
    rig.bus.plug(Box::new(display)).expect("its codes are free");
    rig
}

/// Returns the points lit until the HLT, each as x, y and brightness. Both engines must light the same points.
fn points(start: Rig) -> (Rig, Vec<[u16; 3]>) {
    let [mut stepped, mut translated] = [start.clone(), start];
    let limits = Limits { time: Time::milliseconds(1_000), ..Limits::NONE };
    assert_eq!(stepped.machine.run(&mut stepped.bus, limits), StopReason::Halt);
    assert_eq!(TranslatedEngine::new().run(&mut translated.machine, &mut translated.bus, limits), StopReason::Halt);
    assert!(stepped == translated, "the engines part");
    let text = String::from_utf8(stepped.device_mut::<PointPlot>().take_output(0)).expect("text");
    let numbers =
        |line: &str| line.split(' ').map(|number| number.parse::<u64>().expect("a number")).collect::<Vec<_>>();
    let lines: Vec<Vec<u64>> = text.lines().map(numbers).collect();
    assert!(lines.is_sorted_by_key(|line| line[3]), "{text}");
    (stepped, lines.iter().map(|line| [line[0], line[1], line[2]].map(|number| number as u16)).collect())
}

#[test]
fn a_line_of_64_points() {
    // CLA CLL; TAD 220; 6053; 6063; 6054; IAC; DCA 220; ISZ 221; JMP 200; HLT
    let words = [0o7300, 0o1220, 0o6053, 0o6063, 0o6054, 0o7001, 0o3220, 0o2221, 0o5200, 0o7402];
    let mut start = rig(Model::I, PointPlot::vc8_i(), &words);
    start.load(0o220, &[0, 0o7700]);
    let (rig, points) = points(start);
    assert_eq!(rig.pc(), 0o212);
    assert_eq!(points, (0..64).map(|place| [place, place, 3]).collect::<Vec<_>>());
}

#[test]
fn the_bits_of_a_vc8_i_are_pulses() {
    // TAD 220; 6057; TAD 221; 6052 ORs; 6075: dark; 6064; 6067; 6051; 6061; 6077; 6054; HLT
    let words =
        [0o1220, 0o6057, 0o7200, 0o1221, 0o6052, 0o6075, 0o6064, 0o6067, 0o6051, 0o6061, 0o6077, 0o6054, 0o7402];
    let mut start = rig(Model::I, PointPlot::vc8_i(), &words);
    start.load(0o220, &[0o6701, 0o5012]);
    let (rig, points) = points(start);
    assert_eq!(points, [[0o701, 0, 3], [0o1713, 0, 1], [0o1713, 0o1012, 1], [0, 0, 3]]);
    assert_eq!(rig.ac(), 0o5012, "AC is kept");
}

#[test]
fn the_vc8_e_counts_from_the_centre() {
    // DILX and DILY with 0; DIXY; DISD; HLT; DICD; DISD; SKP; HLT; TAD: -1000; DILX; DIXY; DIRE; HLT
    let words = [
        0o7200, 0o6053, 0o6054, 0o6055, 0o6052, 0o7402, 0o6051, 0o6052, 0o7410, 0o7402, 0o1240, 0o6053, 0o6055, 0o6057,
        0o7402,
    ];
    let mut start = rig(Model::E, PointPlot::vc8_e(), &words);
    start.load(0o240, &[0o7000]);
    let (rig, points) = points(start);
    assert_eq!(points, [[512, 512, 3], [0, 512, 3]]);
    assert_eq!((rig.pc(), rig.ac()), (0o217, 0o4000));
}

#[test]
fn the_vc8_e_interrupts_when_it_is_done_and_enabled() {
    // CLA IAC; DILE clears AC; ION; DILX; JMP .
    for (enable, interrupts) in [(0o7201, true), (0o7200, false)] {
        let mut rig = rig(Model::E, PointPlot::vc8_e(), &[enable, 0o6056, 0o6001, 0o6053, 0o5204]).with(1, &[0o7402]);
        let limits = Limits { instructions: 100, ..Limits::NONE };
        let stopped = rig.machine.run(&mut rig.bus, limits);
        assert_eq!(stopped == StopReason::Halt, interrupts);
        assert_eq!(rig.ac(), 0);
        rig.bus.clear(rig.machine.elapsed.time);
        assert!(!rig.bus.interrupt_request());
    }
}

#[test]
fn what_is_stored_glows_until_it_is_erased() {
    // TAD 220; DILE: store; DIXY; HLT; TAD 221; DILE: erase; HLT
    let words = [0o1220, 0o6056, 0o6055, 0o7402, 0o1221, 0o6056, 0o7402];
    let mut rig = rig(Model::E, PointPlot::vc8_e(), &words);
    rig.load(0o220, &[0o20, 0o10]);
    rig.machine.run(&mut rig.bus, Limits::NONE);
    let late = Time::milliseconds(60_000);
    assert_eq!(rig.device_mut::<PointPlot>().tube().picture(1, 1, late), [255]);
    rig.machine.resume();
    rig.machine.run(&mut rig.bus, Limits::NONE);
    assert_eq!(rig.device_mut::<PointPlot>().tube().picture(1, 1, late), [0]);
}

fn station(words: &[u16]) -> Station {
    let mut station = Station::new(Config::default(), Speed::Fast);
    station.io_bus_mut().unit_for("34d").expect("it is on the list");
    for (at, &bits) in (0o200..).zip(words) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    station.start(Address::new(0o200));
    station
}

#[test]
fn a_machine_that_draws_does_not_wait_and_one_that_has_drawn_does() {
    // The program draws and polls the keyboard, for ever.
    let mut drawing = station(&[0o6057, 0o6067, 0o6031, 0o5200, 0o7402]);
    assert_eq!(drawing.run(10_000_000), StopReason::Budget);
    assert!(drawing.takes_key_between_ticks());
    drawing.type_ahead(*b"X");
    drawing.press_if_polled();
    assert_eq!(drawing.run(10_000_000), StopReason::Halt);
    // The program draws once, and waits for a key when the point is dark.
    let mut drawn = station(&[0o6057, 0o6031, 0o5201, 0o7402]);
    assert_eq!(drawn.run(10_000_000), StopReason::Waiting);
    assert_eq!(drawn.io_bus().device::<PointPlot>().expect("it is there").tube().points().count(), 0);
}

#[test]
fn a_core_image_has_the_beam() {
    let mut station = station(&[0o7240, 0o6053, 0o6075, 0o7402]);
    station.run(1_000);
    let image = station.core_image();
    assert!(image.contains("vc8-i {\"x\":1023,\"y\":0,\"brightness\":1,"), "{image}");
    let mut other = Station::new(Config::default(), Speed::Fast);
    other.restore(&image).expect("an image of our own");
    assert_eq!(other.core_image(), image);
    for (from, to) in
        [("\"x\":1023", "\"x\":1024"), ("\"brightness\":1", "\"brightness\":4"), ("\"done\":false", "\"done\":true")]
    {
        assert!(other.restore(&image.replacen(from, to, 1)).is_err(), "{to}");
    }
}

#[test]
fn a_display_and_a_line_with_its_codes_do_not_go_together() {
    let mut station = station(&[]);
    let error = station.add_line(16).expect_err("06 is taken").to_string();
    assert_eq!(error, "device code 06 of 'line16' is taken by 'vc8-i'");
}

#[test]
fn a_storage_tube_is_set_kept_in_the_image_and_erased() {
    let mut station = station(&[0o7240, 0o6053, 0o6063, 0o6054, 0o6031, 0o5204]);
    let display = station.io_bus_mut().device_called("vc8").expect("it is there");
    assert_eq!(display.settings(), "phosphor|storage|erase");
    assert!(display.set("storage") && !display.set("dark"));
    // Nothing fades, so nothing keeps the machine from waiting.
    assert_eq!(station.run(10_000), StopReason::Waiting);
    let tube = |station: &Station| station.io_bus().device::<PointPlot>().expect("it is there").tube().clone();
    assert_eq!((tube(&station).glowing(), tube(&station).is_storage()), (1, true));
    let image = station.core_image();
    assert!(image.contains("\"enable\":0,\"storage\":true}"), "{image}");
    let mut other = Station::new(Config::default(), Speed::Fast);
    other.restore(&image).expect("an image of our own");
    assert!(tube(&other).is_storage() && tube(&other).glowing() == 0);
    station.io_bus_mut().device_called("vc8").expect("it is there").set("erase");
    assert_eq!(tube(&station).glowing(), 0);
}
