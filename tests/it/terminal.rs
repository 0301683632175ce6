//! The program as a person at a terminal meets it.

use super::pty::Terminal;

/// CTRL/E: to the operator.
const OPERATOR: &str = "\x05";

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
