//! FRAN, which is FOCAL's random number function, and the draw of a move in line 06.10, both in integer arithmetic.
//!
//! FOCAL,1969 multiplies its last random fraction by three of its own instruction words, read as a number, and drops
//! the exponent. The result is a strange but repeatable sequence: each value is the previous one times 1.2146, and is
//! halved if it reaches 1. All states lead into one cycle.
//!
//! `float::functions::Random` computes the same values with FOCAL's own multiplication. A test compares the two, and
//! `focal8 compare --exhaustive-fran` compares them for every state that follows [`Fran::LOADED`].

use crate::float::Float;

/// One half, as a 23-bit fraction: the smallest state that FRAN can have.
const HALF: u32 = 1 << 22;

/// The mantissa of the multiplier, octal 2333 5733: about .6073 times 2^23.
pub(crate) const MULTIPLIER: u64 = 0o2333_5733;

/// The random number generator: a fraction of 23 bits, .5 <= f < 1.
///
/// ```
/// use focal8::checkers::fran::Fran;
/// let mut fran = Fran::LOADED;
/// fran.call();
/// assert_eq!(fran.words().to_string(), "0000 2333 5733");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fran {
    /// The fraction times 2^23.
    mantissa: u32,
}

impl Default for Fran {
    fn default() -> Self {
        Self::LOADED
    }
}

impl Fran {
    /// The state of FRAN when FOCAL is loaded: .5.
    pub const LOADED: Fran = Fran { mantissa: HALF };

    /// The number of states, from [`Fran::LOADED`] on, that come before the cycle.
    pub const TAIL: usize = 9_050;

    /// The number of states in the cycle.
    pub const CYCLE: usize = 23_564;

    /// Returns the state with these three words; `None` unless they are a normalised number from .5 to 1.
    pub fn from_words(words: Float) -> Option<Self> {
        let mantissa = u32::try_from(words.mantissa()).ok()?;
        (words.exponent() == 0 && mantissa >= HALF).then_some(Fran { mantissa })
    }

    /// Returns the three words that hold the state.
    pub fn words(self) -> Float {
        Float::wrapping(0, self.mantissa as i32)
    }

    /// Returns the fraction times 2^23: 2^22 to 2^23 - 1.
    pub const fn mantissa(self) -> u32 {
        self.mantissa
    }

    /// Calls `FRAN()`, which advances to the next state. The product is normalised, and its bits after the 23rd are
    /// dropped.
    pub fn call(&mut self) {
        let product = u64::from(self.mantissa) * MULTIPLIER;
        let shift = if product >= 1 << 45 { 23 } else { 22 };
        self.mantissa = (product >> shift) as u32;
    }
}

/// Returns the `T1` of line 06.10, `S T1=1+FITR((2*FRAN()-1)*(T-1))`; `fran` is the state after the call of FRAN.
///
/// `T1` is 1 to `choices`, or `choices` + 1 in a few states of the cycle: FITR rounds up if its argument is at least 1
/// and has a fraction of 4095/4096 or more.
pub(crate) fn draw(fran: Fran, choices: u16) -> u16 {
    // `(2*FRAN()-1)*choices`, times 2^22.
    let product = u64::from(fran.mantissa - HALF) * u64::from(choices);
    let whole = (product >> 22) as u16;
    let nearly_one_more = whole >= 1 && (product >> 10) % 4096 == 4095;
    1 + whole + u16::from(nearly_one_more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::functions::Random;

    #[test]
    fn a_tail_and_one_cycle() {
        let mut seen = std::collections::HashMap::new();
        let (mut fran, mut calls) = (Fran::LOADED, 0);
        while !seen.contains_key(&fran) {
            seen.insert(fran, calls);
            fran.call();
            calls += 1;
        }
        assert_eq!((seen[&fran], calls - seen[&fran]), (Fran::TAIL, Fran::CYCLE));
        assert_eq!(fran.words().to_string(), "0000 2306 2307");
    }

    /// Compares [`draw`] with line 06.10 in FOCAL's floating-point arithmetic, for every state of FRAN that a game can
    /// reach.
    #[test]
    fn the_line_in_floating_point_says_the_same() {
        let two: Float = "0002 2000 0000".parse().unwrap();
        let integer = |number: u16| Float::wrapping(23, i32::from(number)).normalised();
        let (mut fran, mut random) = (Fran::LOADED, Random::default());
        for call in 0..Fran::TAIL + Fran::CYCLE {
            fran.call();
            let value = random.fran(Float::ZERO);
            assert_eq!(fran.words(), random.state);
            for choices in [1 + call as u16 % 12, 1 + call as u16 % 48] {
                let spread = two.mul(value).sub(Float::ONE).mul(integer(choices)).fitr();
                assert_eq!(Float::ONE.add(spread), integer(draw(fran, choices)), "{} of {choices}", fran.words());
            }
        }
    }

    #[test]
    fn one_more_than_there_are() {
        let mut fran = Fran::from_words("0000 3226 1242".parse().unwrap()).unwrap();
        fran.call();
        assert_eq!(draw(fran, 6), 7);
    }
}
