//! The answers to requests about a stopped program: for its stack trace, values, completions, instructions and core.

use serde_json::{Value, json};

use super::arguments::{Completions, Disassemble, Page, ReadMemory, WriteMemory};
use super::base64;
use super::program::{Disassembly, Evaluated, Frame, Output, Program};
use super::requested::Counting;
use super::sources::Sources;
use crate::debugger::past::PastValue;
use crate::debugger::{line, number};

/// Returns the answer to `stackTrace`.
pub fn stack(program: &mut dyn Program, counting: Counting, page: Page) -> Value {
    let frames = program.stack();
    let total = frames.len();
    let sources = program.sources();
    let row = |(id, Frame { name, position, instruction }): (usize, Frame)| {
        let mut row = json!({ "id": id + 1, "name": name, "line": 0, "column": 0 });
        if let Some(position) = position {
            row["source"] = sources.described(position.source);
            counting.add(position, &mut row);
        }
        if let Some(instruction) = instruction {
            row["instructionPointerReference"] = instruction.into();
        }
        row
    };
    let rows: Vec<Value> = frames.into_iter().enumerate().map(row).collect();
    json!({ "stackFrames": page.of(rows), "totalFrames": total })
}

/// Returns the answer to `evaluate`, `setVariable` or `setExpression`. The field `name` of the answer contains the
/// value.
pub fn value(evaluated: Evaluated, name: &str) -> Value {
    let mut answer = json!({ name: evaluated.value, "variablesReference": 0 });
    if let Some(memory) = evaluated.memory {
        answer["memoryReference"] = memory.into();
    }
    answer
}

/// Returns the body of an `output` event.
pub fn output(Output { category, text, position }: Output, sources: &Sources, counting: Counting) -> Value {
    let mut body = json!({ "category": category, "output": text });
    if let Some(position) = position {
        body["source"] = sources.described(position.source);
        counting.add(position, &mut body);
    }
    body
}

/// Returns the answer to `completions`: the names that begin with the word before the cursor.
pub fn completions(program: &mut dyn Program, wanted: &Completions, counting: Counting) -> Value {
    let column = usize::try_from(wanted.column - counting.first_column).unwrap_or_default();
    let before: String = wanted.text.chars().take(column).collect();
    let word = &before[before.trim_end_matches(|letter: char| letter.is_ascii_alphanumeric()).len()..];
    let typed = word.to_ascii_uppercase();
    let start = column as i64 - word.len() as i64 + counting.first_column;
    let names = program.names().into_iter().filter(|(name, _)| name.starts_with(&typed));
    let target =
        |(name, kind): (String, &str)| json!({ "label": name, "type": kind, "start": start, "length": word.len() });
    json!({ "targets": names.map(target).collect::<Vec<Value>>() })
}

/// Returns the answer to `disassemble`.
pub fn disassembly(program: &mut dyn Program, wanted: &Disassemble, counting: Counting) -> Result<Value, String> {
    let offset = wanted.offset.saturating_add(wanted.instruction_offset);
    let wanted = Disassembly { reference: &wanted.memory_reference, offset, count: wanted.instruction_count };
    let mut rows = program.disassemble(wanted)?;
    for line in rows.iter_mut().filter_map(|row| row.get_mut("line")) {
        *line = (line.as_i64().unwrap_or_default() + counting.first_line).into();
    }
    Ok(json!({ "instructions": rows }))
}

/// Returns the answer to `readMemory`.
pub fn memory(program: &mut dyn Program, wanted: &ReadMemory) -> Result<Value, String> {
    let (address, bytes) = program.read_memory(&wanted.memory_reference, wanted.offset, wanted.count)?;
    let missing = wanted.count - bytes.len();
    Ok(json!({ "address": address, "unreadableBytes": missing, "data": base64::encode(&bytes) }))
}

/// Carries out `writeMemory`.
pub fn write_memory(program: &mut dyn Program, wanted: &WriteMemory) -> Result<Value, String> {
    let bytes = base64::decode(&wanted.data).ok_or("the data is not base64 with padding")?;
    let count = program.write_memory(&wanted.memory_reference, wanted.offset, &bytes)?;
    Ok(json!({ "bytesWritten": count }))
}

/// Returns the values that a variable has had, the oldest first. Each value comes with the line that set the value, the
/// memory cycle, and the simulated time in seconds.
pub fn past_values(program: &mut dyn Program, variable: &str) -> Result<Value, String> {
    let value = |past: &PastValue| {
        json!({
            "value": number(past.value.into()),
            "line": past.line.map(line),
            "cycle": past.cycle,
            "seconds": past.time.as_nanoseconds() as f64 / 1e9,
        })
    };
    let values: Vec<Value> = program.past_values(variable)?.iter().map(value).collect();
    Ok(json!({ "values": values }))
}
