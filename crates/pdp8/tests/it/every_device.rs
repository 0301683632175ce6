//! Every device of the catalog at work: in sessions, in core images, and back in time.
//!
//! Each device has a program in [`works`], which must change the device. The program runs in slices. The state of the
//! machine after each slice must be reached again from a session, from a core image, and by going back in time. The
//! files to which the host copies the written blocks must have the contents of the media.

use std::collections::{BTreeMap, BTreeSet};

use pdp8::devices::{CATALOG, CHOICES};
use pdp8::instruction::Model;
use pdp8::machine::device::Medium;
use pdp8::machine::{Config, StopReason, Volume};
use pdp8::pal::{Options, Source, assemble};
use pdp8::session::{Check, Session, Writer};
use pdp8::station::{LineEvent, Station};
use pdp8::tape::bin;
use pdp8::teletype::Speed;
use pdp8::word::Address;

/// A program that puts a device to work, and halts.
struct Work {
    /// The name of the device in the catalog, or of a Teletype line.
    device: &'static str,
    /// The device's settings, which are set before the program starts, separated by spaces.
    settings: &'static str,
    /// The number of bytes of the file in each drive. The file may be shorter than the medium.
    length: usize,
    /// The program in PAL, from 200 on.
    program: String,
}

impl Work {
    fn new(device: &'static str, program: &str) -> Self {
        Work { device, settings: "", length: 20_000, program: program.to_owned() }
    }

    fn with(self, settings: &'static str, length: usize) -> Self {
        Work { settings, length, ..self }
    }

    /// The name of the work in messages.
    fn name(&self) -> String {
        format!("{} {}", self.device, self.settings)
    }
}

/// Returns a program that writes the buffer to a sector of a floppy disc, after INIT. `pulse` is the first three digits
/// of the IOTs.
fn floppy(pulse: &str, command: &str) -> String {
    format!(
        "CLA CLL\n{pulse}5\nJMP .-1\nTAD ({command}\n{pulse}1\n{pulse}3\nJMP .-1\nTAD (5\n{pulse}2\nCLA
         {pulse}3\nJMP .-1\nTAD (3\n{pulse}2\nCLA\n{pulse}5\nJMP .-1\nHLT"
    )
}

/// Returns a program that gives the floppy disc in drive 0 of an RX28 another density, and then writes a sector in this
/// density.
fn format(command: &str, write: &str) -> String {
    let format = format!("CLA CLL\n6755\nJMP .-1\nTAD ({command}\n6751\n6753\nJMP .-1\nTAD (111\n6752\n");
    format + &floppy("675", write)
}

/// The program for a fixed-head disc. The program writes the four words at 1000 to 1003 to the disc.
const FIXED_HEAD: &str = "CLA CLL\nTAD (-4\nDCA I (7750\nTAD (777\nDCA I (7751\nTAD (17\nDMAW\nDFSC\nJMP .-1\nHLT\n
    *1000\n1111\n2222\n3333\n4444";

/// Returns the programs for all devices, with the settings of the devices. A device may occur several times, with
/// different settings.
fn works() -> Vec<Work> {
    const RX01: usize = 256_256;
    const RX02: usize = 512_512;
    vec![
        Work::new(
            "teletype",
            "CLA\nKCC\nLOOP, KSF\nJMP .-1\nKRB\nTLS\nTSF\nJMP .-1\nCLA\nISZ COUNT\nJMP LOOP\nHLT\nCOUNT, -5",
        ),
        Work::new("fast-reader", "6014\nLOOP, 6011\nJMP .-1\nCLA\n6016\nISZ COUNT\nJMP LOOP\nHLT\nCOUNT, -5"),
        Work::new("fast-punch", "CLA\nLOOP, TAD (301\n6026\nCLA\n6021\nJMP .-1\nISZ COUNT\nJMP LOOP\nHLT\nCOUNT, -5"),
        Work::new("clock", "6131\nLOOP, 6133\nJMP .-1\nISZ COUNT\nJMP LOOP\nHLT\nCOUNT, -5"),
        Work::new("clock", "6136\nLOOP, 6133\nJMP .-1\nISZ COUNT\nJMP LOOP\n6134\nHLT\nCOUNT, -5").with("kw8-i", 0),
        Work::new("clock", "CLA\nTAD (5300\n6132\nLOOP, 6131\nJMP .-1\n6135\nCLA\nISZ COUNT\nJMP LOOP\nHLT\nCOUNT, -2")
            .with("dk8-ep", 0),
        Work::new("line-printer", "CLA\nLOOP, TAD (301\n6666\nCLA\n6661\nJMP .-1\nISZ COUNT\nJMP LOOP\nHLT\nCOUNT, -5"),
        Work::new(
            "card-reader",
            "6672\nHLT\nLOOP, 6631\nJMP DONE\n6634\nDCA 300\nDONE, 6671\nJMP LOOP\n6674\nISZ COUNT\nJMP 200\nHLT\n
             COUNT, -2",
        ),
        Work::new("rk8e", "CLA\nTAD (4000\nDLDC\nTAD (200\nDLCA\nTAD (3\nDLAG\nDSKP\nJMP .-1\nDRST\nHLT"),
        Work::new(
            "rl8a",
            "CLA CLL\n6603\nTAD (200\n6602\nTAD (7526\n6607\nTAD (300\n6605\nTAD (5\n6604\n6601\nJMP .-1\nHLT",
        ),
        Work::new(
            "tc08",
            "CLA\nTAD (600\nDTLA\nDTSF\nJMP .-1\nCLA\nTAD (-201\nDCA I (7754\nTAD (777\nDCA I (7755\nTAD (240\nDTLA
             DTSF\nJMP .-1\nHLT\n*1000\n1111\n2222\n3333",
        ),
        Work::new(
            "td8e",
            "CLA CLL\nTAD (1400\n6774\nLOOP, 6773\nJMP .-1\nTAD (1234\n6775\nCLA\nISZ COUNT\nJMP LOOP\n6774\nHLT\n
             COUNT, -2000",
        ),
        Work::new("rx8e", &floppy("675", "4")),
        Work::new("rx8e", &floppy("675", "14")).with("fast", RX01),
        Work::new("rx8e", &floppy("675", "4")).with(LOGICAL, RX01),
        Work::new("rx8e", &floppy("675", "404")).with("rx28", RX02),
        Work::new("rx8e", &format("10", "4")).with("rx28 fast", RX02),
        Work::new("rx8e", &format("410", "404")).with("rx28", RX01),
        Work::new("rx8e", &format("410", "404")).with("rx28 fast", 20_000),
        Work::new("rx8e-70", &floppy("670", "4")),
        Work::new("rf08", FIXED_HEAD),
        Work::new("rf08", FIXED_HEAD).with("fast", 0),
        Work::new("df32", FIXED_HEAD),
        Work::new(
            "fpp",
            "CLA CLL\n6553\nTAD (300\n6555\nHLT\n6551\nJMP .-1\n6556\nHLT\n*300\n0\n400\n1100\n2000\n
             *400\n5\n400\n500\n1400\n503\n6400\n506\n4400\n503\n6400\n511\n3400\n514\n6400\n517\n0\n
             *500\n1\n2000\n0\n0\n2000\n0\n*514\n2\n3000\n0",
        ),
        Work::new("vc8-i", "CLA CLL\nLOOP, 6053\n6063\n6054\nIAC\nISZ COUNT\nJMP LOOP\nHLT\nCOUNT, -20"),
        Work::new("vc8-e", "CLA CLL\nLOOP, 6053\n6054\n6055\n6052\nJMP .-1\nIAC\nISZ COUNT\nJMP LOOP\nHLT\nCOUNT, -20"),
        Work::new(
            "line1",
            "CLA CLL\nLOOP, 6401\nJMP .-1\n6406\n6416\n6411\nJMP .-1\nCLA\nISZ COUNT\nJMP LOOP\nHLT\nCOUNT, -5",
        ),
    ]
}

/// The setting for files with their sectors in logical order.
const LOGICAL: &str = "logical";
/// The number of slices in which a program runs.
const SLICES: u64 = 7;
/// More cycles than any program needs.
const ENOUGH: u64 = 100_000_000;

/// Makes a machine that keeps a timeline, with the device of the work, its media and its program.
fn begin(work: &Work) -> (Station, BTreeMap<String, Vec<u8>>) {
    let mut station = Station::new(Config { model: Model::E, ..Config::default() }, Speed::Fast);
    station.keep_timeline();
    let source = format!("*200\n{}\n$", work.program);
    let assembly = assemble(&[Source::new("work", source)], &Options::default());
    assert!(assembly.errors.is_empty(), "{}: {:?}", work.name(), assembly.errors);
    station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
    if let Some(choice) = CHOICES.iter().find(|choice| choice.names == (work.device, work.settings)) {
        assert!(station.io_bus_mut().replace((choice.make)()));
    } else if work.device == "line1" {
        station.add_line(1).expect("its codes are free");
        station.line_event(1, &LineEvent::Connect);
        station.line_event(1, &LineEvent::Keys(b"HELLO!".to_vec()));
    } else {
        let is_there = station.io_bus().devices().any(|device| device.name() == work.device);
        if !is_there {
            station.io_bus_mut().add_device(work.device).expect("its codes are free");
        }
        let device = station.io_bus_mut().device_called(work.device).expect("it is plugged in");
        let settings = work.settings.split_whitespace().filter(|&value| value != LOGICAL);
        assert!({ settings }.all(|value| device.set(value)), "{}", work.name());
    }
    let files = attach_all(&mut station, work);
    station.start(Address::new(0o200));
    (station, files)
}

/// Attaches a file to each of the first two units of the work's device. Further units stay empty. Returns the contents
/// of the files of discs and magnetic tapes, by the names of their units.
fn attach_all(station: &mut Station, work: &Work) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let device = station.io_bus().devices().find(|device| device.name() == work.device).expect("it is plugged in");
    for unit in device.units().iter().take(2).copied().collect::<Vec<_>>() {
        let contents: Vec<u8> = match unit.medium {
            Medium::Volume => (0..work.length).map(|at| (at / 2 * 7 + at % 2 * (at / 512)) as u8 & 0x0f).collect(),
            Medium::Tape => (0..40).map(|at| 0o240 + at).collect(),
            Medium::Cards => b"HELLO\nWORLD\n".to_vec(),
            _ => Vec::new(),
        };
        let id = station.io_bus().find_unit(unit.name).expect("it is plugged in");
        station.attach(id, unit.name, contents.clone(), false).expect("the file fits");
        if work.settings.contains(LOGICAL) {
            station.io_bus_mut().take_logical_order(id);
        }
        if unit.medium == Medium::Volume {
            files.insert(unit.name.to_owned(), contents);
        }
    }
    files
}

fn volume<'a>(station: &'a Station, unit: &str) -> &'a Volume {
    let id = station.io_bus().find_unit(unit).expect("it is plugged in");
    station.io_bus().volume(id).expect("a medium")
}

/// Updates the files with the blocks that the machine has written, as the host does between two slices.
fn write_files(station: &mut Station, files: &mut BTreeMap<String, Vec<u8>>) {
    for (unit, file) in files {
        let id = station.io_bus().find_unit(unit).expect("it is plugged in");
        let volume = station.io_bus_mut().volume_mut(id).expect("a medium");
        volume.commit();
        if volume.must_catch_up() {
            volume.catch_up(file).expect("nobody else has changed the file");
        }
        if let Some(length) = volume.cut() {
            file.truncate(length as usize);
        }
        for (at, bytes) in volume.written() {
            let (at, end) = (at as usize, at as usize + bytes.len());
            file.resize(file.len().max(end), 0);
            file[at..end].copy_from_slice(&bytes);
        }
        volume.forget_written();
        let image = volume.image();
        let (own, missing) = image.split_at(file.len());
        let is_whole = own == file && missing.iter().all(|&byte| byte == 0);
        assert!(is_whole, "{unit}: the file is not what the machine has");
    }
}

/// A machine between two slices.
struct Moment {
    cycle: u64,
    check: Check,
    files: BTreeMap<String, Vec<u8>>,
}

/// The machine after its program has halted, and the moments between the slices of the run.
struct Done {
    station: Station,
    files: BTreeMap<String, Vec<u8>>,
    moments: Vec<Moment>,
    /// The text of the session in two forms: with the contents of the media, and with only their names.
    sessions: [String; 2],
}

/// Runs the program to its HLT. Each slice ends with a check in the session, and its written blocks go to the files.
fn done(work: &Work) -> Done {
    let (mut whole, _) = begin(work);
    let begun = whole.machine().elapsed.cycles;
    let before: Vec<String> = whole.io_bus().devices().map(|device| device.record()).collect();
    assert_eq!(whole.run(ENOUGH), StopReason::Halt, "{}", work.name());
    let slice = ((whole.machine().elapsed.cycles - begun) / SLICES).max(1);
    let (mut station, mut files) = begin(work);
    let mut moments = Vec::new();
    let mut writers = [Writer::default(), Writer::naming_media(|name| format!("/home/{name}"))];
    let header = Writer::header(&station).expect("a timeline");
    let mut sessions = [header.clone(), header];
    let old = files.clone();
    loop {
        write_files(&mut station, &mut files);
        for (session, writer) in sessions.iter_mut().zip(&mut writers) {
            session.push_str(&writer.check(&mut station));
        }
        let (cycle, check) = (station.machine().elapsed.cycles, Check::of(&station));
        moments.push(Moment { cycle, check, files: files.clone() });
        if !station.machine().running {
            break;
        }
        let stop = station.run(slice);
        assert!(matches!(stop, StopReason::Budget | StopReason::Halt), "{}: {stop:?}", work.name());
    }
    for (session, writer) in sessions.iter_mut().zip(&mut writers) {
        session.push_str(&writer.end(&mut station));
    }
    assert_eq!(Check::of(&station), Check::of(&whole), "{}: the slices make a difference", work.name());
    assert!(moments.len() > SLICES as usize, "{}: {} moments", work.name(), moments.len());
    let after: Vec<String> = station.io_bus().devices().map(|device| device.record()).collect();
    assert!(before != after || old != files, "{}: the program has not changed the device", work.name());
    assert!(old.is_empty() || old != files, "{}: the program has not changed the medium", work.name());
    Done { station, files, moments, sessions }
}

#[test]
fn every_device_of_the_catalog_has_a_work() {
    let works: BTreeSet<&str> = works().iter().map(|work| work.device).collect();
    let devices: Vec<String> = CATALOG.iter().map(|entry| (entry.make)().name().to_owned()).collect();
    let forgotten: Vec<&String> = devices.iter().filter(|name| !works.contains(name.as_str())).collect();
    assert!(forgotten.is_empty(), "add a program for {forgotten:?} to the works");
    for choice in CHOICES.iter().filter(|choice| choice.names.1 != "dk8-e") {
        let is_there = self::works().iter().any(|work| choice.names == (work.device, work.settings));
        assert!(is_there, "add a program for {:?} to the works", choice.names);
    }
}

#[test]
fn every_device_works_in_a_session() {
    for work in works() {
        let Done { station, files, sessions, .. } = done(&work);
        for text in sessions {
            let mut session = Session::read(&text).expect("a session");
            for name in session.missing_media() {
                let unit = name.strip_prefix("/home/").expect("our name");
                session.supply_medium(&name, &files[unit]).unwrap_or_else(|error| panic!("{}: {error}", work.name()));
            }
            let again = session.run(|_, _| {}).unwrap_or_else(|error| panic!("{}: {error}", work.name()));
            assert_eq!(Check::of(&again), Check::of(&station), "{}", work.name());
            assert!(files.keys().all(|unit| volume(&again, unit) == volume(&station, unit)), "{}", work.name());
        }
    }
}

#[test]
fn every_device_comes_out_of_a_core_image() {
    for work in works() {
        let Done { station, files, moments, .. } = done(&work);
        for Moment { cycle, .. } in moments {
            let mut here = station.at_cycle(cycle).expect("a moment of the timeline");
            let image = here.core_image();
            let mut other = Station::new(Config::default(), Speed::Fast);
            other.restore(&image).unwrap_or_else(|error| panic!("{} at {cycle}: {error}\n{image}", work.name()));
            for unit in files.keys() {
                let id = other.io_bus().find_unit(unit).expect("the image has it");
                let contents = volume(&here, unit).image();
                other.io_bus_mut().volume_mut(id).expect("a medium").fill(&contents).expect("it fits");
            }
            assert_eq!(other.core_image(), image, "{} at {cycle}", work.name());
            for resumed in [&mut here, &mut other] {
                if resumed.machine().running {
                    assert_eq!(resumed.run(ENOUGH), StopReason::Halt, "{} from {cycle}", work.name());
                }
            }
            let mut parts = Check::of(&here).differences(&Check::of(&other));
            // An image does not have the paper of the past.
            parts.retain(|&part| part != "the paper");
            assert!(parts.is_empty(), "{} from {cycle}: {parts:?}", work.name());
            let mut parts = Check::of(&here).differences(&Check::of(&station));
            parts.retain(|&part| part != "the paper");
            assert!(parts.is_empty(), "{} from {cycle}: {parts:?}", work.name());
            for unit in files.keys() {
                let is_equal = volume(&here, unit) == volume(&other, unit);
                assert!(is_equal && volume(&here, unit) == volume(&station, unit), "{} from {cycle}", work.name());
            }
        }
    }
}

#[test]
fn every_device_goes_back_over_its_work_and_forward_again() {
    for work in works() {
        let Done { mut station, mut files, moments, .. } = done(&work);
        let last = moments.len() - 1;
        // From the end back step by step; then forward; then to and fro between the ends.
        let order = (0..last).rev().chain(1..=last).chain([0, last, last / 2, last]);
        for at in order {
            let Moment { cycle, check, files: expected } = &moments[at];
            station.go_to_cycle(*cycle).expect("a moment of the timeline");
            let parts = Check::of(&station).differences(check);
            assert!(parts.is_empty(), "{} at {cycle}: {parts:?}", work.name());
            write_files(&mut station, &mut files);
            for (unit, file) in &files {
                assert!(file == &expected[unit], "{} at {cycle}: {unit} has {} bytes", work.name(), file.len());
            }
        }
        // The machine does its work again from the middle of its past.
        station.go_to_cycle(moments[last / 2].cycle).expect("a moment of the timeline");
        station.sync();
        assert_eq!(station.run(ENOUGH), StopReason::Halt, "{}", work.name());
        write_files(&mut station, &mut files);
        assert!(Check::of(&station).differences(&moments[last].check).is_empty(), "{}", work.name());
        assert!(files == moments[last].files, "{}", work.name());
    }
}
