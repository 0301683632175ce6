//! The card reader: its IOTs, the time for a card, and the decks that it accepts.

use pdp8::devices::CardReader;
use pdp8::instruction::Model;
use pdp8::machine::{Bus, Config, Device, Limits, StopReason, Time, TranslatedEngine};
use pdp8::station::Station;
use pdp8::teletype::Speed;

use crate::rig::Rig;

fn reader(deck: &str) -> CardReader {
    let mut reader = CardReader::default();
    reader.attach(0, deck.as_bytes().to_vec(), false, Time::ZERO).expect("a deck");
    reader
}

/// A program that reads cards into core from 1000 on, and halts after the last card.
///
/// RCSE; HLT; RCSF; JMP .+4; RCRB; DCA I 10; RCSP; JMP 202; RCRD; JMP 200.
const READ: [u16; 11] = [0o6672, 0o7402, 0o6631, 0o5206, 0o6634, 0o3410, 0o6671, 0o5202, 0o6674, 0o7200, 0o5200];

fn rig(model: Model, reader: CardReader) -> Rig {
    let mut rig = Rig::model(model).with(0o200, &READ).with(0o10, &[0o777]);
    rig.bus.plug(Box::new(reader)).expect("its codes are free");
    rig
}

#[test]
fn two_cards_are_read_column_by_column_on_both_engines() {
    let start = rig(Model::I, reader("HELLO, 1970\n\n"));
    let [mut stepped, mut translated] = [start.clone(), start];
    let limits = Limits { time: Time::milliseconds(10_000), ..Limits::NONE };
    assert_eq!(stepped.machine.run(&mut stepped.bus, limits), StopReason::Halt);
    assert_eq!(TranslatedEngine::new().run(&mut translated.machine, &mut translated.bus, limits), StopReason::Halt);
    assert!(stepped == translated, "the engines part");
    // H: 12-8; E: 12-5; L: 11-3 twice; O: 11-6; a comma: 0-8-3; a space; 1 9 7 0.
    let holes = [0o4002, 0o4020, 0o2100, 0o2100, 0o2010, 0o1102, 0, 0o400, 0o001, 0o004, 0o1000];
    let read: Vec<u16> = (0o1000..0o1240).map(|at| stepped.core(at)).collect();
    assert_eq!(read[..11], holes);
    assert!(read[11..].iter().all(|&column| column == 0), "the rest of the first card, and the second, are blank");
    assert_eq!(stepped.core(0o10), 0o1237, "160 columns");
    // 200 cards a minute.
    let time = stepped.machine.elapsed.time;
    assert!(time > Time::milliseconds(595) && time < Time::milliseconds(605), "{time}");
}

#[test]
fn who_is_late_has_lost_a_column() {
    let mut rig = rig(Model::E, reader("AB"));
    // RCSE; NOP; then a wait as long as two columns take, after which the buffer holds the second one.
    rig.load(0o200, &[0o6672, 0o7402, 0o6631, 0o5202, 0o2020, 0o5204, 0o6634, 0o7402]);
    assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
    assert!(rig.machine.elapsed.time > CardReader::LEAD + CardReader::COLUMN + CardReader::COLUMN);
    assert_ne!(rig.ac(), 0o4400, "the A is gone");
    rig.bus.clear(rig.machine.elapsed.time);
    assert!(!rig.bus.interrupt_request());
}

#[test]
fn what_cannot_be_punched_is_refused_with_its_place() {
    let mut reader = CardReader::default();
    let mut refusal =
        |deck: &[u8]| reader.attach(0, deck.to_vec(), false, Time::ZERO).expect_err("it is refused").to_string();
    assert_eq!(refusal(b"FINE\nNOT {\n"), "line 2, column 5: an 029 key punch has no '{'");
    assert_eq!(refusal("é\n".as_bytes()), "line 1, column 1: an 029 key punch has no 'é'");
    assert_eq!(refusal(&[b'A'; 81]), "line 1 has 81 characters, and a card 80 columns");
    assert_eq!(refusal(b"\xff\xfe"), "it is no text; a deck is a text, a line a card");
}

#[test]
fn the_image_has_the_deck_and_the_card_on_its_way() {
    let mut station = Station::new(Config::default(), Speed::Fast);
    let unit = station.io_bus_mut().unit_for("cdr0").expect("it is on the list");
    station.attach(unit, "deck.txt", b"ab\r\nCD\r\n".to_vec(), false).expect("small letters are punched as capitals");
    for (at, &bits) in (0o200..).zip(&READ) {
        station.deposit(pdp8::word::Address::new(at), pdp8::word::Word::new(bits));
    }
    station.start(pdp8::word::Address::new(0o200));
    station.run_until(Time::milliseconds(400));
    let image = station.core_image();
    assert!(image.contains("\"deck\":[\"AB\",\"CD\"],\"taken\":2,") && image.contains("\"moving\":{"), "{image}");
    let mut other = Station::new(Config::default(), Speed::Fast);
    other.restore(&image).expect("an image of our own");
    assert_eq!(other.core_image(), image);
    for (from, to) in [("\"taken\":2", "\"taken\":3"), ("\"CD\"", "\"C{\""), ("\"column\":", "\"column\":1")] {
        assert!(other.restore(&image.replacen(from, to, 1)).is_err(), "{to}");
    }
    let shown = station.io_bus().show();
    let row = shown.iter().find(|row| row.name == "cdr").expect("its row");
    assert_eq!(
        (row.codes.as_str(), row.state.as_str()),
        ("63 67", "deck.txt, 0 cards in the hopper, 2 read, real times")
    );
    let reader = station.io_bus_mut().device_called("cdr").expect("it is there");
    assert!(reader.set("fast") && !reader.set("slow") && reader.settings() == "real|fast");
}
