//! `focal8 diff`: equal sessions, sessions that differ, and sessions that cannot be compared.

use super::{Folder, Ran, focal8};

/// Records a session of FOCAL in which these lines are typed; returns the path of the recording.
fn recorded(folder: &Folder, name: &str, options: &[&str], lines: &str) -> String {
    let session = folder.path(name);
    let ran = focal8(&[&["focal", "--record", &session], options].concat(), lines.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    session
}

#[test]
fn equal_sessions_are_equal() {
    let folder = Folder::new();
    let [one, other] = ["a", "b"].map(|name| recorded(&folder, name, &[], "SET A=5\nTYPE A\n"));
    let Ran { code, out, err } = focal8(&["diff", &one, &other], b"");
    assert_eq!((code, err.as_str(), out.lines().count()), (0, "", 1), "{out}");
    assert!(out.contains(&format!("{one} and {other} are equal: ")) && out.contains(" input events, "), "{out}");
}

#[test]
fn a_different_key_is_found_in_input_registers_paper_and_variable() {
    let folder = Folder::new();
    let [one, other] = [("a", "SET A=5\nTYPE \"X\"\n"), ("b", "SET A=6\nTYPE \"X\"\n")]
        .map(|(name, lines)| recorded(&folder, name, &[], lines));
    let Ran { code, out, err } = focal8(&["diff", &one, &other], b"");
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    for expected in [
        "first input that differs\n".to_owned(),
        ": key '5'\n".to_owned(),
        ": key '6'\n".to_owned(),
        " 6036 KRB ".to_owned(),
        "  AC: 0265 / 0266\n".to_owned(),
        "papers, line 1, column 8 (character 9): '5' / '6'\n".to_owned(),
        ", variable A: 2400 / 3000\n".to_owned(),
        format!("    {one}: "),
    ] {
        assert!(out.contains(&expected), "{expected:?} is not in:\n{out}");
    }
}

#[test]
fn a_session_that_goes_on_is_no_equal() {
    let folder = Folder::new();
    let [one, other] =
        [("a", "SET A=5\n"), ("b", "SET A=5\nTYPE A\n")].map(|(name, lines)| recorded(&folder, name, &[], lines));
    let Ran { code, out, .. } = focal8(&["diff", &one, &other], b"");
    assert_eq!(code, 1);
    assert!(out.contains(": no more input\n") && out.contains("as far as both sessions go"), "{out}");
    assert!(out.contains(": the paper ends here\n"), "{out}");
}

#[test]
fn labels_and_stores_of_a_program_are_named() {
    let folder = Folder::new();
    let source = b"*200\nSTART, OSR\nTAD ONE\nDCA COUNT\nHLT\nONE, 1\nCOUNT, 0\n$\n";
    let (source, tape) = (folder.file("count.pal", source), folder.path("count.bin"));
    let symbols = folder.path("count.sym");
    assert_eq!(focal8(&["asm", &source, "-o", &tape, "--symbols", &symbols], b"").code, 0);
    let [one, other] = [("a", "0"), ("b", "5")].map(|(name, switches)| {
        let session = folder.path(name);
        assert_eq!(focal8(&["run", &tape, "--sr", switches, "--record", &session], b"").code, 0);
        session
    });
    let Ran { code, out, .. } = focal8(&["diff", &one, &other, "--symbols", &symbols], b"");
    assert_eq!(code, 1);
    assert!(out.contains("  SR: 0000 / 0005\n"), "{out}");
    assert!(out.contains("  00205 COUNT: 0001 / 0006\n"), "{out}");
    assert!(out.contains("00205 COUNT: 0000 -> 0006 by 00202 START+2 DCA COUNT"), "{out}");
}

#[test]
fn what_cannot_be_compared_is_trouble() {
    let folder = Folder::new();
    let whole = recorded(&folder, "a", &[], "SET A=5\n");
    let large = recorded(&folder, "b", &["--core", "8K"], "SET A=5\n");
    let text = String::from_utf8(folder.read("a")).expect("a text").replacen("key \"5\"", "key \"6\"", 1);
    let changed = folder.file("changed", text.as_bytes());
    let nothing = folder.path("nothing");
    let no_session = folder.file("paper", b"*TYPE 1\n");
    for (other, complaint) in [
        (&large, "sessions of different machines cannot be compared"),
        (&changed, "not as recorded"),
        (&nothing, "No such file"),
        (&no_session, "this is no session"),
    ] {
        let Ran { code, err, .. } = focal8(&["diff", &whole, other], b"");
        assert_eq!((code, err.lines().count()), (2, 1), "{err}");
        assert!(err.starts_with("error: ") && err.contains(complaint), "{err}");
    }
}
