//! The workloads: the same words that `benches/compare-simh` gives to SIMH.

use focal8::ascii;
use focal8::machine::{Config, Limits, Machine, Time};
use focal8::roms;
use focal8::station::IoBus;
use focal8::tape::Tape;
use focal8::teletype::Speed;
use focal8::word::{Address, Word};

/// ISZ X; JMP .-1.
const LOOP: &[(u16, u16)] = &[(0o200, 0o2205), (0o201, 0o5200), (0o202, 0o5200)];

/// Subroutine calls, indirect references, auto-index, and an instruction that the program itself changes each turn.
const MIXED: &[(u16, u16)] = &[
    // 0200: copy 0100 words through auto-index, adding; call; modify; again
    (0o200, 0o7300), // START, CLA CLL
    (0o201, 0o1250), // TAD FROM
    (0o202, 0o3010), // DCA 10
    (0o203, 0o1251), // TAD TO
    (0o204, 0o3011), // DCA 11
    (0o205, 0o1252), // TAD MINUS
    (0o206, 0o3253), // DCA COUNT
    (0o207, 0o1410), // NEXT, TAD I 10
    (0o210, 0o4230), // JMS ADDER
    (0o211, 0o3411), // DCA I 11
    (0o212, 0o2253), // ISZ COUNT
    (0o213, 0o5207), // JMP NEXT
    (0o214, 0o2216), // ISZ LOAD: changes the next-but-one instruction
    (0o215, 0o7000), // NOP
    (0o216, 0o1400), // LOAD, TAD I (changes each turn)
    (0o217, 0o7010), // RAR
    (0o220, 0o0254), // AND MASK
    (0o221, 0o1255), // TAD BASE
    (0o222, 0o3216), // DCA LOAD: back to a harmless TAD I
    (0o223, 0o5200), // JMP START
    (0o230, 0o0000), // ADDER, 0
    (0o231, 0o1654), // TAD I 254: the mask as a pointer, nothing special
    (0o232, 0o7430), // SZL
    (0o233, 0o7101), // CLL IAC
    (0o234, 0o7450), // SNA
    (0o235, 0o7240), // STA
    (0o236, 0o7500), // SMA
    (0o237, 0o7041), // CIA
    (0o240, 0o5630), // JMP I ADDER
    (0o250, 0o0777), // FROM
    (0o251, 0o1777), // TO
    (0o252, 0o7700), // MINUS
    (0o253, 0o0000), // COUNT
    (0o254, 0o0007), // MASK
    (0o255, 0o1400), // BASE, TAD I 0
];

/// A machine about to run `program`, and the teletype that it may talk to.
pub fn load(program: &str) -> (Machine, IoBus) {
    let words = match program {
        "loop" => LOOP,
        "mixed" => MIXED,
        _ => return focal(),
    };
    let mut machine = Machine::new(Config::default());
    for &(at, bits) in words {
        machine.memory.write(Address::new(at), Word::new(bits));
    }
    let mut bus = IoBus::new(Speed::Real);
    machine.start_at(Address::new(0o200), &mut bus);
    (machine, bus)
}

/// FOCAL in the middle of `F I=1,20000;S A=A+FSQT(I)*1.5`, its keys typed two a second.
fn focal() -> (Machine, IoBus) {
    let mut machine = Machine::new(Config::default());
    let program = Tape::new(roms::FOCAL).program().expect("a tape from the box");
    for (address, word) in program.words() {
        machine.memory.write(address, word);
    }
    let mut bus = IoBus::new(Speed::Real);
    machine.start_at(Address::new(0o200), &mut bus);
    for key in b"F I=1,20000;S A=A+FSQT(I)*1.5\r" {
        // Slow enough for any answer to be printed.
        run_for(&mut machine, &mut bus, 500);
        bus.teletype_mut().press(ascii::marked(*key), machine.elapsed.time);
        bus.update_lines();
    }
    run_for(&mut machine, &mut bus, 2_000);
    (machine, bus)
}

fn run_for(machine: &mut Machine, bus: &mut IoBus, milliseconds: u64) {
    let time = machine.elapsed.time + Time::milliseconds(milliseconds);
    machine.run(bus, Limits { time, ..Limits::NONE });
}
