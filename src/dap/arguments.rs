//! The arguments of requests; arguments that this adapter does not use are left out.

use serde::Deserialize;

use super::launch::Launch;
use super::program::{Context, Granularity};
use super::requested::SourceArgument;

/// The arguments of `initialize`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Client {
    #[serde(default = "yes")]
    pub lines_start_at1: bool,
    #[serde(default = "yes")]
    pub columns_start_at1: bool,
    #[serde(default)]
    pub supports_invalidated_event: bool,
}

fn yes() -> bool {
    true
}

/// The arguments of `dataBreakpointInfo`.
#[derive(Deserialize)]
pub struct Name {
    pub name: String,
}

/// The name and the value in the arguments of `setVariable`.
#[derive(Deserialize)]
pub struct Named {
    pub name: String,
    pub value: String,
}

/// The arguments of `setExpression`.
#[derive(Deserialize)]
pub struct Expression {
    pub expression: String,
    pub value: String,
}

/// The arguments of `setExceptionBreakpoints`.
#[derive(Deserialize)]
pub struct Filters {
    #[serde(default)]
    pub filters: Vec<String>,
}

/// The variables reference in the arguments of `variables` and `setVariable`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    pub variables_reference: i64,
}

/// The part of a list that a client requests, such as a range of stack frames.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Page {
    /// The index of the first item.
    #[serde(alias = "startFrame")]
    start: usize,
    /// The number of items; 0 means all items.
    #[serde(alias = "levels")]
    count: usize,
}

impl Page {
    /// Returns the requested items of a list.
    pub fn of<T>(self, all: Vec<T>) -> Vec<T> {
        let count = if self.count == 0 { usize::MAX } else { self.count };
        all.into_iter().skip(self.start).take(count).collect()
    }
}

/// The arguments of `evaluate`.
#[derive(Deserialize)]
pub struct Evaluate {
    pub expression: String,
    #[serde(default)]
    context: Option<String>,
}

impl Evaluate {
    /// Returns the purpose for which the client wants the value.
    pub fn context(&self) -> Context {
        match self.context.as_deref() {
            Some("hover") => Context::Hover,
            Some("repl") => Context::Console,
            _ => Context::Other,
        }
    }
}

/// The arguments of `next`, `stepIn`, `stepOut` and `stepBack`.
#[derive(Deserialize)]
pub struct Stepped {
    #[serde(default)]
    granularity: Option<String>,
}

impl Stepped {
    /// Returns the unit of the step.
    pub fn granularity(&self) -> Granularity {
        match self.granularity.as_deref() {
            Some("line") => Granularity::Line,
            Some("instruction") => Granularity::Instruction,
            _ => Granularity::Statement,
        }
    }
}

/// The arguments of `completions`.
#[derive(Deserialize)]
pub struct Completions {
    pub text: String,
    pub column: i64,
}

/// The arguments of `disassemble`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Disassemble {
    pub memory_reference: String,
    #[serde(default)]
    pub offset: i64,
    #[serde(default)]
    pub instruction_offset: i64,
    pub instruction_count: usize,
}

/// The arguments of `readMemory`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadMemory {
    pub memory_reference: String,
    #[serde(default)]
    pub offset: i64,
    pub count: usize,
}

/// The arguments of `writeMemory`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WriteMemory {
    pub memory_reference: String,
    #[serde(default)]
    pub offset: i64,
    pub data: String,
}

/// The arguments of `source`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceRequest {
    #[serde(default)]
    source_reference: i64,
    #[serde(default)]
    source: SourceArgument,
}

impl SourceRequest {
    /// Returns the source reference. Newer clients send this reference in `source`, and older clients send it next to
    /// `source`.
    pub fn reference(&self) -> i64 {
        if self.source.source_reference != 0 { self.source.source_reference } else { self.source_reference }
    }
}

/// The arguments of `restart`, which may contain new arguments of `launch`.
#[derive(Deserialize)]
pub struct Restart {
    #[serde(default)]
    pub arguments: Option<Launch>,
}
