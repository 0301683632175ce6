//! Fuzzes the machine itself, on both engines: with any core, any input of the devices, and any actions of the
//! operator.
//!
//! - every run ends when its cycles are used
//! - the stepped engine and the fast one (in machine code, where the host has it) stop for the same reason and in the
//!   same state: registers, core, counts, simulated time and every device
//! - the machine prints and punches at most one character for each instruction that can send a character

#![no_main]

use arbitrary::Arbitrary;
use focal8::devices::{HighSpeedPunch, HighSpeedReader};
use focal8::instruction::{Eae, Model};
use focal8::machine::{Bus, Config, Device, Limits, Machine, StopReason, Time, Traces, TranslatedEngine};
use focal8::station::IoBus;
use focal8::teletype::{Lever, Speed};
use focal8::word::{Address, Word};
use libfuzzer_sys::fuzz_target;

/// The maximum number of cycles in a [`Turn`]; `TURNS` is the maximum number of turns for one input.
const CYCLES: u16 = 4_000;
const TURNS: usize = 8;

/// The machine, its core, its tapes and the actions of its operator.
#[derive(Arbitrary, Debug)]
struct Input {
    model: u8,
    fields: u8,
    eae: bool,
    slow: bool,
    protected: bool,
    switches: u16,
    start: u16,
    reader: Vec<u8>,
    fast_reader: Vec<u8>,
    /// The word that fills core before the words of `core` are stored.
    filling: u16,
    core: Vec<Stretch>,
    turns: Vec<Turn>,
}

/// An address, and the words that are stored from this address on.
#[derive(Arbitrary, Debug)]
struct Stretch {
    at: u16,
    words: Vec<u16>,
}

/// An action of the operator, and the run of the machine after this action.
#[derive(Arbitrary, Debug)]
struct Turn {
    hand: Hand,
    cycles: u16,
    instructions: Option<u16>,
    microseconds: Option<u16>,
}

#[derive(Arbitrary, Debug)]
enum Hand {
    None,
    Key(u8),
    Deposit(u16, u16),
    Start(u16),
    /// Sets the AC and link, the MQ, the step counter and the flags.
    Registers(u16, u16, u8, u8),
    /// Sets the PC, and the fields of [`focal8::machine::Extension`].
    Fields(u16, u16),
    Switches(u16),
    Cycle,
    Lever(u8),
    Punch(bool),
    Mount(Vec<u8>),
}

/// A machine with its devices.
#[derive(Clone)]
struct Rig {
    machine: Machine,
    io_bus: IoBus,
}

fuzz_target!(|input: Input| {
    let mut stepped = Rig::new(&input);
    let mut fast = stepped.clone();
    let mut engine = TranslatedEngine::with(Traces::MachineCode);
    for turn in input.turns.iter().take(TURNS) {
        stepped.hand(&turn.hand);
        fast.hand(&turn.hand);
        let limits = stepped.limits(turn);
        let stop = stepped.machine.run(&mut stepped.io_bus, limits);
        assert_eq!(engine.run(&mut fast.machine, &mut fast.io_bus, limits), stop);
        assert!(stepped.machine == fast.machine, "{:?}\n{:?}", stepped.registers(), fast.registers());
        assert!(stepped.io_bus == fast.io_bus, "devices differ");
        assert!(stop != StopReason::Halt || !stepped.machine.running);
    }
    // An instruction sends at most one character. If it does so before the previous character is complete, it spoils
    // the previous character.
    let most = stepped.machine.elapsed.instructions + 1;
    assert!(stepped.io_bus.teletype().printer.printed().len() as u64 <= most);
    assert!(stepped.io_bus.teletype().punch.frames().len() as u64 <= most);
    assert!(stepped.device::<HighSpeedPunch>().frames().len() as u64 <= most);
});

impl Rig {
    fn new(input: &Input) -> Self {
        let model = Model::ALL[usize::from(input.model) % Model::ALL.len()];
        let mut machine = Machine::new(Config {
            model,
            fields: 1 + (input.fields & 7),
            eae: input.eae,
            time_share: input.fields & 8 != 0,
        });
        let mut io_bus = IoBus::new(if input.slow { Speed::Real } else { Speed::Fast });
        if input.filling != 0 {
            (0..machine.memory.size() as u16)
                .for_each(|at| machine.memory.write(Address::new(at), Word::new(input.filling)));
        }
        for Stretch { at, words } in &input.core {
            let mut address = Address::new(*at);
            for &bits in words {
                machine.memory.write(address, Word::new(bits));
                address = address.next();
            }
        }
        machine.memory.protect_last_page(input.protected && model.traits().memory_protect);
        machine.sr = Word::new(input.switches);
        machine.start_at(Address::new(input.start), &mut io_bus);
        io_bus.teletype_mut().mount(input.reader.clone(), machine.elapsed.time);
        io_bus.device_mut::<HighSpeedReader>().expect("a standard device").mount(input.fast_reader.clone());
        io_bus.update_lines();
        Rig { machine, io_bus }
    }

    /// Carries out an action of the operator.
    fn hand(&mut self, hand: &Hand) {
        let Rig { machine, io_bus } = self;
        let now = machine.elapsed.time;
        match *hand {
            Hand::None => {}
            Hand::Key(key) => {
                io_bus.teletype_mut().press(key, now);
            }
            Hand::Deposit(at, bits) => machine.memory.write(Address::new(at), Word::new(bits)),
            Hand::Start(at) => machine.start_at(Address::new(at), io_bus),
            Hand::Registers(lac, mq, sc, flags) => {
                (machine.ac, machine.link) = (Word::new(lac), lac & 0o10000 != 0);
                (machine.mq, machine.sc) = (Word::new(mq), sc & 0o37);
                (machine.ion, machine.gt) = (flags & 1 != 0, flags & 2 != 0);
                let Config { model, eae, .. } = machine.config();
                machine.mode_b = flags & 4 != 0 && eae && model.traits().eae == Some(Eae::Ke8E);
            }
            Hand::Fields(pc, fields) => {
                machine.pc = Word::new(pc);
                machine.extension.set_instruction_field((fields & 7) as u8);
                machine.extension.data_field = (fields >> 3 & 7) as u8;
                machine.extension.save_field = (fields >> 6 & 0o77) as u8;
            }
            Hand::Switches(bits) => machine.sr = Word::new(bits),
            Hand::Cycle => machine.cycle(io_bus),
            Hand::Lever(lever) => {
                io_bus.teletype_mut().set_lever([Lever::Start, Lever::Stop, Lever::Free][usize::from(lever) % 3], now);
            }
            Hand::Punch(on) => io_bus.teletype_mut().punch.set_on(on),
            Hand::Mount(ref frames) => io_bus.teletype_mut().mount(frames.clone(), now),
        }
        io_bus.update_lines();
        machine.resume();
    }

    fn device<D: Device>(&self) -> &D {
        self.io_bus.device().expect("a standard device")
    }

    fn limits(&self, turn: &Turn) -> Limits {
        let elapsed = self.machine.elapsed;
        let soon = |count: Option<u16>, now: u64| count.map_or(u64::MAX, |count| now + u64::from(count));
        Limits {
            cycles: elapsed.cycles + u64::from(turn.cycles % CYCLES),
            instructions: soon(turn.instructions, elapsed.instructions),
            time: turn.microseconds.map_or(Time::NEVER, |count| elapsed.time + Time::microseconds(count.into())),
        }
    }

    fn registers(&self) -> String {
        let due = self.io_bus.next_event();
        format!("{} {:?} {due:?}", focal8::machine::trace(&self.machine), self.machine.elapsed)
    }
}
