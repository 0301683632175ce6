//! Settings: set, show.

use std::fmt::Write;

use super::super::MonitorError;
use super::super::places::{MAX_LINES, places};
use super::memory::deposit;
use super::{Answer, Call, count, text};

pub(super) fn set(call: &mut Call) -> Answer {
    let (what, value) = call.two()?;
    match what {
        "history" => call.monitor.watch.keep_history(count(value, MAX_LINES)? as usize),
        "speed" => call.monitor.speed = value.parse()?,
        "cpu" => return Err(MonitorError::FixedCpu),
        _ if places(what, call.machine()).is_ok() => return deposit(call),
        _ => set_device(call, what, value)?,
    }
    text("")
}

/// A setting of a device: `set tty fast`.
fn set_device(call: &mut Call, name: &str, value: &str) -> Result<(), MonitorError> {
    let device = call.station.io_bus_mut().device_called(name);
    let device = device.ok_or_else(|| MonitorError::NoSuchSetting(name.to_owned()))?;
    if device.set(value) {
        return Ok(());
    }
    Err(match device.settings() {
        "" => MonitorError::NoSuchSetting(name.to_owned()),
        settings => MonitorError::Usage(format!("set {name} {settings}")),
    })
}

/// What `show` can show: its name, its lines, and whether `show` by itself leaves it out.
struct Topic {
    name: &'static str,
    lines: fn(&Call) -> String,
    only_by_name: bool,
}

const fn topic(name: &'static str, lines: fn(&Call) -> String) -> Topic {
    Topic { name, lines, only_by_name: false }
}

const TOPICS: [Topic; 8] = [
    topic("cpu", cpu),
    topic("devices", devices),
    topic("break", breakpoints),
    topic("expect", expectations),
    topic("time", time),
    topic("version", |_| format!("version\tfocal8 {}\n", env!("CARGO_PKG_VERSION"))),
    Topic { only_by_name: true, ..topic("speed", |call| format!("speed\t{}\n", call.monitor.speed)) },
    Topic { only_by_name: true, ..topic("history", |call| call.monitor.watch.history(usize::MAX).unwrap_or_default()) },
];

pub(super) fn show(call: &mut Call) -> Answer {
    let wanted = call.rest.to_ascii_lowercase();
    let is_chosen = |topic: &&Topic| match wanted.as_str() {
        "" => !topic.only_by_name,
        wanted => topic.name.starts_with(wanted),
    };
    let mut chosen = TOPICS.iter().filter(is_chosen).peekable();
    if chosen.peek().is_none() {
        return Err(call.usage());
    }
    text(chosen.map(|topic| (topic.lines)(call)).collect::<String>())
}

fn cpu(call: &Call) -> String {
    let config = call.machine().config();
    let eae = if config.eae { ", EAE" } else { "" };
    format!("CPU\tPDP-{}, {}K{eae}\n", config.model, call.machine().memory.size() / 1024)
}

fn devices(call: &Call) -> String {
    call.station.io_bus().show().iter().fold(String::new(), |mut lines, row| {
        let _ = writeln!(lines, "{}\t{}, {}", row.name, row.codes, row.state);
        lines
    })
}

fn breakpoints(call: &Call) -> String {
    call.monitor.watch.breakpoints.iter().map(|breakpoint| format!("break\t{breakpoint}\n")).collect()
}

fn expectations(call: &Call) -> String {
    let texts = call.monitor.watch.expectations.iter().map(|expectation| String::from_utf8_lossy(&expectation.text));
    texts.map(|text| format!("expect\t{text:?}\n")).collect()
}

fn time(call: &Call) -> String {
    let elapsed = &call.machine().elapsed;
    format!("time\t{} instructions, {} cycles, {} us\n", elapsed.instructions, elapsed.cycles, elapsed.time)
}
