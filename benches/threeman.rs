//! Measures how fast the exhibit of three-man chess answers questions, executes predicates, draws the board, and
//! compares its answers with the board.
//!
//! `cargo bench --bench threeman`; everything runs on one core.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use focal8::exhibits::threeman::{Answer, Diagram, Figure, Readings, Square, Tally, Vector, Workspace, can, walks};

fn main() {
    divan::main();
}

/// Calls `can` for every figure and every vector of the table. The benchmark counts answers as items.
#[divan::bench]
fn all_answers(bencher: Bencher) {
    bencher.counter(ItemsCount::new(7 * 25 * 49usize)).bench_local(|| {
        for figure in Figure::ALL {
            for vector in Vector::table() {
                black_box(can(black_box(figure), black_box(vector), Readings::CORRECTED));
            }
        }
    });
}

/// Adds every vector to every square. The benchmark counts additions as items.
#[divan::bench]
fn all_additions(bencher: Bencher) {
    bencher.counter(ItemsCount::new(144 * 25 * 49usize)).bench_local(|| {
        for square in Square::all() {
            for vector in Vector::table() {
                black_box(black_box(square).after(black_box(vector)));
            }
        }
    });
}

/// Evaluates a predicate on all 144 squares in one way: as data, or as lines of APL in one of three forms. The
/// benchmark counts squares as items.
#[divan::bench(args = ["data", "appended", "wrapped", "named"])]
fn predicate(bencher: Bencher, way: &str) {
    let answer = can(Figure::Rook, Vector { rank: 7, file: 0 }, Readings::CORRECTED);
    let Answer::If(predicate) = answer else { panic!("{answer} is no predicate") };
    let mut workspace = Workspace::default();
    workspace.execute(&predicate.name("test")).expect("a definition");
    let lines: Vec<String> = Square::all()
        .map(|square| match way {
            "appended" => predicate.append(square),
            "wrapped" => format!("{}{square}", predicate.wrap()),
            _ => format!("test {square}"),
        })
        .collect();
    let bencher = bencher.counter(ItemsCount::new(lines.len()));
    if way == "data" {
        bencher.bench_local(|| Square::all().filter(|square| black_box(predicate).at(*square)).count());
    } else {
        bencher.bench_local(|| lines.iter().filter(|line| workspace.execute(line).is_ok()).count());
    }
}

/// Makes every move of a figure from all squares, and returns the number of moves.
#[divan::bench(args = [Figure::Queen, Figure::Knight])]
fn walk(figure: Figure) -> usize {
    Square::all().map(|square| walks(figure, square).len()).sum()
}

/// Finds the moves of every figure in three ways, and compares the results: by the predicates as data, by the
/// predicates as APL, and by walks on the board. Returns the number of lines of APL that were executed.
#[divan::bench(sample_count = 10)]
fn verify() -> usize {
    Figure::ALL.into_iter().map(|figure| Tally::of(figure, Readings::CORRECTED).executed).sum()
}

/// Draws the board with every square marked.
#[divan::bench(args = ["text", "svg"])]
fn draw(form: &str) -> String {
    let diagram = Diagram::of_vector(Figure::Knight, Vector { rank: 2, file: 1 }, Readings::CORRECTED);
    if form == "text" { diagram.text() } else { diagram.svg() }
}
