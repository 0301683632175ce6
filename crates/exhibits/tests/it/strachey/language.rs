//! The CPL language: programs that run, faulty programs, and the messages about the faults.

use focal8_exhibits::strachey::{CALL_LIMIT, CHECKERS, Complaint, Fault, Program, Reading, Value, is_unfinished};

use super::interpreter;
use crate::folders;

/// Returns the result of a call as text.
fn result(text: &str, call: &str) -> String {
    interpreter(text, Reading::Set).evaluate(call).unwrap_or_else(|errors| panic!("{}", errors[0])).to_string()
}

/// Returns the complaint about a call that fails.
fn complaint(text: &str, call: &str) -> Complaint {
    interpreter(text, Reading::Set).evaluate(call).expect_err(call).remove(0)
}

/// Each program of `ok/` has lines `# expect: call = result`.
#[test]
fn programs_give_what_they_expect() {
    for path in folders::files("tests/data/strachey/ok", ".cpl", 6..=6) {
        let text = std::fs::read_to_string(&path).unwrap();
        let expectations: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# expect: ")).collect();
        assert!(!expectations.is_empty(), "{} expects nothing", path.display());
        for expectation in expectations {
            let (call, expected) = expectation.rsplit_once(" = ").unwrap();
            assert_eq!(result(&text, call), expected, "{}: {call}", path.display());
        }
    }
}

/// Each program of `err/` has its errors in comments `# error line:column: what`.
#[test]
fn all_syntax_errors_come_at_once() {
    let text = include_str!("../../data/strachey/err/many.cpl");
    let errors = Program::new("many.cpl", text, Reading::Set).unwrap_err();
    let found: Vec<String> =
        errors.iter().map(|error| format!("{}:{}: {}", error.line, error.column, error.fault)).collect();
    let expected: Vec<(&str, &str)> = text
        .split("# error ")
        .skip(1)
        .map(|each| each.lines().next().unwrap().trim().split_once(": ").unwrap())
        .collect();
    let mut places: Vec<&str> = expected.iter().map(|(place, _)| *place).collect();
    let key = |place: &&str| {
        place.split_once(':').map(|(line, column)| (line.parse::<u32>().unwrap(), column.parse::<u32>().unwrap()))
    };
    places.sort_by_key(key);
    let found_places: Vec<String> = errors.iter().map(|error| format!("{}:{}", error.line, error.column)).collect();
    assert_eq!(found_places, places, "{found:#?}");
    for (place, what) in expected {
        let there = found.iter().any(|error| error.starts_with(&format!("{place}: ")) && error.contains(what.trim()));
        assert!(there, "{place}: {what}\nin {found:#?}");
    }
}

#[test]
fn an_error_shows_its_line_and_a_caret() {
    let errors = Program::new("open.cpl", "F(x) = x\n\tG(σ) = (σ + ?\n", Reading::Set).unwrap_err();
    let shown: Vec<String> = errors.iter().map(Complaint::to_string).collect();
    assert_eq!(shown, ["open.cpl:2:14: unexpected `?`\n    2 | \tG(σ) = (σ + ?\n      | \t            ^"]);
}

#[test]
fn a_parenthesis_left_open_is_named_at_the_next_definition() {
    // The text has the same fault as the text of 1966: a missing parenthesis after a conditional inside a conditional.
    let text = "F(s,C) = (s = -5) → NIL, (Null(C) → (s, C), (C, s)\n\nNextDirection(s) = s";
    let errors = Program::new("paren.cpl", text, Reading::Set).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert_eq!((errors[0].line, errors[0].column), (3, 1));
    let Fault::Unclosed { line: 1, column: 26, opener: "parenthesis", .. } = errors[0].fault else {
        panic!("{}", errors[0])
    };
}

#[test]
fn faults_while_running_have_a_place() {
    let check = |text: &str, call: &str, line: usize, column: usize, fault: Fault| {
        let complaint = complaint(text, call);
        assert_eq!((complaint.line, complaint.column, &complaint.fault), (line, column, &fault), "{complaint}");
    };
    let unknown = |name: &str| Fault::UnknownName(name.to_owned());
    check("F(x) =\n  x + q", "F(1)", 2, 7, unknown("q"));
    check("F(x) = Gone(x)", "F(1)", 1, 8, unknown("Gone"));
    check("", "F(1)", 1, 1, unknown("F"));
    check("F(x) = Terminal(StartPosition, 0)", "F(1)", 1, 8, unknown("LegalPositionsFrom"));
    check("F(x) = x(1)", "F(1)", 1, 8, Fault::NotFunction("x".to_owned()));
    check("F(x) = Board(1)", "F(1)", 1, 8, Fault::NotFunction("Board".to_owned()));
    check("F(x) = Next(NIL)", "F(1)", 1, 8, Fault::NextOfEmpty);
    check("F(L) = value of § let (h,t) = Next(L)\n result is h §", "F(NIL)", 1, 31, Fault::NextOfEmpty);
    check("F(x) = x → 1, 2", "F(1)", 1, 8, Fault::NotTruth("a number"));
    check("F(x) = value of § if (x,x) then 1 2 §", "F(1)", 1, 22, Fault::NotTruth("a tuple"));
    check("F(x) = 1 / x", "F(0)", 1, 8, Fault::DivisionByZero);
    check("F(x) = xxxxx", "F(9999999999)", 1, 8, Fault::TooLarge);
    check("F(n,L) = n = 0 → L, F(n - 1, Join(L,L))", "F(60, Join(1,NIL))", 1, 30, Fault::ListTooLong(1_000_000));
    check("F(x) = F(x + 1)", "F(0)", 1, 8, Fault::TooDeep(CALL_LIMIT));

    assert_eq!(complaint("F(x) = F(x,1)", "F(1)").fault.to_string(), "`F` takes 1 argument, not 2");
    assert_eq!(complaint("", "Shift(Zero)").fault.to_string(), "`Shift` takes 2 arguments, not 1");
    assert_eq!(complaint("", "Next(Zero)").fault.to_string(), "`Next` expects a list, not a bit string");
    assert_eq!(complaint("", "Board + 1").fault.to_string(), "`+` does not work on a bit string and a number");
    assert_eq!(complaint("", "Board - NIL").fault.to_string(), "`-` does not work on a bit string and a list");
    assert_eq!(complaint("", "1 < Board").fault.to_string(), "`<` does not work on a number and a bit string");
    assert_eq!(complaint("", "Board ∧ ~1").fault.to_string(), "`~` does not work on a number");
    assert_eq!(complaint("", "-Board").fault.to_string(), "`-` does not work on a bit string");
    let misfit = complaint("F(p) = value of § let (a,b) = p result is a §", "F((1,2,3))");
    assert_eq!(
        misfit.to_string().lines().next(),
        Some("test.cpl:1:23: the pattern of 2 names does not fit a tuple of 3")
    );
    let misfit = complaint(CHECKERS, "TerminalValue(1)");
    assert_eq!(
        misfit.to_string(),
        "call:1:1: the pattern of 4 names does not fit a number\n    1 | TerminalValue(1)\n      | ^^^^^^^^^^^^^^^^"
    );
}

#[test]
fn a_fault_nobody_reaches_does_not_stop_a_program_but_is_a_doubt() {
    let text = "F(x) = x = 0 → 1, Gone(x)\nF2(x) = F(x,x)\nF(x) = 2";
    let program = Program::new("doubt.cpl", text, Reading::Set).unwrap();
    let doubts: Vec<String> =
        program.doubts().iter().map(|doubt| format!("{}:{} {}", doubt.line, doubt.column, doubt.fault)).collect();
    assert_eq!(
        doubts,
        [
            "1:1 `F` is defined again on line 3; that definition is the one that counts",
            "1:19 `Gone` is not defined",
            "2:9 `F` takes 1 argument, not 2"
        ]
    );
    assert_eq!(result(text, "F(0)"), "2");
    assert_eq!(result("F(x) = x = 0 → 1, Gone(x)", "F(0)"), "1");
    assert!(Program::new("checkers.cpl", CHECKERS, Reading::Set).unwrap().doubts().is_empty());
}

#[test]
fn a_small_function_is_still_the_one_that_is_blamed() {
    // The interpreter copies small functions in place of calls, with the same results.
    let text = "Small(x,y) = x + y\nCaller(x) = Small(x, NIL)\nTwice(x) = Caller(x)";
    let found = complaint(text, "Twice(1)");
    assert_eq!((found.line, found.column), (1, 14));
    assert_eq!(found.within, ["Small", "Caller", "Twice"]);
    // An inlined body can use only its own names, and the arguments are evaluated even if the body does not use them.
    assert_eq!(
        result(
            "Own(y) = value of § let x = y result is x * 10 §\nF(x) = value of § let y = Own(x + 1) result is x + y §",
            "F(2)"
        ),
        "32"
    );
    let unused = "First(x,y) = x\nF(x) = First(x, Next(NIL))";
    assert_eq!(complaint(unused, "F(1)").fault, Fault::NextOfEmpty);
    let doubts = Program::new("doubt.cpl", "Small(x) = q\nF(x) = Small(x) + Small(x)", Reading::Set).unwrap().doubts();
    assert_eq!(doubts.len(), 1);
}

#[test]
fn calls_nest_deeper_than_the_host_stack() {
    let deep = "Deep(n) = n = 0 → 0, 1 + Deep(n - 1)
                Down(L) = Null(L) → 0, value of § let (h,t) = Next(L) result is 1 + Down(t) §
                Up(n,L) = n = 0 → L, Up(n - 1, Join(n,L))
                Onion(n) = n = 0 → 0, (n, Onion(n - 1))
                Nest(n) = n = 0 → NIL, Join((n,n), Join(Nest2(n - 1), NIL))
                Nest2(n) = (1, Nest(n))";
    assert_eq!(result(deep, "Deep(10000)"), "10000");
    assert_eq!(result(deep, "Deep(240000)"), "240000");
    assert_eq!(result(deep, "Down(Up(200000,NIL))"), "200000");
    // Values of any depth are compared, printed and dropped without recursion.
    assert_eq!(result(deep, "Onion(100000) = Onion(100000)"), "true");
    assert_eq!(result(deep, "Nest(50000) = Nest(49999)"), "false");
    assert!(result(deep, "Onion(100000)").ends_with(&")".repeat(100000)));
}

#[test]
fn the_deepest_nesting_that_is_permitted_needs_little_stack() {
    let nested = |part: &str| format!("F(x) = x > 0 → {}x - 1{}, x", part.repeat(95), ")".repeat(95));
    let run = move || ["(", "F("].map(|part| result(&nested(part), "F(1)"));
    let small = std::thread::Builder::new().stack_size(512 << 10).spawn(run).expect("a thread");
    assert_eq!(small.join().expect("no overflow"), ["0", "0"]);
}

#[test]
fn nesting_in_the_text_has_a_limit_instead_of_a_crash() {
    let nested = |depth: usize| format!("F(x) = {}x{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(result(&nested(99), "F(3)"), "3");
    let errors = Program::new("deep.cpl", &nested(1_000_000), Reading::Set).unwrap_err();
    assert!(matches!(errors[0].fault, Fault::NestedTooDeep(_)), "{}", errors[0].fault);
    // A long expression is not deeply nested.
    let long = |part: &str| format!("F(x) = {}0", part.repeat(10_000));
    assert_eq!(result(&long("x + "), "F(2)"), "20000");
    assert_eq!(result(&long("x = 1 → 5, "), "F(2)"), "0");
    assert_eq!(result(&long("-"), "F(2)"), "0");
}

#[test]
fn a_text_that_is_no_program_is_given_up_in_time() {
    let errors = Program::new("noise.cpl", &"? &x; 2x\n".repeat(200_000), Reading::Set).unwrap_err();
    assert_eq!(errors.len(), 1000);
    let errors = Program::new("noise.cpl", &"F(x) = 2x\n".repeat(100_000), Reading::Set).unwrap_err();
    assert_eq!(errors.len(), 1000);
}

#[test]
fn more_than_an_instruction_can_address_is_an_error() {
    let numbers: Vec<String> = (0..40_000).map(|number| number.to_string()).collect();
    let errors = Program::new("long.cpl", &format!("F(x) = ({})", numbers.join(",")), Reading::Set).unwrap_err();
    assert_eq!(errors[0].fault, Fault::TooLong("F".to_owned()));
}

#[test]
fn word_reading_takes_an_empty_list_for_an_empty_bit_string() {
    let mut word = interpreter("Move(K,f,t) = K + (t - f)\nNothing(X) = X - NIL ∨ NIL", Reading::Word);
    let bits = |members: &[u32]| Value::bits(members.iter().copied());
    // The test moves a king's bit as a number: 2^9 + (2^14 - 2^9) = 2^14.
    let moved = word.call("Move", &[bits(&[9, 30]), bits(&[9]), bits(&[14])]).unwrap();
    assert_eq!(moved, bits(&[14, 30]));
    assert_eq!(word.call("Nothing", &[bits(&[5, 9])]).unwrap(), bits(&[5, 9]));
    assert_eq!(word.evaluate("BitCount(NIL)").unwrap(), Value::Number(0));
    assert_eq!(word.evaluate("NIL = Zero").unwrap(), Value::Truth(false));
}

#[test]
fn typed_lines_add_definitions_and_name_values() {
    let mut interpreter = interpreter("F(x) = x + 1\nG(x) = F(x) * 2", Reading::Set);
    let mut typed = |text: &str| match interpreter.enter(text) {
        Ok(Some(value)) => value.to_string(),
        Ok(None) => String::new(),
        Err(complaints) => complaints[0].to_string(),
    };
    assert_eq!(typed("let L = [3, {1 2}, (4, 5)]"), "");
    assert_eq!(typed("(Length(L), Item(L, 2))"), "(3, {1 2})");
    assert_eq!(typed("let (a,b) = Item(L, 3)"), "");
    assert_eq!(typed("ab"), "20");
    // A definition may have printed values, and names that a `let` gives; parameters and inner `let`s hide these names.
    assert_eq!(typed("H(x) = x = 1 → {15} + Logical([7]), value of § let a = x result is (a, b) §"), "");
    assert_eq!(typed("(H(1), H(2))"), "({7 15}, (2, 5))");
    assert_eq!(typed("let b = 6"), "");
    assert_eq!(typed("H(2)"), "(2, 5)");
    // A typed definition takes the place of one in the program.
    assert_eq!(typed("F(x) = x * 10\nI(x) = G(x)"), "");
    assert_eq!(typed("I(2)"), "40");
    // The program's text cannot use the names.
    assert_eq!(typed("J(n) = n + q"), "");
    assert!(typed("J(1)").starts_with("definition:1:12: `q` is not defined\n    1 | J(n) = n + q\n"));
    assert!(
        typed("K(n) =\n  n + (2").starts_with("definition:2:9: expected an operator"),
        "{}",
        typed("K(n) = n + (2")
    );
    assert!(typed("let (x,y) = 3").starts_with("call:1:13: the pattern of 2 names does not fit a number"));
    assert!(typed("Item(L, 4)").starts_with("call:1:1: there is no item 4: the list has 3"));
    assert!(typed("Item(L, 0)").contains("there is no item 0"));
    assert!(typed("Length(3)").contains("`Length` expects a list, not a number"));
    assert_eq!(typed("Length(L)"), "3");
}

#[test]
fn an_entry_goes_on_while_something_is_open() {
    for open in ["F(x) =", "F(x) = value of", "F(x) = value of §\nlet a = x", "F(x) = (x,", "F(x) = x = 1 → 2,", "G([1"]
    {
        assert!(is_unfinished(open), "{open}");
    }
    for whole in ["", "# only a remark (", "F(x) = x", "F(1))", "F(x) = value of § result is x §", "x → 1, 2", "\"("]
    {
        assert!(!is_unfinished(whole), "{whole}");
    }
}

#[test]
fn a_typed_definition_replaces_the_earlier_one() {
    let mut interpreter = interpreter("F(x) = Missing(x)\nF(x) = F(x)\nG(x) = x", Reading::Set);
    assert_eq!(interpreter.program().doubts().len(), 2);
    interpreter.enter("F(x,y) = x + y").unwrap();
    assert_eq!(interpreter.program().functions().collect::<Vec<_>>(), [("G", 1), ("F", 2)]);
    assert_eq!(interpreter.program().doubts(), []);
    // Of two definitions in one typed text, the first has no effect, as in a file.
    interpreter.enter("G(x) = 1\nG(x) = 2").unwrap();
    let doubts: Vec<String> = interpreter.program().doubts().iter().map(|doubt| doubt.fault.to_string()).collect();
    assert_eq!(doubts, ["`G` is defined again on line 2; that definition is the one that counts"]);
    assert_eq!(interpreter.evaluate("F(G(0), 3)").unwrap(), Value::Number(5));
}

#[test]
fn boards_are_drawn_in_values_nested_at_any_depth() {
    let mut interpreter = interpreter("", Reading::Set);
    interpreter.enter("F(n,x) = n = 0 → x, F(n - 1, [PrintPosition(StartPosition), x])").unwrap();
    let mut drawn = |call: &str| interpreter.evaluate(call).unwrap().drawn();
    assert_eq!(drawn("F(8, 0)").lines().filter(|line| *line == "]").count(), 8);
    // In lists that are nested deeper than the limit, boards are printed as strings.
    assert_eq!(drawn("F(100000, 0)").lines().filter(|line| *line == "]").count(), 8);
}

#[test]
fn boards_in_lists_and_tuples_are_drawn() {
    let drawn = |call: &str| interpreter("", Reading::Set).evaluate(call).unwrap().drawn();
    let board = drawn("PrintPosition(StartPosition)");
    assert!(board.starts_with("|   | 5b|") && board.ends_with("Black to play.\n"), "{board}");
    assert_eq!(drawn("(PrintPosition(StartPosition), [3])"), format!("(\n{board}[3]\n)\n"));
    assert_eq!(drawn("[(1, PrintPosition(StartPosition))]"), format!("[\n(\n1\n{board})\n]\n"));
    assert_eq!(drawn("(1, [2])"), "(1, [2])\n");
}
