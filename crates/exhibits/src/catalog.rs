//! The catalog of the exhibits: the origin of each program, and what was found out about the program.

/// The description of an exhibit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Exhibit {
    /// The name of the exhibit's module.
    pub name: &'static str,
    /// The year of the program.
    pub year: u16,
    /// The title of the exhibit.
    pub title: &'static str,
    /// The machine, publication or course for which the program was written.
    pub machine: &'static str,
    /// The language of the program.
    pub language: &'static str,
    /// What was found out about the program, in lines of at most 76 columns.
    pub find: &'static str,
    /// The arguments of `focal8` to try first.
    pub first: &'static str,
}

impl Exhibit {
    /// Returns the exhibit with this name.
    pub fn named(name: &str) -> Option<&'static Exhibit> {
        EXHIBITS.iter().find(|exhibit| exhibit.name == name)
    }
}

/// The exhibits, oldest first.
pub const EXHIBITS: [Exhibit; 4] = [
    Exhibit {
        name: "strachey",
        year: 1966,
        title: "Strachey's checkers",
        machine: "a page of Scientific American",
        language: "CPL",
        find: "The printed text needs one correction: the printer lost a parenthesis.\n\
               If + and - work on machine words, the corrected text agrees with the rules\n\
               in 500 of 500 positions. A later reader of the text changed three things.",
        first: "strachey play --human black",
    },
    Exhibit {
        name: "al0",
        year: 1986,
        title: "King and rook against king",
        machine: "a textbook of Prolog",
        language: "AL0",
        find: "The famous advice table is not perfect: from 48 positions it stalemates\n\
               the lone king. The words `not stalemate` in four goals repair it.",
        first: "al0 play",
    },
    Exhibit {
        name: "cs2360",
        year: 1998,
        title: "NxN checkers",
        machine: "a course at Georgia Tech",
        language: "Lisp",
        find: "The smallest game is solved: at N=5, White wins by force in 37 half-moves,\n\
               as a complete search shows. `cs2360 verify` checks a saved proof.",
        first: "cs2360 match --white person",
    },
    Exhibit {
        name: "threeman",
        year: 2022,
        title: "Three-man chess",
        machine: "a personal computer with NARS2000",
        language: "APL",
        find: "The listing runs, and shows where its notes contradict themselves. After\n\
               three corrections, the function `can`, which says whether a piece can\n\
               move by a vector, is right from every square.",
        first: "threeman apl",
    },
];
