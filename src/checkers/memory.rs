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

/// Words of push-down list that FOCAL's constructions take, and the words it wants to keep free.
///
/// `focal::limits::Limits` has the same figures of the interpreter; a test holds the two against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Text, variables and push-down list together.
    pub space: usize,
    /// Words that must be free before a variable is made.
    pub variable_margin: usize,
    /// The line being run.
    pub line: usize,
    /// SET, IF, TYPE or ASK being carried out.
    pub command: usize,
    /// A DO.
    pub do_frame: usize,
    /// A FOR.
    pub for_frame: usize,
    /// A bracket or function.
    pub bracket: usize,
    /// A subscript, taken without looking whether there is room: the next push looks.
    pub subscript: usize,
    /// An operator that waits for its right operand.
    pub operator: usize,
    /// Words that must be free besides, for a moment, while that operand is fetched.
    pub operand: usize,
}

impl Costs {
    /// FOCAL,1969 with its extended functions given up.
    pub const FOCAL_1969: Costs = Costs {
        space: 1137,
        variable_margin: 12,
        line: 1,
        command: 1,
        do_frame: 8,
        for_frame: 11,
        bracket: 4,
        subscript: 5,
        operator: 4,
        operand: 6,
    };
}

/// Where in the program group 8 is called from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// Line 1.1, in a FOR.
    Generating,
    /// Lines 3.1 and 3.2, done in a FOR.
    Rejecting,
    /// Line 4.2, done in a FOR.
    Thrusting,
    /// Line 7.1, in a FOR inside a FOR.
    Printing,
}

/// Words of `focal/checkers.fc` in the interpreter's text.
pub const PROGRAM_WORDS: usize = 504;

/// The room that the variables and the push-down list share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Words free for both: the interpreter's space less the program's text.
    pub free: usize,
    /// Variables that part II makes besides the board.
    pub scalars: usize,
    /// Words of push-down list in use while the board is printed, beyond what the program says: 0.
    pub excess_when_printing: usize,
    /// What the interpreter takes for what.
    pub costs: Costs,
}

impl Default for Memory {
    fn default() -> Self {
        Memory::new(Costs::FOCAL_1969)
    }
}

impl Memory {
    /// The program in an interpreter of such costs.
    pub const fn new(costs: Costs) -> Self {
        Memory { free: costs.space - PROGRAM_WORDS, scalars: 8, excess_when_printing: 0, costs }
    }

    /// Group 8 is called. On the board line 8.1 gets as deep as `X=(N+FITR((N-1`; off the board only as deep as
    /// `I (N*(65-N`.
    pub fn look(&self, variables: usize, caller: Caller, on_board: bool) -> Result<(), Failure> {
        let costs = &self.costs;
        let calling = match caller {
            Caller::Generating => costs.for_frame,
            Caller::Rejecting | Caller::Thrusting => costs.for_frame + costs.do_frame,
            Caller::Printing => 2 * costs.for_frame + self.excess_when_printing,
        };
        let range_test = costs.bracket + costs.operator + costs.bracket + costs.operator;
        let row = costs.bracket + costs.operator + 2 * costs.bracket + costs.operator;
        let expression = if on_board { range_test.max(row) } else { range_test };
        self.push(variables, "08.10", calling + costs.do_frame + costs.command + expression)
    }

    /// Lines 2.2 and 2.3 enter one step of a piece: `S M(D)=101*N+7` or `S M(D+1)=101*N+9`.
    pub fn enter(&self, variables: usize, is_second: bool, exists: bool) -> Result<(), Failure> {
        let costs = &self.costs;
        let command = costs.for_frame + costs.do_frame + costs.command;
        if is_second {
            self.push(variables, "01.10", command + costs.subscript + costs.operator)?;
        }
        if !exists {
            self.make(variables, "01.10", command)?;
        }
        self.push(variables + usize::from(!exists), "01.10", command + costs.operator)
    }

    /// The same lines, both steps entered: `S D=D+2;I (1-X)`.
    pub fn entered(&self, variables: usize) -> Result<(), Failure> {
        let costs = &self.costs;
        let command = costs.for_frame + costs.do_frame + costs.command;
        self.push(variables, "01.10", command + costs.bracket + costs.operator)
    }

    /// Line 1.2 makes the end mark `M(D)`.
    pub fn mark_end(&self, variables: usize) -> Result<(), Failure> {
        self.make(variables, "01.20", self.costs.command)
    }

    /// The push-down list grows to `depth` words beyond the line being run, the last of them an operator, over so many
    /// variables.
    fn push(&self, variables: usize, line: &'static str, depth: usize) -> Result<(), Failure> {
        match self.taken(variables, depth) + self.costs.operand <= self.free {
            true => Ok(()),
            false => Err(Failure { code: "02.79", line }),
        }
    }

    /// One more variable is made beside so many.
    fn make(&self, variables: usize, line: &'static str, depth: usize) -> Result<(), Failure> {
        match self.taken(variables, depth) + self.costs.variable_margin <= self.free {
            true => Ok(()),
            false => Err(Failure { code: "06.54", line }),
        }
    }

    fn taken(&self, variables: usize, depth: usize) -> usize {
        WORDS_OF_A_VARIABLE * variables + self.costs.line + depth
    }
}
