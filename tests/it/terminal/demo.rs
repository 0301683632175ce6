//! The demo, which runs without any key, and which any key ends.

use super::CTRL_C;
use crate::program::focal8;
use crate::pty::Terminal;

#[test]
fn it_shows_every_scene_and_ends_when_it_is_to() {
    let mut terminal = Terminal::start(&["demo", "--once", "--fast"]);
    for words in [
        "a PDP-8/I is switched on",
        "FOCAL on an ASR-33",
        "A plot is",
        "a ball in machine code",
        "1971: a school computer",
        "EQUAL in move",
        "by edge_rule and mate_in_2",
    ] {
        terminal.wait_for(words);
    }
    terminal.ended().restored().code(0);
}

#[test]
fn any_key_ends_it_in_any_scene() {
    for (scene, key, words) in [
        ("switches", " ", "DEP"),
        ("focal", "x", "*TYPE FSQT(2)"),
        ("beside", CTRL_C, "the native twin"),
        ("checkers", "\x1b", "FROM:"),
    ] {
        let mut terminal = Terminal::start(&["demo", "--scene", scene]);
        terminal.wait_until_shown(words).keys(key);
        terminal.ended().restored().code(0);
    }
}

#[test]
fn a_signal_ends_it_with_the_terminal_restored() {
    let mut terminal = Terminal::start(&["demo", "--scene", "curve"]);
    terminal.wait_until_shown("any key ends").signal("TERM");
    let ended = terminal.ended();
    ended.restored();
}

#[test]
fn without_a_terminal_it_says_so() {
    let ran = focal8(&["demo"], b"");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (1, "error: the demo needs a terminal: it fills the screen, and any key ends it\n")
    );
    assert_eq!(focal8(&["demo", "--scene", "opera"], b"").code, 2);
}
