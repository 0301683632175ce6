//! The parts of CPL that the program of 1966 does not use: commands, `where`, functions as values, and the keywords
//! that the interpreter recognizes but does not support.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use focal8_exhibits::strachey::{COMMANDS, Program, Reading, from_json, to_json};

use super::{check, complaints, failure, interpreter};

/// The program has the form of the example on most pages about CPL: definitions without `let`, a loop that runs until a
/// list is empty, an assignment to two names at once, and a parameter that is a function.
#[test]
fn a_loop_finds_the_item_with_the_largest_value() {
    let text = &format!(
        "{COMMANDS}
        Itself(x) = x
        Negative(x) = -x"
    );
    check(
        text,
        &[
            ("Largest([19, 66, 7], Itself)", "66"),
            ("Largest([19, 66, 7], Negative)", "7"),
            ("Largest([{1 2}, {5}, {1 2 3}], BitCount)", "{1 2 3}"),
            ("Largest(NIL, Itself)", "[]"),
            ("Map(Square, [1, 2, 3])", "[1, 4, 9]"),
            ("(Gcd(1071, 462), Hypotenuse(3, 4))", "(21, 25)"),
        ],
    );
}

/// The text closes some blocks with a plain `§`, and others with the crossed-out `§` of printed CPL.
#[test]
fn while_and_until_repeat_their_commands() {
    let text = "
        Power(x,n) = value of
         § let p = 1
           until n = 0 do § p := p * x; n := n - 1 §
           result is p §
        Gcd(a,b) = value of
         § while ~(b = 0) do (a,b) := (b, a - b * (a / b))
           result is a §
        Triangle(n) = value of
         § let s = 0
           let i = 0
           while i < n do
            § i := i + 1
              let j = 0
              while j < i do § j := j + 1
                               s := s + 1 §\u{20d2} §\u{20d2}
           result is s §";
    check(text, &[("Power(3, 4)", "81"), ("Power(3, 0)", "1"), ("Gcd(1071, 462)", "21"), ("Triangle(5)", "15")]);
}

#[test]
fn a_result_ends_the_block_from_inside_a_loop() {
    let text = "
        Find(L,x) = value of
         § let n = 0
           while L do
            § n := n + 1
              if Head(L) = x then result is n
              L := Rest(L) §
           result is 0 §
        Twofold(L,x) = 2 * Find(L,x) + (value of § while L do result is 100 result is 200 §)
        Sign(x) = value of § unless x < 0 then 1 result is -1 §
        Clip(x) = value of § if x > 9 do x := 9 unless x > 0 do § x := 0 § result is x §";
    check(
        text,
        &[
            ("Find([5, 6, 7], 6)", "2"),
            ("Find([5, 6, 7], 8)", "0"),
            ("Twofold([5, 6, 7], 7)", "106"),
            ("Twofold(NIL, 7)", "200"),
            ("(Sign(-3), Sign(3))", "(-1, 1)"),
            ("(Clip(-3), Clip(3), Clip(30))", "(0, 3, 9)"),
        ],
    );
}

/// An assignment changes only its own name, even if another name has the same value.
#[test]
fn names_keep_their_values_when_another_name_changes() {
    let text = "
        F(x) = value of § let y = x
                          x := x + 1
                          let z = x
                          x := 10 * x
                          result is (x,y,z) §
        Swap(a,b) = value of § (a,b) := (b,a) result is (a,b) §
        Caller(x) = value of § let y = F(x) result is (x,y) §
        Inner(x) = x + (value of § x := 100 result is x §) + x";
    check(
        text,
        &[("F(1)", "(20, 1, 2)"), ("Swap(1, 2)", "(2, 1)"), ("Caller(1)", "(1, (20, 1, 2))"), ("Inner(1)", "201")],
    );
}

#[test]
fn where_and_and_define_names() {
    let text = "
        Hypotenuse(a,b) = s + t where s = aa and t = bb
        Choice(x) = x = 0 → z, z + 1 where z = 40
        Apart(x) = value of § let x = 1 and y = x result is (x,y) §
        Nested(x) = a + b where (a,b) = (x, c where c = 7)";
    check(text, &[("Hypotenuse(3, 4)", "25"), ("Choice(1)", "41"), ("Apart(9)", "(1, 9)"), ("Nested(1)", "8")]);
}

#[test]
fn functions_are_values() {
    let text = "
        Map(F,L) = Null(L) → NIL, Join(F(Head(L)), Map(F, Rest(L)))
        Twice(x) = 2 * x
        Chosen(x) = x > 0 → Twice, BitCount
        Apply(F,x) = F(x)
        Pair(F,G) = (F,G)";
    check(
        text,
        &[
            ("Map(Twice, [1, 2, 3])", "[2, 4, 6]"),
            ("Map(BitCount, [{1 2}, {}])", "[2, 0]"),
            ("Apply(Chosen(0), Board)", "32"),
            ("Chosen(1)", "Twice"),
            ("(Pair(Twice, Join)) = Pair(Twice, Join)", "true"),
            ("Apply(MinList, 3)", "[3]"),
        ],
    );
    assert_eq!(failure(text, "Apply(7, 1)"), "5:22: `F` is not a function");
    assert_eq!(failure(text, "Apply(Pair, 1)"), "5:22: `Pair` takes 2 arguments, not 1");
    assert_eq!(failure(text, "Twice + 1"), "1:1: `+` does not work on a function and a number");
    let json = to_json(&interpreter(text, Reading::Set).evaluate("Pair(Twice, Join)").unwrap());
    assert_eq!(json, r#"{"tuple":[{"function":"Twice"},{"function":"Join"}]}"#);
    assert_eq!(to_json(&from_json(&serde_json::from_str(&json).unwrap()).unwrap()), json);
}

/// `Map` is a function of the run-time: it takes functions of the program and of the run-time, and returns one value for
/// each item, even if the values are lists.
#[test]
fn map_takes_a_function_and_a_list() {
    let text = "
        Square(x) = xx
        Cubes(L) = value of § let Cube(x) = xxx result is Map(Cube, L) §
        Count(n) = value of § let L = NIL
            for i = step n, -1, 1 do L := Join(i, L)
            result is L §
        Through(F,L) = F(Square, L)";
    check(
        text,
        &[
            ("Map(Square, [1, 2, 3])", "[1, 4, 9]"),
            ("Map(Square, [])", "[]"),
            ("Cubes([1, 2, 3])", "[1, 8, 27]"),
            ("Map(BitCount, [{1 2}, {}])", "[2, 0]"),
            ("Map(Count, [2, 0, 1])", "[[1, 2], [], [1]]"),
            ("Through(Map, [4])", "[16]"),
            // A list may have more items than calls may be nested.
            ("Length(Map(Square, Count(300000)))", "300000"),
            ("Map(1, [1])", "`Map` expects a function before the comma, not a number"),
            ("Map(Square, 1)", "`Map` expects a list after the comma, not a number"),
            ("Map(Square)", "`Map` takes 2 arguments, not 1"),
            ("Map(Join, [1])", "`Join` takes 2 arguments, not 1"),
            ("Map(Head, [[1], 7])", "`Head` expects a list, not a number"),
            // The prelude's own functions are not functions of the program.
            ("MapItems(Square, [1])", "`MapItems` is not defined"),
        ],
    );
    check("Map(F,x) = F(x) + 1", &[("Map(BitCount, {5})", "2")]);
    assert_eq!(failure("Half(x) = 1 / x", "Map(Half, [1, 0])"), "1:11: division by zero");
    assert_eq!(
        failure("F(L) = 1 + Map(L, L)", "F([1])"),
        "1:12: `Map` expects a function before the comma, not a list"
    );
    let program = Program::new("t", "Square(x) = xx", Reading::Set).unwrap();
    assert!(["Square", "Map", "Length"].iter().all(|name| program.callable().contains(name)));
    assert!(!program.callable().contains(&"MapItems"));
}

#[test]
fn a_name_at_the_prompt_may_be_a_function_and_may_change() {
    let mut typed = interpreter("Twice(x) = 2 * x", Reading::Set);
    let mut enter = |text: &str| typed.enter(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    enter("let F = Twice");
    assert_eq!(enter("F(21)").unwrap().to_string(), "42");
    enter("Twice(x) = 2 * x + 1");
    assert_eq!(enter("F(21)").unwrap().to_string(), "43");
    enter("let n = 1");
    enter("n := n + 1");
    assert_eq!(enter("n").unwrap().to_string(), "2");
    assert_eq!(enter("value of § while n < 9 do result is n result is 0 §").unwrap().to_string(), "2");
}

/// The words are those of Barron, Buxton, Hartley, Nixon and Strachey, "The main features of CPL" (1963), and of the later
/// descriptions. Each works, or its error says what to write.
#[test]
fn every_word_of_cpl_is_known() {
    let works = "
        Blocks(x) = value of § let y = x result is y §
        Rec(x) = F(x) where rec F(n) = n = 0 → 0, G(n - 1) and G(n) = F(n)
        If(x) = value of § if x then 1 unless x do result is 2 result is 3 §
        While(n) = value of § while n > 9 do n := n / 2 until n < 4 do n := n - 1 result is n §
        For(n) = value of § let s = 0; for i = step 1, 1, n do s := s + i; result is s §
        GoTo(n) = value of § go to L; n := 7; L: result is n §
        Truth(x) = x → false, true";
    check(
        works,
        &[
            ("Blocks(1)", "1"),
            ("Rec(3)", "0"),
            ("(If(true), If(false))", "(1, 2)"),
            ("While(100)", "3"),
            ("For(4)", "10"),
            ("GoTo(5)", "5"),
            ("Truth(Truth(false))", "false"),
        ],
    );
    let missing = [
        (
            "array boolean complex double function general index integer label list logical long matrix",
            "no type is declared",
        ),
        ("position real string type vector atom be", "no type is declared"),
        ("routine procedure", "every function has a value"),
        ("ref reference subst", "a function gets the values of its arguments"),
        ("fixed free", "an inner function uses the values of outer names"),
        ("test", "write `if ... do` and `unless ... do`"),
        ("or", "write `∨` between truth values"),
        ("repeat", "write `while ... do` or `until ... do`"),
        ("break", "end the loop by its condition"),
        ("return", "a block ends with `result is`"),
        ("finish", "the program ends with the value of its call"),
        ("start", "a program begins with a call"),
        ("library", "every program may call the functions of the run-time"),
        ("in", "write the definitions in a block"),
        ("go", "a jump is `go to` and a label"),
        ("switch", "write a conditional"),
    ];
    for (words, instead) in missing {
        for word in words.split(' ') {
            // Whatever stands in front of the word or after it, the error names the word.
            let texts = [
                (format!("F(x) = value of § {word} x result is x §"), "1:19"),
                (format!("F(x) = value of § x := 1 {word} x result is x §"), "1:26"),
                (format!("F(x) = x {word} = 1"), "1:10"),
                (format!("{word} F(x) = x"), "1:1"),
                (format!("F({word} x) = x"), "1:3"),
                (format!("F(x) = value of § let {word} y = x result is y §"), "1:23"),
            ];
            for (text, place) in texts {
                let found = complaints(&text);
                let expected = format!("{place}: `{word}` is a word of CPL that is not done here: {instead}");
                assert!(found[0].starts_with(&expected), "{text}\n{found:?}");
            }
        }
    }
    check("F(f,o,r,m) = form", &[("F(1, 2, 3, 4)", "24")]);
    check("F(t,r,u,e) = t * r * u * e", &[("F(1, 2, 3, 4)", "24")]);
}

#[test]
fn true_and_false_are_truth_values() {
    let text = "
        Some(F,L) = value of
          § let b = false
            while L do § if F(Head(L)) do b := true; L := Rest(L) §
            result is b §
        Positive(x) = x > 0";
    check(
        text,
        &[("Some(Positive, [-1, 0])", "false"), ("Some(Positive, [-1, 2])", "true"), ("~true ∨ true ∧ false", "false")],
    );
}

#[test]
fn errors_say_what_is_missing() {
    assert_eq!(
        complaints("F(x) = value of § while x < 3\n x := 4 result is x §")[0],
        "2:2: expected an operator or `do`, found the name `x`"
    );
    assert_eq!(
        complaints("F(x) = value of § while x < 3 do 4 result is x §")[0],
        "1:34: expected a command: an assignment `name := value`, `if`, `while`, `for`, `go to` or \
         `result is`, found the number 4"
    );
    assert_eq!(
        complaints("F(x) = value of § while x < 3 do § x := 4 result is x §")[0],
        "1:56: expected `let`, `if`, a command or the result of the block, found the end of the text: the section opened \
         at 1:17 is still open"
    );
    assert_eq!(
        complaints("F(x) = value of § while x < 3 do § x := 4")[0],
        "1:42: expected a command or `§`, found the end of the text: the section opened at 1:34 is still open"
    );
    assert_eq!(
        complaints("F(x) = y where (a,b) = x and c = 1")[0],
        "1:26: `and` joins definitions of single names, not of tuples"
    );
    let unknown = "F(x) = value of § q := 4 result is x §";
    assert_eq!(
        failure(unknown, "F(1)"),
        "1:19: `q` cannot be assigned to: it is neither a parameter nor a name that this function defines by `let`"
    );
    assert_eq!(
        failure("F(x) = value of § while x do x := 0 result is x §", "F(7)"),
        "1:25: the condition of the loop is a number: expected a truth value, or a list, which counts as true until it \
         is empty"
    );
    assert_eq!(failure("", "Head(NIL)"), "1:1: `Head` of an empty list");
    assert_eq!(failure("", "Rest(7)"), "1:1: `Rest` expects a list, not a number");
}

/// The instructions stand beside the line of the text from which the compiler made them.
#[test]
fn the_code_of_a_function_stands_beside_its_text() {
    let text = "F(x) = x\nSum(L) = value of § let s = 0\n  while L do\n    § s := s + Head(L)\n      L := Rest(L) §\n  result is F(s) §";
    let program = Program::new("t", text, Reading::Set).unwrap();
    let expected = "\
Sum(L) = value of § let s = 0  |   0  r1 <- 0
  while L do                   |   1  r2 <- L
                               |   2  unless r2 holds, go to 12
    § s := s + Head(L)         |   3  r3 <- r1
                               |   4  r5 <- L
                               |   5  r4 <- Head(r5)
                               |   6  r2 <- r3 + r4
                               |   7  r1 <- r2
      L := Rest(L) §           |   8  r3 <- L
                               |   9  r2 <- Rest(r3)
                               |  10  L <- r2
                               |  11  go to 1
  result is F(s) §             |  12  r3 <- r1
                               |  13  r2 <- r3
                               |  14  return r2
";
    let code = program.code_of("Sum").unwrap();
    assert_eq!(code, expected);
    assert_eq!(program.code_of("G"), None);
}

#[test]
fn an_endless_loop_can_be_interrupted() {
    let mut endless = interpreter("F(x) = value of § while 0 = 0 do x := x result is x §", Reading::Set);
    endless.give_up_when(Arc::new(AtomicBool::new(true)));
    assert_eq!(endless.evaluate("F(1)").unwrap_err()[0].fault.to_string(), "interrupted");
}

/// Without `let`, an equation is a definition, except as the last line of the block: there it is a comparison.
#[test]
fn an_equation_is_a_definition_except_at_the_end_of_a_block() {
    let text = "
        F(x) = value of § y = x + 1
                          y = 3 §
        G(x) = value of § (a,b) = (x, 2); a = b §
        H(x) = value of § p = x
                          p + 1 §";
    check(text, &[("F(2)", "true"), ("F(3)", "false"), ("G(2)", "true"), ("H(4)", "5")]);
}
