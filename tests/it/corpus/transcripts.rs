//! Golden transcripts: typed keys, and every byte printed until the interpreter waits again.

use std::fmt::Write;

use focal8::focal::limits::Functions;
use focal8::performer::{Performer, Status};

use super::{in_parallel, load};
use crate::folders;

/// A file of transcripts on one topic.
#[derive(serde::Deserialize)]
pub struct Topic {
    pub cases: Vec<Case>,
}

/// One transcript of a freshly loaded FOCAL.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct Case {
    pub id: String,
    pub title: String,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(default, with = "Kept")]
    pub functions: Functions,
    /// Bytes on the tape in the high-speed reader.
    pub reader: Option<String>,
    pub boot: String,
    pub steps: Vec<Step>,
}

/// The functions that FOCAL keeps, as the transcripts name them.
#[derive(serde::Deserialize)]
#[serde(remote = "Functions", rename_all = "lowercase")]
enum Kept {
    All,
    #[serde(rename = "trig")]
    Trigonometric,
    None,
}

/// Typed keys, and the characters that were printed for these keys.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct Step {
    #[serde(rename = "in")]
    pub keys: String,
    #[serde(rename = "out")]
    pub paper: String,
    #[serde(default)]
    leaves: Option<Leaves>,
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Leaves {
    Running,
}

/// The budgets with which a performer plays the transcripts.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The maximum budget of a run. If the performer does not wait for a key after this budget, the test fails.
    pub patience: u64,
    /// The budget of the run after each key of a step at whose end the program still runs.
    pub glance: u64,
    /// Whether the performer has more room than the original, so that it may reach the limits of the cases tagged
    /// `limit` later.
    pub roomier: bool,
}

/// Returns all topics, in order of their names.
pub fn topics() -> Vec<Topic> {
    let paths = folders::files("tests/data/focal-1969/transcripts", ".json", 21..=21);
    paths.iter().map(|path| load(path)).collect()
}

/// Plays one case; returns a description of the first difference if there is one.
///
/// The performer has passed its start-up dialogue, if it has one, and is at its first prompt.
pub fn check_case<P: Performer>(case: &Case, mut performer: P, pace: Pace) -> Result<(), String> {
    let mut told = format!("{}: {} {:?}\n", case.id, case.title, case.tags);
    let status = performer.run(pace.patience);
    let boot = performer.take_printed();
    if status != Status::Waiting || boot.last() != case.boot.as_bytes().last() {
        return Err(format!("{told}  starts with {:?}, {status:?}", String::from_utf8_lossy(&boot)));
    }
    for step in &case.steps {
        let mut paper = Vec::new();
        let mut status = Status::Waiting;
        for key in step.keys.bytes() {
            performer.press(key);
            status = match step.leaves {
                Some(Leaves::Running) => performer.run(pace.glance),
                None => performer.run(pace.patience),
            };
            paper.extend(performer.take_printed());
        }
        let paper = String::from_utf8_lossy(&paper).into_owned();
        let expected = if step.leaves.is_some() { Status::Running } else { Status::Waiting };
        let limited = pace.roomier && case.tags.iter().any(|tag| tag == "limit");
        let same = paper == step.paper || limited && is_later(&step.paper, &paper);
        if !same || status != expected {
            write!(
                told,
                "  typed    {:?}\n  expected {:?} {expected:?}\n  printed  {paper:?} {status:?}",
                step.keys, step.paper
            )
            .expect("a string takes everything");
            return Err(told);
        }
        writeln!(told, "  {:?} -> {:?}", step.keys, step.paper).expect("a string takes everything");
    }
    Ok(())
}

/// Whether `paper` shows that a limit was reached later than in `original`. If `original` has an error message, `paper`
/// must be equal to `original` without the message. Otherwise `paper` must be equal to `original`, except that its
/// numbers may be larger.
fn is_later(original: &str, paper: &str) -> bool {
    if let Some((before, message)) = original.split_once('\x7f') {
        let after = message.split_once("\r\n").map_or("", |(_, after)| after);
        return *paper == format!("{before}{after}");
    }
    let values = |paper: &str| -> Vec<(f64, String)> {
        let number = |text: &str| text.find(|character| !matches!(character, ' ' | '-' | '.' | '0'..='9'));
        let split = |text: &str| {
            let (number, rest) = text.split_at(number(text).unwrap_or(text.len()));
            (number.replace(' ', "").parse().unwrap_or(f64::NAN), rest.to_owned())
        };
        paper.split('=').skip(1).map(split).collect()
    };
    let (few, many) = (values(original), values(paper));
    let same_before = original.split('=').next() == paper.split('=').next();
    same_before
        && few.len() == many.len()
        && few.iter().zip(&many).all(|(few, many)| few.0 <= many.0 && few.1 == many.1)
}

/// Plays every case, and panics with a description of the cases whose output differs from the transcript.
pub fn check_all<P: Performer>(make: impl Fn(&Case) -> P + Sync, pace: Pace) {
    let cases: Vec<Case> = topics().into_iter().flat_map(|topic| topic.cases).collect();
    assert!(cases.len() > 800, "the corpus is gone");
    let played = in_parallel(&cases, |case| check_case(case, make(case), pace));
    let wrong: Vec<String> = played.into_iter().filter_map(Result::err).collect();
    let shown = wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n\n");
    assert!(wrong.is_empty(), "{} of {} transcripts differ\n\n{shown}", wrong.len(), cases.len());
}
