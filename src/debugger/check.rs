//! Warnings about a program before it runs: two names that FOCAL cannot distinguish, a variable that is never set or is
//! read before it is set, and a line that is never reached.
//!
//! The targets of GOTO, IF and DO in a FOCAL program are numbers, so the text of the program shows which lines can be
//! reached.

use std::collections::{BTreeMap, BTreeSet};

use super::commands::{Command, Named, commands, condition, short, target};
use super::definite_reads::read_too_early;
use super::notation::LineOrGroup;
use crate::focal::LineNumber;

/// How far execution continues from a line: to the end of the program, to the end of the line's group, or to the end of
/// the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Run {
    On,
    Group,
    Line,
}

/// Returns warnings about a program and about the direct lines after it. Columns count from 1.
///
/// ```
/// use focal8::debugger::check;
/// use focal8::focal::LineNumber;
/// let line = |step, text: &str| (LineNumber::new(1, step), text.as_bytes().to_vec());
/// let program = [
///     line(10, "SET COUNT=1;SET COLOR=2"),
///     line(20, "TYPE COUNT+X+Y;SET Y=1;GOTO 1.2"),
///     line(30, "QUIT"),
/// ];
/// assert_eq!(check(&program, &[]), [
///     "COLOR and COUNT are one variable, CO: only two letters count (01.10)",
///     "X is read in 01.20, column 12, and set nowhere, so it is 0",
///     "Y is read in 01.20, column 14, before it is set, so it is 0 there",
///     "line 01.30 is never reached",
/// ]);
/// ```
pub fn check(lines: &[(LineNumber, Vec<u8>)], direct: &[Vec<u8>]) -> Vec<String> {
    let mut spellings: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    let mut set: BTreeSet<String> = BTreeSet::new();
    let mut read: BTreeMap<String, String> = BTreeMap::new();
    let numbered = lines.iter().map(|(number, text)| (number.to_string(), text));
    let typed = direct.iter().map(|text| ("a direct line".to_owned(), text));
    for (place, text) in numbered.chain(typed) {
        for Named { name, column, is_set } in commands(text).iter().flat_map(Command::named) {
            spellings.entry(short(&name)).or_default().entry(name.clone()).or_insert_with(|| place.clone());
            match is_set {
                true => drop(set.insert(short(&name))),
                false => drop(read.entry(short(&name)).or_insert_with(|| format!("{place}, column {}", column + 1))),
            }
        }
    }
    let one = spellings.iter().filter(|(_, names)| names.len() > 1).map(|(short, names)| {
        let places: BTreeSet<&str> = names.values().map(String::as_str).collect();
        let places: Vec<&str> = places.into_iter().collect();
        let names: Vec<&str> = names.keys().map(String::as_str).collect();
        format!("{} are one variable, {short}: only two letters count ({})", names.join(" and "), places.join(", "))
    });
    let unset = read.iter().filter(|(name, _)| !set.contains(*name));
    let unset = unset.map(|(name, place)| format!("{name} is read in {place}, and set nowhere, so it is 0"));
    let early = read_too_early(lines, direct).into_iter().filter(|early| set.contains(&early.name));
    let early = early.map(|early| {
        let (name, line, column) = (early.name, early.line, early.column + 1);
        format!("{name} is read in {line}, column {column}, before it is set, so it is 0 there")
    });
    let reached = reached(lines, direct);
    let lost = lines.iter().filter(|(number, _)| !reached.contains(number));
    let lost = lost.map(|(number, _)| format!("line {number} is never reached"));
    one.chain(unset).chain(early).chain(lost).collect()
}

/// Returns the lines that execution can reach.
fn reached(lines: &[(LineNumber, Vec<u8>)], direct: &[Vec<u8>]) -> BTreeSet<LineNumber> {
    let mut seen: BTreeSet<(usize, Run)> = BTreeSet::new();
    let mut open: Vec<(usize, Run)> = Vec::new();
    let place = |lines_meant: LineOrGroup| lines.iter().position(|&(number, _)| lines_meant.covers(number));
    if direct.is_empty() {
        open.push((0, Run::On));
    }
    for text in direct {
        // A GOTO in a direct line starts the program.
        follow(text, Run::On, &place, &mut open);
    }
    while let Some((at, run)) = open.pop() {
        if at >= lines.len() || !seen.insert((at, run)) {
            continue;
        }
        let (number, text) = &lines[at];
        let goes_on = follow(text, run, &place, &mut open);
        let next_is_in_group = lines.get(at + 1).is_some_and(|(next, _)| next.group() == number.group());
        if goes_on && (run == Run::On || run == Run::Group && next_is_in_group) {
            open.push((at + 1, run));
        }
    }
    seen.into_iter().map(|(at, _)| lines[at].0).collect()
}

/// Adds to `open` the lines that execution can reach directly from `text`. Returns whether execution can continue with
/// the line after `text`.
fn follow(text: &[u8], run: Run, place: &impl Fn(LineOrGroup) -> Option<usize>, open: &mut Vec<(usize, Run)>) -> bool {
    let jump = |text: &[u8]| target(text).map_or(Some(0), place);
    for Command { letter, rest, .. } in commands(text) {
        match letter {
            b'G' => {
                open.extend(jump(rest).map(|at| (at, run)));
                return false;
            }
            b'I' => {
                let targets: Vec<&[u8]> = condition(rest).1.split(|&character| character == b',').collect();
                open.extend(targets.iter().filter_map(|target| jump(target)).map(|at| (at, run)));
                if targets.len() >= 3 {
                    return false;
                }
            }
            b'D' => {
                let begun = match target(rest) {
                    Some(LineOrGroup::Line(line)) => place(LineOrGroup::Line(line)).map(|at| (at, Run::Line)),
                    Some(group) => place(group).map(|at| (at, Run::Group)),
                    None => Some((0, Run::On)),
                };
                open.extend(begun);
            }
            b'Q' | b'R' => return false,
            _ => {}
        }
    }
    true
}
