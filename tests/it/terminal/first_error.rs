//! After the first error of a session, a hint tells how to get an explanation. The hint does not change the paper.

use super::OPERATOR;
use crate::pty::Terminal;

#[test]
fn the_first_error_says_how_it_is_explained() {
    for arguments in [&["focal", "--speed", "max"][..], &["focal", "--native", "--speed", "max"]] {
        let mut terminal = Terminal::start(arguments);
        terminal.wait_for("*").line("TYPE 1/0");
        terminal.wait_for("?28.73").wait_for("focal8: CTRL/E, then explain, explains ?28.73\r\n").wait_for("*");
        terminal.line("X").wait_for("?03.28").wait_for("*").keys(OPERATOR);
        terminal.wait_for("focal8> ").line("explain 3.28").wait_for("?03.28").wait_for("focal8> ").line("quit");
        let ended = terminal.ended();
        ended.restored().code(0);
        assert_eq!(ended.output.matches("then explain").count(), 1, "{}", ended.output);
    }
}

#[test]
fn a_quiet_session_says_nothing() {
    let mut terminal = Terminal::start(&["focal", "--speed", "max", "--quiet"]);
    terminal.wait_for("*").line("TYPE 1/0");
    terminal.wait_for("?28.73").wait_for("*").keys(OPERATOR).wait_for("focal8> ").line("quit");
    let ended = terminal.ended();
    ended.restored().code(0);
    assert!(!ended.output.contains("then explain"), "{}", ended.output);
}
