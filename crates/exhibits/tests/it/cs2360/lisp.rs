//! Tests of the reader, the evaluator and the printer of Lisp, with typed sessions and with every kind of mistake.

use std::collections::BTreeSet;

use super::{Session, VECTORS, session};

/// Checks the answer, or the error, for the last expression of a line.
#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(session(&[text]).last().map_or("", String::as_str), expected, "{text}");
}

/// Returns a list such as `(W - B)` as a string such as `W-B`.
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
    check("'(a (B . c) d)", "1:8: . is not read here: lists, symbols, whole numbers, strings, 'x and #'x are");
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
fn functions_of_lists_and_numbers() {
    check("(list (eql 'a 'A) (eql 3 3) (eql '(a) '(a)) (equal '(a) '(a)) (eql nil ()))", "(T T NIL T T)");
    check("(list (car '(1 2 3)) (cdr '(1 2 3)) (cadr '(1 2 3)) (third '(1 2 3)) (last '(1 2 3)))", "(1 (2 3) 2 3 (3))");
    check(
        "(list (cons 1 '(2)) (append '(1) () '(2 3)) (reverse '(1 2)) (nthcdr 1 '(1 2)))",
        "((1 2) (1 2 3) (2 1) (2))",
    );
    check("(list (member 2 '(1 2 3)) (position 3 '(1 2 3)) (count 1 '(1 2 1)) (remove 1 '(1 2 1)))", "((2 3) 2 2 (2))");
    check(
        "(list (null ()) (atom 'a) (consp '(a)) (listp ()) (numberp 1) (symbolp nil) (zerop 1))",
        "(T T T T T T NIL)",
    );
    check(
        "(list (+ 1 2 3) (+) (* 2 3) (- 5) (- 5 2 1) (1+ 1) (1- 1) (max 1 3 2) (min 1 3 2) (abs -4))",
        "(6 0 6 -5 2 2 0 3 1 4)",
    );
    check("(list (= 1 1) (< 1 2 3) (> 1 2) (<= 1 1 2) (>= 2 2 3))", "(T T NIL T NIL)");
    check(
        "(list (if (winner (start-board 5) 'wp) 'over 'on) (if nil 1) (and 1 2) (and nil (foo)) (or nil 3) (or 1 (foo)))",
        "(ON NIL 2 NIL 3 1)",
    );
    check("(cons 1 2)", "1:9: 2 is not a list");
    check("(+ 1 'a)", "1:6: A is not a number");
    check("(* 9223372036854775807 2)", "1:1: the result is not a whole number of 64 bits");
    check("(-)", "1:1: 0 arguments given to (- number ...)");
}

#[test]
fn values_that_grow_without_end_meet_a_limit() {
    let doubled = "(setq x (list x x)) ".repeat(20);
    let printed = session(&[&format!("(setq x 'a) {doubled}")]);
    let limit = "this value is too large: printed it has more than 1048576 characters";
    assert!(printed.last().unwrap().ends_with(limit), "{:?}", printed.last());
    let wrapped = "(setq x (list x)) ".repeat(300);
    let printed = session(&[&format!("(setq x 'a) {wrapped}")]);
    assert!(printed.last().unwrap().ends_with("lists are nested deeper than 200"), "{:?}", printed.last());
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
    check("(start-board 4)", "1:14: 4 is not a size: N is 5 to 15, since a board is kept in 128 bits");
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
    // One mistake gives one message, and the session goes on.
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

proptest::proptest! {
    #![proptest_config(crate::seeded::seeded())]

    /// Every typed line gets a value or an error message, and the session continues.
    #[test]
    fn nothing_typed_ends_the_session(text in "([('; ]|nil|t|wp|bp|7|-|list|first|nth|setq|\\*white\\*|quote|start-board|move-gen|checkers|winner|\\PC){0,40}") {
        // Without this replacement, an open string would include the rest of the session.
        let text = text.replace('"', "\"\"");
        let after = session(&[text.as_str(), &")".repeat(40), "(list 'still 'here)"]);
        proptest::prop_assert_eq!(after.last().unwrap(), "(STILL HERE)");
    }
}
