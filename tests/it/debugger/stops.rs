//! The events that stop a program, forwards and backwards: breakpoints, and errors if the user wants to stop at errors.

use focal8::debugger::{Debugger, Stop};
use focal8::float::FloatError;
use focal8::focal::error::ErrorCode;
use focal8::focal::inspect::Inspect;
use focal8::focal::{self, Focal, Functions};
use focal8::focal_machine::{CommandBoundaries, CoreView, FocalMachine};
use focal8::machine::{Config, StopReason};
use focal8::performer::{Performer, Status};
use focal8::station::Station;

use focal8::host::NoHost;
use focal8::monitor::{Monitor, MonitorError, Reply};

use super::PROGRAM;
use crate::shelf::Shelf;

/// CTRL/C.
const INTERRUPT: u8 = 3;

fn station(program: &[&str]) -> Station {
    let mut focal = FocalMachine::new(Config::default(), Functions::All).expect("our tape");
    for line in program {
        focal.type_line(line).expect("it is taken");
    }
    focal.into_station()
}

/// Runs until the debugger stops the program, the program waits, or `instructions` instructions have been executed.
/// Returns `None` if the debugger has not stopped the program.
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

/// A program with errors in two separate lines.
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

/// CTRL/C is not an error, so the debugger does not stop the program at CTRL/C.
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

/// A run backwards searches for the last moment at which a breakpoint would stop the program.
///
/// A run forward stops at the same moments. The test includes direct lines, further iterations of FORs, and conditions
/// without a value.
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

/// A run backwards stops at the same moments as the run forward, in reverse order: at breakpoints and at changes of
/// watched variables, even if a snapshot lies between a change and the next command.
#[test]
fn back_run_stops_where_the_run_forward_has_stopped() {
    let mut station = station(&[
        "1.1 FOR I=1,300;DO 2",
        "1.2 SET A=0;SET A=0;QUIT",
        "2.1 SET B=I*I+FSQT(I)",
        "2.2 IF (I-100*FITR(I/100)) 2.3,2.4,2.3",
        "2.3 RETURN",
        "2.4 SET A=A+B",
    ]);
    station.keep_timeline();
    station.type_ahead(*b"GO\r");
    let mut monitor = Monitor::default();
    for order in ["watch A", "watch B", "watch I", "break 2.4", "break 1.2"] {
        monitor.execute(order, &mut station, &mut Shelf::default()).expect(order);
    }
    let mut forward = Vec::new();
    while monitor.run(&mut station, u64::MAX) == StopReason::Breakpoint {
        let told = monitor.report(StopReason::Breakpoint, &station);
        forward.push((station.machine().elapsed.cycles, told));
    }
    // I gets 301 values, B 300. Four lines have breakpoints, and A changes four times, where I changes too or at the
    // prompt.
    assert_eq!(forward.len(), 301 + 300 + 4, "{forward:?}");
    let snapshots = station.timeline().expect("it is kept").snapshots().len();
    assert!(snapshots >= 3, "{snapshots}");
    let mut back = Vec::new();
    while let Ok(Reply::Text(told)) = monitor.execute("back run", &mut station, &mut Shelf::default()) {
        // The last line of the answer is the time.
        let told = told.split_inclusive('\n').filter(|line| !line.starts_with("cycle ")).collect();
        back.push((station.machine().elapsed.cycles, told));
    }
    back.reverse();
    assert_eq!(back, forward);
}

/// A count has the same meaning in a run backwards as in a run forward: the first matches do not stop the machine.
#[test]
fn back_run_counts_as_the_run_forward() {
    let mut station = station(&["1.1 FOR I=1,600;DO 2", "1.2 QUIT", "2.1 SET B=I*I+FSQT(I)"]);
    station.keep_timeline();
    station.type_ahead(*b"GO\r");
    let mut monitor = Monitor::default();
    assert_eq!(monitor.run(&mut station, u64::MAX), StopReason::Waiting);
    let snapshots = station.timeline().expect("it is kept").snapshots().len();
    assert!(snapshots >= 2, "{snapshots}");
    // The value of I at the stop; `None` if the whole past has no stop.
    let mut after = |command: &str| match monitor.execute(command, &mut station, &mut Shelf::default()) {
        Ok(Reply::Text(_)) => CoreView::find(station.machine()).and_then(|focal| focal.value("I".parse().ok()?)),
        Err(MonitorError::NeverStopped) => None,
        other => panic!("{command}: {other:?}"),
    };
    let mut i_after = |command: &str| after(command).map(f64::from);
    i_after("break 2.1[250]");
    assert_eq!(["back run", "back run"].map(&mut i_after), [Some(351.0), Some(350.0)]);
    i_after("break 2.1[3]");
    assert_eq!(["back run", "back run"].map(&mut i_after), [Some(347.0), Some(346.0)]);
    i_after("break 2.1[346]");
    assert_eq!(i_after("back run"), None);
    // Another breakpoint stops the run first; the five matches of line 2.1 on the way have counted.
    i_after("break 2.1[10]");
    i_after("break 2.0 if I=341");
    assert_eq!(i_after("back run"), Some(341.0));
    i_after("nobreak 2.0");
    assert_eq!(["back run", "back run"].map(&mut i_after), [Some(336.0), Some(335.0)]);
}

/// `back run` goes to the changes of paper at which the run forward has stopped, in reverse order.
#[test]
fn back_run_stops_at_changes_of_paper() {
    let mut station = station(&["1.1 FOR I=1,3;TYPE I,!"]);
    station.keep_timeline();
    station.type_ahead(*b"GO\r");
    let mut monitor = Monitor::default();
    let mut say = |station: &mut Station, command: &str| {
        let reply = monitor.execute(command, station, &mut Shelf::default());
        if reply != Ok(Reply::Run) {
            return reply.map(|_| StopReason::Halt);
        }
        Ok(monitor.run(station, u64::MAX))
    };
    say(&mut station, "break change paper").expect("a breakpoint");
    let (mut forward, mut back) = (Vec::new(), Vec::new());
    while say(&mut station, "continue") == Ok(StopReason::Breakpoint) {
        forward.push(station.machine().elapsed.cycles);
    }
    assert!(forward.len() > 20, "{forward:?}");
    while say(&mut station, "back run").is_ok() {
        back.push(station.machine().elapsed.cycles);
    }
    back.reverse();
    assert_eq!(back, forward);
}

/// The debugger can search the past for the values of variables and for commands.
#[test]
fn values_and_commands_of_the_past() {
    let mut station = station(PROGRAM);
    station.keep_timeline();
    station.type_ahead(*b"GO\r");
    let mut monitor = Monitor::default();
    while monitor.run(&mut station, u64::MAX) != StopReason::Waiting {}
    let mut said = |order: &str| match monitor.execute(order, &mut station, &mut Shelf::default()) {
        Ok(Reply::Text(text)) => text,
        other => format!("{other:?}"),
    };
    // Only the values and the lines: without the cycles and times.
    let mut values = |order: &str| -> Vec<String> {
        said(order).lines().map(|line| line.split("  ").last().unwrap_or_default().trim().to_owned()).collect()
    };
    assert_eq!(values("values I"), ["I = 1, set in 01.10", "I = 2, set in 01.10", "I = 3, set in 01.10"]);
    assert_eq!(values("values J"), ["J = 1, set in 02.10", "J = 3, set in 02.10"]);
    assert_eq!(values("values K 1"), ["K = -3, set in 03.10"]);
    assert_eq!(values("values A(28)"), ["A(28) = 30, set in 01.20"]);
    assert_eq!(said("values Q"), "Q has had no value\n");
    let when = said("when J");
    assert!(when.starts_with("J: 1 -> 3, set in 02.10\ncycle "), "{when}");
    // The commands, backwards.
    let mut line = |order: &str| {
        let moment = said(order);
        moment.split(", ").find_map(|part| Some(part.strip_prefix("line ")?[..5].to_owned())).unwrap_or(moment)
    };
    assert_eq!(["back until J=1", "forward until K<-2"].map(&mut line), ["02.10", "02.20"]);
    let back = ["back next", "back out", "back next", "back out"];
    assert_eq!(back.map(&mut line), ["02.10", "01.10", "01.10", "01.10"]);
    assert_eq!(line("back out"), "Err(Debug(NothingToLeave))");
    assert_eq!(line("back until J=77"), "Err(NeverTrue)");
}

/// A label of FOCAL's own sources may have the name of a variable. `when` shows the variable if it exists.
#[test]
fn a_variable_with_the_name_of_a_label() {
    let mut station = station(&[]);
    station.keep_timeline();
    station.type_ahead(*b"SET T1=5\r");
    let mut monitor = Monitor::default();
    while monitor.run(&mut station, u64::MAX) != StopReason::Waiting {}
    assert!(monitor.add_focal_labels(&station) > Some(400));
    let mut starts = |order: &str, begin: &str| match monitor.execute(order, &mut station, &mut Shelf::default()) {
        Ok(Reply::Text(text)) => assert!(text.starts_with(begin), "{order}: {text}"),
        other => panic!("{order}: {other:?}"),
    };
    starts("when T1", "T1: 5, set in the direct line\n");
    // There is no such variable, so the label is meant.
    starts("when T2", "000");
}

/// `when` finds the last change of a variable however long ago it was, and says the same as the last line of `values`.
#[test]
fn the_last_change_of_a_variable_long_ago() {
    let mut station = station(&[]);
    station.keep_timeline();
    station.type_ahead(*b"SET A=7\rERASE\rSET B=5\rSET B=6\rSET D=1\rFOR I=1,20000; SET C=I*2\rSET B=B\r");
    let mut monitor = Monitor::default();
    while monitor.run(&mut station, u64::MAX) != StopReason::Waiting {}
    let end = station.machine().elapsed.cycles;
    let mut said = |order: &str| match monitor.execute(order, &mut station, &mut Shelf::default()) {
        Ok(Reply::Text(text)) => text,
        other => format!("{other:?}"),
    };
    let expected = [("A", "7 -> 0"), ("B", "5 -> 6"), ("C", "39998 -> 40000"), ("D", "1"), ("I", "20000 -> 20001")];
    let mut first = end;
    for (name, change) in expected {
        let (when, values) = (said(&format!("when {name}")), said(&format!("values {name}")));
        let mut words = when.split_whitespace().skip_while(|&word| word != "cycle").skip(1);
        let cycle = words.next().map_or("", |word| word.trim_end_matches(',')).to_owned();
        let last = values.lines().last().unwrap_or_default().trim_start();
        assert!(when.starts_with(&format!("{name}: {change}")) && last.starts_with(&cycle), "{when}{values}");
        first = first.min(cycle.parse().expect("a number of cycles"));
        let (few, all) = (said(&format!("values {name} 1")), last);
        assert_eq!(few.trim(), all);
    }
    // The first changes were long before the end: the search had to look farther than its first part.
    assert!(end - first > 20_000_000, "{first} of {end}");
}

/// Runs a program, with watched variables, to its end. Returns the report and the cycle of each stop, including the
/// end. If `is_traced`, the monitor examines the machine before each instruction.
fn stops_of(mut station: Station, watches: &str, is_traced: bool) -> Vec<(String, u64)> {
    let mut monitor = Monitor::default();
    if is_traced {
        monitor.execute("trace log", &mut station, &mut Shelf::default()).expect("it is begun");
    }
    let say = |monitor: &mut Monitor, station: &mut Station, command: &str| {
        monitor.execute(command, station, &mut NoHost::default()).expect("it is done")
    };
    watches.split(';').for_each(|watch| drop(say(&mut monitor, &mut station, watch)));
    let mut stops = Vec::new();
    loop {
        let reason = monitor.run(&mut station, 50_000_000);
        stops.push((monitor.report(reason, &station), station.machine().elapsed.cycles));
        if reason != StopReason::Breakpoint {
            assert_eq!(reason, StopReason::Waiting);
            return stops;
        }
        drop(say(&mut monitor, &mut station, "continue"));
    }
}

/// The engine stops before a store into a watched variable, and then executes single instructions until the next
/// floating-point operation.
#[test]
fn a_watch_stops_at_full_speed_where_a_stepped_machine_does() {
    for (program, watches, most) in [
        (&["1.1 FOR I=1,40;SET A=A+FITR(I/10)", "1.2 TYPE A"][..], "watch A", 40),
        (&["1.1 FOR I=1,9;SET X(I)=I*I", "1.2 FOR I=9,-1,1;SET X(I)=0"], "watch X(4);watch X(7)", 4),
        // ERASE removes the variable, and SET creates it again at another place in core.
        (
            &["1.1 SET Z=5;ERASE;SET A=1;SET B=2;SET Z=5", "1.2 SET Z=Z;ERASE;SET Z=7;DO 2", "2.1 SET C=1;SET Z=8"],
            "watch Z",
            6,
        ),
        // An error ends the program before the next command.
        (&["1.1 SET A=3;SET B=(A=4)+1/0"], "watch A", 1),
        (&["1.1 FOR K=1,3;DO 2;SET Q=K", "2.1 FOR J=1,2;SET S=S+J*K"], "watch S;watch K;break 2.1;watch Q", 30),
        (&["1.1 FOR I=1,200;SET Y(I)=I"], "watch NO", 0),
    ] {
        let mut station = station(program);
        station.type_ahead(*b"GO\r");
        let stops = stops_of(station.clone(), watches, false);
        assert_eq!(stops, stops_of(station, watches, true), "{program:?}");
        assert!(stops.len() <= most + 1 && (most == 0 || stops.len() > 1), "{stops:?}");
    }
}

/// A watch may be set between the stores into the words of a variable.
#[test]
fn a_watch_that_is_set_at_any_instruction_sees_the_next_change() {
    let mut station = station(&["1.1 SET A=1;SET A=-2.5;SET A=3"]);
    station.type_ahead(*b"GO\r");
    let second = stops_of(station.clone(), "watch A", false)[1].1;
    let begun = station.machine().elapsed.cycles;
    station.run(second - begun - 1_000);
    let mut counts = Vec::new();
    while station.machine().elapsed.cycles < second {
        station.run(1);
        let stops = stops_of(station.clone(), "watch A", false);
        assert_eq!(stops, stops_of(station.clone(), "watch A", true), "at {}", station.machine().elapsed.cycles);
        counts.push(stops.len());
    }
    // After the last store of the second change, only the third change remains.
    assert_eq!((counts.first(), counts.last()), (Some(&3), Some(&2)));
}
