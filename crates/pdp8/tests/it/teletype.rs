//! The ASR-33, the high-speed reader and punch and the clock, driven by IOTs of a running machine.

use pdp8::devices::{HighSpeedReader, LineClock};
use pdp8::instruction::Model;
use pdp8::machine::device::RestoreContext;
use pdp8::machine::{Config, DataBreak, Device, Iot, IotReply, Limits, Memory, StopReason, Time, TranslatedEngine};
use pdp8::teletype::Lever;
use pdp8::word::{Address, Word};

use crate::rig::Rig;

const CHARACTER: Time = Time::milliseconds(100);
/// The time for the start bit, one of the eleven bits of a character.
const START_BIT: Time = Time::nanoseconds(9_090_909);

/// The results of an IOT of the keyboard: the AC, whether the IOT skips, the keyboard flag, and the
/// flip-flop `reader run`.
#[derive(Debug, PartialEq)]
struct Keyboard {
    ac: u16,
    skips: bool,
    flag: bool,
    run: bool,
}

/// Executes the IOT 603x, where x is `code`, with AC = 4400, buffer = 0301, and the given flag.
fn keyboard(model: Model, code: u16, flag: bool) -> Keyboard {
    let mut rig = Rig::model(model).with(0o200, &[0o6030 | code]);
    rig.teletype_mut().press(0o301, Time::ZERO);
    rig.advance(CHARACTER);
    if !flag {
        let mut reset = Rig::model(Model::E).with(0o200, &[0o6030]);
        std::mem::swap(&mut rig.bus, &mut reset.bus);
        reset.step();
        std::mem::swap(&mut rig.bus, &mut reset.bus);
    }
    assert_eq!(rig.teletype().keyboard.flag(), flag);
    rig.set_lac(0o14400);
    rig.step();
    assert!(rig.machine.link);
    let teletype = rig.teletype();
    Keyboard { ac: rig.ac(), skips: rig.pc() == 0o202, flag: teletype.keyboard.flag(), run: teletype.reader.run() }
}

#[test]
fn all_keyboard_codes_by_pulses() {
    for model in [Model::I, Model::L, Model::S] {
        for flag in [false, true] {
            let kept = |ac, skips| Keyboard { ac, skips, flag, run: false };
            let cleared = |ac, skips| Keyboard { ac, skips, flag: false, run: true };
            assert_eq!(keyboard(model, 0, flag), kept(0o4400, false));
            assert_eq!(keyboard(model, 1, flag), kept(0o4400, flag));
            assert_eq!(keyboard(model, 2, flag), cleared(0, false));
            assert_eq!(keyboard(model, 3, flag), cleared(0, flag));
            assert_eq!(keyboard(model, 4, flag), kept(0o4701, false));
            assert_eq!(keyboard(model, 5, flag), kept(0o4701, flag));
            assert_eq!(keyboard(model, 6, flag), cleared(0o301, false));
            assert_eq!(keyboard(model, 7, flag), cleared(0o301, flag));
        }
    }
}

#[test]
fn all_keyboard_codes_of_the_8e() {
    for flag in [false, true] {
        let nothing = |ac, skips| Keyboard { ac, skips, flag, run: false };
        assert_eq!(keyboard(Model::E, 0, flag), Keyboard { ac: 0o4400, skips: false, flag: false, run: false });
        assert_eq!(keyboard(Model::E, 1, flag), nothing(0o4400, flag));
        assert_eq!(keyboard(Model::E, 2, flag), Keyboard { ac: 0, skips: false, flag: false, run: true });
        assert_eq!(keyboard(Model::E, 3, flag), nothing(0o4400, false));
        assert_eq!(keyboard(Model::E, 4, flag), nothing(0o4701, false));
        assert_eq!(keyboard(Model::E, 5, flag), nothing(0o4400, false));
        assert_eq!(keyboard(Model::E, 6, flag), Keyboard { ac: 0o301, skips: false, flag: false, run: true });
        assert_eq!(keyboard(Model::E, 7, flag), nothing(0o4400, false));
    }
}

/// Executes the IOT 604x, where x is `code`, with AC = 4501 and the given flag. Returns whether the IOT skips, the
/// printer flag, and whether the printer is busy.
fn printer(model: Model, code: u16, flag: bool) -> (bool, bool, bool) {
    let mut rig = Rig::model(model).with(0o200, &[0o6046]).with(0o201, &[0o6040 | code]);
    if flag {
        rig.step();
        rig.advance(Time::milliseconds(101));
    }
    rig.machine.pc = Word::new(0o201);
    rig.set_lac(0o14501);
    rig.step();
    assert_eq!(rig.lac(), 0o14501, "the AC is kept");
    let printer = &rig.teletype().printer;
    (rig.pc() == 0o203, printer.flag(), printer.is_busy())
}

#[test]
fn all_printer_codes() {
    for flag in [false, true] {
        for model in [Model::I, Model::L, Model::S] {
            assert_eq!(printer(model, 0, flag), (false, flag, false));
            assert_eq!(printer(model, 1, flag), (flag, flag, false));
            assert_eq!(printer(model, 2, flag), (false, false, false));
            assert_eq!(printer(model, 3, flag), (flag, false, false));
            assert_eq!(printer(model, 4, flag), (false, flag, true));
            assert_eq!(printer(model, 5, flag), (flag, flag, true));
            assert_eq!(printer(model, 6, flag), (false, false, true));
            assert_eq!(printer(model, 7, flag), (flag, false, true));
        }
        assert_eq!(printer(Model::E, 0, flag), (false, true, false));
        assert_eq!(printer(Model::E, 1, flag), (flag, flag, false));
        assert_eq!(printer(Model::E, 2, flag), (false, false, false));
        assert_eq!(printer(Model::E, 3, flag), (false, flag, false));
        assert_eq!(printer(Model::E, 4, flag), (false, flag, true));
        assert_eq!(printer(Model::E, 5, flag), (flag, flag, false));
        assert_eq!(printer(Model::E, 6, flag), (false, false, true));
        assert_eq!(printer(Model::E, 7, flag), (false, flag, false));
    }
}

#[test]
fn the_flag_comes_a_character_time_after_tls() {
    // TLS; TSF; JMP .-1; HLT
    let mut rig = Rig::model(Model::I).with(0o200, &[0o6046, 0o6041, 0o5201, 0o7402]);
    rig.machine.ac = Word::new(0o301);
    assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
    let time = rig.machine.elapsed.time.as_nanoseconds();
    // At most one turn of the loop, its last TSF and the HLT later.
    let loop_turn = 4250 + 1500;
    assert!((100_000_000..100_000_000 + loop_turn + 4250 + 1500).contains(&time), "{time}");
    assert_eq!(rig.teletype_mut().printer.take_printed(), [0o301]);
    assert_eq!(rig.teletype().printer.overruns(), 0);
}

/// Prints `characters` characters on `model` with the loop `TLS; TSF; JMP .-1`. Returns the times at which the program
/// sees the printer's flag.
fn flag_times(model: Model, characters: usize) -> Vec<Time> {
    let mut rig = Rig::model(model).with(0o200, &[0o6046, 0o6041, 0o5201, 0o5200]);
    let mut times = Vec::new();
    while times.len() < characters {
        rig.machine.run(&mut rig.bus, Limits { instructions: rig.machine.elapsed.instructions + 1, ..Limits::NONE });
        if rig.pc() == 0o203 {
            times.push(rig.machine.elapsed.time);
        }
    }
    assert_eq!(rig.teletype().printer.overruns(), 0);
    times
}

#[test]
fn the_8e_s_flag_comes_before_the_stop_bits_but_a_stream_is_no_faster() {
    let near = |time: Time, microseconds| {
        let wanted = Time::microseconds(microseconds);
        assert!(time >= wanted && time < wanted + Time::microseconds(30), "{time} and not {wanted}");
    };
    let times = flag_times(Model::E, 4);
    for (time, wanted) in times.into_iter().zip([81_818, 181_818, 281_818, 381_818]) {
        near(time, wanted);
    }
    for model in [Model::I, Model::L] {
        near(flag_times(model, 1)[0], 100_000);
    }
}

#[test]
fn the_8e_s_line_is_free_when_the_stop_bits_are_over() {
    let mut rig = Rig::model(Model::E).with(0o200, &[0o6046, 0o6046, 0o6007]);
    rig.step();
    rig.advance(Time::nanoseconds(81_818_181));
    assert!(rig.teletype().printer.flag());
    assert_eq!(rig.teletype().next_event().as_nanoseconds() / 100_000_000, 1);
    let mut again = rig.clone();
    again.machine.elapsed.time = Time::milliseconds(90);
    again.step();
    assert_eq!(again.teletype().next_event().as_nanoseconds() / 100_000_000, 1, "the stop bits of the first");
    rig.advance(Time::milliseconds(101));
    assert_eq!(rig.teletype().next_event(), Time::NEVER);
    // CAF leaves nothing in motion.
    again.step();
    assert_eq!(again.teletype().next_event(), Time::NEVER);
}

#[test]
fn an_interrupt_waits_for_the_flag_exactly() {
    // ION with a character on its way; the first instruction that begins after 100 ms is the entry.
    let mut rig = Rig::model(Model::I).with(0o200, &[0o6046, 0o6001, 0o5202]).with(1, &[0o7402]);
    assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
    // 4.25 + 1.5 + n x 1.5 is the first time not before 100 ms; then the entry and the HLT.
    let before = 100_000_000 - 4250 - 1500_u64;
    let expected = 4250 + 1500 + before.div_ceil(1500) * 1500 + 3000;
    assert_eq!(rig.machine.elapsed.time.as_nanoseconds(), expected);
}

#[test]
fn a_character_sent_too_early_is_counted_and_none_is_lost() {
    let mut rig = Rig::model(Model::I).with(0o200, &[0o6046, 0o7001, 0o6046, 0o6041, 0o5203, 0o7402]);
    rig.machine.ac = Word::new(0o301);
    assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
    let printer = &mut rig.teletype_mut().printer;
    assert_eq!((printer.take_printed(), printer.overruns()), (vec![0o301, 0o302], 1));
}

#[test]
fn tpc_keeps_the_flag_even_while_a_character_is_sent() {
    // TLS; TSF; JMP .-1; TPC; TPC; TSF; HLT; HLT
    let words = [0o6046, 0o6041, 0o5201, 0o6044, 0o6044, 0o6041, 0o7402, 0o7402];
    for model in Model::ALL {
        let mut rig = Rig::model(model).with(0o200, &words);
        assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
        assert_eq!(rig.pc(), 0o210, "{model}");
    }
}

#[test]
fn a_second_key_replaces_the_first_and_the_keyboard_is_locked_meanwhile() {
    let mut rig = Rig::model(Model::I);
    assert!(rig.teletype_mut().press(0o301, Time::ZERO));
    assert!(!rig.teletype_mut().press(0o302, Time::milliseconds(50)));
    rig.advance(Time::milliseconds(99));
    assert!(!rig.teletype().keyboard.flag());
    rig.advance(CHARACTER);
    assert!(rig.teletype().keyboard.flag() && !rig.teletype().is_receiving());
    assert!(rig.teletype_mut().press(0o303, CHARACTER));
    rig.advance(CHARACTER + CHARACTER);
    assert_eq!(rig.teletype().keyboard.buffer(), 0o303);
}

/// KIE disables the Teletype's interrupt requests, and CAF enables them again. The test executes SRQ, which skips if
/// there is an interrupt request.
#[test]
fn caf_enables_the_interrupts() {
    // KIE with 0; CAF; TFL; SRQ; HLT
    let mut rig = Rig::model(Model::E).with(0o200, &[0o6035, 0o6007, 0o6040, 0o6003, 0o7402]);
    rig.steps(4);
    assert_eq!(rig.pc(), 0o205);
    // Without the CAF there is no request.
    let mut rig = Rig::model(Model::E).with(0o200, &[0o6035, 0o7000, 0o6040, 0o6003, 0o7402]);
    rig.steps(4);
    assert_eq!(rig.pc(), 0o204);
}

#[test]
fn kie_forbids_both_interrupts_on_the_8e() {
    let mut rig = Rig::model(Model::E).with(0o200, &[0o6035, 0o6045, 0o6035, 0o6045, 0o7402]);
    rig.teletype_mut().press(0o301, Time::ZERO);
    rig.advance(CHARACTER);
    assert!(rig.teletype().interrupt_request());
    rig.step();
    assert!(!rig.teletype().interrupt_request());
    rig.step();
    assert_eq!(rig.pc(), 0o202);
    rig.machine.ac = Word::new(1);
    rig.steps(2);
    assert_eq!(rig.pc(), 0o205);
}

mod reader {
    use super::*;

    #[test]
    fn a_frame_moves_only_when_asked_for() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6032, 0o6036, 0o6036]);
        rig.teletype_mut().mount(vec![0o11, 0o222, 0o333], Time::ZERO);
        assert_eq!(rig.teletype().next_event(), Time::NEVER);
        rig.step();
        assert_eq!(rig.teletype().reader.position(), 1);
        assert!(rig.teletype().reader.run());
        assert_eq!(rig.teletype().next_event(), START_BIT);
        rig.advance(START_BIT);
        assert!(!rig.teletype().reader.run(), "run goes off when the start bit has been seen");
        rig.advance(CHARACTER);
        // A tape with an unread frame does not move.
        assert_eq!(rig.teletype().next_event(), Time::NEVER);
        rig.step();
        assert_eq!((rig.ac(), rig.teletype().reader.position()), (0o11, 2));
    }

    #[test]
    fn asked_for_while_arriving_the_next_frame_follows_at_once() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6032, 0o6032]);
        rig.teletype_mut().mount(vec![0o11, 0o222], Time::ZERO);
        rig.step();
        rig.advance(START_BIT);
        rig.step();
        assert!(rig.teletype().reader.run());
        rig.advance(Time::milliseconds(150));
        assert_eq!(rig.teletype().next_event(), Time::milliseconds(200));
        rig.advance(Time::milliseconds(200));
        assert_eq!(rig.teletype().keyboard.buffer(), 0o222);
        assert!(rig.teletype().reader.is_at_end());
    }

    #[test]
    fn a_tape_is_taken_out_as_it_was_put_in() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6032]);
        rig.teletype_mut().mount(vec![0o11, 0o222], Time::ZERO);
        rig.step();
        let reader = &mut rig.teletype_mut().reader;
        assert_eq!((reader.is_mounted(), reader.position(), reader.length()), (true, 1, 2));
        assert_eq!(reader.unmount(), Some(vec![0o11, 0o222]));
        assert_eq!((reader.is_mounted(), reader.position(), reader.length()), (false, 0, 0));
        assert_eq!(reader.unmount(), None);
    }

    #[test]
    fn asked_for_twice_within_the_start_bit_it_is_one_frame() {
        // KCC; KSF; JMP .-1; KRB; KCC; a second of ISZ and JMP; KRS; HLT
        let words = [0o6032, 0o6031, 0o5201, 0o6036, 0o6032, 0o2220, 0o5205, 0o2221, 0o5205, 0o6034, 0o7402];
        for model in Model::ALL {
            let mut stepped = Rig::model(model).with(0o200, &words).with(0o221, &[0o7700]);
            stepped.teletype_mut().mount(vec![1, 2, 3, 4, 5], Time::ZERO);
            let mut fast = stepped.clone();
            assert_eq!(stepped.machine.run(&mut stepped.bus, Limits::NONE), StopReason::Halt);
            assert_eq!(stepped.ac(), 2, "{model}");
            assert_eq!(TranslatedEngine::new().run(&mut fast.machine, &mut fast.bus, Limits::NONE), StopReason::Halt);
            assert!(stepped == fast, "{model}");
        }
    }

    #[test]
    fn the_lever_holds_the_tape() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6032]);
        rig.teletype_mut().set_lever(Lever::Stop, Time::ZERO);
        rig.teletype_mut().mount(vec![0o11], Time::ZERO);
        rig.step();
        assert_eq!(rig.teletype().reader.position(), 0);
        rig.teletype_mut().set_lever(Lever::Start, Time::ZERO);
        assert_eq!(rig.teletype().reader.position(), 1);
    }

    /// The low-speed RIM loader of the handbook.
    const RIM_LOADER: [u16; 17] = [
        0o6032, 0o6031, 0o5357, 0o6036, 0o7106, 0o7006, 0o7510, 0o5357, 0o7006, 0o6031, 0o5367, 0o6034, 0o7420, 0o3776,
        0o3376, 0o5356, 0o0000,
    ];

    fn rim_frames(words: &[(u16, u16)]) -> Vec<u8> {
        let mut frames = vec![0o200; 5];
        for &(address, word) in words {
            let parts = [0o100 | address >> 6, address & 0o77, word >> 6, word & 0o77];
            frames.extend(parts.map(|frame| frame as u8));
        }
        frames.extend([0o200; 5]);
        frames
    }

    #[test]
    fn the_rim_loader_reads_a_tape_at_ten_frames_a_second() {
        let mut rig = Rig::model(Model::I).with(0o7756, &RIM_LOADER);
        let words = [(0o200, 0o7300), (0o201, 0o1205), (0o1234, 0o4321), (0o7755, 0o7777)];
        let frames = rim_frames(&words);
        let count = frames.len() as u64;
        rig.teletype_mut().mount(frames, Time::ZERO);
        rig.machine.start_at(Address::new(0o7756), &mut rig.bus);
        let limits = Limits { time: Time::milliseconds(100 * count + 50), ..Limits::NONE };
        assert_eq!(rig.machine.run(&mut rig.bus, limits), StopReason::TimeLimit);
        for (address, word) in words {
            assert_eq!(rig.core(address), word, "{address:o}");
        }
        assert!(rig.teletype().reader.is_at_end());
        // One tenth of a second earlier the last frame was not yet in.
        let mut early = Rig::model(Model::I).with(0o7756, &RIM_LOADER);
        early.teletype_mut().mount(rim_frames(&words), Time::ZERO);
        early.machine.start_at(Address::new(0o7756), &mut early.bus);
        let limits = Limits { time: Time::milliseconds(100 * (count - 1) - 1), ..Limits::NONE };
        early.machine.run(&mut early.bus, limits);
        assert!(early.teletype().is_receiving());
        let before = rig.clone();
        rig.steps(2);
        let unchanged = rig.machine.has_state_of(&before.machine) && rig.bus == before.bus;
        assert!(
            unchanged && rig.teletype().next_event() == Time::NEVER,
            "at the end of the tape the loader waits for ever"
        );
    }

    #[test]
    fn the_high_speed_rim_loader_reads_the_other_reader() {
        let loader = [
            0o6014, 0o6011, 0o5357, 0o6016, 0o7106, 0o7006, 0o7510, 0o5374, 0o7006, 0o6011, 0o5367, 0o6016, 0o7420,
            0o3776, 0o3376, 0o5357, 0o0000,
        ];
        for model in [Model::I, Model::E] {
            let mut rig = Rig::model(model).with(0o7756, &loader);
            let frames = rim_frames(&[(0o200, 0o7300), (0o377, 0o1234)]);
            let count = frames.len() as u64;
            rig.reader().mount(frames);
            rig.machine.start_at(Address::new(0o7756), &mut rig.bus);
            // The tape takes its time to start, and then never stops.
            let limits = Limits { time: Time::microseconds(40_000 + 3_334 * count + 3_000), ..Limits::NONE };
            rig.machine.run(&mut rig.bus, limits);
            assert_eq!((rig.core(0o200), rig.core(0o377)), (0o7300, 0o1234), "{model}");
            assert!(rig.reader().is_at_end());
        }
    }
}

mod high_speed_reader {
    use super::*;

    /// Returns the time from each frame to the next if a program waits for `pause` after each frame and then executes
    /// RFC.
    fn frame_times(pause: Time, frames: usize) -> Vec<Time> {
        let mut reader = HighSpeedReader::default();
        reader.mount(vec![0o252; frames]);
        let mut core = Memory::new(1);
        let (mut now, mut times) = (Time::ZERO, Vec::new());
        for _ in 0..frames {
            // The bus lets all due events happen before an IOT.
            let asked = now + pause;
            reader.advance(asked, &mut DataBreak::new(&mut core));
            let rfc = Iot { device: 0o01, pulses: 4, model: Model::I, now: asked, at: Address::default() };
            reader.iot(rfc, &mut IotReply { ac: Word::ZERO, skip: false });
            let due = reader.next_event();
            reader.advance(due, &mut DataBreak::new(&mut core));
            assert!(reader.flag());
            times.push(due - now);
            now = due;
        }
        times
    }

    #[test]
    fn asked_in_time_it_reads_300_frames_a_second() {
        let times = frame_times(Time::microseconds(100), 4);
        let frame = Time::microseconds(100) + HighSpeedReader::FRAME;
        assert_eq!(times, [Time::microseconds(40_100), frame, frame, frame]);
    }

    #[test]
    fn a_moment_without_a_request_stops_the_tape() {
        let frame = |pause| frame_times(pause, 3)[2];
        let just_in_time = HighSpeedReader::RUNS_ON - Time::nanoseconds(1);
        assert_eq!(frame(just_in_time), just_in_time + HighSpeedReader::FRAME);
        assert_eq!(frame(HighSpeedReader::RUNS_ON), HighSpeedReader::RUNS_ON + HighSpeedReader::START);
    }

    #[test]
    fn asked_again_meanwhile_the_frame_comes_when_it_comes() {
        // RFC; RFC; RSF; JMP .-1; HLT
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6014, 0o6014, 0o6011, 0o5202, 0o7402]);
        rig.reader().mount(vec![0o252; 3]);
        rig.step();
        let due = rig.reader().next_event();
        rig.step();
        assert_eq!(rig.reader().next_event(), due);
        assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
        assert_eq!(rig.reader().position(), 1);
    }

    #[test]
    fn single_frames_come_at_some_23_a_second() {
        // RFC; RSF; JMP .-1; RRB; 10 ms of ISZ and JMP; JMP 200
        let words = [0o6014, 0o6011, 0o5201, 0o6012, 0o7200, 0o1220, 0o3221, 0o2221, 0o5207, 0o5200];
        let mut rig = Rig::model(Model::I).with(0o200, &words).with(0o220, &[0o3777]);
        rig.reader().mount(vec![0o252; 100]);
        rig.machine.run(&mut rig.bus, Limits { time: Time::milliseconds(1_000), ..Limits::NONE });
        assert!((20..=26).contains(&rig.reader().position()), "{}", rig.reader().position());
    }

    #[test]
    fn at_the_end_of_the_tape_the_flag_never_comes() {
        // RFC; RSF; JMP .-1; 6016; JMP 201
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6014, 0o6011, 0o5201, 0o6016, 0o5201]);
        rig.reader().mount(vec![0o11, 0o22]);
        rig.machine.run(&mut rig.bus, Limits { time: Time::milliseconds(200), ..Limits::NONE });
        assert_eq!((rig.ac(), rig.reader().flag(), rig.reader().position()), (0o33, false, 2));
        assert!(rig.reader().is_at_end());
        assert_eq!(rig.reader().next_event(), Time::NEVER);
    }
}

mod punches {
    use super::*;

    #[test]
    fn the_low_speed_punch_takes_everything_sent_when_on() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6046, 0o6041, 0o5201, 0o7402]);
        rig.machine.ac = Word::new(0o200);
        let mut off = rig.clone();
        off.machine.run(&mut off.bus, Limits::NONE);
        assert_eq!(off.teletype().punch.frames(), [] as [u8; 0]);
        rig.teletype_mut().punch.set_on(true);
        rig.machine.run(&mut rig.bus, Limits::NONE);
        assert_eq!(rig.teletype_mut().punch.take_tape(), [0o200]);
    }

    #[test]
    fn the_high_speed_punch_takes_a_fiftieth_of_a_second() {
        // PLS; PSF; JMP .-1; HLT
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6026, 0o6021, 0o5201, 0o7402]);
        rig.machine.ac = Word::new(0o4377);
        rig.machine.run(&mut rig.bus, Limits::NONE);
        assert_eq!(rig.punch().take_tape(), [0o377]);
        let time = rig.machine.elapsed.time;
        assert!(time >= Time::milliseconds(20) && time < Time::microseconds(20_020), "{time}");
    }

    #[test]
    fn the_8e_has_nothing_for_codes_that_would_be_two_pulses() {
        for word in [0o6023, 0o6025, 0o6027, 0o6013, 0o6015, 0o6017] {
            // PLS; PSF; JMP .-1; the code; HLT
            let mut rig = Rig::model(Model::E).with(0o200, &[0o6026, 0o6021, 0o5201, word, 0o7402]);
            rig.machine.run(&mut rig.bus, Limits::NONE);
            assert_eq!((rig.pc(), rig.punch().flag()), (0o205, true), "{word:o}");
        }
    }

    #[test]
    fn ppc_ors_into_the_buffer() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6026, 0o6021, 0o5201, 0o6024, 0o7402]);
        rig.machine.ac = Word::new(0o3);
        rig.steps(1);
        rig.machine.ac = Word::new(0o14);
        rig.machine.run(&mut rig.bus, Limits::NONE);
        rig.advance(Time::milliseconds(50));
        assert_eq!(rig.punch().frames(), [0o3, 0o17]);
    }
}

mod clock {
    use super::*;

    #[test]
    fn it_ticks_with_the_mains() {
        // CLSK; JMP .-1; ISZ 300; JMP .-3
        let mut rig = Rig::model(Model::E).with(0o200, &[0o6133, 0o5200, 0o2300, 0o5200]);
        let limits = Limits { time: Time::milliseconds(1005), ..Limits::NONE };
        rig.machine.run(&mut rig.bus, limits);
        assert_eq!(rig.core(0o300), 120);
    }

    /// Returns the number of ticks that a program sees in a second if the clock has this setting.
    fn ticks_a_second(setting: &str) -> u16 {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6133, 0o5200, 0o2300, 0o5200]);
        assert!(rig.device_mut::<LineClock>().set(setting), "{setting}");
        let limits = Limits { time: Time::microseconds(1_000_500), ..Limits::NONE };
        rig.machine.run(&mut rig.bus, limits);
        rig.core(0o300)
    }

    #[test]
    fn its_rate_can_be_chosen() {
        assert_eq!(["50", "60", "100", "120"].map(ticks_a_second), [50, 60, 100, 120]);
        let mut clock = LineClock::default();
        assert_eq!(clock.show()[0].state, "120 ticks a second");
        assert!(!clock.set("61") && !clock.set(""));
        assert_eq!(clock, LineClock::default());
    }

    #[test]
    fn it_interrupts_when_enabled() {
        // CLEI; ION; JMP .   and at 1: CLSK; HLT; ISZ 100; ION; JMP I 0
        let mut rig = Rig::new(Config { model: Model::E, ..Config::default() }).with(0o200, &[0o6131, 0o6001, 0o5202]);
        rig.load(1, &[0o6133, 0o7402, 0o2100, 0o6001, 0o5400]);
        let limits = Limits { time: Time::milliseconds(505), ..Limits::NONE };
        assert_eq!(rig.machine.run(&mut rig.bus, limits), StopReason::TimeLimit);
        assert_eq!(rig.core(0o100), 60);
    }
    /// Executes CLSK; returns whether it skips.
    fn clsk(clock: &mut LineClock, now: Time) -> bool {
        let mut reply = IotReply { ac: Word::ZERO, skip: false };
        clock.iot(Iot { device: 0o13, pulses: 3, model: Model::I, now, at: Address::default() }, &mut reply);
        reply.skip
    }

    #[test]
    fn it_ticks_at_the_multiples_of_its_period() {
        let mut clock = LineClock::new(50);
        assert!(!clsk(&mut clock, Time::nanoseconds(19_999_999)));
        assert!(clsk(&mut clock, Time::milliseconds(20)));
        assert!(!clsk(&mut clock, Time::milliseconds(20)));
        assert_eq!(clock.next_event(), Time::milliseconds(40));
        // Many ticks are one flag, and the next tick is the first that is still to come.
        assert!(clsk(&mut clock, Time::milliseconds(115)));
        assert!(!clsk(&mut clock, Time::milliseconds(115)));
        assert_eq!(clock.next_event(), Time::milliseconds(120));
        clock.advance(Time::milliseconds(120), &mut DataBreak::new(&mut Memory::new(1)));
        assert!(clock.flag());
        assert_eq!(clock.next_event(), Time::NEVER);
        assert!(clsk(&mut clock, Time::milliseconds(121)));
        assert_eq!(clock.next_event(), Time::milliseconds(140));
    }

    #[test]
    fn another_rate_begins_after_the_last_tick() {
        let mut clock = LineClock::new(100);
        assert!(clsk(&mut clock, Time::milliseconds(31)));
        assert_eq!(clock.next_event(), Time::milliseconds(40));
        // The last tick was at 30 ms.
        assert!(clock.set("50"));
        assert_eq!(clock.next_event(), Time::milliseconds(40));
        assert!(clsk(&mut clock, Time::milliseconds(40)));
        assert!(clock.set("100"));
        assert_eq!(clock.next_event(), Time::milliseconds(50));
        assert!(clsk(&mut clock, Time::milliseconds(75)));
        assert!(clock.set("50"));
        assert_eq!(clock.next_event(), Time::milliseconds(80));
    }

    #[test]
    fn an_image_has_a_tick_of_its_own_period_at_most_one_ahead() {
        let at = |milliseconds| RestoreContext { now: Time::milliseconds(milliseconds), model: Model::I };
        let record = |next: u64| {
            let record = LineClock::new(50).record();
            let edited = record.replace(r#""next_tick":20000000"#, &format!(r#""next_tick":{next}000000"#));
            assert!(next == 20 || edited != record);
            edited
        };
        for (next, now, possible) in [(20, 0, true), (40, 20, true), (40, 39, true), (40, 19, false), (50, 40, false)] {
            assert_eq!(LineClock::default().restore(&record(next), at(now)).is_ok(), possible, "{next} at {now}");
        }
    }
}
