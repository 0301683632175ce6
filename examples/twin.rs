//! Plays three moves against the native twin of the 1971 checkers, and shows its answers.
//!
//! `cargo run --example twin`

use std::fmt::Write;

use focal8::checkers::Game;
use focal8::checkers::think::Turn;
use focal8::performer::{Performer, Status};

/// Runs the example; returns the text to print.
pub fn run() -> String {
    let mut game = Game::default();
    let mut text = String::new();
    let mut board = String::new();
    for (from, to) in [(45, 36), (54, 45), (59, 52)] {
        let status = game.type_keys(format!("{from}\r{to}\r").as_bytes(), u64::MAX);
        assert_eq!(status, Status::Waiting);
        board = String::from_utf8_lossy(&game.take_printed()).replace('\r', "");
        let (manner, squares) = match game.last_turn() {
            Some(Turn::Jump(squares)) => ("jumps", squares),
            Some(Turn::Thrust(squares)) => ("thrusts", squares),
            Some(Turn::Step(squares)) => ("steps", squares),
            Some(Turn::Pass) | None => break,
        };
        let _ = writeln!(text, "{from} to {to}: it {manner} from {} to {}", squares.from, squares.to);
    }
    let position = game.position();
    let _ = writeln!(text, "FRAN's words {}, {} variables", position.fran.words(), position.variables());
    text + &board + "\n"
}

fn main() {
    print!("{}", run());
}
