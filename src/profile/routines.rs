//! The routines of our FOCAL, and the addresses of each routine, found by the labels in FOCAL's sources.

use crate::machine::Memory;
use crate::roms::Rom;
use crate::word::{Address, Word};

/// A category of the interpreter's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(usize)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Routine {
    Commands,
    Text,
    Characters,
    LineSearch,
    VariableSearch,
    Expressions,
    PushDown,
    FloatingSteps,
    Add,
    Multiply,
    Divide,
    Normalise,
    Functions,
    NumbersRead,
    NumbersPrinted,
    Typing,
    Interrupts,
    Waiting,
}

use Routine::*;

impl Routine {
    /// All routines.
    pub const ALL: [Routine; 18] = [
        Commands,
        Text,
        Characters,
        LineSearch,
        VariableSearch,
        Expressions,
        PushDown,
        FloatingSteps,
        Add,
        Multiply,
        Divide,
        Normalise,
        Functions,
        NumbersRead,
        NumbersPrinted,
        Typing,
        Interrupts,
        Waiting,
    ];

    /// Returns the name of the routine.
    pub const fn name(self) -> &'static str {
        match self {
            Commands => "commands",
            Text => "reading the text",
            Characters => "telling characters apart",
            LineSearch => "looking for lines",
            VariableSearch => "looking for variables",
            Expressions => "evaluating expressions",
            PushDown => "push-down list",
            FloatingSteps => "floating-point steps",
            Add => "adding",
            Multiply => "multiplying",
            Divide => "dividing",
            Normalise => "normalising",
            Functions => "functions",
            NumbersRead => "reading numbers",
            NumbersPrinted => "printing numbers",
            Typing => "printing and keys",
            Interrupts => "interrupts",
            Waiting => "waiting for the teletype",
        }
    }
}

/// The labels at which the routines begin. Each routine ends at the next label in memory. The labels `ORG001` and so on
/// mark the beginnings of code fragments, so every word of the interpreter is covered.
#[rustfmt::skip]
const LABELS: &[(&str, Routine)] = &[
    ("ORG001", Commands), ("ORG002", Text), ("ORG003", Commands), ("ORG004", Commands), ("ORG005", LineSearch),
    ("ORG006", LineSearch), ("ORG007", LineSearch), ("ORG008", Text), ("ORG009", Text), ("ORG010", Text),
    ("ORG011", Characters), ("ORG012", Characters), ("ORG013", Characters), ("ORG014", Characters),
    ("ORG015", Characters), ("ORG016", Typing), ("ORG017", Typing), ("ORG018", Interrupts), ("RESTRT", Interrupts),
    ("XPRINT", Typing), ("ORG019", Typing), ("ORG020", NumbersPrinted), ("ORG021", Typing), ("ORG022", Commands),
    ("ORG023", Typing), ("ORG024", Typing), ("ORG025", PushDown), ("ORG026", PushDown), ("ORG027", PushDown),
    ("ORG028", PushDown), ("ORG029", PushDown), ("ORG030", Commands), ("ORG031", Characters), ("ORG032", Commands),
    ("ORG033", Commands), ("ORG034", Commands), ("ORG035", Commands), ("ORG036", Commands), ("ORG037", Characters),
    ("ORG038", Expressions), ("ORG039", Expressions), ("ORG040", VariableSearch), ("ORG041", NumbersRead),
    ("ORG042", NumbersRead), ("ORG043", LineSearch), ("ORG044", Commands), ("ORG045", Typing), ("ORG046", Commands),
    ("ORG047", Commands), ("ORG048", Commands), ("ORG049", Commands), ("ORG050", FloatingSteps), ("ORG051", FloatingSteps),
    ("ORG052", Normalise), ("ORG053", Add), ("ORG054", Add), ("ORG055", Add), ("ORG056", Normalise),
    ("ADD36", Add), ("TIMES1", NumbersRead), ("ORG057", Normalise),
    ("ORG058", Add), ("ORG059", Multiply), ("XFDIV", Divide), ("ORG060", Divide), ("ORG061", Normalise),
    ("ORG062", Multiply), ("ORG063", NumbersRead), ("ORG064", NumbersPrinted), ("ORG065", NumbersPrinted),
    ("ORG066", NumbersPrinted), ("ORG067", Functions), ("ORG068", Functions), ("ORG069", Functions),
    ("ORG070", Functions), ("ORG071", Functions), ("ORG072", Functions), ("ORG073", Functions), ("ORG074", Characters),
    ("ORG075", Commands), ("ORG076", Commands), ("ORG077", Commands), ("ORG078", Functions), ("ORG079", Functions),
    ("ORG080", Functions), ("ORG081", Functions),
];

/// A loop in which the interpreter waits until a word changes. The loop begins `first` words after `label`, and has
/// `length` words.
struct Wait {
    label: &'static str,
    first: u16,
    length: u16,
    /// The label of the word that the loop tests, or of a pointer to that word.
    word: &'static str,
    /// Whether `word` is a pointer to the word that the loop tests.
    indirect: bool,
    /// Whether the loop ends when the word is not 0. Otherwise the loop ends when the word is 0.
    for_nonzero: bool,
}

const WAITS: [Wait; 4] = [
    // The ring buffer for output is full.
    Wait { label: "OUT", first: 2, length: 3, word: "TIN", indirect: true, for_nonzero: false },
    // No key has been pressed.
    Wait { label: "KEYIN", first: 4, length: 3, word: "INBUF", indirect: false, for_nonzero: true },
    // An error message is still being printed.
    Wait { label: "NOPLAC", first: 2, length: 3, word: "BUSY", indirect: false, for_nonzero: false },
    // The next frame of the tape has not arrived.
    Wait { label: "FRWAIT", first: 0, length: 7, word: "FRAME", indirect: false, for_nonzero: true },
];

/// The number of wait loops.
pub(super) const LOOPS: usize = WAITS.len();

/// The number of instructions at the beginning of each wait loop that are executed even if the loop does not wait. The
/// first of these instructions loads the AC with the word that the loop tests.
pub(super) const TEST: usize = 2;

/// The maximum number of words of a wait loop.
pub(super) const MAX_LOOP_WORDS: usize = 7;

/// The part of the interpreter to which an instruction belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A routine.
    Routine(Routine),
    /// The index of a wait loop, and the offset of the instruction in the loop, in words.
    Loop(usize, usize),
}

/// A wait loop in one of the ROMs. The loop begins at the address `first`.
#[derive(Clone, Copy, Debug)]
struct Loop {
    first: u16,
    length: u16,
    word: Address,
    indirect: bool,
    for_nonzero: bool,
}

impl Loop {
    /// Returns the index of one instruction of the wait loop. This instruction is executed once in each iteration after
    /// which the loop goes on, and never in the last iteration. It is the jump back, or the instruction after the jump
    /// out of the loop.
    fn turn(&self) -> usize {
        if self.length == 3 { 2 } else { 3 }
    }

    fn waits(&self, memory: &Memory) -> bool {
        let word = memory.read(self.word);
        let word = if self.indirect { memory.read(Address::in_field(0, word)) } else { word };
        (word == Word::ZERO) == self.for_nonzero
    }
}

/// The routine of each address in a ROM.
#[derive(Clone, Debug)]
pub(super) struct Routines {
    of: Vec<Routine>,
    loops: Vec<Loop>,
    /// Whether the interpreter was waiting when a wait loop last tested its word.
    waits: bool,
}

impl Routines {
    /// Returns the routines of a FOCAL, or `None` if its symbols lack a label of a wait loop.
    pub fn of(rom: Rom) -> Option<Self> {
        // With two fields of core one fragment is in field 1.
        let begin = |&(label, routine): &(&str, Routine)| Some((rom.symbol(label)? & 0o7777, routine));
        let mut begins: Vec<(u16, Routine)> = LABELS.iter().filter_map(begin).collect();
        begins.sort_unstable();
        let mut of = vec![Interrupts; 0o10000];
        for (place, &(begin, routine)) in begins.iter().enumerate() {
            let end = begins.get(place + 1).map_or(0o10000, |next| usize::from(next.0));
            of[usize::from(begin)..end].fill(routine);
        }
        let each = WAITS.iter().map(|wait| {
            Some(Loop {
                first: (rom.symbol(wait.label)? & 0o7777) + wait.first,
                length: wait.length,
                word: Address::new(rom.symbol(wait.word)? & 0o7777),
                indirect: wait.indirect,
                for_nonzero: wait.for_nonzero,
            })
        });
        Some(Routines { of, loops: each.collect::<Option<Vec<_>>>()?, waits: false })
    }

    /// Returns the part of the interpreter at an address.
    pub fn part(&self, at: Address) -> Part {
        let offset = at.offset().bits();
        let found = self.loops.iter().position(|wait| (wait.first..wait.first + wait.length).contains(&offset));
        match found {
            Some(number) => Part::Loop(number, usize::from(offset - self.loops[number].first)),
            None => Part::Routine(self.of[usize::from(offset)]),
        }
    }

    /// Returns the index of one instruction of wait loop `number`. This instruction is executed once in each iteration
    /// after which the loop goes on, and never in the last iteration.
    pub fn turn(&self, number: usize) -> usize {
        self.loops[number].turn()
    }

    /// Records that, in the present iteration of wait loop `number`, the machine has executed the instructions before
    /// the index `place`, and that AC is now `ac`. Returns true if the interpreter waits in this iteration.
    pub fn resume(&mut self, number: usize, place: usize, ac: Word) -> bool {
        let wait = self.loops[number];
        self.waits = match place {
            1 => (ac == Word::ZERO) == wait.for_nonzero,
            place => place >= wait.turn(),
        };
        self.waits
    }

    /// Returns the routine of the next instruction.
    #[inline]
    pub fn at(&mut self, at: Address, memory: &Memory) -> Routine {
        let offset = at.offset().bits();
        for wait in &self.loops {
            if (wait.first..wait.first + wait.length).contains(&offset) {
                if offset == wait.first {
                    self.waits = wait.waits(memory);
                }
                return if self.waits { Waiting } else { Typing };
            }
        }
        self.of[usize::from(offset)]
    }
}
