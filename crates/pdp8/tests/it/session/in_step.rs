//! Two sessions in step: the first difference is exact, and equal sessions have none.

use fastrand::Rng;
use pdp8::machine::{Config, Elapsed};
use pdp8::session::{
    Carriage, Cause, Difference, FirstDifference, InStep, InStepError, Kind, Player, Session, SessionPosition,
    Writer as File, differences,
};
use pdp8::station::{InputEvent, Station};
use pdp8::teletype::Speed;
use pdp8::word::{Address, Word};

use super::{beginning, disturb};

/// The number of random pairs of sessions.
const PAIRS: u64 = 60;
/// The number of actions that both sessions have in common, and the number of further actions in each session.
const ACTIONS: (usize, usize) = (12, 12);

/// Plays a random session. The seed `later` determines the actions after the first `ACTIONS.0` actions.
fn session(seed: u64, later: u64) -> Session {
    let mut rng = Rng::with_seed(seed);
    let mut station = beginning(&mut rng);
    let (mut text, mut file) = (File::header(&station).expect("it keeps one"), File::default());
    for action in 0..ACTIONS.0 + ACTIONS.1 {
        if action == ACTIONS.0 {
            rng = Rng::with_seed(seed << 8 | later);
        }
        station.run_idle(rng.u64(0..if action % 4 == 0 { 20_000 } else { 300 }));
        if rng.u32(0..3) > 0 {
            disturb(&mut station, &mut rng);
        }
        if rng.u32(0..8) == 0 {
            text += &file.check(&mut station);
        }
    }
    text += &file.end(&mut station);
    Session::read(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"))
}

/// Compares two sessions; also returns the machines' counts after the last step.
fn compared(sessions: [&Session; 2]) -> (Option<FirstDifference>, [Elapsed; 2]) {
    let mut in_step = InStep::new(sessions);
    let found = in_step.run(&mut |_| true).expect("they are whole");
    (found, in_step.players().each_ref().map(|player| player.station().machine().elapsed))
}

/// Compares the machines of two sessions after every single cycle. Returns the last cycle at which the machines are
/// equal and the first cycle at which they differ, or `None` if they are equal up to the end of the shorter session.
fn compared_each_cycle(sessions: [&Session; 2]) -> Option<(u64, u64)> {
    let mut players = sessions.map(Player::new);
    let mut equal = 0;
    for cycle in 0.. {
        for player in &mut players {
            player.run(SessionPosition::Cycle(cycle), |_, _| {}).expect("it is whole");
        }
        let stations = players.each_ref().map(Player::station);
        let papers = stations.map(Station::paper);
        if !differences(stations[0], stations[1]).is_empty() || papers[0] != papers[1] {
            let reached = stations.map(|station| station.machine().elapsed.cycles);
            return Some((equal, reached[0].max(reached[1])));
        }
        equal = cycle;
        if players.iter().any(Player::is_at_end) {
            return None;
        }
    }
    None
}

#[test]
fn the_first_difference_is_exact() {
    let (mut with, mut without, mut late) = (0, 0, 0);
    for seed in 0..PAIRS {
        let [one, other] = [session(seed, 1), session(seed, 2)];
        let (found, elapsed) = compared([&one, &other]);
        let expected = compared_each_cycle([&one, &other]);
        let input = InStep::new([&one, &other]).first_different_input();
        match (&found, expected) {
            (Some(found), Some((equal, first))) => {
                let (before, after) = (found.before.cycles, elapsed[0].cycles.max(elapsed[1].cycles));
                assert!(before <= first && equal <= after, "seed {seed}: {equal} {first}, {before} {after}");
                with += 1;
                let changed = input.into_iter().flatten().flatten().map(|event| event.cycle).min().expect("an input");
                late += usize::from(before > changed);
            }
            (None, None) => without += 1,
            _ => panic!("seed {seed}: {found:?}, {expected:?}"),
        }
    }
    assert!(with > 25 && late > 2, "{with} pairs with a difference, {late} of them late; {without} without");
}

#[test]
fn a_session_equals_itself() {
    for seed in 0..20 {
        let one = session(seed, 1);
        assert_eq!(InStep::new([&one, &one]).first_different_input(), None);
        let (found, [elapsed, other]) = compared([&one, &one]);
        assert_eq!((found, elapsed), (None, other), "seed {seed}");
        assert_eq!(elapsed.cycles, one.events.last().expect("an end").cycle, "seed {seed}");
    }
}

/// Records a program that computes for a second, and then reads and prints the keys `keys`, which are typed at the
/// beginning.
fn late_reader(keys: &[u8], speed: Speed) -> Session {
    let mut station = Station::new(Config::default(), speed);
    station.keep_timeline();
    // ISZ 300; JMP 200; ISZ 301; JMP 200; KSF; JMP 204; KRB; TLS; DCA 302; JMP 204
    let words = [0o2300, 0o5200, 0o2301, 0o5200, 0o6031, 0o5204, 0o6036, 0o6046, 0o3302, 0o5204];
    let (mut text, mut file) = (File::header(&station).expect("it keeps one"), File::default());
    for (at, bits) in (0o200..).zip(words) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    station.deposit(Address::new(0o301), Word::new(0o7700));
    station.start(Address::new(0o200));
    keys.iter().for_each(|&key| pdp8::performer::Performer::press(&mut station, key));
    station.run_idle(2_000_000);
    text += &file.end(&mut station);
    Session::read(&text).expect("a session of our own")
}

#[test]
fn a_key_that_is_read_late_differs_where_it_is_read() {
    let sessions = [b"A", b"B"].map(|keys| late_reader(keys, Speed::Fast));
    let (found, _) = compared(sessions.each_ref());
    let FirstDifference { before, causes, differences } = found.expect("they differ");
    let Cause::Step(record) = causes[0] else { panic!("{causes:?}") };
    assert_eq!((record.at, record.word), (Address::new(0o206), Word::new(0o6036)));
    assert!(before.cycles > 700_000, "{before:?}");
    let ac = Difference::Register { name: "ac".to_owned(), values: ["0301", "0302"].map(str::to_owned) };
    assert_eq!(differences, [ac]);
}

#[test]
fn teletypes_of_different_speeds_differ_when_one_has_printed() {
    let sessions = [Speed::Fast, Speed::Real].map(|speed| late_reader(b"A", speed));
    let (found, _) = compared(sessions.each_ref());
    let found = found.expect("they differ");
    let paper = Difference::Paper { unit: "teletype", at: Carriage::default(), frames: [Some(0o301), None] };
    assert_eq!((found.causes, found.differences), ([Cause::Device; 2], vec![paper]));
}

#[test]
fn a_broken_session_is_named() {
    let whole = late_reader(b"A", Speed::Fast);
    let mut halting = whole.clone();
    let program = halting.events.iter_mut().find_map(|event| match &mut event.kind {
        Kind::Input(InputEvent::Deposit { words, .. }) => Some(words),
        _ => None,
    });
    program.expect("the program")[0] = Word::new(0o7402);
    // The difference comes first.
    assert!(InStep::new([&whole, &halting]).run(&mut |_| true).expect("a difference").is_some());
    halting.events.retain(|event| !matches!(event.kind, Kind::Check(_)));
    let error = InStep::new([&halting, &halting]).run(&mut |_| true).expect_err("it halts");
    let InStepError::Broken(broken) = error else { panic!("{error}") };
    assert_eq!(broken.side, 0);
    assert!(broken.departure.what.contains("stopped at cycle"), "{}", broken.departure);
}
