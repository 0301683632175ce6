//! After going back in time, the files of discs and DECtapes equal the files of a machine that never went back.

use fastrand::Rng;
use focal8::instruction::Model;
use focal8::machine::{Config, Limits, StopReason, Time};
use focal8::monitor::{Monitor, Reply};
use focal8::pal::{Options, Source, assemble};
use focal8::station::Station;
use focal8::tape::bin;
use focal8::teletype::Speed;

use crate::shelf::Shelf;

use super::counted;

/// A program that writes blocks 0 to 37 again and again, each with a count in its first word.
const RK: &str = "*200\nNEXT, CLA\nTAD COUNT\nDCA I (1000\nISZ COUNT\nNOP\nTAD (4000\nDLDC\nTAD (1000\nDLCA
TAD COUNT\nCLL RTL\nTAD COUNT\nAND (37\nDLAG\nDSKP\nJMP .-1\nJMP NEXT\n*300\nCOUNT, 0\n$";

/// A program that writes 200 words to various places. The first word is a count.
const FIXED_HEAD: &str = "*200\nNEXT, CLA\nTAD (-200\nDCA I (7750\nTAD (777\nDCA I (7751\nTAD COUNT\nDCA I (1000
ISZ COUNT\nNOP\nTAD AT\nTAD (1234\nDCA AT\nTAD AT\nDMAW\nDFSC\nJMP .-1\nJMP NEXT\nAT, 0\n*300\nCOUNT, 0\n$";

/// A program that repeatedly writes the tape from its beginning, each time with another word.
const DT: &str = "*200\nAGAIN, CLA\nISZ COUNT\nNOP\nTAD (-201\nDCA N\nTAD (1000\nDCA P\nFILL, TAD COUNT\nDCA I P\nISZ P
ISZ N\nJMP FILL\nTAD (-14\nDCA N\nTAD (600\nDTLA\nDTSF\nJMP .-1\nTAD (-201\nDCA I (7754\nTAD (777\nDCA I (7755\nTAD (240\nDTLA
WRITE, DTSF\nJMP .-1\nDTRB\nSPA CLA\nJMP AGAIN\nTAD (-201\nDCA I (7754\nTAD (777\nDCA I (7755\nISZ I (1000\nNOP\nISZ N\nJMP MORE
DTLA\nJMP AGAIN\nMORE, DTXA\nJMP WRITE\nN, 0\nP, 0\n*300\nCOUNT, 0\n$";

/// A program that writes every line of the tape that passes. Each word is one more than the previous word.
const TD: &str =
    "*200\nAGAIN, CLA\nTAD (1400\n6774\n6773\nJMP AGAIN\nISZ COUNT\nNOP\nTAD COUNT\n6775\nJMP AGAIN\n*300\nCOUNT, 0\n$";

/// A program that writes sectors 1 to 20 of tracks 1 to 10 (octal), one after another, with a count in the first byte
/// of each sector.
const RX: &str = "*200\nNEXT, ISZ COUNT\nNOP\nTAD (100\nJMS LCD\nTAD COUNT\nWORD, JMS XDR\nJMP WORD\nTAD (4\nJMS LCD
TAD COUNT\nAND (17\nIAC\nJMS XDR\nSKP\nJMP NEXT\nTAD COUNT\nRTR\nRTR\nAND (7\nIAC\nJMS XDR\nJMP .-1\nJMP NEXT
LCD, 0\nDCA COMMAND\nTAD COMMAND\n6751\nSZA CLA\nJMP .-3\nJMP I LCD
XDR, 0\nDCA COMMAND\n6753\nJMP OVER\nTAD COMMAND\n6752\nCLA\nJMP I XDR\nOVER, 6755\nJMP XDR+2\nISZ XDR\nJMP I XDR
COMMAND, 0\n*300\nCOUNT, 0\n$";

/// A program that writes sectors 0 to 37 (octal), one after another, with a count in the first word of each sector.
const RL: &str =
    "*200\nNEXT, CLA\nTAD COUNT\nDCA I (1000\nISZ COUNT\nNOP\n6603\nTAD (1000\n6602\nTAD (-252\n6607\nTAD COUNT
AND (37\nCLL RTL\nRTL\nRTL\n6605\nTAD (5\n6604\n6601\nJMP .-1\nJMP NEXT\n*300\nCOUNT, 0\n$";

const UNITS: [(&str, Model, &str); 7] = [
    ("df", Model::I, FIXED_HEAD),
    ("rf", Model::I, FIXED_HEAD),
    ("rk0", Model::E, RK),
    ("dt0", Model::I, DT),
    ("td0", Model::E, TD),
    ("rx0", Model::E, RX),
    ("rl0", Model::E, RL),
];

/// An operator at a machine that runs one of the programs. The operator has two files that can be attached to the
/// program's unit.
struct Session {
    station: Station,
    monitor: Monitor,
    files: Shelf,
}

impl Session {
    fn new(model: Model, source: &str) -> Self {
        let assembly = assemble(&[Source::new("test", source)], &Options::default());
        assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
        let mut station = Station::new(Config { model, fields: 2, ..Config::default() }, Speed::Fast);
        station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
        let files = [("old".to_owned(), counted(3_001)), ("new".to_owned(), Vec::new())].into();
        Session { station, monitor: Monitor::default(), files: Shelf { files, ..Shelf::default() } }
    }

    /// Executes a command; returns whether the command succeeded. A command that fails changes nothing.
    fn order(&mut self, line: &str) -> bool {
        matches!(self.monitor.execute(line, &mut self.station, &mut self.files), Ok(Reply::Text(_)))
    }

    fn flush(&mut self) {
        self.monitor.flush(&mut self.station, &mut self.files).expect("these files can be written");
    }

    fn run(&mut self, cycles: u64) {
        let reason = self.monitor.run(&mut self.station, cycles);
        // With an empty drive a program may wait for ever.
        assert!(matches!(reason, StopReason::Budget | StopReason::EndlessLoop), "{reason:?}");
        self.flush();
    }

    fn cycle(&self) -> u64 {
        self.station.machine().elapsed.cycles
    }

    fn quit(&mut self) {
        self.monitor.close(&mut self.station, &mut self.files).expect("these files can be written");
    }
}

/// A command, the cycle at which it is given, and the length of the timeline after the command.
#[derive(Clone)]
struct Order {
    cycle: u64,
    acts: usize,
    line: String,
}

/// Returns a machine that got these commands, each at its cycle, and never went back.
fn straight(model: Model, source: &str, orders: &[Order], end: u64) -> Session {
    let mut session = Session::new(model, source);
    session.station.resume();
    let run_to = |session: &mut Session, cycles| {
        session.station.advance(Limits { cycles, ..Limits::NONE }, |_: Time, _| {});
        session.flush();
    };
    for Order { cycle, line, .. } in orders {
        run_to(&mut session, *cycle);
        assert!(session.order(line), "{line}");
    }
    run_to(&mut session, end);
    session
}

/// A machine that goes back and forward in time.
struct Travelled {
    session: Session,
    /// The commands that have been given, including the commands that are ahead in the timeline.
    orders: Vec<Order>,
    said: String,
}

impl Travelled {
    fn new(model: Model, source: &str) -> Self {
        let mut session = Session::new(model, source);
        session.station.keep_timeline();
        session.station.resume();
        Travelled { session, orders: Vec::new(), said: String::new() }
    }

    /// Returns the position in the timeline, and the number of futures that were discarded.
    fn acts(&mut self) -> (usize, usize) {
        self.session.station.sync();
        let timeline = self.session.station.timeline().expect("it is kept");
        (timeline.position(), timeline.divergences().len())
    }

    /// Runs the machine, or gives a random command; returns whether the command led to another time.
    fn something(&mut self, unit: &str, turn: usize, rng: &mut Rng) -> bool {
        let cycle = self.session.cycle();
        let (before, given_up) = self.acts();
        let line = match (turn, rng.u8(0..11)) {
            (0, _) | (_, 0) => format!("attach {unit} {}", rng.choice(["old", "new", "-r old"]).expect("one of them")),
            (1, _) if rng.u8(0..4) > 0 => format!("set {} fast", if unit == "df" { "df32" } else { unit }),
            (_, 1) => format!("detach {unit}"),
            (_, 2) => "save core".to_owned(),
            (_, 3) => format!("deposit 300 {:o}", rng.u16(0..0o7777)),
            (_, 4 | 5) => format!("goto cycle {}", rng.u64(0..=cycle)),
            (_, 6) => format!("back {}", rng.u64(1..2_000)),
            (_, 7) => rng.choice(["forward", "forward 8000"]).expect("one of them").to_owned(),
            _ => String::new(),
        };
        let line = line.replace(&format!("attach {unit} -r"), &format!("attach -r {unit}"));
        self.said += &format!("{line} at {cycle}\n");
        let was_done = if line.is_empty() {
            let most = if rng.u8(0..10) == 0 { 2_500_000 } else { 60_000 };
            self.session.run(rng.u64(1..most));
            false
        } else {
            self.session.order(&line)
        };
        let is_travel = ["goto", "back", "forward"].iter().any(|word| line.starts_with(word));
        let (acts, now_given_up) = self.acts();
        if now_given_up > given_up {
            self.orders.retain(|order| order.acts <= before);
        }
        if was_done && !is_travel && acts > before {
            self.orders.push(Order { cycle, acts, line });
        }
        // Going to the present moment changes nothing: the saved part of a block that is being written stays.
        is_travel && was_done && self.session.cycle() != cycle
    }

    /// Returns a machine that got the same commands and never went back.
    fn straight(&mut self, model: Model, source: &str) -> Session {
        let (acts, _) = self.acts();
        let done: Vec<Order> = self.orders.iter().filter(|order| order.acts <= acts).cloned().collect();
        straight(model, source, &done, self.session.cycle())
    }

    fn compare(&self, files: &Shelf, straight: &Session) {
        for name in ["old", "new"] {
            let (own, straight) = (&files.files[name], &straight.files.files[name]);
            let first = own.iter().zip(straight).position(|(own, straight)| own != straight);
            let lengths = (own.len(), straight.len());
            assert!(own == straight, "{name}, {lengths:?} bytes, first other {first:?}, after\n{}", self.said);
        }
    }
}

/// Runs a machine, gives commands to it, and goes back and forward in time, in a random order that the seed determines.
/// Checks that the machine's files are the same as those of a machine that has never gone back.
fn check(unit: &str, model: Model, source: &str, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut travelled = Travelled::new(model, source);
    travelled.said = format!("{unit}, seed {seed}\n");
    for turn in 0..16 {
        let is_elsewhere = travelled.something(unit, turn, &mut rng);
        if is_elsewhere {
            let straight = travelled.straight(model, source);
            travelled.compare(&travelled.session.files, &straight);
        } else if turn < 15 && rng.u8(0..4) > 0 {
            continue;
        }
        let Session { station, files, .. } = &travelled.session;
        let mut left = Session { station: station.clone(), monitor: Monitor::default(), files: files.clone() };
        let mut straight = travelled.straight(model, source);
        match rng.u8(0..3) {
            0 => [&mut left, &mut straight].into_iter().for_each(Session::quit),
            1 => assert!(left.order("save core") && straight.order("save core")),
            _ => assert!(left.order("detach all") && straight.order("detach all")),
        }
        travelled.compare(&left.files, &straight);
    }
}

/// Each of the programs writes to its medium.
#[test]
fn the_programs_write() {
    for (unit, model, source) in UNITS {
        let mut session = Session::new(model, source);
        assert!(session.order(&format!("attach {unit} old")));
        session.order(&format!("set {unit} fast"));
        session.station.resume();
        session.run(400_000);
        assert!(session.files.files["old"] != counted(3_001), "{unit}");
    }
}

#[test]
fn after_any_journey_the_files_are_those_of_a_straight_run() {
    for (unit, model, source) in UNITS {
        (0..20).for_each(|seed| check(unit, model, source, seed));
    }
}

/// Returns a session whose operator has attached the pack in the file `old`, let the machine write for `cycles` cycles,
/// and detached the pack.
fn detached(cycles: u64) -> Session {
    let mut session = Session::new(Model::E, RK);
    session.station.keep_timeline();
    session.station.resume();
    assert!(session.order("attach rk0 old") && session.order("set rk0 fast"));
    session.run(cycles);
    assert!(session.order("detach rk0"));
    session
}

#[test]
fn a_pack_attached_later_is_what_it_was_when_it_was_attached() {
    let mut session = detached(20_000);
    assert_ne!(session.files.files["old"], counted(3_001));
    // Another program changes the pack. The machine attaches it again, writes, and goes back to before the attaching.
    session.files.files.insert("old".to_owned(), counted(2_000));
    session.run(1_000);
    let between = session.cycle() - 500;
    assert!(session.order("attach rk0 old"));
    session.run(20_000);
    assert_ne!(session.files.files["old"], counted(2_000));
    assert!(session.order(&format!("goto cycle {between}")));
    assert_eq!(session.files.files["old"], counted(2_000));
    assert!(session.order("forward") && session.order("goto cycle 0"));
    assert_eq!(session.files.files["old"], counted(3_001));
}

#[test]
fn a_pack_that_another_program_has_changed_since_is_left_alone() {
    let mut session = detached(20_000);
    session.files.files.insert("old".to_owned(), b"minutes of the meeting\n".to_vec());
    let refused = session.monitor.execute("goto cycle 10", &mut session.station, &mut session.files);
    assert_eq!(
        refused.expect_err("it is not the machine's").to_string(),
        "old: another program has changed it since; the file is left unchanged, and is detached"
    );
    session.quit();
    assert_eq!(session.files.files["old"], b"minutes of the meeting\n");
}

#[test]
fn names_of_files_stay_those_of_their_files_in_another_folder() {
    let mut session = detached(20_000);
    let mut straight = detached(20_000);
    session.station.rename_files(|file| format!("/there/{file}"));
    let files = std::mem::take(&mut session.files.files)
        .into_iter()
        .map(|(name, bytes)| (format!("/there/{name}"), bytes))
        .collect();
    session.files = Shelf { files, ..Shelf::default() };
    assert!(session.order("goto cycle 10000"));
    session.quit();
    assert!(straight.order("goto cycle 10000"));
    straight.quit();
    assert_eq!(session.files.files["/there/old"], straight.files.files["old"]);
}

#[cfg(feature = "cli")]
#[test]
fn the_program_leaves_the_pack_as_it_was_at_the_moment_it_went_back_to() {
    use crate::program::{Folder, focal8};
    let folder = Folder::new();
    let source = folder.file("writer.pal", RK.as_bytes());
    let tape = folder.path("writer.bin");
    assert_eq!(focal8(&["asm", &source, "-o", &tape], b"").code, 0);
    let run = |script: &str| {
        let pack = folder.file("pack", &counted(3_001));
        let begin = format!("load {tape}\nattach rk0 {pack}\nset rk0 fast\nd pc 200\n");
        let ran = focal8(&["monitor", "--model", "8e"], (begin + &script.replace("PACK", &pack)).as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{script}");
        folder.read("pack")
    };
    let written = run("runlimit 9000\ncontinue\nquit\n");
    assert!(written.len() > counted(3_001).len());
    for leave in ["quit", "detach rk0", "save core", "step 100\nback 100\nquit"] {
        let leave = leave.replace("core", &folder.path("core"));
        assert_eq!(run(&format!("runlimit 9000\ncontinue\ngoto cycle 10\n{leave}\n")), counted(3_001), "{leave}");
        assert_eq!(run(&format!("runlimit 20000\ncontinue\nback 11000\n{leave}\n")), written, "{leave}");
        assert_eq!(run(&format!("runlimit 9000\ncontinue\nback 5000\nforward\n{leave}\n")), written, "{leave}");
    }
}
