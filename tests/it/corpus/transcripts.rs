//! Golden transcripts: what is typed, and every byte printed until the interpreter waits again.

use std::fmt::Write;
use std::fs;

use focal8::focal::limits::Functions;
use focal8::performer::{Performer, Status};

use super::{folder, load};

/// A file of transcripts on one topic.
#[derive(serde::Deserialize)]
pub struct Topic {
    pub cases: Vec<Case>,
}

/// One transcript, from a fresh loading.
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

/// The functions kept, as the transcripts name them.
#[derive(serde::Deserialize)]
#[serde(remote = "Functions", rename_all = "lowercase")]
enum Kept {
    All,
    #[serde(rename = "trig")]
    Trigonometric,
    None,
}

/// Keys typed, and what was printed.
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

/// How a performer is driven through transcripts.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Budget after which a performer that should wait for a key is given up.
    pub patience: u64,
    /// Budget for which a program runs before the next key, where a transcript leaves it running.
    pub glance: u64,
}

/// All topics, in order of their names.
pub fn topics() -> Vec<Topic> {
    let entries = fs::read_dir(folder().join("transcripts")).expect("the corpus has transcripts");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    paths.iter().map(|path| load(path)).collect()
}

/// Plays one case; an account of the first difference if there is one.
///
/// The performer has gone through its start-up dialogue, if it has one, up to its first prompt.
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
        if paper != step.paper || status != expected {
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

/// Plays every case that `wanted` picks, and panics with an account of those that differ.
pub fn check_all<P: Performer>(wanted: impl Fn(&Case) -> bool, make: impl Fn(&Case) -> P, pace: Pace) {
    let (mut played, mut wrong) = (0, Vec::new());
    for case in topics().iter().flat_map(|topic| &topic.cases).filter(|case| wanted(case)) {
        played += 1;
        wrong.extend(check_case(case, make(case), pace).err());
    }
    assert!(played > 0, "no case was wanted");
    let shown = wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n\n");
    assert!(wrong.is_empty(), "{} of {played} transcripts differ\n\n{shown}", wrong.len());
}
