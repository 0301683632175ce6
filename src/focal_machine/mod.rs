//! A PDP-8 with our FOCAL in its core: lines in, paper out, and what FOCAL holds read from core by its ROM's symbols.
//!
//! ```text
//!   TEXTND                       field 0 (in 4K the text lies before the variables, in 8K in field 1)
//!      |  STARTV    LASTV        PDLXR      BOTTOM
//!      v    v         v            v          v
//!   text |  variables |    free    | push-down list |
//! ```
//!
//! ```
//! use focal8::focal::Functions;
//! use focal8::focal_machine::FocalMachine;
//! use focal8::machine::Config;
//!
//! let mut focal = FocalMachine::new(Config::default(), Functions::All)?;
//! assert_eq!(focal.type_line("TYPE 2^10")?, "TYPE 2^10\r\n= 1024.0000*");
//! focal.type_line("SET A(3)=6/4")?;
//! let variable = focal.variables().next().unwrap();
//! assert_eq!((&variable.name, variable.subscript.signed(), f64::from(variable.value)), (b"A@", 3, 1.5));
//! # Ok::<(), focal8::focal_machine::FocalError>(())
//! ```

mod core_view;
mod rom_symbols;

pub use core_view::{Boundary, CommandBoundaries, CoreView};

use crate::ascii::RETURN;
use crate::float::Float;
use crate::float::decimal::Format;
use crate::float::functions::Random;
use crate::focal::error::ErrorCode;
use crate::focal::inspect::VariableName;
use crate::focal::{Functions, LineNumber, Variable};
use crate::machine::Config;
use crate::performer::{Performer, Status};
use crate::roms::Rom;
use crate::station::{Station, StationError};
use crate::tape::Tape;
use crate::teletype::Speed;
use crate::word::{Address, Word};

use rom_symbols::RomSymbols;

/// Where FOCAL starts.
const START: Address = Address::new(0o0200);

/// Cycles that a key may take, where nothing else is asked for: five minutes of a PDP-8/I.
pub const KEY_BUDGET_CYCLES: u64 = 200_000_000;

/// Words of a variable: name, subscript, three of value.
pub const WORDS_OF_A_VARIABLE: u16 = 5;

/// Words that must be free before a variable is made.
const VARIABLE_MARGIN: u16 = 12;

/// What FOCAL finds in its word OPTION when it is started for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// These functions are kept, the others make room.
    Keep(Functions),
    /// FOCAL asks which to keep, and waits for the answer to its first question.
    Dialogue,
}

impl Start {
    /// The word OPTION.
    pub const fn option(self) -> Word {
        match self {
            Start::Keep(Functions::All) => Word::new(0),
            Start::Keep(Functions::Trigonometric) => Word::new(1),
            Start::Keep(Functions::None) => Word::new(2),
            Start::Dialogue => Word::ONES,
        }
    }
}

impl From<Functions> for Start {
    fn from(functions: Functions) -> Self {
        Start::Keep(functions)
    }
}

/// Why a machine does not wait for the next key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotWaiting {
    /// A HLT.
    #[error("the machine halts at {0}")]
    Halted(Address),
    /// An endless loop that does not look at the keyboard.
    #[error("the machine loops at {0}")]
    Loops(Address),
    /// It works on.
    #[error("it does not wait for a key")]
    TimedOut,
}

impl NotWaiting {
    /// What a status means for a machine that should wait.
    fn check(status: Status, station: &Station) -> Result<(), NotWaiting> {
        let at = station.machine().pc_address();
        match status {
            Status::Waiting => Ok(()),
            Status::Running => Err(NotWaiting::TimedOut),
            Status::Halted if station.machine().running => Err(NotWaiting::Loops(at)),
            Status::Halted => Err(NotWaiting::Halted(at)),
        }
    }
}

/// Runs any station until it waits for a key, for so many cycles at most.
pub fn wait_for_key(station: &mut Station, timeout: u64) -> Result<(), NotWaiting> {
    NotWaiting::check(Performer::run(station, timeout), station)
}

/// Types keys to any station one by one, each when it waits for it, for so many cycles each at most.
pub fn type_keys(station: &mut Station, keys: &[u8], timeout: u64) -> Result<(), NotWaiting> {
    NotWaiting::check(station.type_keys(keys, timeout), station)
}

/// Why FOCAL did not come up, or did not come back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FocalError {
    /// Its tape cannot be loaded.
    #[error("the built-in FOCAL cannot be loaded: {0}")]
    Load(#[from] StationError),
    /// It was started, and does not wait for a key.
    #[error("the built-in FOCAL does not start: {0}")]
    Start(NotWaiting),
    /// It was typed to, and does not wait for the next key.
    #[error("FOCAL does not return to its prompt: {0}")]
    Line(NotWaiting),
}

/// No symbol of FOCAL's sources.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the built-in FOCAL has no symbol {0}")]
pub struct UnknownSymbol(pub String);

/// A station with our FOCAL in its core, which has been started.
///
/// It is a [`Performer`] as its station is. Which of our FOCALs it is follows from the size of core.
#[derive(Clone, Debug)]
pub struct FocalMachine {
    station: Station,
    timeout: u64,
}

impl FocalMachine {
    /// FOCAL at its first `*`, or at the first question of its dialogue, on a new machine whose Teletype prints at once.
    pub fn new(config: Config, start: impl Into<Start>) -> Result<Self, FocalError> {
        FocalMachine::on(Station::new(config, Speed::Fast), start)
    }

    /// The same on a station of one's own.
    pub fn on(mut station: Station, start: impl Into<Start>) -> Result<Self, FocalError> {
        let rom = Rom::focal(station.machine().memory.fields());
        station.load(&Tape::new(rom.tape))?;
        let mut focal = FocalMachine::running_on(station);
        focal.station.deposit(focal.symbols().option, start.into().option());
        focal.station.start(START);
        wait_for_key(&mut focal.station, focal.timeout).map_err(FocalError::Start)?;
        Ok(focal)
    }

    /// A station on which our FOCAL has been started before. In the core of any other program there is nothing to read.
    pub const fn running_on(station: Station) -> Self {
        FocalMachine { station, timeout: KEY_BUDGET_CYCLES }
    }

    /// How many cycles a key may take from now on; [`KEY_BUDGET_CYCLES`] at first.
    pub const fn set_timeout(&mut self, cycles: u64) {
        self.timeout = cycles;
    }

    /// The machine and its Teletype.
    pub const fn station(&self) -> &Station {
        &self.station
    }

    /// The same, to change tapes, turn knobs and deposit.
    pub const fn station_mut(&mut self) -> &mut Station {
        &mut self.station
    }

    /// The station alone.
    pub fn into_station(self) -> Station {
        self.station
    }

    /// Types a line and RETURN, each key when the one before has been taken, and runs until FOCAL wants the next one:
    /// for a line, or for an answer to ASK. Gives what was printed for it, the echo of the line and the next `*`
    /// included; what was printed before is dropped.
    ///
    /// After an error the machine stands where it is; CTRL/C and [`FocalMachine::type_line`] may bring it back.
    pub fn type_line(&mut self, line: &str) -> Result<String, FocalError> {
        self.station.take_printed();
        type_keys(&mut self.station, &[line.as_bytes(), &[RETURN]].concat(), self.timeout).map_err(FocalError::Line)?;
        Ok(String::from_utf8_lossy(&self.station.take_printed()).into_owned())
    }

    /// The variables, in the order of their making.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + '_ {
        self.core_view().variables()
    }

    /// Puts a value into a variable, which is made if it is new and there is room. A name of one letter has `@` for its
    /// second.
    pub fn set_variable(&mut self, name: [u8; 2], subscript: Word, value: Float) -> Result<(), ErrorCode> {
        let symbols = self.symbols();
        set_variable(&mut self.station, symbols, VariableName { name, subscript }, value)
    }

    /// The numbered lines in order, each with its text: seven-bit characters.
    pub fn lines(&self) -> impl Iterator<Item = (LineNumber, Vec<u8>)> + '_ {
        self.core_view().lines()
    }

    /// The line that is being carried out; none at the `*` and in a direct line.
    pub fn line_at_work(&self) -> Option<LineNumber> {
        self.core_view().line_at_work()
    }

    /// Words free between the variables and the push-down list.
    pub fn free_words(&self) -> u16 {
        self.core_view().free_words()
    }

    /// FRAN's state.
    pub fn random(&self) -> Random {
        self.core_view().random()
    }

    /// Sets FRAN's state.
    pub fn set_random(&mut self, random: Random) {
        let seed = self.symbols().seed;
        deposit(&mut self.station, seed, &random.state.words());
    }

    /// The format of TYPE.
    pub fn format(&self) -> Format {
        self.core_view().format()
    }

    /// Sets the format of TYPE.
    pub fn set_format(&mut self, format: Format) {
        self.station.deposit(self.symbols().format, format.0);
    }

    /// The address of a label of FOCAL's sources, or the value of a symbol.
    pub fn symbol(&self, name: &str) -> Result<Address, UnknownSymbol> {
        self.rom().symbol(name).map(Address::new).ok_or_else(|| UnknownSymbol(name.to_owned()))
    }

    /// The tape that FOCAL was read from.
    pub fn rom(&self) -> Rom {
        Rom::focal(self.station.machine().memory.fields())
    }

    /// What its FOCAL holds, to look at.
    pub fn core_view(&self) -> CoreView<'_> {
        CoreView::of_ours(self.station.machine())
    }

    fn symbols(&self) -> &'static RomSymbols {
        RomSymbols::of_fields(self.station.machine().memory.fields())
    }
}

/// Puts a value into a variable of the FOCAL in the core of any station; none if it is not one of ours.
pub fn set_variable_in(station: &mut Station, variable: VariableName, value: Float) -> Option<Result<(), ErrorCode>> {
    let symbols = RomSymbols::found_in(&station.machine().memory)?;
    Some(set_variable(station, symbols, variable, value))
}

fn set_variable(
    station: &mut Station,
    symbols: &'static RomSymbols,
    variable: VariableName,
    value: Float,
) -> Result<(), ErrorCode> {
    let VariableName { name, subscript } = variable;
    let name = Word::new(u16::from(name[0] & 0o77) << 6 | u16::from(name[1] & 0o77));
    let view = CoreView::with(station.machine(), symbols);
    let old = view.addresses_of_variables().find(|&at| view.words(at) == [name, subscript]);
    let at = match old {
        Some(at) => at,
        None if view.free_words() < VARIABLE_MARGIN => return Err(ErrorCode::VariablesFull),
        None => {
            let end = symbols.end_of_variables;
            let at = view.read(end);
            station.deposit(end, Word::new(at.bits() + WORDS_OF_A_VARIABLE));
            Address::in_field(0, at)
        }
    };
    let [exponent, high, low] = value.words();
    deposit(station, at, &[name, subscript, exponent, high, low]);
    Ok(())
}

fn deposit(station: &mut Station, at: Address, words: &[Word]) {
    let addresses = std::iter::successors(Some(at), |at| Some(at.next()));
    addresses.zip(words).for_each(|(at, &word)| station.deposit(at, word));
}

impl Performer for FocalMachine {
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
