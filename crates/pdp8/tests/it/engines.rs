//! Two engines, one result: random programs run on the cycle-stepped machine and on the translated engine, in lockstep.
//!
//! After every slice of a random length the two machines must be equal: registers, core, counts, simulated time and
//! devices. If the machines differ, the test first looks for the fewest instructions and program words with which the
//! machines still differ, and shows only these.

#[path = "engines/user_mode.rs"]
mod user_mode;
#[path = "engines/waiting_field.rs"]
mod waiting_field;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use fastrand::Rng;
use pdp8::instruction::Model;
use pdp8::machine::{BreakpointSet, Bus, Config, Elapsed, Limits, StopReason, Time, Traces, TranslatedEngine, trace};
use pdp8::teletype::{Speed, Teletype};
use pdp8::word::{Address, Word};

use crate::rig::Rig;

/// The configuration of the machine, and the composition of its random program.
#[derive(Clone, Copy, Debug)]
struct Mix {
    model: Model,
    fields: u8,
    eae: bool,
    time_share: bool,
    /// The percentage of random words that are IOTs of any kind.
    iots: u32,
    /// Whether half of the random AND, TAD, ISZ and DCA instructions address their own page, so that the program often
    /// changes itself. If false, only one in sixteen does.
    self_modifying: bool,
}

/// The two pages of the program. Page zero has pointers and counters; the pages after the program are for data.
const PROGRAM: std::ops::Range<u16> = 0o200..0o600;

/// The words of page zero with which RTF restores the fields and the mode.
const FLAGS: std::ops::Range<u16> = 0o64..0o70;

/// Returns one of these values, at random. The choice does not depend on the size of `usize`, so the programs for
/// WebAssembly are those for a processor of 64 bits.
fn one_of<T: Copy, const COUNT: usize>(rng: &mut Rng, values: [T; COUNT]) -> T {
    values[rng.u32(0..COUNT as u32) as usize]
}

/// Returns a random idiom of real programs. The idioms contain every sequence of operations that the translated engine
/// merges.
fn idiom(rng: &mut Rng) -> Vec<u16> {
    // The data are counters and pointers of page zero; the jumps stay in the page of the program.
    let data = |rng: &mut Rng| rng.u16(0o40..0o60);
    let pointer = |rng: &mut Rng| rng.u16(0o20..0o40);
    let auto = |rng: &mut Rng| rng.u16(0o10..0o20);
    let near = |rng: &mut Rng| 0o200 | rng.u16(0..0o200);
    let clear = |rng: &mut Rng| one_of(rng, [0o7000, 0o7100, 0o7200, 0o7300]);
    let test = |rng: &mut Rng| 0o7400 | one_of(rng, [0o100, 0o40, 0o20, 0o120, 0o140]) | rng.u16(0..2) << 3;
    let cla = |rng: &mut Rng| rng.u16(0..2) << 7;
    let linear = |rng: &mut Rng| 0o7000 | rng.u16(0..16) << 4 | rng.u16(0..2);
    let jump = |rng: &mut Rng| match rng.u32(0..4) {
        0 => 0o5400 | rng.u16(0o20..0o40),
        _ => 0o5000 | near(rng),
    };
    let mut words = Vec::new();
    match rng.u32(0..13) {
        0 => {
            for _ in 0..rng.u32(1..5) {
                if rng.bool() {
                    words.push(clear(rng));
                }
                let at = data(rng);
                words.extend([0o1000 | at, one_of(rng, [0o7004, 0o7010]), 0o3000 | at]);
            }
        }
        1 => {
            words.extend([clear(rng), 0o1000 | data(rng), 0o1000 | data(rng), 0o3000 | data(rng)]);
            for _ in 0..rng.u32(0..3) {
                words.extend([0o7004, 0o1000 | data(rng), 0o1000 | data(rng), 0o3000 | data(rng)]);
            }
            if rng.bool() {
                words.extend([0o7004, 0o1000 | data(rng), 0o1000 | data(rng), test(rng) | cla(rng), jump(rng)]);
            }
        }
        2 => words.extend([0o1000 | data(rng), test(rng) | cla(rng), jump(rng)]),
        3 => words.extend([0o1000 | data(rng), data(rng), test(rng) | cla(rng), jump(rng)]),
        4 => words.extend([data(rng), test(rng) | cla(rng), jump(rng)]),
        5 => words.extend(match rng.u32(0..3) {
            0 => [0o1400 | auto(rng), 0o3000 | data(rng), 0o7000],
            1 => [0o1400 | auto(rng), 0o7450 | cla(rng), jump(rng)],
            _ => [0o1400 | auto(rng), 0o4000 | near(rng), 0o7000],
        }),
        6 => words.extend([0o3400 | auto(rng), 0o2000 | data(rng), jump(rng)]),
        7 => words.extend([0o3000 | data(rng), 0o2000 | data(rng), jump(rng)]),
        8 => words.extend([0o3000 | data(rng), 0o1000 | data(rng), 0o3000 | data(rng)]),
        9 => words.extend([test(rng), linear(rng), test(rng), linear(rng)]),
        10 => words.extend([0o1400 | pointer(rng), test(rng), linear(rng), 0o3400 | pointer(rng)]),
        11 => words.extend([0o4400 | pointer(rng), linear(rng), 0o1000 | data(rng), 0o3000 | data(rng)]),
        _ => {
            // The program jumps over a subroutine, and calls it.
            let body = [0o1400 | pointer(rng), test(rng), linear(rng)];
            words.extend([0o7000, 0o1000 | data(rng)]);
            words.extend(body);
            words.extend([0o7000; 2]);
        }
    }
    words
}

/// Fills `range` with idioms and random words; sometimes with a subroutine and its calls, a copying loop, or a delay.
fn fill(rig: &mut Rig, rng: &mut Rng, mix: Mix, field: u16, range: std::ops::Range<u16>) {
    let mut at = range.start;
    while at < range.end {
        let here = 0o200 | at & 0o177;
        let words = match rng.u32(0..20) {
            // JMS .+3; JMP .+n over: 0; body; JMP I back
            0 => {
                let entry = 0o200 | (here + 2) & 0o177;
                let after = 0o200 | (here + 7) & 0o177;
                let body = [0o1400 | rng.u16(0o20..0o40), 0o7430, 0o7101];
                vec![0o4000 | entry, 0o5000 | after, 0, body[0], body[1], body[2], 0o5400 | entry]
            }
            1 => vec![0o2000 | rng.u16(0o40..0o60), 0o5000 | here],
            2..=3 => vec![
                0o1400 | rng.u16(0o10..0o20),
                0o3400 | rng.u16(0o10..0o20),
                0o2000 | rng.u16(0o40..0o60),
                0o5000 | here,
            ],
            // The program writes the instruction after its next instruction: an increment, an ISZ or a TAD, in turn.
            4 => {
                let made = one_of(rng, [0o7001, 0o2040, 0o1041, 0o7040]);
                let after = 0o200 | (here + 4) & 0o177;
                vec![0o7200, 0o1050 | rng.u16(0..2), 0o3000 | after, 0o1000 | rng.u16(0o40..0o60), made]
            }
            5..=7 => vec![random_word(rng, mix)],
            // TLS; TSF; JMP .-1: a wait, mostly for a character that is on its way.
            8 if mix.iots > 0 => vec![0o6046, 0o6041, 0o5000 | 0o200 | (here + 1) & 0o177],
            // A call into another field, and back from it.
            9 if mix.fields > 1 => {
                let field = rng.u16(0..mix.fields.into()) << 3;
                vec![
                    0o6202 | field,
                    0o4400 | rng.u16(0o20..0o40),
                    0o6203 | rng.u16(0..8) << 3,
                    0o5600 | rng.u16(0..0o200),
                ]
            }
            // ION or IOF in the middle of other work, the switches, the fields read.
            10 => vec![0o6001, 0o7404, 0o6214, 0o6002, 0o6224, 0o6234][..usize::from(rng.u8(1..7))].to_vec(),
            11..=12 if mix.time_share => change_of_mode(rng, mix),
            13..=15 if mix.eae => arithmetic(rng),
            // A skip may pass over a change of the data field, or over a store.
            16 if mix.fields > 1 => {
                let through = |rng: &mut Rng, operation: u16| operation << 9 | 0o400 | rng.u16(0o20..0o40);
                let change = [0o6201 | rng.u16(0..mix.fields.into()) << 3, through(rng, 3)];
                let skip = one_of(rng, [0o7540, 0o7550, 0o7440, 0o2420]);
                vec![skip, one_of(rng, change), through(rng, 1), through(rng, 3), through(rng, 1)]
            }
            _ => idiom(rng),
        };
        for word in words {
            if at < range.end {
                rig.load(field << 12 | at, &[word]);
                at += 1;
            }
        }
    }
}

/// A random calculation of the EAE: a few instructions of either mode, and sometimes a change of the mode.
fn arithmetic(rng: &mut Rng) -> Vec<u16> {
    let mut words = Vec::new();
    if rng.u32(0..4) == 0 {
        words.push(one_of(rng, [0o7431, 0o7431, 0o7447]));
    }
    for _ in 0..rng.u32(1..5) {
        let moves = if rng.bool() { 0 } else { 0o20 | rng.u16(0..8) << 5 };
        let function = one_of(rng, [0o02, 0o04, 0o06, 0o10, 0o12, 0o14, 0o16, 0o42, 0o44, 0o50, 0o52, 0o54, 0o56]);
        match rng.u32(0..8) {
            0 => words.push(one_of(rng, [0o7501, 0o7421, 0o7521, 0o7621, 0o7701, 0o7441])),
            1 => words.push(0o1000 | rng.u16(0o40..0o60)),
            _ => words.push(0o7401 | moves | function),
        }
        // The operand of a shift is a number of places. Mode B takes the operand of other functions for an address.
        let places = matches!(function, 0o12..=0o16);
        words.extend(match (function, rng.u32(0..16)) {
            (0o10 | 0o50.., 1..) => None,
            (_, 0) => Some(one_of(rng, [0o7777, 0o7776, 0, 0o210, 0o410, 0o40])),
            _ if places => Some(rng.u16(0..0o40)),
            (_, 1..6) => Some(rng.u16(0o40..0o60)),
            _ => Some(rng.u16(0o1000..0o7600)),
        });
    }
    words
}

/// A random change of the user mode, a trap, or a test of the user interrupt flag.
fn change_of_mode(rng: &mut Rng, mix: Mix) -> Vec<u16> {
    let jumps = [0o5400 | rng.u16(0o20..0o40), 0o5200 | rng.u16(0..0o200), 0o4400 | rng.u16(0o20..0o40)];
    let jump = one_of(rng, jumps);
    let field = 0o6201 | rng.u16(0..mix.fields.into()) << 3 | rng.u16(0..3);
    let flags = 0o1000 | rng.u16(FLAGS);
    let buffer = 0o6264 | rng.u16(0..2) << 3;
    match rng.u32(0..8) {
        0 => vec![0o6274, 0o6001, jump],
        1 => vec![field, 0o6274, 0o6001, jump],
        2 => vec![buffer, field, 0o7001, jump],
        3 => vec![0o7200, flags, 0o6005, 0o7300, jump],
        4 => vec![0o6244, 0o6001, jump],
        5 => vec![0o6254, jump, 0o6204],
        6 => vec![0o6004, 0o3000 | rng.u16(0o40..0o60)],
        _ => vec![one_of(rng, [0o7404, 0o7604, 0o7402, 0o7602, 0o7454, 0o6046])],
    }
}

fn random_word(rng: &mut Rng, mix: Mix) -> u16 {
    let roll = rng.u32(0..100);
    if roll < mix.iots {
        // Flags, fields, interrupts; the reader and the punch only briefly.
        return match rng.u32(0..10) {
            0..=2 => 0o6200 | rng.u16(0..4) << 3 | rng.u16(1..4),
            3 => 0o6204 | rng.u16(0..8) << 3,
            4..=5 => 0o6000 | rng.u16(0..8),
            6 => 0o6040 | rng.u16(0..8),
            7 => 0o6030 | rng.u16(0..8),
            8 => 0o6300 | rng.u16(0..8),
            _ => one_of(rng, [0o6131, 0o6132, 0o6133, 0o6011, 0o6016, 0o6021, 0o6026, 0o6012]),
        };
    }
    match roll {
        // Most jumps and calls stay in the program.
        70..=79 => one_of(rng, [0o5200, 0o5600, 0o4200, 0o4600, 0o5400, 0o4400, 0o5000]) | rng.u16(0..0o200),
        80..=87 => 0o7000 | rng.u16(0..0o400),
        88..=96 => 0o7400 | rng.u16(0..0o200) << 1 & !2,
        97 => 0o7401 | rng.u16(0..0o200) << 1,
        98 => 0o7402,
        99 => rng.u16(0..0o10000),
        // AND, TAD, ISZ, DCA; the page bit decides whether the operand is in the program itself.
        _ => {
            let page = if mix.self_modifying || rng.u32(0..8) == 0 { rng.u16(0..2) << 7 } else { 0 };
            let operation = one_of(rng, [0, 1, 1, 1, 2, 2, 3, 3]) << 9;
            operation | rng.u16(0..2) << 8 | page | rng.u16(0..0o200)
        }
    }
}

fn random_rig(rng: &mut Rng, mix: Mix) -> Rig {
    let mut rig = Rig::new(Config { model: mix.model, fields: mix.fields, eae: mix.eae, time_share: mix.time_share });
    *rig.teletype_mut() = Teletype::new(Speed::Fast);
    rig.reader().mount((0..200).collect());
    rig.teletype_mut().mount((0..200).collect(), Time::ZERO);
    for field in 0..u16::from(mix.fields) {
        for at in 0..0o200 {
            // The words are pointers into the program or, mostly, beside it, and counters.
            let word = match at {
                0o50..0o52 => one_of(rng, [0o7001, 0o2042, 0o1043, 0o7010, 0o3044]),
                0o40..0o60 => rng.u16(0..0o10000),
                0o64..0o70 if mix.time_share => rng.u16(0..0o10000) & 0o7711,
                _ if rng.u32(0..6) == 0 => rng.u16(PROGRAM),
                _ => rng.u16(0o1000..0o7000),
            };
            rig.load(field << 12 | at, &[word]);
        }
        fill(&mut rig, rng, mix, field, 0o200..0o400);
        fill(&mut rig, rng, mix, field, 0o400..0o600);
        // The interrupt service is here, and usually returns.
        let first_and_last = if mix.time_share { [0o6204, 0o6244] } else { [0o7000, 0o6133] };
        rig.load(field << 12 | 1, &[first_and_last[0], 0o6302, 0o6042, 0o6032, first_and_last[1], 0o6001, 0o5400]);
        if mix.time_share && mix.model == Model::E && rng.bool() {
            // DCA 70; GTF; DCA 71; CINT; 6302; TCF; KCC; CLA; TAD 71; RTF; CLA; TAD 70; JMP I 0
            rig.load(field << 12 | 1, &[0o5140]);
            let service = [0o3070, 0o6004, 0o3071, 0o6204, 0o6302, 0o6042, 0o6032, 0o7200, 0o1071, 0o6005, 0o7200];
            rig.load(field << 12 | 0o140, &service);
            rig.load(field << 12 | 0o153, &[0o1070, 0o5400]);
        }
        // A program that has gone astray comes back to the beginning.
        for at in 0o600..0o7600 {
            rig.load(field << 12 | at, &[0o5177]);
        }
        rig.load(field << 12 | 0o177, &[0o5576, 0o5576]);
        rig.load(field << 12 | 0o176, &[0o200]);
    }
    rig.machine.ac = Word::new(rng.u16(0..0o10000));
    rig
}

/// One slice of a run, and the operator's action before the slice.
#[derive(Clone, Debug, Default)]
struct Slice {
    instructions: u64,
    cycles: u64,
    nanoseconds: u64,
    key: Option<u8>,
    deposit: Option<(u16, u16)>,
    /// The address at which the program continues, and the new L,AC. `None` if the program continues where the last
    /// slice ended. A new address ends any endless loop.
    elsewhere: Option<(u16, u16)>,
    /// The breakpoints of the slice. A breakpoint at the first instruction of the slice does not stop the run.
    breakpoints: Arc<BreakpointSet>,
}

fn random_slice(rng: &mut Rng) -> Slice {
    let most = one_of(rng, [10, 300, 1_000, 5_000]);
    let far = u64::MAX / 4;
    let mut slice = Slice { instructions: far, cycles: far, nanoseconds: far, ..Slice::default() };
    match rng.u32(0..3) {
        0 => slice.instructions = rng.u64(1..most),
        1 => slice.cycles = rng.u64(1..most * 2),
        _ => slice.nanoseconds = rng.u64(1..most * 3_000),
    }
    slice.key = (rng.u32(0..4) == 0).then(|| rng.u8(0..));
    slice.deposit = (rng.u32(0..8) == 0).then(|| (rng.u16(PROGRAM), rng.u16(0..0o10000)));
    slice.elsewhere = (rng.u32(0..2) == 0).then(|| (rng.u16(PROGRAM), rng.u16(0..0o20000)));
    slice
}

/// Returns a random set of breakpoints of several kinds, in all fields. Sometimes the set is empty.
fn random_breakpoints(rng: &mut Rng) -> BreakpointSet {
    let mut breakpoints = BreakpointSet::default();
    let address = |rng: &mut Rng| {
        let field = if rng.bool() { 0 } else { rng.u16(0..8) << 12 };
        field | if rng.u8(0..3) == 0 { rng.u16(0..0o200) } else { rng.u16(PROGRAM) }
    };
    let range = |rng: &mut Rng| {
        let first = address(rng);
        let last = if rng.u8(0..8) == 0 { first | 7 } else { first };
        Address::new(first)..=Address::new(last)
    };
    for _ in 0..rng.u8(0..3) {
        breakpoints.stop_at(range(rng));
    }
    for _ in 0..rng.u8(0..3) {
        breakpoints.stop_before_store(range(rng));
    }
    if rng.u8(0..4) == 0 {
        breakpoints.stop_before_change(range(rng));
    }
    if rng.u8(0..16) == 0 {
        breakpoints.stop_before_read(range(rng));
    }
    if rng.u8(0..8) == 0 {
        breakpoints.stop_at_interrupts();
    }
    if rng.u8(0..4) == 0 {
        let mask = one_of(rng, [0o7777, 0o7000, 0o7777, 0o7400]);
        breakpoints.stop_at_instruction(Word::new(rng.u16(0..0o10000)), Word::new(mask));
    }
    breakpoints
}

fn prepare(rig: &mut Rig, slice: &Slice) -> Limits {
    let elapsed = rig.machine.elapsed;
    if let Some(key) = slice.key {
        rig.teletype_mut().press(key, elapsed.time);
        rig.bus.update_lines();
    }
    if let Some((at, bits)) = slice.deposit {
        rig.machine.memory.write(Address::new(at), Word::new(bits));
    }
    if let Some((at, lac)) = slice.elsewhere {
        rig.machine.pc = Word::new(at);
        rig.set_lac(lac);
        // A user who has turned the interrupts off would never leave the user mode.
        rig.machine.ion |= rig.machine.config().time_share;
    }
    rig.machine.resume();
    if *slice.breakpoints != BreakpointSet::default() {
        rig.machine.step(&mut rig.bus);
    }
    Limits {
        instructions: elapsed.instructions.saturating_add(slice.instructions),
        cycles: elapsed.cycles.saturating_add(slice.cycles),
        time: elapsed.time + Time::nanoseconds(slice.nanoseconds),
    }
}

fn stepped(rig: &mut Rig, slice: &Slice) -> StopReason {
    let limits = prepare(rig, slice);
    rig.machine.run_to_breakpoint(&mut rig.bus, limits, &slice.breakpoints)
}

fn translated(engine: &mut TranslatedEngine, rig: &mut Rig, slice: &Slice) -> StopReason {
    let limits = prepare(rig, slice);
    engine.run_to_breakpoint(&mut rig.machine, &mut rig.bus, limits, &slice.breakpoints)
}

/// Returns a translated engine that makes machine code of every trace, where machine code is available: with the
/// feature `jit` on x86-64 Linux and in WebAssembly.
fn engine() -> TranslatedEngine {
    TranslatedEngine::with(Traces::MachineCode)
}

/// Runs both engines from `start`. Returns the index of the first slice after which the engines differ.
fn first_difference(start: &Rig, slices: &[Slice]) -> Option<usize> {
    let (mut one, mut two, mut engine) = (start.clone(), start.clone(), engine());
    slices.iter().position(|slice| {
        let stops = (stepped(&mut one, slice), translated(&mut engine, &mut two, slice));
        stops.0 != stops.1 || one != two
    })
}

/// Runs a random program on both engines, with breakpoints or without. Returns three counts of executed instructions:
/// in all, in traces, and in machine code.
///
/// Panics with the smallest case found if the engines differ.
fn lockstep(seed: u64, mix: Mix, has_breakpoints: bool) -> [u64; 3] {
    let mut rng = Rng::with_seed(seed);
    let start = random_rig(&mut rng, mix);
    let mut slices: Vec<Slice> = (0..40).map(|_| random_slice(&mut rng)).collect();
    if has_breakpoints {
        slices.iter_mut().for_each(|slice| slice.breakpoints = Arc::new(random_breakpoints(&mut rng)));
    }
    let (mut one, mut two, mut engine) = (start.clone(), start.clone(), engine());
    for (count, slice) in slices.iter().enumerate() {
        let stops = (stepped(&mut one, slice), translated(&mut engine, &mut two, slice));
        if stops.0 != stops.1 || one != two {
            panic!("seed {seed}, {mix:?}:\n{}", shrink(start, slices[..=count].to_vec(), first_difference));
        }
    }
    [one.machine.elapsed.instructions, engine.traced_instructions(), engine.machine_code_instructions()]
}

/// Simplifies a run in which the engines differ, by dropping slices and replacing words of core by NOP. Keeps each
/// simplification after which the engines still differ. Returns the trace of the simplified run.
fn shrink(
    mut start: Rig,
    mut slices: Vec<Slice>,
    first_difference: impl Fn(&Rig, &[Slice]) -> Option<usize>,
) -> String {
    // The first slices go: the run begins where the stepped machine was after them.
    while slices.len() > 1 {
        let mut later = start.clone();
        stepped(&mut later, &slices[0]);
        if first_difference(&later, &slices[1..]).is_none() {
            break;
        }
        start = later;
        slices.remove(0);
    }
    // A word that makes no difference becomes NOP.
    for at in 0..start.machine.memory.size() as u16 {
        let mut simpler = start.clone();
        simpler.load(at, &[0o7000]);
        if first_difference(&simpler, &slices).is_some() {
            start = simpler;
        }
    }
    let mut text = String::new();
    let (mut one, mut two, mut engine) = (start.clone(), start.clone(), engine());
    for slice in &slices {
        writeln!(text, "{slice:?}").unwrap();
        let mut told = one.clone();
        stepped(&mut one, slice);
        translated(&mut engine, &mut two, slice);
        told.machine.resume();
        let mut lines = Vec::new();
        while told.machine.elapsed.instructions < one.machine.elapsed.instructions {
            let line = trace(&told.machine);
            // The trace leaves out the NOPs.
            if !line.contains(" 7000 NOP") {
                lines.push(line);
            }
            told.step();
        }
        let skipped = lines.len().saturating_sub(30);
        lines[skipped..].iter().for_each(|line| writeln!(text, "  {line}").unwrap());
    }
    for (name, rig) in [("stepped", &one), ("translated", &two)] {
        writeln!(text, "{name:<8}{} {:?}", trace(&rig.machine), rig.machine.elapsed).unwrap();
    }
    for at in 0..one.machine.memory.size() as u16 {
        if one.core(at) != two.core(at) {
            writeln!(text, "core {at:05o}: stepped {:04o}, translated {:04o}", one.core(at), two.core(at)).unwrap();
        }
    }
    text
}

/// The number of seeds for each mix. `LOCKSTEP_SEEDS=10000 cargo test engines` runs more seeds than the default, and
/// `LOCKSTEP_FROM=1000000` adds 1000000 to every seed. Node keeps the module of every trace until the tests end, so in
/// WebAssembly there are fewer seeds.
fn seeds() -> u64 {
    setting("LOCKSTEP_SEEDS").unwrap_or(if cfg!(target_family = "wasm") { 20 } else { 60 })
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn check(first_seed: u64, mix: Mix) {
    // The engine steps the shortest slices, the end of each slice, and IOTs. Programs in several fields enter absent
    // fields, in which few instructions are in traces. Programs with time sharing do so more often.
    let least = match mix {
        Mix { time_share: true, .. } => 50,
        Mix { fields: 1, .. } => 80,
        _ => 60,
    };
    check_share(first_seed, mix, false, least);
    // It also steps what may come before a breakpoint, and the programs stop after fewer instructions.
    check_share(first_seed, mix, true, 45);
}

/// Runs random programs on both engines, and tests that traces execute at least `least` per cent of the instructions.
fn check_share(first_seed: u64, mix: Mix, has_breakpoints: bool, least: u64) {
    let first_seed = first_seed + setting("LOCKSTEP_FROM").unwrap_or(0);
    let runs = (first_seed..first_seed + seeds()).map(|seed| lockstep(seed, mix, has_breakpoints));
    let [instructions, traced, in_machine_code] =
        runs.fold([0; 3], |sum, run| std::array::from_fn(|index| sum[index] + run[index]));
    assert!(instructions > seeds() * 2_000, "the programs do run: {instructions}");
    let percent = traced * 100 / instructions;
    assert!(percent >= least, "{percent} in a hundred by traces, breakpoints {has_breakpoints}: {mix:?}");
    // Of these, some instructions have no machine code, and some follow them in a trace. With breakpoints, the first
    // indirect store into each word also leaves the machine code, which counts in programs as short as these.
    let machine_code = in_machine_code * 100 / traced;
    let least = if has_breakpoints { 60 } else { 75 };
    let least = if cfg!(machine_code) { least } else { 0 };
    assert!(machine_code >= least, "{machine_code} in a hundred of these in machine code: {mix:?}");
    println!(
        "{instructions} instructions in lockstep, {percent} in a hundred by traces, \
         {machine_code} in a hundred of these in machine code: {mix:?}"
    );
}

/// A breakpoint before changes of any word matches exactly the instructions and interrupt entries that change core.
#[test]
fn a_breakpoint_before_changes_matches_what_changes_core() {
    let mut all = BreakpointSet::default();
    all.stop_before_change(Address::new(0)..=Address::new(0o77777));
    let mut met = 0;
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let model = one_of(&mut rng, [Model::I, Model::E]);
        let mix = Mix { model, fields: 2, eae: true, iots: 8, self_modifying: true, ..PLAIN };
        let mut rig = random_rig(&mut rng, mix);
        for count in 0..500 {
            rig.machine.resume();
            if count % 20 == 0 {
                rig.machine.pc = Word::new(rng.u16(PROGRAM));
            }
            // A device that acts first may request an interrupt.
            if rig.bus.next_event() <= rig.machine.elapsed.time {
                rig.machine.step(&mut rig.bus);
                continue;
            }
            let (meets, before) = (all.meets(&rig.machine, &rig.bus), rig.machine.clone());
            rig.machine.step(&mut rig.bus);
            let (line, changes) = (trace(&before), before.memory != rig.machine.memory);
            // A store through an auto-index register may put back what counting has changed.
            assert!(meets == changes || meets && line.contains(" I 001"), "seed {seed}: {line}");
            met += usize::from(meets);
        }
    }
    assert!(met > 10_000, "{met}");
}

/// The time of the instructions at each address. The key `None` has the time of the interrupt entries.
type Counts = BTreeMap<Option<Address>, Elapsed>;

/// Runs on the stepped machine, and counts the time of each instruction.
fn stepped_and_counted(rig: &mut Rig, slice: &Slice, counts: &mut Counts) -> StopReason {
    let limits = prepare(rig, slice);
    loop {
        let (before, at) = (rig.machine.elapsed, rig.machine.pc_address());
        let one = Limits { cycles: limits.cycles.min(before.cycles + 1), ..limits };
        let stop = rig.machine.run_to_breakpoint(&mut rig.bus, one, &slice.breakpoints);
        let after = rig.machine.elapsed;
        if after != before {
            // Only an interrupt entry is no instruction.
            let is_instruction = after.instructions != before.instructions;
            let count = counts.entry(is_instruction.then_some(at)).or_default();
            count.instructions += after.instructions - before.instructions;
            count.cycles += after.cycles - before.cycles;
            count.time = count.time + (after.time - before.time);
        }
        if stop != StopReason::CycleLimit || after.cycles >= limits.cycles {
            return stop;
        }
    }
}

/// Runs both engines from `start`, and counts the time at each address. Returns the index of the first slice after
/// which the engines or the counts differ.
fn first_difference_of_counts(start: &Rig, slices: &[Slice]) -> Option<usize> {
    let (mut one, mut two, mut engine) = (start.clone(), start.clone(), engine());
    engine.count_addresses(&two.machine, true);
    slices.iter().position(|slice| {
        let (mut counts, mut counted) = (Counts::new(), Counts::new());
        let stops = (stepped_and_counted(&mut one, slice, &mut counts), translated(&mut engine, &mut two, slice));
        engine.take_counts(|at, elapsed| assert!(counted.insert(at, elapsed).is_none()));
        stops.0 != stops.1 || one != two || counts != counted
    })
}

const PLAIN: Mix = Mix { model: Model::I, fields: 1, eae: false, time_share: false, iots: 0, self_modifying: false };

#[test]
fn plain_programs() {
    check(1_000_000, PLAIN);
}

#[test]
fn programs_that_change_themselves() {
    check(2_000_000, Mix { self_modifying: true, ..PLAIN });
}

#[test]
fn programs_with_devices_and_interrupts() {
    check(3_000_000, Mix { iots: 12, ..PLAIN });
    check(4_000_000, Mix { iots: 4, self_modifying: true, ..PLAIN });
}

#[test]
fn programs_in_several_fields() {
    check(5_000_000, Mix { fields: 4, iots: 8, ..PLAIN });
    // Programs can name more fields than there are.
    check(6_000_000, Mix { fields: 2, iots: 8, self_modifying: true, ..PLAIN });
}

#[test]
fn programs_on_the_other_models() {
    for (first_seed, model) in [(7_000_000, Model::E), (8_000_000, Model::L), (9_000_000, Model::S)] {
        check(first_seed, Mix { model, fields: 2, iots: 6, ..PLAIN });
    }
}

#[test]
fn programs_that_are_shared() {
    for (first_seed, model) in [(13_000_000, Model::I), (14_000_000, Model::E), (15_000_000, Model::L)] {
        check(first_seed, Mix { model, fields: 2, time_share: true, iots: 6, ..PLAIN });
        check(first_seed + 500_000, Mix { model, fields: 2, time_share: true, iots: 3, self_modifying: true, ..PLAIN });
    }
}

#[test]
fn programs_with_eae() {
    for (first_seed, model) in [(10_000_000, Model::I), (11_000_000, Model::E)] {
        check(first_seed, Mix { model, fields: 2, eae: true, iots: 4, self_modifying: true, ..PLAIN });
    }
}

/// For random programs of several kinds, the translated engine counts the same time for each address as the stepped
/// machine.
#[test]
fn the_time_of_each_address_is_counted() {
    let mixes = [
        PLAIN,
        Mix { self_modifying: true, ..PLAIN },
        Mix { iots: 12, ..PLAIN },
        Mix { fields: 4, iots: 8, self_modifying: true, ..PLAIN },
        Mix { model: Model::E, fields: 2, eae: true, iots: 4, ..PLAIN },
        Mix { model: Model::I, fields: 2, eae: true, iots: 4, self_modifying: true, ..PLAIN },
        Mix { model: Model::S, iots: 6, ..PLAIN },
        Mix { fields: 2, time_share: true, iots: 6, ..PLAIN },
    ];
    let first_seed = 16_000_000 + setting("LOCKSTEP_FROM").unwrap_or(0);
    for seed in first_seed..first_seed + seeds() {
        let mix = mixes[(seed % mixes.len() as u64) as usize];
        let mut rng = Rng::with_seed(seed);
        let start = random_rig(&mut rng, mix);
        let mut slices: Vec<Slice> = (0..40).map(|_| random_slice(&mut rng)).collect();
        if (seed / mixes.len() as u64).is_multiple_of(2) {
            slices.iter_mut().for_each(|slice| slice.breakpoints = Arc::new(random_breakpoints(&mut rng)));
        }
        if let Some(count) = first_difference_of_counts(&start, &slices) {
            let shrunk = shrink(start, slices[..=count].to_vec(), first_difference_of_counts);
            panic!("seed {seed}, {mix:?}:\n{shrunk}");
        }
    }
}

#[test]
fn words_taken_at_random() {
    for seed in 12_000_000..12_000_000 + seeds() {
        let mut rng = Rng::with_seed(seed);
        let mut start = Rig::new(Config {
            model: one_of(&mut rng, Model::ALL),
            fields: rng.u8(1..9),
            eae: rng.bool(),
            time_share: rng.bool(),
        });
        for at in 0..start.machine.memory.size() as u16 {
            start.load(at, &[rng.u16(0..0o10000)]);
        }
        let mut slices: Vec<Slice> = (0..20).map(|_| random_slice(&mut rng)).collect();
        if seed % 2 != 0 {
            slices.iter_mut().for_each(|slice| slice.breakpoints = Arc::new(random_breakpoints(&mut rng)));
        }
        if let Some(count) = first_difference(&start, &slices) {
            panic!("seed {seed}:\n{}", shrink(start, slices[..=count].to_vec(), first_difference));
        }
    }
}

#[test]
fn a_delay_loop_stops_where_the_stepped_one_does() {
    for limit in [1, 100, 500, 1_000, 12_286, 12_287, 12_288, 12_289, 20_000] {
        let mut start = Rig::model(Model::I).with(0o200, &[0o2300, 0o5200, 0o1300, 0o5200]);
        start.load(0o300, &[0o0005]);
        let far = u64::MAX / 4;
        let slice = Slice { instructions: far, cycles: limit, nanoseconds: far, ..Slice::default() };
        assert_eq!(first_difference(&start, &[slice.clone(), slice.clone(), slice]), None, "{limit}");
    }
}

/// Returns a program that stores the instructions JMP I 230 to JMP I 233 at 0207 in turn, and executes each of them. At
/// each of the four addresses to which they jump, there is an instruction and JMP 200.
fn program_that_makes_its_jumps() -> Rig {
    // TAD 220; IAC; AND 221; DCA 220; TAD 220; TAD 222; DCA 207; the jump.
    let mut rig = Rig::model(Model::I).with(0o200, &[0o1220, 0o7001, 0o0221, 0o3220, 0o1220, 0o1222, 0o3207, 0]);
    rig.load(0o220, &[0, 3, 0o5630]);
    rig.load(0o230, &[0o240, 0o242, 0o244, 0o246]);
    for (at, word) in [(0o240, 0o2224), (0o242, 0o7000), (0o244, 0o7100), (0o246, 0o4250)] {
        rig.load(at, &[word, 0o5200]);
    }
    // The subroutine that the last of the four places calls.
    rig.load(0o250, &[0, 0o5650]);
    rig
}

/// Returns an empty set to which `add` has added breakpoints.
fn breakpoints(add: impl FnOnce(&mut BreakpointSet)) -> Arc<BreakpointSet> {
    let mut breakpoints = BreakpointSet::default();
    add(&mut breakpoints);
    Arc::new(breakpoints)
}

fn only(at: u16) -> std::ops::RangeInclusive<Address> {
    Address::new(at)..=Address::new(at)
}

const LONG_SLICE: u64 = 20_000;

fn long_slice(breakpoints: &Arc<BreakpointSet>) -> Slice {
    let far = u64::MAX / 4;
    let breakpoints = Arc::clone(breakpoints);
    Slice { instructions: LONG_SLICE, cycles: far, nanoseconds: far, breakpoints, ..Slice::default() }
}

#[test]
fn a_program_that_makes_its_jumps_stops_where_the_stepped_one_does() {
    for breakpoints in [
        breakpoints(|set| set.stop_at(only(0o244))),
        breakpoints(|set| set.stop_at(only(0o251))),
        // Only the word that the program makes is ever equal to this instruction.
        breakpoints(|set| set.stop_at_instruction(Word::new(0o5632), Word::new(0o7777))),
        breakpoints(|set| set.stop_at_instruction(Word::new(0o7100), Word::new(0o7777))),
        breakpoints(|set| set.stop_before_store(only(0o224))),
        breakpoints(|set| set.stop_before_store(only(0o250))),
        breakpoints(|set| set.stop_before_change(only(0o207))),
    ] {
        let start = program_that_makes_its_jumps();
        let mut rig = start.clone();
        let slices = vec![long_slice(&breakpoints); 100];
        assert_eq!(stepped(&mut rig, &slices[0]), StopReason::Breakpoint, "{breakpoints:?}");
        assert_eq!(first_difference(&start, &slices), None, "{breakpoints:?}");
    }
}

#[test]
fn breakpoints_that_are_never_met_leave_the_program_in_its_traces() {
    for breakpoints in [
        breakpoints(|set| set.stop_at(only(0o300))),
        breakpoints(|set| set.stop_at_instruction(Word::new(0o6777), Word::new(0o7777))),
        breakpoints(|set| set.stop_before_store(only(0o300))),
    ] {
        let (mut rig, mut engine) = (program_that_makes_its_jumps(), engine());
        assert_eq!(translated(&mut engine, &mut rig, &long_slice(&breakpoints)), StopReason::InstructionLimit);
        let traced = engine.traced_instructions();
        assert!(traced > LONG_SLICE * 95 / 100, "{traced} instructions by traces: {breakpoints:?}");
    }
}
