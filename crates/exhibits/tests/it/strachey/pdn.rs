//! Tests that write games as PDN, and read the PDN again with a small reader.

use focal8_exhibits::strachey::{Crowning, End, Game, Move, Pdn, Player, Position, Side, Twin, pdn, pdn_square};

/// Plays these moves, given as from-to numbers, and returns the game. An illegal move fails the test.
fn played(start: &str, moves: &[(u8, u8)]) -> Game {
    let mut game = Game::new(start.parse().unwrap());
    for (from, to) in moves {
        let fits = |each: &Move| each.from() == *from && each.to() == *to;
        let found = game.legal_moves().into_iter().find(fits);
        game.make(found.unwrap_or_else(|| panic!("{from}-{to} cannot be played in {}", game.position())));
    }
    game
}

fn written(game: &Game, end: Option<End>) -> Pdn {
    pdn(game, end, "Black's player", "White's")
}

/// Returns the position `start`, and the position after each move of a PDN text. Fails if a move is not a legal move of
/// English draughts.
fn read(text: &str, start: Position) -> Vec<Position> {
    let body = text.split("\n\n").nth(1).unwrap();
    let body = body.split('{').next().unwrap();
    let mut positions = vec![start];
    for word in
        body.split_whitespace().filter(|word| !word.ends_with('.') && !matches!(*word, "1-0" | "0-1" | "1/2-1/2" | "*"))
    {
        let squares: Vec<u32> = word.split(['-', 'x']).map(|square| square.parse().unwrap()).collect();
        let moves = positions.last().unwrap().legal_moves(Crowning::EndsMove);
        let fits = |each: &&Move| {
            let path: Vec<u32> = each.path.squares().iter().map(|square| pdn_square(*square)).collect();
            each.is_capture() == word.contains('x')
                && (path == squares || [path[0], path[path.len() - 1]] == squares[..])
        };
        let fitting: Vec<&Move> = moves.iter().filter(fits).collect();
        assert_eq!(fitting.len(), 1, "{word} is not one move of {}", positions.last().unwrap());
        positions.push(fitting[0].position);
    }
    positions
}

#[test]
fn squares_are_numbered_from_1_to_32() {
    let squares: Vec<u32> = (5..40).filter(|square| ![13, 22, 31].contains(square)).map(pdn_square).collect();
    assert_eq!(squares, (1..=32).collect::<Vec<u32>>());
}

#[test]
fn a_short_game() {
    let record = written(&played("start", &[(16, 20), (28, 24), (20, 28), (33, 23)]), None);
    assert_eq!(
        record.text,
        "[Event \"Strachey's checkers\"]\n[Black \"Black's player\"]\n[White \"White's\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n\
         1. 11-15 22-18 2. 15x22 26x17 *\n"
    );
}

#[test]
fn whole_games_can_be_read_again() {
    for (depth_limit, expected_loser, result) in [(1, Some(Side::Black), "1-0"), (2, None, "1/2-1/2")] {
        let mut twin = Twin::new(depth_limit);
        let mut game = Game::new(Position::START);
        let end = loop {
            if let (_, Some(end)) = game.play(&mut twin).unwrap() {
                break end;
            }
        };
        assert_eq!(end.loser(), expected_loser);
        let record = written(&game, Some(end));
        assert_eq!(record.cut_at, None);
        assert!(
            record.text.contains(&format!("[Result \"{result}\"]")) && record.text.ends_with(&format!("{result}\n"))
        );
        assert!(record.text.lines().all(|line| line.len() <= 80));
        assert_eq!(read(&record.text, Position::START), game.positions().copied().collect::<Vec<Position>>());
    }
}

#[test]
fn another_start_is_told_as_fen() {
    let game = played("[[24,27],[9,38],[24,38],-1]", &[(24, 19), (9, 14)]);
    let text = written(&game, Some(End::NoMove(Side::White))).text;
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"W:WK18,21:B5,K31\"]\n"), "{text}");
    assert!(text.contains("\n\n1... 18-14 2. 5-9 0-1\n"), "{text}");
}

#[test]
fn the_way_is_told_where_two_ways_end_alike() {
    // From 15 a man comes to 33 by 23 or by 25.
    let start: Position = "[[15],[19,20,28,29],[],1]".parse().unwrap();
    let moves = start.legal_moves(Crowning::EndsMove);
    let alike = moves.iter().find(|each| {
        moves.iter().any(|other| other != *each && (other.from(), other.to()) == (each.from(), each.to()))
    });
    let alike = alike.expect("two ways end alike");
    let mut game = Game::new(start);
    game.make(*alike);
    let record = written(&game, None);
    assert!(alike.path.squares().len() > 2);
    let squares: Vec<String> = alike.path.squares().iter().map(|square| pdn_square(*square).to_string()).collect();
    assert!(record.text.contains(&format!("1. {} *", squares.join("x"))), "{}", record.text);
    assert_eq!(read(&record.text, start), [start, alike.position]);
}

#[test]
fn a_record_ends_before_a_move_that_english_draughts_has_not() {
    // A man becomes a king on square 6, and continues to jump backward.
    let start = "[[26,27,29,32,33,34,35,36,37,38,39],[5,7,8,9,10,11,12,15,17,18,21],[],-1]";
    let mut game = played(start, &[]);
    game.make(game.legal_moves()[0]);
    let mut twin = Twin::new(1);
    game.play(&mut twin).unwrap();
    let record = written(&game, None);
    assert_eq!(record.cut_at, Some(1));
    assert!(record.text.contains("crowned in mid-capture"), "{}", record.text);
    assert!(record.text.ends_with("*\n"));
    assert_eq!(twin.legal_positions(game.start()).unwrap().len(), 1);
}
