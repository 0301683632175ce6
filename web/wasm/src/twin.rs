//! The native twin: it gets the machine's keys, and its paper is compared with the machine's while both print.

use std::collections::VecDeque;

use focal8::ascii::unmarked;
use focal8::performer::{Performer, Status};

/// The budget of one call of [`Twin::run`], in commands and keys: a few milliseconds.
const BUDGET: u64 = 20_000;

/// The maximum difference between the numbers of characters that the machine and the twin have printed. A Teletype
/// prints this number in half an hour.
///
/// At this difference, a twin that is ahead waits for the machine, and a machine that is ahead ends the comparison.
pub const MAX_AHEAD: u64 = 20_000;

/// The result of the comparison of the two papers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Standing {
    /// The desk has no twin for the machine's program.
    #[default]
    None,
    /// All characters that both the machine and the twin have printed are equal.
    Equal,
    /// From this character on, the papers differ.
    Differs(usize),
    /// The operator interrupted the machine while it worked. A twin cannot be interrupted at the same moment.
    Incomparable,
    /// The machine has printed more than [`MAX_AHEAD`] characters that the twin has not printed.
    Behind,
    /// The twin plays one game only, and the game is over.
    Over,
}

/// The native performer of a desk, if there is one, with its keys and the comparison of its paper.
#[derive(Default)]
pub struct Twin {
    performer: Option<Box<dyn Performer>>,
    keys: VecDeque<u8>,
    is_waiting: bool,
    /// The twin's characters that the page has not taken yet.
    paper: Vec<u8>,
    /// The number of characters that the twin has printed.
    printed: u64,
    /// The number of characters that the machine has printed.
    machine_printed: u64,
    /// The characters that the twin has printed and the machine has not. Empty when the papers are known to differ.
    ahead: VecDeque<u8>,
    /// The characters that the machine has printed and the twin has not. Empty when the papers are known to differ.
    machine_ahead: VecDeque<u8>,
    equal: usize,
    standing: Standing,
}

impl Twin {
    /// Returns a twin in the same state as the machine. The comparison ignores what the performer has printed before
    /// this call.
    pub fn new(mut performer: Box<dyn Performer>) -> Self {
        performer.take_printed();
        Twin { performer: Some(performer), is_waiting: true, standing: Standing::Equal, ..Twin::default() }
    }

    /// Gives the twin a key, which waits until the twin asks for a key.
    pub fn press(&mut self, key: u8) {
        if self.is_compared() {
            self.keys.push_back(unmarked(key));
        }
    }

    /// Ends the comparison after an action of the user that the twin cannot repeat at the same moment.
    pub fn part(&mut self) {
        if self.is_compared() {
            self.standing = Standing::Incomparable;
        }
    }

    /// Whether the twin still runs beside the machine. It also runs after the papers have begun to differ.
    fn is_compared(&self) -> bool {
        matches!(self.standing, Standing::Equal | Standing::Differs(_))
    }

    /// Whether the twin has nothing to do: it waits for a further key, or it no longer runs beside the machine.
    pub fn is_idle(&self) -> bool {
        !self.is_compared() || self.is_waiting && self.keys.is_empty()
    }

    /// Whether the twin waits for the machine to print.
    fn is_far_ahead(&self) -> bool {
        self.printed >= self.machine_printed + MAX_AHEAD
    }

    /// Runs the twin for a while. Returns whether the twin can continue at once, without a further key and without
    /// further output of the machine.
    pub fn run(&mut self) -> bool {
        let is_compared = self.is_compared();
        let Some(mut performer) = self.performer.take().filter(|_| is_compared) else { return false };
        let mut left = BUDGET;
        while left > 0 && !self.is_idle() && !self.is_far_ahead() {
            if self.is_waiting
                && let Some(key) = self.keys.pop_front()
            {
                performer.press(key);
            }
            let work = left.min(1000);
            left -= work;
            let status = performer.run(work);
            self.print(&performer.take_printed());
            self.is_waiting = status == Status::Waiting;
            if status == Status::Halted {
                self.standing = if self.standing == Standing::Equal { Standing::Over } else { self.standing };
                return false;
            }
        }
        self.performer = Some(performer);
        !self.is_idle() && !self.is_far_ahead()
    }

    fn print(&mut self, printed: &[u8]) {
        self.printed += printed.len() as u64;
        self.paper.extend_from_slice(printed);
        if self.standing == Standing::Equal {
            self.ahead.extend(printed);
            self.compare();
        }
    }

    /// Returns the characters that the twin has printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.paper)
    }

    /// Takes characters that the machine has printed, and compares them with the characters of the twin.
    pub fn machine_printed(&mut self, frames: &[u8]) {
        self.machine_printed += frames.len() as u64;
        if self.standing == Standing::Equal {
            self.machine_ahead.extend(frames.iter().map(|&frame| unmarked(frame)));
            self.compare();
            if self.machine_ahead.len() as u64 > MAX_AHEAD {
                self.standing = Standing::Behind;
                self.machine_ahead.clear();
            }
        }
    }

    /// Returns the number of stored characters: those for the page, and those that are not compared yet.
    #[cfg(test)]
    pub fn held(&self) -> usize {
        self.paper.len() + self.ahead.len() + self.machine_ahead.len()
    }

    /// Compares the characters that both the machine and the twin have printed.
    fn compare(&mut self) {
        while self.standing == Standing::Equal && !self.ahead.is_empty() && !self.machine_ahead.is_empty() {
            if self.ahead.pop_front() == self.machine_ahead.pop_front() {
                self.equal += 1;
            } else {
                self.standing = Standing::Differs(self.equal);
                self.ahead.clear();
                self.machine_ahead.clear();
            }
        }
    }

    /// Returns the result of the comparison as one word, and the number of equal characters.
    pub fn comparison(&self) -> String {
        let word = match self.standing {
            Standing::None => "none",
            Standing::Equal => "equal",
            Standing::Differs(_) => "differs",
            Standing::Incomparable => "apart",
            Standing::Behind => "behind",
            Standing::Over => "over",
        };
        format!("{word} {}", self.equal)
    }
}
