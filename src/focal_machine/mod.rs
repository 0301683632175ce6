//! A PDP-8 with our FOCAL in its core. The caller types lines, takes the output, and reads the program and its
//! variables from core.
//!
//! ```text
//!   TEXTND                       field 0 of a 4K machine (in 8K, field 1 contains the text)
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
//! assert_eq!(focal.get("A(3)"), Some(1.5));
//! # Ok::<(), focal8::focal_machine::FocalError>(())
//! ```

mod core_view;
mod owner;
mod rom_symbols;

#[doc(hidden)]
pub use core_view::{Boundary, CommandBoundaries, CoreView};

use crate::ascii::{CTRL_C, RETURN};
use crate::float::Float;
use crate::float::decimal::Format;
use crate::float::functions::Random;
use crate::focal::error::ErrorCode;
use crate::focal::inspect::Inspect;
use crate::focal::{Functions, LineNumber, Reply, SetError, Variable, VariableName};
use crate::machine::Config;
use crate::performer::{Performer, Status};
use crate::roms::Rom;
use crate::station::{Station, StationError};
use crate::tape::Tape;
use crate::teletype::Speed;
use crate::word::{Address, Word};

use core_view::word_of;
use rom_symbols::RomSymbols;

/// The start address of FOCAL.
const START: Address = Address::new(0o0200);

/// The default maximum number of cycles that FOCAL may take for one key: five minutes on a PDP-8/I.
#[doc(hidden)]
pub const KEY_BUDGET_CYCLES: u64 = 200_000_000;

/// The number of words that a variable takes: name, subscript, and three words of value.
#[doc(hidden)]
pub const WORDS_OF_A_VARIABLE: u16 = 5;

/// The number of words that must be free before a variable is created.
const VARIABLE_MARGIN: u16 = 12;

/// How FOCAL starts for the first time, as selected by FOCAL's word OPTION.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Start {
    /// FOCAL starts with these functions. The memory of other extended functions is free for the program.
    Keep(Functions),
    /// FOCAL starts with its dialogue, and asks which functions to keep.
    Dialogue,
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Start {
    /// Returns the value of FOCAL's word OPTION that selects this start.
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

/// The reason why a machine does not wait for the next key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotWaiting {
    /// The machine executed a HLT.
    #[error("the machine halts at {0}")]
    Halted(Address),
    /// The machine is in an endless loop that never reads the keyboard.
    #[error("the machine loops at {0}")]
    Loops(Address),
    /// The machine was still running at the end of its budget of cycles.
    #[error("it does not wait for a key")]
    TimedOut,
}

impl NotWaiting {
    /// Returns an error if `status` shows that the machine does not wait for a key.
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

/// Runs a station until it waits for a key. The time limit `timeout` is in cycles.
#[doc(hidden)]
pub fn wait_for_key(station: &mut Station, timeout: u64) -> Result<(), NotWaiting> {
    NotWaiting::check(Performer::run(station, timeout), station)
}

/// Types keys on a station. Before the first key and after each key, runs the station until it waits for a key. Each of
/// these runs may take at most `timeout` cycles.
#[doc(hidden)]
pub fn type_keys(station: &mut Station, keys: &[u8], timeout: u64) -> Result<(), NotWaiting> {
    NotWaiting::check(station.type_keys(keys, timeout), station)
}

/// The reason why FOCAL did not start, or did not return to its prompt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FocalError {
    /// FOCAL's tape cannot be loaded.
    #[error("the built-in FOCAL cannot be loaded: {0}")]
    Load(#[from] StationError),
    /// FOCAL was started, but does not wait for a key.
    #[error("the built-in FOCAL does not start: {0}")]
    Start(NotWaiting),
    /// A line was typed, but FOCAL does not wait for the next key.
    #[error("FOCAL does not return to its prompt: {0}")]
    Line(NotWaiting),
}

/// The error for a name that is not a symbol in FOCAL's sources.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the built-in FOCAL has no symbol {0}")]
pub struct UnknownSymbol(pub String);

/// A station on which our FOCAL is running.
///
/// The core size determines which of our two FOCALs runs.
#[derive(Clone, Debug)]
pub struct FocalMachine {
    station: Station,
    key_budget: u64,
}

impl FocalMachine {
    /// Starts FOCAL on a new machine with a fast Teletype. Runs FOCAL to its first `*` prompt or its first question.
    pub fn new(config: Config, start: impl Into<Start>) -> Result<Self, FocalError> {
        FocalMachine::on(Station::new(config, Speed::Fast), start)
    }

    /// Loads FOCAL into an existing station, and starts FOCAL.
    pub fn on(mut station: Station, start: impl Into<Start>) -> Result<Self, FocalError> {
        let rom = Rom::focal(station.machine().memory.fields());
        station.load(&Tape::new(rom.tape))?;
        let mut focal = FocalMachine::running_on(station);
        focal.station.deposit(focal.symbols().option, start.into().option());
        focal.station.start(START);
        wait_for_key(&mut focal.station, focal.key_budget).map_err(FocalError::Start)?;
        Ok(focal)
    }

    /// Wraps a station on which our FOCAL is already running. If the station runs any other program, no variables can
    /// be read.
    pub const fn running_on(station: Station) -> Self {
        FocalMachine { station, key_budget: KEY_BUDGET_CYCLES }
    }

    /// Sets the maximum number of cycles that FOCAL may take for each key. The default is [`KEY_BUDGET_CYCLES`].
    pub const fn set_key_budget(&mut self, cycles: u64) {
        self.key_budget = cycles;
    }

    /// Returns the machine and its Teletype.
    pub const fn station(&self) -> &Station {
        &self.station
    }

    /// Returns the machine and its Teletype, mutably. The caller may change tapes and settings, and deposit words.
    pub const fn station_mut(&mut self) -> &mut Station {
        &mut self.station
    }

    /// Returns the station, and consumes the FOCAL machine.
    pub fn into_station(self) -> Station {
        self.station
    }

    /// Types a line and RETURN. Presses each key when FOCAL asks for input, and runs FOCAL until it asks for the next
    /// line or for an answer to ASK.
    ///
    /// Earlier output that the caller has not taken is discarded.
    ///
    /// # Errors
    ///
    /// When a key takes longer than [`FocalMachine::set_key_budget`] allows, for example in an endless loop. The
    /// program is then still running; [`FocalMachine::interrupt`] stops it.
    pub fn type_line(&mut self, line: &str) -> Result<Reply, FocalError> {
        self.station.take_printed();
        type_keys(&mut self.station, &[line.as_bytes(), &[RETURN]].concat(), self.key_budget)
            .map_err(FocalError::Line)?;
        Ok(Reply::new(&self.station.take_printed()))
    }

    /// Types CTRL/C, which interrupts the program, and runs until FOCAL asks for the next line.
    ///
    /// ```
    /// use focal8::focal::{Functions, error::ErrorCode};
    /// use focal8::focal_machine::{FocalError, FocalMachine, NotWaiting};
    /// use focal8::machine::Config;
    ///
    /// let mut focal = FocalMachine::new(Config::default(), Functions::All)?;
    /// focal.set_key_budget(1_000_000);
    /// focal.type_line("1.1 SET N=N+1; GOTO 1.1")?;
    /// assert_eq!(focal.type_line("GO"), Err(FocalError::Line(NotWaiting::TimedOut)));
    /// let error = focal.interrupt()?.error().unwrap();
    /// assert_eq!(error.code, ErrorCode::Interrupted);
    /// assert_eq!(error.line.unwrap().to_string(), "01.10");
    /// # Ok::<(), FocalError>(())
    /// ```
    pub fn interrupt(&mut self) -> Result<Reply, FocalError> {
        self.station.take_printed();
        self.station.press(CTRL_C);
        wait_for_key(&mut self.station, self.key_budget).map_err(FocalError::Line)?;
        Ok(Reply::new(&self.station.take_printed()))
    }

    /// Returns the variables, in the order in which they were created.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + '_ {
        self.core_view().variables()
    }

    /// Returns the value of a variable such as `S` or `A(28)`, or `None` if the variable does not exist. In FOCAL a
    /// variable that does not exist has the value 0.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.core_view().value(name.parse().ok()?).map(f64::from)
    }

    /// Sets a variable such as `S` or `A(28)` to the nearest FOCAL number. Creates the variable if it does not exist.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), SetError> {
        let name: VariableName = name.parse()?;
        self.set_variable(name, value.try_into()?).map_err(|reason| SetError::Refused { name, reason })
    }

    /// Sets a variable to a FOCAL number. Creates the variable if it does not exist.
    pub fn set_variable(&mut self, name: VariableName, value: Float) -> Result<(), ErrorCode> {
        let symbols = self.symbols();
        set_variable(&mut self.station, symbols, name, value)
    }

    /// Returns the numbered lines in order, each with its text in seven-bit characters.
    pub fn lines(&self) -> impl Iterator<Item = (LineNumber, Vec<u8>)> + '_ {
        self.core_view().lines()
    }

    /// Returns the number of free words between the variables and the push-down list.
    pub fn free_words(&self) -> u16 {
        self.core_view().free_words()
    }

    /// Returns the value of a symbol in FOCAL's sources: the address of a label, or a constant.
    pub fn symbol(&self, name: &str) -> Result<Address, UnknownSymbol> {
        self.rom().symbol(name).map(Address::new).ok_or_else(|| UnknownSymbol(name.to_owned()))
    }

    fn symbols(&self) -> &'static RomSymbols {
        RomSymbols::of_fields(self.station.machine().memory.fields())
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl FocalMachine {
    /// Returns the current line; `None` at the `*` prompt and in a direct line.
    pub fn line_at_work(&self) -> Option<LineNumber> {
        self.core_view().line_at_work()
    }

    /// Returns the state of FRAN.
    pub fn random(&self) -> Random {
        self.core_view().random()
    }

    /// Sets the state of FRAN.
    pub fn set_random(&mut self, random: Random) {
        let seed = self.symbols().seed;
        deposit(&mut self.station, seed, &random.state.words());
    }

    /// Returns the format of TYPE.
    pub fn format(&self) -> Format {
        self.core_view().format()
    }

    /// Sets the format of TYPE.
    pub fn set_format(&mut self, format: Format) {
        self.station.deposit(self.symbols().format, format.0);
    }

    /// Returns the ROM from which FOCAL was loaded.
    pub fn rom(&self) -> Rom {
        Rom::focal(self.station.machine().memory.fields())
    }

    /// Returns a view of FOCAL's program, variables and state.
    pub fn core_view(&self) -> CoreView<'_> {
        CoreView::of_ours(self.station.machine())
    }
}

/// Sets a variable of our FOCAL in a station. Returns `None` if the station does not contain our FOCAL.
#[doc(hidden)]
pub fn set_variable_in(station: &mut Station, variable: VariableName, value: Float) -> Option<Result<(), ErrorCode>> {
    let symbols = RomSymbols::found_in(&station.machine().memory)?;
    Some(set_variable(station, symbols, variable, value))
}

/// Reads a symbol file, `symbols`, to learn the addresses of words and routines in the station's FOCAL. This FOCAL must
/// be assembled from our sources, perhaps with changes. From then on, [`CoreView::find`] and [`CommandBoundaries::of`]
/// find this FOCAL. Returns false if the file lacks one of the necessary labels, or belongs to a program that is not in
/// core.
pub(crate) fn learn(symbols: &str, station: &Station) -> bool {
    RomSymbols::learn(symbols, &station.machine().memory)
}

fn set_variable(
    station: &mut Station,
    symbols: &'static RomSymbols,
    variable: VariableName,
    value: Float,
) -> Result<(), ErrorCode> {
    let view = CoreView::with(station.machine(), symbols);
    let at = match view.address_of_variable(variable) {
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
    deposit(station, at, &[word_of(variable.letters), variable.subscript, exponent, high, low]);
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
