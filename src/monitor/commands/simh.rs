//! SIMH's default machine, and the names and settings of SIMH's devices that differ from those of focal8.

use crate::instruction::Model;
use crate::machine::{Config, Device};
use crate::station::{Station, device_on_request};

use super::super::register::keep_registers;
use super::super::{Monitor, MonitorError};
use super::{Answer, Call, text};

/// The devices of SIMH's default machine that focal8 adds only on request. The fixed-head disc is not in the list,
/// because attaching a file adds it.
const DEVICES: [&str; 3] = ["lpt", "rk8e", "tc08"];

/// The text of the comment with which a script asks for SIMH's machine. The comment is the first line of the script.
const MARK: &str = "simh";

/// The devices of SIMH that focal8 does not have, each with the reason, which is shown to the user.
const ABSENT: [(&str, &str); 3] =
    [("mt", "there is no magnetic tape"), ("ct", "there is no cassette"), ("tsc", "there is no TSC8-75")];

/// Returns the reason why focal8 does not have this device of SIMH; `None` for any other device.
fn absent(name: &str) -> Option<&'static str> {
    let name = without_number(name);
    ABSENT.iter().find(|(absent, _)| *absent == name).map(|&(_, reason)| reason)
}

/// Returns the name of a device in small letters, without the number of a unit.
fn without_number(name: &str) -> String {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_ascii_lowercase()
}

/// Whether the first line of a script asks for SIMH's machine, as `; simh` does.
pub(super) fn asks_for_machine(script: &str) -> bool {
    let first = script.lines().next().unwrap_or_default().trim_start();
    first.strip_prefix([';', '#']).is_some_and(|comment| comment.trim().eq_ignore_ascii_case(MARK))
}

/// Whether a machine is like SIMH's default machine.
fn is_like(config: Config) -> bool {
    (config.model, config.fields, config.eae) == (Model::E, 8, true)
}

/// Gives a machine the configuration and the devices of SIMH's default machine: a PDP-8/E with 32K, the EAE, time
/// sharing, a clock of 60 Hz, a line printer, RK05 drives, and DECtapes on a TC08 or, if the machine has a TD8-E, on
/// the TD8-E. Core and registers keep their contents.
///
/// # Errors
///
/// When the machine has run, and its configuration is not that of SIMH's machine.
pub fn be_like_simh(station: &mut Station) -> Result<(), MonitorError> {
    let has = station.machine().config();
    if !is_like(has) {
        if station.machine().elapsed.cycles > 0 {
            let wrong = "the machine has run and cannot become SIMH's; begin with focal8 monitor --like simh";
            return Err(MonitorError::FixedCpu(wrong.to_owned()));
        }
        let before = station.machine().clone();
        station.refit(Config { model: Model::E, fields: 8, eae: true, time_share: true });
        keep_registers(station.machine_mut(), &before);
    }
    // A machine with a TD8-E has no room for a TC08.
    let has_td8e = station.io_bus().devices().any(|device| device.name() == "td8e");
    for device in DEVICES.into_iter().filter(|&device| device != "tc08" || !has_td8e) {
        station.io_bus_mut().add_device(device)?;
    }
    if let Some(clock) = station.io_bus_mut().device_called("clock") {
        clock.set("60");
    }
    Ok(())
}

/// If an error would not occur on SIMH's default machine, adds advice on how to start with that machine. Only the first
/// such error of a session gets the advice.
pub fn with_advice(monitor: &mut Monitor, error: MonitorError, config: Option<Config>) -> MonitorError {
    let is_other = config.is_some_and(|config| !is_like(config));
    let is_of_machine = match &error {
        MonitorError::Script { error, .. } => {
            let error = &**error;
            matches!(error, MonitorError::NoCore { .. } | MonitorError::NoCoreForTape { .. })
                || matches!(error, MonitorError::NotInThisMachine { .. })
        }
        _ => false,
    };
    if !is_other || !is_of_machine || std::mem::replace(&mut monitor.has_named_simh, true) {
        return error;
    }
    MonitorError::ForSimh(Box::new(error))
}

/// Returns the name and the value of a setting in focal8's words: `clock` and `60` for `clk` and `60hz`.
pub(super) fn spelled<'a>(what: &'a str, value: &'a str) -> (&'a str, &'a str) {
    if what.eq_ignore_ascii_case("clk") {
        ("clock", value.trim_end_matches(['h', 'H', 'z', 'Z']))
    } else {
        (what, value)
    }
}

/// Executes `set rk disabled` and the like. Returns `None` for a setting that is not SIMH's.
pub(super) fn set(call: &mut Call, station: &mut Station, what: &str, value: &str) -> Option<Answer> {
    let (name, word) = (without_number(what), value.to_ascii_lowercase());
    let meaningless =
        |call: &Call, reason: &str| call.remark(&format!("set {what} {value} has no meaning here: {reason}"));
    // If a label has the name of a device that focal8 lacks, the name means the label.
    if let Some(reason) = absent(what).filter(|_| call.monitor.symbols.address(what).is_none()) {
        return Some(if word == "disabled" { text("") } else { meaningless(call, reason) });
    }
    Some(match (name.as_str(), word.as_str()) {
        ("ptr" | "ptp", "start_unix") => {
            meaningless(call, "a tape begins at its first frame, with a leader or without")
        }
        (_, "enabled") if is_optional(what) => enable(call, station, what),
        (_, "disabled") if is_optional(what) => {
            let bus = station.io_bus_mut();
            if bus.device_called(what).is_none() || bus.unplug(what) {
                text("")
            } else {
                meaningless(call, "only a device that has drives, all of them empty, can be taken out")
            }
        }
        _ => return None,
    })
}

/// Plugs in a device. First removes an optional device that uses a device code of the new device, if the drives of that
/// optional device are empty. For example, the TD8-E replaces the TC08.
fn enable(call: &Call, station: &mut Station, name: &str) -> Answer {
    let device = device_on_request(name)?;
    let bus = station.io_bus_mut();
    let has_code_of = |other: &dyn Device| other.codes().iter().any(|code| device.codes().contains(code));
    let others = bus.devices().filter(|other| other.name() != device.name() && has_code_of(*other));
    let others: Vec<String> = others.map(|other| other.name().to_owned()).collect();
    let gone: Vec<String> = others.into_iter().filter(|other| bus.unplug(other)).collect();
    if let Err(error) = bus.add_device(name) {
        // Another device still uses one of the codes, so the devices that were removed are added again.
        gone.iter().try_for_each(|other| bus.add_device(other))?;
        return Err(error.into());
    }
    match gone.as_slice() {
        [] => text(""),
        gone => {
            let (gone, new) = (gone.join(" and "), device.name());
            call.remark(&format!("{gone} has made room for {new}, which has the same device code"))
        }
    }
}

/// Whether a device of this name can be added to a machine.
fn is_optional(name: &str) -> bool {
    device_on_request(name).is_ok()
}

/// Executes `deposit tti time 1000`: explains which setting determines the times of a device. Returns `None` for
/// another deposit.
pub(super) fn deposit(call: &Call, station: &mut Station, place: &str, value: &str) -> Option<Answer> {
    if !value.split_whitespace().next()?.eq_ignore_ascii_case("time") {
        return None;
    }
    let is_device =
        station.io_bus_mut().device_called(place).is_some() || is_optional(place) || absent(place).is_some();
    let reason = "devices have the times of the real ones, and set tty fast or --discs fast shorten them";
    is_device.then(|| call.remark(&format!("deposit {place} {value} has no meaning here: {reason}")))
}

/// If `condition` is a signal, as in `on SIGTERM COMMANDS`, returns a remark that the command has no meaning in focal8.
/// Otherwise returns `None`.
pub(super) fn on(call: &Call, condition: &str) -> Option<Answer> {
    let is_signal = ["SIGTERM", "SIGHUP", "SIGINT"].iter().any(|signal| signal.eq_ignore_ascii_case(condition));
    let reason = "after a signal focal8 writes all files and ends";
    is_signal.then(|| call.remark(&format!("on {condition} has no meaning here: {reason}")))
}
