//! The language: the tables that load, the errors in faulty tables, and the moves that constraints generate.

use focal8_exhibits::al0::language::{UnknownNames, load, mend_table};
use focal8_exhibits::al0::{Move, Table, tables};
use proptest::prelude::*;

use super::{position, shipped};
use crate::folders;

/// A raw transcription may have blanks inside names; each broken name is one fault.
#[test]
fn a_broken_name_is_one_fault_and_nothing_near_is_no_suggestion() {
    let faults = |source: &str| -> Vec<String> {
        load(source, UnknownNames::AreErrors).unwrap_err().iter().map(ToString::to_string).collect()
    };
    let advice = "advice( a, true : true : legal : legal ).";
    assert_eq!(
        faults(&format!("r: если ближе _к_клетке и мат то [ a ]. {advice}")),
        ["line 1, column 9: a blank has slipped into `ближе_к_клетке`"]
    );
    assert_eq!(
        faults(&format!("r: if kings_ close and their _king _edge then [ a ]. {advice}")),
        [
            "line 1, column 7: a blank has slipped into `kings_close`",
            "line 1, column 24: a blank has slipped into `their_king_edge`",
        ]
    );
    assert_eq!(
        faults(&format!("r: если конь или мот то [ a ]. {advice}")),
        [
            "line 1, column 9: unknown goal predicate `конь`",
            "line 1, column 18: unknown goal predicate `мот`; did you mean `мат`?",
        ]
    );
}

/// Each kind of fault is put right in Russian and in English names, and everything else in the text stays.
#[test]
fn names_with_a_blank_a_capital_letter_or_a_wrong_letter_are_put_right() {
    let faulty = "% A copy.\nr: если ближе _к_клетке и мот\n  то [ шаг, ждат ].\nсовет( шаг, true : не pаздeл : Legal : legal ).\n\
                  совет( ждать, true : true : legal : their_ move ).\n";
    let right = "% A copy.\nr: если ближе_к_клетке и мат\n  то [ шаг, ждать ].\nсовет( шаг, true : не раздел : legal : legal ).\n\
                 совет( ждать, true : true : legal : their_move ).\n";
    let mended = mend_table(faulty);
    assert_eq!(mended.text, right);
    let left: Vec<String> = mended.left.iter().map(ToString::to_string).collect();
    assert_eq!(left, ["line 5, column 37: unknown move predicate `their_move`"]);
    let corrections: Vec<String> =
        mended.corrections.iter().map(|each| format!("{} {}", each.error.place, each.now)).collect();
    assert_eq!(
        corrections,
        [
            "line 2, column 9 ближе_к_клетке",
            "line 2, column 27 мат",
            "line 3, column 13 ждать",
            "line 4, column 23 раздел",
            "line 4, column 32 legal",
            "line 5, column 37 their_move",
        ]
    );
    let table = tables::shipped("misprint").unwrap();
    let mended = mend_table(table.source);
    assert!(mended.left.is_empty());
    assert_eq!(load(&mended.text, UnknownNames::AreErrors).unwrap().table, shipped("main"));
    let main = tables::shipped("main").unwrap().source;
    assert_eq!(mend_table(main).text, main);
}

/// The text of a table without comments, and the offsets of all its names.
struct Code {
    text: String,
    names: Vec<std::ops::Range<usize>>,
}

impl Code {
    fn of(table: &str) -> Code {
        Code::new(tables::shipped(table).unwrap().source)
    }

    /// Returns the main table with labels that no published table has.
    fn with_labels_of_its_own() -> Code {
        let labels = [("edge_rule", "corner_rule"), ("else_rule", "open_rule"), ("mate_in_2", "end_it_soon")];
        let main = tables::shipped("main").unwrap().source.to_owned();
        Code::new(&labels.iter().fold(main, |text, (label, own)| text.replace(label, own)))
    }

    fn new(source: &str) -> Code {
        let text: String = source.lines().map(|line| line.split('%').next().unwrap().to_owned() + "\n").collect();
        let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
        let words = text.split(|c| !is_of_name(c)).filter(|word| word.starts_with(char::is_alphabetic));
        let names = words.map(|word| word.as_ptr() as usize - text.as_ptr() as usize).zip(0..);
        let ends = |start: usize| start + text[start..].find(|c| !is_of_name(c)).unwrap();
        let names = names.map(|(start, _)| start..ends(start)).collect();
        Code { text, names }
    }

    /// Returns the text with other letters at these offsets.
    fn with(&self, range: std::ops::Range<usize>, name: &str) -> String {
        format!("{}{name}{}", &self.text[..range.start], &self.text[range.end..])
    }

    /// Mends each faulty text, and returns how many become the text of the table again, and how many do not. A text
    /// that loads in spite of its fault has two names where the table has one; nothing shows that fault.
    fn mended(&self, faulty: impl IntoIterator<Item = String>) -> (usize, usize) {
        let (mut mended, mut not_mended) = (0, 0);
        for text in faulty.into_iter().filter(|text| load(text, UnknownNames::AreErrors).is_err()) {
            let is_mended = mend_table(&text).text == self.text;
            mended += usize::from(is_mended);
            not_mended += usize::from(!is_mended);
        }
        (mended, not_mended)
    }
}

/// A blank at any place in any name of the main table is taken out again.
#[test]
fn a_blank_in_any_name_is_mended() {
    let blanks = |code: &Code| {
        let in_name = |range: &std::ops::Range<usize>| -> Vec<String> {
            let name = &code.text[range.clone()];
            let broken = |gap| format!("{} {}", &name[..gap], &name[gap..]);
            (1..name.len()).map(|gap| code.with(range.clone(), &broken(gap))).collect()
        };
        code.names.iter().flat_map(in_name).collect::<Vec<String>>()
    };
    let code = Code::of("main");
    assert_eq!(code.mended(blanks(&code)), (693, 0));
    // A label of a rule is used once, so nothing shows what it was.
    let own = Code::with_labels_of_its_own();
    assert_eq!(own.mended(blanks(&own)), (685, 14));
    // The same blank may be in every use of a name.
    let mended = mend_table(&code.text.replace("rookexposed", "rook exposed"));
    assert_eq!((mended.text, mended.left), (code.text, vec![]));
}

/// A blank in place of any `_`, or of every `_`, is made a `_` again in every name of the main tables.
#[test]
fn a_blank_in_place_of_an_underscore_is_mended() {
    let blanks = |code: &Code| {
        let in_name = |range: &std::ops::Range<usize>| -> Vec<String> {
            let name = &code.text[range.clone()];
            let one = name.match_indices('_').map(|(at, _)| format!("{} {}", &name[..at], &name[at + 1..]));
            let all = name.contains('_').then(|| name.replace('_', " "));
            one.chain(all).map(|broken| code.with(range.clone(), &broken)).collect()
        };
        code.names.iter().flat_map(in_name).collect::<Vec<String>>()
    };
    for (table, figures) in [("main", (42, 0)), ("main_ru", (110, 0))] {
        let code = Code::of(table);
        assert_eq!(code.mended(blanks(&code)), figures, "{table}");
        // The same in all names at once.
        assert_eq!(mend_table(&code.text.replace('_', " ")).text, code.text, "{table}");
    }
    let own = Code::with_labels_of_its_own();
    assert_eq!(own.mended(blanks(&own)), (38, 4));
}

/// A label of the table's own is known if the table uses it elsewhere, and words are never joined where they may be
/// separate.
#[test]
fn words_are_joined_only_to_one_known_name() {
    let advices = "advice( go_home, true : true : legal : legal ). advice( gohome, true : true : legal : legal ).";
    let check = |faulty: &str, right: &str| assert_eq!(mend_table(faulty).text, right);
    let one = "advice( go_on_now, true : true : legal : legal ).";
    check(&format!("r: if true then [ go on now ]. {one}"), &format!("r: if true then [ go_on_now ]. {one}"));
    // Two labels fit.
    let two = format!("r: if true then [ go home ]. {advices}");
    check(&two, &two);
    // The label has no other use.
    let alone = format!("my rule: if true then [ go_on_now ]. {one}");
    check(&alone, &alone);
    // A negation is two words, although a label has the same letters.
    let not = "not_mate: if not mate then [ not_mate ]. advice( not_mate, true : true : legal : legal ).";
    check(not, not);
}

/// An advice with a capital letter in its label needs one correction, and the rule that names it needs none.
#[test]
fn a_label_with_a_capital_letter_is_corrected_once() {
    let mended = mend_table("r: if true then [ go ]. advice( Go, mate : true : legal : legal ).");
    assert_eq!(mended.text, "r: if true then [ go ]. advice( go, mate : true : legal : legal ).");
    assert_eq!((mended.corrections.len(), mended.left), (1, vec![]));
}

/// In the test files, each faulty line ends with one comment `% error COLUMN: message` for each error, in order.
#[test]
fn every_error_is_reported_where_it_is() {
    for path in folders::files("tests/data/al0/err", ".al0", 2..=2) {
        let source = std::fs::read_to_string(&path).unwrap();
        let mut wanted = vec![];
        for (line, text) in (1..).zip(source.lines()) {
            wanted.extend(text.split("% error ").skip(1).map(|error| format!("{line}:{}", error.trim())));
        }
        let errors = load(&source, UnknownNames::AreErrors).expect_err("this table has errors");
        let found: Vec<String> = errors
            .iter()
            .map(|error| format!("{}:{}: {}", error.place.line, error.place.column, error.fault))
            .collect();
        assert_eq!(found, wanted, "{}", path.display());
    }
}

#[test]
fn an_unfinished_statement_is_reported_at_the_end_of_the_file() {
    let errors = load("r: if true then [ a ].\nadvice( a, true : true : legal : legal )\n", UnknownNames::AreErrors);
    let errors: Vec<String> = errors.unwrap_err().iter().map(ToString::to_string).collect();
    assert_eq!(errors, ["line 3, column 1: expected `.` at the end of the statement, found the end of the file"]);
}

fn table(source: &str) -> Table {
    load(source, UnknownNames::AreErrors).unwrap_or_else(|errors| panic!("{source}\n{errors:?}")).table
}

fn check_same(a: &str, b: &str) {
    assert_eq!(table(a), table(b), "{a}\n{b}");
}

#[test]
fn layout_and_comments_do_not_matter() {
    let source = tables::shipped("main").unwrap().source;
    let words: Vec<&str> =
        source.lines().filter(|line| !line.starts_with('%')).flat_map(str::split_whitespace).collect();
    check_same(source, &words.join(" "));
    check_same(source, &words.join("\r\n"));
    check_same(source, &words.join("%a comment. with a full stop.\n\t"));
    check_same(source, &format!("\u{feff}{source}"));
    check_same(source, source.trim_end());
    check_same(source, &source.replace("rule:", "rule ::"));
    check_same(source, &source.replace(" then (depth = 2) and checkmove", " then ((depth = 2) and checkmove)"));
    check_same(source, &source.replace("not rooklost", "(not (rooklost))"));
}

#[test]
fn rules_and_advices_come_in_any_order() {
    let source = tables::shipped("toy").unwrap().source;
    let (rules, advices) = source.split_at(source.find("advice(").unwrap());
    check_same(source, &format!("{advices}\n{rules}"));
}

#[test]
fn both_editions_are_one_table_but_for_the_labels() {
    for (english, russian) in [("main", "main_ru"), ("toy", "toy_ru")] {
        let (english, russian) = (shipped(english), shipped(russian));
        for (a, b) in english.rules.iter().zip(&russian.rules) {
            assert_eq!((&a.condition, &a.advices), (&b.condition, &b.advices));
        }
        for (a, b) in english.advices.iter().zip(&russian.advices) {
            assert_eq!((&a.better, &a.holding, &a.us, &a.them), (&b.better, &b.holding, &b.us, &b.them));
        }
        assert_eq!((english.rules.len(), english.advices.len()), (russian.rules.len(), russian.advices.len()));
    }
}

#[test]
fn letters_with_separate_accents_are_the_same_letters() {
    let source = tables::shipped("main_ru").unwrap().source;
    let apart = source.replace('й', "и\u{0306}");
    assert_ne!(source, apart);
    // In labels too, the letter with a separate accent becomes one letter, so the tables are equal.
    check_same(source, &apart);
}

#[test]
fn not_binds_tighter_than_and_and_and_tighter_than_or() {
    let goal = |condition: &str| {
        table(&format!("r: if {condition} then [ a ]. advice( a, true : true : legal : legal ).")).rules[0]
            .condition
            .clone()
    };
    assert_eq!(goal("not mate and stalemate or lpatt"), goal("((not mate) and stalemate) or lpatt"));
    assert_eq!(goal("mate or stalemate and lpatt"), goal("mate or (stalemate and lpatt)"));
    assert_ne!(goal("mate or stalemate and lpatt"), goal("(mate or stalemate) and lpatt"));
    assert_eq!(goal("not not mate"), goal("not (not mate)"));
    assert_eq!(goal("не мат и пат или l_конфиг"), goal("not mate and stalemate or lpatt"));
}

/// Checks the moves that a constraint of White's side generates at a depth, in the position K b2, R c3, k e5.
fn check_moves(constraint: &str, depth: u32, wanted: &str) {
    let source = format!("r: if true then [ a ]. advice( a, true : true : {constraint} : nomove ).");
    let mut position = position("Kb2 Rc3 ke5");
    position.depth = depth;
    let mut moves: Vec<Move> = vec![];
    table(&source).advices[0].us.generate(position, &mut moves);
    let found: Vec<String> = moves.iter().map(Move::to_string).collect();
    assert_eq!(found.join(" "), wanted, "{constraint}");
}

#[test]
fn constraints_generate_in_order() {
    let king = "Kb2c1 Kb2a3 Kb2a1 Kb2c2 Kb2a2 Kb2b3 Kb2b1";
    let rook = "Rc3c1 Rc3a3 Rc3c2 Rc3b3 Rc3c4 Rc3d3 Rc3c5 Rc3e3 Rc3c6 Rc3f3 Rc3c7 Rc3g3 Rc3c8 Rc3h3";
    check_moves("kingdiagfirst", 0, king);
    check_moves("rookmove", 0, rook);
    check_moves("legal", 0, &format!("{king} {rook}"));
    check_moves("checkmove", 0, "Rc3e3 Rc3c5");
    check_moves("nomove", 0, "");
}

/// The queen moves along the file and the rank as the rook does, then along the diagonals.
#[test]
fn the_moves_of_a_queen_in_order() {
    let source = "piece( queen ). r: if true then [ a ].
                  advice( a, true : true : (depth = 0) and queenmove then (depth = 1) and checkmove : nomove ).";
    let mut position = position("Kb2 Qc3 kh7");
    let mut moves: Vec<Move> = vec![];
    table(source).advices[0].us.generate(position, &mut moves);
    let found: Vec<String> = moves.iter().map(|queen| queen.to.to_string()).collect();
    let wanted = "c1 a3 c2 b3 c4 d3 c5 e3 c6 f3 c7 g3 c8 h3 a5 b4 d4 d2 e5 e1 f6 g7 h8";
    assert_eq!(found.join(" "), wanted);

    position.depth = 1;
    moves.clear();
    table(source).advices[0].us.generate(position, &mut moves);
    let found: Vec<String> = moves.iter().map(|queen| queen.to.to_string()).collect();
    assert_eq!(found.join(" "), "h3 h8 c7 g7 c2 d3");
}

#[test]
fn a_table_names_its_own_piece() {
    let check = |source: &str, wanted: &[&str]| {
        let errors = load(source, UnknownNames::AreErrors).unwrap_err();
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(errors, wanted);
    };
    let rest = "r: if not rooklost then [ a ]. advice( a, true : true : ход_ладьей : nomove ).";
    check(
        &format!("piece( queen ). {rest}"),
        &[
            "line 1, column 27: `rooklost` is not for a queen, which White has in this table; write `queenlost`",
            "line 1, column 73: `ход_ладьей` is not for a queen, which White has in this table; write `ход_ферзём`",
        ],
    );
    let mended = mend_table(&format!("piece( queen ). {rest}"));
    assert_eq!(mended.left, []);
    assert!(mended.text.contains("not queenlost"), "{}", mended.text);
    check(
        &format!("{rest} piece( rook )."),
        &["line 1, column 80: the statement `piece` must come first, and only once"],
    );
    check(
        &format!("фигура( bishop ). {rest}"),
        &["line 1, column 9: expected `rook` (`ладья`) or `queen` (`ферзь`), found `bishop`"],
    );
    // The historic tables declare no piece; the declaration of the rook changes nothing.
    check_same(rest, &format!("фигура( ладья ). {rest}"));
}

#[test]
fn constraints_combine() {
    // A depth test enables or disables the constraint that it is joined to, and generates no moves.
    check_moves("(depth = 0)", 0, "");
    check_moves("(depth = 0) and checkmove", 0, "Rc3e3 Rc3c5");
    check_moves("(depth = 0) and checkmove", 2, "");
    check_moves("checkmove and (depth < 3)", 2, "Rc3e3 Rc3c5");
    check_moves("checkmove and (depth < 3)", 4, "");
    check_moves("(depth < 3) and (depth = 2) and checkmove", 2, "Rc3e3 Rc3c5");
    check_moves("((depth = 0) then (depth = 2)) and checkmove", 2, "Rc3e3 Rc3c5");
    check_moves("(depth = 0) and kingdiagfirst then (depth = 2) and checkmove", 2, "Rc3e3 Rc3c5");
    // The first constraint that generates moves sets the order; the others only filter.
    check_moves("checkmove and legal", 0, "Rc3e3 Rc3c5");
    check_moves("legal and checkmove", 0, "Rc3c5 Rc3e3");
    check_moves("rookmove and kingdiagfirst", 0, "");
    check_moves("checkmove and nomove", 0, "");
    check_moves("legal and (checkmove then nomove)", 0, "Rc3c5 Rc3e3");
    // A move that is generated twice is kept twice.
    check_moves("checkmove then checkmove", 0, "Rc3e3 Rc3c5 Rc3e3 Rc3c5");
    check_moves("ход_шах затем нет_хода затем ход_шах", 0, "Rc3e3 Rc3c5 Rc3e3 Rc3c5");
    check_moves("(depth < 99999999999999) and checkmove", 0, "Rc3e3 Rc3c5");
}

/// The historic program treated an undefined name as false.
#[test]
fn unknown_names_may_be_read_as_false() {
    let source = "r: if mait or not stalmate then [ a ]. advice( a, legal : true : rookmov then checkmove : mate ).";
    let errors = load(source, UnknownNames::AreErrors).unwrap_err();
    assert_eq!(errors.len(), 5, "{errors:?}");
    let loaded = load(source, UnknownNames::AreFalse).unwrap();
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "line 1, column 7: unknown goal predicate `mait`; did you mean `mate`? (read as never true)",
            "line 1, column 19: unknown goal predicate `stalmate`; did you mean `stalemate`? (read as never true)",
            "line 1, column 51: expected a goal predicate, but `legal` is a move predicate (read as never true)",
            "line 1, column 66: unknown move predicate `rookmov`; did you mean `rookmove`? (read as no moves)",
            "line 1, column 91: expected a move predicate, but `mate` is a goal predicate (read as no moves)",
        ]
    );
    let position = position("Kb2 Rc3 ke5");
    assert!(loaded.table.rules[0].condition.holds(position, position), "not unknown is true");
    assert!(!loaded.table.advices[0].better.holds(position, position));
    let mut moves = vec![];
    loaded.table.advices[0].us.generate(position, &mut moves);
    assert_eq!(moves.len(), 2, "only the checks");
    let still_wrong = "r: if true then [ b ]. advice( a, true : true : legal : legal ).";
    assert_eq!(load(still_wrong, UnknownNames::AreFalse).unwrap_err().len(), 1, "an advice must exist all the same");
}

#[test]
fn oddities_are_warned_of() {
    let check = |source: &str, wanted: &[&str]| {
        let loaded = load(source, UnknownNames::AreErrors).unwrap();
        let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(warnings, wanted);
    };
    check("", &["line 1, column 1: the table has no rules"]);
    check(
        ":- op(190, xfy, and), op(200, xfx, [if, then]). % from a Prolog listing\n\
         r: if true then [ a ].\nadvice( a, true : true : legal : legal ).\nadvice( b, true : true : legal : legal ).",
        &["line 1, column 1: a directive to Prolog, skipped", "line 4, column 9: no rule names the advice `b`"],
    );
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    for deep in ["(".repeat(100_000), "not ".repeat(100_000)] {
        let errors = load(&format!("r: if {deep}"), UnknownNames::AreErrors).unwrap_err();
        assert_eq!(errors[0].fault.to_string(), "nested more than 100 deep");
    }
}

/// Checks that loading the text as a table causes no panic, and that the place of every reported error is inside the
/// text.
fn check_any_text(source: &str) {
    if let Err(errors) = load(source, UnknownNames::AreErrors) {
        assert!(!errors.is_empty());
        let lines: Vec<&str> = source.split('\n').collect();
        for error in errors {
            let line = lines.get(error.place.line - 1).unwrap_or_else(|| panic!("{error}"));
            assert!(error.place.column <= line.chars().count() + 1, "{error}");
        }
    }
}

proptest! {
    #![proptest_config(crate::seeded::seeded())]

    #[test]
    fn any_text_is_read_without_a_panic(source in any::<String>()) {
        check_any_text(&source);
    }

    #[test]
    fn any_words_are_read_without_a_panic(words in prop::collection::vec(prop::sample::select(&[
        "advice", "совет", "(", ")", "[", "]", ",", ":", "::", ".", "if", "then", "and", "or", "not", "depth", "=", "<",
        "0", "legal", "mate", "раздел", "label", ":-", "%\n", "X", "\n",
    ][..]), 0..60)) {
        check_any_text(&words.join(" "));
    }
}
