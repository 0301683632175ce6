//! The game of checkers: the numbers of the squares, a new game during a session, and a continued game.

use super::{OPERATOR, WAY_OUT};
use crate::pty::Terminal;

/// A row of the numbers of the squares, in a form that does not occur in the comments on the tape.
const NUMBERS: &str = "57  59  61  63\r\n\r\nfocal8";
const PICTURE: &str = "2   4   6   8     The squares by their numbers.";
/// A row of the board.
const BOARD: &str = "O   O   O   O";

#[test]
fn the_numbers_of_the_squares_are_on_the_first_screen() {
    for arguments in [&["play", "--speed", "max"][..], &["play", "--native", "--speed", "max"]] {
        let mut terminal = Terminal::start(arguments);
        terminal.wait_for(PICTURE).wait_for(NUMBERS).wait_until_shown(WAY_OUT).wait_until_shown("FROM:");
        terminal.wait_until_shown(BOARD);
        terminal.keys(OPERATOR).wait_for("focal8> ").line("help").wait_for(PICTURE).wait_for("focal8> ").line("quit");
        terminal.ended().restored().code(0);
    }
}

#[test]
fn who_is_quiet_has_the_paper_alone() {
    let mut terminal = Terminal::start(&["play", "--quiet", "--speed", "max"]);
    terminal.wait_for(BOARD).wait_for("FROM:").keys(OPERATOR).wait_for("focal8> ").line("quit");
    let ended = terminal.ended();
    ended.restored().code(0);
    assert!(!ended.output.contains(PICTURE), "{}", ended.output);
}

/// The first move is always the same, because a freshly loaded FOCAL draws the same random numbers. The second game
/// begins with another move.
#[test]
fn another_game_is_one_command() {
    for arguments in [&["play", "--quiet"][..], &["play", "--quiet", "--native"]] {
        let mut terminal = Terminal::start(arguments);
        terminal.wait_for("FROM:").line("45").wait_for("TO:").keys(OPERATOR).wait_for("focal8> ").line("new");
        terminal.wait_for(BOARD).wait_for("FROM:").line("45").wait_for("TO:").line("36");
        // The test uses fast forward, because the answer otherwise comes at the speed of 1969.
        terminal.wait_for("\r").keys(super::FAST_FORWARD).wait_for("FROM:");
        terminal.keys(OPERATOR).wait_for("focal8> ").line("quit");
        terminal.ended().restored().code(0);
    }
}

#[test]
fn a_game_that_is_gone_on_with_shows_where_it_stands() {
    let file = std::env::temp_dir().join(format!("focal8-{}-game.core", std::process::id()));
    let file = file.to_str().expect("a plain name");
    let mut terminal = Terminal::start(&["play", "--quiet", "--speed", "max", "--core-image", file]);
    terminal.wait_for("FROM:").line("45").wait_for("TO:").keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().code(0);

    let mut terminal = Terminal::start(&["play", "--speed", "max", "--resume", file]);
    terminal.wait_for(BOARD).wait_for("FROM:45").wait_for("TO:").line("36").wait_for(BOARD).wait_for("FROM:");
    // A game that the operator restores shows its board too.
    terminal.keys(OPERATOR).wait_for("focal8> ").line(&format!("restore {file}")).wait_for("focal8> ").line("continue");
    terminal.wait_for(BOARD).wait_for("FROM:45").wait_for("TO:").keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
    std::fs::remove_file(file).expect("the test's own file");
}
