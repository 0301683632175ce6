//! Our FOCAL on its machine: output, variables, text and free memory, in both sizes of core.

use focal8::focal::error::ErrorCode;
use focal8::focal::{Config, Focal, Functions, StillRunning, VariableName};
use focal8::focal_machine::{FocalError, FocalMachine, NotWaiting, Start};
use focal8::machine;
use focal8::performer::{Performer, Status};
use focal8::station::Station;
use focal8::teletype::Speed;
use focal8::word::{Address, Word};

const CORES: [u8; 2] = [1, 2];
const KEPT: [Functions; 3] = [Functions::All, Functions::Trigonometric, Functions::None];

fn fresh(fields: u8, start: impl Into<Start>) -> FocalMachine {
    FocalMachine::new(machine::Config { fields, ..machine::Config::default() }, start).expect("our own tape")
}

/// Returns native FOCAL with as much memory as FOCAL on a machine with `fields` fields of core.
fn native(fields: u8, functions: Functions) -> Focal {
    Focal::new(if fields > 1 { Config::ours_of_two_fields(functions) } else { Config::ours(functions) })
}

#[test]
fn a_line_gives_its_paper() {
    for fields in CORES {
        let mut focal = fresh(fields, Functions::All);
        assert_eq!(focal.type_line("TYPE 2^10").unwrap(), "TYPE 2^10\r\n= 1024.0000*");
        assert_eq!(focal.type_line("ASK A").unwrap(), "ASK A\r\n:");
        assert_eq!(focal.type_line("12").unwrap(), "12\r\n*");
    }
}

#[test]
fn it_holds_what_native_focal_holds() {
    let lines =
        ["1.1 C ONE", "3.05 T \"A!\u{1}b{\u{7}\"", "S AB(-3)=FRAN()", "S A=-1.5", "T %5.02,A", "2.99 R", "S LONG=2"];
    for fields in CORES {
        let (mut focal, mut native) = (fresh(fields, Functions::All), native(fields, Functions::All));
        for line in lines {
            assert_eq!(focal.type_line(line).unwrap(), native.type_line(line).unwrap());
            assert!(focal.variables().eq(native.variables()), "{line}");
            assert!(focal.lines().eq(native.lines().map(|(number, text)| (number, text.to_vec()))), "{line}");
            assert_eq!((focal.random(), focal.format()), (native.random(), native.format()), "{line}");
            assert_eq!(usize::from(focal.free_words()), native.free_words(), "{line}");
        }
    }
}

#[test]
fn as_many_words_are_free_as_in_native_focal() {
    for fields in CORES {
        for functions in KEPT {
            let free = usize::from(fresh(fields, functions).free_words());
            assert_eq!(free, native(fields, functions).free_words(), "{functions:?}, {fields} fields");
        }
    }
}

#[test]
fn a_variable_is_set_and_made() {
    for fields in CORES {
        let (mut focal, mut native) = (fresh(fields, Functions::None), native(fields, Functions::None));
        focal.type_line("S A(7)=1").unwrap();
        let value = "0003 2400 0000".parse().unwrap();
        focal.set("A(7)", 5.0).unwrap();
        focal.set_variable("B2".parse().unwrap(), value).unwrap();
        assert_eq!(focal.type_line("T A(7),B2").unwrap(), "T A(7),B2\r\n=    5.0000=    5.0000*");
        let values = ["A(7)", "b2", "A(8)", "1"].map(|name| focal.get(name));
        assert_eq!(values, [Some(5.0), Some(5.0), None, None]);
        focal.type_line("E").unwrap();
        let made = |set: &mut dyn FnMut(u16) -> Result<(), ErrorCode>| {
            (0..).map(&mut *set).take_while(|made| *made != Err(ErrorCode::VariablesFull)).count()
        };
        let name = |n: u16| VariableName { letters: *b"A@", subscript: Word::new(n) };
        let on_machine = made(&mut |n| focal.set_variable(name(n), value));
        assert_eq!(on_machine, made(&mut |n| native.set_variable(name(n), value)));
        let error = "B cannot be set: ?06.54: no room for another variable";
        assert_eq!(focal.set("B", 1.0).unwrap_err().to_string(), error);
        assert_eq!(native.set("B", 1.0).unwrap_err().to_string(), error);
    }
}

#[test]
fn what_is_no_variable_or_number_is_not_set() {
    let (mut focal, mut native) = (fresh(1, Functions::All), native(1, Functions::All));
    for (name, value, error) in [
        ("FSIN", 1.0, "'FSIN' is not a variable of FOCAL, such as J or A(28)"),
        ("A", f64::INFINITY, "inf is not a number of FOCAL"),
    ] {
        assert_eq!(focal.set(name, value).unwrap_err().to_string(), error);
        assert_eq!(native.set(name, value).unwrap_err().to_string(), error);
    }
}

/// A reply contains the first error, which happened in the program's line, and not an error that a later command of the
/// direct line causes.
#[test]
fn a_reply_has_the_error_that_was_printed() {
    for fields in CORES {
        let (mut focal, mut native) = (fresh(fields, Functions::All), native(fields, Functions::All));
        for (line, error) in [
            ("TYPE \"?28.73\",!", None),
            ("TYPE 1/0", Some("?28.73: division by zero")),
            ("31.99 SET A=(1", None),
            ("GO", Some("?08.47 @ 31.99: brackets do not match")),
            ("DO 5", Some("?02.32: DO: no such group")),
        ] {
            let reply = focal.type_line(line).unwrap();
            assert_eq!(reply.error().map(|error| error.to_string()).as_deref(), error, "{line}");
            assert_eq!(reply, native.type_line(line).unwrap(), "{line}");
        }
        assert_eq!(focal.type_line("TYPE %2,7,!").unwrap().output(), "=  7\r\n");
        assert_eq!(focal.type_line("ASK A").unwrap().output(), "");
    }
}

/// One call of `interrupt` ends an endless loop. After the call, FOCAL executes the next line as usual.
#[test]
fn an_endless_loop_is_left_in_one_call() {
    for fields in CORES {
        let mut focal = fresh(fields, Functions::All);
        focal.set_key_budget(1_000_000);
        focal.type_line("1.1 SET N=N+1").unwrap();
        focal.type_line("1.2 GOTO 1.1").unwrap();
        assert_eq!(focal.type_line("GO"), Err(FocalError::Line(NotWaiting::TimedOut)));
        let reply = focal.interrupt().unwrap();
        let error = reply.error().expect("CTRL/C is an error of FOCAL's");
        assert_eq!(error.code, ErrorCode::Interrupted);
        assert!(reply.text().ends_with("\r\n*"), "{reply}");
        let counted = focal.get("N").expect("it has run");
        assert!(counted > 10.0, "{counted}");
        assert_eq!(focal.type_line("SET N=N+1").unwrap(), "SET N=N+1\r\n*");
        assert_eq!(focal.get("N"), Some(counted + 1.0));
    }
    let mut native = native(1, Functions::All);
    native.type_line("1.1 GOTO 1.1").unwrap();
    assert_eq!(native.type_line("GO"), Err(StillRunning));
    assert_eq!(native.interrupt().error().expect("as above").to_string(), "?01.00 @ 01.10: CTRL/C");
    assert_eq!(native.type_line("TYPE 1").unwrap(), "TYPE 1\r\n=    1.0000*");
}

#[test]
fn the_line_at_work_is_known() {
    for fields in CORES {
        let mut focal = fresh(fields, Functions::All);
        focal.type_line("7.25 F I=1,100000;C").unwrap();
        assert_eq!(focal.line_at_work(), None);
        assert_eq!(focal.type_keys(b"GO\r", 10_000), Status::Running);
        assert_eq!(focal.line_at_work().unwrap().to_string(), "07.25");
        focal.press(0o003);
        assert_eq!(focal.run(1_000_000), Status::Waiting);
        assert_eq!(focal.line_at_work(), None);
    }
}

#[test]
fn the_dialogue_asks() {
    let mut focal = fresh(1, Start::Dialogue);
    assert!(focal.type_line("NO").unwrap().text().ends_with(':'));
    assert!(focal.type_line("YES").unwrap().text().ends_with('*'));
    assert_eq!(focal.free_words(), fresh(1, Functions::Trigonometric).free_words());
}

#[test]
fn what_does_not_come_back_is_an_error() {
    let mut focal = fresh(1, Functions::All);
    focal.set_key_budget(1_000_000);
    focal.type_line("1.1 G 1.1").unwrap();
    assert_eq!(focal.type_line("G"), Err(FocalError::Line(NotWaiting::TimedOut)));
    assert_eq!(
        focal.type_line("\u{3}").unwrap_err().to_string(),
        "FOCAL does not return to its prompt: it does not wait for a key"
    );

    let key = focal.symbol("INTRPT").unwrap();
    let mut halting = fresh(1, Functions::All);
    halting.station_mut().deposit(key, Word::new(0o7402));
    assert_eq!(halting.type_line("T 1"), Err(FocalError::Line(NotWaiting::Halted(key.next()))));
    let mut looping = fresh(1, Functions::All);
    looping.station_mut().deposit(key, Word::new(0o5200 | key.offset().bits() & 0o177));
    assert_eq!(looping.type_line("T 1"), Err(FocalError::Line(NotWaiting::Loops(key))));

    let mut native = native(1, Functions::All);
    native.type_line("1.1 G 1.1").unwrap();
    assert_eq!(native.type_line("G"), Err(StillRunning));
}

#[test]
fn a_symbol_has_an_address() {
    for fields in CORES {
        let focal = fresh(fields, Functions::All);
        assert_eq!(focal.symbol("START"), Ok(Address::new(0o0200)));
        assert_eq!(focal.symbol("NIXON").unwrap_err().to_string(), "the built-in FOCAL has no symbol NIXON");
    }
}

/// The core of another program may contain circular lists, and pointers to any address.
#[test]
fn any_core_can_be_read() {
    let mut random = fastrand::Rng::with_seed(1969);
    for fields in CORES {
        for _ in 0..20 {
            let mut station = Station::new(machine::Config { fields, ..machine::Config::default() }, Speed::Fast);
            (0..0o20000).for_each(|at| station.deposit(Address::new(at), Word::new(random.u16(..))));
            let focal = FocalMachine::running_on(station);
            assert!(focal.variables().count() < 0o2000);
            assert!(focal.lines().count() <= 0o10000);
            assert!(focal.free_words() <= 0o10000);
            assert!(focal.line_at_work().is_none_or(|number| number.group() < 32));
        }
    }
}

/// FOCAL takes every key at the same cycle, however its run is divided into budgets. The test covers a computation,
/// printing, and an error.
#[test]
fn budgets_move_no_key() {
    for fields in CORES {
        let begun = fresh(fields, Functions::All).into_station();
        let taken = |budget: u64| -> Vec<u64> {
            let mut station = begun.clone();
            let keys = b"SET A=FSQT(2)\rTYPE A/3,!\r1.1 ASK B;TYPE B^2\rGO\r5 TYPE 1/0\r";
            let cycles = keys.iter().map(|&key| {
                station.press(key);
                while Performer::run(&mut station, budget) == Status::Running {}
                station.machine().elapsed.cycles
            });
            cycles.collect()
        };
        let whole = taken(1_000_000);
        for budget in [1, 7, 1_000, 30_000] {
            assert_eq!(taken(budget), whole, "{fields} fields, budgets of {budget}");
        }
    }
}
