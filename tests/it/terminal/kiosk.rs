//! Tests of the show, which a visitor can interrupt to play, and of the kiosk, which only its attendant can end.

use std::env;
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::{CTRL_C, OPERATOR};
use crate::command::BINARY;
use crate::program::{Folder, focal8};
use crate::pty::Terminal;

const SHOW: &str = "Press a key to play checkers, or F for FOCAL";
const VISIT: &str = "ESCAPE: back to the show";
const ASKED: &str = "Attendant's password, then RETURN";
const ESCAPE: &str = "\x1b";
const PASSWORD: &str = "Open Sesame";

#[test]
fn a_passer_by_plays_and_leaves() {
    let mut terminal = Terminal::start(&["demo", "--play", "--scene", "curve", "--fast"]);
    terminal.wait_until_shown(SHOW).keys("f").wait_until_shown("Your FOCAL of 1969").wait_until_shown(VISIT);
    terminal.wait_until_shown("*").keys("type 6*7,!\r").wait_until_shown("=   42.0000");
    // CTRL/C stops the program of a visitor, and the visit continues.
    terminal.keys("1.1 goto 1.1\rgo\r").wait_until_shown("*GO").keys(CTRL_C).wait_until_shown("?01.00");
    terminal.keys(ESCAPE).wait_until_shown(SHOW);
    terminal
        .keys("x")
        .wait_until_shown("Your game")
        .wait_until_shown("FROM:")
        .keys("45\r36\r")
        .wait_until_shown("TO:36");
    terminal.keys(CTRL_C).wait_until_shown(SHOW).keys(CTRL_C);
    terminal.ended().restored().code(0);
}

#[test]
fn who_walks_away_is_followed_by_the_show() {
    let mut terminal = Terminal::start(&["demo", "--play", "--idle", "1", "--fast"]);
    terminal.wait_until_shown(SHOW).keys("f").wait_until_shown(VISIT).wait_until_shown(SHOW).keys(CTRL_C);
    terminal.ended().restored().code(0);
}

#[test]
fn no_key_but_the_password_ends_a_kiosk() {
    let folder = Folder::new();
    let password = folder.file("password.txt", format!("{PASSWORD}\nand a remark\n").as_bytes());
    let mut terminal = Terminal::start(&["demo", "--kiosk", "--attendant", &password, "--idle", "1", "--fast"]);
    terminal.wait_until_shown(SHOW);
    let mut random = Rng::with_seed(1969);
    for _ in 0..8 {
        visit(&mut terminal, &mut random);
    }
    // A window of any size does no harm.
    terminal.resize(10, 30).wait_until_shown("The demo needs 80 by 24.");
    terminal.resize(50, 132).wait_until_shown(SHOW);
    terminal.resize(24, 80).wait_until_shown(SHOW);
    terminal.keys(OPERATOR).wait_until_shown(ASKED).keys("open sesame\r").wait_until_shown(SHOW);
    terminal.keys(OPERATOR).wait_until_shown(ASKED).keys(ESCAPE).wait_until_shown(SHOW);
    terminal.keys("f").wait_until_shown(VISIT);
    terminal.keys(OPERATOR).wait_until_shown(ASKED).keys("Open Sesamx\x7fe\r");
    let ended = terminal.ended();
    ended.restored().code(0);
    assert!(!ended.output.contains(PASSWORD), "the password is on the screen");
}

/// Visits a kiosk: presses random keys, and leaves.
fn visit(terminal: &mut Terminal, random: &mut Rng) {
    terminal.keys(random.choice(["x", "f"]).expect("two keys")).wait_until_shown(VISIT);
    // All codes of a keyboard, with what visitors try first: CTRL/C, CTRL/D, CTRL/E, CTRL/Z, CTRL/\ and ESCAPE.
    let keys: String = (0..150).map(|_| char::from(random.u8(1..128))).collect();
    terminal.keys(&format!("{keys}\x03\x04\x1a\x1c")).wait_until_shown(SHOW);
}

/// After an hour of visitors, the show must still run, and the program must not use much more memory than after the
/// first minutes. The test prints the used memory.
#[test]
#[ignore = "takes an hour, or as many minutes as FOCAL8_KIOSK_MINUTES says"]
fn an_hour_of_random_keys_leaves_a_kiosk_at_its_show() {
    let minutes: f64 = env::var("FOCAL8_KIOSK_MINUTES").map_or(60.0, |minutes| minutes.parse().expect("a number"));
    let folder = Folder::new();
    let password = folder.file("password.txt", PASSWORD.as_bytes());
    let mut terminal = Terminal::start(&["demo", "--kiosk", "--attendant", &password, "--idle", "2", "--fast"]);
    terminal.wait_until_shown(SHOW);
    let (mut random, begun) = (Rng::with_seed(1969), Instant::now());
    let (mut visits, mut first, mut printed) = (0, None, Duration::ZERO);
    while begun.elapsed().as_secs_f64() < 60.0 * minutes {
        visit(&mut terminal, &mut random);
        // The show runs between two visitors, for a scene or two.
        let pause = Instant::now() + Duration::from_millis(random.u64(0..8000));
        while Instant::now() < pause {
            terminal.forget_output();
            terminal.wait_until_shown(SHOW).wait_for_output();
        }
        visits += 1;
        let memory = terminal.memory();
        // All scenes and both programs have been shown by the twentieth visitor.
        if visits == 20 {
            first = memory;
        }
        if begun.elapsed() >= printed {
            eprintln!("{:4.0} s: {visits} visits, {} KiB", begun.elapsed().as_secs_f64(), memory.unwrap_or_default());
            printed = begun.elapsed() + Duration::from_secs(60);
        }
    }
    if let (Some(first), Some(last)) = (first, terminal.memory()) {
        eprintln!("{minutes} minutes: {visits} visits, {first} KiB after 20 visits, {last} KiB at the end");
        assert!(last < first + 4096, "{first} KiB after 20 visits, {last} KiB at the end");
    }
    terminal.keys(OPERATOR).wait_until_shown(ASKED).keys(&format!("{PASSWORD}\r"));
    terminal.ended().restored().code(0);
}

#[test]
fn the_password_of_a_kiosk_is_asked_for_twice() {
    let mut terminal = Terminal::start(&["demo", "--kiosk", "--fast"]);
    let question = "Attendant's password, which ends the kiosk:";
    terminal.wait_until_shown(question).keys("abXY").wait_until_shown(&format!("{question} ****"));
    // RUBOUT removes a character, and CTRL/U all.
    terminal.keys("\x7f\x7f").wait(&format!("{question} **"), |terminal| {
        terminal.screen().lines().any(|line| line.trim_end() == format!("{question} **"))
    });
    terminal.keys("\x15abc\r").wait_until_shown("The same password again:").line("abc");
    assert!(!terminal.screen().contains("\\u{"), "{}", terminal.screen());
    terminal.wait_for("it needs 4 to 80 characters").wait_for("Attendant's password").line("abcd");
    terminal
        .wait_for("same password again")
        .line("abce")
        .wait_for("the two passwords differ")
        .wait_for("Attendant's password");
    terminal.line("abcd").wait_for("same password again").line("abcd").wait_until_shown(SHOW);
    terminal.signal("TERM");
    terminal.ended().restored();

    let mut terminal = Terminal::start(&["demo", "--kiosk"]);
    terminal.wait_for("Attendant's password").keys(CTRL_C);
    terminal.ended().restored().code(1);
}

/// The terminal of the program is not its controlling terminal, so no signal comes when the terminal is closed.
#[test]
fn a_kiosk_whose_terminal_is_closed_ends_with_its_own_code() {
    let folder = Folder::new();
    let (password, code) = (folder.file("password", b"abcd\n"), folder.path("code"));
    let line = format!("trap '' HUP; setsid -w {BINARY} demo --kiosk --attendant {password}; echo $? >{code}");
    let mut terminal = Terminal::start_shell(&line);
    terminal.wait_until_shown(SHOW);
    drop(terminal);
    let begun = Instant::now();
    while !std::path::Path::new(&code).exists() || folder.read("code").is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it goes on without a terminal");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(folder.read("code"), b"4\n");
}

#[test]
fn a_kiosk_needs_a_password_that_nobody_reads_over_a_shoulder() {
    let folder = Folder::new();
    let short = folder.file("short.txt", b"abc\n");
    let mut terminal = Terminal::start(&["demo", "--kiosk", "--attendant", &short]);
    terminal.wait_for("the first line is no attendant's password");
    terminal.ended().restored().code(1);
    for arguments in [&["demo", "--attendant", &short][..], &["demo", "--kiosk", "--once"], &["demo", "--idle", "0"]] {
        assert_eq!(focal8(arguments, b"").code, 2, "{arguments:?}");
    }
}
