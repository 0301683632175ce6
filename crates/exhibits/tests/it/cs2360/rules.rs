//! The moves of the pieces, the winner, and the value of a board.

use focal8_exhibits::cs2360::{Board, Evaluator, Match, Player, Size, WON};

use super::{Position, VECTORS, board, opening, player};

/// Checks the legal moves in the recommended order, the winner, and the value from both sides.
fn check_position(position: &Position) {
    let (board, turn) = (board(&position.board), player(&position.turn));
    assert_eq!(board.to_string(), position.board);
    assert_eq!(board.size().n(), position.n);
    let moves: Vec<String> = board.moves(turn).map(|played| board.after(turn, played).to_string()).collect();
    assert_eq!(moves, position.moves, "moves of {} on {board}", position.turn);
    assert_eq!(board.moves(turn).number(), moves.len());
    assert!(position.must_contain.iter().all(|shown| moves.contains(shown)));
    assert_eq!(board.winner(turn), position.winner.as_deref().map(player), "winner on {board}");
    assert_eq!(Evaluator::Reference.value(&board, Player::White, turn), position.eval.wp, "value of {board}");
    assert_eq!(Evaluator::Reference.value(&board, Player::Black, turn), position.eval.bp, "value of {board}");
}

#[test]
fn boards_of_the_handout() {
    assert_eq!(VECTORS.document_examples.len(), 13);
    VECTORS.document_examples.iter().for_each(check_position);
}

#[test]
fn reachable_boards() {
    assert_eq!(VECTORS.boards.len(), 300);
    VECTORS.boards.iter().for_each(check_position);
}

#[test]
fn lines_from_the_openings() {
    let mut sizes = 0;
    for (n, counts) in &VECTORS.perft_from_opening {
        let Ok(n) = n.parse() else { continue };
        let counts: Vec<u64> = serde_json::from_value(counts.clone()).unwrap();
        let found: Vec<u64> = (1..=counts.len() as u32).map(|depth| opening(n).perft(Player::White, depth)).collect();
        assert_eq!(found, counts, "N={n}");
        sizes += 1;
    }
    assert_eq!(sizes, 4);
}

/// On boards of every size, the moves are compared with those of a second generator, which uses only rows and columns.
/// The data file does not have boards of every size.
#[test]
fn larger_boards_agree_with_a_generator_that_knows_rows_and_columns_only() {
    let mut random = fastrand::Rng::with_seed(2360);
    for size in Size::all() {
        for _ in 0..3 {
            let mut game = Match::new(Board::opening(size), Player::White).limited_to(300);
            while game.outcome().is_none() {
                let (board, turn) = (*game.board(), game.turn());
                let moves: Vec<String> =
                    board.moves(turn).map(|played| board.after(turn, played).to_string()).collect();
                assert_eq!(moves, plain_moves(&board.to_string(), size.n(), turn), "N={size}, {turn:?} on {board}");
                let next = random.choice(&moves).unwrap();
                game.play(&next.parse().unwrap()).unwrap();
            }
        }
    }
}

/// Returns the moves according to a second implementation of the rules, which uses characters in rows and columns.
fn plain_moves(board: &str, n: usize, turn: Player) -> Vec<String> {
    let squares: Vec<(i32, i32)> =
        (0..n * n).map(|i| ((i / n) as i32, (i % n) as i32)).filter(|(row, column)| (row + column) % 2 == 0).collect();
    let board: Vec<char> = board.chars().collect();
    let index = |row, column| squares.iter().position(|square| *square == (row, column));
    let (man, king, others, down, far) = match turn {
        Player::White => ('W', 'X', "BC", 1, n as i32 - 1),
        Player::Black => ('B', 'C', "WX", -1, 0),
    };
    let mut boards = Vec::new();
    for (from, (row, column)) in squares.iter().enumerate().filter(|(from, _)| [man, king].contains(&board[*from])) {
        for (rows, columns) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            if board[from] == man && rows != down {
                continue;
            }
            let Some(near) = index(row + rows, column + columns) else { continue };
            let mut next = board.clone();
            let to = if board[near] == '-' {
                near
            } else if others.contains(board[near]) {
                next[near] = '-';
                match index(row + 2 * rows, column + 2 * columns) {
                    Some(behind) if board[behind] == '-' => behind,
                    _ => continue,
                }
            } else {
                continue;
            };
            next[from] = '-';
            next[to] = if squares[to].0 == far { king } else { board[from] };
            boards.push(next.into_iter().collect());
        }
    }
    boards
}

#[test]
fn a_king_at_home_wins_even_for_the_side_to_move() {
    // Such boards cannot occur in a game, because the game would have ended earlier. The rules first check the player
    // who moved last.
    assert_eq!(board("X------W---B-").winner(Player::White), Some(Player::White));
    assert_eq!(board("X----------BC").winner(Player::White), Some(Player::Black));
    assert_eq!(board("X----------BC").winner(Player::Black), Some(Player::White));
    let won = Evaluator::Reference.value(&board("X------W---B-"), Player::White, Player::White);
    assert_eq!(won, WON);
}
