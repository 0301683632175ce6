//! The operator's notation for lines, variables and numbers.

use super::DebugError;
use crate::float::Float;
use crate::focal::inspect::{Inspect, Place};
use crate::focal::{LineNumber, NotAVariable, VariableName, split_subscript};
use crate::word::Word;

/// A line, or all lines of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineOrGroup {
    /// A line, `6.1`.
    Line(LineNumber),
    /// A group, `6.0`.
    Group(u8),
}

/// The highest group and the highest step.
const LAST: (u8, u8) = (31, 99);

impl LineOrGroup {
    /// Whether the text denotes a line or group instead of an octal address. Such a text starts with a number that
    /// contains `.`, or with `group` and a number. Without a number, `group` may be a label.
    pub fn is_meant(text: &str) -> bool {
        let first = text.split([',', ' ', '[']).next().unwrap_or_default();
        let rest = text[first.len()..].trim_start();
        first.eq_ignore_ascii_case("group") && rest.starts_with(|digit: char| digit.is_ascii_digit())
            || first.contains('.') && first.chars().all(|letter| letter == '.' || letter.is_ascii_digit())
    }

    /// Parses a line (`6.1` or `06.10`) or a group (`6.0`, `6.` or `group 6`).
    pub fn parse(text: &str) -> Result<Self, DebugError> {
        let wrong = || DebugError::NotALine(text.to_owned());
        let number = |digits: &str| digits.parse::<u8>().map_err(|_| wrong());
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (group, step) = match first.eq_ignore_ascii_case("group") {
            true => (rest.trim(), ""),
            false => text.split_once('.').ok_or_else(wrong)?,
        };
        let group = number(group)?;
        let step = match step.len() {
            0 => 0,
            1 => number(step)? * 10,
            2 => number(step)?,
            _ => return Err(wrong()),
        };
        if group == 0 || group > LAST.0 || step > LAST.1 {
            return Err(wrong());
        }
        Ok(if step == 0 { LineOrGroup::Group(group) } else { LineOrGroup::Line(LineNumber::new(group, step)) })
    }

    /// Whether the line `number` is this line, or is in this group.
    pub fn covers(self, number: LineNumber) -> bool {
        match self {
            LineOrGroup::Line(line) => line == number,
            LineOrGroup::Group(group) => number.group() == group,
        }
    }

    /// Returns the number and the text of each program line that this line or group covers.
    pub fn of(self, focal: &dyn Inspect) -> Vec<(LineNumber, Vec<u8>)> {
        focal.lines().into_iter().filter(|&(number, _)| self.covers(number)).collect()
    }
}

impl std::fmt::Display for LineOrGroup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LineOrGroup::Line(line) => write!(f, "{line}"),
            LineOrGroup::Group(group) => write!(f, "group {group}"),
        }
    }
}

/// Parses a variable such as `A(28)` or `A(J+1)`; FOCAL evaluates the subscript.
pub fn variable(text: &str, focal: &dyn Inspect) -> Result<VariableName, DebugError> {
    let (letters, subscript) = split_subscript(text).ok_or_else(|| NotAVariable(text.to_owned()))?;
    let subscript = match subscript {
        None => Word::ZERO,
        Some(expression) => value(expression, focal)?.fix().low(),
    };
    Ok(VariableName { letters, subscript })
}

/// Splits `A(28)=1` into the variable and the expression; `None` for any other text.
pub fn assignment(text: &str) -> Option<(&str, &str)> {
    let (variable, expression) = text.split_once('=')?;
    let variable = variable.trim_end();
    let end = variable.find(['(', '[']).unwrap_or(variable.len());
    let is_name = variable[..end].chars().all(|letter| letter.is_ascii_alphanumeric());
    (end > 0 && is_name).then_some((variable, expression.trim()))
}

/// Evaluates an expression, written in small letters or capitals.
pub fn value(expression: &str, focal: &dyn Inspect) -> Result<Float, DebugError> {
    let capitals = expression.trim().to_ascii_uppercase();
    focal
        .evaluate(capitals.as_bytes())
        .map_err(|reason| DebugError::NoValue { expression: expression.trim().to_owned(), reason })
}

/// The number of decimal digits to show. A mantissa of 23 bits holds almost seven digits.
const DIGITS: i32 = 7;

/// Returns a number in the shortest form that FOCAL's precision allows: `30`, `0.3`, `1.5E12`.
pub fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let exponent = value.abs().log10().floor() as i32;
    let trimmed = |text: String| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    if (-4..9).contains(&exponent) {
        return trimmed(format!("{value:.*}", (DIGITS - 1 - exponent).max(0) as usize));
    }
    let text = format!("{value:.*e}", DIGITS as usize - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}E{exponent}", trimmed(mantissa.to_owned()))
}

/// Returns a message about a change of a variable at a place.
pub fn change(variable: VariableName, before: Float, now: Float, place: Option<Place>) -> String {
    let [before, now] = [before, now].map(|value| number(value.into()));
    let place = place.map_or_else(String::new, |at| format!(", changed in {}", line(at)));
    format!("{variable} was {before}, is {now}{place}\n")
}

/// Returns the number of the line, or "the direct line".
pub fn line(place: Place) -> String {
    place.line.map_or_else(|| "the direct line".to_owned(), |number| number.to_string())
}

/// Returns a text of FOCAL with control characters in the form `^G`.
pub fn readable(text: &[u8]) -> String {
    let mut shown = String::new();
    for &character in text {
        match character {
            0..0o40 => shown.extend(['^', char::from(character | 0o100)]),
            _ => shown.push(char::from(character)),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_as_in_focal() {
        for (text, shown) in [("6.1", "06.10"), ("6.01", "06.01"), ("06.10", "06.10"), ("6.0", "group 6")] {
            assert_eq!(LineOrGroup::parse(text).expect(text).to_string(), shown);
        }
        assert_eq!(LineOrGroup::parse("6."), LineOrGroup::parse("group 6"));
        for wrong in ["6", "32.1", "0.1", "6.100", "group", "6.x"] {
            assert_eq!(LineOrGroup::parse(wrong), Err(DebugError::NotALine(wrong.to_owned())));
        }
        assert!(
            LineOrGroup::is_meant("6.1 if J>30") && LineOrGroup::is_meant("6.") && LineOrGroup::is_meant("group 6")
        );
        for label in ["group", "GROUP[3]", "GROUP if AC==5", "GROUP,210", "group+1"] {
            assert!(!LineOrGroup::is_meant(label), "{label}");
        }
        assert!(!LineOrGroup::is_meant("200") && !LineOrGroup::is_meant("=7402") && !LineOrGroup::is_meant(".+1"));
    }

    #[test]
    fn numbers_are_as_short_as_their_precision() {
        let shown = [0.0, 30.0, -1.0, 0.3, 0.299_999_95, 1.5e12, 123_456_789.0, 1e-5].map(number);
        assert_eq!(shown, ["0", "30", "-1", "0.3", "0.3", "1.5E12", "123456789", "1E-5"]);
    }
}
