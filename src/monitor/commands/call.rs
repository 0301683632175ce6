//! A command being executed: its operator, its files and its arguments.

use super::super::decimal_count::decimal_count;
use super::super::expression::{Evaluated, Names, Value, evaluate};
use super::super::target::Target;
use super::super::variables::variable;
use super::super::{Monitor, MonitorError, Reply};
use super::Command;
use crate::host::{FileUse, Host, Permit};
use crate::station::Station;

/// The result of a command.
pub(super) type Answer = Result<Reply, MonitorError>;

/// A command being executed, with its arguments.
pub(super) struct Call<'a> {
    pub command: &'static Command,
    pub rest: &'a str,
    pub monitor: &'a mut Monitor,
    pub files: &'a mut dyn Host,
}

impl<'a> Call<'a> {
    /// Returns the error that shows the correct arguments of the command.
    pub fn usage(&self) -> MonitorError {
        MonitorError::Usage(format!("{} {}", self.command.name, self.command.usage).trim_end().to_owned())
    }

    pub fn something(&self) -> Result<&'a str, MonitorError> {
        if self.rest.is_empty() { Err(self.usage()) } else { Ok(self.rest) }
    }

    pub fn nothing_more(&self) -> Result<(), MonitorError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.usage()) }
    }

    /// Splits the arguments into the first word and the rest.
    pub fn two(&self) -> Result<(&'a str, &'a str), MonitorError> {
        let (first, second) = self.rest.split_once(char::is_whitespace).ok_or_else(|| self.usage())?;
        Ok((first, second.trim()))
    }

    /// Returns the argument as the name of a file, without quotes.
    pub fn file(&self) -> Result<&'a str, MonitorError> {
        self.something().map(unquoted)
    }

    /// Removes the switches at the beginning of the arguments, such as `-q`, `-e -q` or `-eq`, and returns them. Each
    /// switch must be a letter of `known`.
    pub fn switches(&mut self, known: &'static str) -> Result<Vec<char>, MonitorError> {
        let mut switches = Vec::new();
        while let Some(letters) = self.rest.strip_prefix('-') {
            let (letters, rest) = letters.split_once(char::is_whitespace).unwrap_or((letters, ""));
            if letters.is_empty() || !letters.chars().all(|letter| letter.is_ascii_alphabetic()) {
                break;
            }
            for switch in letters.chars().map(|letter| letter.to_ascii_lowercase()) {
                if !known.contains(switch) {
                    let known = known.chars().map(|letter| format!("-{letter}")).collect::<Vec<_>>().join(" ");
                    return Err(MonitorError::NoSuchSwitch { command: self.command.name, switch, known });
                }
                switches.push(switch);
            }
            self.rest = rest.trim_start();
        }
        Ok(switches)
    }

    /// Parses a decimal count up to `most`; without an argument returns `otherwise`.
    pub fn count(&self, otherwise: u64, most: u64) -> Result<u64, MonitorError> {
        match self.rest {
            "" => Ok(otherwise),
            digits => count(digits, most),
        }
    }

    /// Reads a file, and registers it as an input of the session. `user` is the description of the file in error
    /// messages, such as `a tape`.
    pub fn read(&mut self, user: &str, name: &str) -> Result<Vec<u8>, MonitorError> {
        self.read_for(FileUse::reads(user, name))
    }

    /// Reads the file that `wanted` names, and registers this use of the file for the session.
    pub fn read_for(&mut self, wanted: FileUse) -> Result<Vec<u8>, MonitorError> {
        let permit = self.files.permit(&wanted)?;
        let bytes = self.files.read(&permit).map_err(|reason| file_error(&wanted.file, reason))?;
        self.files.registry().keep(wanted);
        Ok(bytes)
    }

    /// Writes a file that the command names; an error names the file.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), MonitorError> {
        self.write_for(&FileUse::writes(self.command.name, name), bytes)
    }

    /// Writes `bytes` to the file that `wanted` names.
    pub fn write_for(&mut self, wanted: &FileUse, bytes: &[u8]) -> Result<(), MonitorError> {
        let permit = self.files.permit(wanted)?;
        self.files.write(&permit, bytes).map_err(|reason| file_error(permit.name(), reason))
    }

    /// Checks that a file can be written, and registers the file as an output of the session. Returns the permission to
    /// append to the file.
    pub fn permit_to_grow(&mut self, user: &str, name: &str) -> Result<Permit, MonitorError> {
        let wanted = FileUse::writes(user, name);
        let permit = self.files.permit(&wanted)?;
        self.files.check_writable(&permit).map_err(|reason| file_error(name, reason))?;
        self.files.registry().release(user);
        self.files.registry().keep(wanted);
        Ok(permit)
    }

    /// Returns the value of the expression at the beginning of `text`, and the text after the expression.
    pub fn evaluate<'t>(&mut self, target: &dyn Target, text: &'t str) -> Result<Evaluated<'t>, MonitorError> {
        let Call { monitor, files, .. } = self;
        let mut variable = |name: &str| variable(monitor, target, *files, name).map(Value::counted);
        let machine = target.station().map(Station::machine);
        evaluate(text, Names { machine, symbols: &monitor.symbols, variable: &mut variable, ignore_case: false })
    }

    /// Returns an answer that contains `remark`, or an empty answer if the script is quiet.
    pub fn remark(&self, remark: &str) -> Answer {
        if self.monitor.scripts.manner().quiet { text("") } else { text(format!("{remark}\n")) }
    }
}

/// Returns a name without the quotes around it.
pub(super) fn unquoted(name: &str) -> &str {
    let inside = |quote| name.strip_prefix(quote).and_then(|name| name.strip_suffix(quote));
    inside('"').or_else(|| inside('\'')).unwrap_or(name)
}

/// Returns a file's name as it is written in a command: in quotes, with every percent sign doubled.
pub fn quoted_name(name: &str) -> String {
    let quote = if name.contains('"') { '\'' } else { '"' };
    format!("{quote}{}{quote}", name.replace('%', "%%"))
}

pub(super) fn file_error(name: &str, reason: impl ToString) -> MonitorError {
    MonitorError::File { name: name.to_owned(), reason: reason.to_string() }
}

/// Parses a decimal count, such as `1000` or `20K`, up to `most`.
pub(super) fn count(digits: &str, most: u64) -> Result<u64, MonitorError> {
    match decimal_count(digits) {
        Some(count) if count <= most => Ok(count),
        Some(_) => Err(MonitorError::TooMany(most)),
        None => Err(MonitorError::NotACount(digits.to_owned())),
    }
}

pub(super) fn text(text: impl Into<String>) -> Answer {
    Ok(Reply::Text(text.into()))
}
