//! Short programs with known results, for each device.

use focal8::instruction::Model;
use focal8::machine::StopReason;

use super::{attach, core, counted, halted, image, machine, run, word_at};

const RK_WORDS: usize = 6_496 * 256;
const TAPE_WORDS: usize = 1_474 * 129;

#[test]
fn rk_read() {
    for model in Model::ALL {
        let program = "200: 7300 6746 1214 6744 1215 6743 6741 5206 6745 7402; 214: 1000 0001";
        let mut station = machine(model, 1, program);
        attach(&mut station, "rk0", &counted(RK_WORDS));
        run(&mut station, 0o200);
        assert_eq!(halted(&station), (0o212, 0o4000));
        for at in 0..256 {
            assert_eq!(core(&station, 0o1000 + at), word_at(256 + usize::from(at)));
        }
        assert_eq!(core(&station, 0o777), 0);
        assert_eq!(core(&station, 0o1400), 0);
    }
}

#[test]
fn rk_absent_drive() {
    let mut station = machine(Model::E, 1, "200: 7300 1214 6746 6744 6743 6741 5205 6745 7402; 214: 0006");
    attach(&mut station, "rk0", &[]);
    run(&mut station, 0o200);
    assert_eq!(halted(&station), (0o211, 0o2202));
}

#[test]
fn rk_write_half_a_block_and_read_it_back() {
    let program =
        "200: 7300 1240 6746 1241 6744 1242 6743 6741 5207 7200 3641 6746 1241 6744 1242 6743 6741 5220 6745 7402;
                   240: 4100 1000 6257; 1000: 1234; 1200: 4321";
    let mut station = machine(Model::E, 1, program);
    attach(&mut station, "rk0", &counted(RK_WORDS));
    run(&mut station, 0o200);
    assert_eq!(halted(&station), (0o224, 0o4000));
    assert_eq!((core(&station, 0o1000), core(&station, 0o1200)), (0o1234, 0));
    let (pack, first) = (image(&station, "rk0"), 0o6257 * 256);
    assert_eq!(pack[first], 0o1234);
    assert!(pack[first + 1..first + 256].iter().all(|&word| word == 0));
    assert_eq!((pack[first - 1], pack[first + 256]), (word_at(first - 1), word_at(first + 256)));
}

#[test]
fn rk_software_write_protect() {
    let program = "200: 7300 1240 6746 6743 6741 5204 7200 1241 6746 6743 6741 5212 6745 7402; 240: 2000 4000";
    let mut station = machine(Model::E, 1, program);
    attach(&mut station, "rk0", &counted(RK_WORDS));
    run(&mut station, 0o200);
    assert_eq!(halted(&station), (0o216, 0o4020));
    assert_eq!(image(&station, "rk0")[0], word_at(0));
}

#[test]
fn tc_rewind_and_search() {
    let program =
        "200: 7300 6774 1250 6766 6771 5204 6772 3251 1252 3653 3654 1255 6766 6771 5215 6772 3256 1300 3257 1260 6764
                        6771 5225 1300 3261 1262 6766 7402;
                   250: 0600 0 0300 7755 7754 0210 0 0 0 0 0002";
    for model in Model::ALL {
        let mut station = machine(model, 1, program);
        attach(&mut station, "dt0", &counted(TAPE_WORDS));
        run(&mut station, 0o200);
        assert_eq!(halted(&station).0, 0o234);
        assert_eq!([0o251, 0o256, 0o257, 0o261].map(|at| core(&station, at)), [0o5000, 1, 0, 1]);
    }
}

#[test]
fn tc_read_block_2() {
    let program =
        "200: 7300 6774 1250 6766 6771 5204 7200 1252 3653 3654 1255 6766 6771 5214 7200 1300 1262 7650 5225 6764 5214
                        1256 3653 1257 3654 1260 6764 6771 5233 6772 3261 1263 6766 7402;
                   250: 0600 0 0300 7755 7754 0210 0777 7577 0030 0 7776 0002";
    for model in Model::ALL {
        let mut station = machine(model, 1, program);
        attach(&mut station, "dt0", &counted(TAPE_WORDS));
        run(&mut station, 0o200);
        assert_eq!(halted(&station).0, 0o242);
        assert_eq!([0o261, 0o7754, 0o7755].map(|at| core(&station, at)), [1, 0, 0o1200]);
        for at in 0..=0o200 {
            assert_eq!(core(&station, 0o1000 + at), word_at(2 * 129 + usize::from(at)));
        }
    }
}

#[test]
fn rf_write_four_words_and_read_them_back() {
    let program =
        "200: 7300 6615 1250 6643 1251 3652 1253 3654 6605 6622 5211 6615 1250 6643 1251 3652 1255 3654 6603 6622 5223
                        6616 7402;
                   250: 0001 7774 7750 0777 7751 1077; 1000: 1111 2222 3333 4444";
    for model in Model::ALL {
        let mut station = machine(model, 1, program);
        attach(&mut station, "rf", &[]);
        run(&mut station, 0o200);
        assert_eq!(halted(&station).0, 0o227);
        let words = [0o1111, 0o2222, 0o3333, 0o4444];
        assert_eq!([0o1100, 0o1101, 0o1102, 0o1103].map(|at| core(&station, at)), words);
        assert_eq!((core(&station, 0o7750), core(&station, 0o7751)), (0, 0o1103));
        assert_eq!(image(&station, "rf")[4096..4100], words);
    }
}

#[test]
fn absent_devices_do_nothing() {
    for model in Model::ALL {
        let mut station = machine(model, 1, "200: 7300 7001 6741 6771 6622 6661 6401 6254 6054 7402");
        run(&mut station, 0o200);
        assert_eq!(halted(&station), (0o212, 1));
    }
}

/// Each bootstrap reads block 0 of a test medium into core, and then executes words of the block. The test checks the
/// address of the block in core.
#[test]
fn every_bootstrap_starts_what_it_reads() {
    // HLTs overwrite the loop of the RK8-E's bootstrap. The TC08's jumps to 7600, those of the RF08 and DF32 to 6622.
    let halts: Vec<u8> = [0o02, 0o17].repeat(1024);
    for model in Model::ALL {
        for (unit, file) in [("rk0", &halts), ("rk2", &halts), ("dt0", &halts), ("rf", &halts), ("df", &halts)] {
            let mut station = machine(model, 1, "0: 0000");
            attach(&mut station, unit, file);
            focal8::monitor::boot_unit(&mut station, unit).expect("it has a loader");
            assert_eq!(station.run(20_000_000), StopReason::Halt, "{unit}");
            let (first, last) = match unit {
                // The word count and the current address at 7754 and 7755 are not words of the block.
                "dt0" => (0o7600, 0o7753),
                "rf" | "df" => (0o6604, 0o7003),
                _ => (0, 0o377),
            };
            assert!((first..=last).all(|at| core(&station, at) == 0o7402), "{unit}");
        }
    }
}

/// The bootstrap of the TD8-E stores block 0 from 7360 on. If every word of the block is a HLT, the machine halts at
/// 7400.
#[test]
fn a_td8e_boots_its_first_block() {
    let mut station = machine(Model::E, 1, "0: 0000");
    attach(&mut station, "td0", &[0o02, 0o17].repeat(129));
    focal8::monitor::boot_unit(&mut station, "td0").expect("it has a loader");
    assert_eq!(station.run(20_000_000), StopReason::Halt);
    assert_eq!((halted(&station).0, core(&station, 0o7400)), (0o7401, 0o7402));
}
