//! The operator's prompt: lines can be edited, recalled and completed, and no key is lost when the prompt opens or
//! closes.

use super::{CTRL_C, OPERATOR};
use crate::program::{Folder, focal8};
use crate::pty::Terminal;

/// Returns a terminal at the operator's prompt of a fresh session.
fn operator() -> Terminal {
    let mut terminal = Terminal::start(&["monitor", "--core", "8K"]);
    terminal.wait_for("focal8> ");
    terminal
}

fn quit(mut terminal: Terminal) {
    terminal.line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn a_line_is_edited_and_recalled() {
    let mut terminal = operator();
    terminal.keys("posit ac 1235\x1b[D\x1b[3~4\x01de\r").wait_for("focal8> ").line("e ac").wait_for("AC:\t1234");
    terminal.keys("\x1b[A\x1b[A").wait_until_shown("focal8> deposit ac 1234").keys("\x7f5\r").wait_for("focal8> ");
    terminal.line("e ac").wait_for("AC:\t1235").wait_for("focal8> ");
    quit(terminal);
}

#[test]
fn words_are_completed() {
    let mut terminal = operator();
    terminal.keys("dep\tm\t\t").wait_for("ma  mb  mq").keys("b 7\r").wait_for("focal8> ").keys("ex\t");
    terminal.wait_until_shown("focal8> ex").keys("amine mb\r").wait_for("MB:\t0007").wait_for("focal8> ");
    terminal.keys("load README.m\t").wait_until_shown("focal8> load README.md").keys(CTRL_C).wait_for("^C");
    quit(terminal);
}

#[test]
fn control_characters_reach_the_terminal_as_text_or_not_at_all() {
    let mut terminal = operator();
    terminal.keys("\x1b]0;title\x07\x1b[2Jecho one\x0b\x02\x1d\x1c two").wait_until_shown("echo");
    terminal.keys(CTRL_C).wait_for("^C").wait_for("focal8> ");
    quit(terminal);
}

#[test]
fn ctrl_c_forgets_the_line_and_twice_says_how_to_leave() {
    let mut terminal = operator();
    terminal.keys("nonsense").wait_for("nonsense").keys(CTRL_C).wait_for("^C").wait_for("focal8> ");
    terminal.keys(CTRL_C).wait_for("quit ends").wait_for("focal8> ").keys("\x04");
    let ended = terminal.ended();
    ended.restored().code(0);
    assert!(!ended.output.contains("unknown command"), "{}", ended.output);
}

/// Text that is pasted while the prompt opens goes to the prompt, and the text after `continue` goes to the machine.
#[test]
fn a_paste_goes_where_it_belongs() {
    let mut terminal = Terminal::start(&["focal", "--speed", "max"]);
    terminal.wait_for("*").keys("TYPE 2+2,!\r");
    terminal.wait_for("4.0000").keys("\x05show version\rcontinue\rTYPE 3+3,!\r\x05evaluate 7402\rc\rTYPE 4+4,!\r");
    // The second CTRL/E takes effect at once; the keys before it wait.
    terminal.wait_for("version\tfocal8").wait_for("HLT").wait_for("6.0000").wait_for("8.0000");
    terminal.keys(OPERATOR).wait_for("focal8> ");
    quit(terminal);
}

/// FOCAL adds up ten thousand typed characters, so a wrong sum would show a lost character.
#[test]
fn a_long_paste_loses_nothing() {
    let line = |number: u32| format!("SET A=A+{number:03};COMMENT A LINE OF FIFTY CHARACTERS...\r");
    let text: String = (0..200).map(line).collect();
    assert_eq!(text.len(), 10_000);
    for arguments in [&["focal", "--speed", "max", "--quiet"][..], &["focal", "--native", "--speed", "max", "--quiet"]]
    {
        let mut terminal = Terminal::start(arguments);
        terminal.wait_for("*").keys(&text).wait_for("A+199").line("TYPE A/1000,!").wait_for("19.9000");
        terminal.keys(OPERATOR).wait_for("focal8> ");
        quit(terminal);
    }
}

/// Like SIMH, the program stays with the system that a script has booted, so that a person can use the system.
#[test]
fn a_script_that_boots_a_system_stays_with_it() {
    let folder = Folder::new();
    let disc = folder.path("demo.rk05");
    assert_eq!(focal8(&["disc", "make", &disc, "--demo"], b"").code, 0);
    let script = folder.file("boot.ini", format!("; simh\nattach -r rk0 {disc}\nboot rk0\n").as_bytes());
    let mut terminal = Terminal::start(&["monitor", "--do", &script]);
    terminal.wait_for("a glass terminal shows TABs").wait_for("CTRL/E opens the operator's prompt").wait_for(".");
    terminal.keys("D\r").wait_for("GUESS .FC").wait_for("\n.");
    assert!(!terminal.screen().contains("Waiting for a key"), "{}", terminal.screen());
    terminal.keys(OPERATOR).wait_for("focal8> ").line("show tty").wait_for(", glass").line("quit");
    terminal.ended().restored().code(0);
    // A script with commands after a wait goes on, and the program ends.
    let script = folder.file("on.ini", format!("; simh\nattach -r rk0 {disc}\nboot rk0\necho after\n").as_bytes());
    let mut terminal = Terminal::start(&["monitor", "--do", &script]);
    terminal.wait_for("Waiting for a key").wait_for("after");
    terminal.ended().restored().code(0);
    // A script in which a command has failed ends with its exit code.
    let script = folder.file("bad.ini", format!("; simh\nattach -r rk0 {disc}\nload none.bin\nboot rk0\n").as_bytes());
    let mut terminal = Terminal::start(&["monitor", "--do", &script]);
    terminal.wait_for("none.bin").wait_for("Waiting for a key");
    terminal.ended().restored().code(1);
    // The operator's `boot` shows TABs too, unless the user has chosen.
    let mut terminal = Terminal::start(&["monitor", "--like", "simh", "--attach", &format!("rk0={disc},ro")]);
    terminal.wait_for("focal8> ").line("boot rk0").wait_for("a glass terminal shows TABs").wait_for("\n.");
    terminal.keys(OPERATOR).wait_for("focal8> ").line("set tty paper").line("boot rk0").wait_for("\n.");
    terminal.keys(OPERATOR).wait_for("focal8> ").line("show tty").wait_for("tty\t").line("quit");
    let ended = terminal.ended();
    ended.restored().code(0);
    assert_eq!(ended.output.matches("a glass terminal shows TABs").count(), 1, "{}", ended.output);
}
