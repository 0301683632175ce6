//! The command `set`. A setting is a row of the table below, a device, a register or an address.

use crate::devices::CHOICES;
use crate::host::{FileUse, GrowingFile, Growth};
use crate::machine::{Config, Device};
use crate::station::Station;

use super::super::addresses::{MAX_LINES, Scope, places};
use super::super::expression::Value;
use super::super::register::{Register, keep_registers};
use super::super::target::Target;
use super::super::{Monitor, MonitorError, Reply};
use super::call::unquoted;
use super::format::Format;
use super::memory::put;
use super::needs::{Function, Needs, is_device, machine};
use super::{Answer, Call, count, files, focal, lines, simh, talking, text, watching};

/// A setting that `set` knows by name.
struct Setting {
    name: &'static str,
    /// The form of the argument: empty if the setting takes no argument, in square brackets if the argument is
    /// optional.
    usage: &'static str,
    effect: Effect,
}

/// What a setting does.
enum Effect {
    /// Runs this function with the argument.
    Does(Function),
    /// Runs this function; the setting takes no argument.
    Turns(fn(&mut Monitor)),
    /// Has no effect; the string tells the user the reason.
    Nothing(&'static str),
}

use Effect::{Does, Nothing, Turns};
use Function::{Machine, Operator, Program};

impl Setting {
    /// Returns the setting named `what`. If there is no such setting and `what` has at least three letters, returns the
    /// first setting whose name begins with `what`.
    fn named(what: &str) -> Option<&'static Setting> {
        let what = what.to_ascii_lowercase();
        let begins = |setting: &&Setting| what.len() >= LETTERS_THAT_SUFFICE && setting.name.starts_with(&what);
        SETTINGS.iter().find(|setting| setting.name == what).or_else(|| SETTINGS.iter().find(begins))
    }
}

const fn setting(name: &'static str, usage: &'static str, function: Function) -> Setting {
    Setting { name, usage, effect: Does(function) }
}

const fn turn(name: &'static str, function: fn(&mut Monitor)) -> Setting {
    Setting { name, usage: "", effect: Turns(function) }
}

const fn nothing(name: &'static str, reason: &'static str) -> Setting {
    Setting { name, usage: "[...]", effect: Nothing(reason) }
}

/// The number of letters in the shortest accepted abbreviation of a setting's name.
const LETTERS_THAT_SUFFICE: usize = 3;
const CPU: &str = "4k|8k|...|32k|eae|noeae|timeshare|notimeshare|idle|noidle";
const ENV: &str = "[-a | -p \"QUESTION\"] NAME=VALUE";
const PACE: &str = "use set speed, with real, max or a factor";

static SETTINGS: [Setting; 29] = [
    setting("cpu", CPU, Machine(|call, station| refit(call, station, false))),
    setting("history", "COUNT", Machine(history)),
    setting("speed", "real|max|N", Operator(speed)),
    setting("log", "[-n] FILE", Operator(log)),
    setting("nolog", "", Operator(no_log)),
    setting("environment", ENV, Function::Target(variable)),
    setting("on", "[inherit|noinherit]", Operator(on)),
    turn("noon", |monitor| monitor.scripts.set_trapping(false)),
    turn("verify", |monitor| monitor.scripts.set_verify(true)),
    turn("noverify", |monitor| monitor.scripts.set_verify(false)),
    turn("verbose", |monitor| monitor.scripts.set_verify(true)),
    turn("noverbose", |monitor| monitor.scripts.set_verify(false)),
    turn("quiet", |monitor| monitor.scripts.set_quiet(true)),
    turn("noquiet", |monitor| monitor.scripts.set_quiet(false)),
    turn("message", |monitor| monitor.silent = false),
    turn("nomessage", |monitor| monitor.silent = true),
    setting("break", "PLACES", Program(watching::set_breakpoint)),
    setting("nobreak", "[PLACES]", Program(watching::clear_breakpoint)),
    setting("expect", "\"TEXT\"", Machine(talking::expect)),
    setting("noexpect", "[\"TEXT\"]", Machine(talking::no_expect)),
    setting("console", "log=FILE|nolog", Operator(console)),
    nothing("throttle", PACE),
    nothing("nothrottle", PACE),
    nothing("prompt", "the prompt cannot be changed"),
    nothing("remote", "the one console is this terminal"),
    nothing("debug", "trace FILE writes every instruction to a file"),
    nothing("nodebug", "notrace ends a trace"),
    nothing("asynch", "devices keep to simulated time"),
    nothing("noasynch", "devices keep to simulated time"),
];

/// SIMH's terminal settings that are always on for this Teletype.
const TELETYPE_IS: [&str; 4] = ["uc", "ksr", "ti", "enabled"];
/// SIMH's terminal settings that this Teletype does not support.
const TELETYPE_IS_NOT: [&str; 4] = ["7b", "7p", "8b", "disabled"];

/// Returns the error for an unknown setting. The error lists the settings that have an effect, except settings whose
/// names begin with `no`.
fn no_such_setting(name: &str) -> MonitorError {
    let is_listed = |setting: &&Setting| !matches!(setting.effect, Nothing(_)) && !setting.name.starts_with("no");
    let known: Vec<_> = SETTINGS.iter().filter(is_listed).map(|setting| setting.name).collect();
    MonitorError::NoSuchSetting { name: name.to_owned(), known: known.join(" ") }
}

/// Returns the names of the settings that may take an argument, and what each setting needs.
pub fn settings() -> impl Iterator<Item = (&'static str, Needs)> {
    SETTINGS.iter().filter_map(|setting| match setting.effect {
        Does(function) => Some((setting.name, function.needs())),
        Turns(_) | Nothing(_) => None,
    })
}

pub(super) fn set(call: &mut Call, target: &mut dyn Target) -> Answer {
    let forced = call.switches("fq")?.contains(&'f');
    if let Some(answer) = focal::assign(call, target) {
        return answer;
    }
    let (what, value) = call.something()?.split_once(char::is_whitespace).unwrap_or((call.rest, ""));
    call.rest = value.trim();
    let Some(setting) = Setting::named(what) else {
        let Some(station) = target.station_mut() else { return Err(refusal_without_machine(what)) };
        let (what, value) = simh::spelled(what, call.rest);
        if let Some(answer) = lines::set(call, what, value) {
            return answer;
        }
        if let Some(answer) = simh::set(call, station, what, value) {
            return answer;
        }
        if let Some(is_glass) = glass(station, what, value) {
            call.monitor.is_glass = is_glass;
            call.monitor.has_chosen_glass = true;
            return text("");
        }
        if let Some(locked) = files::is_lock(value)
            && let Some(answer) = files::lock(call, station, what, locked)
        {
            return answer;
        }
        return match value {
            "" => Err(incomplete(station, what)),
            value if places(what, Scope { machine: station.machine(), symbols: &call.monitor.symbols }).is_ok() => {
                put(call.monitor, station, what, value, Format::Octal)
            }
            value => set_device(call, station, what, value),
        };
    };
    let Setting { name, usage, effect } = setting;
    let may_be_alone = usage.is_empty() || usage.starts_with('[') && usage.ends_with(']');
    let is_wrong = if call.rest.is_empty() { !may_be_alone } else { usage.is_empty() };
    match effect {
        _ if is_wrong => Err(MonitorError::Usage(format!("set {name} {usage}").trim_end().to_owned())),
        Nothing(reason) => call.remark(&format!("set {name} has no meaning here: {reason}")),
        Turns(function) => {
            function(call.monitor);
            text("")
        }
        Does(Machine(_)) if *name == "cpu" && forced => refit(call, machine(target, "set cpu")?, true),
        Does(function) => function.run(&format!("set {name}"), call, target),
    }
}

/// Returns the error of `set WHAT` in a session without a machine. If `what` is a register, an address or a device, the
/// error says that a machine is needed. Otherwise the error says that the setting is unknown.
fn refusal_without_machine(what: &str) -> MonitorError {
    let is_place = Register::named(what).is_some() || what.starts_with(|first: char| first.is_ascii_digit());
    match is_place || is_device(what) {
        true => MonitorError::NeedsMachine(format!("set {what}")),
        false => no_such_setting(what),
    }
}

/// Two further values of `set tty`, which are not settings of the device: they choose how the terminal shows the
/// output.
const LOOKS: &str = "glass|paper";

/// Whether `name` is the device of the console.
fn is_console(station: &mut Station, name: &str) -> bool {
    let console = station.io_bus().teletype().name().to_owned();
    station.io_bus_mut().device_called(name).is_some_and(|device| device.name() == console)
}

/// Returns true for `set tty glass` and false for `set tty paper`; `None` for other settings.
fn glass(station: &mut Station, name: &str, value: &str) -> Option<bool> {
    let at = LOOKS.split('|').position(|look| look.eq_ignore_ascii_case(value))?;
    is_console(station, name).then_some(at == 0)
}

/// Returns the error of `set WHAT` without a value. If `what` is a device, the error lists the values that the device
/// accepts.
fn incomplete(station: &mut Station, what: &str) -> MonitorError {
    let settings = station.io_bus_mut().device_called(what).map_or("", |device| device.settings());
    if settings.is_empty() { no_such_setting(what) } else { device_usage(station, what, settings) }
}

/// Returns the error that lists the values that `set` accepts for a device.
fn device_usage(station: &mut Station, name: &str, settings: &str) -> MonitorError {
    let looks = if is_console(station, name) { format!("|{LOOKS}") } else { String::new() };
    MonitorError::Usage(format!("set {name} {settings}{looks}"))
}

/// Sets a property of a device, for example with `set tty fast`.
fn set_device(call: &Call, station: &mut Station, name: &str, value: &str) -> Answer {
    let word = value.to_ascii_lowercase();
    let io_bus = station.io_bus_mut();
    let device = io_bus.device_called(name).ok_or_else(|| no_such_setting(name))?;
    let own_name = device.name().to_owned();
    if device.set(&word) || TELETYPE_IS.contains(&word.as_str()) {
        return text("");
    }
    if TELETYPE_IS_NOT.contains(&word.as_str()) {
        return call.remark(&format!("set {name} {word} has no meaning here: the device cannot be changed"));
    }
    let settings = device.settings();
    if let Some(choice) = CHOICES.iter().find(|choice| choice.names == (own_name.as_str(), word.as_str())) {
        station.io_bus_mut().replace((choice.make)());
        return text("");
    }
    Err(match settings {
        "" => no_such_setting(name),
        settings => device_usage(station, name, settings),
    })
}

fn speed(call: &mut Call) -> Answer {
    call.monitor.speed = call.rest.parse()?;
    text("")
}

fn history(call: &mut Call, station: &mut Station) -> Answer {
    let count = count(call.rest, MAX_LINES)?;
    watching::keep_history(call.monitor, station, count)
}

/// Executes `set cpu`, for example `set cpu 8k,eae`, which changes a processor that has not run yet. If `forced` is
/// set, core that contains data may be removed.
fn refit(call: &mut Call, station: &mut Station, forced: bool) -> Answer {
    let has = station.machine().config();
    let mut config = has;
    let mut time_share = None;
    for word in call.rest.split([',', ' ']).map(str::to_ascii_lowercase).filter(|word| !word.is_empty()) {
        match word.as_str() {
            "eae" => config.eae = true,
            "noeae" => config.eae = false,
            "timeshare" => time_share = Some(true),
            "notimeshare" => time_share = Some(false),
            "idle" => {}
            "noidle" => {
                return call.remark("set cpu noidle has no meaning here: a machine that waits lets the host rest");
            }
            word => match word.strip_prefix("history=") {
                Some(kept) => drop(watching::keep_history(call.monitor, station, count(kept, MAX_LINES)?)?),
                None => config.fields = fields(word, has)?,
            },
        }
    }
    // With a second field, the machine gets the model's memory extension control, which may include time sharing.
    let comes = if has.fields == 1 { has.model.traits().extension_shares_time } else { has.time_share };
    config.time_share = time_share.unwrap_or(config.fields > 1 && comes);
    if config == has {
        return text("");
    }
    if config.eae && !has.model.takes_eae() {
        return Err(MonitorError::FixedCpu(format!("a PDP-{} cannot have an EAE", has.model)));
    }
    if config.time_share && !(has.model.traits().time_share && config.fields > 1) {
        return Err(MonitorError::FixedCpu(format!(
            "a PDP-{} of {}K cannot have time sharing",
            has.model,
            config.fields * 4
        )));
    }
    if station.machine().elapsed.cycles > 0 {
        let wrong = match config {
            _ if config.fields != has.fields => format!("--core {}K", config.fields * 4),
            _ if config.time_share && !has.time_share => "--time-share".to_owned(),
            _ if has.time_share && !config.time_share => "--no-time-share".to_owned(),
            _ => "--eae".to_owned(),
        };
        return Err(MonitorError::FixedCpu(format!("the machine has run and cannot be changed; begin with {wrong}")));
    }
    let mut lost = station.machine().memory.words().skip(usize::from(config.fields) * 0o10000);
    if !forced && lost.any(|word| word.bits() != 0) {
        let wrong =
            format!("there are words above {}K, which would be lost; set -f cpu if they may", config.fields * 4);
        return Err(MonitorError::FixedCpu(wrong));
    }
    drop(lost);
    let before = station.machine().clone();
    station.refit(config);
    keep_registers(station.machine_mut(), &before);
    text("")
}

/// Parses a core size such as `8k`, and returns its number of fields.
fn fields(size: &str, has: Config) -> Result<u8, MonitorError> {
    let kilowords = size.strip_suffix('k').and_then(|digits| digits.parse::<u8>().ok());
    let fields = kilowords.filter(|kilowords| kilowords % 4 == 0 && (4..=32).contains(kilowords)).map(|kilo| kilo / 4);
    let fields = fields.ok_or_else(|| MonitorError::Usage(format!("set cpu {CPU}")))?;
    if fields > has.model.most_fields() {
        let most = has.model.most_fields() * 4;
        return Err(MonitorError::FixedCpu(format!("a PDP-{} has {most}K at most", has.model)));
    }
    Ok(fields)
}

/// The name of the log file's entry in the file registry.
const LOG: &str = "set log";

fn log(call: &mut Call) -> Answer {
    let growth = if call.switches("nb")?.contains(&'n') { Growth::Replaces } else { Growth::Adds };
    let name = unquoted(call.something()?);
    let permit = call.permit_to_grow(LOG, name)?;
    no_log(call)?;
    call.files.registry().keep(FileUse::writes(LOG, name));
    call.monitor.log.open(Some(GrowingFile::new(permit, growth)));
    text("")
}

fn no_log(call: &mut Call) -> Answer {
    let written = call.monitor.log.flush(call.files);
    call.monitor.log.open(None);
    call.files.registry().release(LOG);
    written.map(|()| Reply::Text(String::new()))
}

fn console(call: &mut Call) -> Answer {
    for word in call.rest.split(',') {
        let (name, file) = word.split_once('=').unwrap_or((word, ""));
        match name.trim().to_ascii_lowercase().as_str() {
            "log" => {
                call.rest = file;
                drop(log(call)?);
            }
            "nolog" => drop(no_log(call)?),
            name => {
                return call.remark(&format!(
                    "set console {name} has no meaning here: the console is this terminal, and CTRL/E its attention key"
                ));
            }
        }
    }
    text("")
}

fn on(call: &mut Call) -> Answer {
    match call.rest.to_ascii_lowercase().as_str() {
        "" => call.monitor.scripts.set_trapping(true),
        "inherit" => call.monitor.scripts.set_inheriting(true),
        "noinherit" => call.monitor.scripts.set_inheriting(false),
        _ => return Err(MonitorError::Usage("set on [inherit|noinherit]".to_owned())),
    }
    text("")
}

fn variable(call: &mut Call, target: &mut dyn Target) -> Answer {
    let usage = || MonitorError::Usage(format!("set env {ENV}"));
    let switches = call.switches("aps")?;
    let mut asked = String::new();
    if switches.contains(&'p') {
        let (question, rest) = super::super::quoted::literal(call.rest)?;
        call.rest = rest;
        asked = format!("{question}\n");
    }
    let (name, value) = call.rest.split_once('=').ok_or_else(usage)?;
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        return Err(usage());
    }
    let value = if switches.contains(&'a') {
        let evaluated = call.evaluate(target, value)?;
        if !evaluated.rest.is_empty() {
            return Err(MonitorError::Expression { at: evaluated.rest.to_owned(), reason: "an operator" });
        }
        match evaluated.value {
            Value::Number(number) if number < 0 => format!("-{:o}", number.unsigned_abs()),
            Value::Number(number) => format!("{number:o}"),
            Value::Text(text) => text,
        }
    } else {
        unquoted(value.trim()).to_owned()
    };
    if asked.is_empty() {
        call.monitor.variables.set(name, value);
        return text("");
    }
    // A script does not wait for an answer: the variable gets the proposed value.
    call.monitor.variables.set(name, value.clone());
    call.remark(&format!("{} {value}", asked.trim_end()))
}
