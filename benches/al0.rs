//! The speed of AL0: one answer, the whole board, and perfect play.
//!
//! `cargo bench --bench al0`. On one core, the answer to a position should take less than 10 µs on average over all
//! 175,168 positions, and the survey of the main table should take less than 10 s.

use divan::Bencher;
use divan::counter::ItemsCount;
use focal8::exhibits::al0::language::{UnknownNames, load};
use focal8::exhibits::al0::survey::survey;
use focal8::exhibits::al0::{Fen, Major, Position, Side, Table, Tablebase, tables};

fn main() {
    divan::main();
}

fn table(name: &str) -> Table {
    let source = tables::shipped(name).expect("a table of the exhibit").source;
    load(source, UnknownNames::AreErrors).expect("a table without errors").table
}

/// Loads the table from its text.
#[divan::bench(args = ["main", "main_ru"])]
fn load_table(name: &str) -> Table {
    table(name)
}

/// Answers every position one after the other. The time per item is the mean time of one answer.
#[divan::bench(args = ["main", "no_stalemate", "mate_in_3"], sample_count = 10)]
fn first_answer(bencher: Bencher, name: &str) {
    let table = table(name);
    let positions: Vec<Position> = Position::all_legal(Major::Rook, Side::Us).collect();
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        positions.iter().filter_map(|&position| table.consult(position).expect("the search ends").first()).count()
    });
}

/// Answers the position with the longest search: 1,359 nodes.
#[divan::bench]
fn hardest_answer(bencher: Bencher) {
    let table = table("main");
    let position = Fen::parse("Kh8 Re5 kf6").expect("a legal position").position;
    bencher.bench(|| table.consult(divan::black_box(position)));
}

/// Surveys all positions: plays the games against all defenders, and computes all digests.
#[divan::bench(sample_count = 10)]
fn whole_board_survey(bencher: Bencher) {
    let table = table("main");
    bencher.bench(|| survey(&table, &Tablebase::new(Major::Rook)));
}

/// Computes perfect play by retrograde analysis.
#[divan::bench(sample_count = 20)]
fn tablebase() -> Tablebase {
    Tablebase::new(Major::Rook)
}
