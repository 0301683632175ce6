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

use crate::roms;

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

/// Words that a FOCAL offers, and what its constructions take of the push-down list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Text, variables and push-down list together.
    pub space: usize,
    /// Words that must be free before a variable is made.
    pub variable_margin: usize,
    /// The line being run.
    pub line: usize,
    /// A DO of a group.
    pub do_group: usize,
    /// A DO of a single line.
    pub do_line: usize,
    /// A FOR.
    pub for_frame: usize,
    /// SET while it looks for its variable,
    pub destination: usize,
    /// while that variable's subscript is evaluated, besides,
    pub subscript: usize,
    /// and while it evaluates what the variable is to hold.
    pub set: usize,
    /// IF while the expression in its bracket is evaluated.
    pub test: usize,
    /// A bracket in an expression.
    pub bracket: usize,
    /// A function.
    pub function: usize,
    /// An operator that waits for its right operand.
    pub operator: usize,
    /// Besides, for a moment, while that operand is fetched: a number,
    pub fetch_number: usize,
    /// or a variable.
    pub fetch_variable: usize,
}

impl Costs {
    /// FOCAL,1969 with its extended functions given up.
    pub const FOCAL_1969: Costs = Costs {
        space: 1137,
        variable_margin: 12,
        line: 1,
        do_group: 8,
        do_line: 8,
        for_frame: 11,
        destination: 1,
        subscript: 5,
        set: 1,
        test: 5,
        bracket: 4,
        function: 4,
        operator: 4,
        fetch_number: 6,
        fetch_variable: 6,
    };

    /// Our FOCAL in machine code, likewise: what its symbols leave free, and what its routines push, which the test
    /// `rom::room` measures.
    pub const fn our_focal() -> Costs {
        const WORDS_OF_CORE: usize = 0o10000;
        Costs {
            space: WORDS_OF_CORE - roms::FOCAL_4K.address("ROOM0") as usize,
            variable_margin: roms::FOCAL_4K.address("VSPARE") as usize + 1,
            do_group: 6,
            do_line: 5,
            subscript: 4,
            set: 2,
            test: 2,
            bracket: 3,
            fetch_number: 0,
            fetch_variable: 1,
            ..Costs::FOCAL_1969
        }
    }
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
        const OUR_FOCAL: Memory = Memory::new(Costs::our_focal());
        OUR_FOCAL
    }
}

impl Memory {
    /// The program in an interpreter of such costs.
    pub const fn new(costs: Costs) -> Self {
        Memory { free: costs.space - PROGRAM_WORDS, scalars: 8, excess_when_printing: 0, costs }
    }

    /// Group 8 is called. On the board line 8.1 gets as deep as `S X=(N+FITR((N-1`; off the board only as deep as
    /// `I (N*(65-N`.
    pub fn look(&self, variables: usize, caller: Caller, on_board: bool) -> Result<(), Failure> {
        let costs = &self.costs;
        let calling = match caller {
            Caller::Generating => costs.for_frame,
            Caller::Rejecting | Caller::Thrusting => costs.for_frame + costs.do_line,
            Caller::Printing => 2 * costs.for_frame + self.excess_when_printing,
        };
        let range_test = costs.test + costs.operator + costs.bracket + costs.operator + costs.fetch_variable;
        let row = costs.set + 2 * costs.bracket + 2 * costs.operator + costs.function + costs.fetch_number;
        let expression = if on_board { range_test.max(row) } else { range_test };
        self.push(variables, "08.10", calling + costs.do_group + expression)
    }

    /// Lines 2.2 and 2.3 enter a piece's step of this number, counted from 0: `S M(D)=101*N+7` or `S M(D+1)=101*N+9`.
    ///
    /// What follows there (`S D=D+2` and `I (1-X)`) and the end mark that line 1.2 makes are left out: they need less
    /// than what has been asked before, so memory never ends at them.
    pub fn enter(&self, variables: usize, number: usize, exists: bool) -> Result<(), Failure> {
        let costs = &self.costs;
        let (depth, line) = (costs.for_frame + costs.do_line, Self::line_of_entry(number));
        if number % 2 == 1 {
            let subscript = costs.destination + costs.subscript + costs.operator + costs.fetch_number;
            self.push(variables, line, depth + subscript)?;
        }
        if !exists {
            self.make(variables, line, depth + costs.destination)?;
        }
        let value = costs.set + costs.operator + costs.fetch_variable;
        self.push(variables + usize::from(!exists), line, depth + value)
    }

    /// The line that enters a piece's step, counted from 0: an IF has led there, so messages name it.
    const fn line_of_entry(number: usize) -> &'static str {
        if number < 2 { "02.20" } else { "02.30" }
    }

    /// The push-down list grows to `depth` words beyond the line being run, over so many variables.
    fn push(&self, variables: usize, line: &'static str, depth: usize) -> Result<(), Failure> {
        match self.taken(variables, depth) <= self.free {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The fewest words with which this passes.
    fn needed(costs: Costs, asked: impl Fn(&Memory) -> Result<(), Failure>) -> usize {
        (0..).find(|&free| asked(&Memory { free, ..Memory::new(costs) }).is_ok()).expect("enough")
    }

    /// Beside no variables: in FOCAL,1969, and in ours.
    #[test]
    fn words_that_each_place_of_the_program_needs() {
        let both = |asked: fn(&Memory) -> Result<(), Failure>| {
            [Costs::FOCAL_1969, Costs::our_focal()].map(|costs| needed(costs, asked))
        };
        assert_eq!(both(|memory| memory.look(0, Caller::Generating, true)), [47, 38]);
        assert_eq!(both(|memory| memory.look(0, Caller::Generating, false)), [43, 32]);
        assert_eq!(both(|memory| memory.look(0, Caller::Rejecting, true)), [55, 43]);
        assert_eq!(both(|memory| memory.look(0, Caller::Thrusting, false)), [51, 37]);
        assert_eq!(both(|memory| memory.look(0, Caller::Printing, true)), [58, 49]);
        assert_eq!(both(|memory| memory.look(10, Caller::Printing, true)), [108, 99]);
        assert_eq!(both(|memory| memory.enter(0, 0, true)), [31, 24]);
        assert_eq!(both(|memory| memory.enter(0, 0, false)), [36, 30]);
        assert_eq!(both(|memory| memory.enter(0, 1, true)), [36, 26]);
    }

    #[test]
    fn what_is_left_out_needs_less_than_what_was_asked_before() {
        for costs in [Costs::FOCAL_1969, Costs::our_focal()] {
            let memory = Memory::new(costs);
            let looking = needed(costs, |memory| memory.look(50, Caller::Generating, true));
            let entering = needed(costs, |memory| memory.enter(50, 3, true));
            let depth = costs.for_frame + costs.do_line;
            let sum = costs.set + costs.operator + costs.fetch_number;
            let difference = costs.test + costs.operator + costs.fetch_variable;
            // Two steps are two variables more than group 8 has seen; the same line has entered the other two.
            assert!(memory.taken(52, depth + sum.max(difference)) <= looking, "{costs:?}");
            assert!(memory.taken(50, depth + sum) <= entering, "{costs:?}");
            // The end mark comes after square 64, which may be new, or after the last step.
            let mark = |variables| memory.taken(variables, costs.destination) + costs.variable_margin;
            assert!(mark(51) <= looking && mark(50) <= entering, "{costs:?}");
        }
    }
}
