//! The subcommand `focal8 cs2360`: in a pipe, against another program, and every example of its document.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::command::{BINARY, program, shell};
use focal8::exhibits::cs2360::{Player, SavedProof, Size};

/// The folder in which the examples of the document leave their files.
const FOLDER: &str = env!("CARGO_TARGET_TMPDIR");

/// Runs `focal8 cs2360` with these arguments and this standard input.
pub(super) fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = program()
        .arg("cs2360")
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

pub(super) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Checks the last printed line, the exit status, and standard error.
#[track_caller]
fn check(arguments: &[&str], input: &str, last: &str, status: i32, error: &str) {
    let output = run(arguments, input);
    let found = (text(&output.stdout).lines().last().unwrap_or_default(), output.status.code(), text(&output.stderr));
    assert_eq!(found, (last, Some(status), error), "{arguments:?}");
}

#[test]
fn expressions_in_a_pipe() {
    check(&[], "(list 1\n2)\n", "(1 2)", 0, "");
    check(&["-e", "(setq x 3)", "-"], "(list x)", "(3)", 0, "");
    check(&[], "(foo)\n7", "7", 1, "error: standard input:1:2: FOO is not a function; '( ...) is a list\n");
    check(&[], "(list", "", 1, "error: standard input:1:1: this list is never closed\n");
    let missing = "error: cannot read no-such-file: No such file or directory (os error 2)\n";
    check(&["no-such-file"], "", "", 1, missing);
}

#[test]
fn of_many_errors_a_hundred_are_shown_and_all_are_counted() {
    let output = run(&[], &"(foo)\n".repeat(20_000));
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(error.lines().filter(|line| line.starts_with("error: standard input:")).count(), 100);
    assert_eq!(
        error.lines().skip(100).collect::<Vec<_>>(),
        ["focal8: 100 messages are shown; the others are counted", "and 19900 more"]
    );
    // The correct expressions get answers.
    let output = run(&["-"], &"(foo)\n(1+ 6)\n".repeat(200));
    assert_eq!(text(&output.stdout), "7\n".repeat(200));
    assert!(text(&output.stderr).ends_with("\nand 100 more\n"));
}

#[test]
fn a_match_against_another_program() {
    // The other program is this one, in a pipe; a match of two engines has the same result.
    let program = format!("program:'{BINARY}' cs2360");
    let against_program = run(&["match", "--white", "minimax:3", "--black", &program, "--ask", "checkers", "3"], "");
    assert!(against_program.status.success(), "{against_program:?}");
    let against_engine = run(&["match", "--white", "minimax:3", "--black", "minimax:3"], "");
    // The other program reports no values.
    let boards = |output: &Output| -> Vec<String> {
        text(&output.stdout).lines().map(|line| line.split(',').next().unwrap().to_owned()).collect()
    };
    assert_eq!(boards(&against_program), boards(&against_engine));
    assert_eq!(boards(&against_engine).last().unwrap(), "Black wins after 14 half-moves");
}

/// The test plays against an engine: it types moves, and the commands `help`, `back`, `board` and `resign`.
#[test]
fn a_person_plays_takes_back_and_gives_up() {
    let person = ["match", "--white", "person", "--black", "alpha-beta:2"];
    check(&person, "4-7\nresign\n", "Black wins: White has resigned", 0, "");
    let output = run(&person, "help\nback\n4-7\nback\n1-2\n4 6\nboard\nresign\n");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(err.contains("resign   give up the game\n"), "{err}");
    assert!(err.contains("there is no move of yours to take back"), "{err}");
    assert!(err.contains("1-2 is not one of 4-6 4-7 5-7 5-8; help tells what else can be typed"), "{err}");
    assert!(err.contains("   1 W   2 W   3 W\n      4 -   5 W\n"), "{err}");
    // A person sees every board with its numbers.
    assert!(out.starts_with("   1 W   2 W   3 W\n      4 W   5 W\n   6 -   7 -   8 -\n"), "{out}");
    assert!(out.contains("1. WP 4-7\n   1 W   2 W   3 W\n      4 -   5 W\n   6 -   7 W   8 -\n"), "{out}");
    // The move that was taken back is number 1, and so is the one in its place.
    assert_eq!(out.matches("\n1. WP").count(), 2, "{out}");
    assert!(out.contains("1. WP 4-7") && out.contains("1. WP 4-6"), "{out}");
}

#[test]
fn a_person_asks_for_moves_a_hint_and_a_board_with_numbers() {
    let output = run(&["match", "--white", "person", "--black", "alpha-beta:2"], "moves\nhint\nboard\nresign\n");
    let err = text(&output.stderr);
    assert!(err.contains("4-6 4-7 5-7 5-8\n"), "{err}");
    let hint = err.lines().find_map(|line| line.strip_prefix("alpha-beta would play ")).expect(err);
    assert!(["4-6", "4-7", "5-7", "5-8"].contains(&hint.split(',').next().unwrap()), "{hint}");
    assert!(hint.contains(" ahead, "), "{hint}");
    assert!(err.contains("   1 W   2 W   3 W\n      4 W   5 W\n   6 -   7 -   8 -\n      9 B  10 B\n"), "{err}");
}

#[test]
#[cfg(unix)]
fn a_program_that_does_not_play_by_the_rules_loses() {
    let check_for = |seconds, script: &str, result: &str| {
        let program = format!("program:sh -c \"{script}\"");
        check(&["match", "--time", seconds, "--white", &program], "", result, 1, "");
    };
    let check = |script, result| check_for("60", script, result);
    check_for("0.3", "exec sleep 60", "Black wins: White has not answered within 0.3 s");
    check("exit 3", "Black wins: White has ended without an answer, exit status: 3");
    check("read x; echo nil; read x", "Black wins: White has answered NIL, and the game is not over");
    let opening = "(W W W W W - - - B B B B B)";
    let illegal = format!("Black wins: White has answered {opening}, which no move leads to");
    check(&format!("read x; echo '{opening}'; read x"), &illegal);
}

#[test]
#[cfg(unix)]
fn remarks_prompts_and_line_breaks_of_a_program_do_not_matter() {
    let script =
        "read x; echo '; thinking (hard)'; echo 'Well... (1 2) [7]> (W W W - W W - -'; echo ' b b b b b)'; read x";
    let program = format!("program:sh -c \"{script}\"");
    let output = run(&["match", "--white", &program, "--limit", "1"], "");
    assert_eq!(text(&output.stdout).lines().last(), Some("draw: 1 half-moves have been made"));
}

/// A file for one test alone.
pub(super) struct File(pub(super) std::path::PathBuf);

impl File {
    pub(super) fn new(name: &str) -> File {
        let file = std::env::temp_dir().join(format!("focal8-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&file);
        File(file)
    }

    pub(super) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_search_for_a_win_that_is_gone_on_with_finds_the_same() {
    let at_once = run(&["solve"], "");
    let file = File::new("proof");
    for within in ["1", "20", "36"] {
        let output = run(&["solve", "--within", within, "--resume", file.path()], "");
        assert_eq!(text(&output.stdout), format!("N=5: White has no forced win within {within} half-moves\n"));
        let saved: SavedProof = std::fs::read_to_string(&file.0).unwrap().parse().unwrap();
        assert_eq!(saved.not_within.to_string(), within);
    }
    // The first search proves the last half-move; the second finds everything proven.
    for _ in 0..2 {
        let output = run(&["solve", "--resume", file.path()], "");
        assert_eq!(text(&output.stdout), text(&at_once.stdout));
    }
}

#[test]
#[cfg(unix)]
fn a_search_for_a_win_that_is_broken_off_is_kept() {
    let file = File::new("broken-off");
    let mut child = program()
        .args(["cs2360", "solve", "--size", "6", "--within", "100", "--resume", file.path()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !file.0.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let status = child.wait().unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(15));
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut said).unwrap();
    let saved: SavedProof = std::fs::read_to_string(&file.0).unwrap().parse().unwrap();
    assert_eq!(said, format!("N=6: White has no forced win within {} half-moves\n", saved.not_within));
    // A saved search continues, proves a little, and gives the same result as a search in one go.
    let within = (saved.not_within + 1).max(12).to_string();
    let arguments = ["solve", "--size", "6", "--within", &within];
    let resumed = run(&[&arguments[..], &["--resume", file.path()]].concat(), "");
    assert_eq!(text(&resumed.stdout), format!("N=6: White has no forced win within {within} half-moves\n"));
}

/// The size may be given without `--size`. Before a long search, the command prints how long the search takes.
#[test]
fn a_long_search_says_how_long_it_takes() {
    let short = run(&["solve", "6", "--within", "4"], "");
    assert_eq!(text(&short.stdout), "N=6: White has no forced win within 4 half-moves\n");
    assert!(!text(&short.stderr).contains("hours"));
    let file = File::new("long-search");
    let mut child = program()
        .args(["cs2360", "solve", "6", "--resume", file.path()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = std::io::BufRead::lines(std::io::BufReader::new(child.stderr.take().unwrap()));
    let first: Vec<String> = lines.take(3).map(Result::unwrap).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    let expected = [
        "N=6 is not solved: neither side has a forced win within 34 half-moves",
        "a search within 40 takes about 43 minutes on one core, with a table of 27483 MiB",
        "with its 64 MiB (--memory) it takes many times as long",
    ];
    assert_eq!(first, expected);
}

#[test]
fn a_file_that_is_no_proof_or_of_another_game_is_refused() {
    let file = File::new("no-proof");
    let check = |content: &str, arguments: &[&str], expected: &str| {
        std::fs::write(&file.0, content).unwrap();
        let output = run(&[&["solve", "--resume", file.path()], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stderr).replace(file.path(), "FILE"), format!("error: {expected}\n"));
        assert_eq!(std::fs::read_to_string(&file.0).unwrap(), content, "it is left alone");
    };
    let six = SavedProof::begun(Size::new(6).unwrap(), Player::Black).to_string();
    check("(play)", &[], "FILE: line 1: expected the title of a saved proof of this version, found \"(play)\"");
    check(&six, &["--size", "6"], "FILE is about N=6 and a win for Black, not N=6 and White");
    let short = six.replace("end of 0 boards\n", "");
    let board = "a board of this size, who is to move, two numbers and perhaps a winning move, or the end";
    check(&short, &["--size", "6", "--player", "black"], &format!("FILE: line 6: expected {board}, found \"\""));
    let wrong = six.replace("end", "WWWWW---BBBBB wp - 9\nend");
    let found = "\"WWWWW---BBBBB wp - 9\"";
    check(&wrong, &["--size", "6", "--player", "black"], &format!("FILE: line 6: expected {board}, found {found}"));
}

/// A false claim has exit code 1, and a file that cannot be read has exit code 2.
#[test]
fn a_saved_proof_is_verified() {
    let file = File::new("verified");
    assert!(run(&["solve", "--resume", file.path()], "").status.success());
    let proof = std::fs::read_to_string(&file.0).unwrap();
    let boards = proof.lines().filter(|line| line.contains("bp ") || line.contains("wp ")).count();
    let verified = run(&["verify", file.path()], "");
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    assert_eq!(
        text(&verified.stdout),
        format!(
            "N=5: the search for a win of White\nwon within 37: true; 1001 boards with a winning move, 2105 replies\n\
             not within 36: true\n{boards} boards: all results true\n"
        )
    );
    let check = |from: &str, to: &str, code: i32, error: &str| {
        assert!(proof.contains(from), "{from}");
        std::fs::write(&file.0, proof.replacen(from, to, 1)).unwrap();
        let output = run(&["verify", file.path()], "");
        let said = text(&output.stderr).replace(file.path(), "FILE");
        assert_eq!(output.status.code(), Some(code), "{from} -> {to}: {said}");
        assert!(said.contains(&format!("error: FILE: {error}")), "{from} -> {to}: {said}");
    };
    let raised = "line 4: \"not within 38\" is false: White wins by force within 37 half-moves\n";
    check("not within 36", "not within 38", 1, raised);
    check("won within 37", "won within 35", 1, "line 5: \"won within 35\" is false: the strategy wins from ");
    check("wp 37 0 4-7", "wp 37 0 4-6", 1, "line 7: \"WWWWW---BBBBB wp 37 0 4-6\" is false: ");
    let moved = proof.lines().find(|line| line.contains(" bp - ")).unwrap();
    let (_, result) = moved.split_once(' ').unwrap();
    check(moved, &format!("X-----------B {result}"), 1, "line ");
    check("wp 37 0 4-7", "wp 37 0 4-8", 2, "line 7: expected a board of this size");
    check("end of ", "rest of ", 2, "line ");
    let missing = run(&["verify", "no-such-file"], "");
    assert_eq!(missing.status.code(), Some(2), "{missing:?}");
}

/// A continued search names what it relies on, and refuses a bound that its own result contradicts.
#[test]
fn a_continued_search_says_what_it_relies_on() {
    let file = File::new("relies");
    run(&["solve", "--within", "20", "--resume", file.path()], "");
    let proof = std::fs::read_to_string(&file.0).unwrap();
    let resumed = |bound: &str| {
        std::fs::write(&file.0, proof.replace("not within 20", bound)).unwrap();
        let output = run(&["solve", "--resume", file.path()], "");
        (output.status.code(), text(&output.stderr).replace(file.path(), "FILE"))
    };
    let (code, said) = resumed("not within 20");
    assert_eq!(code, Some(0));
    let first = said.lines().next().unwrap();
    assert!(first.starts_with("this search relies on FILE for `not within 20` and for the results of "), "{said}");
    assert!(first.ends_with(" boards; `focal8 cs2360 verify FILE` checks them"), "{said}");
    let (code, said) = resumed("not within 39");
    assert_eq!(code, Some(1));
    let refused = "error: FILE: line 4: \"not within 39\" is false: White wins by force within 39 half-moves\n";
    assert!(said.ends_with(refused), "{said}");
}

#[test]
fn wrong_usage_is_explained() {
    for arguments in [["match", "--white", "deep:3"], ["match", "--size", "4"], ["solve", "--within", "101"]] {
        let output = run(&arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).starts_with("error: invalid value"), "{arguments:?}");
    }
}

/// A shell runs the `console` blocks of the document. The tests of `crates/exhibits` check its Lisp sessions.
#[test]
#[cfg(unix)]
fn examples_of_the_document() {
    let document = include_str!("../../../docs/cs2360.md");
    // An old file would be continued.
    for name in ["five.proof", "1.share", "2.share", "3.share"] {
        let _ = std::fs::remove_file(std::path::Path::new(FOLDER).join(name));
    }
    let mut consoles = 0;
    for block in document.split("\n```").skip(1).step_by(2) {
        let (kind, block) = block.split_once('\n').unwrap();
        assert!(["console", "lisp", "text"].contains(&kind), "{kind}");
        if kind == "console" {
            consoles += 1;
            check_console(block);
        }
    }
    assert!(consoles >= 5, "{consoles} examples found");
}

/// Runs the command of a block, and checks its output. The block has the line `$ command`, and then what the command
/// writes to standard output and standard error.
fn check_console(block: &str) {
    for example in block.split("$ ").skip(1) {
        let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
        let command = format!("({command}) 2>&1");
        let mut line = shell("sh");
        let output = line.args(["-c", &command]).stdin(Stdio::null()).output().unwrap();
        assert_eq!(text(&output.stdout).trim_end(), expected.trim_end(), "{command}");
    }
}
