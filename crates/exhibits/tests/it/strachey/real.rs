//! Real numbers in CPL.

use focal8_exhibits::strachey::{Reading, from_json, to_json};

use super::{check, interpreter};

#[test]
fn reals_are_computed() {
    check(
        "Half(x) = 0.5 * x",
        &[
            ("3.14", "3.14"),
            ("1.5 + 2.25", "3.75"),
            ("1.5 - 2", "-0.5"),
            ("2 * 0.25", "0.5"),
            // Whole numbers are divided without a remainder, unless one of them is a real.
            ("7 / 2", "3"),
            ("7.0 / 2", "3.5"),
            ("1 / 3.0", "0.3333333333333333"),
            ("Half(7)", "3.5"),
            ("Half(8)", "4.0"),
            ("-0.0", "0.0"),
            ("-(1.5)", "-1.5"),
            ("0.1 + 0.2", "0.30000000000000004"),
            ("1000000000000.0 * 1000000000000", "1000000000000000000000000.0"),
            ("1.0 / 0", "division by zero"),
            ("1.5 ∧ 2", "`∧` does not work on a real number and a number"),
            ("Shift({1}, 1.0)", "`Shift` expects a number after the comma, not a real number"),
        ],
    );
}

#[test]
fn reals_are_compared() {
    check(
        "Sort(a,b) = a < b → (a,b), (b,a)  Same(a,b) = a = b → 1, 0",
        &[
            ("1.5 < 2", "true"),
            ("2 > 2.5", "false"),
            ("Sort(2.5, 2)", "(2, 2.5)"),
            ("1 = 1.0", "true"),
            ("Same(1.0, 1)", "1"),
            ("Same(1.5, 1)", "0"),
            ("Null(0.0)", "true"),
            ("MinList(2.5, 1.5, 2.5)", "[1.5, 2.5]"),
        ],
    );
}

/// Newton's method, with a loop and with a recursion.
#[test]
fn a_program_computes_a_root() {
    let text = "
        Root(a) = value of
          § let x = a
            until x * x - a < 0.000000001 do x := 0.5 * (x + a / x)
            result is x §
        Limit(a,x) = x * x - a < 0.000000001 → x, Limit(a, 0.5 * (x + a / x))";
    check(text, &[("Root(2.0)", "1.4142135623746899"), ("Limit(2, 2.0)", "1.4142135623746899")]);
}

#[test]
fn a_number_too_large_is_a_fault() {
    let too_large = "the real number is too large: reals go to about 1.8 times 10 to the power 308";
    check("Power(x,n) = n = 0 → 1.0, x * Power(x, n - 1)", &[("Power(10.0, 400)", too_large)]);
    let digits = format!("1{}.0", "0".repeat(400));
    let errors = interpreter("", Reading::Set).evaluate(&digits).unwrap_err();
    assert_eq!(errors[0].fault.to_string(), too_large);
}

#[test]
fn reals_are_written_as_json() {
    for (text, json) in [("2.5", "2.5"), ("4.0", "4.0"), ("[1, 0.125]", r#"{"list":[1,0.125]}"#)] {
        let value = interpreter("", Reading::Set).evaluate(text).unwrap();
        assert_eq!(to_json(&value), json);
        assert_eq!(from_json(&serde_json::from_str(json).unwrap()).unwrap().to_string(), text);
    }
}
