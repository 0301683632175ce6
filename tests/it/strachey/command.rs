//! The subcommand `focal8 strachey`, and the examples of its page.

use crate::command::{program, shell};
use std::io::Write;
use std::process::{Output, Stdio};

fn focal8(arguments: &[&str], input: &str) -> Output {
    let mut command = program();
    let command = command.arg("strachey").args(arguments);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that needs no input may have ended already.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn check(arguments: &[&str], input: &str, code: i32, stdout: &str, stderr: &str) {
    let output = focal8(arguments, input);
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "{arguments:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), stderr, "{arguments:?}");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
}

#[test]
fn positions_go_in_and_out_as_json() {
    check(&["legal", "[[24],[],[],1]", "--json"], "", 0, "[[[],[29],[],-1],[[],[28],[],-1]]\n", "");
    check(&["legal", "[[24],[],[],1]", "--json", "--program", "own"], "", 0, "[[[],[29],[],-1],[[],[28],[],-1]]\n", "");
    let two = "[[24],[],[],1]\n\n[[],[5],[],1]\n";
    check(
        &["legal", "-"],
        two,
        0,
        " 0  24-29      [[],[29],[],-1]\n 1  24-28      [[],[28],[],-1]\nno legal position: Black has lost\n",
        "",
    );
    let stuck = "[[14],[23,24,26,27,28,32,33,35],[23],1]";
    for program in [&["choose", stuck, "--json"][..], &["choose", stuck, "--json", "--program", "own"]] {
        check(program, "", 0, "{\"choice\":null,\"evaluated\":11,\"position\":null,\"value\":-1000000000}\n", "");
    }
    check(&["value", "start", "--depth-limit", "4"], "", 0, "0\n", "");
    check(&["value", stuck, "--static"], "", 0, "-11\n", "");
    check(&["perft", "5", "--json"], "", 0, "[7,49,302,1469,7361]\n", "");
    check(&["perft", "3", "--json", "--program", "own", "--reading", "word"], "", 0, "[7,49,302]\n", "");
}

#[test]
fn what_is_no_position_is_told() {
    check(
        &["show", "[[13],[],[],1]"],
        "",
        1,
        "",
        "error: 13 is not a square: the board has 5-12, 14-21, 23-30 and 32-39\n",
    );
    check(&["show", "[[5],[5],[],1]"], "", 1, "", "error: square 5 holds a piece of both sides\n");
    check(&["show", "[[5],[6],[7],1]"], "", 1, "", "error: there is a king on square 7, but no piece\n");
    check(
        &["show", "[[5],[6],[],0]"],
        "",
        1,
        "",
        "error: the side to move is 0: it must be 1 for Black or -1 for White\n",
    );
    check(
        &["show", "-"],
        "start\n[[5],[6],[],2]",
        1,
        "",
        "error: standard input:2: the side to move is 2: it must be 1 for Black or -1 for White\n",
    );
    let output = focal8(&["show", "here"], "");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: a position is `start` or JSON like"));
    assert_eq!(focal8(&["frobnicate"], "").status.code(), Some(2));
}

#[test]
fn calls_can_be_arguments_or_lines() {
    check(
        &["run", "--text", "Fact(n) = n = 0 -> 1, n * Fact(n - 1)", "Fact(5)", "Fact(20)"],
        "",
        0,
        "120\n2432902008176640000\n",
        "",
    );
    check(&["run", "-", "F(2)"], "F(x) = x + 1\n", 0, "3\n", "");
    check(
        &["run", "--text", "Up(x) = Shift(x, -5)", "Up", "--args", "[{\"bits\":[12]}]", "--json"],
        "",
        0,
        "{\"bits\":[17]}\n",
        "",
    );
    check(
        &["run", "own"],
        "BitCount(Board)\nTwice(x) = 2 * x   # a definition\nTwice(21)\nTwice(1,2)\n",
        1,
        "32\n42\n",
        "error: call:1:1: `Twice` takes 1 argument, not 2\n    1 | Twice(1,2)\n      | ^^^^^\n",
    );
    check(
        &["run", "--text", "F(x) = x", "F(1", "F(2)"],
        "",
        1,
        "",
        "error: call:1:4: expected an operator, `,` or `)`, found the end of the text: the argument list opened at 1:2 is still open\n    1 | F(1\n      |    ^\n",
    );
    check(
        &["run", "no such file", "F(1)"],
        "",
        1,
        "",
        "error: cannot read no such file: No such file or directory (os error 2)\n",
    );
    check(&["check", "own"], "", 0, "checkers.cpl: 15 functions, nothing wrong\n", "");
    check(
        &["check", "-"],
        "F(x) = (x\nG(x) = ]",
        1,
        "",
        "standard input:2:1: expected an operator, `,` or `)`, found the name `G`: the parenthesis opened at 1:8 is still open\n    2 | G(x) = ]\n      | ^\n\
         standard input:2:8: unexpected `]`\n    2 | G(x) = ]\n      |        ^\n\
         error: standard input has 2 errors\n",
    );
}

#[test]
fn a_game_against_a_person_in_a_pipe() {
    let file = std::env::temp_dir().join(format!("focal8-strachey-{}.pdn", std::process::id()));
    let file = file.to_str().unwrap();
    let input =
        format!("15-19\nback\n15 20\nmoves\n15-20\nhint\ndepth 1\nposition\nsave {file}\nresign\nmoves\nquit\n");
    let output = focal8(&["play", "--human", "black"], &input);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let told: Vec<&str> = shown.lines().filter(|line| !line.starts_with('|') && !line.ends_with("to play.")).collect();
    let pdn = std::fs::read_to_string(file).expect("the game is saved");
    std::fs::remove_file(file).expect("and can be removed");
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!("strachey_game_in_a_pipe", told.join("\n").replace(file, "FILE"));
    assert!(pdn.contains("[White \"checkers.cpl, depth limit 1\"]"), "{pdn}");
    assert!(pdn.ends_with("1. 10-15 22-17 *\n"), "{pdn}");
}

#[test]
fn program_and_twin_are_compared() {
    check(
        &["compare", "--positions", "40", "--seed", "3"],
        "",
        0,
        "40 of 40 positions agree (seed 3, depth limit 1)\n",
        "",
    );
    let wrong = focal8(&["listing"], "").stdout;
    let wrong = String::from_utf8(wrong).unwrap().replace("s = 5 → 4, s = 4 → -4, -5", "s = 5 → 4, s = 4 → -5, -5");
    let output = focal8(&["compare", "--program", "-", "--positions", "40", "--keep-going"], &wrong);
    assert_eq!(output.status.code(), Some(1));
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        shown.contains("legal positions:") && shown.ends_with("of 40 positions agree (seed 1966, depth limit 1)\n"),
        "{shown}"
    );
}

/// Some published programs are texts of one line, in which a comment hides the rest of the program.
#[test]
fn a_text_of_one_line_is_shown_around_the_fault_and_its_comment_is_told() {
    let text = format!("F(x) = 2z {}# once a line of its own {}", "+ 1 ".repeat(50), "G(y) = y ".repeat(20));
    let output = focal8(&["check", "-"], &text);
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(shown.lines().all(|line| line.chars().count() <= 140), "{shown}");
    assert!(shown.contains("1 | F(x) = 2z + 1 + 1"), "{shown}");
    let hint = "hint: the text is one line, so the comment at column 211 takes the remaining 204 characters: ";
    assert!(shown.contains(hint), "{shown}");
}

#[test]
fn a_hundred_complaints_are_shown() {
    let text = "F(x) = 2z\n".repeat(500);
    let output = focal8(&["check", "-"], &text);
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(shown.contains("\nand 400 more\n") && shown.ends_with("has 500 errors\n"), "{shown}");
}

#[test]
fn a_missing_parenthesis_is_put_in_and_told() {
    // The error is of the kind that the text of 1966 has, with a comment between.
    let text = "F(s,C) = (s = -5) → NIL, (Null(C) → (s, C), (C, s)   # the end\n\n# next\nG(s) = F(s, NIL\n";
    let remarks = "standard input: a `)` is put in at 1:51: the parenthesis opened at 1:26 was still open at 4:1; 5 of \
        16 places fit, 4 with this meaning\n\
        standard input: a `)` is put in at 4:16: the argument list opened at 4:9 was still open at 4:16\n";
    check(&["run", "-", "G(1)", "--mend"], text, 0, "(1, [])\n", remarks);
    check(&["check", "-", "--mend"], text, 0, "standard input: 2 functions, nothing wrong\n", remarks);
    let refused = String::from_utf8(focal8(&["check", "-"], text).stderr).unwrap();
    assert!(refused.contains("hint: --mend puts in the parentheses that are missing"), "{refused}");
    // The command does not touch other errors.
    let wrong = focal8(&["check", "-", "--mend"], "F(x) = (x ? 1\n");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(!String::from_utf8(wrong.stderr).unwrap().contains("put in"));
    // Our own program needs no correction, and its games are the same.
    let lines = |arguments: &[&str]| String::from_utf8(focal8(arguments, "").stdout).unwrap();
    let plain = lines(&["play", "--black", "ours", "--white", "twin", "--depth", "0", "--half-moves", "4"]);
    assert!(plain.starts_with("  1 Black 14-19"), "{plain}");
    let mended =
        lines(&["play", "--black", "own", "--white", "twin", "--depth-limit", "0", "--half-moves", "4", "--mend"]);
    assert_eq!(mended, plain);
}

/// In the text of 1966 a parenthesis is missing in the middle of a definition, before a block.
#[test]
fn every_command_mends_a_parenthesis_in_the_middle_of_a_definition() {
    let whole = String::from_utf8(focal8(&["listing"], "").stdout).unwrap();
    let broken = whole.replacen("Null(L) → (P,V), value of", "Null(L) → (P,V, value of", 1);
    assert_ne!(broken, whole);
    for arguments in [
        &["choose", "start", "--program", "-"][..],
        &["legal", "start", "--program", "-"],
        &["value", "start", "--program", "-"],
        &["perft", "2", "--program", "-"],
        &["play", "--program", "-", "--half-moves", "3"],
        &["check", "-"],
        &["run", "-", "BestPosition(StartPosition, 3, NIL, 0)"],
        &["compare", "--program", "-", "--positions", "5"],
    ] {
        let right = focal8(arguments, &whole);
        let mended = focal8(&[arguments, &["--mend"]].concat(), &broken);
        assert_eq!(String::from_utf8_lossy(&mended.stdout), String::from_utf8_lossy(&right.stdout), "{arguments:?}");
        let said = String::from_utf8_lossy(&mended.stderr).into_owned();
        assert!(
            said.starts_with("standard input: a `)` is put in at 18:39: the parenthesis opened at 18:35"),
            "{said}"
        );
        let refused = String::from_utf8(focal8(arguments, &broken).stderr).unwrap();
        assert!(refused.contains("hint: --mend puts in the parentheses that are missing"), "{refused}");
    }
    // If no place helps, the command reports the number of places that it tried.
    let said = String::from_utf8(focal8(&["check", "-", "--mend"], "F(x) = (x = 1 → 2 3\n").stderr).unwrap();
    assert!(said.starts_with("standard input: no `)` between 1:8 and 1:19 mends the program; 5 places were tried\n"));
    let said = String::from_utf8(focal8(&["check", "-", "--mend"], "F(x) = x → 1\n").stderr).unwrap();
    assert!(said.contains("hint: --mend only puts in a missing `)`, and no parenthesis is open"), "{said}");
}

/// The value that `choose` prints comes from its search, and equals the value that `value` prints.
#[test]
fn choose_gives_the_value_of_the_position() {
    let positions = [
        "start",
        "[[28],[32,33],[],1]",
        "[[33],[],[],1]",
        "[[14],[23,24,26,27,28,32,33,35],[23],1]",
        "[[9,12],[14,15,16,23,25,32,33,34],[9],1]",
    ];
    for position in positions {
        for player in ["own", "twin"] {
            let text = |command: &str, more: &[&str]| {
                let arguments = [&[command, position, "--program", player][..], more].concat();
                String::from_utf8(focal8(&arguments, "").stdout).unwrap()
            };
            let choice: serde_json::Value = serde_json::from_str(&text("choose", &["--json"])).unwrap();
            assert_eq!(format!("{}\n", choice["value"]), text("value", &[]), "{position} {player}");
        }
    }
}

#[test]
fn pruning_finds_the_same_with_fewer_positions() {
    let choice = |more: &[&str]| -> serde_json::Value {
        let arguments = [&["choose", "[[5,7],[10,12,19,21,28],[],1]", "--depth-limit", "6", "--json"], more].concat();
        serde_json::from_slice(&focal8(&arguments, "").stdout).unwrap()
    };
    let (whole, pruned) = (choice(&[]), choice(&["--prune"]));
    for key in ["choice", "position", "value"] {
        assert_eq!(pruned[key], whole[key], "{key}");
    }
    assert!(pruned["evaluated"].as_u64() < whole["evaluated"].as_u64());
    check(&["value", "start", "--depth-limit", "12", "--prune"], "", 0, "0\n", "");
    let refusal = "error: --prune needs the native twin, and not checkers.cpl: leave --program out\n";
    for command in ["choose", "value", "play"] {
        check(&[command, "--program", "own", "--prune"], "", 1, "", refusal);
    }
}

#[test]
fn the_session_runs_at_the_prompt() {
    let session = String::from_utf8(focal8(&["listing", "session"], "").stdout).unwrap();
    let output = focal8(&["run", "own"], &session);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.starts_with("true\ntrue\nfalse\n(1, [2, 3])\n{3}\n{0}\n{1 3 5}\n"), "{shown}");
    assert!(shown.contains("\n|36w|   |37w|   |38w|   |39w|   |\nBlack to play.\n"), "{shown}");
}

#[test]
fn a_prompt_without_a_file_begins_empty() {
    let typed =
        "P2() = Logical([15])\nP2()\nF(n) =\n  n = 0 → 1,\n  n * F(n - 1)\nF(5)\nG(x) = (x\n\nlet n = F(4)\nn\n";
    let output = focal8(&["run"], typed);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "{15}\n120\n24\n");
    let complaint = "error: definition:1:10: expected an operator, `,` or `)`, found the end of the text";
    assert!(String::from_utf8_lossy(&output.stderr).starts_with(complaint), "{output:?}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn one_doubtful_place_is_one() {
    let said = String::from_utf8(focal8(&["check", "-"], "F(x) = q\n").stderr).unwrap();
    assert!(said.ends_with("error: standard input: 1 function, 1 doubtful place\n"), "{said}");
    check(&["check", "-"], "F(x) = x\n", 0, "standard input: 1 function, nothing wrong\n", "");
}

#[test]
fn the_first_screen_of_a_game_shows_the_language() {
    let shown = |arguments: &[&str], typed: &str| {
        String::from_utf8(focal8(&[&["play", "--human", "black"], arguments].concat(), typed).stdout).unwrap()
    };
    let own = shown(&[], "15-19\nsource After\nsource Nothing\n");
    assert!(own.starts_with("A program in CPL plays."), "{own}");
    assert!(own.contains("\n\nBestPosition(P,V,L,d) = Null(L) → (P,V), value of\n  § let (p,l) = Next(L)\n"), "{own}");
    assert!(own.contains("\nAfter(s) = s = 5 → 4, s = 4 → -4, -5\n"), "{own}");
    assert!(own.contains("There is no function Nothing; there are ChosenPosition "), "{own}");
    let twin = shown(&["--program", "twin"], "15-19\nsource\n");
    assert!(twin.starts_with("|   | 5b|") && twin.contains("The native twin plays"), "{twin}");
    // Both programs make the same moves.
    let moves = |text: &str| text.lines().find(|line| line.starts_with("White plays")).map(str::to_owned);
    assert_eq!(moves(&own), moves(&twin));
    assert!(moves(&own).is_some());
}

#[test]
fn two_programs_play_each_other() {
    let one = focal8(&["play", "--depth-limit", "1", "--half-moves", "6"], "");
    let two = focal8(&["play", "--black", "own", "--white", "twin", "--depth-limit", "1", "--half-moves", "6"], "");
    assert_eq!(String::from_utf8_lossy(&one.stdout), String::from_utf8_lossy(&two.stdout));
    assert_eq!(focal8(&["play", "--black", "own", "--human", "white"], "").status.code(), Some(2));
}

#[test]
fn run_time_errors_are_counted() {
    let program = "LegalPositionsFrom(P) = Next(NIL)";
    let output = focal8(&["compare", "--program", "-", "--positions", "5", "--keep-going"], program);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.contains("`Next` of an empty list"), "{shown}");
    assert!(shown.contains("5 of 5 positions ended in a run-time error of standard input"), "{shown}");
    assert_eq!(output.status.code(), Some(1));
}

/// For a function in a user's program, the instructions are shown beside the text of the function.
#[test]
fn the_code_of_a_function_is_shown() {
    let text = "Twice(x) = 2 * x\n";
    let code = "Twice(x) = 2 * x  |   0  r1 <- 2 * x\n                  |   1  return r1\n";
    check(&["show", "--code", "Twice", "--program", "-"], text, 0, code, "");
    let gone = "error: standard input does not define Gone\n";
    check(&["show", "--code", "Gone", "--program", "-"], text, 1, "", gone);
    let output = focal8(&["show", "start", "--code", "Twice"], "");
    assert_eq!(output.status.code(), Some(2));
}

/// Every command `$ focal8 ...` of the page prints the text that the page shows below the command.
#[test]
fn the_examples_of_the_page_are_true() {
    let page = include_str!("../../../docs/strachey.md");
    let mut examples = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").skip(1) {
            let (line, expected) = example.split_once('\n').unwrap();
            let output = shell("sh").args(["-c", line]).output().unwrap();
            let shown = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            assert_eq!(shown.trim_end(), expected.trim_end(), "{line}");
            examples += 1;
        }
    }
    assert!(examples >= 10, "only {examples} examples");
}

#[test]
fn what_is_printed_can_be_typed() {
    let calls = [
        "StartPosition",
        "LegalPositionsFrom(StartPosition)",
        "(1, (NIL, -3))",
        "{}",
        "[]",
        "[{0 63}, [1, 2], [], true, false]",
        "Resign",
        "\"a word\"",
        "∞",
    ];
    for call in calls {
        let printed = focal8(&["run", "own", call], "").stdout;
        let printed = String::from_utf8(printed).expect("text");
        check(&["run", "own", printed.trim_end()], "", 0, &printed, "");
        let same = format!("({call}) = ({})", printed.trim_end());
        check(&["run", "own", &same], "", 0, "true\n", "");
    }
}

#[test]
fn brackets_are_no_part_of_a_program_but_truth_values_are() {
    check(
        &["run", "--text", "F(x) = {1}", "F(1)"],
        "",
        1,
        "",
        "text:1:8: unexpected `{`\n    1 | F(x) = {1}\n      |        ^\n\
         text:1:10: unexpected `}`\n    1 | F(x) = {1}\n      |          ^\nerror: text has 2 errors\n",
    );
    check(&["run", "--text", "F(x) = x = 1 → true, false", "F(1)", "F(2)"], "", 0, "true\nfalse\n", "");
}

#[test]
fn a_value_typed_wrongly_is_told() {
    let told = |call: &str, complaint: &str| {
        let stderr = String::from_utf8(focal8(&["run", "own", call], "").stderr).expect("text");
        assert!(stderr.contains(complaint), "{call}: {stderr}");
    };
    told("{64}", "call:1:2: expected a bit number from 0 to 63, found the number 64");
    told("{1 x}", "expected a bit number or `}`, found the name `x`: the bit string opened at 1:1 is still open");
    told("[1, 2", "expected an operator, `,` or `]`, found the end of the text: the list opened at 1:1 is still open");
    told("Logical(-1)", "`Logical` expects a list of bit numbers from 0 to 63, or a number that is not negative");
    told("Logical([64])", "`Logical` expects a list of bit numbers from 0 to 63");
    told("PrintPosition(1)", "`PrintPosition` expects a position (X, Y, K, 1 or -1), not a number");
}

#[test]
fn calls_definitions_and_commands_are_typed_in_turn() {
    let typed = "Twice(x) = 2 * x\nTwice(21)\nTwice(\n\nTwice(4)\nquit\nTwice(5)\n";
    let output = focal8(&["run", "own"], typed);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "42\n8\n");
    assert_eq!(output.status.code(), Some(1));
    let help = focal8(&["run", "own"], "help\n");
    assert!(String::from_utf8_lossy(&help.stdout).contains("\nquit "));
    let help = focal8(&["play", "--human", "white", "--depth-limit", "0"], "help\nquit\n");
    assert!(String::from_utf8_lossy(&help.stdout).contains("15-19 or 15 19"), "{help:?}");
}

#[test]
fn a_depth_that_nobody_lives_to_see_is_refused() {
    for command in ["choose", "value", "legal", "play", "compare"] {
        let output = focal8(&[command, "--depth-limit", "21"], "");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            told.contains("a depth limit is 0 to 20: each half-move more takes about five times as long"),
            "{told}"
        );
        assert_eq!(output.status.code(), Some(2), "{command}");
    }
    let typed = focal8(&["play", "--human", "both"], "depth 21\ndepth 20\n");
    let typed = String::from_utf8_lossy(&typed.stdout).into_owned();
    assert!(typed.contains("21: a depth limit is 0 to 20: each half-move more"), "{typed}");
    assert!(typed.contains("Depth limit 20.\n"), "{typed}");
}
