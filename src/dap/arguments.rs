//! The arguments of requests; arguments that this adapter does not use are left out.

use serde::Deserialize;

use super::breakpoints::SourceArgument;
use super::launch::Launch;

/// The arguments of `initialize`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Client {
    #[serde(default = "yes")]
    pub lines_start_at1: bool,
    #[serde(default = "yes")]
    pub columns_start_at1: bool,
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

/// The arguments of `evaluate`.
#[derive(Deserialize)]
pub struct Evaluate {
    pub expression: String,
    #[serde(default)]
    pub context: Option<String>,
}

/// The arguments of `source`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceRequest {
    #[serde(default)]
    pub source_reference: i64,
    #[serde(default)]
    pub source: SourceArgument,
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

/// The arguments of `setDataBreakpoints`.
#[derive(Deserialize)]
pub struct DataBreakpoints {
    #[serde(default)]
    pub breakpoints: Vec<DataBreakpoint>,
}

/// A variable to watch, with the conditions that the client asked for.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataBreakpoint {
    pub data_id: String,
    #[serde(default)]
    pub condition: Option<String>,
    #[serde(default)]
    pub hit_condition: Option<String>,
}
