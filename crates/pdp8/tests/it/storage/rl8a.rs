//! RL01 and RL02 packs on the RL8-A.

use pdp8::instruction::Model;
use pdp8::machine::StopReason;
use pdp8::station::Station;
use pdp8::word::Address;

use super::{attach, check_programs, core, go_on, halted, machine, run};

const RL01: usize = 256 * 2 * 40 * 256;

/// Returns a pack whose bytes follow a known formula.
fn pack() -> Vec<u8> {
    let sectors = (0..512_usize).flat_map(|track| (0..40_usize).map(move |sector| (track, sector)));
    sectors.flat_map(|(track, sector)| (0..256).map(move |at| (3 * track + 7 * sector + 5 * at) as u8)).collect()
}

fn set(station: &mut Station, value: &str) {
    station.io_bus_mut().add_device("rl8a").expect("it can be plugged in");
    assert!(station.io_bus_mut().device_called("rl8a").expect("it is there").set(value), "{value}");
}

fn put(station: &mut Station, unit: &str, file: &[u8], read_only: bool) {
    let id = station.io_bus_mut().unit_for(unit).expect("it can be plugged in");
    station.attach(id, unit, file.to_vec(), read_only).expect("it fits");
}

fn bytes(station: &Station, unit: &str) -> Vec<u8> {
    let id = station.io_bus().find_unit(unit).expect("plugged in");
    station.io_bus().volume(id).expect("there is a pack").image()
}

#[test]
fn programs_see_an_rl8a() {
    let file = pack();
    for (model, pace) in [(Model::E, "real"), (Model::E, "fast"), (Model::I, "fast")] {
        check_programs(include_str!("programs/rl8a.txt"), |title, words| {
            let mut station = machine(model, 1, words);
            // READ HEADER reads the header of the sector that passes under the heads. At the real pace, this can be any
            // sector.
            set(&mut station, if title.contains("read header") { "fast" } else { pace });
            put(&mut station, "rl0", &file, false);
            station
        });
    }
}

/// Writes words from address 1000 on into sector 3 of cylinder 0, head 1, and leaves the error register in the AC.
/// `count` is the number of words as a negative octal number, and `mode` is the command word with function 5 (write).
fn write(mode: &str, count: &str, read_only: bool) -> Station {
    let program = format!(
        "200: 7300 1240 6603 1241 6605 1242 6602 1243 6607 1244 6604 6601 5213 6610 7402; 240: 2000 0300 1000 {count} {mode};
         1000: 1234 5670 7701"
    );
    let mut station = machine(Model::E, 1, &program);
    put(&mut station, "rl0", &pack(), read_only);
    run(&mut station, 0o200);
    station
}

#[test]
fn a_part_of_a_sector_is_written_and_the_rest_is_zeros() {
    let first = (40 + 3) * 256;
    for (mode, expected) in [("0005", [0o234, 0o2 | 0o200, 0o273, 0o301, 0o17]), ("1005", [0o234, 0o270, 0o301, 0, 0])]
    {
        let station = write(mode, "7775", false);
        assert_eq!(halted(&station).1, 1);
        let image = bytes(&station, "rl0");
        assert_eq!(image[first..first + 5], expected, "{mode}");
        assert!(image[first + 5..first + 256].iter().all(|&byte| byte == 0));
        let (before, old) = (&image[..first], pack());
        assert!(before == &old[..first] && image[first + 256..] == old[first + 256..]);
    }
}

#[test]
fn a_locked_pack_is_not_written() {
    let station = write("0005", "7775", true);
    assert_eq!(halted(&station).1, 0o0003);
    assert!(bytes(&station, "rl0") == pack());
}

/// The status of drive 3 shows that the drive has no pack. A seek on this drive ends with the error "operation
/// incomplete", and the status shows the spin error from the seek until a reset.
#[test]
fn a_drive_without_a_pack() {
    let program = "200: 7300 1260 6604 6601 5203 6615 3020 1261 6604 6601 5211 6617 7402 6610 3022 1260 6604 6601 5221 6615
                        7200 6615 3023 1262 6604 6601 5231 1260 6604 6601 5235 6615 7200 6615 7402; 260: 0302 0303 0301";
    let mut station = machine(Model::E, 1, program);
    put(&mut station, "rl0", &[], false);
    run(&mut station, 0o200);
    let seen = [0o20, 0o22, 0o23].map(|at| core(&station, at));
    assert_eq!((seen, halted(&station).1), ([0o040, 0o2000, 0o010], 0));
}

#[test]
fn a_longer_file_is_an_rl02_and_a_seek_stops_at_the_last_cylinder() {
    for (length, last) in [(0, 255), (RL01 + 2, 511_u16)] {
        // Seek 777 inward; read header; halt with its low byte, and the high byte in 20.
        let program =
            "200: 7300 1240 6603 1241 6604 6601 5205 1242 6604 6601 5211 6615 3021 6615 3020 7402; 240: 4777 3 4";
        let mut station = machine(Model::E, 1, program);
        set(&mut station, "fast");
        put(&mut station, "rl0", &vec![0; length], false);
        run(&mut station, 0o200);
        assert_eq!(core(&station, 0o20) << 8 | core(&station, 0o21), last << 7);
        let name = if length == 0 { "rl0, RL01" } else { "rl0, RL02" };
        let row = station.io_bus().show().into_iter().find(|row| row.name == "rl0").expect("it is there");
        assert_eq!(row.state, format!("{name}, cylinder {last}"));
    }
}

/// A machine that reads sector 3 of cylinder 0.
fn reading() -> Station {
    let program = "200: 7300 1240 6605 1241 6602 1242 6607 1243 6604 6601 5211 6610 7402; 240: 0300 1000 7400 1406";
    let mut station = machine(Model::E, 1, program);
    put(&mut station, "rl0", &pack(), false);
    station.start(Address::new(0o200));
    assert_eq!(station.run(40), StopReason::Budget);
    station
}

#[test]
fn a_core_image_keeps_a_transfer_under_way() {
    let mut whole = reading();
    let image = whole.core_image();
    let mut other = machine(Model::E, 1, "0: 0");
    other.restore(&image).expect("it is an image");
    let id = other.io_bus().find_unit("rl0").expect("the image has it");
    other.io_bus_mut().volume_mut(id).expect("a pack").fill(&pack()).expect("it fits");
    for station in [&mut whole, &mut other] {
        go_on(station);
    }
    assert!(whole.machine() == other.machine() && whole.io_bus() == other.io_bus());
    assert_eq!((halted(&whole).1, core(&whole, 0o1001)), (1, 3 * 7 + 5));
}

#[test]
fn a_pack_taken_out_breaks_the_transfer_off() {
    let mut station = reading();
    let id = station.io_bus().find_unit("rl0").expect("plugged in");
    let busy = station.attach(id, "other", Vec::new(), false).expect_err("it works").to_string();
    assert_eq!(busy, "'rl0' does not take it: the drive is busy");
    station.detach(id);
    go_on(&mut station);
    assert_eq!((halted(&station).1, core(&station, 0o1000)), (0o2000, 0));
}

#[test]
fn done_asks_for_an_interrupt_when_it_is_enabled() {
    for (command, comes) in [("0402", true), ("0002", false)] {
        let program = format!("0: 0 7402; 200: 7300 1240 6604 6001 2241 5204 7402; 240: {command} 0");
        let mut station = machine(Model::E, 1, &program);
        attach(&mut station, "rl0", &[]);
        run(&mut station, 0o200);
        assert_eq!(halted(&station).0 == 2, comes, "{command}");
    }
}

/// The bootstrap reads a page from sector 20 of cylinder 0 to address 0, and continues in the words that it has read.
#[test]
fn the_bootstrap_reads_sector_20() {
    let mut file = pack();
    // Words of 7402, low bits first.
    let halts: Vec<u8> = [0x02, 0x2f, 0xf0].repeat(64);
    file.splice(20 * 256..20 * 256 + 192, halts.clone());
    file.splice(16 * 256..16 * 256 + 192, halts);
    let mut station = machine(Model::E, 1, "0: 0");
    put(&mut station, "rl0", &file, false);
    let id = station.io_bus().find_unit("rl0").expect("plugged in");
    let bootstrap = station.io_bus().bootstrap(id).expect("it has one");
    for (at, &word) in (bootstrap.origin..).zip(bootstrap.words) {
        station.deposit(Address::new(at), super::word(word));
    }
    run(&mut station, bootstrap.start);
    assert!((0..0o200).all(|at| core(&station, at) == 0o7402), "{:?}", halted(&station));
}

#[test]
fn it_shares_its_codes_with_the_fixed_head_discs() {
    let mut station = machine(Model::E, 1, "0: 0");
    attach(&mut station, "rl0", &[]);
    let taken = station.io_bus_mut().add_device("rf08").expect_err("the RL8-A has them").to_string();
    assert_eq!(taken, "device code 60 of 'rf08' is taken by 'rl8a'");
}
