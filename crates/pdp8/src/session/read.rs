//! Reading a session: every line must have exactly the form in which this program writes it.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{ANY_TITLE, Event, FIRST_TITLE, Kind, Session, TITLE};
use crate::quote::quote;

/// The reason why a file is not a session.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A file that is not a session.
    #[error("this is no session: its first line is not '{TITLE}'")]
    NoSession,
    /// A session of an unknown version.
    #[error("this session is of another version: '{}', and this program reads '{TITLE}'", quote(.0))]
    Version(String),
    /// A line with an error.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// A description of the error in the line.
        reason: String,
    },
}

/// The lines of a session file that have not been read yet.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    /// The number of lines that have been read.
    read: usize,
}

impl Lines<'_> {
    /// Reads the next line, `WORD JSON`, and returns the value of its JSON.
    fn value<T: DeserializeOwned>(&mut self, word: &str) -> Result<T, SessionError> {
        self.read += 1;
        let json = self.lines.next().and_then(|line| line.strip_prefix(word)).and_then(|rest| rest.strip_prefix(' '));
        let wrong = |reason| SessionError::Line { line: self.read, reason };
        let json = json.ok_or_else(|| wrong(format!("'{word}' is expected here")))?;
        serde_json::from_str(json).map_err(|error| wrong(format!("{word}: {error}")))
    }
}

impl Session {
    /// Reads a session from the text of its file.
    ///
    /// # Errors
    ///
    /// When the text is not a session, the version is unknown, or a line is wrong. An incomplete last line is not an
    /// error.
    pub fn read(text: &str) -> Result<Session, SessionError> {
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let count = whole.lines().count();
        let mut lines = Lines { lines: text.lines(), read: 1 };
        match lines.lines.next() {
            Some(TITLE | FIRST_TITLE) => {}
            Some(line) if line.starts_with(ANY_TITLE) => return Err(SessionError::Version(line.to_owned())),
            _ => return Err(SessionError::NoSession),
        }
        let (program, config, speed) = (lines.value("program")?, lines.value("machine")?, lines.value("teletype")?);
        let cut = (whole.len() < text.len()).then_some(count + 1);
        let mut session = Session { program, config, speed, events: Vec::new(), cut, media: BTreeMap::new() };
        for (line, text) in (1..=count).zip(text.lines()).skip(lines.read) {
            session.add(line, text).map_err(|reason| SessionError::Line { line, reason })?;
        }
        Ok(session)
    }

    /// Reads a line, `CYCLE WORD JSON`, and adds its event.
    fn add(&mut self, line: usize, text: &str) -> Result<(), String> {
        let mut words = text.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default();
        let (cycle, name, json) = (word(), word(), word());
        let cycle: u64 = cycle.parse().map_err(|_| format!("'{}' is no count of cycles", quote(cycle)))?;
        let kind = match name {
            "end" => Kind::End,
            "check" => Kind::Check(parsed(name, json)?),
            "back" => return self.go_back(cycle, parsed(name, json)?),
            "overwrite" => return self.add_overwritten(parsed(name, json)?),
            "attach" if parsed::<Map<String, Value>>(name, json)?.contains_key("medium") => {
                return self.add_named(line, cycle, parsed(name, json)?);
            }
            _ => Kind::Input(input_event(name, json)?),
        };
        self.events.push(Event { line, cycle, kind });
        Ok(())
    }

    /// Carries out `back`: keeps only the first `kept` input events, and the checks up to `cycle`.
    fn go_back(&mut self, cycle: u64, kept: usize) -> Result<(), String> {
        let is_input = |event: &Event| matches!(event.kind, Kind::Input(_) | Kind::Named(_));
        let events = self.events.iter().filter(|event| is_input(event)).count();
        if kept > events {
            return Err(format!("back {kept}: there are only {events} events before"));
        }
        let first = self.events.iter().enumerate().filter(|(_, event)| is_input(event)).nth(kept);
        self.events.truncate(first.map_or(usize::MAX, |(at, _)| at));
        self.events.retain(|event| is_input(event) || event.cycle <= cycle);
        Ok(())
    }
}

fn parsed<T: DeserializeOwned>(name: &str, json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| format!("{name}: {error}"))
}

/// Reads an input event from its name and its JSON value.
fn input_event(name: &str, json: &str) -> Result<crate::station::InputEvent, String> {
    let value = match json {
        "" => Value::String(name.to_owned()),
        json => Value::Object(Map::from_iter([(name.to_owned(), parsed::<Value>(name, json)?)])),
    };
    serde_json::from_value(value).map_err(|error| match error.to_string() {
        reason if reason.starts_with("unknown variant") => format!("'{}' is not an event of a session", quote(name)),
        reason => format!("{name}: {reason}"),
    })
}
