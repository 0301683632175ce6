//! The core addresses of our FOCAL's words and routines, for each of its two ROMs, and a search that finds which of the
//! ROMs is in a machine's core.

use std::sync::{LazyLock, PoisonError, RwLock};

use super::UnknownSymbol;
use crate::machine::Memory;
use crate::roms::{FOCAL_4K, FOCAL_8K, Rom};
use crate::tape::Tape;
use crate::word::{Address, Word};

/// The labels and constants that [`RomSymbols`] takes from the sources. The label ROOM0, which marks the end of the
/// code, is not in this list.
const NAMES: [&str; 29] = [
    "OPTION", "HEAD", "PC", "NOLINE", "CMDBUF", "CHAR", "TEXTP", "HALF", "STARTV", "LASTV", "PDLXR", "BOTTOM", "SEED",
    "FORMAT", "TRACE", "NXTCH", "EXP", "DIRRET", "DODONE", "GRPRET", "FORRET", "PROC1", "READY", "FNEXT", "SETVAL",
    "SETRET", "XERROR", "UNLINK", "XGETC",
];

/// Pairs of labels: a word on page zero, and the routine to which this word points. If each such word in core contains
/// the address of its routine, the symbols belong to the program in core.
const POINTERS: [(&str, &str); 3] = [("PGETC", "XGETC"), ("PPUSHJ", "XPUSHJ"), ("PERROR", "XERROR")];

/// The core addresses of words and routines in a FOCAL that was assembled from our sources.
#[derive(Clone, Debug)]
pub(super) struct RomSymbols {
    pub option: Address,
    /// The heading, which begins the linked list of lines.
    pub heading: Address,
    /// The pointer to the current line.
    pub line: Address,
    /// While FOCAL executes a direct line, the word at the address `line` has this value.
    pub direct_line: Word,
    /// The buffer of the direct line.
    pub buffer: Address,
    /// The character read last. `text` points to the word that contains the next character, and `half` selects the half
    /// of that word.
    pub character: Address,
    pub text: Address,
    pub half: Address,
    pub start_of_variables: Address,
    pub end_of_variables: Address,
    pub push_down: Address,
    /// The pointer to the bottom of the push-down list.
    pub bottom: Address,
    pub seed: Address,
    pub format: Address,
    /// The word that `?` changes to turn the trace on or off.
    pub trace: Address,
    /// The pointer to the routine that supplies the characters of a number, either from the text or from the keyboard.
    pub number_source: Address,
    /// FOCAL's floating-point accumulator, three words.
    pub accumulator: Address,
    /// The return addresses of the calls that use the push-down list.
    pub returns: Returns,
    /// The point in the command loop at which CHAR contains the command letter.
    pub command: Address,
    /// The start of the prompt's code, which runs when a program ends.
    pub ready: Address,
    /// The point between two operations in the loop of the floating-point interpreter.
    pub operation: Address,
    /// The code after the body of a FOR.
    pub turn: Address,
    /// The code of SET that reads the next character and calls EVAL.
    pub evaluate: Address,
    /// The return address of SET's call of EVAL.
    pub evaluated: Address,
    /// The entry word of the error routine. After a call, this word points to the error code.
    pub error: Address,
    /// The first instruction of the error routine.
    pub failed: Address,
    /// The first instruction of the routine that removes a line from the text.
    pub erases: Address,
    /// The address of the routine that reads the next character of the text.
    pub get_character: Word,
    /// The ROM to which these symbols belong.
    pub rom: Rom,
    /// The words of the ROM's code. FOCAL runs from a copy of these words in core, and changes only a few words of the
    /// copy.
    code: Vec<(Address, Word)>,
}

/// The return addresses of lines and FOR bodies, which FOCAL calls with PUSHJ PROC.
#[derive(Clone, Copy, Debug)]
pub(super) struct Returns {
    /// The return address of the call that executes a direct line.
    pub run: Word,
    /// The return address of the call that executes the line of `DO 1.2`.
    pub line: Word,
    /// The return address of the calls that execute the lines of `DO 1` or `DO ALL`.
    pub group: Word,
    /// The return address of the call that executes the body of a FOR.
    pub turn: Word,
}

impl RomSymbols {
    fn of(rom: Rom, code: Vec<(Address, Word)>) -> Self {
        let place = |name: &str| match rom.symbol(name) {
            Some(value) => Address::new(value),
            // A test loads each of the ROMs, and `learn` has looked for all names.
            None => panic!("{}", UnknownSymbol(name.to_owned())),
        };
        RomSymbols {
            option: place("OPTION"),
            heading: place("HEAD"),
            line: place("PC"),
            direct_line: place("NOLINE").offset(),
            buffer: place("CMDBUF"),
            character: place("CHAR"),
            text: place("TEXTP"),
            half: place("HALF"),
            start_of_variables: place("STARTV"),
            end_of_variables: place("LASTV"),
            push_down: place("PDLXR"),
            bottom: place("BOTTOM"),
            seed: place("SEED"),
            format: place("FORMAT"),
            trace: place("TRACE"),
            number_source: place("NXTCH"),
            accumulator: place("EXP"),
            returns: Returns {
                run: place("DIRRET").offset(),
                line: place("DODONE").offset(),
                group: place("GRPRET").offset(),
                turn: place("FORRET").offset(),
            },
            command: place("PROC1"),
            ready: place("READY"),
            operation: place("FNEXT"),
            turn: place("FORRET"),
            evaluate: place("SETVAL"),
            evaluated: place("SETRET"),
            error: place("XERROR"),
            failed: place("XERROR").next(),
            erases: place("UNLINK").next(),
            get_character: place("XGETC").offset(),
            rom,
            code,
        }
    }

    /// Returns the symbols of our FOCAL for a machine with this number of fields.
    pub fn of_fields(fields: u8) -> &'static RomSymbols {
        if fields > 1 { &SYMBOLS_8K } else { &SYMBOLS_4K }
    }

    /// Returns the symbols of the FOCAL in memory. Returns `None` if memory does not contain our FOCAL.
    pub fn found_in(memory: &Memory) -> Option<&'static RomSymbols> {
        let learned = LEARNED.read().unwrap_or_else(PoisonError::into_inner);
        let known = learned.iter().rev().copied().chain([&*SYMBOLS_8K, &*SYMBOLS_4K]);
        known.into_iter().find(|symbols| symbols.are_in(memory))
    }

    /// Learns the symbols of the FOCAL in memory, which a user has assembled from our sources, perhaps with changes.
    /// From then on, [`RomSymbols::found_in`] finds this FOCAL in any memory. Returns false if `text`, a symbol file,
    /// lacks one of the necessary names, or belongs to a program that is not in memory.
    pub fn learn(text: &str, memory: &Memory) -> bool {
        let symbol = |name: &str| crate::roms::symbol_in(text, name);
        let (Some(end), true) = (symbol("ROOM0"), NAMES.iter().all(|name| symbol(name).is_some())) else {
            return false;
        };
        let has_routine = |(pointer, routine)| {
            let pointer = symbol(pointer).map(|at| memory.read(Address::new(at)));
            pointer.is_some() && pointer == symbol(routine).map(Word::new)
        };
        if !POINTERS.into_iter().all(has_routine) {
            return false;
        }
        let is_same = |known: &RomSymbols| NAMES.iter().all(|name| known.rom.symbol(name) == symbol(name));
        if RomSymbols::found_in(memory).is_none_or(|known| !is_same(known)) {
            let code = (0o200..end).map(Address::new).map(|at| (at, memory.read(at))).collect();
            // The symbols stay in memory until the program ends, like those of the ROMs.
            let rom = Rom { tape: &[], symbols: text.to_owned().leak() };
            let mut learned = LEARNED.write().unwrap_or_else(PoisonError::into_inner);
            learned.push(Box::leak(Box::new(RomSymbols::of(rom, code))));
        }
        true
    }

    /// Returns the words of the ROM's code.
    pub fn code(&self) -> impl Iterator<Item = (Address, Word)> {
        self.code.iter().copied()
    }

    fn are_in(&self, memory: &Memory) -> bool {
        // A running FOCAL changes the words at the entries of subroutines, and a few others within the code.
        let same = self.code.iter().filter(|&&(at, word)| memory.read(at) == word).count();
        same * 10 >= self.code.len() * 9
    }
}

/// Returns the words of the ROM's code in field 0, from address 0200 to the start of the user's program memory.
fn code(rom: Rom) -> Vec<(Address, Word)> {
    let program = Tape::new(rom.tape).program().unwrap_or_else(|error| panic!("a tape of ours: {error}"));
    let end = rom.address("ROOM0");
    program.words().filter(|(at, _)| at.field() == 0 && (0o200..end).contains(&at.bits())).collect()
}

static SYMBOLS_4K: LazyLock<RomSymbols> = LazyLock::new(|| RomSymbols::of(FOCAL_4K, code(FOCAL_4K)));
static SYMBOLS_8K: LazyLock<RomSymbols> = LazyLock::new(|| RomSymbols::of(FOCAL_8K, code(FOCAL_8K)));

/// The symbols that [`RomSymbols::learn`] has learned, in the order in which it learned them.
static LEARNED: RwLock<Vec<&'static RomSymbols>> = RwLock::new(Vec::new());
