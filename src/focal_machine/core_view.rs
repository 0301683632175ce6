//! A view of the program, variables and state of our FOCAL in a machine's core. The symbols of FOCAL's ROM give the
//! addresses.

use std::ops::RangeInclusive;

use super::WORDS_OF_A_VARIABLE;
use super::rom_symbols::RomSymbols;
use crate::ascii::{RETURN, unmarked, untrimmed};
use crate::float::Float;
use crate::float::decimal::Format;
use crate::float::functions::Random;
use crate::focal::error::ErrorCode;
use crate::focal::inspect::{EvaluateError, HEADING, Inspect, Level, Place, Spent};
use crate::focal::{LineNumber, Variable, VariableName};
use crate::machine::{Machine, MajorState, Memory, NoDevices};
use crate::roms::Rom;
use crate::word::{Address, Word};

/// The maximum number of instructions for evaluating an expression. A PDP-8/I executes them in half a minute.
const EVALUATE_BUDGET_INSTRUCTIONS: u64 = 10_000_000;

/// The maximum number of six-bit codes that fit into the line buffer, including the end of the line.
const MAX_LINE_PIECES: usize = 73;

/// A view of our FOCAL in the core of a machine.
#[derive(Clone, Copy, Debug)]
pub struct CoreView<'a> {
    machine: &'a Machine,
    pub(super) symbols: &'static RomSymbols,
}

/// A kind of point in FOCAL's execution at which a debugger may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Boundary {
    /// FOCAL is about to execute the command at [`Inspect::place`].
    Command,
    /// FOCAL is about to return to its `*` prompt.
    Prompt,
    /// FOCAL is about to begin a floating-point operation; the previous operation may have changed a variable.
    Operation,
    /// FOCAL has executed the body of a FOR, and is about to increment the FOR's variable.
    ForBodyEnd,
    /// FOCAL is about to print an error message. [`CoreView::error`] returns the error.
    Error,
}

impl Boundary {
    /// All boundaries.
    pub const ALL: [Boundary; 5] =
        [Boundary::Command, Boundary::Operation, Boundary::Prompt, Boundary::ForBodyEnd, Boundary::Error];
}

/// The addresses in our FOCAL at which a debugger may act, one for each [`Boundary`]. The caller compares the addresses
/// with the program counter before each instruction.
#[derive(Clone, Copy, Debug)]
pub struct CommandBoundaries(&'static RomSymbols);

impl CommandBoundaries {
    /// Finds our FOCAL in a machine, and returns the addresses of its boundaries (see [`Boundary`]). Returns `None` if
    /// the machine does not contain our FOCAL.
    pub fn of(machine: &Machine) -> Option<Self> {
        RomSymbols::found_in(&machine.memory).map(CommandBoundaries)
    }

    /// Returns the boundary at an address, if there is one.
    #[inline]
    pub fn at(self, address: Address) -> Option<Boundary> {
        Boundary::ALL.into_iter().find(|&boundary| self.address(boundary) == address)
    }

    /// Returns the address of a boundary.
    pub const fn address(self, boundary: Boundary) -> Address {
        match boundary {
            Boundary::Command => self.0.command,
            Boundary::Prompt => self.0.ready,
            Boundary::Operation => self.0.operation,
            Boundary::ForBodyEnd => self.0.turn,
            Boundary::Error => self.0.failed,
        }
    }

    /// Returns the address at which FOCAL begins to remove a line from the text.
    pub(crate) const fn erases(self) -> Address {
        self.0.erases
    }

    /// Returns the address after each instruction that moves FOCAL's text pointer to another place. Instructions that
    /// only increment the pointer, to read the next character of a line, are not included.
    pub(crate) fn after_moves_in_text(self) -> impl Iterator<Item = Address> {
        let (dca, text) = (0o3000, self.0.text.offset().bits());
        self.0.code().filter(move |&(_, word)| word.bits() == dca | text).map(|(at, _)| at.next())
    }

    /// Returns a view of the FOCAL in the core of a machine.
    pub const fn view(self, machine: &Machine) -> CoreView<'_> {
        CoreView { machine, symbols: self.0 }
    }
}

/// An iterator over the characters of a line. Each item is a character and the position after this character: the
/// address of a word, and a value of FOCAL's HALF, which selects a half of the word.
struct Characters<'a> {
    memory: &'a Memory,
    at: Address,
    is_right: bool,
}

impl Characters<'_> {
    /// Reads the next six bits.
    fn piece(&mut self) -> u8 {
        let word = self.memory.read(self.at).bits();
        if self.is_right {
            self.at = self.at.next();
        }
        self.is_right = !self.is_right;
        if self.is_right { (word >> 6) as u8 } else { (word & 0o77) as u8 }
    }
}

impl Iterator for Characters<'_> {
    type Item = (u8, (Word, Word));

    /// Reads a character. The octal code 37 is a prefix. If the code after the prefix is below octal 40, the character
    /// is a control character; otherwise the character is a small letter.
    fn next(&mut self) -> Option<Self::Item> {
        let character = match self.piece() {
            0o37 => match self.piece() {
                piece @ 0..0o40 => piece,
                piece => piece | 0o100,
            },
            piece => untrimmed(piece),
        };
        Some((character, (self.at.offset(), Word::from_signed(if self.is_right { -1 } else { -2 }))))
    }
}

impl<'a> CoreView<'a> {
    /// Creates a view of a machine that is known to contain our FOCAL for its core size.
    pub(super) fn of_ours(machine: &'a Machine) -> Self {
        CoreView { machine, symbols: RomSymbols::of_fields(machine.memory.fields()) }
    }

    pub(super) const fn with(machine: &'a Machine, symbols: &'static RomSymbols) -> Self {
        CoreView { machine, symbols }
    }

    /// Creates a view of a core; `None` if the core does not hold one of our FOCALs.
    pub fn find(machine: &'a Machine) -> Option<Self> {
        RomSymbols::found_in(&machine.memory).map(|symbols| CoreView { machine, symbols })
    }

    /// Returns the variables, in the order in which they were created.
    pub fn variables(self) -> impl Iterator<Item = Variable> + use<'a> {
        self.addresses_of_variables().map(move |at| {
            let [name, subscript, value @ ..] = self.words::<{ WORDS_OF_A_VARIABLE as usize }>(at);
            Variable { name: VariableName { letters: letters_of(name), subscript }, value: Float::from_words(value) }
        })
    }

    /// Returns the addresses of the words that hold the value of a variable; `None` if the variable does not exist.
    pub(crate) fn words_of_value(self, wanted: VariableName) -> Option<RangeInclusive<Address>> {
        let at = self.address_of_variable(wanted)?.bits();
        Some(Address::new(at + 2)..=Address::new(at + WORDS_OF_A_VARIABLE - 1))
    }

    /// Returns the address of the word that points to the end of the variables, as a range of one address.
    pub(crate) fn words_of_end(self) -> RangeInclusive<Address> {
        self.symbols.end_of_variables..=self.symbols.end_of_variables
    }

    /// Returns the numbered lines in order, each with its text in seven-bit characters.
    pub fn lines(self) -> impl Iterator<Item = (LineNumber, Vec<u8>)> + use<'a> {
        self.addresses_of_lines().map(move |line| (self.number(line), self.text_of(line)))
    }

    /// Returns the current line; `None` at the `*` prompt and in a direct line.
    pub fn line_at_work(self) -> Option<LineNumber> {
        let line = self.read(self.symbols.line);
        let number = self.number(Address::in_field(self.symbols.heading.field(), line));
        (line != self.symbols.direct_line && number != HEADING).then_some(number)
    }

    /// Returns the number of free words between the variables and the push-down list.
    pub fn free_words(self) -> u16 {
        let (push_down, end) = (self.read(self.symbols.push_down), self.read(self.symbols.end_of_variables));
        (push_down.bits() + 1).saturating_sub(end.bits())
    }

    /// Returns the state of FRAN.
    pub fn random(self) -> Random {
        Random { state: Float::from_words(self.words(self.symbols.seed)) }
    }

    /// Returns the format of TYPE.
    pub fn format(self) -> Format {
        Format(self.read(self.symbols.format))
    }

    /// Returns FOCAL's pointer to the current word of the text.
    pub fn text_word(self) -> Word {
        self.read(self.symbols.text)
    }

    /// Returns the addresses of the words of a line's text, from `word` to the word that contains the line's RETURN.
    /// The addresses are within the field of the text.
    pub(crate) fn words_to_return(self, word: Word) -> impl Iterator<Item = Word> + use<'a> {
        let characters = self.characters_from(Address::in_field(self.symbols.heading.field(), word)).take(0o20000);
        let last = characters.take_while(|&(character, _)| character != RETURN).last();
        let end = last.map_or(word, |(_, (behind, _))| behind);
        // The RETURN takes one or two six-bit codes.
        (word.bits()..=end.bits() + 1).map(Word::new)
    }

    /// Returns the position in the text: the character read last, the value of [`CoreView::text_word`], and the value
    /// of FOCAL's HALF, which selects a half of the word.
    pub(crate) fn position(self) -> [Word; 3] {
        [self.symbols.character, self.symbols.text, self.symbols.half].map(|at| self.read(at))
    }

    /// Returns the words on the push-down list, the last pushed first.
    pub(crate) fn push_down_list(self) -> impl Iterator<Item = Word> + use<'a> {
        let [top, bottom] = [self.symbols.push_down, self.symbols.bottom].map(|at| self.read(at).bits());
        (top + 1..=bottom).map(move |at| self.read(Address::new(at)))
    }

    /// Returns the line whose text contains the address `word`; `None` for the direct line.
    pub fn line_at(self, word: Word) -> Option<LineNumber> {
        self.line_around(word).0
    }

    /// Returns the error at [`Boundary::Error`]. The error code is in the word after the call of the error routine.
    pub fn error(self) -> ErrorCode {
        error_of(self.read(Address::in_field(0, self.read(self.symbols.error))).bits())
    }

    /// Returns the ROM from which this FOCAL was loaded.
    pub const fn rom(self) -> Rom {
        self.symbols.rom
    }

    pub(super) fn read(self, at: Address) -> Word {
        self.machine.memory.read(at)
    }

    pub(super) fn words<const COUNT: usize>(self, at: Address) -> [Word; COUNT] {
        let mut at = at;
        std::array::from_fn(|_| {
            let word = self.read(at);
            at = at.next();
            word
        })
    }

    fn addresses_of_variables(self) -> impl Iterator<Item = Address> + use<> {
        let [start, end] =
            [self.symbols.start_of_variables, self.symbols.end_of_variables].map(|at| self.read(at).bits());
        (start..end).step_by(usize::from(WORDS_OF_A_VARIABLE)).map(Address::new)
    }

    /// Returns the address of the first word of a variable; `None` if the variable does not exist.
    pub(super) fn address_of_variable(self, wanted: VariableName) -> Option<Address> {
        let wanted = [word_of(wanted.letters), wanted.subscript];
        self.addresses_of_variables().find(|&at| self.words(at) == wanted)
    }

    pub(super) fn addresses_of_lines(self) -> impl Iterator<Item = Address> + use<'a> {
        let field = self.symbols.heading.field();
        let next = move |line: &Address| match self.read(*line) {
            Word::ZERO => None,
            link => Some(Address::in_field(field, link)),
        };
        // A list with more lines than core has words must be circular.
        std::iter::successors(next(&self.symbols.heading), next).take(0o10000)
    }

    /// Returns the number of the line at an address. The first word of a line points to the next line, and the second
    /// word is the number, stored as group times octal 200 plus step.
    fn number(self, line: Address) -> LineNumber {
        let word = self.read(line.next()).bits();
        LineNumber::new((word >> 7) as u8, (word & 0o177) as u8)
    }

    /// Returns the characters of the line at an address. The text begins at the third word of the line.
    fn characters(self, line: Address) -> Characters<'a> {
        self.characters_from(line.next().next())
    }

    fn characters_from(self, at: Address) -> Characters<'a> {
        Characters { memory: &self.machine.memory, at, is_right: false }
    }

    /// Returns the characters of a line, without its RETURN.
    fn text_of(self, line: Address) -> Vec<u8> {
        until_return(self.characters(line))
    }

    /// Returns the number and the text address of the line whose text contains the address `word`. The number is `None`
    /// for the direct line.
    fn line_around(self, word: Word) -> (Option<LineNumber>, Address) {
        let buffer = self.symbols.buffer;
        let in_buffer = (buffer.offset()..=Word::new(buffer.bits() + 0o45)).contains(&word);
        let lines = std::iter::once(self.symbols.heading).chain(self.addresses_of_lines());
        let before = lines.filter(|line| line.offset().plus(Word::new(2)).0 <= word);
        match before.max_by_key(|line| line.offset()) {
            Some(line) if !in_buffer => (Some(self.number(line)), line.next().next()),
            _ => (None, buffer),
        }
    }

    /// Returns the place of a character that FOCAL has read. The parameters `text` and `half` are the position after
    /// this character.
    fn place_of(self, character: Word, half: Word, text: Word) -> Place {
        let (line, start) = self.line_around(text);
        let is_return = unmarked(character.bits() as u8) == RETURN;
        let is_before =
            |&(found, behind): &(u8, (Word, Word))| found != RETURN && (is_return || behind != (text, half));
        // If the next character is the line's first, nothing of the line has been read.
        let is_fresh = (start.offset(), Word::from_signed(-2)) == (text, half);
        let read = self.characters_from(start).take(if is_fresh { 0 } else { 0o20000 });
        Place { line, column: read.take_while(is_before).count() }
    }

    /// Returns the DOs and FORs on the push-down list from `top` to the bottom. Returns `None` if this part of the list
    /// contains other entries.
    fn levels_from(self, top: Address) -> Option<Vec<Level>> {
        let returns = self.symbols.returns;
        let bottom = self.read(self.symbols.bottom);
        let mut levels = Vec::new();
        let mut at = top;
        loop {
            let back = self.read(at);
            at = at.next();
            if back == returns.run {
                return (at.offset() == bottom.next()).then_some(levels);
            }
            let is_do = back == returns.line || back == returns.group;
            if is_do {
                // Skip the calling line, and for a group also the group's number.
                at = if back == returns.group { at.next().next() } else { at.next() };
            } else if back != returns.turn {
                return None;
            }
            let [character, half, text] = self.words(at);
            let is_place = character.bits() & !0o377 == 0 && matches!(half.signed(), -1 | -2);
            if at.offset() >= bottom || !is_place {
                return None;
            }
            let place = self.place_of(character, half, text);
            at = at.next().next().next();
            levels.push(if is_do {
                Level::Do { back: place }
            } else {
                let [limit, increment] = [0, 3].map(|more| self.float(Address::new(at.bits() + more)));
                at = Address::new(at.bits() + 6);
                let value = Address::in_field(0, self.read(at));
                at = at.next();
                Level::For { variable: self.name_at(value), value: self.float(value), increment, limit, body: place }
            });
        }
    }

    fn float(self, at: Address) -> Float {
        Float::from_words(self.words(at))
    }

    /// Returns the name of the variable whose value is at an address.
    fn name_at(self, value: Address) -> Option<VariableName> {
        let at = self.addresses_of_variables().find(|at| at.next().next() == value)?;
        let [name, subscript] = self.words(at);
        Some(VariableName { letters: letters_of(name), subscript })
    }
}

/// Returns the error for the number that FOCAL's error routine receives. The number is group times octal 200 plus step.
/// If the step is decimal 100 or more, the tens digit of the printed code is a character after `9`, such as `:` in
/// `01.:5`.
fn error_of(code: u16) -> ErrorCode {
    let (group, step) = (code >> 7, (code & 0o177) as u8);
    let text = format!("{group:02}.{}{}", char::from(b'0' + step / 10), step % 10);
    ErrorCode::from_code(&text).unwrap_or(ErrorCode::NotThere)
}

/// Returns the two characters in a word of six-bit codes.
fn letters_of(word: Word) -> [u8; 2] {
    [word.bits() >> 6, word.bits() & 0o77].map(|six| untrimmed(six as u8))
}

/// Returns the word that contains two characters as six-bit codes.
pub(super) fn word_of(letters: [u8; 2]) -> Word {
    let [first, second] = letters.map(|letter| u16::from(letter & 0o77));
    Word::new(first << 6 | second)
}

fn until_return(characters: Characters) -> Vec<u8> {
    // If the RETURN is missing, the text ends after as many characters as a field holds.
    characters.map(|(character, _)| character).take_while(|&character| character != RETURN).take(0o20000).collect()
}

impl Inspect for CoreView<'_> {
    fn spent(&self) -> Option<Spent> {
        let elapsed = &self.machine.elapsed;
        Some(Spent { cycles: elapsed.cycles, nanoseconds: elapsed.time.as_nanoseconds() })
    }

    fn place(&self) -> Option<Place> {
        // While a line runs, the push-down list holds at least the call of that line.
        let is_running = self.read(self.symbols.push_down) != self.read(self.symbols.bottom);
        let [character, text, half] =
            [self.symbols.character, self.symbols.text, self.symbols.half].map(|at| self.read(at));
        is_running.then(|| self.place_of(character, half, text))
    }

    fn levels(&self) -> Vec<Level> {
        let bottom = self.read(self.symbols.bottom);
        // The command being carried out may have pushed more words on top of the calls.
        let tops = std::iter::successors(Some(self.read(self.symbols.push_down).next()), |top| Some(top.next()));
        let tops = tops.take_while(|top| *top <= bottom && *top != Word::ZERO);
        tops.map(|top| Address::in_field(0, top)).find_map(|top| self.levels_from(top)).unwrap_or_default()
    }

    fn variables(&self) -> Vec<Variable> {
        CoreView::variables(*self).collect()
    }

    fn lines(&self) -> Vec<(LineNumber, Vec<u8>)> {
        CoreView::lines(*self).collect()
    }

    fn text(&self, line: Option<LineNumber>) -> Option<Vec<u8>> {
        match line {
            None => Some(until_return(self.characters_from(self.symbols.buffer))),
            Some(HEADING) => Some(self.text_of(self.symbols.heading)),
            Some(number) => {
                self.addresses_of_lines().find(|&at| self.number(at) == number).map(|line| self.text_of(line))
            }
        }
    }

    /// Evaluates the expression in a copy of the machine. Writes the expression to the line buffer, and starts the copy
    /// at SET's call of EVAL.
    fn evaluate(&self, expression: &[u8]) -> Result<Float, EvaluateError> {
        let pieces: Vec<u8> = expression.iter().copied().chain([RETURN]).flat_map(pieces_of).collect();
        if pieces.len() > MAX_LINE_PIECES {
            return Err(EvaluateError::TooLong);
        }
        let symbols = self.symbols;
        let mut machine = self.machine.clone();
        let mut at = symbols.buffer;
        for pair in pieces.chunks(2) {
            let word = u16::from(pair[0]) << 6 | u16::from(pair.get(1).copied().unwrap_or_default());
            machine.memory.write(at, Word::new(word));
            at = at.next();
        }
        machine.memory.write(symbols.text, symbols.buffer.offset());
        machine.memory.write(symbols.half, Word::from_signed(-2));
        machine.memory.write(symbols.trace, Word::ZERO);
        machine.memory.write(symbols.number_source, symbols.get_character);
        // The push-down list then holds only the return address and SET's variable, as it does in a direct line.
        let bottom = self.read(symbols.bottom);
        machine.memory.write(symbols.push_down, Word::from_signed(i32::from(bottom.signed()) - 2));
        (machine.ac, machine.ion, machine.running) = (Word::ZERO, false, true);
        machine.state = MajorState::Fetch;
        machine.extension.set_instruction_field(0);
        machine.extension.data_field = 0;
        machine.pc = symbols.evaluate.offset();
        for _ in 0..EVALUATE_BUDGET_INSTRUCTIONS {
            let at = machine.pc_address();
            let view = CoreView { machine: &machine, symbols };
            if at == symbols.evaluated {
                let character = unmarked(view.read(symbols.character).bits() as u8);
                let value = view.float(symbols.accumulator);
                return if character == RETURN { Ok(value) } else { Err(EvaluateError::More) };
            }
            if at == symbols.failed {
                return Err(EvaluateError::Focal { reason: view.error() });
            }
            machine.step(&mut NoDevices);
        }
        Err(EvaluateError::Endless)
    }
}

/// Returns the six-bit codes in which a character is stored; none for `@`.
fn pieces_of(character: u8) -> impl Iterator<Item = u8> {
    let (first, second) = match character {
        b'@' => (None, None),
        b' '..=b'^' => (Some(character & 0o77), None),
        _ => (Some(0o37), Some(character & 0o77)),
    };
    first.into_iter().chain(second)
}
