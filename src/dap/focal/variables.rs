//! The state of a stopped program for the client: its position, its variables, and the values of expressions.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::program::{Context, Evaluated};
use super::HOVER_VALUES;
use crate::debugger::past::PastValue;
use crate::debugger::{self, number};
use crate::focal::inspect::{Inspect, Level, Place};
use crate::focal::{FUNCTIONS, VariableName};
use crate::monitor::seconds;
use crate::quote::quote;
use crate::station::Station;

/// The `variablesReference` of the scope with all variables.
const VARIABLES: i64 = 1;
/// The `variablesReference` of the scope with the machine's registers and counters.
const MACHINE: i64 = 2;
/// The base of the references to subscripted variables. A reference is this base plus the 16-bit value of the name's
/// two letters.
const SUBSCRIPTED: i64 = 0x1_0000;

/// Returns the names and places of the stack trace: the current line, and the active DOs and FORs, innermost first.
pub fn stack(focal: &dyn Inspect) -> Vec<(String, Place)> {
    let Some(at) = focal.place() else { return Vec::new() };
    let line = at.line.map_or_else(|| "direct line".to_owned(), |line| line.to_string());
    let levels = focal.levels().into_iter().map(|level: Level| (debugger::level(&level, focal), level.place()));
    std::iter::once((line, at)).chain(levels).collect()
}

/// Returns the scope of FOCAL's variables and, if FOCAL runs on an emulated machine, the scope of the machine's
/// registers.
pub fn scopes(focal: &dyn Inspect, has_machine: bool) -> Vec<Value> {
    let mut scopes = vec![json!({
        "name": "Variables", "presentationHint": "locals", "variablesReference": VARIABLES,
        "namedVariables": names(focal).len(), "expensive": false,
    })];
    if has_machine {
        scopes.push(json!({
            "name": "Machine", "presentationHint": "registers", "variablesReference": MACHINE, "expensive": true,
        }));
    }
    scopes
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

/// Returns the variables of a scope, or all subscripted variables with one name, in the JSON form of the protocol.
pub fn variables(focal: &dyn Inspect, station: Option<&Station>, reference: i64) -> Result<Vec<Value>, String> {
    match reference {
        MACHINE => machine(station),
        VARIABLES => {
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
            Ok(names(focal).into_iter().map(row).collect())
        }
        reference => {
            let wanted = u16::try_from(reference - SUBSCRIPTED).ok();
            let wanted = wanted.ok_or_else(|| format!("there are no variables {reference}"))?.to_be_bytes();
            let subscripts = names(focal).into_iter().find(|(name, _)| *name == wanted);
            let subscripts = subscripts.map(|(_, subscripts)| subscripts).unwrap_or_default();
            Ok(subscripts.into_values().map(|(name, value)| row(name, value)).collect())
        }
    }
}

/// Returns the registers and counters of the machine.
fn machine(station: Option<&Station>) -> Result<Vec<Value>, String> {
    let machine = station.ok_or("there is no machine")?.machine();
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

/// Checks that a variable of this scope or group can be set.
pub fn check_settable(reference: i64) -> Result<(), String> {
    if reference == MACHINE {
        return Err("the registers of the machine cannot be set here; focal8 monitor can set them".to_owned());
    }
    Ok(())
}

/// Evaluates an expression. For a hover, a variable that does not exist is an error.
pub fn evaluate(focal: &dyn Inspect, expression: &str, context: Context) -> Result<Evaluated, String> {
    let variable = debugger::variable(expression, focal);
    if context == Context::Hover && variable.is_ok_and(|variable| focal.value(variable).is_none()) {
        return Err(format!("there is no variable {}", quote(expression)));
    }
    value(focal, expression).map(Evaluated::new)
}

/// Returns a text such as `, set in 02.10 at 0.123456 s; before: 3, 1`. `values` contains the values of a variable, the
/// present value last. Returns `None` if the variable has not changed.
pub fn recent_past(values: &[PastValue]) -> Option<String> {
    let (last, before) = values.split_last()?;
    if before.is_empty() && last.line.is_none() {
        return None;
    }
    let by = last.line.map_or_else(|| "set by hand".to_owned(), |line| format!("set in {}", debugger::line(line)));
    let mut text = format!(", {by} at {}", seconds(last.time));
    if !before.is_empty() {
        let shown = before.iter().rev().take(HOVER_VALUES).map(|past| number(past.value.into()));
        text += &format!("; before: {}", shown.collect::<Vec<_>>().join(", "));
    }
    Some(text)
}

/// Returns the value of an expression as text.
pub fn value(focal: &dyn Inspect, expression: &str) -> Result<String, String> {
    debugger::value(expression, focal).map(|value| number(value.into())).map_err(|error| error.to_string())
}

/// Returns the names of the variables and functions, each with the protocol's word for its kind.
pub fn words(focal: &dyn Inspect) -> BTreeMap<String, &'static str> {
    let variables = focal.variables().into_iter().map(|variable| (variable.name.to_string(), "variable"));
    let functions = FUNCTIONS.iter().map(|(name, _)| (format!("F{name}"), "function"));
    variables.chain(functions).collect()
}
