//! Checks every measured vector with the CPL program and with the native twin.

use std::sync::LazyLock;

use focal8_exhibits::strachey::{
    CHECKERS, Choice, Crowning, End, Game, Player, Position, Reading, SESSION, Twin, Value, board, from_json,
    is_unfinished, perft, to_json,
};
use serde_json::{Value as Json, json};

use super::interpreter;

static VECTORS: LazyLock<Json> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/strachey/vectors.json")).expect("the vectors are JSON")
});

fn vectors(key: &str) -> &'static [Json] {
    VECTORS[key].as_array().unwrap_or_else(|| panic!("no vectors {key}"))
}

/// Returns the players to test: the CPL program under each of the two readings, and the native twin.
fn players() -> Vec<(&'static str, Box<dyn Player>)> {
    vec![
        ("program, set reading", Box::new(interpreter(CHECKERS, Reading::Set))),
        ("program, word reading", Box::new(interpreter(CHECKERS, Reading::Word))),
        ("twin", Box::new(Twin::new(2))),
    ]
}

fn position(json: &Json) -> Position {
    Position::from_json(json).unwrap_or_else(|error| panic!("{error}"))
}

fn positions(json: &Json) -> Vec<Position> {
    json.as_array().expect("a list of positions").iter().map(position).collect()
}

fn value(json: &Json) -> Value {
    from_json(json).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the JSON in a normal form: uniform spacing, and every position written in full.
fn normal(json: &Json) -> String {
    to_json(&value(json))
}

fn squeezed(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn check_language(key: &str, reading: Reading) {
    for vector in vectors(key) {
        let mut interpreter = interpreter(vector["program"].as_str().unwrap(), reading);
        let arguments: Vec<Value> = vector["args"].as_array().unwrap().iter().map(value).collect();
        let result = interpreter.call(vector["call"].as_str().unwrap(), &arguments);
        let result = result.unwrap_or_else(|error| panic!("{vector}\n{error}"));
        assert_eq!(to_json(&result), normal(&vector["result"]), "{vector}");
    }
}

#[test]
fn small_programs_give_what_the_published_translator_gives() {
    check_language("cpl_language", Reading::Set);
    check_language("cpl_language_our_reading", Reading::Set);
}

#[test]
fn word_reading_adds_bit_strings_as_integers() {
    check_language("cpl_word_reading", Reading::Word);
}

#[test]
fn constants_are_those_of_the_published_run_time() {
    let constants = &VECTORS["constants"];
    let mut interpreter = interpreter("", Reading::Set);
    let mut worth = |name: &str| to_json(&interpreter.evaluate(name).unwrap());
    assert_eq!(worth("Board"), normal(&json!({ "bits": constants["board"] })));
    assert_eq!(worth("LastRows"), normal(&json!({ "bits": constants["LastRows"] })));
    assert_eq!(worth("StartPosition"), normal(&json!({ "pos": constants["StartPosition"] })));
    assert_eq!(worth("∞"), constants["infinity"].to_string());
    assert_eq!(worth("DepthLimit"), constants["DepthLimit_default"].to_string());
}

#[test]
fn published_worked_examples() {
    let mut interpreter = interpreter(CHECKERS, Reading::Set);
    for example in vectors("doctests") {
        let arguments: Vec<Value> = example["args"].as_array().unwrap().iter().map(value).collect();
        let result = match example["call"].as_str().unwrap() {
            // The examples name Python methods, for which a CPL program uses operators.
            "minus" => subtract(&arguments),
            "equal" => Value::Truth(arguments[0] == arguments[1]),
            "board" => {
                let squares = (0..8)
                    .flat_map(|row| (0..8).filter_map(move |column| focal8_exhibits::strachey::square_at(row, column)));
                let squares: Vec<Value> = squares.map(|square| Value::Number(square.into())).collect();
                Value::List(squares.into_iter().into())
            }
            "Board" | "StartPosition" => interpreter.evaluate(example["call"].as_str().unwrap()).unwrap(),
            "PrintPosition" => {
                check_board(&example["args"][0]["pos"], &example["text"]);
                continue;
            }
            call if call.starts_with("FinalPosition of MakeMove") => {
                check_board(&example["result"]["pos"], &example["text"]);
                let legal = interpreter.legal_positions(&position(&example["args"][0]["pos"])).unwrap();
                assert!(legal.contains(&position(&example["result"]["pos"])), "{example}");
                continue;
            }
            call => interpreter.call(call, &arguments).unwrap_or_else(|error| panic!("{example}\n{error}")),
        };
        assert_eq!(to_json(&result), normal(&example["result"]), "{example}");
        for (text, pos) in [("text_before", &example["args"][0]["pos"]), ("text_after", &example["result"]["pos"])] {
            if !example[text].is_null() {
                check_board(pos, &example[text]);
            }
        }
    }
}

/// The session contains the questions of the worked examples, in the same order.
#[test]
fn the_session_goes_through_the_published_worked_examples() {
    let mut interpreter = interpreter(CHECKERS, Reading::Set);
    let mut answers = Vec::new();
    let mut entry = String::new();
    for line in SESSION.lines() {
        entry = format!("{entry}{line}\n");
        if is_unfinished(&entry) {
            continue;
        }
        let code = entry.lines().any(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty());
        if code {
            answers.extend(interpreter.enter(&entry).unwrap_or_else(|errors| panic!("{entry}\n{}", errors[0])));
        }
        entry.clear();
    }
    let examples = vectors("doctests");
    assert_eq!(answers.len(), examples.len());
    for (answer, example) in answers.iter().zip(examples) {
        if example["call"] == "PrintPosition" {
            let expected: Vec<&str> =
                example["text"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
            assert_eq!(squeezed(&answer.drawn()), squeezed(&expected.join("\n")));
        } else {
            assert_eq!(to_json(answer), normal(&example["result"]), "{example}");
        }
    }
}

fn subtract(arguments: &[Value]) -> Value {
    interpreter("F(a,b) = a - b", Reading::Set).call("F", arguments).unwrap()
}

fn check_board(pos: &Json, text: &Json) {
    let expected: Vec<&str> = text.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    assert_eq!(squeezed(&board(&position(pos))), squeezed(&expected.join("\n")));
}

#[test]
fn random_positions_have_the_same_moves_values_and_choices() {
    for (name, mut player) in players() {
        for vector in vectors("positions") {
            let at = position(&vector["pos"]);
            let legal = player.legal_positions(&at).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(legal, positions(&vector["legal"]), "{name}: {at}");
            assert_eq!(player.static_value(&at).unwrap(), vector["static"].as_i64().unwrap(), "{name}: {at}");
            for (key, depth_limit) in [("d1", 1), ("d2", 2)] {
                player.set_depth_limit(depth_limit);
                check_choice(name, &mut *player, &at, &legal, &vector[key]);
            }
        }
    }
}

fn check_choice(name: &str, player: &mut dyn Player, at: &Position, legal: &[Position], expected: &Json) {
    let (choice, evaluated) = player.choose(at).unwrap_or_else(|error| panic!("{name}: {error}"));
    let index = match choice {
        Choice::Position(position) => json!(legal.iter().position(|each| *each == position)),
        Choice::Nothing => Json::Null,
        Choice::Resign => json!("Resign"),
    };
    let value = match choice {
        Choice::Resign => Json::Null,
        _ => json!(player.value(at).unwrap()),
    };
    assert_eq!(json!({ "choice": index, "value": value, "evaluated": evaluated }), *expected, "{name}: {at}");
}

#[test]
fn promotion_in_mid_capture_is_where_the_rules_part_company() {
    for vector in vectors("mid_capture_kinging_at_half_move_8") {
        let mut at = Position::START;
        for index in vector["choices_from_start"].as_array().unwrap() {
            at = at.legal_positions()[index.as_u64().unwrap() as usize];
        }
        assert_eq!(at, position(&vector["pos"]));
        for (name, mut player) in players() {
            assert_eq!(player.legal_positions(&at).unwrap(), positions(&vector["strachey"]), "{name}: {at}");
        }
        let english: Vec<Position> = at.legal_moves(Crowning::EndsMove).iter().map(|each| each.position).collect();
        assert_eq!(english, positions(&vector["english_rules"]), "{at}");
    }
}

#[test]
fn whole_games() {
    for vector in vectors("games") {
        for (name, mut player) in players() {
            player.set_depth_limit(vector["DepthLimit"].as_u64().unwrap() as u8);
            let mut game = Game::new(position(&vector["start"]));
            let (mut choices, mut legal_counts, mut evaluated) = (Vec::new(), Vec::new(), Vec::new());
            let end = loop {
                let (turn, end) = game.play(&mut *player).unwrap();
                if let Some(turn) = turn {
                    choices.extend(turn.chosen);
                    legal_counts.push(turn.legal);
                    evaluated.push(turn.evaluated);
                }
                if let Some(end) = end {
                    break end;
                }
            };
            let expected_end = &vector["end"];
            match end {
                End::Repetition { first_seen } => assert_eq!(json!(first_seen), expected_end["first_seen_at_ply"]),
                end => assert_eq!(json!(end.loser().unwrap().to_string()), expected_end["loser"]),
            }
            assert_eq!(json!(game.moves().len()), vector["plies"], "{name}");
            assert_eq!(json!(choices), vector["choices"], "{name}");
            assert_eq!(json!(legal_counts), vector["legal_counts"], "{name}");
            assert_eq!(json!(evaluated), vector["evaluated"], "{name}");
            assert_eq!(*game.position(), position(&vector["final"]), "{name}");
        }
    }
}

#[test]
fn perft_from_the_start() {
    let counts = &VECTORS["perft_from_start"];
    for (key, crowning) in [("strachey", Crowning::GoesOn), ("english_draughts", Crowning::EndsMove)] {
        // The last two counts take seconds, so only the benchmark computes them.
        for (half_moves, count) in (1..=10).zip(counts[key].as_array().unwrap()) {
            assert_eq!(json!(perft(&Position::START, half_moves, crowning)), *count, "{key} {half_moves}");
        }
    }
}

#[test]
fn perft_of_the_program() {
    let mut program = interpreter(CHECKERS, Reading::Set);
    for (half_moves, count) in (1..=5).zip(VECTORS["perft_from_start"]["strachey"].as_array().unwrap()) {
        assert_eq!(json!(count_entries(&mut program, &Position::START, half_moves)), *count, "{half_moves}");
    }
    for vector in vectors("perft_with_kings") {
        for (half_moves, count) in (1..).zip(vector["counts"].as_array().unwrap()) {
            let at = position(&vector["pos"]);
            assert_eq!(json!(count_entries(&mut program, &at, half_moves)), *count, "{at} {half_moves}");
            assert_eq!(json!(perft(&at, half_moves, Crowning::GoesOn)), *count, "{at} {half_moves}");
        }
    }
}

fn count_entries(player: &mut dyn Player, at: &Position, half_moves: u32) -> u64 {
    let legal = player.legal_positions(at).unwrap();
    if half_moves == 1 {
        return legal.len() as u64;
    }
    legal.iter().map(|next| count_entries(player, next, half_moves - 1)).sum()
}

#[test]
fn search_from_the_start() {
    let search = &VECTORS["search_from_start"];
    for (name, mut player) in players() {
        for depth_limit in 0..=if name == "twin" { 5 } else { 4 } {
            player.set_depth_limit(depth_limit);
            let legal = player.legal_positions(&Position::START).unwrap();
            let (choice, evaluated) = player.choose(&Position::START).unwrap();
            let key = depth_limit.to_string();
            assert_eq!(json!(evaluated), search["evaluated_by_DepthLimit"][&key], "{name}");
            let index = search["choice_by_DepthLimit"][&key].as_u64().unwrap() as usize;
            assert_eq!(choice, Choice::Position(legal[index]), "{name}");
        }
    }
}

/// Alpha-beta gives the same choice and value as the full search, in all positions of the vectors.
#[test]
fn a_pruning_twin_makes_the_same_choices() {
    let mut positions: Vec<Position> = vectors("positions").iter().map(|vector| position(&vector["pos"])).collect();
    positions.extend(vectors("perft_with_kings").iter().map(|vector| position(&vector["pos"])));
    positions.extend(vectors("mid_capture_kinging_at_half_move_8").iter().map(|vector| position(&vector["pos"])));
    assert_eq!(positions.len(), 319);
    let (mut whole_work, mut pruned_work) = (0, 0);
    for at in positions {
        for depth_limit in 0..5 {
            let (mut whole, mut pruned) = (Twin::new(depth_limit), Twin::new(depth_limit).pruning());
            let ((choice, most), (same, fewer)) = (whole.choose(&at).unwrap(), pruned.choose(&at).unwrap());
            assert_eq!(same, choice, "{at} at depth limit {depth_limit}");
            assert_eq!(pruned.value(&at).unwrap(), whole.value(&at).unwrap(), "{at} at depth limit {depth_limit}");
            assert!(fewer <= most);
            (whole_work, pruned_work) = (whole_work + most, pruned_work + fewer);
        }
    }
    assert!(pruned_work * 5 < whole_work, "{pruned_work} of {whole_work}");
}
