//! Arithmetic vectors: rows with the words of the operands, and with the words of the result or an error code.
//!
//! [`check_all`] runs every file on an interpreter: it types the measured statement and reads the variable table, as in
//! the measurement of the vectors.

use std::collections::HashMap;
use std::fmt::Debug;

use focal8::float::Float;
use focal8::float::functions::Random;
use focal8::focal::Variable;
use focal8::performer::{Performer, Status};
use focal8::word::Word;
use serde::de::DeserializeOwned;

use super::{folder, in_parallel, load};

/// A performer whose variables and states can be read and set as words. The vectors need this access in addition to
/// keys and output.
pub trait Interpreter: Performer + Clone + Sync {
    /// Returns all variables, in the order of the variable table.
    fn variables(&self) -> Vec<Variable>;
    /// Sets the words of a variable, and creates it if it is new.
    fn set_variable(&mut self, name: char, value: Float);
    /// Returns the state of FRAN.
    fn random_state(&self) -> Float;
    /// Sets the state of FRAN.
    fn set_random_state(&mut self, state: Float);
    /// Returns the format word.
    fn format(&self) -> Word;
    /// Sets the format word.
    fn set_format(&mut self, format: Word);
}

/// Returns the rows of a vector file such as `binary`.
pub fn rows<Row: DeserializeOwned>(name: &str) -> Vec<Row> {
    #[derive(serde::Deserialize)]
    struct File<Row> {
        rows: Vec<Row>,
    }
    load::<File<Row>>(&folder().join("vectors").join(format!("{name}.json"))).rows
}

/// The file `fran.json`, with results of FRAN.
#[derive(serde::Deserialize)]
pub struct Fran {
    pub empty_calls: EmptyCalls,
    pub sessions: Vec<Session>,
    /// Pairs of a number of calls of FRAN() and the state that FRAN has after this number of calls.
    pub checkpoints: Vec<(usize, String)>,
}

/// The results of repeated calls of FRAN().
#[derive(serde::Deserialize)]
pub struct EmptyCalls {
    pub state: String,
    pub results: Vec<String>,
}

/// Calls of FRAN with arguments, each with its result and the state after the call.
#[derive(serde::Deserialize)]
pub struct Session {
    pub state: String,
    pub calls: Vec<(String, String, String)>,
}

/// Returns the file `fran.json`.
pub fn fran() -> Fran {
    load(&folder().join("vectors/fran.json"))
}

/// Parses a number in the notation of the vector files.
pub fn words(text: &str) -> Float {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Collects the rows with a wrong result, so that a failing test shows the number of these rows and the first few of
/// them.
#[derive(Default)]
pub struct Report {
    rows: usize,
    wrong: Vec<String>,
}

impl Report {
    /// Compares the actual result of one row with the expected result.
    pub fn row(&mut self, inputs: impl Debug, expected: &str, actual: &str) {
        self.rows += 1;
        if expected != actual {
            self.wrong.push(format!("{inputs:?}: expected {expected:?}, got {actual:?}"));
        }
    }

    /// Panics if a row had a wrong result, or if there were no rows.
    pub fn finish(self, name: &str) {
        if let Err(account) = self.verdict(name) {
            panic!("{account}");
        }
    }

    /// Returns an error that describes the rows with a wrong result, if there are any.
    fn verdict(self, name: &str) -> Result<(), String> {
        assert!(self.rows > 0, "{name}: no rows");
        if self.wrong.is_empty() {
            return Ok(());
        }
        let shown = self.wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
        Err(format!("{name}: {} of {} rows differ\n{shown}", self.wrong.len(), self.rows))
    }
}

/// An interpreter at its prompt, operated by statements.
#[derive(Clone)]
struct Harness<I> {
    interpreter: I,
    patience: u64,
}

impl<I: Interpreter> Harness<I> {
    fn new(mut interpreter: I, patience: u64) -> Self {
        assert_eq!(interpreter.run(patience), Status::Waiting, "no prompt");
        interpreter.take_printed();
        Harness { interpreter, patience }
    }

    /// Types a statement without its RETURN, so that copies of the interpreter can execute the statement many times. On
    /// a machine, typing is slow.
    fn typed(mut self, statement: &str) -> Self {
        let echo = self.type_keys(statement);
        assert_eq!(echo, statement);
        self
    }

    /// Types keys, each after the interpreter has read the previous key; returns the printed characters.
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

    /// Types a statement; returns the printed characters from the echo of its RETURN to the next prompt.
    fn statement(&mut self, statement: &str) -> Result<String, String> {
        let echo = self.type_keys(statement);
        assert_eq!(echo, statement);
        self.carry_out()
    }

    /// Types the RETURN of a typed statement; returns the printed characters up to the next prompt.
    fn carry_out(&mut self) -> Result<String, String> {
        let paper = self.type_keys("\r");
        answer_or_error(paper.strip_suffix('*').unwrap_or_else(|| panic!("no prompt after {paper:?}")))
    }

    fn set(&mut self, name: char, value: &str) {
        self.interpreter.set_variable(name, words(value));
    }

    fn value(&self, name: char) -> Option<Float> {
        let variables = self.interpreter.variables();
        let named = |variable: &&Variable| variable.name.to_string() == name.to_string();
        variables.iter().find(named).map(|variable| variable.value)
    }

    /// Carries out a typed statement that sets `C`; returns the words of `C`, or the error.
    fn result(&mut self) -> String {
        self.interpreter.set_variable('C', Float::ZERO);
        match self.carry_out() {
            Ok(_) => self.value('C').expect("C was made").to_string(),
            Err(code) => code,
        }
    }
}

/// Types each statement on a fresh interpreter. Returns the interpreters by the names that the operations have in the
/// vector files.
fn typed<'a, I: Interpreter>(
    fresh: Fresh<I>,
    statements: impl IntoIterator<Item = (&'a str, String)>,
) -> HashMap<&'a str, Harness<I>> {
    statements.into_iter().map(|(name, statement)| (name, fresh().typed(&statement))).collect()
}

/// Returns the printed answer, or the error code if the answer ends with one.
fn answer_or_error(answer: &str) -> Result<String, String> {
    match answer.split_once('\x7f') {
        None => Ok(answer.to_owned()),
        Some((_, message)) => Err(message.chars().take(6).collect()),
    }
}

/// A function that creates harnesses with freshly loaded interpreters.
type Fresh<'a, I> = &'a (dyn Fn() -> Harness<I> + Sync);

/// A function that runs one or two vector files.
type Group<I> = fn(Fresh<I>) -> Report;

/// Runs every vector file on the freshly loaded interpreters of `make`.
pub fn check_all<I: Interpreter>(make: impl Fn() -> I + Sync, patience: u64) {
    let fresh = || Harness::new(make(), patience);
    // The longest files come first, so that the threads end together.
    let groups: [(&str, Group<I>); 10] = [
        ("functions and fdis", functions),
        ("binary and unary", operations),
        ("output", output),
        ("fran", random),
        ("expr and type", expressions),
        ("input_text", numbers_in_text),
        ("input_ask", numbers_asked),
        ("for", loops),
        ("fix", subscripts),
        ("format", formats),
    ];
    let verdicts = in_parallel(&groups, |(name, group)| group(&fresh).verdict(name));
    let wrong: Vec<String> = verdicts.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn operations<I: Interpreter>(fresh: Fresh<I>) -> Report {
    let statements = [
        ("add", "A+B"),
        ("sub", "A-B"),
        ("mul", "A*B"),
        ("div", "A/B"),
        ("pow", "A^B"),
        ("neg", "-A"),
        ("paren", "(A)"),
        ("copy", "A"),
    ];
    let typed = typed(fresh, statements.map(|(name, expression)| (name, format!("S C={expression}"))));
    let mut report = Report::default();
    for (operator, a, b, expected) in rows::<(String, String, String, String)>("binary") {
        let mut bench = typed[operator.as_str()].clone();
        bench.set('A', &a);
        bench.set('B', &b);
        report.row((&operator, &a, &b), &expected, &bench.result());
    }
    for (operation, a, expected) in rows::<(String, String, String)>("unary") {
        let mut bench = typed[operation.as_str()].clone();
        bench.set('A', &a);
        report.row((&operation, &a), &expected, &bench.result());
    }
    report
}

fn functions<I: Interpreter>(fresh: Fresh<I>) -> Report {
    let names = ["FABS", "FSGN", "FITR", "FSQT", "FSIN", "FCOS", "FATN", "FEXP", "FLOG"];
    let typed = typed(fresh, names.map(|name| (name, format!("S C={name}(A)"))));
    let mut report = Report::default();
    for (name, x, expected) in rows::<(String, String, String)>("functions") {
        let mut bench = typed[name.as_str()].clone();
        bench.set('A', &x);
        report.row((&name, &x), &expected, &bench.result());
    }
    let typed = fresh().typed("S C=FDIS(A,B)");
    for (x, y, expected) in rows::<(String, String, String)>("fdis") {
        let mut bench = typed.clone();
        bench.set('A', &x);
        bench.set('B', &y);
        report.row(("FDIS", &x, &y), &expected, &bench.result());
    }
    report
}

fn subscripts<I: Interpreter>(fresh: Fresh<I>) -> Report {
    let mut bench = fresh();
    let mut report = Report::default();
    for (x, expected) in rows::<(String, String)>("fix") {
        bench.type_keys("E\r");
        bench.interpreter.set_variable('A', words(&x));
        bench.statement("S Q(A)=1").expect("any number can be a subscript");
        let made = bench.interpreter.variables().pop().expect("Q was made");
        assert_eq!(made.name.letters, *b"Q@");
        report.row(&x, &expected, &made.name.subscript.to_string());
    }
    report
}

/// Compares the loop variable of FORs with `for.json`. Each iteration waits in an ASK, so that the loop variable can be
/// read.
fn loops<I: Interpreter>(fresh: Fresh<I>) -> Report {
    let mut bench = fresh();
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
    report
}

fn numbers_in_text<I: Interpreter>(fresh: Fresh<I>) -> Report {
    let mut report = Report::default();
    for (text, expected) in rows::<(String, String)>("input_text") {
        report.row(&text, &expected, &fresh().typed(&format!("S C={text}")).result());
    }
    report
}

fn numbers_asked<I: Interpreter>(fresh: Fresh<I>) -> Report {
    let mut bench = fresh();
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
                // The keys after the error began a new line, which `_` deletes.
                bench.type_keys("_\r");
            }
        }
    }
    report
}

fn output<I: Interpreter>(fresh: Fresh<I>) -> Report {
    let typed = fresh().typed("T V");
    let mut report = Report::default();
    for (format, x, expected) in rows::<(String, String, String)>("output") {
        let mut bench = typed.clone();
        bench.interpreter.set_format(format.parse().expect("an octal word"));
        bench.set('V', &x);
        let paper = bench.carry_out().expect("every number can be printed");
        report.row((&format, &x), &format!("\r\n{expected}"), &paper);
    }
    report
}

fn formats<I: Interpreter>(fresh: Fresh<I>) -> Report {
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
    report
}

fn expressions<I: Interpreter>(fresh: Fresh<I>) -> Report {
    let mut report = Report::default();
    for (text, expected) in rows::<(String, String)>("expr") {
        report.row(&text, &expected, &fresh().typed(&format!("S C={text}")).result());
    }
    for (text, expected) in rows::<(String, String)>("type") {
        let printed = fresh().statement(&format!("T {text}"));
        report.row(&text, &expected, &printed.unwrap_or_else(|code| code));
    }
    report
}

fn random<I: Interpreter>(fresh: Fresh<I>) -> Report {
    let fran = fran();
    let mut report = Report::default();
    let typed = fresh().typed("S C=FRAN()");
    let mut state = words(&fran.empty_calls.state);
    for (call, expected) in fran.empty_calls.results.iter().enumerate() {
        let mut bench = typed.clone();
        bench.interpreter.set_random_state(state);
        report.row(("call", call), expected, &bench.result());
        state = bench.interpreter.random_state();
        report.row(("state after call", call), expected, &state.to_string());
    }
    let typed = fresh().typed("S C=FRAN(A)");
    for session in &fran.sessions {
        let mut state = words(&session.state);
        for (argument, result, expected) in &session.calls {
            let mut bench = typed.clone();
            bench.interpreter.set_random_state(state);
            bench.set('A', argument);
            report.row((&session.state, argument), result, &bench.result());
            state = bench.interpreter.random_state();
            report.row((&session.state, argument, "state"), expected, &state.to_string());
        }
    }
    report
}

/// Runs FRAN from a fresh loading to each of its checkpoints. The last checkpoint is at call 56,178.
///
/// If the next checkpoint is more than `stride` calls away, the interpreter makes only the last calls before the
/// checkpoint, and starts from a state that the native arithmetic computes. On an emulated machine every call takes
/// thousands of cycles.
pub fn check_fran_checkpoints<I: Interpreter>(interpreter: I, patience: u64, stride: usize) {
    let mut report = Report::default();
    let mut bench = Harness::new(interpreter, patience);
    let (mut calls, mut random) = (0, Random::default());
    for (call, state) in fran().checkpoints {
        while calls + stride < call {
            random.fran(Float::ZERO);
            calls += 1;
        }
        bench.interpreter.set_random_state(random.state);
        if call > calls {
            bench.statement(&format!("F I=1,{};S C=FRAN()", call - calls)).expect("FRAN never fails");
            calls = call;
        }
        random.state = bench.interpreter.random_state();
        report.row(("checkpoint", call), &state, &random.state.to_string());
    }
    report.finish("checkpoints of fran");
}
