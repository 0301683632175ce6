//! A machine that runs the machine code of FOCAL, with access to words of core by the labels of FOCAL's sources.

use std::collections::HashMap;
use std::sync::LazyLock;

use focal8::float::Float;
use focal8::float::decimal::Format;
use focal8::float::functions::Random;
use focal8::focal::{Functions, Variable};
use focal8::focal_machine::FocalMachine;
use focal8::machine::Config;
use focal8::performer::{Performer, Status};
use focal8::roms::Rom;
use focal8::station::Station;
use focal8::word::{Address, Word};

use crate::corpus::vectors::Interpreter;

/// The maximum number of cycles for one key: five minutes of a PDP-8.
pub const TIMEOUT: u64 = focal8::focal_machine::KEY_BUDGET_CYCLES;

/// Every size of core that has a separate FOCAL tape, in fields of 4096 words.
pub const CORES: [u8; 2] = [1, 2];

/// A machine with FOCAL at its first asterisk. The methods give the tests access to core.
#[derive(Clone, Debug)]
pub struct Console {
    pub focal: FocalMachine,
}

/// Returns the address of a label within its field, or the value of a symbol, in the FOCAL for `fields` fields.
pub fn symbol(fields: u8, name: &str) -> u16 {
    Rom::focal(fields).symbol(name).unwrap_or_else(|| panic!("the sources have no symbol {name}")) & 0o7777
}

/// Loads the tape and waits for the first asterisk.
fn boot(fields: u8, functions: Functions) -> Console {
    let focal = FocalMachine::new(Config { fields, ..Config::default() }, functions);
    Console { focal: focal.expect("our own tape") }
}

impl Console {
    /// Returns a freshly loaded FOCAL, which is a copy of a FOCAL that was loaded once.
    pub fn fresh(fields: u8, functions: Functions) -> Self {
        static BOOTED: LazyLock<HashMap<(u8, Functions), Console>> = LazyLock::new(|| {
            let kept = [Functions::All, Functions::Trigonometric, Functions::None];
            let all = CORES.into_iter().flat_map(|fields| kept.map(|functions| (fields, functions)));
            all.map(|(fields, functions)| ((fields, functions), boot(fields, functions))).collect()
        });
        BOOTED[&(fields, functions)].clone()
    }

    /// Types `lines` to a freshly loaded FOCAL, and returns its console.
    pub fn with(fields: u8, functions: Functions, lines: &[&str]) -> Self {
        let mut console = Console::fresh(fields, functions);
        console.take_printed();
        for line in lines {
            console.line(line);
        }
        console
    }

    /// Types a line and RETURN, each key after FOCAL has read the key before; returns the printed characters.
    pub fn line(&mut self, line: &str) -> String {
        self.focal.type_line(line).unwrap_or_else(|error| panic!("in {line:?}: {error}")).into_text()
    }

    /// Returns the address of a label, or the value of a symbol.
    pub fn symbol(&self, name: &str) -> u16 {
        symbol(self.station().machine().memory.fields(), name)
    }

    pub fn station(&self) -> &Station {
        self.focal.station()
    }

    pub fn station_mut(&mut self) -> &mut Station {
        self.focal.station_mut()
    }

    /// Returns the word at an address.
    pub fn word(&self, at: u16) -> u16 {
        self.station().machine().memory.read(Address::new(at)).bits()
    }

    /// Returns the word at a label.
    pub fn word_at(&self, label: &str) -> u16 {
        self.word(self.symbol(label))
    }

    /// Puts words into core.
    pub fn put(&mut self, at: u16, words: &[Word]) {
        for (at, &word) in (at..).zip(words) {
            self.station_mut().deposit(Address::new(at), word);
        }
    }
}

impl Performer for Console {
    fn press(&mut self, key: u8) {
        self.focal.press(key);
    }

    fn run(&mut self, budget: u64) -> Status {
        self.focal.run(budget)
    }

    fn take_printed(&mut self) -> Vec<u8> {
        self.focal.take_printed()
    }
}

impl Interpreter for Console {
    fn variables(&self) -> Vec<Variable> {
        self.focal.variables().collect()
    }

    fn set_variable(&mut self, name: char, value: Float) {
        self.focal.set_variable(name.to_string().parse().expect("a name"), value).expect("there is room");
    }

    fn random_state(&self) -> Float {
        self.focal.random().state
    }

    fn set_random_state(&mut self, state: Float) {
        self.focal.set_random(Random { state });
    }

    fn format(&self) -> Word {
        self.focal.format().0
    }

    fn set_format(&mut self, format: Word) {
        self.focal.set_format(Format(format));
    }
}
