//! The breakpoints, watched variables and exceptions that a client has asked for. They are set again after a restart of
//! the program.

use std::ops::RangeInclusive;

use serde::Deserialize;
use serde_json::{Value, json};

use super::breakpoints::Wanted;
use super::program::{Position, Program};

/// The numbers that a client gives to the first line and to the first column.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// The number of the first line: 0 or 1.
    pub first_line: i64,
    /// The number of the first column: 0 or 1.
    pub first_column: i64,
}

impl Counting {
    /// Converts a client's line number to an index, from 0.
    pub fn line(self, number: i64) -> Result<usize, String> {
        usize::try_from(number - self.first_line).map_err(|_| "there is no such line".to_owned())
    }

    /// Converts a client's column number to an index, from 0.
    fn column(self, number: i64) -> usize {
        usize::try_from(number - self.first_column).unwrap_or_default()
    }

    /// Adds a position to a message.
    pub fn add(self, Position { line, column, .. }: Position, message: &mut Value) {
        message["line"] = (line as i64 + self.first_line).into();
        message["column"] = (column as i64 + self.first_column).into();
    }
}

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
    line: i64,
    #[serde(default)]
    column: Option<i64>,
    #[serde(flatten)]
    when: When,
}

/// The conditions of a breakpoint.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct When {
    condition: Option<String>,
    hit_condition: Option<String>,
    log_message: Option<String>,
}

/// The arguments of `setBreakpoints`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SetBreakpoints {
    source: SourceArgument,
    #[serde(default)]
    breakpoints: Vec<SourceBreakpoint>,
}

/// The arguments of `breakpointLocations`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Locations {
    source: SourceArgument,
    line: i64,
    #[serde(default)]
    end_line: Option<i64>,
}

/// A breakpoint at an instruction.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct InstructionBreakpoint {
    instruction_reference: String,
    #[serde(default)]
    offset: i64,
    #[serde(flatten)]
    when: When,
}

/// The arguments of `setInstructionBreakpoints`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct SetInstructionBreakpoints {
    #[serde(default)]
    breakpoints: Vec<InstructionBreakpoint>,
}

/// A variable to watch.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DataBreakpoint {
    data_id: String,
    #[serde(default)]
    condition: Option<String>,
    #[serde(default)]
    hit_condition: Option<String>,
}

/// The arguments of `setDataBreakpoints`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct SetDataBreakpoints {
    #[serde(default)]
    breakpoints: Vec<DataBreakpoint>,
}

/// All breakpoints, watched variables and exceptions that a client has asked for.
#[derive(Clone, Debug, Default)]
pub struct Requested {
    /// For each source: the breakpoints, and the ID of the first breakpoint.
    sources: Vec<(SetBreakpoints, u64)>,
    instructions: (SetInstructionBreakpoints, u64),
    data: SetDataBreakpoints,
    filters: Option<Vec<String>>,
    last_id: u64,
}

impl SourceBreakpoint {
    fn wanted(&self, id: u64, counting: Counting) -> Result<Wanted, String> {
        let column = self.column.map(|column| counting.column(column));
        Ok(self.when.add_to(Wanted { id, line: counting.line(self.line)?, column, ..Wanted::default() }))
    }
}

impl When {
    fn add_to(&self, wanted: Wanted) -> Wanted {
        let When { condition, hit_condition, log_message } = self.clone();
        Wanted { condition, hit_condition, log_message, ..wanted }
    }
}

impl Requested {
    /// Carries out `setBreakpoints`: replaces the breakpoints of one source.
    pub fn set(
        &mut self,
        wanted: SetBreakpoints,
        counting: Counting,
        program: &mut dyn Program,
        is_same: impl Fn(&str, &str) -> bool,
    ) -> Value {
        let first = self.new_ids(wanted.breakpoints.len());
        let answers = place(&wanted, first, counting, program, is_same);
        self.sources.retain(|(other, _)| other.source != wanted.source);
        self.sources.push((wanted, first));
        json!({ "breakpoints": answers })
    }

    /// Carries out `setInstructionBreakpoints`.
    pub fn set_instructions(
        &mut self,
        wanted: SetInstructionBreakpoints,
        program: &mut dyn Program,
    ) -> Result<Value, String> {
        let first = self.new_ids(wanted.breakpoints.len());
        let answers = place_instructions(&wanted, first, program)?;
        self.instructions = (wanted, first);
        Ok(json!({ "breakpoints": answers }))
    }

    /// Carries out `setDataBreakpoints`: replaces the watched variables.
    pub fn watch(&mut self, wanted: SetDataBreakpoints, program: &mut dyn Program) -> Value {
        let answers = watch(&wanted, program);
        self.data = wanted;
        json!({ "breakpoints": answers })
    }

    /// Carries out `setExceptionBreakpoints`.
    pub fn stop_at_exceptions(&mut self, filters: Vec<String>, program: Option<&mut Box<dyn Program>>) {
        if let Some(program) = program {
            program.stop_at_exceptions(&filters);
        }
        self.filters = Some(filters);
    }

    /// Sets all breakpoints, watched variables and exceptions again in a program that has just been loaded.
    pub fn set_again(
        &self,
        counting: Counting,
        program: &mut dyn Program,
        is_same: impl Fn(&str, &str) -> bool + Copy,
    ) {
        for (wanted, first) in &self.sources {
            place(wanted, *first, counting, program, is_same);
        }
        let (wanted, first) = &self.instructions;
        if !wanted.breakpoints.is_empty() {
            // If a FOCAL program has replaced a machine program, there are no instructions to stop at.
            let _ = place_instructions(wanted, *first, program);
        }
        watch(&self.data, program);
        if let Some(filters) = &self.filters {
            program.stop_at_exceptions(filters);
        }
    }

    /// Returns the first of `count` new IDs.
    fn new_ids(&mut self, count: usize) -> u64 {
        let first = self.last_id + 1;
        self.last_id += count as u64;
        first
    }
}

/// Sets the breakpoints of one source. The IDs begin at `first`.
fn place(
    wanted: &SetBreakpoints,
    first: u64,
    counting: Counting,
    program: &mut dyn Program,
    is_same: impl Fn(&str, &str) -> bool,
) -> Vec<Value> {
    let source = program.sources().find(wanted.source.path.as_deref(), wanted.source.source_reference, is_same);
    let read: Vec<Result<Wanted, String>> =
        (first..).zip(&wanted.breakpoints).map(|(id, breakpoint)| breakpoint.wanted(id, counting)).collect();
    let good: Vec<Wanted> = read.iter().flatten().cloned().collect();
    let mut placed = source.map(|source| program.set_breakpoints(source, &good).into_iter());
    let answer = |((id, breakpoint), read): ((u64, &SourceBreakpoint), Result<Wanted, String>)| {
        let mut shown = json!({ "id": id, "verified": false, "line": breakpoint.line });
        let answer = match (&mut placed, read) {
            (None, _) => Err("this file is not part of the program that is run".to_owned()),
            (_, Err(error)) => Err(error),
            (Some(placed), Ok(_)) => placed.next().unwrap_or_else(|| Err("there is no such line".to_owned())),
        };
        match answer {
            Ok(position) => {
                shown["verified"] = true.into();
                counting.add(position, &mut shown);
            }
            Err(message) => shown["message"] = message.into(),
        }
        shown
    };
    (first..).zip(&wanted.breakpoints).zip(read).map(answer).collect()
}

/// Sets the breakpoints at instructions. The IDs begin at `first`.
fn place_instructions(
    wanted: &SetInstructionBreakpoints,
    first: u64,
    program: &mut dyn Program,
) -> Result<Vec<Value>, String> {
    let read = |(id, breakpoint): (u64, &InstructionBreakpoint)| {
        let (instruction, offset) = (breakpoint.instruction_reference.clone(), breakpoint.offset);
        breakpoint.when.add_to(Wanted { id, instruction, offset, ..Wanted::default() })
    };
    let read: Vec<Wanted> = (first..).zip(&wanted.breakpoints).map(read).collect();
    let answers = program.set_instruction_breakpoints(&read)?;
    let shown = |(id, answer): (u64, Result<String, String>)| match answer {
        Ok(address) => json!({ "id": id, "verified": true, "instructionReference": address }),
        Err(message) => json!({ "id": id, "verified": false, "message": message }),
    };
    Ok((first..).zip(answers).map(shown).collect())
}

/// Replaces the watched variables.
fn watch(wanted: &SetDataBreakpoints, program: &mut dyn Program) -> Vec<Value> {
    let is_given = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
    let is_conditional = |data: &DataBreakpoint| is_given(&data.condition) || is_given(&data.hit_condition);
    let plain = wanted.breakpoints.iter().filter(|data| !is_conditional(data));
    let names: Vec<String> = plain.map(|data| data.data_id.clone()).collect();
    let mut answers = program.watch(&names).into_iter();
    let answer = |data: &DataBreakpoint| {
        let answer = match is_conditional(data) {
            true => Err("a data breakpoint has no condition: set one at a line".to_owned()),
            false => answers.next().unwrap_or(Ok(())),
        };
        match answer {
            Ok(()) => json!({ "verified": true }),
            Err(message) => json!({ "verified": false, "message": message }),
        }
    };
    wanted.breakpoints.iter().map(answer).collect()
}

impl Locations {
    /// Carries out `breakpointLocations`.
    pub fn of(
        &self,
        counting: Counting,
        program: &mut dyn Program,
        is_same: impl Fn(&str, &str) -> bool,
    ) -> Result<Value, String> {
        let source = program.sources().find(self.source.path.as_deref(), self.source.source_reference, is_same);
        let source = source.ok_or("this file is not part of the program that is run")?;
        let lines: RangeInclusive<usize> =
            counting.line(self.line)?..=counting.line(self.end_line.unwrap_or(self.line))?;
        let last = program.sources().0[source].text.lines().count();
        let positions = program.breakpoint_locations(source, *lines.start()..=(*lines.end()).min(last));
        let shown = |position| {
            let mut shown = json!({});
            counting.add(position, &mut shown);
            shown
        };
        Ok(json!({ "breakpoints": positions.into_iter().map(shown).collect::<Vec<Value>>() }))
    }
}
