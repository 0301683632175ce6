//! The workloads. For `benches/compare-simh`, SIMH runs each workload from the same contents of core as this project's
//! machine.

use focal8::focal::Functions;
use focal8::focal_machine::FocalMachine;
use focal8::instruction::Model;
use focal8::machine::{Bus, Config, Machine, Time};
use focal8::pal::{Options, Source, assemble};
use focal8::performer::{Performer, Status};
use focal8::roms;
use focal8::station::{IoBus, Station};
use focal8::teletype::Speed;

/// The workloads with their names.
pub const WORKLOADS: &[(&str, Workload)] = &[
    ("loop", Workload::Source(include_str!("loop.pal"), SMALL)),
    ("mixed", Workload::Source(include_str!("mixed.pal"), SMALL)),
    ("focal", Workload::Focal(1, &["F I=1,2000000;S A=A+FSQT(I)*1.5"])),
    ("focal-8k", Workload::Focal(2, &["F I=1,2000000;S A=A+FSQT(I)*1.5"])),
    ("checkers", Workload::Focal(1, THINKING)),
    ("checkers-8k", Workload::Focal(2, THINKING)),
    ("typing", Workload::Focal(1, TYPING)),
    ("eae-a", Workload::Source(include_str!("eae-a.pal"), LARGE)),
    ("eae-b", Workload::Source(include_str!("eae-b.pal"), LARGE)),
    ("overlay", Workload::Source(include_str!("overlay.pal"), LARGE)),
    ("changing", Workload::Source(include_str!("changing.pal"), LARGE)),
    ("patched", Workload::Source(include_str!("patched.pal"), LARGE)),
    ("fields", Workload::Source(include_str!("fields.pal"), LARGE)),
    ("printing", Workload::Source(include_str!("printing.pal"), LARGE)),
    ("polling", Workload::Source(include_str!("polling.pal"), LARGE)),
    ("user", Workload::Source(include_str!("user.pal"), SHARED)),
    ("lines", Workload::Devices(include_str!("lines.pal"), SHARED, four_lines)),
    ("blocks", Workload::Devices(include_str!("blocks.pal"), LARGE, pack)),
];

/// The main work of a move in checkers, repeated: the search for all moves of the first position.
const THINKING: &[&str] = &[roms::CHECKERS, roms::CHECKERS_BOARD, "F Q=1,9999;D 1.1;D 1.2"];

/// A FOCAL program that types 9,999 numbers, after a computation that lasts until the Teletype is idle.
const TYPING: &[&str] = &["1.1 F I=1,20;S A=I", "1.2 F I=1,9999;T I", "G"];

const SMALL: Config = Config { model: Model::I, fields: 1, eae: false, time_share: false };

/// The configuration of the PDP-8 that SIMH simulates.
const LARGE: Config = Config { model: Model::E, fields: 8, eae: true, time_share: false };

/// The configuration of a machine with a user mode.
const SHARED: Config = Config { time_share: true, ..LARGE };

/// The number of bytes of an RK05 pack.
const PACK: usize = 203 * 2 * 16 * 256 * 2;

/// A program to run.
#[derive(Clone, Copy)]
pub enum Workload {
    /// A PAL source whose program begins at START, and the machine's configuration.
    Source(&'static str, Config),
    /// A PAL source whose program begins at START, the machine's configuration, and a function that adds devices to the
    /// machine.
    Devices(&'static str, Config, fn(&mut Station)),
    /// FOCAL with this number of fields, and the lines typed to it.
    Focal(u8, &'static [&'static str]),
}

/// Returns a machine about to run `program`, and its devices; `None` if there is no such program.
pub fn load(program: &str) -> Option<(Machine, IoBus)> {
    let (_, workload) = WORKLOADS.iter().find(|(name, _)| *name == program)?;
    let station = match *workload {
        Workload::Source(text, config) => assembled(program, text, config, |_| ()),
        Workload::Devices(text, config, connect) => assembled(program, text, config, connect),
        Workload::Focal(fields, keys) => focal(fields, keys),
    };
    Some((station.machine().clone(), station.io_bus().clone()))
}

fn four_lines(station: &mut Station) {
    (1..=4).for_each(|line| station.add_line(line).expect("its codes are free"));
}

/// Mounts a pack of zeros in a drive that takes a few hundred cycles for a block.
fn pack(station: &mut Station) {
    let unit = station.io_bus_mut().unit_for("rk0").expect("its code is free");
    station.attach(unit, "blocks.rk05", vec![0; PACK], false).expect("a pack of the right size");
    assert!(station.io_bus_mut().device_called("rk8e").expect("plugged in").set("fast"));
}

fn assembled(name: &str, text: &str, config: Config, connect: fn(&mut Station)) -> Station {
    let assembly = assemble(&[Source::new(name, text)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    let mut station = Station::new(config, Speed::Fast);
    connect(&mut station);
    for &(address, word) in &assembly.words {
        station.deposit(address, word);
    }
    station.start(assembly.address("START").expect("a label of the source"));
    station
}

/// Returns a station with FOCAL that has just received the last RETURN of these lines.
fn focal(fields: u8, lines: &[&str]) -> Station {
    // The checkers need the room of the extended functions.
    let focal = FocalMachine::new(Config { fields, ..Config::default() }, Functions::None);
    let mut station = focal.expect("a tape from the box").station().clone();
    // The line that begins the game is left out.
    let lines = lines.iter().flat_map(|lines| lines.lines()).filter(|line| *line != "GO");
    for key in lines.flat_map(|line| line.bytes().chain([b'\r'])) {
        assert_eq!(Performer::run(&mut station, 1_000_000_000), Status::Waiting);
        station.press(key);
    }
    // RETURN is echoed, and after that the Teletype is idle.
    Performer::run(&mut station, 10_000);
    assert_eq!(station.io_bus().next_event(), Time::NEVER);
    station
}
