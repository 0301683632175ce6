//! The command `focal8 FILE`: the program recognises and starts a file. A command that does not accept the file prints
//! the name of the command that does.

use super::{ECHO, Folder, HELLO, focal8};

/// A program that prints the letter A, whose code is 101, and halts.
const LETTER: &str = "*200\nCLA\nTAD LETTER\nTLS\nTSF\nJMP .-1\nHLT\nLETTER, 101\n$\n";

#[test]
fn a_file_is_started_by_what_it_is() {
    let folder = Folder::new();
    let program = folder.file("sum.txt", b"1.1 TYPE 2+3,!\nGO\n");
    assert_eq!(focal8(&[&program], b"").out, focal8(&["focal", &program], b"").out);
    let tape = folder.tape("hello.bin", HELLO);
    assert_eq!(focal8(&[&tape], b"").out, "HELLO\r\n");
    let source = folder.file("letter.pal", LETTER.as_bytes());
    let ran = focal8(&[&source, "--registers"], b"");
    assert_eq!((ran.code, ran.out.as_str()), (0, "A"));
    assert!(ran.err.starts_with("stop=HLT pc=00206 "), "{}", ran.err);

    let (image, session) = (folder.path("a.core"), folder.path("a.session"));
    let first = focal8(&["focal", "--core-image", &image, "--record", &session], b"1.1 TYPE 7,!\n");
    assert_eq!(first.code, 0, "{}", first.err);
    let resumed = focal8(&[&image], b"GO\n");
    assert!(resumed.out.contains("GO\r\n=    7.0000\r\n"), "{}", resumed.out);
    let replayed = focal8(&[&session], b"");
    assert_eq!((replayed.code, replayed.out), (0, focal8(&["replay", &session], b"").out));
    assert!(first.out.contains("1.1 TYPE 7,!"), "{}", first.out);

    let script = folder.file("test.do", b"evaluate 2+2\nexit 4\n");
    assert_eq!((focal8(&[&script], b"").code, focal8(&[&script], b"").out.as_str()), (4, "0004\tAND 0004\n"));
}

#[test]
fn the_name_of_a_built_in_program_starts_it() {
    assert_eq!(focal8(&["table"], b"").out, focal8(&["focal", "table"], b"").out);
    let limit = ["--max-cycles", "20K", "--registers"];
    let [ball, run] = [&["ball"][..], &["run", "ball"]].map(|words| focal8(&[words, &limit].concat(), b""));
    assert_eq!((ball.code, ball.err), (3, run.err));
    let written = focal8(&["table", "-w"], b"");
    assert!(written.code == 2 && written.err.contains("-w is for discs"), "{}", written.err);
}

#[test]
fn a_disc_is_booted_and_written_only_on_request() {
    let folder = Folder::new();
    let disc = folder.path("demo.rk05");
    assert_eq!(focal8(&["disc", "make", &disc, "--demo"], b"").code, 0);
    let booted = focal8(&[&disc], b"\r");
    let attached = format!("rk0={disc}");
    let boots = ["--core", "32K", "--attach", &attached, "--boot", "rk0"];
    let same = focal8(&[&["run", "--model", "8e"], &boots[..]].concat(), b"\r");
    assert!(!booted.out.is_empty(), "{}", booted.err);
    assert_eq!((booted.out, booted.err.as_str()), (same.out, ""));
    let is_read_only = |words: &[&str]| {
        let ran = focal8(&[&[disc.as_str()], words, &["--record", &folder.path("s")]].concat(), b"\r");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        String::from_utf8(folder.read("s")).expect("a text").contains("\"read_only\":true")
    };
    assert_eq!((is_read_only(&[]), is_read_only(&["-w"])), (true, false));
    // The user may choose another model.
    assert!(focal8(&[&disc, "--model", "8i"], b"\r").err.contains("on a PDP-8i"));
    let text = folder.file("x.fc", b"1.1 TYPE 1\n");
    let wrong = focal8(&[&text, "-w"], b"");
    assert_eq!((wrong.code, wrong.err), (2, format!("error: {text} is a FOCAL program; -w is for discs\n")));
}

#[test]
fn a_folder_lists_what_can_be_started() {
    let folder = Folder::new();
    folder.file("b.fc", b"1.1 TYPE 1\n");
    folder.tape("a.bin", HELLO);
    folder.file("notes.txt", b"nothing to start\n");
    let place = folder.path("");
    let place = place.trim_end_matches('/');
    let listed = focal8(&[place], b"");
    let list = format!("focal8 {place}/a.bin  a paper tape\nfocal8 {place}/b.fc   a FOCAL program\n");
    assert_eq!((listed.code, listed.out), (0, list));
    // The name of a command alone means the command, and a line of Rust is no PAL.
    folder.file("play", b"1.1 TYPE 1\n");
    folder.file("x.rs", b"fn main() {\n*200\n}\n");
    let here = crate::command::program().arg(".").current_dir(place).output().expect("it runs");
    let list = "focal8 a.bin   a paper tape\nfocal8 b.fc    a FOCAL program\nfocal8 ./play  a FOCAL program\n";
    assert_eq!(String::from_utf8_lossy(&here.stdout), list);
    let empty = Folder::new();
    assert_eq!(focal8(&[&empty.path("")], b"").code, 1);
}

#[test]
fn a_misspelt_command_keeps_its_suggestion_and_a_missing_file_is_named() {
    let ran = focal8(&["foccal"], b"");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("unrecognized subcommand 'foccal'") && ran.err.contains("'focal'"), "{}", ran.err);
    let ran = focal8(&["no-such.bin"], b"");
    assert_eq!((ran.code, ran.err.as_str()), (1, "error: cannot start no-such.bin: there is no such file\n"));
    let folder = Folder::new();
    let text = folder.file("notes.txt", b"nothing to start\n");
    let ran = focal8(&[&text], b"");
    assert_eq!((ran.code, ran.err.lines().count()), (1, 1));
    assert!(ran.err.starts_with(&format!("error: cannot start {text}: it is not ")), "{}", ran.err);
}

#[test]
fn a_source_that_cannot_run_says_why() {
    let folder = Folder::new();
    let wrong = folder.file("wrong.pal", b"*200\nJMP NOWHERE\n");
    let ran = focal8(&[&wrong], b"");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("NOWHERE") && ran.err.ends_with("1 error, nothing run\n"), "{}", ran.err);
    let high = folder.file("high.pal", b"*400\nHLT\n$\n");
    let ran = focal8(&[&high], b"");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("has no word at 00200") && ran.err.contains("--start ADDR"), "{}", ran.err);
    assert_eq!(focal8(&[&high, "--start", "400"], b"").code, 0);
}

#[test]
fn a_command_names_the_one_that_takes_the_file() {
    let folder = Folder::new();
    let program = folder.file("p.fc", b"1.1 TYPE 1\n");
    let source = folder.file("x.pal", LETTER.as_bytes());
    let tape = folder.tape("x.bin", HELLO);
    let session = folder.path("x.session");
    assert_eq!(focal8(&["focal", "--record", &session], b"").code, 0);
    for (command, file, advice) in [
        ("run", &program, format!("{program} is a FOCAL program; focal8 focal {program} runs it")),
        ("run", &source, format!("{source} is a PAL source; focal8 {source} assembles and runs it")),
        ("focal", &source, format!("{source} is a PAL source; focal8 {source} assembles and runs it")),
        ("focal", &tape, format!("{tape} is a paper tape; focal8 run {tape} loads and runs it")),
        ("run", &session, format!("{session} is a session; focal8 replay {session} plays it")),
    ] {
        let ran = focal8(&[command, file], b"");
        assert_eq!((ran.code, ran.err), (1, format!("error: {advice}\n")), "{command}");
    }
    let image = folder.path("x.core");
    assert_eq!(focal8(&["focal", "--core-image", &image], b"1.1 TYPE 1\n").code, 0);
    for (command, file, advice) in [
        ("asm", &program, format!("{program} is a FOCAL program; focal8 focal {program} runs it")),
        ("asm", &image, format!("{image} is a core image; focal8 focal --resume {image} goes on with it")),
        ("replay", &program, format!("{program} is a FOCAL program; focal8 focal {program} runs it")),
        ("replay", &tape, format!("{tape} is a paper tape; focal8 run {tape} loads and runs it")),
        ("replay", &image, format!("{image} is a core image; focal8 focal --resume {image} goes on with it")),
    ] {
        let ran = focal8(&[command, file], b"");
        assert_eq!((ran.code, ran.err), (1, format!("error: {advice}\n")), "{command}");
    }
    let ran = focal8(&["play", &tape], b"");
    let advice = format!("\n\n{tape} is a paper tape; focal8 run {tape} loads and runs it\n");
    assert!(ran.code == 2 && ran.err.contains("unexpected argument") && ran.err.ends_with(&advice), "{}", ran.err);
    let ran = focal8(&["focal", "-"], LETTER.as_bytes());
    let advice = "standard input is a PAL source; focal8 asm - -o FILE assembles it";
    assert_eq!((ran.code, ran.err), (1, format!("error: {advice}\n")));
}

#[test]
fn lines_of_the_command_line_are_the_whole_input() {
    let ran = focal8(&["focal", "-e", "SET A=2", "-e", "TYPE A^3,!"], b"TYPE 1/0\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, focal8(&["focal"], b"SET A=2\nTYPE A^3,!\n").out);
    let native = focal8(&["focal", "--native", "-e", "set a=2", "-e", "type a^3,!"], b"");
    assert_eq!(native.out, ran.out);
    // An ASK gets the next line, and an error gives the exit code 1.
    let asked = focal8(&["focal", "-e", "ASK B; TYPE B+1,!", "-e", "41"], b"");
    assert!(asked.out.contains("=   42.0000"), "{}", asked.out);
    assert_eq!(focal8(&["focal", "-e", "TYPE 1/0"], b"").code, 1);
    let raw = focal8(&["focal", "--raw", "-e", "TYPE 7,!"], b"");
    assert!(raw.out.contains("7.0000"), "{}", raw.out);
    assert_eq!(focal8(&["focal"], b"TYPE 1/0\n").code, 0);
}

#[test]
fn a_dash_is_standard_input() {
    let folder = Folder::new();
    let text = b"1.1 TYPE 5,!\nGO\n";
    let file = folder.file("p.fc", text);
    assert_eq!(focal8(&["focal", "-"], text).out, focal8(&["focal", &file], b"").out);
    folder.tape("hello.bin", HELLO);
    assert_eq!(focal8(&["run", "-"], &folder.read("hello.bin")).out, "HELLO\r\n");
    let image = folder.path("i.core");
    assert_eq!(focal8(&["focal", "--core-image", &image], b"1.1 TYPE 1\n").code, 0);
    let resumed = focal8(&["focal", "--resume", "-"], &folder.read("i.core"));
    assert_eq!((resumed.code, resumed.err.as_str()), (0, ""));
    assert_eq!(focal8(&["monitor", "--do", "-"], b"evaluate 3\n").out, "0003\tAND 0003\n");
    for words in [&["focal", "-"][..], &["run", "-"], &["focal", "--resume", "-"]] {
        let ran = focal8(words, b"");
        assert_eq!((ran.code, ran.err.as_str()), (1, "error: cannot use standard input: it is empty\n"), "{words:?}");
    }
}

#[test]
fn a_dash_alone_starts_standard_input_by_what_it_is() {
    let folder = Folder::new();
    let program = b"1.1 TYPE 5,!\nGO\n";
    assert_eq!(focal8(&["-"], program).out, focal8(&["focal", "-"], program).out);
    folder.tape("hello.bin", HELLO);
    assert_eq!(focal8(&["-"], &folder.read("hello.bin")).out, "HELLO\r\n");
    let assembled = focal8(&["-", "--registers"], LETTER.as_bytes());
    assert_eq!((assembled.code, assembled.out.as_str()), (0, "A"));
    assert!(assembled.err.starts_with("stop=HLT pc=00206 "), "{}", assembled.err);
    let (image, session) = (folder.path("i.core"), folder.path("i.session"));
    let recorded = focal8(&["focal", "--core-image", &image, "--record", &session], b"TYPE 7,!\n");
    assert_eq!(recorded.code, 0, "{}", recorded.err);
    for file in ["i.core", "i.session"] {
        let ran = focal8(&["-"], &folder.read(file));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{file}");
    }
    for (input, message) in [
        (&b""[..], "cannot use standard input: it is empty\n"),
        (b"Dear reader\n", "cannot start standard input: it is not a FOCAL program"),
        (&[0; 2 * 1_662_976], "standard input is a disc or DECtape; a disc must be named as a file\n"),
    ] {
        let ran = focal8(&["-"], input);
        assert_eq!(ran.code, 1);
        assert!(ran.err.starts_with(&format!("error: {message}")), "{}", ran.err);
    }
}

#[test]
fn a_halted_core_image_says_so_in_a_pipe() {
    let folder = Folder::new();
    let image = folder.path("halted.core");
    assert_eq!(focal8(&["monitor"], format!("d 200 7402\ngo 200\nsave {image}\n").as_bytes()).code, 0);
    let ran = focal8(&[&image], b"");
    let line = "is halted at 00201; at a terminal, CTRL/E and continue start it\n";
    assert_eq!((ran.code, ran.err), (0, format!("focal8: the machine of {image} {line}")));
}

#[test]
fn a_recording_needs_a_file() {
    for words in [&["run", "--deposit", "200=7402"][..], &["focal"], &["monitor"]] {
        let ran = focal8(&[words, &["--record", "-"]].concat(), b"");
        let line = "error: --record needs a file, because standard output has the paper; ./- is a file\n";
        assert_eq!((ran.code, ran.err.as_str()), (2, line), "{words:?}");
    }
}

#[test]
fn counts_are_short() {
    let folder = Folder::new();
    let echo = folder.tape("echo.bin", ECHO);
    let cycles =
        |count: &str| focal8(&["run", &echo, "--max-cycles", count, "--registers"], b"AAAAAAAAAAAAAAAAAAAA").err;
    let plain = cycles("20000");
    assert!(plain.contains("stop=cycles"), "{plain}");
    for count in ["2e4", "20K", "20k"] {
        assert_eq!(cycles(count), plain, "{count}");
    }
    let ran = focal8(&["run", &echo, "--max-cycles", "many"], b"");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("expected a decimal count, such as 1000000, 1e6 or 1M"), "{}", ran.err);
}

#[test]
fn a_code_is_explained_without_its_ceremony() {
    let full = focal8(&["explain", "?03.28"], b"");
    assert_eq!(full.code, 0, "{}", full.err);
    assert_eq!(focal8(&["explain", "3.28"], b"").out, full.out);
    let group = focal8(&["explain", "3"], b"");
    assert!(group.out.lines().count() > 1 && group.out.lines().all(|line| line.starts_with("?03.")), "{}", group.out);
    let focal = concat!(env!("CARGO_MANIFEST_DIR"), "/roms/focal.bin");
    let operator = focal8(&["monitor", focal], b"explain 3\n");
    assert_eq!((operator.code, operator.out), (0, group.out));
}
