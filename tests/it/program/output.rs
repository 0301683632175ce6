//! Standard output and standard error that are full, closed, or closed by the reader after a line: no command panics,
//! and the exit code is right.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

use super::{Folder, HELLO, Ran, focal8};
use crate::command::{BINARY, shell};
use crate::nodes::Node;

/// Returns a run of every subcommand: its arguments and its input.
fn runs(folder: &Folder) -> Vec<(Vec<String>, &'static str)> {
    let hello = folder.tape("hello.bin", HELLO);
    let source = folder.file("hello.pal", HELLO.as_bytes());
    let wrong = folder.file("wrong.pal", b"*200\nJMP NOWHERE\n");
    let replay = folder.file("game.json", br#"{"replay": "focal8 checkers", "answers": ["45 36"]}"#);
    let (save, page) = (folder.path("difference.json"), folder.path("page.html"));
    let (disc, text) = (folder.path("disc.dt8"), folder.file("text.tx", b"1\n"));
    assert_eq!(focal8(&["disc", "make", &disc], b"").code, 0);
    let [one, other] = ["0", "1"].map(|switches| {
        let session = folder.path(&format!("{switches}.session"));
        assert_eq!(focal8(&["run", &hello, "--sr", switches, "--record", &session], b"").code, 0);
        session
    });
    let lines: Vec<(Vec<&str>, &str)> = vec![
        (vec!["disc", "make", &disc], ""),
        (vec!["disc", "put", &disc, &text, "--replace"], ""),
        (vec!["disc", "list", &disc], ""),
        (vec!["disc", "check", &disc], ""),
        (vec!["disc", "get", &disc, "TEXT.TX"], ""),
        (vec!["disc", "remove", &disc, "NONE"], ""),
        (vec!["--help"], ""),
        (vec!["help"], ""),
        (vec!["sing"], ""),
        (vec!["play", "--native"], "45 36\n"),
        (vec!["play"], "45 36\n"),
        (vec!["focal"], "TYPE 1,!\nTYPE 2,!\n"),
        (vec!["focal", "--native"], "TYPE 1,!\nTYPE 2,!\n"),
        (vec!["focal", "--list"], ""),
        (vec!["focal", "lander", "landr"], ""),
        (vec!["explain"], ""),
        (vec!["explain", "?07.20"], ""),
        (vec!["run", &hello], ""),
        (vec!["run", &hello, "--registers"], ""),
        (vec!["run", "--deposit", "200=5200", "--max-cycles", "100"], ""),
        (vec!["monitor", &hello], "help\nrun 200\nexit 7\n"),
        (vec!["monitor"], "bogus\n"),
        (vec!["panel"], ""),
        (vec!["diagnose", "interrupt", "--model", "8l"], ""),
        (vec!["diagnose", "--list"], ""),
        (vec!["asm", &source, "-o", "-"], ""),
        (vec!["asm", &wrong], ""),
        (vec!["disasm", &hello], ""),
        (vec!["profile", "primes", "--max-cycles", "300000"], ""),
        (vec!["dap"], "Content-Length: 46\r\n\r\n{\"seq\":1,\"type\":\"request\",\"command\":\"threads\"}"),
        (vec!["dap"], "hello\n"),
        (vec!["compare", "native", "focal", "--games", "2", "--plies", "4", "--save", &save], ""),
        (vec!["compare", "merge", &save], ""),
        (vec!["compare", "focal", "--exhaustive-fran", "--shard", "1/48"], ""),
        (vec!["compare", "focal", "focal", "--fuzz-focal", "--games", "5"], ""),
        (vec!["diff", &one, &one], ""),
        (vec!["diff", &one, &other], ""),
        (vec!["diff", &hello, &one], ""),
        (vec!["beside"], "45 36\n"),
        (vec!["demo"], ""),
        (vec!["exhibits"], ""),
        (vec!["export", &source, "--svg"], ""),
        (vec!["export", &source, "--animated-svg"], ""),
        (vec!["export", &source, "--tape-svg"], ""),
        (vec!["export", &hello, "-o", &save], ""),
        (vec!["sessions", "clear"], ""),
        (vec!["sessions", "resume"], ""),
        (vec!["web", &page], ""),
        (vec!["replay", &replay], ""),
        (vec!["replay", &replay, "--pdn"], ""),
        (vec!["cs2360", "-e", "(start-board 5) (start-board 6)"], ""),
        (vec!["cs2360", "-e", "(nothing)"], ""),
        (vec!["cs2360", "match", "--size", "5", "--white", "table:1", "--black", "table:1", "--limit", "6"], ""),
        (vec!["cs2360", "solution"], ""),
        (vec!["cs2360", "solve", "--size", "5", "--within", "3"], ""),
        (vec!["cs2360", "merge", &source, "--output", &save], ""),
        (vec!["cs2360", "verify", &source], ""),
        (vec!["al0", "answer", "k7/8/3K4/8/5R2/8/8/8"], ""),
        (vec!["al0", "look", "k7/8/3K4/8/5R2/8/8/8"], ""),
        (vec!["al0", "play"], "quit\n"),
        (vec!["al0", "survey"], ""),
        (vec!["al0", "tablebase"], ""),
        (vec!["al0", "tables"], ""),
        (vec!["al0", "check", "main"], ""),
        (vec!["al0", "check", &source], ""),
        (vec!["strachey", "run", "--text", "F(n)=n", "F(20)", "F(1)"], ""),
        (vec!["strachey", "run", "--text", "F(n)=", "F(20)"], ""),
        (vec!["strachey", "check", "own"], ""),
        (vec!["strachey", "listing"], ""),
        (vec!["strachey", "show", "start"], ""),
        (vec!["strachey", "legal", "start"], ""),
        (vec!["strachey", "choose", "start"], ""),
        (vec!["strachey", "value", "start"], ""),
        (vec!["strachey", "perft", "3"], ""),
        (vec!["strachey", "play", "--half-moves", "4"], ""),
        (vec!["strachey", "compare", "--program", "own", "--positions", "3"], ""),
        (vec!["threeman", "listing"], ""),
        (vec!["threeman", "can", "KNIGHT", "-2", "1"], ""),
        (vec!["threeman", "tables"], ""),
        (vec!["threeman", "apl"], "1\n2\n)MORE\n)NOTHING\n"),
        (vec!["threeman", "show", "KNIGHT", "2", "1"], ""),
        (vec!["threeman", "addvec", "1", "1", "2", "1"], ""),
        (vec!["threeman", "verify"], ""),
        (vec!["completions", "bash"], ""),
        (vec!["man"], ""),
    ];
    let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
    lines.into_iter().map(|(words, typed)| (owned(words), typed)).collect()
}

/// Returns the subcommands that a help text lists.
fn listed(arguments: &[&str]) -> BTreeSet<String> {
    let help = focal8(&[arguments, &["--help"]].concat(), b"").out;
    // The program's own commands are in groups.
    let groups = if arguments.is_empty() { help.split_once("\n\n").map(|(_, rest)| rest) } else { None };
    let list = groups.or_else(|| help.split("\nCommands:\n").nth(1)?.split("\n\n").next()).unwrap_or_default();
    let list = list.split("\nExamples:\n").next().unwrap_or_default();
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_subcommand_is_tried() {
    let folder = Folder::new();
    let runs = runs(&folder);
    let tried: BTreeSet<&str> = runs.iter().map(|(words, _)| words[0].as_str()).collect();
    let all = listed(&[]);
    assert!(all.len() > 10, "{all:?}");
    for name in &all {
        assert!(tried.contains(name.as_str()), "{name}");
        for inner in listed(&[name.as_str()]).iter().filter(|inner| *inner != "help") {
            assert!(runs.iter().any(|(words, _)| words[0] == *name && words[1] == *inner), "{name} {inner}");
        }
    }
}

/// Begins a run with the given standard streams.
fn begin(words: &[String], typed: &str, redirection: &str, out: Stdio, err: Stdio) -> Child {
    let mut child = shell("sh")
        .args(["-c", &format!("exec \"$0\" \"$@\" {redirection}"), BINARY])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(err)
        .spawn()
        .expect("every Unix has sh");
    let _ = child.stdin.take().expect("piped").write_all(typed.as_bytes());
    child
}

fn end(child: Child) -> Ran {
    let output = child.wait_with_output().expect("it ends");
    Ran {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn full() -> Stdio {
    File::create(&*Node::full()).expect("it is there").into()
}

#[test]
fn a_standard_output_that_fails_is_one_line_and_a_closed_pipe_is_quiet() {
    let folder = Folder::new();
    for (words, typed) in runs(&folder) {
        let usual = end(begin(&words, typed, "", Stdio::piped(), Stdio::piped()));

        let ran = end(begin(&words, typed, "", full(), Stdio::piped()));
        if usual.out.is_empty() {
            assert_eq!((ran.code, &ran.err), (usual.code, &usual.err), "{words:?}");
        } else {
            let complaints = ran.err.lines().filter(|line| line.contains("standard output")).count();
            assert_eq!((ran.code, complaints), (1, 1), "{words:?}: {}", ran.err);
            assert!(!ran.err.contains("panicked"), "{words:?}: {}", ran.err);
        }

        let ran = end(begin(&words, typed, ">&-", Stdio::null(), Stdio::piped()));
        assert_eq!(ran.code, usual.code, "{words:?}: {}", ran.err);

        let mut child = begin(&words, typed, "", Stdio::piped(), Stdio::piped());
        let mut first = String::new();
        let mut reader = BufReader::with_capacity(1, child.stdout.take().expect("piped"));
        reader.read_line(&mut first).map(drop).unwrap_or_default();
        drop(reader);
        let ran = end(child);
        assert!(ran.code == 0 || ran.code == usual.code, "{words:?}: {} {}", ran.code, ran.err);
        assert!(!ran.err.contains("pipe") && !ran.err.contains("panicked"), "{words:?}: {}", ran.err);
    }
}

#[test]
fn a_standard_error_that_fails_leaves_the_exit_code() {
    let folder = Folder::new();
    for (words, typed) in runs(&folder) {
        let usual = end(begin(&words, typed, "", Stdio::piped(), Stdio::piped()));
        let ran = end(begin(&words, typed, "", Stdio::piped(), full()));
        assert_eq!(ran.code, usual.code, "{words:?}, full");
        let ran = end(begin(&words, typed, "2>&-", Stdio::piped(), Stdio::null()));
        assert_eq!(ran.code, usual.code, "{words:?}, closed");
        let mut child = begin(&words, typed, "", Stdio::null(), Stdio::piped());
        drop(child.stderr.take());
        assert_eq!(end(child).code, usual.code, "{words:?}, broken");
    }
}
