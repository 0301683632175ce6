//! The operator's variables: variables of `set env`, variables of the host's environment, and variables for the
//! session's state.

use std::collections::BTreeMap;

use crate::host::Host;

use super::expression::{Value, number};
use super::target::Target;

use super::Monitor;

/// The variables that `set env` has set, by name.
#[derive(Clone, Debug, Default)]
pub struct Variables(BTreeMap<String, String>);

impl Variables {
    /// Sets a variable; an empty value removes the variable.
    pub fn set(&mut self, name: &str, value: String) {
        if value.is_empty() {
            self.0.remove(name);
        } else {
            self.0.insert(name.to_owned(), value);
        }
    }

    /// Returns a variable's value.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Lists the variables, one on each line.
    pub fn show(&self) -> String {
        self.0.iter().map(|(name, value)| format!("env\t{name}={value}\n")).collect()
    }
}

/// The variables for date and time, with their `strftime` formats.
#[rustfmt::skip]
static DATES: [(&str, &str); 20] = [
    ("DATE", "%Y-%m-%d"), ("TIME", "%H:%M:%S"), ("DATETIME", "%Y-%m-%dT%H:%M:%S"), ("LDATE", "%m/%d/%y"),
    ("LTIME", "%I:%M:%S %p"), ("CTIME", "%a %b %d %H:%M:%S %Y"), ("UTIME", "%s"), ("DATE_YYYY", "%Y"),
    ("DATE_YY", "%y"), ("DATE_MM", "%m"), ("DATE_MMM", "%b"), ("DATE_MONTH", "%B"), ("DATE_DD", "%d"),
    ("DATE_D", "%u"), ("DATE_WW", "%V"), ("DATE_WYYYY", "%G"), ("DATE_JJJ", "%j"), ("TIME_HH", "%H"),
    ("TIME_MM", "%M"), ("TIME_SS", "%S"),
];

/// A function that computes a variable's value from the session's state.
type Built = fn(&Monitor, &dyn Target) -> Value;

static BUILT_IN: [(&str, Built); 15] = [
    ("STATUS", |monitor, _| Value::Number(monitor.scripts.status().number().into())),
    ("TSTATUS", |monitor, _| text(&monitor.scripts.status().text())),
    ("SIM_NAME", |_, _| text("PDP-8")),
    ("SIM_BIN_NAME", |_, _| text("focal8")),
    ("SIM_VERSION", |_, _| text(env!("CARGO_PKG_VERSION"))),
    ("SIM_REGEX_TYPE", |_, _| text("regex-lite")),
    ("SIM_RUNLIMIT", |monitor, _| monitor.watch.run_limit.map_or(text(""), |limit| Value::Number(limit.count as i64))),
    ("SIM_RUNLIMIT_UNITS", |monitor, _| text(monitor.watch.run_limit.map_or("", |limit| limit.unit.name()))),
    ("SIM_RUNTIME", |_, target| {
        Value::Number(target.station().map_or(0, |station| station.machine().elapsed.instructions as i64))
    }),
    ("SIM_RUNTIME_UNITS", |_, _| text("instructions")),
    ("SIM_VERIFY", |monitor, _| text(if monitor.scripts.manner().verify { "-V" } else { "" })),
    ("SIM_VERBOSE", |monitor, _| text(if monitor.scripts.manner().verify { "-V" } else { "" })),
    ("SIM_QUIET", |monitor, _| text(if monitor.scripts.manner().quiet { "-Q" } else { "" })),
    ("SIM_MESSAGE", |monitor, _| text(if monitor.silent { "-Q" } else { "" })),
    ("SIM_LOG", |monitor, _| text(monitor.log.name().unwrap_or(""))),
];

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Returns the value of a variable. The variable is looked up in this order: variables of `set env`, the host's
/// environment, the session's state, date and time. If the name is unknown, the name in capitals is looked up.
pub fn variable(monitor: &Monitor, target: &dyn Target, host: &mut dyn Host, name: &str) -> Option<Value> {
    let mut exactly = |name: &str| {
        let set = monitor.variables.get(name).map(str::to_owned).or_else(|| host.variable(name)).map(Value::Text);
        set.or_else(|| {
            let (_, value) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
            Some(value(monitor, target))
        })
        .or_else(|| {
            let (_, format) = DATES.iter().find(|(known, _)| *known == name)?;
            host.date_and_time(format).map(Value::Text)
        })
    };
    exactly(name).or_else(|| exactly(&name.to_ascii_uppercase()))
}

impl Value {
    /// Returns the text that replaces `%NAME%`. Numbers are shown in decimal, because `runlimit` reads decimal numbers.
    pub fn shown(&self) -> String {
        match self {
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.clone(),
        }
    }

    /// Returns the value for use in an expression. A text that can be parsed as a number becomes a number.
    pub fn counted(self) -> Value {
        match self {
            Value::Text(text) => number(&text).map_or(Value::Text(text), Value::Number),
            number => number,
        }
    }
}
