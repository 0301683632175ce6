//! The IOTs of the FPP, its flag and interrupt, its table, its times, and its state in a core image.

use pdp8::machine::{Device, StopReason, Time};
use pdp8::station::Station;
use pdp8::word::Address;

use super::rig::{Rig, START, TABLE};
use super::{PROGRAM, core, go_on, halted, run, with_fpp};

const FPINT: u16 = 0o6551;
const FPICL: u16 = 0o6552;
const FPCOM: u16 = 0o6553;
const FPHLT: u16 = 0o6554;
const FPST: u16 = 0o6555;
const FPRST: u16 = 0o6556;
const FPIST: u16 = 0o6557;
const FPEP: u16 = 0o6567;

/// An endless loop: JA START.
const LOOP: [u16; 2] = [0o1030, START];

#[test]
fn the_other_codes_do_nothing() {
    let mut rig = Rig::with(&[0]);
    for code in [0o6550, 0o6560, 0o6561, 0o6562, 0o6563, 0o6564, 0o6565, 0o6566] {
        assert_eq!(rig.iot(code, 0o4000), (false, 0o4000), "{code:o}");
    }
    assert_eq!(rig.iot(FPRST, 0o7777).1, 0);
}

#[test]
fn a_running_fpp_takes_no_command_and_no_start() {
    let mut rig = Rig::with(&LOOP);
    assert_eq!(rig.iot(FPST, TABLE), (true, TABLE));
    assert_eq!(rig.iot(FPST, TABLE), (false, TABLE));
    assert_eq!(rig.iot(FPCOM, 0o4000), (false, 0o4000));
    assert_eq!(rig.iot(FPEP, 0o4000), (false, 0o4000));
    assert_eq!(rig.iot(FPRST, 0).1, 0o0001);
    assert_eq!(rig.iot(FPIST, 0o1234), (false, 0o1234), "the flag is down");
    rig.iot(FPICL, 0);
    assert_eq!((rig.iot(FPRST, 0).1, rig.fpp.next_event()), (0, Time::NEVER));
}

#[test]
fn a_flag_that_is_up_keeps_it_from_starting() {
    let mut rig = Rig::with(&[0]);
    assert_eq!(rig.run(0), 0);
    assert_eq!(rig.iot(FPST, TABLE), (false, TABLE));
    rig.iot(FPHLT, 0);
    assert_eq!(rig.iot(FPIST, 0o7777), (true, 0));
    assert_eq!(rig.iot(FPINT, 0), (false, 0));
    assert_eq!(rig.iot(FPST, TABLE), (true, TABLE));
}

#[test]
fn fpist_reads_and_clears_the_status() {
    let mut rig = Rig::with(&[0o0006, 0o3000, 0]);
    assert_eq!(rig.run(0), 0o6000);
    assert_eq!(rig.iot(FPIST, 0), (true, 0o6000));
    assert_eq!((rig.iot(FPRST, 0).1, rig.iot(FPINT, 0).0), (0, false));
}

#[test]
fn fphlt_stops_a_running_fpp_and_stores_the_table() {
    let mut rig = Rig::with(&[0o0101, 0o1111, 0o1030, 0o0402]);
    rig.iot(FPST, TABLE);
    for _ in 0..20 {
        rig.event();
    }
    rig.iot(FPHLT, 0);
    assert!(!rig.iot(FPINT, 0).0, "the instruction under way ends first");
    rig.finish();
    assert_eq!((rig.iot(FPRST, 0).1, rig.iot(FPINT, 0).0), (0o1000, true));
    assert_eq!((rig.words::<1>(TABLE + 1), rig.words::<1>(0o1101)), ([0o402], [0o1111]));
}

#[test]
fn fphlt_before_fpst_lets_one_instruction_through() {
    let mut rig = Rig::with(&[0o0101, 0o1111, 0o0102, 0o2222, 0]);
    for (pc, status, registers) in
        [(0o402, 0o1000, [0o1111, 0]), (0o404, 0o1000, [0o1111, 0o2222]), (0o405, 0o1000, [0o1111, 0o2222])]
    {
        rig.iot(FPHLT, 0);
        assert!(rig.iot(FPST, TABLE).0);
        rig.finish();
        assert_eq!((rig.words::<1>(TABLE + 1), rig.iot(FPRST, 0).1, rig.words(0o1101)), ([pc], status, registers));
        rig.iot(FPICL, 0);
    }
    // A step of FPAUSE halts too.
    let mut rig = Rig::with(&[0o0001, 0]);
    rig.iot(FPHLT, 0);
    rig.iot(FPST, TABLE);
    rig.finish();
    assert_eq!((rig.words::<1>(TABLE + 1), rig.iot(FPRST, 0).1), ([0o401], 0o1000));
}

#[test]
fn fpause_waits_for_fpst() {
    let mut rig = Rig::with(&[0o0001, 0o0101, 0o1111, 0]);
    rig.iot(FPST, TABLE);
    rig.finish();
    assert_eq!((rig.iot(FPRST, 0).1, rig.iot(FPINT, 0).0), (0o0003, false));
    assert_eq!(rig.words::<1>(TABLE + 1), [START], "the table is not stored");
    let mut halted = Rig { fpp: rig.fpp.clone(), memory: rig.memory.clone(), now: rig.now };
    assert!(rig.iot(FPST, 0o7777).0);
    rig.finish();
    assert_eq!((rig.iot(FPRST, 0).1, rig.words::<1>(0o1101), rig.words::<1>(TABLE + 1)), (0, [0o1111], [0o404]));
    halted.iot(FPHLT, 0);
    halted.finish();
    assert_eq!((halted.iot(FPRST, 0).1, halted.words::<1>(TABLE + 1)), (0o1000, [0o401]));
}

#[test]
fn fpep_and_the_command_choose_the_format() {
    let mut rig = Rig::with(&[0]);
    assert_eq!(rig.iot(FPEP, 0o3777), (false, 0o3777));
    assert_eq!(rig.iot(FPEP, 0o4000), (false, 0));
    assert_eq!(rig.iot(FPRST, 0).1, 0o0004);
    rig.iot(FPCOM, 0o4010);
    assert_eq!(rig.iot(FPRST, 0).1, 0o4010);
    rig.iot(FPICL, 0);
    assert_eq!(rig.iot(FPRST, 0).1, 0);
}

#[test]
fn fpicl_and_start_keep_three_bits_of_the_command() {
    let mut rig = Rig::with(&[0]);
    rig.iot(FPCOM, 0o7777);
    rig.fpp.clear(Time::ZERO);
    assert!(rig.fpp.record().contains(r#""command":"6400""#), "{}", rig.fpp.record());
}

#[test]
fn the_table_may_be_in_any_field_and_addresses_may_stay_there() {
    for (command, field) in [(0o0002, 1), (0o1002, 2)] {
        let mut rig = Rig::new();
        rig.load(0o20300, &[0o1111, 0o400, 0o1100, 0o2000, 0]);
        // FLDA 1 3000; FSTA base + 3; FEXIT, in field 1; and other numbers in field 2.
        rig.load(0o10400, &[0o0401, 0o3000, 0o6201, 0]);
        rig.load(0o20400, &[0o0401, 0o3000, 0o6201, 0]);
        rig.load(0o13000, &[0o0001, 0o2000, 0o0001]);
        rig.load(0o23000, &[0o0001, 0o2000, 0o0002]);
        assert_eq!(rig.run(command), 0);
        let base = field << 12 | 0o2000;
        assert_eq!(rig.words(base + 3), [0o0001, 0o2000, field]);
        let fields = 0o1111 * field;
        assert_eq!(rig.words(0o20300), [fields, 0o404, 0o1100, 0o2000, 0o2005]);
    }
}

#[test]
fn a_fast_start_loads_and_stores_two_words_of_the_table() {
    let mut rig = Rig::with(&[0o1110, 0o3000, 0o0400, 0o0500, 0]);
    rig.load(0o500, &[0o0001, 0o2000, 0o0001]);
    assert_eq!(rig.run(0), 0);
    rig.load(START, &[0o6201, 0]);
    rig.load(TABLE, &[0o7770, START, 0, 0, 0, 0, 0, 0]);
    assert_eq!(rig.run(0o0360), 0);
    assert_eq!(rig.words(0o3003), [0o0001, 0o2000, 0o0001], "the base and the AC are those of before");
    assert_eq!(rig.words(TABLE), [0, START + 2, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn addresses_go_on_in_the_next_field() {
    let mut rig = Rig::new();
    rig.load(TABLE, &[0, 0o7777, 0o1100, 0o2000, 0]);
    rig.load(0o7777, &[0o0400, 0o7776, 0o6400, 0o0500, 0]);
    rig.load(0o7776, &[0o0001]);
    // The second word of the number is the FLDA itself, and the third is the second word of the FLDA.
    assert_eq!(rig.run(0), 0);
    assert_eq!(rig.words(0o500), [0o0001, 0o0400, 0o7776]);
    assert_eq!(rig.words::<2>(TABLE), [0o1001 & 0o0007, 0o0004]);
}

/// If bit 3 of the command is 1, the FPP requests an interrupt when it stops. FPICL or FPIST ends the request.
#[test]
fn it_interrupts_at_its_end() {
    for (command, comes) in [("0400", true), ("0000", false)] {
        for leave in ["6552", "6557"] {
            let program = format!(
                "0: 0 6556 {leave} 7000 6001 5006 7402; 200: 7300 1220 6553 7200 1221 6555 7402 7200 6001 2222 5211 7402;
                 220: {command} 0300; 300: 0000 0400; 400: 0005 0400 0500 3400 0503 0000; 500: 0001 2000 0000"
            );
            let mut station = with_fpp(&program);
            run(&mut station, 0o200);
            let (pc, ac) = halted(&station);
            assert_eq!(pc, if comes { 0o7 } else { 0o214 }, "{command} {leave}");
            assert_eq!(ac, if comes { 0o0400 } else { 0 }, "{command} {leave}");
        }
    }
}

/// Runs a program for the FPP, and returns the simulated time and the memory cycles.
fn elapsed(fpp: &str) -> (u64, u64) {
    let mut station = with_fpp(&format!("{PROGRAM}; 400: {fpp}; 500: 0001 2000 0000"));
    run(&mut station, 0o200);
    assert_eq!(halted(&station), (0o211, 0), "{fpp}");
    (station.machine().elapsed.time.as_nanoseconds(), station.machine().elapsed.cycles)
}

/// Each further instruction takes the time of its memory cycles and of its operation. The PDP-8 polls the flag in a
/// loop, so it sees the flag with a delay of at most one iteration.
#[test]
fn an_instruction_takes_cycles_and_time() {
    let turn = 2 * 1_200 + 1_400;
    for (words, microseconds, cycles) in [
        ("0400 0500", 4, 5),
        ("1400 0500", 8, 5),
        ("4400 0500", 12, 5),
        ("3400 0500", 15, 5),
        ("0040", 4, 1),
        ("0202", 4, 4),
    ] {
        let program = |count: usize| format!("0400 0500 {} 0000", [words].repeat(count).join(" "));
        let [(one, _), (more, _)] = [1, 11].map(|count| elapsed(&program(count)));
        let expected = 10 * (microseconds * 1_000 + cycles * 1_400);
        assert!((more - one).abs_diff(expected) <= turn + 10 * 1_400, "{words}: {} for {expected}", more - one);
    }
}

/// On every model, the PDP-8 continues to execute instructions beside an FPP that never stops.
#[test]
fn the_pdp8_goes_on_beside_it() {
    for model in pdp8::instruction::Model::ALL {
        let program = "200: 7300 1220 6555 7402 2221 5204 7402; 220: 0300 0; 300: 0 400; 400: 1030 0400";
        let mut station = super::machine(model, 1, program);
        station.io_bus_mut().add_device("fpp").expect("its codes are free");
        run(&mut station, 0o200);
        assert_eq!(halted(&station).0, 0o207, "{model}");
    }
}

/// A machine whose FPP is in the middle of a program.
fn working() -> Station {
    let fpp = "0101 7770 2110 0402 0400 0500 1400 0500 4400 0500 6400 0503 0000";
    let mut station = with_fpp(&format!("{PROGRAM}; 400: {fpp}; 500: 0001 2345 6701"));
    station.start(Address::new(0o200));
    assert_eq!(station.run(60), StopReason::Budget);
    station
}

#[test]
fn a_core_image_keeps_a_program_under_way() {
    let mut whole = working();
    let shown = whole.io_bus().show().into_iter().find(|row| row.name == "fpp").expect("it is there").state;
    assert!(shown.contains("running at 004"), "{shown}");
    let image = whole.core_image();
    let mut other = super::machine(pdp8::instruction::Model::E, 1, "0: 0");
    other.restore(&image).expect("it is an image");
    for station in [&mut whole, &mut other] {
        go_on(station);
    }
    assert!(whole.machine() == other.machine() && whole.io_bus() == other.io_bus());
    assert_eq!((halted(&whole).1, core(&whole, 0o503)), (0, 0o0002));
}

#[test]
fn impossible_states_are_refused() {
    let station = working();
    let image = station.core_image();
    let mut other = super::machine(pdp8::instruction::Model::E, 1, "0: 0");
    for then in ["0000", "4005"] {
        let edited = image.replacen(r#""status":"0001""#, &format!(r#""status":"{then}""#), 1);
        assert_ne!(edited, image);
        other.restore(&edited).expect_err("no FPP can be so");
    }
}
