//! Every change of a machine from outside is an input event. So a machine that replays a random session or goes back in
//! time must reach exactly the same states as the first time.

mod in_step;
mod media;
mod stores;

use std::collections::BTreeMap;

use fastrand::Rng;
use pdp8::devices::CHOICES;
use pdp8::instruction::Model;
use pdp8::machine::{BreakpointSet, Config, Machine, StopReason, Time};
use pdp8::session::{Check, Player, Session, SessionError, SessionPosition, Writer as File};
use pdp8::station::{InputEvent, IoBus, LineEvent, Paper, Station, TravelError, Writer};
use pdp8::tape::bin;
use pdp8::teletype::{Lever, Speed};
use pdp8::word::{Address, Word};

/// The number of random sessions that each test runs.
const SESSIONS: u64 = 60;
/// The number of actions in a session.
const DEEDS: usize = 120;

/// Returns a random word of a program. HLTs are rare, and IOTs for the devices of the machine are frequent.
fn word(rng: &mut Rng) -> Word {
    let devices = [0o6030, 0o6040, 0o6010, 0o6020, 0o6130, 0o6660];
    Word::new(match rng.u32(0..10) {
        0..=1 => devices[rng.usize(0..devices.len())] | rng.u16(0..8),
        2 => [0o6001, 0o6002, 0o6001, 0o6046, 0o6036, 0o6014][rng.usize(0..6)],
        _ => match rng.u16(0..0o10000) {
            halt if halt & 0o7403 == 0o7402 && rng.u32(0..8) > 0 => halt & !2,
            word => word,
        },
    })
}

/// A machine at power-on that keeps a timeline, with a random program in its core.
fn beginning(rng: &mut Rng) -> Station {
    let model = [Model::I, Model::I, Model::E, Model::L][rng.usize(0..4)];
    let config = Config { model, fields: rng.u8(1..3), eae: rng.bool() && model.takes_eae(), time_share: rng.bool() };
    let mut station = Station::new(config, if rng.bool() { Speed::Real } else { Speed::Fast });
    station.keep_timeline();
    let words: Vec<_> = (0..0o1000).map(|at| (Address::new(at), word(rng))).collect();
    station.load(&bin::punch(&words)).expect("a tape of our own");
    station.start(Address::new(0o200));
    station
}

/// Does a random action from outside, of any kind.
fn disturb(station: &mut Station, rng: &mut Rng) {
    let units = ["reader", "punch", "ptr", "ptp", "lpt"];
    let tape = |rng: &mut Rng| (0..rng.usize(0..20)).map(|_| rng.u8(..)).collect::<Vec<u8>>();
    let address = Address::new(rng.u16(0..0o1000));
    match rng.u32(0..28) {
        0..=2 => station.type_ahead((0..rng.u32(1..4)).map(|_| rng.u8(..128)).collect::<Vec<_>>()),
        3 => pdp8::performer::Performer::press(station, rng.u8(..)),
        4 => station.press_if_polled(),
        5 => station.deposit(Address::new(rng.u16(0..0o20000)), word(rng)),
        6..=7 => station.start(address),
        8 => station.start_here(),
        9..=10 => station.resume(),
        11 => station.reset(),
        12 => (0..rng.u32(1..5)).for_each(|_| station.cycle()),
        13 => (0..rng.u32(1..5)).for_each(|_| station.step()),
        14 => {
            let machine = station.machine_mut();
            machine.sr = Word::new(rng.u16(..0o10000));
            machine.running &= rng.bool();
            machine.ac = Word::new(rng.u16(..0o10000));
            machine.memory.write(address, Word::new(rng.u16(..0o10000)));
        }
        15 => station.machine_mut().running = rng.bool(),
        16 => {
            let unit = station.io_bus_mut().unit_for(units[rng.usize(0..units.len())]).expect("on the list");
            let is_output = station.io_bus().unit(unit).medium.is_output();
            let contents = if is_output { Vec::new() } else { tape(rng) };
            station.attach(unit, "a file", contents, false).expect("it takes any tape");
        }
        17 => {
            let unit = station.io_bus_mut().unit_for(units[rng.usize(0..4)]).expect("on the list");
            if rng.bool() { drop(station.take_output(unit)) } else { station.detach(unit) }
        }
        18 => station.mount(tape(rng)),
        19 => station.mount_high_speed(tape(rng)),
        20 => station.start_reader(),
        21 => station.set_speed(if rng.bool() { Speed::Real } else { Speed::Fast }),
        22 => {
            let now = station.machine().elapsed.time;
            let lever = [Lever::Start, Lever::Stop, Lever::Free][rng.usize(0..3)];
            station.io_bus_mut().teletype_mut().set_lever(lever, now);
            station.io_bus_mut().teletype_mut().punch.set_on(rng.bool());
        }
        25 => {
            let number = rng.u8(1..4);
            // The line may exist already.
            let _ = station.add_line(number);
            let events = [LineEvent::Connect, LineEvent::HangUp, LineEvent::Keys(tape(rng))];
            station.line_event(number, &events[rng.usize(0..3)]);
        }
        26 => {
            let clock = (CHOICES[rng.usize(0..CHOICES.len())].make)();
            assert!(station.io_bus_mut().replace(clock), "every machine has a clock");
        }
        23 => {
            let image = station.core_image();
            if rng.u32(0..4) == 0 {
                station.restore(&image).expect("an image of its own");
            }
        }
        _ => {
            let words = [(address, word(rng)), (address.next(), word(rng))];
            station.load(&bin::punch(&words)).expect("a tape of our own");
        }
    }
}

/// Lets time pass in one of the possible ways.
fn run(station: &mut Station, rng: &mut Rng) {
    let budget = [30, 3_000, 200_000][rng.usize(0..3)];
    match rng.u32(0..4) {
        0 => station.run_idle(rng.u64(0..budget)),
        1 => {
            let until = station.machine().elapsed.time + Time::microseconds(rng.u64(0..budget));
            let _ = station.run_until(until);
        }
        2 => (0..rng.u32(0..50)).for_each(|_| assert_ne!(station.run(1), StopReason::CycleLimit)),
        _ => assert_ne!(station.run(rng.u64(0..budget)), StopReason::CycleLimit),
    }
}

/// The state of a machine, without the output that the host can take at any time.
fn state(station: &Station) -> (Machine, IoBus, Paper) {
    (station.machine().clone(), station.io_bus().without_prints(), station.paper())
}

fn assert_same(seed: u64, station: &Station, expected: &(Machine, IoBus, Paper)) {
    let (machine, io_bus, paper) = state(station);
    let (wanted, wanted_bus, wanted_paper) = expected;
    let cycle = wanted.elapsed.cycles;
    assert_eq!(machine.elapsed, wanted.elapsed, "seed {seed}, cycle {cycle}");
    assert!(machine == *wanted, "seed {seed}, cycle {cycle}: the processor or core");
    for (device, wanted) in io_bus.devices().zip(wanted_bus.devices()) {
        assert_eq!(device.record(), wanted.record(), "seed {seed}, cycle {cycle}: {}", wanted.name());
    }
    assert!(io_bus == *wanted_bus, "seed {seed}, cycle {cycle}: a device");
    assert_eq!(paper, *wanted_paper, "seed {seed}, cycle {cycle}");
}

/// Plays a random session. If `travels` is true, the operator also goes back in time. Returns the station, the
/// session's file, and the paper. The paper is complete only if `travels` is false.
fn session(seed: u64, travels: bool) -> (Station, String, Vec<u8>) {
    let mut rng = Rng::with_seed(seed);
    let mut station = beginning(&mut rng);
    let (mut text, mut file, mut paper) = (File::header(&station).expect("it keeps one"), File::default(), Vec::new());
    for _ in 0..DEEDS {
        match rng.u32(0..if travels { 12 } else { 10 }) {
            0..5 => run(&mut station, &mut rng),
            5..10 => disturb(&mut station, &mut rng),
            // The machine refuses a moment before the timeline, or later than its end.
            10 => {
                let _ = station.back(rng.u64(0..3_000));
            }
            _ => {
                let reached = station.timeline().expect("it keeps one").reached();
                let _ = station.go_to_cycle(rng.u64(0..=reached));
            }
        }
        match rng.u32(0..8) {
            0 => text += &file.events(&mut station),
            1 => text += &file.check(&mut station),
            2 => paper.extend(station.take_frames()),
            _ => {}
        }
    }
    station.forward(u64::MAX).expect("it keeps a history");
    text += &file.end(&mut station);
    paper.extend(station.take_frames());
    (station, text, paper)
}

#[test]
fn a_session_is_played_again_to_the_bit() {
    for seed in 0..SESSIONS {
        let (station, text, paper) = session(seed, false);
        let read = Session::read(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let mut played = Vec::new();
        let again =
            read.run(|_, frame| played.push(frame)).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_same(seed, &again, &state(&station));
        assert_eq!(played, paper, "seed {seed}");
    }
}

#[test]
fn a_session_with_ways_back_in_time_is_played_as_it_went_in_the_end() {
    for seed in 0..SESSIONS {
        let (station, text, _) = session(seed, true);
        let read = Session::read(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let again = read.run(|_, _| {}).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_same(seed, &again, &state(&station));
    }
}

#[test]
fn any_moment_reached_twice_is_the_same() {
    for seed in 0..SESSIONS {
        let mut rng = Rng::with_seed(seed);
        let mut station = beginning(&mut rng);
        let mut moments = BTreeMap::new();
        for _ in 0..DEEDS {
            let epoch = station.timeline().and_then(|timeline| timeline.begin());
            if rng.bool() {
                run(&mut station, &mut rng)
            } else {
                disturb(&mut station, &mut rng)
            }
            station.sync();
            if station.timeline().and_then(|timeline| timeline.begin()) != epoch {
                moments.clear();
            }
            let position = station.timeline().map_or(0, |timeline| timeline.position());
            moments.insert(station.machine().elapsed.cycles, (position, state(&station)));
        }
        let mut cycles: Vec<u64> = moments.keys().copied().collect();
        rng.shuffle(&mut cycles);
        for cycle in cycles {
            if station.timeline().and_then(|timeline| timeline.begin()).is_some_and(|begin| cycle < begin) {
                continue;
            }
            station.go_to_cycle(cycle).unwrap_or_else(|error| panic!("seed {seed}, cycle {cycle}: {error}"));
            // All actions of that cycle are done, also a key that went down later.
            let (position, moment) = &moments[&cycle];
            let next = station.timeline().and_then(|timeline| timeline.entries().get(*position));
            if next.is_none_or(|next| next.cycle > cycle || matches!(next.event, InputEvent::Cycle | InputEvent::Step))
            {
                assert_same(seed, &station, moment);
            }
            // Back and forward again leads to the same moment too.
            if station.back(rng.u64(0..50)).is_ok() {
                station.forward(rng.u64(0..50)).expect("it keeps a history");
            }
        }
    }
}

/// A search with breakpoints runs at full speed from one breakpoint to the next, and finds the same moment as a search
/// through all instructions.
#[test]
fn a_search_at_full_speed_finds_the_same_moment() {
    let (mut found, mut stores) = (0, 0);
    for seed in 0..SESSIONS {
        let (mut station, ..) = session(seed, true);
        let mut rng = Rng::with_seed(seed);
        if rng.bool() {
            station.run(40_000);
        }
        let past = station.last_instructions(2_000).expect("a history");
        for _ in 0..4 {
            let Some(record) = rng.choice(&past) else { break };
            let at = record.operand.map_or(record.at, |(address, _)| if rng.bool() { address } else { record.at });
            let mut stops = BreakpointSet::default();
            match rng.u32(0..3) {
                0 => stops.stop_at(at..=at),
                1 => stops.stop_before_store(at..=at),
                _ => stops.stop_at_instruction(record.word, Word::new(0o7770)),
            }
            let meets = |station: &Station| stops.meets(station.machine(), station.io_bus());
            let moment = station.last_moment(meets).expect("a history");
            let fast = station.last_stop_while(stops.clone(), |_| true, &mut |_| true).expect("a history");
            assert_eq!(fast, moment, "seed {seed}, {stops:?}");
            found += u32::from(fast.is_some());

            let mut stores_there = BreakpointSet::default();
            stores_there.stop_before_store(at..=at);
            let by_instruction = station.last_stop_while(stores_there, |_| true, &mut |_| true).expect("a history");
            match station.last_store(at).expect("a history") {
                Some(store) if matches!(store.writer, Writer::Instruction(..) | Writer::Interrupt) => {
                    assert_eq!(Some(store.cycle), by_instruction, "seed {seed}, {at}");
                    stores += 1;
                }
                Some(store) => assert!(by_instruction.is_none_or(|cycle| cycle <= store.cycle), "seed {seed}, {at}"),
                None => assert_eq!(by_instruction, None, "seed {seed}, {at}"),
            }
        }
    }
    assert!(found > SESSIONS as u32 / 2 && stores > SESSIONS as u32 / 8, "{found} moments, {stores} stores");
}

/// CLA CLL IAC; TAD 210; DCA 210; JMP 200: counts in 210, in a loop of six cycles.
fn counting() -> Station {
    let mut station = Station::new(Config::default(), Speed::Fast);
    station.keep_timeline();
    for (at, bits) in (0o200..).zip([0o7301, 0o1210, 0o3210, 0o5200]) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    station.start(Address::new(0o200));
    station
}

#[test]
fn the_last_store_is_found_with_who_did_it() {
    let mut station = counting();
    station.run(60_000);
    let store = station.last_store(Address::new(0o210)).expect("a history").expect("it counts there");
    assert_eq!(store.writer, Writer::Instruction(Address::new(0o202), Word::new(0o3210)));
    assert_eq!((store.after.bits(), store.before.bits()), (10_000 & 0o7777, 9_999 & 0o7777));
    assert_eq!((store.cycle, store.instructions), (59_997, 39_998));
    station.deposit(Address::new(0o210), Word::ZERO);
    let store = station.last_store(Address::new(0o210)).expect("a history").expect("by hand");
    assert_eq!((store.writer, store.cycle), (Writer::Outside, 60_000));
    let untouched = station.last_store(Address::new(0o300)).expect("a history");
    assert_eq!(untouched, None);
}

#[test]
fn one_goes_back_by_instructions_and_by_cycles() {
    let mut station = counting();
    station.run(5_000_000);
    let elapsed = station.machine().elapsed;
    station.back(1).expect("there was one");
    assert_eq!(station.machine().elapsed.instructions, elapsed.instructions - 1);
    station.forward(1).expect("there is one");
    assert_eq!(station.machine().elapsed, elapsed);
    station.go_to_cycle(1_000_000).expect("within the DCA");
    assert_eq!(station.machine().elapsed.cycles, 1_000_000);
    assert_eq!(station.go_to_cycle(elapsed.cycles + 1), Err(TravelError::Later(elapsed.cycles)));
    assert_eq!(station.back(u64::MAX), Err(TravelError::Before(0)));
    station.forget_timeline();
    assert_eq!(station.back(1), Err(TravelError::NoTimeline));
}

/// After the machine has gone back, its recorded future is kept until the machine gets a different input event.
#[test]
fn the_old_future_is_kept_until_something_else_is_done() {
    let mut station = counting();
    station.run(1_000_000);
    station.deposit(Address::new(0o210), Word::new(7));
    station.run(1_000_000);
    let end = state(&station);
    station.go_to_cycle(500_000).expect("it was there");
    station.run(1_000);
    station.forward(u64::MAX).expect("it is still there");
    assert_same(0, &station, &end);
    station.go_to_cycle(500_000).expect("it was there");
    station.deposit(Address::new(0o210), Word::new(7));
    assert_eq!(station.timeline().map(|timeline| timeline.reached()), Some(500_000));
    // The same holds when the machine runs past the moment of the old action.
    station.run(100_000);
    station.deposit(Address::new(0o211), Word::new(7));
    station.go_to_cycle(550_000).expect("it was there");
    station.run(100_000);
    station.sync();
    assert_eq!(station.go_to_cycle(650_000), Ok(()));
    station.back(1).expect("there was one");
    assert_eq!(station.machine().memory.read(Address::new(0o211)), Word::ZERO);
}

/// The run is a quarter of an hour of a PDP-8/I, in which a snapshot is due 286 times.
#[test]
fn snapshots_are_few_and_share_what_they_have_in_common() {
    let mut station = counting();
    station.run_idle(600_000_000);
    let snapshots = station.timeline().expect("it keeps one").snapshots();
    assert!((100..200).contains(&snapshots.len()), "{}", snapshots.len());
    // A snapshot of 4K has at least a pointer to each of 32 pages.
    assert!((256 * snapshots.len()..2 << 20).contains(&snapshots.bytes()), "{}", snapshots.bytes());
}

/// A short session, as the text of its file.
fn short() -> String {
    let mut station = Station::new(Config::default(), Speed::Fast);
    station.keep_timeline();
    let mut text = File::header(&station).expect("it keeps one");
    let mut file = File::default();
    for (at, bits) in (0o200..).zip([0o6031, 0o5200, 0o6036, 0o6046, 0o7200, 0o5200]) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    station.start(Address::new(0o200));
    for key in *b"HI" {
        station.type_ahead([key]);
        station.run(1_000_000);
        text += &file.check(&mut station);
    }
    text + &file.end(&mut station)
}

#[test]
fn a_file_is_a_line_an_event() {
    insta::assert_snapshot!("a_session", short().replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn frames_come_with_their_time_and_a_session_is_played_in_parts() {
    let read = Session::read(&short()).expect("a session");
    let mut frames = Vec::new();
    let station = read.run(|time, frame| frames.push((time, frame))).expect("as it was");
    assert_eq!(frames.iter().map(|&(_, frame)| frame).collect::<Vec<_>>(), [0o310, 0o311]);
    assert!(frames[0].0 < frames[1].0 && frames[1].0 <= station.machine().elapsed.time);
    let mut player = Player::new(&read);
    let mut first = 0;
    player.run(SessionPosition::Time(frames[0].0), |_, _| first += 1).expect("as it was");
    assert_eq!((first, player.is_at_end()), (1, false));
    player.run(SessionPosition::End, |_, _| first += 1).expect("as it was");
    assert_eq!((first, player.is_at_end()), (2, true));
    assert_eq!(Check::of(player.station()), Check::of(&station));
}

#[test]
fn a_cut_file_is_read_up_to_there_and_a_wrong_one_is_refused_by_its_line() {
    let text = short();
    let lines = text.lines().count();
    for length in 0..text.len() {
        match Session::read(&text[..length]) {
            Ok(read) => assert_eq!(read.cut.is_some(), !text[..length].ends_with('\n')),
            Err(SessionError::NoSession | SessionError::Version(_)) => assert!(length < text.find('\n').expect("one")),
            Err(SessionError::Line { line, .. }) => assert!((2..=4).contains(&line), "{line}"),
            Err(error) => panic!("{error}"),
        }
    }
    let with = |old: &str, new: &str| Session::read(&text.replacen(old, new, 1)).expect_err(new).to_string();
    assert_eq!(
        with("session, version 2", "session, version 9").split(':').next(),
        Some("this session is of another version")
    );
    assert_eq!(with("focal8", "simh"), "this is no session: its first line is not 'focal8 session, version 2'");
    assert_eq!(with("teletype \"fast\"", "teletype \"quick\"").split(':').next(), Some("line 4"));
    assert_eq!(with(" key \"H\"", " kex \"H\""), "line 12: 'kex' is not an event of a session");
    assert_eq!(with(" key \"H\"", " key 5"), "line 12: key: invalid type: integer `5`, expected a character");
    assert_eq!(with(" end", " back 99"), format!("line {lines}: back 99: there are only 9 events before"));
    assert_eq!(with("0 start", "x start"), "line 11: 'x' is no count of cycles");
}

#[test]
fn a_changed_program_departs_where_it_first_differs() {
    let departs = |old: &str, new: &str| {
        let read = Session::read(&short().replacen(old, new, 1)).expect("a session");
        read.run(|_, _| {}).expect_err("it departs").to_string()
    };
    let other = departs("6036", "6034");
    assert!(other.starts_with("line 13: at cycle ") && other.contains("nothing before was checked"), "{other}");
    let other = departs("key \"I\"", "key \"J\"");
    assert!(other.contains("not as recorded: a device, the paper (PC 00"), "{other}");
    assert!(other.contains("; up to cycle "), "{other}");
    let halted = departs("\"7200\"", "\"7402\"");
    assert!(halted.contains("the machine does not come here: it stopped at cycle "), "{halted}");
}
