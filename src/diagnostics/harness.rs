//! The harness: a machine with all devices and a diagnostic in core, and an operator who does what it asks for.

use super::Diagnostic;
use crate::devices::{HighSpeedPunch, HighSpeedReader};
use crate::machine::{Config, Limits, Machine, StopReason, Time, TranslatedEngine};
use crate::pal::Assembly;
use crate::station::IoBus;
use crate::teletype::Speed;
use crate::word::Address;

/// The operator looks at the machine so often, in simulated time: more than once a character.
const POLL_INTERVAL: Time = Time::milliseconds(50);

/// No program needs so long; one that does hangs. Simulated time.
const TIMEOUT: Time = Time::milliseconds(10 * 60 * 1_000);

const BELL: u8 = 0o207;

/// Which of the two engines runs the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// One memory cycle after the other.
    Stepped,
    /// Whole stretches decoded once.
    Translated,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A good pass.
    Passed,
    /// A test has failed.
    Failed {
        /// The HLT that names the test.
        at: Address,
        /// Where that HLT stands, and its comment: `operate.pal:34: BSW must swap`.
        test: String,
    },
    /// Ten minutes of simulated time without an end.
    Hung {
        /// Where it was then.
        at: Address,
    },
}

/// A machine under test.
#[derive(Clone, Debug)]
pub struct Harness {
    /// The machine.
    pub machine: Machine,
    /// Its devices.
    pub io_bus: IoBus,
    diagnostic: Diagnostic,
    assembly: Assembly,
}

impl Harness {
    /// A new machine with the program in core, a blank medium in the drive that it tests, the switches set for it,
    /// started at 0200.
    ///
    /// # Panics
    ///
    /// When the program does not assemble: the sources are part of this library.
    pub fn new(diagnostic: &Diagnostic, config: Config) -> Self {
        let assembly = diagnostic.assemble();
        assert!(assembly.errors.is_empty(), "{}: {:?}", diagnostic.name, assembly.errors);
        let mut machine = Machine::new(config);
        for &(address, word) in &assembly.words {
            machine.memory.write(address, word);
        }
        let mut io_bus = IoBus::new(Speed::Real);
        io_bus.teletype_mut().punch.set_on(true);
        if let Some(drive) = diagnostic.drive {
            let unit = io_bus.unit_for(drive).expect("the catalog of devices has it");
            io_bus.attach(unit, "scratch", Vec::new(), false, Time::ZERO).expect("a blank medium fits");
        }
        machine.sr = Diagnostic::switches(machine.config());
        machine.start_at(Address::new(0o200), &mut io_bus);
        Harness { machine, io_bus, diagnostic: *diagnostic, assembly }
    }

    /// Runs a pass on one of the engines.
    pub fn run(&mut self, engine: Engine) -> Verdict {
        match engine {
            Engine::Stepped => self.run_with(|machine, io_bus, limits| machine.run(io_bus, limits)),
            Engine::Translated => {
                let mut engine = TranslatedEngine::new();
                self.run_with(|machine, io_bus, limits| engine.run(machine, io_bus, limits))
            }
        }
    }

    /// Runs a pass with a machine's `run` of the caller's own, such as one with a defect in it.
    pub fn run_with(&mut self, mut run: impl FnMut(&mut Machine, &mut IoBus, Limits) -> StopReason) -> Verdict {
        let deadline = self.machine.elapsed.time + TIMEOUT;
        while self.machine.elapsed.time < deadline {
            let limits = Limits { time: self.machine.elapsed.time + POLL_INTERVAL, ..Limits::NONE };
            let stop = run(&mut self.machine, &mut self.io_bus, limits);
            self.answer_the_bell();
            if stop == StopReason::Halt {
                let at = self.machine.ma;
                if Some(at) == self.assembly.address("TAPES") {
                    self.move_tapes();
                    self.machine.resume();
                } else if Some(at) == self.assembly.address("GOOD") {
                    return Verdict::Passed;
                } else {
                    return Verdict::Failed { at, test: self.test_at(at) };
                }
            }
        }
        Verdict::Hung { at: self.machine.pc_address() }
    }

    /// Types the character that stands before the bell.
    fn answer_the_bell(&mut self) {
        if let [.., asked, BELL] = *self.io_bus.teletype().printer.printed() {
            self.io_bus.teletype_mut().printer.take_printed();
            self.io_bus.teletype_mut().press(asked, self.machine.elapsed.time);
            self.io_bus.update_lines();
        }
    }

    /// What has been punched goes into the reader of the same speed.
    fn move_tapes(&mut self) {
        let tape = self.io_bus.device_mut::<HighSpeedPunch>().map(HighSpeedPunch::take_tape);
        if let (Some(tape), Some(reader)) = (tape, self.io_bus.device_mut::<HighSpeedReader>()) {
            reader.mount(tape);
        }
        let tape = self.io_bus.teletype_mut().punch.take_tape();
        self.io_bus.teletype_mut().mount(tape, self.machine.elapsed.time);
        self.io_bus.update_lines();
    }

    /// The line of the program that a HLT stands in, and its comment.
    fn test_at(&self, at: Address) -> String {
        let Some(position) = self.assembly.position(at) else {
            return "outside the program".to_owned();
        };
        let sources = self.diagnostic.sources();
        let source = &sources[position.source];
        let line = source.text.lines().nth(position.line - 1).unwrap_or_default();
        let comment = line.split_once('/').map_or(line, |(_, comment)| comment);
        format!("{}:{}: {}", source.name, position.line, comment.trim())
    }
}
