//! Tests that every call gives the same result, or the same fault at the same place, with and without the typed
//! machine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use focal8_exhibits::strachey::{
    CHECKERS, Fault, Interpreter, Player, PlayerError, Position, Program, Reading, Sampler, Value,
};
use proptest::prelude::*;

/// Returns the result of a call as text. Checks that the result is the same with and without the typed machine.
fn both(text: &str, call: &str, reading: Reading) -> String {
    let program = Program::new("twice.cpl", text, reading).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let mut plain = Interpreter::new(program.clone());
    plain.stay_plain();
    let mut faster = Interpreter::new(program);
    let show = |machine: &mut Interpreter| match machine.evaluate(call) {
        Ok(value) => value.to_string(),
        Err(complaints) => complaints[0].to_string(),
    };
    let expected = show(&mut plain);
    assert_eq!(show(&mut faster), expected, "{call} in\n{text}");
    // The second call uses the plan of the first one.
    assert_eq!(show(&mut faster), expected, "{call} once more in\n{text}");
    expected
}

fn set(text: &str, call: &str) -> String {
    both(text, call, Reading::Set)
}

#[test]
fn values_of_all_kinds_come_through() {
    let text = "Pair(x) = (x, Join(x, NIL))
                Word(n) = n = 0 → Resign, n = 1 → NIL, n = 2 → (n, Board), n = 3 → n > 2, Join(n, NIL)
                Same(x) = x
                Twice(L) = Null(L) → NIL, value of § let (h,t) = Next(L) result is Join(h, Join(h, Twice(t))) §
                Before(L,M) = Join(L, M)
                Mixed(n) = n = 0 → NIL, n = 2 → Join(n, Mixed(n - 1)), Join((n, n), Mixed(n - 1))
                Last(L) = value of § let (h,t) = Next(L) result is Null(t) → h, Last(t) §";
    assert_eq!(set(text, "Pair(7)"), "(7, [7])");
    set(text, "Pair((1,Board))");
    let words: Vec<String> = (0..5).map(|n| set(text, &format!("Word({n})"))).collect();
    assert_eq!(words[1], "[]");
    assert_eq!(words[4], "[4]");
    assert_eq!(set(text, "Twice([{1}, {2}])"), "[{1}, {1}, {2}, {2}]");
    assert_eq!(set(text, "Before([1,2],[3])"), "[1, 2, 3]");
    assert_eq!(set(text, "Before(NIL,NIL)"), "[]");
    assert_eq!(set(text, "Mixed(4)"), "[(4, 4), (3, 3), 2, (1, 1)]");
    assert_eq!(set(text, "Last([(1,2), 3, NIL])"), "[]");
    let least = "Least(a,b,c) = MinList(a, MinList(b) = NIL → NIL, b, c, a)
                 Signed(a,b) = MinList((a, Board), (b, Zero), NIL, (a, Zero), (b, Zero))";
    assert_eq!(set(least, "Least(3, 0, -1)"), "[-1, 3]");
    assert_eq!(set(least, "Least({3}, Zero, {1})"), "[{1}, {3}]");
    assert!(set(least, "Signed(1, -1)").starts_with("[(-1, {}), (1, {}), (1, {5"));
    for odd in ["Least(1, {1}, (1,2))", "Least(NIL, [1], Resign)", "Least(1 = 1, 1 = 2, 1 = 1)"] {
        set(least, odd);
    }
    // The list has elements of different kinds, or is too deep for a plan.
    set(text, "Same([1, {1}, (1,2), [1], NIL, Resign, 1 = 1])");
    set(text, "Same([[[[[[[[1]]]]]]]])");
    set(text, "Same((1,2,3,4,5,6,7,8,9,10,11,12))");
}

#[test]
fn faults_have_their_places_whoever_meets_them() {
    let text = "F(n) = n * n * n * n
                G(n) = n = 0 → Next(NIL), G(n - 1)
                H(L) = value of § let (a,b) = Next(L) result is a + H(b) §
                I(n) = n > 100 → n + Board, I(n + n)
                J(n) = n = 0 → 0, 1 + J(n - 1)
                K(n) = K(n + 1)
                L(n,M) = n = 0 → M, Join(n, L(n - 1, n = 3 → 7, M))
                M(n) = value of § let (a,b,c) = n = 0 → (1,2), (1,2,3) result is a §
                N(a,b) = a ∧ b";
    assert!(set(text, "F(100000)").contains("twice.cpl:1:8: the number is too large"));
    assert_eq!(set(text, "F(-3)"), "81");
    assert!(set(text, "G(50)").contains("`Next` of an empty list"));
    assert!(set(text, "H([1,2])").contains("twice.cpl:3:"));
    assert!(set(text, "I(1)").contains("`+` does not work on a number and a bit string"));
    assert!(set(text, "J(240000)").contains("240000"));
    assert!(set(text, "J(260000)").contains("recursion too deep"));
    assert!(set(text, "K(0)").contains("recursion too deep"));
    assert!(set(text, "L(5, NIL)").contains("a list after the comma"));
    assert!(set(text, "M(0)").contains("the pattern of 3 names does not fit a tuple of 2"));
    assert_eq!(set(text, "M(1)"), "1");
    assert!(set(text, "N(6,2)").contains("`∧` does not work on a number and a number"));
    // Both interpreters reach the limit at the same depth, even if inlined bodies replace calls.
    let nested = "A(n) = n = 0 → 0, B(n - 1) B(n) = n = 0 → 0, 1 + C(n - 1) C(n) = n = 0 → 0, A(n - 1)";
    for n in [249_990, 249_998, 249_999, 250_000, 250_001] {
        set(nested, &format!("A({n})"));
    }
    // A recursion that ends with its call may begin when the other calls have already come to the limit.
    let below = "D(n, m) = n = 0 → E(m), 1 + D(n - 1, m) E(m) = m = 0 → 0, E(m - 1)";
    for n in 249_975..=250_000 {
        set(below, &format!("D({n}, 100)"));
    }
}

#[test]
fn the_word_reading_takes_an_empty_list_for_no_bits() {
    let text = "F(n,X) = value of § let Y = n = 0 → NIL, X result is Y + X - Zero ∨ NIL §
                G(L) = ~L ∧ Board
                H(n) = BitCount(n = 0 → NIL, Board) + BitCount(-Board)";
    for call in ["F(0, {1 2})", "F(1, {1 2})", "G(NIL)", "G([1])", "G({5})", "H(0)", "H(1)"] {
        both(text, call, Reading::Word);
        both(text, call, Reading::Set);
    }
    assert_eq!(both(text, "F(1, {1 2})", Reading::Word), "{2 3}");
}

#[test]
fn positions_are_counted_alike_and_interruption_is_the_same() {
    for depth_limit in 0..3 {
        let program = Program::new("checkers.cpl", CHECKERS, Reading::Set).unwrap();
        let (mut plain, mut faster) = (Interpreter::new(program.clone()), Interpreter::new(program));
        plain.stay_plain();
        Player::set_depth_limit(&mut plain, depth_limit);
        Player::set_depth_limit(&mut faster, depth_limit);
        for position in Sampler::new(5).take(if depth_limit < 2 { 100 } else { 10 }) {
            assert_eq!(faster.choose(&position), plain.choose(&position), "{position}");
        }
    }
    let program = Program::new("checkers.cpl", CHECKERS, Reading::Set).unwrap();
    let mut faster = Interpreter::new(program);
    Player::set_depth_limit(&mut faster, 20);
    Player::give_up_when(&mut faster, Arc::new(AtomicBool::new(true)));
    assert_eq!(faster.choose(&Position::START), Err(PlayerError::Interrupted));
    let complaint = faster.call("PositionValue", &[Position::START.to_value(), Value::Number(0)]).unwrap_err();
    assert_eq!(complaint.fault, Fault::Interrupted);
    assert!(!complaint.within.is_empty(), "{complaint}");
}

/// Returns a strategy for expressions in which n is a number, X a bit string, L a list and p a pair. The expressions of
/// level 0 call only run-time functions, those of level 1 also `F0`, and those of level 2 also `F1`.
fn expression(level: u32) -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "n",
        "X",
        "L",
        "p",
        "0",
        "3",
        "-5",
        "NIL",
        "Board",
        "Zero",
        "(n,X)",
        "Resign",
        "4611686018427387904",
        "n = 3",
        "Null(L)",
        "Null(X)",
        "DepthLimit",
    ]);
    let calls = prop::sample::select(match level {
        0 => vec!["Null", "SingleDigitFrom", "BitCount", "Next"],
        1 => vec!["Null", "Next", "BitCount", "F0"],
        _ => vec!["Next", "SingleDigitFrom", "F0", "F1"],
    });
    let operator = prop::sample::select(vec!["+", "-", "*", "/", "∧", "∨", "=", "<", ">", "∧ ~"]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 24, 3, move |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            (pair.clone(), operator.clone()).prop_map(|((a, b), operator)| format!("({a} {operator} {b})")),
            (calls.clone(), inner.clone(), pair.clone()).prop_map(|(name, a, (b, c))| match name {
                "F0" | "F1" => format!("{name}({a}, {b}, {c}, p)"),
                name => format!("{name}({a})"),
            }),
            pair.clone().prop_map(|(a, b)| format!("Join({a}, {b})")),
            pair.clone().prop_map(|(a, b)| format!("Shift({a}, {b})")),
            pair.clone().prop_map(|(a, b)| format!("({a}, {b})")),
            (inner.clone(), pair.clone()).prop_map(|(a, (b, c))| format!("(({a}) → {b}, {c})")),
            (inner.clone(), pair.clone())
                .prop_map(|(a, (b, c))| format!("(value of § let (n,L) = {a} if Null(n) then {b} result is {c} §)")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("(value of § let X = {a} result is {b} §)")),
        ]
    })
}

proptest! {
    #![proptest_config(crate::seeded::seeded())]

    #[test]
    fn any_program_gives_the_same_on_both(
        parts in (expression(0), expression(1), expression(2), expression(2)),
        call in prop::sample::select(vec![
            "F2(3, {1 5}, [1,2,3], (1,{2}))", "F2(0, Zero, NIL, (0,Board))", "Loop(5, {9}, NIL)", "Grow(6, Board, NIL)",
        ]),
        word in any::<bool>(),
    ) {
        let (f0, f1, f2, step) = parts;
        let text = format!(
            "F0(n,X,L,p) = {f0}\nF1(n,X,L,p) = {f1}\nF2(n,X,L,p) = {f2}
Loop(n,X,L) = n = 0 → (X, L), Loop(n - 1, X, value of § let p = (n,X) result is {step} §)
Grow(n,X,L) = n = 0 → L, Join(value of § let p = (n,X) result is {step} §, Grow(n - 1, X, L))"
        );
        both(&text, call, if word { Reading::Word } else { Reading::Set });
    }
}
