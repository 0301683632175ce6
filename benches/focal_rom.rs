//! Our FOCAL in machine code beside the original of 1969, in memory cycles: exact figures, no host time.
//!
//! ```text
//! command                            original       ours  ratio
//! F I=1,1000;C                        1985650    1860031   0.94
//! ```
//!
//! Measured as the original was: a command is typed at a fresh asterisk; its cost runs from RETURN to the next
//! asterisk, less that of a comment of the same length; the printer takes 200 cycles for a character.

use fastrand::Rng;
use focal8::compare::players::Player;
use focal8::compare::table::board_on;
use focal8::focal::Functions;
use focal8::focal_machine::FocalMachine;
use focal8::machine::Config;
use focal8::performer::{Performer, Status};
use focal8::roms;

/// Commands, and the memory cycles that the original takes for them.
const COMMANDS: [(&str, u64); 15] = [
    ("F I=1,1000;C", 1_985_650),
    ("F I=1,1000;S A=I", 3_921_434),
    ("F I=1,1000;S A=I*1.5", 8_757_118),
    ("F I=1,1000;S A=I/7", 7_806_651),
    ("F I=1,1000;S A=I^3", 9_886_887),
    ("F I=1,100;S A(I)=I", 741_671),
    ("F I=1,1000;S A=FRAN()", 6_906_995),
    ("F I=1,200;S A=FSQT(I)", 2_805_145),
    ("F I=1,200;S A=FSIN(I)", 4_775_301),
    ("F I=1,200;S A=FCOS(I)", 4_928_307),
    ("F I=1,200;S A=FATN(I)", 4_198_723),
    ("F I=1,200;S A=FEXP(I/50)", 4_546_593),
    ("F I=1,200;S A=FLOG(I)", 3_738_771),
    ("F I=1,20000;S A=A+FSQT(I)*1.5", 421_820_174),
    ("F I=1,50;T I", 348_721),
];

/// 45 primes below 200 by trial division.
const PRIMES: [&str; 6] = [
    "1.1 F N=3,2,199;D 2",
    "2.1 S K=3;S P=1",
    "2.2 I (K*K-N)2.3,2.5,2.6",
    "2.3 I (N/K-FITR(N/K))2.6,2.5;S K=K+2;G 2.2",
    "2.5 S P=0",
    "2.6 S C=C+P",
];
const PRIMES_CYCLES: u64 = 7_540_000;

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
    println!("{:<32} {:>11} {:>11} {:>6}", "command", "original", "ours", "ratio");
    let fresh = boot(Functions::All);
    let mut worst: f64 = 0.0;
    let mut row = |name: &str, original: u64, ours: u64| {
        let ratio = ours as f64 / original as f64;
        worst = worst.max(ratio);
        println!("{name:<32} {original:>11} {ours:>11} {ratio:>6.2}");
    };
    for (command, original) in COMMANDS {
        row(command, original, cost(&fresh, command));
    }
    let mut primes = fresh.clone();
    PRIMES.iter().for_each(|line| drop(primes.type_line(line).expect("a line of a program")));
    row("45 primes below 200", PRIMES_CYCLES, cost(&primes, "GO"));
    let moves = moves();
    let mean = moves.iter().sum::<u64>() / moves.len() as u64;
    row("a move in checkers, mean", MOVE_CYCLES, mean);
    println!(
        "worst ratio {worst:.2}; {} moves, {:?} to {:?} cycles",
        moves.len(),
        moves.iter().min(),
        moves.iter().max()
    );
}

/// FOCAL at its first asterisk.
fn boot(functions: Functions) -> FocalMachine {
    let mut focal = FocalMachine::new(Config::default(), functions).expect("our own tape");
    focal.set_timeout(TIMEOUT);
    focal
}

/// Types keys until the last is taken; what was printed.
fn type_keys(focal: &mut FocalMachine, keys: &str) -> Vec<u8> {
    assert_eq!(focal.type_keys(keys.as_bytes(), TIMEOUT), Status::Waiting, "after {keys:?}");
    focal.take_printed()
}

/// Cycles from RETURN until what was printed satisfies `done`, and what that is.
fn from_return(focal: &mut FocalMachine, done: impl Fn(&[u8]) -> bool) -> (u64, Vec<u8>) {
    let before = focal.station().machine().elapsed.cycles;
    focal.press(b'\r');
    let mut printed = Vec::new();
    loop {
        focal.run(GRAIN);
        printed.append(&mut focal.take_printed());
        if done(&printed) {
            return (focal.station().machine().elapsed.cycles - before, printed);
        }
    }
}

/// Cycles from RETURN to the next asterisk.
fn to_asterisk(fresh: &FocalMachine, line: &str) -> u64 {
    let mut focal = fresh.clone();
    type_keys(&mut focal, line);
    from_return(&mut focal, |printed| printed.ends_with(b"*")).0
}

/// What a command costs beyond a comment of its length.
fn cost(fresh: &FocalMachine, command: &str) -> u64 {
    let comment = "C".repeat(command.len());
    to_asterisk(fresh, command).saturating_sub(to_asterisk(fresh, &comment))
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
                type_keys(&mut focal, &format!("S N=FRAN({game})\r"));
            }
            paper = type_keys(&mut focal, &format!("{line}\r"));
        }
        let mut player = Player::Legal { obliged: true };
        for _ in 0..MOVES {
            let Some(board) = board_on(&paper) else { break };
            let keys = player.answer(&board, &mut random).expect("there is always an answer");
            type_keys(&mut focal, keys.trim_end());
            let (cycles, first) = from_return(&mut focal, |printed| printed.len() > b"\r\n\r\n".len());
            moves.push(cycles);
            // The board whole again, so that the game goes on.
            paper = [first, type_keys(&mut focal, "")].concat();
        }
    }
    moves
}
