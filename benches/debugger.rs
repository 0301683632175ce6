//! What it costs to be looked at: nothing while nobody looks, and what breakpoints, a trace of FOCAL's lines and the
//! profiler take when they are wanted.

fn main() {
    divan::main();
}

use divan::counter::ItemsCount;
use focal8::focal::{self, Focal, Functions};
use focal8::focal_machine::FocalMachine;
use focal8::machine::Config;
use focal8::monitor::{Monitor, NoHost};
use focal8::performer::Performer;
use focal8::profile::FocalProfiler;
use focal8::station::Station;

/// Memory cycles of six seconds of a PDP-8/I,
const CYCLES: u64 = 4_000_000;
/// and commands of native FOCAL.
const COMMANDS: u64 = 200_000;

const PROGRAM: [&str; 3] = ["1.1 FOR I=1,100000;DO 2", "2.1 SET A=FSIN(I)+I/3", "2.2 IF (A) 2.3,2.3,2.3"];

fn computing() -> Station {
    let mut focal = FocalMachine::new(Config::default(), Functions::All).expect("it comes up");
    PROGRAM.iter().for_each(|line| drop(focal.type_line(line).expect("it is taken")));
    let mut station = focal.into_station();
    station.type_ahead(*b"GO\r");
    station.run(1_000_000);
    station
}

/// Who looks.
#[derive(Clone, Copy, Debug)]
enum Looks {
    /// Nobody: the station alone.
    Nobody,
    /// An operator who has set nothing, and one who has taken back all that was set.
    Operator,
    OperatorAgain,
    /// A breakpoint at a line that is never come to.
    Breakpoint,
    /// `--trace-focal`
    Trace,
    /// `focal8 profile`
    Profiler,
}

#[divan::bench(
    args = [Looks::Nobody, Looks::Operator, Looks::OperatorAgain, Looks::Breakpoint, Looks::Trace, Looks::Profiler],
    sample_count = 10
)]
fn machine(bencher: divan::Bencher, looks: Looks) {
    let station = computing();
    let bencher = bencher.counter(ItemsCount::new(CYCLES));
    let set = |commands: &[&str]| {
        let (mut monitor, mut station) = (Monitor::default(), station.clone());
        for command in commands {
            monitor.execute(command, &mut station, &mut NoHost).expect("it is done");
        }
        (monitor, station)
    };
    let bench = |inputs: &dyn Fn() -> (Monitor, Station)| {
        bencher.with_inputs(inputs).bench_local_refs(|(monitor, station)| monitor.run(station, CYCLES));
    };
    match looks {
        Looks::Nobody => bencher.with_inputs(|| station.clone()).bench_local_refs(|station| station.run(CYCLES)),
        Looks::Operator => bench(&|| set(&[])),
        Looks::OperatorAgain => bench(&|| set(&["break 2.1", "watch A", "nobreak", "nowatch"])),
        Looks::Breakpoint => bench(&|| set(&["break 9.9"])),
        Looks::Trace => bench(&|| {
            let (mut monitor, station) = set(&[]);
            assert!(monitor.trace_focal(&station), "it is our FOCAL");
            (monitor, station)
        }),
        Looks::Profiler => bencher
            .with_inputs(|| (FocalProfiler::of(&station).expect("our FOCAL"), station.clone()))
            .bench_local_refs(|(profiler, station)| profiler.run(station, CYCLES)),
    }
}

/// Native FOCAL by itself, and with somebody beside it who never stops it.
#[divan::bench(args = [false, true], sample_count = 10)]
fn native(bencher: divan::Bencher, is_observed: bool) {
    let mut focal = Focal::new(focal::Config::ours(Functions::All));
    PROGRAM.iter().for_each(|line| drop(focal.type_line(line).expect("it is taken")));
    for key in *b"GO\r" {
        focal.press(key);
        focal.run(100);
    }
    let mut debugger = focal8::debugger::Debugger::default();
    debugger.set_breakpoints("9.9", &[], &focal).expect("a line");
    bencher.counter(ItemsCount::new(COMMANDS)).with_inputs(|| focal.clone()).bench_local_refs(
        |focal| match is_observed {
            false => drop(focal.run(COMMANDS)),
            true => drop(focal.run_observed(COMMANDS, |focal| debugger.observe(focal).is_some())),
        },
    );
}
