//! How much fits: text, variables and push-down list share one space.
//!
//! ```text
//!   +--------------+-----------------+ ... free ... +-----------------+
//!   |     text     |    variables    | ->        <- | push-down list  |
//!   +--------------+-----------------+              +-----------------+
//! ```
//!
//! The figures are those measured on the original of 1969; another FOCAL fills in its own.

use crate::roms;

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
    /// Push-down words of the line being run.
    pub running_line: usize,
    /// Push-down words of the command being carried out.
    pub command: usize,
    /// Push-down words of a DO of a group, or of everything.
    pub do_group: usize,
    /// How many of these are pushed when the group's first line is the current one already.
    pub do_group_entered: usize,
    /// Push-down words of a DO of a single line.
    pub do_line: usize,
    /// Push-down words of a FOR.
    pub for_frame: usize,
    /// Push-down words of SET and FOR, besides, while a value for the variable is evaluated.
    pub value: usize,
    /// Push-down words of FOR, besides, while its third expression is evaluated.
    pub increment: usize,
    /// Push-down words of IF, besides, while its bracket is evaluated.
    pub test: usize,
    /// Push-down words of a bracket.
    pub bracket: usize,
    /// Push-down words of a function call.
    pub function: usize,
    /// Push-down words of a variable in an expression while it is looked for.
    pub variable_sought: usize,
    /// Push-down words of a subscript being evaluated, besides.
    pub subscript: usize,
    /// Push-down words of an operator waiting for its right operand.
    pub operator: usize,
    /// Words that must be free besides, for a moment, while that operand is fetched.
    pub operand: usize,
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
            line_buffer_pieces: 73,
            return_pieces: 4,
            line: 2,
            line_end_pieces: 2,
            text_margin: 11,
            variable: 5,
            variable_margin: 12,
            running_line: 1,
            command: 1,
            do_group: 8,
            do_group_entered: 0,
            do_line: 8,
            for_frame: 11,
            value: 0,
            increment: 0,
            test: 4,
            bracket: 4,
            function: 4,
            variable_sought: 0,
            subscript: 5,
            operator: 4,
            operand: 6,
        }
    }

    /// The figures of our FOCAL in machine code (`roms/focal`), in 4096 words: what its symbols leave free, and what
    /// its routines push.
    ///
    /// More fits than in the original, everywhere.
    pub fn ours(functions: Functions) -> Self {
        const WORDS_OF_CORE: usize = 0o10000;
        let address = |symbol| roms::focal_symbol(symbol).map(usize::from).expect("our FOCAL has this symbol");
        let end = match functions {
            Functions::All => address("EXTEND"),
            Functions::Trigonometric => address("TRIG"),
            Functions::None => WORDS_OF_CORE,
        };
        Limits {
            space: end - address("ROOM"),
            do_group: 6,
            do_group_entered: 1,
            do_line: 5,
            value: 1,
            increment: 3,
            test: 1,
            bracket: 3,
            variable_sought: 1,
            subscript: 4,
            operand: 0,
            ..Limits::original(functions)
        }
    }

    /// Words of a stored line.
    pub fn line_words(&self, text: &[u8]) -> usize {
        let pieces: usize = text.iter().copied().map(pieces).sum();
        self.line + (pieces + self.line_end_pieces).div_ceil(2)
    }
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
