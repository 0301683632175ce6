//! The checkers of 1971: the check sequence of the reconstruction on every performer, answers of all kinds, the text of
//! the program, and properties that hold for any input of the player.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use focal8::checkers::Game;
use focal8::checkers::board::{Board, Cell, is_square};
use focal8::checkers::fran::Fran;
use focal8::checkers::memory::{Costs, Memory, PROGRAM_WORDS};
use focal8::checkers::moves::Move;
use focal8::checkers::think::{Position, Turn};
use focal8::compare::actor::{Actor, Reader, StartedGame, Twin};
use focal8::compare::inspect::{Observation, number};
use focal8::compare::machine::Console;
use focal8::compare::mutants::{self, Fault};
use focal8::compare::opening::{Opening, PART_ONE, PART_TWO, Seed};
use focal8::compare::table::board_on;
use focal8::float::Float;
use focal8::focal::Focal;
use focal8::focal::limits::{Functions, Limits};
use focal8::performer::{Performer, Status};
use proptest::prelude::*;

/// The performer of the checkers with FOCAL on the machine. Reading the tape takes a second, so the tests share this
/// performer.
static MACHINE: LazyLock<Reader<Console>> = LazyLock::new(|| Reader::machine().unwrap());
static FOCAL: LazyLock<Reader<Focal>> = LazyLock::new(|| Reader::focal().unwrap());
static TWIN: LazyLock<Twin> = LazyLock::new(Twin::default);

/// Returns the three performers of the checkers: FOCAL on the machine, native FOCAL, and the native twin.
fn performers() -> [&'static dyn Actor; 3] {
    [&*MACHINE, &*FOCAL, &*TWIN]
}

/// One prompt of the check sequence.
struct Prompt {
    turn: Turn,
    fran: &'static str,
    end: i32,
    variables: usize,
    /// Variables of the board outside the 32 used squares, with their values.
    others: &'static [(i16, i32)],
    answer: &'static str,
}

const fn jump(from: i16, to: i16) -> Turn {
    Turn::Jump(Move::new(from, to))
}

const fn thrust(from: i16, to: i16) -> Turn {
    Turn::Thrust(Move::new(from, to))
}

const fn prompt(
    turn: Turn,
    fran: &'static str,
    end: i32,
    variables: usize,
    others: &'static [(i16, i32)],
    answer: &'static str,
) -> Prompt {
    Prompt { turn, fran, end, variables, others, answer }
}

const ZEROS: &[(i16, i32)] = &[(0, 0), (1, 0), (3, 0), (42, 0), (46, 0)];
const MORE_ZEROS: &[(i16, i32)] = &[(0, 0), (1, 0), (3, 0), (10, 0), (42, 0), (46, 0), (70, 0)];
const MAX_ZEROS: &[(i16, i32)] = &[(0, 0), (1, 0), (3, 0), (10, 0), (42, 0), (46, 0), (60, 0), (70, 0)];

/// The check sequence from section 10 of the reconstruction. The sequence begins with a freshly loaded program. The
/// original FOCAL gave the same sequence in two simulators.
const CHECK_SEQUENCE: [Prompt; 12] = [
    prompt(thrust(18, 27), "0000 2333 5733", 25, 65, &[], "45 36"),
    prompt(jump(27, 45), "0000 2333 5733", 25, 65, &[], "54 36"),
    prompt(thrust(20, 29), "0000 2746 5056", 23, 65, &[], "0 0"),
    prompt(thrust(22, 31), "0000 3452 6340", 23, 66, &[(0, 0)], "3 1"),
    prompt(thrust(11, 18), "0000 2132 2113", 21, 68, &[(0, 0), (1, 0), (3, 0)], "47 46"),
    prompt(thrust(13, 22), "0000 2511 3024", 21, 69, &[(0, 0), (1, 0), (3, 0), (46, -1)], "46 38"),
    prompt(jump(29, 47), "0000 2511 3024", 21, 70, ZEROS, "50 50"),
    prompt(thrust(31, 38), "0000 3153 6330", 21, 70, ZEROS, "10 70"),
    prompt(thrust(22, 29), "0000 3714 4303", 21, 72, MORE_ZEROS, "13 13"),
    prompt(thrust(15, 22), "0000 2274 3750", 21, 72, MORE_ZEROS, "63 57"),
    prompt(thrust(18, 27), "0000 2700 5362", 21, 73, MAX_ZEROS, "41 45"),
    prompt(jump(29, 43), "0000 2700 5362", 21, 73, MAX_ZEROS, ""),
];

/// The values of `M(1)` to `M(25)` at the last prompt of the check sequence.
const LAST_LIST: [i32; 25] = [
    411, 413, 613, 615, 815, 0, 0, 918, 0, 2231, 2431, 0, 2734, 0, 2936, 2938, 3845, 3847, 4754, 4756, 0, 2938, 0,
    2736, 0,
];

/// Twelve queens, each with its square, that give the longest possible list of moves: 48 candidates.
const TWELVE_QUEENS: [(i16, i8); 12] =
    [(9, 2), (11, 2), (13, 2), (15, 2), (18, 2), (20, 2), (22, 2), (24, 2), (25, 2), (27, 2), (29, 2), (31, 2)];

/// Types an answer; returns what is printed up to the next prompt.
fn answer(performer: &mut dyn Performer, keys: &str) -> Vec<u8> {
    for key in keys.bytes() {
        performer.press(key);
        performer.run(u64::MAX);
    }
    performer.take_printed()
}

/// Plays answers on a performer; returns its whole paper, and its variables at the end.
fn play(actor: &dyn Actor, opening: &Opening, answers: &[&str]) -> (String, Option<Observation>) {
    let StartedGame { mut performer, mut paper, .. } = actor.begin(opening).unwrap();
    for keys in answers {
        if paper.ends_with(b"*") {
            break;
        }
        paper.extend(answer(performer.as_mut(), keys));
    }
    (String::from_utf8(paper).unwrap(), performer.observe())
}

/// Plays answers on all performers, which must agree; returns the paper.
fn check(opening: &Opening, answers: &[&str]) -> String {
    check_on(&performers(), opening, answers)
}

/// Plays answers on these performers, which must agree; returns the paper.
fn check_on(actors: &[&dyn Actor], opening: &Opening, answers: &[&str]) -> String {
    let first = play(actors[0], opening, answers);
    for actor in &actors[1..] {
        let other = play(*actor, opening, answers);
        assert_eq!(first.0, other.0, "{} after {answers:?}", actor.name());
        // After a message a variable may be incomplete.
        if !first.0.ends_with('*') {
            assert_eq!(first.1, other.1, "{} after {answers:?}", actor.name());
        }
    }
    first.0
}

#[test]
fn the_check_sequence_on_every_performer() {
    for actor in performers() {
        let StartedGame { mut performer, mut paper, .. } = actor.begin(&Opening::default()).unwrap();
        let mut twin = Position::default();
        for expected in &CHECK_SEQUENCE {
            assert_eq!(twin.think(), Ok(expected.turn));
            assert_eq!(
                board_on(&paper),
                Some(only_squares(twin.board.clone())),
                "{} {:?}",
                actor.name(),
                expected.turn
            );
            let seen = performer.observe().unwrap();
            assert_eq!(seen.fran.to_string(), expected.fran, "{} {:?}", actor.name(), expected.turn);
            assert_eq!(seen.end, number(expected.end), "{} {:?}", actor.name(), expected.turn);
            assert_eq!(seen.variables, expected.variables, "{} {:?}", actor.name(), expected.turn);
            let others: Vec<(i16, Float)> = seen.board.iter().copied().filter(|other| !is_square(other.0)).collect();
            let wanted: Vec<(i16, Float)> = expected.others.iter().map(|&(k, value)| (k, number(value))).collect();
            assert_eq!(others, wanted, "{} {:?}", actor.name(), expected.turn);
            if let Some((from, to)) = expected.answer.split_once(' ') {
                twin.answer(Move::new(from.parse().unwrap(), to.parse().unwrap()));
                paper = answer(performer.as_mut(), &format!("{}\r", expected.answer));
            }
        }
        let list: Vec<Float> = performer.observe().unwrap().list.iter().map(|&(_, value)| value).collect();
        assert_eq!(list, LAST_LIST.map(number), "{}", actor.name());
    }
}

/// Returns the board with only the 32 used squares, as the paper shows them.
fn only_squares(board: Board) -> Board {
    Board::from_paper(&board.to_string()).unwrap()
}

#[test]
fn the_paper_of_the_check_sequence() {
    let answers: Vec<String> = CHECK_SEQUENCE.iter().map(|prompt| format!("{}\r", prompt.answer)).collect();
    let answers: Vec<&str> = answers[..11].iter().map(String::as_str).collect();
    let paper = check(&Opening::default(), &answers).replace("\r\n", "\n").replace(' ', ".");
    insta::assert_snapshot!("check_sequence", paper);
}

/// A player may type an answer in many forms; FOCAL's ASK determines the meaning of the keys.
#[test]
fn answers_typed_with_slips() {
    let answers = [
        "45 36\r",
        "45\r36\r",
        "45,36,",
        "\r\r",
        " 4\u{7f}5 36;",
        "99_45 3_36\r",
        "+45 +36\r",
        "45.0 36.9\r",
        "4.5E1 360E-1\r",
        "DE 36\r",
        "YES NO\r",
        "-3 5\r",
        "2.9999 2.5\r",
        "}36\r",
        "45 }",
        "4E}5\r",
        "\n45\n \n36\n\r",
        "2047 2046\r",
        "4096 9999999\r",
        "1E600 1E-600\r",
        "45) 36(\r",
        "45a36z",
        "\u{7}\u{7}",
        ".5 .5\r",
        "40.5 45.5\r",
    ];
    for keys in answers {
        check(&Opening::default(), &[keys, "0 0\r"]);
    }
    check(&Opening::default(), &answers);
    // A subscript is a word of twelve bits: 2050 is negative, but the square half way to 2050 is positive.
    for keys in ["2050 4\r", "3 2050\r", "4095 1\r", "-5 2\r", "7 -4\r", "1030 2047\r"] {
        check(&Opening::default(), &[keys, "0 0\r"]);
    }
}

/// Every performer prints the same messages for every possible end of the program.
#[test]
fn messages_that_end_a_game() {
    let after = |answers: &[&str]| {
        let paper = check(&Opening::default(), answers);
        paper[paper.rfind("FROM:").unwrap()..].to_owned()
    };
    assert_eq!(after(&["\u{3}"]), "FROM:\u{7f}?01.00 @ 07.20 \r\n*");
    assert_eq!(after(&["45 3\u{3}"]), "FROM:45 TO:3\u{7f}?01.00 @ 07.20 \r\n*");
    assert_eq!(after(&["123456789012"]), "FROM:123456789012\u{7f}?23.36 @ 07.20 \r\n*");
}

/// In our FOCAL and in the FOCAL of 1969, memory becomes full at different points of a game. Native FOCAL and the twin
/// reproduce these points for both FOCALs.
#[test]
fn a_full_memory_ends_the_game_in_every_phase() {
    let answers = ["65 67\r", "70 73\r", "0 0\r", "77 79\r"];
    let mut messages = BTreeSet::new();
    let mut fill = |actor: &dyn Actor, dummies| {
        let twin = Twin::with_memory(actor.memory());
        let few = vec![(18, 2), (20, 2), (27, 1), (45, -1)];
        // The checker on 61 can only step off the board.
        for pieces in [None, Some(few), Some(vec![(61, 2), (2, -2)]), Some(vec![(61, 1)]), Some(TWELVE_QUEENS.to_vec())]
        {
            let opening = Opening { seed: Seed::Loaded, pieces, dummies };
            let paper = check_on(&[actor, &twin], &opening, &answers);
            messages.extend(paper.split('\u{7f}').nth(1).map(str::to_owned));
        }
    };
    let original = Reader::original_focal().unwrap();
    (20..80).for_each(|dummies| fill(&original, dummies));
    (20..80).for_each(|dummies| fill(&*FOCAL, dummies));
    // The machine is slower, so it plays only some of the cases.
    (58..80).step_by(3).for_each(|dummies| fill(&*MACHINE, dummies));
    let all = ["?02.79 @ 08.10 \r\n*", "?02.79 @ 02.30 \r\n*"];
    assert!(all.iter().all(|message| messages.contains(*message)), "{messages:?}");
}

#[test]
fn kings_queens_and_passing() {
    let opening = |pieces: &[(i16, i8)]| Opening { pieces: Some(pieces.to_vec()), ..Opening::default() };
    // A checker that reaches the last row becomes a queen at once, or a king if it is the player's.
    let paper = check(&opening(&[(52, 1), (15, -1)]), &["15 8\r"]);
    assert_eq!((paper.matches('Q').count(), paper.matches('K').count()), (2, 1));
    // Without a move the computer passes, and does not call FRAN.
    let (_, seen) = play(&*TWIN, &opening(&[(57, 1), (9, -1)]), &["0 0\r"]);
    assert_eq!(seen.unwrap().fran, Fran::LOADED.words());
    check(&opening(&[]), &["0 0\r", "2 4\r"]);
    // Twelve queens have 48 moves.
    let (_, seen) = play(&*TWIN, &opening(&TWELVE_QUEENS), &[]);
    assert_eq!(seen.unwrap().list.len(), 49);
    check(&opening(&TWELVE_QUEENS), &["0 0\r", "34 27\r"]);
}

/// A twin with the fault `ListCompacted` makes the same moves as the program but leaves a different list of moves: the
/// two legal moves, 2 to 11 and 9 to 18, are at the front.
#[test]
fn a_compacted_list_begins_with_the_legal_moves() {
    let opening = Opening { pieces: Some(vec![(2, 1), (9, 1)]), ..Opening::default() };
    let list = |actor: &dyn Actor| {
        let (_, seen) = play(actor, &opening, &[]);
        seen.unwrap().list.iter().map(|&(_, entry)| entry).collect::<Vec<_>>()
    };
    let compacted = mutants::mutant(Fault::ListCompacted, Memory::default());
    assert_eq!(list(&*TWIN), [0, 211, 0, 918, 0].map(number));
    assert_eq!(list(&compacted), [211, 918, 0, 918, 0].map(number));
    // Every entry that FRAN can draw is a move, so FRAN is called once.
    let mut fran = Fran::LOADED;
    for _ in 0..10 {
        let opening = Opening { seed: Seed::Words(fran.words().to_string()), ..opening.clone() };
        fran.call();
        assert_eq!(play(&compacted, &opening, &[]).1.unwrap().fran, fran.words());
    }
}

/// On an empty board, a twin with the fault `StepsSwapped` lists a queen's forward steps with +9 before +7, and the
/// backward steps in the right order.
#[test]
fn swapped_steps_are_swapped_forwards_only() {
    let opening = Opening { pieces: Some(vec![(36, 2)]), ..Opening::default() };
    let (_, seen) = play(&mutants::mutant(Fault::StepsSwapped, Memory::default()), &opening, &[]);
    let list: Vec<Float> = seen.unwrap().list.iter().map(|&(_, entry)| entry).collect();
    assert_eq!(list, [3645, 3643, 3629, 3627, 0].map(number));
}

/// A twin with the fault `UnusedTestMissing` has 64 squares. Steps from 9 and 56 go to 0 and 65, which are not squares
/// even in this twin.
#[test]
fn without_the_test_for_unused_squares_there_are_64() {
    let opening = Opening { pieces: Some(vec![(9, 2), (56, 1)]), ..Opening::default() };
    let fault = mutants::mutant(Fault::UnusedTestMissing, Memory::default());
    let (_, seen) = play(&fault, &opening, &[]);
    assert!(seen.unwrap().board.iter().map(|&(square, _)| square).eq(1..=64));
}

/// Words are a state of FRAN only if they are a fraction of one half or more, with the exponent 0.
#[test]
fn words_that_are_no_state_of_fran() {
    let state = |words: &str| Fran::from_words(words.parse().unwrap()).is_some();
    assert!(state("0000 2000 0000") && state("0000 3777 7777"));
    assert!(!state("0000 1777 7777") && !state("0001 2000 0000") && !state("7777 3777 7777"));
    assert!(!state("0000 4000 0000"));
}

/// The number that FRAN draws is one more than the number of moves, so the program draws again.
#[test]
fn one_more_than_there_are() {
    let opening = Opening { seed: Seed::Words("0000 3226 1242".to_owned()), ..Opening::default() };
    check(&opening, &["45 36\r"]);
    let mut fran = Fran::from_words(opening.seed.words().unwrap()).unwrap();
    (0..2).for_each(|_| fran.call());
    let (_, seen) = play(&*TWIN, &opening, &[]);
    assert_eq!(seen.unwrap().fran, fran.words(), "two calls in one turn");
}

/// Every line of the tape fits into the line buffer, and the program takes as many words as the twin assumes.
#[test]
fn the_program_fits() {
    let limits = Limits::original(Functions::None);
    assert!(PART_ONE.lines().chain(PART_TWO.lines()).all(|line| line.len() <= 69));
    let stored = PART_ONE.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let words: usize = stored.map(|line| limits.line_words(line.split_once(' ').unwrap().1.as_bytes())).sum();
    assert_eq!(words, PROGRAM_WORDS);
    assert_eq!(Costs::FOCAL_1969.space, limits.space);
    assert_eq!(Costs::our_focal().space, Limits::ours(Functions::None).space);
    assert!(Costs::our_focal().space >= limits.space, "what fits in the original fits in ours");
}

/// A key that is pressed before the program has read the previous key ends the game, as in the original.
#[test]
fn two_keys_at_once() {
    let mut game = Game::default();
    game.run(u64::MAX);
    game.take_printed();
    game.press(b'4');
    game.press(b'5');
    assert_eq!(game.run(u64::MAX), Status::Halted);
    assert_eq!(game.take_printed(), b"\x7f?11.35 @ 07.20 \r\n*");
    assert_eq!(game.failure().unwrap().to_string(), "?11.35 @ 07.20");
}

fn cells(board: &Board, owns: fn(Cell) -> bool) -> usize {
    board.iter().filter(|&(_, cell)| owns(cell)).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..crate::seeded::seeded() })]

    /// No answer of the player creates a piece, the number of variables never decreases, and the list has one entry for
    /// each move.
    #[test]
    fn invariants_of_a_game(state in 1u32 << 22..1 << 23, answers in prop::collection::vec((0i16..2048, 0i16..80), 0..40)) {
        let words = Seed::Words(format!("0000 {:04o} {:04o}", state >> 12, state & 0o7777)).words().unwrap();
        let mut position = Position::new(Board::start(), Fran::from_words(words).unwrap());
        position.memory.free = usize::MAX;
        for (from, to) in answers {
            let (before, variables) = (position.clone(), position.variables());
            let turn = position.think().unwrap();
            prop_assert!(position.list.end() <= position.list.entries().len());
            prop_assert_eq!(position.list.get(position.list.end()), 0);
            prop_assert_eq!(cells(&position.board, Cell::is_computers), cells(&before.board, Cell::is_computers));
            let captured = matches!(turn, Turn::Jump(_)) as usize;
            prop_assert_eq!(cells(&position.board, Cell::is_players) + captured, cells(&before.board, Cell::is_players));
            prop_assert_eq!(matches!(turn, Turn::Jump(_) | Turn::Pass), position.fran == before.fran);
            prop_assert!(position.variables() >= variables);
            let pieces = cells(&position.board, |cell| cell != Cell::Empty);
            position.answer(Move::new(from, to));
            prop_assert!(cells(&position.board, |cell| cell != Cell::Empty) <= pieces);
            prop_assert!(position.board.cell(from).is_some() && position.board.cell(to).is_some());
        }
    }

    /// No sequence of keys makes the twin panic.
    #[test]
    fn any_keys(keys in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut game = Game::default();
        for key in keys {
            game.run(u64::MAX);
            game.press(key);
        }
        prop_assert_ne!(game.run(u64::MAX), Status::Running);
    }
}
