//! Tests of the APL functions that arrange and reduce vectors, and of the exhibit's program in APL. One test corrects a
//! line of a function.

use focal8_exhibits::threeman::{Compared, Entry, Intake, PROGRAM, Readings, Workspace};

fn shown(workspace: &mut Workspace, line: &str) -> String {
    match workspace.execute(line) {
        Ok(value) => value.map_or_else(String::new, |value| value.to_string()),
        Err(error) => format!("{}: {}", error.reason.kind(), error.reason),
    }
}

/// Checks the output of each line; each line is executed in a new workspace.
fn check(lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(shown(&mut Workspace::default(), line), *expected, "{line}");
    }
}

#[test]
fn a_function_between_the_items() {
    check(&[
        ("+/⍳10", "55"),
        ("×/⍳5", "120"),
        ("-/1 2 3 4", "¯2"),
        ("⌈/3 1 4 1 5", "5"),
        ("∧/1 1 0", "0"),
        ("+/7", "7"),
        ("+/⍬", "0"),
        ("×/⍬", "1"),
        ("⌈/⍬", "DOMAIN ERROR: there is nothing to put ⌈ between: the vector is empty"),
        ("+/¨(1 2 3)(4 5)", "6 9"),
        ("+/(1 2)(3 4)", " 4 6 "),
        (",/(1 2)(3 4)", " 1 2 3 4 "),
        ("{⍺+10×⍵}/1 2 3", "321"),
        ("sum←+/ ⋄ sum ⍳4", "10"),
        ("f←+/ ⋄ g←f/ ⋄ 1", "SYNTAX ERROR: this / is one too many: a function takes one /"),
        ("2 +/ 1 2 3", "SYNTAX ERROR: + takes nothing on its left"),
        ("1 0 2/5 6 7", "5 7 7"),
        ("(2<⍳5)/⍳5", "3 4 5"),
        ("3/'a'", "aaa"),
        ("¯1/5", "DOMAIN ERROR: ¯1 is not a number of items"),
    ]);
}

#[test]
fn a_reduction_nests_no_deeper_than_other_values() {
    let mut workspace = Workspace::default();
    workspace.execute("r←1 2").unwrap();
    let nested: Vec<String> = (0..100).map(|_| shown(&mut workspace, "r←{a←⍺ ⋄ ,r}/0 0")).collect();
    assert_eq!(nested[98], "");
    assert_eq!(nested[99], "WS FULL: things are nested deeper than 100");
}

/// Fractions come from division and powers, or are typed; a result that is whole prints as a whole number.
#[test]
fn numbers_may_have_fractions() {
    check(&[
        ("1÷3", "0.3333333333"),
        ("3×1÷3", "1"),
        ("÷2 4 ¯8", "0.5 0.25 ¯0.125"),
        ("2*0.5 ¯1 3", "1.414213562 0.5 8"),
        ("¯1.5+3", "1.5"),
        ("1.5E3 2.5E¯7 1E5", "1500 2.5E¯7 100000"),
        ("1¯3", "1 ¯3"),
        ("(+/1 2 4)÷3", "2.333333333"),
        ("⌊2.5 ¯2.5", "2 ¯3"),
        ("⌈2.5 ¯2.5", "3 ¯2"),
        ("|¯2.5", "2.5"),
        ("1|2.75 ¯2.75", "0.75 0.25"),
        ("2.5⌈3 1", "3 2.5"),
        ("0.3=0.1+0.2", "1"),
        ("0.3<0.1+0.2", "0"),
        ("0.3≤0.1+0.2", "1"),
        ("2.5>2 3", "1 0"),
        ("0.5∊1 0.5", "1"),
        ("⍋2.5 ¯1 2", "2 3 1"),
        ("⍕1÷4", "0.25"),
        ("⍳2.5", "DOMAIN ERROR: ⍳ needs whole numbers"),
        ("1.5⌷4 5", "DOMAIN ERROR: ⌷ needs whole numbers"),
        ("1.5+'a'", "DOMAIN ERROR: + works on numbers"),
        ("0.5÷0", "DOMAIN ERROR: division by zero"),
        ("¯2*0.5", "DOMAIN ERROR: the result is not a real number"),
        ("1E300×1E300", "DOMAIN ERROR: the result has more than 128 bits"),
        ("1.5.5", "SYNTAX ERROR: . is not read here; )KEYS lists the symbols that are"),
    ]);
}

#[test]
fn vectors_are_arranged() {
    check(&[
        ("5⍴1 0", "1 0 1 0 1"),
        ("⍴4 5 6", "3"),
        ("⍴7", ""),
        ("3⍴⍬", "0 0 0"),
        ("⍬⍴4 5", "4"),
        ("2 3 4⍴⍳6", "RANK ERROR: there are scalars, vectors and matrices here, and nothing of more than two axes"),
        ("⌽1 2 3", "3 2 1"),
        ("1⌽1 2 3", "2 3 1"),
        ("¯1⌽'abc'", "cab"),
        ("5⌽⍬", ""),
        ("2↑5 6 7", "5 6"),
        ("¯2↑5 6 7", "6 7"),
        ("5↑1 2", "1 2 0 0 0"),
        ("¯4↑1 2", "0 0 1 2"),
        ("(5↑'ab'),'.'", "ab   ."),
        ("↑5 6 7", "5"),
        ("↑(1 2)(3 4)", "1 2"),
        ("↑⍬", "0"),
        ("1↓5 6 7", "6 7"),
        ("¯1↓5 6 7", "5 6"),
        ("9↓5 6 7", ""),
        ("9999999↑1", "WS FULL: a value has at most 1048576 items"),
        ("⍋3 1 2", "2 3 1"),
        ("⍒3 1 2 3", "1 4 3 2"),
        ("⍋'hello'", "2 1 3 4 5"),
        ("5 6 7⍳7 9 5", "3 4 1"),
        ("3⌈5 1", "5 3"),
        ("3⌊5 1", "3 1"),
        ("12÷4 ¯3", "3 ¯4"),
        ("0÷0", "1"),
        ("1÷0", "DOMAIN ERROR: division by zero"),
        ("2*10 0", "1024 1"),
        ("2*200", "DOMAIN ERROR: the result has more than 128 bits"),
        ("¯1*99999999999", "¯1"),
        ("¯1*¯1 ¯2", "¯1 1"),
        ("0*¯1", "DOMAIN ERROR: division by zero"),
        ("0*0 1", "1 0"),
        ("(¯1+-¯1+2*126)÷1", "¯85070591730234615865843651857942052864"),
        ("(-(2*126)+2*126)÷¯1", "DOMAIN ERROR: the result has more than 128 bits"),
        ("⌹3", "SYNTAX ERROR: ⌹ is not read here; )KEYS lists the symbols that are"),
    ]);
}

#[test]
fn items_are_assigned() {
    check(&[
        ("x←5 6 7 ⋄ x[2]←9 ⋄ x", "5 9 7"),
        ("x←5 6 7 ⋄ x[3 1]←1 2 ⋄ x", "2 6 1"),
        ("x←5 6 7 ⋄ x[1 2]←0 ⋄ x", "0 0 7"),
        ("x←y←1 2 ⋄ x[1]←9 ⋄ y", "1 2"),
        ("x←1 2 ⋄ 1+x[1]←4", "5"),
        ("x←1 2 ⋄ x[3]←4", "INDEX ERROR: there is no item 3: the vector has 2"),
        ("x←1 2 ⋄ x[1 2]←1 2 3", "LENGTH ERROR: 2 items on the left do not go with 3 on the right"),
        ("x←1 ⋄ x[1]←4", "RANK ERROR: [ ] takes items of a vector, and this is a scalar"),
        ("x[1]←4", "VALUE ERROR: x has been given no value"),
        ("f←+ ⋄ f[1]←2", "VALUE ERROR: f has been given no value"),
        ("3[1]←4", "SYNTAX ERROR: there is no name to the left of ←"),
    ]);
}

/// Executes typed lines as the prompt does, and returns the outputs.
fn typed(lines: &[&str]) -> Vec<String> {
    let (mut workspace, mut intake) = (Workspace::default(), Intake::by_hand());
    let mut outputs = Vec::new();
    for line in lines {
        for entry in intake.take(line, &workspace) {
            match entry {
                Entry::Function(_, lines) => workspace.define_function(&lines).unwrap(),
                Entry::Line(_, line) => outputs.push(shown(&mut workspace, &line)),
            }
        }
    }
    outputs
}

#[test]
fn one_line_of_a_function_is_corrected() {
    let f = ["∇r←f x", "r←x+1", "∇", "f 1"];
    let with = |more: &[&str]| typed(&[&f[..], more, &["f 1"]].concat());
    assert_eq!(with(&["∇f[1] r←x+10"]), ["2", "11"]);
    assert_eq!(with(&["∇f[2] r←r×3∇"]), ["2", "6"]);
    assert_eq!(with(&["∇f[0] r←f y", "∇f[1]r←y-1"]), ["2", "0"]);
    // The function to correct does not exist, so the line counts as the header of a new function.
    assert_eq!(Intake::by_hand().take("∇g[1] r←x", &Workspace::default()), []);
    assert!(Intake::is_header("r←f x", &Workspace::default()));
    assert!(!Intake::is_header("f x", &Workspace::default()));
}

#[test]
fn the_program_in_apl_and_the_native_functions_agree() {
    for (name, readings) in Readings::PROFILES {
        let compared = Compared::with(readings).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(compared.different, Vec::<String>::new(), "{name}");
        assert_eq!((compared.answers, compared.squares), (8575, 12528), "{name}");
    }
    assert!(PROGRAM.contains("∇r←figtype can vec"));
}
