//! The trace of FOCAL's lines: one line of trace for each executed line, equal on every FOCAL, and without an effect on
//! the program.

use std::collections::BTreeMap;

use focal8::debugger::Debugger;
use focal8::focal::inspect::Inspect;
use focal8::focal::{self, Focal, Functions};
use focal8::focal_machine::FocalMachine;
use focal8::machine::{Config, StopReason};
use focal8::monitor::Monitor;
use focal8::performer::{Performer, Status};
use focal8::profile::{FocalProfiler, Where};
use focal8::station::Station;

use super::PROGRAM;

const CYCLES: u64 = 2_000_000;

fn loaded(fields: u8, program: &[&str]) -> Station {
    let mut focal = FocalMachine::new(Config { fields, ..Config::default() }, Functions::All).expect("our tape");
    for line in program {
        focal.type_line(line).expect("it is taken");
    }
    focal.into_station()
}

/// Types keys to FOCAL with a program. Returns the trace, if `is_traced` is true, and the machine when it waits for a
/// further key.
fn traced(fields: u8, program: &[&str], typed: &str, is_traced: bool) -> (String, Station) {
    let mut station = loaded(fields, program);
    let mut monitor = Monitor::default();
    if is_traced {
        assert!(monitor.trace_focal(&station), "it is our FOCAL");
    }
    station.type_ahead(typed.bytes());
    while monitor.run(&mut station, 10_000) == StopReason::Budget {}
    (monitor.take_focal_trace(), station)
}

fn traced_natively(program: &[&str], typed: &str) -> String {
    let mut focal = Focal::new(focal::Config::ours(Functions::All));
    for line in program {
        focal.type_line(line).expect("it is taken");
    }
    let mut debugger = Debugger::default();
    debugger.trace_lines(&focal);
    for key in typed.bytes() {
        focal.press(key);
        while focal.run_observed(1_000, |focal| debugger.observe(focal).is_some()) == Some(Status::Running) {}
        if focal.place().is_none() {
            debugger.at_prompt(&focal);
        }
    }
    debugger.take_line_trace()
}

/// Returns a trace without its times.
fn lines(trace: &str) -> String {
    trace.lines().map(|line| line.splitn(3, '\t').nth(2).expect("three fields").to_owned() + "\n").collect()
}

/// Checks the trace of a program on every FOCAL.
fn check(program: &[&str], typed: &str, expected: &str) {
    for fields in [1, 2] {
        assert_eq!(lines(&traced(fields, program, typed, true).0), expected, "{fields} fields");
    }
    assert_eq!(lines(&traced_natively(program, typed)), expected, "native");
}

#[test]
fn a_line_that_is_done_is_a_line_with_what_it_has_changed() {
    check(
        PROGRAM,
        "GO\r",
        "direct\n00.00\n03.10\tK 0 -1\n02.10\tJ 0 1\n02.20\n01.10 FOR\tI 0 1\n03.10\tK -1 -3\n02.10\tJ 1 3\n02.20\n\
         01.10 FOR\tI 1 2\n01.10\tI 2 3\n01.20\tA(28) 0 30\n01.30\n",
    );
    check(&[], "SET A=1\rSET A=1;SET B=A+1;SET A=0\rERASE\r", "direct\tA 0 1\ndirect\tB 0 2\tA 1 0\ndirect\tB 2 0\n");
}

/// The trace shows lines that execution leaves before their end, and lines to which execution returns.
#[test]
fn jumps_returns_and_errors_end_a_line() {
    // GOTO leaves the line of the FOR. The FOR counts at the end of the line to which the GOTO leads.
    check(
        &["1.1 FOR I=1,2;GOTO 1.2", "1.2 SET J=J+1", "1.3 SET I=I"],
        "GO\r",
        "direct\n00.00\n01.20\tJ 0 1\n01.10 FOR\tI 0 1\n01.20\tJ 1 2\n01.10 FOR\tI 1 2\n01.10\tI 2 3\n01.30\n",
    );
    check(
        &["1.1 SET N=N+1;IF (N-3) 1.1", "1.2 DO 2;SET N=N*2;DO 2.1", "1.3 DO 9", "2.1 SET M=M+1;RETURN", "2.2 SET M=0"],
        "GO\r",
        "direct\n00.00\n01.10\tN 0 1\n01.10\tN 1 2\n01.10\tN 2 3\n02.10\tM 0 1\n02.10\tM 1 2\n01.20\tN 3 6\n01.30\n",
    );
    // The change of a variable is shown at the line that sets the variable, and the counting at the line of the FOR.
    check(
        &["1.1 FOR I=1,5;DO 2", "1.2 QUIT", "2.1 SET I=I+1", "2.2 COMMENT"],
        "GO\r",
        "direct\n00.00\n02.10\tI 1 2\n02.20\n01.10 FOR\tI 0 1\n02.10\tI 3 4\n02.20\n01.10 FOR\tI 2 3\n\
         02.10\tI 5 6\n02.20\n01.10 FOR\tI 4 5\n01.10\tI 6 7\n01.20\n",
    );
    // The line executes itself by DO.
    check(
        &["1.1 SET N=N+1;IF (2-N) 1.2;DO 1.1;SET M=N", "1.2 QUIT"],
        "DO 1.1\r",
        "01.10\tN 2 3\n01.20\n01.10\tN 1 2\n01.10\tN 0 1\ndirect\n",
    );
    // The variables that an ASK sets are shown at the line of the ASK.
    check(&["1.1 ASK A,B;SET C=A+B"], "GO\r3 4\r", "direct\n00.00\n01.10\tA 0 3\tB 0 4\tC 0 7\n");
}

#[test]
fn each_turn_of_a_for_is_a_line_with_what_it_has_changed() {
    check(&[], "FOR I=1,2;SET S=S+I\r", "direct FOR\tI 0 1\tS 0 1\ndirect FOR\tI 1 2\tS 1 3\ndirect\tI 2 3\n");
    check(
        &["1.1 FOR I=1,2;COMMENT: NOTHING"],
        "GO\r",
        "direct\n00.00\n01.10 FOR\tI 0 1\n01.10 FOR\tI 1 2\n01.10\tI 2 3\n",
    );
}

/// Each iteration of the outer FOR gives three lines of trace: a line for each of the two iterations of the inner FOR,
/// and then a line for the iteration of the outer FOR itself. Each way to end the body gives the same lines.
#[test]
fn a_for_within_a_for_has_its_turns_between_those_of_the_outer() {
    let expected = "direct\n00.00\n01.10 FOR\tI 0 1\tJ 0 1\tA 0 1\n01.10 FOR\tJ 1 2\tA 1 2\n01.10 FOR\tJ 2 3\n\
         01.10 FOR\tI 1 2\tJ 3 1\tA 2 3\n01.10 FOR\tJ 1 2\tA 3 4\n01.10 FOR\tJ 2 3\n01.10\tI 2 3\n";
    for end in ["", ";", ";COMMENT: BOTH", ";RETURN"] {
        check(&[&format!("1.1 FOR I=1,2;FOR J=1,2;SET A=A+1{end}")], "GO\r", expected);
    }
    check(
        &["1.1 FOR I=1,2;FOR J=1,2;FOR K=1,1;DO 2", "1.2 QUIT", "2.1 SET A=A+K"],
        "GO\r",
        "direct\n00.00\n02.10\tA 0 1\n01.10 FOR\tI 0 1\tJ 0 1\tK 0 1\n01.10 FOR\tK 1 2\n\
         02.10\tA 1 2\n01.10 FOR\tJ 1 2\tK 2 1\n01.10 FOR\tK 1 2\n01.10 FOR\tJ 2 3\n\
         02.10\tA 2 3\n01.10 FOR\tI 1 2\tJ 3 1\tK 2 1\n01.10 FOR\tK 1 2\n\
         02.10\tA 3 4\n01.10 FOR\tJ 1 2\tK 2 1\n01.10 FOR\tK 1 2\n01.10 FOR\tJ 2 3\n01.10\tI 2 3\n01.20\n",
    );
}

/// The times of the traced lines, in cycles and microseconds, are the machine's times, and never decrease.
#[test]
fn each_line_has_its_moment() {
    let (trace, _) = traced(1, PROGRAM, "GO\r", true);
    let moment = |line: &str| -> (u64, f64) {
        let mut fields = line.split('\t').map(|field| field.parse::<f64>());
        let mut next = || fields.next().expect("a field").expect("a number");
        (next() as u64, next())
    };
    let moments: Vec<_> = trace.lines().map(moment).collect();
    assert!(moments.is_sorted(), "{trace}");
    for (cycles, microseconds) in moments {
        // A cycle of the PDP-8/I takes 1.5 microseconds, an IOT more.
        let by_cycles = cycles as f64 * 1.5;
        assert!(microseconds > by_cycles && microseconds < by_cycles * 1.1, "{cycles} cycles, {microseconds}");
    }
    // Native FOCAL counts commands instead.
    assert!(traced_natively(PROGRAM, "GO\r").starts_with("1\t-\tdirect\n2\t-\t00.00\n"));
}

/// Apart from the iterations of FORs, the trace contains each line as often as the profile counts the line.
#[test]
fn the_profile_counts_the_same_lines() {
    for fields in [1, 2] {
        let (trace, _) = traced(fields, PROGRAM, "GO\r", true);
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        let trace = lines(&trace);
        let places = trace.lines().map(|line| line.split('\t').next().expect("a field"));
        for place in places.filter(|place| !place.ends_with("FOR")) {
            *counts.entry(place.to_owned()).or_default() += 1;
        }
        let mut station = loaded(fields, PROGRAM);
        station.type_ahead(*b"GO\r");
        let mut profiler = FocalProfiler::of(&station).expect("our FOCAL");
        while profiler.run(&mut station, CYCLES) == StopReason::Budget {}
        let profile = profiler.finish();
        let profiled = profile.lines.iter().filter(|line| line.place != Where::Prompt);
        let profiled: BTreeMap<String, u64> = profiled.map(|line| (line.place.to_string(), line.count)).collect();
        assert_eq!(counts, profiled);
    }
}

/// The trace does not affect the machine: the whole state, the count of cycles and the output are the same without a
/// trace.
#[test]
fn a_trace_changes_nothing() {
    for fields in [1, 2] {
        let typed = "GO\r1.3 ASK X\rGO\r12\rTYPE X/0\r";
        let [(trace, mut with), (none, mut without)] =
            [true, false].map(|is_traced| traced(fields, PROGRAM, typed, is_traced));
        assert!(!trace.is_empty() && none.is_empty());
        assert!(with.machine() == without.machine(), "{fields} fields");
        assert_eq!(with.core_image(), without.core_image());
        assert_eq!(with.take_frames(), without.take_frames());
    }
}
