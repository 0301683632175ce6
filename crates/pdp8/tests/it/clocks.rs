//! The clocks on code 13: the line clock and its rates, and the clocks that can replace it.

use pdp8::devices::{CHOICES, Dk8Ep, Kw8I, LineClock};
use pdp8::instruction::Model;
use pdp8::machine::device::RestoreContext;
use pdp8::machine::{Bus, Config, Device, Limits, StopReason, Time, TranslatedEngine};
use pdp8::station::Station;
use pdp8::teletype::Speed;

use crate::rig::Rig;

fn rig(model: Model, clock: impl Device, words: &[u16]) -> Rig {
    let mut rig = Rig::new(Config { model, ..Config::default() }).with(0o200, words);
    assert!(rig.bus.replace(Box::new(clock)));
    rig
}

/// Runs a machine to a HLT on both engines, which must give the same result.
fn halted(rig: Rig) -> Rig {
    let [mut stepped, mut translated] = [rig.clone(), rig];
    let limits = Limits { time: Time::milliseconds(20_000), ..Limits::NONE };
    assert_eq!(stepped.machine.run(&mut stepped.bus, limits), StopReason::Halt, "{}", stepped.machine.pc);
    assert_eq!(TranslatedEngine::new().run(&mut translated.machine, &mut translated.bus, limits), StopReason::Halt);
    assert!(stepped == translated, "the engines part");
    stepped
}

#[test]
fn sixty_ticks_take_their_time() {
    // CLA CLL; TAD 220; DCA 221; CLSK; JMP .-1; then CLSK; JMP .-1; ISZ 221; JMP .-3; HLT
    let words = [0o7300, 0o1220, 0o3221, 0o6133, 0o5203, 0o6133, 0o5205, 0o2221, 0o5205, 0o7402];
    for rate in [50, 60, 100, 120, 500, 5_000] {
        let mut rig = rig(Model::E, LineClock::new(rate), &words);
        rig.load(0o220, &[0o7704]);
        let rig = halted(rig);
        assert_eq!(rig.pc(), 0o212);
        let ticks = rig.machine.elapsed.time.as_nanoseconds() / (1_000_000_000 / rate);
        // The first tick, and sixty more.
        assert_eq!(ticks, 61, "at {rate} a second");
    }
}

#[test]
fn the_clock_of_the_8a_has_both_sets_of_codes_on_one_flag() {
    // 6137; JMP .-1; 6137; HLT; 6136; 6137; SKP; HLT; 6133; HLT: the skip leaves the flag, CLCL clears it.
    let words = [0o6137, 0o5200, 0o6137, 0o7402, 0o6136, 0o6137, 0o7410, 0o7402, 0o6133, 0o7402];
    let mut clock = LineClock::default();
    assert!(clock.set("dkc8-aa"));
    assert_eq!(halted(rig(Model::E, clock.clone(), &words)).pc(), 0o212);
    // IAC; CLLE; ION; JMP .: an interrupt, by AC 11.
    let interrupted = rig(Model::E, clock, &[0o7001, 0o6135, 0o6001, 0o5203]).with(1, &[0o7402]);
    assert_eq!(halted(interrupted).pc(), 2);
    // The line clock does not have these IOTs.
    let mut plain = rig(Model::E, LineClock::default(), &[0o6137, 0o5200]);
    let limits = Limits { time: Time::milliseconds(50), ..Limits::NONE };
    assert_eq!(plain.machine.run(&mut plain.bus, limits), StopReason::TimeLimit);
}

#[test]
fn the_kw8_i_is_off_until_it_is_turned_on() {
    // 6131; 6133; JMP .-1 never goes on.
    let mut off = rig(Model::I, Kw8I::default(), &[0o6131, 0o6133, 0o5201]);
    let limits = Limits { time: Time::milliseconds(50), ..Limits::NONE };
    assert_eq!(off.machine.run(&mut off.bus, limits), StopReason::TimeLimit);
    // CCEC; CSCF; JMP .-1; CSCF; JMP .-1; CRCA; HLT
    let words = [0o6136, 0o6133, 0o5201, 0o6133, 0o5203, 0o6134, 0o7402];
    let rig = halted(rig(Model::I, Kw8I::default(), &words));
    assert_eq!(rig.ac(), 2);
    assert_eq!(rig.machine.elapsed.time.as_nanoseconds() / 8_333_333, 2);
}

#[test]
fn the_kw8_i_interrupts_when_it_is_told() {
    // CECI; ION; JMP .; the interrupt: CCFF; HLT
    let rig = halted(rig(Model::I, Kw8I::default(), &[0o6137, 0o6001, 0o5202]).with(1, &[0o6132, 0o7402]));
    assert!(!rig.bus.interrupt_request());
    assert_eq!(rig.bus.next_event(), Time::NEVER);
    assert_eq!(rig.pc(), 3);
}

/// TAD 250; CLAB (buffer and counter); CLA; TAD 251; CLDE.
const SET_UP: [u16; 5] = [0o1250, 0o6133, 0o7200, 0o1251, 0o6132];

#[test]
fn the_programmable_clock_counts_from_its_buffer() {
    for (enable, ticks) in [(0o1300, 2), (0o0300, 0o10001)] {
        // CLSK; JMP .-1; CLA; CLSA; DCA 252; CLSK; JMP .-1; HLT: the second overflow, with the buffer and without it.
        let mut words = SET_UP.to_vec();
        words.extend([0o6131, 0o5205, 0o7200, 0o6135, 0o3252, 0o6131, 0o5212, 0o7402]);
        let rig = halted(rig(Model::E, Dk8Ep::default(), &words).with(0o250, &[0o7777, enable]));
        assert_eq!(rig.core(0o252), 0o4000);
        assert_eq!(rig.machine.elapsed.time.as_nanoseconds() / 1_000_000, ticks, "enable {enable:04o}");
    }
}

#[test]
fn the_programmable_clock_is_read_while_it_counts() {
    // At 100 kHz; NOPs; CLCA; DCA 252; CLBA; DCA 253; CLEN; DCA 254; CLZE with ones: stopped; HLT
    let mut words = SET_UP.to_vec();
    words.extend([0o7000; 15]);
    words.extend([0o6137, 0o3252, 0o6136, 0o3253, 0o6134, 0o3254, 0o7240, 0o6130, 0o7402]);
    let rig = halted(rig(Model::E, Dk8Ep::default(), &words).with(0o250, &[0o100, 0o0500]));
    // 15 NOPs are 18 microseconds, after the 9 before them.
    assert_eq!((rig.core(0o252), rig.core(0o253), rig.core(0o254)), (0o102, 0o102, 0o500));
    assert_eq!(rig.bus.next_event(), Time::NEVER);
}

#[test]
fn a_bit_of_the_programmable_clock_that_is_set_again_stays_set() {
    // CLDE a second time; CLEN; DCA 252; HLT
    let mut words = SET_UP.to_vec();
    words.extend([0o6132, 0o6134, 0o3252, 0o7402]);
    let rig = halted(rig(Model::E, Dk8Ep::default(), &words).with(0o250, &[0o100, 0o0500]));
    assert_eq!(rig.core(0o252), 0o500);
}

/// The clock counts neither the time before a rate was set, nor the time at another rate.
#[test]
fn the_programmable_clock_counts_from_when_its_rate_is_set() {
    // ISZ 260; JMP .-1: 18 milliseconds; then the clock is read while it counts, at 100 kHz.
    let mut words = vec![0o2260, 0o5200];
    words.extend(SET_UP);
    words.extend([0o7000; 15]);
    words.extend([0o6137, 0o3252, 0o7402]);
    let late = halted(rig(Model::E, Dk8Ep::default(), &words).with(0o250, &[0o100, 0o0500]));
    assert!(late.machine.elapsed.time > Time::milliseconds(10));
    assert_eq!(late.core(0o252), 0o102);
    // At 1 MHz for a while, CLZE, CLSA, CLAB with 7775, then CLDE for 1 kHz: three ticks to overflow.
    let mut words = SET_UP.to_vec();
    words.extend([0o2260, 0o5205, 0o7240, 0o6130, 0o6135, 0o7200, 0o1254, 0o6133, 0o7200, 0o1255, 0o6132]);
    words.extend([0o6131, 0o5220, 0o6137, 0o7402]);
    let mut slower = rig(Model::E, Dk8Ep::default(), &words).with(0o250, &[0, 0o0600]);
    slower.load(0o254, &[0o7775, 0o0300]);
    let begun = halted({
        let mut begun = slower.clone();
        begun.load(0o220, &[0o7402]);
        begun
    });
    let slower = halted(slower);
    let passed = slower.machine.elapsed.time - begun.machine.elapsed.time;
    assert!((Time::milliseconds(2)..Time::microseconds(3_050)).contains(&passed), "{passed:?}");
    assert_eq!(slower.ac(), 0, "it goes on from 0");
}

#[test]
fn the_programmable_clock_interrupts_on_overflow() {
    let mut words = SET_UP.to_vec();
    words.extend([0o6001, 0o5206]);
    let rig = halted(rig(Model::E, Dk8Ep::default(), &words).with(0o250, &[0, 0o5600]).with(1, &[0o7402]));
    // At a megahertz, from 0: 4096 microseconds.
    assert_eq!((rig.machine.elapsed.time.as_nanoseconds() / 1_000_000, rig.pc()), (4, 2));
}

#[test]
fn bit_7_holds_the_programmable_clock_at_every_rate() {
    for rate in 0..8 {
        // A millisecond of ISZ, then CLCA; DCA 252; CLSA; DCA 253; HLT
        let mut words = SET_UP.to_vec();
        words.extend([0o2254, 0o5205, 0o7200, 0o6137, 0o3252, 0o6135, 0o3253, 0o7402]);
        let held = halted(rig(Model::E, Dk8Ep::default(), &words).with(0o250, &[0o7000, rate << 6 | 0o0020]));
        assert_eq!((held.core(0o252), held.core(0o253)), (0o7000, 0), "rate {rate}");
    }
}

#[test]
fn caf_leaves_the_counter_of_the_programmable_clock() {
    // Stopped: CAF; CLCA; DCA 252; CLAB with 0 in AC ... the buffer and the enable register: CAF; CLBA; CLEN.
    let mut words = SET_UP.to_vec();
    words.extend([0o6007, 0o6136, 0o3253, 0o6134, 0o3254, 0o6137, 0o3252, 0o7402]);
    let rig = halted(rig(Model::E, Dk8Ep::default(), &words).with(0o250, &[0o1234, 0o4000]));
    assert_eq!([0o252, 0o253, 0o254].map(|at| rig.core(at)), [0o1234, 0, 0]);
}

#[test]
fn a_core_image_has_the_clock_that_was_chosen() {
    for choice in CHOICES {
        let mut station = Station::new(Config::default(), Speed::Fast);
        assert!(station.io_bus_mut().replace((choice.make)()));
        let image = station.core_image();
        let mut other = Station::new(Config::default(), Speed::Fast);
        other.restore(&image).expect("an image of our own");
        assert_eq!(other.core_image(), image, "{}", choice.names.1);
        assert!(other.io_bus() == station.io_bus());
    }
}

#[test]
fn no_record_makes_a_clock_that_cannot_be() {
    let at = RestoreContext { now: Time::milliseconds(10), model: Model::E };
    let records = [
        r#"{"kw8_i":8333333,"on":true,"interrupt_enable":false,"flag":false,"count":0,"seen":2}"#,
        r#"{"kw8_i":8333334,"on":true,"interrupt_enable":false,"flag":false,"count":0,"seen":0}"#,
        r#"{"kw8_i":8333333,"on":true,"interrupt_enable":false,"flag":false,"count":4096,"seen":1}"#,
        r#"{"kw8_i":8333333,"on":false,"interrupt_enable":true,"flag":false,"count":0,"seen":1}"#,
    ];
    for record in records {
        assert!(Kw8I::default().restore(record, at).is_err(), "{record}");
    }
    let record = r#"{"dk8_ep":"0300","buffer":"0000","counter":"0000","overflow":false,"seen":11}"#;
    assert!(Dk8Ep::default().restore(record, at).is_err());
    assert!(Dk8Ep::default().restore(&record.replace("11", "10"), at).is_ok());
}
