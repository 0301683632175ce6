//! The equipment that diagnostics need, such as a blank medium in a drive, a clock in place of the usual clock, and
//! serial lines with test plugs.

use crate::devices::{CHOICES, Line, LineClock};
use crate::station::{LineEvent, Station};

/// The numbers of the serial lines that are tested.
const LINES: [u8; 2] = [1, 2];

/// The deck for the card reader's diagnostic: a card with all its columns punched, and a card with two columns punched.
const DECK: &[u8] = b"\
&-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ&-/.,$\n\
AB\n";

fn attach(station: &mut Station, unit: &str, contents: &[u8]) {
    let unit = station.io_bus_mut().unit_for(unit).expect("the catalog of devices has it");
    station.attach(unit, "scratch", contents.to_vec(), false).expect("it fits");
}

fn clock(station: &mut Station, name: &str) {
    let choice = CHOICES.iter().find(|choice| choice.names == ("clock", name)).expect("it is a choice");
    assert!(station.io_bus_mut().replace((choice.make)()), "every bus has a clock");
}

pub fn rk0(station: &mut Station) {
    attach(station, "rk0", b"");
}

pub fn rk8e(station: &mut Station) {
    station.io_bus_mut().add_device("rk8e").expect("the catalog of devices has it");
}

pub fn rx0(station: &mut Station) {
    attach(station, "rx0", b"");
}

/// Attaches a double-density disc, so that the control is an RX28, and makes the drive fast. At the speed of the real
/// drive, the program would take 15 seconds to format the disc.
pub fn rx28(station: &mut Station) {
    attach(station, "rx0", &[0; 512_512]);
    if let Some(control) = station.io_bus_mut().device_called("rx0") {
        control.set("fast");
    }
}

pub fn rl0(station: &mut Station) {
    attach(station, "rl0", b"");
}

pub fn dt0(station: &mut Station) {
    attach(station, "dt0", b"");
}

pub fn td0(station: &mut Station) {
    attach(station, "td0", b"");
}

pub fn rf(station: &mut Station) {
    attach(station, "rf", b"");
}

pub fn df(station: &mut Station) {
    attach(station, "df", b"");
}

pub fn fpp(station: &mut Station) {
    station.io_bus_mut().add_device("fpp").expect("the catalog of devices has it");
}

pub fn kw8_i(station: &mut Station) {
    clock(station, "kw8-i");
}

pub fn dk8_ep(station: &mut Station) {
    clock(station, "dk8-ep");
}

pub fn dk8_ec(station: &mut Station) {
    station.io_bus_mut().replace(Box::new(LineClock::new(5_000)));
}

pub fn lines(station: &mut Station) {
    for number in LINES {
        station.add_line(number).expect("its codes are free");
        station.line_event(number, &LineEvent::Connect);
    }
}

/// Simulates the test plugs: returns the output of each serial line as input to the same line.
pub fn loop_back(station: &mut Station) {
    for number in LINES {
        let printed = station.io_bus_mut().line_mut(number).map(Line::take_printed).unwrap_or_default();
        if !printed.is_empty() {
            station.line_event(number, &LineEvent::Keys(printed));
        }
    }
}

pub fn line_printer(station: &mut Station) {
    attach(station, "lpt", b"");
}

pub fn card_reader(station: &mut Station) {
    attach(station, "cdr", DECK);
}

/// Plugs in the display that belongs to the model.
pub fn display(station: &mut Station) {
    let is_8e = station.machine().config().model.iot_is_code();
    attach(station, if is_8e { "vc8e" } else { "vc8" }, b"");
}
