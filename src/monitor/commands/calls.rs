//! `where`, `next` and `out` in machine code: the chain of calls, and steps over and out of subroutines.

use crate::station::Station;

use super::super::MonitorError;
use super::super::calls::{Call as Frame, next_call};
pub(super) use super::super::calls::{SEARCHED, chain};
use super::super::target::Target;
use super::{Answer, Call, Reply, running, text};

/// Returns the machine if the command is for machine code. The command is for machine code if it has the switch `-m`,
/// or if core has no FOCAL.
pub(super) fn machine_code<'t>(
    call: &mut Call,
    target: &'t mut dyn Target,
) -> Result<Option<&'t mut Station>, MonitorError> {
    let is_meant = call.switches("m")?.contains(&'m');
    let has_focal = target.focal().is_some_and(|focal| focal.view().is_ok());
    if is_meant && target.station().is_none() {
        return Err(MonitorError::NeedsMachine(format!("{} -m", call.command.name)));
    }
    Ok(target.station_mut().filter(|_| is_meant || !has_focal))
}

/// Executes `where`: lists the calls that have not returned, the innermost first.
pub(super) fn show(call: &mut Call, station: &Station) -> Answer {
    call.nothing_more()?;
    let symbols = &call.monitor.symbols;
    let at = station.machine().pc_address();
    let mut lines = format!("at {}\n", symbols.shown(at));
    for frame in chain(station)?.calls().iter().rev() {
        let Frame { from, entry, is_interrupt, .. } = *frame;
        lines += &match is_interrupt {
            true => format!("in an interrupt at {}\n", symbols.shown(from)),
            false => format!("in {}, called from {}\n", symbols.shown(entry), symbols.shown(from)),
        };
    }
    text(lines)
}

/// Executes `next`. With a count, does the same as `step`. Without a count, runs one instruction; if the instruction is
/// a JMS, the run ends after the return from the subroutine.
pub(super) fn next(call: &mut Call, station: &mut Station) -> Answer {
    if !call.rest.is_empty() || next_call(station.machine()).is_none() {
        return running::step(call, station);
    }
    station.resume();
    call.monitor.watch.step_over(station);
    Ok(Reply::Run)
}

/// Executes `out`: runs until the innermost subroutine or interrupt returns.
pub(super) fn out(call: &mut Call, station: &mut Station) -> Answer {
    call.nothing_more()?;
    let innermost = chain(station)?.innermost().ok_or(MonitorError::NoCall)?;
    station.resume();
    call.monitor.watch.step_out(station, innermost.entry);
    Ok(Reply::Run)
}
