//! Our FOCAL in machine code compared with the original of 1969, in memory cycles, which are exact and do not depend on
//! the host.
//!
//! ```text
//! command                                         original        ours  ratio
//! F I=1,1000;C                                     1988378     1390810  0.699
//! ```
//!
//! The original's cycles were measured for 206 statements, from the last key until FOCAL waits for the next key, with a
//! printer that takes 200 cycles for a character. A game of checkers follows, for which the mean cycles of the original
//! are known. The bench fails if the median ratio is above [`MEDIAN`], or if a statement of more than [`SHORT`] cycles
//! has a ratio above 1. During a shorter statement, FOCAL spends most of the time waiting.

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

/// The highest median ratio that the benchmark accepts.
const MEDIAN: f64 = 0.65;
/// The largest number of cycles of a short statement. Only a short statement may take longer than in the original
/// FOCAL.
const SHORT: u64 = 2_300;

/// A statement, and the measured time that the original FOCAL takes for the statement.
#[derive(serde::Deserialize)]
struct Row {
    title: String,
    /// The keys typed before the statement.
    setup: String,
    /// The keys of the statement; the measured time begins with the last key.
    keys: String,
    cycles: u64,
}

#[derive(serde::Deserialize)]
struct Rows {
    rows: Vec<Row>,
}

/// The number of cycles that the original FOCAL takes for the computer's move in checkers, from RETURN to the board: on
/// average 3.2 million instructions over 1,217 moves, at 1.73 cycles each.
const MOVE_CYCLES: u64 = 5_540_000;
/// The number of games to play.
const GAMES: usize = 5;
/// The number of moves to play in each game. The game does not end within so few moves, so a board follows each move.
const MOVES: usize = 20;

/// A budget of cycles that is larger than any statement needs.
const TIMEOUT: u64 = 10_000_000_000;
/// The number of cycles between two checks for printed characters.
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

/// Starts FOCAL up to its first asterisk.
fn boot(functions: Functions) -> FocalMachine {
    let mut focal = FocalMachine::new(Config::default(), functions).expect("our own tape");
    focal.set_key_budget(TIMEOUT);
    focal
}

/// Types keys until the machine has taken the last key; returns the printed characters.
fn type_keys(focal: &mut FocalMachine, keys: &[u8]) -> Vec<u8> {
    assert_eq!(focal.type_keys(keys, TIMEOUT), Status::Waiting, "after {keys:?}");
    focal.take_printed()
}

/// Returns the number of cycles from the last key until FOCAL waits for the next key.
fn time(mut focal: FocalMachine, setup: &str, keys: &str) -> u64 {
    let (last, keys) = keys.as_bytes().split_last().expect("keys");
    type_keys(&mut focal, setup.as_bytes());
    type_keys(&mut focal, keys);
    let before = focal.station().machine().elapsed.cycles;
    type_keys(&mut focal, &[*last]);
    focal.station().machine().elapsed.cycles - before
}

/// Types RETURN, and runs until FOCAL prints more than the echo. Returns the number of cycles that this takes, and the
/// printed characters.
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

/// Returns the number of cycles of each of the computer's moves in checkers, from RETURN to the first piece of the next
/// board.
fn moves() -> Vec<u64> {
    let mut random = Rng::with_seed(1971);
    let mut moves = Vec::new();
    for game in 0..GAMES {
        let mut focal = boot(Functions::None);
        let mut paper = Vec::new();
        for line in roms::CHECKERS.lines().chain(roms::CHECKERS_BOARD.lines()) {
            if line == "GO" {
                // Each game begins with another random number.
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
            // The game continues when the whole board is printed.
            paper = [first, type_keys(&mut focal, b"")].concat();
        }
    }
    moves
}
