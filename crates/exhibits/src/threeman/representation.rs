//! `⎕CR` and `⎕VR`, which return the text of a named function.

use super::error::Reason;
use super::function::Function;
use super::reader::Representation;
use super::value::Value;
use super::workspace::{Meaning, Workspace};

impl Workspace {
    /// Returns the text of the function with this name, with a line feed between the lines.
    pub(super) fn represent(&self, representation: Representation, name: &Value) -> Result<Value, Reason> {
        let name = name.as_text().ok_or(Reason::NotText)?;
        let Some(Meaning::Function(function)) = self.names.get(name.trim()) else {
            return Err(Reason::NoText(name));
        };
        let text = match (function, representation) {
            (Function::Defined(definition), Representation::Canonical) => {
                definition.lines.iter().map(|line| line.text.to_string()).collect::<Vec<_>>().join("\n")
            }
            (Function::Defined(definition), Representation::Vector) => {
                let line = |(number, line): (usize, &super::line::Line)| match number {
                    0 => format!("    ∇ {}\n", line.text.trim_start_matches(['∇', ' '])),
                    _ => format!("{:<6}{}\n", format!("[{number}]"), line.text),
                };
                definition.lines.iter().enumerate().map(line).collect::<String>() + "    ∇"
            }
            (function, _) => format!("{}←{}", name.trim(), written(function).ok_or(Reason::NoText(name.clone()))?),
        };
        Ok(Value::text(&text))
    }
}

/// Returns the text of a function of one line; `None` for a function of several lines.
fn written(function: &Function) -> Option<String> {
    match function {
        Function::Primitive(primitive) => Some(primitive.symbol.to_string()),
        Function::Execute => Some("⍎".to_owned()),
        Function::Braces(body) => Some(body.text.clone()),
        Function::Each(function, times) => Some(written(function)? + &"¨".repeat(*times)),
        Function::Outer(function) => Some("∘.".to_owned() + &written(function)?),
        Function::Reduce(function) => Some(written(function)? + "/"),
        Function::Defined(_) | Function::Can(_) | Function::Representation(_) => None,
    }
}
