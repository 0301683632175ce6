//! Keys reach a busy program at a terminal, and a glass terminal shows TABs.

use super::OPERATOR;
use crate::program::Folder;
use crate::pty::Terminal;

/// A program that counts for ever, and prints each key that its interrupt service takes.
const BUSY: &str = "*0\n0\nJMP I .+1\nSERVE\n*200\nCLA CLL\nION\nWORK, ISZ LOW\nJMP WORK\nISZ HIGH\nJMP WORK\nJMP WORK\n\
                    SERVE, DCA SAVE\nRAL\nDCA LINK\nKSF\nJMP OUT\nKRB\nTLS\nCLA\nOUT, TCF\nTAD LINK\nCLL RAR\nTAD SAVE\n\
                    ION\nJMP I 0\nLOW,0\nHIGH,0\nSAVE,0\nLINK,0\n$\n";

/// A program that prints A, TAB, B, BACKSPACE, C.
const TABS: &str = "*200\nCLA\nTAD BEGIN\nDCA 10\nLOOP, TAD I 10\nSNA\nJMP WAIT\nTLS\nTSF\nJMP .-1\nCLA\nJMP LOOP\n\
                    WAIT, KSF\nJMP .-1\nHLT\nBEGIN, CODES-1\n*300\nCODES, 301\n211\n302\n210\n303\n0\n$\n";

#[test]
fn a_busy_program_gets_the_keys_of_a_person() {
    let folder = Folder::new();
    let source = folder.file("busy.pal", BUSY.as_bytes());
    let mut terminal = Terminal::start(&[source.as_str()]);
    terminal.wait_for("CTRL/E").keys("xyz").wait_for("XYZ").keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
}

#[test]
fn a_glass_terminal_shows_what_an_asr_33_ignores() {
    let folder = Folder::new();
    let source = folder.file("tabs.pal", TABS.as_bytes());
    let mut terminal = Terminal::start(&["monitor", "--tty", "fast", "--speed", "max"]);
    let tape = folder.path("tabs.bin");
    assert_eq!(crate::program::focal8(&["asm", &source, "-o", &tape], b"").code, 0);
    terminal.wait_for("focal8> ").line(&format!("load {tape}")).wait_for("focal8> ").line("go 200");
    terminal.wait_for("ABC").keys(OPERATOR).wait_for("focal8> ").line("set tty glass");
    terminal.wait_for("focal8> ").line("go 200").wait_for("A\tB\x08C");
    terminal.keys(OPERATOR).wait_for("focal8> ").line("set tty paper").wait_for("focal8> ").line("go 200");
    terminal.wait_for("ABC").keys(OPERATOR).wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
    // The paper in the panel.
    let mut terminal = Terminal::start(&["panel", "--tty", "fast", &tape]);
    terminal.wait_until_shown(" ABC").keys(OPERATOR).wait_for("focal8> ").line("set tty glass");
    terminal.wait_for("focal8> ").line("go 200").wait_until_shown("ABCA    C").keys(OPERATOR);
    terminal.wait_for("focal8> ").line("quit");
    terminal.ended().restored().code(0);
}
