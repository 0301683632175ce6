//! Missing parentheses: the tests remove each `)` of a text in turn, and `mend` inserts the `)` again.

use focal8_exhibits::strachey::{Interpreter, Program, Reading, mend};

/// A text that resembles the passage in which the printed program of 1966 lacks a parenthesis: a conditional inside a
/// conditional, followed by calls, tuples and a block.
const TEXT: &str = "Least(L,s) = (s = -5) → (s, Size(L), Ends(L)), (Null(L) → (Back(s), s, Ends(L)), value of
  § let (a,b) = Next(L)
    let t = Size(Join(a, b))
    result is (a > s → Least(b, Back(a + s)), (t, a, Ends(Join(Back(a), b)))) §)

Back(s) = s > 0 → -s, s + 1
Size(L) = Null(L) → 0, value of § let (a,b) = Next(L) result is 1 + Size(b) §
# The first item, and the rest.
Ends(L) = Null(L) → (0, NIL), Next(L)
";

/// Returns the results of several calls in a program, or the first error of the program.
fn results(text: &str) -> Vec<String> {
    let program = match Program::new("mended.cpl", text, Reading::Word) {
        Ok(program) => program,
        Err(complaints) => return vec![complaints[0].to_string()],
    };
    let mut interpreter = Interpreter::new(program);
    let calls =
        ["Least([3,1,4,1,5], 2)", "Least([1,2], 7)", "Least(NIL, 4)", "Least([9,8], -5)", "Ends(NIL)", "Size([1])"];
    let result = |call: &&str| match interpreter.evaluate(call) {
        Ok(value) => value.to_string(),
        Err(complaints) => complaints[0].fault.to_string(),
    };
    calls.iter().map(result).collect()
}

/// Removes each of the first `count` closing parentheses in turn, and mends the text. If the mended text has another
/// meaning, the result contains the line up to the removed parenthesis.
fn other_meanings(text: &str, count: usize) -> Vec<&str> {
    let right = results(text);
    let all = text.matches(')').count();
    let mut others = Vec::new();
    for (at, _) in text.match_indices(')').take(count) {
        let broken = format!("{}{}", &text[..at], &text[at + 1..]);
        let mended = mend(&broken, Reading::Word).unwrap_or_else(|| panic!("no remark for {broken}"));
        assert!(mended.is_whole, "{broken}\n{:?}", mended.remarks);
        assert_eq!(mended.remarks.len(), 1, "{broken}\n{:?}", mended.remarks);
        assert_eq!(mended.text.matches(')').count(), all, "{broken}");
        if results(&mended.text) != right {
            others.push(text[..at].lines().last().unwrap());
        }
    }
    others
}

#[test]
fn a_parenthesis_that_is_missing_at_any_place_is_put_in() {
    assert_eq!(results(TEXT)[0], "(-5, 4, (1, [4, 1, 5]))");
    // At three places, the text has another meaning that is equally possible: the arguments of the last calls may also
    // be whole conditionals.
    let ambiguous = ["Least(L,s) = (s = -5) → (s, Size(L), Ends(L)), (Null(L", "Size(L) = Null(L", "Ends(L) = Null(L"];
    assert_eq!(other_meanings(TEXT, 31), ambiguous);
    assert_eq!(TEXT.matches(')').count(), 31);
}

#[test]
fn a_text_of_one_line_is_mended_too() {
    let line = TEXT.replace("# The first item, and the rest.", "").replace('\n', " ");
    assert_eq!(other_meanings(&line, 22), ["Least(L,s) = (s = -5) → (s, Size(L), Ends(L)), (Null(L"]);
}

#[test]
fn the_remark_counts_the_places_that_fit() {
    // The inserted `)` may be before or after the `)` of the call.
    let text = "F(L) = Null(L) → (1, G(L), value of § let (a,b) = Next(L) result is (a, F(b)) §\nG(x) = x\n";
    let mended = mend(text, Reading::Set).unwrap();
    let remark = "a `)` is put in at 1:26: the parenthesis opened at 1:18 was still open at 2:1; 2 of 32 places fit, all \
                  with this meaning";
    assert_eq!(mended.remarks, [remark]);
    let nested = mend("F(a) = G((a\nG(b) = H(b)\nH(c) = c", Reading::Set).unwrap();
    assert_eq!(nested.text, "F(a) = G((a))\nG(b) = H(b)\nH(c) = c");
    let inner = "a `)` is put in at 1:12: the parenthesis opened at 1:10 was still open at 2:1";
    let outer = "a `)` is put in at 1:13: the argument list opened at 1:9 was still open at 2:1";
    assert_eq!(nested.remarks, [inner, outer]);
}

#[test]
fn the_remark_has_the_place_in_the_mended_text() {
    let mended = mend("F(a) = G(H(a, 1\nG(x,y) = x\nH(x) = x", Reading::Set).unwrap();
    assert_eq!(mended.text.lines().next(), Some("F(a) = G(H(a), 1)"));
    let places = mended.remarks.iter().map(|remark| remark.split(": ").next().unwrap());
    assert_eq!(places.collect::<Vec<_>>(), ["a `)` is put in at 1:13", "a `)` is put in at 1:17"]);
    // A string may end on a later line than the line where it begins.
    let mended = mend("F(a) = G(\"one\ntwo\"\nG(x) = x", Reading::Set).unwrap();
    assert_eq!(mended.text, "F(a) = G(\"one\ntwo\")\nG(x) = x");
    assert!(mended.remarks[0].starts_with("a `)` is put in at 2:5: "), "{:?}", mended.remarks);
}

#[test]
fn where_no_parenthesis_helps_the_remark_says_so() {
    let mended = mend("F(x) = x\nG(y) = (y = 1 → 2 3\nH(z) = z\n", Reading::Set).unwrap();
    assert!(!mended.is_whole);
    assert_eq!(mended.remarks, ["no `)` between 2:8 and 2:19 mends the program; 5 places were tried"]);
    // These texts have faults other than missing parentheses.
    assert_eq!(mend("F(x) = x ? 1\n", Reading::Set), None);
    assert_eq!(mend("F(x) = x → 1\n", Reading::Set), None);
}

#[test]
fn several_definitions_are_mended() {
    let text = "F(x) = (x > 0 → (1, x), G(x)\nG(y) = (y < 0 → -1, 0\n# the end\nH(z) = F(F(z\n";
    let mended = mend(text, Reading::Set).unwrap();
    assert!(mended.is_whole, "{:?}", mended.remarks);
    assert_eq!(mended.text, "F(x) = (x > 0 → (1, x), G(x))\nG(y) = (y < 0 → -1, 0)\n# the end\nH(z) = F(F(z))\n");
}
