//! The command `show`: the state of the session.

use std::fmt::Write;

use crate::machine::Device;
use crate::station::Station;

use super::super::addresses::MAX_LINES;
use super::super::target::Target;
use super::super::watch::Unit;
use super::super::{Monitor, MonitorError};
use super::needs::{Needs, is_device, machine};
use super::watching::show_history;
use super::{Answer, COMMANDS, Call, count, text};

/// A topic of `show`: its name, the function that returns its lines, and whether the topic is shown only when the user
/// names the topic.
struct Topic {
    name: &'static str,
    lines: Lines,
    only_by_name: bool,
}

/// The function that returns a topic's lines. The variants have different parameters.
enum Lines {
    /// A function that does not use the target.
    Operator(fn(&Monitor) -> String),
    /// A function that takes any target: a machine, native FOCAL or a native game.
    Target(fn(&Monitor, &dyn Target) -> String),
    /// A function that needs a machine.
    Machine(fn(&Monitor, &Station) -> String),
}

use Lines::{Machine, Operator};

impl Topic {
    /// Returns what the topic needs.
    const fn needs(&self) -> Needs {
        match self.lines {
            Lines::Operator(_) | Lines::Target(_) => Needs::Nothing,
            Lines::Machine(_) => Needs::Machine,
        }
    }

    fn show(&self, monitor: &Monitor, target: &dyn Target) -> Result<String, MonitorError> {
        match self.lines {
            Lines::Operator(lines) => Ok(lines(monitor)),
            Lines::Target(lines) => Ok(lines(monitor, target)),
            Lines::Machine(lines) => {
                let needed = || MonitorError::NeedsMachine(format!("show {}", self.name));
                Ok(lines(monitor, target.station().ok_or_else(needed)?))
            }
        }
    }
}

const fn topic(name: &'static str, lines: Lines) -> Topic {
    Topic { name, lines, only_by_name: false }
}

const fn by_name(name: &'static str, lines: Lines) -> Topic {
    Topic { name, lines, only_by_name: true }
}

static TOPICS: [Topic; 23] = [
    topic("cpu", Machine(|_, station| cpu(station))),
    topic("devices", Machine(|_, station| devices(station))),
    topic("break", Operator(|monitor| monitor.watch.breakpoints.show(&monitor.symbols) + &monitor.watch.focal.show())),
    topic("expect", Operator(|monitor| monitor.watch.expectations.show())),
    topic("send", Lines::Target(sending)),
    topic("on", Operator(|monitor| monitor.scripts.show_traps())),
    topic("runlimit", Machine(|monitor, _| run_limit(monitor))),
    topic("log", Operator(log)),
    topic("time", Machine(|_, station| time(station))),
    topic("version", Operator(|_| format!("version\tfocal8 {}\n", env!("CARGO_PKG_VERSION")))),
    by_name("speed", Operator(|monitor| format!("speed\t{}\n", monitor.speed))),
    by_name("history", Machine(|monitor, station| show_history(monitor, station, None))),
    by_name("env", Operator(|monitor| monitor.variables.show())),
    by_name("environment", Operator(|monitor| monitor.variables.show())),
    by_name("modifiers", Machine(|_, station| modifiers(station))),
    by_name("features", Machine(|_, station| modifiers(station))),
    by_name("commands", Lines::Target(|_, target| commands(target))),
    by_name("configuration", Machine(|_, station| cpu(station) + &devices(station))),
    by_name("quiet", Operator(|monitor| switch("quiet", monitor.scripts.manner().quiet))),
    by_name("verify", Operator(|monitor| switch("verify", monitor.scripts.manner().verify))),
    by_name("message", Operator(|monitor| switch("message", !monitor.silent))),
    by_name("console", Operator(|_| "console\tthis terminal; CTRL/E comes back to the operator\n".to_owned())),
    by_name("throttle", Operator(|_| "throttle\tnone; set speed changes how fast the machine runs\n".to_owned())),
];

/// Returns the names of the topics, and what each topic needs.
pub fn topics() -> impl Iterator<Item = (&'static str, Needs)> {
    TOPICS.iter().map(|topic| (topic.name, topic.needs()))
}

pub(super) fn show(call: &mut Call, target: &mut dyn Target) -> Answer {
    call.switches("qe")?;
    let wanted = call.rest.to_ascii_lowercase();
    if wanted.is_empty() {
        let shown = TOPICS.iter().filter(|topic| !topic.only_by_name && topic.needs().are_met(target));
        return text(shown.map(|topic| topic.show(call.monitor, target)).collect::<Result<String, _>>()?);
    }
    if let Some(history) = wanted.strip_prefix("cpu history") {
        let station = machine(target, "show cpu history")?;
        let asked = history.strip_prefix('=').map(|digits| count(digits, MAX_LINES)).transpose()?;
        return text(show_history(call.monitor, station, asked));
    }
    if let Some(topic) = TOPICS.iter().find(|topic| topic.name.starts_with(&wanted)) {
        return text(topic.show(call.monitor, target)?);
    }
    let Some(station) = target.station_mut() else {
        return Err(if is_device(&wanted) {
            MonitorError::NeedsMachine(format!("show {wanted}"))
        } else {
            call.usage()
        });
    };
    let console = station.io_bus().teletype().name().to_owned();
    let Some(device) = station.io_bus_mut().device_called(&wanted) else { return Err(call.usage()) };
    let rows = device.show();
    // A unit has its own row. If no row has this name, the name is an alias of the whole device: all rows are shown.
    let has_row = rows.iter().any(|row| row.name.eq_ignore_ascii_case(&wanted));
    let shown = rows.iter().filter(|row| !has_row || row.name.eq_ignore_ascii_case(&wanted));
    let is_glass = device.name() == console && call.monitor.is_glass;
    let glass = if is_glass { ", glass" } else { "" };
    text(shown.map(|row| format!("{}\t{}, {}{glass}\n", row.name, row.codes, row.state)).collect::<String>())
}

/// Lists the commands that `target` supports.
fn commands(target: &dyn Target) -> String {
    let there_are = COMMANDS.iter().filter(|command| command.needs().are_met(target));
    there_are.map(|command| format!("{}\n", command.name)).collect()
}

fn cpu(station: &Station) -> String {
    let config = station.machine().config();
    let eae = if config.eae { ", EAE" } else { "" };
    let time_share = if config.time_share { ", time sharing" } else { "" };
    format!("CPU\tPDP-{}, {}K{eae}{time_share}\n", config.model, station.machine().memory.size() / 1024)
}

fn devices(station: &Station) -> String {
    station.io_bus().show().iter().fold(String::new(), |mut lines, row| {
        let _ = writeln!(lines, "{}\t{}, {}", row.name, row.codes, row.state);
        lines
    })
}

fn sending(monitor: &Monitor, target: &dyn Target) -> String {
    let later = monitor.watch.sending.len();
    let waiting = target.typed_ahead();
    if later + waiting == 0 { String::new() } else { format!("send\tkeys still to come: {}\n", later + waiting) }
}

fn run_limit(monitor: &Monitor) -> String {
    let limit = monitor.watch.run_limit;
    limit.map_or_else(String::new, |limit| format!("runlimit\t{} {}\n", limit.count, limit.unit.name()))
}

fn log(monitor: &Monitor) -> String {
    monitor.log.name().map_or_else(String::new, |name| format!("log\t{name}\n"))
}

fn time(station: &Station) -> String {
    let elapsed = &station.machine().elapsed;
    format!("time\t{} instructions, {} cycles, {} us\n", elapsed.instructions, elapsed.cycles, elapsed.time)
}

/// Lists the settings of the processor and of the devices, and the units in which `runlimit` counts.
fn modifiers(station: &Station) -> String {
    let mut lines = "cpu\t4k 8k 12k 16k 20k 24k 28k 32k eae noeae timeshare notimeshare idle\n".to_owned();
    for device in station.io_bus().devices().filter(|device| !device.settings().is_empty()) {
        let _ = writeln!(lines, "{}\t{}", device.name(), device.settings().replace('|', " "));
    }
    let _ = writeln!(lines, "runlimit\t{}", Unit::ALL.map(Unit::name).join(" "));
    lines
}

fn switch(name: &str, on: bool) -> String {
    format!("{name}\t{}\n", if on { "on" } else { "off" })
}
