//! The pictures of the terminal's screens in the documents: `FOCAL8_UPDATE_DOCUMENTS=1 cargo test terminal::pictures`
//! takes them again.
//!
//! Lamps and times differ from run to run, so the tests do not compare whole pictures. Each test reaches the screen of
//! its picture, and checks that the screen and the picture show the same words.

use std::fs;
use std::path::Path;

use crate::pty::Terminal;
use crate::screen_svg;

/// Takes the picture of the present screen if the documents are to be updated, and checks the picture in the document.
fn check(terminal: &Terminal, name: &str, title: &str, words: &[&str]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures").join(name);
    if std::env::var_os("FOCAL8_UPDATE_DOCUMENTS").is_some() {
        fs::write(&file, screen_svg::svg(terminal.vt100(), title)).expect(name);
    }
    let picture = fs::read_to_string(&file).expect(name);
    let screen = terminal.screen();
    for words in words {
        assert!(screen.contains(words), "{words} is not on the screen:\n{screen}");
        assert!(picture.contains(words), "{words} is not in docs/pictures/{name}");
    }
}

/// Starts the program in a terminal with 24-bit colours.
fn start(command: &str) -> Terminal {
    Terminal::start_shell(&format!("unset NO_COLOR; export COLORTERM=truecolor; focal8 {command}"))
}

#[test]
fn the_panel_has_its_picture() {
    let mut terminal = start("panel");
    terminal.wait_until_shown("PROGRAM COUNTER").wait_until_shown("the keyboard is here");
    terminal.keys("F I=1,1000;S A=FSIN(I)\r").wait_until_shown("*F I=1,1000;S A=FSIN(I)");
    // The lamps glow when FOCAL has worked for a while.
    for _ in 0..40 {
        terminal.wait_for("\u{25cf}");
    }
    let words = ["PDP-8I", "PROGRAM COUNTER", "MULTIPLIER QUOTIENT", "FSIN(I)"];
    check(&terminal, "panel.svg", "focal8 panel: FOCAL at work, and its lamps", &words);
    terminal.signal("TERM");
    terminal.ended();
}

#[test]
fn machine_and_twin_have_their_picture() {
    let mut terminal = start("beside --speed max");
    terminal.wait_until_shown("1 turn").keys("45\r36\r").wait_until_shown("2 turns");
    let words = ["1971: FOCAL on a PDP-8/I", "today: the native twin", "TO:36", "EQUAL", "2 turns"];
    check(&terminal, "beside.svg", "focal8 beside: a game on the machine and on the native twin", &words);
    terminal.signal("TERM");
    terminal.ended();
}

#[test]
fn the_demo_has_its_picture() {
    let mut terminal = start("demo --scene checkers --fast");
    terminal.wait_until_shown("1971: a school computer plays checkers").wait_until_shown("TO:36");
    let words = ["1971: a school computer plays checkers", "FROM:45", "TO:36"];
    check(&terminal, "demo.svg", "focal8 demo: the checkers of 1971", &words);
    terminal.signal("TERM");
    terminal.ended();
}
