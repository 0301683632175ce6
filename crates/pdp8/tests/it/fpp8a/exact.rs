//! Exact values of results, as fractions of wide integers.
//!
//! The tests compute the exact value of an operation, and check that the result of the FPP is the correctly rounded
//! neighbour of this value.

use fastrand::Rng;

/// The instruction that selects the format F.
pub const FLOATING: u16 = 0o0005;
/// The instruction that selects the format D.
pub const DOUBLE: u16 = 0o0006;
/// The instruction that selects the format E.
pub const EXTENDED: u16 = 0o0050;

/// A number of the FPP, as an exponent and a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    pub exponent: i32,
    /// The fraction as an integer of 24 or 60 bits.
    pub fraction: i128,
}

/// Returns the number of bits of a fraction, not counting the sign.
pub fn places(format: u16) -> u32 {
    if format == EXTENDED { 59 } else { 23 }
}

impl Operand {
    /// Returns a random number. Special numbers are frequent: extreme exponents, fractions that are not normalized,
    /// powers of two, and 0.
    pub fn draw(rng: &mut Rng, format: u16) -> Self {
        let exponent = match rng.u32(0..8) {
            0 => rng.i32(-2048..2048),
            1 => rng.i32(-2048..-2000),
            2 => rng.i32(2000..2048),
            3 => rng.i32(-1030..-1020),
            4 => rng.i32(1020..1030),
            _ => rng.i32(-30..30),
        };
        let (places, sign) = (places(format), if rng.bool() { 1 } else { -1 });
        let any = i128::from(rng.u64(..)) % (1 << places);
        let fraction = match rng.u32(0..10) {
            0 => 0,
            1 => -(1 << places),
            2 => sign << rng.u32(0..places),
            3 => sign * ((1 << places) - 1 - i128::from(rng.u8(0..3))),
            4 => sign * i128::from(rng.u16(..)),
            5 => sign * (any >> rng.u32(0..places)),
            6 => (sign * (any | 1 << (places - 1))) & (-1 << (places / 2)),
            _ => sign * (any | 1 << (places - 1)),
        };
        Operand { exponent, fraction }
    }

    pub fn words(self, format: u16) -> Vec<u16> {
        let fraction: &[u32] = if format == EXTENDED { &[48, 36, 24, 12, 0] } else { &[12, 0] };
        let exponent = (format != DOUBLE).then_some((self.exponent & 0o7777) as u16);
        let fraction = fraction.iter().map(|&place| (self.fraction >> place & 0o7777) as u16);
        exponent.into_iter().chain(fraction).collect()
    }

    pub fn of(words: &[u16]) -> Self {
        let signed = |number: i128, bits: u32| if number >> (bits - 1) == 1 { number - (1 << bits) } else { number };
        let fraction = words[1..].iter().fold(0, |joined, &word| joined << 12 | i128::from(word));
        Operand {
            exponent: signed(words[0].into(), 12) as i32,
            fraction: signed(fraction, 12 * (words.len() as u32 - 1)),
        }
    }
}

/// The value `dividend / divisor` x 2^`exponent`; the divisor is above 0.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    pub dividend: i128,
    pub divisor: i128,
    pub exponent: i32,
}

impl Value {
    pub fn of(operand: Operand, format: u16) -> Self {
        Value { dividend: operand.fraction, divisor: 1, exponent: operand.exponent - places(format) as i32 }
    }

    pub fn sum(one: Operand, other: Operand, format: u16) -> Self {
        let reach = if format == EXTENDED { 59 } else { 24 };
        let (small, large) = if one.exponent < other.exponent { (one, other) } else { (other, one) };
        let distance = large.exponent - small.exponent;
        if large.fraction == 0 {
            Value::of(small, format)
        } else if small.fraction == 0 || distance > reach {
            Value::of(large, format)
        } else {
            let large = large.fraction.checked_mul(1 << distance).expect("it has room");
            Value { dividend: large + small.fraction, ..Value::of(small, format) }
        }
    }

    pub fn product(one: Operand, other: Operand, format: u16) -> Self {
        let (one, other) = (Value::of(one, format), Value::of(other, format));
        let dividend = one.dividend.checked_mul(other.dividend).expect("it has room");
        Value { dividend, divisor: 1, exponent: one.exponent + other.exponent }
    }

    pub fn quotient(one: Operand, other: Operand, format: u16) -> Self {
        let (one, other) = (Value::of(one, format), Value::of(other, format));
        let sign = other.dividend.signum();
        Value { dividend: one.dividend * sign, divisor: other.dividend * sign, exponent: one.exponent - other.exponent }
    }

    /// Compares the value with `quarters` / 4 x 2^`exponent`.
    fn compare(self, quarters: i128, exponent: i32) -> std::cmp::Ordering {
        let shift = self.exponent - (exponent - 2);
        let by = |number: i128, shift: i32| {
            1_i128.checked_shl(shift as u32).and_then(|power| number.checked_mul(power)).expect("it has room")
        };
        let other = quarters.checked_mul(self.divisor).expect("it has room");
        // Factors of two that both sides have make no difference.
        let common = (self.dividend.trailing_zeros().min(other.trailing_zeros()) as i32).min(40);
        let (own, other) = (self.dividend >> common, other >> common);
        if shift >= 0 { by(own, shift).cmp(&other) } else { own.cmp(&by(other, -shift)) }
    }

    /// Checks that `result` is the value, rounded or truncated. Returns the exponent of the correct result. If this
    /// exponent does not fit into twelve bits, `result` holds only the low twelve bits of the exponent.
    pub fn check(self, result: Operand, format: u16, what: &str) -> i32 {
        if self.dividend == 0 {
            assert_eq!(result, Operand { exponent: 0, fraction: 0 }, "{what}");
            return 0;
        }
        let size = |number: i128| 128 - number.unsigned_abs().leading_zeros() as i32;
        let about = size(self.dividend) - size(self.divisor) + self.exponent;
        let exponent = about + (result.exponent - about + 2048).rem_euclid(4096) - 2048;
        let (fraction, places) = (result.fraction, places(format));
        let most = 1_i128 << places;
        assert!((most / 2..most).contains(&fraction.abs()), "{what}: {result:?} is not normalized");
        // The least and the greatest value that become this fraction, in quarters. Beside a power of two, the numbers
        // with the smaller exponent are only half as far from each other.
        let (least, end) = if format == EXTENDED {
            (4 * fraction, 4 * fraction + if fraction == -most / 2 { 2 } else { 4 })
        } else {
            let least = 4 * fraction - if fraction == most / 2 { 1 } else { 2 };
            (least, 4 * fraction + if fraction == -most / 2 { 1 } else { 2 })
        };
        let unit = exponent - places as i32;
        assert!(self.compare(least, unit).is_ge(), "{what}: {result:?} is too large for {self:?}");
        assert!(self.compare(end, unit).is_lt(), "{what}: {result:?} is too small for {self:?}");
        exponent
    }
}
