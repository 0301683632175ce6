//! The profiler: the sum of the figures is the time of the run, and the profiler does not change the run.

mod calls;

use focal8::focal::{Functions, LineNumber};
use focal8::focal_machine::FocalMachine;
use focal8::instruction::Model;
use focal8::listing::load_into;
use focal8::machine::{Config, Elapsed, StopReason};
use focal8::monitor::Monitor;
use focal8::performer::Performer;
use focal8::profile::{AddressProfile, Cost, FocalProfile, FocalProfiler, Routine, Where};
use focal8::station::Station;
use focal8::symbols::Symbols;
use focal8::teletype::Speed;
use focal8::word::{Address, Word};

/// A program with a line that searches for variables, a line that multiplies, and a line that types.
const PROGRAM: &[&str] = &[
    "1.1 FOR I=1,40;SET A(I)=I",
    "1.2 FOR I=1,30;DO 2",
    "1.3 QUIT",
    "2.1 SET B=A(I)+A(I)",
    "2.2 SET C=I*I*I*I*I*I",
    "2.3 TYPE %4,C,!",
];

fn loaded(fields: u8, speed: Speed) -> Station {
    let mut focal = FocalMachine::new(Config { fields, ..Config::default() }, Functions::All).expect("our tape");
    for line in PROGRAM {
        focal.type_line(line).expect("it is taken");
    }
    let mut station = focal.into_station();
    station.take_frames();
    station.set_speed(speed);
    station.type_ahead(*b"GO\r");
    station
}

/// Runs the program; returns the station at the end, and the profile.
fn profiled(fields: u8, speed: Speed, budget: u64) -> (Station, FocalProfile) {
    let mut station = loaded(fields, speed);
    let mut profiler = FocalProfiler::of(&station).expect("our FOCAL");
    while profiler.run(&mut station, budget) == StopReason::Budget {}
    (station, profiler.finish())
}

fn line(profile: &FocalProfile, group: u8, step: u8) -> &focal8::profile::LineCost {
    let place = Where::Line(LineNumber::new(group, step));
    profile.lines.iter().find(|line| line.place == place).expect("it is in the program")
}

#[test]
fn all_accounts_add_up_to_the_run() {
    for (fields, speed) in [(1, Speed::Fast), (2, Speed::Fast), (1, Speed::Real)] {
        let begun = loaded(fields, speed).machine().elapsed;
        let (station, profile) = profiled(fields, speed, 10_000);
        let elapsed = station.machine().elapsed;
        let run = Cost {
            instructions: elapsed.instructions - begun.instructions,
            cycles: elapsed.cycles - begun.cycles,
            nanoseconds: (elapsed.time - begun.time).as_nanoseconds(),
        };
        assert_eq!(profile.total, run);
        assert_eq!(profile.lines.iter().map(|line| line.cost).sum::<Cost>(), run, "the lines");
        assert_eq!(profile.routines().into_iter().map(|(_, cost)| cost).sum::<Cost>(), run, "the routines");
        assert_eq!(profile.folded.iter().map(|(_, cycles)| cycles).sum::<u64>(), run.cycles, "the ways");
    }
}

#[test]
fn counting_changes_nothing() {
    let mut free = loaded(1, Speed::Fast);
    free.run(5_000_000);
    let (mut counted, profile) = profiled(1, Speed::Fast, 777);
    assert_eq!(counted.take_frames(), free.take_frames());
    // The two runs may detect the wait at different cycles, so both continue to the same cycle of the wait.
    let until = free.machine().elapsed.cycles.max(counted.machine().elapsed.cycles) + 1000;
    for station in [&mut free, &mut counted] {
        station.run_idle(until - station.machine().elapsed.cycles);
    }
    assert!(counted.machine() == free.machine());
    assert!(profiled(1, Speed::Fast, 1_000_000).1 == profile, "however the run is cut");
}

#[test]
fn a_line_is_told_how_often_it_was_done_and_what_for() {
    for fields in [1, 2] {
        let (_, profile) = profiled(fields, Speed::Fast, 1_000_000);
        let times = [(1, 10), (1, 20), (1, 30), (2, 10), (2, 20), (2, 30)].map(|(g, s)| line(&profile, g, s).count);
        assert_eq!(times, [1, 1, 1, 30, 30, 30]);
        let dearest = [(2, 10), (2, 20), (2, 30)].map(|(g, s)| line(&profile, g, s).routines()[0].0);
        assert_eq!(dearest[..2], [Routine::VariableSearch, Routine::Multiply]);
        assert_eq!(profile.lines[0].place, Where::Prompt);
        let way = "01.20 FOR;01.20 DO;02.20;multiplying";
        assert!(profile.folded.iter().any(|(folded, _)| folded == way), "{way}");
    }
}

/// A FOR increments its variable after the commands of other lines. The time of the increment belongs to the line of
/// the FOR, and not to the last of these lines.
#[test]
fn what_a_for_takes_to_count_is_its_own_lines() {
    for fields in [1, 2] {
        let mut focal = FocalMachine::new(Config { fields, ..Config::default() }, Functions::All).expect("our tape");
        for line in ["1.1 FOR I=1,30;DO 2", "1.2 QUIT", "2.1 COMMENT", "2.2 COMMENT"] {
            focal.type_line(line).expect("it is taken");
        }
        let mut station = focal.into_station();
        station.type_ahead(*b"GO\r");
        let mut profiler = FocalProfiler::of(&station).expect("our FOCAL");
        while profiler.run(&mut station, 1_000_000) == StopReason::Budget {}
        let profile = profiler.finish();
        let adds =
            |group, step| line(&profile, group, step).routines().iter().any(|&(routine, _)| routine == Routine::Add);
        assert_eq!([adds(1, 10), adds(2, 10), adds(2, 20)], [true, false, false], "{fields} fields");
        let ways = |start: &str| profile.folded.iter().filter(|(way, _)| way.starts_with(start)).count();
        assert!(ways("01.10 FOR;01.10;adding") == 1, "{:?}", profile.folded);
    }
}

/// The profile shows separately the time in which a program waits for the Teletype, which prints ten characters per
/// second.
#[test]
fn waiting_for_the_teletype_is_told_apart() {
    let (_, profile) = profiled(1, Speed::Real, 1_000_000);
    let (routine, cost) = profile.routines()[0];
    assert_eq!(routine, Routine::Waiting);
    assert!(cost.share_of(&profile.total) > 0.9);
    assert_eq!(line(&profile, 2, 30).routines()[0].0, Routine::Waiting);
}

#[test]
fn any_program_is_counted_by_addresses_and_labels() {
    let mut station = Station::new(Config::default(), Speed::Fast);
    // START, ISZ COUNT; JMP START; HLT with COUNT = -3.
    for (at, word) in (0o200..).zip([0o2204, 0o5200, 0o7402, 0, 0o7775]) {
        station.deposit(Address::new(at), focal8::word::Word::new(word));
    }
    station.start(Address::new(0o200));
    let mut monitor = Monitor::default();
    monitor.begin_profile();
    assert_eq!(monitor.run(&mut station, 1000), StopReason::Halt);
    let profile: AddressProfile = monitor.take_profile().expect("it was begun");
    assert_eq!(profile.total.cycles, station.machine().elapsed.cycles);
    let counted: Vec<(u16, u64, u64)> =
        profile.addresses().map(|(at, count, cost)| (at.bits(), count, cost.cycles)).collect();
    assert_eq!(counted, [(0o200, 3, 6), (0o201, 2, 2), (0o202, 1, 1)]);
    let mut symbols = Symbols::default();
    symbols.add("00200 START\n00202 END\n 7775 THREE\n").expect("symbols");
    let labels: Vec<(String, u64)> =
        profile.labels(&symbols).into_iter().map(|(name, cost)| (name, cost.cycles)).collect();
    assert_eq!(labels, [("START".to_owned(), 8), ("END".to_owned(), 1)]);
    assert!(symbols.add("00200 A\nnonsense").is_err());
}

/// Runs a station an instruction at a time for a number of cycles; returns the time of each address.
fn stepped_addresses(station: &mut Station, cycles: u64) -> AddressProfile {
    let mut profile = AddressProfile::default();
    let end = station.machine().elapsed.cycles + cycles;
    while station.machine().elapsed.cycles < end {
        let (machine, before) = (station.machine(), station.machine().elapsed);
        let at = (!machine.enters_interrupt(station.io_bus())).then(|| machine.pc_address());
        assert_eq!(station.run(1), StopReason::Budget);
        let after = station.machine().elapsed;
        let [instructions, cycles] = [after.instructions - before.instructions, after.cycles - before.cycles];
        profile.add(at, Elapsed { instructions, cycles, time: after.time - before.time });
    }
    profile
}

/// The operator's profile of a run at full speed equals the profile of a stepped machine. The runs include interrupts,
/// a busy and a waiting Teletype, and breakpoints, some of which stop the machine.
#[test]
fn addresses_are_counted_at_full_speed_as_by_steps() {
    let program = "1.1 FOR I=1,1000;SET A=A+FSQT(I);DO 2\n2.1 TYPE %5.02,A,!\n";
    for fields in [1, 2] {
        for (speed, command) in
            [(Speed::Fast, ""), (Speed::Real, ""), (Speed::Fast, "break 200-377"), (Speed::Fast, "break w 7577")]
        {
            let mut one = with_keys(fields, speed, program, "GO\r");
            one.run(300_000);
            let mut two = one.clone();
            let mut monitor = Monitor::default();
            if !command.is_empty() {
                let mut host = focal8::host::NoHost::default();
                monitor.execute(command, &mut two, &mut host).expect("it is done");
            }
            monitor.begin_profile();
            let end = two.machine().elapsed.cycles + 400_000;
            while two.machine().elapsed.cycles < end {
                let left = end - two.machine().elapsed.cycles;
                monitor.run(&mut two, left.min(99_991));
                // Time that passes outside the operator's runs is not counted.
                two.clone().run(1_000);
            }
            let begun = one.machine().elapsed;
            let stepped = stepped_addresses(&mut one, two.machine().elapsed.cycles - begun.cycles);
            assert!(one.machine() == two.machine());
            let counted = monitor.take_profile().expect("it was begun");
            assert!(counted == stepped, "{fields} fields, {speed:?}, '{command}'");
            assert_eq!(counted.total.cycles, one.machine().elapsed.cycles - begun.cycles);
        }
    }
}

/// Returns a station with our FOCAL and a program, to which keys will be typed.
fn with_keys(fields: u8, speed: Speed, program: &str, keys: &str) -> Station {
    let functions = if program.len() > 2_000 { Functions::None } else { Functions::All };
    let focal = FocalMachine::new(Config { fields, ..Config::default() }, functions).expect("our tape");
    let mut station = focal.into_station();
    load_into(&mut station, &program.to_ascii_uppercase()).expect("it is taken");
    station.take_frames();
    station.set_speed(speed);
    station.type_ahead(keys.bytes());
    station
}

/// Profiles a run of `cycles` cycles, in budgets of `budget`, at full speed and by stepping; CTRL/C is pressed every
/// `broken` cycles. The two profiles must be equal.
fn compare(name: &str, mut fast: Station, cycles: u64, budget: u64, broken: u64) {
    let mut stepped = fast.clone();
    let mut profilers = [&fast, &stepped].map(|station| FocalProfiler::of(station).expect("our FOCAL"));
    let end = fast.machine().elapsed.cycles + cycles;
    let mut next_break = fast.machine().elapsed.cycles + broken;
    while fast.machine().elapsed.cycles < end {
        let reasons = [profilers[0].run(&mut fast, budget), profilers[1].run_stepped(&mut stepped, budget)];
        assert_eq!(reasons[0], reasons[1], "{name}");
        assert_eq!(fast.machine().elapsed, stepped.machine().elapsed, "{name}");
        if fast.machine().elapsed.cycles >= next_break {
            next_break += broken;
            fast.press(3);
            stepped.press(3);
        } else if reasons[0] != StopReason::Budget {
            break;
        }
    }
    assert!(fast.machine() == stepped.machine(), "{name}");
    let [fast, stepped] = profilers.map(FocalProfiler::finish);
    assert!(fast == stepped, "{name}:\n{:#?}\n{:#?}", fast.folded, stepped.folded);
}

/// The profile of a run at full speed equals the profile of a stepped machine.
#[test]
fn a_profile_at_full_speed_is_that_of_a_stepped_machine() {
    const NEVER: u64 = u64::MAX / 2;
    let checkers = focal8::roms::program("checkers").expect("it is built in").text;
    let asking = "1.1 ASK \"HOW MANY\",N,!\n1.2 FOR I=1,N;DO 2;TYPE %5.02,S,!\n1.3 IF (N-3) 1.4,1.1;TYPE \"MANY\",!\n1.4 Q\n\
                  2.1 SET S=S+FSQT(I);IF (S-4) 2.2;DO 3.1\n2.2 RETURN\n3.1 FOR J=1,2;SET A(J)=I;SET B=FSIN(J)\n";
    let failing = "1.1 SET A=1;DO 2;TYPE A\n1.2 GOTO 1.1\n2.1 SET A=A+1;IF (A-3) 2.2,2.2;SET B=1/(A-A)\n2.2 TYPE A,!\n";
    let recursive =
        "1.1 SET N=6;DO 2;TYPE F,!\n1.2 G 1.1\n2.1 IF (N-1) 2.3,2.3\n2.2 S N=N-1;D 2;S F=F*2;S N=N+1;R\n2.3 S F=1\n";
    for fields in [1, 2] {
        for (name, program, keys) in [
            ("checkers", checkers, "GO\r45 36 "),
            ("asking", asking, "GO\r5\r3\r1\rWRITE\rERASE 2\rMODIFY 1.1\rAK\rGO\r3\rTYPE 2+2,!\r"),
            ("changing", asking, "GO\r5\r3\r1\rMODIFY 1.1\rAK\rWRITE\rERASE 2.1;WRITE\r1.4 TYPE 1\rGO\r3\r"),
            ("failing", failing, "GO\rDO 2\rTYPE A;GO\rGO 9.9\r?GO\r"),
            ("recursive", recursive, "GO\r"),
        ] {
            let station = |speed| with_keys(fields, speed, program, keys);
            let name = &format!("{name}, {fields} fields");
            compare(name, station(Speed::Fast), 8_000_000, 1_000_000, NEVER);
            compare(name, station(Speed::Fast), 3_000_000, 9_973, 1_000_003);
            compare(name, station(Speed::Real), 6_000_000, 777_777, 1_234_567);
            compare(name, station(Speed::Real), 500_000, 13, NEVER);
        }
        // The high-speed reader has the commands.
        let mut station = with_keys(fields, Speed::Fast, asking, "*\r");
        let tape = "TYPE 1,!\r\nFOR I=1,9;TYPE I,!\r\nSET B=FSQT(2)\r\nGO\r\n5\r\n";
        station.mount_high_speed(tape.bytes().map(|code| code | 0o200).collect());
        compare("reader", station, 8_000_000, 100_003, NEVER);
    }
}

/// The PDP-8 starts the FPP8-A and waits for it, and the FPP8-A executes FCLA and FEXIT. The profile counts the work of
/// the FPP8-A separately.
#[test]
fn the_work_of_the_fpp_is_told_apart() {
    let mut station = Station::new(Config { model: Model::E, ..Config::default() }, Speed::Fast);
    // CLA; TAD 207; FPST; HLT; FPINT; JMP .-1; HLT; and the table at 300, whose program is at 400.
    let program = [0o7200, 0o1207, 0o6555, 0o7402, 0o6551, 0o5204, 0o7402, 0o0300];
    let parts = [(0o200, &program[..]), (0o300, &[0, 0o400, 0, 0, 0]), (0o400, &[0o0002, 0])];
    for (first, words) in parts {
        (first..).zip(words).for_each(|(at, &word)| station.deposit(Address::new(at), Word::new(word)));
    }
    station.io_bus_mut().add_device("fpp").expect("its codes are free");
    station.start(Address::new(0o200));
    let mut monitor = Monitor::default();
    monitor.begin_profile();
    while monitor.run(&mut station, 7) == StopReason::Budget {}
    let profile = monitor.take_profile().expect("it was begun");
    // The FPP reads two instructions, and reads and writes a table of eight words.
    assert_eq!(profile.fpp, (2, 2 + 8 + 8));
    assert_eq!(profile.total.cycles, station.machine().elapsed.cycles);
}
