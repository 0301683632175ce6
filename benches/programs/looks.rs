//! The ways of looking at a running program. `benches/compare-debuggers` measures the cost of each way. No way of
//! looking stops the program.

use focal8::machine::{Limits, Machine, StopReason};
use focal8::monitor::Monitor;
use focal8::profile::FocalProfiler;
use focal8::station::{IoBus, Station};
use focal8::teletype::Speed;

/// A way of looking at a program.
pub struct Look {
    pub name: &'static str,
    pub how: How,
    /// The SIMH command that looks at the program in the same way; `None` if SIMH has no such command.
    pub simh: Option<&'static str>,
    /// The largest acceptable ratio of the program's run time under this look to the program's run time alone.
    pub most: f64,
}

/// What the operator does before the program runs.
pub enum How {
    /// A command to execute. If the text is empty, the operator executes nothing.
    Command(&'static str),
    /// A profile of addresses.
    Profile,
    /// The profile of `focal8 profile`.
    FocalProfile,
    /// The trace of `--trace-focal`.
    LineTrace,
}

/// The ways of looking at any program. The first entry runs the program alone, for comparison with the other entries.
/// No workload executes the instruction at 7577, stores into the word at 7577, or executes the instruction 6777. The
/// breakpoints and the watch in this list therefore never stop a workload.
pub const OF_PROGRAMS: &[Look] = &[
    Look { name: "plain", how: How::Command(""), simh: Some(""), most: 1.0 },
    Look { name: "breakpoint", how: How::Command("break 7577"), simh: Some("break 7577"), most: 1.2 },
    Look { name: "watch", how: How::Command("break w 7577"), simh: None, most: 1.2 },
    Look { name: "word", how: How::Command("break =6777"), simh: None, most: 1.2 },
    Look { name: "history", how: How::Command("history 100"), simh: Some("set cpu history=100"), most: 1.2 },
    Look { name: "profile", how: How::Profile, simh: None, most: 1.2 },
];

/// The ways of looking at a FOCAL program.
pub const OF_FOCAL: &[Look] = &[
    Look { name: "focal-breakpoint", how: How::Command("break 9.9"), simh: None, most: 1.5 },
    Look { name: "focal-watch", how: How::Command("watch Z9"), simh: None, most: 1.5 },
    Look { name: "focal-trace", how: How::LineTrace, simh: None, most: 1.5 },
    Look { name: "focal-profile", how: How::FocalProfile, simh: None, most: 1.5 },
];

/// Returns the way of looking with this name.
pub fn named(name: &str) -> Option<&'static Look> {
    OF_PROGRAMS.iter().chain(OF_FOCAL).find(|look| look.name == name)
}

/// Runs a copy of the machine up to the limits, under an operator who looks at the program in this way.
pub fn run(look: &Look, machine: &Machine, bus: &IoBus, limits: Limits) -> (StopReason, Machine) {
    const BUDGET: u64 = 10_000_000;
    let mut station = Station::new(machine.config(), Speed::Fast);
    *station.machine_mut() = machine.clone();
    *station.io_bus_mut() = bus.clone();
    station.limit(limits);
    let mut monitor = Monitor::default();
    match look.how {
        How::Command("") => {}
        How::Command(command) => {
            let done = monitor.execute(command, &mut station, &mut focal8::host::NoHost::default());
            done.expect("a command of the operator");
        }
        How::Profile => monitor.begin_profile(),
        How::LineTrace => assert!(monitor.trace_focal(&station), "it is our FOCAL"),
        How::FocalProfile => {
            let mut profiler = FocalProfiler::of(&station).expect("it is our FOCAL");
            loop {
                match profiler.run(&mut station, BUDGET) {
                    StopReason::Budget => {}
                    reason => return (reason, station.machine().clone()),
                }
            }
        }
    }
    loop {
        match monitor.run(&mut station, BUDGET) {
            StopReason::Budget => {
                monitor.take_focal_trace();
            }
            reason => return (reason, station.machine().clone()),
        }
    }
}
