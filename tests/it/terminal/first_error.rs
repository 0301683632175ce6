//! After the first error of a session, a hint tells how to get an explanation. The hint does not change the paper.

use super::OPERATOR;
use crate::program::Folder;
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

/// On the panel, a remark takes the place of the help of the keys until the next key.
#[test]
fn the_panel_says_how_the_first_error_is_explained_and_what_the_machine_lacks() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&["panel", "roms/focal.bin", "--tty", "fast", "--speed", "max"]);
    terminal.wait_until_shown("*").keys("FOO\r").wait_until_shown("CTRL/E, then explain, explains ?0");
    terminal.keys(OPERATOR).wait_for("focal8> ").line("explain").wait_for("?0").wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
    // MUY multiplies by the next word; without an EAE the next word is executed, and halts.
    let tape = folder.tape("muy.bin", "*200\n7405\nHLT\n$\n");
    let mut terminal = Terminal::start(&["panel", &tape]);
    terminal.wait_until_shown("the instruction 7405 at 00200 needs the EAE, and the machine has none:");
    terminal.keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
}
