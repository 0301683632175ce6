//! The message of a log point: text with expressions in braces, such as `turn {I}, sum {S}`.

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Expression(String),
}

/// The message of a log point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogMessage(Vec<Part>);

impl LogMessage {
    /// Splits a message into text and expressions. `\{` and `\}` are braces of the text.
    ///
    /// # Errors
    ///
    /// When a brace is not closed, or there is no expression between two braces.
    pub fn parse(message: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut rest = message;
        while let Some(at) = rest.find(['{', '\\']) {
            text.push_str(&rest[..at]);
            let from = &rest[at..];
            if let Some(after) = from.strip_prefix('\\') {
                let is_brace = after.starts_with(['{', '}']);
                text.push_str(if is_brace { &after[..1] } else { "\\" });
                rest = &after[usize::from(is_brace)..];
                continue;
            }
            let end = from.find('}').ok_or("the message has a { without a }")?;
            let expression = from[1..end].trim();
            if expression.is_empty() {
                return Err("there is no expression between { and }".to_owned());
            }
            parts.push(Part::Text(std::mem::take(&mut text)));
            parts.push(Part::Expression(expression.to_owned()));
            rest = &from[end + 1..];
        }
        parts.push(Part::Text(text + rest));
        Ok(LogMessage(parts))
    }

    /// Returns the message with the values of its expressions. `value` evaluates an expression; an error is shown
    /// instead of the value.
    pub fn filled(&self, mut value: impl FnMut(&str) -> Result<String, String>) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Expression(expression) => value(expression).unwrap_or_else(|error| format!("<{error}>")),
        };
        self.0.iter().map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_in_braces() {
        let filled = |message: &str| {
            let value = |text: &str| if text == "X" { Ok("5".to_owned()) } else { Err(format!("no {text}")) };
            LogMessage::parse(message).map(|message| message.filled(value))
        };
        assert_eq!(filled("X is { X }, {Y}!"), Ok("X is 5, <no Y>!".to_owned()));
        assert_eq!(filled(r"\{X\} a\b } \"), Ok(r"{X} a\b } \".to_owned()));
        assert_eq!(filled(""), Ok(String::new()));
        assert!(filled("{X").is_err() && filled("{ }").is_err());
    }
}
