//! Subroutines of machine programs: `where`, `next` and `out`, and breakpoints with a condition.

use focal8::pal::{Options, Source, assemble, symbol_file};
use focal8::tape::bin;

use super::Console;

/// Calls ADD, which calls TWICE through a pointer; ADD's argument follows the JMS. The interrupt routine counts in TICKS.
const PROGRAM: &str = "\
*1
        JMP I .+1
        ISR
*200
START,  CLA CLL
        JMS ADD
        5
        DCA SUM
        ISZ TURN
        JMP START
        HLT
SUM,    0
TURN,   7775
*300
ADD,    0
        TAD I ADD
        ISZ ADD
        JMS I PTR
        JMP I ADD
PTR,    TWICE
*400
TWICE,  0
        DCA T
        TAD T
        TAD T
        JMP I TWICE
T,      0
ISR,    TCF
        ISZ TICKS
        ION
        JMP I 0
TICKS,  0
$
";

fn console() -> Console {
    let assembly = assemble(&[Source::new("calls.pal", PROGRAM)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    let mut console = Console::new();
    console.files.files.insert("calls.bin".to_owned(), bin::punch(&assembly.words).frames().to_vec());
    console.files.files.insert("calls.sym".to_owned(), symbol_file(&assembly.symbols).into_bytes());
    console.say("load calls.bin\nset history 10");
    console
}

fn check(orders: &str, said: &str) {
    assert_eq!(console().say(orders), said, "{orders}");
}

#[test]
fn where_shows_the_calls_that_have_not_returned() {
    check(
        "b TWICE+4\nrun START\nwhere",
        concat!(
            "Breakpoint, PC: 00404 TWICE+4 (JMP I TWICE)\n",
            "at 00404 TWICE+4\nin 00400 TWICE, called from 00303 ADD+3\nin 00300 ADD, called from 00201 START+1\n"
        ),
    );
}

#[test]
fn next_counts_a_jms_as_one_instruction_and_out_runs_to_the_return() {
    check(
        "b START+1\nrun START\nnext\ne ac\nwhere",
        concat!(
            "Breakpoint, PC: 00201 START+1 (JMS ADD)\nStep expired, PC: 00203 START+3 (DCA SUM)\n",
            "AC:\t0012\nat 00203 START+3\n"
        ),
    );
    check(
        "b TWICE+2\nrun START\nout\nout\nout",
        concat!(
            "Breakpoint, PC: 00402 TWICE+2 (TAD T)\nStep expired, PC: 00304 ADD+4 (JMP I ADD)\n",
            "Step expired, PC: 00203 START+3 (DCA SUM)\n",
            "? no subroutine is being executed: no JMS of the last instructions is without its return\n"
        ),
    );
    // An instruction that is no JMS, and several instructions.
    check(
        "b START\nrun START\nnext\nnext 2",
        concat!(
            "Breakpoint, PC: 00200 START (CLA CLL)\nStep expired, PC: 00201 START+1 (JMS ADD)\n",
            "Step expired, PC: 00302 ADD+2 (ISZ ADD)\n"
        ),
    );
    // A breakpoint inside of the subroutine comes first, and `continue` then has no more step.
    check(
        "b START+1\nrun START\nb TWICE\nb T\nb TWICE+4\nnext\nnob\nc",
        concat!(
            "Breakpoint, PC: 00201 START+1 (JMS ADD)\nBreakpoint, PC: 00404 TWICE+4 (JMP I TWICE)\n",
            "HALT instruction, PC: 00207 SUM (AND 0012)\n"
        ),
    );
}

/// The Teletype interrupts the subroutine.
#[test]
fn an_interrupt_is_a_call() {
    let mut console = console();
    console.say("d START TLS\nd START+1 ION\nd START+2 JMP START+2\nb ISR+2\nrun START");
    assert_eq!(console.say("where"), "at 00410 ISR+2\nin an interrupt at 00202 START+2\n");
    assert_eq!(console.say("nob\nout"), "Step expired, PC: 00202 START+2 (JMP 0202)\n");
}

#[test]
fn a_breakpoint_has_a_condition() {
    check(
        "b START if M[TURN]==7777\nrun START\nsh br",
        concat!("Breakpoint, PC: 00200 START (CLA CLL)\n", "break\tat 00200 START if M[TURN]==7777\n"),
    );
    check(
        "b START[2] if M[TURN]>7775\nrun START\ne TURN",
        concat!("Breakpoint, PC: 00200 START (CLA CLL)\n", "00210 TURN:\t7777\n"),
    );
    check("b START if AC==9", "? '9' is not a number; numbers are octal, 12. is decimal, 0x1F hexadecimal\n");
    check("b START if FROB", "? 'FROB' is not a register, a variable or a label; a text stands between quotes\n");
    check("b START if AC==1 5", "? expected an operator, at '5'\n");
}
