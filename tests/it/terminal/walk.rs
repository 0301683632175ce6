//! The first hour of a new user, from the first board to a script of their own: no step needs the manual.

use super::{CTRL_C, FAST_FORWARD, OPERATOR, WAY_OUT};
use crate::program::Folder;
use crate::pty::Terminal;

#[test]
fn the_first_hour() {
    let folder = Folder::new();
    a_game(&folder.path("game.core"));
    a_program(&folder.path("mine.fc"));
    let script = "restore focal.core\nload mine.fc\nexpect \"HELLO\" echo met; exit 4\nsend \"GO\\r\"\ncontinue\n";
    folder.file("test.ini", script.as_bytes());
    a_script(&folder.path(""));
}

/// Plays a game, guesses the commands that leave the game, and saves and continues the game.
fn a_game(image: &str) {
    let mut terminal = Terminal::start(&["play"]);
    terminal.wait_for("The squares by their numbers").wait_for(WAY_OUT).wait_for("FROM:");
    terminal.line("45").wait_for("TO:").line("36").wait_for("CTRL/F").keys(FAST_FORWARD).wait_for("FROM:");
    terminal.line("help").wait_for(WAY_OUT).keys(CTRL_C).wait_for("?01.00").keys(OPERATOR);
    terminal.wait_for("quit ends").wait_for("focal8> ").line("new").wait_for("FROM:").line("45").wait_for("TO:");
    terminal.keys(OPERATOR).wait_for("focal8> ").line("set speed max").wait_for("focal8> ");
    terminal.line(&format!("save {image}")).wait_for("focal8> ").line("exit");
    terminal.ended().restored().code(0);

    let mut terminal = Terminal::start(&["play", "--resume", image, "--speed", "max"]);
    terminal.wait_for("FROM:45").wait_for("TO:").line("36").wait_for("FROM:").keys(OPERATOR).wait_for("focal8> ");
    terminal.line("bye");
    terminal.ended().restored().code(0);
}

/// Runs a bundled program, types another program, explains an error, and saves and loads the typed program by name.
fn a_program(file: &str) {
    let mut terminal = Terminal::start(&["focal", "landr"]);
    terminal.wait_for("did you mean lander?");
    terminal.ended().restored().code(1);

    let mut terminal = Terminal::start(&["focal", "table", "--speed", "max"]);
    terminal.wait_for(WAY_OUT).wait_for("*").line("ERASE ALL").wait_for("*").line("1.1 TYPE \"HELLO\",1/X,!");
    terminal.wait_for("*").line("GO").wait_for("?28.73 @ 01.10").wait_for("*").keys(OPERATOR).wait_for("focal8> ");
    terminal.line("expl").wait_for("division by zero").wait_for("focal8> ").keys("cont\t\r");
    terminal.line("SET X=2").wait_for("*").line("GO").wait_for("0.5000").wait_for("*").keys(OPERATOR);
    terminal.wait_for("focal8> ").line(&format!("save {file}")).wait_for("1 line saved to").wait_for("focal8> ");
    terminal.line("quit");
    terminal.ended().restored().code(0);

    let mut terminal = Terminal::start(&["focal", "--native", file]);
    terminal.wait_for("*").line("WRITE ALL").wait_for("01.10 TYPE \"HELLO\",1/X,!").wait_for("*").line("quit");
    terminal.wait_for(WAY_OUT).keys(OPERATOR).wait_for("focal8> ").line("q");
    terminal.ended().restored().code(0);
}

/// Runs a script that loads the saved program and tests what it prints; the exit code gives the result.
fn a_script(folder: &str) {
    let image = "focal8 focal --core-image focal.core < /dev/null";
    let mut terminal = Terminal::start_shell(&format!("cd {folder} && {image} && focal8 monitor --do test.ini"));
    terminal.wait_for("met");
    terminal.ended().restored().code(4);
}
