//! User mode, on both engines: the instructions that trap, the interrupt entry after them, and the ways back from the
//! monitor. The same words also run as a program in executive mode.

use pdp8::instruction::Model;
use pdp8::machine::{Config, TranslatedEngine};
use pdp8::teletype::{Speed, Teletype};
use pdp8::word::Word;

use crate::rig::Rig;

use super::{Slice, first_difference, translated};

/// Variants of the end of the user's program, each with its name and its instructions from 10207 on. The AC holds a
/// count when these instructions begin.
const TAILS: &[(&str, &[u16])] = &[
    ("nothing", &[]),
    ("TLS", &[0o6046]),
    ("OSR", &[0o7404]),
    ("LAS", &[0o7604]),
    ("HLT", &[0o7402]),
    ("CLA HLT OSR", &[0o7606]),
    ("SKP OSR", &[0o7414, 0o7001]),
    ("SNA CLA OSR", &[0o7654, 0o7001]),
    ("SNL HLT", &[0o7422, 0o7001]),
    ("SMA, TLS", &[0o7500, 0o6046]),
    ("SNL, LAS", &[0o7420, 0o7604]),
    ("SNL, SKP OSR", &[0o7420, 0o7414, 0o7001]),
    ("ISZ 41, CDF 0", &[0o2041, 0o6201]),
    ("CDF 0, IOF, ION", &[0o6201, 0o6002, 0o6001]),
    ("SUF, RMF, GTF, RTF", &[0o6274, 0o6244, 0o6004, 0o6005]),
    ("two TLS", &[0o6046, 0o6046]),
    ("TSF, JMP .+1", &[0o6041, 0o5211]),
    ("DCA I 42, TAD I 42", &[0o3442, 0o1442]),
    ("an ISZ of the next word, from TLS to TSF", &[0o2210, 0o6040]),
    ("a word that is a TLS and an IAC in turn", &[0o7010, 0o7200, 0o7430, 0o1043, 0o1044, 0o3215, 0o7000]),
];

/// The monitor's instructions after a trap, from 20 on: SINT; TCF; CINT; ISZ 61; NOP.
const TRAPPED: [u16; 5] = [0o6254, 0o6042, 0o6204, 0o2061, 0o7000];

/// Ways in which the monitor can return to the program, each with its name and its instructions. The program's AC is in
/// 60, and the flags of an 8/E are in 62.
const RETURNS: &[(&str, &[u16])] = &[
    ("RMF", &[0o7200, 0o1060, 0o6244, 0o6001, 0o5400]),
    ("RTF", &[0o7200, 0o1062, 0o6005, 0o7200, 0o1060, 0o5400]),
    ("CDF CIF, SUF", &[0o7200, 0o1060, 0o6213, 0o6274, 0o6001, 0o5400]),
    ("SUF, CDF CIF", &[0o7200, 0o1060, 0o6274, 0o6213, 0o6001, 0o5400]),
    ("SUF, CUF, RMF, SZA, ISZ 63", &[0o6274, 0o6264, 0o7200, 0o1060, 0o6244, 0o7440, 0o2063, 0o6001, 0o5400]),
    ("RMF, JMS I", &[0o7200, 0o1060, 0o6244, 0o6001, 0o4466]),
    // TAD 61; RAR; SNL CLA; JMP 52; TAD 60; CDF CIF 10; CUF; ION; JMP I 0; 52: TAD 60; RMF; ION; JMP I 0
    (
        "CUF and RMF in turn",
        &[
            0o1061, 0o7010, 0o7620, 0o5052, 0o1060, 0o6213, 0o6264, 0o6001, 0o5400, 0o7000, 0o7000, 0o7000, 0o7000,
            0o7000, 0o7000, 0o7000, 0o7000, 0o7000, 0o7000, 0o1060, 0o6244, 0o6001, 0o5400,
        ],
    ),
];

/// Makes a rig with a user's program that ends with `tail`. After each trap, the monitor continues with `back`.
fn rig(model: Model, tail: &[u16], back: &[u16]) -> Rig {
    let mut rig = Rig::new(Config { model, fields: 2, time_share: true, ..Config::default() });
    *rig.teletype_mut() = Teletype::new(Speed::Fast);
    // The interrupt entry; DCA 60; GTF; DCA 62, where models without GTF store 0.
    rig.load(1, &[0o3060, 0o6004, 0o3062, 0o5020]);
    rig.load(0o20, &TRAPPED);
    rig.load(0o25, back);
    rig.load(0o66, &[0o0370]);
    // CDF CIF 10; SUF; ION; JMP 200 in field 1. The program comes to 300 when it is in executive mode.
    let begin = [0o6213, 0o6274, 0o6001, 0o5200];
    rig.load(0o200, &begin);
    rig.load(0o300, &begin);
    // 200: ISZ 40; NOP; CLA CLL; TAD 40; RAR; CLA; TAD 40; the tail; 220: CIF 0; JMP 300
    let head = [0o2040, 0o7000, 0o7300, 0o1040, 0o7010, 0o7200, 0o1040];
    rig.load(0o10200, &head);
    rig.load(0o10207, &[0o7000; 9]);
    rig.load(0o10207, tail);
    rig.load(0o10220, &[0o6202, 0o5300]);
    rig.load(0o10300, &[0o5200]);
    // A JMS into the program stores at 370.
    rig.load(0o10371, &[0o5770]);
    rig.load(0o10042, &[0o0045, 0o7045, 0o7001]);
    rig.machine.sr = Word::new(0o0525);
    rig
}

#[test]
fn user_mode_is_entered_and_left_exactly() {
    let far = u64::MAX / 4;
    let slice = |count| Slice { instructions: count, cycles: far, nanoseconds: far, ..Slice::default() };
    for model in [Model::I, Model::E, Model::L] {
        for (name, tail) in TAILS {
            for (way, back) in RETURNS {
                // Only the 8/E has an RTF.
                if *way == "RTF" && model != Model::E {
                    continue;
                }
                let start = rig(model, tail, back);
                // The long slices let traces follow one another, and the short ones end anywhere.
                let slices: Vec<Slice> = [2_000, 5_000, 1_000].into_iter().chain(1..40).map(slice).collect();
                assert_eq!(first_difference(&start, &slices), None, "{name}, {way}, {model}");
                let (mut rig, mut engine) = (start, TranslatedEngine::new());
                translated(&mut engine, &mut rig, &slice(5_000));
                // A JMS out of the monitor never returns to the instruction after the trap.
                let traps = rig.core(0o61);
                assert!(traps > 20, "{name}, {way}, {model}: {traps} traps");
                let traced = engine.traced_instructions();
                assert!(traced > 2_500 || tail.len() > 1, "{name}, {way}, {model}: {traced}");
            }
        }
    }
}

/// A trap out of user mode and the return to user mode do not end the execution of traces, so almost no instruction is
/// executed by the cycle-stepped machine.
#[test]
fn a_trap_and_the_return_from_it_run_in_traces() {
    let far = u64::MAX / 4;
    let slice = Slice { instructions: 50_000, cycles: far, nanoseconds: far, ..Slice::default() };
    for (way, back) in RETURNS.iter().filter(|(way, _)| !way.contains("JMS")) {
        let (mut rig, mut engine) = (rig(Model::E, &[0o7404, 0o6046], back), TranslatedEngine::new());
        translated(&mut engine, &mut rig, &slice);
        assert!(rig.core(0o61) > 500, "{way}: {} traps", rig.core(0o61));
        let traced = engine.traced_instructions();
        // In executive mode the TLS is stepped, and so are instructions before the event that it causes.
        let least = if way.contains("CUF and") { 35_000 } else { 49_000 };
        assert!(traced > least, "{way}: {traced}");
    }
}
