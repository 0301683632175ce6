//! Sessions of the original: the keys and the whole output from the start. The file `dialogue.json` has sessions of the
//! initial dialogue, and the file `found-later.json` has measurements that are newer than the rest of the corpus.

use focal8::performer::{Performer, Status};

use super::{folder, load};

/// A file of sessions on one topic.
#[derive(serde::Deserialize)]
struct Topic {
    cases: Vec<Paper>,
}

/// A session of a freshly loaded FOCAL.
#[derive(Debug, serde::Deserialize)]
pub struct Paper {
    id: String,
    title: String,
    /// The machine on which the session was recorded, as a value of `--model`.
    pub model: String,
    keys: String,
    paper: String,
    /// The text with which the output must end. `None` if the whole output must be equal to `paper`.
    ends: Option<String>,
}

/// Types the keys of each session of a topic to the performer that `make` returns for the session. NULs at the start of
/// the paper are not compared.
pub fn check_all<P: Performer>(topic: &str, make: impl Fn(&Paper) -> P, patience: u64) {
    let topic: Topic = load(&folder().join("papers").join(topic).with_extension("json"));
    assert!(topic.cases.len() >= 15, "the papers are gone");
    for case in &topic.cases {
        let mut performer = make(case);
        performer.run(patience);
        let mut paper = performer.take_printed();
        for key in case.keys.bytes() {
            performer.press(key);
            assert_eq!(performer.run(patience), Status::Waiting, "{case:?}");
            paper.extend(performer.take_printed());
        }
        let paper = String::from_utf8_lossy(&paper);
        let told = format!("{}: {}", case.id, case.title);
        match &case.ends {
            Some(end) => assert!(paper.ends_with(end), "{told}: {paper:?}"),
            None => assert_eq!(paper.trim_start_matches('\0'), case.paper.trim_start_matches('\0'), "{told}"),
        }
    }
}
