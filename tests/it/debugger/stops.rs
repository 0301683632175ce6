//! What stops a program and what does not: errors, if the user wants that, and breakpoints met going backwards.

use focal8::debugger::{Debugger, Stop};
use focal8::float::FloatError;
use focal8::focal::error::ErrorCode;
use focal8::focal::inspect::Inspect;
use focal8::focal::{self, Focal, Functions};
use focal8::focal_machine::{CommandBoundaries, FocalMachine};
use focal8::machine::{Config, StopReason};
use focal8::performer::{Performer, Status};
use focal8::station::Station;

use super::PROGRAM;

/// CTRL/C.
const INTERRUPT: u8 = 3;

fn station(program: &[&str]) -> Station {
    let mut focal = FocalMachine::new(Config::default(), Functions::All).expect("our tape");
    for line in program {
        focal.type_line(line).expect("it is taken");
    }
    focal.into_station()
}

/// Runs until the debugger stops the program, the program waits, or `instructions` have been executed.
fn run(debugger: &mut Debugger, station: &mut Station, instructions: u64) -> Option<Stop> {
    let boundaries = CommandBoundaries::of(station.machine()).expect("our FOCAL");
    for _ in 0..instructions {
        if station.run(1) != StopReason::Budget {
            return None;
        }
        if let Some(stop) = debugger.before_instruction(boundaries, station) {
            return Some(stop);
        }
    }
    None
}

fn run_natively(debugger: &mut Debugger, focal: &mut Focal, commands: u64) -> Option<Stop> {
    let mut stop = None;
    let status = focal.run_observed(commands, |focal| {
        stop = debugger.observe(focal);
        stop.is_some()
    });
    assert!(stop.is_some() || status.is_some());
    stop
}

/// Two errors, one after the other, each from a line of its own.
const FAILS: &[&str] = &["1.1 SET A=1/B", "2.1 SET A=A+", "3.1 SET A=A+1;GOTO 3.1"];

#[test]
fn errors_stop_the_program_as_long_as_it_is_wished() {
    let division = Stop::Failed(ErrorCode::Arithmetic(FloatError::DivisionByZero));
    for (stops, first, second) in
        [(&[true][..], Some(division), true), (&[true, false], None, false), (&[false, true], Some(division), true)]
    {
        let (mut debugger, mut station) = (Debugger::default(), station(FAILS));
        let (mut native, mut focal) = (debugger.clone(), Focal::new(focal::Config::ours(Functions::All)));
        FAILS.iter().for_each(|line| drop(focal.type_line(line).expect("it is taken")));
        for &stops in stops {
            debugger.stop_at_errors(stops);
            native.stop_at_errors(stops);
        }
        assert_eq!((debugger.is_idle(), native.is_idle()), (!second, !second));
        station.type_ahead(*b"GO\r");
        assert_eq!(run(&mut debugger, &mut station, 1_000_000), first, "{stops:?}");
        let mut stopped = None;
        for key in *b"GO\r" {
            focal.press(key);
            stopped = stopped.or(run_natively(&mut native, &mut focal, 1_000));
        }
        assert_eq!(stopped, first, "natively, {stops:?}");
        for told in [debugger.take_report(), native.take_report()] {
            let expected = if second { "?28.73: division by zero\n01.10 SET A=1/B\n" } else { "" };
            assert!(told.starts_with(expected) && told.is_empty() != second, "{told:?}");
        }
    }
}

/// CTRL/C is the person's choice, not an error.
#[test]
fn ctrl_c_is_no_error() {
    let (mut debugger, mut station) = (Debugger::default(), station(FAILS));
    debugger.stop_at_errors(true);
    station.type_ahead(*b"GOTO 3.1\r");
    assert_eq!(run(&mut debugger, &mut station, 200_000), None);
    station.press(INTERRUPT);
    assert_eq!(run(&mut debugger, &mut station, 2_000_000), None);
    assert_eq!(CommandBoundaries::of(station.machine()).expect("our FOCAL").view(station.machine()).place(), None);
    let mut focal = Focal::new(focal::Config::ours(Functions::All));
    FAILS.iter().for_each(|line| drop(focal.type_line(line).expect("it is taken")));
    for &key in b"GOTO 3.1\r" {
        focal.press(key);
        focal.run_observed(100, |focal| debugger.observe(focal).is_some());
    }
    assert!(focal.place().is_some(), "it runs");
    focal.press(INTERRUPT);
    assert_eq!(run_natively(&mut debugger, &mut focal, 1_000), None);
    assert_eq!((focal.place(), focal.run(1_000)), (None, Status::Waiting));
}

/// A run backwards looks for the last moment at which a breakpoint would stop the program.
///
/// These are the moments at which it does stop going forward, among them direct lines, the next turns of FORs, and
/// conditions without a value.
#[test]
fn what_would_stop_it_going_back_is_what_stops_it_going_forward() {
    let mut station = station(PROGRAM);
    let boundaries = CommandBoundaries::of(station.machine()).expect("our FOCAL");
    let mut debugger = Debugger::default();
    let view = boundaries.view(station.machine());
    for breakpoint in ["1.1", "2.1 if I>1", "2.2 if 1/(J-1)>0", "3.0"] {
        debugger.set_breakpoints(breakpoint, &[], &view).expect("lines of the program");
    }
    station.type_ahead(*b"GO\rSET Z=1;TYPE Z\rFOR L=1,2;DO 3.1\rGO\r");
    let mut stops = Vec::new();
    // The four lines take fewer; FOCAL then polls the keyboard, where nothing stops it.
    const INSTRUCTIONS: u32 = 1_000_000;
    for _ in 0..INSTRUCTIONS {
        station.run(1);
        let would = debugger.would_stop(boundaries, &station);
        let does = debugger.before_instruction(boundaries, &station) == Some(Stop::Breakpoint);
        let place = boundaries.view(station.machine()).place();
        assert_eq!(would, does, "{place:?}: {}", debugger.take_report());
        if does {
            let line = place.and_then(|place| place.line);
            stops.push(line.expect("no direct line has a breakpoint").to_string());
        }
    }
    let go = ["01.10", "03.10", "02.20", "02.10", "03.10", "02.20"];
    let expected: Vec<&str> = go.into_iter().chain(["03.10"; 2]).chain(go).collect();
    assert_eq!(stops, expected);
}
