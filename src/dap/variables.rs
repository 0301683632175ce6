//! The state of a stopped program for the client: its position, its variables, and the values of expressions.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::program::Program;
use crate::debugger::{self, number};
use crate::focal::VariableName;
use crate::focal::inspect::{Inspect, Level, Place};
use crate::quote::quote;

/// The reference of the scope with all variables.
const VARIABLES: i64 = 1;
/// The reference of the scope with the machine's registers and counters.
const MACHINE: i64 = 2;
/// The base of the references to subscripted variables. A reference is this base plus the 16-bit value of the name's
/// two letters.
const SUBSCRIPTED: i64 = 0x1_0000;

/// The client's first line number and first column number.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// The number of the first line: 0 or 1.
    pub first_line: i64,
    /// The number of the first column: 0 or 1.
    pub first_column: i64,
}

/// The range of rows that a client requests from a list.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Page {
    /// The index of the first row.
    #[serde(alias = "startFrame")]
    start: usize,
    /// The number of rows; 0 means all.
    #[serde(alias = "levels")]
    count: usize,
}

impl Page {
    fn of<T>(self, all: Vec<T>) -> Vec<T> {
        let count = if self.count == 0 { usize::MAX } else { self.count };
        all.into_iter().skip(self.start).take(count).collect()
    }
}

/// Carries out `stackTrace`: returns the current line and the active DOs and FORs, innermost first.
pub fn stack(program: &mut Program, counting: Counting, page: Page) -> Value {
    let rows: Vec<(String, Place)> = program.inspect(|_, focal| {
        let Some(at) = focal.place() else { return Vec::new() };
        let line = at.line.map_or_else(|| "direct line".to_owned(), |line| line.to_string());
        let levels = focal.levels().into_iter().map(|level: Level| (debugger::level(&level, focal), level.place()));
        std::iter::once((line, at)).chain(levels).collect()
    });
    let total = rows.len();
    let frame = |(id, (name, place)): (usize, (String, Place))| {
        let mut frame = json!({ "id": id + 1, "name": name, "line": 0, "column": 0 });
        if let Some((source, line, column)) = program.sources.place(place) {
            frame["source"] = source;
            frame["line"] = (line as i64 + counting.first_line).into();
            frame["column"] = (column as i64 + counting.first_column).into();
        }
        frame
    };
    let frames: Vec<Value> = rows.into_iter().enumerate().map(frame).collect();
    json!({ "stackFrames": page.of(frames), "totalFrames": total })
}

/// Carries out `scopes`: returns the scope of FOCAL's variables and, if there is an emulated machine, the scope of its
/// registers.
pub fn scopes(program: &mut Program) -> Value {
    let count = program.inspect(|_, focal| names(focal).len());
    let mut scopes = vec![json!({
        "name": "Variables", "presentationHint": "locals", "variablesReference": VARIABLES, "namedVariables": count,
        "expensive": false,
    })];
    if program.station().is_some() {
        scopes.push(json!({
            "name": "Machine", "presentationHint": "registers", "variablesReference": MACHINE, "expensive": true,
        }));
    }
    json!({ "scopes": scopes })
}

/// The variables with one name, by subscript.
type Subscripts = BTreeMap<i32, (VariableName, f64)>;

/// Returns the variables grouped by name, in the order in which the names were created.
fn names(focal: &dyn Inspect) -> Vec<([u8; 2], Subscripts)> {
    let mut names: Vec<([u8; 2], Subscripts)> = Vec::new();
    for variable in focal.variables() {
        let entry = (variable.name, variable.value.into());
        let subscript = i32::from(variable.name.subscript.signed());
        match names.iter_mut().find(|(name, _)| *name == variable.name.letters) {
            Some((_, subscripts)) => drop(subscripts.insert(subscript, entry)),
            None => names.push((variable.name.letters, BTreeMap::from([(subscript, entry)]))),
        }
    }
    names
}

fn row(name: VariableName, value: f64) -> Value {
    json!({
        "name": name.to_string(), "value": number(value), "type": "number", "evaluateName": name.to_string(),
        "variablesReference": 0,
    })
}

/// Carries out `variables`. Returns the rows of a scope, or the subscripted variables of one name.
pub fn variables(program: &mut Program, reference: i64, page: Page) -> Result<Value, String> {
    let rows: Vec<Value> = match reference {
        MACHINE => machine(program)?,
        VARIABLES => program.inspect(|_, focal| {
            let row = |(letters, subscripts): ([u8; 2], Subscripts)| match subscripts.get(&0) {
                Some(&(variable, value)) if subscripts.len() == 1 => row(variable, value),
                _ => {
                    let name_alone = VariableName { letters, subscript: Default::default() };
                    json!({
                        "name": format!("{name_alone}()"), "value": format!("{} values", subscripts.len()),
                        "variablesReference": SUBSCRIPTED + i64::from(u16::from_be_bytes(letters)),
                        "namedVariables": subscripts.len(),
                    })
                }
            };
            names(focal).into_iter().map(row).collect()
        }),
        reference => {
            let wanted = u16::try_from(reference - SUBSCRIPTED).ok();
            let wanted = wanted.ok_or_else(|| format!("there are no variables {reference}"))?.to_be_bytes();
            program.inspect(|_, focal| {
                let subscripts = names(focal).into_iter().find(|(name, _)| *name == wanted);
                let subscripts = subscripts.map(|(_, subscripts)| subscripts).unwrap_or_default();
                subscripts.into_values().map(|(name, value)| row(name, value)).collect()
            })
        }
    };
    Ok(json!({ "variables": page.of(rows) }))
}

/// Returns the registers and counters of the machine.
fn machine(program: &mut Program) -> Result<Vec<Value>, String> {
    let machine = program.station().ok_or("there is no machine")?.machine();
    let microseconds = machine.elapsed.time.as_nanoseconds() / 1_000;
    let rows = [
        ("cycles", machine.elapsed.cycles.to_string()),
        ("seconds", format!("{}.{:06}", microseconds / 1_000_000, microseconds % 1_000_000)),
        ("PC", machine.pc_address().to_string()),
        ("L", u8::from(machine.link).to_string()),
        ("AC", machine.ac.to_string()),
        ("MQ", machine.mq.to_string()),
    ];
    let row = |(name, value): (&str, String)| {
        json!({
            "name": name, "value": value, "variablesReference": 0, "presentationHint": { "attributes": ["readOnly"] },
        })
    };
    Ok(rows.map(row).to_vec())
}

/// Carries out `setVariable`. Returns an error for a register of the machine.
pub fn set_variable(program: &mut Program, reference: i64, name: &str, value: &str) -> Result<Value, String> {
    if reference == MACHINE {
        return Err("the registers of the machine cannot be set here; focal8 monitor can set them".to_owned());
    }
    set(program, name, value)
}

/// Carries out `setExpression`, or an assignment such as `J=41` in the debug console.
pub fn set(program: &mut Program, variable: &str, expression: &str) -> Result<Value, String> {
    let value = program.set(variable, expression).map_err(|error| error.to_string())?;
    Ok(json!({ "value": number(value.into()), "type": "number", "variablesReference": 0 }))
}

/// Evaluates an expression. With `is_hover`, a variable that does not exist is an error.
pub fn evaluate(program: &mut Program, expression: &str, is_hover: bool) -> Result<Value, String> {
    program.inspect(|_, focal| {
        let variable = debugger::variable(expression, focal);
        if is_hover && variable.is_ok_and(|variable| focal.value(variable).is_none()) {
            return Err(format!("there is no variable {}", quote(expression)));
        }
        let value = debugger::value(expression, focal).map_err(|error| error.to_string())?;
        Ok(json!({ "result": number(value.into()), "type": "number", "variablesReference": 0 }))
    })
}
