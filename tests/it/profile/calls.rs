//! Profiles by calls: the tree of a program, and its forms as callgrind, speedscope and flame graph.

use std::collections::BTreeMap;

use focal8::monitor::Monitor;
use focal8::pal::{Options, Source, assemble};
use focal8::profile::{CallTree, Position, callgrind, flame_graph, speedscope};
use focal8::tape::bin;
use serde_json::Value;

use super::*;

/// A program with a subroutine that is called from two places, a second subroutine that the first subroutine calls, and
/// a recursion that loses its first return address, as on the real machine.
const PROGRAM: &str = "*200\nSTART, JMS OUTER\nJMS INNER\nJMS INNER\nHLT\n\
    OUTER, 0\nCLA\nJMS INNER\nJMP I OUTER\nINNER, 0\nISZ COUNT\nJMP .-1\nTAD MANY\nDCA COUNT\nJMP I INNER\n\
    COUNT, 7766\nMANY, 7766\n$\n";

fn own<'a>(tree: &'a CallTree, names: &[&str]) -> &'a CallTree {
    names.iter().fold(tree, |tree, name| {
        tree.children.iter().find(|child| child.name == *name).unwrap_or_else(|| panic!("{name} in {tree:#?}"))
    })
}

fn symbols_of(program: &str) -> (Station, Symbols) {
    let assembly = assemble(&[Source::new("a.pal", program)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    let mut station = Station::new(Config::default(), Speed::Fast);
    station.load(&bin::punch(&assembly.words)).expect("a tape");
    station.start(Address::new(0o200));
    let mut symbols = Symbols::default();
    symbols.add("00200 START\n00204 OUTER\n00210 INNER\n00216 COUNT\n").expect("symbols");
    (station, symbols)
}

fn tree_of(station: &mut Station, symbols: Symbols, budget: u64) -> CallTree {
    let mut monitor = Monitor::default();
    *monitor.symbols_mut() = symbols;
    monitor.begin_call_profile();
    while monitor.run(station, budget) == StopReason::Budget {}
    monitor.take_call_profile().expect("it was begun")
}

#[test]
fn machine_code_is_profiled_by_its_calls() {
    for budget in [7, 1_000_000] {
        let (mut station, symbols) = symbols_of(PROGRAM);
        let tree = tree_of(&mut station, symbols, budget);
        assert_eq!(tree.total(), station.machine().elapsed.cycles, "budget {budget}");
        let merged = tree.merged();
        // Three JMS of two cycles, and HLT.
        assert_eq!((merged.name.as_str(), merged.own()), ("START", 7));
        // CLA, JMS and JMP I: 1, 2 and 2 cycles.
        assert_eq!(own(&merged, &["OUTER"]).own(), 5);
        // Ten ISZ and nine JMP, TAD, DCA and JMP I.
        let inner = 10 * 2 + 9 + 2 + 2 + 2;
        assert_eq!(own(&merged, &["OUTER", "INNER"]).own(), inner);
        let both = own(&merged, &["INNER"]);
        assert_eq!((both.own(), both.calls), (2 * inner, 2));
        assert_eq!(tree.children.len(), 3, "each place of a call is a node of its own");
    }
}

/// Even with interrupts, the time of each address is the same in the tree of calls and in the profile by addresses.
#[test]
fn a_profile_by_calls_has_the_time_of_the_profile_by_addresses() {
    for speed in [Speed::Fast, Speed::Real] {
        let program = "1.1 FOR I=1,30;SET A=A+FSQT(I);DO 2\n2.1 TYPE %5.02,A,!\n";
        let mut one = with_keys(1, speed, program, "GO\r");
        let mut other = one.clone();
        let mut monitor = Monitor::default();
        monitor.begin_profile();
        let end = one.machine().elapsed.cycles + 400_000;
        while one.machine().elapsed.cycles < end {
            let left = end - one.machine().elapsed.cycles;
            if monitor.run(&mut one, left) != StopReason::Budget {
                break;
            }
        }
        let addresses = monitor.take_profile().expect("it was begun");
        let mut calls = Monitor::default();
        calls.begin_call_profile();
        while other.machine().elapsed.cycles < one.machine().elapsed.cycles {
            let left = one.machine().elapsed.cycles - other.machine().elapsed.cycles;
            if calls.run(&mut other, left.min(77_777)) != StopReason::Budget {
                break;
            }
        }
        assert!(one.machine() == other.machine());
        let tree = calls.take_call_profile().expect("it was begun");
        let mut costs: BTreeMap<u16, u64> = BTreeMap::new();
        let mut interrupts = 0;
        add(&tree, &mut costs, &mut interrupts);
        let entries = costs.remove(&0).unwrap_or_default();
        let expected: BTreeMap<u16, u64> =
            addresses.addresses().map(|(at, _, cost)| (at.bits(), cost.cycles)).collect();
        assert_eq!(costs, expected);
        assert_eq!(entries, addresses.entries.cycles);
        assert_eq!(tree.total(), addresses.total.cycles);
        assert!(interrupts >= 5, "{interrupts}");
    }
}

fn add(tree: &CallTree, costs: &mut BTreeMap<u16, u64>, interrupts: &mut u64) {
    tree.costs.iter().for_each(|(at, cycles)| *costs.entry(at.address).or_default() += cycles);
    *interrupts += u64::from(tree.name == "interrupt") * tree.calls;
    tree.children.iter().for_each(|child| add(child, costs, interrupts));
}

/// Returns a tree with a recursion: A calls B, and B calls A.
fn recursive() -> CallTree {
    let at = |line| Position { address: 0, line };
    let node = |name: &str, line, cycles, children| CallTree {
        name: name.to_owned(),
        from: at(line),
        calls: 1,
        costs: [(at(line), cycles)].into(),
        children,
    };
    let inner = node("A", 3, 5, vec![node("B", 2, 7, Vec::new())]);
    node("MAIN", 1, 1, vec![node("A", 1, 10, vec![node("B", 2, 20, vec![inner])])])
}

#[test]
fn callgrind_has_every_cycle_once() {
    let (mut station, symbols) = symbols_of(PROGRAM);
    for tree in [tree_of(&mut station, symbols, 1_000_000), recursive()] {
        let text = callgrind(&tree, "a.pal");
        let (mut own, mut inclusive) = (0, BTreeMap::new());
        let (mut function, mut callee) = ("", None);
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("fn=") {
                function = name;
            } else if let Some(name) = line.strip_prefix("cfn=") {
                callee = Some(name);
            } else if line.starts_with("0x") {
                let cycles: u64 = line.split(' ').nth(2).expect("cycles").parse().expect("a number");
                match callee.take() {
                    None => own += cycles,
                    Some(callee) => *inclusive.entry((function, callee)).or_insert(0) += cycles,
                }
            }
        }
        assert_eq!(own, tree.total(), "{text}");
        assert!(text.contains(&format!("summary: {}\n", tree.total())));
        for child in tree.merged().children {
            assert_eq!(inclusive[&(tree.name.as_str(), child.name.as_str())], child.total(), "{text}");
        }
        if tree.name == "MAIN" {
            // The inner A and B are part of the outer call of B by A.
            assert_eq!(inclusive[&("A", "B")], 20 + 5 + 7);
            assert_eq!(inclusive[&("B", "A")], 5 + 7);
        }
    }
}

#[test]
fn speedscope_has_every_cycle_once() {
    let tree = recursive();
    let file: Value = serde_json::from_str(&speedscope(&tree, "a <title>")).expect("JSON");
    let profile = &file["profiles"][0];
    let weights = profile["weights"].as_array().expect("weights");
    assert_eq!(weights.iter().map(|weight| weight.as_u64().expect("a count")).sum::<u64>(), tree.total());
    assert_eq!(
        (&profile["endValue"], profile["samples"].as_array().expect("samples").len()),
        (&tree.total().into(), 5)
    );
    let names: Vec<&str> = file["shared"]["frames"]
        .as_array()
        .expect("frames")
        .iter()
        .filter_map(|frame| frame["name"].as_str())
        .collect();
    let samples = profile["samples"].as_array().expect("samples");
    let deepest = samples.iter().max_by_key(|sample| sample.as_array().map(Vec::len)).expect("a sample");
    let chain: Vec<&str> = deepest
        .as_array()
        .expect("frames")
        .iter()
        .map(|frame| names[frame.as_u64().expect("an index") as usize])
        .collect();
    assert_eq!(chain, ["MAIN", "A", "B", "A", "B"]);
}

#[test]
fn a_flame_graph_has_functions_as_wide_as_their_time() {
    let tree = recursive();
    let svg = flame_graph(&tree, "a <title>");
    let rects: Vec<(String, f64)> = svg
        .lines()
        .filter(|line| line.starts_with("<g>"))
        .map(|line| {
            let width = line.split("width=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a width");
            (line.split([':', '>']).nth(2).expect("a title").to_owned(), width.parse().expect("a number"))
        })
        .collect();
    let names: Vec<&str> = rects.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["MAIN", "A", "B", "A", "B"]);
    for ((_, width), cycles) in rects.iter().zip([43.0, 42.0, 32.0, 12.0, 7.0]) {
        assert!((width - 1200.0 * cycles / 43.0).abs() < 0.01, "{rects:?}");
    }
    assert!(svg.contains("<title>a &lt;title&gt;: 43 cycles</title>") && svg.contains("prefers-color-scheme: dark"));
}

/// The tree of a FOCAL profile contains all cycles of the profile, and its callgrind form names the lines of the file.
#[test]
fn a_focal_profile_is_a_tree_of_lines_and_routines() {
    let (_, profile) = profiled(1, Speed::Fast, 3_000_000);
    let position = |place: &str| Position { address: 0, line: if place.starts_with("02.30") { 7 } else { 0 } };
    let tree = CallTree::of_chains("FOCAL", &profile.folded, &profile.calls, &position);
    assert_eq!(tree.total(), profile.total.cycles);
    let text = callgrind(&tree, "a.fc");
    assert!(text.contains("\nfn=02.30\n") && text.contains("\n0x0 7 "), "{text}");
    // 1.2 FOR I=1,30;DO 2: the FOR begins once, and each of its 30 turns begins a DO, which runs the lines of group 2.
    let calls = |chain: &str| profile.calls.get(chain).copied();
    assert_eq!(calls("direct"), Some(1));
    assert_eq!(calls("01.10 FOR;01.10"), Some(40));
    assert_eq!(calls("01.20 FOR"), Some(1));
    assert_eq!(calls("01.20 FOR;01.20"), Some(30));
    assert_eq!(calls("01.20 FOR;01.20 DO"), Some(30));
    assert_eq!(calls("01.20 FOR;01.20 DO;02.30"), Some(30));
    let of_file = "\ncfn=01.20 DO\ncalls=30 0x0 0\n";
    assert!(text.contains(of_file) && text.contains("\ncfn=02.30\ncalls=30 0x0 7\n"), "{text}");
}
