//! The program reads only a limited part of a file, and a message quotes a file in one line that is safe for a
//! terminal.

use std::fs::File;
use std::process::Command;
use std::time::{Duration, Instant};

use focal8::devices::CATALOG;
use focal8::machine::device::Unit;

use super::{Folder, HELLO, Ran, focal8};

/// Returns command lines that read one file each. The last word is the name of the file.
fn readers(folder: &Folder) -> Vec<Vec<String>> {
    let hello = folder.tape("hello.bin", HELLO);
    let halt = ["run", "--deposit", "200=7402"];
    let lines: Vec<Vec<&str>> = vec![
        vec!["run"],
        vec!["monitor"],
        vec!["monitor", "--do"],
        vec!["focal"],
        vec!["focal", "--genuine"],
        vec!["focal", "--resume"],
        vec!["focal", "--native", "--fast-reader"],
        [&halt[..], &["--reader"]].concat(),
        [&halt[..], &["--fast-reader"]].concat(),
        vec!["asm"],
        vec!["asm", "-o", "never.bin"],
        vec!["disasm"],
        vec!["disasm", &hello, "--symbols"],
        vec!["replay"],
        vec!["compare", "--from"],
        vec!["compare", "focal", "focal", "--fuzz-focal", "--known"],
        vec!["cs2360"],
        vec!["al0", "check"],
        vec!["strachey", "check"],
        vec!["threeman", "apl"],
    ];
    lines.into_iter().map(|words| words.into_iter().map(str::to_owned).collect()).collect()
}

#[test]
fn what_has_no_end_is_refused_in_one_line() {
    let folder = Folder::new();
    let (pipe, sparse) = (folder.path("pipe"), folder.path("sparse"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("every Unix has mkfifo").success());
    File::create(&sparse).and_then(|file| file.set_len(1 << 30)).expect("a sparse file");
    for words in readers(&folder) {
        for (file, complaint) in [
            (pipe.as_str(), "nobody is at its other end"),
            ("/dev/zero", " MiB, the most that is read"),
            (&sparse, " MiB, the most that is read"),
        ] {
            let begun = Instant::now();
            let words: Vec<&str> = words.iter().map(String::as_str).chain([file]).collect();
            let ran = focal8(&words, b"");
            assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{words:?}: {}", ran.err);
            assert!(ran.err.contains(file) && ran.err.contains(complaint), "{words:?}: {}", ran.err);
            // The runs take a second on an idle host.
            assert!(begun.elapsed() < Duration::from_secs(5), "{words:?}: {:?}", begun.elapsed());
        }
    }
}

/// The program refuses a pipe as the file of a device, because a pipe would wait for a program at its other end.
#[test]
fn a_pipe_at_a_device_is_refused_in_one_line() {
    let folder = Folder::new();
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("every Unix has mkfifo").success());
    let units: Vec<Unit> = CATALOG.iter().flat_map(|entry| (entry.make)().units().to_vec()).collect();
    assert!(units.len() > 10, "{units:?}");
    for Unit { name: unit, medium, .. } in units {
        let begun = Instant::now();
        let ran = focal8(&["run", "--deposit", "200=7402", "--attach", &format!("{unit}={pipe}")], b"");
        // With nothing to write the program does not open an output at all.
        if medium.is_output() && ran.code == 0 {
            continue;
        }
        assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{unit}: {}", ran.err);
        assert!(ran.err.contains(&pipe), "{unit}: {}", ran.err);
        assert!(begun.elapsed() < Duration::from_secs(5), "{unit}: {:?}", begun.elapsed());
    }
}

#[test]
fn a_core_image_in_place_of_a_program_is_named_with_its_command() {
    let folder = Folder::new();
    let image = folder.path("guess");
    let said = focal8(&["monitor"], format!("save {image}").as_bytes());
    assert!(said.out.starts_with(&format!("{image}: the whole machine, ")), "{}", said.out);
    for words in [&["focal"][..], &["focal", "--native"], &["run"], &["monitor"], &["focal", "--genuine"]] {
        let ran = focal8(&[words, &[image.as_str()]].concat(), b"");
        let words = format!("error: {image} is a core image; focal8 focal --resume {image} goes on with it\n");
        assert_eq!((ran.code, ran.err), (1, words));
    }
}

#[test]
fn standard_input_has_limits_too() {
    let long = "Z".repeat(17 << 20);
    for words in
        [&["asm", "-", "-o", "-"][..], &["monitor"], &["cs2360"], &["threeman", "apl"], &["al0", "answer", "-"]]
    {
        let Ran { code, out, err } = focal8(words, long.as_bytes());
        assert_eq!((code, out.as_str(), err.lines().count()), (1, "", 1), "{words:?}: {err}");
        assert!(err.contains("standard input: it ") && err.contains(" MiB, the most"), "{words:?}: {err}");
    }
}

#[test]
fn a_pipe_that_somebody_writes_to_is_a_file() {
    let folder = Folder::new();
    let (source, tape) = (folder.file("hello.pal", HELLO.as_bytes()), folder.path("hello.bin"));
    let shell = |line: &str| {
        let output = crate::command::shell("bash").args(["-c", line]).output().expect("bash, for <(...)");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // The writer may take longer than the wait for a pipe without a writer.
    let assemble = format!("focal8 asm <(sleep 1; cat {source}) -o {tape} && focal8 run <(cat {tape})");
    assert_eq!(shell(&assemble), "HELLO\r\n");
    let script = format!("focal8 monitor {tape} --do <(echo 'run 200'; echo 'echo done')");
    assert_eq!(shell(&script).lines().last(), Some("done"));
}

/// Asserts that a text contains no control codes for a terminal, and no line of more than `most` characters.
fn assert_plain(text: &str, most: usize) {
    assert!(!text.replace(['\n', '\t'], "").contains(char::is_control), "{text:?}");
    assert!(text.lines().all(|line| line.chars().count() <= most), "{text}");
}

#[test]
fn what_a_user_gave_is_shown_in_a_short_and_plain_line() {
    let folder = Folder::new();
    let hello = folder.tape("hello.bin", HELLO);
    let bad = format!("\x1b[2J\x07{}\u{9b}31m", "Q".repeat(100_000));
    let short = format!("\x1b[2J\x07{}", "Q".repeat(100));
    let symbols = folder.file("bad.sym", format!("00200 {bad}\n").as_bytes());
    let source = folder.file("bad.pal", format!("TAD {bad}\n99{bad}\n\"{bad}\n").as_bytes());
    let named = folder.file("bad\x1b]0;name\x07.pal", b"TAD 9\n");
    let script = folder.file("bad.do", format!("e {bad}\n").as_bytes());
    for words in [
        &["disasm", &hello, "--symbols", &symbols][..],
        &["asm", &source],
        &["asm", &named],
        &["monitor", "--do", &script],
        &["run", &short],
        &["run", &hello, "--start", &short],
        &["run", &hello, "--model", &short],
        &["run", &hello, "--attach", &format!("{short}=x")],
        &["run", &hello, "--trace", &format!("{short}/x")],
        &["compare", &short],
        &["diagnose", &short],
        &["cs2360", "-e", &format!("({short})")],
        &["al0", "answer", &short],
        &["al0", "check", &source],
        &["strachey", "show", &short],
        &["strachey", "run", "--text", &short, "F(1)"],
        &["strachey", "check", &source],
        &["threeman", "can", &short, "1", "1"],
        &["threeman", "apl", &source],
        &[&short],
    ] {
        let ran = focal8(words, b"");
        assert!(ran.code == 1 || ran.code == 2, "{words:?}: {}", ran.err);
        assert!(!ran.err.is_empty(), "{words:?}");
        // The exhibits write separate messages, which are only shortened at the end.
        let is_exhibit = ["cs2360", "al0", "strachey", "threeman"].contains(&words[0]);
        // The longest line lists all devices that files can be attached to.
        assert_plain(&ran.err, if is_exhibit { 403 } else { 360 });
    }
    for word in ["", "e ", "d ", "run ", "set ", "attach ", "do ", "assert ac=", "save /", "echo \x07 ; ", "expect "] {
        assert_plain(&focal8(&["monitor"], format!("{word}{bad}\n").as_bytes()).err, 300);
    }
}

#[test]
fn a_hundred_errors_are_enough() {
    let folder = Folder::new();
    let source = folder.file("bad.pal", "9\n".repeat(123).as_bytes());
    let ran = focal8(&["asm", &source], b"");
    assert_eq!((ran.code, ran.err.lines().count()), (1, 301));
    assert!(ran.err.ends_with("\n100 errors, and 23 more that are not shown, nothing written\n"), "{}", ran.err);
}

#[test]
fn a_dash_stands_for_standard_input_in_place_of_a_file() {
    let folder = Folder::new();
    let (program, disc) = (folder.file("keys.fc", b"TYPE 2+3,!\n"), folder.path("pack.rk05"));
    let (results, proof) = (folder.path("games.jsonl"), folder.path("four.proof"));
    let share = folder.path("share.proof");
    for made in [
        &["disc", "make", &disc, "--demo"][..],
        &["compare", "--games", "2", "--results", &results],
        &["cs2360", "solve", "5", "--within", "12", "--resume", &proof],
        &["cs2360", "solve", "5", "--within", "12", "--shard", "1/1", "--resume", &share],
    ] {
        assert_eq!(focal8(made, b"").code, 0, "{made:?}");
    }
    for (words, file) in [
        (&["focal", "--reader", "FILE"][..], &program),
        (&["focal", "--attach", "reader=FILE"], &program),
        (&["focal", "--fast-reader", "FILE", "-e", "*"], &program),
        (&["compare", "merge", "FILE"], &results),
        (&["cs2360", "verify", "FILE"], &proof),
        (&["cs2360", "merge", "FILE", "--output", "-"], &share),
        (&["disc", "list", "FILE", "--on", "rk05"], &disc),
        (&["disc", "get", "FILE", "GUESS.FC", "--on", "rk05"], &disc),
    ] {
        let named = |name: &str| words.iter().map(|word| word.replace("FILE", name)).collect::<Vec<_>>();
        let run = |words: &[String], input: &[u8]| focal8(&words.iter().map(String::as_str).collect::<Vec<_>>(), input);
        let from_file = run(&named(file), b"");
        let piped = run(&named("-"), &std::fs::read(file).expect("it was made above"));
        assert!(from_file.code == 0 && !from_file.out.is_empty(), "{words:?}: {}", from_file.err);
        assert_eq!(piped.code, 0, "{words:?}: {}", piped.err);
        assert_eq!(piped.out.replace("standard input", file), from_file.out, "{words:?}");
    }
}

#[test]
fn a_dash_is_refused_where_a_file_is_written() {
    let folder = Folder::new();
    let tape = folder.tape("hello.bin", HELLO);
    for words in [
        &["run", &tape, "--attach", "rk0=-"][..],
        &["run", &tape, "--punch", "-"],
        &["disc", "make", "-", "--on", "rk05"],
        &["cs2360", "solve", "5", "--resume", "-"],
    ] {
        let Ran { code, out, err } = focal8(words, b"x");
        assert!(code != 0 && out.is_empty() && err.contains("./- is the file of this name"), "{words:?}: {err}");
    }
}
