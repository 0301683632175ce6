//! NORMALISE, the five operators, negation, and FIX (the integer part).
//!
//! Within an operation the mantissa has a guard word `G` on its right: 36 bits in all, with the value `M * 2^(e -
//! 35)`. The guard word is dropped when the operation ends.
//!
//! ```text
//!   +-+-----------+ +-------------+ +-------------+
//!   |S.     H     | |      L      | |      G      |
//!   +-+-----------+ +-------------+ +-------------+
//! ```

use super::{FRACTION_BITS, Float, FloatError, GUARD_BITS, wrap_exponent};

/// The weight of the sign bit in the 36-bit mantissa: 4000 0000 0000 is `-SIGN`.
const SIGN: i64 = 1 << 35;
/// The mask for the guard word.
const GUARD: i64 = 0o7777;

/// The accumulator: an exponent, which may have overflowed, and a mantissa of 36 bits, sign extended.
#[derive(Clone, Copy)]
pub(super) struct Accumulator {
    pub(super) exponent: i32,
    pub(super) mantissa: i64,
}

impl Accumulator {
    fn load(number: Float) -> Self {
        Accumulator { exponent: number.exponent(), mantissa: i64::from(number.mantissa()) << GUARD_BITS }
    }

    /// Drops the guard word; this rounds the number towards minus infinity.
    pub(super) fn store(self) -> Float {
        Float::wrapping(self.exponent, (self.mantissa >> GUARD_BITS) as i32)
    }

    /// Carries out NORMALISE: shifts the mantissa until the leftmost 1 bit of its magnitude has weight 2000 in the high
    /// word.
    ///
    /// A negative result whose high word would be 4000 is shifted right by one bit ("half-down" form), and its last bit
    /// is lost. A mantissa of exactly -1 loses its sign: the result is positive.
    pub(super) fn normalise(self) -> Self {
        let Accumulator { mut exponent, mantissa } = self;
        if mantissa == 0 {
            return Accumulator { exponent: 0, mantissa: 0 };
        }
        if mantissa == -SIGN {
            return Accumulator { exponent: exponent + 1, mantissa: SIGN >> 1 };
        }
        let magnitude = mantissa.unsigned_abs();
        let places = magnitude.leading_zeros() as i32 - (SIGN.leading_zeros() as i32 + 1);
        let shifted = (magnitude << places) as i64;
        exponent -= places;
        if mantissa > 0 {
            return Accumulator { exponent, mantissa: shifted };
        }
        if -shifted >> 24 == -SIGN >> 24 {
            return Accumulator { exponent: exponent + 1, mantissa: -shifted >> 1 };
        }
        Accumulator { exponent, mantissa: -shifted }
    }
}

impl Float {
    /// Negates the mantissa; the exponent does not change, and the result is not normalised.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // The operators are FOCAL's, not Rust's: `a.add(b)` is `A+B`.
    pub fn neg(self) -> Float {
        Float::wrapping(self.exponent(), -self.mantissa())
    }

    /// Returns `A+B`. If one operand is zero, returns the other operand unchanged. If the exponents differ by more than
    /// 23, returns the operand with the larger exponent unchanged.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn add(self, operand: Float) -> Float {
        if self.mantissa() == 0 {
            return operand;
        }
        if operand.mantissa() == 0 {
            return self;
        }
        // Exponents at opposite ends of the range seem close, since the difference wraps in twelve bits.
        let difference = wrap_exponent(self.exponent() - operand.exponent());
        if difference.abs() > FRACTION_BITS {
            return if self.exponent() > operand.exponent() { self } else { operand };
        }
        let mut accumulator = Accumulator::load(self);
        let mut addend = Accumulator::load(operand);
        if difference < 0 {
            accumulator.mantissa >>= -difference;
            accumulator.exponent -= difference;
        } else {
            addend.mantissa >>= difference;
        }
        // Both mantissas are shifted one more place to the right, to make room for the carry.
        accumulator.mantissa = (accumulator.mantissa >> 1) + (addend.mantissa >> 1);
        accumulator.exponent += 1;
        accumulator.normalise().store()
    }

    /// Returns `A-B`, computed as `A` plus the negated `B`.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn sub(self, operand: Float) -> Float {
        self.add(operand.neg())
    }

    /// Returns `A*B`. Only the upper 36 bits of the product count, and a negative product is rounded down.
    ///
    /// FOCAL,1969 has a defect, "the multiply slip", which this function reproduces. If the guard word of the
    /// normalised product is 7777, FOCAL,1969 divides the product by the absolute value of the right operand, and the
    /// quotient is the result: about minus the absolute value of the left operand. For example, the product of 131071
    /// and -131071 is -131071 if the right operand is the unnormalised result of a unary minus. Brackets normalise the
    /// operand, so the product of 131071 and `(-131071)` has another guard word and is right.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn mul(self, operand: Float) -> Float {
        self.product(operand).0
    }

    /// Returns the product, and whether the multiply slip happened. [`Float::mul`] describes this defect.
    fn product(self, operand: Float) -> (Float, bool) {
        if self.is_zero() || operand.is_zero() {
            return (Float::ZERO, false);
        }
        let exponent = self.exponent() + operand.exponent() + 1;
        let product = (i64::from(self.mantissa().abs()) * i64::from(operand.mantissa().abs())) >> GUARD_BITS;
        let mantissa = if self.is_negative() != operand.is_negative() { -product } else { product };
        let result = Accumulator { exponent, mantissa }.normalise();
        if result.mantissa & GUARD != GUARD {
            return (result.store(), false);
        }
        (result.store().quotient(operand.magnitude()), true)
    }

    /// Returns `A/B`. The quotient is truncated to 23 bits.
    #[allow(clippy::should_implement_trait)]
    pub fn div(self, operand: Float) -> Result<Float, FloatError> {
        if operand.is_zero() { Err(FloatError::DivisionByZero) } else { Ok(self.quotient(operand)) }
    }

    /// Returns the quotient. The divisor must not be zero.
    pub(super) fn quotient(self, operand: Float) -> Float {
        if self.is_zero() {
            return Float::ZERO;
        }
        let exponent = self.exponent() - operand.exponent() + 1;
        let quotient = i64::from(quotient_bits(self.mantissa().unsigned_abs(), operand.mantissa().unsigned_abs()));
        let quotient = quotient << GUARD_BITS;
        let mantissa = if self.is_negative() != operand.is_negative() { -quotient } else { quotient };
        Accumulator { exponent, mantissa }.normalise().store()
    }

    /// Returns `A^B`, computed by repeated multiplication with truncated products. Zero to any power is zero.
    pub fn pow(self, operand: Float) -> Result<Float, FloatError> {
        if self.is_zero() {
            return Ok(Float::ZERO);
        }
        let times = operand.fix();
        if times.low().bit(0) || times.high().bits() != 0 {
            return Err(FloatError::PowerOutOfRange);
        }
        let mut power = Float::ONE;
        for _ in 0..times.low().bits() {
            let (product, slipped) = power.product(self);
            power = product;
            if slipped {
                break;
            }
        }
        Ok(power)
    }
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Float {
    /// Returns the number in normalised form. Brackets and functions normalise their results, but unary minus does not.
    pub fn normalised(self) -> Float {
        Accumulator::load(self).normalise().store()
    }

    /// Returns the integer part, rounded towards zero (FIX). The mantissa is the integer, the exponent is 23, and the
    /// result is not normalised.
    ///
    /// In a number of 1 or more, a fraction of 4095/4096 or more counts as one. A number with an exponent of 23 or more
    /// is returned unchanged.
    #[must_use]
    pub fn fix(self) -> Float {
        if self.exponent() <= 0 {
            return Float::ZERO;
        }
        if self.exponent() >= FRACTION_BITS {
            return self;
        }
        let shifted = i64::from(self.mantissa().abs()) << GUARD_BITS >> (FRACTION_BITS - self.exponent());
        let rounded = (shifted >> GUARD_BITS) + i64::from(shifted & GUARD == GUARD);
        let mantissa = rounded as i32;
        Float::wrapping(FRACTION_BITS, if self.is_negative() { -mantissa } else { mantissa })
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn magnitude(self) -> Float {
        if self.is_negative() { self.neg() } else { self }
    }
}

/// Returns the 23-bit quotient of two mantissas. The function reproduces the restoring division of FOCAL,1969,
/// including overflow of its 24-bit registers.
fn quotient_bits(dividend: u32, divisor: u32) -> u32 {
    if dividend < 2 * divisor {
        return ((u64::from(dividend) << 22) / u64::from(divisor)) as u32;
    }
    // The ratio can reach 2 only if a mantissa is not normalised, is exactly -1, or is in half-down form. Then the
    // remainder overflows its register, and the last bits are wrong, in the same way as in 1969.
    let mut remainder = dividend;
    let mut quotient = 0;
    for bit in 0..FRACTION_BITS {
        if bit > 0 {
            remainder = remainder << 1 & 0o7777_7777;
        }
        quotient <<= 1;
        if remainder >= divisor {
            remainder -= divisor;
            quotient += 1;
        }
    }
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Float {
        text.parse().expect("three octal words")
    }

    #[test]
    fn a_negative_number_is_half_down_or_in_4000_form() {
        let minus = words("0000 4000 1506");
        assert_eq!(minus.normalised(), words("0001 6000 0643"));
    }

    #[test]
    fn the_multiply_slip() {
        // 131071 times -131071: first the minus is unary, then the minus is inside brackets.
        let large = words("0021 3777 7700");
        assert_eq!(large.mul(large.neg()), words("0022 6000 0040"));
        assert_eq!(large.mul(large.neg().normalised()), words("0043 6000 0100"));
    }

    #[test]
    fn an_irregular_divisor_overflows_the_remainder() {
        // 0.99999 / (.0001-1)
        assert_eq!(words("0000 3777 7655").quotient(words("0001 6000 0643")), words("0001 6000 0207"));
    }
}
