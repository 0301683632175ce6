//! Additional Teletype lines: their IOTs on both engines, and the machines that wait for a key on a line.

use pdp8::devices::{LINES, Line};
use pdp8::instruction::Model;
use pdp8::machine::{Config, Device, Limits, StopReason, Time, TranslatedEngine};
use pdp8::station::{LineEvent, Station};
use pdp8::teletype::Speed;
use pdp8::word::{Address, Word};

use crate::rig::Rig;

/// CLA CLL; 6401; JMP .-1; 6406; 6416; 6411; JMP .-1; JMP 201: echoes line 1.
const ECHO: [u16; 8] = [0o7300, 0o6401, 0o5201, 0o6406, 0o6416, 0o6411, 0o5205, 0o5201];

fn station(config: Config, lines: &[u8], words: &[u16]) -> Station {
    let mut station = Station::new(config, Speed::Fast);
    for (at, &bits) in (0o200..).zip(words) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    lines.iter().for_each(|&line| station.add_line(line).expect("its codes are free"));
    station.start(Address::new(0o200));
    station
}

fn keys(text: &str) -> LineEvent {
    LineEvent::Keys(text.bytes().map(|byte| byte | 0o200).collect())
}

#[test]
fn line_1_echoes_and_the_console_is_silent() {
    for model in Model::ALL {
        let mut station = station(Config { model, ..Config::default() }, &[1], &ECHO);
        assert_eq!(station.run(1_000_000), StopReason::Waiting);
        station.line_event(1, &LineEvent::Connect);
        station.line_event(1, &keys("HELLO"));
        assert_eq!(station.run(10_000_000), StopReason::Waiting);
        assert_eq!(station.take_from_line(1), b"HELLO".map(|byte| byte | 0o200));
        assert!(station.take_frames().is_empty());
    }
}

#[test]
fn both_engines_run_a_line_alike() {
    let mut line = Line::new(1).expect("there is a line 1");
    line.connect(true);
    line.receive(b"ABCDEFGH", Time::ZERO);
    let mut stepped = Rig::model(Model::E).with(0o200, &ECHO);
    stepped.bus.plug(Box::new(line)).expect("its codes are free");
    let mut translated = stepped.clone();
    let mut engine = TranslatedEngine::new();
    for slice in 1..=20 {
        let limits = Limits { time: Time::milliseconds(slice * 77), ..Limits::NONE };
        stepped.machine.run(&mut stepped.bus, limits);
        engine.run(&mut translated.machine, &mut translated.bus, limits);
        assert!(stepped == translated, "in slice {slice}");
    }
    assert_eq!(stepped.bus.line_mut(1).expect("it is plugged in").take_printed(), b"ABCDEFGH");
}

#[test]
fn with_nobody_there_what_is_printed_is_lost_and_the_flag_comes() {
    let mut station = station(Config::default(), &[1], &[0o6416, 0o6411, 0o5201, 0o5200]);
    station.run(1_000_000);
    station.line_event(1, &LineEvent::Connect);
    assert!(station.take_from_line(1).is_empty());
    station.run(1_000);
    assert!(!station.take_from_line(1).is_empty());
}

#[test]
fn a_program_that_looks_at_a_line_waits_and_one_that_looks_nowhere_does_not() {
    let mut with_line = station(Config::default(), &[1], &ECHO);
    assert_eq!(with_line.run(1_000_000), StopReason::Waiting);
    // A key of the console is not for the line, and stays unpressed.
    with_line.type_ahead(*b"X");
    assert_eq!(with_line.run(1_000_000), StopReason::Waiting);
    assert_eq!(with_line.typed_ahead().len(), 1);
    let mut without = station(Config::default(), &[], &ECHO);
    assert_eq!(without.run(1_000_000), StopReason::EndlessLoop);
    let mut elsewhere = station(Config::default(), &[1], &[0o5200]);
    assert_eq!(elsewhere.run(1_000_000), StopReason::EndlessLoop);
}

#[test]
fn a_key_interrupts_unless_kie_of_the_8e_has_forbidden_it() {
    for (model, kie, at) in [(Model::E, 0o6405, 0o204), (Model::E, 0o7000, 1), (Model::I, 0o6405, 1)] {
        // CLA; KIE with AC 11 = 0; ION; JMP . ; and 0001: HLT
        let mut station = station(Config { model, ..Config::default() }, &[1], &[0o7200, kie, 0o6001, 0o7000, 0o5204]);
        station.deposit(Address::new(1), Word::new(0o7402));
        station.run(1_000_000);
        station.line_event(1, &keys("A"));
        station.run(1_000_000);
        let interrupted = station.machine().memory.read(Address::new(0)).bits() == 0o204;
        assert_eq!(interrupted, at == 1, "{model} {kie:o}");
    }
}

#[test]
fn a_line_without_a_reader_only_clears_on_kcc() {
    let mut station = station(Config::default(), &[2], &[0o7240, 0o6422, 0o7402]);
    station.line_event(2, &keys("A"));
    assert_eq!(station.run(1_000_000), StopReason::Halt);
    assert_eq!(station.machine().ac.bits(), 0);
}

#[test]
fn sixteen_lines_have_codes_of_their_own() {
    let mut station = Station::new(Config::default(), Speed::Real);
    for number in 1..=16 {
        station.add_line(number).expect("no code is used twice");
    }
    let codes: Vec<u8> = LINES.iter().flat_map(|(_, codes)| *codes).collect();
    assert_eq!(codes.len(), 32);
    let error = station.add_line(3).expect_err("it is there").to_string();
    assert_eq!(error, "there is already a device 'line3'");
    assert!(Line::new(0).is_none() && Line::new(17).is_none());
}

#[test]
fn a_core_image_has_the_keys_that_are_on_their_way() {
    let mut station = station(Config::default(), &[1, 16], &ECHO);
    station.line_event(1, &LineEvent::Connect);
    station.line_event(1, &keys("ABC"));
    station.run(100);
    let image = station.core_image();
    let mut restored = Station::new(Config::default(), Speed::Fast);
    restored.restore(&image).expect("an image of our own");
    assert_eq!(restored.core_image(), image);
    restored.line_event(1, &LineEvent::Keys(Vec::new()));
    assert!(restored.io_bus_mut().line_mut(16).is_some());
    restored.run(100_000);
    assert_eq!(restored.io_bus_mut().line_mut(1).expect("it came with the image").waiting(), 0);
}

#[test]
fn what_a_line_prints_is_the_same_however_the_run_is_cut() {
    let run = |slice: u64| {
        let mut station = station(Config { model: Model::E, ..Config::default() }, &[1], &ECHO);
        station.line_event(1, &LineEvent::Connect);
        station.line_event(1, &keys("THE SAME"));
        while station.run(slice) != StopReason::Waiting {}
        (station.take_from_line(1), station.machine().elapsed.time)
    };
    let (whole, _) = run(10_000_000);
    assert_eq!(whole.len(), 8);
    for slice in [1, 7, 100, 3_333] {
        assert_eq!(run(slice).0, whole, "in slices of {slice}");
    }
}

#[test]
fn what_is_not_there_does_nothing() {
    let words = [0o7300, 0o7001, 0o6741, 0o6771, 0o6622, 0o6661, 0o6401, 0o6254, 0o6054, 0o7402];
    for (model, time_share) in [(Model::I, false), (Model::E, true), (Model::E, false), (Model::L, false)] {
        let mut station = station(Config { model, fields: 2, eae: false, time_share }, &[], &words);
        assert_eq!(station.run(1_000), StopReason::Halt);
        let machine = station.machine();
        assert_eq!((machine.pc.bits(), machine.ac.bits()), (0o212, 1), "{model}");
    }
}

#[test]
fn show_tells_who_is_there() {
    let mut line = Line::new(4).expect("there is a line 4");
    let state = |line: &Line| line.show()[0].state.clone();
    assert_eq!(state(&line), "real, nobody connected");
    line.connect(true);
    assert!(line.set("fast"));
    assert_eq!(state(&line), "fast, connected");
}
