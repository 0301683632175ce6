//! Tests of the squares that vectors lead to, of the reach of the pieces, and of the drawings of the board.

use std::collections::BTreeSet;

use focal8_exhibits::threeman::{Diagram, FILES, Figure, Readings, Square, Vector, can, walks};

use super::{VECTORS, figure, square, vector};

#[test]
fn where_vectors_lead() {
    assert_eq!(VECTORS.addvec.len(), 263);
    for addition in &VECTORS.addvec {
        let (from, by) = (square(addition.from), vector(addition.vec));
        assert_eq!(from.after(by), Some(square(addition.to)), "{from} and {by}");
    }
}

#[test]
fn lines_through_the_centre() {
    let lead = |from: [i64; 2], by: [i64; 2]| square(from).after(vector(by)).map(|square| square.to_string());
    assert_eq!(lead([6, 1], [1, 0]).as_deref(), Some("6 13"));
    assert_eq!(lead([6, 1], [1, 1]).as_deref(), Some("6 15"));
    assert_eq!(lead([1, 7], [11, 0]).as_deref(), Some("1 19"));
    assert_eq!(lead([1, 7], [12, 0]), None);
    // The longest diagonal and a full turn end on the square where they begin.
    assert_eq!(lead([1, 7], [11, -11]).as_deref(), Some("1 7"));
    assert_eq!(lead([4, 7], [0, -24]).as_deref(), Some("4 7"));
    assert_eq!(lead([1, 7], [-1, 1]), None);
    assert_eq!(lead([3, 7], [3, 1]), None);
    assert_eq!(lead([3, 24], [0, i64::MAX]).as_deref(), Some("3 7"));
    assert_eq!(lead([3, 24], [i64::MAX, i64::MAX]), None);
    assert_eq!(lead([3, 24], [i64::MIN, 0]), None);
}

/// Both `can` and a full move generator give the expected squares, from all 24 files of each rank.
#[test]
fn best_case_reach() {
    let mut squares = 0;
    for (name, ranks) in &VECTORS.best_case_reach {
        let figure = figure(name);
        let castles = |by: &Vector| figure == Figure::King && by.file.abs() == 2;
        for (rank, expected) in ranks {
            let expected: BTreeSet<[i64; 2]> = expected.iter().copied().collect();
            for origin in (1..=FILES).map(|file| square([rank.parse().unwrap(), file])) {
                let turned = |to: Square| [to.rank(), (to.file() - origin.file()).rem_euclid(FILES)];
                let admitted = Vector::table().filter(|by| can(figure, *by, Readings::CORRECTED).at(origin));
                let admitted: BTreeSet<[i64; 2]> =
                    admitted.filter(|by| !castles(by)).map(|by| turned(origin.after(by).unwrap())).collect();
                let walked = walks(figure, origin).into_iter().filter(|(by, _)| !castles(by));
                let walked: BTreeSet<[i64; 2]> = walked.map(|(_, to)| turned(to)).collect();
                assert_eq!(admitted, expected, "{figure} from {origin}");
                assert_eq!(walked, expected, "{figure} walking from {origin}");
                squares += 1;
            }
        }
    }
    assert_eq!(squares, 7 * 144);
}

#[test]
fn drawn_as_text() {
    let text = Diagram::of_move(Figure::Knight, vector([2, 1]), square([6, 24]), Readings::DOCUMENT).text();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("KNIGHT 2 1 from 6 24: to 5 13"));
    assert_eq!(lines.nth(1).unwrap().rfind('o'), Some(4 + 3 * 24 + 2));
    assert_eq!(lines.next().unwrap().rfind('x'), Some(4 + 3 * 13 + 1));
    assert_eq!(lines.last(), Some("o from here, x to here"));
    assert!(text.lines().all(|line| line.chars().count() <= 80));

    let refused = Diagram::of_move(Figure::Knight, vector([-2, 1]), square([2, 3]), Readings::DOCUMENT);
    assert!(refused.text().starts_with("KNIGHT -2 1 from 2 3: not possible\n"));
    assert!(refused.to.is_empty() && refused.path.is_empty());
    let start = Diagram::start().text();
    assert!(start.contains("R  N  B  Q  K  B  N  R|  R  N"));
}

/// The picture of the ring has a mark in the middle of each marked square.
#[test]
fn drawn_as_a_ring() {
    let svg = Diagram::of_vector(Figure::Pawn, vector([2, 0]), Readings::DOCUMENT).svg();
    let count = |svg: &str, what: &str| svg.matches(what).count();
    assert_eq!(count(&svg, r#"class="square "#), 144);
    assert_eq!((count(&svg, r#"class="from""#), count(&svg, r#"class="to""#)), (24, 24));
    assert_eq!((count(&svg, r#"class="moat""#), count(&svg, r#"class="creek""#)), (3, 3));
    assert!(svg.contains("<title>PAWN 2 0: 2=1⌷, from 24 squares</title>"));
    // Every element that is opened is closed.
    assert_eq!(count(&svg, "</") + count(&svg, "/>"), count(&svg, "<") - count(&svg, "</"));

    // File 4 is half a file to the left of the bottom, file 16 opposite; x / y is the tangent of 7.5 degrees.
    let svg = Diagram::of_move(Figure::Rook, vector([11, 0]), square([1, 4]), Readings::DOCUMENT).svg();
    assert!(svg.contains(r#"<circle class="from" cx="-32.0" cy="242.9" r="9"/>"#));
    assert!(svg.contains(r#"<circle class="to" cx="32.0" cy="-242.9" r="5"/>"#));
    let path = svg.lines().find(|line| line.contains(r#"class="path""#)).unwrap();
    assert_eq!(path.matches(" L").count(), 11);

    let svg = Diagram::of_vector(Figure::Rook, vector([-3, 0]), Readings::DOCUMENT).svg();
    assert!(svg.contains("<title>ROOK -3 0: 1≤¯3+1⌷, from 72 squares</title>"));
    let svg = Diagram::of_vector(Figure::Knight, vector([-2, 1]), Readings::DOCUMENT).svg();
    assert!(svg.contains("2&lt;1⌷"));
    assert_eq!(count(&Diagram::start().svg(), r#"class="piece "#), 48);
}

/// A sheet scales each ring to the width of its cell.
#[test]
fn drawn_on_a_sheet() {
    let number = |text: &str, before: &str| -> f64 {
        let from = text.find(before).expect(before) + before.len();
        text[from..].split(['"', ')']).next().unwrap().parse().unwrap()
    };
    let (one, sheet) = (Diagram::start().svg(), Diagram::sheet(&[Diagram::start(), Diagram::start()], 2));
    assert_eq!(sheet.matches("scale(").count(), 2);
    assert_eq!(2.0 * number(&sheet, "scale(") * number(&one, "width=\""), number(&sheet, "width=\""));
}

/// A path contains every square on the way. If a move makes several full turns around the board, the path contains only
/// one of them.
#[test]
fn paths() {
    let path = |kind, by, from| -> Vec<String> {
        let diagram = Diagram::of_move(kind, vector(by), square(from), Readings::DOCUMENT);
        diagram.path.iter().map(Square::to_string).collect()
    };
    assert_eq!(path(Figure::Bishop, [3, -3], [5, 1]), ["5 1", "6 24", "6 10", "5 9"]);
    assert_eq!(path(Figure::Knight, [2, 1], [5, 1]), ["5 1", "6 14"]);
    let turns = path(Figure::Rook, [0, -24_000_000_002], [5, 1]);
    assert_eq!((turns.len(), turns[26].as_str()), (27, "5 23"));
}
