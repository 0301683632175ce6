//! The bench: a machine with all devices and a diagnostic in core, and an operator who does what it asks for.

use super::Diagnostic;
use crate::machine::{Desc, Fast, Limits, Machine, Stop, Time};
use crate::pal::Assembly;
use crate::station::Wiring;
use crate::teletype::Speed;
use crate::word::Address;

/// The operator looks at the machine so often, in simulated time: more than once a character.
const GLANCE: Time = Time::milliseconds(50);

/// No program needs so long; one that does hangs. Simulated time.
const PATIENCE: Time = Time::milliseconds(10 * 60 * 1_000);

const BELL: u8 = 0o207;

/// Which of the two engines runs the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// One memory cycle after the other.
    Stepped,
    /// Whole stretches decoded once.
    Fast,
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
pub struct Bench {
    /// The machine.
    pub machine: Machine,
    /// Its devices.
    pub wiring: Wiring,
    diagnostic: Diagnostic,
    assembly: Assembly,
}

impl Bench {
    /// A new machine with the program in core, the switches set for it, started at 0200.
    ///
    /// # Panics
    ///
    /// When the program does not assemble: the sources are part of this library.
    pub fn new(diagnostic: &Diagnostic, desc: Desc) -> Self {
        let assembly = diagnostic.assemble();
        assert!(assembly.errors.is_empty(), "{}: {:?}", diagnostic.name, assembly.errors);
        let mut machine = Machine::new(desc);
        for &(address, word) in &assembly.words {
            machine.memory.write(address, word);
        }
        let mut wiring = Wiring::new(Speed::Real);
        wiring.teletype.punch.set_on(true);
        machine.sr = Diagnostic::switches(machine.desc());
        machine.start_at(Address::new(0o200), &mut wiring);
        Bench { machine, wiring, diagnostic: *diagnostic, assembly }
    }

    /// Runs a pass on one of the engines.
    pub fn run(&mut self, engine: Engine) -> Verdict {
        match engine {
            Engine::Stepped => self.run_with(|machine, wiring, limits| machine.run(wiring, limits)),
            Engine::Fast => {
                let mut fast = Fast::new();
                self.run_with(|machine, wiring, limits| fast.run(machine, wiring, limits))
            }
        }
    }

    /// Runs a pass with a machine's `run` of the caller's own, such as one with a defect in it.
    pub fn run_with(&mut self, mut run: impl FnMut(&mut Machine, &mut Wiring, Limits) -> Stop) -> Verdict {
        let deadline = self.machine.elapsed.time + PATIENCE;
        while self.machine.elapsed.time < deadline {
            let limits = Limits { time: self.machine.elapsed.time + GLANCE, ..Limits::NONE };
            let stop = run(&mut self.machine, &mut self.wiring, limits);
            self.answer_the_bell();
            if stop == Stop::Halt {
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
        if let [.., asked, BELL] = *self.wiring.teletype.printer.printed() {
            self.wiring.teletype.printer.take_printed();
            self.wiring.teletype.press(asked, self.machine.elapsed.time);
            self.wiring.settle();
        }
    }

    /// What has been punched goes into the reader of the same speed.
    fn move_tapes(&mut self) {
        let tape = self.wiring.fast_punch.take_tape();
        self.wiring.fast_reader.mount(tape);
        let tape = self.wiring.teletype.punch.take_tape();
        self.wiring.teletype.mount(tape, self.machine.elapsed.time);
        self.wiring.settle();
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
