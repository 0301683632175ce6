//! The command `focal8 disc`, and the bootable disc that this command makes.

use focal8::os8::{Directory, Disk, Kind};
use proptest::prelude::*;

use crate::program::{Folder, focal8};

fn disc(arguments: &[&str]) -> crate::program::Ran {
    focal8(&[&["disc"], arguments].concat(), b"")
}

#[test]
fn files_go_in_and_come_out() {
    let folder = Folder::new();
    let (text, tape) =
        (folder.file("hello.fc", b"1.1 TYPE 1\n"), folder.file("hello.bin", &[0o200, 0o232, 0o1, 0o200]));
    let words = folder.file("words.sv", &[1, 0, 2, 0]);
    for (name, blocks) in [("a.rk05", 3248), ("a.dt8", 737), ("a.rx01", 494), ("a.rx02", 988)] {
        let medium = folder.path(name);
        folder.file("hello.fc", b"1.1 TYPE 1\n");
        assert_eq!(disc(&["make", &medium]).code, 0);
        assert_eq!(disc(&["put", &medium, &text, &tape, &words, "--date", "1975-12-31"]).err, "");
        let listed = disc(&["list", &medium]).out;
        let free = blocks - 7 - 3;
        assert_eq!(
            listed,
            format!(
                "HELLO.FC      1  1975-12-31  0007\nHELLO.BN      1  1975-12-31  0010\nWORDS.SV      1  1975-12-31  0011\n\
                 3 files, {free} blocks free\n"
            )
        );
        assert_eq!(disc(&["get", &medium, "hello.fc"]).out, "1.1 TYPE 1\n");
        let out = folder.path("out");
        assert_eq!(disc(&["get", &medium, "HELLO.BN", "-o", &out]).code, 0);
        assert_eq!(folder.read("out"), [0o200, 0o232, 0o1, 0o200]);
        assert_eq!(disc(&["get", &medium, "WORDS.SV", "-o", &out]).code, 0);
        assert_eq!(folder.read("out")[..6], [1, 0, 2, 0, 0, 0]);
        let twice = disc(&["put", &medium, &text]);
        assert_eq!(
            (twice.code, twice.err),
            (1, format!("error: {medium}: there is already a file HELLO.FC; --replace puts another in its place\n"))
        );
        folder.file("hello.fc", b"1.1 TYPE 2\n");
        assert_eq!(disc(&["put", &medium, &text, "--replace"]).err, "");
        assert_eq!(disc(&["get", &medium, "HELLO.FC"]).out, "1.1 TYPE 2\n");
        assert_eq!(disc(&["remove", &medium, "HELLO.BN", "WORDS.SV"]).code, 0);
        assert!(disc(&["list", &medium]).out.ends_with(&format!("\n1 file, {} blocks free\n", free + 2)));
        assert_eq!(disc(&["get", &medium, "HELLO.BN"]).err, format!("error: {medium}: there is no file HELLO.BN\n"));
        assert_eq!(disc(&["check", &medium]).code, 0);
    }
}

#[test]
fn the_second_half_of_a_pack_has_its_own_directory() {
    let folder = Folder::new();
    let (pack, text) = (folder.path("a.rk05"), folder.file("a.tx", b"A\n"));
    disc(&["make", &pack]);
    assert_eq!(disc(&["put", &pack, &text, "--half", "b"]).code, 0);
    assert_eq!(disc(&["check", &pack]).out, "RKA: 0 files, 3241 blocks free\nRKB: 1 file, 3240 blocks free\n");
    assert_eq!(disc(&["get", &pack, "A.TX", "--half", "b"]).out, "A\n");
}

#[test]
fn what_is_wrong_is_one_line() {
    let folder = Folder::new();
    let blank = folder.file("blank.rk05", b"");
    let error = disc(&["list", &blank]).err;
    assert!(error.starts_with(&format!("error: {blank}: there is no directory: block 1, word 0: ")), "{error}");
    let checked = disc(&["check", &blank]);
    assert_eq!((checked.code, checked.out.lines().count()), (1, 2));
    let unknown = disc(&["make", &folder.path("x")]);
    assert_eq!((unknown.code, unknown.err.contains("add --on, such as --on rk05")), (2, true));
    assert!(disc(&["make", &blank]).err.contains("exists already"));
    let long = folder.file("longer-name.fc", b"1.1 T 1\n");
    let pack = folder.path("a.rk05");
    disc(&["make", &pack]);
    assert!(disc(&["put", &pack, &long]).err.contains("--as gives the file another"));
    assert_eq!(disc(&["put", &pack, &long, "--as", "SHORT.FC"]).code, 0);
    let tape = folder.path("a.dt8");
    disc(&["make", &tape]);
    let huge = folder.file("huge.tx", &[b'A'; 300_000]);
    assert_eq!(
        disc(&["put", &tape, &huge]).err,
        format!("error: {tape}: there is no room: 782 blocks in one piece are needed, and the largest gap has 730\n")
    );
}

/// The blocks of OS/8's devices on an RL01 are not known, and a guess could destroy a pack.
#[test]
fn an_rl_pack_is_refused_and_left_alone() {
    let folder = Folder::new();
    let bytes = vec![1; 5_242_880];
    let (by_name, by_size) = (folder.file("a.rl02", b""), folder.file("pack", &bytes));
    let (new, text) = (folder.path("new.rl01"), folder.file("a.tx", b"A\n"));
    for arguments in [
        &["make", &new][..],
        &["list", &by_name],
        &["check", &by_size],
        &["put", &by_size, &text],
        &["get", &by_size, "A.TX"],
        &["remove", &by_name, "A.TX"],
    ] {
        let refused = disc(arguments);
        let reason = "is an RL01 or RL02 pack: focal8 disc does not know in which blocks OS/8 keeps the directories of \
                      such a pack; attach it to rl0, where OS/8 on the machine reads and writes it";
        assert_eq!((refused.code, refused.err), (1, format!("error: {} {reason}\n", arguments[1])));
    }
    assert!(folder.read("pack") == bytes && !std::path::Path::new(&new).exists());
}

#[test]
fn the_demonstration_disc_boots_lists_runs_and_saves() {
    let folder = Folder::new();
    let (pack, tape) = (folder.path("demo.rk05"), folder.path("tape.dt8"));
    assert_eq!(disc(&["make", &pack, "--demo"]).err, "");
    assert_eq!(disc(&["make", &tape]).err, "");
    let script = format!(
        r#"set cpu 8k
attach rk0 {pack}
attach dt0 {tape}
send "R FOCAL\r"
boot rk0
send "1.1 T \"HELLO\",!\r"
continue
send "S MINE\rS T:TAPED\rD T:\rR NONE\r"
run 10200
send "R T:TAPED\r"
continue
send "G\r"
continue
send "R MINE\r"
run 10200
send "W\r"
continue
"#
    );
    let ran = focal8(&["monitor", "--model", "8e"], script.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let paper: Vec<&str> = ran.out.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    for line in ["TAPED .SV 0017", "?  THERE IS NO SUCH PROGRAM", "HELLO", "01.10 T \"HELLO\",!"] {
        assert!(paper.contains(&line), "{line}: {paper:?}");
    }
    assert!(disc(&["list", &pack]).out.contains("MINE.SV      17"));
    assert_eq!(disc(&["check", &tape]).out, "DECtape: 1 file, 713 blocks free\n");
    let lander = include_str!("../../../focal/lander.fc");
    assert_eq!(disc(&["get", &pack, "LANDER.FC"]).out, lander);
}

proptest! {
    #![proptest_config(crate::seeded::seeded())]

    /// Reading any directory gives an answer or an error; a directory that can be read is written back unchanged.
    #[test]
    fn any_directory_is_read_or_refused(words in prop::collection::vec(prop_oneof![0_u16..8, 0o7770_u16..0o10000, 0_u16..0o10000], 0..64)) {
        let mut disk = Disk::blank(Kind::DecTape);
        disk.set_block(1, &words).expect("there is a block 1");
        if let Ok(directory) = Directory::read(&disk) {
            directory.write(&mut disk).expect("it was there");
            prop_assert_eq!(Directory::read(&disk), Ok(directory));
        }
    }
}

#[test]
fn no_file_lies_in_the_directory() {
    let mut disk = Disk::blank(Kind::Rka);
    // The only gap begins at block 1, so a new file would destroy the directory.
    disk.set_block(1, &[0o7777, 1, 0, 0, 0, 0, 0o7000]).expect("a pack has it");
    let error = Directory::read(&disk).expect_err("it cannot be");
    assert!(error.to_string().ends_with("files begin at block 1, and 1 to 6 are the directory's"), "{error}");
}
