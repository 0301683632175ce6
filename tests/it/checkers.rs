//! The checkers of 1971: the check sequence of the reconstruction, invariants, and a judge who knows no 7 and 9.

use focal8::checkers::Game;
use focal8::checkers::think::Turn;
use focal8::performer::{Performer, Status};

/// One prompt of the check sequence.
struct Prompt {
    turn: &'static str,
    fran: &'static str,
    end: usize,
    variables: usize,
    /// Variables of the board outside the 32 used squares.
    others: &'static str,
    answer: &'static str,
}

const fn prompt(
    turn: &'static str,
    fran: &'static str,
    end: usize,
    variables: usize,
    others: &'static str,
    answer: &'static str,
) -> Prompt {
    Prompt { turn, fran, end, variables, others, answer }
}

/// Section 10 of the reconstruction: freshly loaded, obtained identically from the genuine FOCAL in two simulators.
const CHECK_SEQUENCE: [Prompt; 12] = [
    prompt("T 18-27", "2333 5733", 25, 65, "", "45 36"),
    prompt("J 27-45", "2333 5733", 25, 65, "", "54 36"),
    prompt("T 20-29", "2746 5056", 23, 65, "", "0 0"),
    prompt("T 22-31", "3452 6340", 23, 66, "0:0", "3 1"),
    prompt("T 11-18", "2132 2113", 21, 68, "0:0 1:0 3:0", "47 46"),
    prompt("T 13-22", "2511 3024", 21, 69, "0:0 1:0 3:0 46:-1", "46 38"),
    prompt("J 29-47", "2511 3024", 21, 70, "0:0 1:0 3:0 42:0 46:0", "50 50"),
    prompt("T 31-38", "3153 6330", 21, 70, "0:0 1:0 3:0 42:0 46:0", "10 70"),
    prompt("T 22-29", "3714 4303", 21, 72, "0:0 1:0 3:0 10:0 42:0 46:0 70:0", "13 13"),
    prompt("T 15-22", "2274 3750", 21, 72, "0:0 1:0 3:0 10:0 42:0 46:0 70:0", "63 57"),
    prompt("T 18-27", "2700 5362", 21, 73, "0:0 1:0 3:0 10:0 42:0 46:0 60:0 70:0", "41 45"),
    prompt("J 29-43", "2700 5362", 21, 73, "0:0 1:0 3:0 10:0 42:0 46:0 60:0 70:0", ""),
];

const LAST_LIST: [u16; 25] = [
    411, 413, 613, 615, 815, 0, 0, 918, 0, 2231, 2431, 0, 2734, 0, 2936, 2938, 3845, 3847, 4754, 4756, 0, 2938, 0,
    2736, 0,
];

const LAST_BOARD: [&str; 8] = [
    "  #   C   C   C ",
    "C   #   #   #   ",
    "  #   #   C   C ",
    "#   C   #   #   ",
    "  #   #   C   # ",
    "#   C   O   C   ",
    "  #   O   #   O ",
    "O   O   O   #   ",
];

fn describe(turn: Turn) -> String {
    let kind = match turn {
        Turn::Jump(_) => "J",
        Turn::Thrust(_) => "T",
        Turn::Step(_) => "S",
        Turn::Pass => return "-".to_owned(),
    };
    let squares = turn.squares().expect("it did not pass");
    format!("{kind} {}-{}", squares.from, squares.to)
}

fn answer(game: &mut Game, answer: &str) -> Vec<u8> {
    for key in answer.bytes().chain([b'\r']) {
        assert_eq!(game.run(u64::MAX), Status::Waiting);
        game.press(key);
    }
    game.run(u64::MAX);
    game.take_printed()
}

#[test]
fn the_twin_plays_the_check_sequence() {
    let mut game = Game::default();
    assert_eq!(game.run(u64::MAX), Status::Waiting);
    for expected in &CHECK_SEQUENCE {
        let position = game.position();
        assert_eq!(game.last_turn().map(describe).as_deref(), Some(expected.turn));
        assert_eq!(position.fran.words().to_string(), format!("0000 {}", expected.fran), "{}", expected.turn);
        assert_eq!(position.list.end(), expected.end, "{}", expected.turn);
        assert_eq!(position.variables(), expected.variables, "{}", expected.turn);
        let others: Vec<String> = position
            .board
            .iter()
            .filter(|&(square, _)| !focal8::checkers::moves::is_square(square))
            .map(|(square, cell)| format!("{square}:{}", cell.value()))
            .collect();
        assert_eq!(others.join(" "), expected.others, "{}", expected.turn);
        if !expected.answer.is_empty() {
            answer(&mut game, expected.answer);
        }
    }
    assert_eq!(game.position().list.entries(), LAST_LIST);
    assert_eq!(game.position().board.to_string().lines().collect::<Vec<_>>(), LAST_BOARD);
}
