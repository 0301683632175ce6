//! Writes values as text for a person. A drawn board keeps its lines, even inside a list or a tuple.

use super::value::Value;

/// The deepest nesting of lists and tuples in which boards are drawn.
const MAX_DEPTH: usize = 8;

impl Value {
    /// Returns the value as text that ends with a newline. A string that ends with a newline, such as a drawn board, is
    /// written unchanged; inside a list or tuple, such a string begins on a new line.
    pub fn drawn(&self) -> String {
        self.drawn_at(0)
    }

    /// Returns the text of a value inside `depth` lists and tuples.
    fn drawn_at(&self, depth: usize) -> String {
        match self {
            plain if !plain.has_picture(depth) => format!("{plain}\n"),
            Value::List(list) => drawn_members("[", list.iter(), "]", depth + 1),
            Value::Tuple(tuple) => drawn_members("(", tuple.members().iter(), ")", depth + 1),
            Value::Text(text) => text.to_string(),
            plain => format!("{plain}\n"),
        }
    }

    /// Whether the value is or contains a string that ends with a newline, such as a drawn board. `depth` is the number
    /// of lists and tuples around the value. A string in more than [`MAX_DEPTH`] lists and tuples does not count.
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

fn drawn_members<'a>(open: &str, members: impl Iterator<Item = &'a Value>, close: &str, depth: usize) -> String {
    format!("{open}\n{}{close}\n", members.map(|member| member.drawn_at(depth)).collect::<String>())
}
