//! The FOCAL programs that come with the library, by name: one row for each file of `focal/`.

use super::{CHECKERS, CHECKERS_BOARD};

/// The text of a FOCAL program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FocalProgram {
    /// The name of the program. The file is `focal/NAME.fc`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The lines of the program file.
    pub text: &'static str,
    /// The name of the program that is typed in after this program; `None` if no program follows.
    pub followed_by: Option<&'static str>,
    /// Whether the program needs the memory that FOCAL's extended functions occupy.
    pub needs_room: bool,
    /// Whether the program draws on the display.
    pub draws: bool,
}

/// The default values: the program has no successor, leaves room for all functions, and does not use the display.
const PLAIN: FocalProgram =
    FocalProgram { name: "", summary: "", text: "", followed_by: None, needs_room: false, draws: false };

/// All FOCAL programs that come with the library.
pub static PROGRAMS: &[FocalProgram] = &[
    FocalProgram {
        name: "checkers",
        summary: "the checkers of 1971: the numbered board as comments, then the program",
        text: CHECKERS,
        followed_by: Some("checkers-2"),
        needs_room: true,
        ..PLAIN
    },
    FocalProgram {
        name: "checkers-2",
        summary: "the second tape of checkers: sets up the board and starts each game",
        text: CHECKERS_BOARD,
        ..PLAIN
    },
    FocalProgram {
        name: "guess",
        summary: "a number game: guess it from hints",
        text: include_str!("../../focal/guess.fc"),
        ..PLAIN
    },
    FocalProgram {
        name: "lander",
        summary: "a small game: bring a capsule down on the moon",
        text: include_str!("../../focal/lander.fc"),
        ..PLAIN
    },
    FocalProgram {
        name: "primes",
        summary: "primes up to a number, by trial division",
        text: include_str!("../../focal/primes.fc"),
        ..PLAIN
    },
    FocalProgram {
        name: "rose",
        summary: "a rose of four leaves on the point-plot display",
        text: include_str!("../../focal/rose.fc"),
        draws: true,
        ..PLAIN
    },
    FocalProgram {
        name: "sine",
        summary: "a sine curve down the paper",
        text: include_str!("../../focal/sine.fc"),
        ..PLAIN
    },
    FocalProgram {
        name: "sort",
        summary: "asks for numbers and types them in order",
        text: include_str!("../../focal/sort.fc"),
        ..PLAIN
    },
    FocalProgram {
        name: "table",
        summary: "a table of squares, square roots and sines",
        text: include_str!("../../focal/table.fc"),
        ..PLAIN
    },
];

/// Returns the program with this name. The extension `.fc` is optional, and the case is ignored.
pub fn program(name: &str) -> Option<&'static FocalProgram> {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(".fc").unwrap_or(&name);
    PROGRAMS.iter().find(|program| program.name == name)
}
