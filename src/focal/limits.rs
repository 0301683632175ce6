//! How much fits: text, variables and push-down list share one space.
//!
//! ```text
//!   +--------------+-----------------+ ... free ... +-----------------+
//!   |     text     |    variables    | ->        <- | push-down list  |
//!   +--------------+-----------------+              +-----------------+
//! ```
//!
//! The figures are those measured on the original of 1969, or those of our FOCAL in machine code (`roms/focal`),
//! where more fits. There the room is what the tapes' symbols say, and the costs are what each routine pushes, in the
//! order of its pushing, so that a program stops at the same character; the test `rom::room` measures them on the
//! machine. Of the original only sums are known, which stand at the last of the steps they are taken in.

use crate::roms::{FOCAL_4K, FOCAL_8K, Rom};

/// Which of the extended functions were kept at start-up; those given up leave their room to the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Functions {
    /// All of them.
    #[default]
    All,
    /// FSIN and FCOS only: FLOG, FEXP and FATN were given up.
    Trigonometric,
    /// None.
    None,
}

/// Sizes and margins of the user's space, in words of twelve bits (pieces: six bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Words for text, variables and push-down list together.
    pub space: usize,
    /// Where the text has a field of core to itself, and `space` is for the other two.
    pub text_field: Option<TextField>,
    /// Pieces a line may have while it is typed, its end included.
    pub line_buffer_pieces: usize,
    /// Pieces that RETURN takes of the line buffer.
    pub return_pieces: usize,
    /// Words a stored line costs beside its text.
    pub line: usize,
    /// Pieces at the end of a stored line.
    pub line_end_pieces: usize,
    /// Words that must stay free when a line is stored.
    pub text_margin: usize,
    /// Words of a variable.
    pub variable: usize,
    /// Words that must be free before a variable is made.
    pub variable_margin: usize,
    /// Push-down words of a call, where it returns to: of a line being run, of an expression, of the looking up of a
    /// variable to put a value into.
    pub call: usize,
    /// Push-down words of a DO: the caller's place.
    pub do_place: usize,
    /// Push-down words of a DO of a group or of ALL, besides.
    pub do_group: usize,
    /// Push-down words of a DO for the call of what is done, its first character read.
    pub do_call: usize,
    /// Push-down words of a SET or FOR for its variable, while an expression is evaluated.
    pub variable_set: usize,
    /// Push-down words of a FOR's increment or limit, each.
    pub for_number: usize,
    /// Push-down words of a FOR's place in the text, before the call of its body.
    pub for_place: usize,
    /// Push-down words of the bracket of an IF, before the call of the expression in it.
    pub test: usize,
    /// Push-down words of a bracket, likewise.
    pub bracket: usize,
    /// Push-down words of a function, likewise.
    pub function: usize,
    /// Push-down words of a variable in an expression while it is looked up.
    pub variable_read: usize,
    /// Push-down words of a subscript, before the call of the expression.
    pub subscript: usize,
    /// Push-down words of an operator waiting for its right operand.
    pub operator: usize,
    /// Words that must be free besides, for a moment, while that operand is fetched.
    pub operand: usize,
}

/// A field of core with nothing but text in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextField {
    /// Words for the text.
    pub words: usize,
    /// Words of text after which a line that grows is too long.
    pub line: usize,
}

impl Limits {
    /// The original's figures, which depend on the functions kept.
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

    /// The figures of our FOCAL in machine code, for 4096 words.
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

    /// The figures of our FOCAL for 8192 words and more, which has its text in field 1.
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

    /// Words of a stored line.
    pub fn line_words(&self, text: &[u8]) -> usize {
        let pieces: usize = text.iter().copied().map(pieces).sum();
        self.line + (pieces + self.line_end_pieces).div_ceil(2)
    }
}

/// Words in a field of core.
const FIELD: usize = 0o10000;

/// Words above a new line that it must leave free, but one.
const SPARE: usize = FOCAL_4K.address("SPARE") as usize;

/// The user's room in field 0: it ends where the first function kept begins, or with the field.
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

/// Six-bit pieces a character takes in the line buffer and in the text.
///
/// Control characters and small letters need two; `@` is dropped.
pub const fn pieces(character: u8) -> usize {
    match character {
        b'@' => 0,
        b' '..=b'_' => 1,
        _ => 2,
    }
}
