//! The files of discs and DECtapes, as the program reads and writes them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use fastrand::Rng;

use super::{counted, word_at};
use crate::command;
use crate::nodes::Node;
use crate::program::{Folder, focal8};

/// Runs `focal8 run` with a program in octal from 200 on.
fn run(arguments: &[&str], program: &str) -> crate::program::Ran {
    let words: Vec<String> =
        (0o200..).zip(program.split_whitespace()).map(|(at, word)| format!("--deposit={at:o}={word}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    focal8(&[&["run", "--model", "8e"][..], arguments, &words].concat(), b"")
}

/// A program in octal: CLA; TAD 211; DLDC; TAD 212; DLAG; DSKP; JMP .-1; DRST; HLT. The command and the address of the
/// disc must be added after it.
const RK_ONCE: &str = "7200 1211 6746 1212 6743 6741 5205 6745 7402";

fn rk(command: &str, address: &str) -> String {
    format!("{RK_ONCE} {command} {address}")
}

#[test]
fn a_new_file_is_a_blank_medium_and_grows_as_it_is_written() {
    let folder = Folder::new();
    let pack = folder.path("new.rk05");
    let ran = run(&["--attach", &format!("rk0={pack}")], &rk("4000", "0003"));
    assert_eq!((ran.code, ran.err), (0, format!("focal8: rk0: {pack} is new, and blank\n")));
    // The program writes block 3 from core 0 on; the blocks before it are zeros.
    let bytes = folder.read("new.rk05");
    assert_eq!(bytes.len(), 4 * 512);
    assert!(bytes[..3 * 512].iter().all(|&byte| byte == 0));
    assert_eq!(bytes[3 * 512 + 2 * 0o200..3 * 512 + 2 * 0o202], [0o200, 0o16, 0o211, 0o2]);
}

#[test]
fn what_is_wrong_with_a_file_is_one_clear_line() {
    let folder = Folder::new();
    let refused = |attached: &str| {
        let ran = focal8(&["run", "--attach", attached, "--deposit", "200=7402"], b"");
        assert_ne!(ran.code, 0);
        ran.err
    };
    let odd = folder.file("odd", &[1, 2, 3]);
    let long = folder.file("long", &vec![0; 3_325_954]);
    let tape = folder.file("tape", &vec![0; 380_294]);
    let none = folder.path("none");
    for (bytes, machine) in [(295_936, "PDP-11"), (591_872, "PDP-9 and 15")] {
        let other = folder.file("other", &vec![0; bytes]);
        assert_eq!(
            refused(&format!("dt0={other}")),
            format!(
                "error: cannot attach to dt0: 'dt0' does not take it: it has {bytes} bytes, a DECtape in the form of \
                 the {machine}; one of the PDP-8 has 380292 or fewer\n"
            )
        );
    }
    assert_eq!(
        refused(&format!("rk0={odd}")),
        "error: cannot attach to rk0: 'rk0' does not take it: it has 3 bytes, and a word is two: the number must be even\n"
    );
    assert_eq!(
        refused(&format!("rk0={long}")),
        "error: cannot attach to rk0: 'rk0' does not take it: it has 3325954 bytes, and there is room for 3325952\n"
    );
    assert_eq!(
        refused(&format!("dt3={tape}")),
        "error: cannot attach to dt3: 'dt3' does not take it: it has 380294 bytes, and there is room for 380292\n"
    );
    assert_eq!(
        refused(&format!("dt3={none},ro")),
        format!("error: cannot attach to dt3: {none}: there is no such file, and a new one cannot be read-only\n")
    );
    assert!(!fs::exists(&none).expect("a folder"), "nothing is made");
    assert!(refused(&format!("dt0={}", Node::null())).contains("a disc or tape must be a file"));
    let both = folder.file("both", b"");
    let ran = focal8(&["monitor"], format!("attach rf {both}\nattach df {none}\nattach rk0 {both}\n").as_bytes());
    assert_eq!(
        ran.err,
        format!("error: device code 60 of 'df32' is taken by 'rf08'\nerror: rf and rk0 would both write {both}\n")
    );
    assert!(!fs::exists(&none).expect("a folder"), "nothing is made");
}

#[test]
fn a_file_that_must_not_be_written_is_not() {
    let folder = Folder::new();
    let bytes = counted(1_000);
    let pack = folder.file("pack", &bytes);
    for attached in [format!("rk0={pack},ro"), format!("rk0={pack}")] {
        let ran = run(&["--registers", "--attach", &attached], &rk("4000", "0003"));
        assert!(ran.err.contains(" ac=4020 "), "{}", ran.err);
        assert_eq!(folder.read("pack"), bytes);
        // The second time the host itself forbids writing, which the program reports.
        assert_eq!(ran.err.contains("is read-only, so it is attached write protected"), !attached.ends_with("ro"));
        fs::set_permissions(&pack, fs::Permissions::from_mode(0o444)).expect("our own file");
    }
}

/// Returns a program in octal that formats a floppy disc: INIT; TAD 220; LCD; STR; JMP .-1; TAD 221; XDR; SDN; JMP .-1;
/// HLT; then `command`, which sets single or double density, and the key that the command needs.
fn set_density(command: &str) -> String {
    format!("7300 6755 5201 1220 6751 6753 5205 1221 6752 6755 5211 7402 7402 7402 7402 7402 {command} 0111")
}

/// A file becomes longer when the program formats its disc in double density. A file keeps its length, and the bytes
/// that the disc no longer uses, when the program formats its disc in single density.
#[test]
fn a_disc_that_the_program_formats_is_named_with_the_length_of_its_file() {
    for (command, before, used) in [("0010", 512_512, 256_256), ("0410", 256_256, 512_512)] {
        let folder = Folder::new();
        let bytes = counted(before / 2);
        let disc = folder.file("disc", &bytes);
        let drive = |suffix: &str| format!("rx0={disc}{suffix}");
        let options = ["--rx", "rx28", "--discs", "fast"];
        let with = |attached: &str, more: &[&str]| {
            run(&[&options[..], &["--attach", attached], more].concat(), &set_density(command))
        };
        // A read-only disc is not formatted, and a program that stops within the 15 s has formatted nothing.
        let read_only = with(&drive(",ro"), &[]);
        assert_eq!((read_only.code, read_only.err.as_str()), (0, ""), "{command}");
        assert_eq!(folder.read("disc"), bytes, "{command}");
        let stopped = run(&["--rx", "rx28", "--attach", &drive(""), "--max-cycles", "5000000"], &set_density(command));
        assert_eq!((stopped.code, folder.read("disc") == bytes), (3, true), "{command}: {}", stopped.err);
        let formatted = with(&drive(""), &[]);
        let more = match command {
            "0010" => {
                "; the disc uses only the first 256256 bytes of its file, so the next time the file is attached, it is \
                 taken for a disc in double density"
            }
            _ => "",
        };
        let remark =
            format!("focal8: rx0: the program has formatted the disc, and {disc} has 512512 bytes now{more}\n");
        assert_eq!((formatted.code, formatted.err), (0, remark), "{command}");
        let rest = bytes.get(used..).unwrap_or_default();
        assert!(folder.read("disc") == [&vec![0; used][..], rest].concat(), "{command}");
    }
}

#[test]
fn booting_from_nothing_is_an_error() {
    let ran = focal8(&["run", "--boot", "rk0"], b"");
    assert_eq!((ran.code, ran.err.as_str()), (1, "error: cannot boot from rk0: nothing is attached to it\n"));
    let folder = Folder::new();
    let tape = folder.file("tape", b"");
    let ran = focal8(&["run", "--attach", &format!("dt1={tape}"), "--boot", "dt1"], b"");
    assert!(ran.err.starts_with("error: cannot boot from dt1: it has no bootstrap loader;"), "{}", ran.err);
}

#[test]
fn a_disc_is_saved_by_name_and_read_back_by_restore() {
    let folder = Folder::new();
    let pack = folder.file("pack", &counted(10_000));
    let core = folder.path("core");
    // The machine reads block 1 to 1000, and the image is made in the middle of its wait.
    let script = format!(
        "set cpu 8k\nattach rk0 {pack}\nd 200 7200; d 201 1220; d 202 6744; d 203 1221; d 204 6743\n\
         d 205 6741; d 206 5205; d 207 7402; d 220 1000; d 221 1\nrunlimit 1000\nrun 200\nsave {core}\n"
    );
    let ran = focal8(&["monitor", "--model", "8e"], script.replace("; ", "\n").as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let image = String::from_utf8(folder.read("core")).expect("text");
    assert!(image.contains(&format!("\nvolumes {{\"rk0\":\"{pack}\"}}\n")));
    let restored = focal8(&["monitor"], format!("restore -f {core}\ncontinue\ne 1000-1001\nshow rk0\n").as_bytes());
    assert!(restored.out.starts_with(&format!("rk0: {pack} is attached, as the image says\n")), "{}", restored.out);
    let words = format!("01000:\t{:04o}\n01001:\t{:04o}\n", word_at(256), word_at(257));
    assert!(restored.out.contains(&words), "{}{}", restored.out, restored.err);
    fs::remove_file(&pack).expect("our own");
    let ran = focal8(&["monitor"], format!("restore -f {core}\n").as_bytes());
    assert!(ran.err.starts_with(&format!("error: {pack}: ")), "{}", ran.err);
}

/// The programs write all blocks again and again; each word is the number of the pass. Whenever focal8 is killed, all
/// words of a block are from one pass, and no block is from a later pass than a block before it.
#[test]
fn killed_at_any_moment_each_block_is_whole() {
    // The RK05's program writes blocks 0 to 377 from 1000, and adds 1 to the words in each pass.
    let rk = "*200
AGAIN, CLA
TAD (400
CIA
DCA N
TAD (1000
DCA P
ISZ TURN
NOP
FILL, TAD TURN
DCA I P
ISZ P
ISZ N
JMP FILL
DCA BLOCK
NEXT, TAD (4000
DLDC
TAD (1000
DLCA
TAD BLOCK
DLAG
DSKP
JMP .-1
CLA
ISZ BLOCK
TAD BLOCK
AND (7400
SNA CLA
JMP NEXT
JMP AGAIN
N, 0
P, 0
TURN, 0
BLOCK, 0
$";
    // The DECtape's program rewinds, then writes all of the tape forward in continuous mode, 201 words a block from the
    // same core.
    let dt = "*200
AGAIN, CLA
ISZ TURN
NOP
TAD (-201
DCA N
TAD (1000
DCA P
FILL, TAD TURN
DCA I P
ISZ P
ISZ N
JMP FILL
TAD (600
DTLA
DTSF
JMP .-1
TAD (-201
DCA I (7754
TAD (777
DCA I (7755
TAD (240
DTLA
WRITE, DTSF
JMP .-1
DTRB
SPA CLA
JMP AGAIN
TAD (-201
DCA I (7754
TAD (777
DCA I (7755
DTXA
JMP WRITE
N, 0
P, 0
TURN, 0
$";
    let folder = Folder::new();
    let mut rng = Rng::with_seed(8);
    for (unit, source, block) in [("rk0", rk, 512), ("dt0", dt, 258)] {
        let program = assembled(&folder, source);
        let pack = folder.path(unit);
        let mut written = 0;
        for _ in 0..8 {
            fs::write(&pack, b"").expect("a temporary file");
            let mut child = command::program()
                .args(["run", "--model", "8e", &program, "--discs", "fast", "--attach", &format!("{unit}={pack}")])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the binary was built for this test");
            while fs::metadata(&pack).map_or(0, |file| file.len()) < 100 * block {
                assert!(child.try_wait().expect("our own child").is_none(), "it writes for ever");
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_micros(rng.u64(0..30_000)));
            child.kill().expect("our own child");
            child.wait().expect("our own child");
            let bytes = fs::read(&pack).expect("it is there");
            let blocks = bytes.chunks(block as usize);
            let mut last = u16::MAX;
            for (number, words) in blocks.enumerate() {
                let turn = u16::from_le_bytes([words[0], words[1]]);
                let is_whole = words.len() == block as usize && words.chunks(2).all(|word| word == &words[..2]);
                assert!(is_whole, "{unit}: block {number} is half written");
                assert!(turn <= last, "{unit}: block {number} was written before the one in front of it");
                last = turn;
                written += usize::from(turn);
            }
        }
        assert!(written > 1_000, "{unit}: something was written");
    }
}

fn assembled(folder: &Folder, source: &str) -> String {
    let source = folder.file("writer.pal", source.as_bytes());
    let tape = folder.path("writer.bin");
    assert_eq!(focal8(&["asm", &source, "-o", &tape], b"").code, 0);
    tape
}
