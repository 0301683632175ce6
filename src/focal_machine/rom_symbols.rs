//! Where our FOCAL keeps what, in the tape for one size of core and in the other; and which of them is in a core.

use std::sync::LazyLock;

use super::UnknownSymbol;
use crate::machine::Memory;
use crate::roms::{FOCAL_4K, FOCAL_8K, Rom};
use crate::tape::Tape;
use crate::word::{Address, Word};

/// The words of core that are looked at, in the FOCAL for one size of core.
#[derive(Clone, Debug)]
pub(super) struct RomSymbols {
    pub option: Address,
    /// The heading, from which all lines are linked.
    pub heading: Address,
    /// Points to the line at work,
    pub line: Address,
    /// and to this line when it is a direct one.
    pub direct_line: Word,
    /// The line typed last.
    pub buffer: Address,
    /// The character read last, and behind it the word of text and which half of it is next.
    pub character: Address,
    pub text: Address,
    pub half: Address,
    pub start_of_variables: Address,
    pub end_of_variables: Address,
    pub push_down: Address,
    /// Where the push-down list begins.
    pub bottom: Address,
    pub seed: Address,
    pub format: Address,
    /// The trace switched by `?`.
    pub trace: Address,
    /// Where numbers are read from: the text, or the keyboard.
    pub number_source: Address,
    /// The accumulator, three words.
    pub accumulator: Address,
    /// The instructions by which whatever was called by way of the push-down list is come back to.
    pub returns: Returns,
    /// A command is about to be carried out: CHAR is its letter.
    pub command: Address,
    /// A program has come to its end, or was stopped.
    pub ready: Address,
    /// Between two operations of the floating point.
    pub operation: Address,
    /// What a FOR does has been done.
    pub turn: Address,
    /// Reads the next character and calls EVAL,
    pub evaluate: Address,
    /// to come back here,
    pub evaluated: Address,
    /// or to call this, the word behind the call being the error: it begins
    pub error: Address,
    /// with this instruction.
    pub failed: Address,
    /// From here on the text reads.
    pub get_character: Word,
    /// The tape,
    pub rom: Rom,
    /// and the words of it that no program changes.
    code: Vec<(Address, Word)>,
}

/// What a line run by PUSHJ PROC comes back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Returns {
    /// The run of the line that was typed.
    pub run: Word,
    /// DO of a line,
    pub line: Word,
    /// and of a group.
    pub group: Word,
    /// FOR.
    pub turn: Word,
}

impl RomSymbols {
    fn of(rom: Rom) -> Self {
        let place = |name: &str| match rom.symbol(name) {
            Some(value) => Address::new(value),
            // A ROM is part of this library, and a test looks at every one.
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
            get_character: place("XGETC").offset(),
            rom,
            code: code(rom),
        }
    }

    /// Those of the FOCAL for so many fields.
    pub fn of_fields(fields: u8) -> &'static RomSymbols {
        if fields > 1 { &SYMBOLS_8K } else { &SYMBOLS_4K }
    }

    /// Those of the FOCAL that is in this core, if it is one of ours.
    pub fn found_in(memory: &Memory) -> Option<&'static RomSymbols> {
        [&*SYMBOLS_8K, &*SYMBOLS_4K].into_iter().find(|symbols| symbols.are_in(memory))
    }

    fn are_in(&self, memory: &Memory) -> bool {
        // The words behind JMS's entries change, and so do the few others that code keeps in its midst.
        let same = self.code.iter().filter(|&&(at, word)| memory.read(at) == word).count();
        same * 10 >= self.code.len() * 9
    }
}

/// The words of the tape from the first instruction to the user's room.
fn code(rom: Rom) -> Vec<(Address, Word)> {
    let program = Tape::new(rom.tape).program().unwrap_or_else(|error| panic!("a tape of ours: {error}"));
    let end = rom.address("ROOM0");
    program.words().filter(|(at, _)| at.field() == 0 && (0o200..end).contains(&at.bits())).collect()
}

static SYMBOLS_4K: LazyLock<RomSymbols> = LazyLock::new(|| RomSymbols::of(FOCAL_4K));
static SYMBOLS_8K: LazyLock<RomSymbols> = LazyLock::new(|| RomSymbols::of(FOCAL_8K));
