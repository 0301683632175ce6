//! The diagnostics of the options and the devices, and the defects that they must find.

use focal8::devices::{HighSpeedPunch, HighSpeedReader, LineClock};
use focal8::diagnostics::{Diagnostic, Engine, Harness, Verdict};
use focal8::instruction::Model;
use focal8::machine::{Config, Limits, Machine, StopReason, Time};
use focal8::station::IoBus;
use focal8::teletype::{Lever, Speed, Teletype};
use focal8::word::{Address, Word};

use super::{Defect, check, found};

pub(super) const I: Config = Config { model: Model::I, fields: 1, eae: true, time_share: false };
pub(super) const E: Config = Config { model: Model::E, fields: 2, eae: true, time_share: false };

/// A change of a tape.
type Spoiler = fn(&mut Vec<u8>);

/// Returns a defect that calls `harm` after each execution of the instruction `code`.
pub(super) fn after(code: u16, harm: fn(&mut Machine)) -> Defect {
    Defect { mask: 0o7777, code, harm }
}

/// Returns the test at which a diagnostic halts after `spoil` has changed the machine or a device.
pub(super) fn found_with(name: &str, config: Config, spoil: impl FnOnce(&mut Harness)) -> String {
    found_while(name, config, spoil, |_, _| {})
}

/// Returns the test at which a diagnostic halts if `meddle` changes the machine and the devices before every slice of
/// the run. A slice is shorter than the time that a character takes to print.
fn found_while(
    name: &str,
    config: Config,
    spoil: impl FnOnce(&mut Harness),
    mut meddle: impl FnMut(&mut Machine, &mut IoBus),
) -> String {
    let mut bench = Harness::new(Diagnostic::named(name).expect("a diagnostic"), config);
    spoil(&mut bench);
    let verdict = bench.run_with(|machine, io_bus, limits| {
        meddle(machine, io_bus);
        machine.run(io_bus, limits)
    });
    match verdict {
        Verdict::Failed { test, .. } => test,
        other => panic!("{name} has not found what is wrong: {other:?}"),
    }
}

/// Returns a function that sets the switches as if the machine were of the model `model`.
pub(super) fn taken_for(model: Model) -> impl FnOnce(&mut Harness) {
    move |bench| {
        bench.station_mut().machine_mut().sr =
            Diagnostic::switches(Config { model, ..bench.station().machine().config() })
    }
}

#[track_caller]
pub(super) fn assert_names(test: &str, what: &str) {
    assert!(test.contains(what), "found by '{test}', not by '{what}'");
}

#[test]
fn eae() {
    check("eae");
    let defects = [
        (after(0o7501, |machine| machine.mq = Word::ZERO), "MQA must OR"),
        (after(0o7403, |machine| machine.sc ^= 0o20), "SCL must load SC with the complement"),
        (after(0o7405, |machine| machine.sc = 0o15), "SC must be 14 after MUY"),
        (after(0o7407, |machine| machine.link = false), "DVI without room for the quotient must set L"),
        (after(0o7411, |machine| machine.link = false), "NMI must put into L what leaves AC0"),
        (after(0o7413, |machine| machine.mq = machine.mq.next()), "SHL: MQ must be as by single shifts"),
        (after(0o7415, |machine| machine.link = false), "ASR: L must be the sign"),
        (after(0o7417, |machine| machine.link = true), "LSR must clear L"),
    ];
    for (defect, test) in defects {
        assert_names(&found("eae", I, defect), test);
    }
    assert_names(&found_with("eae", E, taken_for(Model::I)), "8/I, no room: AC must be operand - AC - 1");
    assert_names(&found_with("eae", I, taken_for(Model::E)), "8/E, no room: AC must be kept");
}

#[test]
fn eae_in_mode_b() {
    check("eae-b");
    let defects = [
        (after(0o6007, |machine| machine.mode_b = true), "CAF must give mode A"),
        (after(0o7447, |machine| machine.gt = true), "SWBA must clear GT"),
        (after(0o7457, |machine| machine.gt = machine.ac.signed() >= 0), "SAM of the table: GT"),
        (after(0o7445, |machine| machine.memory.write(machine.ma, Word::ZERO)), "DST must store AC behind it"),
        (after(0o7443, |machine| machine.link = false), "DAD with a carry out must set L"),
        (after(0o7415, |machine| machine.sc = 0), "SC must be 37 after a shift"),
        (after(0o7417, |machine| machine.gt = false), "LSR must leave in GT the last bit"),
        (after(0o7413, |machine| machine.link = false), "SHL: L must be the last bit"),
    ];
    for (defect, test) in defects {
        assert_names(&found("eae-b", E, defect), test);
    }
    let in_mode_b = |bench: &mut Harness| bench.station_mut().machine_mut().mode_b = true;
    assert_names(&found_with("eae-b", E, in_mode_b), "START must give mode A");
    let data_field_lost = Defect { mask: 0o7707, code: 0o6201, harm: |machine| machine.extension.data_field = 0 };
    assert_names(&found("eae-b", E, data_field_lost), "DST must leave field 0 alone");
}

#[test]
fn teletype() {
    check("teletype");
}

#[test]
fn the_teletype_s_defects_are_found() {
    let defects = [
        (after(0o6046, |machine| machine.ac = Word::ZERO), "TLS must keep AC"),
        (after(0o6034, |machine| machine.ac = Word::new(machine.ac.bits() & 0o377)), "KRS must OR"),
        (after(0o6045, |machine| machine.pc = machine.ma.offset().next()), "6045 must skip when the flag is up"),
        (after(0o6032, |machine| machine.link = false), "KCC must keep L"),
    ];
    for (defect, test) in defects {
        assert_names(&found("teletype", I, defect), test);
    }
    let too_fast = |bench: &mut Harness| {
        *bench.station_mut().io_bus_mut().teletype_mut() = Teletype::new(Speed::Fast);
        bench.station_mut().io_bus_mut().teletype_mut().punch.set_on(true);
    };
    assert_names(&found_with("teletype", I, too_fast), "the flag must not be up after 90 milliseconds");
    let punch_off = |bench: &mut Harness| bench.station_mut().io_bus_mut().teletype_mut().punch.set_on(false);
    assert_names(&found_with("teletype", I, punch_off), "the first frame must come");
    let reader_stopped =
        |bench: &mut Harness| bench.station_mut().io_bus_mut().teletype_mut().set_lever(Lever::Stop, Time::ZERO);
    assert_names(&found_with("teletype", I, reader_stopped), "the first frame must come");
    let skips = |machine: &mut Machine| machine.pc = machine.ma.offset().next().next();
    assert_names(&found("teletype", E, after(0o6043, skips)), "6043 is no code of the 8/E and must not skip");
    assert_names(&found("teletype", E, after(0o6035, |machine| machine.ac = Word::ZERO)), "KIE must keep AC");
    assert_names(&found_with("teletype", I, taken_for(Model::E)), "8/E: sent after 90 milliseconds");
    assert_names(&found_with("teletype", E, taken_for(Model::I)), "6043 must skip when the flag is up");
}

/// The tape in the reader, which should contain all 256 codes, has an additional hole or lacks a frame.
#[test]
fn a_bad_low_speed_tape_is_found() {
    let spoilers: [Spoiler; 2] = [
        |tape| tape[0o123] |= 0o200,
        |tape| {
            tape.remove(0o123);
        },
    ];
    for spoil in spoilers {
        let mut spoilt = false;
        let test = found_while(
            "teletype",
            I,
            |_| {},
            |machine, io_bus| {
                let teletype = io_bus.teletype_mut();
                if !spoilt && teletype.reader.length() == 0o400 {
                    let gone = teletype.reader.position();
                    let mut tape = teletype.reader.unmount().expect("a tape");
                    spoil(&mut tape);
                    teletype.mount(tape.split_off(gone), machine.elapsed.time);
                    io_bus.update_lines();
                    spoilt = true;
                }
            },
        );
        assert_names(&test, "the frame must be CHAR");
    }
}

#[test]
fn high_speed() {
    check("high-speed");
    let defects = [
        (after(0o6012, |machine| machine.ac = Word::new(machine.ac.bits() & 0o377)), "RRB must OR"),
        (after(0o6026, |machine| machine.ac = Word::ZERO), "PLS must keep AC"),
        (after(0o6024, |machine| machine.ac = Word::ZERO), "PPC must keep AC"),
        (after(0o6014, |machine| machine.link = false), "RFC must keep L"),
    ];
    for (defect, test) in defects {
        assert_names(&found("high-speed", I, defect), test);
    }
    let punch_of = |milliseconds| {
        move |bench: &mut Harness| {
            *bench.station_mut().io_bus_mut().device_mut().expect("a punch") =
                HighSpeedPunch::new(Time::milliseconds(milliseconds))
        }
    };
    assert_names(&found_with("high-speed", I, punch_of(17)), "the punch flag must not be up after 18");
    assert_names(&found_with("high-speed", I, punch_of(23)), "the punch flag must be up after 22");
    let reader_of = |microseconds| {
        move |bench: &mut Harness| {
            *bench.station_mut().io_bus_mut().device_mut().expect("a reader") =
                HighSpeedReader::new(Time::microseconds(microseconds))
        }
    };
    assert_names(&found_with("high-speed", I, reader_of(2_800)), "the reader flag must not be up 3 milliseconds");
    assert_names(&found_with("high-speed", I, reader_of(4_000)), "the reader flag must be up 3.7");
}

#[test]
fn a_bad_high_speed_tape_is_found() {
    let spoilers: [(Spoiler, &str); 3] = [
        (|tape| tape[0o123] ^= 1, "the frame must be FRAME"),
        (|tape| tape[1] = 2, "PPC must OR 002 into the buffer"),
        (|tape| tape.push(0), "no frame must come when the tape has ended"),
    ];
    for (spoil, what) in spoilers {
        let mut spoilt = false;
        let test = found_while(
            "high-speed",
            I,
            |_| {},
            |_, io_bus| {
                let reader = io_bus.device_mut::<HighSpeedReader>().expect("a reader");
                if !spoilt && !reader.is_at_end() && reader.position() == 0 {
                    let mut tape = reader.unmount();
                    spoil(&mut tape);
                    reader.mount(tape);
                    spoilt = true;
                }
            },
        );
        assert_names(&test, what);
    }
}

#[test]
fn clock() {
    check("clock");
    let defects = [
        (after(0o6133, |machine| machine.pc = machine.ma.offset().next().next()), "CLSK that skips must clear"),
        (after(0o6131, |machine| machine.ac = Word::ZERO), "CLEI must keep AC"),
        (after(0o6132, |machine| machine.link = false), "CLDI must keep L"),
        (after(0o6001, |machine| machine.ion = false), "a flag that is up must interrupt after CLEI"),
    ];
    for (defect, test) in defects {
        assert_names(&found("clock", I, defect), test);
    }
    let ticking = |rate| {
        move |bench: &mut Harness| {
            *bench.station_mut().io_bus_mut().device_mut().expect("a clock") = LineClock::new(rate)
        }
    };
    assert_names(&found_with("clock", I, ticking(60)), "the clock must not tick slower");
    assert_names(&found_with("clock", I, ticking(122)), "the clock must not tick faster");
    assert_names(&found_with("clock", E, ticking(122)), "the clock must not tick faster");
}

/// The diagnostic detects even a TAD that takes a hundredth of a microsecond too long.
#[test]
fn time() {
    check("time");
    fn longer(machine: &mut Machine, nanoseconds: u64) {
        machine.elapsed.time = machine.elapsed.time + Time::nanoseconds(nanoseconds);
    }
    let slow_tad = || Defect { mask: 0o7400, code: 0o1000, harm: |machine| longer(machine, 10) };
    assert_names(&found("time", I, slow_tad()), "TAD must take 3.0/2.6/3.2");
    assert_names(&found("time", E, slow_tad()), "TAD must take 3.0/2.6/3.2");
    let multiply = |harm| Defect { mask: 0o7777, code: 0o7405, harm };
    assert_names(&found("time", I, multiply(|machine| longer(machine, 150))), "MUY must take 6.0");
    let defer_without_its_write = Defect {
        mask: 0o7770,
        code: 0o0410,
        harm: |machine| machine.elapsed.time = machine.elapsed.time - Time::nanoseconds(200),
    };
    assert_names(&found("time", E, defer_without_its_write), "AND I 10 must take 4.5/4.0/4.8");
    let on_mains_of_50 =
        |bench: &mut Harness| *bench.station_mut().io_bus_mut().device_mut().expect("a clock") = LineClock::new(100);
    assert_names(&found_with("time", I, on_mains_of_50), "an operate of group 1");
    assert_names(&found_with("time", E, taken_for(Model::I)), "an operate of group 1");
    assert_names(&found_with("time", Config { model: Model::L, ..I }, taken_for(Model::I)), "an operate of group 1");
}

#[test]
fn time_sharing_and_the_8s() {
    check("time-share");
    let shared = Config { time_share: true, ..E };
    let taken_back = |machine: &mut Machine| machine.extension.user_buffer = false;
    assert_names(&found("time-share", shared, after(0o6007, taken_back)), "CAF must leave what RTF has asked for");
    check("no-time-share");
    let traps = |machine: &mut Machine| {
        machine.pc = Word::new(0o0001);
        machine.ion = false;
    };
    assert_names(&found("no-time-share", E, after(0o7404, traps)), "OSR and IOTs must not trap");
    let skips = |machine: &mut Machine| machine.pc = machine.pc.next();
    assert_names(&found("no-time-share", E, after(0o6254, skips)), "SINT must not skip");
    let takes_user_bit = |machine: &mut Machine| machine.extension.save_field |= 0o100;
    assert_names(&found("no-time-share", E, after(0o6005, takes_user_bit)), "SF must have no user bit");
    let s = Config { model: Model::S, eae: false, ..I };
    let skips_not = |machine: &mut Machine| machine.pc = machine.ma.offset().next();
    assert_names(&found("interrupt", s, after(0o6101, skips_not)), "6101 must skip on an 8/S");
    let skips = |machine: &mut Machine| machine.pc = machine.ma.offset().next().next();
    assert_names(&found("interrupt", I, after(0o6101, skips)), "6101 must not skip");
}

/// With the switch register at 0, the diagnostic runs pass after pass, and START begins again at any time.
#[test]
fn passes_follow_each_other() {
    const PASSES: Address = Address::new(0o160);
    for name in ["eae", "eae-b", "teletype", "high-speed", "clock", "rx28", "rl8a", "td8e", "time"] {
        let mut bench = Harness::new(Diagnostic::named(name).expect("a diagnostic"), E);
        let once = bench.station().machine().sr;
        bench.station_mut().machine_mut().sr = Word::new(once.bits() | 0o4000);
        let verdict = bench.run_with(|machine: &mut Machine, io_bus: &mut IoBus, limits: Limits| -> StopReason {
            if machine.memory.read(PASSES) != Word::ZERO {
                machine.sr = once;
            }
            machine.run(io_bus, limits)
        });
        assert_eq!(verdict, Verdict::Passed, "{name}, pass after pass");
        assert!(bench.station().machine().memory.read(PASSES).bits() >= 2, "{name} must have made more than one pass");
        bench.station_mut().start(Address::new(0o200));
        assert_eq!(bench.run(Engine::Translated), Verdict::Passed, "{name} after START");
    }
}

/// The defects change what the program reads from the FPP.
#[test]
fn floating_point_processor() {
    check("fpp8a");
    let flip: fn(&mut Machine) = |machine| machine.ac = Word::new(machine.ac.bits() ^ 1);
    let skip: fn(&mut Machine) = |machine| machine.pc = machine.pc.next();
    let never_divides_by_zero: fn(&mut Machine) = |machine| {
        if machine.ac.bits() == 0o0400 {
            machine.ac = Word::ZERO;
        }
    };
    let never_paused: fn(&mut Machine) = |machine| machine.ac = Word::new(machine.ac.bits() & !2);
    for (code, harm, test) in [
        (0o6556, flip, "START must clear the status"),
        (0o6551, skip, "START must clear the flag"),
        (0o6553, flip, "FPCOM must keep AC"),
        (0o6567, flip, "FPEP must clear AC"),
        (0o6557, flip, "FPIST must read the status"),
        (0o6556, never_divides_by_zero, "FDIV by 0 must stop with status 0400"),
        (0o6556, never_paused, "FPAUSE must leave the FPP paused"),
    ] {
        assert_names(&found("fpp8a", E, after(code, harm)), test);
    }
}

/// The defects that the test adds change a status that an instruction has just read, or words that a transfer has just
/// written to core.
#[test]
fn discs_and_tapes() {
    for name in ["rk8e", "rk8e-empty", "rx8e", "rx28", "rl8a", "tc08", "td8e", "rf08", "df32"] {
        check(name);
    }
    let flip = |machine: &mut Machine| machine.ac = Word::new(machine.ac.bits() ^ 1);
    let skip = |machine: &mut Machine| machine.pc = machine.pc.next();
    for (name, code, harm, test) in [
        ("rk8e", 0o6745, flip as fn(&mut Machine), "START must clear the status"),
        ("df32", 0o6616, skip, "a disc that was just switched on must not be at address 0"),
        ("rk8e", 0o6741, skip, "DSKP must not skip on a status of 0"),
        ("rk8e", 0o6746, flip, "DLDC must clear AC"),
        ("rx8e", 0o6752, flip, "the status must be 0204"),
        ("rx8e", 0o6756, flip, "INTR must keep AC"),
        ("rx8e", 0o6753, skip, "START must leave no transfer request"),
        ("rx28", 0o6752, flip, "INIT must leave status 0254"),
        ("rx28", 0o6754, skip, "INIT must leave no error"),
        ("rl8a", 0o6610, flip, "START must leave no error"),
        ("rl8a", 0o6601, skip, "START must clear done"),
        ("rl8a", 0o6603, flip, "RLCA must clear AC"),
        ("rl8a", 0o6616, flip, "6616 must keep AC"),
        ("tc08", 0o6761, flip, "START must clear status A"),
        ("tc08", 0o6772, flip, "START must clear status B"),
        ("td8e", 0o6774, flip, "SDLC must clear AC"),
        ("td8e", 0o6775, flip, "SDLD must keep AC"),
        ("td8e", 0o6777, flip, "SDRD must read the data register"),
        ("td8e", 0o6772, skip, "SDST must not skip without an error"),
        ("rf08", 0o6616, flip, "START must clear the status"),
        ("rf08", 0o6645, flip, "DXAL must load eight bits of extended address"),
        ("df32", 0o6615, flip, "DEAL must keep AC"),
        ("df32", 0o6626, flip, "the address must be that of the last word written"),
    ] {
        assert_names(&found(name, E, after(code, harm)), test);
    }
    fn reads(machine: &mut Machine, from: u16, to: u16) {
        if machine.ac.bits() == from {
            machine.ac = Word::new(to);
        }
    }
    let not_moving: fn(&mut Machine) = |machine| reads(machine, 0o2200, 0o0200);
    let done_all_the_same: fn(&mut Machine) = |machine| reads(machine, 0o2202, 0o4202);
    let in_time: fn(&mut Machine) = |machine| reads(machine, 0o4040, 0o4000);
    let always_there: fn(&mut Machine) = |machine| machine.ac = Word::new(machine.ac.bits() & !2);
    let not_marked: fn(&mut Machine) = |machine| reads(machine, 0o0304, 0o0204);
    let no_such_sector: fn(&mut Machine) = |machine| reads(machine, 0o0070, 0o0040);
    let packed_otherwise: fn(&mut Machine) = |machine| reads(machine, 0o0030, 0o0004);
    let any_density: fn(&mut Machine) = |machine| reads(machine, 0o0240, 0o0000);
    let still_double: fn(&mut Machine) = |machine| reads(machine, 0o0214, 0o0254);
    let cylinder_ignored: fn(&mut Machine) = |machine| reads(machine, 0o3001, 0o0001);
    let heads_in: fn(&mut Machine) = |machine| reads(machine, 0o0035, 0o0015);
    // The bytes have been read to this place.
    let nine_bits: fn(&mut Machine) = |machine| {
        let byte = machine.memory.read(Address::new(0o2010));
        machine.memory.write(Address::new(0o2010), Word::new(byte.bits() | 0o0400));
    };
    // READ ALL has put the checksum here.
    let complemented: fn(&mut Machine) = |machine| {
        let checksum = machine.memory.read(Address::new(0o1206));
        machine.memory.write(Address::new(0o1206), Word::new(checksum.bits() ^ 0o7700));
    };
    // The test at 604 makes a timing error without writing, so the defect takes effect only in later tests.
    let still_writing: fn(&mut Machine) = |machine| {
        if machine.ac.bits() & 0o7700 == 0o1100 && machine.pc.bits() > 0o0620 {
            machine.ac = Word::new(machine.ac.bits() | 0o0400);
        }
    };
    let never_marked: fn(&mut Machine) = |machine| reads(machine, 0o3000, 0o3070);
    // The program has read the block, and tests for a timing error.
    let other_checksum: fn(&mut Machine) = |machine| {
        let checksum = machine.memory.read(Address::new(0o2201));
        machine.memory.write(Address::new(0o2201), Word::new(checksum.bits() ^ 0o0100));
    };
    for (name, code, harm, test) in [
        ("rk8e", 0o6745, not_moving, "a drive without a pack must show status 2200"),
        ("rk8e-empty", 0o6745, not_moving, "START must leave status 2200"),
        ("rk8e-empty", 0o6745, done_all_the_same, "an order must leave status 2202"),
        ("rk8e", 0o6745, done_all_the_same, "must not be done: status 2202"),
        ("rk8e", 0o6745, in_time, "function 7 must be done with a timing error"),
        ("rx8e", 0o6752, not_marked, "the sector must get the mark of deleted data"),
        ("rx8e", 0o6752, no_such_sector, "the code for a sector 33 must be 0070"),
        ("rx8e", 0o6752, packed_otherwise, "the second byte must be low bits"),
        ("rf08", 0o6616, always_there, "the addressed disc is not there, without a transfer"),
        ("df32", 0o6616, always_there, "the addressed disc is not there, without a transfer"),
        ("rx28", 0o6752, any_density, "the code for another density must be 0240"),
        ("rx28", 0o6752, still_double, "the disc must get single density"),
        ("rl8a", 0o6610, cylinder_ignored, "another cylinder must be a header error"),
        ("rl8a", 0o6615, heads_in, "with brushes home and heads out"),
        ("rl8a", 0o6610, nine_bits, "eight bits of each word must be written"),
        ("tc08", 0o6772, complemented, "the checksum must make 77 of all halves"),
        ("td8e", 0o6776, still_writing, "a timing error must end writing"),
        ("td8e", 0o6776, never_marked, "a turn must clear the mark register"),
        ("td8e", 0o6772, other_checksum, "the checksum must make 0 of all halves"),
    ] {
        assert_names(&found(name, E, after(code, harm)), test);
    }
    // Drive 3 has a pack, and drive 7 a tape.
    for (name, unit, test) in [
        ("rk8e", "rk3", "without a pack"),
        ("rk8e-empty", "rk2", "without a pack"),
        ("rx8e", "rx1", "drive 1 has no disc"),
        ("rl8a", "rl3", "a drive without a pack must not be ready"),
        ("tc08", "dt7", "a drive without a tape"),
        ("td8e", "td1", "a drive without a tape"),
    ] {
        let loaded = found_with(name, E, |bench| {
            let id = bench.station_mut().io_bus_mut().unit_for(unit).expect("plugged in");
            bench.station_mut().io_bus_mut().attach(id, "scratch", Vec::new(), false, Time::ZERO).expect("it fits");
        });
        assert_names(&loaded, test);
    }
}
