//! Single positions: rule, advice, first move, tree and explanation.

use std::sync::atomic::AtomicBool;

use focal8_exhibits::al0::language::{UnknownNames, load};
use focal8_exhibits::al0::tree::{Line, Reply};
use focal8_exhibits::al0::{
    Explanation, Failure, Major, Position, Record, Side, Table, Tablebase, Unfinished, parse_reply, tree,
};
use serde_json::Value;

use super::{list, position, shipped, vectors};

/// Checks that the table's record of a position equals the vector, apart from the vector's id.
fn check(table: &Table, base: &Tablebase, vector: &Value) {
    let position = position(vector["fen"].as_str().unwrap());
    let answer = table.consult(position).unwrap();
    let record = Record::new(position, table, &answer, base);
    let mut wanted = vector.clone();
    wanted.as_object_mut().unwrap().remove("id");
    assert_eq!(serde_json::to_value(record).unwrap(), wanted, "{}", vector["id"]);
}

#[test]
fn the_main_table_answers_every_vector_in_either_language() {
    let (vectors, base) = (vectors(), Tablebase::new(Major::Rook));
    for name in ["main", "main_ru"] {
        let table = shipped(name);
        for vector in list(&vectors, "positions").iter().chain(list(&vectors, "special")) {
            check(&table, &base, vector);
        }
    }
}

#[test]
fn the_variants_answer_their_examples() {
    let (vectors, base) = (vectors(), Tablebase::new(Major::Rook));
    for name in ["english_later", "no_stalemate", "misprint", "mate_in_3", "toy", "toy_ru"] {
        let table = shipped(name);
        let examples = &vectors["variant_tables"][name.trim_end_matches("_ru")];
        for vector in list(examples, "examples") {
            check(&table, &base, vector);
        }
    }
}

#[test]
fn trees_are_printed_as_the_historic_program_printed_them() {
    let table = shipped("main");
    let answer = table.consult(position("k7/8/3K4/8/5R2/8/8/8")).unwrap();
    assert_eq!(tree::historic(answer.tree()), "4:6-3:7 .. [1:8-1:7 .. 6:4-1:4 .. nil]");
    assert_eq!(tree::drawing(answer.tree()), "Kd6c7\n└─ ka8a7  Rf4a4\n");
    assert_eq!(tree::historic(&None), "nil");
}

#[test]
fn the_hardest_position_takes_1359_nodes() {
    let answer = shipped("main").consult(position("Kh8 Re5 kf6")).unwrap();
    assert_eq!(answer.nodes, 1359);
}

/// The explanation repeats the search, and must find the same failures.
#[test]
fn explanations_agree_with_the_search() {
    let table = shipped("main");
    for position in Position::all_legal(Major::Rook, Side::Us).step_by(97) {
        let answer = table.consult(position).unwrap();
        let why = Explanation::new(&table, position, &answer, 1);
        let rule = answer.rule.unwrap();
        assert_eq!(why.rules_passed_over.len(), rule);
        let (satisfied, _) = answer.advice.unwrap();
        let tried = &table.rules[rule].advices;
        let failed: Vec<usize> = why.advices_failed.iter().map(|(advice, _)| *advice).collect();
        assert_eq!(failed, tried[..tried.iter().position(|&advice| advice == satisfied).unwrap()]);
    }
}

#[test]
fn an_explanation_names_what_is_missing() {
    let table = shipped("main");
    let position = position("8/8/8/R4K2/8/4k3/8/8");
    let answer = table.consult(position).unwrap();
    let why = Explanation::new(&table, position, &answer, 1);
    let facts = |facts: &[focal8_exhibits::al0::Fact]| -> Vec<String> {
        let name = |fact: &focal8_exhibits::al0::Fact| fact.name(Default::default()).to_owned();
        facts.iter().map(|fact| format!("{} {}", name(fact), fact.holds)).collect()
    };
    let (_, reasons) = &why.rules_passed_over[0];
    assert_eq!(facts(reasons), ["their_king_edge false"]);
    let (squeeze, Failure::EachMove(tried)) = &why.advices_failed[0] else { panic!("squeeze has moves to try") };
    assert_eq!(table.advices[*squeeze].label, "squeeze");
    let (first, Failure::NoMoves(missing)) = &tried[0] else { panic!("after a rook move they are allowed none") };
    assert_eq!(first.to_string(), "Ra5a1");
    assert_eq!(facts(missing), ["newroomsmaller false", "rookexposed true", "rookdivides false"]);
}

/// A table without depth tests would search for ever. The search ends with an error that names the advice, before the
/// stack is exhausted.
#[test]
fn an_endless_search_is_an_error() {
    let check = |them: &str| {
        let source = format!("r: if true then [ lost ]. advice( lost, mate : true : legal : {them} ).");
        let table = load(&source, UnknownNames::AreErrors).unwrap().table;
        table.consult(position("8/8/8/R4K2/8/4k3/8/8")).unwrap_err().to_string()
    };
    assert!(check("legal").starts_with("the search for advice `lost` went past depth 200"), "{}", check("legal"));
    let source = "r: if true then [ wide ].
                  advice( wide, rooklost and mate : true : (depth < 12) and legal : (depth < 12) and legal ).";
    let table = load(source, UnknownNames::AreErrors).unwrap().table;
    let error = table.consult(position("8/8/8/R4K2/8/4k3/8/8")).unwrap_err().to_string();
    assert!(error.contains("went past 10000000 positions"), "{error}");
}

#[test]
fn an_advice_satisfied_without_a_move_offers_none() {
    let source = "r: if true then [ idle ]. advice( idle, true : true : legal : nomove ).";
    let table = load(source, UnknownNames::AreErrors).unwrap().table;
    let answer = table.consult(position("8/8/8/R4K2/8/4k3/8/8")).unwrap();
    assert_eq!(table.labels(&answer), Some(("r", "idle")));
    assert_eq!(answer.first(), None);
}

#[test]
fn a_search_is_given_up_when_nobody_waits() {
    let source = "r: if true then [ a ]. advice( a, not true : true : (depth < 9) and legal : legal ).";
    let table = load(source, UnknownNames::AreErrors).unwrap().table;
    let position = position("463418");
    let give_up = AtomicBool::new(true);
    assert_eq!(table.consult_unless(position, &give_up), Err(Unfinished::Interrupted));
    let main = shipped("main");
    let position = self::position("Kf5 Ra5 ke3");
    let answer = main.consult(position).unwrap();
    assert_eq!(Explanation::unless(&main, position, &answer, 1, &give_up), None);
}

/// If the drawing of a deep tree reaches the largest width, the rest of the tree is drawn below the first part.
#[test]
fn a_deep_tree_is_continued_below() {
    let step = |text: &str| parse_reply(position("8/8/8/8/8/2k5/8/K6R b"), text).unwrap();
    let (there, back) = (step("c3c4"), step("c3d4"));
    let mut tree = Some(Box::new(Line { play: there, replies: vec![] }));
    for _ in 0..60 {
        tree = Some(Box::new(Line { play: there, replies: vec![Reply { reply: back, tree }] }));
    }
    let drawing = tree::drawing(&tree);
    assert!(drawing.lines().all(|line| line.chars().count() <= 100), "{drawing}");
    assert_eq!(drawing.lines().filter(|line| line.starts_with('[')).collect::<Vec<_>>(), ["[1]", "[2]"]);
    assert_eq!(drawing.matches("kc3d4").count(), 60);
}
