//! The machine while traces run: what is not in core, and not in the host's registers.

use super::cost::Cost;
use super::guard::{Guard, zeros};
use super::op::Operands;
use crate::instruction::Model;
use crate::machine::arithmetic::Arithmetic;
use crate::machine::{Bus, Machine};
use crate::word::{Address, Word};

/// How many slots there are: as many as a half-word can count.
pub(super) const ROOM: usize = 1 << 16;

/// Slots behind the last, so that a sequence of operations need not test whether it runs past the end.
pub(super) const SPARE: usize = 8;

/// Why the traces were left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// The cycles are used up.
    Budget,
    /// There is no trace that begins at the PC.
    Missing,
    /// The instruction at the PC is one for the cycle-stepped machine.
    Core,
}

/// Where and how the traces were left.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// L and AC.
    pub lac: u32,
    pub spent: Cost,
    /// PC and its field.
    pub pc: u16,
    pub leave: Leave,
}

/// What is known of the traces besides their operations, and what is rarely needed of the machine.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub guard: Guard,
    /// By slot: what the operation works on.
    pub operands: Box<[Operands; ROOM + SPARE]>,
    /// By slot: the cost of the trace from its first instruction to this operation, this included, and the jump that it
    /// may be.
    pub costs: Box<[Cost; ROOM + SPARE]>,
    /// No trace is begun when so much is spent.
    pub limit: Cost,
    /// The same, but for slices.
    pub budget: Cost,
    pub end: End,

    pub model: Model,
    /// Data field, as the high bits of an address.
    pub data_field: u16,
    /// SF, as RIB gives it.
    pub save_field: u16,
    /// Switch register.
    pub sr: u16,
    /// CIF has been done, and no JMP or JMS since: the field it named, as the high bits of an address. No trace is
    /// followed by another meanwhile, for `limit` is nothing, and here.
    pub waiting_field: Option<(u16, Cost)>,
    /// The interrupt system is on.
    pub ion: bool,
    /// A device asks for an interrupt, all the time.
    pub request: bool,
    /// What was spent when the last ION was done.
    pub ion_at: Option<Cost>,
    /// The EAE's registers but for L and AC.
    pub arithmetic: Arithmetic,
    /// Nanoseconds that the EAE took besides its cycles.
    pub paused: u64,
    /// The cycles for which `paused` is counted in what is spent.
    pub paused_cycles: u64,
    /// Nanoseconds of a memory cycle that only reads.
    pub read_cycle: u64,
    /// What of all that was spent machine code did, where it counts that.
    pub in_machine_code: Cost,
}

impl State {
    /// Of no machine yet; there is room for the slots' costs.
    pub(crate) fn new(machine: &Machine) -> Self {
        State {
            guard: Guard::new(),
            operands: zeros(),
            costs: zeros(),
            limit: Cost::default(),
            budget: Cost::default(),
            end: End { lac: 0, spent: Cost::default(), pc: 0, leave: Leave::Budget },
            model: machine.config.model,
            data_field: 0,
            save_field: 0,
            sr: 0,
            waiting_field: None,
            ion: false,
            request: false,
            ion_at: None,
            arithmetic: machine.arithmetic(),
            paused: 0,
            paused_cycles: 0,
            read_cycle: machine.timing.read_cycle,
            in_machine_code: Cost::default(),
        }
    }

    /// Takes the registers of a machine that has no CIF and no ION waiting.
    pub fn take<B: Bus>(&mut self, machine: &Machine, bus: &B) {
        let lac = u32::from(machine.link) << 12 | u32::from(machine.ac.bits());
        self.end = End { lac, spent: Cost::default(), pc: machine.pc_address().bits(), leave: Leave::Budget };
        self.model = machine.config.model;
        self.data_field = u16::from(machine.extension.data_field) << 12;
        self.save_field = u16::from(machine.extension.save_field);
        self.sr = machine.sr.bits();
        self.waiting_field = None;
        self.ion = machine.ion;
        self.request = machine.requests_interrupt(bus);
        self.ion_at = None;
        self.arithmetic = machine.arithmetic();
        (self.paused, self.paused_cycles) = (0, 0);
        self.read_cycle = machine.timing.read_cycle;
        self.in_machine_code = Cost::default();
    }

    /// Gives the registers back, and counts what was spent.
    pub fn give(&self, machine: &mut Machine) {
        let End { lac, spent, pc, .. } = self.end;
        machine.set_arithmetic(Arithmetic { link: lac & 0o10000 != 0, ac: Word::new(lac as u16), ..self.arithmetic });
        let pc = Address::new(pc);
        machine.pc = pc.offset();
        machine.extension.set_instruction_field(pc.field());
        machine.extension.data_field = Address::new(self.data_field).field();
        if let Some((field, _)) = self.waiting_field {
            machine.extension.instruction_buffer = Address::new(field).field();
            machine.extension.inhibit = true;
        }
        machine.ion = self.ion;
        machine.ion_delay = self.ion_at == Some(spent);
        let cycles = spent.cycles() - self.paused_cycles;
        let (reads, writes) = (cycles - spent.writes(), spent.writes());
        let time = reads * machine.timing.read_cycle + writes * machine.timing.write_cycle + self.paused;
        machine.elapsed.instructions += spent.instructions();
        machine.elapsed.cycles += cycles;
        machine.elapsed.time.pass(time);
    }
}

/// The fewest memory cycles that are sure to take so long: each is more than 1,024 nanoseconds, and that divides easily.
pub(super) const fn cycles_of(nanoseconds: u64) -> u64 {
    (nanoseconds >> 10) + (nanoseconds != 0) as u64
}
