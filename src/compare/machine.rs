//! The machine as an actor: our FOCAL in machine code, or a FOCAL tape of the user's own.
//!
//! In our own FOCAL one can look: its table of variables lies between the words STARTV and LASTV, five words each, and
//! FRAN's state is the three words from SEED. Of another tape only the paper is known.

use super::actor::{BUDGET_OF_A_TURN, Interpreter, Reader, StartError};
use super::inspect::{Inspect, Observation};
use crate::ascii::untrimmed;
use crate::checkers::memory::Costs;
use crate::float::Float;
use crate::machine::Config;
use crate::performer::{Performer, Status};
use crate::roms;
use crate::station::{Station, StationError};
use crate::tape::Tape;
use crate::teletype::Speed;
use crate::word::{Address, Word};

/// Words of a variable: name, subscript, three of value.
const WORDS_OF_A_VARIABLE: usize = 5;

/// In OPTION: the extended functions are given up.
const NO_FUNCTIONS: Word = Word::new(2);

/// A station whose FOCAL stands at its prompt, printing at once.
#[derive(Clone, Debug)]
pub struct Console {
    station: Station,
    symbols: Option<Symbols>,
}

/// Where our FOCAL keeps what one can look at.
#[derive(Clone, Copy, Debug)]
struct Symbols {
    start_of_variables: Address,
    end_of_variables: Address,
    seed: Address,
}

/// Why our FOCAL did not come up.
#[derive(Debug, thiserror::Error)]
pub enum ConsoleError {
    /// Its tape cannot be loaded.
    #[error("our FOCAL cannot be loaded: {0}")]
    Load(#[from] StationError),
    /// Its symbols lack one that is needed.
    #[error("our FOCAL has no symbol {0}")]
    Symbol(&'static str),
    /// It does not wait for a key.
    #[error("our FOCAL does not come to its prompt")]
    Prompt,
}

impl Console {
    /// Our FOCAL with its extended functions given up, as the game needs it.
    pub fn for_checkers() -> Result<Self, ConsoleError> {
        Self::ours(NO_FUNCTIONS)
    }

    /// Our FOCAL with all its functions.
    pub fn with_functions() -> Result<Self, ConsoleError> {
        Self::ours(Word::ZERO)
    }

    fn ours(option: Word) -> Result<Self, ConsoleError> {
        let symbol = |name| roms::focal_symbol(name).map(Address::new).ok_or(ConsoleError::Symbol(name));
        let symbols = Symbols {
            start_of_variables: symbol("STARTV")?,
            end_of_variables: symbol("LASTV")?,
            seed: symbol("SEED")?,
        };
        let mut station = Station::new(Config::default(), Speed::Fast);
        station.load(&Tape::new(roms::FOCAL))?;
        station.deposit(symbol("OPTION")?, option);
        station.start(Address::new(0o0200));
        match Performer::run(&mut station, BUDGET_OF_A_TURN) {
            Status::Waiting => Ok(Console { station, symbols: Some(symbols) }),
            Status::Running | Status::Halted => Err(ConsoleError::Prompt),
        }
    }

    /// Another FOCAL, which stands at its prompt.
    pub const fn of_station(station: Station) -> Self {
        Console { station, symbols: None }
    }

    fn words<const COUNT: usize>(&self, at: u16) -> [Word; COUNT] {
        std::array::from_fn(|offset| self.station.machine().memory.read(Address::new(at + offset as u16)))
    }
}

impl Reader<Console> {
    /// Our FOCAL in machine code with the program read.
    pub fn machine() -> Result<Self, MachineError> {
        Ok(Reader::load("machine", Console::for_checkers()?, Costs::our_focal())?)
    }
}

/// Why the machine cannot play.
#[derive(Debug, thiserror::Error)]
pub enum MachineError {
    /// FOCAL does not come up.
    #[error(transparent)]
    Console(#[from] ConsoleError),
    /// It does not read the program.
    #[error(transparent)]
    StartError(#[from] StartError),
}

impl Performer for Console {
    fn press(&mut self, key: u8) {
        self.station.press(key);
    }

    fn run(&mut self, budget: u64) -> Status {
        Performer::run(&mut self.station, budget)
    }

    fn take_printed(&mut self) -> Vec<u8> {
        self.station.take_printed()
    }
}

impl Inspect for Console {
    fn observe(&self) -> Option<Observation> {
        let symbols = self.symbols?;
        let pointer = |at: Address| self.station.machine().memory.read(at).bits();
        let table = pointer(symbols.start_of_variables)..pointer(symbols.end_of_variables);
        let variables = table.step_by(WORDS_OF_A_VARIABLE).map(|at| {
            let [name, subscript, value @ ..] = self.words::<WORDS_OF_A_VARIABLE>(at);
            let letters = [name.bits() >> 6, name.bits() & 0o77].map(|six| untrimmed(six as u8));
            (letters, subscript.signed(), Float::from_words(value))
        });
        let fran = Float::from_words(self.words(symbols.seed.bits()));
        Some(Observation::of_symbols(variables, fran))
    }
}

impl Interpreter for Console {
    fn deposit_fran(&mut self, words: Float) -> bool {
        let Some(symbols) = self.symbols else { return false };
        for (at, word) in (symbols.seed.bits()..).zip(words.words()) {
            self.station.deposit(Address::new(at), word);
        }
        true
    }
}
