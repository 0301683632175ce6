//! The hit condition of a breakpoint: the visits at which the breakpoint stops the program.

use crate::quote::quote;

/// A comparison with the number of visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    AtLeast,
    MoreThan,
    Exactly,
    AtMost,
    LessThan,
    EachOf,
}

use Comparison::{AtLeast, AtMost, EachOf, Exactly, LessThan, MoreThan};

/// The signs of the comparisons. Where one sign begins another sign, the longer sign comes first.
const SIGNS: [(&str, Comparison); 8] = [
    (">=", AtLeast),
    ("<=", AtMost),
    ("==", Exactly),
    (">", MoreThan),
    ("<", LessThan),
    ("=", Exactly),
    ("%", EachOf),
    ("", AtLeast),
];

/// The condition that the number of a visit must meet so that the breakpoint stops the program. A visit is each time
/// that the program reaches the breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitCondition {
    comparison: Comparison,
    count: u64,
}

impl Default for HitCondition {
    /// Returns the hit condition with which every visit stops the program.
    fn default() -> Self {
        HitCondition { comparison: AtLeast, count: 1 }
    }
}

impl HitCondition {
    /// Parses `3` or `>=3` (the third and each later visit), `==3` (only the third visit), `%3` (every third visit),
    /// `>3`, `<3` or `<=3`.
    ///
    /// # Errors
    ///
    /// When the text is none of these.
    pub fn parse(text: &str) -> Result<Self, String> {
        let trimmed = text.trim();
        let (rest, comparison) = SIGNS
            .iter()
            .find_map(|&(sign, comparison)| Some((trimmed.strip_prefix(sign)?, comparison)))
            .expect("every text begins with the empty sign");
        match rest.trim().parse() {
            Ok(count) if count > 0 => Ok(HitCondition { comparison, count }),
            _ => Err(format!(
                "'{}' is no hit condition: 3 or >=3 stops the third time and from then on, ==3 only then, %3 every \
                 third time",
                quote(text)
            )),
        }
    }

    /// Whether the visit with this number, counted from 1, stops the program.
    pub fn is_met(self, visit: u64) -> bool {
        match self.comparison {
            AtLeast => visit >= self.count,
            MoreThan => visit > self.count,
            Exactly => visit == self.count,
            AtMost => visit <= self.count,
            LessThan => visit < self.count,
            EachOf => visit.is_multiple_of(self.count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_condition_chooses_visits() {
        let visits = |text: &str| {
            let condition = HitCondition::parse(text).expect(text);
            (1..=6).filter(|&visit| condition.is_met(visit)).collect::<Vec<u64>>()
        };
        assert_eq!(visits("3"), visits(">= 3"));
        assert_eq!(visits(" >=3"), [3, 4, 5, 6]);
        assert_eq!(visits(">3"), [4, 5, 6]);
        assert_eq!((visits("==3"), visits("= 3")), (vec![3], vec![3]));
        assert_eq!((visits("<=2"), visits("<2")), (vec![1, 2], vec![1]));
        assert_eq!(visits("%2"), [2, 4, 6]);
        for wrong in ["", "often", "0", "%0", "-1", "=> 3"] {
            assert!(HitCondition::parse(wrong).is_err(), "{wrong}");
        }
    }
}
