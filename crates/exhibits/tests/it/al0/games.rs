//! Whole games: the play loop, the defenders, illegal moves, taking back, FEN and PGN.

use focal8_exhibits::al0::{
    Defender, Ending, Fen, Game, GameRecord, Look, Major, MoveError, Outcome, Players, Position, Prospects, Side,
    Tablebase, Verdict, film, parse_reply, pgn,
};
use proptest::prelude::*;

use super::{list, position, shipped, vectors};

#[test]
fn the_games_of_the_vectors_are_played_again() {
    let (vectors, base, table) = (vectors(), Tablebase::new(Major::Rook), shipped("main"));
    for (name, defender) in [("games_vs_perfect", Defender::Perfect(&base)), ("games_vs_centre", Defender::Centre)] {
        for vector in list(&vectors, name) {
            let mut wanted = vector.clone();
            let fields = wanted.as_object_mut().unwrap();
            fields.remove("id");
            let mut game = Game::new(&table, Fen::parse(vector["fen"].as_str().unwrap()).unwrap());
            let ending = game.play_out(defender, 60).unwrap();
            let record = GameRecord::new(&game, vector["defender"].as_str().unwrap(), ending, &base);
            let mut record = serde_json::to_value(record).unwrap();
            record.as_object_mut().unwrap().retain(|field, _| fields.contains_key(field));
            assert_eq!(record, wanted, "{}", vector["id"]);
        }
    }
}

/// Each position of a game is a frame of the film. The frames appear one after another, and each frame shades the room
/// that its position leaves to the lone king.
#[test]
fn a_film_shows_each_position_with_its_room() {
    let (base, table) = (Tablebase::new(Major::Rook), shipped("main"));
    let mut game = Game::new(&table, Fen::parse("8/8/k7/8/2R1K3/8/8/8 w").unwrap());
    game.play_out(Defender::Perfect(&base), 1).unwrap();
    let positions: Vec<Position> = game.positions().chain([game.position()]).collect();
    let rooms: Vec<usize> = positions.iter().map(|position| Look::new(*position, *position).room.len()).collect();
    assert_eq!(rooms, [8, 6, 6]);
    let frames: Vec<_> = positions.iter().zip(&rooms).map(|(position, room)| (*position, room.to_string())).collect();
    let film = film(&frames);
    let drawn: Vec<&str> = film.split("<g class=\"frame").skip(1).collect();
    let shaded: Vec<usize> = drawn.iter().map(|frame| frame.matches("class=\"room\"").count()).collect();
    assert_eq!(shaded, rooms);
    assert!(film.contains("frame 6s step-end infinite"), "{film}");
    assert!(drawn[1].starts_with("\" style=\"animation-delay:2s\">") && drawn[2].starts_with(" last\""), "{film}");
}

/// A game against the worst-case defender must end exactly as the verdict on the starting position says.
#[test]
fn the_worst_case_defender_makes_the_verdict_come_true() {
    for name in ["main", "misprint", "toy"] {
        let table = shipped(name);
        let prospects = Prospects::new(&table, |_, _| ()).unwrap();
        for start in Position::all_legal(Major::Rook, Side::Us).step_by(499) {
            let mut game = Game::new(&table, Fen::new(start));
            let ending = game.play_out(Defender::Worst(&prospects), 100).unwrap();
            let moves = game.our_moves() as u16;
            match prospects.verdict(start) {
                Verdict::Mate(length) => assert_eq!((ending, moves), (Ending::Over(Outcome::Mate), length)),
                Verdict::Escape(length) => {
                    assert!(matches!(ending, Ending::Over(Outcome::Stalemate) | Ending::NoAdvice), "{ending:?}");
                    assert_eq!(moves, length);
                }
                Verdict::Endless => assert_eq!(ending, Ending::Limit),
            }
        }
    }
}

#[test]
fn defenders_take_a_rook_they_can_take() {
    let base = Tablebase::new(Major::Rook);
    let hanging = position("8/8/8/4kR2/8/8/8/K7 b");
    for defender in [Defender::Perfect(&base), Defender::Centre] {
        assert_eq!(defender.choose(hanging, &[]).unwrap().to_string(), "ke5f5");
    }
    // The first legal move in the order of generation is to d6, because the rook attacks f6 and f4.
    assert_eq!(Defender::First.choose(hanging, &[]).unwrap().to_string(), "ke5d6");
}

#[test]
fn a_reply_the_tree_did_not_foresee_drops_the_tree() {
    let table = shipped("main");
    let mut game = Game::new(&table, Fen::parse("8/8/8/4k3/8/8/8/R3K3").unwrap());
    game.play().unwrap();
    assert_eq!(game.foreseen(), [], "squeeze gives one move and foresees nothing");
    let reply = parse_reply(game.position(), "d5").unwrap();
    game.reply(reply).unwrap();
    assert!(game.tree().is_none());
    assert!(game.play().unwrap().unwrap().consultation.is_some());
}

#[test]
fn a_tree_is_followed_without_asking_again() {
    let table = shipped("main");
    let mut game = Game::new(&table, Fen::parse("k7/8/3K4/8/5R2/8/8/8").unwrap());
    assert!(game.play().unwrap().unwrap().consultation.is_some());
    game.reply(parse_reply(game.position(), "a7").unwrap()).unwrap();
    let played = game.play().unwrap().unwrap();
    assert_eq!((played.played.to_string().as_str(), &played.consultation), ("Rf4a4", &None));
    assert_eq!(game.outcome(), Some(Outcome::Mate));
}

#[test]
fn games_end_with_stalemate_and_with_the_rook() {
    let table = shipped("main");
    // This is one of the 48 positions that are not won: the advice `approach` stalemates at once.
    let mut game = Game::new(&table, Fen::parse("8/8/8/8/8/2K5/1R6/k7").unwrap());
    game.play().unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Stalemate));
    let mut game = Game::new(&table, Fen::parse("8/8/8/4kR2/8/8/8/K7 b").unwrap());
    game.reply(parse_reply(game.position(), "Kxf5").unwrap()).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::MajorTaken));
    assert_eq!(game.fen().to_string(), "8/8/8/5k2/8/8/8/K7 w - - 0 2");
}

#[test]
fn taking_back_returns_to_the_last_decision() {
    let table = shipped("main");
    let start = Fen::parse("8/8/8/4k3/8/8/8/R3K3 w - - 7 20").unwrap();
    let mut game = Game::new(&table, start);
    assert!(!game.take_back());
    game.play().unwrap();
    let before = game.fen();
    assert!(!game.take_back(), "White's move is not the player's to take back");
    for reply in ["d5", "d4"] {
        game.reply(parse_reply(game.position(), reply).unwrap()).unwrap();
        game.play().unwrap();
    }
    assert_eq!(game.fen().to_string(), "8/8/8/8/3k4/8/2R5/4K3 b - - 12 22");
    assert!(game.take_back() && game.take_back());
    assert_eq!(game.fen(), before);
    assert_eq!(before.to_string(), "8/8/8/4k3/8/8/R7/4K3 b - - 8 20");
    assert!(!game.take_back());
}

/// Checks a reply of Black in a position: the move, or the error message.
fn check_reply(fen: &str, text: &str, wanted: Result<&str, &str>) {
    let parsed = parse_reply(position(fen), text).map(|reply| reply.to_string()).map_err(|error| error.to_string());
    assert_eq!(parsed.as_deref().map_err(String::as_str), wanted, "{text}");
}

#[test]
fn a_move_may_be_written_in_any_notation() {
    let fen = "8/8/8/8/8/2k5/8/K6R b";
    let all = ["3:3-4:4", "3:3-4:4.", "c3d4", "kc3d4", "Kc3d4", "c3-d4", "Kd4", "kd4", "d4", "Крd4", "Kd4!", " K d4 "];
    for text in all {
        check_reply(fen, text, Ok("kc3d4"));
    }
    check_reply("8/8/8/8/3R4/2k5/8/K7 b", "kxd4", Ok("kc3d4"));
    check_reply("8/8/8/8/3R4/2k5/8/K7 b", "K×d4", Ok("kc3d4"));
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let fen = "8/8/8/1K6/7R/2k5/8/8 b";
    check_reply(fen, "c3c4", Err("c4 is next to the other king on b5"));
    check_reply(fen, "d4", Err("d4 is attacked by the rook on h4"));
    check_reply(fen, "e5", Err("c3 to e5 is not one step"));
    check_reply(fen, "c3c3", Err("c3 to c3 is not one step"));
    check_reply(fen, "e3d3", Err("your king is not on e3; it is on c3"));
    check_reply(fen, "Kxd3", Err("there is nothing to take on d3"));
    check_reply("8/8/8/8/3RK3/2k5/8/8 b", "d4", Err("the rook on d4 is guarded by the king on e4"));
    check_reply(fen, "Ra1", Err("you have the king only"));
    for text in ["", "x", "i9", "c3d", "3:3", "3:3-4:9", "9:9-4:4", "Кр", "c3d4e5", "é4"] {
        assert!(matches!(parse_reply(position(fen), text), Err(MoveError::NoMove(_))), "{text}");
    }
}

#[test]
fn pgn_numbers_the_moves_and_gives_the_result() {
    let table = shipped("main");
    let mut game = Game::new(&table, Fen::parse("1k6/8/3K4/8/5R2/8/8/8 b - - 0 31").unwrap());
    game.reply(parse_reply(game.position(), "a8").unwrap()).unwrap();
    let ending = game.play_out(Defender::First, 60).unwrap();
    assert_eq!(ending, Ending::Over(Outcome::Mate));
    let players = Players { white: "AL0 table main".into(), black: "a \"person\"".into() };
    insta::assert_snapshot!("al0_pgn", pgn(&game, &players));
}

#[test]
fn positions_are_read_in_three_notations_and_refused_with_the_reason() {
    let same = position("8/8/4K3/5R2/8/8/8/4k3 w - - 0 1");
    for text in ["8/8/4K3/5R2/8/8/8/4k3", "566551", "Ke6 Rf5 ke1", "ke1 Ke6 Rf5 w"] {
        assert_eq!(position(text), same, "{text}");
    }
    for (text, wanted) in [
        (
            "hello",
            "`hello` is not a position: expected FEN, six digits such as 566551, or pieces such as `Ke6 Rf5 ke1`",
        ),
        ("8/8/8/8/8/8/8 w", "the board has 7 ranks instead of 8"),
        ("8/8/4K4/5R2/8/8/8/4k3", "rank 6 has 9 squares instead of 8"),
        ("8/8/4K3/5N2/8/8/8/4k3", "rank 5: `N` is not a piece of this ending: expected K, R, Q or k"),
        ("8/8/4K3/5QR1/8/8/8/4k3", "there are a rook and a queen: this ending has one of the two"),
        ("Ke6 Qe6 ke1", "king and queen are on the same square, e6"),
        ("8/8/4K3/5RR1/8/8/8/4k3", "there is more than one `R`"),
        ("8/8/4K3/8/8/8/8/4k3", "`R` is missing: expected K and R, or K and Q, against k"),
        ("8/8/4K3/5R2/8/8/8/4k3 x", "the side to move is `x`, expected `w` or `b`"),
        ("8/8/8/8/8/8/4k3/R3K3", "the kings are on adjacent squares"),
        ("8/8/4K3/4R3/8/8/8/4k3", "the lone king is attacked and it is not his move"),
        ("565651", "king and rook are on the same square, e6"),
        ("8/8/4K3/5R2/8/8/8/4k3 w K -", "the castling field is `K`, expected `-`: nobody castles in this ending"),
    ] {
        assert_eq!(Fen::parse(text).unwrap_err().to_string(), wanted);
    }
}

/// The table `queen` plays two games: one until mate, and one until the queen is taken. The PGN and the error messages
/// name the queen.
#[test]
fn the_queen_plays() {
    let table = shipped("queen");
    let mut game = Game::new(&table, Fen::parse("8/8/8/4k3/8/8/8/3QK3").unwrap());
    let base = Tablebase::new(Major::Queen);
    let ending = game.play_out(Defender::Perfect(&base), 30).unwrap();
    assert_eq!(ending, Ending::Over(Outcome::Mate));
    let players = Players { white: "AL0 table queen".into(), black: "the perfect defender".into() };
    assert!(pgn(&game, &players).starts_with("[Event \"King and queen against king, by AL0 advice\"]\n"));

    check_reply("8/8/8/8/3QK3/2k5/8/8 b", "d4", Err("the queen on d4 is guarded by the king on e4"));
    check_reply("8/8/8/3k4/8/8/1Q6/4K3 b", "d4", Err("d4 is attacked by the queen on b2"));
    let mut game = Game::new(&table, Fen::parse("8/8/8/8/8/3k4/3Q4/6K1 b").unwrap());
    assert_eq!(game.play_out(Defender::Centre, 1).unwrap(), Ending::Over(Outcome::MajorTaken));
}

#[test]
fn fen_is_written_as_it_was_read() {
    for vector in list(&vectors(), "positions") {
        let fen = vector["fen"].as_str().unwrap();
        assert_eq!(Fen::parse(fen).unwrap().to_string(), fen);
    }
}

proptest! {
    #![proptest_config(crate::seeded::seeded())]

    /// For any text, a move that is accepted is legal, and no text causes a panic.
    #[test]
    fn any_text_is_a_legal_move_or_refused(text in "[a-iKkR1-9:x. é-]{0,8}|.{0,8}") {
        let position = position("8/8/8/1K6/7R/2k5/8/8 b");
        if let Ok(reply) = parse_reply(position, &text) {
            prop_assert!(position.replies().any(|legal| legal == reply), "{text}");
        }
    }

    #[test]
    fn any_text_is_a_legal_position_or_refused(text in "[1-9/KRkw -]{0,30}|.{0,30}") {
        if let Ok(fen) = Fen::parse(&text) {
            prop_assert!(fen.position.is_legal(), "{text}");
            prop_assert_eq!(Fen::parse(&fen.to_string()), Ok(fen));
        }
    }
}
