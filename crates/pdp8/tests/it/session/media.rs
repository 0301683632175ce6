//! Sessions that name their discs by files, and contain only the blocks that the machine has overwritten.

use pdp8::instruction::Model;
use pdp8::machine::Config;
use pdp8::session::{Check, Session, Writer};
use pdp8::station::Station;
use pdp8::teletype::Speed;
use pdp8::word::{Address, Word};

/// The number of blocks of the pack. Each block takes 512 bytes.
const BLOCKS: usize = 40;

/// A pack with different words in each block.
fn pack() -> Vec<u8> {
    (0..BLOCKS * 256).flat_map(|word| (word as u16 & 0o7777).to_le_bytes()).collect()
}

/// A station that keeps a timeline, with this pack in the first drive.
fn station(contents: Vec<u8>) -> Station {
    let mut station = Station::new(Config { model: Model::E, ..Config::default() }, Speed::Fast);
    station.keep_timeline();
    attach(&mut station, contents);
    station
}

fn attach(station: &mut Station, contents: Vec<u8>) {
    let unit = station.io_bus_mut().unit_for("rk0").expect("a unit");
    station.attach(unit, "pack", contents, false).expect("the pack fits");
}

/// Makes the machine write the first 256 words of core to a block of the pack.
fn write(station: &mut Station, block: u16) {
    // CLA; TAD 211; DLDC; TAD 212; DLAG; DSKP; JMP .-1; DRST; HLT; the command to write; the block.
    let words = [0o7200, 0o1211, 0o6746, 0o1212, 0o6743, 0o6741, 0o5205, 0o6745, 0o7402, 0o4000, block];
    (0o200..).zip(words).for_each(|(at, word)| station.deposit(Address::new(at), Word::new(word)));
    station.start(Address::new(0o200));
    station.run_idle(10_000_000);
}

/// Returns the present contents of the pack.
fn image(station: &Station) -> Vec<u8> {
    let unit = station.io_bus().find_unit("rk0").expect("a unit");
    station.io_bus().volume(unit).expect("a pack").image()[..BLOCKS * 512].to_vec()
}

/// Ends a session; returns its text with the contents of the pack, and its text with the name of the pack.
fn texts(station: &mut Station, writer: &mut Writer) -> [String; 2] {
    let header = Writer::header(station).expect("a timeline");
    [&mut Writer::default(), writer].map(|writer| header.clone() + &writer.end(station))
}

fn naming() -> Writer {
    Writer::naming_media(|name| format!("/home/{name}"))
}

#[test]
fn a_pack_is_named_by_its_file_and_its_overwritten_blocks() {
    let mut station = station(pack());
    let mut writer = naming();
    write(&mut station, 3);
    let [whole, named] = texts(&mut station, &mut writer);
    assert!(named.len() < whole.len() / 8 && named.matches(" overwrite ").count() == 1, "{named}");
    let again = Session::read(&whole).expect("a session").run(|_, _| {}).expect("as it was");
    assert_eq!(Check::of(&again), Check::of(&station));

    let mut session = Session::read(&named).expect("a session");
    let missing = session.run(|_, _| {}).expect_err("there is no pack").to_string();
    assert!(missing.contains("the contents of /home/pack are missing"), "{missing}");
    assert_eq!(session.missing_media().into_iter().collect::<Vec<_>>(), ["/home/pack"]);
    session.supply_medium("/home/pack", &image(&station)).expect("the pack as the session left it");
    assert!(session.missing_media().is_empty());
    let again = session.run(|_, _| {}).expect("as it was");
    assert_eq!((Check::of(&again), image(&again)), (Check::of(&station), image(&station)));
}

#[test]
fn a_pack_that_another_program_has_changed_is_refused() {
    let mut station = station(pack());
    let mut writer = naming();
    write(&mut station, 3);
    let [_, named] = texts(&mut station, &mut writer);
    let supplied = |at: usize| {
        let mut contents = image(&station);
        contents[at] ^= 1;
        Session::read(&named).expect("a session").supply_medium("/home/pack", &contents).is_ok()
    };
    assert!(!supplied(2 * 512) && !supplied(4 * 512), "another block");
    // The old words of block 3 are in the session.
    assert!(supplied(3 * 512) && supplied(4 * 512 - 1));
    // The moments of block 3 are known.
    let session = Session::read(&named).expect("a session");
    let block = |contents: &[u8]| session.has_had("/home/pack", 3 * 512, &contents[3 * 512..4 * 512]);
    assert!(block(&pack()) && block(&image(&station)) && !block(&[1; 4 * 512]));
    assert!(!session.has_had("/home/pack", 0, &pack()[..512]));
}

/// Before the second attachment, the machine has written block 3, and another program has changed block 5.
#[test]
fn a_pack_may_be_attached_again() {
    let mut station = station(pack());
    let mut writer = naming();
    let mut lines = Writer::header(&station).expect("a timeline");
    write(&mut station, 3);
    lines += &writer.events(&mut station);
    let mut contents = image(&station);
    contents[5 * 512] ^= 1;
    station.detach(station.io_bus().find_unit("rk0").expect("a unit"));
    attach(&mut station, contents);
    write(&mut station, 7);
    lines += &writer.end(&mut station);
    assert_eq!(lines.matches(" overwrite ").count(), 3, "{lines}");
    let mut session = Session::read(&lines).expect("a session");
    session.supply_medium("/home/pack", &image(&station)).expect("the pack as the session left it");
    let again = session.run(|_, _| {}).expect("as it was");
    assert_eq!(image(&again), image(&station));
}

/// After the machine has gone back in time, the block has its old words again.
#[test]
fn a_block_that_was_undone_is_still_described() {
    let mut station = station(pack());
    let mut writer = naming();
    let mut lines = Writer::header(&station).expect("a timeline");
    write(&mut station, 3);
    lines += &writer.events(&mut station);
    station.go_to_cycle(20).expect("a moment of the timeline");
    station.machine_mut().running = false;
    lines += &writer.end(&mut station);
    assert!(lines.contains(" back "), "{lines}");
    let mut session = Session::read(&lines).expect("a session");
    session.supply_medium("/home/pack", &pack()).expect("the pack as it was");
    assert_eq!(image(&session.run(|_, _| {}).expect("as it was")), pack());
}

#[test]
fn a_session_cannot_take_all_memory() {
    let mut station = station(pack());
    let mut writer = naming();
    write(&mut station, 3);
    let [_, named] = texts(&mut station, &mut writer);
    for (old, new) in [("\"length\":512", "\"length\":99999999999"), ("\"at\":1536", "\"at\":99999999999")] {
        let error = Session::read(&named.replacen(old, new, 1)).expect_err(new).to_string();
        assert!(error.contains("no medium has "), "{error}");
    }
}

/// Programs that write to a floppy disc, an RL01 pack and a tape of a TD8-E, with the cycles for which they run.
const WRITERS: [(&str, &str, u64); 3] = [
    (
        "rx0",
        "200: 7300 6755 5201 7200 1240 6751 6753 5206 7200 1241 6752 6753 5213 7200 1242 6752 6755 5220 7402;
         240: 4 5 3",
        3_000_000,
    ),
    ("rl0", "200: 7300 6603 1240 6602 1241 6607 1242 6605 1243 6604 6601 5212 7402; 240: 200 7526 300 5", 100_000),
    ("td0", "200: 7300 1240 6774 6773 5203 1241 6775 5203; 240: 1400 1234", 150_000),
];

#[test]
fn every_medium_is_named_by_its_file_and_replayed() {
    let contents: Vec<u8> = (0..30_000_u32).map(|at| (at * at / 5 % 251) as u8 * u8::from(at % 2 == 0)).collect();
    for (unit, words, cycles) in WRITERS {
        let mut station = Station::new(Config { model: Model::E, ..Config::default() }, Speed::Fast);
        station.keep_timeline();
        let id = station.io_bus_mut().unit_for(unit).expect("a unit");
        station.attach(id, "file", contents.clone(), false).expect("the file fits");
        crate::storage::support::deposit(&mut station, words);
        station.start(Address::new(0o200));
        station.run_idle(cycles);
        let image = |station: &Station| station.io_bus().volume(id).expect("a medium").image();
        assert!(image(&station)[..contents.len()] != contents, "{unit} has been written");
        let [whole, named] = texts(&mut station, &mut naming());
        assert!(named.len() < whole.len() && named.contains(" overwrite "), "{unit}: {named}");
        let mut session = Session::read(&named).expect("a session");
        session.supply_medium("/home/file", &image(&station)[..contents.len()]).expect("as the session left it");
        let again = session.run(|_, _| {}).expect("as it was");
        assert_eq!(Check::of(&again), Check::of(&station), "{unit}");
        assert!(image(&again) == image(&station), "{unit}");
    }
}
