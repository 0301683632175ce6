//! Tests over all positions: every figure and hash of the specification, for the main table and every variant.
//!
//! Each test plays 175,168 positions, in about a second; only a test of all positions shows that a table equals the
//! historic table.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use focal8_exhibits::al0::language::{UnknownNames, load};
use focal8_exhibits::al0::survey::{Failure, Survey, differences, survey};
use focal8_exhibits::al0::tree::Reply;
use focal8_exhibits::al0::{End, Figures, Major, Position, Prospects, Side, Table, Tablebase, Verdict, tables};
use serde_json::Value;

use super::{shipped, vectors};

fn survey_of(table: &Table) -> Survey {
    static BASE: LazyLock<Tablebase> = LazyLock::new(|| Tablebase::new(Major::Rook));
    survey(table, &BASE).unwrap()
}

/// Checks that the survey contains every value of the vector.
fn check_contains(found: &Value, wanted: &Value, path: &str) {
    let Value::Object(fields) = wanted else {
        assert_eq!(found, wanted, "{path}");
        return;
    };
    for (field, wanted) in fields {
        check_contains(&found[field], wanted, &format!("{path}.{field}"));
    }
    if path.ends_with("histogram") || path.ends_with("results") || path.ends_with("counts") {
        assert_eq!(found.as_object().unwrap().len(), fields.len(), "{path} has more entries than it should");
    }
}

fn check_variant(name: &str) -> Survey {
    let vector = &vectors()["variant_tables"][name];
    let table = shipped(name);
    let survey = survey_of(&table);
    let mut found = serde_json::to_value(&survey).unwrap();
    check_contains(&found["sha256"], &vector["sha256"], name);
    if let Some(full_board) = vector["full_board"].as_object() {
        let mut wanted = full_board.clone();
        // The vectors stop a game after 60 moves; for the same games, the survey proves that the game never ends.
        if wanted.remove("move_limit_for_games").is_some() {
            for games in ["vs_perfect", "vs_centre", "vs_first"] {
                let endless = found[games]["results"].as_object_mut().unwrap().remove("endless").unwrap();
                found[games]["results"]["limit"] = endless;
            }
        }
        check_contains(&found, &Value::Object(wanted), name);
    }
    if let Some(wanted) = vector["positions_whose_answer_differs_from_main"].as_u64() {
        let different = differences(&table, &shipped("main"), || true).unwrap();
        assert_eq!(different.len() as u64, wanted, "answers of {name} that differ from main");
    }
    if let Some(answers) = vector["answers"].as_object() {
        check_contains(&found["answers"], &Value::Object(answers.clone()), name);
    }
    survey
}

#[test]
fn main_table() {
    let survey = survey_of(&shipped("main"));
    check_contains(&serde_json::to_value(&survey).unwrap(), &vectors()["full_board_main_table"], "main");
    assert_eq!(survey.answers.nodes_max, 1359);
}

/// The table mixes Russian and English words, and has an undefined name that some English listings have in the advice
/// `keeproom`. None of the 175,168 answers changes.
#[test]
fn main_table_in_russian_and_in_both_languages() {
    let source = tables::shipped("main_ru").unwrap().source;
    let source = source.replace("потеря_ладьи", "rooklost").replace(" разреш", " legal").replace("мат_2", "mate_in_2");
    let source = source.replace("иначе_правило: если", "иначе_правило :: if").replace(" и ", " and ");
    let keeproom = source.find("совет( сохранить_простр").unwrap();
    let source = source[..keeproom].to_owned() + &source[keeproom..].replacen("наш_король_на_краю", "okedge", 1);
    let loaded = load(&source, UnknownNames::AreFalse).unwrap();
    assert_eq!(loaded.warnings.len(), 1, "{:?}", loaded.warnings);
    let survey = survey_of(&loaded.table);
    check_contains(&serde_json::to_value(&survey).unwrap(), &vectors()["full_board_main_table"], "both languages");
}

#[test]
fn english_later() {
    assert_eq!(check_variant("english_later").any_defence.not_won, 48, "it cures none of the 48");
}

#[test]
fn no_stalemate() {
    check_variant("no_stalemate");
}

#[test]
fn misprint() {
    check_variant("misprint");
}

#[test]
fn mate_in_3() {
    check_variant("mate_in_3");
}

#[test]
fn toy() {
    check_variant("toy");
}

#[test]
fn tablebase() {
    let figures = serde_json::to_value(Figures::new(&Tablebase::new(Major::Rook))).unwrap();
    let mut wanted = vectors()["tablebase"].clone();
    // The vectors know the rook only.
    let legal = wanted.as_object_mut().unwrap().remove("legal_rook_side_to_move").unwrap();
    wanted["legal_white_to_move"] = legal;
    assert_eq!(figures, wanted);
}

/// The well-known figures of king and queen against king: every position is won, in ten moves at most.
#[test]
fn tablebase_of_the_queen() {
    let figures = Figures::new(&Tablebase::new(Major::Queen));
    assert_eq!((figures.legal_white_to_move, figures.all_won, figures.max_dtm), (144_508, true, 10));
    assert_eq!((figures.legal_lone_king_to_move, figures.mated_positions), (223_944, 364));
}

#[test]
fn the_table_of_the_queen_wins_every_position() {
    let table = shipped("queen");
    let survey = survey(&table, &Tablebase::new(Major::Queen)).unwrap();
    assert_eq!((survey.answers.positions, survey.any_defence.won, survey.any_defence.not_won), (144_508, 144_508, 0));
    assert_eq!(survey.any_defence.lengths.length_max, 28);
    assert!(differences(&table, &shipped("queen_ru"), || true).unwrap().is_empty());
}

/// Without the condition `not stalemate`, the table of the queen can stalemate the lone king. The survey counts the
/// positions from which this can happen.
#[test]
fn the_table_of_the_queen_needs_its_guard_against_stalemate() {
    let source = tables::shipped("queen").unwrap().source.replace(" and not stalemate", "");
    let table = load(&source, UnknownNames::AreErrors).unwrap().table;
    let survey = survey(&table, &Tablebase::new(Major::Queen)).unwrap();
    assert_eq!(survey.any_defence.not_won, 56);
    assert_eq!(survey.can_end_in.into_iter().collect::<Vec<_>>(), [(Failure::Stalemate, 56)]);
}

/// There are 48 positions that the main table does not win. The test checks the blunder in each of these positions, and
/// checks that play from any other position never reaches one of the 48.
#[test]
fn the_48_blunders_of_the_main_table() {
    let table = shipped("main");
    let prospects = Prospects::new(&table, |_, _| ()).unwrap();
    let is_won = |position: &Position| matches!(prospects.verdict(*position), Verdict::Mate(_));
    let not_won: Vec<Position> =
        Position::all_legal(Major::Rook, Side::Us).filter(|position| !is_won(position)).collect();
    let mut by_advice = BTreeMap::new();
    for &position in &not_won {
        let answer = table.consult(position).unwrap();
        let line = answer.tree().clone().unwrap();
        let (_, advice) = table.labels(&answer).unwrap();
        let theirs = position.after(line.play);
        let stalemates: Vec<_> = if theirs.is_stalemate() {
            vec![theirs]
        } else {
            let after = |reply: &Reply| Some(theirs.after(reply.reply).after(reply.tree.as_ref()?.play));
            line.replies.iter().filter_map(after).filter(|after| after.is_stalemate()).collect()
        };
        assert_eq!(stalemates.len(), 1, "one stalemate in the tree of {position:?}");
        let corner = stalemates[0].lone_king;
        assert!(matches!((corner.x(), corner.y()), (1 | 8, 1 | 8)));
        *by_advice.entry((advice, theirs.is_stalemate())).or_insert(0) += 1;
    }
    let at_once: i32 = ["approach", "keeproom"].iter().map(|advice| by_advice[&(*advice, true)]).sum();
    assert_eq!((at_once, by_advice[&("divide_in_2", false)], by_advice.len()), (40, 8, 3));

    let stalemate = End::Stalemate;
    let reached = prospects.can_end(stalemate).into_iter().filter(|&can| can).count();
    let own = not_won.iter().filter(|&&position| prospects.own_tree_can_end(position, stalemate)).count();
    assert_eq!((reached, own), (48, 48), "none of the 48 arises during play from elsewhere");
}
