//! Tests of matrices in APL.

use focal8_exhibits::threeman::Workspace;

/// Executes lines in a new workspace, and returns what APL prints for the last line.
fn last(lines: &str) -> String {
    let mut workspace = Workspace::default();
    let mut printed = String::new();
    for line in lines.lines() {
        printed = match workspace.execute(line) {
            Ok(value) => value.map_or_else(String::new, |value| value.to_string()),
            Err(error) => format!("{}: {}", error.reason.kind(), error.reason),
        };
    }
    printed
}

/// Checks the output of each line. `m` is the matrix of the numbers from 1 to 6 in two rows.
fn check(lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(last(&format!("m←2 3⍴⍳6\n{line}")), *expected, "{line}");
    }
}

#[test]
fn a_matrix_is_made_and_shown() {
    check(&[
        ("2 3⍴⍳6", "1 2 3\n4 5 6"),
        ("2 2⍴1 ¯20 300 4", "  1 ¯20\n300   4"),
        ("2 3⍴'abcdef'", "abc\ndef"),
        ("'x',2 2⍴⍳4", "x 1 2\nx 3 4"),
        ("2 2⍴0.5", "0.5 0.5\n0.5 0.5"),
        ("0 3⍴1", ""),
        ("3 0⍴1", "\n\n"),
        ("⍴m", "2 3"),
        ("⍴⍴m", "2"),
        ("≢m", "2"),
        (",m", "1 2 3 4 5 6"),
        ("3 2⍴m", "1 2\n3 4\n5 6"),
        ("4⍴m", "1 2 3 4"),
        ("2000 2000⍴1", "WS FULL: a value has at most 1048576 items"),
        ("2 3 4⍴⍳6", "RANK ERROR: there are scalars, vectors and matrices here, and nothing of more than two axes"),
    ]);
}

#[test]
fn rows_and_columns_have_indexes() {
    check(&[
        ("m[1;2]", "2"),
        ("m[2;]", "4 5 6"),
        ("m[;2]", "2 5"),
        ("m[;3 1]", "3 1\n6 4"),
        ("m[2 1;3 1]", "6 4\n3 1"),
        ("⍴m[;,1]", "2 1"),
        ("m[;]", "1 2 3\n4 5 6"),
        ("(⍉m)[3;]", "3 6"),
        ("m[1;4]", "INDEX ERROR: there is no item 4: the vector has 3"),
        ("m[3;]", "INDEX ERROR: there is no item 3: the vector has 2"),
        ("m[1]", "RANK ERROR: [ ] takes one index of a vector, and two of a matrix: v[2], m[1;2]"),
        ("(⍳3)[1;2]", "RANK ERROR: [ ] takes one index of a vector, and two of a matrix: v[2], m[1;2]"),
        ("m[1;2;3]", "RANK ERROR: [ ] takes one index of a vector, and two of a matrix: v[2], m[1;2]"),
        ("m[1;2]←9\nm", "1 9 3\n4 5 6"),
        ("m[1;]←0\nm", "0 0 0\n4 5 6"),
        ("m[;2]←7 8\nm", "1 7 3\n4 8 6"),
        ("m[;2 3]←2 2⍴0\nm", "1 0 0\n4 0 0"),
        ("m[;2]←7 8 9", "LENGTH ERROR: 2 items on the left do not go with 3 on the right"),
        ("m[2]←7", "RANK ERROR: [ ] takes one index of a vector, and two of a matrix: v[2], m[1;2]"),
        // The indexes are computed from the right.
        ("m[n;n←2]", "5"),
    ]);
}

#[test]
fn functions_work_on_matrices() {
    check(&[
        ("10+m", "11 12 13\n14 15 16"),
        ("m×m", "1  4  9\n16 25 36".replace("1  4", " 1  4").as_str()),
        ("m÷2", "0.5   1 1.5\n  2 2.5   3"),
        ("-m", "¯1 ¯2 ¯3\n¯4 ¯5 ¯6"),
        ("m>3", "0 0 0\n1 1 1"),
        ("m≡2 3⍴⍳6", "1"),
        ("m≡⍳6", "0"),
        ("+/m", "6 15"),
        ("⌈/m", "3 6"),
        ("+/+/m", "21"),
        ("+/3 0⍴1", "0 0 0"),
        ("⌽m", "3 2 1\n6 5 4"),
        ("1⌽m", "2 3 1\n5 6 4"),
        ("¯1⌽m", "3 1 2\n6 4 5"),
        ("⍉m", "1 4\n2 5\n3 6"),
        ("m≡⍉⍉m", "1"),
        ("1 0 2/m", "1 3 3\n4 6 6"),
        ("m,m", "1 2 3 1 2 3\n4 5 6 4 5 6"),
        ("m,7 8", "1 2 3 7\n4 5 6 8"),
        ("0,m", "0 1 2 3\n0 4 5 6"),
        ("{⍵*2}¨m", " 1  4  9\n16 25 36"),
        ("(⍳3)∘.×⍳4", "1 2 3  4\n2 4 6  8\n3 6 9 12"),
        ("(⍳3)∘.=⍳3", "1 0 0\n0 1 0\n0 0 1"),
        ("3∘.+⍳2", "4 5"),
        ("m+2 2⍴1", "LENGTH ERROR: 2 rows of 3 on the left do not go with 2 rows of 2 on the right"),
        ("m+⍳6", "RANK ERROR: a matrix does not go with a vector"),
        ("m,1 2 3", "LENGTH ERROR: 2 items on the left do not go with 3 on the right"),
        ("⍋m", "RANK ERROR: ⍋ does not work on a matrix here"),
        ("m 1", "RANK ERROR: a matrix cannot be an item of another value here"),
        ("(⍳2000)∘.×⍳2000", "WS FULL: a value has at most 1048576 items"),
        ("1 2∘.+/3", "SYNTAX ERROR: + takes nothing on its left"),
    ]);
}
