//! The first line of a function: `r ← figtype can vec`, and the local names after `;`.

use super::error::{Error, Reason};
use super::line::Line;
use super::reader::begins_name;

/// The header of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(crate) result: Option<String>,
    pub(crate) left: Option<String>,
    /// Whether the left argument is in braces, which makes the argument optional.
    pub(crate) left_is_optional: bool,
    pub(crate) name: String,
    pub(crate) right: Option<String>,
    /// The names after `;`, which are local to the function.
    pub(crate) locals: Vec<String>,
}

impl Header {
    /// Reads a header; ignores a leading `∇` and a comment at the end.
    pub(crate) fn read(line: &Line) -> Result<Header, Error> {
        let text = line.text.split('⍝').next().unwrap_or_default();
        let text = text.trim_start().trim_start_matches('∇');
        Header::parse(text).ok_or_else(|| {
            let column = line.text.chars().take_while(|c| c.is_whitespace() || *c == '∇').count() + 1;
            Error::new(Reason::NotAHeader, line, column)
        })
    }

    fn parse(text: &str) -> Option<Header> {
        let mut parts = text.split(';').map(str::trim);
        let call = parts.next()?;
        let locals: Option<Vec<String>> = parts.map(name).collect();
        let (result, call) = match call.split_once('←') {
            Some((result, call)) => (Some(name(result.trim())?), call),
            None => (None, call),
        };
        let words: Vec<&str> = call.split_whitespace().collect();
        let (left, called, right) = match words.as_slice() {
            [called] => (None, called, None),
            [called, right] => (None, called, Some(right)),
            [left, called, right] => (Some(left), called, Some(right)),
            _ => return None,
        };
        let in_braces = left.and_then(|left| left.strip_prefix('{')?.strip_suffix('}'));
        Some(Header {
            result,
            left_is_optional: in_braces.is_some(),
            left: match left {
                Some(left) => Some(name(in_braces.unwrap_or(left))?),
                None => None,
            },
            name: name(called)?,
            right: match right {
                Some(right) => Some(name(right)?),
                None => None,
            },
            locals: locals?,
        })
    }

    /// Returns all names that the header makes local to the function.
    pub(crate) fn own_names(&self) -> impl Iterator<Item = &String> {
        self.result.iter().chain(&self.left).chain(&self.right).chain(&self.locals)
    }
}

fn name(text: &str) -> Option<String> {
    let is_name = text.starts_with(begins_name) && text.chars().all(|c| begins_name(c) || c.is_ascii_digit());
    is_name.then(|| text.to_owned())
}
