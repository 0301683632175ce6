//! Machine and twin side by side, as a person sees them.

use super::CTRL_C;
use crate::pty::Terminal;

#[test]
fn a_game_against_both() {
    let mut terminal = Terminal::start(&["beside", "--speed", "max"]);
    terminal.wait_until_shown("EQUAL in move, A, M, D, FRAN, n, bytes, status   1 turn");
    terminal.keys("45\r36\r").wait_until_shown("1971: 27 to 45").wait_until_shown("2 turns");
    let screen = terminal.screen();
    for words in [
        "1971: FOCAL on a PDP-8/I",
        "today: 27 to 45, a jump",
        "TO:36",
        "2736!",
        "times as fast",
        "27 ·",
        "45 C",
        "43 O",
    ] {
        assert!(screen.contains(words), "{words}:\n{screen}");
    }
    terminal.keys(CTRL_C);
    let ended = terminal.ended();
    ended.restored().code(0);
    assert!(ended.output.contains("machine and twin: 2 turns equal in everything"), "{}", ended.output);
}

#[test]
fn a_game_by_itself_ends_with_its_last_ply() {
    let mut terminal = Terminal::start(&["beside", "--campaign", "legal", "--plies", "3", "--speed", "max"]);
    terminal
        .wait_until_shown("1 turn")
        .keys(" ")
        .wait_until_shown("2 turns")
        .wait_until_shown("any key ends")
        .keys("x");
    terminal.ended().restored().code(0);
}
