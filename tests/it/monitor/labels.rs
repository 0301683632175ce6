//! Labels of a PAL program as addresses in the operator's commands, and in the answers.

use focal8::pal::{Options, Source, assemble, symbol_file};
use focal8::roms::FOCAL_4K;
use focal8::tape::bin;

use super::Console;

const PROGRAM: &str = "\
*200
START,  CLA CLL
LOOP,   TAD COUNT / one more
        IAC
        DCA COUNT
        JMP LOOP
WAIT,   0
COUNT,  0
FIELD 1
*200
FAR,    HLT
$
";

/// Returns a console with a file of the program's tape, and with the files `beside`.
fn console(beside: &[&str]) -> Console {
    let sources = [Source::new("loop.pal", PROGRAM)];
    let assembly = assemble(&sources, &Options::default());
    let mut console = Console::new();
    let files = &mut console.files.files;
    files.insert("loop.bin".to_owned(), bin::punch(&assembly.words).frames().to_vec());
    for &name in beside {
        let text = match name {
            "loop.sym" => symbol_file(&assembly.symbols),
            "loop.lst" => assembly.listing_text(&sources),
            _ => "1 pound of flour\n".to_owned(),
        };
        files.insert(name.to_owned(), text.into_bytes());
    }
    console
}

fn check(orders: &str, said: &str) {
    let mut console = console(&["loop.sym"]);
    console.say("load loop.bin");
    assert_eq!(console.say(orders), said, "{orders}");
}

#[test]
fn a_symbol_file_or_listing_beside_the_tape_is_found() {
    assert_eq!(console(&["loop.sym"]).say("load loop.bin"), "5 labels from loop.sym\n");
    assert_eq!(console(&["loop.sym", "loop.lst"]).say("attach reader loop.bin"), "5 labels from loop.lst\n");
    assert_eq!(console(&[]).say("load loop.bin\nsymbols"), "");
    let mut console = console(&["loop.sym", "other.sym"]);
    assert_eq!(console.say("set quiet\nload loop.bin\nnosymbols\nsymbols"), "");
    assert_eq!(console.say("set noquiet\nsymbols loop.sym"), "5 labels from loop.sym\n");
    assert_eq!(console.say("symbols"), "00200 START\n00201 LOOP\n00205 WAIT\n00206 COUNT\n10200 FAR\n");
    let complaint = console.say("symbols other.sym");
    assert!(complaint.starts_with("? other.sym: line 1: '1 pound of flour' is not a symbol"), "{complaint}");
    assert_eq!(console.say("symbols nowhere.sym"), "? nowhere.sym: there is no such file\n");
}

#[test]
fn a_file_beside_the_tape_that_is_no_symbol_file_is_left_alone() {
    let mut console = console(&["loop.sym"]);
    console.files.files.insert("loop.lst".to_owned(), b"eggs\nmilk\n".to_vec());
    assert_eq!(console.say("load loop.bin"), "5 labels from loop.sym\n");
}

#[test]
fn a_label_is_a_place_like_an_address() {
    check("e count", "00206 COUNT:\t0000\n");
    check("e -m START-LOOP+1", "00200 START:\tCLA CLL\n00201 LOOP:\tTAD COUNT\n00202 LOOP+1:\tIAC\n");
    check("e LOOP/2,pc", "00201 LOOP:\t1206\n00202 LOOP+1:\t7001\nPC:\t00000\n");
    check("d COUNT 7\nd LOOP+1 ISZ COUNT\ne -m LOOP+1\nassert COUNT=7", "00202 LOOP+1:\tISZ COUNT\n");
    check("e LOPO", "? 'LOPO' is not a register, an octal address or a label\n");
    check("e LOOP+9", "? '9' is not an octal number\n");
}

/// `b w COUNT` sets a breakpoint before stores into COUNT. In `b WAIT`, the W is the first letter of a label.
#[test]
fn breakpoints_are_set_and_shown_by_label() {
    check(
        "b WAIT\nb w COUNT\nb LOOP+2[3]\nsh br\nnob LOOP",
        concat!(
            "break\tat 00205 WAIT\nbreak\tbefore a store in 00206 COUNT\nbreak\tat 00203 LOOP+2 [3]\n",
            "no breakpoint at 00201 LOOP\n"
        ),
    );
    check(
        "b LOOP+2\nrun START\nc\ne count",
        concat!(
            "Breakpoint, PC: 00203 LOOP+2 (DCA COUNT)\nBreakpoint, PC: 00203 LOOP+2 (DCA COUNT)\n",
            "00206 COUNT:\t0001\n"
        ),
    );
    check("run FAR", "HALT instruction, PC: 10201 FAR+1 (AND 0000)\n");
}

#[test]
fn a_listing_shows_the_line_of_the_source_at_a_stop() {
    let mut console = console(&["loop.lst"]);
    console.say("load loop.bin");
    let stop = "Breakpoint, PC: 00201 LOOP (TAD COUNT)\n3\tLOOP,   TAD COUNT / one more\n";
    assert_eq!(console.say("b LOOP\nrun START"), stop);
}

#[test]
fn history_trace_when_and_expressions_have_the_labels() {
    check(
        "set history 10\nb w COUNT[2]\nrun START\nhistory 3\nwhen COUNT",
        concat!(
            "Breakpoint, PC: 00203 LOOP+2 (DCA COUNT)\n",
            "00204 LOOP+3    5201 JMP LOOP       l=0 ac=0000 mq=0000 ea=00201 m=1206\n",
            "00201 LOOP      1206 TAD COUNT      l=0 ac=0000 mq=0000 ea=00206 m=0001\n",
            "00202 LOOP+1    7001 IAC            l=0 ac=0001 mq=0000\n",
            "00206 COUNT: 0000 -> 0001 by 00203 LOOP+2 DCA COUNT\ncycle 4, instruction 3, 0.000006 s\n"
        ),
    );
    check("if (LOOP == 201 && M[COUNT] == 0) echo yes", "yes\n");
    let mut console = console(&["loop.sym"]);
    console.say("load loop.bin\ntrace t\nb LOOP+1\nrun START\nnotrace");
    let trace = String::from_utf8(console.files.files["t"].clone()).unwrap();
    assert_eq!(
        trace,
        concat!(
            "00200 START     7300 CLA CLL        l=0 ac=0000 mq=0000 df=0 cycle=0 us=0.0\n",
            "00201 LOOP      1206 TAD COUNT      l=0 ac=0000 mq=0000 ea=00206 m=0000 df=0 cycle=1 us=1.5\n"
        )
    );
}

/// Our FOCAL needs no symbol file: focal8 contains the labels of its sources.
#[test]
fn the_labels_of_our_focal_are_known() {
    let mut console = Console::new();
    console.files.files.insert("focal.bin".to_owned(), FOCAL_4K.tape.to_vec());
    console.files.files.insert("one.fc".to_owned(), b"1.1 SET A=1\n".to_vec());
    let at = FOCAL_4K.symbol("PROC1").expect("a label of the sources");
    console.say("load focal.bin\nrun 200\nload one.fc");
    assert_eq!(console.say("break PROC1\nshow break"), format!("break\tat {at:05o} PROC1\n"));
    let said = console.say("send \"GO\\r\"\ncontinue");
    assert!(said.contains(&format!("Breakpoint, PC: {at:05o} PROC1 (")), "{said}");
    assert_eq!(console.say("nosymbols\nload focal.bin\nsymbols"), "");
}

/// `group` without a number may be a label; with a number it is a group of FOCAL's lines.
#[test]
fn a_label_may_be_called_group() {
    let mut console = Console::new();
    console.files.files.insert("group.sym".to_owned(), b"00203 GROUP\n".to_vec());
    let said =
        console.say("symbols group.sym\nbreak GROUP\nshow break\nnobreak GROUP\nbreak group[2] if AC==5\nshow break");
    let expected = "1 label from group.sym\nbreak\tat 00203 GROUP\nbreak\tat 00203 GROUP [2] if AC==5\n";
    assert_eq!(said, expected);
    assert!(console.say("break group 3").starts_with("? no FOCAL is in this machine"));
}
