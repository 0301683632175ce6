//! Commands that run the machine: run, go, continue, step, cycle, boot, reset, runlimit.

use std::fmt::Write;

use crate::machine::device::Medium;
use crate::machine::{MajorState, StopReason};
use crate::station::Station;
use crate::word::{Address, Word};

use super::super::MonitorError;
use super::super::addresses::{MAX_LINES, Range, Scope};
use super::super::register::point;
use super::super::target::Target;
use super::super::watch::{RunLimit, Unit};
use super::{Answer, Call, Reply, count, text};

/// The maximum number of instructions that `step` executes without a check for user interrupts. A longer step becomes a
/// run with a limit, which the user can interrupt.
const SHORT_STEP: u64 = 10_000;

pub(super) fn run(call: &mut Call, station: &mut Station) -> Answer {
    quietly(call)?;
    let at = optional_address(call, station)?.unwrap_or(station.machine().pc_address());
    begin(call);
    station.start(at);
    Ok(Reply::Run)
}

pub(super) fn go(call: &mut Call, station: &mut Station) -> Answer {
    quietly(call)?;
    let at = optional_address(call, station)?;
    begin(call);
    if let Some(at) = at {
        point(station.machine_mut(), at);
    }
    station.resume();
    Ok(Reply::Run)
}

/// Continues the run. The breakpoint at which the machine stopped does not stop the run again at once.
pub(super) fn resume(call: &mut Call, target: &mut dyn Target) -> Answer {
    quietly(call)?;
    call.nothing_more()?;
    call.monitor.watch.forget_step();
    target.resume();
    Ok(Reply::Run)
}

pub(super) fn boot(call: &mut Call, station: &mut Station) -> Answer {
    quietly(call)?;
    let name = call.something()?;
    begin(call);
    call.monitor.run_remark = boot_unit(station, name)?;
    call.monitor.booted = Some(station.io_bus().unit_named(name)?.name);
    Ok(Reply::Run)
}

/// Executes the command `boot`: stores the unit's bootstrap loader in core, and starts the loader. Returns a remark for
/// the user, if there is one.
///
/// # Errors
///
/// When nothing is attached to the unit, or when the unit has no bootstrap loader.
pub fn boot_unit(station: &mut Station, name: &str) -> Result<Option<String>, MonitorError> {
    let unit = station.io_bus().unit_named(name)?;
    let bus = station.io_bus();
    let id = bus.find_unit(name).filter(|&id| unit.medium != Medium::Volume || bus.volume(id).is_some());
    let id = id.ok_or(MonitorError::NothingAttached(unit.name))?;
    let bootstrap = bus.bootstrap(id).ok_or(MonitorError::NoBootstrap(unit.name))?;
    let remark = bus.boot_remark(id).map(|remark| format!("{}: {remark}", unit.name));
    for (address, &bits) in (bootstrap.origin..).zip(bootstrap.words) {
        station.deposit(Address::new(address), Word::new(bits));
    }
    station.start(Address::new(bootstrap.start));
    Ok(remark)
}

fn optional_address(call: &Call, station: &Station) -> Result<Option<Address>, MonitorError> {
    if call.rest.is_empty() {
        return Ok(None);
    }
    let scope = Scope { machine: station.machine(), symbols: &call.monitor.symbols };
    Range::parse(call.rest, scope).map(|range| Some(range.first))
}

/// Reads the switch `-q`, which suppresses the message at the end of the run.
fn quietly(call: &mut Call) -> Result<(), MonitorError> {
    call.monitor.quiet_run = call.switches("q")?.contains(&'q');
    Ok(())
}

/// Prepares a run that starts at an address. Cancels an unfinished step. A breakpoint at the start address stops the
/// run before the first instruction.
fn begin(call: &mut Call) {
    call.monitor.watch.forget_step();
    call.monitor.watch.begin();
}

pub(super) fn reset(call: &mut Call, station: &mut Station) -> Answer {
    if !call.rest.eq_ignore_ascii_case("all") {
        call.nothing_more()?;
    }
    station.reset();
    text("")
}

pub(super) fn step(call: &mut Call, station: &mut Station) -> Answer {
    quietly(call)?;
    let mut count = call.count(1, u64::MAX)?;
    station.resume();
    // The rest of an instruction that the SING STEP switch has interrupted counts as one step.
    if station.machine().state != MajorState::Fetch && count > 0 {
        station.step();
        count -= 1;
    }
    call.monitor.watch.step(station, count);
    if count > SHORT_STEP {
        return Ok(Reply::Run);
    }
    loop {
        match call.monitor.advance(station, u64::MAX) {
            StopReason::Budget => {}
            StopReason::Expected { scripted: true } => return text(""),
            reason => return text(call.monitor.tell(reason, station)),
        }
    }
}

pub(super) fn cycle(call: &mut Call, station: &mut Station) -> Answer {
    let mut lines = String::new();
    for _ in 0..call.count(1, MAX_LINES)? {
        let (before, begun) = (station.machine().state, station.machine().elapsed.instructions);
        station.cycle();
        let machine = station.machine();
        // An interrupt entry begins no instruction, so its cycle is shown as EXECUTE.
        let is_entry = before == MajorState::Fetch && machine.elapsed.instructions == begun;
        let state = if is_entry { MajorState::Execute } else { before };
        let _ = writeln!(
            lines,
            "{:<8} MA: {}  MB: {}  AC: {}  L: {}  PC: {}",
            format!("{state:?}").to_uppercase(),
            machine.ma,
            machine.mb,
            machine.ac,
            u8::from(machine.link),
            machine.pc_address()
        );
    }
    text(lines)
}

pub(super) fn limit(call: &mut Call, station: &mut Station) -> Answer {
    let (digits, unit) = call.something()?.split_once(char::is_whitespace).unwrap_or((call.rest, "instructions"));
    let word = unit.trim().to_ascii_lowercase();
    let unit = Unit::ALL.into_iter().find(|unit| unit.name().starts_with(&word)).ok_or_else(|| call.usage())?;
    let count = count(digits, u64::MAX)?;
    call.monitor.watch.run_limit = Some(RunLimit::new(count, unit, &station.machine().elapsed));
    text("")
}

pub(super) fn no_limit(call: &mut Call, _: &mut Station) -> Answer {
    call.nothing_more()?;
    call.monitor.watch.run_limit = None;
    text("")
}
