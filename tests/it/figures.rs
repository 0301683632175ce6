//! Computes the numbers that the documents and the help state. For a number that no test can compute, the document
//! gives a date and a command.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use fastrand::Rng;
use focal8::checkers::memory::Costs;
use focal8::compare::mutants::Fault;
use focal8::compare::players::Player;
use focal8::compare::table::board_on;
use focal8::focal::Functions;
use focal8::focal::limits::Limits;
use focal8::focal_machine::{FocalMachine, KEY_BUDGET_CYCLES};
use focal8::machine::Config;
use focal8::performer::{Performer, Status};
use focal8::roms;
use focal8::word::Word;
use serde::de::IgnoredAny;

use crate::corpus::{transcripts, vectors};
use crate::folders::{self, project};

fn fresh(fields: u8, functions: Functions) -> FocalMachine {
    FocalMachine::new(Config { fields, ..Config::default() }, functions).expect("our own tape")
}

/// Checks that a document contains this figure.
fn says(document: &str, figure: &str) {
    let text = fs::read_to_string(project(document)).expect(document);
    assert!(text.contains(figure), "{document} does not say {figure:?}");
}

/// Returns a number as the documents write it.
fn grouped(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

fn word_at(focal: &FocalMachine, label: &str) -> Word {
    focal.station().machine().memory.read(focal.symbol(label).expect("a label"))
}

#[test]
fn words_of_room() {
    let rows = [
        (Functions::All, "all"),
        (Functions::Trigonometric, "without FLOG FEXP FATN"),
        (Functions::None, "without FSIN FCOS too"),
    ];
    for (functions, kept) in rows {
        let focal = fresh(1, functions);
        let (free, bottom) = (focal.free_words(), word_at(&focal, "BOTTOM"));
        let original = Limits::original(functions).space;
        says("docs/focal-rom.md", &format!("| {kept} | {bottom} | {free} | {original} |"));
        says("src/cli/options/interpreter.rs", &format!("{free} words"));
    }
    says("focal/README.md", &format!("and {} in ours", fresh(1, Functions::None).free_words()));
    let [all, trigonometric, none] = rows.map(|(functions, _)| fresh(2, functions).free_words());
    let room = format!("{all} words with all functions, {trigonometric} without FLOG, FEXP and FATN, and {none}");
    says("docs/focal-rom.md", &format!("{room} if FSIN and FCOS are given up as well"));
    let two_fields = fresh(2, Functions::All);
    let first = word_at(&two_fields, "TEXTND").bits();
    let text = 0o10000 - first;
    says("docs/focal-rom.md", &format!("{text} words (1{first:04o} to 17777) for lines"));
    let one_field = fresh(1, Functions::All).free_words();
    let fields = format!(
        "a machine of 8K has {} words for lines, variables and the push-down list, and a machine of 4K has {one_field}.",
        all + text
    );
    says("docs/focal-rom.md", &fields);
}

/// Checks the addresses in the memory map, and the number of fragments into which the sources are cut.
#[test]
fn map_of_the_rom() {
    let focal = fresh(1, Functions::All);
    let room = focal.symbol("ROOM").expect("a label").offset();
    says("docs/focal-rom.md", &format!(" {room}  +-----------------------------------------+  ROOM"));
    let bottom = word_at(&focal, "BOTTOM").next();
    says("docs/focal-rom.md", &format!(" {bottom}  +-----------------------------------------+"));
    let sources = folders::files("roms/focal", ".pal", 20..);
    let text = |path| fs::read_to_string(path).expect("a source");
    let fragments: usize = sources.iter().map(|path| text(path).matches("\n        *ORG").count()).sum();
    says("docs/focal-rom.md", &format!("The sources are cut into {fragments} fragments"));
}

#[test]
fn words_and_variables_of_the_checkers() {
    let mut focal = fresh(1, Functions::None);
    let before = word_at(&focal, "TEXTND").bits();
    for line in roms::CHECKERS.lines() {
        focal.type_line(line).expect("a line of the tape");
    }
    let words = word_at(&focal, "TEXTND").bits() - before;
    says("docs/checkers.md", &format!("The text of the program takes {words} words of memory."));
    for line in roms::CHECKERS_BOARD.lines() {
        focal.type_line(line).expect("a line of the tape");
    }
    let named = |name: &[u8; 2]| focal.variables().filter(|variable| variable.name.letters == *name).count();
    let (all, squares, entries) = (focal.variables().count(), named(b"A@"), named(b"M@"));
    let scalars = all - squares - entries;
    let variables = format!("{all} variables: {scalars} scalars, {squares} squares, {entries} entries of the list");
    says("docs/checkers.md", &format!("After the first turn there are {variables}"));
}

#[test]
fn recordings_of_the_original() {
    let transcripts: usize = transcripts::topics().iter().map(|topic| topic.cases.len()).sum();
    says("docs/native-focal.md", &format!("| {transcripts} golden transcripts of the original |"));
    let statements = ["binary", "unary", "functions", "fdis", "fix", "for", "expr", "type"];
    let texts = ["input_text", "input_ask", "output", "format"];
    let rows: usize = statements.iter().chain(&texts).map(|name| vectors::rows::<IgnoredAny>(name).len()).sum();
    let fran = vectors::fran();
    let calls = fran.sessions.iter().map(|session| session.calls.len()).sum::<usize>();
    let vectors = grouped(rows + fran.empty_calls.results.len() + calls + fran.checkpoints.len());
    says("docs/native-focal.md", &format!("| {vectors} arithmetic vectors of the original"));
    says("docs/float.md", &format!("Tests compare the code with {vectors} results measured on the original"));
}

#[test]
fn faults_that_test_the_tester() {
    says(
        "docs/twin.md",
        &format!("puts {} faults, which the twin's specification lists, into the twin", Fault::FINDABLE.len()),
    );
}

/// The document states how many lines, variables and nested calls fit into core when all functions are kept. The
/// numbers in brackets are those of the original FOCAL.
#[test]
fn what_fits() {
    const MAX_VARIABLES: usize = 1000;
    let all = || fresh(1, Functions::All);
    let mut focal = all();
    let numbers = (1..=31).flat_map(|group| (1..=99).map(move |step| format!("{group}.{step:02}C")));
    let lines = numbers.take_while(|line| !focal.type_line(line).expect("a line").text().contains("?10.:5")).count();
    let mut focal = all();
    let sets = (1..MAX_VARIABLES).map(|n| format!("S A({n})=1"));
    let variables = sets.take_while(|set| !focal.type_line(set).expect("a line").text().contains("?06.54")).count();
    let levels = |line: &str| {
        let mut focal = all();
        focal.type_line(line).expect("a line");
        assert!(focal.type_line("D 2.1").expect("a line").text().contains("?02.79"), "{line}");
        let paper = focal.type_line("T %4,N").expect("a line").into_text();
        paper.split(['=', '*']).nth(1).expect("a value").trim().to_owned()
    };
    let (in_do, in_for) = (levels("2.1 S N=N+1;D 2.1"), levels("2.1 S N=N+1;F I=1,2;D 2.1"));
    says("docs/focal-rom.md", &format!("the room holds {lines} lines of one character (189 in the original)"));
    let room = format!("the room holds {variables} variables, each made by a SET of its own (152 in the original)");
    says("docs/focal-rom.md", &room);
    says("docs/focal-rom.md", &format!("a DO may call itself to a depth of {in_do} (92 in the original)"));
    says("docs/focal-rom.md", &format!("a FOR with a DO in it to a depth of {in_for} (39 in the original)"));
}

/// Returns the number of packages that one of our packages needs, plus one for our package itself.
fn packages(arguments: &[&str]) -> usize {
    // Not `--offline`: Cargo has downloaded the packages of `jit` only if somebody has built that feature.
    let form = ["tree", "--locked", "--edges", "normal", "--prefix", "none", "--no-dedupe", "--manifest-path"];
    let tree = Command::new(env!("CARGO")).args(form).arg(project("Cargo.toml")).args(arguments).output();
    let tree = tree.expect("cargo runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let names = String::from_utf8(tree.stdout).expect("names are UTF-8");
    names.lines().filter_map(|line| line.split(" (").next()).collect::<BTreeSet<_>>().len()
}

#[test]
fn packages_that_each_feature_takes() {
    let machine = packages(&["--package", "pdp8"]);
    says("README.md", &format!("the machine without any FOCAL | | {machine} |"));
    let rows = [
        ("", "| focal8 | none |", "both FOCALs, the twin of checkers, the operator's console, diagnostics |"),
        ("compare", "| focal8 | `compare`: comparing implementations of the checkers |", "that test this module |"),
        ("exhibits", "| focal8 | `exhibits` |", "| the exhibits |"),
        ("cli", "| focal8 | all: the program |", "| the program; it needs `compare` and `exhibits` |"),
    ];
    for (feature, in_readme, in_architecture) in rows {
        let count = packages(&["--package", "focal8", "--no-default-features", "--features", feature]);
        says("README.md", &format!("{in_readme} {count} |"));
        says("docs/architecture.md", &format!("{in_architecture} {count} |"));
    }
    let added = packages(&["--package", "focal8", "--features", "jit"]) - packages(&["--package", "focal8"]);
    says("docs/architecture.md", &format!("The feature `jit` adds {added} packages"));
    says("docs/performance.md", &format!("`unsafe` and {added} more packages"));
}

/// Checks the sizes of the committed page that `docs/web.md` states.
#[test]
fn sizes_of_the_page() {
    let script = fs::read_to_string(project("web/focal8.wasm.js")).expect("the module");
    let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
    let base64 = script.split(['"', '\'', '`']).filter(digits).max_by_key(|text| text.len()).expect("the module");
    let module = base64.trim_end_matches('=').len() * 3 / 4;
    let files = ["web/index.html", "web/focal8.js", "web/focal8.wasm.js"].map(project);
    let all: u64 = files.iter().map(|file| fs::metadata(file).expect("a file of the page").len()).sum();
    let megabytes = |bytes: f64| format!("{:.1} MB", bytes / 1e6);
    says("docs/web.md", &format!("| the module | {} |", megabytes(module as f64)));
    says("docs/web.md", &format!("| all three files of the page | {} |", megabytes(all as f64)));
}

/// The number of words for text, variables and push-down list in the original FOCAL. The number was measured, and the
/// measurement is in `tests/data/focal-1969`.
#[test]
fn words_of_room_in_the_original() {
    let space = Costs::FOCAL_1969.space;
    assert_eq!(space, Limits::original(Functions::None).space);
    says("docs/checkers.md", &format!("FOCAL,1969 has {space} words for text, variables and push-down list"));
    says("focal/README.md", &format!("share {space} words in the original"));
}

/// Measures the mean time from RETURN until the first man of the next board is printed, over several moves against a
/// player who moves at random.
#[test]
fn seconds_that_the_computer_thinks() {
    const GAMES: usize = 3;
    const MOVES: usize = 20;
    const GRAIN: u64 = 20_000;
    let mut random = Rng::with_seed(1971);
    let (mut moves, mut nanoseconds) = (0, 0);
    for game in 0..GAMES {
        let mut focal = fresh(1, Functions::None);
        for line in roms::CHECKERS.lines().chain(roms::CHECKERS_BOARD.lines().filter(|line| *line != "GO")) {
            focal.type_line(line).expect("a line of the tape");
        }
        focal.type_line(&format!("S N=FRAN({game})")).expect("a game of its own for each");
        let mut paper = focal.type_line("GO").expect("the game").into_text();
        for _ in 0..MOVES {
            let board = board_on(paper.as_bytes()).expect("the game goes on");
            let keys = Player::Legal { obliged: true }.answer(&board, &mut random).expect("there is always an answer");
            assert_eq!(focal.type_keys(keys.trim_end().as_bytes(), KEY_BUDGET_CYCLES), Status::Waiting);
            focal.take_printed();
            let before = focal.station().machine().elapsed.time;
            focal.press(b'\r');
            let mut printed = Vec::new();
            while printed.len() <= b"\r\n\r\n".len() {
                assert_ne!(focal.run(GRAIN), Status::Halted);
                printed.append(&mut focal.take_printed());
            }
            nanoseconds += (focal.station().machine().elapsed.time - before).as_nanoseconds();
            moves += 1;
            assert_eq!(focal.run(KEY_BUDGET_CYCLES), Status::Waiting);
            printed.append(&mut focal.take_printed());
            paper = String::from_utf8(printed).expect("seven bits");
        }
    }
    let seconds = nanoseconds as f64 / f64::from(moves) / 1e9;
    assert_eq!(seconds.round(), 3.0, "{seconds} seconds in the mean");
    says("docs/twin.md", "our FOCAL on a PDP-8/I thinks for 3 seconds");
    says("README.md", "a program that thinks for three seconds on the real machine");
    says("src/cli/commands/play.rs", "the computer thinks for three seconds");
}
