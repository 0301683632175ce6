//! The lamps as an eye sees them: the mean of their states, with filaments that warm up and cool down.
//!
//! A lamp that is on half of the time glows at half its brightness. The machine is sampled many times for each picture,
//! and a lamp's duty is the share of the samples that found it on. The lamp's filament follows the duty: it warms up in
//! a few hundredths of a second, and cools down more slowly.
//!
//! No sample is taken during a data break, because samples and data breaks both take place between instructions. So the
//! machine counts the cycles of data breaks. The duty of the data-break lamps is the share of these cycles in all
//! cycles.

use std::ops::Range;

use crate::instruction::{Instruction, is_code_of_processor};
use crate::machine::{BreakCycles, Machine, MajorState, NoDevices, Time};

/// The time constant of a warming filament.
const WARMING: Time = Time::milliseconds(40);
/// The time constant of a cooling filament.
const COOLING: Time = Time::milliseconds(80);
/// A difference of brightness that is too small to see.
const UNSEEN: f32 = 1.0 / 256.0;

/// A row of lamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The data field register.
    DataField,
    /// The instruction field register.
    InstructionField,
    /// The program counter (PC).
    ProgramCounter,
    /// The memory address (MA), without its field.
    MemoryAddress,
    /// The memory buffer (MB).
    MemoryBuffer,
    /// The link.
    Link,
    /// The accumulator (AC).
    Accumulator,
    /// The step counter (SC) of the EAE.
    StepCounter,
    /// The multiplier quotient (MQ).
    MultiplierQuotient,
    /// The operation in IR. There is a lamp for each of AND, TAD, ISZ, DCA, JMS, JMP, IOT and OPR.
    Operation,
    /// The major state. There is a lamp for each of FETCH, DEFER and EXECUTE, and for each cycle of a data break: WORD
    /// COUNT, CURRENT ADDRESS and BREAK.
    State,
    /// ION: whether the interrupt system is on.
    Ion,
    /// PAUSE: whether the processor pauses for the pulses of an IOT, which takes longer than a memory cycle.
    Pause,
    /// RUN: whether the machine runs.
    Run,
}

/// All rows in the order of the panel, with the number of lamps in each row. In a row, the most significant bit comes
/// first.
pub const ROWS: [(Row, usize); 14] = [
    (Row::DataField, 3),
    (Row::InstructionField, 3),
    (Row::ProgramCounter, 12),
    (Row::MemoryAddress, 12),
    (Row::MemoryBuffer, 12),
    (Row::Link, 1),
    (Row::Accumulator, 12),
    (Row::StepCounter, 5),
    (Row::MultiplierQuotient, 12),
    (Row::Operation, 8),
    (Row::State, 6),
    (Row::Ion, 1),
    (Row::Pause, 1),
    (Row::Run, 1),
];

/// The number of lamps on the whole panel.
const LAMPS: usize = {
    let (mut lamps, mut row) = (0, 0);
    while row < ROWS.len() {
        lamps += ROWS[row].1;
        row += 1;
    }
    lamps
};

impl Row {
    /// Returns the bits that the lamps of the row show in a cycle with the major state `state`. If `pauses` is true,
    /// the processor pauses for an IOT in this cycle.
    fn bits(self, state: MajorState, pauses: bool, machine: &Machine) -> u16 {
        match self {
            Row::DataField => u16::from(machine.extension.data_field),
            Row::InstructionField => u16::from(machine.extension.instruction_field),
            Row::ProgramCounter => machine.pc.bits(),
            Row::MemoryAddress => machine.ma.offset().bits(),
            Row::MemoryBuffer => machine.mb.bits(),
            Row::Link => u16::from(machine.link),
            Row::Accumulator => machine.ac.bits(),
            Row::StepCounter => u16::from(machine.sc),
            Row::MultiplierQuotient => machine.mq.bits(),
            Row::Operation => 1 << (7 - machine.ir),
            Row::State => match state {
                MajorState::Fetch => 0b10_0000,
                MajorState::Defer => 0b01_0000,
                MajorState::Execute => 0b00_1000,
            },
            Row::Ion => u16::from(machine.ion),
            Row::Pause => u16::from(pauses),
            Row::Run => u16::from(machine.running),
        }
    }
}

/// All lamps of the panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Lamps {
    looks: u32,
    /// The machine's count of all cycles and its counts of data-break cycles, at the last sample; `None` before the
    /// first sample.
    last: Option<(u64, BreakCycles)>,
    /// The number of all cycles and the numbers of data-break cycles since the last picture.
    counted: (u64, BreakCycles),
    /// For each lamp, how many samples since the last picture found the lamp on.
    found: [u32; LAMPS],
    /// For each lamp, how much of the time between the last two pictures the lamp was on, as a fraction from 0 to 1.
    /// The fraction is estimated from samples of the lamp; for a data-break lamp, it is computed from counts of cycles.
    duty: [f32; LAMPS],
    /// For each lamp, the brightness of its filament, from 0 to 1.
    glow: [f32; LAMPS],
}

impl Default for Lamps {
    /// Makes lamps that are all dark and cold.
    fn default() -> Self {
        let counted = (0, BreakCycles::default());
        Lamps { looks: 0, last: None, counted, found: [0; LAMPS], duty: [0.0; LAMPS], glow: [0.0; LAMPS] }
    }
}

impl Lamps {
    /// Samples the lamps of a stopped machine.
    pub fn observe(&mut self, machine: &Machine) {
        self.count(machine);
        self.observe_in(machine.state, false, machine);
    }

    /// Samples the lamps in each cycle of the next instruction. A copy of the machine runs this instruction. Samples
    /// taken only between instructions would never show DEFER or EXECUTE.
    pub fn observe_next_instruction(&mut self, machine: &Machine) {
        self.count(machine);
        // The copy has no devices and cannot run an IOT. An IOT has one cycle, which is sampled at its beginning.
        if let Instruction::Iot { device, .. } = Instruction::decode(machine.memory.read(machine.pc_address())) {
            return self.observe_in(machine.state, pauses(device, machine), machine);
        }
        let mut copy = machine.clone();
        loop {
            let state = copy.state;
            copy.cycle(&mut NoDevices);
            self.observe_in(state, false, &copy);
            if copy.state == MajorState::Fetch {
                break;
            }
        }
    }

    /// Counts the cycles since the last sample.
    fn count(&mut self, machine: &Machine) {
        let now = (machine.elapsed.cycles, machine.break_cycles());
        if let Some((cycles, breaks)) = self.last.replace(now) {
            self.counted.0 += now.0.saturating_sub(cycles);
            self.counted.1.add(now.1.since(breaks));
        }
    }

    fn observe_in(&mut self, state: MajorState, pauses: bool, machine: &Machine) {
        self.looks += 1;
        let mut found = self.found.iter_mut();
        for (row, lamps) in ROWS {
            let bits = row.bits(state, pauses, machine);
            for (place, found) in (0..lamps).rev().zip(&mut found) {
                *found += u32::from(bits >> place & 1);
            }
        }
    }

    /// Warms up or cools down the filaments for the time `lasted`, towards their final brightness. The final brightness
    /// of a lamp depends on how many of the samples since the last call found the lamp on. If there are no samples
    /// since the last call, the final brightness does not change.
    pub fn picture(&mut self, lasted: Time) {
        if self.looks > 0 {
            for (duty, found) in self.duty.iter_mut().zip(&mut self.found) {
                *duty = std::mem::take(found) as f32 / self.looks as f32;
            }
            self.looks = 0;
            self.light_breaks();
        }
        let [warmer, colder] = [WARMING, COOLING].map(|time| share(lasted, time));
        for (glow, duty) in self.glow.iter_mut().zip(self.duty) {
            let way = duty - *glow;
            *glow += way * if way > 0.0 { warmer } else { colder };
            if (duty - *glow).abs() < UNSEEN {
                *glow = duty;
            }
        }
    }

    /// Sets the duty of the lamps WORD COUNT, CURRENT ADDRESS and BREAK. Reduces the duty of FETCH, DEFER and EXECUTE,
    /// which are dark during data breaks.
    fn light_breaks(&mut self) {
        let (cycles, breaks) = std::mem::take(&mut self.counted);
        let duty = |count: u64| if cycles > 0 { count as f32 / cycles as f32 } else { 0.0 };
        let lit = [breaks.word_count, breaks.current_address, breaks.transfer].map(duty);
        let program: f32 = 1.0 - lit.iter().sum::<f32>();
        let state = &mut self.duty[place(Row::State)];
        state[..3].iter_mut().for_each(|duty| *duty *= program);
        state[3..].copy_from_slice(&lit);
    }

    /// Whether no filament is warming up or cooling down.
    pub fn is_steady(&self) -> bool {
        self.glow == self.duty
    }

    /// Returns the brightness of the lamps of a row, from 0 to 1.
    pub fn brightness(&self, row: Row) -> &[f32] {
        &self.glow[place(row)]
    }

    /// Returns the brightness of all lamps, row by row in the order of [`ROWS`].
    #[doc(hidden)]
    pub fn all(&self) -> &[f32] {
        &self.glow
    }
}

/// Returns the indexes of a row's lamps in an array of all lamps.
fn place(row: Row) -> Range<usize> {
    let mut first = 0;
    for (other, lamps) in ROWS {
        if other == row {
            return first..first + lamps;
        }
        first += lamps;
    }
    first..first
}

/// Whether the processor pauses for an IOT with this device code. The processor's own IOTs are as short as other
/// instructions.
fn pauses(device: u8, machine: &Machine) -> bool {
    let timing = machine.timing();
    !is_code_of_processor(device) && timing.device_iot > timing.read_cycle
}

/// Returns how far a filament's brightness moves towards its final brightness in the time `lasted`: 0 is no change, and
/// 1 is the whole change. `time` is the time constant of the filament.
fn share(lasted: Time, time: Time) -> f32 {
    1.0 - (-(lasted.as_nanoseconds() as f32) / time.as_nanoseconds() as f32).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Bus, Config, DataBreak, Iot, IotReply};
    use crate::word::{Address, Word};

    /// Makes a machine whose AC is 4000.
    fn machine() -> Machine {
        let mut machine = Machine::new(Config::default());
        machine.ac = Word::new(0o4000);
        machine
    }

    #[test]
    fn a_lamp_glows_as_long_as_it_is_on() {
        let (mut lamps, mut machine) = (Lamps::default(), machine());
        for ac in [0o4000, 0o4000, 0o6000, 0o4000] {
            machine.ac = Word::new(ac);
            lamps.observe(&machine);
        }
        lamps.picture(Time::milliseconds(10_000));
        assert_eq!(lamps.brightness(Row::Accumulator)[..3], [1.0, 0.25, 0.0]);
    }

    #[test]
    fn pause_glows_while_a_program_waits_for_the_teletype() {
        // TSF, ION, CDF 0 and CLA.
        for (word, glows) in [(0o6041, 1.0), (0o6001, 0.0), (0o6201, 0.0), (0o7200, 0.0)] {
            let (mut lamps, mut machine) = (Lamps::default(), machine());
            machine.memory.write(machine.pc_address(), Word::new(word));
            lamps.observe_next_instruction(&machine);
            lamps.picture(Time::milliseconds(10_000));
            assert_eq!(lamps.brightness(Row::Pause), [glows], "{word:04o}");
        }
    }

    /// A device that transfers two words before the first instruction: one by a three-cycle break, and one by a
    /// one-cycle break.
    struct TwoWords {
        is_due: bool,
    }

    impl Bus for TwoWords {
        fn iot(&mut self, _: Iot, _: &mut IotReply) {}

        fn interrupt_request(&self) -> bool {
            false
        }

        fn next_event(&self) -> Time {
            if self.is_due { Time::ZERO } else { Time::NEVER }
        }

        fn advance(&mut self, _: Time, core: &mut DataBreak<'_>) {
            core.increment(Address::new(0o7750));
            let address = core.increment(Address::new(0o7751));
            core.write(Address::in_field(0, address), Word::new(0o7000));
            core.read(Address::new(0o300));
            self.is_due = false;
        }

        fn clear(&mut self, _: Time) {}
    }

    #[test]
    fn the_lamps_of_data_breaks_glow_for_their_share_of_the_cycles() {
        let (mut lamps, mut machine) = (Lamps::default(), machine());
        lamps.observe_next_instruction(&machine);
        let mut device = TwoWords { is_due: true };
        // Six instructions NOP, of one cycle each, after the four cycles of the data breaks.
        (0..6).for_each(|address| machine.memory.write(Address::new(address), Word::new(0o7000)));
        (0..6).for_each(|_| machine.step(&mut device));
        assert_eq!(machine.elapsed.cycles, 10);
        lamps.observe_next_instruction(&machine);
        lamps.picture(Time::milliseconds(10_000));
        assert_eq!(lamps.brightness(Row::State)[3..], [0.1, 0.1, 0.2]);
        // Without another break, the lamps are dark.
        machine.step(&mut device);
        lamps.observe_next_instruction(&machine);
        lamps.picture(Time::milliseconds(10_000));
        assert_eq!(lamps.brightness(Row::State)[3..], [0.0; 3]);
    }

    #[test]
    fn a_filament_warms_up_and_cools_down() {
        let (mut lamps, mut machine) = (Lamps::default(), machine());
        let mut bright = |machine: &Machine, lasted| {
            lamps.observe(machine);
            lamps.picture(lasted);
            lamps.brightness(Row::Accumulator)[0]
        };
        let warm = bright(&machine, WARMING);
        assert!((0.63..0.64).contains(&warm), "{warm}");
        assert_eq!(bright(&machine, Time::milliseconds(1000)), 1.0);
        machine.ac = Word::ZERO;
        let cool = bright(&machine, COOLING);
        assert!((0.36..0.37).contains(&cool), "{cool}");
        assert_eq!(bright(&machine, Time::milliseconds(1000)), 0.0);
    }

    #[test]
    fn how_a_second_is_cut_into_pictures_makes_no_difference() {
        let glow = |pictures: u64| {
            let mut lamps = Lamps::default();
            for _ in 0..pictures {
                lamps.observe(&machine());
                lamps.picture(Time::nanoseconds(60_000_000 / pictures));
            }
            lamps.brightness(Row::Accumulator)[0]
        };
        assert!((glow(1) - glow(6)).abs() < 1e-5, "{} {}", glow(1), glow(6));
    }
}
