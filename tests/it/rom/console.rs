//! FOCAL in machine code on its machine, its words in core reachable by their labels.

use std::collections::HashMap;
use std::sync::LazyLock;

use focal8::ascii::untrimmed;
use focal8::float::Float;
use focal8::focal::Variable;
use focal8::focal::limits::Functions;
use focal8::machine::Config;
use focal8::performer::{Performer, Status};
use focal8::roms::Rom;
use focal8::station::Station;
use focal8::tape::Tape;
use focal8::teletype::Speed;
use focal8::word::{Address, Word};

use crate::corpus::vectors::Interpreter;

/// Cycles after which a key that is still being worked on is given up: five minutes of a PDP-8.
pub const TIMEOUT: u64 = 200_000_000;

/// Words of a variable: name, subscript, three of value.
pub const VARIABLE: u16 = 5;

/// Every size of core for which there is a FOCAL of its own, in fields of 4096 words.
pub const CORES: [u8; 2] = [1, 2];

/// A machine with FOCAL at its first asterisk.
#[derive(Clone, Debug)]
pub struct Console {
    pub station: Station,
}

/// A label's address within its field, or a symbol's value, in the FOCAL for so many fields.
pub fn symbol(fields: u8, name: &str) -> u16 {
    static SYMBOLS: LazyLock<HashMap<(u8, &str), u16>> = LazyLock::new(|| {
        let of_core = |fields| {
            let names = Rom::focal(fields).symbols.lines().filter_map(|line| line.split_whitespace().nth(1));
            names.filter_map(move |name| Some(((fields, name), Rom::focal(fields).symbol(name)? & 0o7777)))
        };
        CORES.into_iter().flat_map(of_core).collect()
    });
    *SYMBOLS.get(&(fields, name)).unwrap_or_else(|| panic!("the sources have no symbol {name}"))
}

/// The word OPTION in which FOCAL finds at its first start what to give up.
fn option(functions: Functions) -> u16 {
    match functions {
        Functions::All => 0,
        Functions::Trigonometric => 1,
        Functions::None => 2,
    }
}

/// Loads the tape and waits for the first asterisk.
fn boot(fields: u8, functions: Functions) -> Console {
    let mut station = Station::new(Config { fields, ..Config::default() }, Speed::Fast);
    station.load(&Tape::new(Rom::focal(fields).tape)).expect("our own tape");
    station.deposit(Address::new(symbol(fields, "OPTION")), Word::new(option(functions)));
    station.start(Address::new(0o0200));
    assert_eq!(Performer::run(&mut station, TIMEOUT), Status::Waiting, "FOCAL does not come up");
    Console { station }
}

impl Console {
    /// A freshly loaded FOCAL: a copy of one that was loaded once.
    pub fn fresh(fields: u8, functions: Functions) -> Self {
        static BOOTED: LazyLock<HashMap<(u8, Functions), Console>> = LazyLock::new(|| {
            let kept = [Functions::All, Functions::Trigonometric, Functions::None];
            let all = CORES.into_iter().flat_map(|fields| kept.map(|functions| (fields, functions)));
            all.map(|(fields, functions)| ((fields, functions), boot(fields, functions))).collect()
        });
        BOOTED[&(fields, functions)].clone()
    }

    /// The same with some lines typed.
    pub fn with(fields: u8, functions: Functions, lines: &[&str]) -> Self {
        let mut console = Console::fresh(fields, functions);
        console.take_printed();
        for line in lines {
            console.line(line);
        }
        console
    }

    /// Types a line and RETURN, each key when the one before has been taken; what was printed.
    pub fn line(&mut self, line: &str) -> String {
        for key in line.bytes().chain(*b"\r") {
            self.press(key);
            assert_eq!(Performer::run(self, TIMEOUT), Status::Waiting, "in {line:?}");
        }
        String::from_utf8_lossy(&self.take_printed()).into_owned()
    }

    /// A label's address, or a symbol's value.
    pub fn symbol(&self, name: &str) -> u16 {
        symbol(self.station.machine().memory.fields(), name)
    }

    /// The word at an address.
    pub fn word(&self, at: u16) -> u16 {
        self.station.machine().memory.read(Address::new(at)).bits()
    }

    /// The word at a label.
    pub fn word_at(&self, label: &str) -> u16 {
        self.word(self.symbol(label))
    }

    /// Puts words into core.
    pub fn put(&mut self, at: u16, words: &[Word]) {
        for (at, &word) in (at..).zip(words) {
            self.station.deposit(Address::new(at), word);
        }
    }

    fn words<const N: usize>(&self, at: u16) -> [Word; N] {
        std::array::from_fn(|offset| Word::new(self.word(at + offset as u16)))
    }

    /// Where the variables stand.
    fn table(&self) -> impl Iterator<Item = u16> {
        (self.word_at("STARTV")..self.word_at("LASTV")).step_by(usize::from(VARIABLE))
    }
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

impl Interpreter for Console {
    fn variables(&self) -> Vec<Variable> {
        self.table()
            .map(|at| {
                let [name, subscript] = self.words(at);
                let name = [name.bits() >> 6, name.bits() & 0o77].map(|six| untrimmed(six as u8));
                Variable { name, subscript, value: Float::from_words(self.words(at + 2)) }
            })
            .collect()
    }

    fn set_variable(&mut self, name: char, value: Float) {
        let name = Word::new((name as u16 & 0o77) << 6);
        let old = self.table().find(|&at| self.words(at) == [name, Word::ZERO]);
        let at = old.unwrap_or_else(|| {
            let end = self.word_at("LASTV");
            self.put(self.symbol("LASTV"), &[Word::new(end + VARIABLE)]);
            end
        });
        self.put(at, &[name, Word::ZERO]);
        self.put(at + 2, &value.words());
    }

    fn random_state(&self) -> Float {
        Float::from_words(self.words(self.symbol("SEED")))
    }

    fn set_random_state(&mut self, state: Float) {
        self.put(self.symbol("SEED"), &state.words());
    }

    fn format(&self) -> Word {
        Word::new(self.word_at("FORMAT"))
    }

    fn set_format(&mut self, format: Word) {
        self.put(self.symbol("FORMAT"), &[format]);
    }
}
