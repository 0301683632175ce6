//! Kept sessions: a session at a terminal is recorded in the user's folder, and a later session can continue it.

use std::fs;
use std::process::Stdio;

use super::OPERATOR;
use crate::command::program;
use crate::program::{Folder, Ran};
use crate::pty::{Ended, Terminal};

/// The arguments that start FOCAL at full speed.
const FOCAL: [&str; 3] = ["focal", "--speed", "max"];

/// Runs `focal8 sessions` with these arguments, without a terminal.
fn sessions(home: &str, arguments: &[&str]) -> Ran {
    let mut command = program();
    command.arg("sessions").args(arguments).env("XDG_STATE_HOME", home).stdin(Stdio::null());
    let output = command.output().expect("the binary was built for this test");
    let text = |bytes| String::from_utf8(bytes).expect("texts are UTF-8");
    Ran { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) }
}

/// Returns the rows of the list of kept sessions, without dates and times.
fn listed(home: &str) -> Vec<String> {
    let list = sessions(home, &[]);
    assert_eq!(list.code, 0, "{}", list.err);
    // The number, the date, the time of day, and how long the session lasted, such as `3 s` or `running`.
    let row = |row: &str| {
        let words: Vec<&str> = row.split_whitespace().collect();
        let rest = if words[3] == "running" { &words[3..] } else { &words[5..] };
        format!("{} {}", words[0], rest.join(" "))
    };
    list.out.lines().map(row).collect()
}

/// Types a line to FOCAL, and waits for FOCAL's next asterisk.
fn focal(terminal: &mut Terminal, line: &str) {
    // The prompt may be shown again before FOCAL takes the line, so the echo is awaited.
    terminal.line(line).wait_for(line).wait_for("\n*");
}

fn quit(mut terminal: Terminal) -> Ended {
    terminal.keys(OPERATOR).wait_for("focal8> ").line("quit");
    let ended = terminal.ended();
    ended.restored().code(0);
    ended
}

/// Sets a variable in a new session, which then ends.
fn set_a_variable(home: &str, line: &str) {
    let mut terminal = Terminal::start_at(home, &FOCAL);
    terminal.wait_for("*");
    focal(&mut terminal, line);
    quit(terminal);
}

#[test]
fn a_session_goes_on_where_it_ended() {
    let folder = Folder::new();
    let home = folder.path("home");
    set_a_variable(&home, "SET A=1969");
    assert_eq!(listed(&home), ["1 focal --speed max *SET A=1969"]);
    let mut terminal = Terminal::start_at(&home, &["--last"]);
    terminal.wait_for("*SET A=1969").wait_for("*");
    terminal.line("TYPE %4,A+2,!").wait_for("= 1971").wait_for("*");
    quit(terminal);
    // The continued session keeps its number, and can be continued again.
    assert_eq!(listed(&home), ["1 focal --speed max = 1971"]);
    let mut terminal = Terminal::start_at(&home, &["sessions", "resume", "1", "--quiet"]);
    terminal.wait_for("= 1971").wait_for("*").line("TYPE %4,A+31,!").wait_for("= 2000").wait_for("*");
    // The machine can go back to a moment before the session was continued.
    terminal.keys(OPERATOR).wait_for("focal8> ").line("back 0s").wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn a_killed_session_goes_on_although_its_last_line_is_cut() {
    let folder = Folder::new();
    let home = folder.path("home");
    let mut terminal = Terminal::start_at(&home, &FOCAL);
    terminal.wait_for("*");
    focal(&mut terminal, "SET A=12");
    focal(&mut terminal, "SET B=7");
    terminal.signal("KILL");
    terminal.ended();
    assert_eq!(listed(&home), ["1 focal --speed max *SET B=7"]);
    let recording = folder.path("home/focal8/sessions/1/session");
    let text = fs::read(&recording).expect("the session was kept");
    fs::write(&recording, &text[..text.len() - 3]).expect("a temporary file");
    let mut terminal = Terminal::start_at(&home, &["--last"]);
    // The cut line is the RETURN of the last line.
    terminal.wait_for("*SET B=7").line("").wait_for("\n*");
    terminal.line("TYPE %4,A*B,!").wait_for("=   84").wait_for("*");
    quit(terminal);
    let whole = fs::read_to_string(&recording).expect("the session was kept");
    assert!(whole.starts_with(std::str::from_utf8(&text[..text.len() - 30]).expect("a text")), "{whole}");
    assert!(whole.ends_with(" end\n"), "{whole}");
}

#[test]
fn two_programs_at_once_keep_their_own_sessions() {
    let folder = Folder::new();
    let home = folder.path("home");
    let mut one = Terminal::start_at(&home, &FOCAL);
    one.wait_for("*");
    let mut other = Terminal::start_at(&home, &FOCAL);
    other.wait_for("*");
    focal(&mut one, "SET A=1");
    focal(&mut other, "SET A=2");
    let rows = listed(&home);
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row.contains(" running focal ")), "{rows:?}");
    let refused = Terminal::start_at(&home, &["sessions", "resume", "1"]).ended();
    assert!(refused.code(1).output.contains("session 1 is running in another window"), "{}", refused.output);
    let refused = Terminal::start_at(&home, &["--last"]).ended();
    assert!(refused.code(1).output.contains("no session is kept that could go on"), "{}", refused.output);
    assert_eq!(sessions(&home, &["clear"]).err, "focal8: 0 sessions removed, the running ones stay\n");
    quit(one);
    quit(other);
    for (number, value) in [("1", "=    1"), ("2", "=    2")] {
        let mut terminal = Terminal::start_at(&home, &["sessions", "resume", number]);
        terminal.wait_for("*SET A=").wait_for("*").line("TYPE %4,A,!").wait_for(value).wait_for("*");
        quit(terminal);
    }
    assert_eq!(sessions(&home, &["clear"]).err, "focal8: 2 sessions removed\n");
    assert_eq!(sessions(&home, &[]).err, "focal8: no session is kept\n");
}

/// Only the first session shows the folder in which sessions are kept. A session without any key is not kept.
#[test]
fn the_first_session_says_where_it_is_kept() {
    let folder = Folder::new();
    let home = folder.path("home");
    let said = |arguments: &[&str]| {
        let mut terminal = Terminal::start_at(&home, arguments);
        terminal.wait_for("*");
        quit(terminal).output
    };
    let place = format!("sessions are kept in {}", folder.path("home/focal8/sessions"));
    let first = said(&FOCAL);
    assert!(first.replace("\r\n", "").contains(&place) && first.contains("--no-keep"), "{first}");
    assert!(!said(&FOCAL).contains("sessions are kept"));
    assert_eq!(listed(&home), [] as [&str; 0]);
}

#[test]
fn nothing_is_kept_without_a_person_or_with_no_keep() {
    let folder = Folder::new();
    let home = folder.path("home");
    let mut terminal = Terminal::start_at(&home, &["focal", "--speed", "max", "--no-keep"]);
    terminal.wait_for("*");
    focal(&mut terminal, "SET A=1");
    quit(terminal);
    let script = folder.file("quit.do", b"evaluate 1\n");
    let tape = folder.file("line.fc", b"TYPE 1,!\n");
    for arguments in [
        &["focal", "-e", "TYPE 1,!"][..],
        &["monitor", "--do", &script],
        &["demo", "--scene", "curve", "--once", "--fast"],
    ] {
        Terminal::start_at(&home, arguments).ended();
    }
    let mut native = Terminal::start_at(&home, &["focal", "--native", &tape]);
    native.wait_for("= ").wait_for("*");
    quit(native);
    let mut line = Terminal::start_at(&home, &["monitor", "--line", "1=telnet:127.0.0.1:0"]);
    line.wait_for("focal8> ").line("deposit 200 7402").wait_for("focal8> ").line("quit");
    line.ended().code(0);
    let mut piped = program();
    piped.args(["focal"]).env("XDG_STATE_HOME", &home).stdin(Stdio::null());
    assert!(piped.output().expect("the program").status.success());
    assert!(!fs::exists(folder.path("home/focal8/sessions")).expect("a temporary folder"));
}

/// If the folder cannot be written, the session shows one message and continues.
#[test]
fn without_a_folder_for_sessions_play_goes_on() {
    let folder = Folder::new();
    let file = folder.file("file", b"no folder");
    // No data can be written to the state folder, as on a full disk.
    let full = folder.path("full");
    let line = format!("export XDG_STATE_HOME='{full}'; trap '' XFSZ; ulimit -f 1; focal8 focal --speed max");
    for mut terminal in [Terminal::start_at(&file, &FOCAL), Terminal::start_shell(&line)] {
        terminal.wait_for("focal8: this session is not kept: cannot write to ").wait_for("*");
        focal(&mut terminal, "SET A=1");
        let ended = quit(terminal);
        assert_eq!(ended.output.matches("not kept").count(), 1, "{}", ended.output);
    }
    assert_eq!(listed(&full), [] as [&str; 0]);
}

/// If a session becomes too large, only its part up to the limit is kept.
#[test]
fn a_large_session_is_kept_in_part() {
    let folder = Folder::new();
    let home = folder.path("home");
    let tape = folder.file("large.ptr", &vec![0o301; 3_000_000]);
    let mut terminal = Terminal::start_at(&home, &FOCAL);
    terminal.wait_for("*");
    focal(&mut terminal, "SET A=19");
    terminal.keys(OPERATOR).wait_for("focal8> ").line(&format!("attach ptr {tape}")).wait_for("focal8> ");
    terminal.line("continue").wait_for("not kept: its recording is larger than 10 MiB");
    focal(&mut terminal, "SET A=20");
    assert_eq!(quit(terminal).output.matches("not kept").count(), 1);
    let size = fs::metadata(folder.path("home/focal8/sessions/1/session")).expect("the session was kept").len();
    assert!(size < 1 << 20, "{size}");
    let mut terminal = Terminal::start_at(&home, &["--last"]);
    terminal.wait_for("*SET A=19").wait_for("*").line("TYPE %4,A,!").wait_for("=   19").wait_for("*");
    quit(terminal);
}

#[test]
fn the_operator_the_panel_and_the_game_go_on_too() {
    let folder = Folder::new();
    let home = folder.path("home");
    let mut terminal = Terminal::start_at(&home, &["monitor", "--tty", "fast", "--speed", "max"]);
    let out = folder.path("printed.txt");
    terminal.wait_for("focal8> ").line(&format!("attach lpt {out}")).wait_for("focal8> ");
    terminal.line("deposit 200 7402").wait_for("focal8> ").line("run 200").wait_for("HALT");
    terminal.wait_for("focal8> ").line("quit");
    terminal.ended().code(0);
    let mut terminal = Terminal::start_at(&home, &["--last"]);
    terminal.wait_for("focal8> ").line("examine 200").wait_for("7402").wait_for("focal8> ");
    terminal.line("show devices").wait_for("printed.txt").wait_for("focal8> ").line("quit");
    terminal.ended().code(0);

    let mut terminal = Terminal::start_at(&home, &["panel", "--stopped"]);
    terminal.wait_until_shown("MEMORY").keys("1ls").keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
    let mut terminal = Terminal::start_at(&home, &["--last"]);
    terminal.wait_until_shown("MEMORY").keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);

    let mut terminal = Terminal::start_at(&home, &["play", "--speed", "max"]);
    // The prompt may be shown again before the machine takes the keys, so the answer is awaited.
    terminal.wait_for("FROM:").keys("45 36 ").wait_for("TO:").wait_for("FROM:");
    quit(terminal);
    let mut terminal = Terminal::start_at(&home, &["--last"]);
    terminal.wait_for("FROM:").keys(OPERATOR).wait_for("focal8> ").line("new").wait_for("FROM:");
    quit(terminal);
    let rows = listed(&home);
    let begins = ["3 play --speed max", "2 panel --stopped", "1 monitor --tty fast"];
    assert!(rows.len() == 3 && rows.iter().zip(begins).all(|(row, begin)| row.starts_with(begin)), "{rows:?}");
}

/// A program that writes block 3 of the pack in the first drive, and then prints each key.
const WRITER: &str = "*200
CLA
TAD (4000
6746
CLA IAC RTL
TAD (-1
6743
6741
JMP .-1
6745
KEY, KSF
JMP .-1
KRB
TLS
TSF
JMP .-1
JMP KEY
$
";

#[test]
fn a_session_with_a_disc_goes_on_while_the_disc_is_as_it_left_it() {
    let folder = Folder::new();
    let home = folder.path("home");
    let source = folder.file("writer.pal", WRITER.as_bytes());
    let before = vec![1; 100 * 512];
    let pack = folder.file("pack.rk05", &before);
    let attached = format!("rk0={pack}");
    let mut terminal = Terminal::start_at(
        &home,
        &[source.as_str(), "--model", "8e", "--discs", "fast", "--tty", "fast", "--attach", &attached],
    );
    terminal.wait_for("leaves").keys("A").wait_for("A").keys("B").wait_for("B");
    terminal.signal("KILL");
    terminal.ended();
    let after = folder.read("pack.rk05");
    assert_ne!(after, before, "the program has written");
    let recording = folder.read("home/focal8/sessions/1/session");
    assert!(recording.len() < 20_000, "{}", recording.len());
    let go_on = |key: &str| {
        let mut terminal = Terminal::start_at(&home, &["--last"]);
        terminal.wait_for("AB").keys(key).wait_for(key);
        quit(terminal);
    };
    go_on("C");
    // The program was killed before it wrote the block.
    folder.file("pack.rk05", &before);
    go_on("D");
    assert!(folder.read("pack.rk05") == after, "the block is written");
    // Another program writes the block, and then another block.
    for at in [3 * 512, 5 * 512] {
        let mut other = after.clone();
        other[at] ^= 2;
        folder.file("pack.rk05", &other);
        let refused = Terminal::start_at(&home, &["--last"]).ended();
        refused.code(1);
        let said = refused.output.replace("\r\n", "");
        assert!(said.contains("pack.rk05") && said.contains("has changed since the session"), "{said}");
        assert!(folder.read("pack.rk05") == other, "the pack is as it was");
    }
    folder.file("pack.rk05", &after);
    go_on("E");
}
