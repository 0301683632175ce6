//! Generates FOCAL programs.
//!
//! A program consists of the lines that are typed: direct lines, numbered lines, answers to ASK and to the dialogue,
//! edits, typing slips and nonsense. Most lines are correct, so that the program does something; some correct lines are
//! damaged afterwards. Numbers are often extreme.

use fastrand::Rng;

use crate::focal::{FUNCTIONS, Functions};
use crate::focal_machine::Start;

/// A generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// How FOCAL begins: with its dialogue, or at its prompt with the given functions.
    pub start: Start,
    /// The typed lines.
    pub lines: Vec<String>,
}

/// Returns the program with number `index` of the series that `seed` determines.
pub fn program(seed: u64, index: u64) -> Program {
    let random = Rng::with_seed(seed ^ (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut writer = Writer { random, depth: 0 };
    let start = writer.start();
    let mut lines = if start == Start::Dialogue { writer.answers() } else { Vec::new() };
    lines.extend(writer.lines());
    Program { start, lines: lines.into_iter().filter(|line| is_specified(line)).collect() }
}

/// Whether a line is free of constructs whose effect the language does not define. On these constructs, the original
/// interpreter may read past the line's end, wait for missing hardware, type zeros for ever, or damage memory.
fn is_specified(line: &str) -> bool {
    let has_small_letters = line.bytes().any(|c| c.is_ascii_lowercase() || matches!(c, b'`' | b'{'..=b'~'));
    let commands =
        line.split([';', ',']).map(|command| command.trim_start_matches(|c: char| " .0123456789".contains(c)));
    let is_library = |command: &str| command.starts_with('L');
    // MODIFY without a line number edits a copy of the heading, and does not store the result.
    let edits_no_line = |command: &str| {
        command.starts_with('M')
            && !command.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim_start().starts_with(['1', '2'])
    };
    // After `=` or an unmatched closing bracket, TYPE types zeros for ever.
    let types_wildly = line.contains('T') && (line.contains('=') && !line.contains("S ") || has_stray_closing(line));
    !has_small_letters
        && !types_wildly
        && !line.contains("FAD")
        && !commands.clone().any(is_library)
        && !commands.clone().any(edits_no_line)
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
    /// The nesting depth of the expression or command that is being written.
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

/// The characters of random answers to ASK: characters of numbers, and characters that end or change an answer.
const ANSWERS: &[u8] = b"0123456789.+-E ,\x1b_\x7f%A/*(;\"";
/// The characters of random MODIFY edits: editing characters (form feed, bell, line feed, back arrow, rubout), and
/// characters to search for.
const EDITS: &[u8] = b"\x0c\x07\n_\x7f\x0c AST1;,=(+";
const CONTROLS: [&str; 8] = ["\x01", "\x02", "\x04", "\x07", "\x0b", "\x0e", "\x11", "\x1c"];

impl Writer {
    fn start(&mut self) -> Start {
        match self.random.u8(..8) {
            0 => Start::Dialogue,
            1 | 2 => Start::Keep(Functions::Trigonometric),
            3 | 4 => Start::Keep(Functions::All),
            _ => Start::Keep(Functions::None),
        }
    }

    /// Returns answers to the questions of the dialogue; the last two answers are valid.
    fn answers(&mut self) -> Vec<String> {
        let count = self.random.usize(..3);
        let mut answers: Vec<String> = (0..count).map(|_| self.answer()).collect();
        answers.push(self.one_of(&["YES", "NO"]).to_owned());
        answers.push(self.one_of(&["YES", "NO"]).to_owned());
        answers
    }

    /// Returns an answer that a person might give to ASK, or to the dialogue in which FOCAL asks which functions to
    /// keep.
    fn answer(&mut self) -> String {
        match self.random.u8(..6) {
            0 => {
                self.one_of(&["YES", "NO", "Y", "N", "MAYBE", "", "0YES", "25E19", "155", "YES\x1b", "_NO"]).to_owned()
            }
            1 => self.one_of(&NUMBERS).to_owned(),
            2 => self.expression(),
            _ => self.characters(ANSWERS, 8),
        }
    }

    fn characters(&mut self, characters: &[u8], most: usize) -> String {
        let count = self.random.usize(..most);
        (0..count).map(|_| char::from(characters[self.random.usize(..characters.len())])).collect()
    }

    /// Returns the random lines of a program.
    fn lines(&mut self) -> Vec<String> {
        match self.random.u8(..12) {
            0 => self.asking(),
            1 => self.modifying(),
            2 => self.erasing(),
            3 | 4 => self.nested(),
            5 => self.formats(),
            _ => {
                let count = 1 + self.random.usize(..6);
                (0..count).map(|_| self.line()).collect()
            }
        }
    }

    /// Returns a line with an ASK command, and random answers. The line is a program line or a direct line.
    fn asking(&mut self) -> Vec<String> {
        let names: Vec<String> = (0..1 + self.random.usize(..3)).map(|_| self.name()).collect();
        let ask = format!("A {}", names.join(self.one_of(&[",", ",\"HOW \",", " ", ",!,"])));
        let in_program = self.random.bool();
        let mut lines = if in_program { vec![format!("1.1 {ask};T {}", names[0]), "GO".to_owned()] } else { vec![ask] };
        lines.extend((0..names.len() + 1).map(|_| self.answer()));
        lines.push(format!("T {}", names.join(",")));
        lines
    }

    /// Returns two numbered lines, MODIFY commands with their keys, and the commands WRITE and GO, which show the
    /// result.
    fn modifying(&mut self) -> Vec<String> {
        let mut lines = vec![format!("1.1 {}", self.command()), format!("1.2 {}", self.command())];
        for _ in 0..1 + self.random.usize(..2) {
            lines.push(format!("M {}", self.one_of(&["1.1", "1.1", "1.2", "1.1;T 5", "2.1", "1", ""])));
            lines.push(self.characters(EDITS, 12));
        }
        lines.extend(["W".to_owned(), "GO".to_owned()]);
        lines
    }

    /// Returns a program that erases its variables or itself while it runs.
    fn erasing(&mut self) -> Vec<String> {
        let erase = format!("E {}", self.one_of(&["", "1.1", "1.2", "1", "2", "ALL", "0", "9.9"]));
        let body = self.one_of(&["T I", "S A(I)=I", "D 2", "T A,!"]).to_owned();
        vec![
            format!("1.1 F I=1,{};{body};{erase};T I", self.random.u8(..4)),
            format!("1.2 {};{erase};{}", self.command(), self.command()),
            format!("2.1 {erase};T \"*\""),
            format!("2.2 {}", self.command()),
            self.one_of(&["GO", "D 1", "D 2", "D ALL", "G 2.1", "D 1.2"]).to_owned(),
            "W".to_owned(),
            "T $".to_owned(),
        ]
    }

    /// Returns a program with nested FORs and DOs, and with an error inside them.
    fn nested(&mut self) -> Vec<String> {
        const INNER: [&str; 8] =
            ["D 2", "D 3.1", "D 3", "D ALL", "F J=1,2", "F J=1,2,5;D 3", "D 2.1;D 3.2", "F K=I,3;D 3"];
        const WRONG: [&str; 10] =
            ["T 1/0", "D 9.9", "G 8", "T FSQT(-1)", "S 5=3", "T FLOG(0)", "X", "R", "T (1", "S A=B C"];
        let inner = |writer: &mut Self| writer.one_of(&INNER).to_owned();
        let (one, two, three) = (inner(self), inner(self), self.one_of(&WRONG).to_owned());
        let body = if self.one_in(4) { String::new() } else { format!(";{one}") };
        let increment = self.one_of(&["", "2,", ".5,", "-1,", "0.3,"]);
        vec![
            format!("1.1 F I=1,{increment}{}{body}", self.random.u8(..5)),
            format!("1.2 T I,J,K;{}", self.command()),
            format!("2.1 {};T 2;{two}", self.command()),
            format!("3.1 T J;{}", if self.random.bool() { three } else { self.command() }),
            format!("3.2 {}", self.command()),
            self.one_of(&["GO", "D 1", "D 2", "D 3", "D ALL", "F I=1,2;D 2"]).to_owned(),
            "T %5.02,I,J,K".to_owned(),
        ]
    }

    /// Returns lines that type numbers in many formats.
    fn formats(&mut self) -> Vec<String> {
        let line = |writer: &mut Self| {
            let format = match writer.random.u8(..4) {
                0 => format!("%{}", writer.expression()),
                1 => format!("%{}.{}", writer.random.u8(..34), writer.random.u8(..34)),
                _ => format!("%{}.0{}", writer.random.u8(..20), writer.random.u8(..10)),
            };
            format!("T {format},{},{}", writer.expression(), writer.one_of(&NUMBERS))
        };
        (0..1 + self.random.usize(..3)).map(|_| line(self)).collect()
    }

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
                match self.random.u8(..5) {
                    4 => format!("F I={start},{}", self.one_of(&["1", "2,5", "1,3", ",", "5,,?", "100"])),
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

    /// Returns a function name, which may be undefined.
    fn function(&mut self) -> &'static str {
        FUNCTIONS.get(self.random.usize(..=FUNCTIONS.len())).map_or("XYZ", |&(name, _)| name)
    }

    fn name(&mut self) -> String {
        let name = self.one_of(&NAMES).to_owned();
        match self.random.u8(..60) {
            0 => format!("{}{name}", self.one_of(&CONTROLS)),
            1 => format!("{name}{}", self.one_of(&CONTROLS)),
            _ => name,
        }
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

    /// Makes one or two random errors in a line, and returns the changed line. An error deletes, inserts or changes a
    /// character.
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

#[cfg(test)]
mod tests {
    use super::is_specified;

    #[test]
    fn lines_whose_effect_is_not_defined_are_left_out() {
        for line in ["S A=FABS(1)", "1.10 TYPE (A+1)*2,!", "MODIFY 1.10", "1.20 DO 2;S B=[1]"] {
            assert!(is_specified(line), "{line}");
        }
        for line in ["type 1", "TYPE =", "TYPE A)", "SET A=FADC(1)", "1.10 SET A=1;LIBRARY", "MODIFY", "1.10 M"] {
            assert!(!is_specified(line), "{line}");
        }
    }
}
