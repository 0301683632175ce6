//! Random programs of the FPP beside a program of the PDP-8: after every slice, the states of the machine on the two
//! engines are equal.

use std::sync::Arc;

use fastrand::Rng;
use pdp8::devices::Fpp8a;
use pdp8::instruction::Model;
use pdp8::machine::{BreakpointSet, Config, Device, Limits, Traces, TranslatedEngine};

use crate::rig::Rig;

/// FPICL, FPCOM, FPST; then a loop that ends when the flag is up or after a number of iterations; then the next start.
const PROGRAM: [u16; 24] = [
    0o7300, 0o6552, 0o1230, 0o6553, 0o7200, 0o1231, 0o6555, 0o7000, 0o6001, 0o7200, 0o1232, 0o3233, 0o2234, 0o7000,
    0o6551, 0o5225, 0o6557, 0o7000, 0o2231, 0o5200, 0o5200, 0o2233, 0o5214, 0o5220,
];

/// The interrupt service, which executes FPIST and returns without ION.
const INTERRUPT: [u16; 5] = [0, 0o6557, 0o7000, 0o7200, 0o5400];

fn instruction(rng: &mut Rng) -> Vec<u16> {
    let address = rng.u16(0o2000..0o2400);
    let field = rng.u16(0..2);
    match rng.u32(0..12) {
        0..=4 => vec![rng.u16(0..8) << 9 | 0o400 | rng.u16(0..8) << 3 | rng.u16(0..2) << 6 | field, address],
        5..=6 => vec![rng.u16(0..8) << 9 | 0o200 | rng.u16(0..0o100)],
        7 => vec![rng.u16(0..8) << 9 | 0o600 | rng.u16(0..0o200)],
        8 => vec![[0o0005, 0o0006, 0o0050, 0o0003, 0o0004, 0o0010, 0o0031, 0o0022][rng.usize(0..8)]],
        9 => vec![0o1000 | rng.u16(0..8) << 3, rng.u16(0o400..0o500)],
        10 => vec![0o0100 | rng.u16(0..0o20), rng.u16(0..8)],
        _ => vec![rng.u16(0..0o10000)],
    }
}

fn start(rng: &mut Rng) -> Rig {
    let mut rig = Rig::new(Config { model: Model::E, fields: 2, ..Config::default() });
    rig.bus.plug(Box::<Fpp8a>::default()).expect("its codes are free");
    load(&mut rig, rng);
    rig
}

/// Deposits the programs, which an earlier run may have overwritten.
fn load(rig: &mut Rig, rng: &mut Rng) {
    rig.load(0, &INTERRUPT);
    rig.load(0o200, &PROGRAM);
    let command = [0o0000, 0o0400, 0o2400, 0o1000, 0o4000, 0o0360][rng.usize(0..6)];
    rig.load(0o230, &[command, 0o300, rng.u16(0o7600..0o7777), 0, 0]);
    for table in (0o300..0o400).step_by(8) {
        rig.load(table, &[0, rng.u16(0o400..0o450), 0o1100, 0o2000, 0, rng.u16(0..8), 0o2345, 0o6701]);
    }
    let mut words: Vec<u16> = Vec::new();
    while words.len() < 0o100 {
        words.extend(instruction(rng));
    }
    rig.load(0o400, &words);
    for at in 0o2000..0o2400 {
        rig.load(at, &[rng.u16(0..0o10000)]);
    }
}

#[test]
fn both_engines_agree_beside_an_fpp() {
    let mut instructions = 0;
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let mut stepped = start(&mut rng);
        let mut translated = stepped.clone();
        let mut engine = TranslatedEngine::with(Traces::MachineCode);
        let none = Arc::new(BreakpointSet::default());
        for slice in 0..40 {
            let limits = Limits { cycles: stepped.machine.elapsed.cycles + rng.u64(1..3_000), ..Limits::NONE };
            let reasons = [
                stepped.machine.run_to_breakpoint(&mut stepped.bus, limits, &none),
                engine.run_to_breakpoint(&mut translated.machine, &mut translated.bus, limits, &none),
            ];
            assert_eq!(reasons[0], reasons[1], "seed {seed}, slice {slice}");
            assert!(stepped == translated, "the engines differ: seed {seed}, slice {slice}");
            if rng.u32(0..4) == 0 || !stepped.machine.running {
                let mut same = rng.clone();
                load(&mut stepped, &mut rng);
                load(&mut translated, &mut same);
                for rig in [&mut stepped, &mut translated] {
                    rig.machine.pc = pdp8::word::Word::new(0o200);
                    rig.machine.resume();
                }
            }
        }
        let shown = stepped.device_mut::<Fpp8a>().show().remove(0).state;
        let count = shown.split_whitespace().rev().nth(6).and_then(|word| word.parse::<u64>().ok());
        instructions += count.unwrap_or_else(|| panic!("{shown}"));
    }
    assert!(instructions > 100_000, "the FPP has carried out {instructions} instructions");
}
