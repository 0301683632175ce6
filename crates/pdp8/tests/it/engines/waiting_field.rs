//! A field that waits for its JMP or JMS, on both engines: the instructions between a CIF and the jump, and the kinds
//! of jump.

use pdp8::instruction::Model;
use pdp8::machine::{Config, TranslatedEngine};
use pdp8::teletype::{Speed, Teletype};

use crate::rig::Rig;

use super::{Slice, first_difference, translated};

/// Sequences of instructions, each with its name. A sequence begins at 223, after the CIF, and is executed with 0 in
/// the AC. Each sequence jumps to 240 or 241, and the instructions at 240 and 241 lead back to 200.
///
/// Indirect addressing through 50 or autoindex 10 gives the address 240. An ISZ through autoindex 11 increments 7777,
/// and skips.
const TAILS: &[(&str, &[u16])] = &[
    ("JMP", &[0o5240]),
    ("JMS", &[0o4240]),
    ("JMP I", &[0o5450]),
    ("JMS I", &[0o4450]),
    ("JMP I 10", &[0o5410]),
    ("JMS I 10", &[0o4410]),
    ("an ISZ I 11 that skips, JMP", &[0o2411, 0o7000, 0o5240]),
    ("an ISZ I 11 that skips, JMS", &[0o2411, 0o7000, 0o4240]),
    ("SKP over a word that is no jump, JMP", &[0o7410, 0o7402, 0o5240]),
    ("SZA that skips a JMP, JMS", &[0o7440, 0o5241, 0o4240]),
    ("SNA that does not skip, JMS", &[0o7450, 0o4240, 0o5241]),
    ("a TAD, an IAC, DCA, JMP", &[0o1040, 0o7001, 0o3052, 0o5240]),
    ("a CDF, JMP", &[0o6201, 0o5240]),
    ("another CIF, JMP", &[0o6202, 0o5240]),
    ("a store into a word behind it, JMP", &[0o3225, 0o7000, 0o7000, 0o5240]),
    ("JMP at 230", &[0o7000, 0o7000, 0o7000, 0o7000, 0o7000, 0o5240]),
];

/// Makes a rig with the same loop in both fields. In every second iteration, the loop executes a CIF to the other
/// field. If `is_made_anew` is true, each iteration stores a jump at 230: JMP 240 and JMP 241 alternately.
fn rig(model: Model, tail: &[u16], is_made_anew: bool) -> Rig {
    let mut rig = Rig::new(Config { model, fields: 2, ..Config::default() });
    *rig.teletype_mut() = Teletype::new(Speed::Fast);
    for field in 0..2 {
        let base = field << 12;
        // 200: CLA CLL; TAD 41; DCA 10; TAD 42; DCA 11; CMA; DCA 60; ISZ 40; NOP;
        // 211: TAD 40; AND 43; TAD 44; DCA 230; TAD 40; RAR; CLA; SNL; JMP 223; CIF
        let head = [
            0o7300, 0o1041, 0o3010, 0o1042, 0o3011, 0o7040, 0o3060, 0o2040, 0o7000, 0o1040, 0o0043, 0o1044, 0o3230,
            0o1040, 0o7010, 0o7200, 0o7420,
        ];
        rig.load(base | 0o200, &head);
        rig.load(base | 0o221, &[0o5223, 0o6202 | (1 - field) << 3]);
        rig.load(base | 0o223, tail);
        if !is_made_anew {
            // NOP; NOP; CLA: the program stores nothing at 230.
            rig.load(base | 0o212, &[0o7000, 0o7000, 0o7200]);
        }
        // Each field has its own counts, which show where a jump has led.
        rig.load(base | 0o240, &[0o2045, 0o2046, 0o5200, 0o5200]);
        // The counter, the initial autoindexes, a mask, the word to be made, the pointer.
        rig.load(base | 0o40, &[0, 0o0237, 0o0057, 0o0001, 0o5240]);
        rig.load(base | 0o50, &[0o0240]);
    }
    rig
}

#[test]
fn a_field_waits_for_its_jump_whatever_is_in_between() {
    let far = u64::MAX / 4;
    let slice = |count| Slice { instructions: count, cycles: far, nanoseconds: far, ..Slice::default() };
    for model in [Model::I, Model::E] {
        for (name, tail) in TAILS {
            for is_made_anew in [false, true] {
                let start = rig(model, tail, is_made_anew);
                // The long slices let traces follow one another, and the short ones end anywhere.
                let slices: Vec<Slice> = [2_000, 20_000, 5_000].into_iter().chain(1..60).map(slice).collect();
                let first = first_difference(&start, &slices);
                assert_eq!(first, None, "{name}, {model}, made anew: {is_made_anew}");
                // Traces did the work, in both fields.
                let (mut rig, mut engine) = (start, TranslatedEngine::new());
                translated(&mut engine, &mut rig, &slice(20_000));
                assert!(engine.traced_instructions() > 5_000, "{name}: {}", engine.traced_instructions());
                let turns = [rig.core(0o40), rig.core(0o10040)];
                // A second CIF may lead back to its own field.
                let has_both = turns.iter().all(|&turns| turns > 0o100) || name.contains("another CIF");
                assert!(has_both, "{name}: {turns:?} turns in the fields");
            }
        }
    }
}
