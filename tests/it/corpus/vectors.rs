//! Arithmetic vectors: rows of words in, words or an error code out.
//!
//! [`check_all`] runs every file on an interpreter, by typing the statement that was measured and looking at the
//! variable table, as the vectors themselves were made.

use std::fmt::Debug;

use focal8::float::Float;
use focal8::focal::Variable;
use focal8::performer::{Performer, Status};
use focal8::word::Word;
use serde::de::DeserializeOwned;

use super::{folder, load};

/// A performer whose arithmetic can be looked at in words: what the vectors need beyond keys and paper.
pub trait Interpreter: Performer {
    /// The variable table, in its order.
    fn variables(&self) -> Vec<Variable>;
    /// Writes a variable's words; makes it if it is new.
    fn set_variable(&mut self, name: char, value: Float);
    /// FRAN's state.
    fn random_state(&self) -> Float;
    /// Sets FRAN's state.
    fn set_random_state(&mut self, state: Float);
    /// The format word.
    fn format(&self) -> Word;
    /// Sets the format word.
    fn set_format(&mut self, format: Word);
}

/// The rows of a vector file such as `binary`.
pub fn rows<Row: DeserializeOwned>(name: &str) -> Vec<Row> {
    #[derive(serde::Deserialize)]
    struct File<Row> {
        rows: Vec<Row>,
    }
    load::<File<Row>>(&folder().join("vectors").join(format!("{name}.json"))).rows
}

/// `fran.json`: what FRAN gave.
#[derive(serde::Deserialize)]
pub struct Fran {
    pub empty_calls: EmptyCalls,
    pub sessions: Vec<Session>,
    /// Number of empty calls from the initial state, and the state then.
    pub checkpoints: Vec<(usize, String)>,
}

/// FRAN() called again and again.
#[derive(serde::Deserialize)]
pub struct EmptyCalls {
    pub state: String,
    pub results: Vec<String>,
}

/// FRAN called with arguments: each with its result and the state it left.
#[derive(serde::Deserialize)]
pub struct Session {
    pub state: String,
    pub calls: Vec<(String, String, String)>,
}

/// The file `fran.json`.
pub fn fran() -> Fran {
    load(&folder().join("vectors/fran.json"))
}

/// A number as the vector files write it.
pub fn words(text: &str) -> Float {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Collects what differs, so that a failing test shows how many rows and the first few of them.
#[derive(Default)]
pub struct Report {
    rows: usize,
    wrong: Vec<String>,
}

impl Report {
    /// Compares one row's result.
    pub fn row(&mut self, inputs: impl Debug, expected: &str, actual: &str) {
        self.rows += 1;
        if expected != actual {
            self.wrong.push(format!("{inputs:?}: expected {expected:?}, got {actual:?}"));
        }
    }

    /// Panics if a row differed, or if there were none.
    pub fn finish(self, name: &str) {
        assert!(self.rows > 0, "{name}: no rows");
        let shown = self.wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.wrong.is_empty(), "{name}: {} of {} rows differ\n{shown}", self.wrong.len(), self.rows);
    }
}

/// An interpreter at its prompt, operated by statements.
struct Bench<I> {
    interpreter: I,
    patience: u64,
}

impl<I: Interpreter> Bench<I> {
    fn new(mut interpreter: I, patience: u64) -> Self {
        assert_eq!(interpreter.run(patience), Status::Waiting, "no prompt");
        interpreter.take_printed();
        Bench { interpreter, patience }
    }

    /// Types keys, each when the one before has been taken; what was printed.
    fn type_keys(&mut self, keys: &str) -> String {
        let mut paper = Vec::new();
        for key in keys.bytes() {
            self.interpreter.press(key);
            let status = self.interpreter.run(self.patience);
            paper.extend(self.interpreter.take_printed());
            assert_eq!(status, Status::Waiting, "after {keys:?}: {:?}", String::from_utf8_lossy(&paper));
        }
        String::from_utf8_lossy(&paper).into_owned()
    }

    /// Types a statement; what was printed from the echo of its RETURN to the next prompt.
    fn statement(&mut self, statement: &str) -> Result<String, String> {
        let paper = self.type_keys(&format!("{statement}\r"));
        let after_echo = paper.strip_prefix(statement).unwrap_or_else(|| panic!("{statement} was not echoed: {paper}"));
        let answer = after_echo.strip_suffix('*').unwrap_or_else(|| panic!("no prompt after {paper:?}"));
        answer_or_error(answer)
    }

    fn value(&self, name: char) -> Option<Float> {
        let variables = self.interpreter.variables();
        let named = |variable: &&Variable| variable.name == [name as u8, b'@'] && variable.subscript == Word::ZERO;
        variables.iter().find(named).map(|variable| variable.value)
    }

    /// Types a statement that sets `C`; its words, or the error.
    fn result(&mut self, statement: &str) -> String {
        self.interpreter.set_variable('C', Float::ZERO);
        match self.statement(statement) {
            Ok(_) => self.value('C').expect("C was made").to_string(),
            Err(code) => code,
        }
    }
}

/// What was printed, or the error code if that is what was printed last.
fn answer_or_error(answer: &str) -> Result<String, String> {
    match answer.split_once('\x7f') {
        None => Ok(answer.to_owned()),
        Some((_, message)) => Err(message.chars().take(6).collect()),
    }
}

/// Runs every vector file on interpreters that `make` makes freshly loaded.
pub fn check_all<I: Interpreter>(make: impl Fn() -> I, patience: u64) {
    let bench = || Bench::new(make(), patience);
    operations(bench());
    functions(bench());
    subscripts(bench());
    loops(bench());
    numbers_in_text(bench());
    numbers_asked(bench());
    output(bench());
    formats(bench);
    expressions(bench);
    random(bench());
}

fn operations<I: Interpreter>(mut bench: Bench<I>) {
    let mut report = Report::default();
    for (operator, a, b, expected) in rows::<(String, String, String, String)>("binary") {
        let symbol = match operator.as_str() {
            "add" => '+',
            "sub" => '-',
            "mul" => '*',
            "div" => '/',
            "pow" => '^',
            other => panic!("no such operator: {other}"),
        };
        bench.interpreter.set_variable('A', words(&a));
        bench.interpreter.set_variable('B', words(&b));
        report.row((&operator, &a, &b), &expected, &bench.result(&format!("S C=A{symbol}B")));
    }
    for (operation, a, expected) in rows::<(String, String, String)>("unary") {
        let expression = match operation.as_str() {
            "neg" => "-A",
            "paren" => "(A)",
            "copy" => "A",
            other => panic!("no such operation: {other}"),
        };
        bench.interpreter.set_variable('A', words(&a));
        report.row((&operation, &a), &expected, &bench.result(&format!("S C={expression}")));
    }
    report.finish("binary and unary");
}

fn functions<I: Interpreter>(mut bench: Bench<I>) {
    let mut report = Report::default();
    for (name, x, expected) in rows::<(String, String, String)>("functions") {
        bench.interpreter.set_variable('A', words(&x));
        report.row((&name, &x), &expected, &bench.result(&format!("S C={name}(A)")));
    }
    for (x, y, expected) in rows::<(String, String, String)>("fdis") {
        bench.interpreter.set_variable('A', words(&x));
        bench.interpreter.set_variable('B', words(&y));
        report.row(("FDIS", &x, &y), &expected, &bench.result("S C=FDIS(A,B)"));
    }
    report.finish("functions and fdis");
}

fn subscripts<I: Interpreter>(mut bench: Bench<I>) {
    let mut report = Report::default();
    for (x, expected) in rows::<(String, String)>("fix") {
        bench.type_keys("E\r");
        bench.interpreter.set_variable('A', words(&x));
        bench.statement("S Q(A)=1").expect("any number can be a subscript");
        let made = bench.interpreter.variables().pop().expect("Q was made");
        assert_eq!(made.name, *b"Q@");
        report.row(&x, &expected, &made.subscript.to_string());
    }
    report.finish("fix");
}

/// Each pass waits in an ASK, which leaves the loop variable to be looked at.
fn loops<I: Interpreter>(mut bench: Bench<I>) {
    let mut report = Report::default();
    for (start, increment, limit, passes, last) in rows::<(String, String, String, Vec<String>, String)>("for") {
        let inputs = (&start, &increment, &limit);
        for (name, value) in [('A', &start), ('B', &increment), ('D', &limit)] {
            bench.interpreter.set_variable(name, words(value));
        }
        let mut paper = bench.type_keys("F X=A,B,D;A Q\r");
        for (pass, expected) in passes.iter().enumerate() {
            assert!(paper.ends_with(':'), "{inputs:?} ends before pass {pass}: {paper:?}");
            report.row((inputs, pass), expected, &bench.value('X').expect("X was made").to_string());
            paper = bench.type_keys("\r");
        }
        assert!(paper.ends_with('*'), "{inputs:?} goes on after {} passes: {paper:?}", passes.len());
        report.row((inputs, "afterwards"), &last, &bench.value('X').expect("X was made").to_string());
    }
    report.finish("for");
}

fn numbers_in_text<I: Interpreter>(mut bench: Bench<I>) {
    let mut report = Report::default();
    for (text, expected) in rows::<(String, String)>("input_text") {
        report.row(&text, &expected, &bench.result(&format!("S C={text}")));
    }
    report.finish("input_text");
}

fn numbers_asked<I: Interpreter>(mut bench: Bench<I>) {
    let mut report = Report::default();
    for (typed, old, expected) in rows::<(String, String, String)>("input_ask") {
        bench.interpreter.set_variable('V', words(&old));
        assert!(bench.type_keys("A V\r").ends_with(':'));
        let paper = bench.type_keys(&typed);
        let left = bench.value('V').expect("V was made");
        match answer_or_error(&paper) {
            Ok(paper) => {
                assert!(paper.ends_with('*'), "{typed:?} is not complete: {paper:?}");
                report.row((&typed, &old), &expected, &left.to_string());
            }
            Err(code) => {
                report.row((&typed, &old), &expected, &code);
                report.row((&typed, "old value"), &old, &left.to_string());
                // What was typed after the error is a new line.
                bench.type_keys("_\r");
            }
        }
    }
    report.finish("input_ask");
}

fn output<I: Interpreter>(mut bench: Bench<I>) {
    let mut report = Report::default();
    for (format, x, expected) in rows::<(String, String, String)>("output") {
        bench.interpreter.set_format(format.parse().expect("an octal word"));
        bench.interpreter.set_variable('V', words(&x));
        let paper = bench.statement("T V").expect("every number can be printed");
        report.row((&format, &x), &format!("\r\n{expected}"), &paper);
    }
    report.finish("output");
}

fn formats<I: Interpreter>(fresh: impl Fn() -> Bench<I>) {
    let mut report = Report::default();
    for (text, expected) in rows::<(String, String)>("format") {
        let mut bench = fresh();
        let before = bench.interpreter.format();
        let result = match bench.statement(&format!("T {text}")) {
            Ok(_) => bench.interpreter.format().to_string(),
            Err(code) => {
                assert_eq!(bench.interpreter.format(), before, "{text} fails and changes the format");
                code
            }
        };
        report.row(&text, &expected, &result);
    }
    report.finish("format");
}

fn expressions<I: Interpreter>(fresh: impl Fn() -> Bench<I>) {
    let mut report = Report::default();
    for (text, expected) in rows::<(String, String)>("expr") {
        report.row(&text, &expected, &fresh().result(&format!("S C={text}")));
    }
    for (text, expected) in rows::<(String, String)>("type") {
        let printed = fresh().statement(&format!("T {text}"));
        report.row(&text, &expected, &printed.unwrap_or_else(|code| code));
    }
    report.finish("expr and type");
}

fn random<I: Interpreter>(mut bench: Bench<I>) {
    let mut report = Report::default();
    let fran = fran();
    bench.interpreter.set_random_state(words(&fran.empty_calls.state));
    for (call, expected) in fran.empty_calls.results.iter().enumerate() {
        report.row(("call", call), expected, &bench.result("S C=FRAN()"));
        report.row(("state after call", call), expected, &bench.interpreter.random_state().to_string());
    }
    for session in &fran.sessions {
        bench.interpreter.set_random_state(words(&session.state));
        for (argument, result, state) in &session.calls {
            bench.interpreter.set_variable('A', words(argument));
            report.row((&session.state, argument), result, &bench.result("S C=FRAN(A)"));
            report.row((&session.state, argument, "state"), state, &bench.interpreter.random_state().to_string());
        }
    }
    report.finish("fran");
}

/// Runs FRAN to its checkpoints, up to 56,178 calls from a fresh loading: seconds on an emulated machine.
pub fn check_fran_checkpoints<I: Interpreter>(interpreter: I, patience: u64) {
    let mut report = Report::default();
    let mut bench = Bench::new(interpreter, patience);
    let mut calls = 0;
    for (call, state) in fran().checkpoints {
        if call > calls {
            bench.statement(&format!("F I=1,{};S C=FRAN()", call - calls)).expect("FRAN never fails");
            calls = call;
        }
        report.row(("checkpoint", call), &state, &bench.interpreter.random_state().to_string());
    }
    report.finish("checkpoints of fran");
}
