//! Saving a program as text, and loading a program from text, on every FOCAL.

use focal8::focal::{Config, Focal, Functions};
use focal8::focal_machine::FocalMachine;
use focal8::listing::{self, LoadError, Refusal, SaveError, load_into, save_from};
use focal8::machine::{self, Time};
use focal8::performer::{Performer, Status};
use focal8::roms::PROGRAMS;
use focal8::station::Station;
use focal8::teletype::{Lever, Speed};
use focal8::word::{Address, Word};

fn machine(fields: u8, functions: Functions) -> FocalMachine {
    FocalMachine::new(machine::Config { fields, ..machine::Config::default() }, functions).expect("our own tape")
}

/// Loads `program` into every FOCAL, saves it, and loads the saved text into a fresh FOCAL. Returns the saved text,
/// which must be the same for every FOCAL.
fn round_trip(program: &str) -> String {
    let mut native = Focal::new(Config::ours(Functions::None));
    listing::load(&mut native, program).expect(program);
    let saved = listing::save(&native).expect(program);
    let mut again = Focal::new(Config::ours(Functions::None));
    listing::load(&mut again, &saved.text).expect(&saved.text);
    assert!(again.lines().eq(native.lines()), "{program}");
    for fields in [1, 2] {
        let mut focal = machine(fields, Functions::None);
        load_into(focal.station_mut(), program).expect(program);
        assert_eq!(save_from(focal.station()), Ok(saved.clone()), "{fields} fields");
        let mut again = machine(fields, Functions::None);
        load_into(again.station_mut(), &saved.text).expect(&saved.text);
        assert!(again.lines().eq(focal.lines()), "{fields} fields: {program}");
    }
    saved.text
}

#[test]
fn every_program_in_the_box_comes_back() {
    for program in PROGRAMS.iter().filter(|program| program.name != "checkers-2") {
        let saved = round_trip(program.text);
        assert_eq!(round_trip(&saved), saved, "{}", program.name);
    }
}

#[test]
fn the_text_is_clean() {
    let saved = round_trip("C-FOCAL,1969\n\n2.1 type \"b\",!\n 1.1   C  SPACES  \n1.20\n\n1.3 T \"\x07\x0c?\"\nGO\n");
    assert_eq!(saved, "01.10 C  SPACES  \n01.20 \n01.30 T \"\x07\x0c?\"\n02.10 TYPE \"B\",!\n");
}

/// A line that begins with `1.1` and fills the line buffer does not fit into the buffer with `01.10` at its beginning.
#[test]
fn the_longest_line_comes_back() {
    for text in [" ".to_owned() + &"C".repeat(65), "C".repeat(66)] {
        let saved = round_trip(&format!("1.1{text}\n"));
        assert_eq!(saved, format!("1.1{text}\n"));
    }
}

/// MODIFY does not limit the length of a line, but the line buffer of the keyboard does.
#[test]
fn a_line_that_cannot_be_typed_is_named() {
    let mut focal = machine(1, Functions::All);
    focal.type_line(&format!("3.1 C{}", "A".repeat(60))).expect("it has room");
    // The keys go up to the C, insert the text, and end with LINE FEED for the rest.
    focal.type_line(&format!("M 3.1\rC{}\n", "B".repeat(40))).expect("it has room");
    let error = save_from(focal.station()).expect_err("it is too long");
    assert_eq!(error, SaveError::Line("03.10".to_owned()));
    assert!(error.to_string().starts_with("line 03.10 cannot be saved: "));
}

#[test]
fn what_runs_goes_on_as_if_nothing_had_been() {
    let mut focal = machine(1, Functions::All);
    for line in ["1.1 F I=1,1000;S A=A+I", "1.2 T A,!;G"] {
        focal.type_line(line).expect("a line");
    }
    assert_eq!(focal.type_keys(b"GO\r", 100_000), Status::Running);
    let (mut saved, mut not_saved) = (focal.clone(), focal);
    assert_eq!(save_from(saved.station()).expect("a program").lines(), 2);
    for performer in [&mut saved, &mut not_saved] {
        assert_eq!(performer.run(10_000_000), Status::Running);
    }
    assert_eq!(saved.station().core_image(), not_saved.station().core_image());
}

/// Loading a program does not move the tapes in the readers, and does not change the speed of the Teletype.
#[test]
fn loading_leaves_tapes_and_knobs_alone() {
    let mut focal = machine(1, Functions::All);
    focal.station_mut().set_speed(Speed::Real);
    focal.station_mut().io_bus_mut().teletype_mut().set_lever(Lever::Stop, Time::ZERO);
    focal.station_mut().mount(b"TYPE 1\r\n".to_vec());
    load_into(focal.station_mut(), "1.1 T 1\nGO\n").expect("a program");
    let teletype = focal.station().io_bus().teletype();
    let knobs = (teletype.reader.position(), teletype.reader.lever(), teletype.speed());
    assert_eq!(knobs, (0, Lever::Stop, Speed::Real));
    assert_eq!(focal.station().typed_ahead().len(), "GO\r".len());
}

#[test]
fn a_program_is_loaded_whole_or_not_at_all() {
    let mut focal = machine(1, Functions::All);
    focal.type_line("1.1 C BEFORE").expect("a line");
    let before = focal.station().core_image();
    let refused = |focal: &mut FocalMachine, text: &str| load_into(focal.station_mut(), text).expect_err(text);

    let long = format!("1.1 C\n\n1.2 C{}\n1.3 C\n", "X".repeat(70));
    assert_eq!(refused(&mut focal, &long), LoadError::Line { line: 3, refusal: Refusal::TooLong(75) });
    assert_eq!(
        refused(&mut focal, "1.1 C\n5 TYPE 1\n").to_string(),
        "line 2: ?01.40: a line to be stored has no step; nothing was loaded"
    );
    let full: String = (1..=99).map(|step| format!("1.{step:02} {}\n", "C".repeat(30))).collect();
    let error = refused(&mut focal, &full).to_string();
    assert!(error.contains("--functions none, or --core 8K"), "{error}");
    assert_eq!(refused(&mut focal, "TYPE 1\nGO\n"), LoadError::NoProgram);
    assert!(matches!(refused(&mut focal, "1.1 G 1.1\nGO\n2.1 C\n"), LoadError::Line { line: 2, .. }));

    assert_eq!(focal.station().core_image(), before);
}

#[test]
fn what_follows_the_last_line_is_typed_when_the_machine_goes_on() {
    let mut focal = machine(1, Functions::All);
    focal.type_line("9.9 C OLD").expect("a line");
    let loaded = load_into(focal.station_mut(), "S A=1\n1.1 T \"HELLO\",!\n\nC DONE\nGO\n").expect("a program");
    assert_eq!((loaded.lines, loaded.commands), (1, vec!["C DONE".to_owned(), "GO".to_owned()]));
    assert_eq!(focal.run(10_000_000), Status::Waiting);
    assert_eq!(focal.take_printed(), b"\r\n*C DONE\r\n*GO\r\nHELLO\r\n*");
    assert_eq!(focal.lines().count(), 1);
}

#[test]
fn there_must_be_a_focal_and_a_program() {
    let mut station = Station::new(machine::Config::default(), Speed::Fast);
    let no_focal = "no FOCAL answers here: after CTRL/C no * is printed";
    assert_eq!(save_from(&station).expect_err("a machine at power-on").to_string(), no_focal);
    // A program that prints the typed keys, as at the head of `station`.
    for (at, bits) in (0o200..).zip([0o6031, 0o5200, 0o6036, 0o6046, 0o6041, 0o5204, 0o5200]) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    station.start(Address::new(0o200));
    assert_eq!(save_from(&station).expect_err("an echo").to_string(), no_focal);
    assert_eq!(load_into(&mut station, "1.1 T 1").expect_err("an echo").to_string(), no_focal);
    assert_eq!(save_from(machine(1, Functions::All).station()), Err(SaveError::Empty));
}

#[test]
fn small_letters_are_told_of() {
    let mut focal = machine(1, Functions::All);
    focal.type_line("1.1 T \"small\"").expect("a line");
    let saved = save_from(focal.station()).expect("a program");
    assert_eq!((saved.text.as_str(), saved.small_letters.as_deref()), ("01.10 T \"small\"\n", Some("01.10")));
}
