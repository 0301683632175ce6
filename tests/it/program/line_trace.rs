//! `--trace-focal`: with FOCAL on the machine and with native FOCAL, to a file and to standard error.

use super::{Folder, focal8};

const PROGRAM: &[u8] = b"1.1 FOR I=1,2;DO 2\n1.2 QUIT\n2.1 SET J=J+I\n";

#[test]
fn the_lines_done_go_to_a_file_or_to_standard_error() {
    let folder = Folder::new();
    let (program, trace) = (folder.file("sum.fc", PROGRAM), folder.path("sum.trace"));
    let lines = |trace: &str| -> Vec<String> {
        trace.lines().map(|line| line.splitn(3, '\t').nth(2).expect("three fields").to_owned()).collect()
    };
    let expected = [
        "direct",
        "00.00",
        "02.10\tJ 0 1",
        "01.10 FOR\tI 0 1",
        "02.10\tJ 1 3",
        "01.10 FOR\tI 1 2",
        "01.10\tI 2 3",
        "01.20",
    ];
    for native in [&[][..], &["--native"]] {
        let plain = focal8(&[&["focal", &program], native].concat(), b"GO\n");
        let filed = focal8(&[&["focal", &program, "--trace-focal", &trace], native].concat(), b"GO\n");
        assert_eq!((filed.code, &filed.out, &*filed.err), (0, &plain.out, ""));
        let written = String::from_utf8(folder.read("sum.trace")).expect("it is text");
        assert_eq!(lines(&written), expected);
        let told = focal8(&[&["focal", &program, "--trace-focal", "-"], native].concat(), b"GO\n");
        assert_eq!((told.code, told.out, told.err), (0, plain.out, written));
    }
}

/// The state of the machine at the end, with its count of cycles, is the same without a trace, because every key
/// arrived at the same cycle.
#[test]
fn a_trace_moves_no_key() {
    let folder = Folder::new();
    let [plain, traced] = ["plain.core", "traced.core"].map(|name| folder.path(name));
    for (command, keys) in
        [("focal", &b"SET A=1\nTYPE A,!\n1.1 ASK B;TYPE B/A,!\nGO\n12\nTYPE 1/0\n"[..]), ("play", b"45 36\n")]
    {
        focal8(&[command, "--core-image", &plain], keys);
        focal8(&[command, "--core-image", &traced, "--trace-focal", &folder.path("trace")], keys);
        assert!(folder.read("plain.core") == folder.read("traced.core"), "{command}");
    }
}

#[test]
fn what_cannot_be_traced_is_said() {
    let folder = Folder::new();
    let program = folder.file("sum.fc", PROGRAM);
    let refused = focal8(&["focal", &program, "--trace-focal", &program], b"");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("--trace-focal would overwrite"), "{}", refused.err);
    assert_eq!(folder.read("sum.fc"), PROGRAM);
    let game = focal8(&["play", "--native", "--trace-focal", "-"], b"");
    assert_eq!((game.code, game.err.lines().count()), (2, 1), "{}", game.err);
    let nowhere = focal8(&["focal", "--trace-focal", &folder.path("no/trace")], b"");
    assert_eq!((nowhere.code, nowhere.err.lines().count()), (1, 1), "{}", nowhere.err);
}
