//! The causes of a program's stops: lines of its files, changes of variables, and FOCAL's errors.

use serde::Deserialize;
use serde_json::{Value, json};

use super::program::Program;
use crate::debugger;
use crate::focal::LineNumber;
use crate::quote::quote;

/// The ID of the exception filter for FOCAL's errors.
pub const ERRORS: &str = "errors";

/// A source: a file, or a text that the adapter has sent to the client.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SourceArgument {
    /// The path of the file.
    pub path: Option<String>,
    /// The reference of the text; 0 for a file.
    pub source_reference: i64,
}

/// A breakpoint that a client asks for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceBreakpoint {
    /// The line number in the file, counted from the client's first line number (0 or 1).
    pub line: i64,
    /// The condition for a stop, such as `J>30`.
    #[serde(default)]
    pub condition: Option<String>,
    /// The hit condition: `3` and `>=3` both mean the third and each later visit to the line.
    #[serde(default)]
    pub hit_condition: Option<String>,
}

/// The arguments of `setBreakpoints`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SetBreakpoints {
    /// The file that has the breakpoints.
    pub source: SourceArgument,
    /// The file's new breakpoints, which replace all earlier breakpoints of the file.
    #[serde(default)]
    pub breakpoints: Vec<SourceBreakpoint>,
}

/// A breakpoint that has an ID and was set successfully.
#[derive(Clone, Debug)]
struct Known {
    id: u64,
    source: usize,
    line: LineNumber,
}

/// All breakpoints that the client has set.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    /// For each source: the breakpoints that the client has set, and the ID of the first breakpoint.
    wanted: Vec<(SetBreakpoints, u64)>,
    watched: Vec<String>,
    /// Whether FOCAL's errors stop the program.
    pub stops_at_errors: bool,
    known: Vec<Known>,
    last_id: u64,
}

impl Breakpoints {
    /// Carries out `setBreakpoints`: replaces the breakpoints of one file.
    pub fn set(
        &mut self,
        wanted: SetBreakpoints,
        first_line: i64,
        program: &mut Program,
        is_same: impl Fn(&str, &str) -> bool,
    ) -> Value {
        let first = self.last_id + 1;
        self.last_id += wanted.breakpoints.len() as u64;
        let answers = self.place(&wanted, first, first_line, program, is_same);
        self.wanted.retain(|(other, _)| other.source != wanted.source);
        self.wanted.push((wanted, first));
        json!({ "breakpoints": answers })
    }

    /// Sets the breakpoints of one source. The breakpoint IDs start at `first`.
    fn place(
        &mut self,
        wanted: &SetBreakpoints,
        first: u64,
        first_line: i64,
        program: &mut Program,
        is_same: impl Fn(&str, &str) -> bool,
    ) -> Vec<Value> {
        let source = program.sources.find(wanted.source.path.as_deref(), wanted.source.source_reference, is_same);
        for known in self.known.extract_if(.., |known| Some(known.source) == source) {
            // Several breakpoints of the file may be on one line, so the line may have no breakpoint any more.
            let _ = program.debugger.clear_breakpoints(&known.line.to_string());
        }
        let mut answers = Vec::new();
        for (id, breakpoint) in (first..).zip(&wanted.breakpoints) {
            let answer = match source {
                Some(source) => set_one(source, breakpoint, first_line, program).map(|line| (source, line)),
                None => Err("this file is not part of the program that is run".to_owned()),
            };
            let mut shown = json!({ "id": id, "verified": answer.is_ok(), "line": breakpoint.line });
            match answer {
                Ok((source, line)) => self.known.push(Known { id, source, line }),
                Err(message) => shown["message"] = message.into(),
            }
            answers.push(shown);
        }
        answers
    }

    /// Carries out `setDataBreakpoints`: replaces the watched variables.
    pub fn watch(&mut self, names: Vec<(String, bool)>, program: &mut Program) -> Value {
        program.debugger.clear_all_watches();
        let watch = |(name, is_conditional): &(String, bool)| {
            if *is_conditional {
                return json!({ "verified": false, "message": "a data breakpoint has no condition: set one at a line" });
            }
            match program.inspect(|debugger, focal| debugger.watch(name, Vec::new(), focal)) {
                Ok(()) => json!({ "verified": true }),
                Err(error) => json!({ "verified": false, "message": error.to_string() }),
            }
        };
        let answers: Vec<Value> = names.iter().map(watch).collect();
        self.watched = names.into_iter().filter(|(_, conditional)| !conditional).map(|(name, _)| name).collect();
        json!({ "breakpoints": answers })
    }

    /// Carries out `setExceptionBreakpoints`: sets whether FOCAL's errors stop the program.
    pub fn stop_at_errors(&mut self, stops: bool, program: Option<&mut Program>) {
        self.stops_at_errors = stops;
        if let Some(program) = program {
            program.debugger.stop_at_errors(stops);
        }
    }

    /// Sets all breakpoints again after the program is restarted.
    pub fn set_again(&mut self, first_line: i64, program: &mut Program, is_same: impl Fn(&str, &str) -> bool + Copy) {
        self.known.clear();
        for (wanted, first) in self.wanted.clone() {
            self.place(&wanted, first, first_line, program, is_same);
        }
        let watched = self.watched.iter().map(|name| (name.clone(), false)).collect();
        self.watch(watched, program);
        program.debugger.stop_at_errors(self.stops_at_errors);
    }

    /// Returns the IDs of the breakpoints at a line.
    pub fn ids_at(&self, line: LineNumber) -> Vec<u64> {
        self.known.iter().filter(|known| known.line == line).map(|known| known.id).collect()
    }
}

fn set_one(
    source: usize,
    wanted: &SourceBreakpoint,
    first_line: i64,
    program: &mut Program,
) -> Result<LineNumber, String> {
    let line = usize::try_from(wanted.line - first_line).map_err(|_| "there is no such line".to_owned())?;
    let number = program.sources.number_at(source, line)?;
    let count = match wanted.hit_condition.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => count(text)?,
        None => 1,
    };
    let condition = wanted.condition.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let condition = condition.map_or_else(String::new, |condition| format!(" if {condition}"));
    let text = format!("{number}[{count}]{condition}");
    let set = program.inspect(|debugger, focal| debugger.set_breakpoints(&text, &[], focal));
    set.map_err(|error| error.to_string())?;
    Ok(number)
}

/// Parses a hit condition: `3` and `>=3` both mean the third visit and all later visits.
fn count(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix(">=").unwrap_or(text).trim();
    let count = digits.parse().ok().filter(|&count| count > 0);
    count.ok_or_else(|| format!("'{}' is no hit condition: 3 stops the third time and from then on", quote(text)))
}

/// Carries out `dataBreakpointInfo`: checks whether a variable with this name can be watched.
pub fn data_breakpoint(name: &str, program: &mut Program) -> Value {
    match program.inspect(|_, focal| debugger::variable(name, focal)) {
        Ok(variable) => json!({
            "dataId": variable.to_string(), "description": format!("{variable} changes"),
            "accessTypes": ["write"], "canPersist": true,
        }),
        Err(error) => json!({ "dataId": null, "description": error.to_string() }),
    }
}
