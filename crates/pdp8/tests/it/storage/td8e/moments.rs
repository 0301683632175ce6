//! A machine with a moving tape: core images, sessions, going back in time, and both engines.

use fastrand::Rng;
use pdp8::instruction::Model;
use pdp8::machine::StopReason;
use pdp8::session::{Check, Session, Writer};
use pdp8::station::Station;
use pdp8::word::{Address, Word};

use super::{go_on, machine, program, put, state, tape};

/// A program that writes block 5, and then counts the lines of the tape for ever.
const WRITER: &str = "JMS I (FIND)\n5\nJMS I (PUT)\n1400\nSDSS\nJMP .-1\nSDRC\nISZ 20\nNOP\nJMP .-5";

/// Returns the bytes of the file in td0.
fn bytes(station: &Station) -> Vec<u8> {
    let id = station.io_bus().find_unit("td0").expect("plugged in");
    station.io_bus().volume(id).expect("a tape").image()
}

/// Returns the number of cycles after which [`WRITER`] has begun to write block 5.
fn cycles_to_writing() -> u64 {
    let mut station = program(WRITER, &tape(), false);
    station.start(Address::new(0o200));
    while !state(&station, "td8e").contains("write") {
        assert_eq!(station.run(1_000), StopReason::Budget);
    }
    station.machine().elapsed.cycles
}

#[test]
fn a_core_image_keeps_a_tape_in_motion() {
    let writing = cycles_to_writing();
    for cycles in [100, 20_000, 80_000, writing + 3_000, writing + 60_000] {
        let mut whole = program(WRITER, &tape(), false);
        whole.start(Address::new(0o200));
        assert_eq!(whole.run(cycles), StopReason::Budget);
        let image = whole.core_image();
        let mut other = machine(Model::E, 1, "0: 0");
        other.restore(&image).unwrap_or_else(|error| panic!("after {cycles} cycles: {error}"));
        let id = other.io_bus().find_unit("td0").expect("the image has it");
        other.io_bus_mut().volume_mut(id).expect("a tape").fill(&bytes(&whole)).expect("it fits");
        assert!(whole.io_bus() == other.io_bus());
        for station in [&mut whole, &mut other] {
            assert_eq!(station.run(200_000), StopReason::Budget);
        }
        assert!(whole.machine() == other.machine() && whole.io_bus() == other.io_bus(), "after {cycles} cycles");
        assert!(bytes(&whole) == bytes(&other));
    }
}

#[test]
fn a_session_is_replayed_and_the_machine_goes_back() {
    let mut station = machine(Model::E, 1, "0: 0");
    station.keep_timeline();
    let source = program(WRITER, &tape(), false);
    for at in 0..0o1000 {
        station.deposit(Address::new(at), source.machine().memory.read(Address::new(at)));
    }
    put(&mut station, "td0", &tape(), false);
    station.start(Address::new(0o200));
    let writing = cycles_to_writing();
    assert_eq!(station.run(writing + 3_000), StopReason::Budget);
    let (check, file) = (Check::of(&station), bytes(&station));
    assert!(file != tape());
    assert_eq!(station.run(1_000_000), StopReason::Budget);
    let cycle = station.machine().elapsed.cycles;
    let text = Writer::header(&station).expect("a timeline") + &Writer::default().end(&mut station);
    let again = Session::read(&text).expect("a session").run(|_, _| {}).expect("as it was");
    assert_eq!((Check::of(&again), again.machine().elapsed.cycles), (Check::of(&station), cycle));
    // Back to the middle of the block, and to the time before it.
    let end = (Check::of(&station), bytes(&station));
    let middle = cycle - 1_000_000;
    station.go_to_cycle(middle).expect("a moment of the timeline");
    assert!(Check::of(&station) == check && bytes(&station) == file);
    station.go_to_cycle(writing - 2_000).expect("a moment of the timeline");
    assert!(bytes(&station) == tape());
    station.go_to_cycle(cycle).expect("a moment of the timeline");
    assert!((Check::of(&station), bytes(&station)) == end);
}

/// Random IOTs, loops that wait for a flag, and commands for both drives: both engines leave the machine in the same
/// state.
#[test]
fn both_engines_agree_beside_moving_tapes() {
    let mut moved = 0;
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let mut station = machine(Model::E, 1, "0: 0");
        for unit in ["td0", "td1"] {
            put(&mut station, unit, &tape(), rng.bool());
        }
        let mut at = 0o200;
        while at < 0o360 {
            let (words, count): ([u16; 4], u16) = match rng.u8(0..8) {
                0 => ([0o7200, 0o1377, 0o6774, 0], 3),
                1 => ([0o7200, 0o1376, 0o6774, 0], 3),
                2 => ([[0o6771, 0o6773][rng.usize(0..2)], 0o5200 | at & 0o177, 0o6776, 0o3020], 4),
                3 => ([[0o6771, 0o6773][rng.usize(0..2)], 0o5200 | at & 0o177, 0o6777, 0o3020], 4),
                4 => ([0o6773, 0o7000, 0o6775, 0o7001], 4),
                5 => ([0o2021, 0o5200 | at & 0o177, 0o7001, 0], 3),
                6 => ([[0o6770, 0o6772][rng.usize(0..2)], 0o7000, 0, 0], 2),
                _ => ([0o1375, 0o6774, 0o7200, 0], 3),
            };
            for &word in &words[..usize::from(count)] {
                station.deposit(Address::new(at), Word::new(word));
                at += 1;
            }
        }
        // A flag that never comes would hold the program, so it begins with motion and has the same command in between.
        let command = [0o1000, 0o5000, 0o3000, 0o1400, 0o5400][rng.usize(0..5)];
        let words = [command, command ^ 0o0400, [command, command ^ 0o4000][rng.usize(0..2)]];
        for (at, word) in (0o375..).zip(words) {
            station.deposit(Address::new(at), Word::new(word));
        }
        station.deposit(Address::new(at), Word::new(0o7402));
        station.deposit(Address::new(0o176), Word::new(0o7200));
        station.deposit(Address::new(0o177), Word::new(0o1377));
        station.start(Address::new(0o176));
        let mut stepped = station.clone();
        for slice in 0..20 {
            let cycles = rng.u64(1..60_000);
            let reason = station.run(cycles);
            while stepped.machine().elapsed.cycles < station.machine().elapsed.cycles {
                stepped.step();
            }
            assert!(stepped.machine() == station.machine(), "seed {seed}, slice {slice}");
            assert!(stepped.io_bus() == station.io_bus(), "seed {seed}, slice {slice}");
            if reason != StopReason::Budget {
                break;
            }
        }
        moved += u32::from(super::core(&station, 0o20) & 0o77 != 0);
    }
    assert!(moved > 50, "{moved} programs have read the tape");
}

#[test]
fn a_halted_program_goes_on_at_the_same_line() {
    let mut station = program("JMS I (COMMAND)\n1000\nJMS I (NUMBER)\nHLT\nJMS I (NUMBER)\nHLT", &tape(), false);
    super::run(&mut station, 0o200);
    let first = super::halted(&station).1;
    station.resume();
    go_on(&mut station);
    assert_eq!(super::halted(&station).1, first + 1);
}
