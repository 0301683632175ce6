//! Long comparisons: comparisons without an end, and comparisons that ignore known differences.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use focal8::roms;

use super::{Folder, Ran, focal8};
use crate::command::program;

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

/// A comparison of games and a comparison of FOCAL programs run until SIGINT, and then print the result so far.
#[test]
fn a_campaign_without_an_end_gives_its_result_when_interrupted() {
    let folder = Folder::new();
    let save = folder.path("difference.json");
    let games = ["compare", "native", "focal", "--campaign", "legal", "--plies", "10", "--games", "0", "--save", &save];
    let programs = ["compare", "focal", "focal", "--fuzz-focal", "--games", "0"];
    for (words, result) in [(&games[..], "games "), (&programs[..], "programs ")] {
        let mut child = program()
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

/// Plays a share of a small campaign, and writes the results of that share.
fn share(share: &str, results: &str, games: &str, folder: &Folder) -> Ran {
    let save = folder.path("difference.json");
    let options = ["--games", games, "--plies", "4", "--shard", share, "--results", results, "--save", &save];
    focal8(&[&["compare", "native", "focal"][..], &options].concat(), b"")
}

/// Returns the report without the line that shows the time.
fn without_time(out: &str) -> String {
    out.lines().filter(|line| !line.starts_with("seconds")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_shares_of_a_campaign_are_put_together() {
    let folder = Folder::new();
    let [one, two, whole] = ["1.results", "2.results", "whole.results"].map(|name| folder.path(name));
    for (part, results) in [("1/2", &one), ("2/2", &two), ("1/1", &whole)] {
        assert_eq!(share(part, results, "12", &folder).code, 0);
    }
    let merged = focal8(&["compare", "merge", &one, &two], b"");
    assert_eq!((merged.code, merged.err.as_str()), (0, ""));
    let alone = share("1/1", &folder.path("other.results"), "12", &folder);
    assert_eq!(merged.out, without_time(&alone.out));
    assert!(merged.out.starts_with("games 12  plies "), "{}", merged.out);

    let missing = focal8(&["compare", "merge", &two], b"");
    assert_eq!((missing.code, missing.err.as_str()), (1, "error: 6 of 12 games are missing: 0, 2, 4, 6, 8, ...\n"));
    let double = focal8(&["compare", "merge", &one, &whole], b"");
    // The games of a file are in the order in which the threads finished them.
    let both = format!(" is in {one} and in {whole}\n");
    assert!(
        double.code == 1 && double.err.starts_with("error: game ") && double.err.ends_with(&both),
        "{}",
        double.err
    );
    let other = folder.path("4.results");
    assert_eq!(share("1/2", &other, "14", &folder).code, 0);
    let mixed = focal8(&["compare", "merge", &other, &two], b"");
    assert_eq!((mixed.code, mixed.err), (1, format!("error: {other} and {two} have results of different campaigns\n")));
}

#[test]
fn an_interrupted_share_goes_on_from_its_results() {
    let folder = Folder::new();
    let (whole, cut) = (folder.path("whole.results"), folder.path("cut.results"));
    let reference = share("1/1", &whole, "10", &folder);
    let lines: Vec<String> =
        String::from_utf8(folder.read("whole.results")).expect("a text").lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 11, "the campaign and ten games");
    // Four games, and the beginning of a line: this is the file that a program leaves after `kill -9`.
    folder.file("cut.results", format!("{}\n{}", lines[..5].join("\n"), &lines[5][..7]).as_bytes());
    let gone_on = share("1/1", &cut, "10", &folder);
    assert_eq!((gone_on.code, without_time(&gone_on.out)), (0, without_time(&reference.out)));
    // The time of this run is not the time of all games.
    assert!(reference.out.contains("seconds ") && !gone_on.out.contains("seconds "), "{}", gone_on.out);
    let mut all: Vec<String> =
        String::from_utf8(folder.read("cut.results")).expect("a text").lines().map(str::to_owned).collect();
    assert_eq!(all[..5], lines[..5], "what was there is not played again");
    let mut expected = lines;
    all.sort();
    expected.sort();
    assert_eq!(all, expected);
    let other = share("1/1", &cut, "20", &folder);
    assert_eq!(other.code, 1);
    assert!(other.err.contains("another campaign or share"), "{}", other.err);
}

#[test]
fn generated_programs_have_results_too() {
    let folder = Folder::new();
    let results: Vec<String> = (1..=2).map(|index| folder.path(&format!("{index}.results"))).collect();
    let run = |shard: &str, results: &str| {
        let options = ["--fuzz-focal", "--games", "20", "--shard", shard, "--results", results];
        focal8(&[&["compare", "focal", "focal"][..], &options].concat(), b"")
    };
    assert_eq!((run("1/2", &results[0]).code, run("2/2", &results[1]).code), (0, 0));
    let merged = focal8(&["compare", "merge", &results[0], &results[1]], b"");
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert!(merged.out.starts_with("programs 20  lines "), "{}", merged.out);
    let bad = folder.file("bad.results", b"hello\n");
    let ran = focal8(&["compare", "merge", &bad], b"");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains(&format!("{bad}:1: not a line of compare --results")), "{}", ran.err);
}
