//! The speed of the native twin of the checkers program, and of a comparison of the program in native FOCAL with the
//! twin.

use divan::{Bencher, counter::ItemsCount};
use focal8::checkers::think::Position;
use focal8::compare::actor::{Actor, Reader, Twin};
use focal8::compare::campaign::Campaign;
use focal8::compare::players::Player;
use focal8::compare::table;

fn main() {
    divan::main();
}

/// Computes the computer's first move of a game.
#[divan::bench]
fn computers_move(bencher: Bencher) {
    bencher.with_inputs(Position::default).bench_local_values(|mut position| position.think());
}

/// Computes the computer's move after a few turns, when all variables exist.
#[divan::bench]
fn computers_move_later(bencher: Bencher) {
    let mut position = Position::default();
    for _ in 0..4 {
        position.think().expect("memory is not full");
    }
    bencher.with_inputs(|| position.clone()).bench_local_values(|mut position| position.think());
}

/// Plays one game of 100 plies on all implementations in `actors`, and compares the implementations.
fn play(bencher: Bencher, actors: &[&dyn Actor]) {
    const PLIES: usize = 100;
    let (opening, _, random) = Campaign::Legal.game(1971, 0, true);
    bencher.counter(ItemsCount::new(PLIES)).bench_local(|| {
        let mut player = Player::Legal { obliged: false };
        table::play(actors, &opening, &mut player, PLIES, &mut random.clone())
    });
}

#[divan::bench]
fn plies_of_the_twin(bencher: Bencher) {
    play(bencher, &[&Twin::default()]);
}

#[divan::bench]
fn plies_of_native_focal_against_the_twin(bencher: Bencher) {
    let focal = Reader::focal().expect("native FOCAL reads the tape");
    play(bencher, &[&focal, &Twin::default()]);
}
