//! Sessions that an older version has recorded: the replay reports the first difference, and does not write to a disc
//! of the user.

use std::fs;

use focal8::session::PROGRAM;

use super::counted;
use crate::program::{Folder, focal8};

/// A session of version 1 holds the contents of each pack, as the frames of a tape.
#[test]
fn a_session_of_version_1_holds_its_packs_itself() {
    let folder = Folder::new();
    // The word that the program reads and prints is the code of the letter A.
    let block_3 = 3 * 512;
    let mut bytes = vec![0; block_3 + 512];
    bytes[block_3..block_3 + 2].copy_from_slice(&0o301_u16.to_le_bytes());
    let (pack, session) = (folder.file("pack", &bytes), folder.path("session"));
    // CLA CLL; DLDC; TAD 220; DLCA; TAD 221; DLAG; DSKP; JMP .-1; CLA; TAD I 220; TLS; TSF; JMP .-1; HLT
    let program = "7300 6746 1220 6744 1221 6743 6741 5206 7200 1620 6046 6041 5213 7402 0000 0000 2000 0003";
    let deposits = (0o200..).zip(program.split(' ')).map(|(at, word)| format!("{at:o}={word}"));
    let deposits: Vec<String> = deposits.flat_map(|deposit| ["--deposit".to_owned(), deposit]).collect();
    let attached = format!("rk0={pack},ro");
    let mut arguments = vec!["run", "--model", "8e", "--record", &session, "--attach", &attached];
    arguments.extend(deposits.iter().map(String::as_str));
    let ran = focal8(&arguments, b"");
    assert_eq!((ran.code, ran.out.as_str()), (0, "A"), "{}", ran.err);

    let text = String::from_utf8(folder.read("session")).expect("text");
    let (before, medium) = text.split_once("\"medium\":{\"hash\":\"").expect("the pack is named");
    let (hash, after) = medium.split_once('"').expect("a hash");
    let (_, after) = after.split_once("}}").expect("the end of the event");
    let first = |frames: &[u8]| {
        let frames: Vec<String> = frames.iter().map(|frame| format!("{frame:03o}")).collect();
        let contents = format!("\"contents\":{{\"hash\":\"{hash}\",\"frames\":\"{}\"}}}}", frames.join(" "));
        format!("{before}{contents}{after}").replacen("session, version 2", "session, version 1", 1).replacen(
            "\"read_only\"",
            "\"read-only\"",
            1,
        )
    };
    fs::remove_file(&pack).expect("our own");
    let old = folder.file("old", first(&bytes).as_bytes());
    let replayed = focal8(&["replay", &old], b"");
    assert_eq!((replayed.code, replayed.out.as_str()), (0, "A"), "{}", replayed.err);
    // With another word in block 3, the hash of the pack is wrong.
    bytes[block_3] = 0;
    let wrong = focal8(&["replay", &folder.file("wrong", first(&bytes).as_bytes())], b"");
    assert!(wrong.code == 1 && wrong.err.contains(&format!("and {hash} is written")), "{}", wrong.err);
}

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
