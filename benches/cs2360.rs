//! Measures how fast the checkers program of CS 2360 makes boards, counts lines of play, chooses moves and solves a
//! game.
//!
//! `cargo bench --bench cs2360`; everything runs on one core.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use focal8::exhibits::cs2360::{Board, Depth, Engine, Evaluator, Player, Proof, Search, Size};

fn main() {
    divan::main();
}

fn opening(n: usize) -> Board {
    Board::opening(Size::new(n).unwrap())
}

/// Makes, one by one, all boards that can be reached within `half_moves` half-moves, and counts them. A finished game
/// has no further boards.
fn make_boards(board: &Board, turn: Player, half_moves: u32) -> u64 {
    let moves = board.moves(turn);
    if board.winner_given(turn, &moves).is_some() {
        return 0;
    }
    let mut made = 0;
    for played in moves {
        let next = board.after(turn, played);
        black_box(&next);
        made += 1;
        if half_moves > 1 {
            made += make_boards(&next, turn.opponent(), half_moves - 1);
        }
    }
    made
}

/// Measures the making of boards. The benchmark counts the boards made as items.
#[divan::bench(args = [(5, 10), (6, 8), (8, 7), (10, 6), (12, 6)], sample_count = 20)]
fn boards_made(bencher: Bencher, (n, half_moves): (usize, u32)) {
    let board = opening(n);
    bencher
        .counter(ItemsCount::new(make_boards(&board, Player::White, half_moves)))
        .bench_local(|| make_boards(black_box(&board), Player::White, half_moves));
}

/// Measures the counting of lines of play. For the last half-move, the moves are counted, but their boards are not
/// made.
#[divan::bench(args = [(5, 11), (6, 9), (8, 8)], sample_count = 10)]
fn perft(bencher: Bencher, (n, half_moves): (usize, u32)) {
    let board = opening(n);
    bencher
        .counter(ItemsCount::new(board.perft(Player::White, half_moves)))
        .bench_local(|| black_box(&board).perft(Player::White, half_moves));
}

/// Chooses the first move of the game with N=8, with this engine at this depth. The benchmark counts evaluated boards
/// as items.
#[divan::bench(args = [(Engine::Minimax, 7), (Engine::AlphaBeta, 7), (Engine::Table, 7), (Engine::AlphaBeta, 11), (Engine::Table, 11), (Engine::Table, 15)], sample_count = 5)]
fn choose(bencher: Bencher, (engine, depth): (Engine, u64)) {
    let (board, depth) = (opening(8), Depth::new(depth).unwrap());
    let choose = || {
        let mut keep_going = || true;
        let mut search = Search::new(Evaluator::Reference, &mut keep_going);
        search.choose(engine, black_box(&board), Player::White, depth).unwrap().unwrap()
    };
    bencher.counter(ItemsCount::new(choose().evaluated)).bench_local(choose);
}

/// Finds and proves White's win in 37 half-moves without prepared data.
#[divan::bench(sample_count = 3)]
fn solve_the_smallest_game() -> bool {
    let mut proof = Proof::new(Player::White);
    (1..=37).any(|within| proof.wins_within(&opening(5), Player::White, within, &mut || true).unwrap())
}
