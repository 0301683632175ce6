//! Floppy discs: the RX8-E and the RX28.

use pdp8::instruction::Model;
use pdp8::machine::StopReason;
use pdp8::machine::device::MediumError;
use pdp8::os8::{BLOCK, Disk, Kind};
use pdp8::pal::{Options, Source, assemble};
use pdp8::station::{AttachError, Station};
use pdp8::tape::bin;
use pdp8::word::Address;

use super::support::deposit;
use super::{check_programs, core, go_on, halted, machine, run};

const RX01: usize = 77 * 26 * 128;
const RX02: usize = 2 * RX01;

/// Returns the value that the tests give to the byte `at` of a sector.
fn byte(track: usize, sector: usize, at: usize) -> u8 {
    (7 * track + 3 * sector + 5 * at) as u8
}

/// Returns a disc whose bytes have the values of [`byte`].
fn disc(sector_bytes: usize) -> Vec<u8> {
    let sectors = (0..77).flat_map(|track| (1..=26).map(move |sector| (track, sector)));
    sectors.flat_map(|(track, sector)| (0..sector_bytes).map(move |at| byte(track, sector, at))).collect()
}

fn put(station: &mut Station, unit: &str, file: &[u8], read_only: bool) -> Result<(), AttachError> {
    let id = station.io_bus_mut().unit_for(unit).expect("it can be plugged in");
    station.attach(id, unit, file.to_vec(), read_only)
}

fn set(station: &mut Station, value: &str) {
    station.io_bus_mut().add_device("rx8e").expect("it can be plugged in");
    assert!(station.io_bus_mut().device_called("rx8e").expect("it is there").set(value), "{value}");
}

fn detach(station: &mut Station, unit: &str) {
    let id = station.io_bus().find_unit(unit).expect("plugged in");
    station.detach(id);
}

fn bytes(station: &Station, unit: &str) -> Vec<u8> {
    let id = station.io_bus().find_unit(unit).expect("plugged in");
    station.io_bus().volume(id).expect("there is a disc").image()
}

fn state(station: &Station, name: &str) -> String {
    station.io_bus().show().into_iter().find(|row| row.name == name).expect("it is there").state
}

#[test]
fn programs_see_an_rx8e() {
    for (model, pace) in [(Model::E, "real"), (Model::E, "fast"), (Model::I, "real"), (Model::S, "fast")] {
        check_programs(include_str!("programs/rx8e.txt"), |title, words| {
            let mut station = machine(model, 1, words);
            set(&mut station, pace);
            if !title.contains("no disc") {
                put(&mut station, "rx0", &disc(128), title.contains("read-only")).expect("it fits");
            }
            station
        });
    }
}

#[test]
fn programs_see_an_rx28() {
    for pace in ["real", "fast"] {
        check_programs(include_str!("programs/rx28.txt"), |title, words| {
            let mut station = machine(Model::E, 1, words);
            set(&mut station, pace);
            set(&mut station, "rx28");
            put(&mut station, "rx0", &disc(if title.contains("single disc") { 128 } else { 256 }), false)
                .expect("it fits");
            station
        });
    }
}

/// A machine with a program in PAL. When the drive has been initialized, the program runs at START. ORDER sends a
/// command and its arguments, which follow the JMS, and leaves the status in STATUS. EMPTY moves the buffer to 1000.
/// SEEN executes SER twice, and returns in the AC the sum of 1 if the first SER skips and 10 if the second SER skips.
fn program(main: &str) -> Station {
    let source = format!(
        "LCD=6751\nXDR=6752\nSTR=6753\nSER=6754\nSDN=6755\nINIT=6757\n*10\n777\n*20\nSTATUS, 0\n
         *200\nSDN\nJMP .-1\nSTART, CLA CLL\n{main}
         *400\nORDER, 0\nCLA\nTAD I ORDER\nISZ ORDER\nLCD
         AGAIN, STR\nSKP\nJMP WORD\nSDN\nJMP AGAIN\nCLA\nXDR\nDCA STATUS\nJMP I ORDER
         WORD, CLA\nTAD I ORDER\nISZ ORDER\nXDR\nJMP AGAIN
         EMPTY, 0\nCLA\nTAD I EMPTY\nISZ EMPTY\nLCD
         LOOP, STR\nSKP\nJMP TAKE\nSDN\nJMP LOOP\nCLA\nJMP I EMPTY
         TAKE, CLA\nXDR\nDCA I 10\nJMP LOOP
         SEEN, 0\nCLA\nSER\nSKP\nIAC\nSER\nJMP I SEEN\nTAD (10)\nJMP I SEEN\n$"
    );
    let assembly = assemble(&[Source::new("test", source)], &Options::default());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    let mut station = machine(Model::E, 1, "0: 0");
    station.load(&bin::punch(&assembly.words)).expect("a tape of our own");
    station
}

const STATUS: u16 = 0o20;

/// Runs a program with this file in rx0. Returns the AC, the status, and the station.
fn ac_and_status(main: &str, file: &[u8], read_only: bool) -> (u16, u16, Station) {
    let mut station = program(main);
    put(&mut station, "rx0", file, read_only).expect("it fits");
    run(&mut station, 0o200);
    (halted(&station).1, core(&station, STATUS), station)
}

#[test]
fn an_error_survives_the_next_order_until_a_program_has_seen_it() {
    // Sector 33, and then an order to read the status: SER skips after it, once.
    let main = "JMS I (ORDER)\n6\n33\n1\nJMS I (ORDER)\n12\nJMS I (SEEN)\nHLT";
    let (ac, status, _) = ac_and_status(main, &disc(128), false);
    assert_eq!((ac, status), (1, 0o204));
}

#[test]
fn a_read_only_disc_is_not_written() {
    let main = "JMS I (ORDER)\n4\n5\n1\nJMS I (SEEN)\nHLT";
    let (ac, status, station) = ac_and_status(main, &disc(128), true);
    assert_eq!((ac, status), (1, 0o204));
    assert!(bytes(&station, "rx0") == disc(128));
    assert_eq!(state(&station, "rx0"), "rx0, track 1, single density, write protected");
}

/// The blocks of OS/8 are in the sectors from which OS/8's own handler reads them. On an RX01, block 1 is in sectors 9,
/// 11, 13 and 15 (decimal) of track 1.
#[test]
fn a_block_of_os8_is_read_by_a_program() {
    for (kind, density, sectors) in [(Kind::Rx01, 0, [9, 11, 13, 15].as_slice()), (Kind::Rx02, 0o400, &[7, 10])] {
        let mut disk = Disk::blank(kind);
        let block: Vec<u16> = (0..BLOCK as u16).map(|at| (at * 0o11) & 0o7777).collect();
        disk.set_block(1, &block).expect("there is a block 1");
        let read = |sector: &usize| {
            format!("JMS I (ORDER)\n{:o}\n{sector:o}\n1\nJMS I (EMPTY)\n{:o}\n", density | 6, density | 2)
        };
        let main: String = sectors.iter().map(read).collect();
        let (_, _, station) = ac_and_status(&(main + "HLT"), disk.bytes(), false);
        assert!((0..BLOCK).all(|at| core(&station, 0o1000 + at as u16) == block[at]), "{kind:?}");
        // The last block is on the last track.
        disk.set_block(kind.blocks() - 1, &[0o1234]).expect("there is a last block");
        let written = disk.take_written();
        let (offset, sector) = &written[sectors.len()];
        assert_eq!(*offset as usize / (26 * sector.len()), 76, "{kind:?}");
        assert_eq!(disk.block(kind.blocks() - 1).expect("it is there")[..2], [0o1234, 0]);
        assert!(disk.block(kind.blocks()).is_err());
    }
}

/// The bootstraps of the RX8-E and the RX28 read the first sector of track 1 into core from address 2 on, and so
/// overwrite themselves. The loop ends when the sector replaces the last word of the loop, at address 47.
#[test]
fn every_bootstrap_runs_the_sector_that_it_reads() {
    for (unit, sector, kind) in
        [("rx0", 128, "RX8-E"), ("rx1", 128, "RX8-E"), ("rx0", 256, "RX28"), ("rx1", 256, "RX28")]
    {
        let mut station = machine(Model::E, 1, "0: 0000");
        put(&mut station, unit, &disc(sector), false).expect("it fits");
        let id = station.io_bus().find_unit(unit).expect("plugged in");
        // Without a disc in drive 0, INIT leaves an error, and the bootstrap of the RX8-E halts.
        let remark = station.io_bus().boot_remark(id);
        assert_eq!(remark.is_some_and(|remark| remark.contains("rx0 is empty")), (unit, kind) == ("rx1", "RX8-E"));
        if unit == "rx1" {
            put(&mut station, "rx0", &[], false).expect("it fits");
        }
        assert_eq!(station.io_bus().boot_remark(id), None);
        let bootstrap = station.io_bus().bootstrap(id).expect("it has one");
        // The sector keeps the rest of the loop as it is.
        let word = |at: u16| match at {
            0o33..=0o46 => bootstrap.words[usize::from(at - bootstrap.origin)],
            _ => 0o7402,
        };
        let pairs = (2..0o102).step_by(2).flat_map(|at| three_bytes([word(at), word(at + 1)]));
        let mut file = disc(sector);
        file.splice(26 * sector..26 * sector + 96, pairs);
        detach(&mut station, unit);
        put(&mut station, unit, &file, false).expect("it fits");
        let words: Vec<String> = bootstrap.words.iter().map(|word| format!("{word:04o}")).collect();
        deposit(&mut station, &format!("{:o}: {}", bootstrap.origin, words.join(" ")));
        run(&mut station, bootstrap.start);
        assert!(state(&station, "rx8e").starts_with(kind), "{unit}");
        assert_eq!(halted(&station).0, 0o50, "{unit} {kind}");
        assert!((2..=0o47).all(|at| core(&station, at) == word(at)), "{unit} {kind}");
    }
}

/// Returns two words in the three bytes that they take in a sector.
fn three_bytes([first, second]: [u16; 2]) -> [u8; 3] {
    [(first >> 4) as u8, ((first & 0o17) << 4 | second >> 8) as u8, second as u8]
}

#[test]
fn the_discs_choose_the_control() {
    let mut station = machine(Model::E, 1, "0: 0");
    put(&mut station, "rx0", &[], false).expect("a new disc");
    assert_eq!(state(&station, "rx8e"), "RX8-E, chosen by the discs, busy, real times");
    put(&mut station, "rx1", &disc(256), false).expect("no program uses the control yet");
    assert!(state(&station, "rx8e").starts_with("RX28, chosen by the discs"));
    let remark = station.io_bus().boot_remark(station.io_bus().find_unit("rx0").expect("it is there"));
    assert!(remark.is_some_and(|remark| remark.contains("set rx0 rx8e")), "a single disc in an RX28");
    detach(&mut station, "rx1");
    put(&mut station, "rx1", &[], false).expect("a disc in single density");
    assert!(state(&station, "rx8e").starts_with("RX8-E"), "the last disc in double density has gone");
    // A program uses the RX8-E, and a disc in the other drive depends on it.
    deposit(&mut station, "200: 6755 5200 6751 7402");
    run(&mut station, 0o200);
    let refused = put(&mut station, "rx1", &disc(256), false).expect_err("it is an RX8-E").to_string();
    assert_eq!(
        refused,
        "'rx1' does not take it: it has 512512 bytes: a disc in double density (RX02), which an RX8-E cannot read; the \
         setting 'rx28' changes this"
    );
    set(&mut station, "rx28");
    put(&mut station, "rx1", &disc(256), false).expect("it is an RX28");
    assert!(state(&station, "rx8e").starts_with("RX28, idle"), "{}", state(&station, "rx8e"));
}

#[test]
fn files_of_other_lengths() {
    let mut station = machine(Model::E, 1, "0: 0");
    let two_sides = put(&mut station, "rx0", &vec![0; 2 * RX02], false).expect_err("an RX03");
    assert!(two_sides.to_string().contains("two sides (RX03)"), "{two_sides}");
    let longer = put(&mut station, "rx0", &vec![0; RX02 + 2], false).expect_err("too long");
    assert!(matches!(longer, AttachError::Refused { reason: MediumError::TooLong { .. }, .. }), "{longer}");
    // Without track 0, every sector lies a track earlier in the file; track 0 is zeros, and refuses a write.
    let without = disc(128).split_off(26 * 128);
    let read = |track| {
        let main = format!("JMS I (ORDER)\n6\n5\n{track}\nJMS I (EMPTY)\n102\nJMS I (SEEN)\nHLT");
        let (ac, _, station) = ac_and_status(&main, &without, false);
        (ac, core(&station, 0o1000))
    };
    assert_eq!(read(3), (0, byte(3, 5, 0).into()));
    assert_eq!(read(0), (0, 0));
    // The second half of a sector in double density is zeros too, whatever the buffer had.
    let main = "JMS I (ORDER)\n406\n5\n3\nJMS I (ORDER)\n406\n5\n0\nJMS I (EMPTY)\n402\nHLT";
    let (_, _, station) = ac_and_status(main, &disc(256).split_off(26 * 256), false);
    assert!((0o1000..0o1400).all(|at| core(&station, at) == 0));
    let (ac, _, station) = ac_and_status("JMS I (ORDER)\n4\n5\n0\nJMS I (SEEN)\nHLT", &without, false);
    assert!(ac == 1 && bytes(&station, "rx0") == without);
    let id = station.io_bus().find_unit("rx0").expect("plugged in");
    assert!(station.io_bus().attach_remark(id).is_some_and(|remark| remark.contains("track 0")));
    // A file that ends early is read as zeros, and grows when the program writes.
    let (_, _, station) = ac_and_status("JMS I (ORDER)\n4\n32\n114\nHLT", &disc(128)[..26 * 256], false);
    let written = station.io_bus().volume(id).expect("a disc").written();
    assert_eq!((written.len(), written[0].0 as usize), (1, RX01 - 128));
    // The buffer held the first sector of track 1.
    assert!(written[0].1 == (0..128).map(|at| byte(1, 1, at)).collect::<Vec<_>>());
    assert_eq!(station.io_bus().attach_remark(id), None);
}

/// A file in logical order has the blocks of OS/8 one after another, from track 1 on.
#[test]
fn a_file_in_logical_order_is_read_and_written_as_os8_uses_it() {
    for (kind, density, sectors) in [(Kind::Rx01, 0, [9, 11, 13, 15].as_slice()), (Kind::Rx02, 0o400, &[7, 10])] {
        let size = if density == 0 { 128 } else { 256 };
        let mut physical = Disk::blank(kind);
        let block: Vec<u16> = (0..BLOCK as u16).map(|at| (at * 0o11) & 0o7777).collect();
        physical.set_block(1, &block).expect("there is a block 1");
        // Block 1 follows block 0, which has as many sectors.
        let mut file = vec![0; 77 * 26 * size];
        for (nth, sector) in sectors.iter().enumerate() {
            let (from, to) = ((26 + sector - 1) * size, (26 + sectors.len() + nth) * size);
            file[to..to + size].copy_from_slice(&physical.bytes()[from..from + size]);
        }
        // The program reads the block, and writes its last sector to the first sector of the last track.
        let read = |sector: &usize| {
            format!("JMS I (ORDER)\n{:o}\n{sector:o}\n1\nJMS I (EMPTY)\n{:o}\n", density | 6, density | 2)
        };
        let main = sectors.iter().map(read).collect::<String>();
        let mut station = program(&(main + &format!("JMS I (ORDER)\n{:o}\n2\n114\nHLT", density | 4)));
        put(&mut station, "rx0", &file, false).expect("it fits");
        let id = station.io_bus().find_unit("rx0").expect("plugged in");
        station.io_bus_mut().take_logical_order(id);
        run(&mut station, 0o200);
        assert!((0..BLOCK).all(|at| core(&station, 0o1000 + at as u16) == block[at]), "{kind:?}");
        let image = bytes(&station, "rx0");
        // Sector 2 is the first one after the odd sectors, or after every third sector.
        let at = (76 * 26 + if density == 0 { 13 } else { 9 }) * size;
        let last = (26 + 2 * sectors.len() - 1) * size;
        assert!(image[at..at + size] == image[last..last + size] && image[at..at + size] != vec![0; size]);
        assert!(state(&station, "rx0").ends_with("density, logical order"), "{}", state(&station, "rx0"));
        // The core image knows the order, and the next disc has the physical order.
        let mut other = machine(Model::E, 1, "0: 0");
        other.restore(&station.core_image()).expect("an image of its own");
        assert!(state(&other, "rx0").ends_with("logical order"));
        put(&mut station, "rx0", &file, false).expect("it fits");
        assert!(state(&station, "rx0").ends_with("density"));
    }
}

/// The first write makes a new file as long as its disc. A file that ended after its last written sector could have the
/// length of another kind of disc.
#[test]
fn a_new_file_has_the_length_of_its_disc_after_the_first_write() {
    let (_, _, station) = ac_and_status("JMS I (ORDER)\n4\n32\n113\nHLT", &[], false);
    let id = station.io_bus().find_unit("rx0").expect("plugged in");
    let written = station.io_bus().volume(id).expect("a disc").written();
    let ends: Vec<usize> = written.iter().map(|(offset, bytes)| *offset as usize + bytes.len()).collect();
    assert_eq!(ends, [76 * 26 * 128, RX01]);
}

/// Two discs are different even if only the upper bits of the two bytes of a word differ.
#[test]
fn every_bit_of_a_byte_counts() {
    let discs = [0o001, 0o201].map(|high| {
        let mut file = disc(128);
        file[1] = high;
        let mut station = machine(Model::E, 1, "0: 0");
        put(&mut station, "rx0", &file, false).expect("it fits");
        let id = station.io_bus().find_unit("rx0").expect("plugged in");
        station.io_bus().volume(id).expect("a disc").clone()
    });
    assert!(discs[0] != discs[1]);
}

#[test]
fn a_control_that_becomes_another_kind_reports_the_lost_order() {
    let mut station = at_work("24");
    set(&mut station, "rx28");
    go_on(&mut station);
    assert_eq!(halted(&station).1, 1, "SER has skipped");
    assert!(bytes(&station, "rx1") == disc(128));
}

/// The function "set media density" erases the disc. For double density, a file of single density becomes longer. A
/// change to single density never makes a file shorter than the file was when it was attached.
#[test]
fn a_disc_gets_another_density() {
    for (commands, file, to, shown) in [
        (&["410"][..], disc(128), RX02, 0o0254),
        (&["410", "10"], disc(128), RX01, 0o0214),
        (&["410", "10"], Vec::new(), RX01, 0o0214),
        (&["10"], disc(256), RX02, 0o0214),
        (&["10", "410"], disc(256), RX02, 0o0254),
    ] {
        let orders: String = commands.iter().map(|command| format!("JMS I (ORDER)\n{command}\n111\n")).collect();
        let mut station = program(&(orders + "HLT"));
        set(&mut station, "rx28");
        put(&mut station, "rx0", &file, false).expect("it fits");
        run(&mut station, 0o200);
        assert_eq!(core(&station, STATUS), shown, "{commands:?}");
        let image = bytes(&station, "rx0");
        // A long file keeps its second half, which a disc in single density does not use.
        let used = if file.len() == RX02 && shown == 0o0214 { RX01 } else { to };
        assert!(image.len() == to && image[..used].iter().all(|&byte| byte == 0), "{commands:?}");
        assert!(image[used..] == file[file.len() - (to - used)..], "{commands:?}");
        let id = station.io_bus().find_unit("rx0").expect("plugged in");
        let volume = station.io_bus().volume(id).expect("a disc");
        assert_eq!((volume.cut(), volume.written().len()), (Some(to as u64), 77 * 26), "{commands:?}");
    }
    // A wrong key and a read-only disc change nothing.
    for (key, read_only) in [("110", false), ("111", true)] {
        let main = format!("JMS I (ORDER)\n10\n{key}\nJMS I (SEEN)\nHLT");
        let (ac, _, station) = ac_and_status(&main, &disc(256), read_only);
        assert!(ac == 1 && bytes(&station, "rx0") == disc(256), "{key}");
    }
}

/// The file is as long as a disc in double density, but the drive and the core image record that the density is single.
#[test]
fn a_disc_in_single_density_in_a_long_file_is_read_and_written() {
    let main = "JMS I (ORDER)\n10\n111\nJMS I (ORDER)\n6\n1\n1\nJMS I (ORDER)\n4\n32\n114\nJMS I (SEEN)\nHLT";
    let (ac, status, station) = ac_and_status(main, &disc(256), false);
    assert_eq!((ac, status), (0, 0o0214));
    let id = station.io_bus().find_unit("rx0").expect("plugged in");
    assert_eq!(station.io_bus().check_length(id, RX02), Ok(()));
    assert!(station.io_bus().check_length(id, RX01).is_err());
    let mut other = machine(Model::E, 1, "0: 0");
    other.restore(&station.core_image()).expect("an image of its own");
    assert!(state(&other, "rx0").contains("single density"), "{}", state(&other, "rx0"));
    put(&mut other, "rx0", &bytes(&station, "rx0"), false).expect("it fits");
    assert!(state(&other, "rx0").contains("double density"), "{}", state(&other, "rx0"));
}

/// One RX28 reads discs of both densities. A mark of deleted data is kept until the sector is written again.
#[test]
fn one_rx28_reads_both_densities_and_keeps_the_mark_of_deleted_data() {
    let order = |command: &str, at: &str| format!("JMS I (ORDER)\n{command}\n5\n3\nTAD STATUS\nDCA {at}\n");
    let main = [("14", "300"), ("6", "301"), ("426", "302"), ("4", "303"), ("6", "304")];
    let mut station = program(&(main.map(|(command, at)| order(command, at)).concat() + "HLT"));
    put(&mut station, "rx1", &disc(256), false).expect("it fits");
    put(&mut station, "rx0", &disc(128), false).expect("it fits");
    run(&mut station, 0o200);
    let shown = [0o300, 0o301, 0o302, 0o303, 0o304].map(|at| core(&station, at));
    assert_eq!(shown, [0o314, 0o314, 0o254, 0o214, 0o214]);
}

#[test]
fn a_second_control_has_its_own_drives_and_code() {
    let mut station = machine(Model::E, 1, "200: 6705 5200 7300 6702 7402");
    put(&mut station, "rx2", &disc(128), false).expect("it fits");
    put(&mut station, "rx0", &disc(128), false).expect("it fits");
    run(&mut station, 0o200);
    assert_eq!(halted(&station), (0o205, 0o0204));
    let mut station = machine(Model::E, 1, "200: 6735 5200 7300 6732 7402");
    station.io_bus_mut().add_device("rx8e-73").expect("its code is free");
    put(&mut station, "rx3", &disc(128), false).expect("it fits");
    run(&mut station, 0o200);
    // Drive 0 of the second control has no disc.
    assert_eq!(halted(&station), (0o205, 0o0004));
    station.io_bus_mut().add_device("rk8e").expect("its code is free");
    let taken = station.io_bus_mut().add_device("rx8e-74").expect_err("the RK8-E has it").to_string();
    assert_eq!(taken, "device code 74 of 'rx8e-74' is taken by 'rk8e'");
    let twice = station.io_bus_mut().add_device("rx8e-72").expect_err("rx2 is there").to_string();
    assert_eq!(twice, "'rx8e-72' has the unit 'rx2', and another device has a unit of this name");
}

/// Returns a machine that is executing `command` for sector 5 of track 114 (octal) of drive 1.
fn at_work(command: &str) -> Station {
    let mut station = program(&format!("JMS I (ORDER)\n{command}\n5\n114\nJMS I (SEEN)\nHLT"));
    put(&mut station, "rx0", &disc(128), false).expect("it fits");
    put(&mut station, "rx1", &disc(128), false).expect("it fits");
    station.start(Address::new(0o200));
    // The seek alone takes 760 ms, after the 1.8 s of INIT.
    assert_eq!(station.run(1_700_000), StopReason::Budget);
    assert_eq!(state(&station, "rx1"), "rx1, track 114, single density");
    station
}

#[test]
fn a_disc_taken_out_breaks_the_order_off() {
    let mut station = at_work("26");
    let busy = put(&mut station, "rx1", &[], false).expect_err("the drive works").to_string();
    assert_eq!(busy, "'rx1' does not take it: the drive is busy");
    detach(&mut station, "rx1");
    put(&mut station, "rx1", &disc(128), false).expect("the drive no longer works");
    go_on(&mut station);
    assert_eq!(halted(&station).1, 1, "SER has skipped");
}

#[test]
fn init_gives_up_a_write_whole() {
    let mut station = at_work("24");
    station.reset();
    deposit(&mut station, "200: 6755 5200 7402");
    run(&mut station, 0o200);
    assert!(bytes(&station, "rx1") == disc(128));
}

#[test]
fn a_core_image_keeps_an_order_under_way() {
    let mut whole = at_work("26");
    let image = whole.core_image();
    let mut other = machine(Model::E, 1, "0: 0");
    other.restore(&image).expect("it is an image");
    for unit in ["rx0", "rx1"] {
        let id = other.io_bus().find_unit(unit).expect("the image has it");
        other.io_bus_mut().volume_mut(id).expect("a disc").fill(&disc(128)).expect("it fits");
    }
    for station in [&mut whole, &mut other] {
        go_on(station);
    }
    assert!(whole.machine() == other.machine() && whole.io_bus() == other.io_bus());
    assert_eq!((halted(&whole).1, core(&whole, STATUS)), (0, 0o204));
}

/// LCD in the middle of a fill is not obeyed, and INIT ends the fill.
#[test]
fn a_fill_that_stops_is_ended_by_init_alone() {
    let main = "LCD\nSTR\nJMP .-1\nTAD (1234)\nXDR\nLCD\nDCA 300\nSDN\nSKP\nHLT\nINIT\nSDN\nJMP .-1\nXDR\nHLT";
    let (ac, _, station) = ac_and_status(main, &disc(128), false);
    // LCD has kept the AC.
    assert_eq!((core(&station, 0o300), ac), (0o1234, 0o204));
}

/// With OS/8's interleave of 2 : 1, a program that takes 8 ms a sector is in time for the next sector. Without
/// interleave, each sector takes a revolution.
#[test]
fn interleave_pays() {
    let time = |sectors: [u16; 4]| {
        let read = |sector| format!("JMS I (ORDER)\n6\n{sector:o}\n1\nTAD (-1400)\nDCA 21\nISZ 21\nJMP .-1\n");
        let (_, _, station) = ac_and_status(&(sectors.map(read).concat() + "HLT"), &disc(128), false);
        station.machine().elapsed.time.as_nanoseconds() / 1_000_000
    };
    let (interleaved, neighbours) = (time([1, 3, 5, 7]), time([1, 2, 3, 4]));
    assert!(neighbours - interleaved > 400, "{interleaved} ms and {neighbours} ms");
}
