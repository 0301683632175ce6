//! Subroutines of machine programs: `where`, `next` and `out`, and breakpoints with a condition.

use focal8::pal::{Options, Source, assemble, symbol_file};
use focal8::tape::bin;

use super::Console;

/// A program that calls ADD, which calls TWICE through a pointer. ADD's argument follows the JMS. The interrupt routine
/// counts in TICKS.
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
    // A breakpoint in the subroutine is reached first, and ends the step. `continue` then runs without the step.
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

/// When the operator goes back, a subroutine that has returned counts as one instruction, and `out` goes back to the
/// JMS.
#[test]
fn back_next_and_back_out_know_the_calls() {
    check(
        "b START+3\nrun START\nnob\nback next\nback next\nstep 4\nwhere\nback out\nwhere",
        concat!(
            "Breakpoint, PC: 00203 START+3 (DCA SUM)\n",
            "Back in time, PC: 00201 START+1 (JMS ADD)\ncycle 1, 0.000001 s\n",
            "Back in time, PC: 00200 START (CLA CLL)\ncycle 0, 0.000000 s\n",
            "Step expired, PC: 00303 ADD+3 (JMS I PTR)\n",
            "at 00303 ADD+3\nin 00300 ADD, called from 00201 START+1\n",
            "Back in time, PC: 00201 START+1 (JMS ADD)\ncycle 1, 0.000001 s\n",
            "at 00201 START+1\n"
        ),
    );
    check(
        "back next\nback out",
        concat!(
            "? the machine has executed no such instruction before\n",
            "? no subroutine is being executed: no JMS of the last instructions is without its return\n"
        ),
    );
    // The interrupt routine is one instruction.
    let mut console = console();
    console.say("d START TLS\nd START+1 ION\nd START+2 JMP START+2\nb ISR+3\nrun START\nnob\nstep");
    let back = console.say("back next");
    assert!(back.starts_with("Back in time, PC: 00202 START+2 (JMP 0202)\n"), "{back}");
}

#[test]
fn until_goes_to_the_moment_at_which_a_condition_is_true() {
    check(
        "run START\nback until M[TURN]==7776\ne TURN,SUM\nforward until PC==ADD+3\nback until AC==1234",
        concat!(
            "HALT instruction, PC: 00207 SUM (AND 0012)\n",
            "Back in time, PC: 00204 START+4 (ISZ TURN)\ncycle 49, 0.000073 s\n",
            "00210 TURN:\t7776\n00207 SUM:\t0012\n",
            "Back in time, PC: 00303 ADD+3 (JMS I PTR)\ncycle 60, 0.000090 s\n",
            "? the condition was true at no recorded moment\n"
        ),
    );
}

#[test]
fn breakpoints_before_reads_changes_iots_and_interrupts() {
    check(
        "b read PTR\nb change SUM\nsh br\nrun START\nc\nc\nc\nc",
        concat!(
            "break\tbefore a read of 00305 PTR\nbreak\tbefore a change in 00207 SUM\n",
            "Breakpoint, PC: 00303 ADD+3 (JMS I PTR)\n",
            "Breakpoint, PC: 00203 START+3 (DCA SUM)\n",
            "Breakpoint, PC: 00303 ADD+3 (JMS I PTR)\n",
            // DCA stored the word that SUM already had, which is not a change.
            "Breakpoint, PC: 00303 ADD+3 (JMS I PTR)\n",
            "HALT instruction, PC: 00207 SUM (AND 0012)\n",
        ),
    );
    check(
        "d START TLS\nd START+1 ION\nd START+2 JMP START+2\nb interrupt\nb iot tty\nb iot 66\nsh br\nrun START\nc\nc\nwhere",
        concat!(
            "break\tbefore an interrupt\nbreak\tat every IOT of device 03\nbreak\tat every IOT of device 04\n",
            "break\tat every IOT of device 66\n",
            "Breakpoint, PC: 00200 START (TLS)\n",
            "[\0]\nBreakpoint, PC: 00202 START+2 (JMP 0202)\n",
            "Breakpoint, PC: 00406 ISR (TCF)\nat 00406 ISR\nin an interrupt at 00202 START+2\n",
        ),
    );
    check("b iot teapot", "? 'teapot' is not a device of this machine, and not a device code of two octal digits\n");
    check("b change teapot", "? 'teapot' is not a register, an octal address or a label\n");
    check("b read", "? 'read' is not a register, an octal address or a label\n");
}

/// A breakpoint at output stops the machine after the output.
#[test]
fn breakpoints_after_a_change_of_paper_or_disc() {
    let mut console = console();
    let program = "d 200 TAD 210\nd 201 TLS\nd 202 TSF\nd 203 JMP 202\nd 204 JMP 200\nd 210 101";
    console.say(program);
    let said = console.say("nosymbols\nb change paper\nrun 200");
    assert_eq!(said, "[A]\nBreakpoint, PC: 00203 (JMP 0202)\n");
    assert_eq!(console.say("sh br"), "break\tafter a change of paper\n");
    // The disc's program writes one word of block 0 by the DF32.
    let mut console = self::console();
    console.files.files.insert("scratch.df32".to_owned(), Vec::new());
    console.say("attach df0 scratch.df32\nnosymbols\nd 7750 7777\nd 7751 277\nd 300 1234\nd 200 6601\nd 201 6615\nd 202 6605\nd 203 6622\nd 204 JMP 203\nd 205 HLT");
    let said = console.say("b change disc\nrun 200");
    assert!(said.starts_with("Breakpoint, PC: "), "{said}");
    assert_eq!(console.say("nob change disc\nb change df0\nc"), "HALT instruction, PC: 00206 (HLT)\n");
    assert!(console.say("back run").starts_with("Breakpoint, PC: "));
    // The search reaches the moments before the disc control was connected.
    let back = console.say("back run");
    assert!(back.starts_with("? "), "{back}");
}
