//! Tests of `→` and labels in functions of APL.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use focal8_exhibits::threeman::Workspace;

/// Defines a function, executes a line that calls the function, and returns the output of the line.
fn calls(function: &str, line: &str) -> String {
    let mut workspace = Workspace::default();
    let outcome = workspace.define_function(&function.lines().collect::<Vec<_>>());
    let (values, outcome) = outcome.map_or_else(|error| (Vec::new(), Err(error)), |()| workspace.execute_all(line));
    let mut printed: Vec<String> = values.iter().map(ToString::to_string).collect();
    if let Err(error) = outcome {
        printed.push(format!("{error}\n{}", error.reason));
    }
    printed.join("\n")
}

#[test]
fn an_arrow_goes_to_a_label() {
    let sum = "r←sum n\nr←0\nagain: r←r+n\nn←n-1\n→again×n>0";
    assert_eq!(calls(sum, "sum 10"), "55");
    // A branch to line 0, or to a line that does not exist, ends the function; a branch to nothing goes on.
    let collatz = "r←steps n\nr←0\nL:→(n=1)/0\nr←r+1\n→(2|n)/odd\nn←n÷2\n→L\nodd: n←1+3×n\n→L";
    assert_eq!(calls(collatz, "steps 27"), "111");
    assert_eq!(calls("f\n1\n→99\n2", "f"), "1");
    assert_eq!(calls("f\n1\n→⍬\n2", "f"), "1\n2");
    assert_eq!(calls("f\n1\n→\n2", "f"), "1");
    assert_eq!(calls("f\n1\n→4\n2\n3", "f"), "1\n3");
    // A label may stand alone, and a line may be a comment.
    assert_eq!(calls("f n\nn\n→(n>1)/end\n'small'\n⍝ nothing here\nend:", "f 1 ⋄ f 2"), "1\nsmall\n2");
}

#[test]
fn labels_are_local() {
    assert_eq!(calls("r←f n\nr←there\nthere:", "there←7 ⋄ f 1 ⋄ there"), "2\n7");
}

#[test]
fn arrows_and_structures() {
    let out = "r←f n\n:if n\nr←1\n→end\n:endif\nr←2\nend:";
    assert_eq!(calls(out, "f 1 ⋄ f 0"), "1\n2");
    let again = "r←f n\nr←0\nL: :if n>0\nr←r+n ⋄ n←n-1\n→L\n:endif";
    assert_eq!(calls(again, "f 4"), "10");
    let into = "f n\n→3\n:if n\n'here'\n:endif";
    let expected = "DOMAIN ERROR\nf[1]  →3\n      ^\n\
                    → cannot go to line 3, in the middle of the structure of lines 2 to 4";
    assert_eq!(calls(into, "f 1"), expected);
}

#[test]
fn mistakes_with_arrows() {
    let outside = "→ and labels belong to the lines of a function, and this line is in none";
    assert_eq!(calls("f\n1", "→3"), format!("SYNTAX ERROR\n      →3\n      ^\n{outside}"));
    assert_eq!(calls("f\n1", "L: 3"), format!("SYNTAX ERROR\n      L: 3\n         ^\n{outside}"));
    assert_eq!(calls("f\n1", "3→4"), "SYNTAX ERROR\n      3→4\n       ^\n→ does not belong here");
    assert_eq!(calls("f\n→'a'", "f"), "DOMAIN ERROR\nf[1]  →'a'\n      ^\n→ works on numbers");
}

#[test]
fn an_endless_loop_can_be_interrupted() {
    let mut workspace = Workspace::default();
    workspace.define_function(&["f", "L: →L"]).unwrap();
    workspace.give_up_when(Arc::new(AtomicBool::new(true)));
    assert_eq!(workspace.execute("f").unwrap_err().reason.to_string(), "interrupted");
}
