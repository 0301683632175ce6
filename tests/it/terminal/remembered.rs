//! Data that a session at a terminal reads at its start: the history of the operator's lines, and the start-up file.

use std::fs;

use super::OPERATOR;
use crate::program::Folder;
use crate::pty::Terminal;

/// The key ↑.
const UP: &str = "\x1b[A";

#[test]
fn the_lines_of_the_operator_are_recalled_in_the_next_session() {
    let folder = Folder::new();
    let home = folder.path("home");
    let mut first = Terminal::start_at(&home, &["monitor"]);
    first.wait_for("focal8> ").line("evaluate 1234").wait_for("1234\t").wait_for("focal8> ").keys("\x04");
    first.ended().restored().code(0);
    let mut second = Terminal::start_at(&home, &["focal"]);
    second.wait_for("*").keys(OPERATOR).wait_for("focal8> ").keys(UP).wait_for("evaluate 1234").keys("\x15");
    second.line("quit");
    second.ended().restored().code(0);
    let history = String::from_utf8(folder.read("home/focal8/history-focal8")).expect("a text");
    assert_eq!(history, "evaluate 1234\nquit\n");
}

/// Lines that are typed at FOCAL's prompt can be recalled. Answers to a program that asks for a value cannot be
/// recalled.
#[test]
fn the_lines_at_focals_prompt_are_recalled_in_the_next_session() {
    let folder = Folder::new();
    let home = folder.path("home");
    for option in [&[][..], &["--core", "8K"], &["--native"]] {
        let implementation = &[&["focal", "--speed", "max"], option].concat();
        let mut first = Terminal::start_at(&home, implementation);
        first.wait_for("*").line("ASK A").wait_for(":").line("17").wait_for("*").line("TYPE A").wait_for("17.0000");
        first.wait_for("*").keys(UP).wait_for("TYPE A").line("+1").wait_for("18.0000").wait_for("*");
        first.keys(OPERATOR).wait_for("focal8> ").line("quit");
        first.ended().restored().code(0);
        let mut second = Terminal::start_at(&home, implementation);
        second.wait_for("*").keys("TYP").keys(UP).wait_for("TYPE A+1").keys(UP).wait_for("_TYPE A").line("-1");
        second.wait_for("=-   1.0000").wait_for("*").keys(OPERATOR).wait_for("focal8> ").line("quit");
        second.ended().restored().code(0);
        let history = String::from_utf8(folder.read("home/focal8/history-focal")).expect("a text");
        assert_eq!(history, "ASK A\nTYPE A\nTYPE A+1\nTYPE A-1\n");
        fs::remove_file(folder.path("home/focal8/history-focal")).expect("it was written");
    }
}

#[test]
fn an_exhibit_remembers_its_own_lines() {
    let folder = Folder::new();
    let home = folder.path("home");
    let mut first = Terminal::start_at(&home, &["strachey", "run", "own"]);
    first
        .wait_for("> ")
        .line("F(n) = n = 0 → 0, F(n - 1)")
        .wait_for("> ")
        .line("F(9)")
        .wait_for("0\r\n")
        .wait_for("> ");
    first.line("quit");
    first.ended().restored().code(0);
    let mut second = Terminal::start_at(&home, &["strachey", "run", "own"]);
    second.wait_for("> ").keys(UP).keys(UP).wait_for("F(9)").keys("\x15").line("quit");
    second.ended().restored().code(0);
}

/// If the state folder cannot be made, the session has no history but otherwise works as usual.
#[test]
fn without_a_folder_for_state_a_session_goes_on() {
    let folder = Folder::new();
    let file = folder.file("file", b"no folder");
    let mut terminal = Terminal::start_at(&file, &["monitor"]);
    terminal.wait_for("focal8> ").line("evaluate 7").wait_for("0007").wait_for("focal8> ").keys(UP);
    terminal.wait_for("evaluate 7").keys("\x15").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn the_start_up_file_is_executed_and_shown() {
    let folder = Folder::new();
    let home = folder.path("home");
    fs::create_dir_all(folder.path("home/focal8")).expect("a temporary folder");
    let commands = "# mine\nset speed max\necho ready to work\nfrobnicate\nstep 5\n";
    folder.file("home/focal8/startup", commands.as_bytes());
    let mut terminal = Terminal::start_at(&home, &["monitor"]);
    terminal.wait_for("ready to work").wait_for("startup, line 4: unknown command 'frobnicate'");
    terminal.wait_for("startup, line 5: ").wait_for("focal8> ").line("show speed").wait_for("speed\tmax");
    // The refused command has not changed the machine.
    terminal.wait_for("focal8> ").line("examine pc").wait_for("PC:\t00000");
    terminal.wait_for("focal8> ").line("show startup").wait_for("home/focal8/startup").wait_for("set speed max");
    terminal.wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
    // Without the file, a session begins as before.
    let mut other = Terminal::start(&["monitor"]);
    other.wait_for("focal8> ").line("show startup").wait_for("which does not exist").wait_for("focal8> ").line("quit");
    let ended = other.ended();
    ended.restored().code(0);
    assert!(!ended.output.contains("ready to work"), "{}", ended.output);
}

#[test]
fn a_default_is_an_option_that_need_not_be_typed() {
    let folder = Folder::new();
    let home = folder.path("home");
    let mut first = Terminal::start_at(&home, &["monitor"]);
    first.wait_for("focal8> ").line("show defaults").wait_for("defaults\tnone").wait_for("focal8> ");
    for (line, answer) in [
        ("set default model 8e", "the default holds from the next session on"),
        ("set default speed MAX", "the default holds"),
        ("set default sound off", "the default holds"),
        ("set default", "set default needs a name and a value"),
        ("set default model 9", "'9' is no default for model; expected a model that --model takes, such as 8e"),
        ("set default paper blue", "'paper' has no default; these have: model speed machine sound keep colours"),
    ] {
        first.line(line).wait_for(answer).wait_for("focal8> ");
    }
    first.line("show cpu").wait_for("PDP-8i").wait_for("focal8> ").line("quit");
    first.ended().restored().code(0);
    assert_eq!(folder.read("home/focal8/defaults"), b"model 8e\nspeed max\nsound off\n");

    let mut second = Terminal::start_at(&home, &["monitor"]);
    second.wait_for("focal8> ").line("show cpu").wait_for("PDP-8e").wait_for("focal8> ");
    second.line("set nodefault model").wait_for("the default holds").wait_for("focal8> ").line("quit");
    second.ended().restored().code(0);
    assert_eq!(folder.read("home/focal8/defaults"), b"speed max\nsound off\n");
}

#[test]
fn of_two_defaults_that_exclude_each_other_the_newer_wins() {
    let folder = Folder::new();
    let home = folder.path("home");
    let newest = [
        ("set default model 8l", None, "PDP-8l, 4K"),
        ("set default machine simh", Some("it takes the place of the default model 8l"), "PDP-8e, 32K"),
        ("set default model 8s", Some("it takes the place of the default machine simh"), "PDP-8s, 4K"),
    ];
    for (line, remark, machine) in newest {
        let mut setting = Terminal::start_at(&home, &["monitor"]);
        setting.wait_for("focal8> ").line(line).wait_for("the default holds");
        if let Some(remark) = remark {
            setting.wait_for(remark);
        }
        setting.wait_for("focal8> ").line("quit");
        assert_eq!(setting.ended().output.contains("in focal8 monitor"), remark.is_some());
        let mut next = Terminal::start_at(&home, &["monitor"]);
        next.wait_for("focal8> ").line("show cpu").wait_for(machine).wait_for("focal8> ").line("quit");
        next.ended().restored().code(0);
    }
    assert_eq!(folder.read("home/focal8/defaults"), b"machine simh\nmodel 8s\n");
}

/// An option on the command line wins over its default in the file `defaults`. A default that cannot be combined with
/// an option on the command line is ignored.
#[test]
fn what_is_typed_wins_over_a_default() {
    let folder = Folder::new();
    let home = folder.path("home");
    let set = |text: &[u8]| std::fs::write(folder.path("home/focal8/defaults"), text).expect("a file");
    std::fs::create_dir_all(folder.path("home/focal8")).expect("a folder");
    set(b"model 8e\n");
    for (arguments, answer) in
        [(&["monitor", "--model", "8l"][..], "PDP-8l"), (&["monitor", "--like", "simh"], "PDP-8e")]
    {
        let mut terminal = Terminal::start_at(&home, arguments);
        terminal.wait_for("focal8> ").line("show cpu").wait_for(answer).wait_for("focal8> ").line("quit");
        terminal.ended().restored().code(0);
    }
    let mut native = Terminal::start_at(&home, &["focal", "--native"]);
    native.wait_for("*").keys(OPERATOR).wait_for("focal8> ").line("quit");
    native.ended().restored().code(0);
    set(b"keep maybe\nmodel 8s\n");
    let mut terminal = Terminal::start_at(&home, &["monitor"]);
    terminal.wait_for("line 1: 'maybe' is no default for keep; expected on or off");
    terminal.wait_for("focal8> ").line("show cpu").wait_for("PDP-8s").wait_for("focal8> ");
    terminal.line("set default speed max").wait_for("line 1: 'maybe'").wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
    assert_eq!(folder.read("home/focal8/defaults"), b"keep maybe\nmodel 8s\n", "a faulty file is not overwritten");
}
