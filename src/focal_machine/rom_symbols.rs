//! The core addresses of our FOCAL's words and routines, for each of its two ROMs, and a search that finds which of the
//! ROMs is in a machine's core.

use std::sync::LazyLock;

use super::UnknownSymbol;
use crate::machine::Memory;
use crate::roms::{FOCAL_4K, FOCAL_8K, Rom};
use crate::tape::Tape;
use crate::word::{Address, Word};

/// The core addresses of words and routines in one of the two ROMs.
#[derive(Clone, Debug)]
pub(super) struct RomSymbols {
    pub option: Address,
    /// The heading, which begins the linked list of lines.
    pub heading: Address,
    /// The pointer to the current line.
    pub line: Address,
    /// The value of the pointer at `line` during a direct line.
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
    /// The accumulator, three words.
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
    /// The words of the ROM's code, of which a running FOCAL changes only a few.
    code: Vec<(Address, Word)>,
}

/// The return addresses of lines and FOR bodies, which FOCAL calls with PUSHJ PROC.
#[derive(Clone, Copy, Debug)]
pub(super) struct Returns {
    /// The return address of a direct line.
    pub run: Word,
    /// The return address of a line in `DO 1.2`.
    pub line: Word,
    /// The return address of a line in `DO 1` or `DO ALL`.
    pub group: Word,
    /// The return address of the body of a FOR.
    pub turn: Word,
}

impl RomSymbols {
    fn of(rom: Rom) -> Self {
        let place = |name: &str| match rom.symbol(name) {
            Some(value) => Address::new(value),
            // The ROMs are part of this library, and a test loads each of them.
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
            code: code(rom),
        }
    }

    /// Returns the symbols of our FOCAL for a machine with this number of fields.
    pub fn of_fields(fields: u8) -> &'static RomSymbols {
        if fields > 1 { &SYMBOLS_8K } else { &SYMBOLS_4K }
    }

    /// Returns the symbols of the FOCAL in memory. Returns `None` if memory does not contain our FOCAL.
    pub fn found_in(memory: &Memory) -> Option<&'static RomSymbols> {
        [&*SYMBOLS_8K, &*SYMBOLS_4K].into_iter().find(|symbols| symbols.are_in(memory))
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

static SYMBOLS_4K: LazyLock<RomSymbols> = LazyLock::new(|| RomSymbols::of(FOCAL_4K));
static SYMBOLS_8K: LazyLock<RomSymbols> = LazyLock::new(|| RomSymbols::of(FOCAL_8K));
