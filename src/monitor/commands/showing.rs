//! How things stand: show.

use std::fmt::Write;

use super::super::watch::Unit;
use super::{Answer, COMMANDS, Call, text};

/// What `show` can show: its name, its lines, and whether `show` by itself leaves it out.
struct Topic {
    name: &'static str,
    lines: fn(&Call) -> String,
    only_by_name: bool,
}

const fn topic(name: &'static str, lines: fn(&Call) -> String) -> Topic {
    Topic { name, lines, only_by_name: false }
}

const fn by_name(name: &'static str, lines: fn(&Call) -> String) -> Topic {
    Topic { name, lines, only_by_name: true }
}

static TOPICS: [Topic; 23] = [
    topic("cpu", cpu),
    topic("devices", devices),
    topic("break", |call| call.monitor.watch.breakpoints.show() + &call.monitor.watch.focal.show()),
    topic("expect", |call| call.monitor.watch.expectations.show()),
    topic("send", sending),
    topic("on", |call| call.monitor.scripts.show_traps()),
    topic("runlimit", run_limit),
    topic("log", log),
    topic("time", time),
    topic("version", |_| format!("version\tfocal8 {}\n", env!("CARGO_PKG_VERSION"))),
    by_name("speed", |call| format!("speed\t{}\n", call.monitor.speed)),
    by_name("history", |call| call.monitor.watch.history(usize::MAX).unwrap_or_default()),
    by_name("env", |call| call.monitor.variables.show()),
    by_name("environment", |call| call.monitor.variables.show()),
    by_name("modifiers", modifiers),
    by_name("features", modifiers),
    by_name("commands", |_| COMMANDS.iter().map(|command| format!("{}\n", command.name)).collect()),
    by_name("configuration", |call| cpu(call) + &devices(call)),
    by_name("quiet", |call| switch("quiet", call.monitor.scripts.manner().quiet)),
    by_name("verify", |call| switch("verify", call.monitor.scripts.manner().verify)),
    by_name("message", |call| switch("message", !call.monitor.silent)),
    by_name("console", |_| "console\tthis terminal; CTRL/E comes back to the operator\n".to_owned()),
    by_name("throttle", |_| "throttle\tnone: how fast the machine runs is set speed\n".to_owned()),
];

/// What `show` can show.
pub fn topic_names() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().map(|topic| topic.name)
}

pub(super) fn show(call: &mut Call) -> Answer {
    call.switches("qe")?;
    let wanted = call.rest.to_ascii_lowercase();
    if wanted.is_empty() {
        return text(
            TOPICS.iter().filter(|topic| !topic.only_by_name).map(|topic| (topic.lines)(call)).collect::<String>(),
        );
    }
    if let Some(topic) = TOPICS.iter().find(|topic| topic.name.starts_with(&wanted)) {
        return text((topic.lines)(call));
    }
    let Some(device) = call.station.io_bus_mut().device_called(&wanted) else { return Err(call.usage()) };
    let rows = device.show();
    // A unit has a row of its own; a name that no row has is another word for the device.
    let has_row = rows.iter().any(|row| row.name.eq_ignore_ascii_case(&wanted));
    let shown = rows.iter().filter(|row| !has_row || row.name.eq_ignore_ascii_case(&wanted));
    text(shown.map(|row| format!("{}\t{}, {}\n", row.name, row.codes, row.state)).collect::<String>())
}

fn cpu(call: &Call) -> String {
    let config = call.machine().config();
    let eae = if config.eae { ", EAE" } else { "" };
    let time_share = if config.time_share { ", time sharing" } else { "" };
    format!("CPU\tPDP-{}, {}K{eae}{time_share}\n", config.model, call.machine().memory.size() / 1024)
}

fn devices(call: &Call) -> String {
    call.station.io_bus().show().iter().fold(String::new(), |mut lines, row| {
        let _ = writeln!(lines, "{}\t{}, {}", row.name, row.codes, row.state);
        lines
    })
}

fn sending(call: &Call) -> String {
    let later = call.monitor.watch.sending.len();
    let waiting = call.station.typed_ahead().len();
    if later + waiting == 0 { String::new() } else { format!("send\tkeys still to come: {}\n", later + waiting) }
}

fn run_limit(call: &Call) -> String {
    let limit = call.monitor.watch.run_limit;
    limit.map_or_else(String::new, |limit| format!("runlimit\t{} {}\n", limit.count, limit.unit.name()))
}

fn log(call: &Call) -> String {
    call.monitor.log.name().map_or_else(String::new, |name| format!("log\t{name}\n"))
}

fn time(call: &Call) -> String {
    let elapsed = &call.machine().elapsed;
    format!("time\t{} instructions, {} cycles, {} us\n", elapsed.instructions, elapsed.cycles, elapsed.time)
}

/// What `set` takes for the devices, and in which units `runlimit` counts.
fn modifiers(call: &Call) -> String {
    let mut lines = "cpu\t4k 8k 12k 16k 20k 24k 28k 32k eae noeae timeshare notimeshare idle\n".to_owned();
    for device in call.station.io_bus().devices().filter(|device| !device.settings().is_empty()) {
        let _ = writeln!(lines, "{}\t{}", device.name(), device.settings().replace('|', " "));
    }
    let _ = writeln!(lines, "runlimit\t{}", Unit::ALL.map(Unit::name).join(" "));
    lines
}

fn switch(name: &str, on: bool) -> String {
    format!("{name}\t{}\n", if on { "on" } else { "off" })
}
