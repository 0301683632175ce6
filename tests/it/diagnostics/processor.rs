//! The diagnostics of the processor: the programs `instructions`, `operate`, `group3`, `addressing`, `exerciser`,
//! `memory`, `extension` and `interrupt`.

use focal8::diagnostics::{Diagnostic, Engine, Harness, Verdict};
use focal8::instruction::Model;
use focal8::machine::{Config, Machine};
use focal8::word::{Address, Word};

use super::{Defect, check, found};

const I: Config = Config { model: Model::I, fields: 1, eae: false, time_share: false };
const I_8K: Config = Config { fields: 2, ..I };
const I_32K: Config = Config { fields: 8, ..I };
const I_EAE: Config = Config { eae: true, ..I };
const E: Config = Config { model: Model::E, ..I };
const E_8K: Config = Config { fields: 2, ..E };
const L: Config = Config { model: Model::L, ..I };

/// Checks that the diagnostic `name` halts at a test whose name ends with `test` if `harm` is called after every
/// instruction that equals `code` under `mask`.
fn finds(name: &str, config: Config, (mask, code): (u16, u16), harm: fn(&mut Machine), test: &str) {
    let halted = found(name, config, Defect { mask, code, harm });
    assert!(halted.ends_with(test), "{name} has found something else: {halted}");
}

/// Checks that the diagnostic `name` halts at a test whose name ends with `test` if the machine has the configuration
/// `config` and the switches describe the configuration `told`.
fn unmasks(name: &str, config: Config, told: Config, test: &str) {
    for engine in [Engine::Stepped, Engine::Translated] {
        let mut bench = Harness::new(Diagnostic::named(name).expect("a diagnostic"), config);
        bench.station_mut().machine_mut().sr = Diagnostic::switches(told);
        match bench.run(engine) {
            Verdict::Failed { test: halted, .. } => assert!(halted.ends_with(test), "{name}: {halted}"),
            other => panic!("{name} takes {config:?} for {told:?}: {other:?}"),
        }
    }
}

const EVERY: (u16, u16) = (0, 0);
const TAD: (u16, u16) = (0o7000, 0o1000);
const DCA: (u16, u16) = (0o7000, 0o3000);
const ISZ: (u16, u16) = (0o7000, 0o2000);
const JMS: (u16, u16) = (0o7000, 0o4000);

fn only(code: u16) -> (u16, u16) {
    (0o7777, code)
}

fn complement_link(machine: &mut Machine) {
    machine.link = !machine.link;
}

fn skip(machine: &mut Machine) {
    machine.pc = machine.pc.next();
}

/// Undoes the skip of an operate instruction or IOT.
fn no_skip(machine: &mut Machine) {
    machine.pc = machine.ma.offset().next();
}

/// Makes a bit of a word of core always 0.
fn stuck(machine: &mut Machine, at: u16, bit: u16) {
    let at = Address::new(at);
    let word = machine.memory.read(at);
    machine.memory.write(at, Word::new(word.bits() & !bit));
}

#[test]
fn instructions() {
    check("instructions");
    let finds = |code, harm: fn(&mut Machine), test| finds("instructions", I, code, harm, test);
    finds(only(0o7440), no_skip, "SZA must skip when AC = 0");
    finds(only(0o7400), skip, "7400 must not skip");
    finds(only(0o7020), |m| m.link = false, "SNL must skip when L = 1");
    finds(only(0o7040), complement_link, "CMA must leave L = 0");
    finds(only(0o7540), no_skip, "SMA SZA must skip when only SZA holds");
    finds(
        only(0o7430),
        |m| {
            if m.link {
                skip(m)
            }
        },
        "SZL must not skip when L = 1",
    );
    finds(only(0o7700), |m| m.ac = Word::new(1), "SMA CLA must clear AC");
    finds(only(0o7001), |m| m.link = false, "the carry out of IAC must complement L");
    finds(only(0o7010), |m| m.ac = Word::new(m.ac.bits() & 0o3777), "RAR must bring the link into AC 0");
    finds(only(0o7326), |m| m.ac = Word::new(m.ac.bits() & 0o7775), "RTL must bring the link into AC 10");
    finds(TAD, |m| m.link = false, "the carry out of TAD must complement L");
    finds((0o7000, 0), |m| m.ac = m.mb, "2525 AND 5252 must be 0");
    finds(DCA, |m| m.ac = m.mb, "DCA must clear AC");
    finds(DCA, |m| m.memory.write(m.ma, Word::new(m.mb.bits() | 1)), "DCA must store 0");
    finds(ISZ, skip, "ISZ must not skip when it makes 7777");
    finds(ISZ, |m| m.link = false, "ISZ must leave L = 1");
    finds(JMS, |m| m.memory.write(m.ma, m.mb.next()), "JMS must store the address of the next instruction");
    finds(only(0o7604), |m| m.ac = Word::new(0o7777), "LAS must bring what OSR brings into an AC of 0");
}

#[test]
fn operate() {
    check("operate");
    finds("operate", I, only(0o7002), |m| m.ac = Word::ZERO, "7002 must leave AC alone elsewhere");
    finds("operate", E, only(0o7102), complement_link, "BSW and 7002 must leave L alone");
    finds("operate", I, only(0o7377), complement_link, "L must be both ANDed; on an 8/E as before");
    finds(
        "operate",
        I,
        only(0o7255),
        |m| m.ac = m.ac.next(),
        "RAL RAR: AC must be both ANDed; on an 8/E AC and the instruction",
    );
    finds("operate", L, only(0o7316), |m| m.ac = m.ac.next(), "RTL RTR: AC must be both ANDed; on an 8/E an address");
    finds("operate", I, only(0o7341), |m| m.link = false, "L must be as CLL, CML, IAC leave it");
    finds("operate", I, only(0o7066), |m| m.ac = Word::new(m.ac.bits() | 2), "AC must be as RTL leaves it");
    finds("operate", I, only(0o7111), skip, "group 1 must not skip");
    finds("operate", I, only(0o7570), skip, "SPA SNA SZL must not skip when any that is asked for does not hold");
    finds("operate", I, only(0o7530), no_skip, "SPA SNA SZL must skip when all that are asked for hold");
    finds("operate", I, only(0o7524), no_skip, "SMA SZA SNL must skip when any that is asked for holds");
    finds("operate", E, only(0o7714), |m| m.ac = Word::ZERO, "OSR must or the switches into AC, after CLA");
    finds("operate", I, only(0o7660), |m| m.ac = m.sr.next(), "CLA of group 2 must clear AC");
    finds("operate", I, only(0o7450), complement_link, "group 2 must leave L alone");
}

#[test]
fn group3() {
    check("group3");
    finds("group3", L, only(0o7601), |m| m.ac = Word::ZERO, "must leave AC alone, CLA or not");
    finds("group3", I, only(0o7451), skip, "without MQ or EAE group 3 must not skip");
    finds("group3", E, only(0o7421), |m| m.ac = m.mq, "MQL must clear AC");
    finds("group3", E, only(0o7521), |m| m.mq = m.ac, "SWP must bring AC into MQ");
    finds("group3", I_EAE, only(0o7621), |m| m.mq = Word::new(1), "CAM must clear MQ");
    finds("group3", I_EAE, only(0o7601), |m| m.mq = Word::ZERO, "7601 must leave MQ alone");
    finds("group3", I_EAE, only(0o7721), complement_link, "an MQ move must leave L alone");
    finds("group3", E, only(0o7405), |m| m.mq = Word::ZERO, "without the EAE its functions must leave MQ alone");
    finds(
        "group3",
        I_EAE,
        only(0o7441),
        |m| m.ac = Word::new(m.ac.bits() | 0o40),
        "SCA must bring no more than five bits",
    );
}

/// Acts as a defective machine: if a TAD is in the last word of a page, its operand is taken from the next page.
fn wrong_page(machine: &mut Machine) {
    let next = machine.pc.bits();
    if next & 0o177 == 0 && machine.ma.bits() == next - 0o200 {
        machine.ac = machine.memory.read(Address::new(next));
    }
}

#[test]
fn addressing() {
    check("addressing");
    let finds = |code, harm: fn(&mut Machine), test| finds("addressing", I, code, harm, test);
    finds((0o7600, 0o1200), wrong_page, "TAD in the last word of a page must read its own page");
    finds(only(0o1407), |m| m.ac = m.memory.read(m.ma.next()), "0007 must not be an auto-index register");
    finds(only(0o1417), |m| m.memory.write(Address::new(0o17), m.mb), "TAD I must leave the register one on");
    finds(
        only(0o1012),
        |m| m.memory.write(Address::new(0o12), m.mb.next()),
        "the register must stay after a direct TAD",
    );
    finds(
        (0o7770, 0o1410),
        |m| m.link |= m.ma == Address::new(0),
        "the carry out of a register must not reach the link",
    );
    finds(only(0o2415), |m| m.memory.write(m.ma, m.mb.next()), "ISZ I must count the register once, and then the word");
    finds(only(0o4416), |m| m.pc = m.pc.next(), "JMS I must store its return where the counted register shows");
    finds(
        only(0o7610),
        |m| m.pc = if m.pc == Word::new(1) { Word::ZERO } else { m.pc },
        "a skip at 7777 must pass over 0000",
    );
}

/// The defective machine fetches each instruction while it still executes the previous instruction, so a store into the
/// next word comes too late.
#[test]
fn a_machine_that_looks_ahead_is_found() {
    let mut bench = Harness::new(Diagnostic::named("addressing").expect("a diagnostic"), I);
    let verdict = bench.run_with(|machine, io_bus, _| {
        while machine.running {
            let next = Address::new(machine.pc.next().bits());
            let ahead = machine.memory.read(next);
            machine.step(io_bus);
            let stored = machine.memory.read(next);
            if stored != ahead && machine.pc_address() == next {
                machine.memory.write(next, ahead);
                machine.step(io_bus);
                machine.memory.write(next, stored);
            }
        }
        focal8::machine::StopReason::Halt
    });
    assert!(
        matches!(&verdict, Verdict::Failed { test, .. } if test.ends_with("DCA must change the next instruction to IAC")),
        "{verdict:?}"
    );
}

#[test]
fn exerciser() {
    check("exerciser");
    let finds = |code, harm: fn(&mut Machine), test| finds("exerciser", I, code, harm, test);
    // These are faults of one number in 4096, which a table of numbers would not contain.
    finds(
        (0o7777, 0o0021),
        |m| m.ac = Word::new(m.ac.bits() & if m.mb.bits() & 7 == 5 { 0o7773 } else { 0o7777 }),
        "AND must be the AND of each bit",
    );
    finds((0o7400, 0o1400), |m| m.link |= m.mb.bits() >> 6 == 0o52, "TAD I must be TAD, and Y + X must be X + Y");
    finds(
        (0o7400, 0o2400),
        |m| {
            if m.mb == Word::new(0o4000) {
                m.pc = m.pc.next()
            }
        },
        "ISZ must be IAC, and skip when it makes 0",
    );
    finds(
        (0o7400, 0o4400),
        |m| {
            if m.ma.bits() >> 3 == 0o612 {
                m.ac = m.ac.next()
            }
        },
        "JMS I and JMP I must leave AC alone",
    );
    finds(
        only(0o7006),
        |m| {
            if m.ac.bits() >> 4 == 0o123 {
                m.link = !m.link
            }
        },
        "five places to the left must be eight to the right",
    );
}

#[test]
fn memory() {
    check("memory");
    finds(
        "memory",
        I,
        EVERY,
        |m| stuck(m, 0o5001, 0o4000),
        "each word must keep its own address and field (BADAT, BADFLD)",
    );
    finds(
        "memory",
        I,
        EVERY,
        |m| stuck(m, 0o5000, 0o0400),
        "each word must keep its complemented address and field (BADAT, BADFLD)",
    );
    finds(
        "memory",
        I,
        EVERY,
        |m| stuck(m, 0o0156, 0o0002),
        "each word of the program's core must keep its own address (BADAT)",
    );
    finds(
        "memory",
        I_8K,
        EVERY,
        |m| stuck(m, 0o13777, 0o4000),
        "each word must keep its own address and field (BADAT, BADFLD)",
    );
    // Field 5 answers in place of field 4.
    let alias: fn(&mut Machine) = |m| {
        if m.ma.field() == 4 {
            m.memory.write(Address::in_field(5, m.ma.offset()), m.mb);
        } else if m.ma.field() == 5 {
            m.memory.write(Address::in_field(4, m.ma.offset()), m.mb);
        }
    };
    finds("memory", I_32K, (0o7400, 0o3400), alias, "each word must keep its own address and field (BADAT, BADFLD)");
}

#[test]
fn extension() {
    check("extension");
    let finds = |code, harm: fn(&mut Machine), test| finds("extension", I_8K, code, harm, test);
    const CIF: (u16, u16) = (0o7707, 0o6202);
    finds(only(0o6214), |m| m.ac = Word::new(m.ac.bits() & 0o0070), "RDF must or the field into AC");
    finds(
        CIF,
        |m| m.extension.data_field = m.extension.instruction_buffer,
        "TAD I must read the data field, whatever CIF waits",
    );
    finds(CIF, |m| m.extension.inhibit = false, "after CIF there must be no interrupt before JMP");
    finds((0o7707, 0o6203), |m| m.extension.data_field = 0, "CIF CDF must set DF at once");
    finds((0o7707, 0o6201), |m| m.extension.inhibit = true, "CDF must not hold the interrupt");
    finds(
        only(0o6234),
        |m| m.ac = Word::new(m.ac.bits() >> 3 & 7 | m.ac.bits() << 3 & 0o70),
        "RIB must bring IF and DF of before the interrupt (F)",
    );
    finds(only(0o6244), |m| m.extension.data_field = 0, "RMF must bring back DF (F)");
    finds(only(0o6244), |m| m.extension.inhibit = false, "after RMF there must be no interrupt before JMP");
    finds(
        EVERY,
        |m| {
            if m.pc == Word::ZERO && m.ma.offset() == Word::new(0o7777) {
                m.extension.set_instruction_field(0)
            }
        },
        "in field 1 10000 must come after 17777",
    );
    finds(
        (0o7000, 0o4000),
        |m| m.memory.write(Address::in_field(0, m.ma.offset()), m.mb),
        "JMS to another field must leave field 0 alone",
    );
}

#[test]
fn extension_of_the_8e() {
    const RTF: (u16, u16) = (0o7777, 0o6005);
    finds("extension", E_8K, RTF, |m| m.extension.data_field = 0, "RTF must set DF");
    finds("extension", E_8K, RTF, |m| m.extension.inhibit = false, "RTF must hold the interrupt");
    finds("extension", E_8K, only(0o6004), |m| m.ac = Word::ZERO, "GTF must bring SF as RIB does");
}

/// Whether the machine has just entered an interrupt.
fn entered(machine: &Machine) -> bool {
    machine.pc == Word::new(1) && machine.ma == Address::new(0) && machine.ir == 4
}

#[test]
fn interrupt() {
    check("interrupt");
    let finds_on = finds;
    let finds = |code, harm: fn(&mut Machine), test| finds("interrupt", I, code, harm, test);
    const ION: (u16, u16) = (0o7777, 0o6001);
    finds(ION, |m| m.ion_delay = false, "the instruction after ION must be done");
    finds(ION, |m| m.extension.inhibit = true, "after ION and one instruction there must be an interrupt");
    finds(only(0o6002), |m| m.ion = true, "without ION there must be no interrupt");
    finds(
        EVERY,
        |m| {
            if entered(m) {
                m.link = false
            }
        },
        "an interrupt must leave L = 1",
    );
    finds(
        EVERY,
        |m| {
            if entered(m) {
                m.memory.write(m.ma, m.mb.next())
            }
        },
        "0000 must have the address of the next instruction",
    );
    finds(only(0o6003), |m| m.ac = m.ac.next(), "6000 and 6003-6007 must leave AC alone (CODE)");
    finds(only(0o6007), |m| m.ion = false, "6000 and 6003-6007 must not turn ION off, nor hold it (CODE)");
    finds_on("interrupt", E, only(0o6000), |m| m.ion = true, "SKON must turn ION off");
    finds_on("interrupt", E, only(0o6003), skip, "SRQ must not skip when there is no request");
    finds_on("interrupt", E, only(0o6006), no_skip, "SGT must skip when RTF has set GT");
    finds_on("interrupt", E, only(0o6007), |m| m.gt = true, "CAF must clear GT");
    finds_on("interrupt", E, only(0o6045), skip, "SPI must not skip with the enable off");
}

/// The switches describe a machine, and the diagnostic finds that the machine is a different one.
#[test]
fn another_machine_than_the_switches_say_is_found() {
    unmasks("operate", E, I, "7002 must leave AC alone elsewhere");
    unmasks("operate", I, E, "BSW must swap the halves of AC on an 8/E; 7002 must leave AC alone elsewhere");
    unmasks("group3", I, I_EAE, "MQL must clear AC");
    unmasks("group3", I_EAE, I, "without MQ or EAE group 3 must not skip");
    unmasks("group3", E, L, "without MQ or EAE group 3 must leave AC alone, CLA or not");
    unmasks("memory", I_8K, I_32K, "each word must keep its own address and field (BADAT, BADFLD)");
    unmasks("extension", I, I_8K, "RDF must bring the field that CDF has set (F)");
    unmasks("interrupt", E, I, "with ION on 6000 and 6003-6007 must not skip (CODE)");
    unmasks("interrupt", I, E, "SKON must turn ION off");
}

/// A pass leaves the program unchanged: CONTINUE makes another pass, and so does START.
#[test]
fn passes_can_be_repeated() {
    for name in ["instructions", "operate", "group3", "addressing", "exerciser", "memory", "extension", "interrupt"] {
        let diagnostic = Diagnostic::named(name).expect("a diagnostic");
        for config in [I_8K, E_8K] {
            let mut bench = Harness::new(diagnostic, config);
            assert_eq!(bench.run(Engine::Translated), Verdict::Passed, "{name}");
            bench.station_mut().resume();
            assert_eq!(bench.run(Engine::Translated), Verdict::Passed, "{name}, the second pass");
            bench.station_mut().start(Address::new(0o200));
            assert_eq!(bench.run(Engine::Translated), Verdict::Passed, "{name}, started again");
        }
    }
}
