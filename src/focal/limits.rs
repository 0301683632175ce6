//! The room for a program: text, variables and push-down list share one space.
//!
//! ```text
//!   +--------------+-----------------+ ... free ... +-----------------+
//!   |     text     |    variables    | ->        <- | push-down list  |
//!   +--------------+-----------------+              +-----------------+
//! ```
//!
//! There are two sets of limits: those of the original, measured on the FOCAL of 1969, and those of our FOCAL in
//! machine code (`roms/focal`), which has more room. The sizes of our FOCAL's memory areas come from the symbols of its
//! two ROMs. The test `rom::room` measures the limits of our FOCAL on the machine.
//!
//! Most limits are the numbers of words that a routine pushes. Whenever FOCAL on the machine would push words, native
//! FOCAL adds the number of these words to a count. A program therefore runs out of room at the same character as on
//! the machine. For some sequences of pushes in the original, only the total number of words is known. Native FOCAL
//! counts such a sequence as one push.

use crate::roms::{FOCAL_4K, FOCAL_8K, Rom};

/// The extended functions that remain in memory after the start. The program can use the memory of the extended
/// functions that do not remain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Functions {
    /// All functions.
    #[default]
    All,
    /// FSIN and FCOS, without FLOG, FEXP and FATN.
    Trigonometric,
    /// None of the extended functions.
    None,
}

/// The sizes of a program's memory areas, in 12-bit words or six-bit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of words for text, variables and push-down list. If there is a text field, the text is not included.
    pub space: usize,
    /// The field of core for the text alone; `None` if the text shares its field with the variables.
    pub text_field: Option<TextField>,
    /// The maximum length of a typed line in six-bit codes, including the end of the line.
    pub line_buffer_pieces: usize,
    /// The size of RETURN in the line buffer, in six-bit codes.
    pub return_pieces: usize,
    /// The size of a stored line without its text, in words.
    pub line: usize,
    /// The size of the end of a stored line, in six-bit codes.
    pub line_end_pieces: usize,
    /// The number of words that must remain free after a line is stored.
    pub text_margin: usize,
    /// The size of a variable in words.
    pub variable: usize,
    /// The number of words that must be free before a variable is created.
    pub variable_margin: usize,
    /// The size of a return address on the push-down list, in words. FOCAL pushes a return address for a line, for an
    /// expression, and for the search for a variable to set.
    pub call: usize,
    /// The size of the caller's position that DO pushes, in words.
    pub do_place: usize,
    /// The additional number of words that DO pushes for a group or ALL.
    pub do_group: usize,
    /// The number of words that DO pushes after it has read the first character of the line that it calls.
    pub do_call: usize,
    /// The number of words that SET or FOR pushes for its variable.
    pub variable_set: usize,
    /// The number of words that FOR pushes for its increment, and again for its limit.
    pub for_number: usize,
    /// The number of words that FOR pushes for its text position.
    pub for_place: usize,
    /// The number of words that IF pushes before its expression.
    pub test: usize,
    /// The number of words that a bracket pushes before its expression.
    pub bracket: usize,
    /// The number of words that a function pushes before its argument.
    pub function: usize,
    /// The number of words that FOCAL pushes during the search for a variable in an expression.
    pub variable_read: usize,
    /// The number of words that a subscript pushes before its expression.
    pub subscript: usize,
    /// The number of words that an operator pushes before its right operand.
    pub operator: usize,
    /// The number of words that must remain free while FOCAL reads the right operand of an operator.
    pub operand: usize,
}

/// A field of core that contains only text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextField {
    /// The maximum size of the text in words.
    pub words: usize,
    /// The maximum size of a line during MODIFY, in words.
    pub line: usize,
}

impl Limits {
    /// Returns the limits of DEC's FOCAL,1969 with these functions.
    pub const fn original(functions: Functions) -> Self {
        Limits {
            space: match functions {
                Functions::All => 769,
                Functions::Trigonometric => 1009,
                Functions::None => 1137,
            },
            text_field: None,
            line_buffer_pieces: 73,
            return_pieces: 4,
            line: 2,
            line_end_pieces: 2,
            text_margin: 11,
            variable: 5,
            variable_margin: 12,
            call: 1,
            do_place: 8,
            do_group: 0,
            do_call: 0,
            variable_set: 0,
            for_number: 0,
            for_place: 10,
            test: 3,
            bracket: 3,
            function: 3,
            variable_read: 0,
            subscript: 4,
            operator: 4,
            operand: 6,
        }
    }

    /// Returns the limits of our machine-code FOCAL with 4096 words of core.
    pub const fn ours(functions: Functions) -> Self {
        Limits {
            space: room(&FOCAL_4K, functions),
            text_margin: SPARE + 1,
            variable_margin: FOCAL_4K.address("VSPARE") as usize + 1,
            do_place: 4,
            do_group: 1,
            do_call: 1,
            variable_set: 1,
            for_number: 3,
            for_place: 3,
            test: 1,
            bracket: 2,
            function: 3,
            variable_read: 1,
            subscript: 3,
            operand: 0,
            ..Limits::original(functions)
        }
    }

    /// Returns the limits of our machine-code FOCAL with 8192 or more words of core, in which the text is in field 1.
    pub const fn ours_of_two_fields(functions: Functions) -> Self {
        Limits {
            space: room(&FOCAL_8K, functions),
            text_field: Some(TextField {
                words: FIELD - FOCAL_8K.address("ROOM") as usize,
                line: FOCAL_8K.address("LINEWD") as usize - SPARE,
            }),
            ..Limits::ours(functions)
        }
    }

    /// Returns the size of a stored line in words.
    pub fn line_words(&self, text: &[u8]) -> usize {
        let pieces: usize = text.iter().copied().map(pieces).sum();
        self.line + (pieces + self.line_end_pieces).div_ceil(2)
    }
}

/// The size of a field of core in words.
const FIELD: usize = 0o10000;

/// The number of words that must remain free after a new line is stored, minus one.
const SPARE: usize = FOCAL_4K.address("SPARE") as usize;

/// Returns the size of a program's memory in field 0, in words. This memory ends at the first function that is kept, or
/// at the end of the field.
const fn room(rom: &Rom, functions: Functions) -> usize {
    let end = match functions {
        Functions::All => rom.address("EXTEND") as usize,
        Functions::Trigonometric => rom.address("TRIG") as usize,
        Functions::None => FIELD,
    };
    end - rom.address("ROOM0") as usize
}

impl Default for Limits {
    fn default() -> Self {
        Limits::original(Functions::All)
    }
}

/// Returns the number of six-bit codes that a character takes in the line buffer and in the text.
///
/// Control characters and small letters take two codes; `@` is dropped.
pub const fn pieces(character: u8) -> usize {
    match character {
        b'@' => 0,
        b' '..=b'_' => 1,
        _ => 2,
    }
}
