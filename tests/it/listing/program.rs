//! Tests of `focal8 focal` and `focal8 explain` in a pipe: the names of programs, files, the tape readers, and the
//! option `--save`.

use focal8::roms;

use crate::command::program;
use crate::program::{Folder, Ran, focal8};

/// A program of two lines, which prints A and B.
const PROGRAM: &str = "1.1 TYPE \"A\",!\n2.1 TYPE \"B\",!\n";
const SAVED: &str = "01.10 TYPE \"A\",!\n02.10 TYPE \"B\",!\n";

fn run(arguments: &[&str], input: &str) -> Ran {
    focal8(arguments, input.as_bytes())
}

/// Returns the command lines of every FOCAL, which must all behave alike.
fn every_focal(folder: &Folder) -> Vec<Vec<String>> {
    let tape = folder.file("own.bin", roms::FOCAL_4K.tape);
    let words = ["", "--native", "--core 8K", &format!("--genuine {tape}")].map(str::to_owned);
    words.map(|words| words.split_whitespace().map(str::to_owned).collect()).to_vec()
}

#[test]
fn a_session_is_saved_and_loaded_on_every_focal() {
    let folder = Folder::new();
    for focal in every_focal(&folder) {
        let saved = folder.path("saved.fc");
        let mut words = vec!["focal", "--save", &saved];
        words.extend(focal.iter().map(String::as_str));
        let ran = run(&words, PROGRAM);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{focal:?}");
        assert_eq!(String::from_utf8(folder.read("saved.fc")).as_deref(), Ok(SAVED), "{focal:?}");
        // The session also saves a program that was loaded from the same file, even if the input ends within a
        // question.
        words.push(&saved);
        let ran = run(&words, "1.2 ASK X\nGO\n");
        assert_eq!((ran.code, ran.out.ends_with("GO\r\nA\r\n:")), (0, true), "{}", ran.err);
        let text = String::from_utf8(folder.read("saved.fc")).expect("ASCII");
        assert_eq!(text, SAVED.replace("02.10", "01.20 ASK X\n02.10"), "{focal:?}");
        std::fs::remove_file(&saved).expect("it was written");
    }
}

#[test]
fn what_cannot_be_saved_is_one_line() {
    let folder = Folder::new();
    let saved = folder.path("empty.fc");
    let ran = run(&["focal", "--save", &saved], "TYPE 1\n");
    assert_eq!(ran.code, 1);
    assert!(ran.err.ends_with("empty.fc: there is no program: no line is kept\n"), "{}", ran.err);
    assert!(!std::path::Path::new(&saved).exists());
    let ran = run(&["focal", "--save", &folder.path("no/folder.fc")], "1.1 T 1\n");
    assert_eq!(ran.code, 1);
    assert!(ran.out.is_empty(), "nothing is typed that could not be saved");
}

/// Every reader reads all lines of a text, whichever characters end the lines, on every FOCAL and at both speeds.
#[test]
fn a_text_is_read_whole_by_every_reader_however_its_lines_end() {
    let folder = Folder::new();
    let lines: Vec<String> =
        (1..=150).map(|n| format!("{}.{:02} TYPE \"LINE {n}\",!", 1 + n / 50, 1 + n % 50)).collect();
    let whole: String = lines.iter().map(|line| format!("0{line}\n")).collect();
    for (name, end) in [("lf.fc", "\n"), ("crlf.fc", "\r\n"), ("cr.fc", "\r")] {
        let text = folder.file(name, (lines.join(end) + end).as_bytes());
        let saved = folder.path("saved.fc");
        let check = |words: &[&str], input: &str| {
            let ran = run(&[&["focal", "--core", "8K", "--save", &saved], words].concat(), input);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{words:?}");
            assert!(!ran.out.contains('?'), "{words:?}: {}", ran.out);
            assert_eq!(String::from_utf8(folder.read("saved.fc")).as_deref(), Ok(&*whole), "{words:?}");
        };
        for tty in ["real", "fast"] {
            check(&["--tty", tty, "--reader", &text], "");
            check(&["--tty", tty, "--fast-reader", &text], "*\n");
            check(&["--tty", tty, &text], "");
        }
        check(&["--native", "--fast-reader", &text], "*\n");
        check(&["--native", &text], "");
    }
}

/// A punched tape is read unchanged, with its eighth bits and blank frames.
#[test]
fn a_punched_text_is_a_program_too() {
    let folder = Folder::new();
    let frames: Vec<u8> =
        b"1.1 TYPE \"A\",!\r\n\0\0".iter().map(|&code| if code == 0 { 0 } else { code | 0o200 }).collect();
    let leader = vec![0o200; 20];
    let tape = folder.file("punched", &[&leader[..], &frames, &leader].concat());
    let saved = folder.path("saved.fc");
    for words in [["focal", "--save", &saved, &tape].to_vec(), ["focal", "--save", &saved, "--reader", &tape].to_vec()]
    {
        assert_eq!(run(&words, "").code, 0, "{words:?}");
        assert_eq!(folder.read("saved.fc"), b"01.10 TYPE \"A\",!\n", "{words:?}");
    }
}

#[test]
fn lines_that_are_not_taken_are_named() {
    let folder = Folder::new();
    let bad = folder.file("bad.fc", format!("1.1 TYPE 1\n5 TYPE 2\n1.3 C{}\n", "X".repeat(80)).as_bytes());
    let ran = run(&["focal", &bad], "");
    assert_eq!(ran.code, 1);
    let told: Vec<&str> = ran.err.lines().map(|line| line.rsplit("bad.fc").next().expect("a part")).collect();
    assert_eq!(
        told,
        [
            ":2: ?01.40: a line to be stored has no step",
            ":3: it has 85 characters; a line has at most 69",
            ": 2 lines of it are not in the program"
        ]
    );
    let large: String = (1..=99).map(|step| format!("1.{step:02} {}\n", "C".repeat(30))).collect();
    let ran = run(&["focal", &folder.file("large.fc", large.as_bytes())], "");
    assert!(ran.err.contains("no room for more text") && ran.err.contains("--functions none"), "{}", ran.err);
    // The command reports an error in a direct line, and keeps all numbered lines.
    let ran = run(&["focal", &folder.file("command.fc", b"TYPE 1/0\n1.1 TYPE 1\n")], "");
    assert_eq!(ran.code, 0);
    assert!(ran.err.ends_with("command.fc:1: ?28.73: division by zero\n"), "{}", ran.err);
}

/// If FOCAL has no room for some lines of a file, the session must not overwrite the file.
#[test]
fn a_file_that_was_not_kept_whole_is_not_written_over() {
    let folder = Folder::new();
    let text = "1.1 TYPE 1\n5 TYPE 2\n";
    let file = folder.file("mine.fc", text.as_bytes());
    let ran = run(&["focal", &file, "--save", &file], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("mine.fc is not changed") && ran.err.contains("mine.fc.part"), "{}", ran.err);
    assert_eq!(folder.read("mine.fc"), text.as_bytes());
    assert_eq!(folder.read("mine.fc.part"), b"01.10 TYPE 1\n");
}

#[test]
fn what_is_no_text_is_refused() {
    let folder = Folder::new();
    let ran = run(&["focal", &folder.file("quotes.fc", "1.1 TYPE 1\n1.2 TYPE \"\u{e9}\"\n".as_bytes())], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("quotes.fc: line 2: '\u{e9}' is on no key of a Teletype"), "{}", ran.err);
    let ran = run(&["focal", &folder.file("focal.bin", roms::FOCAL_4K.tape)], "");
    assert!(ran.err.contains("is a paper tape; focal8 run "), "{}", ran.err);
}

#[test]
fn programs_in_the_box_have_names() {
    let list = run(&["focal", "--list"], "");
    assert_eq!(list.code, 0);
    assert_eq!(list.out.lines().count(), roms::PROGRAMS.len());
    for name in ["lander", "LANDER", "lander.fc"] {
        let ran = run(&["focal", name], "");
        assert!(ran.out.ends_with("BURN:"), "{name}: {}", ran.out);
    }
    let ran = run(&["focal", "checkers"], "");
    assert!(ran.out.ends_with("FROM:"), "it finds room, and its second tape follows: {}", ran.err);
    for (name, hint) in [
        ("landr", "did you mean lander? focal8 focal --list shows the built-in programs"),
        ("./lander", "the built-in program is lander, without a folder"),
        ("nowhere.fc", "focal8 focal --list shows the built-in programs"),
    ] {
        let ran = run(&["focal", name], "");
        let expected = format!("error: cannot read {name}: there is no such file; {hint}\n");
        assert_eq!((ran.code, ran.err), (1, expected));
    }
}

#[test]
fn a_file_of_the_name_wins() {
    let folder = Folder::new();
    folder.file("lander", b"TYPE \"MINE\",!\n");
    let ran = program()
        .args(["focal", "--native", "lander"])
        .current_dir(folder.path(""))
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program");
    assert!(String::from_utf8_lossy(&ran.stdout).contains("\nMINE\r"));
}

#[test]
fn errors_are_explained() {
    for code in ["?10.:5", "10.:5", "?01.78", "?05.48", "?31.<7"] {
        let ran = run(&["explain", code], "");
        assert_eq!(ran.code, 0, "{code}: {}", ran.err);
        assert!(ran.out.lines().count() >= 2, "{code}: {}", ran.out);
    }
    assert!(run(&["explain", "?28.73", "@", "01.10"], "").out.contains("line 01.10"));
    assert_eq!(run(&["explain", "?07.20"], "").code, 1);
    assert_eq!(run(&["explain", "lander"], "").code, 2);
}

/// The operator's commands save, load and explain also work without a terminal.
#[test]
fn the_operator_saves_loads_and_explains() {
    let folder = Folder::new();
    let saved = folder.path("saved.fc");
    let commands = format!(
        "load focal.bin\nrun 200\nload lander\nsave {saved}\nload {saved}\nsend \"T 1/0\\r\"\ncontinue\nexplain\nexplain ?01.78\nsend \"1.1 S A=1/0\\rGO\\r\"\ncontinue\nexplain\n"
    );
    let ran = run(&["monitor"], &commands);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    for told in [
        "12 lines loaded from lander; continue types GO, which follows it\n",
        "12 lines saved to ",
        "12 lines loaded from ",
        "; GO runs it\n",
        "\n?28.73  division by zero\n",
        "\n?01.78  group number above 31\n",
        "\n  01.10 S A=1/0\n",
    ] {
        assert!(ran.out.contains(told), "{told:?} is not in {}", ran.out);
    }
    let image = folder.path("machine.core");
    let commands = format!("explain\nload {saved}\nexplain ?12.34\nexplain x\nsave {image}\nload {image}\n");
    let ran = run(&["monitor"], &commands);
    let told: Vec<&str> = ran.err.lines().collect();
    assert_eq!(told.len(), 5, "{}", ran.err);
    assert!(told[4].ends_with("machine.core: this is a core image; restore reads it"), "{told:?}");
    assert!(
        told[0].contains("no error has been printed here") && told[1].contains("no FOCAL answers here"),
        "{told:?}"
    );
}
