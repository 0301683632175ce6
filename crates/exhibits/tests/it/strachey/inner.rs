//! Functions inside functions, `for`, and labels with `go to`.

use focal8_exhibits::strachey::Reading;

use super::{check, complaints, failure, interpreter};

/// Returns the first complaint about a program that is refused.
fn complaint(text: &str) -> String {
    complaints(text).swap_remove(0)
}

#[test]
fn an_inner_function_uses_outer_names() {
    let text = "
        Line(a,b) = value of
          § let F(x) = a * x + b
            result is (F(0), F(1), F(2)) §
        Count(n) = value of
          § let rec Down(k) = k = 0 → NIL, Join(n * k, Down(k - 1))
            result is Down(n) §
        Deep(a) = value of
          § let F(x) = value of
              § let G(y) = a + x + y
                result is G(1) + G(2) §
            let H(z) = F(z) * 10
            result is H(a) §
        Where(a) = Double(a) + 1 where Double(x) = x + x
        Apply(Op,x) = value of § let Twice(y) = Op(Op(y)) result is Twice(x) §
        Next3(x) = x + 3
        Map(F,L) = Null(L) → NIL, Join(F(Head(L)), Map(F, Rest(L)))
        Squares(L) = value of § let Square(x) = x * x result is Map(Square, L) §
        Loop(n) = value of
          § let s = 0
            while n > 0 do
              § let Odd(m) = m - 2 * (m / 2) = 1
                if Odd(n) do s := s + n
                n := n - 1 §
            result is s §";
    check(
        text,
        &[
            ("Line(3, 4)", "(4, 7, 10)"),
            ("Count(3)", "[9, 6, 3]"),
            ("Deep(5)", "230"),
            ("Where(4)", "9"),
            ("Apply(Next3, 1)", "7"),
            ("Squares([1, 2, 3])", "[1, 4, 9]"),
            ("Loop(5)", "9"),
        ],
    );
}

#[test]
fn inner_functions_of_one_name_are_different_functions() {
    let text = "
        F(x) = x
        Both(a) = (value of § let F(x) = x + a result is F(1) §, value of § let F(x) = x * a result is F(2) §, F(7))
        Recursive(n) = value of § let F(x) = x = 0 → n, F(x - 1) result is F(3) §";
    check(text, &[("Both(10)", "(11, 20, 7)"), ("Recursive(8)", "8")]);
}

/// The inner function keeps its outer names, whatever the names mean where it is called.
#[test]
fn a_later_definition_does_not_change_the_outer_names_of_a_function() {
    let text = "
        Later(a) = value of
          § let G(x) = x + a
            let a = 100
            let b = G(1)
            let a = 200
            result is (b, G(1), a) §
        Parameter(a) = value of
          § let G(x) = x + a
            let H(a) = (G(a), a)
            result is H(7) §
        Inside(a) = value of
          § let G(x) = x + a
            let (s,i) = (0, value of § let a = 3 result is a + G(a) §)
            for j = step 1, 1, 3 do s := s + G(j)
            result is (s, i, a) §";
    check(text, &[("Later(10)", "(11, 11, 200)"), ("Parameter(10)", "(17, 7)"), ("Inside(10)", "(36, 16, 10)")]);
}

#[test]
fn definitions_joined_by_and_do_not_see_each_other() {
    let text = "
        F(x) = 1000
        Both(a) = value of
          § let x = 1 and G(y) = y + a
            result is (x, G(2)) §
        Outer(x) = value of
          § let x = 1 and G(y) = y + x and F(z) = F2(z)
            result is (x, G(2), F(3)) §
        F2(z) = 2 * z
        Apart(n) = value of
          § let F(x) = x + 1 and G(x) = F(x) + 1
            result is (F(n), G(n)) §
        Value(n) = value of
          § let F(x) = x + 1 and y = F(n)
            result is (F(n), y) §
        Alone(n) = value of
          § let F(x) = x = 0 → 0, 2 + F(x - 1) and G(x) = x
            result is F(G(n)) §
        Where(n) = F(n) + G(n) + k where F(x) = x + 1 and k = 100 and G(x) = F(x)
        Bare(n) = value of
          § k = n and G(x) = x * n
            result is G(k) §";
    check(
        text,
        &[
            ("Both(10)", "(1, 12)"),
            ("Outer(50)", "(1, 52, 6)"),
            ("Apart(5)", "(6, 1001)"),
            ("Value(5)", "(6, 1000)"),
            ("Alone(5)", "10"),
            ("Where(5)", "1106"),
            ("Bare(5)", "25"),
        ],
    );
}

#[test]
fn recursive_definitions_see_each_other() {
    let text = "
        Parity(n) = value of
          § let rec Even(k) = k = 0 → 0 = 0, Odd(k - 1)
            and Odd(k) = k = 0 → 0 = 1, Even(k - 1)
            result is (Even(n), Odd(n)) §
        Walk(a,b) = F(6) where rec F(n) = n = 0 → 0, a + G(n - 1) and G(n) = n = 0 → 0, b + F(n - 1)
        Three(n) = value of
          § let rec A(x) = x < 1 → 1, B(x - 1) and B(x) = x < 1 → 2, C(x - n) and C(x) = x < 1 → 3, A(x - 1)
            result is (A(0), A(1), A(2), A(30)) §
        Shadow(a) = value of
          § let rec F(n) = n = 0 → a, G(n) and G(a) = F(a - 1)
            result is F(3) §";
    check(
        text,
        &[("Parity(7)", "(false, true)"), ("Walk(1, 100)", "303"), ("Three(1)", "(1, 2, 3, 1)"), ("Shadow(8)", "8")],
    );
}

#[test]
fn joined_definitions_that_cannot_work_are_refused() {
    assert_eq!(
        complaint("F(a) = value of § let G(x) = x and H(x) = a and G(x) = 1 result is G(1) §"),
        "1:49: `G` is defined twice by definitions that `and` joins"
    );
    assert_eq!(
        complaint("F(a) = value of § let x = 1 and x = 2 result is x §"),
        "1:33: `x` is defined twice by definitions that `and` joins"
    );
    assert_eq!(
        complaint("F(a) = value of § let rec G(x) = x and k = 1 result is G(k) §"),
        "1:40: `rec` defines only functions, as in `let rec F(x) = ...`: define a value by `let` without `rec`"
    );
    assert_eq!(
        complaint("F(a) = value of § let G(x) = x and (b,c) = a result is G(b) §"),
        "1:46: `and` joins definitions of single names, not of tuples"
    );
}

#[test]
fn an_inner_function_is_typed_at_the_prompt() {
    let mut typed = interpreter("", Reading::Set);
    let mut enter = |text: &str| typed.enter(text).map_err(|errors| errors[0].fault.to_string());
    assert_eq!(enter("Thrice(a) = value of § let F(x) = 3 * x + a result is F(a) §"), Ok(None));
    assert_eq!(enter("Thrice(10)").unwrap().unwrap().to_string(), "40");
    assert_eq!(enter("let rec Fact(n) = n = 0 → 1, n * Fact(n - 1)"), Ok(None));
    assert_eq!(enter("Fact(5)").unwrap().unwrap().to_string(), "120");
    assert_eq!(enter("let rec Even(n) = n = 0 → 1, Odd(n - 1) and Odd(n) = n = 0 → 0, Even(n - 1)"), Ok(None));
    assert_eq!(enter("(Even(10), Odd(10))").unwrap().unwrap().to_string(), "(1, 0)");
    assert!(
        enter("let k = 1 and Plus(x) = x + 1").unwrap_err().ends_with("define `Plus` before it, on a line of its own")
    );
    assert_eq!(
        enter("F(2) where F(x) = x").unwrap_err(),
        "no function is defined inside a typed expression: define `F` before it, on a line of its own"
    );
}

#[test]
fn inner_functions_that_cannot_work_are_refused() {
    assert_eq!(
        complaint("F(a) = value of § let G(x) = x + a result is (G, 1) §"),
        "1:47: `G` uses names of the function around it, so it can only be called: it is no value of its own"
    );
    assert_eq!(
        complaint("F(a) = value of § let G(x) = x + a\n a := 2 result is G(1) §"),
        "1:23: `G` uses the outer name `a`, which a command changes: make `a` a parameter"
    );
    assert_eq!(
        complaint("F(a) = value of § let G(x) = value of § a := x result is a § result is G(1) §"),
        "1:23: `G` uses the outer name `a`, which a command changes: make `a` a parameter"
    );
    // The error names the inner function with the outer function in front.
    let text = "F(a) = value of § let G(x) = x / a result is G(1) §";
    let error = interpreter(text, Reading::Set).evaluate("F(0)").unwrap_err()[0].to_string();
    assert!(error.contains("division by zero") && error.contains("in F.G, called by F"), "{error}");
}

#[test]
fn for_counts_or_takes_values() {
    let text = "
        Sum(n) = value of § let s = 0
            for i = step 1, 1, n do s := s + i
            result is s §
        Down(n) = value of § let L = NIL
            for i = step n, -2, 0 do L := Join(i, L)
            result is L §
        Squares(a,b) = value of § let L = NIL
            for x = a, 2 * a, b do § let y = x * x
                                     L := Join(y, L) §
            result is L §
        Table(n) = value of § let s = 0
            for i = step 1, 1, n do for j = step i, 1, n do s := s + i * j
            result is s §
        First(n) = value of § for i = step 1, 1, n do if i * i > n do result is i
            result is 0 §
        Again(i) = value of § let s = 0
            for i = step 1, 1, i do s := s + i
            result is (s, i) §
        Tenths(n) = value of § let s = 0
            for x = step 0.0, 0.5, n do s := s + x
            result is s §";
    check(
        text,
        &[
            ("Sum(10)", "55"),
            ("Sum(0)", "0"),
            ("Down(5)", "[1, 3, 5]"),
            ("Squares(3, 1)", "[1, 36, 9]"),
            ("Table(3)", "25"),
            ("First(50)", "8"),
            ("Again(4)", "(10, 4)"),
            ("Tenths(2)", "5.0"),
        ],
    );
    assert_eq!(
        complaint("F(n) = value of § for i = step 1, n do n := i result is n §"),
        "1:37: expected the first value, the step and the last value after `step`, found `do`"
    );
    assert_eq!(
        complaint("F(n) = value of § for i = 1 n := i result is n §"),
        "1:29: a number is not multiplied by standing beside `n`: write `*` between them"
    );
}

#[test]
fn go_to_goes_to_a_label() {
    let text = "
        Gcd(a,b) = value of
          § Again: if b = 0 do go to Done
            (a,b) := (b, a - b * (a / b))
            go to Again
            Done: result is a §
        Find(L,x) = value of
          § let n = 0
            while L do
              § n := n + 1
                if Head(L) = x do goto Found
                L := Rest(L) §
            n := 0
            Found:
            result is n §";
    check(text, &[("Gcd(1071, 462)", "21"), ("Find([5, 6, 7], 7)", "3"), ("Find([5, 6, 7], 8)", "0")]);
    assert_eq!(
        failure("F(x) = value of § go to L result is x §", "F(1)"),
        "1:25: there is no label `L` here: a label is a name and `:` in front of a line of this block"
    );
    assert_eq!(
        failure("F(x) = value of § go to L\n let y = 1\n L: result is y §", "F(1)"),
        "1:25: `go to L` would leave out a definition between here and the label"
    );
    assert_eq!(
        failure("F(x) = value of § L: x := 1\n L: result is x §", "F(1)"),
        "2:2: `L` is a label of this block already"
    );
    // The letters of the words are names if they are apart.
    check("F(g,o,t) = g * o * t * o", &[("F(1, 2, 3)", "12")]);
}
