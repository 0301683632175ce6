//! Long comparisons: without an end, and with known differences left out.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use focal8::roms;

use super::{Folder, focal8};

const SIGINT: i32 = 2;

#[test]
fn a_tape_of_ones_own_is_compared_from_its_first_prompt() {
    let folder = Folder::new();
    let tape = format!("machine:{}", folder.file("own.bin", roms::FOCAL_4K.tape));
    // A foreign tape keeps all its functions, and so has less room.
    let fuzz = ["compare", &tape, "focal", "--fuzz-focal", "--games", "60"];
    let ran = focal8(&fuzz, b"");
    assert_eq!(ran.code, 1, "{}", ran.err);
    let differences = ran.out.lines().filter(|line| line.starts_with('{')).count();
    assert!((1..30).contains(&differences), "{}", ran.out);
    assert!(ran.out.contains(&format!("  differences {differences}  seconds ")), "{}", ran.out);

    let known =
        folder.file("known.txt", b"# ours\nF(SIN|COS|EXP|LOG|ATN)\tfunctions that we gave up\nNEVER # nothing\n");
    let ran = focal8(&[&fuzz[..], &["--known", &known]].concat(), b"");
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.out.contains(&format!("  differences 0  known {differences}  seconds ")), "{}", ran.out);
    let classes = format!(
        "known {differences:>7}  F(SIN|COS|EXP|LOG|ATN)  functions that we gave up\nknown       0  NEVER  nothing\n"
    );
    assert!(ran.out.ends_with(&classes), "{}", ran.out);
}

/// Both kinds of campaign go on until CTRL/C, which prints the result so far.
#[test]
fn a_campaign_without_an_end_gives_its_result_when_interrupted() {
    let folder = Folder::new();
    let save = folder.path("difference.json");
    let games = ["compare", "native", "focal", "--campaign", "legal", "--plies", "10", "--games", "0", "--save", &save];
    let programs = ["compare", "focal", "focal", "--fuzz-focal", "--games", "0"];
    for (words, result) in [(&games[..], "games "), (&programs[..], "programs ")] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_focal8"))
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary was built for this test");
        thread::sleep(Duration::from_millis(1500));
        let sent = Command::new("kill").args([format!("-{SIGINT}"), child.id().to_string()]).status();
        assert!(sent.expect("every Unix has kill").success());
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut first = String::new();
        out.read_line(&mut first).expect("a result");
        out.read_to_string(&mut String::new()).expect("the rest of it");
        let count = first.strip_prefix(result).and_then(|rest| rest.split(' ').next()).map(str::parse);
        assert!(matches!(count, Some(Ok(1_u64..))), "{first}");
        assert_eq!(child.wait().expect("our own child").signal(), Some(SIGINT));
    }
}
