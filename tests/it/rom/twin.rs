//! Native FOCAL with the limits of our machine code uses memory exactly as the machine code does: every construct
//! overflows at the same character with the same error, with and without the trace.

use focal8::compare::fuzz_focal;
use focal8::compare::lockstep::one_line;
use focal8::focal::limits::{Functions, Limits};
use focal8::focal::{Config, Focal};
use focal8::performer::{Performer, Status};

use super::console::{CORES, Console, symbol};

const KEPT: [Functions; 3] = [Functions::All, Functions::Trigonometric, Functions::None];

/// The budgets, in cycles of the machine and in commands of native FOCAL. A program that exceeds a budget is treated as
/// endless.
const BUDGETS: [u64; 2] = [30_000_000, 5_000];

/// Returns the configuration of native FOCAL with this number of fields of core and with these functions.
fn config(fields: u8, functions: Functions) -> Config {
    if fields > 1 { Config::ours_of_two_fields(functions) } else { Config::ours(functions) }
}

#[test]
fn the_limits_are_those_of_the_tapes() {
    for functions in KEPT {
        let [one, two] = CORES.map(|fields| config(fields, functions).limits);
        for (fields, Limits { space, .. }) in [(1, one), (2, two)] {
            let console = Console::fresh(fields, functions);
            assert_eq!(space, usize::from(console.word_at("BOTTOM") + 1 - symbol(fields, "ROOM0")));
        }
        assert_eq!(two.text_field.map(|field| field.words), Some(0o10000 - usize::from(symbol(2, "ROOM"))));
    }
}

/// The machine and native FOCAL, side by side.
#[derive(Clone)]
struct Twins {
    machine: Console,
    native: Focal,
    /// The lines typed so far.
    typed: Vec<String>,
}

impl Twins {
    fn new(fields: u8, functions: Functions) -> Self {
        let mut twins = Twins {
            machine: Console::fresh(fields, functions),
            native: Focal::new(config(fields, functions)),
            typed: Vec::new(),
        };
        twins.machine.take_printed();
        twins.native.take_printed();
        twins
    }

    /// Types a line to both FOCALs, which must print the same text; returns `None` if both never finish the line.
    fn line(&mut self, line: &str) -> Option<String> {
        self.typed.push(line.to_owned());
        let mut paper = String::new();
        for key in line.bytes().chain(*b"\r") {
            self.machine.press(key);
            self.native.press(key);
            let machine = self.machine.run(BUDGETS[0]);
            let native = self.native.run(BUDGETS[1]);
            let printed = [self.machine.take_printed(), self.native.take_printed()];
            if native == Status::Running {
                let common = printed[0].len().min(printed[1].len());
                assert_eq!(one_line(&printed[0][..common]), one_line(&printed[1][..common]), "{:?}", self.typed);
                // A machine that repeats its state may seem to wait, but a machine that is done prints its prompt.
                assert!(common == printed[0].len() || machine == Status::Running, "{:?}", self.typed);
                return None;
            }
            assert_eq!(one_line(&printed[0]), one_line(&printed[1]), "machine and native: {:?}", self.typed);
            assert_eq!(machine, Status::Waiting, "{:?}", self.typed);
            paper += &one_line(&printed[0]);
        }
        Some(paper)
    }

    /// Returns the twins after a further line, and the text that they print for this line.
    fn after(&self, line: &str) -> (Self, Option<String>) {
        let mut twins = self.clone();
        let paper = twins.line(line);
        (twins, paper)
    }

    /// Types a comment that takes `words` words more than the shortest such comment, and then creates as many variables
    /// as fit. So each value of `words` leaves a different number of free words.
    fn filled(mut self, words: usize) -> Self {
        self.line(&format!("1.01 {}", "C".repeat(2 * words + 2)));
        let paper = self.line("F I=1,300;S A(I)=I");
        assert!(paper.is_some_and(|paper| paper.contains("?06.54")));
        self
    }
}

/// Types lines with a repeated construct to each pair of twins that [`filled`] returns, for every number of repetitions
/// from 1 to `most`. Checks that some of the lines overflow memory with the error `error`, and others do not.
fn check(name: &str, most: usize, lines: impl Fn(usize) -> Vec<String>, error: &str) {
    let mut papers = Vec::new();
    for twins in filled() {
        for count in 1..=most {
            let mut twins = twins.clone();
            for line in lines(count) {
                papers.extend(twins.line(&line));
            }
        }
    }
    let overflown = papers.iter().filter(|paper| paper.contains(error)).count();
    assert!(overflown > 0, "{name}: no {error} in {papers:?}");
    assert!(overflown < papers.len(), "{name}: always {error}");
}

/// Returns five pairs of twins with a program and with little free memory. Each pair has a different number of free
/// words.
fn filled() -> std::slice::Iter<'static, Twins> {
    use std::sync::LazyLock;
    static FILLED: LazyLock<Vec<Twins>> = LazyLock::new(|| {
        let mut twins = Twins::new(1, Functions::All);
        for line in ["2.1 S N=N+1;D 2.1", "3.1 C", "3.2 D 3.1", "4.1 T \"X\",;D 3", "5.1 D 4;D 3.2"] {
            twins.line(line);
        }
        (0..5).map(|words| twins.clone().filled(words)).collect()
    });
    FILLED.iter()
}

#[test]
fn nesting_overflows_at_the_same_place() {
    for trace in ["", "?"] {
        let direct = |text: &str| vec![format!("{trace}{text}")];
        check("brackets", 20, |n| direct(&format!("T {}1{}", "(".repeat(n), ")".repeat(n))), "?02.79");
        check("brackets in SET", 20, |n| direct(&format!("S I={}1{}", "[".repeat(n), "]".repeat(n))), "?02.79");
        check("brackets in IF", 20, |n| direct(&format!("I {}1{}3.1", "<".repeat(n), ">".repeat(n))), "?02.79");
        check("functions", 9, |n| direct(&format!("T {}-1{}", "FABS(".repeat(n), ")".repeat(n))), "?02.79");
        check("FDIS", 8, |n| direct(&format!("T {}1{}", "FDIS(1,".repeat(n), ")".repeat(n))), "?02.79");
        check("subscripts read", 9, |n| direct(&format!("T {}1{}", "A(".repeat(n), ")".repeat(n))), "?02.79");
        check("subscripts set", 9, |n| direct(&format!("S {}1{}=5", "A(".repeat(n), ")".repeat(n))), "?02.79");
        check("subscripts asked", 9, |n| direct(&format!("A {}1{}", "A(".repeat(n), ")".repeat(n))), "?02.79");
        check("operators", 20, |n| direct(&format!("T {}1", "1+(1*".repeat(n))), "?02.79");
        check("signs", 20, |n| direct(&format!("T {}1", "+(-(".repeat(n))), "?02.79");
        check("FOR", 6, |n| direct(&format!("{}C", "F I=1,2;".repeat(n))), "?02.79");
        check("FOR with increment", 5, |n| direct(&format!("{}C", "F I=1,1,1;".repeat(n))), "?02.79");
        check("FOR's limit", 5, |n| direct(&format!("{}F I=1,(2^1),3;C", "F I=1,1;".repeat(n))), "?02.79");
        check("DO", 5, |n| direct(&format!("{}D {n}", "F I=1,1;".repeat(n / 2))), "?02.79");
        check("DO of a line", 5, |n| direct(&format!("{}D {n}.1", "F I=1,1;".repeat(n / 2))), "?02.79");
        check("DO of what is not there", 9, |n| direct(&format!("{}D {}", "F I=1,1;".repeat(n), n + 20)), "?02.79");
        check("recursion", 2, |n| direct(["C", "D 2.1"][n - 1]), "?02.79");
        check("mixed", 9, |n| direct(&format!("T {}1", "A(FABS(1-<".repeat(n))), "?02.79");
    }
}

#[test]
fn variables_overflow_at_the_same_place() {
    let made = |n: usize, line: &str| (0..n).map(|m| line.replace('~', &m.to_string())).collect::<Vec<_>>();
    for trace in ["", "?"] {
        let line = |text: &str| format!("{trace}{text}");
        check("SET", 5, |n| made(n, &line("S B(~)=1")), "?06.54");
        check("TYPE", 5, |n| made(n, &line("T C~")), "?06.54");
        check("TYPE of a subscript", 5, |n| made(n, &line("T D(~)")), "?06.54");
        check("in a subscript", 5, |n| made(n, &line("S A(E~)=1")), "?06.54");
        check("in an expression", 5, |n| made(n, &line("S A=(P~)")), "?06.54");
        check("in a function", 5, |n| made(n, &line("I (FABS(G~))")), "?06.54");
        check("FOR", 5, |n| made(n, &line("F H~=1,2;F H(~)=1,2;C")), "?06.54");
        check("in FOR's increment", 5, |n| made(n, &line("F I=2,J~,1;C")), "?06.54");
        check("in FOR's limit", 5, |n| made(n, &line("F I=2,1,K~;C")), "?06.54");
        check("ASK", 5, |n| [made(n - 1, "S M(~)=1"), vec![line("A N")]].concat(), "?06.54");
        check("ASK of a subscript", 5, |n| [made(n - 1, "S M(~)=1"), vec![line("A N(1)")]].concat(), "?06.54");
    }
}

/// Types lines of `characters` characters until no more lines can be stored; checks the number of stored lines.
fn check_lines(fields: u8, functions: Functions, characters: usize, expected: std::ops::RangeInclusive<usize>) {
    let mut twins = Twins::new(fields, functions);
    let mut numbers = (1..=31).flat_map(|group| (1..=99).map(move |step| format!("{group}.{step:02}")));
    let is_full = |number: String| {
        let paper = twins.line(&format!("{number}{}", "C".repeat(characters)));
        paper.is_some_and(|paper| paper.contains("?10.:5"))
    };
    let stored = numbers.position(is_full).expect("full at last");
    assert!(expected.contains(&stored), "{stored} lines of {characters} characters");
}

#[test]
fn as_many_lines_fit() {
    for characters in [0, 1, 2, 17, 38, 39] {
        check_lines(1, Functions::All, characters, 30..=280);
    }
    check_lines(1, Functions::Trigonometric, 60, 25..=35);
    check_lines(1, Functions::None, 61, 25..=35);
    check_lines(2, Functions::All, 40, 175..=180);
}

/// A line grows under MODIFY, key by key, up to the last word.
#[test]
fn a_modified_line_grows_to_the_same_length() {
    for filling in 0..4 {
        let mut twins = Twins::new(1, Functions::All);
        for number in 10..32 {
            twins.line(&format!("1.{number} {}", "C".repeat(60 + filling)));
        }
        twins.line("2.1 F I=1,1;M 2.2");
        twins.line("2.2 COMMENT");
        for command in ["M 2.2", "M", "D 2.1"] {
            let keys = |count: usize| format!("T{}", "X".repeat(count));
            let (mut modified, _) = twins.after(command);
            let paper = modified.line(&keys(300)).expect("an end");
            let (grown, _) = paper.split_once("<DEL>?10.:5").expect("an overflow");
            for count in grown.len().saturating_sub(20)..=grown.len() {
                let (mut modified, _) = twins.after(command);
                modified.line(&keys(count));
                modified.line("W");
            }
        }
    }
}

/// If the text has a field of its own, a line may take a thousand words of core, and lines may fill the field.
#[test]
fn a_modified_line_grows_in_a_second_field() {
    let mut twins = Twins::new(2, Functions::All);
    twins.line("2.2 CM");
    twins.line("M 2.2");
    let paper = twins.line(&format!("M{}", "X".repeat(2100)));
    assert!(paper.is_some_and(|paper| paper.contains("?10.:5")));
    for keys in [2020, 1900, 1800, 1700] {
        twins.line("M 2.2");
        twins.line(&format!("M{}", "X".repeat(keys)));
        twins.line(&format!("3.{} CM", keys / 100));
        twins.line("W 2.2");
    }
}

/// With two fields, variables and push-down list share field 0.
#[test]
fn eight_kilowords_overflow_at_the_same_place() {
    for functions in KEPT {
        for fields in CORES {
            let mut twins = Twins::new(fields, functions);
            twins.line("2.1 S N=N+1;D 2.1");
            twins.line("2.2 S N=N+1;D 2");
            twins.line("2.3 S N=N+1;F I=1,2;D 2.3");
            for line in ["D 2.1", "T N;E", "D 2", "T N;E", "D 2.3", "T N", "F I=1,300;S A(I)=I", "T I", "D 2.1"] {
                assert!(twins.line(line).is_some());
            }
        }
    }
}

/// The programs are generated for machines with almost no room.
#[test]
fn generated_programs_overflow_at_the_same_place() {
    const SEED: u64 = 1969;
    for (index, twins) in (0..120).zip(filled().cycle()) {
        let mut twins = twins.clone();
        for line in fuzz_focal::program(SEED, index).lines {
            match twins.line(&line) {
                // A line that found no room leaves random words in the machine's variables.
                Some(paper) if !paper.contains("?10.:5") => {}
                _ => break,
            }
        }
    }
}
