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

/// Each program writes another word into block 0 of a DF32, and punches another frame.
#[test]
fn discs_and_tapes_are_compared_as_they_were_before_they_were_detached() {
    let folder = Folder::new();
    let sessions = ["1111", "2222"].map(|word| {
        let name = |suffix: &str| folder.path(&format!("{word}.{suffix}"));
        let (session, disc, tape) = (name("session"), name("df32"), name("ptp"));
        folder.file(&format!("{word}.df32"), b"");
        let program = format!(
            "attach df0 {disc}\nattach ptp {tape}\nd 7750 7777 277\nd 300 {word}\nd 200 6601 6615 6605 6622 5203\n\
             d 205 7200 1300 6026 6021 5210 7402\nrun 200\n"
        );
        let ran = focal8(&["monitor", "--record", &session], program.as_bytes());
        assert!(ran.out.contains("HALT instruction"), "{} {}", ran.out, ran.err);
        session
    });
    let Ran { code, out, err } = focal8(&["diff", &sessions[0], &sessions[1]], b"");
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    let ends = out.split("\nat the ends\n").nth(1).expect("the last part");
    assert!(ends.contains("  df, block 0, word 0: 1111 / 2222\n"), "{ends}");
    assert!(ends.contains("  ptp, "), "{ends}");
    assert!(!ends.contains("are equal"), "{ends}");
}
