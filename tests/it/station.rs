//! A machine in its room: what it prints, and that it is known exactly when it waits.

use focal8::machine::{Desc, Limits, Stop, Time};
use focal8::pal::{Options, Source, assemble};
use focal8::performer::{Performer, Status};
use focal8::station::{Standing, Station};
use focal8::tape::{Tape, bin};
use focal8::teletype::Speed;
use focal8::word::{Address, Word};
use proptest::prelude::*;

/// Enough for everything here.
const LONG: u64 = 1_000_000_000;

/// A station with a program from its PAL text, started at 200.
fn station(source: &str, speed: Speed) -> Station {
    let assembly = assemble(&[Source::new("test", source)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    let mut station = Station::new(Desc::default(), speed);
    station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
    station.start(Address::new(0o200));
    station
}

/// Types `keys` as an attentive typist does; gives the paper, and how the station stands at the end.
fn typed(station: &mut Station, keys: &[u8]) -> (String, Standing) {
    let mut standing = Station::run(station, LONG);
    for &key in keys {
        assert_eq!(standing, Standing::Waiting, "before {key:?}");
        station.press(key);
        standing = Station::run(station, LONG);
    }
    (String::from_utf8(station.take_printed()).expect("seven bits"), standing)
}

/// Programs that print what is typed, each waiting in its own way.
const ECHOES: [(&str, &str); 3] = [
    ("polls the keyboard flag", include_str!("../data/station/echo.pal")),
    ("waits on a word that the interrupt service sets", include_str!("../data/station/interrupt.pal")),
    ("counts through 4096 while it polls", include_str!("../data/station/counting.pal")),
];

#[test]
fn every_way_of_waiting_is_recognised() {
    for (how, source) in ECHOES {
        for speed in [Speed::Fast, Speed::Real] {
            let (paper, standing) = typed(&mut station(source, speed), b"HELLO, WORLD\r");
            assert_eq!((paper.as_str(), standing), ("HELLO, WORLD\r", Standing::Waiting), "{how}, {speed:?}");
        }
    }
}

#[test]
fn a_loop_of_a_hundred_thousand_instructions_is_recognised() {
    // Two nested counters, 4096 times 16: 131,000 instructions a turn, and only then a look at the keyboard.
    let source = "*200\nWAIT, ISZ INNER\nJMP .-1\nISZ OUTER\nJMP .-3\nTAD (-20\nDCA OUTER\nKSF\nJMP WAIT\nKRB\nTLS\nCLA\nJMP WAIT\nINNER,0\nOUTER,-20\n";
    let (paper, standing) = typed(&mut station(source, Speed::Fast), b"AB");
    assert_eq!((paper.as_str(), standing), ("AB", Standing::Waiting));
}

#[test]
fn a_machine_that_counts_is_not_waiting() {
    // A 24-bit counter: its state comes back only after sixteen million turns.
    let mut counting = station("*200\nISZ LOW\nJMP .-1\nISZ HIGH\nJMP .-3\nJMP .-4\nLOW,0\nHIGH,0\n", Speed::Fast);
    assert_eq!(Station::run(&mut counting, 20_000_000), Standing::Running);
    // One that takes a key each time it has counted through is not waiting either while a character is on its way.
    let mut printing = station("*200\nTLS\nTSF\nJMP .-1\nJMP .-3\n", Speed::Real);
    assert_eq!(Station::run(&mut printing, 2_000_000), Standing::Running);
}

#[test]
fn a_loop_that_no_key_can_end_is_told_from_waiting() {
    let forever = "*200\nIAC\nJMP .-1\n";
    assert_eq!(Station::run(&mut station(forever, Speed::Fast), LONG), Standing::Deaf);
    // With a limit it is run to its limit, exactly.
    let mut limited = station(forever, Speed::Fast);
    limited.limit(Limits { instructions: 3_000_001, ..Limits::NONE });
    assert_eq!(Station::run(&mut limited, LONG), Standing::Limit(Stop::Instructions));
    assert_eq!(limited.machine().elapsed.instructions, 3_000_001);
    // With interrupts on a key would be noticed.
    assert_eq!(Station::run(&mut station("*200\nION\nJMP .\n", Speed::Fast), LONG), Standing::Waiting);
    // A program that reads one key and then only loops is deaf to the second.
    let (_, standing) = typed(&mut station("*200\nKSF\nJMP .-1\nJMP .\n", Speed::Fast), b"A");
    assert_eq!(standing, Standing::Deaf);
}

#[test]
fn a_waiting_machine_can_be_watched_as_it_waits() {
    for (how, source) in ECHOES {
        let mut watched = station(source, Speed::Real);
        assert_eq!(Station::run(&mut watched, LONG), Standing::Waiting, "{how}");
        let until = watched.machine().elapsed.time + Time::milliseconds(50);
        let before = watched.machine().elapsed.instructions;
        assert_eq!(watched.run_until(until), Standing::Running, "{how}");
        let beyond = watched.machine().elapsed.time - until;
        assert!(watched.machine().elapsed.time >= until && beyond < Time::microseconds(20), "{how}: {beyond}");
        assert!(watched.machine().elapsed.instructions > before + 5_000, "{how}");
        assert_eq!(typed(&mut watched, b"AB").0, "AB", "{how}");
    }
}

#[test]
fn start_by_itself_leaves_the_fields_alone() {
    let mut station = Station::new(Desc { fields: 2, ..Desc::default() }, Speed::Fast);
    station.machine_mut().sr = Word::new(0o200);
    station.machine_mut().load_address(0, 1);
    station.machine_mut().ac = Word::new(7);
    station.start_here();
    let machine = station.machine();
    assert!(machine.running);
    assert_eq!((machine.ac.bits(), machine.pc_address().bits(), machine.extension.data_field), (0, 0o200, 1));
}

#[test]
fn a_halted_machine_says_so_and_can_be_continued() {
    let mut station = station("*200\nLAS\nHLT\nTLS\nTSF\nJMP .-1\nHLT\n", Speed::Fast);
    assert_eq!(Performer::run(&mut station, LONG), Status::Halted);
    assert_eq!(station.machine().pc, Word::new(0o202));
    station.machine_mut().ac = Word::new(0o301);
    station.resume();
    assert_eq!(Station::run(&mut station, LONG), Standing::Halted);
    assert_eq!(station.take_frames(), [0o301]);
}

#[test]
fn the_reader_and_a_key_share_the_line() {
    // The reader moves only when KCC or KRB has asked it to.
    let mut station = station("*200\nKCC\nWAIT, KSF\nJMP .-1\nKRB\nTLS\nTSF\nJMP .-1\nJMP WAIT\n", Speed::Real);
    station.mount(b"TAPE".to_vec());
    assert_eq!(typed(&mut station, b"").0, "TAPE");
    // At the end of the tape the keyboard is heard again.
    assert_eq!(typed(&mut station, b"KEY").0, "KEY");
}

#[test]
fn real_time_is_ten_characters_a_second() {
    let mut station = station(include_str!("../data/station/hello.pal"), Speed::Real);
    assert_eq!(Station::run(&mut station, LONG), Standing::Halted);
    assert_eq!(station.take_printed(), b"HELLO\r\n");
    let milliseconds = station.machine().elapsed.time.as_nanoseconds() / 1_000_000;
    assert_eq!(milliseconds, 700);
}

#[test]
fn a_tape_is_loaded_whole_or_not_at_all() {
    let mut station = Station::new(Desc::default(), Speed::Fast);
    let words = [(Address::new(0o200), Word::new(0o7402)), (Address::new(0o10200), Word::new(0o7402))];
    let error = station.load(&bin::punch(&words)).expect_err("field 1 is not there");
    assert_eq!(error.to_string(), "it wants core at 10200, and the machine has 4K");
    assert_eq!(station.machine().memory.read(Address::new(0o200)), Word::ZERO);
    let error = station.load(&Tape::new(*b"PLAIN TEXT\r\n")).expect_err("a text");
    assert_eq!(error.to_string(), "this is text; a program tape in BIN or RIM format is wanted");
}

#[test]
fn a_core_image_goes_on_where_it_was_written() {
    for (how, source) in ECHOES {
        let mut first = station(source, Speed::Fast);
        typed(&mut first, b"FIRST");
        let image = first.core_image();
        let mut second = Station::new(Desc { fields: 2, ..Desc::default() }, Speed::Fast);
        second.restore(&image).expect("an image of our own");
        assert_eq!(second.machine().desc(), first.machine().desc());
        assert_eq!(second.core_image(), image, "{how}");
        assert_eq!(typed(&mut second, b"SECOND").0, "SECOND", "{how}");
    }
}

#[test]
fn a_broken_core_image_changes_nothing() {
    let mut station = station(ECHOES[0].1, Speed::Fast);
    let before = station.core_image();
    for (image, message) in [
        ("", "this is no core image: its first line is not 'focal8 core image'"),
        ("focal8 core image\nac 8\n", "line 2 of the core image cannot be read"),
        ("focal8 core image\npc 0200\nnonsense 1\n", "line 3 of the core image cannot be read"),
        ("focal8 core image\ncore 4K\n10000: 0001\n", "line 3 of the core image is for core that is not there"),
    ] {
        assert_eq!(station.restore(image).expect_err(message).to_string(), message);
        assert_eq!(station.core_image(), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// How a run is cut into budgets makes no difference to what happens, nor when.
    #[test]
    fn budgets_leave_no_trace(budgets in prop::collection::vec(1_u64..5_000, 1..40), which in 0_usize..3) {
        let mut whole = station(ECHOES[which].1, Speed::Fast);
        let mut cut = whole.clone();
        let mut budgets = budgets.into_iter().cycle();
        for key in *b"AB\r" {
            let once = Station::run(&mut whole, LONG);
            let often = loop {
                match Station::run(&mut cut, budgets.next().unwrap_or(LONG)) {
                    Standing::Running => {}
                    standing => break standing,
                }
            };
            prop_assert_eq!(once, often);
            prop_assert_eq!(whole.machine(), cut.machine());
            whole.press(key);
            cut.press(key);
        }
    }
}
