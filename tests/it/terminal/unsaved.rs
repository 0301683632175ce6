//! The program warns the user before a FOCAL program that is in no file is lost.

use super::OPERATOR;
use crate::program::{Folder, focal8};
use crate::pty::Terminal;

const UNSAVED: &str = "1 line of FOCAL is in no file: save NAME.fc";

#[test]
fn quit_tells_of_a_program_in_no_file_and_leaves_the_second_time() {
    for arguments in [&["focal", "--speed", "max"][..], &["focal", "--native", "--speed", "max"]] {
        let mut terminal = Terminal::start(arguments);
        terminal.wait_for("*").line("1.1 TYPE 1");
        terminal.wait_for("*").keys(OPERATOR).wait_for("focal8> ").line("quit");
        terminal.wait_for(UNSAVED).wait_for("focal8> ").line("quit");
        terminal.ended().restored().code(0);
    }
}

#[test]
fn a_saved_program_may_be_left() {
    let folder = Folder::new();
    for name in ["a.fc", "machine"] {
        let mut terminal = Terminal::start(&["focal", "--speed", "max"]);
        terminal.wait_for("*").line("1.1 TYPE 1");
        terminal.wait_for("*").keys(OPERATOR).wait_for("focal8> ").line(&format!("save {}", folder.path(name)));
        terminal.wait_for("focal8> ").line("quit");
        let ended = terminal.ended();
        ended.restored().code(0);
        assert!(!ended.output.contains("in no file"), "{}", ended.output);
    }
}

#[test]
fn what_came_from_a_file_or_the_box_is_in_one() {
    for program in ["guess", "focal/guess.fc"] {
        let mut terminal = Terminal::start(&["focal", program, "--speed", "max"]);
        terminal.wait_for("YOUR GUESS").keys(OPERATOR).wait_for("focal8> ").line("quit");
        let ended = terminal.ended();
        ended.restored().code(0);
        assert!(!ended.output.contains("in no file"), "{}", ended.output);
    }
}

#[test]
fn a_pipe_is_told_nothing() {
    let ran = focal8(&["focal"], b"1.1 TYPE 1\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}
