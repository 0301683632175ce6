//! The maintenance programs, on every suitable machine and on both engines. On machines with a defect, the programs
//! must find the defect.

mod devices;
mod options;
mod processor;

use focal8::diagnostics::{ALL, Diagnostic, Engine, Harness, Verdict, family};
use focal8::machine::{Config, Limits, Machine, StopReason};
use focal8::station::IoBus;

/// Checks that a diagnostic passes on all suitable machines. Both engines must count the same time.
fn check(name: &str) {
    let diagnostic = Diagnostic::named(name).expect("a diagnostic");
    let suited: Vec<Config> = family().into_iter().filter(|&config| diagnostic.suits(config)).collect();
    assert!(!suited.is_empty(), "{name} suits no machine");
    for config in suited {
        let [stepped, fast] = [Engine::Stepped, Engine::Translated].map(|engine| {
            let mut bench = Harness::new(diagnostic, config);
            let verdict = bench.run(engine);
            assert_eq!(verdict, Verdict::Passed, "{name} on {config:?}, {engine:?}");
            bench.station().machine().clone()
        });
        assert!(stepped == fast, "{name} on {config:?}: the engines part");
    }
}

/// A defect of a machine, which takes effect after certain instructions.
struct Defect {
    /// The bits that select an instruction: `word & mask == code`.
    mask: u16,
    code: u16,
    harm: fn(&mut Machine),
}

impl Defect {
    fn run(&self, machine: &mut Machine, io_bus: &mut IoBus, limits: Limits) -> StopReason {
        while machine.running {
            if machine.elapsed.time >= limits.time {
                return StopReason::TimeLimit;
            }
            let word = machine.memory.read(machine.pc_address()).bits();
            machine.step(io_bus);
            if word & self.mask == self.code {
                (self.harm)(machine);
            }
        }
        StopReason::Halt
    }
}

/// Returns the test at which a diagnostic halts on a machine with a defect.
fn found(name: &str, config: Config, defect: Defect) -> String {
    let mut bench = Harness::new(Diagnostic::named(name).expect("a diagnostic"), config);
    match bench.run_with(|machine, io_bus, limits| defect.run(machine, io_bus, limits)) {
        Verdict::Failed { test, .. } => test,
        other => panic!("{name} has not found the defect: {other:?}"),
    }
}

#[test]
fn every_diagnostic_assembles_without_an_error() {
    for diagnostic in ALL {
        assert_eq!(diagnostic.assemble().errors, [], "{}", diagnostic.name);
    }
}
