//! The PDP-8 as one of the compared implementations. It runs our FOCAL in machine code, or a FOCAL from the user's own
//! tape.
//!
//! The comparison reads the variables of our own FOCAL. Of a FOCAL from a tape, it reads only the printed output.

use super::actor::{Interpreter, Reader, StartError, TURN_BUDGET};
use super::inspect::{Observable, Observation};
use crate::checkers::memory::Costs;
use crate::float::Float;
use crate::float::functions::Random;
use crate::focal::Functions;
use crate::focal_machine::{FocalError, FocalMachine};
use crate::machine::Config;
use crate::performer::{Performer, Status};
use crate::station::Station;

/// A FOCAL at its prompt, on a station with a fast Teletype.
#[derive(Clone, Debug)]
pub enum Console {
    /// Our FOCAL.
    Ours(FocalMachine),
    /// A FOCAL from the user's own tape.
    Other(Station),
}

impl Console {
    /// Starts our FOCAL without its extended functions, because the game needs the memory that these functions occupy.
    pub fn for_checkers() -> Result<Self, FocalError> {
        let mut focal = FocalMachine::new(Config::default(), Functions::None)?;
        focal.set_key_budget(TURN_BUDGET);
        Ok(Console::Ours(focal))
    }

    fn performer(&mut self) -> &mut dyn Performer {
        match self {
            Console::Ours(focal) => focal,
            Console::Other(station) => station,
        }
    }
}

impl Reader<Console> {
    /// Creates an actor that runs our machine-code FOCAL with the checkers program loaded.
    pub fn machine() -> Result<Self, MachineError> {
        Ok(Reader::load("machine", Console::for_checkers()?, Costs::our_focal())?)
    }
}

/// The reason why the machine cannot play.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// FOCAL does not start.
    #[error(transparent)]
    Focal(#[from] FocalError),
    /// The checkers program cannot be loaded, or its game cannot be set up.
    #[error(transparent)]
    StartError(#[from] StartError),
}

impl Performer for Console {
    fn press(&mut self, key: u8) {
        self.performer().press(key);
    }

    fn run(&mut self, budget: u64) -> Status {
        self.performer().run(budget)
    }

    fn take_printed(&mut self) -> Vec<u8> {
        self.performer().take_printed()
    }
}

impl Observable for Console {
    fn observe(&self) -> Option<Observation> {
        let Console::Ours(focal) = self else { return None };
        Some(Observation::of_variables(focal.variables(), focal.random().state))
    }
}

impl Interpreter for Console {
    fn deposit_fran(&mut self, words: Float) -> bool {
        let Console::Ours(focal) = self else { return false };
        focal.set_random(Random { state: words });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variables_of_our_focal_can_be_read() {
        let mut focal = FocalMachine::new(Config::default(), Functions::None).expect("FOCAL starts");
        focal.type_line("SET A(3)=7;SET D=2").expect("a line of FOCAL");
        let observed = Console::Ours(focal).observe().expect("our FOCAL shows its variables");
        let number = |number: f64| Float::try_from(number).expect("in FOCAL's range");
        assert_eq!(observed.board, [(3, number(7.0))]);
        assert_eq!((observed.end, observed.variables), (number(2.0), 2));
    }
}
