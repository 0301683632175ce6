//! FOCAL's debugger: the same program, commands and answers with the FOCAL tapes for 4K and 8K and with native FOCAL.

mod check;
mod line_trace;
mod lockstep;
mod stops;

use focal8::debugger;
use focal8::focal::{self, Focal, Functions};
use focal8::focal_machine::{CoreView, FocalMachine};
use focal8::machine::Config;
use focal8::monitor::Native;
use focal8::performer::Performer;
use focal8::station::Station;

use crate::operated::{Operable, Operated};

/// A FOR that repeats a DO of a group; within the group, another DO executes a single line.
pub const PROGRAM: &[&str] = &[
    "1.1 FOR I=1,2;DO 2",
    "1.2 SET A(28)=I*10;TYPE \"DONE\",!",
    "1.3 QUIT",
    "2.1 SET J=J+I;DO 3.1",
    "2.2 TYPE %2,J,!",
    "3.1 SET K=-J",
];

/// Returns a machine with our FOCAL and the program in its core.
fn machine(fields: u8) -> Operated<Station> {
    let mut focal = FocalMachine::new(Config { fields, ..Config::default() }, Functions::All).expect("our tape");
    for line in PROGRAM {
        focal.type_line(line).expect("it is taken");
    }
    Operated::new(focal.into_station())
}

/// Returns native FOCAL with the program.
fn native() -> Operated<Native<Focal>> {
    let mut focal = Focal::new(focal::Config::ours(Functions::All));
    for line in PROGRAM {
        focal.type_line(line).expect("it is taken");
    }
    Operated::new(Native::new(focal))
}

/// Checks that a session that begins with GO has the expected answers on every FOCAL.
fn check(commands: &str, told: &str) {
    fn told_by(mut operated: Operated<impl Operable>, commands: &str) -> String {
        operated.type_line("GO");
        operated.session(commands)
    }
    assert_eq!(told_by(machine(1), commands), told, "4K");
    assert_eq!(told_by(machine(2), commands), told, "8K");
    assert_eq!(told_by(native(), commands), told, "native");
}

#[test]
fn a_line_stops_the_program_and_where_tells_how_it_came_there() {
    check(
        "where\nbreak 3.1\ncontinue\nwhere\ncontinue\nwhere\nnobreak 3.1\ncontinue\nwhere",
        "FOCAL is at its *\n\
         Breakpoint at 03.10\n03.10 SET K=-J\n      ^\n\
         03.10 SET K=-J\n      ^\nDO 3.1 in 02.10\nDO 2 in 01.10\nFOR I=1, by 1 to 2 in 01.10\n\
         Breakpoint at 03.10\n03.10 SET K=-J\n      ^\n\
         03.10 SET K=-J\n      ^\nDO 3.1 in 02.10\nDO 2 in 01.10\nFOR I=2, by 1 to 2 in 01.10\n\
         [waits]\nFOCAL is at its *\n",
    );
}

#[test]
fn a_group_and_a_condition() {
    check(
        "break 2.0\ncontinue\ncontinue\nshow break\nlist\nnobreak 2.0\nbreak 2.1 if I>1\nshow break\ncontinue\nprint I",
        "Breakpoint at 02.10\n02.10 SET J=J+I;DO 3.1\n      ^\n\
         Breakpoint at 02.20\n02.20 TYPE %2,J,!\n      ^\n\
         break\tat group 2\n   01.10 FOR I=1,2;DO 2\n   01.20 SET A(28)=I*10;TYPE \"DONE\",!\n   01.30 QUIT\n\
         B  02.10 SET J=J+I;DO 3.1\nB> 02.20 TYPE %2,J,!\n   03.10 SET K=-J\n\
         break\tat 02.10 if I>1\n\
         Breakpoint at 02.10\n02.10 SET J=J+I;DO 3.1\n      ^\n2\n",
    );
}

#[test]
fn a_watched_variable_stops_the_program_when_it_has_changed() {
    check(
        "watch J\nwatch A(28)\ncontinue\ncontinue\ncontinue\ncontinue",
        "J was 0, is 1, changed in 02.10\n02.10 SET J=J+I;DO 3.1\n                ^\n\
         J was 1, is 3, changed in 02.10\n02.10 SET J=J+I;DO 3.1\n                ^\n\
         A(28) was 0, is 30, changed in 01.20\n01.20 SET A(28)=I*10;TYPE \"DONE\",!\n                     ^\n\
         [waits]\n",
    );
    // A FOR counts at the end of each turn, and once more when it ends.
    check(
        "watch I\ncontinue\ncontinue\ncontinue",
        "I was 0, is 1, changed in 01.10\n01.10 FOR I=1,2;DO 2\n                ^\n\
         I was 1, is 2, changed in 01.10\n01.10 FOR I=1,2;DO 2\n                ^\n\
         I was 2, is 3, changed in 01.10\n01.20 SET A(28)=I*10;TYPE \"DONE\",!\n      ^\n",
    );
}

#[test]
fn steps_go_into_a_do_over_it_and_out_of_it() {
    check(
        "into 3\nnext\nwhere",
        "01.10 FOR I=1,2;DO 2\n      ^\n\
         01.20 SET A(28)=I*10;TYPE \"DONE\",!\n      ^\n01.20 SET A(28)=I*10;TYPE \"DONE\",!\n      ^\n",
    );
    check(
        "into 6\nwhere\nout\nout\nout\nout",
        "02.10 SET J=J+I;DO 3.1\n                ^\n\
         02.10 SET J=J+I;DO 3.1\n                ^\nDO 2 in 01.10\nFOR I=1, by 1 to 2 in 01.10\n\
         01.10 FOR I=1,2;DO 2\n                ^\n\
         01.20 SET A(28)=I*10;TYPE \"DONE\",!\n      ^\n\
         ? no DO and no FOR is under way: continue runs to the end\n\
         ? no DO and no FOR is under way: continue runs to the end\n",
    );
    check(
        "break 1.2\ncontinue\nnext\nnext\nnext",
        "Breakpoint at 01.20\n01.20 SET A(28)=I*10;TYPE \"DONE\",!\n      ^\n\
         01.20 SET A(28)=I*10;TYPE \"DONE\",!\n                     ^\n01.30 QUIT\n      ^\nFOCAL is at its *\n",
    );
}

#[test]
fn variables_are_shown_set_and_computed_with() {
    check(
        "break 2.2\ncontinue\nvars\nprint J+K*2\nprint fsqt(16)\nset J=41\nset A(I+1)=J+1\nvars a\nprint A(2)\nvars X",
        "Breakpoint at 02.20\n02.20 TYPE %2,J,!\n      ^\n\
         I        1\nJ        1\nK        -1\n-1\n4\nA(2)     42\n42\nthere is no variable X, which reads as 0\n",
    );
}

#[test]
fn what_has_no_value_or_is_no_line_is_said_so() {
    check(
        "break 2.2\ncontinue\nprint 1/0\nprint J(\nprint 1 2\nbreak 2.1 if J>Q)\nbreak 2.100\nnobreak 1.1\nnowatch J",
        "Breakpoint at 02.20\n02.20 TYPE %2,J,!\n      ^\n\
         ? '1/0' has no value: ?28.73: division by zero\n\
         ? 'J(' has no value: ?08.47: brackets do not match\n\
         ? '1 2' has no value: ?07.22: operator missing or strange character\n\
         ? 'Q)' has no value: the expression is followed by something else\n\
         ? '2.100' is not a line of FOCAL: 6.1 is a line, 6.0 the whole group\n\
         ? no breakpoint at 01.10\n? J is not watched\n",
    );
}

#[test]
fn breakpoints_count_and_are_cleared_one_by_one_or_all() {
    check(
        "break 2.1[2]\nshow break\ncontinue\nprint I\nbreak group 3\nbreak 1.2,2.2\nshow break\ncontinue\nnobreak 2.2\n\
         nobreak 3.0,1.2\nshow break\nnobreak\nshow break\ncontinue",
        "break\tat 02.10 [2]\n\
         Breakpoint at 02.10\n02.10 SET J=J+I;DO 3.1\n      ^\n2\n\
         break\tat 02.10\nbreak\tat group 3\nbreak\tat 01.20\nbreak\tat 02.20\n\
         Breakpoint at 03.10\n03.10 SET K=-J\n      ^\n\
         break\tat 02.10\n[waits]\n",
    );
    check(
        "break 2.1[2] if J=0\ncontinue\nbreak 2.1[0]\nbreak 2.1[x]\nbreak 2.1[",
        "[waits]\n? '[0]' is no count: [3] stops the third time and from then on\n\
         ? '[x]' is no count: [3] stops the third time and from then on\n\
         ? '2.1[' is not a line of FOCAL: 6.1 is a line, 6.0 the whole group\n",
    );
}

#[test]
fn conditions_compare_or_hold_unless_they_are_0() {
    // The first stop depends on the condition: J is 0, then 1; I is 1, then 2.
    for (condition, i) in [
        ("I=2", "2"),
        ("I==2", "2"),
        ("I<>1", "2"),
        ("I#1", "2"),
        ("I!=1", "2"),
        ("I>1", "2"),
        ("I>=2", "2"),
        ("J<1", "1"),
        ("J<=0", "1"),
        ("J", "2"),
        ("(J+I)*2=6", "2"),
        ("A[I]+J=1", "2"),
    ] {
        check(
            &format!("break 2.1 if {condition}\ncontinue\nprint I"),
            &format!("Breakpoint at 02.10\n02.10 SET J=J+I;DO 3.1\n      ^\n{i}\n"),
        );
    }
    // A breakpoint whose condition no longer has a value stops the program, and the message says so.
    check(
        "break 2.2 if 1/(2-J)>0\nbreak 2.1 if 1/(1-J)=1\ncontinue\ncontinue\ncontinue",
        "Breakpoint at 02.10\n02.10 SET J=J+I;DO 3.1\n      ^\n\
         Breakpoint at 02.20\n02.20 TYPE %2,J,!\n      ^\n\
         Breakpoint at 02.10, its condition cannot be tested: '1/(1-J)' has no value: ?28.73: division by zero\n\
         02.10 SET J=J+I;DO 3.1\n      ^\n",
    );
}

#[test]
fn watched_variables_are_watched_no_longer() {
    check(
        "watch J\nwatch K\nwatch A(I+28)\nshow break\nnowatch K\nnowatch A(28)\ncontinue\nshow break\nnowatch\nshow break\ncontinue",
        "watch\tJ\nwatch\tK\nwatch\tA(28)\n\
         J was 0, is 1, changed in 02.10\n02.10 SET J=J+I;DO 3.1\n                ^\n\
         watch\tJ\n[waits]\n",
    );
}

#[test]
fn lists_show_a_line_a_group_or_say_that_there_is_none() {
    check(
        "break 2.2\nlist 2.0\nlist 3.1\nvars\nnext\nout",
        "   02.10 SET J=J+I;DO 3.1\nB  02.20 TYPE %2,J,!\n   03.10 SET K=-J\nthere are no variables\n\
         *     GO\n      ^\n? no DO and no FOR is under way: continue runs to the end\n",
    );
}

/// The debugger does not change FOCAL's state. The test compares the whole state at many moments of a run.
#[test]
fn nothing_happens_to_a_program_that_is_looked_into() {
    for fields in [1, 2] {
        let mut machine = machine(fields);
        machine.type_line("GO");
        for _ in 0..60 {
            machine.target.run(997);
            let before = machine.target.core_image();
            machine.session("where\nvars\nlist\nprint FRAN()+A(3)*2\nprint FEXP(1)\nshow break");
            assert_eq!(machine.target.core_image(), before, "{fields} fields");
        }
    }
    let mut native = native();
    b"GO\r".iter().for_each(|&key| {
        native.target.performer_mut().press(key);
        native.target.performer_mut().run(2);
    });
    let before = native.target.performer().clone();
    native.session("where\nvars\nlist\nprint FRAN()+A(3)*2");
    assert_eq!(*native.target.performer(), before);
}

/// A program that is often stopped prints the same text and takes as many cycles as a program that runs without a stop.
#[test]
fn a_program_that_was_stopped_is_the_same_in_the_end() {
    let end = |commands: &str| {
        let mut machine = machine(1);
        machine.type_line("GO");
        machine.session(commands);
        // The two runs may detect the wait at different cycles, so both continue to the same cycle of the wait.
        machine.target.run_idle(1_000_000 - machine.target.machine().elapsed.cycles);
        (machine.target.take_printed(), machine.target.machine().clone())
    };
    let through = end("continue");
    let stopped = end("break 3.1\nwatch I\ncontinue\ncontinue\ncontinue\nnobreak\nnowatch\ncontinue");
    assert!(stopped == through, "breakpoints");
    assert!(end("into 3\nnext\nnext\ncontinue") == through, "steps");
}

#[test]
fn breakpoints_of_the_machine_and_of_focal_live_together() {
    let mut machine = machine(1);
    machine.type_line("GO");
    let inside = CoreView::find(machine.target.machine());
    assert!(inside.is_some(), "our FOCAL is found");
    let told =
        machine.session("break 200\nbreak 3.1; vars J; next\nshow break\ncontinue\nnobreak\nshow break\ncontinue");
    assert_eq!(
        told,
        "break\tat 00200\nbreak\tat 03.10; vars J; next\n\
         Breakpoint at 03.10\n03.10 SET K=-J\n      ^\nJ        1\n02.20 TYPE %2,J,!\n      ^\n[waits]\n"
    );
}

#[test]
fn where_there_is_no_focal_it_is_said_so() {
    let station = Station::new(Config::default(), focal8::teletype::Speed::Fast);
    let mut machine = Operated::new(station);
    assert_eq!(machine.session("list\nbreak 6.1"), "? no FOCAL is in this machine\n? no FOCAL is in this machine\n");
    // In machine code, `where` is about subroutines.
    assert_eq!(machine.session("where"), "? no history is kept of this machine\n");
}

/// The debugger examines an unknown FOCAL as a person would: it types commands.
#[test]
fn a_foreign_is_asked() {
    let mut machine = machine(2);
    machine.type_line("GO");
    machine.session("break 2.2\ncontinue");
    let before = machine.target.core_image();
    let foreign = debugger::ForeignFocal::in_station(&machine.target).expect("it answers");
    assert_eq!(
        foreign.whereabouts().expect("it stops"),
        "02.20 TYPE %2,J,!\nthe character at work, DO and FOR cannot be seen in a FOCAL that is not ours\n"
    );
    assert_eq!(foreign.list("2.1").expect("it lists"), "02.10 SET J=J+I;DO 3.1\n");
    assert_eq!(foreign.variables().expect("it types"), "I        1\nJ        1\nK        -1\n");
    assert_eq!(foreign.evaluate("1/3").expect("a value"), "0.333333");
    assert_eq!(foreign.evaluate("1/0").expect_err("none").to_string(), "FOCAL answers ?28.73");
    assert_eq!(machine.target.core_image(), before);
}
