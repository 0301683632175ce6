//! The `apl` blocks of the document are sessions: the test types each session into a workspace, and compares the
//! answers.

use focal8_exhibits::threeman::{INDENT, Readings, Workspace};

#[test]
fn sessions_of_the_document() {
    let document = include_str!("../../../../../docs/threeman.md");
    let blocks = document.split("\n```").skip(1).step_by(2);
    let sessions: Vec<&str> = blocks.filter_map(|block| block.strip_prefix("apl\n")).collect();
    assert!(sessions.len() >= 5, "{} sessions found", sessions.len());
    sessions.into_iter().for_each(check_session);
}

/// Checks a session. Typed lines begin with six blanks; so do the last two of the three lines of an error.
fn check_session(block: &str) {
    let mut workspace = Workspace::with_can(Readings::DOCUMENT);
    let mut transcript = String::new();
    let mut lines = block.lines();
    while let Some(line) = lines.next() {
        if line.ends_with("ERROR") {
            lines.nth(1);
        }
        let Some(typed) = line.strip_prefix(INDENT) else { continue };
        transcript += &format!("{line}\n");
        match workspace.execute(typed) {
            Ok(None) => {}
            Ok(Some(value)) => transcript += &format!("{value}\n"),
            Err(error) => transcript += &format!("{error}\n"),
        }
    }
    assert_eq!(transcript.trim_end(), block.trim_end());
}
