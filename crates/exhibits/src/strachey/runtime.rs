//! The run-time: the constants and functions that a program may use without a definition.
//!
//! Strachey's text does not define the functions that would have been machine code in 1966: those for lists, bit
//! strings and the value of a position. `Terminal`, `TerminalValue` and `Map` call functions of the program, so these
//! three functions are CPL text, in `runtime.cpl`. This module has the other functions.

use super::board::board;
use super::code::Primitive;
use super::fault::{Count, Fault};
use super::position::Position;
use super::squares::{BLACK_START, BOARD, LAST_ROWS, WHITE_START};
use super::syntax::Reading;
use super::value::{List, Tuple, Value};

/// The maximum depth of nested calls.
pub const CALL_LIMIT: usize = 250_000;

/// The number of positions (in the native twin), or of calls and backward jumps (in a CPL program), between two checks
/// of the interruption flag.
pub(super) const STEPS_BETWEEN_CHECKS: u64 = 4096;

/// The number `∞`. It is larger than the value of any position that is not won.
pub(crate) const INFINITY: i64 = 1_000_000_000;

/// The maximum length of a list that is the first argument of `Join`. Without the limit, a program that repeatedly
/// doubles a list would fill the memory.
pub(super) const JOIN_LIMIT: usize = 1_000_000;

/// The CPL text of the run-time.
pub(super) const PRELUDE: &str = include_str!("runtime.cpl");

/// The functions of the prelude that a program may call.
pub(super) const PRELUDE_EXPORTS: [&str; 3] = ["Terminal", "TerminalValue", "Map"];

/// Returns the value of a constant of the run-time. `DepthLimit` is not included, because a caller can set it.
pub(crate) fn constant(name: &str) -> Option<Value> {
    Some(match name {
        "NIL" => Value::NIL,
        "Zero" => Value::Bits(0),
        "Board" => Value::Bits(BOARD),
        "LastRows" => Value::Bits(LAST_ROWS),
        "StartPosition" => Value::Tuple(Tuple::from([
            Value::Bits(BLACK_START),
            Value::Bits(WHITE_START),
            Value::Bits(0),
            Value::Number(1),
        ])),
        "Black" => Value::Number(1),
        "White" => Value::Number(-1),
        "Capture" | "NonCapture" | "Resign" => Value::text(name),
        "∞" => Value::Number(INFINITY),
        _ => return None,
    })
}

/// Returns the primitive with this name.
pub(crate) fn primitive(name: &str) -> Option<Primitive> {
    Primitive::ALL.into_iter().find(|primitive| primitive.name() == name)
}

/// Returns the names of the functions of the run-time that a program may call.
pub(super) fn function_names<'a>() -> Vec<&'a str> {
    let primitives = Primitive::ALL.into_iter().filter(|primitive| !primitive.is_internal());
    PRELUDE_EXPORTS.into_iter().chain(primitives.map(Primitive::name)).collect()
}

impl Primitive {
    const ALL: [Primitive; 14] = [
        Primitive::Null,
        Primitive::Next,
        Primitive::Join,
        Primitive::MinList,
        Primitive::SingleDigitFrom,
        Primitive::Shift,
        Primitive::BitCount,
        Primitive::Length,
        Primitive::Item,
        Primitive::Head,
        Primitive::Rest,
        Primitive::Logical,
        Primitive::PrintPosition,
        Primitive::MapItems,
    ];

    /// Whether only the prelude may call the primitive.
    pub(super) fn is_internal(self) -> bool {
        self == Primitive::MapItems
    }

    /// Returns the name by which programs call the primitive.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Primitive::Null => "Null",
            Primitive::Next => "Next",
            Primitive::Join => "Join",
            Primitive::MinList => "MinList",
            Primitive::SingleDigitFrom => "SingleDigitFrom",
            Primitive::Shift => "Shift",
            Primitive::BitCount => "BitCount",
            Primitive::Length => "Length",
            Primitive::Item => "Item",
            Primitive::Head => "Head",
            Primitive::Rest => "Rest",
            Primitive::Logical => "Logical",
            Primitive::PrintPosition => "PrintPosition",
            Primitive::MapItems => "MapItems",
        }
    }

    /// Returns the number of arguments that the primitive takes; `None` if the primitive takes any number.
    pub(crate) fn parameters(self) -> Option<usize> {
        match self {
            Primitive::Null
            | Primitive::Next
            | Primitive::SingleDigitFrom
            | Primitive::BitCount
            | Primitive::Length
            | Primitive::Head
            | Primitive::Rest
            | Primitive::Logical
            | Primitive::PrintPosition => Some(1),
            Primitive::Join | Primitive::Shift | Primitive::Item | Primitive::MapItems => Some(2),
            Primitive::MinList => None,
        }
    }

    /// Returns the result of a primitive that takes one argument.
    pub(crate) fn of_one(self, argument: &Value, reading: Reading) -> Result<Value, Fault> {
        match self {
            Primitive::Null => Ok(Value::Truth(argument.is_null())),
            Primitive::Next => {
                let (first, rest) = next(argument)?;
                Ok(Value::Tuple(Tuple::from([first.clone(), Value::List(rest.clone())])))
            }
            Primitive::Head => part("Head", argument, |first, _| first.clone()),
            Primitive::Rest => part("Rest", argument, |_, rest| Value::List(rest.clone())),
            Primitive::SingleDigitFrom => Ok(Value::Bits(single_digit(self.bits(argument, reading)?))),
            Primitive::BitCount => Ok(Value::Number(self.bits(argument, reading)?.count_ones().into())),
            Primitive::Length => match argument {
                Value::List(list) => Ok(Value::Number(list.iter().count() as i64)),
                other => Err(Fault::Argument { name: "Length", wanted: "a list", found: other.kind() }),
            },
            Primitive::Logical => logical(argument),
            Primitive::PrintPosition => {
                let found = argument.kind();
                let wanted = "a position (X, Y, K, 1 or -1)";
                let position = Position::from_value(argument);
                let position = position.ok_or(Fault::Argument { name: "PrintPosition", wanted, found })?;
                Ok(Value::text(&board(&position)))
            }
            Primitive::MinList => Ok(min_list(std::slice::from_ref(argument))),
            Primitive::Join | Primitive::Shift | Primitive::Item | Primitive::MapItems => Err(self.wrong_count(1)),
        }
    }

    /// Returns the result of a primitive that takes two arguments.
    pub(crate) fn of_two(self, left: &Value, right: &Value, reading: Reading) -> Result<Value, Fault> {
        match (self, right) {
            (Primitive::Join, Value::List(rest)) => match left {
                Value::List(first) if first.iter().nth(JOIN_LIMIT).is_some() => Err(Fault::ListTooLong(JOIN_LIMIT)),
                Value::List(first) => Ok(Value::List(first.before(rest.clone()))),
                first => Ok(Value::List(rest.clone().after(first.clone()))),
            },
            (Primitive::Join, rest) => {
                Err(Fault::Argument { name: "Join", wanted: "a list after the comma", found: rest.kind() })
            }
            (Primitive::Shift, Value::Number(distance)) => Ok(Value::Bits(shift(self.bits(left, reading)?, *distance))),
            (Primitive::Shift, distance) => {
                Err(Fault::Argument { name: "Shift", wanted: "a number after the comma", found: distance.kind() })
            }
            (Primitive::Item, Value::Number(index)) => item(left, *index),
            (Primitive::Item, index) => {
                Err(Fault::Argument { name: "Item", wanted: "a number after the comma", found: index.kind() })
            }
            (Primitive::MapItems, list) => map_items(left, list),
            (Primitive::MinList, _) => Ok(min_list(&[left.clone(), right.clone()])),
            _ => Err(self.wrong_count(2)),
        }
    }

    /// Returns the result of a primitive for these arguments.
    pub(super) fn of(self, arguments: &[Value], reading: Reading) -> Result<Value, Fault> {
        match (self, arguments) {
            (Primitive::MinList, _) => Ok(min_list(arguments)),
            (_, [argument]) => self.of_one(argument, reading),
            (_, [left, right]) => self.of_two(left, right, reading),
            _ => Err(self.wrong_count(arguments.len())),
        }
    }

    fn wrong_count(self, given: usize) -> Fault {
        Fault::ArgumentCount {
            name: self.name().to_owned(),
            takes: Count(self.parameters().unwrap_or_default()),
            given,
        }
    }

    fn bits(self, value: &Value, reading: Reading) -> Result<u64, Fault> {
        let wrong = || Fault::Argument { name: self.name(), wanted: "a bit string", found: value.kind() };
        as_bits(value, reading).ok_or_else(wrong)
    }
}

/// Computes `MinList`: a list of the arguments that are not null. The list is in ascending order and has no duplicates.
pub(super) fn min_list(arguments: &[Value]) -> Value {
    let mut least: Vec<Value> = arguments.iter().filter(|argument| !argument.is_null()).cloned().collect();
    least.sort();
    least.dedup();
    Value::List(List::from(least.into_iter()))
}

/// Computes `Item`: the item at this index in a list. The first item has the index 1.
fn item(list: &Value, index: i64) -> Result<Value, Fault> {
    let Value::List(list) = list else {
        return Err(Fault::Argument { name: "Item", wanted: "a list before the comma", found: list.kind() });
    };
    let found = index.checked_sub(1).and_then(|before| list.iter().nth(usize::try_from(before).ok()?));
    found.cloned().ok_or_else(|| Fault::NoItem { index, length: list.iter().count() })
}

/// Computes `MapItems(F,L)`, which checks the arguments of `Map(F,L)`. Returns the list `L`. Returns a fault if `F` is
/// not a function or `L` is not a list.
fn map_items(function: &Value, list: &Value) -> Result<Value, Fault> {
    let wrong = |wanted, found: &Value| Err(Fault::Argument { name: "Map", wanted, found: found.kind() });
    match (function, list) {
        (Value::Function(_), Value::List(_)) => Ok(list.clone()),
        (Value::Function(_), _) => wrong("a list after the comma", list),
        _ => wrong("a function before the comma", function),
    }
}

/// Computes `Logical`. For a list of numbers, returns the bit string in which the bits with these numbers are 1. For a
/// number, returns the binary digits of the number as a bit string. Returns a bit string unchanged.
fn logical(argument: &Value) -> Result<Value, Fault> {
    let wrong = || Fault::Argument {
        name: "Logical",
        wanted: "a list of bit numbers from 0 to 63, or a number that is not negative",
        found: argument.kind(),
    };
    match argument {
        Value::Number(number) => u64::try_from(*number).map(Value::Bits).map_err(|_| wrong()),
        Value::List(list) => {
            let member = |value: &Value| match value {
                Value::Number(member @ 0..64) => Some(*member as u32),
                _ => None,
            };
            list.iter().map(member).collect::<Option<Vec<u32>>>().map(Value::bits).ok_or_else(wrong)
        }
        Value::Bits(_) => Ok(argument.clone()),
        _ => Err(wrong()),
    }
}

/// Returns a value as a bit string; `None` if the value is not a bit string. With [`Reading::Word`], an empty list
/// counts as the empty bit string.
#[inline]
pub(super) fn as_bits(value: &Value, reading: Reading) -> Option<u64> {
    match value {
        Value::Bits(bits) => Some(*bits),
        Value::List(list) if reading == Reading::Word && list.is_empty() => Some(0),
        _ => None,
    }
}

/// Computes `Head` or `Rest` of the list `value`. `name` is the name of the function, and `part` computes the result
/// from the first member and the rest of the list. Returns a fault if `value` is the empty list or is not a list.
fn part(name: &'static str, value: &Value, part: impl FnOnce(&Value, &List) -> Value) -> Result<Value, Fault> {
    match value {
        Value::List(list) => list.split_first().map(|(first, rest)| part(first, rest)).ok_or(Fault::PartOfEmpty(name)),
        other => Err(Fault::Argument { name, wanted: "a list", found: other.kind() }),
    }
}

/// Computes `Next`: the first member of a list, and the rest of the list.
pub(super) fn next(value: &Value) -> Result<(&Value, &List), Fault> {
    match value {
        Value::List(list) => list.split_first().ok_or(Fault::NextOfEmpty),
        other => Err(Fault::Argument { name: "Next", wanted: "a list", found: other.kind() }),
    }
}

/// Returns a bit string with only the lowest 1 bit of `bits`, or 0 if `bits` is 0.
#[inline]
pub(super) fn single_digit(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// Subtracts `distance` from the number of every 1 bit of a bit string. Bits whose new numbers are below 0 or above 63
/// are lost.
#[inline]
pub(super) fn shift(bits: u64, distance: i64) -> u64 {
    let by = u32::try_from(distance.unsigned_abs()).unwrap_or(u32::MAX);
    let shifted = if distance < 0 { bits.checked_shl(by) } else { bits.checked_shr(by) };
    shifted.unwrap_or(0)
}
