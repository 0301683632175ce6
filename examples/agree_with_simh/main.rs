//! Compares our PDP-8/E with SIMH's `pdp8` (Debian package `simh`): both run the same random cases.
//!
//! `cargo run --example agree_with_simh -- [CASES] [SEED]`, or `-- discs [CASES] [SEED]`: see [`discs`].
//!
//! SIMH, our cycle-stepped engine and our fast engine each run every case. The example then compares all registers and
//! all words of core that the case set or changed; after every thousand cases it compares all 32K. The exit code is 1
//! if anything differs. Three cases in four are programs of about 20 to 120 words, which run for at most 2,000
//! instructions. The others are single instructions at addresses that programs seldom reach.
//!
//! Covered: direct and indirect memory references in the current page and page zero, auto-index registers, and stores
//! into the program itself; all operate instructions, including HLT; every group 3 code in modes A and B with its
//! operands, and changes of mode; CDF, CIF, RMF and the IOTs that read the field registers, in programs in one to three
//! fields; all IOTs 600x, interrupts from the printer's flag, and the return from these interrupts; user mode, its IOTs
//! and traps, and the registers that hold its state; the Teletype's flags and interrupt enable.
//!
//! Not covered: any model but the 8/E, since SIMH's PDP-8 is an 8/E; cycles and time, which SIMH does not count; every
//! device operation that takes time, and so all sending and receiving. A run ends before the first instruction that
//! SIMH is known to execute differently, or that our machine lacks. The example counts such ends: see
//! [`beyond_compare`].

mod discs;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::{Command, ExitCode, Stdio};

use fastrand::Rng;
use focal8::instruction::Model;
use focal8::machine::{Config, Limits, Machine, TranslatedEngine};
use focal8::station::IoBus;
use focal8::teletype::Speed;
use focal8::word::{Address, Word};

/// The word that fills core around a case: HLT, so that a program that jumps to a wrong address ends soon.
const EMPTY: u16 = 0o7402;

/// The SIMH commands for the largest machine. They disable the disc DF, because its name hides the register DF, the
/// data field.
const SIMH_SETUP: &str = "set df disabled\nset cpu 32k\nset cpu eae\nd 0-77777 7402\n";

/// The SIMH commands that clear the interrupts, traps and field changes of the previous case.
const SIMH_BEFORE_EACH: &str = "reset\nd uf_int 0\nd cif_delay 1\n";

/// The SIMH command that marks the beginning of SIMH's answer to a test case.
const MARK: &str = "echo CASE\n";

/// The number of cases that run between two comparisons of all core.
const CASES_TO_A_CORE: usize = 1_000;

/// The largest number of instructions that a program executes. In a much shorter run, the fast engine would translate
/// nothing.
const MAX_STEPS: u64 = 2_000;

/// The initial state of a machine, and the number of instructions to execute.
struct Case {
    registers: Registers,
    core: BTreeMap<u16, u16>,
    steps: u64,
}

/// The registers that both machines have, with SIMH's names, in the order in which SIMH prints them.
type Registers = [(&'static str, u16); 16];

/// The state after a case: registers by name, and words of core by address.
#[derive(PartialEq)]
struct Outcome {
    registers: Vec<(String, u16)>,
    core: BTreeMap<u16, u16>,
}

/// The totals over all cases. The number of differences is not among them.
#[derive(Default)]
struct Tally {
    instructions: u64,
    traced: u64,
    halted: u64,
    cut: BTreeMap<&'static str, u64>,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let is_of_discs = arguments.next_if(|word| word == "discs").is_some();
    let mut number = |usual| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (count, seed) = (number(if is_of_discs { 50 } else { 10_000 }), number(1));
    if is_of_discs {
        return discs::compare(count, seed);
    }
    let mut rng = Rng::with_seed(seed);
    let mut tally = Tally::default();
    let (mut cases, mut ours) = (Vec::new(), Vec::new());
    let mut different = 0;
    while (cases.len() as u64) < count {
        let mut case = if cases.len() % 4 == 3 { instruction(&mut rng) } else { program(&mut rng) };
        if !cut(&mut case, &mut tally) {
            continue;
        }
        let stepped = stepped(&case);
        let fast = fast(&case, &mut tally);
        tally.instructions += stepped.elapsed.instructions;
        tally.halted += u64::from(!stepped.running);
        if stepped != fast {
            different += 1;
            report(&case, "stepped", &outcome(&case, &stepped), "fast", &outcome(&case, &fast));
        }
        ours.push(outcome(&case, &stepped));
        cases.push(case);
    }
    let theirs = simh(&cases, &ours);
    assert_eq!(theirs.len(), cases.len(), "an answer to every case");
    for (case, (their, our)) in cases.iter().zip(theirs.iter().zip(&ours)) {
        if their != our {
            different += 1;
            report(case, "SIMH", their, "ours", our);
        }
    }
    println!("{} cases, {} halted, {} instructions", cases.len(), tally.halted, tally.instructions);
    println!("{} of them by traces in the translated engine", tally.traced);
    for (reason, times) in tally.cut {
        println!("{times} ended before {reason}");
    }
    println!("{different} differences");
    ExitCode::from(u8::from(different > 0))
}

/// Returns a random word. One word in three is an edge value, such as 0 or 7777.
fn word(rng: &mut Rng) -> u16 {
    const EDGES: [u16; 8] = [0, 1, 0o7777, 0o7776, 0o4000, 0o3777, 0o2000, 0o6000];
    if rng.u8(0..3) == 0 { EDGES[rng.usize(0..8)] } else { rng.u16(0..0o10000) }
}

/// Returns random registers, with the PC at `at` in the given field.
fn registers(rng: &mut Rng, field: u16, at: u16) -> Registers {
    [
        ("ac", word(rng)),
        ("mq", word(rng)),
        ("l", rng.u16(0..2)),
        ("sc", rng.u16(0..32)),
        ("sr", word(rng)),
        ("gtf", rng.u16(0..2)),
        ("emode", rng.u16(0..2)),
        ("ion", 0),
        ("sf", rng.u16(0..128)),
        ("pc", field << 12 | at),
        ("if", field),
        ("ib", field),
        ("df", rng.u16(0..8)),
        ("uf", 0),
        ("ub", 0),
        ("uf_int", 0),
    ]
}

fn set(registers: &mut Registers, name: &str, value: u16) {
    let found = registers.iter_mut().find(|(own, _)| *own == name);
    found.expect("a register that both have").1 = value;
}

/// Returns a case of one operate instruction or EAE function with its operands, at one of seven addresses.
fn instruction(rng: &mut Rng) -> Case {
    let code = 0o7000 | rng.u16(0..0o1000);
    let field = rng.u16(0..8);
    let at = [0o200, 0o16, 0o7, 0o376, 0o177, 0o3400, 0o7776][rng.usize(0..7)];
    let registers = registers(rng, field, at);
    let operand = word(rng);
    let mut core = BTreeMap::new();
    // In mode B the operand word is an address. The EAE increments it first if the word is at 0010 to 0017.
    let data_field = registers[12].1 << 12;
    for address in [operand, operand + 1, operand + 2] {
        core.insert(data_field | address & 0o7777, word(rng));
    }
    core.insert(field << 12 | at, code);
    core.insert(field << 12 | (at + 1), operand);
    Case { registers, core, steps: 1 }
}

/// The address at which a program begins in each of its fields.
const START: u16 = 0o200;

/// The addresses of the auto-index registers, pointers and counters in page zero.
const DATA: std::ops::Range<u16> = 0o10..0o60;

/// Returns a case with a random program and an interrupt service routine. One to three fields contain the same program,
/// each with its own data.
fn program(rng: &mut Rng) -> Case {
    let length = rng.u16(20..120);
    let mut words = Vec::new();
    while (words.len() as u16) < length {
        phrase(rng, START + words.len() as u16, START + length, &mut words);
    }
    let fields = rng.u16(1..4);
    let mut core = BTreeMap::new();
    for field in 0..fields {
        let base = field << 12;
        for at in DATA {
            // A word is a pointer into the program, a pointer to data, or any word.
            let word = match rng.u8(0..4) {
                0 => START + rng.u16(0..length),
                1 => word(rng),
                _ => rng.u16(0o20..0o120),
            };
            core.insert(base | at, word);
        }
        core.extend((base | START..).zip(words.iter().copied()));
    }
    // The service routine is TCF; CINT; RMF; ION; JMP I 0. In one case of four it is JMP 1, an endless loop.
    match rng.u8(0..4) {
        0 => core.extend([(1, 0o5001)]),
        _ => core.extend((1..).zip([0o6042, 0o6204, 0o6244, 0o6001, 0o5400])),
    }
    let field = rng.u16(0..fields);
    let mut registers = registers(rng, field, START);
    set(&mut registers, "ion", rng.u16(0..2));
    let is_user = u16::from(rng.u8(0..4) == 0);
    let was_user = u16::from(rng.u8(0..4) == 0);
    set(&mut registers, "sf", was_user << 6 | rng.u16(0..fields) << 3 | rng.u16(0..fields));
    set(&mut registers, "uf", is_user);
    set(&mut registers, "ub", is_user);
    set(&mut registers, "df", rng.u16(0..fields));
    Case { registers, core, steps: MAX_STEPS }
}

/// Appends a random instruction and its operand to `words`. The address of the instruction is `at`, and the program
/// ends at `end`.
fn phrase(rng: &mut Rng, at: u16, end: u16, words: &mut Vec<u16>) {
    const IOTS: [u16; 46] = [
        0o6204, 0o6254, 0o6254, 0o6264, 0o6274, 0o6274, 0o6000, 0o6001, 0o6001, 0o6001, 0o6002, 0o6003, 0o6004, 0o6005,
        0o6006, 0o6007, 0o6030, 0o6031, 0o6032, 0o6034, 0o6035, 0o6036, 0o6040, 0o6040, 0o6040, 0o6041, 0o6042, 0o6045,
        0o6202, 0o6212, 0o6222, 0o6203, 0o6213, 0o6223, 0o6201, 0o6211, 0o6221, 0o6214, 0o6224, 0o6234, 0o6244, 0o6271,
        0o6205, 0o6206, 0o6033, 0o6047,
    ];
    let page_zero = |rng: &mut Rng| rng.u16(DATA);
    let own_page = |rng: &mut Rng| 0o200 | rng.u16(START..end) & 0o177;
    let forward = |rng: &mut Rng| 0o200 | (at + 1 + rng.u16(0..8)).min(end) & 0o177;
    match rng.u8(0..100) {
        // AND, TAD, ISZ, DCA.
        0..40 => {
            let operation = [0, 0o1000, 0o1000, 0o2000, 0o3000][rng.usize(0..5)];
            let place = match rng.u8(0..8) {
                0 => 0o400 | own_page(rng),
                1 => own_page(rng),
                2..5 => 0o400 | page_zero(rng),
                _ => page_zero(rng),
            };
            words.push(operation | place);
        }
        // JMP and JMS, most of them forward.
        40..48 => words.push(0o5000 | forward(rng)),
        48..52 => words.extend([0o4000 | forward(rng), word(rng)]),
        52..54 => words.push([0o5000, 0o4000][rng.usize(0..2)] | own_page(rng)),
        54..57 => words.push([0o5400, 0o4400][rng.usize(0..2)] | page_zero(rng)),
        57..70 => words.push(0o7000 | rng.u16(0..0o400)),
        // All of group 2, with HLT in one of twenty.
        70..80 => {
            let halts = if rng.u8(0..20) == 0 { 2 } else { 0 };
            words.push(0o7400 | rng.u16(0..0o400) & !3 | halts);
        }
        80..90 => {
            // Codes that SIMH executes differently must be rare, because the program ends there.
            let unwanted = if rng.u8(0..8) == 0 { 0 } else { 0o20 };
            let code = 0o7401 | rng.u16(0..0o400);
            words.push(if code & 0o60 == 0o60 { code & !unwanted } else { code });
            // The word is an operand, or in mode B the address of an operand.
            words.push(if rng.bool() { page_zero(rng) } else { word(rng) });
        }
        90..91 => words.push([0o7431, 0o7447][rng.usize(0..2)]),
        91..99 => match IOTS[rng.usize(0..IOTS.len())] {
            // RTF must not set user mode too often, so in three of four cases an AND clears the bit first.
            0o6005 if rng.u8(0..4) > 0 => words.extend([0o7000, 0o0200 | (at + 4) & 0o177, 0o6005, 0o7410, 0o7677]),
            code => words.push(code),
        },
        _ => words.push(rng.u16(0..0o10000)),
    }
}

/// Returns the reason why the next instruction cannot be compared; `None` if it can.
fn beyond_compare(machine: &Machine) -> Option<&'static str> {
    let bits = machine.memory.read(machine.pc_address()).bits();
    match bits {
        0o6000..=0o6777 if machine.extension.user_mode => None,
        0o6000..=0o6007 | 0o6030..=0o6037 | 0o6040..=0o6043 | 0o6045 | 0o6047 | 0o6200..=0o6277 => None,
        0o6000..=0o6777 => Some("IOTs of devices that take time, or that only one of the two has"),
        // docs/accuracy.md says why our machine executes SCA first.
        _ if bits & 0o7461 == 0o7461 && !machine.mode_b => Some("SCA with MQL in mode A, which SIMH does after it"),
        _ => None,
    }
}

/// Ends the case before the first instruction that cannot be compared; returns whether any instruction is left.
fn cut(case: &mut Case, tally: &mut Tally) -> bool {
    let (mut machine, mut bus) = machine(case);
    while machine.running && machine.elapsed.instructions < case.steps {
        if !machine.enters_interrupt(&bus)
            && let Some(reason) = beyond_compare(&machine)
        {
            *tally.cut.entry(reason).or_default() += 1;
            case.steps = machine.elapsed.instructions;
        } else {
            machine.step(&mut bus);
        }
    }
    case.steps > 0
}

/// Returns our machine in the initial state of the case.
fn machine(case: &Case) -> (Machine, IoBus) {
    let mut machine = Machine::new(Config { model: Model::E, fields: 8, eae: true, time_share: true });
    for at in 0..0o100000 {
        machine.memory.write(Address::new(at), Word::new(EMPTY));
    }
    for (&at, &bits) in &case.core {
        machine.memory.write(Address::new(at), Word::new(bits));
    }
    for (name, value) in case.registers {
        match name {
            "ac" => machine.ac = Word::new(value),
            "l" => machine.link = value != 0,
            "mq" => machine.mq = Word::new(value),
            "sc" => machine.sc = value as u8,
            "sr" => machine.sr = Word::new(value),
            "pc" => machine.pc = Word::new(value),
            "if" => machine.extension.instruction_field = value as u8,
            "ib" => machine.extension.instruction_buffer = value as u8,
            "df" => machine.extension.data_field = value as u8,
            "sf" => machine.extension.save_field = value as u8,
            "ion" => machine.ion = value != 0,
            "gtf" => machine.gt = value != 0,
            "emode" => machine.mode_b = value != 0,
            "uf" => machine.extension.user_mode = value != 0,
            "ub" => machine.extension.user_buffer = value != 0,
            "uf_int" => machine.extension.user_interrupt = value != 0,
            other => panic!("no register {other}"),
        }
    }
    machine.running = true;
    (machine, IoBus::new(Speed::Real))
}

fn limits(case: &Case) -> Limits {
    Limits { instructions: case.steps, ..Limits::NONE }
}

fn stepped(case: &Case) -> Machine {
    let (mut machine, mut bus) = machine(case);
    machine.run(&mut bus, limits(case));
    machine
}

fn fast(case: &Case, tally: &mut Tally) -> Machine {
    let (mut machine, mut bus) = machine(case);
    let mut engine = TranslatedEngine::new();
    engine.run(&mut machine, &mut bus, limits(case));
    tally.traced += engine.traced_instructions();
    machine
}

/// Returns the state of our machine after the case: every register, and the words of core that the case set or changed.
fn outcome(case: &Case, machine: &Machine) -> Outcome {
    let extension = machine.extension;
    let values = case.registers.map(|(name, _)| match name {
        "ac" => machine.ac.bits(),
        "l" => u16::from(machine.link),
        "mq" => machine.mq.bits(),
        "sc" => u16::from(machine.sc),
        "sr" => machine.sr.bits(),
        "pc" => machine.pc_address().bits(),
        "if" => u16::from(extension.instruction_field),
        "ib" => u16::from(extension.instruction_buffer),
        "df" => u16::from(extension.data_field),
        "sf" => u16::from(extension.save_field),
        "ion" => u16::from(machine.ion),
        "gtf" => u16::from(machine.gt),
        "emode" => u16::from(machine.mode_b),
        "uf" => u16::from(extension.user_mode),
        "ub" => u16::from(extension.user_buffer),
        "uf_int" => u16::from(extension.user_interrupt),
        other => panic!("no register {other}"),
    });
    let registers = case.registers.iter().zip(values).map(|(&(name, _), value)| (name.to_owned(), value)).collect();
    let words = (0..).zip(machine.memory.words()).map(|(at, word)| (at, word.bits()));
    let core = words.filter(|&(at, bits)| bits != EMPTY || case.core.contains_key(&at)).collect();
    Outcome { registers, core }
}

fn report(case: &Case, one: &str, first: &Outcome, other: &str, second: &Outcome) {
    println!("after {} instructions", case.steps);
    let registers: Vec<String> = case.registers.iter().map(|(name, value)| format!("{name} {value:o}")).collect();
    println!("  {}", registers.join(" "));
    let mut line = String::new();
    let mut expected = None;
    for (&at, &bits) in &case.core {
        if expected != Some(at) {
            let _ = write!(line, "\n  {at:05o}:");
        }
        let _ = write!(line, " {bits:04o}");
        expected = Some(at + 1);
    }
    println!("{}", line.trim_start_matches('\n'));
    for ((name, a), (_, b)) in first.registers.iter().zip(&second.registers).filter(|(a, b)| a != b) {
        println!("  {name}: {one} {a:o}, {other} {b:o}");
    }
    let word = |outcome: &Outcome, at| outcome.core.get(&at).copied().unwrap_or(EMPTY);
    for at in (0..0o100000).filter(|&at| word(first, at) != word(second, at)) {
        println!("  {at:05o}: {one} {:04o}, {other} {:04o}", word(first, at), word(second, at));
    }
}

/// Returns the addresses in SIMH's form: ranges separated by commas.
fn stretches(addresses: impl Iterator<Item = u16>) -> String {
    let mut stretches: Vec<(u16, u16)> = Vec::new();
    for at in addresses {
        match stretches.last_mut() {
            Some((_, last)) if *last + 1 == at => *last = at,
            _ => stretches.push((at, at)),
        }
    }
    let written: Vec<String> = stretches.into_iter().map(|(first, last)| format!("{first:o}-{last:o}")).collect();
    written.join(",")
}

/// Returns the SIMH commands that set up, run, examine and clear each case.
fn orders(cases: &[Case], ours: &[Outcome]) -> String {
    let mut orders = SIMH_SETUP.to_owned();
    for (count, (case, our)) in cases.iter().zip(ours).enumerate() {
        orders += SIMH_BEFORE_EACH;
        for (&at, &bits) in &case.core {
            let _ = writeln!(orders, "d {at:o} {bits:o}");
        }
        // SIMH sets IF when it sets PC.
        for (name, value) in case.registers.iter().filter(|(name, _)| *name != "if") {
            let _ = writeln!(orders, "d {name} {value:o}");
        }
        let _ = writeln!(orders, "step {}", case.steps);
        orders += MARK;
        let names: Vec<&str> = case.registers.iter().map(|&(name, _)| name).collect();
        let _ = writeln!(orders, "e {}", names.join(","));
        let places = stretches(our.core.keys().copied());
        // SIMH cuts off a line that is too long.
        for part in places.split(',').collect::<Vec<_>>().chunks(8) {
            let _ = writeln!(orders, "e {}", part.join(","));
        }
        for stretch in places.split(',') {
            let _ = writeln!(orders, "d {stretch} {EMPTY:o}");
        }
        // A word that only SIMH has stored appears here, among the words of the last case.
        if (count + 1) % CASES_TO_A_CORE == 0 || count + 1 == cases.len() {
            orders += "echo CORE\ne 0-77777\n";
        }
    }
    orders + "quit\n"
}

/// Runs SIMH and returns its results, one for each case. The output for each case begins with the text of [`MARK`].
fn simh(cases: &[Case], ours: &[Outcome]) -> Vec<Outcome> {
    // The commands are in a file: on a pipe, a program that polls the keyboard would read them as input.
    let script = std::env::temp_dir().join(format!("agree-with-simh-{}", std::process::id()));
    std::fs::write(&script, orders(cases, ours)).expect("a place for the orders");
    let output = Command::new("pdp8").arg(&script).stdin(Stdio::null()).output().expect("SIMH: apt-get install simh");
    std::fs::remove_file(&script).expect("the orders are there");
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut all_core = false;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if line.ends_with("CASE") {
            outcomes.push(Outcome { registers: Vec::new(), core: BTreeMap::new() });
            all_core = false;
        }
        all_core |= line.ends_with("CORE");
        let (Some((place, value)), Some(outcome)) = (line.split_once(":\t"), outcomes.last_mut()) else { continue };
        let Ok(value) = u16::from_str_radix(value.trim(), 8) else { continue };
        match u16::from_str_radix(place, 8) {
            Ok(_) if all_core && value == EMPTY => {}
            Ok(at) => _ = outcome.core.insert(at, value),
            Err(_) => outcome.registers.push((place.to_lowercase(), value)),
        }
    }
    outcomes
}
