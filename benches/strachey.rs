//! The speed of Strachey's checkers: `cargo bench --bench strachey`.
//!
//! The benchmarks that choose a move count evaluated positions as items. For comparison, the published Python system
//! evaluates 3,000 to 4,000 positions a second. `perft_from_start` counts lines of play as items.

use divan::Bencher;
use divan::counter::ItemsCount;
use focal8::exhibits::strachey::{CHECKERS, Crowning, Interpreter, Player, Position, Program, Reading, Twin, perft};

fn main() {
    divan::main();
}

/// For each `DepthLimit`, the number of positions that are evaluated to choose the first move of a game.
const EVALUATED: [u64; 6] = [7, 56, 358, 1827, 9188, 45956];

fn choose(bencher: Bencher, mut player: impl Player, depth_limit: u8) {
    player.set_depth_limit(depth_limit);
    bencher.counter(ItemsCount::new(EVALUATED[usize::from(depth_limit)])).bench_local(|| {
        let (choice, evaluated) = player.choose(&Position::START).expect("the program runs");
        assert_eq!(evaluated, EVALUATED[usize::from(depth_limit)]);
        choice
    });
}

fn program(reading: Reading) -> Interpreter {
    Interpreter::new(Program::new("checkers.cpl", CHECKERS, reading).expect("our program is sound"))
}

#[divan::bench(args = [2, 3, 4])]
fn interpreter_chooses(bencher: Bencher, depth_limit: u8) {
    choose(bencher, program(Reading::Set), depth_limit);
}

#[divan::bench(args = [3, 4, 5])]
fn twin_chooses(bencher: Bencher, depth_limit: u8) {
    choose(bencher, Twin::new(depth_limit), depth_limit);
}

#[divan::bench(args = [(7, 179740), (9, 3963629), (10, 18391602)], sample_count = 5)]
fn perft_from_start(bencher: Bencher, (half_moves, entries): (u32, u64)) {
    bencher.counter(ItemsCount::new(entries)).bench_local(|| {
        assert_eq!(perft(&Position::START, half_moves, Crowning::GoesOn), entries);
    });
}

#[divan::bench]
fn reading_our_program() -> Program {
    Program::new("checkers.cpl", CHECKERS, Reading::Set).expect("our program is sound")
}
