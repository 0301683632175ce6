//! A terminal that is closed while the program runs, without a signal: every interactive command ends in order.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::OPERATOR;
use crate::command::{BINARY, program};
use crate::program::Folder;
use crate::pty::Terminal;

/// The maximum time until the program ends.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// A program in FOCAL that prints numbers without end.
const ENDLESS: &str = "1.1 SET A=A+1;TYPE %6,A,!;GOTO 1.1\rGO\r";

/// The session of a command up to the moment when the terminal is closed.
struct Row {
    arguments: &'static str,
    /// The text that the program shows, and the keys that are then pressed, one pair after the other. The last keys may
    /// be empty.
    dialogue: &'static [(&'static str, &'static str)],
    code: u8,
}

const fn row(arguments: &'static str, dialogue: &'static [(&'static str, &'static str)]) -> Row {
    Row { arguments, dialogue, code: 0 }
}

/// The exit code of a kiosk whose terminal is closed.
const KIOSK: u8 = 4;

const ROWS: &[Row] = &[
    row("play --speed max", &[("FROM:", "45\r36\r"), ("TO:36", OPERATOR), ("focal8> ", "")]),
    row("play --native", &[("FROM:", OPERATOR), ("focal8> ", "")]),
    row("focal --speed max", &[("*", ENDLESS), ("= ", "")]),
    row("focal --core-image image --punch tape", &[("*", "SET A=1\r"), ("A=1", OPERATOR), ("focal8> ", "")]),
    row("focal --native", &[("*", "1.1 TYPE 5\r"), ("TYPE 5", OPERATOR), ("focal8> ", "")]),
    row("focal --native --speed max", &[("*", ENDLESS), ("= ", "")]),
    row("run --deposit 200=6046 --deposit 201=7001 --deposit 202=5200 --speed max", &[("XYZ", "")]),
    row("monitor", &[("focal8> ", "deposit 200 7402\rexamine 200\r"), ("200:", "")]),
    row("panel", &[("CTRL/E operator", "1.1 TYPE 5\r"), ("TYPE 5", OPERATOR), ("focal8> ", "")]),
    row("beside", &[("FROM:", "")]),
    row("beside --campaign search --speed max", &[("twin", "")]),
    row("demo --scene beside --fast", &[("any key ends", "")]),
    row("demo --play --fast", &[("Press a key to play", "f"), ("*", ENDLESS), ("= ", "")]),
    Row { code: KIOSK, ..row("demo --kiosk", &[("Attendant's password", "abc")]) },
    Row { code: KIOSK, ..row("demo --kiosk", &[("Attendant's password", "abcd\r"), ("The same password again", "")]) },
    row("al0 play", &[("your move>", "")]),
    row("cs2360", &[("> ", "")]),
    // The person who has left the board has lost the game.
    Row { code: 1, ..row("cs2360 match --white person --black minimax:2", &[("your move>", "")]) },
    row("strachey play --human black", &[("help", "")]),
    row("strachey run own", &[("> ", "")]),
    row("threeman apl", &[("", "+/⍳10\r"), ("55", "")]),
];

/// The commands whose sessions are kept in the user's state folder.
const KEPT: [&str; 4] = ["play --speed", "focal --core-image", "monitor", "panel"];

/// The terminal is not the controlling terminal of the program, so no signal comes when the terminal is closed. Messages
/// go to a file, which can be read after the end, or to the terminal.
#[track_caller]
fn check(row: &Row, has_messages: bool) {
    let Row { arguments, dialogue, code } = row;
    let folder = Folder::new();
    folder.file("password", b"abcd\n");
    let place = folder.path("");
    let messages = if has_messages { "2>messages" } else { "" };
    let end = "echo $? >part; mv part code";
    let line = format!(
        "trap '' HUP; cd {place}; export XDG_STATE_HOME={place}; setsid -w {BINARY} {arguments} {messages}; {end}"
    );
    let mut terminal = Terminal::start_shell(&line);
    for (shown, keys) in *dialogue {
        terminal.wait_until_shown(shown).keys(keys);
    }
    drop(terminal);
    let begun = Instant::now();
    while !Path::new(&folder.path("code")).exists() {
        assert!(begun.elapsed() < MAX_WAIT, "{arguments}: it goes on without a terminal");
        thread::sleep(Duration::from_millis(20));
    }
    let written = if has_messages { String::from_utf8(folder.read("messages")).expect("UTF-8") } else { String::new() };
    assert_eq!(folder.read("code"), format!("{code}\n").into_bytes(), "{arguments}: {written}");
    let is_clean = ["error:", "os error", "panicked"].iter().all(|word| !written.to_lowercase().contains(word));
    assert!(is_clean, "{arguments}: {written}");
    if KEPT.iter().any(|kept| arguments.starts_with(kept)) {
        let list = program().arg("sessions").env("XDG_STATE_HOME", &place).output().expect("the binary was built");
        let list = String::from_utf8(list.stdout).expect("UTF-8");
        assert!(list.lines().count() == 1 && !list.contains("running"), "{arguments}: {list}");
    }
    if arguments.contains("--core-image") {
        for file in ["image", "tape"] {
            assert!(Path::new(&folder.path(file)).exists(), "{arguments}: {file} was not written");
        }
    }
}

#[test]
fn every_command_ends_in_order_when_its_terminal_is_closed() {
    thread::scope(|scope| {
        for has_messages in [true, false] {
            scope.spawn(move || ROWS.iter().for_each(|row| check(row, has_messages)));
        }
    });
}
