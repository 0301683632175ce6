//! The native twin beside the machine: the same keys, and its paper compared with the machine's as both grow.

use std::collections::VecDeque;

use focal8::ascii::unmarked;
use focal8::performer::{Performer, Status};

/// Commands and keys for each time that the twin is let work: a few milliseconds.
const BUDGET: u64 = 20_000;

/// Characters that one of the two may have printed more than the other: half an hour of a Teletype's. A twin waits
/// there for the machine; a machine that is so far ahead is not compared any more.
pub const MAX_AHEAD: u64 = 20_000;

/// How the two papers stand to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Standing {
    /// There is no twin of what the machine does.
    #[default]
    None,
    /// All that both have printed is equal.
    Equal,
    /// They differ from this character on.
    Differs(usize),
    /// The machine was interrupted at work, which no twin can do at the same moment.
    Incomparable,
    /// The machine has printed too much that the twin has not.
    Behind,
    /// The twin knows one game, and it is over.
    Over,
}

/// A native performer, or none.
#[derive(Default)]
pub struct Twin {
    performer: Option<Box<dyn Performer>>,
    keys: VecDeque<u8>,
    is_waiting: bool,
    /// What it has printed and nobody has taken.
    paper: Vec<u8>,
    /// How many characters it and the machine have printed.
    printed: u64,
    machine_printed: u64,
    /// What the one has printed and the other not yet, while they are equal.
    ahead: VecDeque<u8>,
    machine_ahead: VecDeque<u8>,
    equal: usize,
    standing: Standing,
}

impl Twin {
    /// A twin that stands where the machine stands; what it has printed before is not compared.
    pub fn new(mut performer: Box<dyn Performer>) -> Self {
        performer.take_printed();
        Twin { performer: Some(performer), is_waiting: true, standing: Standing::Equal, ..Twin::default() }
    }

    /// Gives it a key, which it takes when it wants one.
    pub fn press(&mut self, key: u8) {
        if self.is_compared() {
            self.keys.push_back(unmarked(key));
        }
    }

    /// The machine was interrupted while it worked.
    pub fn part(&mut self) {
        if self.is_compared() {
            self.standing = Standing::Incomparable;
        }
    }

    /// Whether it is worth while to let it work.
    fn is_compared(&self) -> bool {
        matches!(self.standing, Standing::Equal | Standing::Differs(_))
    }

    /// Whether it has taken all its keys and waits.
    pub fn is_idle(&self) -> bool {
        !self.is_compared() || self.is_waiting && self.keys.is_empty()
    }

    /// Whether it waits for the machine to print.
    fn is_far_ahead(&self) -> bool {
        self.printed >= self.machine_printed + MAX_AHEAD
    }

    /// Lets it work for a while; whether it has more to do before the machine prints.
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

    /// What it has printed since the last call.
    pub fn take_printed(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.paper)
    }

    /// The machine has printed.
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

    /// How many characters it keeps.
    #[cfg(test)]
    pub fn held(&self) -> usize {
        self.paper.len() + self.ahead.len() + self.machine_ahead.len()
    }

    /// Compares as much as both have printed.
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

    /// How the two stand to each other, and how many characters they have in common.
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
