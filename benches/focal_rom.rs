//! Our FOCAL in machine code beside the original of 1969, in memory cycles: exact figures, no host time.
//!
//! ```text
//! command                                         original        ours  ratio
//! F I=1,1000;C                                     1988378     1390810  0.699
//! ```
//!
//! The original's cycles were measured, for 206 statements: from the last key until it waits for the next one, the
//! printer taking 200 cycles for a character. Behind them stands a game of checkers, whose cycles are known in the
//! mean. It fails where ours is slower than it must be: the median ratio above [`MEDIAN`], or one above 1 among
//! statements of more than [`SHORT`] cycles, below which it is the waiting that is measured.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use focal8::compare::players::Player;
use focal8::compare::table::board_on;
use focal8::focal::Functions;
use focal8::focal_machine::FocalMachine;
use focal8::machine::Config;
use focal8::performer::{Performer, Status};
use focal8::roms;

/// The highest median that is good enough.
const MEDIAN: f64 = 0.65;
/// Cycles of the original up to which a statement may take longer than there.
const SHORT: u64 = 2_300;

/// A statement that the original was timed at.
#[derive(serde::Deserialize)]
struct Row {
    title: String,
    /// What is typed before.
    setup: String,
    /// What is typed; the last key is what is timed.
    keys: String,
    cycles: u64,
}

#[derive(serde::Deserialize)]
struct Rows {
    rows: Vec<Row>,
}

/// A computer's move in checkers, from RETURN to the board: 3.2 million instructions in the mean of 1,217 moves, at
/// 1.73 cycles each.
const MOVE_CYCLES: u64 = 5_540_000;
/// Games, and moves of each, to take the mean of; not to the end of a game, where no next board comes.
const GAMES: usize = 5;
const MOVES: usize = 20;

/// More than anything here takes.
const TIMEOUT: u64 = 10_000_000_000;
/// How often it is looked whether something has been printed.
const GRAIN: u64 = 50;

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/focal-1969/timing-206.json");
    let text = fs::read_to_string(path).expect("what was measured");
    let Rows { rows } = serde_json::from_str(&text).expect("rows");
    println!("{:<44} {:>11} {:>11}  ratio", "command", "original", "ours");
    let line = |title: &str, original: u64, ours: u64| {
        let ratio = ours as f64 / original as f64;
        println!("{title:<44} {original:>11} {ours:>11}  {ratio:.3}");
        ratio
    };
    let fresh = boot(Functions::All);
    let (mut ratios, mut slower) = (Vec::new(), Vec::new());
    for Row { title, setup, keys, cycles } in &rows {
        let ratio = line(title, *cycles, time(fresh.clone(), setup, keys));
        ratios.push(ratio);
        if ratio > 1.0 && *cycles > SHORT {
            slower.push(title);
        }
    }
    let moves = moves();
    line("a move in checkers, mean", MOVE_CYCLES, moves.iter().sum::<u64>() / moves.len() as u64);
    println!("{} moves, {:?} to {:?} cycles", moves.len(), moves.iter().min(), moves.iter().max());

    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    println!("{} statements, median {median:.3}; slower than the original: {slower:?}", ratios.len());
    assert!(median <= MEDIAN && slower.is_empty(), "slower than it must be");
}

/// FOCAL at its first asterisk.
fn boot(functions: Functions) -> FocalMachine {
    let mut focal = FocalMachine::new(Config::default(), functions).expect("our own tape");
    focal.set_key_budget(TIMEOUT);
    focal
}

/// Types keys until the last is taken; what was printed.
fn type_keys(focal: &mut FocalMachine, keys: &[u8]) -> Vec<u8> {
    assert_eq!(focal.type_keys(keys, TIMEOUT), Status::Waiting, "after {keys:?}");
    focal.take_printed()
}

/// Cycles from the last of the keys until FOCAL waits for the next one.
fn time(mut focal: FocalMachine, setup: &str, keys: &str) -> u64 {
    let (last, keys) = keys.as_bytes().split_last().expect("keys");
    type_keys(&mut focal, setup.as_bytes());
    type_keys(&mut focal, keys);
    let before = focal.station().machine().elapsed.cycles;
    type_keys(&mut focal, &[*last]);
    focal.station().machine().elapsed.cycles - before
}

/// Cycles from RETURN until something more than the echo is printed, and what that is.
fn to_paper(focal: &mut FocalMachine) -> (u64, Vec<u8>) {
    let before = focal.station().machine().elapsed.cycles;
    focal.press(b'\r');
    let mut printed = Vec::new();
    while printed.len() <= b"\r\n\r\n".len() {
        focal.run(GRAIN);
        printed.append(&mut focal.take_printed());
    }
    (focal.station().machine().elapsed.cycles - before, printed)
}

/// Cycles that the computer's moves in checkers take, from RETURN to the first man of the next board.
fn moves() -> Vec<u64> {
    let mut random = Rng::with_seed(1971);
    let mut moves = Vec::new();
    for game in 0..GAMES {
        let mut focal = boot(Functions::None);
        let mut paper = Vec::new();
        for line in roms::CHECKERS.lines().chain(roms::CHECKERS_BOARD.lines()) {
            if line == "GO" {
                // A game of its own for each of us.
                type_keys(&mut focal, format!("S N=FRAN({game})\r").as_bytes());
            }
            paper = type_keys(&mut focal, format!("{line}\r").as_bytes());
        }
        let mut player = Player::Legal { obliged: true };
        for _ in 0..MOVES {
            let Some(board) = board_on(&paper) else { break };
            let keys = player.answer(&board, &mut random).expect("there is always an answer");
            type_keys(&mut focal, keys.trim_end().as_bytes());
            let (cycles, first) = to_paper(&mut focal);
            moves.push(cycles);
            // The board whole again, so that the game goes on.
            paper = [first, type_keys(&mut focal, b"")].concat();
        }
    }
    moves
}
