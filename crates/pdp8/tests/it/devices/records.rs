//! The records of devices: each device is restored from its record unchanged, in every state that its IOTs can bring
//! about.

use fastrand::Rng;
use pdp8::devices::{CATALOG, CHOICES, Line};
use pdp8::instruction::Model;
use pdp8::machine::device::{Medium, RestoreContext};
use pdp8::machine::{Config, DataBreak, Device, Iot, IotReply, Machine, Time};
use pdp8::word::{Address, Word};

type Make = Box<dyn Fn() -> Box<dyn Device>>;

/// Returns, for each device, the function that makes the device. A new device is at rest.
fn all() -> Vec<Make> {
    let catalog = CATALOG.iter().map(|entry| Box::new(entry.make) as Make);
    let choices = CHOICES.iter().map(|choice| Box::new(choice.make) as Make);
    let line: Make = Box::new(|| Box::new(Line::new(1).expect("there is a line 1")));
    catalog.chain(choices).chain([line]).collect()
}

/// Attaches a medium to each unit of a device.
fn attach(device: &mut dyn Device, rng: &mut Rng) {
    for number in 0..device.units().len() {
        let contents = match device.units()[number].medium {
            Medium::Volume => Vec::new(),
            Medium::Cards => b"HELLO\nWORLD\n".to_vec(),
            _ => (0..20).map(|_| rng.u8(0o200..0o300)).collect(),
        };
        device.attach(number, contents, rng.u32(0..4) == 0, Time::ZERO).expect("it takes it");
    }
}

/// Executes random IOTs at increasing times. Records the device after each IOT, and checks that another device can be
/// restored from the record. Returns the number of different records.
fn different_records(make: &Make, model: Model, rng: &mut Rng) -> usize {
    let mut machine = Machine::new(Config { model, ..Config::default() });
    let mut device = make();
    attach(&mut *device, rng);
    let codes = device.codes().to_vec();
    let mut now = Time::ZERO;
    let mut records = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let mut reply = IotReply { ac: Word::new(rng.u16(0..0o10000)), skip: false };
        let iot =
            Iot { device: codes[rng.usize(0..codes.len())], pulses: rng.u8(0..8), model, now, at: Address::default() };
        device.iot(iot, &mut reply);
        now = now + Time::nanoseconds([4_250, 30_000, 1_000_000, 20_000_000][rng.usize(0..4)]);
        while device.next_event() <= now {
            let due = device.next_event();
            device.advance(due, &mut DataBreak::new(&mut machine.memory));
        }
        let record = device.record();
        let mut restored = make();
        let moment = RestoreContext { now, model };
        restored.restore(&record, moment).unwrap_or_else(|error| panic!("{}: {error}: {record}", device.name()));
        assert_eq!(restored.record(), record, "{}", device.name());
        // The restored device goes on as the other does, apart from the glow of a tube, which is not in the record.
        if !device.name().starts_with("vc8") {
            assert_eq!(restored.next_event(), device.next_event(), "{}: {record}", device.name());
        }
        assert_eq!(restored.interrupt_request(), device.interrupt_request(), "{}: {record}", device.name());
        records.insert(record);
    }
    records.len()
}

#[test]
fn every_device_comes_out_of_its_record_as_it_was() {
    let mut rng = Rng::with_seed(66);
    for make in all() {
        for model in [Model::I, Model::E] {
            let records = different_records(&make, model, &mut rng);
            assert!(records >= 3, "{}: only {records} states", make().name());
        }
    }
}

/// A record is refused if one of its values is impossible, even if all its other values are those of a device at rest.
#[test]
fn one_impossible_value_is_enough() {
    for (name, value, impossible) in [
        ("rk8e", "\"cylinder\":0", "\"cylinder\":203"),
        ("td8e", "\"lines\":0", "\"lines\":64"),
        ("td8e", "\"mark\":0", "\"mark\":64"),
    ] {
        let make = || {
            let mut made = CATALOG.iter().map(|entry| (entry.make)());
            made.find(|device| device.name() == name).expect("it is in the catalog")
        };
        let record = make().record();
        assert!(record.contains(value), "{record}");
        let moment = RestoreContext { now: Time::ZERO, model: Model::E };
        assert!(make().restore(&record, moment).is_ok());
        assert!(make().restore(&record.replacen(value, impossible, 1), moment).is_err(), "{name}: {impossible}");
    }
}
