//! How full the program's memory is: variables grow up from the text, the push-down list grows down to meet them.
//!
//! ```text
//!   text | A(2) A(4) ... M(1) ... | free ... | push-down list
//!        | five words each -->    |          <-- DO, FOR, brackets, waiting operators
//! ```
//!
//! A player who moves between squares that are not used makes new variables until, some thirty moves later, FOCAL
//! stops with an error. The twin has to stop at the same place with the same words, so it knows how deep the
//! program's push-down list gets at each place where that can happen.

use std::fmt;

/// Words that one variable takes: name, subscript, and three words of value.
const WORDS_OF_A_VARIABLE: usize = 5;

/// A message of FOCAL's that ends the game: its code, and the line being executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The code, `02.79`.
    pub code: &'static str,
    /// The line, `08.10`.
    pub line: &'static str,
}

/// As printed: `?02.79 @ 08.10`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "?{} @ {}", self.code, self.line)
    }
}

/// A place in the program where memory can run out, and how deep the push-down list is there, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The line that the message names: DO of a single line leaves its caller's in place.
    pub line: &'static str,
    /// Words of push-down list in use at the deepest moment.
    pub depth: usize,
}

/// The sites of `focal/checkers.fc`, in the order of a turn. Depths in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sites {
    /// Line 08.10 while the list is generated (1.1).
    pub look_generating: Site,
    /// Lines 2.2 and 2.3, done singly: a new `M(D)` or `M(D+1)` is made.
    pub enter: Site,
    /// The same lines: the subscript `D+1`, just before that.
    pub enter_subscript: Site,
    /// Line 1.2: the end mark `M(D)` is made.
    pub end_mark: Site,
    /// Line 08.10 while the list is examined (3.1 and 3.2).
    pub look_rejecting: Site,
    /// Line 08.10 while thrusts are looked for (4.2).
    pub look_for_thrusts: Site,
    /// Line 08.10 while the board is printed (7.1).
    pub look_printing: Site,
}

/// The room that the variables and the push-down list share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Words free for both: what the interpreter offers, less the program's text.
    pub free: usize,
    /// Variables that part II makes besides the board.
    pub scalars: usize,
    /// Words that must lie free before a variable is made.
    pub margin: usize,
    /// Where memory can run out.
    pub sites: Sites,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { free: 632, scalars: 8, margin: 12, sites: Sites::CHECKERS }
    }
}

impl Sites {
    /// The sites of `focal/checkers.fc` on our FOCAL.
    pub const CHECKERS: Sites = Sites {
        look_generating: Site { line: "08.10", depth: 37 },
        enter: Site { line: "01.10", depth: 21 },
        enter_subscript: Site { line: "01.10", depth: 30 },
        end_mark: Site { line: "01.20", depth: 2 },
        look_rejecting: Site { line: "08.10", depth: 45 },
        look_for_thrusts: Site { line: "08.10", depth: 45 },
        look_printing: Site { line: "08.10", depth: 48 },
    };
}

impl Memory {
    /// The push-down list grows to the site's depth over so many variables.
    pub fn push(&self, variables: usize, site: Site) -> Result<(), Failure> {
        match WORDS_OF_A_VARIABLE * variables + site.depth < self.free {
            true => Ok(()),
            false => Err(Failure { code: "02.79", line: site.line }),
        }
    }

    /// One more variable is made at the site, beside so many.
    pub fn make(&self, variables: usize, site: Site) -> Result<(), Failure> {
        match WORDS_OF_A_VARIABLE * variables + site.depth + self.margin <= self.free {
            true => Ok(()),
            false => Err(Failure { code: "06.54", line: site.line }),
        }
    }
}
