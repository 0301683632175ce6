//! The prompts of the exhibits: edited as the operator's, and CTRL/C stops what is thought about.

use super::CTRL_C;
use crate::pty::Terminal;

#[test]
fn strachey_stops_thinking_and_the_game_goes_on() {
    let mut terminal = Terminal::start(&["strachey", "play", "--human", "black"]);
    terminal.wait_for("Black> ").line("depth 20").wait_for("Black> ").line("14-19").wait_for("\r\n").keys(CTRL_C);
    terminal.wait_for("Interrupted; your move is taken back").wait_for("Black> ").line("hint").wait_for("\r\n");
    terminal.keys(CTRL_C).wait_for("Interrupted.").wait_for("Black> ").line("depth 1").wait_for("Black> ");
    terminal.line("14-19").wait_for("White plays").wait_for("Black> ").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn strachey_in_cpl_stops_too() {
    let mut terminal = Terminal::start(&["strachey", "play", "--human", "black", "--program", "own"]);
    terminal.wait_for("Black> ").line("depth 20").wait_for("Black> ").line("14-19").wait_for("\r\n").keys(CTRL_C);
    terminal.wait_for("Interrupted; your move is taken back").wait_for("Black> ").keys("qu\t\r");
    terminal.ended().restored().code(0);
}

#[test]
fn lisp_stops_a_search_and_keeps_its_names() {
    let mut terminal = Terminal::start(&["cs2360"]);
    terminal.wait_for("> ").keys("(perf\t (start-board 8) 'wp 40)\r").wait_for("40)").wait_for("\r\n").keys(CTRL_C);
    terminal.wait_for("the search was stopped").wait_for("> ").line("(perft (start-board 4) 'wp 1)").wait_for("> ");
    terminal.keys("\x04");
    terminal.ended().restored().code(0);
}

#[test]
fn al0_is_typed_to_in_any_letters() {
    let mut terminal = Terminal::start(&["al0", "play", "--lang", "ru"]);
    terminal.wait_for("ваш ход> ").keys("помощX\x7fь\r").wait_for("ваш ход> ").keys("вых\t\r");
    terminal.ended().restored().code(0);
}

#[test]
fn apl_is_edited() {
    let mut terminal = Terminal::start(&["threeman", "apl"]);
    terminal
        .wait_for("      ")
        .keys("2+\x01\x1b[C+\x1b[3~1\r")
        .wait_for("3\r\n")
        .keys("\x1b[A")
        .wait_until_shown("2+1");
    terminal.keys(CTRL_C).wait_for("^C").keys(")o\t\r");
    terminal.ended().restored().code(0);
}

#[test]
fn a_signal_at_a_prompt_gives_the_terminal_back() {
    for arguments in [&["strachey", "play", "--human", "black"][..], &["cs2360"], &["al0", "play"]] {
        let mut terminal = Terminal::start(arguments);
        terminal.wait_for("> ");
        terminal.signal("TERM");
        terminal.ended().restored();
    }
}
