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

use std::sync::LazyLock;

use crate::ascii::{RETURN, untrimmed};
use crate::float::Float;
use crate::float::decimal::Format;
use crate::float::functions::Random;
use crate::focal::error::ErrorCode;
use crate::focal::{Functions, LineNumber, Variable};
use crate::machine::Config;
use crate::performer::{Performer, Status};
use crate::roms::{FOCAL_4K, FOCAL_8K, Rom};
use crate::station::{Station, StationError};
use crate::tape::Tape;
use crate::teletype::Speed;
use crate::word::{Address, Word};

/// Where FOCAL starts.
const START: Address = Address::new(0o0200);

/// Cycles that a key may take, where nothing else is asked for: five minutes of a PDP-8/I.
pub const TIMEOUT: u64 = 200_000_000;

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

/// The words of core that are looked at, in the FOCAL for one size of core.
#[derive(Clone, Copy, Debug)]
struct Places {
    option: Address,
    /// The heading, from which all lines are linked.
    heading: Address,
    /// Points to the line at work,
    line: Address,
    /// and to this line when it is a direct one.
    direct_line: Word,
    start_of_variables: Address,
    end_of_variables: Address,
    push_down: Address,
    seed: Address,
    format: Address,
}

impl Places {
    fn of(rom: Rom) -> Self {
        let place = |name: &str| match rom.symbol(name) {
            Some(value) => Address::new(value),
            // A ROM is part of this library, and a test looks at every one.
            None => panic!("{}", UnknownSymbol(name.to_owned())),
        };
        Places {
            option: place("OPTION"),
            heading: place("HEAD"),
            line: place("PC"),
            direct_line: place("NOLINE").offset(),
            start_of_variables: place("STARTV"),
            end_of_variables: place("LASTV"),
            push_down: place("PDLXR"),
            seed: place("SEED"),
            format: place("FORMAT"),
        }
    }
}

static PLACES_4K: LazyLock<Places> = LazyLock::new(|| Places::of(FOCAL_4K));
static PLACES_8K: LazyLock<Places> = LazyLock::new(|| Places::of(FOCAL_8K));

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
        focal.station.deposit(focal.places().option, start.into().option());
        focal.station.start(START);
        wait_for_key(&mut focal.station, focal.timeout).map_err(FocalError::Start)?;
        Ok(focal)
    }

    /// A station on which our FOCAL has been started before. In the core of any other program there is nothing to read.
    pub const fn running_on(station: Station) -> Self {
        FocalMachine { station, timeout: TIMEOUT }
    }

    /// How many cycles a key may take from now on; [`TIMEOUT`] at first.
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
        self.places_of_variables().map(|at| {
            let [name, subscript, value @ ..] = self.words::<{ WORDS_OF_A_VARIABLE as usize }>(at);
            let name = [name.bits() >> 6, name.bits() & 0o77].map(|six| untrimmed(six as u8));
            Variable { name, subscript, value: Float::from_words(value) }
        })
    }

    /// Puts a value into a variable, which is made if it is new and there is room. A name of one letter has `@` for its
    /// second.
    pub fn set_variable(&mut self, name: [u8; 2], subscript: Word, value: Float) -> Result<(), ErrorCode> {
        let name = Word::new(u16::from(name[0] & 0o77) << 6 | u16::from(name[1] & 0o77));
        let old = self.places_of_variables().find(|&at| self.words(at) == [name, subscript]);
        let at = match old {
            Some(at) => at,
            None if self.free_words() < VARIABLE_MARGIN => return Err(ErrorCode::VariablesFull),
            None => {
                let end = self.places().end_of_variables;
                let at = self.read(end);
                self.station.deposit(end, Word::new(at.bits() + WORDS_OF_A_VARIABLE));
                Address::in_field(0, at)
            }
        };
        let [exponent, high, low] = value.words();
        self.deposit(at, &[name, subscript, exponent, high, low]);
        Ok(())
    }

    /// The numbered lines in order, each with its text: seven-bit characters.
    pub fn lines(&self) -> impl Iterator<Item = (LineNumber, Vec<u8>)> + '_ {
        let field = self.places().heading.field();
        let next = move |line: &Address| match self.read(*line) {
            Word::ZERO => None,
            link => Some(Address::in_field(field, link)),
        };
        // More lines than core has words are a list that goes round.
        std::iter::successors(next(&self.places().heading), next)
            .take(0o10000)
            .map(|line| (self.number(line), self.text(line)))
    }

    /// The line that is being carried out; none at the `*` and in a direct line.
    pub fn line_at_work(&self) -> Option<LineNumber> {
        let places = self.places();
        let line = self.read(places.line);
        let number = self.number(Address::in_field(places.heading.field(), line));
        (line != places.direct_line && number != LineNumber::new(0, 0)).then_some(number)
    }

    /// Words free between the variables and the push-down list.
    pub fn free_words(&self) -> u16 {
        let places = self.places();
        (self.read(places.push_down).bits() + 1).saturating_sub(self.read(places.end_of_variables).bits())
    }

    /// FRAN's state.
    pub fn random(&self) -> Random {
        Random { state: Float::from_words(self.words(self.places().seed)) }
    }

    /// Sets FRAN's state.
    pub fn set_random(&mut self, random: Random) {
        self.deposit(self.places().seed, &random.state.words());
    }

    /// The format of TYPE.
    pub fn format(&self) -> Format {
        Format(self.read(self.places().format))
    }

    /// Sets the format of TYPE.
    pub fn set_format(&mut self, format: Format) {
        self.station.deposit(self.places().format, format.0);
    }

    /// The address of a label of FOCAL's sources, or the value of a symbol.
    pub fn symbol(&self, name: &str) -> Result<Address, UnknownSymbol> {
        self.rom().symbol(name).map(Address::new).ok_or_else(|| UnknownSymbol(name.to_owned()))
    }

    /// The tape that FOCAL was read from.
    pub fn rom(&self) -> Rom {
        Rom::focal(self.station.machine().memory.fields())
    }

    fn places(&self) -> &'static Places {
        if self.station.machine().memory.fields() > 1 { &PLACES_8K } else { &PLACES_4K }
    }

    fn read(&self, at: Address) -> Word {
        self.station.machine().memory.read(at)
    }

    fn words<const COUNT: usize>(&self, at: Address) -> [Word; COUNT] {
        let mut at = at;
        std::array::from_fn(|_| {
            let word = self.read(at);
            at = at.next();
            word
        })
    }

    fn deposit(&mut self, at: Address, words: &[Word]) {
        let places = std::iter::successors(Some(at), |at| Some(at.next()));
        places.zip(words).for_each(|(at, &word)| self.station.deposit(at, word));
    }

    fn places_of_variables(&self) -> impl Iterator<Item = Address> + use<> {
        let [start, end] =
            [self.places().start_of_variables, self.places().end_of_variables].map(|at| self.read(at).bits());
        (start..end).step_by(usize::from(WORDS_OF_A_VARIABLE)).map(Address::new)
    }

    /// A line's number: the word behind its link, group times octal 200 and step.
    fn number(&self, line: Address) -> LineNumber {
        let word = self.read(line.next()).bits();
        LineNumber::new((word >> 7) as u8, (word & 0o177) as u8)
    }

    /// A line's characters: two pieces of six bits a word behind link and number, up to RETURN.
    ///
    /// A piece 37 says that the next one is a control character, or from 40 on a small letter.
    fn text(&self, line: Address) -> Vec<u8> {
        let words =
            std::iter::successors(Some(line.next().next()), |at| Some(at.next())).map(|at| self.read(at).bits());
        let mut pieces = words.flat_map(|word| [word >> 6, word & 0o77]).map(|piece| piece as u8);
        let characters = std::iter::from_fn(move || match pieces.next()? {
            0o37 => pieces.next().map(|piece| if piece < 0o40 { piece } else { piece | 0o100 }),
            piece => Some(untrimmed(piece)),
        });
        // A text without an end fills its field.
        characters.take_while(|&character| character != RETURN).take(0o20000).collect()
    }
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
