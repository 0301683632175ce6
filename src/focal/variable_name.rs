//! The names of variables, as FOCAL stores them and as they are written: `J`, `AB`, `A(28)`.

use std::fmt;
use std::str::FromStr;

use crate::quote::quote;
use crate::word::Word;

/// The character that stands for the missing second character of a one-character name.
pub(super) const NO_SECOND: u8 = b'@';

/// The name of a variable with its subscript.
///
/// Only the first two characters of a name count, and a variable without a subscript has subscript 0.
///
/// ```
/// use focal8::focal::VariableName;
///
/// let name: VariableName = "count(28)".parse()?;
/// assert_eq!(name.to_string(), "CO(28)");
/// assert_eq!("A".parse::<VariableName>(), "A(0)".parse());
/// assert!("FSIN".parse::<VariableName>().is_err());
/// # Ok::<(), focal8::focal::NotAVariable>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VariableName {
    /// The first two characters. The second is `@` if the name has only one character.
    pub letters: [u8; 2],
    /// The subscript, twelve bits.
    pub subscript: Word,
}

/// The error for a text that is not the name of a variable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a variable of FOCAL, such as J or A(28)", quote(.0))]
pub struct NotAVariable(pub String);

/// Splits a variable into the first two characters of the name and, if the variable has a subscript, the text of the
/// subscript. Returns `None` if the text is not a variable.
pub(crate) fn split_subscript(text: &str) -> Option<([u8; 2], Option<&str>)> {
    let (name, rest) = text.split_at(text.find(['(', '[']).unwrap_or(text.len()));
    let subscript = match rest.trim() {
        "" => None,
        rest => Some(rest.strip_prefix(['(', '['])?.strip_suffix([')', ']'])?),
    };
    Some((letters(name.trim())?, subscript))
}

/// Returns the first two characters of a variable name. Returns `None` for other text, including function names, which
/// begin with F.
fn letters(name: &str) -> Option<[u8; 2]> {
    let mut characters = name.bytes().map(|character| character.to_ascii_uppercase());
    let first = characters.next().filter(|first| first.is_ascii_uppercase() && *first != b'F')?;
    let second = characters.next().unwrap_or(NO_SECOND);
    name.bytes().all(|character| character.is_ascii_alphanumeric()).then_some([first, second])
}

impl FromStr for VariableName {
    type Err = NotAVariable;

    /// Parses `J`, `A(28)` or `A[-1]`, in small letters or capitals.
    fn from_str(text: &str) -> Result<Self, NotAVariable> {
        let read = || {
            let (letters, subscript) = split_subscript(text)?;
            let subscript = subscript.map_or(Some(0), |digits| digits.trim().parse::<i16>().ok())?;
            let is_subscript = (-0o4000..0o4000).contains(&subscript);
            is_subscript.then(|| VariableName { letters, subscript: Word::from_signed(subscript.into()) })
        };
        read().ok_or_else(|| NotAVariable(text.to_owned()))
    }
}

impl fmt::Display for VariableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.letters.map(char::from);
        write!(f, "{first}")?;
        if second != char::from(NO_SECOND) {
            write!(f, "{second}")?;
        }
        match self.subscript.signed() {
            0 => Ok(()),
            subscript => write!(f, "({subscript})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for (text, shown) in [("J", "J"), ("a(28)", "A(28)"), ("A[-2048]", "A(-2048)"), ("Total ( 2047 )", "TO(2047)")]
        {
            let name: VariableName = text.parse().expect(text);
            assert_eq!(name.to_string(), shown);
            assert_eq!(shown.parse(), Ok(name));
        }
        for wrong in ["", "1", "F", "FSIN(1)", "A(", "A(1", "A(2048)", "A(-2049)", "A(1.5)", "A(I)", "A B", "A()", "É"]
        {
            assert_eq!(wrong.parse::<VariableName>(), Err(NotAVariable(wrong.to_owned())), "{wrong}");
        }
    }
}
