//! FOCAL's functions, computed from the series of FOCAL,1969. The terms are summed in the order of FOCAL,1969. Every
//! intermediate result is truncated in the same way as the result of a FOCAL operator.
//!
//! Every function normalises its result, and takes the sign of a number from its high word. No argument is too large: a
//! large argument only loses bits in FSIN, and makes the exponent wrap in FEXP.

use super::{Float, FloatError};
use crate::word::Word;

const TWO: Float = Float::octal(0o0002, 0o2000, 0o0000);
const HALF_PI: Float = Float::octal(0o0001, 0o3110, 0o3756);
const PI: Float = Float::octal(0o0002, 0o3110, 0o3756);
const TWO_PI: Float = Float::octal(0o0003, 0o3110, 0o3756);

/// The coefficients of FSIN's series except the last, [`HALF_PI`]; highest power first. The series is a polynomial in
/// the square of (angle / half pi).
const SINE: [Float; 4] = [
    Float::octal(0o7764, 0o2401, 0o7015),
    Float::octal(0o7771, 0o5464, 0o5514),
    Float::octal(0o7775, 0o2431, 0o5361),
    Float::octal(0o0000, 0o5325, 0o0414),
];

const LOG2_E: Float = Float::octal(0o0001, 0o2705, 0o2435);
const EXPONENTIAL_A: Float = Float::octal(0o0004, 0o2372, 0o1402);
const EXPONENTIAL_B: Float = Float::octal(0o7774, 0o2157, 0o5157);
const EXPONENTIAL_C: Float = Float::octal(0o0012, 0o5454, 0o0343);
const EXPONENTIAL_D: Float = Float::octal(0o0007, 0o2566, 0o5341);

const LN_2: Float = Float::octal(0o0000, 0o2613, 0o4414);
/// The coefficients of FLOG's series, highest power first. The series is a polynomial in z, where 1 + z is a mantissa
/// between 1 and 2. The seventh coefficient is not normalised.
const LOGARITHM: [Float; 8] = [
    Float::octal(0o7771, 0o4544, 0o1735),
    Float::octal(0o7774, 0o2236, 0o4304),
    Float::octal(0o7775, 0o4746, 0o0771),
    Float::octal(0o7776, 0o2535, 0o3301),
    Float::octal(0o7776, 0o4113, 0o7211),
    Float::octal(0o7777, 0o2517, 0o0307),
    Float::octal(0o7777, 0o4000, 0o4100),
    Float::octal(0o0000, 0o3777, 0o7742),
];

/// The coefficients of the numerator in FATN, highest power first. Numerator and denominator ([`ARCTANGENT_BELOW`]) are
/// polynomials in the square of the argument.
const ARCTANGENT_ABOVE: [Float; 3] =
    [Float::octal(0o7773, 0o3306, 0o5454), Float::octal(0o7777, 0o3304, 0o4434), Float::octal(0o0000, 0o2437, 0o1643)];
const ARCTANGENT_BELOW: [Float; 3] =
    [Float::octal(0o7775, 0o3427, 0o7052), Float::octal(0o0000, 0o2427, 0o2323), Float::octal(0o0000, 0o2437, 0o1646)];

/// The mantissa of the first guess of FSQT.
const ROOT_GUESS: Float = Float::octal(0, 0o3015, 0o0000);

/// The maximum number of iterations of FSQT. Six iterations are enough for every number that FOCAL computes.
const ROOT_ROUNDS: usize = 40;

/// Evaluates a series by Horner's scheme: `(((c0 * x) + c1) * x + c2) ...`.
fn series(coefficients: &[Float], x: Float) -> Float {
    coefficients.iter().copied().reduce(|sum, next| sum.mul(x).add(next)).unwrap_or(Float::ZERO)
}

// The program and the tests use the functions below, which are not part of the documented interface.
#[doc(hidden)]
impl Float {
    /// Returns the absolute value (FABS).
    #[must_use]
    pub fn fabs(self) -> Float {
        self.magnitude().normalised()
    }

    /// Returns 1 for a positive number or zero, and -1 for a negative number (FSGN).
    #[must_use]
    pub fn fsgn(self) -> Float {
        if self.is_negative() { Float::ONE.neg() } else { Float::ONE }
    }

    /// Returns the integer part (FITR).
    #[must_use]
    pub fn fitr(self) -> Float {
        self.fix().normalised()
    }

    /// Returns the square root (FSQT). Applies Heron's rule until two successive values differ at most in the last bit.
    pub fn fsqt(self) -> Result<Float, FloatError> {
        if self.is_negative() {
            return Err(FloatError::RootOfNegative);
        }
        if self.is_zero() {
            return Ok(Float::ZERO);
        }
        let mut root = ROOT_GUESS.with_exponent(self.exponent().div_euclid(2) + self.exponent().rem_euclid(2));
        for _ in 0..ROOT_ROUNDS {
            let sum = self.quotient(root).add(root);
            let next = sum.with_exponent(sum.exponent() - 1);
            // The low words are compared modulo 4096, so 7777 and 0000 differ by one.
            let apart = Word::from_signed(root.mantissa() - next.mantissa()).signed().abs();
            if next.exponent() == root.exponent() && next.high() == root.high() && apart <= 1 {
                return Ok(next.normalised());
            }
            root = next;
        }
        Ok(root.normalised())
    }

    /// Returns the sine (FSIN). Reduces the angle to the first quadrant, and sums a series of five terms.
    #[must_use]
    pub fn fsin(self) -> Float {
        if self.is_zero() {
            return self.normalised();
        }
        let mut negative = self.is_negative();
        let turns = self.magnitude().quotient(TWO_PI);
        let mut angle = turns.sub(turns.fitr()).mul(TWO_PI);
        let beyond_pi = angle.sub(PI);
        if !beyond_pi.is_negative() {
            angle = beyond_pi;
            negative = !negative;
        }
        if !angle.sub(HALF_PI).is_negative() {
            angle = PI.sub(angle);
        }
        let quarter = angle.quotient(HALF_PI);
        let square = quarter.mul(quarter);
        let sine = series(&SINE, square).mul(square).add(HALF_PI).mul(quarter);
        if negative { sine.neg().normalised() } else { sine.normalised() }
    }

    /// Returns the cosine (FCOS), computed as the sine of half pi minus the angle.
    #[must_use]
    pub fn fcos(self) -> Float {
        HALF_PI.sub(self).fsin()
    }

    /// Returns the arctangent (FATN), computed as a quotient of two series. If the absolute value is 1 or more, the
    /// series use the reciprocal.
    #[must_use]
    pub fn fatn(self) -> Float {
        let negative = self.is_negative();
        let size = self.magnitude();
        let inverted = !size.sub(Float::ONE).is_negative();
        let x = if inverted { Float::ONE.quotient(size) } else { size };
        let square = x.mul(x);
        let below = series(&ARCTANGENT_BELOW, square);
        let mut angle = series(&ARCTANGENT_ABOVE, square).mul(x).quotient(below);
        if inverted {
            angle = HALF_PI.sub(angle);
        }
        if negative { angle.neg().normalised() } else { angle.normalised() }
    }

    /// Returns e to the power of this number (FEXP). For arguments above about 1419 the exponent wraps.
    #[must_use]
    pub fn fexp(self) -> Float {
        let power_of_two = self.magnitude().mul(LOG2_E);
        let whole = power_of_two.fix();
        let fraction = power_of_two.sub(whole.normalised());
        let square = fraction.mul(fraction);
        let inner = square.add(EXPONENTIAL_D);
        let middle = EXPONENTIAL_C.quotient(inner).sub(fraction).add(EXPONENTIAL_A);
        let outer = EXPONENTIAL_B.mul(square).add(middle);
        let power = fraction.quotient(outer).mul(TWO).add(Float::ONE);
        let power = power.with_exponent(power.exponent() + i32::from(whole.low().signed()));
        if self.is_negative() { Float::ONE.quotient(power).normalised() } else { power.normalised() }
    }

    /// Returns the natural logarithm of the absolute value (FLOG).
    pub fn flog(self) -> Result<Float, FloatError> {
        if self.is_zero() {
            return Err(FloatError::LogarithmOfZero);
        }
        let size = self.magnitude();
        let above_one = size.sub(Float::ONE);
        if above_one.is_zero() {
            return Ok(above_one.normalised());
        }
        let flip = above_one.is_negative();
        let x = if flip { Float::ONE.quotient(size) } else { size };
        // The exponent minus one becomes a number: the high word holds it, and the number's own exponent is 11.
        let doublings = Float::from_words([Word::new(0o0013), Word::from_signed(x.exponent() - 1), Word::ZERO]);
        let z = x.with_exponent(1).sub(Float::ONE);
        let logarithm = series(&LOGARITHM, z).mul(z).add(doublings.mul(LN_2));
        Ok(if flip { logarithm.neg().normalised() } else { logarithm.normalised() })
    }
}

/// The state of FRAN, which is one number. Only loading FOCAL resets it.
///
/// ```
/// use focal8::float::{Float, functions::Random};
/// let mut random = Random::default();
/// assert_eq!(random.fran(Float::ZERO).to_string(), "0000 2333 5733");
/// assert_eq!(random.fran(Float::ZERO).to_string(), "0000 2746 5056");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Random {
    /// The number from which FRAN makes the next random number. Its exponent is always 0000.
    pub state: Float,
}

impl Default for Random {
    /// Returns 0.5, which is FRAN's state after FOCAL is loaded.
    fn default() -> Self {
        Random { state: Float::octal(0, 0o2000, 0) }
    }
}

impl Random {
    /// The multiplier: three consecutive words of the code of FOCAL,1969, interpreted as a number.
    const MULTIPLIER: Float = Float::octal(0o7750, 0o2333, 0o5733);

    /// Returns the next random number. FRAN adds the argument to the state, multiplies the sum by a constant, and sets
    /// the exponent to 0.
    pub fn fran(&mut self, argument: Float) -> Float {
        self.state = argument.add(self.state).mul(Self::MULTIPLIER).with_exponent(0);
        self.state.normalised()
    }
}
