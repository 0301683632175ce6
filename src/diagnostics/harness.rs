//! The harness: a machine with a diagnostic in core and the devices under test, and a simulated operator.

use super::{Diagnostic, fittings};
use crate::devices::HighSpeedPunch;
use crate::machine::{Config, Limits, Machine, StopReason, Time, TranslatedEngine};
use crate::pal::Assembly;
use crate::station::{InputEvent, IoBus, Station};
use crate::teletype::Speed;
use crate::word::Address;

/// The interval in simulated time at which the simulated operator checks the machine. The interval is shorter than the
/// time that a character takes to print, so the operator sees each bell before another character follows.
const POLL_INTERVAL: Time = Time::milliseconds(50);

/// The simulated time after which a program counts as hung.
const TIMEOUT: Time = Time::milliseconds(10 * 60 * 1_000);

const BELL: u8 = 0o207;

/// The engine that runs the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The machine itself, which executes one memory cycle at a time.
    Stepped,
    /// The [`TranslatedEngine`], which decodes a sequence of instructions once and then runs the decoded sequence.
    Translated,
}

/// The result of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The program has completed a good pass.
    Passed,
    /// A test has failed.
    Failed {
        /// The address of the HLT that identifies the test.
        at: Address,
        /// The source line of the HLT that identifies the test, with its comment: `operate.pal:34: BSW must swap`.
        test: String,
    },
    /// The program has not ended within ten minutes of simulated time.
    Hung {
        /// The program counter after ten minutes of simulated time.
        at: Address,
    },
}

/// A machine under test.
#[derive(Clone, Debug)]
pub struct Harness {
    station: Station,
    diagnostic: Diagnostic,
    assembly: Assembly,
}

impl Harness {
    /// Creates a machine with the program in core and the device under test, and starts the program at 0200.
    ///
    /// # Panics
    ///
    /// When the program does not assemble.
    pub fn new(diagnostic: &Diagnostic, config: Config) -> Self {
        let assembly = diagnostic.assemble();
        assert!(assembly.errors.is_empty(), "{}: {:?}", diagnostic.name, assembly.errors);
        let mut station = Station::new(config, Speed::Real);
        for &(address, word) in &assembly.words {
            station.machine_mut().memory.write(address, word);
        }
        station.io_bus_mut().teletype_mut().punch.set_on(true);
        (diagnostic.fit)(&mut station);
        station.machine_mut().sr = Diagnostic::switches(config);
        station.start(Address::new(0o200));
        Harness { station, diagnostic: *diagnostic, assembly }
    }

    /// Runs one pass with the given engine.
    pub fn run(&mut self, engine: Engine) -> Verdict {
        match engine {
            Engine::Stepped => self.run_with(|machine, io_bus, limits| machine.run(io_bus, limits)),
            Engine::Translated => {
                let mut engine = TranslatedEngine::new();
                self.run_with(|machine, io_bus, limits| engine.run(machine, io_bus, limits))
            }
        }
    }

    /// Runs one pass with a simulated operator. The function `run` runs the machine until the given time or a HLT.
    fn attend(&mut self, mut run: impl FnMut(&mut Station, Time) -> StopReason) -> Verdict {
        let now = |station: &Station| station.machine().elapsed.time;
        let deadline = now(&self.station) + TIMEOUT;
        while now(&self.station) < deadline {
            let until = now(&self.station) + POLL_INTERVAL;
            let stop = run(&mut self.station, until);
            self.answer_the_bell();
            fittings::loop_back(&mut self.station);
            if stop == StopReason::Halt {
                let at = self.station.machine().ma;
                if Some(at) == self.assembly.address("TAPES") {
                    self.move_tapes();
                    self.station.resume();
                } else if Some(at) == self.assembly.address("GOOD") {
                    return Verdict::Passed;
                } else {
                    return Verdict::Failed { at, test: self.test_at(at) };
                }
            }
        }
        Verdict::Hung { at: self.station.machine().pc_address() }
    }

    /// Types the character that the program printed before a bell. The bell is the program's request for a key.
    fn answer_the_bell(&mut self) {
        if let [.., asked, BELL] = *self.station.io_bus().teletype().printer.printed() {
            self.station.take_frames();
            self.station.apply(&InputEvent::Key(asked.into())).expect("a key can be pressed at any time");
        }
    }

    /// Moves each punched tape from its punch into the reader of the same speed.
    fn move_tapes(&mut self) {
        if let Some(tape) = self.station.io_bus_mut().device_mut::<HighSpeedPunch>().map(HighSpeedPunch::take_tape) {
            self.station.mount_high_speed(tape);
        }
        let tape = self.station.io_bus_mut().teletype_mut().punch.take_tape();
        self.station.mount(tape);
    }

    /// Returns the source file, the line number and the comment of the HLT at an address.
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

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Harness {
    /// Returns the machine with its devices.
    pub const fn station(&self) -> &Station {
        &self.station
    }

    /// Returns the machine with its devices, mutably.
    pub const fn station_mut(&mut self) -> &mut Station {
        &mut self.station
    }

    /// Runs one pass with the caller's `run` function, which may have a deliberate defect.
    pub fn run_with(&mut self, mut run: impl FnMut(&mut Machine, &mut IoBus, Limits) -> StopReason) -> Verdict {
        self.attend(|station, until| {
            let (machine, io_bus) = station.parts_mut();
            run(machine, io_bus, Limits { time: until, ..Limits::NONE })
        })
    }

    /// Runs one pass with [`Station::run_until`], so that the station's timeline records the operator's actions.
    pub fn run_noted(&mut self) -> Verdict {
        self.attend(Station::run_until)
    }
}
