//! Time sharing: user mode, its traps, and the return to user mode, on both engines.

use pdp8::instruction::Model;
use pdp8::machine::{Config, Limits, StopReason, TranslatedEngine};
use pdp8::station::Station;
use pdp8::teletype::Speed;
use pdp8::word::Word;

use crate::rig::Rig;

const SHARED: Config = Config { model: Model::E, fields: 2, eae: false, time_share: true };

/// The address and the words of each part of a program.
type Words<'a> = &'a [(u16, &'a [u16])];

fn rig(config: Config, words: Words) -> Rig {
    let mut rig = Rig::new(config);
    // The word that OSR would OR into the AC.
    rig.machine.sr = Word::new(0o7777);
    words.iter().for_each(|&(at, words)| rig.load(at, words));
    rig
}

/// Runs the program from 0200 to the HLT on both engines, which must give the same result.
fn halted(config: Config, words: Words) -> Rig {
    let [mut stepped, mut translated] = [rig(config, words), rig(config, words)];
    let limits = Limits { instructions: 10_000, ..Limits::NONE };
    assert_eq!(stepped.machine.run(&mut stepped.bus, limits), StopReason::Halt);
    assert_eq!(TranslatedEngine::new().run(&mut translated.machine, &mut translated.bus, limits), StopReason::Halt);
    assert!(stepped == translated, "the engines part");
    stepped
}

/// Returns a configuration with time sharing for each model that can have time sharing.
fn models() -> impl Iterator<Item = Config> {
    [Model::I, Model::E, Model::L].map(|model| Config { model, ..SHARED }).into_iter()
}

/// The interrupt service: SINT; HLT; DCA 100; RIB; DCA 101; CINT; SINT; HLT; HLT. The expected end is the HLT at 17.
const HANDLER: (u16, &[u16]) = (0o10, &[0o6254, 0o7402, 0o3100, 0o6234, 0o3101, 0o6204, 0o6254, 0o7402, 0o7402]);

/// The code that starts the user's program at 400: CLA CLL; ION; SUF; JMP I 204.
const TO_THE_USER: (u16, &[u16]) = (0o200, &[0o7300, 0o6001, 0o6274, 0o5604, 0o0400]);

#[test]
fn a_user_s_osr_traps() {
    for config in models() {
        let user: &[u16] = &[0o7001, 0o7404, 0o7001, 0o7402];
        let rig = halted(config, &[(0, &[0, 0o5010]), HANDLER, TO_THE_USER, (0o400, user)]);
        assert_eq!((rig.pc(), rig.core(0), rig.core(0o100), rig.core(0o101)), (0o20, 0o402, 1, 0o100));
    }
}

#[test]
fn a_user_s_iot_traps_and_goes_to_no_device() {
    for config in models() {
        let user: &[u16] = &[0o7001, 0o6046, 0o7001, 0o7402];
        let rig = halted(config, &[(0, &[0, 0o5010]), HANDLER, TO_THE_USER, (0o400, user)]);
        assert_eq!((rig.pc(), rig.core(0), rig.core(0o100), rig.core(0o101)), (0o20, 0o402, 1, 0o100));
        assert!(!rig.teletype().printer.is_busy() && rig.teletype().printer.printed().is_empty());
    }
}

#[test]
fn a_user_is_gone_back_to() {
    for config in models() {
        // SINT; HLT; CINT; ISZ 100; TAD 100; TAD 26; SNA; HLT; CLA; RMF; ION; JMP I 0
        let handler: &[u16] = &[
            0o6254, 0o7402, 0o6204, 0o2100, 0o1100, 0o1026, 0o7450, 0o7402, 0o7200, 0o6244, 0o6001, 0o5400, 0, 0,
            0o7776,
        ];
        let user: &[u16] = &[0o7402, 0o7402, 0o7402];
        let rig = halted(config, &[(0, &[0, 0o5010]), (0o10, handler), TO_THE_USER, (0o400, user)]);
        assert_eq!((rig.pc(), rig.core(0), rig.core(0o100)), (0o20, 0o402, 2));
    }
}

#[test]
fn a_trap_comes_after_the_skip_that_goes_with_it() {
    // SKP CLA OSR HLT: skips, clears the AC, and does neither of the others.
    let rig = halted(SHARED, &[(0, &[0, 0o5010]), HANDLER, TO_THE_USER, (0o400, &[0o7001, 0o7616, 0o7402])]);
    assert_eq!((rig.core(0), rig.core(0o100)), (0o403, 0));
}

#[test]
fn a_request_that_waits_is_taken_before_the_first_user_s_instruction() {
    // The requester's flag is up; at the JMP into field 1 both delays end.
    let mut rig = rig(SHARED, &[(0o200, &[0o6304, 0o6001, 0o6213, 0o6274, 0o5400]), (0o400, &[0o7001])]);
    rig.load(0, &[0o400, 0]);
    rig.machine.extension.data_field = 0;
    // 6304 raises the request while interrupts are off; ION lets one instruction pass, and CDF CIF holds from there.
    rig.steps(5);
    assert_eq!((rig.pc(), rig.machine.extension.user_mode), (0o10400, true));
    rig.step();
    let extension = rig.machine.extension;
    assert_eq!((rig.core(0), extension.save_field, rig.pc()), (0o400, 0o111, 1));
    assert!(!extension.user_mode && !extension.user_buffer);
}

#[test]
fn a_trap_pends_while_the_interrupt_system_is_off() {
    let mut rig = rig(SHARED, &[(0o200, &[0o6274, 0o5202, 0o6001, 0o7402, 0o5204])]);
    rig.steps(5);
    assert!(rig.machine.running && !rig.machine.ion && rig.machine.extension.user_interrupt);
    assert_eq!(rig.pc(), 0o204);
    rig.machine.ion = true;
    rig.step();
    assert_eq!((rig.core(0), rig.pc()), (0o204, 1));
}

#[test]
fn the_flags_of_the_8e_carry_the_user_bit() {
    // A trap; GTF brings SF with its bit 0100, the request and L = 0.
    let handler: &[u16] = &[0o7200, 0o6004, 0o3100, 0o6204, 0o7402];
    let user: &[u16] = &[0o6046];
    let rig = halted(SHARED, &[(0, &[0, 0o5010]), (0o10, handler), TO_THE_USER, (0o400, user)]);
    assert_eq!(rig.core(0o100), 0o1100);
    // TAD 210; RTF; JMP 300: a user in field 1, its DF 1.
    let mut rig = self::rig(SHARED, &[(0o200, &[0o1210, 0o6005, 0o5300]), (0o210, &[0o111])]);
    rig.steps(2);
    assert!(rig.machine.extension.user_buffer && !rig.machine.extension.user_mode);
    rig.step();
    assert!(rig.machine.extension.user_mode);
    assert_eq!((rig.pc(), rig.machine.extension.data_field), (0o10300, 1));
}

#[test]
fn initialize_ends_the_user_mode() {
    let mut rig = rig(SHARED, &[(0o200, &[0o6274, 0o5202, 0o6046])]);
    rig.steps(3);
    assert!(rig.machine.extension.user_mode && rig.machine.extension.user_interrupt);
    rig.machine.start(&mut rig.bus);
    let extension = rig.machine.extension;
    assert!(!extension.user_mode && !extension.user_buffer && !extension.user_interrupt);
}

#[test]
fn caf_leaves_the_user_mode_and_what_rtf_has_asked_for() {
    // TAD 210; RTF; CAF; ION; JMP .+1: a user, whose CAF traps.
    let mut rig = rig(SHARED, &[(0o200, &[0o1210, 0o6005, 0o6007, 0o6001, 0o5205, 0o6007, 0o7402]), (0o210, &[0o100])]);
    rig.steps(3);
    assert!(rig.machine.extension.user_buffer && !rig.machine.ion);
    rig.steps(2);
    assert!(rig.machine.extension.user_mode && !rig.machine.extension.user_interrupt);
    rig.step();
    assert!(rig.machine.extension.user_interrupt && rig.machine.running);
    rig.step();
    assert_eq!((rig.pc(), rig.core(0), rig.machine.extension.save_field), (1, 0o206, 0o100));
    // CAF clears the flag that the trap has raised.
    rig.load(1, &[0o6007]);
    rig.step();
    assert!(!rig.machine.extension.user_interrupt);
}

#[test]
fn without_time_sharing_nothing_of_it_is_there() {
    // A trap that remains would skip at SINT: TAD 220; RTF; JMP .+1; SUF; JMP .+1; SINT; LAS; SINT; HLT
    let none = Config { time_share: false, ..SHARED };
    let words: &[u16] = &[0o1220, 0o6005, 0o5203, 0o6274, 0o5205, 0o6254, 0o7604, 0o6254, 0o6204, 0o6264, 0o7402];
    let rig = halted(none, &[(0o200, words), (0o220, &[0o100])]);
    let extension = rig.machine.extension;
    assert_eq!((rig.pc(), rig.machine.ac.bits()), (0o213, 0o7777));
    assert!(!extension.user_mode && !extension.user_buffer && !extension.user_interrupt);
    // The fields are there: CIF CDF 10; JMP .+1; RDF in field 1.
    let mut rig = self::rig(none, &[(0o200, &[0o6213, 0o5202]), (0o10202, &[0o7200, 0o6214, 0o7402])]);
    rig.machine.extension.data_field = 0;
    rig.steps(4);
    assert_eq!((rig.pc(), rig.machine.ac.bits()), (0o10204, 0o10));
}

#[test]
fn a_program_that_waits_for_a_flag_does_not_wait_in_user_mode() {
    // The printer is busy, and a user's TSF; JMP .-1 asks for it: the TSF traps.
    let rig = halted(
        SHARED,
        &[
            (0, &[0, 0o5010]),
            HANDLER,
            (0o200, &[0o7300, 0o6046, 0o6001, 0o6274, 0o5605, 0o0400]),
            (0o400, &[0o6041, 0o5200]),
        ],
    );
    assert_eq!((rig.pc(), rig.core(0)), (0o20, 0o401));
}

#[test]
fn a_model_without_it_has_none() {
    for config in [Config { model: Model::S, ..SHARED }, Config { fields: 1, ..SHARED }] {
        let rig = rig(config, &[]);
        assert!(!rig.machine.config().time_share, "{config:?}");
    }
}

#[test]
fn a_core_image_keeps_the_user_mode() {
    let mut station = Station::new(SHARED, Speed::Fast);
    let extension = &mut station.machine_mut().extension;
    (extension.user_mode, extension.user_buffer, extension.user_interrupt) = (true, true, true);
    extension.save_field = 0o123;
    let image = station.core_image();
    let mut restored = Station::new(Config::default(), Speed::Fast);
    restored.restore(&image).expect("an image of our own");
    assert_eq!(restored.core_image(), image);
    assert!(restored.machine() == station.machine());
    // A machine without time sharing cannot have a user mode.
    let error = restored.restore(&image.replacen(",\"time_share\":true", "", 1)).expect_err("it has no user mode");
    assert!(error.to_string().contains("'extension'"), "{error}");
}
