//! Writes values as JSON or as text, and reads values from JSON.
//!
//! ```text
//! number 42      real 0.5          truth true        string "Resign"
//! bit string {"bits":[1,2]}        list {"list":[...]}        tuple {"tuple":[...]}
//! function {"function":"F"}
//! position {"pos":[[X],[Y],[K],sigma]}: a tuple of three bit strings and 1 or -1 (see `Position`)
//! ```

use std::fmt::{self, Write};
use std::rc::Rc;

use super::position::Position;
use super::real::Real;
use super::value::{List, Tuple, Value, members};

/// A format for values, with the brackets and separators of each kind of value.
struct Style {
    bits: [&'static str; 3],
    list: [&'static str; 3],
    tuple: [&'static str; 3],
    bare_words: bool,
    /// Whether the format has a special form for positions. Otherwise a position is written as a tuple.
    positions: bool,
}

const PLAIN: Style = Style {
    bits: ["{", " ", "}"],
    list: ["[", ", ", "]"],
    tuple: ["(", ", ", ")"],
    bare_words: true,
    positions: false,
};

const JSON: Style = Style {
    bits: [r#"{"bits":["#, ",", "]}"],
    list: [r#"{"list":["#, ",", "]}"],
    tuple: [r#"{"tuple":["#, ",", "]}"],
    bare_words: false,
    positions: true,
};

/// Writes a value as text. A bit string is `{1 2}`, a list `[1, 2]` and a tuple `(1, 2)`. A string is quoted, except
/// for a few words such as `Resign`. A function is written as its name.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(formatter, self, &PLAIN)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Returns the value as JSON on one line.
pub fn to_json(value: &Value) -> String {
    let mut json = String::new();
    write_value(&mut json, value, &JSON).expect("writing to a string does not fail");
    json
}

/// The reason why a JSON value is not a CPL value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// A whole number that is too large.
    #[error("{0} is not a whole number of 64 bits")]
    TooLarge(serde_json::Number),
    /// A tuple with fewer than two members.
    #[error("a tuple has two members or more")]
    ShortTuple,
    /// An object whose key does not name a kind of value.
    #[error(r#"`{0}` is not a kind of value: expected "bits", "list", "tuple", "function" or "pos""#)]
    UnknownKind(String),
    /// An object that does not have the form `{kind: [...]}`.
    #[error(r#"expected one of {{"bits":[...]}}, {{"list":[...]}}, {{"tuple":[...]}}, {{"pos":[...]}}"#)]
    NoKind,
    /// An array that is not in an object `{kind: [...]}`, so the kind of value is unknown.
    #[error(r#"a bare array could be bits, a list or a tuple: say {{"bits":[...]}} and so on"#)]
    BareArray,
    /// The JSON `null`.
    #[error("null is not a CPL value")]
    Null,
    /// A bit string with a member that is not an integer from 0 to 63.
    #[error("{0} is not a bit number: expected 0 to 63")]
    NotABit(serde_json::Value),
    /// A position with a part that is not a list of squares.
    #[error("{0} is not a list of squares")]
    NotSquares(serde_json::Value),
    /// A position that does not have exactly four parts.
    #[error("a position is [[X],[Y],[K],sigma]")]
    NotAPosition,
}

/// Reads a value from JSON.
pub fn from_json(json: &serde_json::Value) -> Result<Value, JsonError> {
    use serde_json::Value as Json;
    match json {
        Json::Bool(truth) => Ok(Value::Truth(*truth)),
        Json::String(text) => Ok(Value::text(text)),
        Json::Number(number) => number_from_json(number).ok_or_else(|| JsonError::TooLarge(number.clone())),
        Json::Object(object) => match object.iter().next() {
            Some((kind, Json::Array(parts))) if object.len() == 1 => match kind.as_str() {
                "bits" => bits_from_json(parts),
                "list" => Ok(Value::List(List::from(values_from_json(parts)?.into_iter()))),
                "tuple" if parts.len() >= 2 => Ok(Value::Tuple(Tuple::from(values_from_json(parts)?))),
                "tuple" => Err(JsonError::ShortTuple),
                "pos" => position_from_json(parts),
                _ => Err(JsonError::UnknownKind(kind.clone())),
            },
            Some((kind, Json::String(name))) if object.len() == 1 && kind == "function" => {
                Ok(Value::Function(Rc::new(name.clone())))
            }
            _ => Err(JsonError::NoKind),
        },
        Json::Array(_) => Err(JsonError::BareArray),
        Json::Null => Err(JsonError::Null),
    }
}

/// Reads a JSON number. A number with a fraction or an exponent becomes a real number; any other number becomes a whole
/// number. Returns `None` if the number is too large.
fn number_from_json(number: &serde_json::Number) -> Option<Value> {
    let real = || number.as_f64().filter(|_| number.is_f64());
    match number.as_i64() {
        Some(whole) => Some(Value::Number(whole)),
        None => real().and_then(|real| Real::new(real).ok()).map(Value::Real),
    }
}

fn values_from_json(parts: &[serde_json::Value]) -> Result<Vec<Value>, JsonError> {
    parts.iter().map(from_json).collect()
}

fn bits_from_json(parts: &[serde_json::Value]) -> Result<Value, JsonError> {
    let member = |part: &serde_json::Value| match part.as_u64() {
        Some(member @ 0..64) => Ok(member as u32),
        _ => Err(JsonError::NotABit(part.clone())),
    };
    Ok(Value::bits(parts.iter().map(member).collect::<Result<Vec<u32>, JsonError>>()?))
}

fn position_from_json(parts: &[serde_json::Value]) -> Result<Value, JsonError> {
    let set = |part: &serde_json::Value| match part.as_array() {
        Some(squares) => bits_from_json(squares),
        None => Err(JsonError::NotSquares(part.clone())),
    };
    match parts {
        [x, y, k, sigma] => Ok(Value::Tuple(Tuple::from(vec![set(x)?, set(y)?, set(k)?, from_json(sigma)?]))),
        _ => Err(JsonError::NotAPosition),
    }
}

/// Reads a tuple as a position. Returns `None` if the JSON of the position would not give the same tuple again.
fn strict_position(value: &Value) -> Option<Position> {
    let position = Position::from_value(value)?;
    (position.to_value() == *value).then_some(position)
}

/// Writes a value. The function is not recursive, because recursion into a deeply nested value could exhaust the host's
/// stack.
fn write_value(out: &mut impl Write, value: &Value, style: &Style) -> fmt::Result {
    enum Piece<'a> {
        Value(&'a Value),
        Rest { members: Box<dyn Iterator<Item = &'a Value> + 'a>, brackets: &'a [&'static str; 3], first: bool },
    }
    let mut waiting = vec![Piece::Value(value)];
    while let Some(piece) = waiting.pop() {
        match piece {
            Piece::Value(Value::Number(number)) => write!(out, "{number}")?,
            Piece::Value(Value::Real(real)) => write!(out, "{real}")?,
            Piece::Value(Value::Truth(truth)) => write!(out, "{truth}")?,
            Piece::Value(Value::Text(text)) => match text.as_str() {
                "Capture" | "NonCapture" | "Resign" if style.bare_words => out.write_str(text)?,
                text => out.write_str(&serde_json::Value::from(text).to_string())?,
            },
            Piece::Value(Value::Function(name)) if style.bare_words => out.write_str(name)?,
            Piece::Value(Value::Function(name)) => write!(out, r#"{{"function":"{name}"}}"#)?,
            Piece::Value(Value::Bits(bits)) => {
                let [open, separator, close] = style.bits;
                let members: Vec<String> = members(*bits).map(|member| member.to_string()).collect();
                write!(out, "{open}{}{close}", members.join(separator))?;
            }
            Piece::Value(Value::List(list)) => {
                out.write_str(style.list[0])?;
                waiting.push(Piece::Rest { members: Box::new(list.iter()), brackets: &style.list, first: true });
            }
            Piece::Value(value @ Value::Tuple(tuple)) => {
                if style.positions
                    && let Some(position) = strict_position(value)
                {
                    write!(out, r#"{{"pos":{position}}}"#)?;
                    continue;
                }
                out.write_str(style.tuple[0])?;
                let members = Box::new(tuple.members().iter());
                waiting.push(Piece::Rest { members, brackets: &style.tuple, first: true });
            }
            Piece::Rest { mut members, brackets, first } => match members.next() {
                None => out.write_str(brackets[2])?,
                Some(member) => {
                    if !first {
                        out.write_str(brackets[1])?;
                    }
                    waiting.push(Piece::Rest { members, brackets, first: false });
                    waiting.push(Piece::Value(member));
                }
            },
        }
    }
    Ok(())
}
