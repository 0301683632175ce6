//! The display below the paper.

use super::OPERATOR;
use crate::pty::Terminal;

/// The horizontal line above the picture.
const RULE: &str = "──── display ────";
/// The code that lets all lines of a terminal scroll.
const UNSPLIT: &str = "\x1b[r";

/// Whether the screen contains a braille pattern with at least one point.
fn has_points(screen: &str) -> bool {
    screen.chars().any(|mark| ('\u{2801}'..='\u{28ff}').contains(&mark))
}

#[test]
fn a_curve_of_focal_stands_below_the_paper_and_stays_there() {
    for which in [&["--speed", "max"][..], &["--speed", "max", "--native"]] {
        let mut terminal = Terminal::start(&[&["focal", "rose"][..], which].concat());
        terminal.wait_for(RULE).wait_for("\x1b[?25h").keys(OPERATOR).wait_for("focal8> ");
        // The paper has its own lines, however much is printed.
        terminal.line("continue").line("FOR I=1,40;TYPE %2,I,!").wait_for("= 40").wait_for("*");
        terminal.keys(OPERATOR).wait_for("focal8> ").line("quit");
        let ended = terminal.ended();
        ended.restored().code(0);
        assert!(has_points(&ended.screen), "{}", ended.screen);
        assert!(ended.output.contains(UNSPLIT), "{}", ended.output);
        let lines: Vec<&str> = ended.screen.lines().collect();
        let rule = lines.iter().position(|line| line.starts_with(RULE)).expect("the picture is there at the end");
        assert!(lines[..rule].iter().any(|line| line.contains("= 40")), "{}", ended.screen);
    }
}

#[test]
fn a_machine_program_draws_below_its_paper() {
    let mut terminal = Terminal::start(&["run", "ball"]);
    terminal.wait_for(RULE).wait_for("\u{2801}").keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn without_a_display_nothing_is_divided() {
    let mut terminal = Terminal::start(&["focal"]);
    terminal.wait_for("*").keys(OPERATOR).wait_for("focal8> ").line("quit");
    let ended = terminal.ended();
    assert!(!ended.output.contains(RULE) && !ended.output.contains(UNSPLIT), "{}", ended.output);
}
