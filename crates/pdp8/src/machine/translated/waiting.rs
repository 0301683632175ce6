//! Programs that wait for a device's flag: `TSF; JMP .-1`. Every iteration of this loop is the same until the flag
//! changes.

use crate::instruction::Instruction;
use crate::machine::{Bus, Iot, Limits, Machine};
use crate::word::Word;

/// Executes a waiting loop at the PC in one step, until shortly before the next event or limit. Only the machine's
/// counts and time change. Does nothing if there is no waiting loop at the PC. The caller must ensure that no interrupt
/// comes before the next event or limit.
pub(super) fn count_through<B: Bus>(machine: &mut Machine, bus: &B, limits: Limits) {
    let pc = machine.pc_address();
    let Instruction::Iot { device, pulses } = Instruction::decode(machine.memory.read(pc)) else { return };
    let back = Word::new(0o5000 | if pc.offset().page() == 0 { 0 } else { 0o200 } | pc.offset().bits() & 0o177);
    if matches!(device, 0 | 0o20..=0o27)
        || machine.memory.read(pc.next()) != back
        || pc.next().offset().page() != pc.offset().page()
    {
        return;
    }
    let iot = Iot { device, pulses, model: machine.config.model, now: machine.elapsed.time };
    if bus.test(iot) != Some(false) {
        return;
    }
    let elapsed = &mut machine.elapsed;
    let iteration = machine.timing.device_iot + machine.timing.read_cycle;
    let time = (bus.next_event().min(limits.time) - elapsed.time).as_nanoseconds();
    let iterations = ((time - 1) / iteration)
        .min((limits.cycles - elapsed.cycles - 1) / 2)
        .min((limits.instructions - elapsed.instructions - 1) / 2);
    elapsed.instructions += 2 * iterations;
    elapsed.cycles += 2 * iterations;
    elapsed.time.pass(iterations * iteration);
}
