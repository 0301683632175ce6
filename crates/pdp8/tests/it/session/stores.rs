//! A search for the last store into a word executes only those intervals between snapshots in which the word may have
//! been stored into. It must find the same store as a search through all intervals.

use fastrand::Rng;
use pdp8::machine::{BreakpointSet, Config};
use pdp8::station::{InputEvent, Station, Writer};
use pdp8::teletype::Speed;
use pdp8::word::{Address, Word};

/// The number of parts of a program. A part waits, and then stores once.
const PARTS: u16 = 12;
/// The words into which the program may store: words that it stores into directly, and words to which pointers lead.
const WORDS: std::ops::Range<u16> = 0o110..0o120;

/// Returns a machine with a program that stores rarely, in all ways in which a program can store. Between two stores,
/// the program waits for up to a million cycles. It stores zeros, so that most stores do not change the word.
fn storing_rarely(rng: &mut Rng) -> Station {
    let mut station = Station::new(Config::default(), Speed::Fast);
    station.keep_timeline();
    let mut put = |at: u16, bits: u16| station.deposit(Address::new(at), Word::new(bits));
    // 0010 is an auto-index register; 0020 and 0021 count the waiting loops; a subroutine is at 0024.
    put(0o10, 0o107);
    put(0o25, 0o5424);
    for part in 0..PARTS {
        let (count, pointer) = (0o30 + part, 0o50 + part);
        put(count, rng.u16(0o7650..0o7777));
        put(pointer, rng.u16(WORDS));
        let store = match rng.u16(0..6) {
            0 => 0o3000 | rng.u16(WORDS), // DCA
            1 => 0o3400 | pointer,        // DCA I
            2 => 0o2400 | pointer,        // ISZ I
            3 => 0o3410,                  // DCA I 10
            4 => 0o2000 | rng.u16(WORDS), // ISZ
            _ => 0o4024,                  // JMS 24
        };
        // CLA; TAD count; DCA 21; ISZ 20; JMP .-1; ISZ 21; JMP .-3; the store; NOP, which the store may skip.
        let begin = 0o200 + 0o12 * part;
        let back = |to: u16| 0o5200 | to & 0o177;
        let wait = [0o7200, 0o1000 | count, 0o3021, 0o2020, back(begin + 3), 0o2021, back(begin + 3), store, 0o7000];
        (begin..).zip(wait).for_each(|(at, bits)| put(at, bits));
        put(begin + 0o11, back(begin + 0o12));
    }
    // The auto-index register begins again with each pass: CLA; TAD 22; DCA 10; JMP I 23.
    put(0o22, 0o107);
    put(0o23, 0o200);
    let end = 0o200 + 0o12 * PARTS;
    (end..).zip([0o7200, 0o1022, 0o3010, 0o5423]).for_each(|(at, bits)| put(at, bits));
    station.start(Address::new(0o200));
    station
}

/// Runs a machine, and does random actions between the runs: travels in time, deposits words, and continues with a copy
/// of the machine. Returns the machine.
fn session(rng: &mut Rng) -> Station {
    let mut station = storing_rarely(rng);
    for _ in 0..24 {
        match rng.u32(0..12) {
            0 => {
                let reached = station.timeline().expect("it keeps one").reached();
                // A change that the station has not recorded yet drops the later part of the history.
                let _ = station.go_to_cycle(rng.u64(reached / 2..=reached));
            }
            1 => drop(station.back(rng.u64(0..1_000_000))),
            2 => station.deposit(Address::new(rng.u16(WORDS)), Word::ZERO),
            3 => station = station.clone(),
            4 => station.machine_mut().memory.write(Address::new(rng.u16(WORDS)), Word::new(rng.u16(0..3))),
            5 => {
                let copy = station.machine().memory.clone();
                station.machine_mut().memory = copy;
            }
            _ => station.run_idle(rng.u64(0..4_000_000)),
        }
    }
    station
}

/// Returns the cycle of the last store into the word at `at`, by the program or by a deposit of the operator. Searches
/// all intervals.
fn last_store(station: &Station, at: Address) -> Option<u64> {
    let mut stores = BreakpointSet::default();
    stores.stop_before_store(at..=at);
    let by_program = station.last_stop_while(stores, |_| true, &mut |_| true).expect("a history");
    let timeline = station.timeline().expect("it keeps one");
    let is_meant = |event: &InputEvent| match event {
        InputEvent::Deposit { at: first, words } => (first.bits()..).take(words.len()).any(|place| place == at.bits()),
        _ => false,
    };
    let done = &timeline.entries()[..timeline.position()];
    by_program.max(done.iter().rfind(|entry| is_meant(&entry.event)).map(|entry| entry.cycle))
}

#[test]
fn the_last_store_is_that_of_a_search_through_the_whole_past() {
    let (mut by_program, mut snapshots) = (0, 0);
    for seed in 0..24 {
        let mut rng = Rng::with_seed(seed);
        let mut station = session(&mut rng);
        station.sync();
        snapshots += station.timeline().expect("it keeps one").snapshots().len();
        for bits in WORDS {
            let at = Address::new(bits);
            let store = station.last_store(at).expect("a history");
            assert_eq!(store.as_ref().map(|store| store.cycle), last_store(&station, at), "seed {seed}, {at}");
            by_program += u32::from(store.is_some_and(|store| matches!(store.writer, Writer::Instruction(..))));
        }
    }
    assert!(by_program > 100 && snapshots > 200, "{by_program} stores, {snapshots} snapshots");
}

/// At intervals of a million executed cycles, a search asks whether to go on. So the number of questions shows how much
/// of the past was executed.
#[test]
fn only_the_intervals_with_a_store_are_executed() {
    let mut station = storing_rarely(&mut Rng::with_seed(1));
    station.run_idle(100_000_000);
    let questions = |at: u16| {
        let mut questions = 0;
        let store = station.last_store_while(Address::new(at), &mut |_| {
            questions += 1;
            true
        });
        (store.expect("a history").is_some(), questions)
    };
    assert_eq!(questions(0o7000), (false, 0));
    // The operator deposited into the first word of the program before its start; the program counts in 0020.
    for at in [0o200, 0o20] {
        let (found, executed) = questions(at);
        assert!(found && executed <= 3, "{at:04o}: {executed} million cycles were executed");
    }
}

/// A trace that stored into a word long ago still exists, but the intervals since then have no store.
#[test]
fn the_intervals_in_which_the_storing_trace_has_not_run_are_not_executed() {
    let mut station = Station::new(Config::default(), Speed::Fast);
    station.keep_timeline();
    let mut put = |at: u16, words: &[u16]| {
        (at..).zip(words).for_each(|(at, &bits)| station.deposit(Address::new(at), Word::new(bits)));
    };
    // ISZ 30; JMP .-1; JMP I .+1, and then a loop that counts in 0031 and stores into 0032 in its first turn, in which
    // 0033 is negative: CLA; TAD 33; SMA; JMP .+2; DCA 32; CLA; TAD 31; IAC; DCA 31; DCA 33; JMP 300.
    put(0o200, &[0o2030, 0o5200, 0o5603, 0o300]);
    put(0o300, &[0o7200, 0o1033, 0o7500, 0o5305, 0o3032, 0o7200, 0o1031, 0o7001, 0o3031, 0o3033, 0o5300]);
    put(0o33, &[0o4000]);
    station.start(Address::new(0o200));
    station.run_idle(100_000_000);
    assert_ne!(station.machine().memory.read(Address::new(0o31)), Word::ZERO);
    let since = |at: u16| station.unstored_since(Address::new(at)..=Address::new(at)).expect("a history");
    assert_eq!(since(0o31), station.machine().elapsed.cycles);
    assert!(since(0o30) < 10_000_000, "{}", since(0o30));
    // The store into 0032 is part of a trace that runs all the time, but it was executed once.
    assert_eq!(station.machine().memory.read(Address::new(0o32)), Word::new(0o4000));
    assert!(since(0o32) < 10_000_000, "{}", since(0o32));
}
