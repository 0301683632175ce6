//! The diagnostics of the optional devices: alternative clocks, communication lines, line printer, card reader and
//! display.

use focal8::devices::{Kw8I, LineClock, PointPlot};
use focal8::diagnostics::Harness;
use focal8::instruction::Model;
use focal8::machine::{Config, Device, Machine};
use focal8::station::LineEvent;
use focal8::word::Word;

use super::devices::{E, I, after, assert_names, found_with, taken_for};
use super::{check, found};

const fn flip(machine: &mut Machine) {
    machine.ac = Word::new(machine.ac.bits() ^ 1);
}

fn skip(machine: &mut Machine) {
    machine.pc = machine.pc.next();
}

const fn no_skip(machine: &mut Machine) {
    machine.pc = machine.ma.offset().next();
}

/// Returns a function that replaces the tested clock by the clock `clock`.
fn with_clock(clock: impl Device) -> impl FnOnce(&mut Harness) {
    move |bench| assert!(bench.station_mut().io_bus_mut().replace(Box::new(clock)))
}

/// Returns a function that takes the medium out of the unit `unit`.
fn without(unit: &str) -> impl FnOnce(&mut Harness) {
    move |bench| {
        let unit = bench.station().io_bus().find_unit(unit).expect("it is plugged in");
        bench.station_mut().detach(unit);
    }
}

#[test]
fn other_clocks() {
    for name in ["kw8-i", "dk8-ec", "dk8-ep"] {
        check(name);
    }
    assert_names(&found_with("kw8-i", I, with_clock(LineClock::new(120))), "the clock must be off after START");
    assert_names(&found("kw8-i", I, after(0o6134, flip)), "the counter must be 0 after START");
    assert_names(&found("kw8-i", I, after(0o6136, flip)), "CCEC must keep AC");
    assert_names(&found_with("dk8-ec", I, with_clock(LineClock::new(500))), "must not tick slower");
    assert_names(&found_with("dk8-ec", E, taken_for(Model::I)), "must not tick slower than 5000");
    assert_names(&found_with("dk8-ep", E, with_clock(Kw8I::default())), "CLBA must read what CLAB has loaded");
    assert_names(&found("dk8-ep", E, after(0o6135, flip)), "CLSA must read the overflow");
    assert_names(&found("dk8-ep", E, after(0o6130, flip)), "CLZE must keep AC");
}

#[test]
fn lines() {
    check("lines");
    let unplugged = |bench: &mut Harness| bench.station_mut().line_event(1, &LineEvent::HangUp);
    assert_names(&found_with("lines", I, unplugged), "must come back through its test plug");
    let unplugged = |bench: &mut Harness| bench.station_mut().line_event(2, &LineEvent::HangUp);
    assert_names(&found_with("lines", E, unplugged), "what line 2 prints must come back");
    assert_names(&found("lines", I, after(0o6416, flip)), "6416 must keep AC");
    assert_names(&found("lines", I, after(0o6401, skip)), "START must clear the keyboard flag of line 1");
    assert_names(&found("lines", E, after(0o6415, no_skip)), "6415 must skip when a flag is up");
    assert_names(&found_with("lines", I, taken_for(Model::E)), "6410 must set the printer flag");
}

#[test]
fn line_printer() {
    check("line-printer");
    assert_names(&found_with("line-printer", I, without("lpt")), "there must be paper");
    assert_names(&found("line-printer", I, after(0o6666, flip)), "6666 must keep AC");
    assert_names(&found_with("line-printer", I, taken_for(Model::E)), "6660 must set the flag");
    assert_names(&found_with("line-printer", E, taken_for(Model::I)), "6660 must do nothing before the 8/E");
}

#[test]
fn card_reader() {
    check("card-reader");
    assert_names(&found_with("card-reader", I, without("cdr")), "RCSE must skip when there is a card");
    assert_names(&found("card-reader", I, after(0o6634, flip)), "RCRB must OR the column into AC");
    assert_names(&found("card-reader", I, after(0o6632, flip)), "RCRA must give the character");
    assert_names(&found("card-reader", E, after(0o6671, no_skip)), "the card must be done");
}

#[test]
fn display() {
    check("display");
    assert_names(&found("display", I, after(0o6063, skip)), "an IOT of the VC8-I must not skip");
    assert_names(&found("display", I, after(0o6075, flip)), "an IOT of the VC8-I must keep AC");
    assert_names(&found("display", E, after(0o6056, flip)), "6056 must clear AC");
    assert_names(&found("display", E, after(0o6057, flip)), "6057 must read 0 after START");
}

/// The test picture is the same on both displays: six lines of 128 points, four times.
#[test]
fn the_display_s_picture() {
    let pictures = [I, E, Config { model: Model::L, ..I }].map(|config| {
        let mut bench = Harness::new(focal8::diagnostics::Diagnostic::named("display").expect("a diagnostic"), config);
        bench.run(focal8::diagnostics::Engine::Translated);
        let display = bench.station_mut().io_bus_mut().device_mut::<PointPlot>().expect("it is plugged in");
        let text = String::from_utf8(display.take_output(0)).expect("text");
        let places: Vec<String> =
            text.lines().map(|line| line.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ")).collect();
        places[places.len() - 4 * 6 * 128..].to_vec()
    });
    assert!(pictures[0] == pictures[1] && pictures[1] == pictures[2]);
    assert_eq!(pictures[0][..6], ["0 0", "0 1023", "0 0", "0 1023", "0 0", "1023 0"]);
}
