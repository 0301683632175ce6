//! The program itself: real runs of the binary, through pipes, without a terminal.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use crate::command::program;
use focal8::pal::{Options, Source, assemble};
use focal8::tape::bin;

mod assembler;
mod beside;
mod campaigns;
mod diff;
mod files;
mod hardware;
mod jobs;
mod killed;
mod line_trace;
mod lines;
mod manual_pages;
mod output;
mod reading;
mod session;
mod showing;
mod starting;
mod web;
mod writing;

/// The exit code and the output of a run.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs `focal8` with these arguments and this standard input.
pub fn focal8(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    // A program that has already failed does not read its input, and the test accepts this.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    Ran {
        code: output.status.code().expect("no signal"),
        out: output.stdout.iter().map(|&byte| char::from(byte)).collect(),
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// A folder for one test. The folder is removed when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("focal8-test-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    /// Writes a file in the folder; returns its path.
    pub fn file(&self, name: &str, bytes: &[u8]) -> String {
        fs::write(self.0.join(name), bytes).expect("a temporary file");
        self.path(name)
    }

    /// Assembles a PAL source into a tape in the folder; returns its path.
    pub fn tape(&self, name: &str, source: &str) -> String {
        let assembly = assemble(&[Source::new(name, source)], &Options::default());
        assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
        self.file(name, bin::punch(&assembly.words).frames())
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(Path::new(&self.path(name))).expect("it was written")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const HELLO: &str = include_str!("../../crates/pdp8/tests/data/station/hello.pal");
const ECHO: &str = include_str!("../../crates/pdp8/tests/data/station/echo.pal");
const INTERRUPT: &str = include_str!("../../crates/pdp8/tests/data/station/interrupt.pal");

#[test]
fn a_tape_is_run_to_its_halt() {
    let folder = Folder::new();
    let ran = focal8(&["run", &folder.tape("hello.bin", HELLO), "--registers"], b"");
    assert_eq!((ran.code, ran.out.as_str()), (0, "HELLO\r\n"));
    let line = ran.err.lines().last().expect("the registers");
    assert!(line.starts_with("stop=HLT pc=00204 l=0 ac=0000 mq=0000 sc=00 if=0 df=0 instructions="), "{line}");
    // Seven characters of 100 ms each, and the few instructions around them.
    assert!(line.contains(" time_us=700"), "{line}");
}

#[test]
fn real_speed_is_that_of_the_simulated_clock() {
    let folder = Folder::new();
    // Sixty ticks of the clock, in a loop of IOTs, which take longer than other cycles: half a second.
    let ticks = folder.tape("ticks", "*200\nCLA CLL\n6131\n6133\nJMP .-1\nISZ 300\nJMP 202\nHLT\n*300\n7704\n$\n");
    let begin = Instant::now();
    let ran = focal8(&["run", &ticks, "--speed", "real"], b"");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let wall = begin.elapsed().as_secs_f64();
    // On a busy host the run may end late, but never early.
    assert!(wall > 0.48, "{wall} s");
}

#[test]
fn registers_are_one_stable_line() {
    let words = ["--deposit", "200=7301", "--deposit", "201=7421", "--deposit", "202=7604", "--deposit", "203=7402"];
    let ran = focal8(&[&["run", "--model", "8e", "--sr", "1234", "--registers"][..], &words].concat(), b"");
    assert_eq!(ran.err, "stop=HLT pc=00204 l=0 ac=1234 mq=0001 sc=00 if=0 df=0 instructions=4 cycles=4 time_us=4.8\n");
    let ran = focal8(&[&["run", "--registers=json"][..], &words].concat(), b"");
    assert!(ran.err.contains(r#""pc":"00204""#) && ran.err.contains(r#""stop":"HLT""#), "{}", ran.err);
}

#[test]
fn limits_end_with_code_3_and_to_the_instruction() {
    let endless = ["run", "--deposit", "200=7001", "--deposit", "201=5200", "--registers"];
    let ran = focal8(&[&endless[..], &["--max-instructions", "1000001"]].concat(), b"");
    assert_eq!(ran.code, 3);
    assert!(ran.err.starts_with("stop=instructions ") && ran.err.contains(" instructions=1000001 "), "{}", ran.err);
    let ran = focal8(&[&endless[..], &["--max-cycles", "500000"]].concat(), b"");
    assert_eq!(ran.code, 3);
    assert!(ran.err.starts_with("stop=cycles ") && ran.err.contains(" cycles=500000 "), "{}", ran.err);
    let silent = &endless[..endless.len() - 1];
    let ran = focal8(&[silent, &["--max-cycles", "1000"]].concat(), b"");
    assert_eq!((ran.code, ran.err.as_str()), (3, "focal8: stopped at the limit, --max-cycles 1000\n"));
    let ran = focal8(&[silent, &["--max-instructions", "1000"]].concat(), b"");
    assert_eq!((ran.code, ran.err.as_str()), (3, "focal8: stopped at the limit, --max-instructions 1000\n"));
    let ran = focal8(&endless, b"unread");
    assert_eq!(ran.code, 0);
    assert!(ran.err.starts_with("stop=idle "), "{}", ran.err);
}

#[test]
fn a_halted_machine_is_continued_with_new_switches() {
    let folder = Folder::new();
    let tape = folder.tape("las.bin", "*200\nAGAIN, LAS\nTLS\nTSF\nJMP .-1\nHLT\nJMP AGAIN\n");
    let run = ["run", &tape, "--sr", "101", "--continue", "102", "--continue", "103", "--registers"];
    let ran = focal8(&run, b"");
    assert_eq!((ran.code, ran.out.as_str()), (0, "ABC"));
    assert!(ran.err.starts_with("stop=HLT pc=00205 l=0 ac=0103 "), "{}", ran.err);
}

#[test]
fn keys_come_from_the_pipe_one_by_one() {
    let folder = Folder::new();
    for (name, source) in [("echo.bin", ECHO), ("interrupt.bin", INTERRUPT)] {
        let tape = folder.tape(name, source);
        for tty in ["real", "fast"] {
            let ran = focal8(&["run", &tape, "--tty", tty, "--registers"], b"one\r\ntwo\nthree\rfour");
            assert_eq!((ran.code, ran.out.as_str()), (0, "ONE\rTWO\rTHREE\rFOUR"), "{name} {tty}");
            assert!(ran.err.starts_with("stop=end "), "{}", ran.err);
        }
        let ran = focal8(&["run", &tape, "--type", "first\n"], b"then");
        assert_eq!(ran.out, "FIRST\rTHEN");
        // Without a key the program waits, and uses no processor time.
        let ran = focal8(&["run", &tape, "--registers"], b"");
        assert!(ran.err.starts_with("stop=idle "), "{}", ran.err);
    }
}

#[test]
fn raw_keys_are_bytes_and_raw_paper_has_eight_bits() {
    let folder = Folder::new();
    let ran = focal8(&["run", &folder.tape("echo.bin", ECHO), "--raw"], b"a\r\nB\x03");
    // The keyboard punches channel 8, and the program sends it back.
    assert_eq!(ran.out, "\u{e1}\u{8d}\u{8a}\u{c2}\u{83}");
}

#[test]
fn tapes_go_in_and_out() {
    let folder = Folder::new();
    // Copies the low-speed reader to both punches until a frame of 377.
    let copy = "PLS=6026\nPSF=6021\n*200\nKCC\nNEXT,KSF\nJMP .-1\nKRS\nTLS\nPLS\nPSF\nJMP .-1\nTSF\nJMP .-1\n\
                CMA\nAND (377\nSNA CLA\nHLT\nKCC\nJMP NEXT\n";
    let (tape, frames) = (folder.tape("copy.bin", copy), folder.file("in", b"\x01\xc1\x80\xff"));
    let (punch, fast) = (folder.path("out"), folder.path("fast"));
    let ran = focal8(&["run", &tape, "--reader", &frames, "--punch", &punch, "--fast-punch", &fast], b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(folder.read("out"), b"\x01\xc1\x80\xff");
    assert_eq!(folder.read("fast"), b"\x01\xc1\x80\xff");

    let fast_echo = "RSF=6011\nRRB=6012\nRFC=6014\n*200\nRFC\nRSF\nJMP .-1\nRRB\nTLS\nTSF\nJMP .-1\nCLA\nJMP 200\n";
    let tape = folder.tape("fast.bin", fast_echo);
    let text = folder.file("text", b"FAST");
    let ran = focal8(&["run", &tape, "--fast-reader", &text, "--trace", &folder.path("trace")], b"");
    assert_eq!(ran.out, "FAST");
    let trace = String::from_utf8(folder.read("trace")).expect("text");
    assert!(trace.starts_with("00200 6014 RFC "), "{}", &trace[..40]);
}

#[test]
fn bad_material_is_one_line_and_code_1() {
    let folder = Folder::new();
    let hello = folder.tape("hello.bin", HELLO);
    let big = folder.tape("big.bin", "FIELD 1\n*200\nHLT\n");
    let (empty, text) = (folder.file("empty.bin", b""), folder.file("text.bin", b"1.1 TYPE 5\r\n"));
    let (missing, here) = (folder.path("missing.bin"), folder.path(""));
    for (arguments, code, complaint) in [
        (vec!["run", &missing], 1, "cannot read"),
        (vec!["run", &here], 1, "it is a directory"),
        (vec!["run", &empty], 1, "it is empty"),
        (vec!["run", &text], 1, "is a FOCAL program; focal8 focal "),
        (vec!["run", &big], 1, "it needs core at 10200, and the machine has 4K"),
        (vec!["run", &hello, "--start", "10200"], 1, "cannot start at 10200"),
        (vec!["run", &hello, "--deposit", "20000=0"], 1, "cannot deposit at 20000"),
        (vec!["run", &hello, "--reader", &missing], 1, "cannot attach to reader: "),
        (vec!["run", &hello, "--attach", "nowhere=x"], 2, "no device is called 'nowhere'; there are reader, punch, "),
        (vec!["run", &hello, "--attach", "ptp"], 2, "expected UNIT=FILE"),
        (vec!["run", &hello, "--attach", "punch=x.bin,ro"], 1, "'punch' is for output, and cannot be read-only"),
        (vec!["run", &hello, "--punch", &here], 1, "it is a directory"),
        (vec!["focal", &missing], 1, "cannot read"),
        (vec!["focal", "--genuine", &text], 1, "is a FOCAL program; focal8 focal "),
        (vec!["focal", "--genuine", &hello], 1, "does not reach its prompt from 200: the machine halts at 00204"),
        (vec!["focal", "--resume", &text], 1, "this is not a core image"),
        (vec!["monitor", "--do", &missing], 1, "cannot read"),
        (vec!["run", "--model", "8l", "--core", "32K", &hello], 2, "8K of core at most"),
        (vec!["run", &hello, "--start", "88"], 2, "'88' is not an octal number"),
        (vec!["run", &hello, "--deposit", "200"], 2, "ADDR=WORD"),
        (vec!["run", &hello, "--core", "5K"], 2, "core is 4K"),
        (vec!["run"], 2, "TAPE"),
        (vec!["sing"], 2, "unrecognized subcommand"),
    ] {
        let ran = focal8(&arguments, b"");
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(complaint), "{arguments:?}: {}", ran.err);
        assert!(code == 2 || ran.err.lines().count() == 1, "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = program()
        .args(["run", "--deposit", "200=6046", "--deposit", "201=5200", "--tty", "fast"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn a_script_is_a_test_with_an_exit_code() {
    let folder = Folder::new();
    let hello = folder.tape("hello.bin", HELLO);
    let good =
        folder.file("good.do", b"# stops before the first character\nbr 204\nrun 200\nas pc=204\nnob\nc\nas ac=0\n");
    let ran = focal8(&["monitor", &hello, "--do", &good], b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "\nBreakpoint, PC: 00204 (TLS)\nHELLO\r\n\nHALT instruction, PC: 00204 (TLS)\n");

    let bad = folder.file("bad.do", b"run 200\nassert ac=1\necho never\n");
    let ran = focal8(&["monitor", &hello, "--do", &bad], b"");
    assert_eq!(ran.code, 1);
    assert!(ran.err.ends_with("bad.do, line 2: assertion failed: ac=1, but it is 0000\n"), "{}", ran.err);

    let stumbles = folder.file("stumbles 100%.do", b"bogus\necho went on\n");
    let ran = focal8(&["monitor", "--do", &stumbles], b"");
    assert_eq!((ran.code, ran.out.as_str()), (1, "went on\n"), "as in SIMH an error ends no script");
    assert!(ran.err.ends_with("stumbles 100%.do, line 1: unknown command 'bogus'; help lists them\n"), "{}", ran.err);
    let deals =
        folder.file("deals.do", b"on error echo dealt with\nbogus\nsleep 0.01\ncd %~p0\nif exist deals.do echo here\n");
    let ran = focal8(&["monitor", "--do", &deals], b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.ends_with("deals.do, line 2: unknown command 'bogus'; help lists them\ndealt with\nhere\n"),
        "{}",
        ran.out
    );
    let ran = focal8(&["monitor"], b"echo %DATE%\n");
    assert!(ran.out.len() == "2026-11-22\n".len() && ran.out.starts_with("20"), "{}", ran.out);

    let ran = focal8(&["monitor"], b"d 200 cla cll iac\ne -m 200\nbogus\nexit 7\n");
    assert_eq!((ran.code, ran.out.as_str()), (7, "00200:\tCLA CLL IAC\n"));
}

#[test]
fn native_focal_and_native_checkers_sit_at_the_same_desk() {
    let ran = focal8(&["focal", "--native"], b"type 1+1,!\r\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, "\0*TYPE 1+1,!\r\n=    2.0000\r\n*"));
    let ran = focal8(&["focal", "--native", "--raw"], b"t 1,!\r\n");
    assert_eq!(ran.out, "\0*t 1,!\r\n=    1.0000\r\n*");
    let ran = focal8(&["play", "--native"], b"45 36\n");
    assert!(ran.out.contains("\r\nFROM:45 TO:36\r\n"), "{}", ran.out);
}

#[test]
fn programs_are_typed_in_as_they_are_written() {
    let folder = Folder::new();
    let program = folder.file("p.fc", b"c-focal,1969\n\n1.10 set x=21\r\n1.20 type 2*x,!\rgo");
    let symbols = folder.path("symbols.json");
    let ran = focal8(&["focal", "--native", &program, "--symbols", &symbols], b"");
    assert!(ran.out.ends_with("*GO\r\n=   42.0000\r\n*"), "{:?}", ran.out);
    let variables = String::from_utf8(folder.read("symbols.json")).expect("text");
    assert_eq!(variables, "[{\"name\":\"X\",\"subscript\":0,\"value\":21.0,\"words\":[\"0005\",\"2500\",\"0000\"]}]\n");
}

#[test]
fn checkers_come_up_at_from_on_the_machine_itself() {
    let ran = focal8(&["play"], b"45 36\n54 36\n");
    assert_eq!(ran.code, 0);
    let boards: Vec<&str> = ran.out.split("*GO\r\n").nth(1).expect("the game begins").split("\r\nFROM:").collect();
    assert_eq!(boards.len(), 4, "three boards, and the last question");
    let first = "\r\n  C   C   C   C \r\nC   C   C   C   \r\n  #   C   C   C \r\n#   C   #   #   \r\n  #   #   #   # \
                 \r\nO   O   O   O   \r\n  O   O   O   O \r\nO   O   O   O   ";
    assert_eq!(boards[0], first);
    assert!(boards[1].starts_with("45 TO:36\r\n\r\n  C   C   C   C "), "{:?}", boards[1]);
    // The native twin prints the same from the first board on.
    let twin = focal8(&["play", "--native"], b"45 36\n54 36\n");
    assert_eq!(twin.out, boards.join("\r\nFROM:"));
}

#[test]
fn a_game_goes_on_another_day() {
    let folder = Folder::new();
    let core = folder.path("game.core");
    focal8(&["play", "--core-image", &core], b"45 36\n");
    let ran = focal8(&["play", "--resume", &core], b"54 36\n");
    let whole = focal8(&["play"], b"45 36\n54 36\n");
    assert!(ran.out.starts_with("54 TO:36\r\n"), "{:?}", ran.out);
    assert!(whole.out.ends_with(&ran.out));
}

#[test]
fn a_resumed_machine_is_the_one_in_the_image() {
    let folder = Folder::new();
    let image = folder.path("game.core");
    assert_eq!(focal8(&["focal", "--core", "8K", "--core-image", &image], b"").code, 0);
    assert_eq!(focal8(&["focal", "--core", "8K", "--model", "8/I", "--resume", &image], b"").code, 0);
    for (option, complaint) in [
        (["--model", "8/E"], "the machine in the image is a PDP-8i; leave --model 8e out"),
        (["--core", "4K"], "the machine in the image has 8K of core; leave --core out"),
        (["--eae", "--raw"], "the machine in the image has no EAE; leave --eae out"),
    ] {
        let ran = focal8(&[&["focal", "--resume", &image], &option[..]].concat(), b"");
        assert_eq!((ran.code, ran.err.trim_end()), (2, format!("error: {complaint}").as_str()));
    }
}

#[test]
fn any_other_focal_takes_the_place_of_ours() {
    let folder = Folder::new();
    let rom = folder.file("other.bin", focal8::roms::FOCAL_4K.tape);
    let ran = focal8(&["focal", "--genuine", &rom], b"type fsqt(2)*10,!\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, "\0*TYPE FSQT(2)*10,!\r\n=   14.1421\r\n*"));
    // A tape whose function table is unknown keeps its functions, and the program reports that.
    let ran = focal8(&["focal", "--genuine", &rom, "--functions", "none"], b"");
    assert_eq!(ran.err, "focal8: this FOCAL is not one that we know: it keeps the functions it has\n");
}

#[test]
fn variables_of_the_machine_are_written_as_json() {
    let folder = Folder::new();
    let symbols = folder.path("symbols.json");
    for core in ["4K", "8K"] {
        focal8(&["focal", "--core", core, "--symbols", &symbols], b"SET A=1;SET BC(3)=FSQT(2)\n");
        let variables = String::from_utf8(folder.read("symbols.json")).expect("text");
        let rows = "[{\"name\":\"A\",\"subscript\":0,\"value\":1.0,\"words\":[\"0001\",\"2000\",\"0000\"]},\n \
                    {\"name\":\"BC\",\"subscript\":3,\"value\":1.4142134189605713,\"words\":[\"0001\",\"2650\",\"1171\"]}]\n";
        assert_eq!(variables, rows);
    }
}

#[test]
fn a_focal_program_loads_as_people_wrote_it() {
    let folder = Folder::new();
    let written = "C-FOCAL,1969\n\n1.10 SET X=21\n\n1.20 TYPE 2*X,!\nGO\n";
    for text in [written.to_owned(), written.to_lowercase()] {
        for end in ["\n", "\r", "\r\n"] {
            let program = folder.file("p.fc", text.replace('\n', end).as_bytes());
            for interpreter in [&["focal", &program][..], &["focal", "--native", &program]] {
                let ran = focal8(interpreter, b"");
                assert_eq!(ran.code, 0, "{interpreter:?} {text:?} {end:?}: {}", ran.err);
                assert!(ran.out.contains("=   42.0000") && !ran.out.contains('?'), "{end:?}: {}", ran.out);
            }
        }
    }
}

#[test]
fn the_small_programs_print_the_same_on_the_machine_and_natively() {
    for (program, answers) in [("table", ""), ("sort", "3\r2\r-1\r1\r"), ("guess", "50\r25\r22\rNO\r")] {
        let path = format!("{}/focal/{program}.fc", env!("CARGO_MANIFEST_DIR"));
        let machine = focal8(&["focal", &path], answers.as_bytes());
        let native = focal8(&["focal", "--native", &path], answers.as_bytes());
        assert_eq!((machine.code, native.code), (0, 0), "{program}");
        assert_eq!(machine.out, native.out, "{program}");
    }
}

#[test]
fn a_script_that_fails_or_runs_to_its_limit_says_so() {
    assert_eq!(focal8(&["monitor"], b"as ac=1\nexit\n").code, 1);
    assert_eq!(focal8(&["monitor"], b"as ac=1\nexit 0\n").code, 0);
    assert_eq!(focal8(&["monitor"], b"as ac=0\nexit\n").code, 0);
    let folder = Folder::new();
    let script = folder.file("loop.do", b"d 200 ISZ 300\nd 201 JMP 200\nd 202 JMP 200\nrun 200\necho never\n");
    let ran = focal8(&["monitor", "--do", &script, "--max-cycles", "1000"], b"");
    assert_eq!(ran.code, 3, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("Limit of cycles") && !ran.out.contains("never"), "{}", ran.out);
    assert_eq!(ran.err, "focal8: stopped at the limit, --max-cycles 1000\n");
}
