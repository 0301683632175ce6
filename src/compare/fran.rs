//! Line 06.10 of the checkers program draws a move at random. This module compares the draw of an interpreter with the
//! twin's draw, for every state of FRAN that a game can reach and for every number of moves to choose from.
//!
//! From its initial state, FRAN passes through states that occur only once (the tail) into a cycle of states, so only
//! [`STATES`] states occur. For each number of moves, the interpreter runs the line once in every such state. The
//! interpreter computes in floating point, and the twin in whole numbers.

use crate::ascii::RETURN;
use crate::checkers::fran::{Fran, draw};
use crate::performer::Performer;

use super::actor::run_turn;
use super::opening::PART_ONE;

/// The number of FRAN's states in the tail and the cycle together.
pub const STATES: usize = Fran::TAIL + Fran::CYCLE;

/// The most moves in a list: twelve queens with four moves each.
pub const MAX_LIST_MOVES: u16 = 48;

/// A random draw of a move in which the interpreter and the twin differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misdraw {
    /// The number of moves to choose from.
    pub(crate) choices: u16,
    /// The number of FRAN's calls since loading, including this call.
    pub call: usize,
    /// The number that the interpreter drew, if it printed a number.
    pub drawn: Option<u16>,
    /// The number that the twin drew.
    pub expected: u16,
}

/// The result of running line 06.10 in every state of FRAN, with a fixed number of moves to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    /// The number of random draws of a move that were compared.
    pub draws: usize,
    /// The number of overruns in the states of FRAN's cycle, through which FRAN passes again and again. An overrun is a
    /// drawn number that is one higher than the number of choices.
    pub overruns_in_cycle: usize,
    /// The number of overruns in the states before FRAN's cycle, through which FRAN passes only once. An overrun is a
    /// drawn number that is one higher than the number of choices.
    pub overruns_in_tail: usize,
    /// The first random draw of a move in which the interpreter differed from the twin, if there was one.
    pub misdraw: Option<Misdraw>,
}

/// For every state of FRAN, compares the number that line 06.10 draws in the interpreter with the number that the
/// native twin draws. Each draw chooses among `choices` moves. The interpreter must be freshly loaded.
///
/// After each batch of draws, calls `reported` with the number of draws in the batch.
pub fn compare(interpreter: &mut dyn Performer, choices: u16, mut reported: impl FnMut(usize)) -> Pass {
    let line = PART_ONE.lines().find(|line| line.starts_with("6.10")).expect("the program has its line 06.10");
    run_turn(interpreter);
    for typed in [line, "7.1 D 6.1;T %4,T1"] {
        type_line(interpreter, typed);
    }
    type_line(interpreter, &format!("S T={}", choices + 1));
    let (mut pass, mut fran) = (Pass::default(), Fran::LOADED);
    // Batches of a thousand draws keep the printed output short.
    const DRAWS_A_PASS: usize = 1000;
    for first in (0..STATES).step_by(DRAWS_A_PASS) {
        let count = DRAWS_A_PASS.min(STATES - first);
        interpreter.take_printed();
        type_line(interpreter, &format!("F I=1,{count};D 7.1"));
        let paper = String::from_utf8(interpreter.take_printed()).unwrap_or_default();
        let mut drawn = paper.split('=').skip(2).map(|number| number.trim().trim_end_matches('*').parse().ok());
        for call in first + 1..=first + count {
            fran.call();
            let (expected, drawn) = (draw(fran, choices), drawn.next().flatten());
            if drawn != Some(expected) {
                pass.misdraw = Some(Misdraw { choices, call, drawn, expected });
                return pass;
            }
            pass.draws += 1;
            if expected > choices {
                let overruns =
                    if call <= Fran::TAIL { &mut pass.overruns_in_tail } else { &mut pass.overruns_in_cycle };
                *overruns += 1;
            }
        }
        reported(count);
    }
    pass
}

fn type_line(interpreter: &mut dyn Performer, line: &str) {
    for key in line.bytes().chain([RETURN]) {
        interpreter.press(key);
        run_turn(interpreter);
    }
}
