//! Conditions of breakpoints: `J>30`, `A(1)+A(2)=0`, or a single expression, which is true unless its value is 0.
//!
//! In a condition, `<` and `>` are comparisons, so the brackets of an expression must be `( )` or `[ ]`.

use std::cmp::Ordering;

use super::DebugError;
use super::notation::value;
use crate::focal::inspect::Inspect;

/// A comparison sign, and the orderings of the left side and the right side for which the comparison is true.
struct Comparison {
    sign: &'static str,
    holds: &'static [Ordering],
}

use Ordering::{Equal, Greater, Less};

/// All comparisons. The signs of two characters come first, so that `<=` is not read as `<`.
const COMPARISONS: [Comparison; 9] = [
    Comparison { sign: "<=", holds: &[Less, Equal] },
    Comparison { sign: ">=", holds: &[Greater, Equal] },
    Comparison { sign: "<>", holds: &[Less, Greater] },
    Comparison { sign: "!=", holds: &[Less, Greater] },
    Comparison { sign: "==", holds: &[Equal] },
    Comparison { sign: "#", holds: &[Less, Greater] },
    Comparison { sign: "=", holds: &[Equal] },
    Comparison { sign: "<", holds: &[Less] },
    Comparison { sign: ">", holds: &[Greater] },
];

/// A condition that must hold for a breakpoint to stop the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(String);

impl Condition {
    /// Parses a condition. Evaluates the condition once to find errors early.
    pub fn parse(text: &str, focal: &dyn Inspect) -> Result<Self, DebugError> {
        let condition = Condition(text.trim().to_owned());
        condition.holds(focal)?;
        Ok(condition)
    }

    /// Whether the condition holds now.
    pub fn holds(&self, focal: &dyn Inspect) -> Result<bool, DebugError> {
        holds(&self.0, focal)
    }
}

/// Whether a condition holds now. FOCAL itself evaluates both sides of the comparison.
pub fn holds(text: &str, focal: &dyn Inspect) -> Result<bool, DebugError> {
    let found = COMPARISONS.iter().filter_map(|comparison| Some((text.find(comparison.sign)?, comparison)));
    let Some((at, comparison)) = found.min_by_key(|&(at, _)| at) else {
        return Ok(!value(text, focal)?.is_zero());
    };
    let left = value(&text[..at], focal)?;
    let right = value(&text[at + comparison.sign.len()..], focal)?;
    let difference = left.sub(right);
    let order = match () {
        () if difference.is_zero() => Equal,
        () if difference.is_negative() => Less,
        () => Greater,
    };
    Ok(comparison.holds.contains(&order))
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
