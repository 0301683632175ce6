//! APL: sessions as GNU APL answers them, every kind of mistake, and what the specification leaves to taste.

use focal8::exhibits::threeman::{Answer, Figure, Readings, Square, Vector, Workspace, can};
use proptest::prelude::*;

use super::{Session, VECTORS};

/// What is printed for the last line, nothing, or the error report.
fn session(workspace: &mut Workspace, lines: &[impl AsRef<str>]) -> String {
    let mut last = String::new();
    for line in lines {
        last = match workspace.execute(line.as_ref()) {
            Ok(value) => value.map_or_else(String::new, |value| value.to_string()),
            Err(error) => error.to_string(),
        };
    }
    last
}

/// Lines, and what is printed for the last.
#[track_caller]
fn check(lines: &[&str], expected: &str) {
    assert_eq!(session(&mut Workspace::with_can(Readings::DOCUMENT), lines), expected, "{lines:?}");
}

/// Lines, and what is wrong with the last: the kind, and the reason.
#[track_caller]
fn check_wrong(lines: &[&str], kind: &str, reason: &str) {
    let mut workspace = Workspace::with_can(Readings::DOCUMENT);
    let (last, before) = lines.split_last().unwrap();
    session(&mut workspace, before);
    let error = workspace.execute(last).expect_err(last);
    assert_eq!((error.reason.kind().to_string().as_str(), error.reason.to_string().as_str()), (kind, reason), "{last}");
}

#[test]
fn recorded_sessions() {
    assert_eq!(VECTORS.apl.len(), 234);
    for Session { lines, display, error } in &VECTORS.apl {
        let found = session(&mut Workspace::default(), lines);
        match (display, error) {
            (Some(display), None) => assert_eq!(found, *display, "{lines:?}"),
            (None, Some(error)) => assert_eq!(found.lines().next(), Some(error.as_str()), "{lines:?}"),
            _ => panic!("{lines:?} has neither result nor error"),
        }
    }
}

#[test]
fn reports_show_the_line_and_a_caret() {
    check(&["1 2=1 2 3"], "LENGTH ERROR\n      1 2=1 2 3\n         ^");
    check(&["1+"], "SYNTAX ERROR\n      1+\n       ^");
    check(&["2+(3⌷5 3)"], "INDEX ERROR\n      2+(3⌷5 3)\n          ^");
    check(&["foo9 3"], "VALUE ERROR\n      foo9 3\n      ^");
    check(&["1+foo¨ 3"], "VALUE ERROR\n      1+foo¨ 3\n        ^");
    check(&["5 ¨¨3"], "SYNTAX ERROR\n      5 ¨¨3\n        ^");
    // The line of the mistake is the line of the text or of the function it is in.
    check(&["2+⍎'7⌷',⍕5 3"], "INDEX ERROR\n      7⌷5 3\n       ^");
    check(&["test←{12≥3+1⌷⍵}", "test 'ab'"], "DOMAIN ERROR\n      test←{12≥3+1⌷⍵}\n                ^");
    // What cannot be printed is not printed.
    check(&["1\u{7}+'a\u{1b}b'"], "SYNTAX ERROR\n      1 +'a b'\n       ^");
}

#[test]
fn right_to_left_without_precedence() {
    check(&["3-2-1"], "2");
    check(&["(3-2)-1"], "0");
    check(&["2×3+4"], "14");
    check(&["1 2 3 × ¯1"], "¯1 ¯2 ¯3");
    check(&["-¯3"], "3");
    check(&["1 - 2 ⍝ a remark - 'of no importance"], "¯1");
    check(&["8∣13"], "5");
    check(&[""], "");
}

#[test]
fn one_item_is_not_a_scalar() {
    check(&["1≡,1"], "0");
    check(&["(,1)≡,1"], "1");
    check(&["(,1)+1 2 3"], "2 3 4");
    check(&["(1+,1)≡,2"], "1");
    check(&["1≡1⌷,1"], "1");
    check(&["1+⍬"], "");
    check(&["(,1)+⍳0"], "");
    check(&["'a'≡,'a'"], "0");
    check(&["(⍕7)≡,'7'"], "1");
    check(&["'it''s'"], "it's");
}

#[test]
fn residues() {
    check(&["8 ¯8 8 ¯8|13 13 ¯13 ¯13"], "5 ¯3 3 ¯5");
    check(&["0 5|¯7 0"], "¯7 0");
    check(&["1+8|¯1+⍳24"], "1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8");
}

#[test]
fn names() {
    check(&["x←3"], "");
    check(&["x←y←3", "x+y"], "6");
    check(&["1+x←3"], "4");
    check(&["(x←3)"], "3");
    check(&["⍎'x←3'"], "");
    check(&["⍎'f←{⍵+1}'"], "");
    check(&["f←{⍵+1}", "f←{⍵+2}", "f 1"], "3");
    check(&["f←1", "f←{⍵}", "f f 7"], "7");
    check(&["plus←+", "1 plus 2"], "3");
    check(&["f←g←{⍵×2}", "f g 1"], "4");
    check(&["x←5", "x 3 x"], "5 3 5");
    check(&["x←5 3", "{1⌷x} 0"], "5");
    check(&["a_1∆←7", "a_1∆"], "7");
}

#[test]
fn functions_in_braces() {
    check(&["{⍵×⍵} 3"], "9");
    check(&["3 {⍺-⍵} 5"], "¯2");
    check(&["{{⍵+1} ⍵×2} 5"], "11");
    check(&["{⍎'⍵+1'} 5"], "6");
    check(&["1 2 {⍺,⍵}¨ 3 4"], " 1 3  2 4 ");
    check(&["1+¨1 2"], "2 3");
    check(&["-¨⍳0"], "");
    check(&["-¨¨(9 1)(6 6)"], " ¯9 ¯1  ¯6 ¯6 ");
    check(&["f←-¨", "f¨(9 1)(6 6)"], " ¯9 ¯1  ¯6 ¯6 ");
}

#[test]
fn lists_in_lists() {
    check(&["(9 1)(6 6)"], " 9 1  6 6 ");
    check(&["1 (2 3) 'abc' 4"], "1  2 3  abc  4");
    check(&["1+(9 1)(6 6)"], " 10 2  7 7 ");
    check(&["(9 1)(6 6)≡(9 1)(6 6)"], "1");
    check(&["2∊(9 1)(6 6)"], "0");
}

#[test]
fn the_function_itself() {
    check(&["ROOK can 3 0"], "12≥3+1⌷");
    check(&["1 can 3 0"], "12≥3+1⌷");
    check(&["⍎(ROOK can 3 0),⍕5 3"], "1");
    check(&["⍎'test←{',(ROOK can 3 0),'⍵}'", "test¨(9 1)(10 1)(6 6)"], "1 0 1");
    check(&["KNIGHT can¨(2 1)(¯2 1)(2 2)"], "1  2<1⌷  0");
    check(&["(KING can 0 2)≡'0 5≡8|'"], "1");
    let mut corrected = Workspace::with_can(Readings::CORRECTED);
    assert_eq!(session(&mut corrected, &["KING can 0 2"]), "1 5≡8|");
    // In a workspace of one's own the names are free.
    assert_eq!(session(&mut Workspace::default(), &["can"]).lines().next(), Some("VALUE ERROR"));
}

#[test]
fn mistakes() {
    check_wrong(&["1 2+1 2 3"], "LENGTH ERROR", "2 items on the left do not go with 3 on the right");
    check_wrong(&["3⌷5 3"], "INDEX ERROR", "there is no item 3: the vector has 2");
    check_wrong(&["0⌷5 3"], "INDEX ERROR", "there is no item 0: the vector has 2");
    check_wrong(&["¯1⌷5 3"], "INDEX ERROR", "there is no item ¯1: the vector has 2");
    check_wrong(&["1 2⌷5 3"], "RANK ERROR", "⌷ takes one index, a vector on its right");
    check_wrong(&["1⌷5"], "RANK ERROR", "⌷ takes one index, a vector on its right");
    check_wrong(&["y+1"], "VALUE ERROR", "y has been given no value");
    check_wrong(&["⍵+1"], "VALUE ERROR", "⍵ has been given no value");
    check_wrong(&["'a'+1"], "DOMAIN ERROR", "+ works on numbers");
    check_wrong(&["⍎3"], "DOMAIN ERROR", "⍎ executes text");
    check_wrong(&["~2"], "DOMAIN ERROR", "~ works on 0 and 1");
    check_wrong(&["⍳¯1"], "DOMAIN ERROR", "¯1 is not a number of items");
    check_wrong(&["⍳2 3"], "RANK ERROR", "⍳ takes a single number");
    check_wrong(&["12≥3+1⌷"], "SYNTAX ERROR", "there is nothing to the right of ⌷ to work on");
    check_wrong(&["()+1"], "SYNTAX ERROR", "( ) has no value");
    check_wrong(&["{} 1"], "SYNTAX ERROR", "{ } has no value");
    check_wrong(&["1+⍎''"], "SYNTAX ERROR", "there is nothing to the right of + to work on");
    check_wrong(&["=3"], "SYNTAX ERROR", "= needs something on its left");
    check_wrong(&["3⍎'1'"], "SYNTAX ERROR", "⍎ takes nothing on its left");
    check_wrong(&["{⍺+⍵} 3"], "SYNTAX ERROR", "{ } needs something on its left");
    check_wrong(&["f←{⍵}", "3 f 3"], "SYNTAX ERROR", "f takes nothing on its left");
    check_wrong(&["f←{⍵}", "f"], "SYNTAX ERROR", "there is nothing to the right of f to work on");
    check_wrong(&["5¨3"], "SYNTAX ERROR", "there is no function to the left of ¨");
    check_wrong(&["¨3"], "SYNTAX ERROR", "there is no function to the left of ¨");
    check_wrong(&["3←3"], "SYNTAX ERROR", "there is no name to the left of ←");
    check_wrong(&["←3"], "SYNTAX ERROR", "there is no name to the left of ←");
    check_wrong(&["1 x←3"], "SYNTAX ERROR", "this value has no function to its right");
    check_wrong(&["(1+2"], "SYNTAX ERROR", "this ( is never closed");
    check_wrong(&["{1+2)"], "SYNTAX ERROR", "this ) closes nothing");
    check_wrong(&["'abc"], "SYNTAX ERROR", "the text that begins here has no end");
    check_wrong(&["1.5"], "SYNTAX ERROR", ". is not read here");
    check_wrong(&["¯x"], "SYNTAX ERROR", "¯ is not read here");
    check_wrong(&["9 can 1 1"], "DOMAIN ERROR", "9 is not a figure: figures are numbered 1 to 7");
    check_wrong(&["ROOK can 1 1 1"], "LENGTH ERROR", "a movement vector has 2 items, ranks and files, and not 3");
    let not_a_vector = "ab is not a movement vector: expected ranks and files, whole numbers of 64 bits";
    check_wrong(&["ROOK can 'ab'"], "DOMAIN ERROR", not_a_vector);
    check_wrong(&["can 1 1"], "SYNTAX ERROR", "can needs something on its left");
}

/// Whatever grows without end meets a limit and not the end of the machine's memory or stack.
#[test]
fn the_workspace_can_be_full() {
    check_wrong(&["f←{f ⍵}", "f 1"], "WS FULL", "things are nested deeper than 200");
    check_wrong(&["x←'⍎x'", "⍎x"], "WS FULL", "things are nested deeper than 200");
    check_wrong(&["⍳99999999999"], "WS FULL", "a value has at most 1048576 items");
    check_wrong(&["{⍳1000000}¨⍳1000000"], "WS FULL", "a value has at most 1048576 items");
    check_wrong(&[&"(".repeat(5000)], "WS FULL", "things are nested deeper than 100");
    check_wrong(&[&"1+".repeat(5000)], "SYNTAX ERROR", "there is nothing to the right of + to work on");
    check_wrong(&[&format!("+{}3", "¨".repeat(100_000))], "WS FULL", "things are nested deeper than 200");
    let mut eaches = vec!["f←+"];
    eaches.extend(["f←f¨"; 1000]);
    eaches.push("f 3");
    check_wrong(&eaches, "WS FULL", "things are nested deeper than 200");
    check_wrong(&["f←{f¨⍵}", "f 1 2"], "WS FULL", "things are nested deeper than 200");
    let mut doubled = vec!["x←⍳1000"];
    doubled.extend(["x←x,x"; 11]);
    check_wrong(&doubled, "WS FULL", "a value has at most 1048576 items");
    let mut enclosed = vec!["x←1 2"];
    enclosed.extend(["x←x 1"; 100]);
    check_wrong(&enclosed, "WS FULL", "things are nested deeper than 100");
    let largest = i128::MAX.to_string();
    check_wrong(&[&format!("{largest}+1")], "DOMAIN ERROR", "the result has more than 128 bits");
    check_wrong(&[&format!("{largest}0")], "SYNTAX ERROR", &format!("{largest}0 is a number of more than 128 bits"));
    check(&[&format!("¯1|¯1-{largest}")], "0");
}

proptest! {
    #![proptest_config(crate::seeded::seeded())]

    /// Whatever is typed, every line is answered or explained.
    #[test]
    fn nothing_typed_ends_the_session(text in "([(){}' ⍵⍺¨←⍎⌷≡|+=,⍳⍕∊~∧⍬-]|[0-9]|¯|f|x|can|'1+'|\\PC){0,30}") {
        let mut workspace = Workspace::with_can(Readings::DOCUMENT);
        session(&mut workspace, &["f←{⍵}", "x←5 3", text.as_str(), text.as_str()]);
        prop_assert_eq!(session(&mut workspace, &["1 2+3"]), "4 5");
    }

    /// Text and data say the same of vectors far beyond the tables too.
    #[test]
    fn text_and_data_agree_everywhere(rank: i64, file: i64, small in -30..30i64, number in 1..=7i64) {
        let figure = Figure::numbered(number).unwrap();
        let vectors = [(rank, file), (rank, 0), (0, file), (rank, rank), (small, rank), (small, small), (small, 0)];
        for (rank, file) in vectors {
            let Answer::If(predicate) = can(figure, Vector { rank, file }, Readings::CORRECTED) else { continue };
            for square in Square::all().step_by(5) {
                let value = session(&mut Workspace::default(), &[predicate.append(square)]);
                prop_assert_eq!(value, if predicate.at(square) { "1" } else { "0" });
            }
        }
    }
}
