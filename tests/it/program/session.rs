//! The option `--record` and the command `focal8 replay`: a replay gives the same bytes, for every command with a
//! machine.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use super::{ECHO, Folder, HELLO, Ran, focal8};
use crate::command::program;

/// Returns the output of a replay.
fn replayed(session: &str) -> String {
    let Ran { code, out, err } = focal8(&["replay", session], b"");
    assert_eq!((code, err.as_str()), (0, ""));
    out
}

/// A shell needs quotes around a code such as `?03.28`, so the operator's command also accepts a code in quotes.
#[test]
fn explain_takes_a_code_in_quotes() {
    let explained = |code: &str| focal8(&["monitor"], format!("explain {code}\n").as_bytes());
    let plain = explained("?03.28");
    assert_eq!((plain.code, plain.err.as_str()), (0, ""));
    for quoted in ["'?03.28'", "\"?03.28\"", "3.28"] {
        assert_eq!(explained(quoted).out, plain.out, "{quoted}");
    }
}

#[test]
fn a_session_is_played_again_to_the_byte() {
    let folder = Folder::new();
    let (hello, echo) = (folder.tape("hello.bin", HELLO), folder.tape("echo.bin", ECHO));
    let (session, punched) = (folder.path("a.session"), folder.path("punched"));
    let sessions: [(&[&str], &[u8]); 6] = [
        (&["run", &hello], b""),
        (&["run", &echo, "--punch", &punched, "--max-cycles", "900000"], b"SOME KEYS"),
        (&["focal"], b"TYPE FSQT(2),!\nSET A=5\nTYPE A\n"),
        (&["focal", "--core", "8K", "--model", "8e", "--functions", "none"], b"TYPE 1\n"),
        (&["play", "--tty", "real"], b"45 36\n54 36\n"),
        (&["run", &hello, "--reader", &hello, "--continue", "7", "--sr", "1234", "--speed", "1000"], b""),
    ];
    for (arguments, keys) in sessions {
        let recorded = focal8(&[arguments, &["--record", &session]].concat(), keys);
        assert_eq!(recorded.err, "", "{arguments:?}");
        assert_eq!(replayed(&session), recorded.out, "{arguments:?}");
    }
}

/// Commands without an operator can also be recorded.
#[test]
fn what_runs_by_itself_is_written_down_too() {
    let folder = Folder::new();
    let (session, paper) = (folder.path("a.session"), folder.path("paper"));
    let profiled = focal8(&["profile", "primes", "--paper", &paper, "--record", &session], b"");
    assert_eq!((profiled.code, profiled.err.as_str()), (0, ""));
    let whole = replayed(&session);
    assert!(whole.as_bytes().ends_with(&folder.read("paper")) && whole.len() > 100, "{whole}");
    let played = focal8(&["beside", "--record", &session], b"45 36\n");
    assert_eq!((played.code, played.out.lines().count()), (0, 3), "{}", played.err);
    let whole = replayed(&session);
    assert!(whole.contains("FROM:45 TO:36") && whole.ends_with("FROM:"), "{whole}");
    let tested = ["diagnose", "teletype", "--model", "8i", "--record", &session];
    assert_eq!(focal8(&tested, b"").code, 0);
    let (image, text) = (folder.path("there.core"), String::from_utf8(folder.read("a.session")).expect("a text"));
    assert!(text.contains(" key ") && text.contains(" mount "), "{text}");
    let again = focal8(&["replay", &session, "--core-image", &image, "--registers"], b"");
    assert!(again.code == 0 && again.err.starts_with("stop=end pc="), "{}", again.err);
    let many = focal8(&["diagnose", "teletype", "clock", "--record", &session], b"");
    assert_eq!(many.code, 2);
    assert!(many.err.contains("--record records the session of one program: name that program"), "{}", many.err);
}

/// A trace can be made from a recorded session. The whole trace equals the trace that the run has written, and a part
/// of the session gives a part of this trace.
#[test]
fn a_session_is_traced_afterwards() {
    let folder = Folder::new();
    let echo = folder.tape("echo.bin", ECHO);
    let [session, first, second] = ["a.session", "first", "second"].map(|name| folder.path(name));
    let run = ["run", &echo, "--max-cycles", "300000", "--record", &session, "--trace", &first];
    focal8(&run, b"KEYS");
    let replay = |options: &[&str]| {
        let ran = focal8(&[&["replay", &session, "--trace", &second], options].concat(), b"");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{options:?}");
        String::from_utf8(folder.read("second")).expect("a text")
    };
    let whole = String::from_utf8(folder.read("first")).expect("a text");
    assert!(whole.lines().count() > 50_000, "{}", whole.len());
    assert!(replay(&[]) == whole, "the whole session");
    let part = replay(&["--from", "1000", "--until", "2000"]);
    assert!(part.lines().count() > 300 && whole.contains(&part), "{}", part.len());
    let cycle = |line: Option<&str>| -> u64 {
        let digits = line.and_then(|line| line.split_once("cycle=")).and_then(|(_, rest)| rest.split(' ').next());
        digits.expect("it has a cycle").parse().expect("a number")
    };
    assert!((1000..1003).contains(&cycle(part.lines().next())) && cycle(part.lines().last()) < 2000, "{part}");
    let labels = folder.path("echo.sym");
    fs::write(&labels, "00200 ECHO\n").expect("it is written");
    let labelled = replay(&["--until", "100", "--symbols", &labels]);
    assert!(labelled.starts_with("00200 ECHO"), "{}", &labelled[..80]);
}

#[test]
fn the_machine_at_the_end_is_the_same() {
    let folder = Folder::new();
    let (session, image) = (folder.path("a.session"), folder.path("there.core"));
    let keys = b"1.1 SET A=5\nGO\n";
    let recorded = focal8(&["focal", "--record", &session], keys);
    assert_eq!(recorded.code, 0);
    let again = focal8(&["replay", &session, "--core-image", &image, "--registers"], b"");
    assert_eq!((again.code, again.out), (0, recorded.out));
    assert!(again.err.starts_with("stop=end pc="), "{}", again.err);
    let resumed = focal8(&["focal", "--resume", &image], b"TYPE A\n");
    assert!(resumed.out.contains("=    5.0000"), "{}", resumed.out);
}

#[test]
fn a_monitor_s_session_has_its_commands_and_its_ways_back() {
    let folder = Folder::new();
    let (echo, session) = (folder.tape("echo.bin", ECHO), folder.path("a.session"));
    let commands = "send \"AB\"\nrun 200\nback 20\ndeposit 300 5\nsend \"C\"\ncontinue\ncycle 3\nset tty real\nreset\n";
    let recorded = focal8(&["monitor", &echo, "--record", &session], commands.as_bytes());
    assert_eq!((recorded.code, recorded.err.as_str()), (0, ""));
    let text = String::from_utf8(folder.read("a.session")).expect("a text");
    for line in [" key \"C\"", " back ", " deposit {\"at\":\"00300\",\"words\":[\"0005\"]}", " cycle\n", " reset\n"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    replayed(&session);
}

#[test]
fn a_session_is_played_from_a_moment_and_to_one() {
    let folder = Folder::new();
    let (hello, session) = (folder.tape("hello.bin", HELLO), folder.path("a.session"));
    let whole = focal8(&["run", &hello, "--tty", "real", "--record", &session], b"").out;
    let played = |options: &[&str]| focal8(&[&["replay", &session], options].concat(), b"").out;
    assert_eq!(played(&["--until", "0.25s"]), whole[..2]);
    assert_eq!(played(&["--from", "0.25s"]), whole[2..]);
    assert_eq!(played(&["--from", "0.25s", "--until", "0.35s"]), whole[2..3]);
    assert_eq!(played(&["--until", "line:5"]), "");
    assert_eq!(played(&["--until", "80000"]), whole[..2]);
    let wrong = focal8(&["replay", &session, "--from", "noon"], b"");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("'noon' is not a position: seconds as 12.5s"), "{}", wrong.err);
}

/// Input is written to the session's file within a second, even if the program is killed later.
#[test]
fn a_killed_program_leaves_its_session() {
    let folder = Folder::new();
    let (echo, session) = (folder.tape("echo.bin", ECHO), folder.path("a.session"));
    let mut child = program()
        .args(["run", &echo, "--record", &session])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary was built for this test");
    child.stdin.as_mut().expect("a pipe").write_all(b"KEYS").expect("it reads");
    let begun = Instant::now();
    while !fs::read_to_string(&session).is_ok_and(|text| text.contains("key \"S\"")) {
        assert!(begun.elapsed() < Duration::from_secs(60), "it is never written");
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("our own child");
    child.wait().expect("our own child");
    assert!(replayed(&session).starts_with("KEY"));
    // The last line is cut, as on a full disk.
    let text = folder.read("a.session");
    let cut = folder.file("cut.session", &text[..text.len() - 5]);
    let again = focal8(&["replay", &cut], b"");
    assert_eq!(again.code, 0);
    assert!(again.err.contains(" is cut, and left out"), "{}", again.err);
}

#[test]
fn native_focal_records_what_the_teletype_prints() {
    let folder = Folder::new();
    for command in ["focal", "play"] {
        let (cast, text) = (folder.path(&format!("{command}.cast")), folder.path(&format!("{command}.txt")));
        let ran = focal8(&[command, "--native", "--record", &cast, "--paper", &text], b"TYPE 2+2,!\n");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let recorded = String::from_utf8(folder.read(&format!("{command}.cast"))).expect("a text");
        let (header, events) = recorded.split_once('\n').expect("a header");
        assert!(header.contains("\"version\": 2") || header.contains("\"version\":2"), "{header}");
        let events = events.lines().map(|line| serde_json::from_str::<(f64, String, String)>(line).expect("an event"));
        let shown: String = events.map(|(_, _, shown)| shown).collect();
        let paper = String::from_utf8(folder.read(&format!("{command}.txt"))).expect("a text");
        // A text has no spaces at the ends of its lines.
        let lines = |text: &str| text.trim().lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert!(paper.len() > 10);
        assert_eq!(lines(&shown), lines(&paper));
    }
}

#[test]
fn a_session_departs_with_its_line_and_wrong_usage_is_told() {
    let folder = Folder::new();
    let (hello, session) = (folder.tape("hello.bin", HELLO), folder.path("a.session"));
    focal8(&["run", &hello, "--record", &session], b"");
    let text = String::from_utf8(folder.read("a.session")).expect("a text");
    let start = text.lines().find(|line| line.contains("start")).expect("it was started");
    let changed = folder.file("b.session", text.replace(start, "0 start \"00201\"").as_bytes());
    let departs = focal8(&["replay", &changed], b"");
    assert_eq!(departs.code, 1);
    let writer = format!("b.session (written by {}): line ", focal8::session::PROGRAM);
    assert!(departs.err.starts_with("error: ") && departs.err.contains(&writer), "{}", departs.err);
    let usage = focal8(&["replay", &session, "--pdn"], b"");
    assert_eq!((usage.code, usage.err.contains("is a session; --performers and --pdn are for games")), (2, true));
    let game = folder.file("game.json", br#"{"replay": "focal8 checkers", "answers": ["45 36"]}"#);
    let usage = focal8(&["replay", &game, "--speed", "max"], b"");
    assert_eq!((usage.code, usage.err.contains("is not a session; --speed is for sessions")), (2, true));
    let native = focal8(&["focal", "--native", "--record", &session], b"");
    assert_eq!((native.code, native.err.contains("--record NAME.cast")), (2, true), "{}", native.err);
    let apart = focal8(&["run", &hello, "--record", &hello], b"");
    assert_eq!(apart.code, 2);
}
