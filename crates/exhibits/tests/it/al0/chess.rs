//! The rules of chess, compared with an independent library over the whole board.

use cozy_chess::{Board, BoardBuilder, Color, File, GameStatus, Piece, Rank, Square};
use focal8_exhibits::al0::{self, Major, Move, MovePredicate, Position, Side};

use super::{list, position, vectors};

fn square(square: al0::Square) -> Square {
    Square::new(File::index(square.x() as usize - 1), Rank::index(square.y() as usize - 1))
}

fn board(position: Position) -> Board {
    let mut builder = BoardBuilder::empty();
    *builder.square_mut(square(position.king)) = Some((Piece::King, Color::White));
    let major = match position.kind {
        Major::Rook => Piece::Rook,
        Major::Queen => Piece::Queen,
    };
    *builder.square_mut(square(position.major)) = Some((major, Color::White));
    *builder.square_mut(square(position.lone_king)) = Some((Piece::King, Color::Black));
    builder.side_to_move = match position.side {
        Side::Us => Color::White,
        Side::Them => Color::Black,
    };
    builder.build().unwrap_or_else(|error| panic!("{position:?}: {error}"))
}

fn uci(played: Move) -> cozy_chess::Move {
    cozy_chess::Move { from: square(played.from), to: square(played.to), promotion: None }
}

/// The module and the library agree on legal moves, check, mate and stalemate, for both sides to move.
#[test]
fn every_position_has_the_moves_of_chess() {
    let sides = [Side::Us, Side::Them];
    for (piece, side) in [Major::Rook, Major::Queen].into_iter().flat_map(|piece| sides.map(|side| (piece, side))) {
        for position in Position::all_legal(piece, side) {
            let board = board(position);
            let mut ours = vec![];
            MovePredicate::Legal.generate(position, &mut ours);
            let mut ours: Vec<String> = ours.into_iter().map(|played| uci(played).to_string()).collect();
            let mut theirs = vec![];
            board.generate_moves(|moves| {
                theirs.extend(moves.into_iter().map(|played| played.to_string()));
                false
            });
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs, "{position:?}");
            assert_eq!(position.is_check() && side == Side::Them, !board.checkers().is_empty(), "{position:?}");
            assert_eq!(position.is_mate(), board.status() == GameStatus::Won, "{position:?}");
            assert_eq!(position.is_stalemate(), theirs.is_empty() && board.checkers().is_empty(), "{position:?}");
        }
    }
}

#[test]
fn the_games_of_the_vectors_are_chess() {
    let vectors = vectors();
    for vector in list(&vectors, "games_vs_perfect").iter().chain(list(&vectors, "games_vs_centre")) {
        let mut board = board(position(vector["fen"].as_str().unwrap()));
        for played in vector["moves"].as_array().unwrap() {
            let played = &played.as_str().unwrap()[1..];
            board.try_play(played.parse().unwrap()).unwrap_or_else(|_| panic!("{played} in {}", vector["id"]));
        }
        assert_eq!(board.status(), GameStatus::Won, "{}", vector["id"]);
    }
}

#[test]
fn every_square_set_agrees_with_its_list() {
    for from in al0::Square::all() {
        assert_eq!(from.neighbours().count() as u32, from.king_reach().len());
        assert!(from.neighbours().all(|to| from.king_reach().contains(to) && from.distance(to) == 1));
        for (piece, fewest, most) in [(Major::Rook, 14, 14), (Major::Queen, 21, 27)] {
            let to = |to: &al0::Square| uci(Move { piece: al0::Piece::Major(piece), from, to: *to }).to_string();
            let targets: std::collections::BTreeSet<String> = piece.targets(from).iter().map(to).collect();
            assert_eq!(targets.len(), piece.targets(from).len());
            assert!((fewest..=most).contains(&targets.len()));
        }
    }
}
