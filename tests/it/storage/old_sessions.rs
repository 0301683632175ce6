//! Sessions that an older version has recorded: the replay reports the first difference, and does not write to a disc
//! of the user.

use std::fs;

use focal8::session::PROGRAM;

use super::counted;
use crate::program::{Folder, focal8};

#[test]
fn a_session_of_another_machine_says_so_and_leaves_the_user_s_pack_alone() {
    let folder = Folder::new();
    let bytes = counted(2_000);
    let (pack, session) = (folder.file("pack", &bytes), folder.path("session"));
    // The program reads block 3 to 0, then halts.
    let program = ["200=7300", "201=1214", "202=6746", "203=1215", "204=6743", "205=6741", "206=5205", "207=7402"];
    let mut arguments = vec!["run", "--model", "8e", "--record", &session];
    let attached = format!("rk0={pack}");
    arguments.extend(["--attach", &attached, "--deposit", "214=4000", "--deposit", "215=0003"]);
    program.iter().for_each(|word| arguments.extend(["--deposit", word]));
    let ran = focal8(&arguments, b"");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_ne!(folder.read("pack"), bytes, "the program has written");

    // The file has another pack at the end, as an older machine would have written it.
    fs::write(&pack, &bytes).expect("our own");
    let text = String::from_utf8(folder.read("session")).expect("text");
    assert!(text.contains(&format!("program \"{PROGRAM}\"\n")), "{text}");
    let (last, _) = text.match_indices("\"devices\":\"").last().expect("a check at the end");
    let at = last + "\"devices\":\"".len();
    let digit = if &text[at..=at] == "0" { "1" } else { "0" };
    let old = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
    let old = old.replacen(PROGRAM, "focal8 0.0.9", 1);
    let (old, image) = (folder.file("old", old.as_bytes()), folder.path("image"));
    for arguments in [&["replay", &old][..], &["replay", &old, "--until", "10", "--core-image", &image]] {
        let ran = focal8(arguments, b"");
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains(&format!("(written by focal8 0.0.9, this is {PROGRAM}): line ")), "{}", ran.err);
        assert!(ran.err.contains("not as recorded: a device"), "{}", ran.err);
        assert!(ran.err.contains(": at cycle "), "{}", ran.err);
        assert!(folder.read("pack") == bytes, "the user's pack is as it was");
        assert!(!fs::exists(&image).expect("a folder"), "no image of a machine that has departed");
    }
    assert_eq!(focal8(&["replay", &session, "--until", "10", "--core-image", &image], b"").code, 0);
    assert!(folder.read("pack") == bytes);
}
