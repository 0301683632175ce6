//! Figures that the documents and the help give, measured here once: words of room, and how long the computer thinks.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use focal8::checkers::memory::Costs;
use focal8::compare::players::Player;
use focal8::compare::table::board_on;
use focal8::focal::Functions;
use focal8::focal::limits::Limits;
use focal8::focal_machine::{FocalMachine, KEY_BUDGET_CYCLES};
use focal8::machine::Config;
use focal8::performer::{Performer, Status};
use focal8::roms;

fn fresh(fields: u8, functions: Functions) -> FocalMachine {
    FocalMachine::new(Config { fields, ..Config::default() }, functions).expect("our own tape")
}

/// The document says so.
fn says(document: &str, figure: &str) {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(document)).expect(document);
    assert!(text.contains(figure), "{document} does not say {figure:?}");
}

#[test]
fn words_of_room() {
    let rows = [
        (Functions::All, "all"),
        (Functions::Trigonometric, "without FLOG FEXP FATN"),
        (Functions::None, "without FSIN FCOS too"),
    ];
    let word_at = |focal: &FocalMachine, label| focal.station().machine().memory.read(focal.symbol(label).unwrap());
    for (functions, kept) in rows {
        let focal = fresh(1, functions);
        let (free, bottom) = (focal.free_words(), word_at(&focal, "BOTTOM"));
        let original = Limits::original(functions).space;
        says("docs/focal.md", &format!("| {kept} | {bottom} | {free} | {original} |"));
        says("src/cli/interpreter.rs", &format!("{free} words"));
    }
    let [all, trigonometric, none] = rows.map(|(functions, _)| fresh(2, functions).free_words());
    says("docs/focal.md", &format!("{all} words for them with all functions, {trigonometric} and {none} without"));
    let two_fields = fresh(2, Functions::All);
    let first = word_at(&two_fields, "TEXTND").bits();
    let text = 0o10000 - first;
    says("docs/focal.md", &format!("{text} words (1{first:04o} to 17777) for lines"));
    let one_field = fresh(1, Functions::All).free_words();
    says("docs/focal.md", &format!("So a machine of 8K has {} words in place of {one_field}.", all + text));
}

/// The original's figure is a measured one, of `tests/data/focal-1969`.
#[test]
fn words_of_room_in_the_original() {
    let space = Costs::FOCAL_1969.space;
    assert_eq!(space, Limits::original(Functions::None).space);
    says("docs/checkers.md", &format!("FOCAL,1969 has {space} words for text, variables and push-down list"));
    says("focal/README.md", &format!("share {space} words in the original"));
}

/// From RETURN to the first man of the next board, in the mean of some moves against a player who moves at random.
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
        let mut paper = focal.type_line("GO").expect("the game");
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
    says("docs/checkers.md", "our FOCAL on a PDP-8/I thinks for 3 seconds");
    says("README.md", "a program that thinks for three seconds on the real machine");
    says("src/cli/play.rs", "the computer thinks for three seconds");
}
