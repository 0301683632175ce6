//! The `lisp` blocks of the documents are sessions: the test types the lines of each session, and compares the answers.

use super::session;

#[test]
fn sessions_of_the_documents() {
    check_sessions(include_str!("../../../../../docs/cs2360.md"), 5);
    check_sessions(include_str!("../../../../../docs/homework.md"), 2);
}

fn check_sessions(document: &str, least: usize) {
    let blocks = document.split("\n```").skip(1).step_by(2);
    let sessions: Vec<&str> = blocks.filter_map(|block| block.strip_prefix("lisp\n")).collect();
    assert!(sessions.len() >= least, "{} sessions found", sessions.len());
    sessions.into_iter().for_each(check_session);
}

/// Checks a session. A typed line begins with `> `, and its continuation lines with two blanks; the answer follows.
fn check_session(block: &str) {
    let (mut typed, mut expected) = (Vec::new(), Vec::new());
    let mut open = false;
    for line in block.lines() {
        match line.strip_prefix(if open { "  " } else { "> " }) {
            Some(line) => {
                typed.push(line);
                open = typed.concat().matches('(').count() > typed.concat().matches(')').count();
            }
            None => expected.push(line),
        }
    }
    assert_eq!(session(&typed), expected, "{typed:?}");
}
