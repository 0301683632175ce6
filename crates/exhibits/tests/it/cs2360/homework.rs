//! The homework in Lisp: user-defined functions, the search with these functions, and the built-in solution.

use focal8_exhibits::cs2360::{Evaluator, Interpreter, Player};

use super::{VECTORS, board, session, session_with};

/// Checks the answer, or the error, for the last expression of a text.
#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(session(&[text]).last().map_or("", String::as_str), expected, "{text}");
}

#[test]
fn functions_are_defined_and_called() {
    check(
        "(defun twice (x) \"The double.\" (* 2 x)) (list (twice 4) (funcall #'twice 5) (apply 'twice '(6)))",
        "(8 10 12)",
    );
    check("(defun fact (n) (if (= n 0) 1 (* n (fact (- n 1))))) (fact 20)", "2432902008176640000");
    check("(defun first (l) 'mine) (first '(1 2))", "MINE");
    check("(defun f () (return-from f 1) 2) (f)", "1");
    check("#'car", "#<FUNCTION CAR>");
    check("(lambda (x) x)", "#<FUNCTION LAMBDA>");
    check("(mapcar #'(lambda (x y) (list x y)) '(1 2 3) '(a b))", "((1 A) (2 B))");
    check("(list (equal #'car #'car) (equal #'car #'cdr))", "(T NIL)");
    check("(funcall (lambda (x &rest y) x) 1)", "1:21: &REST is not read here: each parameter is a name");
    check("(defun if (x) x)", "1:8: IF cannot be redefined");
    check("(defun f (x y) x) (f 1)", "1:19: 1 argument given to (f x y)");
    check("(mapcar 'foo '(1))", "1:9: FOO is not a function; '( ...) is a list");
    check("(reduce #'- '(10 1 2))", "7");
    check(
        "(list (remove-if #'evenp '(1 2 3)) (remove-if-not #'evenp '(1 2 3)) (find-if #'evenp '(1 2 3)))",
        "((1 3) (2) 2)",
    );
    check("(list (position-if #'evenp '(1 2)) (count-if #'evenp '(1 2)) (mapcan #'list '(1 2)))", "(1 1 (1 2))");
    check(
        "(list (some #'evenp '(1 2)) (every #'evenp '(1 2)) (every #'evenp nil) (some #'< '(2 1) '(1 2)))",
        "(T NIL T T)",
    );
    check("(sort '(3 1 2) #'>)", "(3 2 1)");
    check("(sort '((b 1) (a 1) (c 0)) #'(lambda (x y) (< (second x) (second y))))", "((C 0) (B 1) (A 1))");
}

#[test]
fn names_are_local() {
    check("(let ((x 1) (y 2) z) (list x y z))", "(1 2 NIL)");
    check("(setq x 1) (let ((x 2) (y x)) (list x y))", "(2 1)");
    check("(setq x 1) (let* ((x 2) (y x)) (list x y))", "(2 2)");
    check("(setq x 1) (defun f () x) (let ((x 2)) (f))", "1");
    check("(let ((n 0)) (mapc #'(lambda (x) (setq n (+ n x))) '(1 2 3)) n)", "6");
    check(
        "(setq f (let ((n 0)) (lambda () (incf n)))) (list (funcall f) (funcall f) (funcall f 1))",
        "1:75: 1 argument given to (lambda)",
    );
    check("(setq f (let ((n 0)) (lambda () (incf n)))) (list (funcall f) (funcall f))", "(1 2)");
    check("(let ((x 1)) (setq x 2 y x) (list x y))", "(2 2)");
    check("(let ((l (list 1 2 3))) (setf (nth 1 l) 'b) (push 0 l) (decf (nth 3 l) 2) l)", "(0 1 B 1)");
    check("(let ((l '(1))) (setf (nth 1 l) 2))", "1:28: 1 is not an index of a list: expected 0, 1, 2, ...");
    check("(defvar a 1) (defvar a 2) (defparameter b 1 \"A name.\") (defparameter b 2) (list a b)", "(1 2)");
    check("(setq b 3) (let ((b 4)) (defvar b 9) b)", "4");
}

#[test]
fn conditions_and_loops() {
    check("(list (cond (nil 1) ((+ 1 1)) (t 3)) (cond (nil 1)) (cond ((= 1 1) 2 3)))", "(2 NIL 3)");
    check("(list (when 1 2 3) (when nil 2) (unless nil 2) (unless 1 2) (progn 1 2) (progn))", "(3 NIL 2 NIL 2 NIL)");
    check("(let ((l nil)) (dolist (x '(1 2 3) l) (push x l)))", "(3 2 1)");
    check("(let ((s 0)) (dotimes (i 5) (incf s i)) s)", "10");
    check("(list (dolist (x '(1 2 3)) (if (= x 2) (return 'two))) (dotimes (i 3)))", "(TWO NIL)");
    check("(let ((n 0)) (loop (incf n) (when (= n 7) (return n))))", "7");
    check("(dolist (x '(1 2)) (mapc #'(lambda (y) (return y)) '(9)))", "9");
    check("(return 1)", "1:1: there is no loop or function NIL for this return to leave");
    check("(if)", "1:1: 0 arguments given to (if condition then otherwise)");
    check("(let ((1 2)) 3)", "1:8: 1 is not a symbol to be defined");
    check("(cond 3)", "1:1: 1 argument given to (cond (condition expression ...) ...)");
}

#[test]
fn numbers_and_lists() {
    check("(list (floor 7 2) (floor -7 2) (floor 7 -2) (mod 7 -2) (mod -7 2) (mod -7 -2))", "(3 -4 -4 -1 1 -1)");
    check("(list (evenp 2) (oddp -1) (plusp 0) (minusp -1) (/= 1 2))", "(T T NIL T T)");
    check("(floor 1 0)", "1:10: division by zero");
    check("(floor -9223372036854775808 -1)", "1:1: the result is not a whole number of 64 bits");
    check(
        "(list (fourth '(1 2 3 4)) (fifth nil) (elt '(1 2) 1) (butlast '(1 2)) (subseq '(1 2 3) 1 2))",
        "(4 NIL 2 (1) (2))",
    );
    check("(list (assoc 'b '((a 1) (b 2))) (substitute 'x 'w '(w - w)) (identity 3))", "((B 2) (X - X) 3)");
    check("(elt '(1) 1)", "1:11: 1 is not an index of a list: expected 0, 1, 2, ...");
}

#[test]
fn strings_and_output() {
    check("(list \"a\\\"b\" (string= \"a\" \"a\") (stringp 'a))", "(\"a\\\"b\" T NIL)");
    assert_eq!(session(&["\"two", "lines\""]), ["\"two", "lines\""]);
    check(
        "(format nil \"~a ~s~~ ~D\" \"x\" \"x\" '(1 \"y\"))",
        "\"x \"x\"~ (1 \"y\")\"".replace("x \"x\"", "x \\\"x\\\"").replace("\"y\"", "\\\"y\\\"").as_str(),
    );
    assert_eq!(
        session(&["(format t \"~&~a moves~%~&\" 'wp)", "(progn (princ \"a\") (prin1 \"a\") (terpri))"]),
        ["WP moves", "NIL", "a\"a\"", "NIL"]
    );
    check("(format nil \"~x\" 1)", "1:1: ~x is no directive of format here: ~a ~s ~d ~% ~& ~~ are");
    check("(format nil \"~a\")", "1:1: there is no value for ~a in this text");
    check("(list \"abc", "1:7: this string is never closed");
    check("\"abc", "1:1: this string is never closed");
}

#[test]
fn files_are_loaded() {
    check("(load \"first.lisp\") (board-size (start-board 8))", "8");
    check("(load \"none.lisp\")", "1:1: cannot read none.lisp: there is no such file");
    // The message gives the place of a mistake in the file, and the rest of the file is not evaluated.
    let wrong = session(&["(load \"wrong.lisp\")", "a", "(f 3)"]);
    let place = "in F at wrong.lisp:3:8: B has no value; 'B is the symbol itself";
    assert_eq!(wrong, [&format!("1:1: {place}"), "1", &format!("3:1: {place}")]);
    let itself = session(&["(load \"itself.lisp\")"]);
    assert!(itself[0].ends_with("calls are nested more than 400 deep"), "{itself:?}");
}

#[test]
fn recursion_without_end_is_an_error_and_no_crash() {
    let deep = session(&["(defun f (x) (list (+ 1 (f x))))", "(f 1)", "(defun g (l) (mapcar #'g (list l)))", "(g 1)"]);
    let reason = "calls are nested more than 400 deep";
    assert!(deep[1].starts_with("2:1: in F at 1:") && deep[1].ends_with(reason), "{deep:?}");
    assert!(deep[3].starts_with("4:1: in G at 3:") && deep[3].ends_with(reason), "{deep:?}");
    // A long chain of functions that refer to each other is dropped without a deep recursion.
    check("(setq f nil) (dotimes (i 100000) (setq f (let ((g f)) (lambda () g)))) (setq f nil)", "NIL");
}

#[test]
fn the_search_takes_functions_of_the_user() {
    // The value of a board is the number of White's men, for both players. So Black also plays for White's men.
    let eval = "(defun board-eval (board view turn) (count 'w board))";
    check(&format!("{eval} (checkers '(- W - - W - - B - - - - -) 'wp 1 nil)"), "(- - - W W - - B - - - - -)");
    check(
        "(defun move-gen (b p) (list (list 'a))) (checkers (start-board 5) 'wp 1 nil)",
        "1:41: A on square 1 is none of - W B X C",
    );
    check(
        "(defun move-gen (b p) (list b)) (checkers (start-board 5) 'wp 1 nil)",
        "1:33: no move leads to WWWWW---BBBBB",
    );
    check(
        "(defun board-eval (b v p) 'good) (checkers (start-board 5) 'wp 1 nil)",
        "1:34: GOOD is not a value of a board: -1000000 to 1000000",
    );
    check("(defun move-gen (b p) nil) (play 5 1 1)", "1:28: move-gen has returned no board, and the game is not over");
    let traced = session(&[eval, "(checkers-ec '(- - W - - - B - - - B - -) 'wp 1 t)"]);
    assert_eq!(
        traced[1..],
        [
            "WP to move, your board-eval, 1 half-move ahead; values to WP",
            "         1  (- - - - W - B - - - B - -)",
            "WP moves, value 1, 1 board evaluated",
            "(- - - - W - B - - - B - -)",
        ]
    );
}

/// The user's evaluator and the native evaluator with the same rule choose the same moves, with and without pruning.
#[test]
fn the_search_with_own_functions_chooses_as_the_engines_do() {
    let mut own = Interpreter::new();
    session_with(&mut own, &["(load \"first.lisp\")", "(setq own-eval #'board-eval own-gen #'move-gen)"]);
    let mut search = Interpreter::new();
    session_with(&mut search, &["(load \"first.lisp\")"]);
    let mut native = Interpreter::new();
    session_with(&mut native, &["(setq *evaluator* 'material)"]);
    let boards: Vec<_> = VECTORS.boards.iter().filter(|known| known.n == 5).collect();
    assert_eq!(boards.len(), 75);
    let mut compared = 0;
    for known in boards {
        let call = |function: &str, depth: u8| {
            format!("({function} (board-to (board-from '{})) '{} {depth} nil)", list(&known.board), known.turn)
        };
        for depth in 1..=2 {
            let wanted = session_with(&mut native, &[call("checkers", depth)]);
            assert_eq!(session_with(&mut search, &[call("checkers", depth)]), wanted, "{}", known.board);
            assert_eq!(session_with(&mut search, &[call("checkers-ec", depth)]), wanted, "{}", known.board);
            compared += 1;
        }
    }
    assert_eq!(compared, 150);
}

/// Writes a board such as `W-B` as the list `(W - B)`.
fn list(board: &str) -> String {
    let squares: Vec<String> = board.chars().map(String::from).collect();
    format!("({})", squares.join(" "))
}

#[test]
fn the_first_solution_follows_the_rules() {
    let mut interpreter = Interpreter::new();
    session_with(&mut interpreter, &["(load \"first.lisp\")"]);
    for known in VECTORS.boards.iter().step_by(3) {
        let (given, turn) = (board(&known.board), super::player(&known.turn));
        let next: Vec<String> = given.moves(turn).map(|played| list(&given.after(turn, played).to_string())).collect();
        let next = if next.is_empty() { "NIL".to_owned() } else { format!("({})", next.join(" ")) };
        let name = if turn == Player::White { "wp" } else { "bp" };
        let value = Evaluator::Material.value(&given, Player::White, turn);
        let squares = list(&known.board);
        let calls = [format!("(move-gen '{squares} '{name})"), format!("(board-eval '{squares} 'wp '{name})")];
        assert_eq!(session_with(&mut interpreter, &calls), [next, value.to_string()], "{}", known.board);
    }
}
