//! Tests of `can` for every piece, vector and profile.

use focal8_exhibits::threeman::{
    Answer, BishopLimit, CastlingSquare, Difference, Figure, FullTurn, Predicate, Readings, Square, Tally, Test,
    Vector, can,
};
use hmac_sha256::Hash;

use super::{Counts, VECTORS, figure, profile, vector};

/// Checks the value of `can` in both profiles, as text.
#[track_caller]
fn check(question: &str, document: &str, corrected: &str) {
    let words: Vec<&str> = question.split(' ').collect();
    let number = |i: usize| words[i].parse().unwrap();
    let ask = |readings| can(figure(words[0]), vector([number(1), number(2)]), readings).to_string();
    let (found, expected) = ((ask(Readings::DOCUMENT), ask(Readings::CORRECTED)), (document, corrected));
    assert_eq!((found.0.as_str(), found.1.as_str()), expected, "{question}");
}

#[test]
fn every_cell_of_the_tables() {
    let mut cells = 0;
    for (profile_name, tables) in &VECTORS.tables {
        for (figure_name, rows) in tables {
            let (figure, readings) = (figure(figure_name), profile(profile_name));
            assert_eq!(figure.number(), VECTORS.codes[figure_name]);
            let given: Vec<&Option<usize>> = rows.iter().flatten().collect();
            assert_eq!(given.len(), Vector::table().count());
            for (vector, given) in Vector::table().zip(given) {
                // The data file leaves out some cells.
                let Some(id) = given else { continue };
                let (answer, expected) = (can(figure, vector, readings), &VECTORS.results[*id]);
                let value = expected.value.as_str().map_or_else(|| expected.value.to_string(), str::to_owned);
                assert_eq!(answer.to_string(), value, "{figure} {vector}, {profile_name}");
                assert_eq!(serde_json::to_value(answer).unwrap(), expected.structured, "{figure} {vector}");
                for square in Square::all() {
                    let bit = expected.squares[square.rank() as usize - 1].as_bytes()[square.file() as usize - 1];
                    assert_eq!(answer.at(square), bit == b'1', "{figure} {vector} from {square}");
                }
                cells += 1;
            }
        }
    }
    assert_eq!(cells, 2 * (7 * 1225 - 219));
}

#[test]
fn hashes_of_the_full_tables() {
    for (name, readings) in Readings::PROFILES {
        let mut lines = String::new();
        for figure in Figure::ALL {
            for vector in Vector::table() {
                lines += &format!("{} {vector} {}\n", figure.number(), can(figure, vector, readings));
            }
        }
        let digest: String = Hash::hash(lines.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, VECTORS.sha256_full_table[name], "{name}");
    }
}

/// The predicate as data, the predicate as APL text in three forms, and a walk on the board agree for every piece,
/// vector and square.
#[test]
fn data_and_apl_and_the_board_agree() {
    for (name, readings) in Readings::PROFILES {
        for figure in Figure::ALL {
            let tally = Tally::of(figure, readings);
            let counts = Counts {
                never: tally.never,
                always: tally.always,
                predicate: tally.predicate,
                true_over_all_vec_and_squares: tally.possible,
            };
            assert_eq!(counts, VECTORS.counts_full_table[name][figure.name()], "{figure}, {name}");
            assert_eq!(tally.unlike_apl, [], "{figure}, {name}");
            // One line is the definition; three lines test each of the 144 squares.
            assert_eq!(tally.executed, tally.predicate * (1 + 3 * 144));
            if readings == Readings::CORRECTED {
                assert_eq!(tally.unlike_board, [], "{figure}");
            }
        }
    }
}

/// The profile `document` differs from the board in two points: the profile allows null moves, and never allows
/// castling.
#[test]
fn the_document_differs_from_the_board_in_null_moves_and_castling_only() {
    for figure in Figure::ALL {
        let differences = Tally::of(figure, Readings::DOCUMENT).unlike_board;
        let (allowed, refused): (Vec<&Difference>, Vec<&Difference>) =
            differences.iter().partition(|difference| difference.can.is_some());
        assert!(allowed.iter().all(|null| null.can == Some(null.origin) && null.board.is_none()), "{figure}");
        assert!(refused.iter().all(|castling| castling.vector.file.abs() == 2 && castling.vector.rank == 0));
        let expected = match figure {
            Figure::Rook => (144, 0),
            Figure::Bishop => (48, 0),
            Figure::Queen => (144 + 48, 0),
            Figure::King => (0, 6),
            Figure::Knight | Figure::Pawn | Figure::PawnCenter => (0, 0),
        };
        assert_eq!((allowed.len(), refused.len()), expected, "{figure}");
    }
}

/// Each reading of the document changes only those cells of the tables that the reading concerns.
#[test]
fn readings_one_by_one() {
    let changed = |readings: Readings| -> Vec<String> {
        let differs = |(figure, vector): &(Figure, Vector)| {
            can(*figure, *vector, readings) != can(*figure, *vector, Readings::DOCUMENT)
        };
        let questions = Figure::ALL.into_iter().flat_map(|figure| Vector::table().map(move |vector| (figure, vector)));
        questions.filter(differs).map(|(figure, vector)| format!("{figure} {vector}")).collect()
    };
    let full_turn = Readings { full_turn: FullTurn::BothWays, ..Readings::DOCUMENT };
    assert_eq!(changed(full_turn), ["ROOK 0 -24", "QUEEN 0 -24"]);
    let bishop_limit = Readings { bishop_limit: BishopLimit::From11, ..Readings::DOCUMENT };
    assert_eq!(changed(bishop_limit), ["BISHOP 11 -11", "BISHOP 11 11", "QUEEN 11 -11", "QUEEN 11 11"]);
    let castling_square = Readings { castling_square: CastlingSquare::OneFive, ..Readings::DOCUMENT };
    assert_eq!(changed(castling_square), ["KING 0 -2", "KING 0 2"]);
    assert_eq!(changed(Readings::CORRECTED).len(), 8);
}

#[test]
fn answers_as_the_notes_have_them() {
    check("PAWN 1 0", "1≠1⌷", "1≠1⌷");
    check("PAWN 2 0", "2=1⌷", "2=1⌷");
    check("PAWNCENTER -1 -1", "1≠1⌷", "1≠1⌷");
    check("KING 0 2", "0 5≡8|", "1 5≡8|");
    check("KING -1 0", "1≠1⌷", "1≠1⌷");
    check("KING 0 0", "0", "0");
    check("ROOK 3 0", "12≥3+1⌷", "12≥3+1⌷");
    check("ROOK -4 0", "1≤¯4+1⌷", "1≤¯4+1⌷");
    check("BISHOP -6 6", "1≤¯6+1⌷", "1≤¯6+1⌷");
    check("QUEEN 12 0", "12≥12+1⌷", "12≥12+1⌷");
    check("KNIGHT -2 1", "2<1⌷", "2<1⌷");
    check("KNIGHT 2 2", "0", "0");
}

/// `can` answers for every vector of two 64-bit numbers.
#[test]
fn vectors_of_any_size() {
    check("ROOK 0 25", "0", "0");
    check("ROOK 0 -25", "1", "0");
    check("ROOK 1000000 0", "12≥1000000+1⌷", "12≥1000000+1⌷");
    check("BISHOP 12 12", "0", "0");
    check("BISHOP -12 12", "1≤¯12+1⌷", "1≤¯12+1⌷");
    check("ROOK 9223372036854775807 0", "12≥9223372036854775807+1⌷", "12≥9223372036854775807+1⌷");
    check("QUEEN -9223372036854775808 0", "1≤¯9223372036854775808+1⌷", "1≤¯9223372036854775808+1⌷");
    check("BISHOP -9223372036854775808 9223372036854775807", "0", "0");
    check("KNIGHT -9223372036854775808 1", "0", "0");
}

#[test]
fn unknown_figures_are_refused() {
    let error = "DRAGON".parse::<Figure>().unwrap_err().to_string();
    assert_eq!(
        error,
        "DRAGON is not a piece: expected one of ROOK 1, KNIGHT 2, BISHOP 3, QUEEN 4, KING 5, PAWN 6, PAWNCENTER 7"
    );
    assert_eq!(Figure::numbered(8), None);
    assert_eq!("pawncenter".parse(), Ok(Figure::PawnCenter));
    assert_eq!("7".parse(), Ok(Figure::PawnCenter));
}

#[test]
fn three_ways_to_apply_a_text() {
    let Answer::If(predicate) = can(Figure::Rook, vector([3, 0]), Readings::DOCUMENT) else { panic!() };
    assert_eq!(predicate, Predicate::RankSum { add: 3, test: Test::Le, value: 12 });
    assert_eq!(predicate.append(Square::new(5, 3).unwrap()), "12≥3+1⌷5 3");
    assert_eq!(predicate.wrap(), "{12≥3+1⌷⍵}");
    assert_eq!(predicate.name("test"), "test←{12≥3+1⌷⍵}");
}
