//! The speed of a run without a debugger, with breakpoints, with a trace of FOCAL's lines, and with the profiler.

fn main() {
    divan::main();
}

use divan::counter::ItemsCount;
use focal8::focal::{self, Focal, Functions};
use focal8::focal_machine::FocalMachine;
use focal8::host::NoHost;
use focal8::machine::{Config, StopReason};
use focal8::monitor::Monitor;
use focal8::performer::{Performer, Status};
use focal8::profile::FocalProfiler;
use focal8::station::Station;

/// The number of memory cycles of a PDP-8/I in one minute.
const CYCLES: u64 = 40_000_000;
/// The number of commands of native FOCAL in a run.
const COMMANDS: u64 = 200_000;

const PROGRAM: [&str; 4] =
    ["1.1 FOR I=1,100000;DO 2", "2.1 SET A=FSIN(I)+I/3", "2.2 IF (A) 2.3,2.3,2.3", "2.3 CONTINUE"];

fn computing() -> Station {
    let mut focal = FocalMachine::new(Config::default(), Functions::All).expect("it comes up");
    PROGRAM.iter().for_each(|line| drop(focal.type_line(line).expect("it is taken")));
    let mut station = focal.into_station();
    station.type_ahead(*b"GO\r");
    assert_eq!(station.run(1_000_000), StopReason::Budget, "it computes");
    station
}

/// Runs the station alone, without an operator.
#[divan::bench(sample_count = 10)]
fn machine_alone(bencher: divan::Bencher) {
    let station = computing();
    let bencher = bencher.counter(ItemsCount::new(CYCLES));
    bencher.with_inputs(|| station.clone()).bench_local_refs(|station| station.run(CYCLES));
}

/// Runs the machine with an operator who has executed `commands`. The commands set nothing, clear what they have set,
/// keep a history, set a breakpoint or a watch that the program never reaches, or expect a text that the program never
/// prints.
#[divan::bench(
    args = [
        "",
        "break 2.1;watch A;nobreak;nowatch",
        "break 7577",
        "break w 7577",
        "break =6777",
        "expect \"NO SUCH TEXT\"",
        "break 9.9",
        "watch Z9",
        "history 100",
    ],
    sample_count = 10
)]
fn machine_with_an_operator(bencher: divan::Bencher, commands: &str) {
    let mut station = computing();
    let mut monitor = Monitor::default();
    for command in commands.split(';') {
        monitor.execute(command, &mut station, &mut NoHost::default()).expect("it is done");
    }
    bencher
        .counter(ItemsCount::new(CYCLES))
        .with_inputs(|| (monitor.clone(), station.clone()))
        .bench_local_refs(|(monitor, station)| monitor.run(station, CYCLES));
}

/// Runs the machine with `--trace-focal`.
#[divan::bench(sample_count = 10)]
fn machine_with_a_line_trace(bencher: divan::Bencher) {
    let station = computing();
    let mut monitor = Monitor::default();
    assert!(monitor.trace_focal(&station), "it is our FOCAL");
    bencher
        .counter(ItemsCount::new(CYCLES))
        .with_inputs(|| (monitor.clone(), station.clone()))
        .bench_local_refs(|(monitor, station)| monitor.run(station, CYCLES));
}

/// Runs the machine under `focal8 profile`.
#[divan::bench(sample_count = 10)]
fn machine_with_a_profiler(bencher: divan::Bencher) {
    let mut station = computing();
    let mut profiler = FocalProfiler::of(&station).expect("our FOCAL");
    profiler.run(&mut station, 1_000_000);
    bencher
        .counter(ItemsCount::new(CYCLES))
        .with_inputs(|| (profiler.clone(), station.clone()))
        .bench_local_refs(|(profiler, station)| profiler.run(station, CYCLES));
}

/// Runs the machine with the operator's profile of addresses.
#[divan::bench(sample_count = 10)]
fn machine_with_a_profile_of_addresses(bencher: divan::Bencher) {
    let mut station = computing();
    let mut monitor = Monitor::default();
    monitor.begin_profile();
    monitor.run(&mut station, 1_000_000);
    bencher
        .counter(ItemsCount::new(CYCLES))
        .with_inputs(|| (monitor.clone(), station.clone()))
        .bench_local_refs(|(monitor, station)| monitor.run(station, CYCLES));
}

/// Runs native FOCAL alone, and with an operator who never stops FOCAL.
#[divan::bench(args = [false, true], sample_count = 10)]
fn native(bencher: divan::Bencher, is_observed: bool) {
    let mut focal = Focal::new(focal::Config::ours(Functions::All));
    PROGRAM.iter().for_each(|line| drop(focal.type_line(line).expect("it is taken")));
    for key in *b"GO\r" {
        focal.press(key);
        focal.run(100);
    }
    assert_eq!(focal.run(100), Status::Running, "it computes");
    let mut debugger = focal8::debugger::Debugger::default();
    debugger.set_breakpoints("9.9", &[], &focal).expect("a line");
    bencher.counter(ItemsCount::new(COMMANDS)).with_inputs(|| focal.clone()).bench_local_refs(
        |focal| match is_observed {
            false => drop(focal.run(COMMANDS)),
            true => drop(focal.run_observed(COMMANDS, |focal| debugger.observe(focal).is_some())),
        },
    );
}
