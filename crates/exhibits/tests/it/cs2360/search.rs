//! The search: three engines that give the same answer, whole games, and the solved game.

use focal8_exhibits::cs2360::{Board, Choice, Depth, Engine, Evaluator, Match, Outcome, Player, Proof, Search};

use super::{FromOpening, Searched, Solved, VECTORS, board, opening, player};

fn choose(engine: Engine, board: &Board, turn: Player, depth: u64) -> Option<Choice> {
    let depth = Depth::new(depth).unwrap();
    Search::new(Evaluator::Reference, &mut || true).choose(engine, board, turn, depth).unwrap()
}

/// Checks that every engine finds the value and the first of the best moves, and that minimax and alpha-beta evaluate
/// the measured numbers of boards.
fn check_search(board: &Board, turn: Player, depth: u64, searched: &Searched) {
    assert_eq!(searched.best.first(), Some(&searched.first_best), "the data lists best moves in order");
    for engine in Engine::ALL {
        let choice = choose(engine, board, turn, depth).expect("the game is not over");
        let found = (choice.board.to_string(), choice.value);
        assert_eq!(found, (searched.first_best.clone(), searched.value), "{engine}, {depth} ahead on {board}");
        match engine {
            Engine::Minimax => assert_eq!(choice.evaluated, searched.leaves, "minimax, {depth} ahead on {board}"),
            Engine::AlphaBeta => assert_eq!(choice.evaluated, searched.alpha_beta_leaves, "{depth} ahead on {board}"),
            Engine::Table => {}
        }
    }
}

#[test]
fn searches_from_reachable_boards() {
    for position in &VECTORS.boards {
        let (board, turn) = (board(&position.board), player(&position.turn));
        for (depth, searched) in &position.minimax {
            check_search(&board, turn, *depth, searched);
        }
        if position.winner.is_some() {
            assert!(Engine::ALL.iter().all(|engine| choose(*engine, &board, turn, 2).is_none()));
        }
    }
}

#[test]
fn searches_from_the_openings() {
    assert_eq!(VECTORS.search_from_opening.len(), 24);
    for FromOpening { n, depth, searched } in &VECTORS.search_from_opening {
        check_search(&opening(*n), Player::White, *depth, searched);
    }
}

#[test]
fn whole_games() {
    assert_eq!(VECTORS.games.len(), 4);
    for game in &VECTORS.games {
        for engine in Engine::ALL {
            let mut played = Match::new(opening(game.n), Player::White);
            let mut boards = Vec::new();
            while played.outcome().is_none() {
                let choice = choose(engine, played.board(), played.turn(), game.depth).unwrap();
                played.play(&choice.board).unwrap();
                boards.push(played.board().to_string());
            }
            assert_eq!(boards, game.boards, "{engine}, N={}, {} ahead", game.n, game.depth);
            assert_eq!(played.half_moves(), game.plies);
            let outcome = match played.outcome().unwrap() {
                Outcome::Won(Player::White) => "wp".to_owned(),
                Outcome::Won(Player::Black) => "bp".to_owned(),
                Outcome::Repetition(earlier) => format!("repetition of ply {earlier}"),
                Outcome::Limit(limit) => format!("limit of {limit}"),
            };
            assert_eq!(outcome, game.end);
        }
    }
}

/// The test covers cases that the data file lacks: other evaluators, larger boards and random positions.
#[test]
fn all_engines_choose_alike_with_every_evaluator() {
    let mut random = fastrand::Rng::with_seed(1998);
    for n in 5..=12 {
        let mut game = Match::new(opening(n), Player::White);
        for _ in 0..random.usize(10..60) {
            let (board, turn) = (*game.board(), game.turn());
            let played = board.moves(turn).nth(random.usize(..board.moves(turn).number())).unwrap();
            let next = board.after(turn, played);
            if next.winner(turn.opponent()).is_some() {
                break;
            }
            game.play(&next).unwrap();
        }
        let (board, turn) = (*game.board(), game.turn());
        for evaluator in Evaluator::ALL {
            for depth in 1..=(if n > 8 { 4 } else { 5 }) {
                let choose = |engine| {
                    let depth = Depth::new(depth).unwrap();
                    let choice = Search::new(evaluator, &mut || true).choose(engine, &board, turn, depth).unwrap();
                    choice.map(|choice| (choice.board.to_string(), choice.value))
                };
                let expected = choose(Engine::Minimax);
                assert_eq!(choose(Engine::AlphaBeta), expected, "{evaluator}, {depth} ahead on {board}");
                assert_eq!(choose(Engine::Table), expected, "{evaluator}, {depth} ahead on {board}");
            }
            let value = |view| evaluator.value(&board, view, turn);
            assert_eq!(value(Player::White), -value(Player::Black));
        }
    }
}

/// The random boards have kings, short and long wins, and many lines of play to the same board.
#[test]
fn the_table_agrees_with_alpha_beta_far_ahead() {
    let mut random = fastrand::Rng::with_seed(37);
    for round in 0..120 {
        let squares = [13, 13, 18, 25][round % 4];
        let text: String =
            (0..squares).map(|_| random.choice("--------WWXBBC".chars().collect::<Vec<_>>()).unwrap()).collect();
        let (board, turn) = (board(&text), [Player::White, Player::Black][round % 2]);
        for depth in [5, 8] {
            let found = |engine| choose(engine, &board, turn, depth).map(|choice| (choice.board, choice.value));
            assert_eq!(found(Engine::Table), found(Engine::AlphaBeta), "{depth} ahead, {turn:?} on {board}");
        }
    }
}

#[test]
fn a_search_stops_when_told() {
    let (board, depth) = (opening(8), Depth::new(20).unwrap());
    for engine in Engine::ALL {
        let mut asked = 0;
        let mut keep_going = || {
            asked += 1;
            asked < 3
        };
        let mut search = Search::new(Evaluator::Reference, &mut keep_going);
        assert!(search.choose(engine, &board, Player::White, depth).is_err());
    }
}

#[test]
fn a_search_in_time_wins_the_shortest_way() {
    // A king is close to its own back row, and a man could become a second king before the win.
    let (board, depth) = (board("----X------WB"), Depth::new(9).unwrap());
    for engine in Engine::ALL {
        let mut keep_going = || true;
        let mut search = Search::new(Evaluator::Reference, &mut keep_going);
        let (choice, depth) = search.deepen(engine, &board, Player::White, depth).unwrap().unwrap();
        assert_eq!((choice.board.winner(Player::Black), depth.half_moves()), (Some(Player::White), 1), "{engine}");
    }
}

#[test]
fn the_trace_of_alpha_beta_reads_like_a_tree() {
    let mut keep_going = || true;
    let mut search = Search::new(Evaluator::Reference, &mut keep_going).traced(2);
    search.choose(Engine::AlphaBeta, &opening(5), Player::White, Depth::new(3).unwrap()).unwrap();
    let mut tree = String::new();
    search.into_trace().write(&mut tree, &Board::to_string).unwrap();
    insta::assert_snapshot!("cs2360_trace", tree);
}

/// This test runs the deepest search of all tests, and checks the only game that is known to be solved.
#[test]
fn white_wins_the_smallest_game_in_exactly_37_half_moves() {
    let Solved { n, half_moves, winning_first_moves_within_37 } = &VECTORS.solved;
    let (opening, white) = (opening(*n), Player::White);
    let mut proof = Proof::new(white);
    let mut wins = |board: &Board, turn, within| proof.wins_within(board, turn, within, &mut || true).unwrap();
    assert_eq!((1..=*half_moves).find(|within| wins(&opening, white, *within)), Some(37));
    let winning: Vec<String> = opening
        .moves(white)
        .map(|played| opening.after(white, played))
        .filter(|next| wins(next, Player::Black, half_moves - 1))
        .map(|next| next.to_string())
        .collect();
    assert_eq!(&winning, winning_first_moves_within_37);

    let line = proof.line(&opening, white, *half_moves, &mut || true).unwrap();
    assert_eq!(line.len(), 37);
    let mut game = Match::new(opening, white);
    for played in line {
        assert_eq!(game.outcome(), None);
        let next = game.board().after(game.turn(), played);
        game.play(&next).unwrap();
    }
    assert_eq!(game.outcome(), Some(Outcome::Won(white)));
}

#[test]
fn black_has_no_forced_win_in_the_smallest_game_within_36_half_moves() {
    let within = Proof::new(Player::Black).wins_within(&opening(5), Player::White, 36, &mut || true);
    assert_eq!(within, Ok(false));
}
