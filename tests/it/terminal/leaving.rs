//! Leaving the program: the program shows how to leave, the keys work, and the terminal is restored.

use super::{CTRL_C, OPERATOR, WAY_OUT};
use crate::nodes::Node;
use crate::program::{Folder, focal8};
use crate::pty::Terminal;

/// The arguments for a loop that waits for a key.
const WAITS: [&str; 5] = ["run", "--deposit", "200=6031", "--deposit", "201=5200"];

#[test]
fn play_shows_the_board_and_quit_leaves() {
    let mut terminal = Terminal::start(&["play", "--speed", "max"]);
    terminal.wait_for("FROM:").keys(OPERATOR);
    terminal.wait_for("focal8> ");
    assert!(!terminal.is_as_before(), "each key is wanted as it is pressed");
    // The paper stays on the screen.
    terminal.wait_until_shown("FROM:").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let mut terminal = Terminal::start(&["focal"]);
    terminal.wait_for("*").keys(OPERATOR);
    terminal.wait_for("focal8> ");
    terminal.signal("TERM");
    terminal.ended().restored();
}

#[test]
fn paper_in_a_file_leaves_the_screen_to_the_operator() {
    let mut terminal = Terminal::start_shell("focal8 focal > /dev/null");
    terminal.keys(OPERATOR).wait_for("focal8> ").line("quit");
    let ended = terminal.ended();
    ended.restored().code(0);
    assert!(!ended.output.contains('*'), "{}", ended.output);
}

#[test]
fn the_way_out_is_said_in_the_beginning() {
    for arguments in [&["focal"][..], &["focal", "--native"], &["play"], &["play", "--native"], &WAITS] {
        let mut terminal = Terminal::start(arguments);
        terminal.wait_for(WAY_OUT).keys(OPERATOR);
        terminal.wait_for("quit ends").wait_for("focal8> ").line("quit");
        terminal.ended().restored().code(0);
    }
}

#[test]
fn the_monitor_begins_with_its_ways() {
    let mut terminal = Terminal::start(&["monitor"]);
    terminal.wait_for("help lists the commands").wait_for("focal8> ").line("examine ac");
    terminal.wait_for("AC:").wait_for("focal8> ").line("bye");
    let ended = terminal.ended();
    ended.restored().code(0);
    assert_eq!(ended.output.matches("help lists").count(), 1, "{}", ended.output);
}

#[test]
fn the_panel_has_an_operator() {
    let folder = Folder::new();
    let file = folder.path("p.fc");
    let mut terminal = Terminal::start(&["panel", "--speed", "max"]);
    terminal.wait_until_shown("CTRL/E operator").keys("1.1 TYPE 5\r").wait_until_shown("TYPE 5");
    terminal.keys(OPERATOR).wait_for("continue goes back to the panel").wait_for("focal8> ").line("continue");
    // Q does not drop a program that is in no file.
    terminal.wait_until_shown("CTRL/E operator").keys("\t").wait_until_shown("Q)uit").keys("q");
    terminal.wait_for("1 line of FOCAL is in no file").wait_for("focal8> ").line(&format!("save {file}"));
    terminal.wait_for("focal8> ").line("continue").wait_until_shown("Q)uit").keys("q");
    terminal.ended().restored().code(0);
    assert!(String::from_utf8(folder.read("p.fc")).expect("a text").contains("01.10 TYPE 5"));
}

#[test]
fn the_operator_of_the_panel_ends_it_with_a_code() {
    let mut terminal = Terminal::start(&["panel", "--stopped"]);
    terminal.wait_until_shown("Q)uit").keys(OPERATOR).wait_for("focal8> ").line("exit 5");
    terminal.ended().restored().code(5);
}

/// If a person types a word such as QUIT, the program shows the hint about how to leave, and the machine also gets the
/// word.
#[test]
fn who_looks_for_the_way_out_is_told_again() {
    let mut terminal = Terminal::start(&["focal", "--speed", "max"]);
    terminal.wait_for(WAY_OUT).wait_for("*");
    for line in ["exit", "help", "bye", "quit"] {
        terminal.line(line);
        terminal.wait_for(&line.to_uppercase()).wait_for(WAY_OUT).wait_for("*");
    }
    terminal.keys(CTRL_C).wait_for("?01.00").wait_for("*").keys(CTRL_C);
    terminal.wait_for("?01.00").wait_for(WAY_OUT).wait_for("*").keys("\x04\x04");
    terminal.wait_for(WAY_OUT).keys(OPERATOR).wait_for("focal8> ").keys("\x04");
    terminal.ended().restored().code(0);
}

/// Checks that a shell command line does not show the hint about how to leave, and that FOCAL prints the answer 4.
#[track_caller]
fn check_silent(line: &str, leave: &str) {
    let mut terminal = Terminal::start_shell(line);
    terminal.wait_for("*").keys("TYPE 2+2,!\r").wait_for("4.0000").keys(leave);
    let ended = terminal.ended();
    ended.restored();
    assert!(!ended.output.contains("leaves"), "{}", ended.output);
}

#[test]
fn nothing_is_said_to_who_does_not_want_it_and_to_nobody() {
    check_silent("focal8 focal --quiet", "\x05quit\r");
    check_silent("focal8 focal 2> /dev/null", "\x05quit\r");
    let mut terminal = Terminal::start_shell("echo 'TYPE 2+2,!' | focal8 focal");
    terminal.wait_for("4.0000");
    let output = terminal.ended().output.replace('\r', "");
    assert!(output.ends_with("*TYPE 2+2,!\n=    4.0000\n*") && !output.contains("focal8"), "{output}");
}

#[test]
fn with_raw_every_byte_is_the_machines() {
    let mut terminal = Terminal::start(&["focal", "--raw", "--speed", "max"]);
    terminal.wait_for("*").keys("TYPE 2+2,!\r").wait_for("4.0000").keys("\x05\x06\x03\x03QUIT\r").wait_for("*QUIT");
    terminal.signal("TERM");
    let ended = terminal.ended();
    ended.restored();
    assert!(!ended.output.contains("focal8"), "{}", ended.output);
}

/// The mouse operates the panel: a click changes a switch, and a click on a word of the last line acts as a key. At the
/// end, mouse reports are turned off.
#[test]
fn the_mouse_turns_the_switches_of_the_panel() {
    let mut terminal = Terminal::start(&["panel", "--stopped"]);
    terminal.wait_until_shown("Q)uit").wait_until_shown("▄▄▄ ▄▀▄ ▄▄▄ ▄▄▄");
    // Column 19 of line 14, counted from 1, is the leftmost switch of SR; the release has no effect.
    terminal.keys("\x1b[<0;19;14M\x1b[<0;19;14m").wait_until_shown("▀▄▄ ▄▀▄ ▄▄▄ ▄▄▄");
    terminal.keys("\x1b[<0;18;24M").wait_until_shown("PROGRAM COUNTER         4200");
    // A click on the paper moves the keyboard there, and TAB moves it back.
    terminal.keys("\x1b[<0;20;20M").wait_until_shown("the keyboard is here");
    terminal.keys("\t").wait_until_shown("Q)uit").keys("q");
    let ended = terminal.ended();
    ended.restored().code(0);
    let last = |mode: &str| ended.output.rfind(mode).expect(mode);
    assert!(last("\x1b[?1000l") > last("\x1b[?1000h"));
}

#[test]
fn lamps_are_amber_where_there_are_colours() {
    let mut terminal = Terminal::start_shell("COLORTERM=truecolor focal8 panel");
    terminal.wait_for("\x1b[38;2;255;190;70m●").keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
    let mut terminal = Terminal::start_shell("NO_COLOR=1 focal8 panel");
    terminal.wait_until_shown("● RUN").keys(OPERATOR).wait_for("focal8> ").line("quit");
    let ended = terminal.ended();
    assert!(!ended.restored().code(0).output.contains("\x1b[38;"));
}

#[test]
fn what_cannot_be_written_may_go_elsewhere() {
    let folder = Folder::new();
    let (image, other) = (folder.file("image", b"old"), folder.path("other"));
    let full = Node::full();
    let mut terminal = Terminal::start(&["focal", "--speed", "max", "--core-image", &full, "--punch", &full]);
    terminal
        .wait_for("*")
        .line("SET A=7")
        .wait_for("A=7")
        .wait_for("*")
        .keys(OPERATOR)
        .wait_for("focal8> ")
        .line("quit");
    // The program first asks for a file for the punched tape, and the person gives no file.
    terminal.wait_for("cannot write /dev/full").wait_for("another file for it (RETURN: none): ").line("");
    terminal.wait_for("cannot write /dev/full").wait_for("another file for it (RETURN: none): ").line(&full);
    terminal.wait_for("cannot write /dev/full").wait_for("another file for it (RETURN: none): ").line(&image);
    terminal.wait_for("there is such a file already").wait_for("none): ").line(&other);
    let ended = terminal.ended();
    ended.restored().code(1);
    assert!(ended.screen.contains("error: /dev/full: No space left"), "{}", ended.screen);
    assert_eq!(folder.read("image"), b"old");
    assert_eq!(focal8(&["focal", "--resume", &other], b"TYPE %2,A\n").out, "TYPE %2,A\r\n=  7*");
}
