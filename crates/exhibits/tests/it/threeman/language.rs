//! Tests of the APL interpreter: sessions with the answers of GNU APL, every kind of mistake, and the choices that the
//! specification leaves open.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use focal8_exhibits::threeman::{Answer, Entry, Figure, Intake, Readings, Square, Vector, Workspace, can};
use proptest::prelude::*;

use super::{Session, VECTORS};

/// Executes the lines. Returns the output of the last line (possibly an empty text) or its error report.
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

/// Checks the output of the last line.
#[track_caller]
fn check(lines: &[&str], expected: &str) {
    assert_eq!(session(&mut Workspace::with_can(Readings::DOCUMENT), lines), expected, "{lines:?}");
}

/// Checks the error of the last line: the kind and the reason.
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
    // An error shows its line of the text or of its function.
    check(&["2+⍎'7⌷',⍕5 3"], "INDEX ERROR\n      7⌷5 3\n       ^");
    check(&["test←{12≥3+1⌷⍵}", "test 'ab'"], "DOMAIN ERROR\n      test←{12≥3+1⌷⍵}\n                ^");
    // The report leaves out characters that cannot be printed.
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
    // In an empty workspace, the name `can` is not defined.
    assert_eq!(session(&mut Workspace::default(), &["can"]).lines().next(), Some("VALUE ERROR"));
}

#[test]
fn statements_and_guards() {
    check(&["PAWN←6 ⋄ KNIGHT←2", "PAWN KNIGHT"], "6 2");
    check(&["1 ⋄ 2 ◇ 3"], "3");
    check(&["{⍵<0:'1≤' ⋄ '12≥'} ¯3"], "1≤");
    check(&["{⍵<0:'1≤' ⋄ '12≥'} 3"], "12≥");
    check(&["{y←⍵×2 ⋄ y+1} 3"], "7");
    check(&["{⍵≤1:1 ⋄ ⍵×∇ ⍵-1} 5"], "120");
    check(&["2 {⍵=0:1 ⋄ ⍺×⍺ ∇ ⍵-1} 10"], "1024");
    let outside =
        "∇ is a function only inside of a function, which it calls; a line that begins with ∇ defines a function";
    check_wrong(&["1+∇ 2"], "SYNTAX ERROR", outside);
    // A function without ⍵ takes no argument, and may use names that are defined outside the function.
    check(&["vec←¯3", "{vec<0:'1≤' ⋄ '12≥'},'!'"], "1≤!");
    check(&["vec←¯3", "r←{vec<0:'1≤' ⋄ '12≥'},'!'", "r"], "1≤!");
    check(&["f←{7}", "x←f ⋄ f 1"], "7");
    check(&["{⍵ (|⍵)} ¯3 4"], " ¯3 4  3 4 ");
    check(&["{⍵:1} 0"], "SYNTAX ERROR\n      {⍵:1} 0\n      ^");
    check(&["(1 ⋄ 2)"], "SYNTAX ERROR\n      (1 ⋄ 2)\n         ^");
    check(&["{1:2:3} 0"], "SYNTAX ERROR\n      {1:2:3} 0\n          ^");
}

#[test]
fn sets_and_indexes() {
    check(&["'abc'§'bcd'"], "ad");
    check(&["'abc'~'b'"], "ac");
    check(&["1 2 3∼2"], "1 3");
    check(&["x←5 3", "x[2]"], "3");
    check(&["(7 8 9)[3 1]"], "9 7");
    // An index applies only to the value directly before it.
    check(&["1+5 3[1]"], "RANK ERROR\n      1+5 3[1]\n           ^");
    check(&["≢4 5 6"], "3");
    check(&["3≢3"], "0");
    check(&["∊(1 2)3(4 5)"], "1 2 3 4 5");
    check_wrong(&["x←5 3", "x[3]"], "INDEX ERROR", "there is no item 3: the vector has 2");
    check_wrong(&["x←5", "x[1]"], "RANK ERROR", "[ ] takes items of a vector, and this is a scalar");
    check_wrong(&["x←5 3", "x[]"], "SYNTAX ERROR", "[ ] has no value");
}

#[test]
fn texts_of_functions() {
    check(&["⍎'test←{⍵<0}'", "⎕VR 'test'"], "test←{⍵<0}");
    check(&["plus←+¨", "⎕cr 'plus'"], "plus←+¨");
    check_wrong(&["⎕VR 'nothing'"], "DOMAIN ERROR", "nothing is not a function with a text");
    check_wrong(&["⎕IO"], "SYNTAX ERROR", "⎕IO is not read here: there are ⎕CR and ⎕VR");
}

/// Runs the lines of a file; returns the output and the errors.
fn file(lines: &str) -> String {
    let mut workspace = Workspace::with_can(Readings::DOCUMENT);
    let mut intake = Intake::of_file();
    let mut printed = String::new();
    let mut do_all = |entries: Vec<Entry>, workspace: &mut Workspace| {
        for entry in entries {
            let outcome = match entry {
                Entry::Function(_, lines) => workspace.define_function(&lines),
                Entry::Line(_, line) => {
                    let (values, outcome) = workspace.execute_all(&line);
                    values.iter().for_each(|value| printed += &format!("{value}\n"));
                    outcome
                }
            };
            if let Err(error) = outcome {
                printed += &format!("{error}\n{}\n", error.reason);
            }
        }
    };
    for line in lines.lines() {
        let entries = intake.take(line, &workspace);
        do_all(entries, &mut workspace);
    }
    let entries = intake.finish();
    do_all(entries, &mut workspace);
    printed
}

/// A function that uses every control word. It decides how a piece may move in an invented game.
const STEPS: &str = "
RUNNER←1 ⋄ JUMPER←2 ⋄ SLEEPER←3
r ← figure steps vec
  r←0                                      ⍝ in most cases
  :If 0 0≡vec ⋄ :Return ⋄ :EndIf
  :select figure
  :case RUNNER
    :if 0=vec[1] ⋄ :andif 24>∣vec[2]
      r←1
    :elseif 0=1⌷vec ⋄ :orif 0=2⌷vec
      r←2
    :else
      r←{vec[1]<0:'in' ⋄ 'out'},⍕vec
    :endif
  :CASELIST JUMPER 9
    r←∊1 2≡|vec
  :else
    r←'?'
  :end

RUNNER steps 0 3 ⋄ RUNNER steps 3 0 ⋄ RUNNER steps ¯3 1 ⋄ RUNNER steps 0 0
JUMPER steps 1 ¯2
9 steps 2 2 ⋄ SLEEPER steps 2 2
";

#[test]
fn functions_of_several_lines() {
    let expected = "1\n2\nin¯3 1\n0\n1\n0\n?\n";
    assert_eq!(file(STEPS), expected);
    // The function is between ∇ and ∇, in capitals, with numbers before the lines, and with blank lines.
    let marked = STEPS.replace("r ← figure", "∇r ← figure").replace("  :end\n\n", "  :end\n\n  ∇\n");
    assert_eq!(file(&marked), expected);
    assert_eq!(file(&marked.replace(":i", ":I").replace("  r←0 ", "[1]\n[2]  r←0 ")), expected);
    assert_eq!(file("∇r←twice x\nr←x×2 ∇\ntwice 4"), "8\n");
    assert_eq!(file("∇r←{a} plus b\nr←b\n∇\nplus 4\n1 plus 4"), "4\n4\n");
    assert_eq!(file("∇ shout x\nx ⋄ x\n∇\nshout 4"), "4\n4\n");
    assert_eq!(file("∇r←seven\nr←7\n∇\n1+seven"), "8\n");
    assert_eq!(file("∇r←fact n\n:if n<2 ⋄ r←1 ⋄ :else ⋄ r←n×fact n-1 ⋄ :end\n∇\nfact 6"), "720\n");
    // ∇ means the function that is being defined; inside braces, it means the function in braces.
    assert_eq!(file("∇r←fact n\n:if n<2 ⋄ r←1 ⋄ :else ⋄ r←n×∇ n-1 ⋄ :end\n∇\nfact 6"), "720\n");
    assert_eq!(file("r←a power b\n:if b=0 ⋄ r←1 ⋄ :else ⋄ r←a×a ∇ b-1 ⋄ :end\n\n2 power 10"), "1024\n");
    assert_eq!(file("∇r←f n\nr←10+{⍵=0:0 ⋄ 1+∇ ⍵-1} n\n∇\nf 3"), "13\n");
    let queen = "ROOK←1 ⋄ QUEEN←4\nr ← figure reach vec\n:select figure\n:case ROOK\n  r←0∊vec\n:case QUEEN\n  \
                 r ← ROOK ∇ vec\n  :if ~r ⋄ r←(|vec[1])=|vec[2] ⋄ :end\n:end\n\n";
    assert_eq!(file(&format!("{queen}QUEEN reach 0 3\nQUEEN reach 2 ¯2\nQUEEN reach 2 1")), "1\n1\n0\n");
    // A blank line does not end a function in the middle of a structure, even if the structure begins after a label.
    assert_eq!(file("r←sum n\nr←0\nL: :if n>0\n\nr←r+n ⋄ n←n-1\n→L\n:endif\n\nsum 4"), "10\n");
    // Names of the header and after ; are local to the function.
    assert_eq!(file("x←1 ⋄ n←2 ⋄ r←3\n∇r←f n;x\nx←9 ⋄ y←8 ⋄ r←n\n∇\nf 7 ⋄ x ⋄ n ⋄ r ⋄ y"), "7\n1\n2\n3\n8\n");
    assert_eq!(file("∇r←f n\nr←n\n∇\n⎕VR 'f'"), "    ∇ r←f n\n[1]   r←n\n    ∇\n");
}

#[test]
fn a_header_without_del_is_one_only_if_it_cannot_be_an_expression() {
    // The name b has a value, so the line is an expression. A line is also an expression if no line below sets its
    // result.
    assert_eq!(file("b←3\nx←-b\nx"), "¯3\n");
    assert_eq!(file("f←-\nx←f b\n7"), "VALUE ERROR\n      x←f b\n          ^\nb has been given no value\n7\n");
    assert_eq!(file("r←f a\nr←a+1\nr←g a\nr←a+2\n\nf 1 ⋄ g 1"), "2\n3\n");
}

#[test]
fn mistakes_in_functions_name_the_line() {
    let condition = "∇r←f x\nr←0\n:if x ⋄ r←1 ⋄ :end\n∇\nf 1 0\nf 2\nf 'a'";
    let at = "f[2]  :if x ⋄ r←1 ⋄ :end\n          ^\na condition is a single 0 or 1";
    let expected = [
        format!("LENGTH ERROR\n{at}; this one has 2 items: 1 0\n"),
        format!("DOMAIN ERROR\n{at}, and not 2\n"),
        format!("DOMAIN ERROR\n{at}, and not a\n"),
    ];
    assert_eq!(file(condition), expected.concat());
    let nothing = "∇r←f x\n:if x ⋄ r←1 ⋄ :end\n∇\nf 0";
    assert_eq!(file(nothing), "VALUE ERROR\nf[0]  r←f x\n      ^\nf ended without giving r a value\n");
    let wrong = |lines: &str, column: usize, line: &str, reason: &str| {
        let expected = format!("SYNTAX ERROR\n{line}\n{:>column$}\n{reason}\n", '^');
        assert_eq!(file(&format!("∇r←f x\n{lines}\n∇")), expected);
    };
    wrong(":if x", 7, "f[1]  :if x", ":if is never closed: expected :endif, :endselect or :end below it");
    wrong(":endif", 7, "f[1]  :endif", ":endif closes or continues nothing");
    wrong(":if x\n:endselect", 7, "f[2]  :endselect", ":endselect closes or continues nothing");
    wrong(":select x\nr←1\n:end", 7, "f[2]  r←1", "a :case is expected after :select");
    wrong(":if ⋄ :end", 7, "f[1]  :if ⋄ :end", ":if needs something to its right");
    wrong(
        ":if x ⋄ :else r←1 ⋄ :end",
        21,
        "f[1]  :if x ⋄ :else r←1 ⋄ :end",
        "a ⋄ must separate :else from the text that follows it",
    );
    assert!(file("∇r←f x\n:for x\n∇").contains(":for is not read here: there are :if :andif"));
    assert_eq!(
        file("∇ 3\n∇"),
        "SYNTAX ERROR\n      3\n      ^\nthis is no header: expected r←f b, r←a f b or r←f, and ;names to be local\n"
    );
    assert_eq!(file("∇r←f x\nr←f x\n∇\nf 1").lines().next(), Some("WS FULL"));
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
    check_wrong(&["1.x"], "SYNTAX ERROR", ". is not read here; )KEYS lists the symbols that are");
    check_wrong(&["¯x"], "SYNTAX ERROR", "¯ is not read here; )KEYS lists the symbols that are");
    check_wrong(&["9 can 1 1"], "DOMAIN ERROR", "9 is not a piece: pieces are numbered 1 to 7");
    check_wrong(&["ROOK can 1 1 1"], "LENGTH ERROR", "a movement vector has 2 items, ranks and files, and not 3");
    let not_a_vector = "ab is not a movement vector: expected ranks and files, whole numbers of 64 bits";
    check_wrong(&["ROOK can 'ab'"], "DOMAIN ERROR", not_a_vector);
    check_wrong(&["can 1 1"], "SYNTAX ERROR", "can needs something on its left");
}

/// Endless growth reaches a limit of the workspace before the host's memory or stack is exhausted.
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

    /// Every typed line gets a result or an error message, and the session continues.
    #[test]
    fn nothing_typed_ends_the_session(text in "([(){}' ⍵⍺¨←⍎⌷≡|+=,⍳⍕∊~∧⍬⋄∇§⎕:\\[\\]-]|:if|:end|[0-9]|¯|f|x|can|'1+'|\\PC){0,30}") {
        let mut workspace = Workspace::with_can(Readings::DOCUMENT);
        session(&mut workspace, &["f←{⍵}", "x←5 3", text.as_str(), text.as_str()]);
        prop_assert_eq!(session(&mut workspace, &["1 2+3"]), "4 5");
    }

    /// The APL text and the data of a predicate agree even for vectors far beyond the tables.
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

#[test]
fn what_nobody_waits_for_is_given_up() {
    let mut workspace = Workspace::default();
    workspace.execute("twice←{⍵=0:0 ⋄ (∇ ⍵-1)+∇ ⍵-1}").unwrap();
    let interrupted = Arc::new(AtomicBool::new(false));
    workspace.give_up_when(Arc::clone(&interrupted));
    assert_eq!(session(&mut workspace, &["twice 3"]), "0");
    interrupted.store(true, Ordering::Relaxed);
    assert_eq!(session(&mut workspace, &["twice 60"]), "INTERRUPT\n      twice 60\n      ^");
}
