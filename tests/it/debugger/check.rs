//! The warnings about a program before it runs.

use focal8::debugger::check;
use focal8::focal::LineNumber;
use focal8::roms::PROGRAMS;

use crate::program::focal8;

/// Numbers the lines of a program, and returns the warnings about the program.
fn warnings(text: &str) -> Vec<String> {
    let (mut lines, mut direct) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match line.split_once(' ').and_then(|(number, text)| Some((number.split_once('.')?, text))) {
            Some(((group, step), rest)) => {
                let number = LineNumber::new(group.parse().expect("a group"), step.parse::<u8>().expect("a step") * 10);
                lines.push((number, rest.as_bytes().to_vec()));
            }
            None => direct.push(line.as_bytes().to_vec()),
        }
    }
    check(&lines, &direct)
}

fn check_warnings(text: &str, expected: &[&str]) {
    assert_eq!(warnings(text), expected, "{text}");
}

#[test]
fn what_is_certainly_read_too_early_is_said() {
    let early = "X is read in 01.10, column 6, before it is set, so it is 0 there";
    check_warnings("1.1 TYPE X;SET X=1", &[early]);
    check_warnings("1.1 TYPE X,X\n1.2 ASK X", &[early]);
    check_warnings("1.1 TYPE X\n1.2 SET X=1\nGO", &[early]);
    check_warnings(
        "1.1 SET A=1/X\n1.2 FOR X=1,3;TYPE A",
        &["X is read in 01.10, column 9, before it is set, so it is 0 there"],
    );
    // The check follows a DO and its return; the body of a FOR runs once at least.
    let in_group_2 = "X is read in 02.10, column 13, before it is set, so it is 0 there";
    check_warnings("1.1 DO 2;SET X=1\n1.2 QUIT\n2.1 TYPE \"X IS\",X", &[in_group_2]);
    check_warnings("1.1 FOR I=1,3;DO 2.1\n1.2 SET X=1;QUIT\n2.1 TYPE \"X IS\",X", &[in_group_2]);
    check_warnings("1.1 SET Y=1;GOTO 2.1\n2.1 TYPE \"X IS\",X;SET X=Y", &[in_group_2]);
    // If nothing sets a variable, every place that reads it gets a warning.
    check_warnings("1.1 TYPE X;SET A(X)=1", &["X is read in 01.10, column 6, and set nowhere, so it is 0"]);
}

#[test]
fn what_may_have_been_set_is_not() {
    for text in [
        "1.1 SET S=S+1;TYPE S",
        "1.1 ASK X;TYPE X",
        "1.1 FOR I=1,3;SET A(I)=I;TYPE A(I)",
        "1.1 DO 2;TYPE X\n1.2 QUIT\n2.1 SET X=1",
        "1.1 SET N=N+1;IF (N-1) 1.2,1.3\n1.2 TYPE X\n1.3 SET X=1;GOTO 1.2",
        "1.1 TYPE X;QUIT\n2.1 SET X=1;GOTO 1.1\nSET X=2\nGO\nDO 2",
        "1.1 ERASE;TYPE X\n1.2 SET X=1",
        "1.1 DO 2;TYPE X\n1.2 QUIT\n2.1 IF (FRAN()) 2.3\n2.2 SET X=1\n2.3 SET N=X",
        "1.1 TYPE \"X\",%5.02,FSQT(2);SET X=1",
    ] {
        let early: Vec<String> =
            warnings(text).into_iter().filter(|warning| warning.contains("before it is set")).collect();
        assert_eq!(early, [""; 0], "{text}");
    }
}

/// The programs that come with focal8 read only variables that they have set before.
#[test]
fn no_program_in_the_box_reads_what_it_has_not_set() {
    for program in PROGRAMS {
        let ran = focal8(&["focal", program.name, "--check-variables", "--quiet"], b"");
        let told: Vec<&str> = ran.err.lines().filter(|line| line.contains(" is read in ")).collect();
        assert_eq!(told, [""; 0], "{}", program.name);
    }
}
