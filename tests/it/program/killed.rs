//! The program is killed: at any moment a file contains the complete old text or the complete new text.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::{ECHO, Folder, HELLO, focal8};
use crate::command::program;
use crate::folders;

const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

fn begin(arguments: &[&str]) -> Child {
    program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was built for this test")
}

fn send(child: &Child, signal: i32) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    assert!(sent.expect("every Unix has kill").success());
}

/// Waits for the end of the program, a minute at most; returns its status.
fn wait(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().expect("our own child") {
            return status;
        }
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("our own child");
    panic!("the signal did not end it");
}

/// Returns the number of names in a folder, and the length of the file that is being written.
fn looks(folder: &Folder, name: &str) -> (usize, Option<u64>) {
    let names = folders::listed(folder.path("").as_ref()).len();
    (names, fs::metadata(folder.path(name)).ok().map(|file| file.len()))
}

/// The two assembled programs have long listings, so that the assembler can be killed while it writes.
#[test]
fn a_file_is_whole_whenever_the_program_is_killed() {
    let folder = Folder::new();
    let source = |word: u16| format!("*200\n{word:o}\n{}$\n", "*400;ZBLOCK 7000\n".repeat(30));
    let (one, two) = (folder.file("one.pal", source(1).as_bytes()), folder.file("two.pal", source(2).as_bytes()));
    let (tape, listing) = (folder.path("out.bin"), folder.path("out.lst"));
    let write = |source: &str| focal8(&["asm", source, "-o", &tape, "--listing", &listing], b"").code;
    let contents = [&one, &two].map(|source| {
        assert_eq!(write(source), 0);
        folder.read("out.lst")
    });
    assert!(contents[0] != contents[1] && contents[0].len() > 2_000_000);
    assert_eq!(folders::listed(folder.path("").as_ref()).len(), 4, "nothing is left beside");

    let mut rng = Rng::with_seed(1969);
    let mut killed_at_work = 0;
    for turn in 0..24 {
        let before = looks(&folder, "out.lst");
        let mut child = begin(&["asm", [&one, &two][turn % 2], "-o", &tape, "--listing", &listing]);
        // The loop ends when the folder shows that the writing has begun.
        while looks(&folder, "out.lst") == before && child.try_wait().expect("our child").is_none() {}
        thread::sleep(Duration::from_micros(rng.u64(0..6_000)));
        child.kill().expect("our own child");
        let status = child.wait().expect("our own child");
        killed_at_work += u32::from(status.signal().is_some());
        let found = folder.read("out.lst");
        assert!(contents.contains(&found), "turn {turn}: {} bytes, not {}", found.len(), contents[0].len());
        // The file that a killed program leaves is called .new, and replaces no file.
        for name in folders::listed(folder.path("").as_ref()).iter().filter(|name| name.ends_with(".new")) {
            fs::remove_file(folder.path(name)).expect("it is there");
        }
    }
    assert!(killed_at_work > 5, "{killed_at_work} of 24 were killed while they wrote");
}

#[test]
fn what_was_punched_outlives_a_signal() {
    let folder = Folder::new();
    let endless = folder.tape("endless.bin", "*200\nTAD N\nTLS\nTSF\nJMP .-1\nIAC\nJMP .-4\nN, 301\n");
    for signal in [SIGINT, SIGTERM] {
        let paper = folder.path("paper");
        let mut child = begin(&["run", &endless, "--raw", "--tty", "fast", "--punch", &paper]);
        let mut printed = vec![0; 5_000];
        let mut out = child.stdout.take().expect("piped");
        out.read_exact(&mut printed).expect("it prints without end");
        send(&child, signal);
        let rest = thread::spawn(move || out.read_to_end(&mut printed).map(|_| printed));
        assert_eq!(wait(&mut child).signal(), Some(signal));
        let printed = rest.join().expect("it only reads").expect("to its end");
        let punched = folder.read("paper");
        assert!(punched == printed, "{} punched, {} printed", punched.len(), printed.len());
    }
}

/// A signal ends the program while the machine waits for a key and the program waits for standard input.
#[test]
fn a_signal_ends_the_waiting_for_keys() {
    let folder = Folder::new();
    let echo = folder.tape("echo.bin", ECHO);
    let (paper, core) = (folder.path("paper"), folder.path("core"));
    let order = format!("attach punch {}\n", folder.path("under-the-punch"));
    for (arguments, keys) in [
        (&["run", &echo, "--punch", &paper][..], "AB"),
        (&["focal", "--core-image", &core], "T 1+1\n"),
        (&["monitor", &echo], &order),
    ] {
        let mut child = begin(arguments);
        let stdin = child.stdin.as_mut().expect("piped");
        stdin.write_all(keys.as_bytes()).expect("it listens");
        thread::sleep(Duration::from_millis(400));
        send(&child, SIGTERM);
        assert_eq!(wait(&mut child).signal(), Some(SIGTERM), "{arguments:?}");
    }
    assert_eq!(folder.read("paper"), [0o301, 0o302]);
    let core = folder.read("core");
    assert!(core.starts_with(b"focal8 core image, version 2\n"));
    assert!(core.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"end ")), "it is cut");
}

#[test]
fn what_is_under_the_operators_punch_is_written_at_the_end() {
    let folder = Folder::new();
    let (hello, paper, log) = (folder.tape("hello.bin", HELLO), folder.file("paper", b"old"), folder.path("log"));
    let ran = focal8(&["monitor", &hello], format!("attach punch {paper}\ntrace {log}\nrun 200").as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let punched: Vec<u8> = folder.read("paper").iter().map(|frame| frame & 0o177).collect();
    assert_eq!(punched, b"HELLO\r\n");
    let log = folder.read("log");
    assert!(log.len() > 1_000 && log.ends_with(b"\n"));
}

/// A trace is written while the machine runs, and contains only complete lines after the program is killed.
#[test]
fn a_killed_trace_has_whole_lines() {
    let folder = Folder::new();
    let log = folder.path("log");
    let mut child =
        begin(&["run", "--deposit", "200=2300", "--deposit", "201=5200", "--max-cycles", "900000000", "--trace", &log]);
    while fs::metadata(&log).map_or(0, |log| log.len()) < 1_000_000 {
        assert!(child.try_wait().expect("our own child").is_none(), "it runs for long");
        thread::sleep(Duration::from_millis(1));
    }
    send(&child, SIGTERM);
    assert_eq!(wait(&mut child).signal(), Some(SIGTERM));
    let log = folder.read("log");
    let log = String::from_utf8(log).expect("text");
    assert!(log.ends_with('\n'));
    assert!(log.lines().all(|line| line.split(" us=").count() == 2));
}

/// A link to a written file remains a link, and a file that only its owner may read keeps its permissions.
#[test]
fn writing_keeps_links_and_modes() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let source = folder.file("a.pal", b"*200\nHLT\n$\n");
    let (tape, link) = (folder.file("a.bin", b"old"), folder.path("link.bin"));
    fs::set_permissions(&tape, fs::Permissions::from_mode(0o600)).expect("our own file");
    symlink(&tape, &link).expect("a link");
    assert_eq!(focal8(&["asm", &source, "-o", &link], b"").code, 0);
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(fs::metadata(&tape).expect("a file").permissions().mode() & 0o777, 0o600);
    assert!(folder.read("a.bin").len() > 100);
}
