//! The line printer, attached by the operator.

use focal8::devices::LinePrinter;
use focal8::machine::{Config, StopReason, Time};
use focal8::monitor::{Monitor, Reply};
use focal8::station::Station;
use focal8::teletype::Speed;
use focal8::word::{Address, Word};

use crate::shelf::Shelf;

#[test]
fn the_line_printer_prints_into_its_file() {
    // TAD I 10; SNA; HLT; 6666; 6661; JMP .-1; CLA; JMP 200: all words from 1000 on.
    let mut station = Station::new(Config::default(), Speed::Fast);
    let program = [0o1410, 0o7450, 0o7402, 0o6666, 0o6661, 0o5204, 0o7200, 0o5200];
    let text = b"HELLO\r\nWORLD\x0c";
    station.deposit(Address::new(0o10), Word::new(0o777));
    for (at, bits) in (0o200..).zip(program).chain((0o1000..).zip(text.iter().map(|&code| 0o200 | u16::from(code)))) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    let (mut monitor, mut files) = (Monitor::default(), Shelf::default());
    let mut say = |line: &str, station: &mut Station| monitor.execute(line, station, &mut files);
    assert!(say("attach lpt out.txt", &mut station).is_ok());
    assert_eq!(say("show devices", &mut station).map(last_line), Ok("lpt\t66, out.txt, on line".to_owned()));
    assert_eq!(say("run 200", &mut station), Ok(Reply::Run));
    assert_eq!(station.run(10_000_000), StopReason::Halt);
    // The ten letters take 10 µs each. RETURN, LINE FEED and FORM FEED take the time of a line each.
    let least = LinePrinter::LINE + LinePrinter::LINE + LinePrinter::LINE;
    assert!(station.machine().elapsed.time > least && station.machine().elapsed.time < least + Time::milliseconds(1));
    assert_eq!(say("det lpt", &mut station), Ok(Reply::Text(String::new())));
    assert_eq!(files.files["out.txt"], text);
}

fn last_line(reply: Reply) -> String {
    match reply {
        Reply::Text(text) => text.lines().last().unwrap_or_default().to_owned(),
        other => format!("{other:?}"),
    }
}
