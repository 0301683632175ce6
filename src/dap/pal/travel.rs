//! Steps backwards in machine code, over subroutines and interrupts.

use crate::machine::BreakpointSet;
use crate::monitor::{next_call, pointer_of_return};
use crate::station::{Station, TravelError};
use crate::word::Address;

/// Returns the cycle at which the previous instruction or interrupt entry began. The result is never less than `begun`,
/// the cycle at which the program began.
pub fn previous(station: &Station, begun: u64) -> Result<u64, TravelError> {
    let last = station.last_instructions(1)?.pop();
    Ok(last.map_or(begun, |record| record.elapsed.cycles.max(begun)))
}

/// Goes back to the previous instruction. If this instruction returned from a subroutine, goes back before the JMS that
/// called the subroutine. If this instruction returned from an interrupt, goes back before the instruction that
/// precedes the interrupt.
pub fn step_back(station: &mut Station, begun: u64) -> Result<(), TravelError> {
    loop {
        let cycle = previous(station, begun)?;
        station.go_to_cycle(cycle)?;
        let at = station.machine().pc_address();
        if station.machine().enters_interrupt(station.io_bus()) {
            return Ok(());
        }
        let Some(entry) = pointer_of_return(station.machine().memory.read(at), at) else { return Ok(()) };
        let Some(call) = last_call(station, entry, begun)? else { return Ok(()) };
        station.go_to_cycle(call)?;
        if !station.machine().enters_interrupt(station.io_bus()) {
            return Ok(());
        }
    }
}

/// Returns the cycle before the last call of the subroutine at `entry`, or before the last interrupt entry if `entry`
/// is 00000.
fn last_call(station: &Station, entry: Address, begun: u64) -> Result<Option<u64>, TravelError> {
    let mut stops = BreakpointSet::default();
    stops.stop_before_store(entry..=entry);
    let is_call = |station: &Station| {
        let machine = station.machine();
        machine.elapsed.cycles >= begun
            && if machine.enters_interrupt(station.io_bus()) {
                entry == Address::default()
            } else {
                next_call(machine) == Some(entry)
            }
    };
    station.last_stop_while(stops, is_call, &mut |_| true)
}
