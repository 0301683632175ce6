//! The speed of the machine: the speed of 1969, other speeds, and fast forward.

use super::{FAST_FORWARD, OPERATOR};
use crate::pty::Terminal;

/// A FOCAL line that takes a PDP-8 many minutes, so a test that reaches the end of the line has run at a higher speed.
const LONG: &str = "FOR I=1,50000;SET A=I";

#[test]
fn a_long_answer_is_hurried_by_the_key_that_is_named() {
    let mut terminal = Terminal::start(&["focal"]);
    terminal.wait_for("*").line(LONG).wait_for("CTRL/F hurries it until").keys(FAST_FORWARD);
    terminal.wait_for("*").keys(OPERATOR).wait_for("focal8> ").line("show speed");
    // Fast forward ended with this answer.
    terminal.wait_for("speed\treal").wait_for("focal8> ").line("quit");
    let ended = terminal.ended();
    ended.restored().code(0);
    assert_eq!(ended.output.matches("still working").count(), 1, "{}", ended.output);
}

#[test]
fn the_operator_sets_another_speed_while_it_runs() {
    let mut terminal = Terminal::start(&["focal"]);
    terminal.wait_for("*").line(LONG).wait_for("=I").keys(OPERATOR).wait_for("focal8> ").line("set speed fast");
    terminal.wait_for("the speed is real, max or a factor").wait_for("focal8> ").line("set speed max");
    terminal.wait_for("focal8> ").line("continue").wait_for("*").wait_for("*");
    terminal.keys(OPERATOR).wait_for("focal8> ").line("sh sp").wait_for("speed\tmax").wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn a_native_one_has_speeds_too() {
    let mut terminal = Terminal::start(&["focal", "--native", "--speed", "20"]);
    terminal.wait_for("*").keys(OPERATOR).wait_for("focal8> ").line("show speed").wait_for("speed\t20");
    terminal.wait_for("focal8> ").line("set speed max").wait_for("focal8> ").line("c");
    terminal.line("FOR I=1,2000;TYPE \"X\"").wait_for(&"X".repeat(2000));
    terminal.wait_for("*").keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn a_speed_is_a_word_or_a_number() {
    let mut terminal = Terminal::start(&["focal", "--speed", "quick"]);
    terminal.wait_for("the speed is real, max or a factor such as 10");
    terminal.ended().restored().code(2);
}
