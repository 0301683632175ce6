//! The program's memory: the variables grow up from the text, and the push-down list grows down towards them.
//!
//! ```text
//!   text | A(2) A(4) ... M(1) ... | free ... | push-down list
//!        | five words each -->    |          <-- DO, FOR, brackets, waiting operators
//! ```
//!
//! A player who moves between unused squares creates new variables, until FOCAL stops with an error some thirty moves
//! later. The native twin must stop at the same command with the same message. So the twin computes the depth of the
//! program's push-down list at each point where memory can run out.

use std::fmt;

use crate::roms;

/// The number of words that a variable takes: one for the name, one for the subscript, three for the value.
const WORDS_OF_A_VARIABLE: usize = 5;

/// An error of FOCAL that ends the game: its code, and the line where it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The code, such as `02.79`.
    pub code: &'static str,
    /// The line, such as `08.10`.
    pub line: &'static str,
}

/// Writes the message as FOCAL prints it: `?02.79 @ 08.10`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "?{} @ {}", self.code, self.line)
    }
}

/// The memory of a FOCAL interpreter in words: the space for a program, and the push-down words that each command and
/// each part of an expression takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// The number of words for the text, the variables and the push-down list together.
    pub space: usize,
    /// The number of words that must be free before a variable is created.
    pub variable_margin: usize,
    /// The number of words that the line being run takes on the push-down list.
    pub line: usize,
    /// The number of words that a DO of a group takes on the push-down list.
    pub do_group: usize,
    /// The number of words that a DO of a line takes on the push-down list.
    pub do_line: usize,
    /// The number of words that a FOR takes on the push-down list.
    pub for_frame: usize,
    /// The number of words that a SET takes on the push-down list while it searches for its variable.
    pub destination: usize,
    /// The number of additional words that a SET takes on the push-down list while it evaluates its variable's
    /// subscript.
    pub subscript: usize,
    /// The number of words that a SET takes on the push-down list while it evaluates the new value.
    pub set: usize,
    /// The number of words that an IF takes on the push-down list while it evaluates the expression in its bracket.
    pub test: usize,
    /// The number of words that a bracket in an expression takes on the push-down list.
    pub bracket: usize,
    /// The number of words that a function takes on the push-down list.
    pub function: usize,
    /// The number of words that an operator takes on the push-down list while it waits for its right operand.
    pub operator: usize,
    /// The number of additional words that an operator takes on the push-down list while a number is read as its right
    /// operand.
    pub fetch_number: usize,
    /// The number of additional words that an operator takes on the push-down list while a variable is read as its
    /// right operand.
    pub fetch_variable: usize,
}

impl Costs {
    /// The memory costs of FOCAL,1969 without its extended functions.
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

    /// Returns the memory costs of our FOCAL ROM without its extended functions. The test `rom::room` measures the same
    /// numbers.
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

/// A line of the program that calls group 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// Line 1.1, which calls group 8 within its FOR.
    Generating,
    /// Lines 3.1 and 3.2, which line 1.2 calls within its FOR.
    Rejecting,
    /// Line 4.2, which line 1.4 calls within its FOR.
    Thrusting,
    /// Line 7.1, which calls group 8 within two nested FORs.
    Printing,
}

/// The words of core that the text of `focal/checkers.fc` takes.
pub const PROGRAM_WORDS: usize = 504;

/// The memory that the checkers program's variables and the push-down list share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The number of words that the variables and the push-down list share. These are the words of the interpreter's
    /// space that the program's text leaves free.
    pub free: usize,
    /// The number of variables that part II of the program, which sets up the board, creates besides the variables of
    /// the board.
    pub scalars: usize,
    /// The additional push-down words while the board is printed: 0, except in a native twin that has a deliberate
    /// fault for a test.
    pub excess_when_printing: usize,
    /// The memory that the interpreter has, and the words that commands and expressions take.
    pub costs: Costs,
}

impl Default for Memory {
    fn default() -> Self {
        const OUR_FOCAL: Memory = Memory::new(Costs::our_focal());
        OUR_FOCAL
    }
}

impl Memory {
    /// Creates the program's memory in an interpreter. `costs` says how much memory the interpreter has, and how many
    /// words commands and expressions take.
    pub const fn new(costs: Costs) -> Self {
        Memory { free: costs.space - PROGRAM_WORDS, scalars: 8, excess_when_printing: 0, costs }
    }

    /// Checks that memory has room for a call of group 8. In line 8.1, the part `S X=(N+FITR((N-1` takes the most
    /// push-down words for a square on the board. For a number off the board, the part `I (N*(65-N` takes the most
    /// words.
    pub fn check_call(&self, variables: usize, caller: Caller, on_board: bool) -> Result<(), Failure> {
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

    /// Checks that memory has room for an entry in the program's list of moves. The entry is the step with the given
    /// `number`, from 0, of a piece. Line 2.2 or 2.3 makes the entry with a command such as `S M(D)=101*N+7` or
    /// `S M(D+1)=101*N+9`. If `exists` is false, the variable `M` with this subscript does not exist yet, so the entry
    /// also needs memory for a new variable.
    ///
    /// The later commands of these two lines, and the end mark that line 1.2 stores, need no check, because they take
    /// fewer words.
    pub fn check_entry(&self, variables: usize, number: usize, exists: bool) -> Result<(), Failure> {
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

    /// Returns the number of the program's line that puts a step of a piece into the list of moves. `number` is the
    /// number of the step, from 0.
    const fn line_of_entry(number: usize) -> &'static str {
        if number < 2 { "02.20" } else { "02.30" }
    }

    /// Checks that memory has room for `variables` variables and a push-down list of `depth` words. The words of the
    /// line being run ([`Costs::line`]) are added to `depth`.
    fn push(&self, variables: usize, line: &'static str, depth: usize) -> Result<(), Failure> {
        match self.taken(variables, depth) <= self.free {
            true => Ok(()),
            false => Err(Failure { code: "02.79", line }),
        }
    }

    /// Checks that memory has room for one more variable when `variables` variables and `depth` push-down words are in
    /// use.
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

    /// Returns the smallest number of free words with which a check succeeds.
    fn needed(costs: Costs, asked: impl Fn(&Memory) -> Result<(), Failure>) -> usize {
        (0..).find(|&free| asked(&Memory { free, ..Memory::new(costs) }).is_ok()).expect("enough")
    }

    /// Tests the smallest number of free words with which [`Memory::check_call`] and [`Memory::check_entry`] succeed,
    /// in FOCAL,1969 and in our FOCAL.
    #[test]
    fn words_that_each_place_of_the_program_needs() {
        let both = |asked: fn(&Memory) -> Result<(), Failure>| {
            [Costs::FOCAL_1969, Costs::our_focal()].map(|costs| needed(costs, asked))
        };
        assert_eq!(both(|memory| memory.check_call(0, Caller::Generating, true)), [47, 38]);
        assert_eq!(both(|memory| memory.check_call(0, Caller::Generating, false)), [43, 32]);
        assert_eq!(both(|memory| memory.check_call(0, Caller::Rejecting, true)), [55, 43]);
        assert_eq!(both(|memory| memory.check_call(0, Caller::Thrusting, false)), [51, 37]);
        assert_eq!(both(|memory| memory.check_call(0, Caller::Printing, true)), [58, 49]);
        assert_eq!(both(|memory| memory.check_call(10, Caller::Printing, true)), [108, 99]);
        assert_eq!(both(|memory| memory.check_entry(0, 0, true)), [31, 24]);
        assert_eq!(both(|memory| memory.check_entry(0, 0, false)), [36, 30]);
        assert_eq!(both(|memory| memory.check_entry(0, 1, true)), [36, 26]);
    }

    #[test]
    fn what_is_left_out_needs_less_than_what_was_asked_before() {
        for costs in [Costs::FOCAL_1969, Costs::our_focal()] {
            let memory = Memory::new(costs);
            let calling = needed(costs, |memory| memory.check_call(50, Caller::Generating, true));
            let entering = needed(costs, |memory| memory.check_entry(50, 3, true));
            let depth = costs.for_frame + costs.do_line;
            let sum = costs.set + costs.operator + costs.fetch_number;
            let difference = costs.test + costs.operator + costs.fetch_variable;
            // Two steps create two variables that the check of group 8 did not count; line 2.2 has made the other two
            // entries.
            assert!(memory.taken(52, depth + sum.max(difference)) <= calling, "{costs:?}");
            assert!(memory.taken(50, depth + sum) <= entering, "{costs:?}");
            // The end mark comes after square 64, which may be new, or after the last step.
            let mark = |variables| memory.taken(variables, costs.destination) + costs.variable_margin;
            assert!(mark(51) <= calling && mark(50) <= entering, "{costs:?}");
        }
    }
}
