//! Compares the processor with rules that were written from the specification of the PDP-8, not from the emulator.

use pdp8::instruction::Model;
use pdp8::machine::{Config, Limits, Machine, MajorState, NoDevices, StopReason, Time, TranslatedEngine, trace};
use pdp8::station::Station;
use pdp8::teletype::Speed;
use pdp8::word::{Address, Word};

use crate::rig::Rig;

const SAMPLES: [u16; 12] =
    [0o00000, 0o10000, 0o07777, 0o17777, 0o00001, 0o14000, 0o03777, 0o05252, 0o12525, 0o01234, 0o17601, 0o10077];

/// Runs one instruction at 0200 with the given L,AC; returns L,AC and PC after it.
fn one(model: Model, word: u16, lac: u16) -> (u16, u16) {
    let mut rig = Rig::model(model).with(0o200, &[word]);
    rig.set_lac(lac);
    rig.step();
    (rig.lac(), rig.pc())
}

mod memory_reference {
    use super::*;

    /// Executes the instruction `word` at 0200 with the given L,AC and with pointers and operands in core, and calls
    /// `expect` with the machine.
    fn check(word: u16, lac: u16, operand: u16, expect: impl Fn(&Rig)) {
        let mut rig = Rig::model(Model::I).with(0o200, &[word]).with(0o50, &[0o1000]).with(0o250, &[0o1001]);
        for place in [0o30, 0o230, 0o1000, 0o1001] {
            rig.load(place, &[operand]);
        }
        rig.set_lac(lac);
        rig.step();
        expect(&rig);
    }

    /// The four addressing modes of a memory reference: the bits of the instruction, and the address of the operand.
    const WAYS: [(u16, u16); 4] = [(0o030, 0o30), (0o230, 0o230), (0o450, 0o1000), (0o650, 0o1001)];

    #[test]
    fn and_keeps_the_link() {
        for (way, _) in WAYS {
            check(way, 0o15252, 0o6314, |rig| assert_eq!((rig.lac(), rig.pc()), (0o14210, 0o201)));
        }
    }

    #[test]
    fn tad_complements_the_link_on_carry() {
        for (way, _) in WAYS {
            check(0o1000 | way, 0o07777, 1, |rig| assert_eq!(rig.lac(), 0o10000));
            check(0o1000 | way, 0o17777, 2, |rig| assert_eq!(rig.lac(), 0o00001));
            check(0o1000 | way, 0o10100, 0o7000, |rig| assert_eq!(rig.lac(), 0o17100));
        }
    }

    #[test]
    fn isz_skips_on_zero_only() {
        for (way, place) in WAYS {
            check(0o2000 | way, 0o11111, 0o7777, |rig| {
                assert_eq!((rig.core(place), rig.pc(), rig.lac()), (0, 0o202, 0o11111));
            });
            check(0o2000 | way, 0o11111, 0o7776, |rig| assert_eq!((rig.core(place), rig.pc()), (0o7777, 0o201)));
        }
    }

    #[test]
    fn dca_deposits_and_clears_but_not_the_link() {
        for (way, place) in WAYS {
            check(0o3000 | way, 0o16543, 0, |rig| assert_eq!((rig.core(place), rig.lac()), (0o6543, 0o10000)));
        }
    }

    #[test]
    fn jms_and_jmp() {
        for (way, place) in WAYS {
            check(0o4000 | way, 0o16543, 0, |rig| {
                assert_eq!((rig.core(place), rig.pc(), rig.lac()), (0o201, place + 1, 0o16543));
            });
            check(0o5000 | way, 0o16543, 0, |rig| {
                assert_eq!((rig.core(place), rig.pc(), rig.lac()), (0, place, 0o16543));
            });
        }
    }

    #[test]
    fn the_page_is_that_of_the_instruction_even_in_its_last_word() {
        let mut rig = Rig::model(Model::I).with(0o377, &[0o1200]).with(0o200, &[5]).with(0o400, &[6]);
        rig.machine.pc = Word::new(0o377);
        rig.step();
        assert_eq!((rig.ac(), rig.pc()), (5, 0o400));
    }

    #[test]
    fn the_pc_and_skips_wrap_in_the_field() {
        let mut rig = Rig::new(Config { fields: 2, ..Config::default() }).with(0o7777, &[0o7410]);
        rig.machine.pc = Word::new(0o7777);
        rig.step();
        assert_eq!(rig.pc(), 0o00001);
        let mut rig = rig.with(0o17776, &[0o2100]).with(0o10100, &[0o7777]);
        rig.machine.pc = Word::new(0o7776);
        rig.machine.extension.set_instruction_field(1);
        rig.step();
        assert_eq!(rig.pc(), 0o10000);
    }

    #[test]
    fn auto_index_counts_before_use_and_only_when_indirect() {
        for place in 0o10..=0o17 {
            let mut rig = Rig::model(Model::I).with(0o200, &[0o1400 | place]).with(place, &[0o377]).with(0o400, &[7]);
            rig.step();
            assert_eq!((rig.ac(), rig.core(place)), (7, 0o400));
            let mut rig = Rig::model(Model::I).with(0o200, &[0o1000 | place]).with(place, &[0o377]);
            rig.step();
            assert_eq!((rig.ac(), rig.core(place)), (0o377, 0o377));
        }
        // Its neighbours are not incremented, and neither are 0010-0017 of another page.
        for (word, place) in [(0o1407, 0o07), (0o1420, 0o20), (0o1610, 0o210)] {
            let mut rig = Rig::model(Model::I).with(0o200, &[word]).with(place, &[0o400]).with(0o400, &[7]);
            rig.step();
            assert_eq!((rig.ac(), rig.core(place)), (7, 0o400));
        }
    }

    #[test]
    fn auto_index_wraps_and_serves_jumps_and_the_current_page_when_that_is_zero() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o5412]).with(0o12, &[0o7777]);
        rig.step();
        assert_eq!((rig.pc(), rig.core(0o12)), (0, 0));
        let mut rig = Rig::model(Model::I).with(0o200, &[0o4412]).with(0o12, &[0o477]);
        rig.step();
        assert_eq!((rig.pc(), rig.core(0o500), rig.core(0o12)), (0o501, 0o201, 0o500));
        let mut rig = Rig::model(Model::I).with(0o100, &[0o1613]).with(0o13, &[0o477]).with(0o500, &[4]);
        rig.machine.pc = Word::new(0o100);
        rig.step();
        assert_eq!((rig.ac(), rig.core(0o13)), (4, 0o500));
    }

    /// Returns the word that a machine with `fields` fields of core reads in the absent field `field`, after a program
    /// has tried to store 1234 in that field. Checks that both engines read the same word.
    fn absent(model: Model, fields: u8, field: u16) -> u16 {
        let program = [0o6201 | field << 3, 0o3410, 0o1411, 0o7402];
        let mut stepped = Rig::new(Config { model, fields, eae: false, ..Config::default() }).with(0o200, &program);
        stepped.machine.ac = Word::new(0o1234);
        let mut fast = stepped.clone();
        assert_eq!(stepped.machine.run(&mut stepped.bus, Limits::NONE), StopReason::Halt);
        assert_eq!(TranslatedEngine::new().run(&mut fast.machine, &mut fast.bus, Limits::NONE), StopReason::Halt);
        assert!(stepped == fast, "{model}, field {field} of {fields}");
        assert_eq!(stepped.core(field << 12 | 1), stepped.ac());
        stepped.ac()
    }

    #[test]
    fn absent_core_takes_nothing_in_and_reads_zero() {
        for fields in 2..8 {
            for field in u16::from(fields)..8 {
                assert_eq!(absent(Model::E, fields, field), 0, "field {field} of {fields}");
            }
        }
        assert_eq!(absent(Model::S, 2, 2), 0);
    }

    #[test]
    fn an_8i_reads_ones_where_a_pair_of_fields_is_absent() {
        for fields in 2..8 {
            for field in u16::from(fields)..8 {
                let second_of_its_pair = field % 2 == 1 && field == u16::from(fields);
                let expected = if second_of_its_pair { 0 } else { 0o7777 };
                assert_eq!(absent(Model::I, fields, field), expected, "field {field} of {fields}");
            }
        }
    }

    #[test]
    fn a_core_image_brings_no_core_that_is_absent() {
        let mut station = Station::new(Config { fields: 2, ..Config::default() }, Speed::Fast);
        let image = station.core_image();
        let before = station.machine().clone();
        station.restore(&image).expect("an image of its own");
        assert!(*station.machine() == before);
        assert_eq!(station.machine().memory.read(Address::new(0o20000)), Word::new(0o7777));
    }
}

mod operate {
    use super::*;

    /// Returns L and AC after a group 1 instruction. Carries out the four events of the specification on thirteen
    /// separate bits, L first.
    fn group1(model: Model, word: u16, lac: u16) -> u16 {
        let mut ring: Vec<bool> = (0..13).rev().map(|weight| lac >> weight & 1 == 1).collect();
        let has = |bits: u16| word & bits == bits;
        // 1
        for (at, bit) in ring.iter_mut().enumerate() {
            if has(if at == 0 { 0o100 } else { 0o200 }) {
                *bit = false;
            }
        }
        // 2
        for (at, bit) in ring.iter_mut().enumerate() {
            *bit ^= has(if at == 0 { 0o20 } else { 0o40 });
        }
        // 3
        if has(1) {
            for bit in ring.iter_mut().rev() {
                *bit = !*bit;
                if *bit {
                    break;
                }
            }
        }
        // 4
        if model == Model::S && has(0o40) {
            return ring.iter().fold(0, |sum, &bit| sum << 1 | u16::from(bit));
        }
        let places = if has(2) { 2 } else { 1 };
        let mut left = ring.clone();
        left.rotate_left(places);
        let mut right = ring.clone();
        right.rotate_right(places);
        let number = |bits: &[bool]| bits.iter().fold(0, |sum, &bit| sum << 1 | u16::from(bit));
        match (has(0o10), has(4)) {
            (true, false) => number(&right),
            (false, true) => number(&left),
            (true, true) if model == Model::E => {
                let link = number(&ring) & 0o10000;
                // At 0200 the operand is in the page of the instruction, whatever its page bit says.
                let address = word & 0o177 | 0o200;
                link | if has(2) { address } else { number(&ring) & 0o7777 & word }
            }
            (true, true) => number(&left) & number(&right),
            (false, false) if has(2) && model == Model::E => {
                ring[1..].rotate_left(6);
                number(&ring)
            }
            (false, false) => number(&ring),
        }
    }

    #[test]
    fn every_group_1_code_on_every_model() {
        for model in Model::ALL {
            for word in 0o7000..=0o7377 {
                for lac in SAMPLES {
                    let expected = (group1(model, word, lac), 0o201);
                    assert_eq!(one(model, word, lac), expected, "{model} {word:o} with {lac:o}");
                }
            }
        }
    }

    #[test]
    fn the_rule_itself_on_values_worked_out_by_hand() {
        for (model, word, before, after) in [
            (Model::I, 0o7300, 0o17777, 0o00000),
            (Model::I, 0o7041, 0o00005, 0o07773),
            (Model::I, 0o7041, 0o00000, 0o10000),
            (Model::I, 0o7012, 0o00003, 0o14000),
            (Model::I, 0o7006, 0o06000, 0o10001),
            (Model::I, 0o7002, 0o01234, 0o01234),
            (Model::E, 0o7002, 0o11234, 0o13412),
            (Model::I, 0o7014, 0o00005, 0o00002),
            (Model::E, 0o7014, 0o07777, 0o07014),
            (Model::E, 0o7216, 0o12345, 0o10216),
            (Model::I, 0o7001, 0o07777, 0o10000),
            // This is how programs distinguish an 8/S from the others.
            (Model::S, 0o7350, 0o11234, 0o07777),
            (Model::I, 0o7350, 0o11234, 0o13777),
            (Model::E, 0o7350, 0o11234, 0o13777),
            (Model::L, 0o7350, 0o11234, 0o13777),
        ] {
            assert_eq!(one(model, word, before).0, after, "{model} {word:o} with {before:o}");
        }
    }

    #[test]
    fn every_group_2_code_on_every_model() {
        for model in Model::ALL {
            for word in (0o7400..=0o7776).step_by(2) {
                for lac in SAMPLES {
                    let (minus, zero, link) = (lac & 0o4000 != 0, lac & 0o7777 == 0, lac & 0o10000 != 0);
                    let chosen = [(0o100, minus), (0o40, zero), (0o20, link)];
                    let mut chosen = chosen.iter().filter(|(bit, _)| word & bit != 0);
                    let skips = if word & 0o10 != 0 {
                        chosen.all(|&(_, holds)| !holds)
                    } else {
                        chosen.any(|&(_, holds)| holds)
                    };
                    let mut rig = Rig::model(model).with(0o200, &[word]);
                    rig.set_lac(lac);
                    rig.machine.sr = Word::new(0o4321);
                    rig.step();
                    let cleared = if word & 0o200 != 0 { lac & 0o10000 } else { lac };
                    let expected = if word & 4 != 0 { cleared | 0o4321 } else { cleared };
                    assert_eq!(rig.lac(), expected, "{model} {word:o} with {lac:o}");
                    assert_eq!(rig.pc(), 0o201 + u16::from(skips), "{model} {word:o} with {lac:o}");
                    assert_eq!(rig.machine.running, word & 2 == 0, "{model} {word:o}");
                }
            }
        }
    }

    #[test]
    fn group_3_moves_where_there_is_an_mq() {
        for (model, eae) in [(Model::I, false), (Model::I, true), (Model::E, false), (Model::L, true), (Model::S, true)]
        {
            let has_mq = model == Model::E || eae && model == Model::I;
            for bits in [0o7401, 0o7421, 0o7501, 0o7521, 0o7601, 0o7621, 0o7701, 0o7721] {
                let mut rig = Rig::new(Config { model, eae, ..Config::default() }).with(0o200, &[bits]);
                rig.set_lac(0o11204);
                rig.machine.mq = Word::new(0o4030);
                rig.step();
                let expected = match bits {
                    _ if !has_mq => (0o1204, 0o4030),
                    0o7401 => (0o1204, 0o4030),
                    0o7421 => (0, 0o1204),
                    0o7501 => (0o5234, 0o4030),
                    0o7521 => (0o4030, 0o1204),
                    0o7601 => (0, 0o4030),
                    0o7621 => (0, 0),
                    0o7701 => (0o4030, 0o4030),
                    _ => (0o4030, 0),
                };
                assert_eq!((rig.ac(), rig.machine.mq.bits()), expected, "{model} {bits:o}");
                assert!(rig.machine.link);
            }
        }
    }

    #[test]
    fn without_eae_its_functions_are_nothing() {
        for model in Model::ALL {
            for bits in [0o7403, 0o7405, 0o7407, 0o7411, 0o7413, 0o7415, 0o7417, 0o7441, 0o7431, 0o7457] {
                let mut rig = Rig::model(model).with(0o200, &[bits, 0o7777]);
                rig.set_lac(0o1234);
                rig.step();
                let moved = model == Model::E && bits & 0o20 != 0;
                assert_eq!(rig.ac(), if moved { 0 } else { 0o1234 }, "{model} {bits:o}");
                assert_eq!((rig.pc(), rig.machine.elapsed.cycles), (0o201, 1), "{model} {bits:o}");
            }
        }
    }
}

mod time {
    use super::*;

    #[test]
    fn the_sample_of_the_specification() {
        // CLA CLL; TAD a; AND b; ISZ c; DCA d; TAD I p; DCA I p; TAD I 10; DCA I 11; ISZ I p; JMS s; (s:) JMP I s
        let words = [0o7300, 0o1240, 0o0241, 0o2242, 0o3243, 0o1644, 0o3644, 0o1410, 0o3411, 0o2644, 0o4245, 0o7402];
        let mut rig = Rig::model(Model::I).with(0o200, &words).with(0o244, &[0o300, 0, 0o5645]);
        rig.load(0o10, &[0o400, 0o500]);
        let mut cycles = Vec::new();
        for _ in 0..12 {
            let before = rig.machine.elapsed.cycles;
            rig.step();
            cycles.push(rig.machine.elapsed.cycles - before);
        }
        assert_eq!(cycles, [1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 2, 2]);
        assert_eq!(rig.pc(), 0o213);
    }

    #[test]
    fn the_counting_loop_of_the_specification() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o2300, 0o5200, 0o7402]);
        assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
        // 4096 turns but for the last JMP, and the HLT.
        assert_eq!(rig.machine.elapsed.cycles, 4096 * 3 - 1 + 1);
        assert_eq!(rig.machine.elapsed.time.to_string(), "18432.0");
    }

    /// The time of one instruction at 0200, in nanoseconds, with pointers at 0010 and 0210 and a Teletype connected.
    fn nanoseconds(model: Model, word: u16) -> u64 {
        let mut rig = Rig::new(Config { model, fields: 2, eae: true, ..Config::default() }).with(0o200, &[word, 0]);
        rig.machine.ac = Word::new(0o3);
        rig.machine.memory.write(Address::new(0o201), Word::new(0o7));
        rig.step();
        rig.machine.elapsed.time.as_nanoseconds()
    }

    #[test]
    fn instruction_times_by_model() {
        //            direct TAD, JMP, JMP I, TAD I, TAD I 10, OPR, ION, CDF, KSF
        let words = [0o1230, 0o5230, 0o5630, 0o1630, 0o1410, 0o7200, 0o6001, 0o6211, 0o6031];
        let table = [
            (Model::I, [3000, 1500, 3000, 4500, 4500, 1500, 1500, 1500, 4250]),
            (Model::L, [3200, 1600, 3200, 4800, 4800, 1600, 1600, 1600, 4250]),
            (Model::E, [2600, 1200, 2400, 3800, 4000, 1200, 1200, 1200, 1200]),
        ];
        for (model, times) in table {
            assert_eq!(words.map(|word| nanoseconds(model, word)), times, "{model}");
        }
    }

    #[test]
    fn eae_times_of_the_8i() {
        // SCL, MUY, DVI overflow, SHL ASR LSR by eight places, NMI of 0003,0000 (nine shifts), MQL
        let words = [0o7403, 0o7405, 0o7413, 0o7415, 0o7417, 0o7411, 0o7421];
        let times = words.map(|word| nanoseconds(Model::I, word));
        assert_eq!(times, [3000, 6000, 4990, 4990, 4990, 1300 + 9 * 270, 1500]);
        assert_eq!(nanoseconds(Model::I, 0o7407), 6500);
    }

    #[test]
    fn limits_are_exact() {
        let rig = Rig::model(Model::I).with(0o200, &[0o2300, 0o5200]);
        let mut run = rig.clone();
        let limits = Limits { instructions: 1001, ..Limits::NONE };
        assert_eq!(run.machine.run(&mut run.bus, limits), StopReason::InstructionLimit);
        assert_eq!((run.machine.elapsed.instructions, run.machine.elapsed.cycles), (1001, 1502));
        let limits = Limits { cycles: 1600, ..Limits::NONE };
        assert_eq!(run.machine.run(&mut run.bus, limits), StopReason::CycleLimit);
        // The ISZ that began at 1599 takes two.
        assert_eq!(run.machine.elapsed.cycles, 1601);
        let limits = Limits { time: Time::milliseconds(10), ..Limits::NONE };
        assert_eq!(run.machine.run(&mut run.bus, limits), StopReason::TimeLimit);
        assert_eq!(run.machine.elapsed.time, Time::nanoseconds(10_000_500 + 1_500));
        // A machine that is not running does nothing.
        let mut idle = rig;
        idle.machine.running = false;
        assert_eq!(idle.machine.run(&mut idle.bus, Limits::NONE), StopReason::Halt);
        assert_eq!(idle.machine.elapsed.cycles, 0);
    }
}

mod major_states {
    use super::*;

    /// Runs a cycle. Returns the major state of the cycle, and MA, MB and PC after the cycle.
    fn lamps(rig: &mut Rig) -> (MajorState, u16, u16, u16) {
        let state = rig.machine.state;
        rig.cycle();
        (state, rig.machine.ma.bits(), rig.machine.mb.bits(), rig.pc())
    }

    #[test]
    fn ma_and_mb_show_each_cycle() {
        use MajorState::{Defer, Execute, Fetch};
        let mut rig = Rig::model(Model::I).with(0o200, &[0o2412, 0o3250, 0o4650, 0]).with(0o12, &[0o377]);
        rig.load(0o400, &[0o41]);
        assert_eq!(lamps(&mut rig), (Fetch, 0o200, 0o2412, 0o201));
        assert_eq!(lamps(&mut rig), (Defer, 0o012, 0o0400, 0o201));
        assert_eq!(lamps(&mut rig), (Execute, 0o400, 0o0042, 0o201));
        rig.machine.ac = Word::new(0o300);
        assert_eq!(lamps(&mut rig), (Fetch, 0o201, 0o3250, 0o202));
        assert_eq!(lamps(&mut rig), (Execute, 0o250, 0o0300, 0o202));
        assert_eq!(lamps(&mut rig), (Fetch, 0o202, 0o4650, 0o203));
        assert_eq!(lamps(&mut rig), (Defer, 0o250, 0o0300, 0o203));
        assert_eq!(lamps(&mut rig), (Execute, 0o300, 0o0203, 0o301));
        assert_eq!(rig.machine.state, Fetch);
    }

    #[test]
    fn a_double_word_of_the_eae_takes_two_executes() {
        use MajorState::{Defer, Execute, Fetch};
        let mut rig = Rig::new(Config { model: Model::E, fields: 1, eae: true, ..Config::default() })
            .with(0o200, &[0o7445, 0o377]);
        rig.machine.mode_b = true;
        rig.machine.ac = Word::new(0o1111);
        rig.machine.mq = Word::new(0o2222);
        assert_eq!(lamps(&mut rig), (Fetch, 0o200, 0o7445, 0o202));
        assert_eq!(lamps(&mut rig), (Defer, 0o201, 0o0377, 0o202));
        assert_eq!(lamps(&mut rig), (Execute, 0o377, 0o2222, 0o202));
        assert_eq!(lamps(&mut rig), (Execute, 0o400, 0o1111, 0o202));
        assert_eq!(rig.machine.state, Fetch);
    }

    #[test]
    fn a_run_finishes_the_instruction_it_finds_begun() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o1300, 0o7402]).with(0o300, &[5]);
        rig.cycle();
        assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
        assert_eq!((rig.ac(), rig.machine.elapsed.cycles), (5, 3));
    }
}

mod interrupts {
    use super::*;

    /// Makes a rig with eight fields, a program at 0200, and a pending interrupt request.
    fn requested(words: &[u16]) -> Rig {
        let mut rig = Rig::new(Config { fields: 8, ..Config::default() }).with(0o200, words);
        *rig.requests() = true;
        rig
    }

    #[test]
    fn ion_lets_one_instruction_through() {
        let mut rig = requested(&[0o6001, 0o7001, 0o7001]);
        rig.steps(2);
        assert_eq!((rig.ac(), rig.pc()), (1, 0o202));
        rig.step();
        assert_eq!((rig.core(0), rig.pc(), rig.machine.ion), (0o202, 1, false));
    }

    #[test]
    fn the_entry_is_one_cycle_and_no_instruction() {
        let mut rig = requested(&[0o6001, 0o7001, 0o7001]);
        rig.steps(2);
        let before = rig.machine.elapsed;
        rig.cycle();
        let after = rig.machine.elapsed;
        assert_eq!((after.cycles - before.cycles, after.instructions - before.instructions), (1, 0));
        assert_eq!(after.time - before.time, Time::nanoseconds(1500));
        assert_eq!((rig.machine.ma.bits(), rig.machine.mb.bits()), (0, 0o202));
        assert_eq!(rig.machine.state, MajorState::Fetch);
    }

    #[test]
    fn ion_when_on_already_holds_for_one_instruction_and_does_not_nest() {
        let mut rig = requested(&[0o6001, 0o6001, 0o6001, 0o5600]);
        rig.steps(4);
        // Each ION protects its successor; JMP I runs after the third.
        assert_eq!((rig.machine.ion, rig.core(0)), (true, 0));
        rig.step();
        assert_eq!((rig.machine.ion, rig.pc()), (false, 1));
    }

    #[test]
    fn iof_acts_at_once_also_right_after_ion() {
        let mut rig = requested(&[0o6001, 0o6002, 0o7000, 0o7000, 0o7000]);
        rig.steps(5);
        assert_eq!((rig.pc(), rig.core(0)), (0o205, 0));
    }

    #[test]
    fn fields_are_saved_and_cleared() {
        let mut rig = requested(&[]);
        rig.load(0o30200, &[0o6001, 0o7000, 0o7000]);
        rig.machine.extension.set_instruction_field(3);
        rig.machine.extension.data_field = 5;
        rig.steps(3);
        let extension = rig.machine.extension;
        assert_eq!((rig.core(0), rig.pc()), (0o202, 1));
        assert_eq!(extension.save_field, 0o35);
        assert_eq!((extension.instruction_field, extension.instruction_buffer, extension.data_field), (0, 0, 0));
    }

    #[test]
    fn a_field_change_holds_interrupts_until_the_jump() {
        for jump in [0o5250, 0o4250] {
            for change in [0o6212, 0o6213] {
                let mut rig = requested(&[0o6001, change, 0o7001, 0o7001, jump]).with(0o10250, &[0o7001, 0o7001]);
                rig.steps(5);
                let landed = if jump == 0o5250 { 0o10250 } else { 0o10251 };
                assert_eq!((rig.ac(), rig.pc(), rig.core(0)), (2, landed, 0), "{jump:o} {change:o}");
                rig.step();
                assert_eq!((rig.core(0), rig.pc()), (landed & 0o7777, 1));
                assert_eq!(rig.machine.extension.save_field >> 3, 1, "the new field is what was saved");
            }
        }
        // RMF does the same.
        let mut rig = requested(&[0o6001, 0o6244, 0o7001, 0o7001, 0o5250]);
        rig.machine.extension.save_field = 0o10;
        rig.steps(5);
        assert_eq!((rig.pc(), rig.core(0)), (0o10250, 0));
        rig.step();
        assert_eq!(rig.pc(), 1);
    }

    #[test]
    fn cdf_alone_holds_nothing() {
        let mut rig = requested(&[0o6001, 0o6211, 0o7001]);
        rig.steps(3);
        assert_eq!((rig.core(0), rig.machine.extension.save_field), (0o202, 1));
    }

    #[test]
    fn a_skip_before_the_interrupt_is_in_the_saved_pc() {
        let mut rig = requested(&[0o6001, 0o7410, 0o7402]);
        rig.steps(3);
        assert_eq!(rig.core(0), 0o203);
    }

    #[test]
    fn smp_skips_on_the_8s_alone() {
        for model in Model::ALL {
            for (word, skips) in [(0o6101, model == Model::S), (0o6102, false), (0o6104, false)] {
                let mut rig = Rig::model(model).with(0o200, &[word]);
                rig.set_lac(0o14321);
                rig.step();
                assert_eq!((rig.lac(), rig.pc()), (0o14321, 0o201 + u16::from(skips)), "{model} {word:o}");
            }
        }
    }

    #[test]
    fn the_8i_ignores_the_other_processor_codes() {
        for model in [Model::I, Model::L, Model::S] {
            for word in [0o6000, 0o6003, 0o6004, 0o6005, 0o6006, 0o6007] {
                let mut rig = Rig::model(model).with(0o200, &[word]);
                rig.set_lac(0o14321);
                *rig.requests() = true;
                rig.step();
                assert_eq!((rig.lac(), rig.pc(), rig.machine.elapsed.cycles), (0o14321, 0o201, 1), "{word:o}");
                assert!(!rig.machine.ion && *rig.requests());
            }
        }
    }
}

mod processor_iots_of_the_8e {
    use super::*;

    fn rig(words: &[u16]) -> Rig {
        Rig::new(Config { model: Model::E, fields: 8, eae: true, ..Config::default() }).with(0o200, words)
    }

    #[test]
    fn skon_skips_when_on_and_turns_off() {
        let mut on = rig(&[0o6001, 0o6000]);
        on.steps(2);
        assert_eq!((on.pc(), on.machine.ion), (0o203, false));
        let mut off = rig(&[0o6000]);
        off.step();
        assert_eq!(off.pc(), 0o201);
    }

    #[test]
    fn srq_and_sgt_skip() {
        let mut rig = rig(&[0o6003, 0o6003, 0o6003, 0o6006, 0o6006]);
        rig.step();
        assert_eq!(rig.pc(), 0o201);
        *rig.requests() = true;
        rig.step();
        assert_eq!(rig.pc(), 0o203);
        rig.step();
        rig.machine.gt = true;
        assert_eq!(rig.pc(), 0o204);
        rig.machine.pc = Word::new(0o203);
        rig.step();
        assert_eq!(rig.pc(), 0o205);
    }

    #[test]
    fn gtf_and_rtf_carry_the_flags() {
        let mut get = rig(&[0o6004]);
        get.machine.link = true;
        get.machine.gt = true;
        *get.requests() = true;
        get.machine.ion = false;
        get.machine.extension.save_field = 0o25;
        get.step();
        assert_eq!(get.ac(), 0o7025);
        get.machine.ion = true;
        get.machine.link = false;
        *get.requests() = false;
        get.machine.pc = Word::new(0o200);
        get.step();
        assert_eq!(get.ac(), 0o2225);

        let mut restore = rig(&[0o6005, 0o7001, 0o5250]);
        restore.set_lac(0o6025);
        *restore.requests() = true;
        restore.step();
        assert_eq!((restore.lac(), restore.machine.gt, restore.machine.ion), (0o16025, true, true));
        assert_eq!(restore.machine.extension.data_field, 5);
        restore.steps(2);
        assert_eq!((restore.pc(), restore.core(0)), (0o20250, 0));
        restore.step();
        assert_eq!(restore.core(0), 0o250);
    }

    #[test]
    fn rtf_brings_any_fields_back() {
        for fields in 0..0o100 {
            let mut rig = rig(&[0o6005]);
            rig.set_lac(fields);
            rig.step();
            let extension = rig.machine.extension;
            assert_eq!(u16::from(extension.instruction_buffer) << 3 | u16::from(extension.data_field), fields);
            assert!(extension.inhibit);
        }
    }

    #[test]
    fn caf_clears_all_flags() {
        let mut rig = rig(&[0o6007]);
        rig.set_lac(0o17777);
        rig.machine.ion = true;
        rig.machine.ion_delay = true;
        rig.machine.gt = true;
        rig.machine.mode_b = true;
        *rig.requests() = true;
        rig.step();
        assert_eq!(rig.lac(), 0);
        assert!(!(rig.machine.ion || rig.machine.gt || rig.machine.mode_b || *rig.requests()));
    }
}

mod memory_extension {
    use super::*;

    fn rig(words: &[u16]) -> Rig {
        Rig::new(Config { fields: 8, ..Config::default() }).with(0o200, words)
    }

    #[test]
    fn cdf_acts_at_once_on_indirect_operands_only() {
        let mut rig = rig(&[0o6231, 0o1650, 0o1250]).with(0o250, &[0o300]).with(0o30300, &[0o1000]);
        rig.steps(2);
        assert_eq!(rig.ac(), 0o1000);
        rig.step();
        assert_eq!(rig.ac(), 0o1300);
    }

    #[test]
    fn cif_waits_for_the_jump_and_pointers_stay_in_the_old_field() {
        let mut rig = rig(&[0o6222, 0o1250, 0o5650]).with(0o250, &[0o300]).with(0o20250, &[0o7777]);
        rig.steps(2);
        assert_eq!((rig.ac(), rig.machine.extension.instruction_field), (0o300, 0));
        rig.step();
        assert_eq!(rig.pc(), 0o20300);
    }

    #[test]
    fn jms_stores_in_the_new_field() {
        for jms in [0o4300, 0o4650] {
            let mut rig = rig(&[0o6242, jms]).with(0o250, &[0o300]);
            rig.machine.extension.data_field = 5;
            rig.steps(2);
            assert_eq!((rig.core(0o40300), rig.core(0o300), rig.pc()), (0o202, 0, 0o40301));
        }
    }

    #[test]
    fn the_readings() {
        let mut rig = rig(&[]).with(0o60200, &[0o6214, 0o6224, 0o6234]);
        rig.machine.extension.set_instruction_field(6);
        rig.machine.extension.data_field = 3;
        rig.machine.extension.save_field = 0o51;
        rig.set_lac(0o14000);
        rig.step();
        assert_eq!(rig.lac(), 0o14030);
        rig.set_lac(0);
        rig.step();
        assert_eq!(rig.lac(), 0o60);
        rig.set_lac(0);
        rig.step();
        assert_eq!(rig.lac(), 0o51);
    }

    #[test]
    fn rmf_restores() {
        let mut rig = rig(&[0o6244, 0o5200]);
        rig.machine.extension.save_field = 0o47;
        rig.step();
        assert_eq!((rig.machine.extension.instruction_buffer, rig.machine.extension.data_field), (4, 7));
        rig.step();
        assert_eq!(rig.pc(), 0o40200);
    }

    #[test]
    fn without_the_option_nothing_happens() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o6213, 0o6214, 0o6224, 0o6234, 0o6244]);
        let before = rig.machine.extension;
        rig.steps(5);
        assert_eq!((rig.ac(), rig.machine.extension), (0, before));
    }

    #[test]
    fn the_codes_of_time_sharing_do_nothing_without_it() {
        let mut rig = rig(&[0o6204, 0o6254, 0o6264, 0o6274, 0o6215, 0o6216]);
        rig.steps(6);
        assert_eq!((rig.ac(), rig.pc()), (0, 0o206));
    }

    #[test]
    fn the_8l_takes_8k_and_ignores_fields_it_has_not() {
        let mut rig = Rig::new(Config { model: Model::L, fields: 8, eae: false, ..Config::default() })
            .with(0o200, &[0o6211, 0o6231, 0o6232]);
        assert_eq!(rig.machine.memory.fields(), 2);
        rig.steps(3);
        assert_eq!((rig.machine.extension.data_field, rig.machine.extension.instruction_buffer), (1, 0));
        assert!(!rig.machine.extension.inhibit);
    }
}

mod eae {
    use super::*;

    #[derive(Debug, PartialEq, Clone, Copy)]
    struct Regs {
        l: u16,
        ac: u16,
        mq: u16,
        sc: u8,
    }

    const fn regs(l: u16, ac: u16, mq: u16, sc: u8) -> Regs {
        Regs { l, ac, mq, sc }
    }

    fn run(model: Model, mode_b: bool, words: &[u16], before: Regs) -> (Rig, Regs) {
        let mut rig = Rig::new(Config { model, fields: 2, eae: true, ..Config::default() }).with(0o200, words);
        rig.machine.mode_b = mode_b;
        rig.set_lac(before.l << 12 | before.ac);
        rig.machine.mq = Word::new(before.mq);
        rig.machine.sc = before.sc;
        rig.step();
        let after = regs(u16::from(rig.machine.link), rig.ac(), rig.machine.mq.bits(), rig.machine.sc);
        (rig, after)
    }

    fn check_a(words: &[u16], before: Regs, expected: Regs) {
        for model in [Model::I, Model::E] {
            let (rig, after) = run(model, false, words, before);
            assert_eq!(after, expected, "{model} {words:?} from {before:?}");
            let operand = !matches!(words[0] & 0o16, 0 | 0o10);
            assert_eq!(rig.pc(), 0o201 + u16::from(operand), "{words:?}");
            assert_eq!(rig.machine.elapsed.cycles, 1 + u64::from(operand), "{words:?}");
        }
    }

    #[test]
    fn mode_a_step_counter() {
        check_a(&[0o7403, 0o0012], regs(1, 1, 2, 0), regs(1, 1, 2, 0o25));
        check_a(&[0o7441], regs(0, 0o4000, 2, 0o17), regs(0, 0o4017, 2, 0o17));
        // SCA sees the counter from before.
        check_a(&[0o7443, 0o7777], regs(0, 0, 2, 0o17), regs(0, 0o17, 2, 0));
    }

    #[test]
    fn mode_a_multiply() {
        check_a(&[0o7405, 0o7777], regs(1, 0o7777, 0o7777, 0), regs(0, 0o7777, 0, 0o14));
        check_a(&[0o7405, 3], regs(1, 5, 7, 9), regs(0, 0, 0o32, 0o14));
        // MQL MUY: the AC is the multiplier.
        check_a(&[0o7425, 0o100], regs(0, 0o123, 7, 0), regs(0, 1, 0o2300, 0o14));
    }

    #[test]
    fn mode_a_divide() {
        check_a(&[0o7407, 0o12], regs(1, 0, 0o145, 0), regs(0, 1, 0o12, 0o15));
        check_a(&[0o7407, 0o7777], regs(0, 0o7776, 0o7777, 3), regs(0, 0o7776, 0o7777, 0o15));
    }

    #[test]
    fn divide_overflow_differs() {
        let (_, i) = run(Model::I, false, &[0o7407, 0o1000], regs(0, 0o1234, 0o4321, 7));
        assert_eq!(i, regs(1, 0o7543, 0o4321, 0));
        let (_, e) = run(Model::E, false, &[0o7407, 0o1000], regs(0, 0o1234, 0o4321, 7));
        assert_eq!(e, regs(1, 0o1234, 0o0643, 0));
        let (_, zero) = run(Model::I, false, &[0o7407, 0], regs(0, 0, 0o4321, 7));
        assert_eq!(zero, regs(1, 0o7777, 0o4321, 0));
    }

    #[test]
    fn mode_a_normalise() {
        check_a(&[0o7411], regs(1, 0, 0, 9), regs(1, 0, 0, 0));
        check_a(&[0o7411], regs(1, 0o2000, 0, 9), regs(1, 0o2000, 0, 0));
        check_a(&[0o7411], regs(1, 0, 1, 9), regs(0, 0o2000, 0, 0o26));
        check_a(&[0o7411], regs(0, 0o7777, 0, 9), regs(1, 0o6000, 0, 0o12));
        check_a(&[0o7411], regs(0, 0o6000, 0, 9), regs(0, 0o6000, 0, 0));
        check_a(&[0o7411], regs(0, 0o7777, 0o7777, 9), regs(1, 0o6000, 0, 0o26));
        check_a(&[0o7411], regs(0, 0o4000, 0, 9), regs(0, 0o4000, 0, 0));
    }

    #[test]
    fn mode_a_shifts() {
        check_a(&[0o7413, 0], regs(0, 0o4000, 0o4001, 9), regs(1, 1, 2, 0));
        check_a(&[0o7413, 0o13], regs(1, 0o1234, 0o5670, 9), regs(0, 0o5670, 0, 0));
        check_a(&[0o7413, 0o37], regs(1, 0o7777, 0o7777, 9), regs(0, 0, 0, 0));
        check_a(&[0o7415, 0], regs(0, 0o4001, 0o0001, 9), regs(1, 0o6000, 0o4000, 0));
        check_a(&[0o7415, 0o37], regs(0, 0o4001, 0o0001, 9), regs(1, 0o7777, 0o7777, 0));
        check_a(&[0o7415, 2], regs(1, 0o3000, 0o0010, 9), regs(0, 0o0300, 1, 0));
        check_a(&[0o7417, 0], regs(1, 0o4001, 0o0001, 9), regs(0, 0o2000, 0o4000, 0));
        check_a(&[0o7417, 0o7737], regs(1, 0o4001, 0o0001, 9), regs(0, 0, 0, 0));
    }

    fn check_b(words: &[u16], before: Regs, expected: Regs, gt: bool) -> Rig {
        let (rig, after) = run(Model::E, true, words, before);
        assert_eq!(after, expected, "mode B {words:?} from {before:?}");
        assert_eq!(rig.machine.gt, gt, "{words:?}");
        rig
    }

    #[test]
    fn modes_are_switched() {
        let (rig, after) = run(Model::E, false, &[0o7431], regs(0, 5, 6, 7));
        assert_eq!((rig.machine.mode_b, after), (true, regs(0, 0, 5, 7)));
        let (mut rig, _) = run(Model::E, true, &[0o7447], regs(0, 5, 6, 7));
        assert!(!rig.machine.mode_b);
        rig.machine.gt = true;
        rig.machine.mode_b = true;
        rig.machine.pc = Word::new(0o200);
        rig.step();
        assert!(!rig.machine.gt && !rig.machine.mode_b);
        let (rig, _) = run(Model::I, false, &[0o7431], regs(0, 5, 6, 7));
        assert!(!rig.machine.mode_b);
        // SWBA does nothing more in mode A: no SCA, no DVI with an operand.
        let (rig, after) = run(Model::E, false, &[0o7447, 0o7000], regs(0, 5, 6, 7));
        assert_eq!((rig.pc(), after), (0o201, regs(0, 5, 6, 7)));
    }

    #[test]
    fn mode_a_drops_the_greater_than_flag() {
        for words in [[0o7521, 0o7000], [0o7415, 3], [0o7417, 3]] {
            let mut rig =
                Rig::new(Config { model: Model::E, fields: 1, eae: true, ..Config::default() }).with(0o200, &words);
            (rig.machine.gt, rig.machine.mq) = (true, Word::new(0o7777));
            rig.step();
            assert!(!rig.machine.gt, "{words:?}");
        }
    }

    #[test]
    fn mode_b_moves_and_counts() {
        check_b(&[0o7403], regs(1, 0o1234, 1, 0), regs(1, 0, 1, 0o34), false);
        check_b(&[0o7441], regs(0, 0o4000, 1, 5), regs(0, 0o4005, 1, 5), false);
        check_b(&[0o7573], regs(0, 1, 0o7777, 5), regs(0, 2, 0, 5), false);
        check_b(&[0o7573], regs(0, 0o7777, 0o7777, 5), regs(1, 0, 0, 5), false);
        check_b(&[0o7575], regs(0, 0, 1, 5), regs(0, 0o7777, 0o7777, 5), false);
        check_b(&[0o7575], regs(0, 0, 0, 5), regs(1, 0, 0, 5), false);
        check_b(&[0o7457], regs(0, 3, 5, 0), regs(1, 2, 5, 0), true);
        check_b(&[0o7457], regs(0, 5, 3, 0), regs(0, 0o7776, 3, 0), false);
        check_b(&[0o7457], regs(0, 0o7777, 3, 0), regs(0, 4, 3, 0), true);
        let skipped = check_b(&[0o7451], regs(0, 0, 0, 0), regs(0, 0, 0, 0), false);
        assert_eq!(skipped.pc(), 0o202);
        let stays = check_b(&[0o7451], regs(0, 0, 1, 0), regs(0, 0, 1, 0), false);
        assert_eq!(stays.pc(), 0o201);
    }

    #[test]
    fn mode_b_shifts_have_no_extra_place() {
        check_b(&[0o7413, 1], regs(0, 0o4000, 0o4001, 0), regs(1, 1, 2, 0o37), false);
        check_b(&[0o7413, 0], regs(1, 0o4000, 0o4001, 0), regs(1, 0o4000, 0o4001, 0o37), false);
        check_b(&[0o7415, 1], regs(0, 0o4000, 0o0001, 0), regs(1, 0o6000, 0, 0o37), true);
        check_b(&[0o7417, 2], regs(0, 0o4000, 0o0001, 0), regs(0, 0o1000, 0, 0o37), false);
        check_b(&[0o7411], regs(0, 0o4000, 0, 0), regs(0, 0, 0, 0), false);
    }

    #[test]
    fn mode_b_operands_are_indirect_in_the_data_field() {
        let rig = |words: &[u16]| {
            let mut rig =
                Rig::new(Config { model: Model::E, fields: 2, eae: true, ..Config::default() }).with(0o200, words);
            rig.machine.mode_b = true;
            rig.machine.extension.data_field = 1;
            rig.load(0o10300, &[0o7770, 0o12]);
            rig.set_lac(0o00001);
            rig.machine.mq = Word::new(0o10);
            rig
        };
        let mut muy = rig(&[0o7405, 0o301]);
        muy.step();
        assert_eq!((muy.lac(), muy.machine.mq.bits(), muy.machine.elapsed.cycles), (0, 0o121, 3));
        let mut dad = rig(&[0o7443, 0o300]);
        dad.step();
        assert_eq!((dad.lac(), dad.machine.mq.bits(), dad.machine.elapsed.cycles), (0o14, 0, 4));
        let mut dst = rig(&[0o7445, 0o277]);
        dst.step();
        assert_eq!((dst.core(0o10277), dst.core(0o10300), dst.pc()), (0o10, 1, 0o202));
        // The address word is an auto-index register when the instruction is at 0007.
        let mut indexed = rig(&[]).with(7, &[0o7405, 0o300]);
        indexed.machine.pc = Word::new(7);
        indexed.step();
        assert_eq!((indexed.core(0o10), indexed.machine.mq.bits()), (0o301, 0o121));
    }
}

mod panel {
    use super::*;

    /// LOAD ADD, EXTD ADDR LOAD and START end the wait of a CIF for the next JMP. START also clears the delay of ION,
    /// and turns the interrupt system off.
    #[test]
    fn keys_forget_what_waits_for_an_instruction() {
        let mut rig = Rig::new(Config { model: Model::E, fields: 8, eae: false, ..Config::default() });
        let keys: [fn(&mut Rig); 3] = [
            |rig| rig.machine.load_address(0, 0),
            |rig| rig.machine.load_extended_address(),
            |rig| rig.machine.start(&mut rig.bus),
        ];
        for key in keys {
            rig.machine.extension.inhibit = true;
            key(&mut rig);
            assert!(!rig.machine.extension.inhibit);
        }
        (rig.machine.ion, rig.machine.ion_delay) = (true, true);
        rig.machine.start(&mut rig.bus);
        assert!(!rig.machine.ion && !rig.machine.ion_delay);
    }

    #[test]
    fn examine_and_deposit_step_through_core() {
        let mut rig = Rig::new(Config { fields: 2, ..Config::default() });
        let machine = &mut rig.machine;
        machine.sr = Word::new(0o7776);
        machine.load_address(1, 0);
        for bits in [0o1111, 0o2222, 0o3333] {
            machine.sr = Word::new(bits);
            machine.deposit();
            assert_eq!(machine.mb.bits(), bits);
        }
        // The last EXAM wrapped inside its field.
        assert_eq!((machine.ma.bits(), machine.pc_address().bits()), (0o10000, 0o10001));
        machine.sr = Word::new(0o7776);
        machine.load_address(1, 0);
        assert_eq!([machine.examine(), machine.examine(), machine.examine()].map(Word::bits), [0o1111, 0o2222, 0o3333]);
        assert_eq!(machine.ma.bits(), 0o10000);
    }

    #[test]
    fn extended_address_load_takes_the_fields_from_the_switches() {
        let mut rig = Rig::new(Config { model: Model::E, fields: 8, eae: false, ..Config::default() });
        rig.machine.pc = Word::new(0o200);
        rig.machine.sr = Word::new(0o7735);
        rig.machine.load_extended_address();
        let fields = rig.machine.extension;
        assert_eq!((fields.instruction_field, fields.instruction_buffer, fields.data_field), (3, 3, 5));
        assert_eq!(rig.machine.pc.bits(), 0o200);
    }

    #[test]
    fn start_clears_and_continue_does_not() {
        let mut rig = Rig::model(Model::I).with(0o200, &[0o7402, 0o7001, 0o7402]);
        rig.set_lac(0o17777);
        rig.machine.ion = true;
        *rig.requests() = true;
        rig.machine.start_at(Address::new(0o200), &mut rig.bus);
        assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
        assert_eq!((rig.lac(), rig.pc(), rig.machine.ion, *rig.requests()), (0, 0o201, false, false));
        rig.set_lac(0o10007);
        rig.machine.resume();
        assert_eq!(rig.machine.run(&mut rig.bus, Limits::NONE), StopReason::Halt);
        assert_eq!((rig.lac(), rig.pc()), (0o10010, 0o203));
    }

    #[test]
    fn power_on() {
        let machine = pdp8::machine::Machine::new(Config::default());
        assert!(!machine.running && !machine.ion && !machine.mode_b);
        assert_eq!((machine.memory.size(), machine.state), (4096, MajorState::Fetch));
        assert!(machine.memory.words().all(|word| word == Word::ZERO));
    }

    #[test]
    fn memory_protect_of_the_8l_keeps_the_last_page() {
        let mut rig = Rig::new(Config { model: Model::L, fields: 2, eae: false, ..Config::default() })
            .with(0o200, &[0o3650, 0o3651]);
        rig.load(0o250, &[0o7600, 0o7577]);
        rig.load(0o7600, &[0o1234]);
        rig.machine.memory.protect_last_page(true);
        rig.machine.ac = Word::new(0o4321);
        rig.step();
        rig.machine.ac = Word::new(0o4321);
        rig.step();
        assert_eq!((rig.core(0o7600), rig.core(0o7577)), (0o1234, 0o4321));
    }
}

#[test]
fn a_trace_names_what_the_model_knows() {
    for (model, word, text) in [
        (Model::I, 0o7002, "7002"),
        (Model::E, 0o7002, "BSW"),
        (Model::L, 0o7421, "7421"),
        (Model::I, 0o7421, "MQL"),
        (Model::I, 0o6007, "6007"),
        (Model::E, 0o6007, "CAF"),
    ] {
        let line = trace(&Rig::model(model).with(0o200, &[word]).machine);
        assert_eq!(line.split(' ').nth(2), Some(text), "{line}");
    }
}

#[test]
fn a_machine_without_devices_runs() {
    let mut rig = Rig::model(Model::I).with(0o200, &[0o6031, 0o6046, 0o7402]);
    assert_eq!(rig.machine.run(&mut NoDevices, Limits::NONE), StopReason::Halt);
    assert_eq!(rig.pc(), 0o203);
}

/// A machine that increments its AC in a loop changes only one register, but it does not wait.
#[test]
fn a_machine_that_counts_does_not_wait() {
    // CLA; IAC; SZA; JMP .-2; HLT
    let mut station = Station::new(Config::default(), Speed::Fast);
    for (at, bits) in (0o200..).zip([0o7200, 0o7001, 0o7440, 0o5201, 0o7402]) {
        station.deposit(Address::new(at), Word::new(bits));
    }
    station.start(Address::new(0o200));
    assert_eq!(station.run(1_000_000), StopReason::Halt);
    assert_eq!(station.machine().elapsed.instructions, 12_289);
    assert_eq!(station.machine().pc, Word::new(0o205));
}

#[test]
fn every_register_tells_two_machines_apart() {
    type Change = (&'static str, fn(&mut Machine));
    let changes: [Change; 20] = [
        ("ac", |machine| machine.ac = Word::new(1)),
        ("link", |machine| machine.link = true),
        ("mq", |machine| machine.mq = Word::new(1)),
        ("sc", |machine| machine.sc = 1),
        ("pc", |machine| machine.pc = Word::new(1)),
        ("ma", |machine| machine.ma = Address::new(1)),
        ("mb", |machine| machine.mb = Word::new(1)),
        ("ir", |machine| machine.ir = 1),
        ("sr", |machine| machine.sr = Word::new(1)),
        ("if", |machine| machine.extension.instruction_field = 1),
        ("ib", |machine| machine.extension.instruction_buffer = 1),
        ("df", |machine| machine.extension.data_field = 1),
        ("sf", |machine| machine.extension.save_field = 1),
        ("inhibit", |machine| machine.extension.inhibit = true),
        ("ion", |machine| machine.ion = true),
        ("ion_delay", |machine| machine.ion_delay = true),
        ("gt", |machine| machine.gt = true),
        ("mode_b", |machine| machine.mode_b = true),
        ("running", |machine| machine.running = true),
        ("core", |machine| machine.memory.write(Address::new(1), Word::new(1))),
    ];
    let machine = Machine::new(Config { model: Model::E, fields: 2, eae: true, ..Config::default() });
    for (name, change) in changes {
        let mut other = machine.clone();
        assert!(machine.has_state_of(&other) && machine == other);
        change(&mut other);
        assert!(!machine.has_state_of(&other) && machine != other, "{name}");
    }
    // Two machines in the same state differ by their counts, and by their configuration.
    let mut later = machine.clone();
    later.elapsed.cycles = 1;
    assert!(machine.has_state_of(&later) && machine != later);
    assert!(machine != Machine::new(Config { model: Model::E, fields: 2, eae: false, ..Config::default() }));
    // The work of the next cycle counts while an instruction is in progress.
    let mut begun = Rig::model(Model::I).with(0o200, &[0o1300]);
    let mut other = Rig::model(Model::I).with(0o200, &[0o1301]);
    begun.cycle();
    other.cycle();
    other.load(0o200, &[0o1300]);
    other.machine.mb = begun.machine.mb;
    assert_eq!(begun.machine.state, MajorState::Execute);
    assert!(!begun.machine.has_state_of(&other.machine));
}

#[test]
fn all_of_the_save_field_comes_back_from_an_image() {
    let mut station = Station::new(Config { fields: 8, ..Config::default() }, Speed::Fast);
    station.machine_mut().extension.save_field = 0o77;
    station.machine_mut().extension.data_field = 7;
    let image = station.core_image();
    let mut other = Station::new(Config::default(), Speed::Fast);
    other.restore(&image).expect("a machine that can be");
    assert_eq!(other.machine().extension.save_field, 0o77);
    assert_eq!(other.core_image(), image);
}

#[test]
fn no_model_has_more_core_than_was_sold_for_it() {
    for (model, fields) in [(Model::I, 8), (Model::E, 8), (Model::L, 2), (Model::S, 2)] {
        let machine = Machine::new(Config { model, fields: 8, ..Config::default() });
        assert_eq!(machine.memory.fields(), fields, "{model}");
    }
}

#[test]
fn a_trace_tells_where_indirect_references_go() {
    let told = |word: u16| {
        let mut rig = Rig::new(Config { fields: 4, ..Config::default() }).with(0o10200, &[word]);
        // A pointer, an auto-index register, and the words that they lead to from DF 2 and IB 3.
        rig.load(0o10030, &[0o0400]);
        rig.load(0o10010, &[0o0400]);
        rig.load(0o10210, &[0o0500]);
        rig.load(0o20400, &[0o1111, 0o2222]);
        rig.load(0o20500, &[0o3333]);
        rig.load(0o30400, &[0o4444, 0o5555]);
        rig.load(0o30030, &[0o6666]);
        rig.machine.extension.instruction_field = 1;
        rig.machine.extension.instruction_buffer = 3;
        rig.machine.extension.data_field = 2;
        let line = trace(&rig.machine);
        let (_, told) = line.split_once(" ea=").expect("a memory reference");
        told.to_owned()
    };
    assert_eq!(told(0o1030), "10030 m=0400");
    assert_eq!(told(0o1430), "20400 m=1111");
    assert_eq!(told(0o1410), "20401 m=2222");
    assert_eq!(told(0o1610), "20500 m=3333");
    assert_eq!(told(0o1010), "10010 m=0400");
    assert_eq!(told(0o5030), "30030 m=6666");
    assert_eq!(told(0o5430), "30400 m=4444");
    assert_eq!(told(0o4410), "30401 m=5555");
}
