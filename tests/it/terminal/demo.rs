//! The demonstration runs without any key, and any key ends it.

use super::CTRL_C;
use crate::program::{Folder, focal8};
use crate::pty::{COLUMNS, LINES, Terminal};

#[test]
fn it_shows_every_scene_and_ends_when_it_is_to() {
    let folder = Folder::new();
    let mut terminal = Terminal::start(&["demo", "--once", "--fast", "--record", &folder.path("demo.cast")]);
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
    let ended = terminal.ended();
    ended.restored().code(0);
    // A terminal that plays the recording ends with the screen that the demo has shown last.
    let recording = String::from_utf8(folder.read("demo.cast")).expect("UTF-8");
    let mut lines = recording.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let header = lines.next().expect("a header");
    assert_eq!((&header["version"], &header["width"], &header["height"]), (&2.into(), &80.into(), &24.into()));
    let mut screen = vt100::Parser::new(LINES, COLUMNS, 0);
    lines.for_each(|line| screen.process(line[2].as_str().expect("characters").as_bytes()));
    assert!(screen.screen().contents().contains("by edge_rule and mate_in_2"), "{}", screen.screen().contents());
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
