//! Core images edited by hand: an image that is accepted must describe a machine that can exist.

use pdp8::instruction::Model;
use pdp8::machine::{Config, StopReason};
use pdp8::pal::{Options, Source, assemble};
use pdp8::performer::Performer;
use pdp8::station::Station;
use pdp8::tape::bin;
use pdp8::teletype::Speed;
use pdp8::word::Address;

/// The values, valid and invalid, that the tests put into a record.
const VALUES: [&str; 42] = [
    "0",
    "1",
    "2",
    "3",
    "6",
    "7",
    "8",
    "37",
    "63",
    "64",
    "255",
    "256",
    "4096",
    "32768",
    "65536",
    "300000",
    "16666666",
    "20000000",
    "100000000",
    "4611686018427387904",
    "4611686018427387905",
    "18446744073709551615",
    "-1",
    "1.5",
    "null",
    "true",
    "false",
    "\"\"",
    "\"0\"",
    "\"37\"",
    "\"40\"",
    "\"77\"",
    "\"377\"",
    "\"400\"",
    "\"0200\"",
    "\"7777\"",
    "\"77777\"",
    "\"215 212 377\"",
    "\"fetch\"",
    "\"defer\"",
    "\"execute\"",
    "\"8e\"",
];

/// Returns a running machine whose program echoes keys by interrupts. The machine has tapes in both readers, and a line
/// printer.
fn busy(config: Config, cycles: u32) -> Station {
    let source = include_str!("../data/station/interrupt.pal");
    let assembly = assemble(&[Source::new("interrupt", source)], &Options::default());
    let mut station = Station::new(config, Speed::Fast);
    station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
    let printer = station.io_bus_mut().unit_for("lpt").expect("on the list");
    station.attach(printer, "paper", Vec::new(), false).expect("it takes paper");
    station.mount(b"LOW".to_vec());
    station.mount_high_speed(b"HIGH".to_vec());
    station.io_bus_mut().teletype_mut().punch.set_on(true);
    station.start(Address::new(0o200));
    for key in *b"AB" {
        station.press(key);
        station.run(1_000);
    }
    station.press(b'C');
    station.run(20);
    for _ in 0..cycles {
        station.cycle();
    }
    station
}

#[test]
fn only_a_model_with_memory_protection_has_a_protected_page() {
    for model in Model::ALL {
        let mut station = Station::new(Config { model, fields: 1, ..Config::default() }, Speed::Fast);
        let image = unchecked(&station.core_image()).replace("\"protected\":false", "\"protected\":true");
        assert!(image.contains("\"protected\":true"));
        let restored = station.restore(&image);
        assert_eq!(restored.is_ok(), model.traits().memory_protect, "{model:?}: {restored:?}");
    }
}

/// Returns the offsets of the beginning and the end of each scalar in the records of an image.
fn scalars(image: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut offset = 0;
    for line in image.split_inclusive('\n') {
        if let Some(json) = line.find('{') {
            let record = &line[json..];
            let mut begin = None;
            for (at, letter) in record.char_indices() {
                match letter {
                    ':' | '[' | ',' => begin = Some(at + 1),
                    _ => {}
                }
                let next = record[at + 1..].chars().next();
                if let (Some(from), Some(',' | '}' | ']')) = (begin, next)
                    && at >= from
                    && !record[from..].starts_with(['{', '['])
                {
                    found.push((offset + json + from, offset + json + at + 1));
                    begin = None;
                }
            }
        }
        offset += line.len();
    }
    found
}

/// Returns an image without its checksum. With the checksum, the station would reject an edited image.
fn unchecked(image: &str) -> String {
    image.split_inclusive('\n').filter(|line| !line.starts_with("checksum ")).collect()
}

/// Restores an edited image; returns whether the image was accepted. If so, checks that the machine is in a possible
/// state, and that both engines run it with the same result.
fn check(edited: &str, host: &Station) -> bool {
    let mut station = host.clone();
    if station.restore(edited).is_err() {
        assert_eq!(station.core_image(), host.core_image());
        return false;
    }
    assert_eq!(unchecked(&station.core_image()), edited);
    let machine = station.machine();
    assert_eq!(machine.invalid_register(), None, "{edited}");
    assert!(machine.elapsed.instructions <= machine.elapsed.cycles, "{edited}");
    // The translated engine runs it in one piece, and in pieces that are too short for it.
    let mut stepped = station.clone();
    let end = machine.elapsed.cycles + 5_000;
    let reason = station.run(5_000);
    let stepped_reason = loop {
        let left = end.saturating_sub(stepped.machine().elapsed.cycles);
        let reason = stepped.run(left.min(60));
        if reason != StopReason::Budget || stepped.machine().elapsed.cycles >= end {
            break reason;
        }
    };
    assert_eq!(reason, stepped_reason, "{edited}");
    if reason == StopReason::Budget || reason == StopReason::Halt {
        assert!(station.machine() == stepped.machine() && station.io_bus() == stepped.io_bus(), "{edited}");
    }
    true
}

#[test]
fn no_single_edit_of_a_record_makes_an_impossible_machine() {
    let host = Station::new(Config::default(), Speed::Fast);
    let (mut taken, mut refused) = (0, 0);
    for (model, fields, eae, cycles) in
        [(Model::I, 2, true, 0), (Model::E, 8, true, 1), (Model::L, 1, false, 0), (Model::S, 1, false, 1)]
    {
        let image = unchecked(&busy(Config { model, fields, eae, ..Config::default() }, cycles).core_image());
        assert!(check(&image, &host));
        for (from, to) in scalars(&image) {
            for value in VALUES {
                let edited = format!("{}{value}{}", &image[..from], &image[to..]);
                if check(&edited, &host) { taken += 1 } else { refused += 1 }
            }
        }
    }
    // Both must happen often, or the test has tested nothing.
    assert!(taken > 500 && refused > 5_000, "{taken} taken, {refused} refused");
}

/// Edits the records of the devices `names` in images of a machine that runs `source` with `units`. Returns the numbers
/// of accepted and of refused images.
fn edit_records(source: &str, units: &[&str], names: &[&str], all_cycles: &[u64]) -> (u32, u32) {
    let assembly = assemble(&[Source::new("discs", source)], &Options::default());
    let host = Station::new(Config::default(), Speed::Fast);
    let (mut taken, mut refused) = (0, 0);
    for &cycles in all_cycles {
        let mut station = Station::new(Config { model: Model::E, ..Config::default() }, Speed::Fast);
        station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
        for &unit in units {
            let id = station.io_bus_mut().unit_for(unit).expect("on the list");
            station.attach(id, unit, vec![1; 1_000], false).expect("it fits");
        }
        station.start(Address::new(0o200));
        station.run(cycles);
        let image = unchecked(&station.core_image());
        assert!(check(&image, &host));
        for (from, to) in scalars(&image) {
            let line = image[..from].rsplit('\n').next().unwrap_or_default();
            if !names.iter().any(|name| line.starts_with(name)) {
                continue;
            }
            // The other transports are like the first.
            if line.matches("\"motion\"").count() > 1 {
                continue;
            }
            for value in VALUES {
                let edited = format!("{}{value}{}", &image[..from], &image[to..]);
                if check(&edited, &host) { taken += 1 } else { refused += 1 }
            }
        }
    }
    (taken, refused)
}

/// The machine of the images has discs and tapes at work: a pack that seeks, a tape that is being read, and a disc that
/// is being written.
#[test]
fn no_single_edit_of_a_discs_record_makes_an_impossible_one() {
    let source = "*200\nCLA\nTAD (-100\nDCA I (7750\nTAD (1000\nDCA I (7751\nTAD (-100\nDCA I (7754\nTAD (2000\nDCA I (7755
                  TAD (220\nDTLA\nTAD (4600\nDLDC\nTAD (1234\nDLAG\nTAD (500\nDEAL\nTAD (17\nDMAW\nKSF\nJMP .-1\nJMP 200\n$";
    let names = ["rk8e ", "tc08 ", "rf08 ", "volumes "];
    let (taken, refused) = edit_records(source, &["rk0", "dt0", "rf"], &names, &[100, 20_000, 150_000]);
    assert!(taken > 100 && refused > 1_000, "{taken} taken, {refused} refused");
}

/// In some of the images the tape starts, in some it is read or written line by line, and in some it has had a timing
/// error.
#[test]
fn no_single_edit_of_a_tapes_record_makes_an_impossible_one() {
    for (command, cycles) in [("1000", [100, 20_000, 80_000]), ("1400", [59_560, 59_700, 80_000])] {
        let source = format!("*200\nCLA\nTAD ({command}\n6774\nJMP .\n$");
        let (taken, refused) = edit_records(&source, &["td0"], &["td8e ", "volumes "], &cycles);
        assert!(taken > 50 && refused > 200, "{taken} taken, {refused} refused");
    }
}

#[test]
fn counts_that_contradict_each_other_are_refused() {
    let mut station = busy(Config::default(), 0);
    let image = station.core_image();
    let elapsed = station.machine().elapsed;
    for (from, to, complaint) in [
        (format!("\"instructions\":{}", elapsed.instructions), "\"instructions\":999999".to_owned(), "'elapsed'"),
        (format!("\"cycles\":{}", elapsed.cycles), "\"cycles\":1".to_owned(), "'elapsed'"),
        (format!("\"time\":{}", elapsed.time.as_nanoseconds()), "\"time\":1".to_owned(), "'elapsed'"),
        ("\"looks\":".to_owned(), "\"looks\":9999".to_owned(), "'looks'"),
        ("\"frame_time\":20000000".to_owned(), "\"frame_time\":1".to_owned(), "invalid device state"),
        ("\"frame_time\":3333333".to_owned(), "\"frame_time\":3333332".to_owned(), "invalid device state"),
    ] {
        let edited = image.replacen(&from, &to, 1);
        assert_ne!(edited, image, "{from}");
        let error = station.restore(&edited).expect_err(&to).to_string();
        assert!(error.contains(complaint), "{to}: {error}");
    }
}
