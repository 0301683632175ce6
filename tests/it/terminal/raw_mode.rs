//! Output while the terminal is in raw mode: lines begin in the first column, and the output contains no control codes.

use std::fs;

use super::OPERATOR;
use crate::program::{Folder, focal8};
use crate::pty::Terminal;

#[test]
fn a_program_with_mistakes_prints_no_staircase() {
    let folder = Folder::new();
    let program = folder.path("basic.bas");
    fs::write(&program, "10 PRINT X\n20 GOTO 10\n30 LET A=1\n").expect("a file");
    let mut terminal = Terminal::start(&["focal", &program, "--speed", "max"]);
    terminal.wait_for("are not in the program").keys(OPERATOR).wait_for("focal8> ").line("quit").line("quit");
    let ended = terminal.ended();
    ended.restored();
    let lone = ended.output.as_bytes().windows(2).filter(|pair| pair[1] == b'\n' && pair[0] != b'\r').count();
    assert_eq!(lone, 0, "{:?}", ended.output);
}

#[test]
fn a_script_cannot_obey_for_the_terminal() {
    let folder = Folder::new();
    let script = folder.path("title.do");
    fs::write(&script, "echo \u{1b}]0;mine\u{7}hello\n").expect("a file");
    let mut terminal = Terminal::start(&["monitor"]);
    terminal.wait_for("focal8> ").line(&format!("do {script}")).wait_for("hello").line("quit");
    let output = terminal.ended().output;
    assert!(output.contains(r"\u{1b}]0;mine\u{7}hello") && !output.contains("\u{1b}]0;"), "{output:?}");
}

#[test]
fn an_apl_file_cannot_either() {
    let folder = Folder::new();
    let program = folder.path("title.apl");
    fs::write(&program, "'\u{1b}]0;mine\u{7}hello'\n").expect("a file");
    let output = Terminal::start(&["threeman", "apl", &program]).ended().output;
    assert!(output.contains(r"\u{1b}]0;mine\u{7}hello") && !output.contains("\u{1b}]0;"), "{output:?}");
}

/// A program prints the character ESCAPE. If the output goes to a pipe, the output contains the character; if it goes to
/// a terminal, it does not, not even if the keys come from a pipe.
#[test]
fn a_printed_escape_reaches_a_pipe_but_no_terminal() {
    let run = "run --deposit 200=1204 --deposit 201=6046 --deposit 202=6041 --deposit 203=5202 --deposit 204=233 \
               --max-instructions 1000000";
    let piped = focal8(&run.split_whitespace().collect::<Vec<_>>(), b"");
    assert!(piped.out.contains('\u{1b}'), "{:?}", piped.out);
    let mut terminal = Terminal::start_shell(&format!("printf '' | focal8 {run}; echo END"));
    terminal.wait_for("END");
    let output = terminal.ended().output;
    assert!(!output.contains('\u{1b}'), "{output:?}");
}

#[test]
fn quotes_are_mapped_and_accents_refused() {
    let mut terminal = Terminal::start(&["focal", "--speed", "max"]);
    terminal.wait_for("*").keys("type “h");
    terminal.wait_for("TYPE \"H").keys("é").wait_for("'é' is on no key of a Teletype").keys("i”\r");
    terminal.wait_for("HI*").keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
}

/// The signal comes while a command is running, and CTRL/Z follows.
#[test]
fn ctrl_z_does_not_stop_what_a_signal_has_asked_to_end() {
    let mut terminal = Terminal::start(&["monitor"]);
    terminal.wait_for("focal8> ").keys("echo begun\rsleep 100\r\x1a").wait_for("begun\r\n");
    terminal.signal("TERM");
    terminal.ended().restored();
}
