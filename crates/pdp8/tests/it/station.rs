//! A station: the paper of a machine, and the exact moment at which the machine waits.

use pdp8::instruction::{Eae, Model};
use pdp8::machine::{Config, Limits, StopReason, Time};
use pdp8::pal::{Options, Source, assemble};
use pdp8::performer::{Performer, Status};
use pdp8::station::Station;
use pdp8::tape::{Tape, bin};
use pdp8::teletype::{Lever, Speed};
use pdp8::word::{Address, Word};
use proptest::prelude::*;

/// A budget that is enough for all tests here.
const LONG: u64 = 1_000_000_000;

/// A station with a program from its PAL text, started at 200.
fn station(source: &str, speed: Speed) -> Station {
    let assembly = assemble(&[Source::new("test", source)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    let mut station = Station::new(Config::default(), speed);
    station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
    station.start(Address::new(0o200));
    station
}

/// Types each of `keys` when the machine waits for a key. Returns the printed text, and the last stop reason.
fn typed(station: &mut Station, keys: &[u8]) -> (String, StopReason) {
    let mut standing = Station::run(station, LONG);
    for &key in keys {
        assert_eq!(standing, StopReason::Waiting, "before {key:?}");
        station.press(key);
        standing = Station::run(station, LONG);
    }
    (String::from_utf8(station.take_printed()).expect("seven bits"), standing)
}

/// Programs that print the typed keys, each waiting in its own way.
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
            assert_eq!((paper.as_str(), standing), ("HELLO, WORLD\r", StopReason::Waiting), "{how}, {speed:?}");
        }
    }
}

#[test]
fn a_machine_waits_when_the_fast_reader_has_stopped() {
    // The program reads one frame, and the tape runs on for a while.
    let mut station = station("*200\n6014\n6011\nJMP .-1\n6012\nKSF\nJMP .-1\nHLT\n", Speed::Fast);
    station.mount_high_speed(vec![0o123, 0o321]);
    assert_eq!(Station::run(&mut station, LONG), StopReason::Waiting);
}

#[test]
fn a_loop_of_a_hundred_thousand_instructions_is_recognised() {
    // Two nested counters, 4096 times 16: 131,000 instructions a turn, and only then a poll of the keyboard.
    let source = "*200\nWAIT, ISZ INNER\nJMP .-1\nISZ OUTER\nJMP .-3\nTAD (-20\nDCA OUTER\nKSF\nJMP WAIT\nKRB\nTLS\nCLA\nJMP WAIT\nINNER,0\nOUTER,-20\n";
    let (paper, standing) = typed(&mut station(source, Speed::Fast), b"AB");
    assert_eq!((paper.as_str(), standing), ("AB", StopReason::Waiting));
}

#[test]
fn a_machine_that_counts_is_not_waiting() {
    // A 24-bit counter: its state comes back only after sixteen million turns.
    let mut counting = station("*200\nISZ LOW\nJMP .-1\nISZ HIGH\nJMP .-3\nJMP .-4\nLOW,0\nHIGH,0\n", Speed::Fast);
    assert_eq!(Station::run(&mut counting, 20_000_000), StopReason::Budget);
    // A program that polls after each count is not waiting while a character is on its way.
    let mut printing = station("*200\nTLS\nTSF\nJMP .-1\nJMP .-3\n", Speed::Real);
    assert_eq!(Station::run(&mut printing, 2_000_000), StopReason::Budget);
    // The line clock, once polled, goes on for ever, so an event is always due.
    let mut clocked = station("*200\nCLSK\nJMP .-1\nJMP .-2\n", Speed::Fast);
    assert_eq!(Station::run(&mut clocked, 2_000_000), StopReason::Budget);
}

#[test]
fn a_loop_that_no_key_can_end_is_told_from_waiting() {
    let forever = "*200\nIAC\nJMP .-1\n";
    assert_eq!(Station::run(&mut station(forever, Speed::Fast), LONG), StopReason::EndlessLoop);
    // A run with a limit ends exactly at the limit.
    let mut limited = station(forever, Speed::Fast);
    limited.limit(Limits { instructions: 3_000_001, ..Limits::NONE });
    assert_eq!(Station::run(&mut limited, LONG), StopReason::InstructionLimit);
    assert_eq!(limited.machine().elapsed.instructions, 3_000_001);
    // With interrupts on, a key would interrupt the program.
    assert_eq!(Station::run(&mut station("*200\nION\nJMP .\n", Speed::Fast), LONG), StopReason::Waiting);
    // A program that reads one key and then only loops does not see the second.
    let (_, standing) = typed(&mut station("*200\nKSF\nJMP .-1\nJMP .\n", Speed::Fast), b"A");
    assert_eq!(standing, StopReason::EndlessLoop);
}

#[test]
fn a_waiting_machine_can_be_watched_as_it_waits() {
    for (how, source) in ECHOES {
        let mut watched = station(source, Speed::Real);
        assert_eq!(Station::run(&mut watched, LONG), StopReason::Waiting, "{how}");
        let until = watched.machine().elapsed.time + Time::milliseconds(50);
        let before = watched.machine().elapsed.instructions;
        assert_eq!(watched.run_until(until), StopReason::Budget, "{how}");
        let beyond = watched.machine().elapsed.time - until;
        assert!(watched.machine().elapsed.time >= until && beyond < Time::microseconds(20), "{how}: {beyond}");
        assert!(watched.machine().elapsed.instructions > before + 5_000, "{how}");
        assert_eq!(typed(&mut watched, b"AB").0, "AB", "{how}");
    }
}

/// After a run to a given time, the station has forgotten whether the machine waits: the next run executes as many
/// instructions as after a change of the machine by the operator.
#[test]
fn a_run_to_a_moment_leaves_nothing_behind() {
    for (how, source) in ECHOES {
        let mut watched = station(source, Speed::Real);
        assert_eq!(Station::run(&mut watched, LONG), StopReason::Waiting, "{how}");
        // A key and its echo are on their way when the moment comes.
        watched.press(b'A');
        let until = watched.machine().elapsed.time + Time::milliseconds(350);
        assert_eq!(watched.run_until(until), StopReason::Budget, "{how}");
        let mut touched = watched.clone();
        touched.machine_mut();
        assert_eq!(Station::run(&mut watched, LONG), Station::run(&mut touched, LONG), "{how}");
        assert_eq!(watched.machine().elapsed.instructions, touched.machine().elapsed.instructions, "{how}");
        assert_eq!(watched.take_printed(), b"A", "{how}");
    }
}

/// A run to a given time handles keys that were pressed before the run, and devices that the operator has changed.
#[test]
fn a_run_to_a_moment_sees_what_hands_have_done() {
    let presses: [fn(&mut Station, Time); 2] = [
        |station, _| station.press(b'A'),
        |station, now| {
            station.io_bus_mut().teletype_mut().press(0o301, now);
        },
    ];
    for press in presses {
        // While it waits the program executes no IOT, at which the bus would check its devices.
        let mut station = station(ECHOES[1].1, Speed::Real);
        assert_eq!(Station::run(&mut station, LONG), StopReason::Waiting);
        let now = station.machine().elapsed.time;
        press(&mut station, now);
        assert_eq!(station.run_until(now + Time::milliseconds(350)), StopReason::Budget);
        assert_eq!(station.take_printed(), b"A");
    }
}

/// After a deposit into core, the station checks again whether the machine waits.
#[test]
fn what_hands_deposit_ends_the_waiting() {
    let mut station = station("*200\nKSF\nJMP .-1\nHLT\n", Speed::Fast);
    assert_eq!(Station::run(&mut station, LONG), StopReason::Waiting);
    station.deposit(Address::new(0o201), Word::new(0o7402));
    assert_eq!(Station::run(&mut station, LONG), StopReason::Halt);
}

#[test]
fn the_speed_is_that_of_the_start_until_it_is_changed() {
    let seconds = |start, then| {
        let mut station = station(include_str!("../data/station/hello.pal"), start);
        station.set_speed(then);
        assert_eq!(Station::run(&mut station, LONG), StopReason::Halt);
        station.machine().elapsed.time
    };
    assert!(seconds(Speed::Real, Speed::Fast) < Time::milliseconds(70));
    assert!(seconds(Speed::Fast, Speed::Real) >= Time::milliseconds(700));
    let mut fast = station(include_str!("../data/station/hello.pal"), Speed::Fast);
    assert_eq!(Station::run(&mut fast, LONG), StopReason::Halt);
    assert!(fast.machine().elapsed.time < Time::milliseconds(70));
}

/// After one iteration all registers and words have their old values again, but the printer's flag has changed, so the
/// second iteration ends in a HLT.
#[test]
fn a_loop_that_changes_only_a_device_is_no_endless_loop() {
    let mut station = Station::new(Config { model: Model::E, ..Config::default() }, Speed::Fast);
    // TSF; JMP 203; HLT; TFL; JMP 200
    for (at, bits) in (0o200..).zip([0o6041, 0o5203, 0o7402, 0o6040, 0o5200]) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    // The run begins at the JMP, so that each register has the value of the end of a turn.
    station.start(Address::new(0o204));
    station.step();
    assert_eq!(Station::run(&mut station, LONG), StopReason::Halt);
}

#[test]
fn a_reset_stops_the_machine_and_forgets_the_keys_pressed() {
    let mut station = station(ECHOES[0].1, Speed::Fast);
    b"AB".iter().for_each(|&key| station.press(key));
    station.reset();
    assert!(!station.machine().running);
    station.start(Address::new(0o200));
    assert_eq!(typed(&mut station, b"C").0, "C");
}

/// A program that counts for ever and sometimes polls the keyboard. It never waits for a key.
const WORKS_AND_POLLS: &str =
    "*200\nWORK, ISZ LOW\nJMP .-1\nISZ HIGH\nNOP\nKSF\nJMP WORK\nKRB\nTLS\nCLA\nJMP WORK\nLOW,0\nHIGH,0\n";

/// Between two runs, keys typed ahead reach a program that never waits, each after the program has taken the previous
/// key.
#[test]
fn a_program_that_works_and_polls_is_given_one_key_at_a_time() {
    let mut station = station(WORKS_AND_POLLS, Speed::Real);
    station.type_ahead(*b"AB");
    station.press_if_polled();
    assert_eq!(station.typed_ahead().len(), 2, "it has not looked yet");
    // One turn of the counter, 8192 instructions, and one poll.
    assert_eq!(Station::run(&mut station, 21_000), StopReason::Budget);
    assert_eq!(station.typed_ahead().len(), 2, "no run presses a key by itself");
    station.press_if_polled();
    station.press_if_polled();
    assert_eq!(station.typed_ahead().len(), 1, "pressed, and not yet on its way");
    assert_eq!(Station::run(&mut station, 10), StopReason::Budget);
    station.press_if_polled();
    assert_eq!(station.typed_ahead().len(), 1, "on its way");
    assert_eq!(Station::run(&mut station, 200_000), StopReason::Budget);
    station.press_if_polled();
    assert!(station.typed_ahead().is_empty(), "the first is taken");
    assert_eq!(Station::run(&mut station, 400_000), StopReason::Budget);
    assert_eq!(station.take_printed(), b"AB");
}

/// A key is not pressed until the program has taken the previous key. With interrupts on, keys are not pressed for a
/// program that only polls.
#[test]
fn a_program_that_does_not_take_keys_is_given_no_more() {
    let polls_once = "*200\nKSF\nJMP WORK\nWORK, ISZ LOW\nJMP .-1\nISZ HIGH\nJMP .-3\nJMP .-4\nLOW,0\nHIGH,0\n";
    let mut deaf = station(polls_once, Speed::Fast);
    deaf.type_ahead(*b"AB");
    for _ in 0..4 {
        assert_eq!(Station::run(&mut deaf, 20_000), StopReason::Budget);
        deaf.press_if_polled();
    }
    assert!(deaf.io_bus().teletype().keyboard.flag());
    assert_eq!(deaf.typed_ahead().len(), 1);
    let mut interrupted = station(&WORKS_AND_POLLS.replace("WORK,", "ION\nWORK,"), Speed::Fast);
    interrupted.type_ahead(*b"A");
    assert_eq!(Station::run(&mut interrupted, 40_000), StopReason::Budget);
    interrupted.press_if_polled();
    assert_eq!(interrupted.typed_ahead().len(), 1);
    let mut watched = station(&WORKS_AND_POLLS.replace("WORK,", "ION\nWORK,"), Speed::Fast);
    for milliseconds in [30, 60] {
        assert_eq!(watched.run_until(Time::milliseconds(milliseconds)), StopReason::Budget);
    }
    watched.type_ahead(*b"A");
    watched.press_if_polled();
    assert_eq!(watched.typed_ahead().len(), 1);
}

#[test]
fn start_by_itself_leaves_the_fields_alone() {
    let mut station = Station::new(Config { fields: 2, ..Config::default() }, Speed::Fast);
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
    assert_eq!(Station::run(&mut station, LONG), StopReason::Halt);
    assert_eq!(station.take_frames(), [0o301]);
}

#[test]
fn the_reader_and_a_key_share_the_line() {
    // The reader moves only after KCC or KRB.
    let mut station = station("*200\nKCC\nWAIT, KSF\nJMP .-1\nKRB\nTLS\nTSF\nJMP .-1\nJMP WAIT\n", Speed::Real);
    station.mount(b"TAPE".to_vec());
    assert_eq!(typed(&mut station, b"").0, "TAPE");
    // At the end of the tape the keyboard works again.
    assert_eq!(typed(&mut station, b"KEY").0, "KEY");
}

#[test]
fn real_time_is_ten_characters_a_second() {
    let mut station = station(include_str!("../data/station/hello.pal"), Speed::Real);
    assert_eq!(Station::run(&mut station, LONG), StopReason::Halt);
    assert_eq!(station.take_printed(), b"HELLO\r\n");
    let milliseconds = station.machine().elapsed.time.as_nanoseconds() / 1_000_000;
    assert_eq!(milliseconds, 700);
}

#[test]
fn a_tape_is_loaded_whole_or_not_at_all() {
    let mut station = Station::new(Config::default(), Speed::Fast);
    let words = [(Address::new(0o200), Word::new(0o7402)), (Address::new(0o10200), Word::new(0o7402))];
    let error = station.load(&bin::punch(&words)).expect_err("field 1 is not there");
    assert_eq!(error.to_string(), "it needs core at 10200, and the machine has 4K");
    assert_eq!(station.machine().memory.read(Address::new(0o200)), Word::ZERO);
    let error = station.load(&Tape::new(*b"PLAIN TEXT\r\n")).expect_err("a text");
    assert_eq!(error.to_string(), "this is text, not a program tape in BIN or RIM format");
}

#[test]
fn a_core_image_goes_on_where_it_was_written() {
    for (how, source) in ECHOES {
        let mut first = station(source, Speed::Fast);
        typed(&mut first, b"FIRST");
        let image = first.core_image();
        let mut second = Station::new(Config { fields: 2, ..Config::default() }, Speed::Fast);
        second.restore(&image).expect("an image of our own");
        assert_eq!(second.machine().config(), first.machine().config());
        assert_eq!(second.core_image(), image, "{how}");
        assert_eq!(typed(&mut second, b"SECOND").0, "SECOND", "{how}");
    }
}

#[test]
fn a_core_image_knows_what_the_devices_are_doing() {
    // The station reads a frame and punches another.
    let mut first = station("*200\n6014\n6026\nHLT\n", Speed::Fast);
    first.mount_high_speed(vec![0o123]);
    assert_eq!(Station::run(&mut first, LONG), StopReason::Halt);
    let mut second = Station::new(Config::default(), Speed::Fast);
    second.restore(&first.core_image()).expect("an image of our own");
    assert_eq!(second.io_bus(), first.io_bus());
    assert_eq!(second.core_image(), first.core_image());
}

#[test]
fn a_core_image_goes_to_the_last_word_of_core() {
    let mut first = Station::new(Config { fields: 8, ..Config::default() }, Speed::Fast);
    first.deposit(Address::new(0o77777), Word::new(0o1234));
    let mut second = Station::new(Config::default(), Speed::Fast);
    second.restore(&first.core_image()).expect("an image of our own");
    assert_eq!(second.machine().memory.read(Address::new(0o77777)).bits(), 0o1234);
}

/// Returns an image without its checksum, because the checksum would reject an edited image.
fn unchecked(image: &str) -> String {
    image.split_inclusive('\n').filter(|line| !line.starts_with("checksum ")).collect()
}

#[test]
fn a_word_that_was_damaged_is_found_by_the_checksum() {
    let image = station(ECHOES[0].1, Speed::Fast).core_image();
    let word = image.find("00200: ").expect("a line of core") + "00200: ".len();
    let other = if image[word..].starts_with('6') { "7" } else { "6" };
    let damaged = format!("{}{other}{}", &image[..word], &image[word + 1..]);
    let line = 1 + image.lines().position(|line| line.starts_with("checksum ")).expect("there is one");
    let error = refused(&damaged);
    let expected = "the checksum is not that of the lines before it: one of them has been changed";
    assert_eq!(error, format!("line {line} of the core image: {expected}"));
    // Without the checksum, as in an image of before there were checksums, the lines alone describe the machine.
    for image in [damaged, image] {
        Station::new(Config::default(), Speed::Fast).restore(&unchecked(&image)).expect("whole");
    }
}

/// The error of `restore` for an image; the machine must be unchanged.
fn refused(image: &str) -> String {
    let mut station = station(ECHOES[0].1, Speed::Fast);
    let before = station.core_image();
    let error = station.restore(image).expect_err(image).to_string();
    assert_eq!(station.core_image(), before, "{image}");
    error
}

#[test]
fn another_file_is_no_core_image() {
    assert_eq!(refused(""), "this is not a core image: its first line is not 'focal8 core image, version 2'");
    let old = "this core image was made by an older focal8, and cannot be read any more";
    assert_eq!(refused("focal8 core image\npc 0200\n"), old);
}

#[test]
fn a_core_image_that_is_cut_anywhere_is_refused() {
    let mut station = station(ECHOES[1].1, Speed::Fast);
    typed(&mut station, b"A");
    let image = station.core_image();
    // An image without its last LF alone is still whole.
    for end in 0..image.len() - 1 {
        let error = refused(&image[..end]);
        assert!(
            error.contains("cut short") || error.contains("not a core image") || error.contains("older"),
            "{end}: {error}"
        );
    }
}

#[test]
fn a_core_image_is_held_to_its_own_machine() {
    let model_l = Config { model: Model::L, fields: 2, eae: false, ..Config::default() };
    let image = unchecked(&Station::new(model_l, Speed::Fast).core_image())
        .replace("end 0", "00200: 7402 0000 0000 0000 0000 0000 0000 0000\nend 1");
    Station::new(Config::default(), Speed::Fast).restore(&image).expect("whole");
    for (from, to, line, message) in [
        (r#""fields":2"#, r#""fields":8"#, 2, "a PDP-8l does not support"),
        (r#""eae":false"#, r#""eae":true"#, 2, "a PDP-8l does not support 8K and these options"),
        (r#""model":"8l""#, r#""model":"8x""#, 2, "'8x' is not a model"),
        (r#""instruction_field":0"#, r#""instruction_field":2"#, 2, "invalid machine state: 'extension'"),
        (r#""data_field":0"#, r#""data_field":7"#, 2, "invalid machine state: 'extension'"),
        (r#""save_field":"0""#, r#""save_field":"2""#, 2, "invalid machine state: 'extension'"),
        (r#""pc":"0000""#, r#""pc":"70000""#, 2, "70000 is above 7777"),
        (r#""pc":"0000""#, r#""pc":"0000","pc":"0000""#, 2, "duplicate field `pc`"),
        (r#""pc":"0000","#, "", 2, "missing field `pc`"),
        (r#""sc":"0""#, r#""sc":"40""#, 2, "invalid machine state: 'sc'"),
        (r#""mq":"0000""#, r#""mq":"0001""#, 2, "invalid machine state: 'mq'"),
        (r#""gt":false"#, r#""gt":true"#, 2, "invalid machine state: 'gt'"),
        (r#""mode_b":false"#, r#""mode_b":true"#, 2, "invalid machine state: 'mode_b'"),
        (r#""state":"fetch","mb""#, r#""state":"defer","ir":6,"mb""#, 2, "duplicate field `ir`"),
        (r#""cycles":0"#, r#""cycles":18446744073709551615"#, 2, "invalid machine state: 'elapsed'"),
        ("teletype ", "telex ", 3, "'teletype' is expected here"),
        (r#""arriving":null"#, r#""arriving":[193,999000000000]"#, 3, "invalid device state"),
        (r#""position":0"#, r#""position":1"#, 3, "invalid device state"),
        (r#""interrupt_enable":true"#, r#""interrupt_enable":false"#, 3, "invalid device state"),
        (r#""period":8333333"#, r#""period":0"#, 6, "invalid device state"),
        (r#""next_tick":8333333"#, r#""next_tick":8333334"#, 6, "invalid device state"),
        (r#""next_tick":8333333"#, r#""next_tick":0"#, 6, "invalid device state"),
        (r#""next_tick":8333333"#, r#""next_tick":16666666"#, 6, "invalid device state"),
        (r#""arriving":null,"frame_time":"#, r#""arriving":40000001,"frame_time":"#, 4, "invalid device state"),
        (r#""frame_time":3333333"#, r#""frame_time":3333334"#, 4, "invalid device state"),
        (
            r#""frame_time":3333333,"interrupt_enable":true"#,
            r#""frame_time":3333333,"interrupt_enable":false"#,
            4,
            "invalid device state",
        ),
        (r#"fast-reader {"tape":"","position":0"#, r#"fast-reader {"tape":"","position":1"#, 4, "invalid device state"),
        (r#""punching":null"#, r#""punching":20000001"#, 5, "invalid device state"),
        (r#""frame_time":20000000"#, r#""frame_time":3333333"#, 5, "invalid device state"),
        ("00200:", "70200:", 8, "there is no core at 70200"),
        (": 7402", ": 17402", 8, "17402 is above 7777"),
        ("00200:", "00201:", 8, "not as this machine would write it"),
        ("end 1", "end 2", 9, "not as this machine would write it"),
        ("end 1", "end 1\nend 1", 10, "not as this machine would write it"),
        ("end 1", "00200: 7402 0000 0000 0000 0000 0000 0000 0000\nend 1", 9, "not as this machine would write it"),
    ] {
        let broken = image.replacen(from, to, 1);
        assert_ne!(broken, image, "{from}");
        let error = refused(&broken);
        assert!(error.starts_with(&format!("line {line} of the core image: ")), "{to}: {error}");
        assert!(error.contains(message), "{to}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..crate::seeded::seeded() })]

    /// The budgets of the runs change neither the events nor their times.
    #[test]
    fn budgets_leave_no_trace(budgets in prop::collection::vec(1_u64..5_000, 1..40), which in 0_usize..3) {
        let mut whole = station(ECHOES[which].1, Speed::Fast);
        let mut cut = whole.clone();
        let mut budgets = budgets.into_iter().cycle();
        for key in *b"AB\r" {
            let once = Station::run(&mut whole, LONG);
            let often = loop {
                match Station::run(&mut cut, budgets.next().unwrap_or(LONG)) {
                    StopReason::Budget => {}
                    standing => break standing,
                }
            };
            prop_assert_eq!(once, often);
            prop_assert_eq!(whole.machine(), cut.machine());
            whole.press(key);
            cut.press(key);
        }
    }

    /// The image of a machine contains its whole state, whatever the machine does.
    #[test]
    fn a_core_image_is_the_whole_machine(
        model in prop::sample::select(&Model::ALL[..]),
        (fields, eae, mode_b, real) in (1_u8..=8, any::<bool>(), any::<bool>(), any::<bool>()),
        program in prop::collection::vec(instruction(), 16..200),
        tapes in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..20), 2),
        (lever, punch, protect) in (0_usize..3, any::<bool>(), any::<bool>()),
        (cycles, more) in (0_u32..3_000, 1_u32..2_000),
    ) {
        let config = Config { model, fields, eae, ..Config::default() };
        let mut first = Station::new(config, if real { Speed::Real } else { Speed::Fast });
        // The interrupt service and the program are both random instructions.
        for (at, &bits) in (0..).zip(program.iter().cycle().take(0o400)) {
            first.deposit(Address::new(at), Word::new(bits));
        }
        first.start(Address::new(0o200));
        let config = first.machine().config();
        first.machine_mut().mode_b = mode_b && config.eae && model.traits().eae == Some(Eae::Ke8E);
        first.machine_mut().memory.protect_last_page(protect && model.traits().memory_protect);
        let mut tapes = tapes.into_iter();
        first.mount(tapes.next().unwrap_or_default());
        first.mount_high_speed(tapes.next().unwrap_or_default());
        first.io_bus_mut().teletype_mut().punch.set_on(punch);
        first.io_bus_mut().teletype_mut().set_lever([Lever::Start, Lever::Stop, Lever::Free][lever], Time::ZERO);
        for key in *b"KEYS" {
            first.press(key);
        }
        Station::run(&mut first, 100);
        for _ in 0..cycles {
            first.cycle();
        }
        let image = first.core_image();
        let mut second = Station::new(Config::default(), Speed::Fast);
        second.restore(&image).map_err(|error| TestCaseError::fail(format!("{error}\n{image}")))?;
        for _ in 0..more {
            prop_assert!(first.machine() == second.machine(), "{}", image);
            prop_assert!(first.io_bus() == second.io_bus(), "{}", image);
            first.cycle();
            second.cycle();
        }
        // Both stations check again for the end of the work.
        first.machine_mut();
        prop_assert_eq!(Station::run(&mut first, 20_000), Station::run(&mut second, 20_000));
        prop_assert_eq!(first.core_image(), second.core_image());
    }
}

/// An instruction of any kind, often one for a device.
fn instruction() -> impl Strategy<Value = u16> {
    let devices = prop::sample::select(vec![0o6000_u16, 0o6010, 0o6020, 0o6030, 0o6040, 0o6130, 0o6200, 0o6210]);
    let group3 = (0_u16..0o400).prop_map(|bits| 0o7401 | bits & 0o376);
    // HLT is left out, since cycles would go on after it, but the run at the end would not.
    let operate = (0o7000_u16..=0o7777).prop_map(|bits| if bits & 0o401 == 0o400 { bits & !2 } else { bits });
    prop_oneof![2 => 0_u16..0o6000, 2 => (devices, 0_u16..8).prop_map(|(code, pulses)| code | pulses), 1 => group3, 1 => operate]
}

/// Delivered keys reach a busy program that takes keys by interrupts, one key at a time. Keys that are only typed ahead
/// wait.
#[test]
fn a_busy_program_gets_keys_that_are_delivered() {
    let busy = include_str!("../data/station/interrupt.pal")
        .replace("WAIT,   TAD KEY", "WAIT,   ISZ LOW\nJMP WAIT\nISZ HIGH\nNOP\nTAD KEY")
        .replace("KEY,    0", "KEY,    0\nLOW,0\nHIGH,0");
    let got = |deliver: bool| {
        let mut station = station(&busy, Speed::Real);
        match deliver {
            true => b"AB".iter().for_each(|&key| station.deliver(key)),
            false => station.type_ahead(*b"AB"),
        }
        // A second of simulated time, in slices of 15 ms.
        for _ in 0..67 {
            assert_eq!(Station::run(&mut station, 10_000), StopReason::Budget);
            station.press_if_polled();
        }
        (station.take_printed(), station.typed_ahead().len())
    };
    assert_eq!(got(true), (b"AB".to_vec(), 0));
    assert_eq!(got(false), (b"".to_vec(), 2));
}
