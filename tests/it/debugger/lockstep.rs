//! Random FOCAL programs under random breakpoints, watches, error stops and steps: the translated engine stops where a
//! stepped machine stops, with the same message, and traces the same lines.
//!
//! The operator's debugger runs the first machine at full speed from one possible stop to the next, in slices of random
//! lengths. On the second machine, the debugger examines the state before each instruction.

use std::fmt::Write;

use fastrand::Rng;
use focal8::debugger::{Debuggee, Debugger, Step};
use focal8::focal::Functions;
use focal8::focal_machine::{CommandBoundaries, CoreView, FocalMachine};
use focal8::machine::{Config, StopReason};
use focal8::monitor::Monitor;
use focal8::station::Station;

/// The number of memory cycles after which a run ends. Many random programs never end.
const CYCLES: u64 = 400_000;
/// The number of stops after which a run ends.
const MOST_STOPS: usize = 60;

/// The numbers of the lines that a random program may have.
const LINES: [&str; 8] = ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2"];
/// The groups of these lines, as a breakpoint names them.
const GROUPS: [&str; 3] = ["1.0", "2.0", "3.0"];
/// The names of the variables. The last variable is never set.
const VARIABLES: [&str; 6] = ["A", "B", "I", "J", "X(2)", "Z"];

fn one_of<'a>(rng: &mut Rng, texts: &[&'a str]) -> &'a str {
    texts[rng.usize(0..texts.len())]
}

fn variable(rng: &mut Rng) -> &'static str {
    one_of(rng, &VARIABLES[..VARIABLES.len() - 1])
}

fn expression(rng: &mut Rng) -> String {
    let [left, right] = [variable(rng), variable(rng)];
    match rng.u32(0..8) {
        0 | 1 => rng.u32(0..5).to_string(),
        2 => left.to_owned(),
        3 => format!("{left}+1"),
        4 => format!("{left}-{right}"),
        5 => format!("FITR({left}/2)*{right}"),
        6 => format!("FSQT({left})"),
        // An error if the variable is zero.
        _ => format!("3/{left}"),
    }
}

/// Returns a random command. `depth` is the number of FORs that contain the command.
fn command(rng: &mut Rng, depth: u32) -> String {
    let line = |rng: &mut Rng| one_of(rng, &LINES);
    match rng.u32(0..22) {
        0..=6 => format!("SET {}={}", variable(rng), expression(rng)),
        7..=10 if depth < 2 => {
            let counted = format!("FOR {}={},{}", variable(rng), rng.u32(0..3), rng.u32(1..6));
            let step = if rng.bool() { "" } else { one_of(rng, &[",4", ",7"]) };
            format!("{counted}{step};{}", command(rng, depth + 1))
        }
        11..=13 => format!("IF ({}) {},{},{}", expression(rng), line(rng), line(rng), line(rng)),
        14 => format!("GOTO {}", line(rng)),
        15 | 16 => format!("DO {}", line(rng)),
        17 => format!("DO {}", one_of(rng, &["1", "2", "3"])),
        18 => format!("TYPE {},!", expression(rng)),
        19 => one_of(rng, &["RETURN", "QUIT", "COMMENT", "ERASE"]).to_owned(),
        // Errors: a line and a group that do not exist, a bracket without its partner, an unknown command.
        20 => one_of(rng, &["GOTO 9.9", "DO 8", "SET A=(B", "PUT A"]).to_owned(),
        _ => format!("ASK {}", variable(rng)),
    }
}

/// Returns the commands of a line that FOCAL takes: the line has at most 70 characters.
fn commands(rng: &mut Rng) -> String {
    let mut line = command(rng, 0);
    for _ in 0..rng.u32(0..3) {
        let longer = format!("{line};{}", command(rng, 0));
        if longer.len() <= 60 {
            line = longer;
        }
    }
    line
}

/// A way of watching a program.
#[derive(Debug)]
struct Wanted {
    /// The breakpoints, such as `2.1[3] if A>1`.
    breakpoints: Vec<String>,
    watches: Vec<&'static str>,
    stops_at_errors: bool,
    is_traced: bool,
}

impl Wanted {
    fn random(rng: &mut Rng) -> Self {
        let breakpoint = |rng: &mut Rng| {
            let mut text = if rng.u32(0..4) == 0 { one_of(rng, &GROUPS) } else { one_of(rng, &LINES) }.to_owned();
            if rng.u32(0..3) == 0 {
                let _ = write!(text, "[{}]", rng.u32(1..6));
            }
            if rng.u32(0..3) == 0 {
                // The last condition has no value if the variable is 2.
                let [before, after] = [("", "=1"), ("", ">1"), ("", "<2"), ("3/(2-", ")>0")][rng.usize(0..4)].into();
                let _ = write!(text, " if {before}{}{after}", variable(rng));
            }
            text
        };
        Wanted {
            breakpoints: (0..rng.u32(0..4)).map(|_| breakpoint(rng)).collect(),
            watches: (0..rng.u32(0..3)).map(|_| one_of(rng, &VARIABLES)).collect(),
            stops_at_errors: rng.bool(),
            is_traced: rng.bool(),
        }
    }

    /// Sets the breakpoints, the watches and the trace of a debugger.
    fn set(&self, debugger: &mut Debugger, station: &Station) {
        let view = CoreView::find(station.machine()).expect("our FOCAL");
        for breakpoint in &self.breakpoints {
            debugger.set_breakpoints(breakpoint, &[], &view).expect("a line or group");
        }
        for watch in &self.watches {
            debugger.watch(watch, Vec::new(), &view).expect("a variable");
        }
        debugger.stop_at_errors(self.stops_at_errors);
        if self.is_traced {
            debugger.trace_lines(&view);
        }
    }
}

/// A stop of a run, or its end.
#[derive(Debug, PartialEq)]
struct Stopped {
    /// The debugger's message, which is empty at the end of a run.
    message: String,
    /// The number of memory cycles and of instructions before the stop.
    cycles: u64,
    instructions: u64,
    /// The breakpoints with their remaining counts, and the watches.
    set: String,
    /// The lines that have been traced since the last stop.
    trace: String,
}

impl Stopped {
    fn take(debugger: &mut Debugger, station: &Station) -> Self {
        let elapsed = station.machine().elapsed;
        Stopped {
            message: debugger.take_report(),
            cycles: elapsed.cycles,
            instructions: elapsed.instructions,
            set: debugger.show(),
            trace: debugger.take_line_trace(),
        }
    }
}

/// After some of the stops, begins a step.
fn begin_step(debugger: &mut Debugger, station: &Station, rng: &mut Rng) {
    debugger.forget_step();
    let (step, count) = ([Step::Into, Step::Next, Step::Out][rng.usize(0..3)], rng.u64(1..4));
    if rng.u32(0..4) == 0 {
        let view = CoreView::find(station.machine()).expect("our FOCAL");
        // A step out of a DO or FOR is an error if there is none.
        let _ = debugger.step(step, count, &view);
    }
}

/// Runs the machine on the translated engine. Returns the stops and the end of the run.
fn at_full_speed(station: &mut Station, wanted: &Wanted, seed: u64) -> Vec<Stopped> {
    let mut monitor = Monitor::default();
    wanted.set(monitor.focal_debugger(), station);
    let [mut slices, mut steps] = [seed + 1, seed].map(Rng::with_seed);
    let end = station.machine().elapsed.cycles + CYCLES;
    let mut stops = Vec::new();
    loop {
        let slice = if slices.bool() { slices.u64(1..50_000) } else { u64::MAX };
        let left = end - station.machine().elapsed.cycles;
        let is_stopped = match monitor.run(station, left.min(slice)) {
            StopReason::Budget if station.machine().elapsed.cycles < end => continue,
            reason => matches!(reason, StopReason::Breakpoint | StopReason::Stepped),
        };
        stops.push(Stopped::take(monitor.focal_debugger(), station));
        if !is_stopped || stops.len() > MOST_STOPS {
            return stops;
        }
        begin_step(monitor.focal_debugger(), station, &mut steps);
    }
}

/// Runs the machine one instruction at a time. Returns the stops and the end of the run.
fn stepped(station: &mut Station, wanted: &Wanted, seed: u64) -> Vec<Stopped> {
    let boundaries = CommandBoundaries::of(station.machine()).expect("our FOCAL");
    let mut debugger = Debugger::default();
    wanted.set(&mut debugger, station);
    let mut steps = Rng::with_seed(seed);
    let end = station.machine().elapsed.cycles + CYCLES;
    let mut stops = Vec::new();
    while station.machine().elapsed.cycles < end && station.run(1) == StopReason::Budget {
        if debugger.before_instruction(boundaries, station).is_some() {
            stops.push(Stopped::take(&mut debugger, station));
            if stops.len() > MOST_STOPS {
                return stops;
            }
            begin_step(&mut debugger, station, &mut steps);
        }
    }
    stops.push(Stopped::take(&mut debugger, station));
    stops
}

/// The number of runs that had a stop of each kind, to show that the random programs and stops have effects.
#[derive(Debug, Default)]
struct Seen {
    breakpoints: u32,
    changes: u32,
    errors: u32,
    traces: u32,
}

impl Seen {
    fn add(&mut self, stops: &[Stopped]) {
        let has = |is_meant: &dyn Fn(&Stopped) -> bool| u32::from(stops.iter().any(is_meant));
        self.breakpoints += has(&|stop| stop.message.contains("Breakpoint at"));
        self.changes += has(&|stop| stop.message.contains(" was "));
        self.errors += has(&|stop| stop.message.starts_with('?'));
        self.traces += has(&|stop| stop.trace.lines().count() > 2);
    }
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// `LOCKSTEP_SEEDS=5000 cargo test --test it -- lockstep` runs more seeds than the default, and `LOCKSTEP_FROM=1000000`
/// adds 1000000 to every seed.
#[test]
fn random_stops_are_those_of_a_stepped_machine() {
    let (first, count) = (setting("LOCKSTEP_FROM").unwrap_or(0), setting("LOCKSTEP_SEEDS").unwrap_or(40));
    let empty = [1, 2].map(|fields| {
        FocalMachine::new(Config { fields, ..Config::default() }, Functions::All).expect("our tape").into_station()
    });
    let mut seen = Seen::default();
    for seed in first..first + count {
        let mut rng = Rng::with_seed(seed);
        let mut fast = empty[rng.usize(0..2)].clone();
        let program: String = LINES.iter().map(|line| format!("{line} {}\n", commands(&mut rng))).collect();
        Debuggee::load(&mut fast, &program).expect("FOCAL takes any line");
        let direct: String = (0..3).map(|_| commands(&mut rng) + "\r").collect();
        let typed = format!("GO\r{direct}DO 2\rGO\r");
        fast.type_ahead(typed.bytes());
        let wanted = Wanted::random(&mut rng);
        if rng.u32(0..4) == 0 {
            fast.keep_timeline();
        }
        let mut slow = fast.clone();
        let [stops, expected] = [at_full_speed(&mut fast, &wanted, seed), stepped(&mut slow, &wanted, seed)];
        let shown = || format!("seed {seed}\n{program}{typed:?}\n{wanted:#?}");
        for (at, (stop, expected)) in stops.iter().zip(&expected).enumerate() {
            assert_eq!(stop, expected, "stop {at}, {}", shown());
        }
        assert_eq!(stops.len(), expected.len(), "{}", shown());
        assert!(fast.machine() == slow.machine(), "the machines differ: {}", shown());
        seen.add(&stops);
    }
    let Seen { breakpoints, changes, errors, traces } = seen;
    let least = breakpoints.min(changes).min(errors).min(traces);
    assert!(u64::from(least) * 10 >= count, "too few runs with a stop of each kind, of {count}: {seen:?}");
}
