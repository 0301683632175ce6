//! The user's defaults for sessions at a terminal: `set default model 8e` and similar commands.
//!
//! The file with the defaults is in the user's folder for configuration. Each line has a name and a value. A default
//! is an option of the command line that the user need not type; an option that is typed wins over its default.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use focal8::instruction::Model;
use focal8::monitor::Speed;

use super::{startup_file, user_folders};

/// A row of the table of the defaults that a user can set.
struct Row {
    name: &'static str,
    /// The permitted values, as messages list them.
    values: &'static str,
    meaning: Meaning,
}

/// What a default sets: an option of the command line, or the colours of the screen.
enum Meaning {
    /// An option of the command line with a value, and a function that checks the value.
    Option(&'static str, fn(&str) -> bool),
    /// An option of the command line that takes no value, and the value of the default, `on` or `off`, with which
    /// focal8 uses this option. For example, focal8 uses `--no-keep` if the default `keep` is `off`.
    Flag(&'static str, &'static str),
    /// The colours of the screen.
    Colours,
}

const ON: &str = "on";
const OFF: &str = "off";
const ON_OR_OFF: &str = "on or off";

static ROWS: [Row; 6] = [
    Row {
        name: "model",
        values: "a model that --model takes, such as 8e",
        meaning: Meaning::Option("model", |value| value.parse::<Model>().is_ok()),
    },
    Row {
        name: "speed",
        values: "real, max or a factor such as 10",
        meaning: Meaning::Option("speed", |value| value.parse::<Speed>().is_ok()),
    },
    Row { name: "machine", values: "simh", meaning: Meaning::Option("like", |value| value == "simh") },
    Row { name: "sound", values: ON_OR_OFF, meaning: Meaning::Flag("sound", ON) },
    Row { name: "keep", values: ON_OR_OFF, meaning: Meaning::Flag("no-keep", OFF) },
    Row { name: "colours", values: ON_OR_OFF, meaning: Meaning::Colours },
];

/// Whether the defaults turn colours off.
static IS_COLOURLESS: AtomicBool = AtomicBool::new(false);

/// Whether colours are off: by the defaults, or by the environment variable `NO_COLOR`.
pub fn is_colourless() -> bool {
    IS_COLOURLESS.load(Ordering::Relaxed) || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

fn row(name: &str) -> Result<&'static Row, String> {
    let is_meant = |row: &&Row| row.name == name || name == "colors" && row.name == "colours";
    let names = || ROWS.iter().map(|row| row.name).collect::<Vec<_>>().join(" ");
    ROWS.iter().find(is_meant).ok_or_else(|| format!("'{}' has no default; these have: {}", shown(name), names()))
}

/// The defaults whose options exclude each other. A command uses only the newest of these defaults.
const EXCLUSIVE: [&str; 2] = ["model", "machine"];

impl Row {
    /// Whether the options of two defaults exclude each other.
    fn excludes(&self, other: &Row) -> bool {
        self.name != other.name && EXCLUSIVE.contains(&self.name) && EXCLUSIVE.contains(&other.name)
    }

    /// Whether `value` is a permitted value of this default.
    fn takes(&self, value: &str) -> bool {
        match self.meaning {
            Meaning::Option(_, is_possible) => is_possible(value),
            Meaning::Flag(..) | Meaning::Colours => value == ON || value == OFF,
        }
    }
}

fn shown(text: &str) -> impl std::fmt::Display + '_ {
    focal8::quote::quote(text)
}

fn path() -> Option<PathBuf> {
    Some(user_folders::configuration()?.join("defaults"))
}

/// Reads the defaults. Returns the valid defaults in the order of the file, and an error message for each invalid line.
fn read() -> (Vec<(&'static Row, String)>, String) {
    let Some(path) = path() else { return (Vec::new(), String::new()) };
    let text = match fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return (Vec::new(), format!("cannot read {}: {error}\n", path.display())),
    };
    let (mut defaults, mut errors) = (Vec::new(), String::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        match parsed(line) {
            Ok(default) => defaults.push(default),
            Err(error) => errors += &format!("{}, line {number}: {error}\n", path.display()),
        }
    }
    (defaults, errors)
}

/// Parses the name and the value of a default.
fn parsed(line: &str) -> Result<(&'static Row, String), String> {
    let (name, value) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let (row, value) = (row(&name.to_ascii_lowercase())?, value.trim().to_ascii_lowercase());
    if !row.takes(&value) {
        return Err(format!("'{}' is no default for {}; expected {}", shown(&value), row.name, row.values));
    }
    Ok((row, value))
}

/// Returns the defaults as options of the command line, and an error message for each invalid line of the file. An
/// option is its name and its whole text, such as `("model", "--model=8e")`. The default in the last line of the file
/// comes first. The function also turns colours off if the default for colours is `off`.
pub fn options() -> (Vec<(&'static str, String)>, String) {
    let (defaults, errors) = read();
    let mut options = Vec::new();
    for (row, value) in defaults {
        match row.meaning {
            Meaning::Option(option, _) => options.push((option, format!("--{option}={value}"))),
            Meaning::Flag(option, when) if value == when => options.push((option, format!("--{option}"))),
            Meaning::Flag(..) => {}
            Meaning::Colours => IS_COLOURLESS.store(value == OFF, Ordering::Relaxed),
        }
    }
    // Of two defaults that exclude each other, the caller uses the first.
    options.reverse();
    (options, errors)
}

/// Executes the operator's commands about the user's files: `set default`, `set nodefault`, `show defaults` and `show
/// startup`. Returns `None` for any other command. The monitor of the library does not execute these commands, because
/// the library does not use the user's files.
pub fn execute(line: &str) -> Option<Result<String, String>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [verb, what, rest @ ..] = words.as_slice() else { return None };
    let begins = |long: &str| verb.len() > 1 && long.starts_with(&verb.to_ascii_lowercase());
    match (what.to_ascii_lowercase().as_str(), rest) {
        ("startup", []) if begins("show") => Some(Ok(startup_file::show())),
        ("default" | "defaults", []) if begins("show") => Some(Ok(show())),
        ("default", rest) if begins("set") => Some(set(&rest.join(" "))),
        ("nodefault", [name]) if begins("set") => Some(clear(&name.to_ascii_lowercase())),
        ("nodefault", _) if begins("set") => Some(Err("set nodefault needs the name of a default".to_owned())),
        _ => None,
    }
}

/// Sets a default.
fn set(line: &str) -> Result<String, String> {
    if line.is_empty() {
        let rows = ROWS.iter().map(|row| format!("set default {:8} {}\n", row.name, row.values));
        return Err(format!("set default needs a name and a value:\n{}", rows.collect::<String>().trim_end()));
    }
    let (row, value) = parsed(line)?;
    change(row, Some(value))
}

/// Removes a default.
fn clear(name: &str) -> Result<String, String> {
    change(row(name)?, None)
}

/// Sets the default `changed` to `value`, or removes it if `value` is `None`; writes the file of defaults.
fn change(changed: &'static Row, value: Option<String>) -> Result<String, String> {
    let path = path().ok_or("the user has no folder for configuration")?;
    let (defaults, errors) = read();
    if !errors.is_empty() {
        return Err(errors.trim_end().to_owned());
    }
    let mut remark = "the default holds from the next session on\n".to_owned();
    let others: Vec<_> = defaults.into_iter().filter(|(row, _)| row.name != changed.name).collect();
    if value.is_some()
        && let Some((other, value)) = others.iter().find(|(other, _)| changed.excludes(other))
    {
        remark += &format!("in focal8 monitor it takes the place of the default {} {value}\n", other.name);
    }
    let all = others.into_iter().chain(value.map(|value| (changed, value)));
    let text: String = all.map(|(row, value)| format!("{} {value}\n", row.name)).collect();
    let folder = path.parent().expect("the file is in a folder");
    let written = user_folders::make(folder).and_then(|()| user_folders::replace(&path, text.as_bytes()));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(remark)
}

/// Returns the answer to `show defaults`: the path and the contents of the file with the defaults.
fn show() -> String {
    let Some(path) = path() else { return "defaults\tthe user has no folder for configuration\n".to_owned() };
    let (defaults, errors) = read();
    if defaults.is_empty() && errors.is_empty() {
        return format!("defaults\tnone; set default NAME VALUE writes {}\n", path.display());
    }
    let lines: String = defaults.iter().map(|(row, value)| format!("\t{} {value}\n", row.name)).collect();
    format!("defaults\t{}\n{lines}{errors}", path.display())
}
