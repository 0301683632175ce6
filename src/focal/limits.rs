//! The room for a program: text, variables and push-down list share one space.
//!
//! ```text
//!   +--------------+-----------------+ ... free ... +-----------------+
//!   |     text     |    variables    | ->        <- | push-down list  |
//!   +--------------+-----------------+              +-----------------+
//! ```
//!
//! There are two sets of limits: those of the original, measured on the FOCAL of 1969, and those of our FOCAL in
//! machine code (`roms/focal`), which has more room. The limits of our FOCAL follow from its two ROMs. The room follows
//! from the symbols of the ROMs. The costs are the numbers of words that each routine pushes, in the order of the
//! pushes, so that a program runs out of room at the same character as on the machine. The test `rom::room` measures
//! the limits of our FOCAL on the machine. For some sequences of steps in the original only the sum of the words is
//! known; that sum is the cost of the last step.

use crate::roms::{FOCAL_4K, FOCAL_8K, Rom};

/// The extended functions that were kept at the start; the room of the functions that were not kept is free for the
/// program.
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

/// The sizes and margins of the program's space, in words of twelve bits or codes of six bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of words for text, variables and push-down list together.
    pub space: usize,
    /// The field of core for the text alone, if there is one; `space` is then for variables and push-down list only.
    pub text_field: Option<TextField>,
    /// The maximum number of six-bit codes in a line that is being typed, including the end of the line.
    pub line_buffer_pieces: usize,
    /// The number of six-bit codes that RETURN takes in the line buffer.
    pub return_pieces: usize,
    /// The words that a stored line takes in addition to its text.
    pub line: usize,
    /// The number of six-bit codes at the end of a stored line.
    pub line_end_pieces: usize,
    /// The words that must stay free when a line is stored.
    pub text_margin: usize,
    /// The words that a variable takes.
    pub variable: usize,
    /// The words that must be free before a variable is created.
    pub variable_margin: usize,
    /// The words that the return address of a call takes on the push-down list, when FOCAL calls a line, an expression,
    /// or the search for a variable to set.
    pub call: usize,
    /// The words that the caller's position takes on the push-down list in a DO.
    pub do_place: usize,
    /// The additional words that a DO of a group or of ALL takes on the push-down list.
    pub do_group: usize,
    /// The words that a DO takes on the push-down list for its call, after the first character is read.
    pub do_call: usize,
    /// The words that a SET or FOR takes on the push-down list for its variable, while it evaluates an expression.
    pub variable_set: usize,
    /// The words that the increment or the limit of a FOR takes on the push-down list.
    pub for_number: usize,
    /// The words that the text position of a FOR takes on the push-down list, before the body is called.
    pub for_place: usize,
    /// The words that the bracket of an IF takes on the push-down list, before its expression is evaluated.
    pub test: usize,
    /// The words that a bracket takes on the push-down list, before its expression is evaluated.
    pub bracket: usize,
    /// The words that a function takes on the push-down list, before its argument is evaluated.
    pub function: usize,
    /// The words that a variable in an expression takes on the push-down list, while FOCAL searches for the variable.
    pub variable_read: usize,
    /// The words that a subscript takes on the push-down list, before its expression is evaluated.
    pub subscript: usize,
    /// The words that an operator takes on the push-down list, while it waits for its right operand.
    pub operator: usize,
    /// The additional words that must be free while an operator's right operand is read.
    pub operand: usize,
}

/// A field of core that holds only text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextField {
    /// The number of words for the text.
    pub words: usize,
    /// The maximum number of words of text in a line that is being changed.
    pub line: usize,
}

impl Limits {
    /// Returns the limits of the original, which depend on the functions kept.
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

    /// Returns the limits of our FOCAL in machine code, for 4096 words.
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

    /// Returns the limits of our FOCAL for 8192 words and more, which has its text in field 1.
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

    /// Returns the number of words that a stored line takes.
    pub fn line_words(&self, text: &[u8]) -> usize {
        let pieces: usize = text.iter().copied().map(pieces).sum();
        self.line + (pieces + self.line_end_pieces).div_ceil(2)
    }
}

/// The number of words in a field of core.
const FIELD: usize = 0o10000;

/// The number of words that must stay free above a new line, minus one.
const SPARE: usize = FOCAL_4K.address("SPARE") as usize;

/// Returns the program's room in field 0, which ends at the first function that is kept, or at the end of the field.
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
