//! Programs that wait for a device's flag: `TSF; JMP .-1`. Every iteration of this loop is the same until the flag
//! changes.

use crate::instruction::{Instruction, is_code_of_processor};
use crate::machine::{Bus, Iot, Limits, Machine};
use crate::word::Word;

/// If a waiting loop begins at the PC, counts the iterations that end before the next event or limit, without executing
/// them. The iterations change only the machine's counts and time. Call this function only if no interrupt can come
/// before that event or limit.
///
/// Returns the number of counted iterations, and the times of the loop's IOT and JMP in nanoseconds.
pub(super) fn count_through<B: Bus>(machine: &mut Machine, bus: &B, limits: Limits) -> (u64, [u64; 2]) {
    let times = [machine.timing.device_iot, machine.timing.read_cycle];
    let pc = machine.pc_address();
    let Instruction::Iot { device, pulses } = Instruction::decode(machine.memory.read(pc)) else {
        return (0, times);
    };
    let back = Word::new(0o5000 | if pc.offset().page() == 0 { 0 } else { 0o200 } | pc.offset().bits() & 0o177);
    // In user mode the IOT traps.
    if machine.extension.user_mode
        || is_code_of_processor(device)
        || machine.memory.read(pc.next()) != back
        || pc.next().offset().page() != pc.offset().page()
    {
        return (0, times);
    }
    let iot = Iot { device, pulses, model: machine.config.model, now: machine.elapsed.time, at: pc };
    if bus.test(iot) != Some(false) {
        return (0, times);
    }
    let elapsed = &mut machine.elapsed;
    let iteration = times[0] + times[1];
    let time = (bus.next_event().min(limits.time) - elapsed.time).as_nanoseconds();
    let iterations = ((time - 1) / iteration)
        .min((limits.cycles - elapsed.cycles - 1) / 2)
        .min((limits.instructions - elapsed.instructions - 1) / 2);
    elapsed.instructions += 2 * iterations;
    elapsed.cycles += 2 * iterations;
    elapsed.time.pass(iterations * iteration);
    (iterations, times)
}
