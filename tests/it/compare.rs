//! The comparison of implementations of the checkers program, and the check that this comparison finds faulty twins.

use focal8::checkers::board::Board;
use focal8::checkers::memory::Memory;
use focal8::checkers::moves::Move;
use focal8::compare::actor::{Actor, Reader, Twin};
use focal8::compare::beside::{Beside, Compared, Prompt};
use focal8::compare::campaign::{Campaign, Script};
use focal8::compare::fuzz_focal::{self, Outcome};
use focal8::compare::inspect::Aspect;
use focal8::compare::judge::{Judge, MoveKind};
use focal8::compare::machine::Console;
use focal8::compare::mutants::Fault;
use focal8::compare::opening::{Opening, Seed};
use focal8::compare::players::Player;
use focal8::compare::replay::{Replay, side_by_side};
use focal8::compare::table::{self, Ending, Finding};
use focal8::compare::{fran, mutants, pdn, shrink};
use focal8::focal::limits::{Functions, Limits};
use focal8::focal::{Config, Focal};
use focal8::performer::{Performer, Status};

const SEED: u64 = 1971;

/// Plays the first `games` games of a campaign, with up to `plies` plies each, and returns the ends of the games. A
/// difference or a breach of the rules fails the test.
fn check(actors: &[&dyn Actor], campaign: Campaign, games: u64, plies: usize) -> Vec<Ending> {
    let takes_words = actors.iter().all(|actor| actor.takes_words());
    let play = |index| {
        let (opening, mut player, mut random) = campaign.game(SEED, index, takes_words);
        let played = table::play(actors, &opening, &mut player, plies, &mut random).unwrap();
        if let Some(finding) = played.finding {
            panic!("{} game {index}: {}", campaign.name(), side_by_side(&finding));
        }
        played.ending
    };
    (0..games).map(play).collect()
}

#[test]
fn every_campaign_without_a_difference() {
    let (twin, focal) = (Twin::default(), Reader::focal().unwrap());
    for campaign in Campaign::ALL {
        let endings = check(&[&focal, &twin], campaign, 10, 100);
        if campaign == Campaign::Overflow {
            assert!(endings.iter().all(|ending| *ending == Ending::Message("?02.79 @ 08.10".to_owned())));
        }
    }
}

/// The machine is slower than the other performers, so it plays only one short game of each campaign.
#[test]
fn every_campaign_on_the_machine() {
    let machine = Reader::machine().unwrap();
    let twin = Twin::with_memory(machine.memory());
    for campaign in Campaign::ALL {
        check(&[&machine, &twin], campaign, 1, 24);
    }
}

/// The tester finds every fault that the specification lists. For each fault, the table gives the share of each
/// campaign's games in which the fault is found, and the game in which the fault is first found.
///
/// With a slightly different fault, the table would name another game.
#[test]
fn every_fault_is_found() {
    let twin = Twin::default();
    let mut table = String::new();
    for fault in Fault::FINDABLE {
        let verdict = mutants::hunt(&twin, fault, SEED).unwrap();
        let shares: Vec<String> = verdict
            .shares
            .iter()
            .map(|(campaign, showed, games)| format!("{} {showed}/{games}", campaign.name()))
            .collect();
        let first = verdict.discovery.unwrap_or_else(|| panic!("{} was not found", fault.description()));
        let (campaign, game, ply) = (first.campaign.name(), first.game, first.ply);
        table += &format!("{}: {}\n", fault.description(), shares.join(", "));
        table += &format!("    first in {campaign} {game}, ply {ply}: {:?}\n", first.aspects);
    }
    insta::assert_snapshot!("faults", table);
    assert_eq!(mutants::find(&twin, Fault::AssignmentsSwapped, SEED).unwrap(), None);
}

#[test]
fn faults_of_memory_are_a_variable_five_words_or_five_of_depth() {
    let right = Memory::default();
    let wrong = |fault| mutants::mutant(fault, right).memory();
    assert_eq!(wrong(Fault::WrongVariableCount), Memory { scalars: right.scalars + 1, ..right });
    assert_eq!(wrong(Fault::WrongFreeWords), Memory { free: right.free + 5, ..right });
    assert_eq!(wrong(Fault::WrongDepth), Memory { excess_when_printing: 5, ..right });
}

/// A comparison of the moves alone is not enough: some faults show only in the variables, or only in certain games.
#[test]
fn what_finds_a_fault() {
    let first = |fault| mutants::find(&Twin::default(), fault, SEED).unwrap().unwrap();
    assert_eq!(first(Fault::FranRounded).aspects, [Aspect::Fran]);
    assert_eq!(first(Fault::FranCalledWhenPassing).aspects, [Aspect::Fran]);
    assert_eq!(first(Fault::KingPromotionMissing).aspects, [Aspect::Board, Aspect::Paper]);
    assert_eq!(first(Fault::SupportWithoutGroup8).aspects, [Aspect::Board, Aspect::Variables]);
    assert_eq!(first(Fault::EndMarkMissing).aspects, [Aspect::List, Aspect::Variables]);
    assert_eq!(first(Fault::UnusedSquaresPrinted).aspects, [Aspect::Paper]);
    assert_eq!(first(Fault::FitrRoundUpMissing).campaign, Campaign::Directed);
    assert_eq!(first(Fault::WrongFreeWords).campaign, Campaign::Overflow);
    assert_eq!(first(Fault::WrongDepth).campaign, Campaign::Overflow);
}

/// Plays a long game on the twin and on a twin with the fault. Returns the difference at which the game ends.
fn finding(fault: Fault) -> Finding {
    let found = mutants::find(&Twin::default(), fault, SEED).unwrap().unwrap();
    let (opening, mut player, mut random) = found.campaign.game(SEED, found.game, true);
    let mutant = mutants::mutant(fault, Memory::default());
    let played = table::play(&[&Twin::default(), &mutant], &opening, &mut player, 100, &mut random).unwrap();
    *played.finding.unwrap()
}

#[test]
fn a_difference_is_shrunk_to_a_short_game() {
    for fault in [Fault::QueenDoesNotSupport, Fault::KingPromotionMissing, Fault::SeveralJumps] {
        let long = finding(fault);
        let mutant = mutants::mutant(fault, Memory::default());
        let short = shrink::shrink(&[&Twin::default(), &mutant], long.clone());
        assert!(long.answers.len() > 8 && short.answers.len() <= 1, "{fault:?}: {:?}", short.answers);
        assert!(short.opening.pieces.as_ref().unwrap().len() <= 4, "{fault:?}: {:?}", short.opening);
    }
}

#[test]
fn a_difference_side_by_side() {
    let mutant = mutants::mutant(Fault::QueenDoesNotSupport, Memory::default());
    let short = shrink::shrink(&[&Twin::default(), &mutant], finding(Fault::QueenDoesNotSupport));
    insta::assert_snapshot!("difference_side_by_side", side_by_side(&short));
}

#[test]
fn a_replay_is_read_back() {
    let found = finding(Fault::LastJump);
    let replay = Replay::of_finding(&found, vec!["native".to_owned()]);
    let read = Replay::parse(&replay.to_json()).unwrap();
    assert_eq!(read.script(), Script { opening: found.opening, answers: found.answers });
    let short = Replay::parse(r#"{"replay": "focal8 checkers", "answers": ["45 36"]}"#).unwrap();
    assert_eq!(short.answers, ["45 36\r"]);
    assert!(Replay::parse(r#"{"replay": "chess", "answers": []}"#).unwrap_err().to_string().contains("chess"));
}

/// The game of the check sequence: some of its answers are moves, some cannot be written in PDN.
#[test]
fn pdn_and_back() {
    let answers = ["45 36\r", "54 36\r", "0 0\r", "3 1\r", "47 46\r", "50 50\r", "4_45 36\u{7f}\r"];
    let mut script = Script { answers: answers.map(str::to_owned).to_vec(), ..Script::default() };
    script.opening.seed = Seed::Words("0000 3226 1242".to_owned());
    script.opening.pieces = Some(vec![(2, 1), (31, 2), (45, -1), (61, -2)]);
    let text = pdn::write(&script, &[Some(Move::new(18, 27)), Some(Move::new(27, 45)), None]);
    assert_eq!(pdn::parse(&text).unwrap(), [script]);
    insta::assert_snapshot!("pdn", text);
}

#[test]
fn pdn_of_others() {
    let text =
        "[Event \"a game\"]\n\n1. 9-14 23-18 {a comment} 2. 14x23 27x18 3.5-9 26-23 (26-22) $2 1-0\n\n9-13 24-20 *";
    let answers: Vec<Vec<String>> = pdn::parse(text).unwrap().into_iter().map(|script| script.answers).collect();
    assert_eq!(answers, [vec!["45 36\r", "54 36\r", "52 45\r"], vec!["47 40\r"]]);
    let error = |text: &str| pdn::parse(text).unwrap_err().to_string();
    assert!(error("1. 9-14\n23-33").starts_with("line 2: \"23-33\" is not a move"));
    assert!(error("1. 9x18x27").contains("only one jump a turn"));
    assert!(error("[FEN \"W:W1:B2\"]").contains("White is to move"));
    assert_eq!(error("{nothing}"), "no game found");
    assert_eq!(error("{nothing"), "line 1: { is not closed");
}

/// Returns the board that `rows` show in the notation of the specification, with points in place of spaces.
fn board(rows: [&str; 8]) -> Board {
    Board::from_paper(&rows.join("\n").replace('.', " ")).unwrap()
}

#[test]
fn the_judge_knows_the_rules() {
    let first = board([
        "..C...C...C...C.",
        "C...C...C...C...",
        "..#...C...C...C.",
        "#...C...#...#...",
        "..#...#...#...#.",
        "O...O...O...O...",
        "..O...O...O...O.",
        "O...O...O...O...",
    ]);
    let judge = Judge::new(&Opening::default().cells());
    assert_eq!(judge.clone().judge(&first).unwrap(), (MoveKind::Thrust, Some(Move::new(18, 27)), 6));
    // The judge refuses a turn without a move, a second move, and a turn that leaves out a possible jump.
    assert!(judge.clone().judge(&judge.position()).unwrap_err().to_string().starts_with("no legal step"));
    let mut after = judge.clone();
    after.judge(&first).unwrap();
    assert!(after.clone().judge(&judge.position()).is_err());
    after.answer(Move::new(45, 36));
    let ignored = after.position();
    assert!(after.judge(&ignored).unwrap_err().to_string().starts_with("not its first jump"));
}

#[test]
fn fran_for_every_state_and_some_lengths() {
    for (choices, in_cycle) in [(1, 0), (2, 2), (11, 1), (48, 0)] {
        let mut focal = Focal::new(Config::original(Functions::None));
        let pass = fran::compare(&mut focal, choices, |_| {});
        assert_eq!((pass.draws, pass.misdraw), (fran::STATES, None));
        assert_eq!(pass.overruns_in_cycle, in_cycle, "of {choices}");
    }
}

fn interpreter(name: &str, limits: Limits) -> fuzz_focal::Interpreter<'_> {
    let focal = Focal::new(Config { functions: Functions::All, limits, reader: Vec::new() });
    let fresh = Box::new(move |_| Box::new(focal.clone()) as Box<dyn Performer>);
    fuzz_focal::Interpreter { name, fresh, has_dialogue: false, budget: 20_000 }
}

#[test]
fn generated_focal_finds_a_difference_in_size_and_shrinks_it() {
    let limits = Limits::default();
    let same = [interpreter("focal", limits), interpreter("again", limits)];
    let smaller = Limits { space: 20, ..limits };
    let different = [interpreter("focal", limits), interpreter("smaller", smaller)];
    let mut found = 0;
    for index in 0..300 {
        let program = fuzz_focal::program(SEED, index);
        assert!(!matches!(fuzz_focal::compare(&same, &program), Outcome::Different(_)), "{program:?}");
        if let Outcome::Different(divergence) = fuzz_focal::compare(&different, &program) {
            found += 1;
            let short = fuzz_focal::shrink(&different, divergence);
            assert!(short.program.lines.len() <= 3, "{short:?}");
        }
    }
    assert!(found > 0);
}

fn program(lines: &[&str]) -> fuzz_focal::Program {
    let lines = lines.iter().map(|&line| line.to_owned()).collect();
    fuzz_focal::Program { start: Functions::None.into(), lines }
}

/// A FOCAL that prints a greeting, as a FOCAL from another tape may do.
struct Greeting(Focal, &'static [u8]);

impl Performer for Greeting {
    fn press(&mut self, key: u8) {
        self.0.press(key);
    }

    fn run(&mut self, budget: u64) -> Status {
        self.0.run(budget)
    }

    fn take_printed(&mut self) -> Vec<u8> {
        [std::mem::take(&mut self.1), &self.0.take_printed()].concat()
    }
}

#[test]
fn interpreters_are_compared_from_their_first_prompt() {
    let greeting = |text: &'static [u8]| {
        let focal = Focal::new(Config::ours(Functions::None));
        let fresh = Box::new(move |_| Box::new(Greeting(focal.clone(), text)) as Box<dyn Performer>);
        fuzz_focal::Interpreter { name: "greeting", fresh, has_dialogue: false, budget: 20_000 }
    };
    let lines = program(&["T 1", "T 2"]);
    assert_eq!(fuzz_focal::compare(&[greeting(b""), greeting(b"FOCAL OF 1972\r\n")], &lines), Outcome::Same);
    let smaller = interpreter("smaller", Limits { space: 20, ..Limits::default() });
    let text = program(&["1.1 C A LINE THAT TAKES MORE THAN TWENTY WORDS OF ROOM"]);
    assert!(matches!(fuzz_focal::compare(&[greeting(b"HI\r\n"), smaller], &text), Outcome::Different(_)));
}

/// In this loop, FOCAL in machine code returns to the same state again and again, with the interrupts on. The machine
/// seems to wait for a key, but the program does not read keys.
#[test]
fn nothing_is_typed_at_a_program_that_loops() {
    let machine = || {
        let console = Console::for_checkers().expect("our own tape");
        let fresh = Box::new(move |_| Box::new(console.clone()) as Box<dyn Performer>);
        fuzz_focal::Interpreter { name: "machine", fresh, has_dialogue: false, budget: 20_000_000 }
    };
    let focal = || interpreter("focal", Limits::default());
    for lines in [["A X;F I=0,5;S I=0", "; "], ["F I=0,5;S I=0", "T 1"]] {
        let lines = program(&lines);
        assert_eq!(fuzz_focal::compare(&[machine(), focal()], &lines), Outcome::Endless, "{lines:?}");
        assert_eq!(fuzz_focal::compare(&[machine(), machine()], &lines), Outcome::Endless, "{lines:?}");
    }
}

#[test]
fn a_game_of_given_answers() {
    let script = Script { answers: vec!["45 36\r".to_owned(), "\u{3}".to_owned()], ..Script::default() };
    let mut player = Player::scripted(script.answers);
    let twin = Twin::default();
    let mut random = fastrand::Rng::with_seed(0);
    let played = table::play(&[&twin], &script.opening, &mut player, usize::MAX, &mut random).unwrap();
    assert_eq!(played.ending, Ending::Message("?01.00 @ 07.20".to_owned()));
    assert_eq!(played.moves, [Some(Move::new(18, 27)), Some(Move::new(27, 45))]);
}

/// Types answers to the machine and to the twin; returns the comparison after each move of the computer.
fn turns(mut pair: Beside<Fault>, answers: &[&str]) -> Vec<Compared> {
    let mut turns = Vec::new();
    let mut keys = answers.iter().flat_map(|answer| answer.bytes());
    pair.run_twin();
    loop {
        assert_eq!(pair.run(u64::MAX), Status::Waiting);
        match pair.prompt() {
            Prompt::Moved(turn) => turns.push(*turn),
            Prompt::Over(_, turn) => {
                turns.push(*turn);
                return turns;
            }
            Prompt::Answering => {}
        }
        let Some(key) = keys.next() else { return turns };
        pair.press(key);
        pair.run_twin();
    }
}

#[test]
fn side_by_side_a_fault_is_found_and_nothing_else() {
    let (opening, answers) = (Opening::default(), ["45 36\r", "54 36\r", "2.5 YES\r", "52 45\r"]);
    // This fault swaps two assignments whose order makes no difference.
    let equal = turns(Beside::with_fault(&opening, Fault::AssignmentsSwapped).unwrap(), &answers);
    assert_eq!(equal.len(), 5);
    assert!(equal.iter().all(|turn| turn.differing.is_empty()), "{equal:?}");
    let kinds: Vec<_> = equal.iter().map(|turn| turn.kind).collect();
    assert_eq!(kinds, [Some("thrust"), Some("jump"), Some("thrust"), Some("thrust"), Some("thrust")]);
    let chosen = equal[1].chosen.map(|number| equal[1].candidates[number - 1].entry);
    assert_eq!((equal[1].machine, chosen), (Some((27, 45)), Some(2736)));
    // A second of simulated time is about 667,000 cycles.
    assert!(equal.iter().all(|turn| turn.cycles as f64 / turn.seconds > 600_000.0), "{equal:?}");

    let wrong = turns(Beside::with_fault(&opening, Fault::CapturedPieceLeft).unwrap(), &answers);
    assert!(wrong[0].differing.is_empty() && wrong[0].finding.is_none());
    assert!(wrong[1].differing.contains(&Aspect::Board), "{:?}", wrong[1].differing);
    let finding = wrong[1].finding.as_deref().expect("what differs is shown");
    assert!(side_by_side(finding).contains("* A(36)"), "{}", side_by_side(finding));
}
