//! The subcommand `focal8 threeman`: in a pipe, with wrong arguments, and with every example of its document.

use std::io::Write;
use std::process::{Output, Stdio};

use crate::command::{BINARY, program, shell};
use serde_json::Value;

/// Runs `focal8 threeman` with these arguments and this standard input.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = program()
        .arg("threeman")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end without reading its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Checks standard output, the exit status, and the last line of standard error.
#[track_caller]
fn check(arguments: &[&str], input: &str, printed: &str, status: i32, error: &str) {
    let output = run(arguments, input);
    let last = text(&output.stderr).lines().last().unwrap_or_default();
    assert_eq!((text(&output.stdout), output.status.code(), last), (printed, Some(status), error), "{arguments:?}");
}

#[test]
fn questions() {
    check(&["can", "KNIGHT", "-2", "1"], "", "2<1⌷\n", 0, "");
    check(&["can", "knight", "¯2", "1", "--at", "2", "1"], "", "0\n", 0, "");
    check(&["can", "4", "0", "-24"], "", "1\n", 0, "");
    check(&["can", "4", "0", "-24", "--profile", "corrected"], "", "0\n", 0, "");
    check(&["can", "4", "0", "-24", "--full-turn", "both-ways"], "", "0\n", 0, "");
    check(&["can", "KING", "0", "2", "--castling-square", "1 5", "--at", "1", "13"], "", "1\n", 0, "");
    check(&["addvec", "6", "16", "4", "0"], "", "3 4\n", 0, "");
    check(&["addvec", "6", "16", "7", "0"], "", "", 1, "error: 7 0 leads from 6 16 to no square");
}

#[test]
fn the_workspace_lists_its_names() {
    let typed = ")FNS\nf←{⍵}\nx←1\n)FNS\n)VARS\n";
    let values = "BISHOP  KING  KNIGHT  PAWN  PAWNCENTER  QUEEN  ROOK  x";
    check(&["apl"], typed, &format!("can\ncan  f\n{values}\n"), 0, "");
    let help = run(&["apl"], ")HELP\n");
    assert!(text(&help.stdout).contains("\n)vars "), "{help:?}");
}

#[test]
fn the_program_in_apl_can_be_run() {
    let program = run(&["listing"], "");
    let call = ["apl", "-", "--call", "QUEEN can 2 ¯2", "--call", "5 3 addvec 3 0", "--call", "⍎(ROOK can 3 0),⍕5 3"];
    check(&call, text(&program.stdout), "12≥2+1⌷\n5 15\n1\n", 0, "");
}

#[test]
fn tables_as_json_are_those_of_the_data_file() {
    let vectors = include_str!("../../../crates/exhibits/tests/data/threeman/vectors.json");
    let vectors: Value = serde_json::from_str(vectors).expect("the data file is JSON");
    let of_object = |value: &Value| value.as_object().expect("an object").clone();
    for (profile, tables) in of_object(&vectors["tables"]) {
        let output = run(&["tables", "--json", "--profile", &profile], "");
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        for (figure, rows) in of_object(&tables) {
            let printed: Vec<Vec<usize>> = serde_json::from_value(json["tables"][&figure].clone()).unwrap();
            let rows: Vec<Vec<Option<usize>>> = serde_json::from_value(rows).unwrap();
            let lengths: Vec<usize> = printed.iter().map(Vec::len).collect();
            assert_eq!(lengths, [49; 25], "{figure}");
            for (cell, printed) in rows.iter().flatten().zip(printed.iter().flatten()) {
                let Some(expected) = cell.map(|id| &vectors["results"][id]) else { continue };
                let result = &json["results"][*printed];
                for part in ["value", "structured", "squares"] {
                    assert_eq!(result[part], expected[part], "{figure}: {part}");
                }
            }
        }
    }
}

#[test]
fn apl_in_a_pipe() {
    check(&["apl"], "x←5 3\n12≥3+1⌷x", "1\n", 0, "");
    check(&["apl", "-e", "x←3", "-"], "x+1\n", "4\n", 0, "");
    check(&["apl"], "test`[{12`63+1`L`w}\ntest 5 3\n", "1\n", 0, "");
    check(&["apl", "-e", "-3"], "", "¯3\n", 0, "");
    check(&["apl"], "1\n)off\n2\n", "1\n", 0, "");
    check(&["apl"], "x←3\n)CLEAR\nx\n", "CLEAR WS\n", 1, "error: standard input:3: x has been given no value");
    check(
        &["apl"],
        ")nonsense\n1",
        "1\n",
        1,
        "BAD COMMAND: there are )OFF, )CLEAR, )FNS, )VARS, )HELP, )KEYS and )MORE",
    );
    check(&["apl", "--profile", "corrected"], "KING can 0 2", "1 5≡8|\n", 0, "");
    let missing = "error: cannot read no-such-file: No such file or directory (os error 2)";
    check(&["apl", "no-such-file"], "", "", 1, missing);

    let output = run(&["apl"], "7\n1+\n8\n");
    assert_eq!(text(&output.stdout), "7\n8\n");
    let place = "error: standard input:2: there is nothing to the right of + to work on\n";
    assert_eq!(text(&output.stderr), format!("SYNTAX ERROR\n      1+\n       ^\n{place}"));
    // Bytes that are not text cause an error message.
    assert_eq!(program().args(["threeman", "apl", BINARY]).output().unwrap().status.code(), Some(1));
}

#[test]
fn of_many_errors_a_hundred_are_shown_and_all_are_counted() {
    let output = run(&["apl", "-"], &"1 2+1 2 3\n)NONSENSE\n".repeat(2000));
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(error.lines().filter(|line| line.starts_with("LENGTH ERROR")).count(), 50);
    assert!(error.ends_with("\nfocal8: 100 messages are shown; the others are counted\nand 3900 more\n"), "{error}");
    assert!(error.len() < 100 * 300, "{} bytes", error.len());
}

#[test]
fn a_function_in_a_file_is_called() {
    let listing = "figure←3\nr ← a steps b\n  :if a=b ⋄ r←'same' ⋄ :else ⋄ r←a b ⋄ :endif\n";
    check(&["apl", "-", "--call", "1 steps 1", "--call", "1 steps figure"], listing, "same\n1 3\n", 0, "");
    let wrong = "error: line called:1: a condition is a single 0 or 1; this one has 2 items: 0 1";
    check(&["apl", "-", "--call", "1 2 steps 3 2"], listing, "", 1, wrong);
    check(&["apl", "--call", "ROOK can 3 0"], "", "12≥3+1⌷\n", 0, "");
}

#[test]
fn wrong_usage_is_explained() {
    let check = |arguments: &[&str], error: &str| {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stderr).lines().next(), Some(error), "{arguments:?}");
    };
    let dragon = "error: invalid value 'DRAGON' for '<FIGURE>': DRAGON is not a piece: expected one of ROOK 1, KNIGHT 2, BISHOP 3, QUEEN 4, \
                  KING 5, PAWN 6, PAWNCENTER 7";
    check(&["can", "DRAGON", "1", "1"], dragon);
    let number = "error: invalid value '1.5' for '<RANK>': expected a whole number of 64 bits, such as 2 or -2";
    check(&["can", "ROOK", "1.5", "1"], number);
    check(&["can", "ROOK", "1", "0", "--at", "7", "1"], "error: 7 1 is not a square: ranks are 1 to 6, files 1 to 24");
    check(&["addvec", "0", "1", "1", "1"], "error: 0 1 is not a square: ranks are 1 to 6, files 1 to 24");
    let unsaid = "error: a vector or --from is required: show KNIGHT 2 1, or show KNIGHT --from 5 3";
    check(&["show", "KNIGHT"], unsaid);
    check(&["show", "KNIGHT", "2"], "error: the following required arguments were not provided:");
    let profile = "error: invalid value 'wrong' for '--profile <PROFILE>'";
    check(&["tables", "--profile", "wrong"], profile);
}

/// Runs the `console` blocks of the document in a shell. The tests of `focal8-exhibits` check the `apl` blocks.
#[test]
#[cfg(unix)]
fn examples_of_the_document() {
    let document = include_str!("../../../docs/threeman.md");
    let mut consoles = 0;
    for block in document.split("\n```").skip(1).step_by(2) {
        let (kind, block) = block.split_once('\n').unwrap();
        assert!(["console", "apl", "text"].contains(&kind), "{kind}");
        if kind == "console" {
            consoles += 1;
            check_console(block);
        }
    }
    assert!(consoles >= 5, "{consoles} examples found");
}

#[test]
fn picture_of_the_document() {
    let output = run(&["show", "BISHOP", "8", "8", "--from", "1", "3", "--svg"], "");
    assert!(
        text(&output.stdout) == include_str!("../../../docs/threeman.svg"),
        "docs/threeman.svg is not drawn like this"
    );
}

/// Checks a block with one or more commands. The lines after each line `$ command` must be what the command writes to
/// standard output and standard error.
fn check_console(block: &str) {
    // A key of APL is `$`, in the middle of a line.
    for example in format!("\n{block}").split("\n$ ").skip(1) {
        let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
        let command = format!("({command}) 2>&1");
        // The document names files of the project.
        let root = crate::folders::project("");
        let output = shell("sh").args(["-c", &command]).current_dir(root).stdin(Stdio::null()).output().unwrap();
        assert_eq!(text(&output.stdout).trim_end(), expected.trim_end(), "{command}");
    }
}
