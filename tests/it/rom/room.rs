//! The memory for lines, variables and nested levels, measured on the running machine (language specification, section
//! 15).

use focal8::checkers::memory::Costs;
use focal8::focal::limits::{Functions, Limits};
use focal8::performer::Performer;

use super::console::{CORES, Console, TIMEOUT};

/// The free words in the original, for each choice of the functions to keep.
const ORIGINAL: [(Functions, u16); 3] =
    [(Functions::All, 769), (Functions::Trigonometric, 1009), (Functions::None, 1137)];

/// For each entry of `ORIGINAL`, the minimum number of additional free words in our FOCAL. Programs may depend on these
/// words.
const MORE: [u16; 3] = [79, 44, 44];

/// Returns the number of words in field 0 for variables and push-down list, and also for the text if there is only one
/// field.
fn room_in_field_0(fields: u8, functions: Functions) -> u16 {
    let console = Console::fresh(fields, functions);
    assert_eq!(console.word_at("STARTV"), console.word_at("LASTV"), "there are variables already");
    console.word_at("BOTTOM") + 1 - console.word_at("STARTV")
}

#[test]
fn there_is_more_room_than_in_the_original() {
    for ((functions, original), more) in ORIGINAL.into_iter().zip(MORE) {
        let room = room_in_field_0(1, functions);
        assert!(room >= original + more, "{functions:?}: {room} words, the original has {original}");
    }
}

/// With two fields, field 1 holds only the text, so FOCAL has at least 3500 more words than the original in 4K.
#[test]
fn a_second_field_is_room() {
    for (functions, original) in ORIGINAL {
        let text = 0o10000 - Console::fresh(2, functions).word_at("TEXTND");
        let room = room_in_field_0(2, functions) + text;
        assert!(room >= original + 3500, "{functions:?}: {room} words in 8K, the original has {original} in 4K");
    }
}

/// Returns the number of words that typed lines add to the value at `label`.
fn words_of(fields: u8, label: &str, lines: &[&str]) -> u16 {
    let before = Console::fresh(fields, Functions::All).word_at(label);
    Console::with(fields, Functions::All, lines).word_at(label) - before
}

#[test]
fn words_of_a_line_and_its_characters() {
    for (line, pieces) in [
        ("1.1", 0),
        ("1.1 C", 1),
        ("1.1   CC", 2),
        ("1.1 CCC", 3),
        ("1.1 T \"!$%?^\"", 9),
        ("1.1 C@@C", 2),
        ("1.1 Cab{}C", 11 - 1),
        ("31.99 C\u{7}\u{1}", 5),
    ] {
        for fields in CORES {
            assert_eq!(words_of(fields, "TEXTND", &[line]), 2 + u16::div_ceil(pieces + 2, 2), "{line:?}");
        }
    }
}

#[test]
fn words_of_a_variable() {
    for fields in CORES {
        assert_eq!(words_of(fields, "LASTV", &["S A=1"]), 5);
        assert_eq!(words_of(fields, "LASTV", &["S A(7)=1", "S ABC=2", "T X"]), 15);
    }
}

/// Returns the number of lines with this text that can be stored.
fn lines_that_fit(functions: Functions, text: &str) -> usize {
    let mut console = Console::with(1, functions, &[]);
    let mut numbers = (1..=31).flat_map(|group| (1..=99).map(move |step| format!("{group}.{step:02}")));
    numbers.position(|number| console.line(&format!("{number}{text}")).contains("?10.:5")).expect("full at last")
}

#[test]
fn as_many_lines_fit() {
    let short = |functions| lines_that_fit(functions, "C");
    assert!(short(Functions::All) >= 189);
    assert!(short(Functions::Trigonometric) >= 249);
    assert!(short(Functions::None) >= 281);
    assert!(lines_that_fit(Functions::All, &"C".repeat(64)) >= 21);
}

#[test]
fn as_many_variables_fit() {
    for (functions, most) in [(Functions::All, 149), (Functions::Trigonometric, 197), (Functions::None, 223)] {
        let mut console = Console::with(1, functions, &[]);
        let paper = console.line(&format!("F I=1,{};S A(I)=I", most - 1));
        assert!(!paper.contains('?'), "{functions:?}: {most} variables in a loop: {paper:?}");
    }
    let mut console = Console::with(1, Functions::All, &[]);
    let made = (1..).take_while(|n| !console.line(&format!("S A({n})=1")).contains("?06.54")).count();
    assert!(made >= 152, "{made} variables");
}

#[test]
fn nesting_is_as_deep() {
    for (line, levels) in [("2.1 S N=N+1;D 2.1", 92), ("2.1 S N=N+1;D 2", 92), ("2.1 S N=N+1;F I=1,2;D 2.1", 39)] {
        let mut console = Console::with(1, Functions::All, &[line]);
        assert!(console.line("D 2.1").contains("?02.79"));
        let paper = console.line("T %4,N");
        let reached = paper.split('=').nth(1).and_then(|text| text.trim_end_matches('*').trim().parse::<u32>().ok());
        assert!(reached >= Some(levels), "{line}: {paper:?}");
    }
}

/// Returns the maximum number of words on the push-down list while FOCAL carries out a direct line.
fn deepest(line: &str) -> u16 {
    let mut console = Console::with(1, Functions::All, &["1.1 C", "2.1 D 1.1", "3.1 D 2.1", "4.1 D 1", "5.1 D 4"]);
    let bottom = console.word_at("BOTTOM");
    for key in line.bytes() {
        console.press(key);
        console.run(TIMEOUT);
    }
    console.take_printed();
    console.press(b'\r');
    let mut lowest = bottom;
    while !console.station().io_bus().teletype().printer.printed().ends_with(&[0o0252]) {
        console.station_mut().step();
        lowest = lowest.min(console.word_at("PDLXR"));
    }
    bottom - lowest
}

/// Returns the number of words that a construct takes on the push-down list. The line `more` has one more occurrence of
/// the construct than the line `less`.
fn words_of_construct(less: &str, more: &str) -> usize {
    usize::from(deepest(more) - deepest(less))
}

#[test]
fn push_down_words_of_every_construct() {
    let ours = Limits::ours(Functions::All);
    let do_line = ours.do_place + ours.do_call;
    let do_group = do_line + ours.do_group;
    let for_frame = ours.variable_set + 2 * ours.for_number + ours.for_place + ours.call;
    let subscript = ours.variable_read + ours.subscript + ours.call;
    // Each row has a line, the line with the construct once more, native FOCAL's words for it, and the original's.
    for (construct, less, more, expected, original) in [
        ("DO of a line", "D 2.1", "D 3.1", do_line, 8),
        ("DO of a group", "D 4", "D 5", do_group, 8),
        ("FOR", "C", "F I=1,1;C", for_frame, 12),
        ("expression of SET", "C", "S A=1", ours.variable_set + ours.call, 2),
        ("expression of IF", "C", "I (1);", ours.test + ours.call, 5),
        ("bracket", "S A=(1)", "S A=((1))", ours.bracket + ours.call, 4),
        ("function call", "S A=FABS(1)", "S A=FABS(FABS(1))", ours.function + ours.call, 4),
        ("subscript", "S A=B(1)", "S A=B(B(1))", subscript, 5),
        ("waiting operator", "S A=1+1-1", "S A=1+1-1/1", ours.operator, 4),
        ("waiting operators", "S A=1+1-1/1", "S A=1+1-1/1*1^1", 2 * ours.operator, 8),
        ("number fetched", "S A=1+(1)", "S A=1+(1*1)", ours.operator + ours.operand, 10),
        ("variable fetched", "S A=1", "S A=A", ours.variable_read, 6),
    ] {
        let words = words_of_construct(less, more);
        assert_eq!(words, expected, "words of a {construct}");
        assert!(words <= original, "a {construct} takes {words} words, the original {original}");
    }
    assert!(deepest("C") <= 1, "the line being run");
    assert!(deepest("T !") <= 2, "the line and a command");
}

/// The native twin of the checkers program counts the push-down words that our FOCAL uses.
#[test]
fn push_down_words_that_the_checkers_count() {
    let costs = Costs::our_focal();
    for (construct, less, more, expected) in [
        ("DO of a line", "D 2.1", "D 3.1", costs.do_line),
        ("DO of a group", "D 4", "D 5", costs.do_group),
        ("FOR", "C", "F I=1,1;C", costs.for_frame),
        ("variable sought", "C", "S A=1;C", costs.destination.max(costs.set)),
        ("subscript of it", "C", "S A(1)=1", costs.destination + costs.subscript),
        ("its value", "C", "S A=1", costs.set),
        ("IF", "C", "I (1);", costs.test),
        ("bracket", "S A=(1)", "S A=((1))", costs.bracket),
        ("function call", "S A=FABS(1)", "S A=FABS(FABS(1))", costs.function),
        ("waiting operator", "S A=1+1-1", "S A=1+1-1/1", costs.operator + costs.fetch_number),
        ("variable behind it", "S A=1+1", "S A=1+A", costs.fetch_variable),
    ] {
        assert_eq!(words_of_construct(less, more), expected, "words of a {construct}");
    }
    assert_eq!(usize::from(deepest("C")), costs.line);
}
