//! The CS 2360 exhibit against its measured vectors, its sessions and its document.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use focal8::exhibits::sexpr::{
    Board, Choice, Depth, Engine, Evaluator, Interpreter, Match, Outcome, Player, Proof, Reader, Search, Size,
    Surroundings, WON,
};
use serde::Deserialize;

/// The data file; its README says where it came from.
#[derive(Deserialize)]
struct Vectors {
    document_examples: Vec<Position>,
    repl: Vec<Session>,
    boards: Vec<Position>,
    search_from_opening: Vec<FromOpening>,
    games: Vec<Game>,
    perft_from_opening: BTreeMap<String, serde_json::Value>,
    solved: Solved,
}

#[derive(Deserialize)]
struct Position {
    n: usize,
    board: String,
    turn: String,
    moves: Vec<String>,
    winner: Option<String>,
    eval: Points,
    #[serde(default)]
    must_contain: Vec<String>,
    #[serde(default)]
    minimax: BTreeMap<u64, Searched>,
}

#[derive(Deserialize)]
struct Points {
    wp: i32,
    bp: i32,
}

#[derive(Deserialize)]
struct Searched {
    value: i32,
    best: Vec<String>,
    first_best: String,
    leaves: u64,
    alpha_beta_leaves: u64,
}

#[derive(Deserialize)]
struct FromOpening {
    n: usize,
    depth: u64,
    #[serde(flatten)]
    searched: Searched,
}

#[derive(Deserialize)]
struct Game {
    n: usize,
    depth: u64,
    plies: usize,
    end: String,
    boards: Vec<String>,
}

#[derive(Deserialize)]
struct Solved {
    n: usize,
    half_moves: u8,
    winning_first_moves_within_37: Vec<String>,
}

#[derive(Deserialize)]
struct Session {
    r#in: Vec<String>,
    out: Option<String>,
    out_set: Option<BTreeSet<String>>,
    out_one_of: Option<Vec<String>>,
    out_lines: Option<Vec<String>>,
    out_number_reference: Option<i64>,
}

static VECTORS: LazyLock<Vectors> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/cs2360/vectors.json")).expect("the data file is JSON"));

fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn player(name: &str) -> Player {
    match name {
        "wp" => Player::White,
        "bp" => Player::Black,
        _ => panic!("{name} is no player"),
    }
}

fn opening(n: usize) -> Board {
    Board::opening(Size::new(n).unwrap())
}

fn choose(engine: Engine, board: &Board, turn: Player, depth: u64) -> Option<Choice> {
    let depth = Depth::new(depth).unwrap();
    Search::new(Evaluator::Reference, &mut || true).choose(engine, board, turn, depth).unwrap()
}

/// Legal moves in the recommended order, the winner, and the value from both sides.
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

/// Every engine finds the value and the first of the best moves; the first two evaluate as many boards as measured.
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
fn boards_of_the_handout() {
    assert_eq!(VECTORS.document_examples.len(), 13);
    VECTORS.document_examples.iter().for_each(check_position);
}

#[test]
fn reachable_boards() {
    assert_eq!(VECTORS.boards.len(), 300);
    for position in &VECTORS.boards {
        check_position(position);
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

/// Beyond the data, up to the largest board: a generator that knows rows and columns only.
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

/// The rules told once more, with characters in rows and columns.
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

/// Not from the data: other evaluators, larger boards, random positions.
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

/// About half a second, worth it: it is the deepest search there is, and the only known solution.
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
fn a_king_at_home_wins_even_for_the_side_to_move() {
    // Such boards cannot arise: the game was over before. The one who moved last is looked at first.
    assert_eq!(board("X------W---B-").winner(Player::White), Some(Player::White));
    assert_eq!(board("X----------BC").winner(Player::White), Some(Player::Black));
    assert_eq!(board("X----------BC").winner(Player::Black), Some(Player::White));
    let won = Evaluator::Reference.value(&board("X------W---B-"), Player::White, Player::White);
    assert_eq!(won, WON);
}

/// What a session prints, a line each, with the errors among the results.
fn session(lines: &[impl AsRef<str>]) -> Vec<String> {
    let mut reader = Reader::default();
    let mut interpreter = Interpreter::new();
    let mut printed = String::new();
    lines.iter().for_each(|line| reader.push(line.as_ref()));
    reader.finish();
    while let Some(expression) = reader.next_expression() {
        let mut surroundings = Surroundings { out: &mut printed, keep_going: &mut || true };
        match expression.and_then(|expression| interpreter.evaluate(&expression, &mut surroundings)) {
            Ok(value) if value.to_string().is_empty() => {}
            Ok(value) => printed += &format!("{value}\n"),
            Err(error) => printed += &format!("{error}\n"),
        }
    }
    printed.lines().map(str::to_owned).collect()
}

/// One expression or more on a line, and what the last of them answers, or the error.
#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(session(&[text]).last().map_or("", String::as_str), expected, "{text}");
}

/// `(W - B)` in whatever symbols as `W-B`.
fn squeezed(list: &str) -> String {
    list.replace(['(', ')', ' '], "")
}

#[test]
fn sessions_of_the_handout() {
    assert_eq!(VECTORS.repl.len(), 16);
    for Session { r#in, out, out_set, out_one_of, out_lines, out_number_reference } in &VECTORS.repl {
        let printed = session(r#in);
        let last = printed.last().expect("every session ends with a result");
        if let Some(out) = out {
            assert_eq!(last, out, "{in:?}");
        }
        if let Some(number) = out_number_reference {
            assert_eq!(*last, number.to_string(), "{in:?}");
        }
        if let Some(set) = out_set {
            let members = last.strip_prefix("((").and_then(|rest| rest.strip_suffix("))")).expect("a list of lists");
            let boards: BTreeSet<String> = members.split(") (").map(squeezed).collect();
            assert_eq!(boards, *set, "{in:?}");
        }
        if let Some(boards) = out_one_of {
            assert!(boards.contains(&squeezed(last)), "{in:?} gives {last}");
        }
        if let Some(lines) = out_lines {
            assert_eq!(&printed[printed.len() - lines.len()..], lines, "{in:?}");
        }
    }
}

#[test]
fn lisp_as_far_as_it_goes() {
    check("'(a (B . c) d)", "1:8: . is not read here: lists, symbols, whole numbers and 'x are");
    check("'(a () nil t -1 +2 1+ -)", "(A NIL NIL T -1 2 1+ -)");
    check("(list 'a ; a remark)\n", "1:1: this list is never closed");
    check("(setq x '(1 2 3)) (list (first x) (rest x) (nth 2 x) (nth 3 x) (length x))", "(1 (2 3) 3 NIL 3)");
    check("(equal (start-board 5) '(w w w w w - - - b b b b b))", "T");
    check("(defconstant pi 3)", "PI");
    check("*white-king*", "X");
    check("(not (winner (start-board 6) 'wp))", "T");
    check("(list (print-board (start-board 5)))", "(NIL)");
    check("''a", "(QUOTE A)");
    check("()", "NIL");
    check("(perft (start-board 7) 'wp 5)", "13196");
}

#[test]
fn own_forms_are_answered_in_own_form() {
    check("(board-from '(w w w w w - - - b b b b b))", "#<BOARD WWWWW---BBBBB>");
    check("(nth 0 (move-gen (board-from (start-board 5)) 'wp))", "#<BOARD WWW-WW--BBBBB>");
    check("(board-to (checkers (board-from (start-board 5)) 'wp 3 nil))", "(W W W - W W - - B B B B B)");
}

#[test]
fn symbols_and_players_can_be_redefined() {
    check("(defconstant *white-player* 'red) (winner '(- - X - - - - - - - - - -) 'bp)", "RED");
    check("(defconstant *blank* nil) (length (first (move-gen (start-board 6) 'wp)))", "18");
    check("(defconstant *blank* 0) (first (move-gen '(0 W 0 0 0 0 0 0 0 0 0 B 0) 'wp))", "(0 0 0 W 0 0 0 0 0 0 0 B 0)");
    check("(defconstant *white* 'g) (print-board (start-board 5))", "B B B");
    check("(defconstant *white* 'b) (start-board 5)", "1:26: *WHITE* and *BLACK* are both B");
    check("(setq *black-player* 'wp) (winner 1 'wp)", "1:27: *WHITE-PLAYER* and *BLACK-PLAYER* are both WP");
    check("(setq *blank* '(a)) (start-board 5)", "1:21: *BLANK* is (A), which is not a symbol");
}

#[test]
fn errors_have_a_place_and_a_reason() {
    check("(move-gen '(W W) 'wp)", LENGTH_2);
    check("(move-gen '(W W W W W - Q - B B B B B) 'wp)", "1:25: Q on square 7 is none of - W B X C");
    check("(board-eval (list 'w 'q) 'wp 'wp)", "1:22: Q on square 2 is none of - W B X C");
    check("(move-gen (start-board 5) 'green)", "1:27: GREEN is not a player: WP or BP");
    check("(checkers (start-board 5) 'wp 0 nil)", "1:31: 0 is not a depth: 1 to 100 half-moves");
    check("(start-board 4)", "1:14: 4 is not a size: N is 5 to 15");
    check("(print-board (checkers '(W W - B B B B B - - - - -) 'wp 2 nil))", "1:14: NIL is not a board");
    check("(list 1 wite)", "1:9: WITE has no value; 'WITE is the symbol itself");
    check("(W W W)", "1:2: W is not a function; '( ...) is a list");
    check("(move-gen (start-board 5))", "1:1: 1 argument given to (move-gen board whose-move)");
    check("(list 1 2))", "1:11: this parenthesis closes nothing");
    check("(list ')", "1:7: nothing follows this quote");
    check("(list 1.5 \"x\" #c)", "1:7: 1.5 is not a whole number of 64 bits");
    check("(setq t 1)", "1:7: T cannot be redefined");
    check("(setq 3 1)", "1:7: 3 is not a symbol to be defined");
    check(
        "(setq *engine* 'deep) (checkers-ec (start-board 5) 'wp 1 nil)",
        "1:23: *ENGINE*: DEEP is not an engine: minimax, alpha-beta or table",
    );
    check("(rest 7)", "1:7: 7 is not a list");
    assert_eq!(
        session(&["(list", " 1 )", "", "  (foo)", "2"]),
        ["(1)", "4:4: FOO is not a function; '( ...) is a list", "2"]
    );
    // One mistake, one message; the session goes on.
    assert_eq!(session(&["(list #a #b (#c))", "7"]).len(), 2);
}

const LENGTH_2: &str = "1:11: a board of 2 squares does not exist; 13 (N=5), 18 (N=6), 25 (N=7), 32 (N=8), 41 (N=9), 50 (N=10), \
                        61 (N=11), 72 (N=12), 85 (N=13), 98 (N=14), 113 (N=15) do";

#[test]
fn deep_nesting_is_an_error_and_no_crash() {
    let deep = "(".repeat(100_000) + &")".repeat(100_000);
    check(&deep, "1:201: lists are nested deeper than 200");
    check(&"'".repeat(150), "1:1: nothing follows this quote");
    assert!(session(&["'".repeat(100_000)]).len() < 1000);
    check(&("(list ".repeat(199) + &")".repeat(199)), &("(".repeat(198) + "NIL" + &")".repeat(198)));
}
