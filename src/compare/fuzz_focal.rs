//! Generated FOCAL programs, typed to two interpreters whose output is compared byte by byte.
//!
//! A program is the lines that are typed: direct lines, numbered lines, answers, typing slips and nonsense. Most lines
//! are correct, so that the program does something; some of them are damaged afterwards. Numbers are often extreme.

use std::fmt;

use fastrand::Rng;

use super::lockstep::one_line;
use super::overflow::is_overflow;
use crate::ascii::{RETURN, unmarked};
use crate::focal::FUNCTIONS;
use crate::performer::{Performer, Status};

/// An interpreter to be compared.
pub struct Interpreter<'a> {
    /// The name of the interpreter.
    pub name: &'a str,
    /// The function that creates a freshly loaded interpreter.
    pub fresh: Box<dyn Fn() -> Box<dyn Performer> + Sync + 'a>,
    /// The work allowed for a key, in the interpreter's own units; a program that needs more counts as endless.
    pub budget: u64,
}

impl fmt::Debug for Interpreter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interpreter { name, budget, .. } = self;
        f.debug_struct("Interpreter").field("name", name).field("budget", budget).finish_non_exhaustive()
    }
}

/// A difference between what two interpreters print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The typed lines, up to the first one for which the interpreters differ.
    pub lines: Vec<String>,
    /// The output of both interpreters for the last line.
    pub printed: [String; 2],
}

impl Divergence {
    /// Whether the only reason is that a FOCAL from the user's own tape has less room.
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
    /// A line took at least one interpreter longer than its budget; until then both printed the same bytes.
    Endless,
    /// The interpreters printed different bytes.
    Different(Divergence),
}

/// Types the lines to both interpreters, from their first `*` on, and compares what they print.
pub fn compare(interpreters: &[Interpreter; 2], lines: &[String]) -> Outcome {
    let mut seats = [Seat::new(&interpreters[0]), Seat::new(&interpreters[1])];
    for count in 1..=lines.len() {
        // Both get the same key, and the next one only when neither is busy: the effect of a key that a program has not
        // asked for depends on how far the program is.
        for key in lines[count - 1].bytes().chain([RETURN]) {
            seats.iter_mut().for_each(|seat| seat.press(key));
            if seats.iter().any(|seat| seat.is_busy) {
                break;
            }
        }
        let [one, other] = &seats;
        let is_busy = one.is_busy || other.is_busy;
        // The output of a busy interpreter depends on its budget, so only a common beginning is required. A machine
        // that repeats itself exactly may count as waiting, but an interpreter that is done has printed its prompt.
        let common = one.printed.len().min(other.printed.len());
        let is_same = one.printed[..common] == other.printed[..common];
        let is_done = |this: &Seat, that: &Seat| that.is_busy && !this.is_busy && this.printed.len() > common;
        let differ = if is_busy { is_done(one, other) || is_done(other, one) } else { one.printed != other.printed };
        if !is_same || differ {
            let printed = [one.note(), other.note()];
            return Outcome::Different(Divergence { lines: lines[..count].to_vec(), printed });
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
    /// Whether the interpreter is busy, so that it gets no keys.
    is_busy: bool,
}

impl Seat {
    /// Creates a fresh interpreter at its first `*`; discards what it has printed up to there.
    fn new(interpreter: &Interpreter) -> Self {
        let (mut performer, budget) = ((interpreter.fresh)(), interpreter.budget);
        performer.run(budget);
        let mut printed = performer.take_printed();
        let prompt = printed.iter().position(|&frame| unmarked(frame) == b'*');
        printed.drain(..prompt.map_or(0, |at| at + 1));
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

    fn note(&self) -> String {
        one_line(&self.printed) + if self.is_busy { " [still works]" } else { "" }
    }
}

/// Shrinks a program to the shortest one for which the interpreters still differ: removes lines, then characters.
pub fn shrink(interpreters: &[Interpreter; 2], found: Divergence) -> Divergence {
    shrink_while(interpreters, found, &|| true)
}

/// Shrinks a program as [`shrink`] does, until `keep_going` returns false.
pub fn shrink_while(interpreters: &[Interpreter; 2], found: Divergence, keep_going: &dyn Fn() -> bool) -> Divergence {
    const MAX_TRIALS: usize = 2_000;
    let mut best = found;
    let mut trials = MAX_TRIALS;
    let mut attempt = |best: &mut Divergence, lines: Vec<String>| {
        if trials == 0 || lines.is_empty() || !keep_going() {
            return false;
        }
        trials -= 1;
        match compare(interpreters, &lines) {
            Outcome::Different(divergence) => {
                *best = divergence;
                true
            }
            _ => false,
        }
    };
    loop {
        let before = best.lines.clone();
        let mut at = 0;
        while at < best.lines.len() {
            let mut lines = best.lines.clone();
            lines.remove(at);
            if !attempt(&mut best, lines) {
                at += 1;
            }
        }
        for at in 0..best.lines.len() {
            let mut size = best.lines.get(at).map_or(0, String::len);
            while size > 0 {
                let mut from = 0;
                while best.lines.get(at).is_some_and(|line| from < line.len()) {
                    let mut lines = best.lines.clone();
                    let end = (from + size).min(lines[at].len());
                    lines[at].replace_range(from..end, "");
                    if !attempt(&mut best, lines) {
                        from += size;
                    }
                }
                size /= 2;
            }
        }
        if best.lines == before {
            return best;
        }
    }
}

/// Returns a seed's program with number `index`: a few lines of FOCAL.
pub fn program(seed: u64, index: u64) -> Vec<String> {
    let random = Rng::with_seed(seed ^ (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut writer = Writer { random, depth: 0 };
    let lines = 1 + writer.random.usize(..6);
    (0..lines).map(|_| writer.line()).filter(|line| is_specified(line)).collect()
}

/// Whether the language defines the effect of a line. With some lines the original reads past the line's end, waits for
/// hardware that does not exist, types zeros for ever, or damages its own memory.
pub(crate) fn is_specified(line: &str) -> bool {
    let has_small_letters = line.bytes().any(|c| c.is_ascii_lowercase() || matches!(c, b'`' | b'{'..=b'~'));
    let commands =
        line.split([';', ',']).map(|command| command.trim_start_matches(|c: char| " .0123456789".contains(c)));
    // A LIBRARY command, or a MODIFY that is left half way.
    let is_wild = |command: &str| command.starts_with(['L', 'M']);
    // A TYPE of `=` or of a closing bracket.
    let types_wildly = line.contains('T') && (line.contains('=') && !line.contains("S ") || has_stray_closing(line));
    !has_small_letters && !types_wildly && !line.contains("FAD") && !commands.clone().any(is_wild)
}

/// Whether a command closes a bracket that it has not opened.
fn has_stray_closing(line: &str) -> bool {
    let mut open = 0;
    line.chars().any(|c| {
        match c {
            '(' | '[' | '<' => open += 1,
            ')' | ']' | '>' => open -= 1,
            ';' | ',' => open = 0,
            _ => {}
        }
        open < 0
    })
}

/// A generator of random FOCAL.
struct Writer {
    random: Rng,
    /// The nesting depth in the expression being written.
    depth: usize,
}

const NUMBERS: [&str; 30] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "64",
    "100",
    "2047",
    "2048",
    "4095",
    "4096",
    "8388607",
    "8388608",
    "131071",
    "99999999",
    "68719476735",
    "68719476736",
    "34359738368",
    ".1",
    ".5",
    ".0001",
    "2.9999",
    "0.99999",
    "1E5",
    "1E-5",
    "1E300",
    "1E-300",
    "0YES",
    "3.14159265",
];
const NAMES: [&str; 12] = ["A", "B", "X", "I", "J", "T1", "TOTAL", "AB", "Z", "A(1)", "B(I)", "X(J-1)"];
const OPERATORS: [&str; 9] = ["+", "-", "*", "/", "^", "+", "-", "*", " "];
const LINE_NUMBERS: [&str; 10] = ["1.1", "1.2", "1.30", "2.1", "2.05", "3.1", "1", "2", "31.99", "5.5"];

impl Writer {
    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.random.usize(..choices.len())]
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.random.usize(..count) == 0
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        if self.one_in(3) {
            line = format!("{} ", self.one_of(&LINE_NUMBERS));
        }
        let commands = 1 + self.random.usize(..3);
        for count in 0..commands {
            if count > 0 {
                line.push(';');
            }
            line += &self.command();
        }
        if self.one_in(5) {
            line = self.damage(&line);
        }
        line
    }

    fn command(&mut self) -> String {
        match self.random.u8(..20) {
            0..=4 => format!("TYPE {}", self.items()),
            5..=8 => format!("S {}={}", self.name(), self.expression()),
            9 | 10 => {
                let body = if self.depth < 2 { self.nested_command() } else { "S X=X+1".to_owned() };
                let (start, limit) = (self.random.i32(-2..3), self.random.i32(-2..6));
                match self.random.u8(..4) {
                    0 => {
                        format!("F {}={},{},{};{body}", self.name(), start, self.one_of(&["1", "2", ".5", "3"]), limit)
                    }
                    1 => format!("FOR I={},{};{body}", self.expression(), self.random.i32(..9)),
                    _ => format!("F I={start},{limit};{body}"),
                }
            }
            11 | 12 => {
                let targets = ["1.1", "1.2,1.3", "1.1,1.2,2.1", ",1.2", "", ";T 5"];
                format!("I ({}) {}", self.expression(), self.one_of(&targets))
            }
            13 | 14 => format!("D {}", self.one_of(&["1", "2", "1.1", "1.2", "ALL", "9", "3.1", "0"])),
            15 => format!("G {}", self.one_of(&["1.2", "2.1", "3", "", "9.9"])),
            16 => self.one_of(&["R", "Q", "C NOTHING", "RETURN", "QUIT", "CONTINUE", "*X"]).replace('*', "C"),
            17 => format!("W {}", self.one_of(&["", "ALL", "1", "1.1", "2", "7"])),
            18 => format!("E {}", self.one_of(&["", "1.1", "1", "ALL", "0"])),
            _ => {
                self.one_of(&["XYZ", "5", "T $", "TYPE $", "A X", "T", "S", "I", "D", "GTO 1.1", "TRIPE 5"]).to_owned()
            }
        }
    }

    fn nested_command(&mut self) -> String {
        self.depth += 1;
        let command = self.command();
        self.depth -= 1;
        command
    }

    fn items(&mut self) -> String {
        let count = 1 + self.random.usize(..3);
        let items: Vec<String> = (0..count)
            .map(|_| match self.random.u8(..8) {
                0 => "!".to_owned(),
                1 => format!("\"{}\"", self.one_of(&["HELLO", "", "X=", "?"])),
                2 => format!("%{}", self.one_of(&["", "8.04", "5", "7.3", "31.30", "2.01", "10.04", "9.99"])),
                3 => "#".to_owned(),
                _ => self.expression(),
            })
            .collect();
        items.join(",")
    }

    /// Returns the name of a function, or a name that no function has.
    fn function(&mut self) -> &'static str {
        FUNCTIONS.get(self.random.usize(..=FUNCTIONS.len())).map_or("XYZ", |&(name, _)| name)
    }

    fn name(&mut self) -> String {
        self.one_of(&NAMES).to_owned()
    }

    fn expression(&mut self) -> String {
        self.depth += 1;
        let deep = self.depth > 4;
        let operands = if deep { 1 } else { 1 + self.random.usize(..3) };
        let mut text = String::new();
        for count in 0..operands {
            if count > 0 {
                text += self.one_of(&OPERATORS).trim_end();
                if text.ends_with(|c: char| c.is_alphanumeric() || c == ')') {
                    text.push('+');
                }
            } else if self.one_in(6) {
                text.push('-');
            }
            text += &self.operand(deep);
        }
        self.depth -= 1;
        text
    }

    fn operand(&mut self, plain: bool) -> String {
        match self.random.u8(..if plain { 6 } else { 12 }) {
            0..=3 => self.one_of(&NUMBERS).to_owned(),
            4 | 5 => self.name(),
            6 | 7 => {
                let (open, close) = [("(", ")"), ("[", "]"), ("<", ">")][self.random.usize(..3)];
                format!("{open}{}{close}", self.expression())
            }
            8 if self.one_in(8) => {
                let deep = self.random.usize(..28);
                format!("{}{}{}", "(".repeat(deep), self.one_of(&NUMBERS), ")".repeat(deep))
            }
            _ => {
                let argument = if self.one_in(6) { String::new() } else { self.expression() };
                format!("F{}({argument})", self.function())
            }
        }
    }

    /// Returns a line with one character deleted, inserted or changed.
    fn damage(&mut self, line: &str) -> String {
        const STRAY: &[u8] = b" ,;()[]<>=+-*/^.!\"#$%&'?:0159AEFXZ_@\x7f\x07";
        let mut characters: Vec<u8> = line.bytes().collect();
        for _ in 0..1 + self.random.usize(..2) {
            let at = self.random.usize(..=characters.len());
            let stray = STRAY[self.random.usize(..STRAY.len())];
            match self.random.u8(..3) {
                0 => characters.insert(at, stray),
                1 if at < characters.len() => characters[at] = stray,
                _ if at < characters.len() => {
                    characters.remove(at);
                }
                _ => characters.push(stray),
            }
        }
        String::from_utf8(characters).unwrap_or_default()
    }
}
