//! Generated FOCAL programs, typed to two interpreters whose output is compared byte by byte.

use std::fmt;

use super::lockstep::one_line;
use super::overflow::is_overflow;
use crate::ascii::{RETURN, unmarked};
use crate::focal::Functions;
use crate::focal_machine::Start;
use crate::performer::{Performer, Status};

mod program;

pub use program::{Program, program};

/// If only one interpreter is still busy after its budget, it gets its budget again, at most this many times.
const MORE_BUDGETS: usize = 30;
/// The maximum number of characters that one typed line may print. A program that prints more counts as endless.
const MAX_PRINTED_CHARACTERS: usize = 1_000_000;

/// An interpreter to be compared.
pub struct Interpreter<'a> {
    /// The name of the interpreter.
    pub name: &'a str,
    /// Creates a newly loaded interpreter. [`Start`] says whether the interpreter is in its dialogue or at its prompt.
    pub fresh: Box<dyn Fn(Start) -> Box<dyn Performer> + Sync + 'a>,
    /// Whether the interpreter has a dialogue. An interpreter without a dialogue starts at its prompt.
    pub has_dialogue: bool,
    /// The work allowed for a key, in the units of [`Performer::run`].
    pub budget: u64,
}

impl fmt::Debug for Interpreter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interpreter { name, budget, .. } = self;
        f.debug_struct("Interpreter").field("name", name).field("budget", budget).finish_non_exhaustive()
    }
}

/// A difference in the output of two interpreters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The program up to and including the first line for which the outputs differ.
    pub program: Program,
    /// The output of both interpreters for the last line.
    pub printed: [String; 2],
}

impl Divergence {
    /// Whether the only cause of the difference is that the FOCAL from the user's tape has less memory.
    pub fn is_overflow(&self, interpreters: &[Interpreter; 2]) -> bool {
        let [one, other] = &self.printed;
        is_overflow([interpreters[0].name, interpreters[1].name], [one, other])
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Both interpreters printed the same bytes.
    Same,
    /// The interpreters printed the same bytes until at least one of them exceeded its budget for a line.
    Endless,
    /// The interpreters printed different bytes.
    Different(Divergence),
}

/// Types the program to both interpreters, in their dialogue or at their first `*`, and compares the output.
pub fn compare(interpreters: &[Interpreter; 2], program: &Program) -> Outcome {
    let Program { start, ref lines } = *program;
    let has_start = start != Start::Dialogue || interpreters.iter().all(|interpreter| interpreter.has_dialogue);
    let start = if has_start { start } else { Start::Keep(Functions::None) };
    let mut seats = [Seat::new(&interpreters[0], start), Seat::new(&interpreters[1], start)];
    for count in 1..=lines.len() {
        // Both interpreters get the same key, and get the next key only when neither is busy. The effect of a key that
        // a program has not asked for would depend on how far the program has run.
        for key in lines[count - 1].bytes().chain([RETURN]) {
            seats.iter_mut().for_each(|seat| seat.press(key));
            if seats.iter().any(|seat| seat.is_busy) {
                break;
            }
        }
        // The budgets are in different units, so the budget of one interpreter may run out although the other
        // interpreter is done.
        for _ in 0..MORE_BUDGETS {
            if seats[0].is_busy == seats[1].is_busy || seats.iter().any(Seat::prints_too_much) {
                break;
            }
            seats.iter_mut().filter(|seat| seat.is_busy).for_each(Seat::go_on);
        }
        let [one, other] = &seats;
        let is_busy = one.is_busy || other.is_busy;
        // The output of a busy interpreter depends on its budget, so both outputs must agree only up to the end of the
        // shorter output. A machine that repeats itself exactly may seem to wait, so an interpreter counts as done only
        // if it has printed more than the busy one.
        let common = one.printed.len().min(other.printed.len());
        let is_same = one.printed[..common] == other.printed[..common];
        let is_done = |this: &Seat, that: &Seat| {
            that.is_busy && !this.is_busy && this.printed.len() > common && !this.prints_too_much()
        };
        let differ = if is_busy { is_done(one, other) || is_done(other, one) } else { one.printed != other.printed };
        if !is_same || differ {
            let printed = [one.note(), other.note()];
            let program = Program { start, lines: lines[..count].to_vec() };
            return Outcome::Different(Divergence { program, printed });
        }
        if is_busy {
            return Outcome::Endless;
        }
        seats.iter_mut().for_each(|seat| seat.printed.clear());
    }
    Outcome::Same
}

/// An interpreter to which lines are typed.
struct Seat {
    performer: Box<dyn Performer>,
    budget: u64,
    /// The bytes that the interpreter has printed since the last line was typed.
    printed: Vec<u8>,
    /// Whether the interpreter is busy. A busy interpreter gets no keys.
    is_busy: bool,
}

impl Seat {
    /// Creates a fresh interpreter in its dialogue or at its first `*`. Without a dialogue, the output up to the `*` is
    /// discarded.
    fn new(interpreter: &Interpreter, start: Start) -> Self {
        let (mut performer, budget) = ((interpreter.fresh)(start), interpreter.budget);
        performer.run(budget);
        let mut printed = performer.take_printed();
        let prompt = printed.iter().position(|&frame| unmarked(frame) == b'*');
        if start != Start::Dialogue {
            printed.drain(..prompt.map_or(0, |at| at + 1));
        }
        Seat { performer, budget, printed, is_busy: false }
    }

    fn press(&mut self, key: u8) {
        self.performer.press(key);
        // A machine in an endless loop counts as halted.
        let waits = self.performer.run(self.budget) == Status::Waiting;
        let printed = self.performer.take_printed();
        // A machine that repeats itself exactly with interrupts on seems to wait, but does not echo the key.
        let is_echoed = matches!(key, RETURN | b' '..=b'~');
        self.is_busy = !waits || is_echoed && printed.is_empty();
        self.printed.extend(printed);
    }

    /// Runs a busy interpreter again, for as long as `budget` allows.
    fn go_on(&mut self) {
        let waits = self.performer.run(self.budget) == Status::Waiting;
        let printed = self.performer.take_printed();
        self.is_busy = !waits || printed.is_empty();
        self.printed.extend(printed);
    }

    /// Whether the last typed line has printed so many characters that the program counts as endless.
    fn prints_too_much(&self) -> bool {
        self.printed.len() > MAX_PRINTED_CHARACTERS
    }

    fn note(&self) -> String {
        one_line(&self.printed) + if self.is_busy { " [still works]" } else { "" }
    }
}

/// Shortens a program while the interpreters still differ: removes lines, then characters.
pub fn shrink(interpreters: &[Interpreter; 2], found: Divergence) -> Divergence {
    shrink_while(interpreters, found, &|| true)
}

/// Shortens a program as [`shrink`] does, until `keep_going` returns false.
pub fn shrink_while(interpreters: &[Interpreter; 2], found: Divergence, keep_going: &dyn Fn() -> bool) -> Divergence {
    const MAX_TRIALS: usize = 2_000;
    let start = found.program.start;
    let mut best = found;
    let mut trials = MAX_TRIALS;
    let mut attempt = |best: &mut Divergence, lines: Vec<String>| {
        if trials == 0 || lines.is_empty() || !keep_going() {
            return false;
        }
        trials -= 1;
        match compare(interpreters, &Program { start, lines }) {
            Outcome::Different(divergence) => {
                *best = divergence;
                true
            }
            _ => false,
        }
    };
    loop {
        let before = best.program.lines.clone();
        let mut at = 0;
        while at < best.program.lines.len() {
            let mut lines = best.program.lines.clone();
            lines.remove(at);
            if !attempt(&mut best, lines) {
                at += 1;
            }
        }
        for at in 0..best.program.lines.len() {
            let mut size = best.program.lines.get(at).map_or(0, String::len);
            while size > 0 {
                let mut from = 0;
                while best.program.lines.get(at).is_some_and(|line| from < line.len()) {
                    let mut lines = best.program.lines.clone();
                    let end = (from + size).min(lines[at].len());
                    lines[at].replace_range(from..end, "");
                    if !attempt(&mut best, lines) {
                        from += size;
                    }
                }
                size /= 2;
            }
        }
        if best.program.lines == before {
            return best;
        }
    }
}
