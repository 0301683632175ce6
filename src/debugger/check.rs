//! What is suspicious in a program before it runs: two names that FOCAL takes for one, a variable that nothing sets, a
//! line that nothing leads to.
//!
//! All targets of GOTO, IF and DO are written out in FOCAL, so that what can be reached follows from the text.

use std::collections::{BTreeMap, BTreeSet};

use super::notation::{Lines, readable};
use crate::focal::LineNumber;

/// A command: its letter, and what follows its word.
struct Command<'a> {
    letter: u8,
    rest: &'a [u8],
}

/// What a line names.
#[derive(Default)]
struct Names {
    set: Vec<String>,
    read: Vec<String>,
}

/// How far a run goes by itself: to the program's end, to the end of a group that a DO does, or not beyond its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Run {
    On,
    Group,
    Line,
}

/// Sentences about a program and the direct lines that follow it, each a warning.
///
/// ```
/// use focal8::debugger::check;
/// use focal8::focal::LineNumber;
/// let line = |step, text: &str| (LineNumber::new(1, step), text.as_bytes().to_vec());
/// let program = [line(10, "SET COUNT=1;SET COLOR=2"), line(20, "TYPE COUNT+X;GOTO 1.2"), line(30, "QUIT")];
/// assert_eq!(check(&program, &[]), [
///     "COLOR and COUNT are one variable, CO: only two letters count (01.10)",
///     "X is read in 01.20 and set nowhere, so it is 0",
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
        let names = names(text);
        for name in names.set.iter().chain(&names.read) {
            spellings.entry(short(name)).or_default().entry(name.clone()).or_insert_with(|| place.clone());
        }
        set.extend(names.set.iter().map(|name| short(name)));
        for name in &names.read {
            read.entry(short(name)).or_insert_with(|| place.clone());
        }
    }
    let one = spellings.iter().filter(|(_, names)| names.len() > 1).map(|(short, names)| {
        let places: BTreeSet<&str> = names.values().map(String::as_str).collect();
        let places: Vec<&str> = places.into_iter().collect();
        let names: Vec<&str> = names.keys().map(String::as_str).collect();
        format!("{} are one variable, {short}: only two letters count ({})", names.join(" and "), places.join(", "))
    });
    let unset = read.iter().filter(|(name, _)| !set.contains(*name));
    let unset = unset.map(|(name, place)| format!("{name} is read in {place} and set nowhere, so it is 0"));
    let reached = reached(lines, direct);
    let lost = lines.iter().filter(|(number, _)| !reached.contains(number));
    let lost = lost.map(|(number, _)| format!("line {number} is never reached"));
    one.chain(unset).chain(lost).collect()
}

/// The two letters that count.
fn short(name: &str) -> String {
    name.chars().take(2).collect()
}

/// The commands of a line; a semicolon in a string divides nothing, and a comment is the last.
fn commands(text: &[u8]) -> Vec<Command<'_>> {
    let mut commands = Vec::new();
    let mut rest = text;
    loop {
        let begin = rest.iter().position(|character| !b" ,;?".contains(character));
        let Some(begin) = begin else { return commands };
        rest = &rest[begin..];
        let letter = rest[0].to_ascii_uppercase();
        let word = rest.iter().position(|character| b" ,;".contains(character)).unwrap_or(rest.len());
        let mut quoted = false;
        let end = rest[word..].iter().position(|&character| {
            quoted ^= character == b'"';
            character == b';' && !quoted
        });
        let end = end.filter(|_| letter != b'C').map_or(rest.len(), |end| word + end);
        commands.push(Command { letter, rest: &rest[word..end] });
        rest = &rest[end..];
    }
}

/// The names in a line.
fn names(text: &[u8]) -> Names {
    let mut names = Names::default();
    for Command { letter, rest } in commands(text) {
        match letter {
            b'S' | b'F' => {
                let mut found = named(rest).into_iter();
                names.set.extend(found.next().map(|(name, _)| name));
                names.read.extend(found.map(|(name, _)| name));
            }
            // What is asked for stands outside all brackets.
            b'A' => named(rest)
                .into_iter()
                .for_each(|(name, depth)| if depth == 0 { names.set.push(name) } else { names.read.push(name) }),
            b'T' => names.read.extend(named(rest).into_iter().map(|(name, _)| name)),
            b'I' => names.read.extend(named(condition(rest).0).into_iter().map(|(name, _)| name)),
            _ => {}
        }
    }
    names
}

/// The variables named in a text, each with how many brackets are open there; strings, numbers, formats and functions are
/// passed over.
fn named(text: &[u8]) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let (mut at, mut depth) = (0, 0_usize);
    let is_word = |character: &u8| character.is_ascii_alphanumeric() || *character == b'.';
    while at < text.len() {
        let word = text[at..].iter().take_while(|character| is_word(character)).count();
        match text[at] {
            b'"' => at += text[at + 1..].iter().position(|&quote| quote == b'"').map_or(text.len(), |end| end + 2),
            b'%' => at += 1 + text[at + 1..].iter().take_while(|character| is_word(character)).count(),
            first if first.is_ascii_alphabetic() => {
                if !first.eq_ignore_ascii_case(&b'F') {
                    found.push((readable(&text[at..at + word]).to_ascii_uppercase(), depth));
                }
                at += word;
            }
            _ if word > 0 => at += word,
            bracket => {
                match bracket {
                    b'(' | b'[' | b'<' => depth += 1,
                    b')' | b']' | b'>' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                at += 1;
            }
        }
    }
    found
}

/// The bracketed expression of an IF, and its targets.
fn condition(rest: &[u8]) -> (&[u8], &[u8]) {
    let mut depth = 0_usize;
    let end = rest.iter().position(|character| {
        match character {
            b'(' | b'[' | b'<' => depth += 1,
            b')' | b']' | b'>' => {
                depth = depth.saturating_sub(1);
                return depth == 0;
            }
            _ => {}
        }
        false
    });
    rest.split_at(end.map_or(rest.len(), |end| end + 1))
}

/// What a line number in a command means; none for ALL or nothing, which is the whole program.
fn target(text: &[u8]) -> Option<Lines> {
    let text = readable(text);
    let text = text.trim();
    let number: String = text.chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
    Lines::parse(&if number.contains('.') { number } else { format!("group {number}") }).ok()
}

/// The lines that a run can come to.
fn reached(lines: &[(LineNumber, Vec<u8>)], direct: &[Vec<u8>]) -> BTreeSet<LineNumber> {
    let mut seen: BTreeSet<(usize, Run)> = BTreeSet::new();
    let mut open: Vec<(usize, Run)> = Vec::new();
    let place = |lines_meant: Lines| lines.iter().position(|&(number, _)| lines_meant.cover(number));
    if direct.is_empty() {
        open.push((0, Run::On));
    }
    for text in direct {
        // A GOTO in a direct line begins a run.
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

/// Where a line leads to, a GOTO going on as far as the run does; whether the line behind it comes next.
fn follow(text: &[u8], run: Run, place: &impl Fn(Lines) -> Option<usize>, open: &mut Vec<(usize, Run)>) -> bool {
    let jump = |text: &[u8]| target(text).map_or(Some(0), place);
    for Command { letter, rest } in commands(text) {
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
                    Some(Lines::Line(line)) => place(Lines::Line(line)).map(|at| (at, Run::Line)),
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
