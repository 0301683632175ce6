//! Values as a person reads them: boards in lists and tuples are drawn.

use super::value::Value;

/// The deepest nesting of lists and tuples in which boards are drawn.
const MAX_DEPTH: usize = 8;

impl Value {
    /// Returns the value as text with a line end. A text of whole lines, such as a board, is drawn as it is; in a list or
    /// tuple, it has lines of its own.
    pub fn drawn(&self) -> String {
        match self {
            Value::Text(text) if self.has_picture(0) => text.to_string(),
            Value::List(list) if self.has_picture(0) => drawn_members("[", list.iter(), "]"),
            Value::Tuple(tuple) if self.has_picture(0) => drawn_members("(", tuple.members().iter(), ")"),
            plain => format!("{plain}\n"),
        }
    }

    /// Whether the value is or has a text of whole lines.
    fn has_picture(&self, depth: usize) -> bool {
        match self {
            _ if depth > MAX_DEPTH => false,
            Value::Text(text) => text.ends_with('\n'),
            Value::List(list) => list.iter().any(|member| member.has_picture(depth + 1)),
            Value::Tuple(tuple) => tuple.members().iter().any(|member| member.has_picture(depth + 1)),
            _ => false,
        }
    }
}

fn drawn_members<'a>(open: &str, members: impl Iterator<Item = &'a Value>, close: &str) -> String {
    format!("{open}\n{}{close}\n", members.map(Value::drawn).collect::<String>())
}
