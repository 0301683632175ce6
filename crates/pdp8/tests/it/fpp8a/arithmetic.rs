//! Every operation with random operands, against exact values.

use fastrand::Rng;

use super::exact::{DOUBLE, EXTENDED, FLOATING, Operand, Value, places};
use super::rig::{Rig, START, TABLE};

const FIRST: u16 = 0o1000;
const SECOND: u16 = 0o1020;

const ADD: u16 = 0o1400;
const SUBTRACT: u16 = 0o2400;
const DIVIDE: u16 = 0o3400;
const MULTIPLY: u16 = 0o4400;
const ADD_TO_MEMORY: u16 = 0o5400;
const MULTIPLY_MEMORY: u16 = 0o7400;

/// The number of random cases for each operation.
const CASES: usize = 20_000;

/// Runs a program in a format, with operands at `FIRST` and `SECOND`; returns the rig and the status.
fn run(format: u16, command: u16, program: &[u16], operands: [Operand; 2]) -> (Rig, u16) {
    let mut rig = Rig::with(&[format]);
    rig.load(START + 1, program);
    for (at, operand) in [FIRST, SECOND].into_iter().zip(operands) {
        rig.load(at, &operand.words(format));
    }
    let status = rig.run(command);
    (rig, status)
}

fn number(rig: &Rig, at: u16, format: u16) -> Operand {
    if format == EXTENDED { Operand::of(&rig.words::<6>(at)) } else { Operand::of(&rig.words::<3>(at)) }
}

fn ac(rig: &Rig, format: u16) -> Operand {
    number(rig, TABLE + 5, format)
}

/// Returns the bits of the status that show the mode, as they are at the end of a program with numbers of this format.
fn mode(format: u16) -> u16 {
    match format {
        EXTENDED => 0o0004,
        DOUBLE => 0o4000,
        _ => 0,
    }
}

/// Checks an operation with two operands in the format F or E. In the first run the FPP stops on underflow; in the
/// second run an underflow gives 0.
fn check(format: u16, code: u16, value: Value, operands: [Operand; 2]) {
    let what = format!("{code:04o} of {operands:?} in {format:04o}");
    let is_to_memory = matches!(code, ADD_TO_MEMORY | MULTIPLY_MEMORY);
    let program = [0o0400, FIRST, code, SECOND, 0];
    let (rig, status) = run(format, 0o2000, &program, operands);
    let place = if is_to_memory { SECOND } else { TABLE + 5 };
    let result = number(&rig, place, format);
    if is_to_memory {
        assert_eq!(ac(&rig, format), operands[0], "{what}");
    }
    let exponent = value.check(result, format, &what);
    let errors = match exponent {
        2048.. => 0o0100,
        ..-2048 => 0o0040,
        _ => 0,
    };
    let to_memory = if is_to_memory && errors != 0 { 0o0020 } else { 0 };
    assert_eq!(status, mode(format) | errors | to_memory, "{what}");
    let length = if errors == 0 { 6 } else { 5 };
    assert_eq!(rig.words::<1>(TABLE + 1), [START + length], "{what}: the PC");

    let (rig, second) = run(format, 0, &program, operands);
    if errors == 0o0040 {
        assert_eq!(number(&rig, place, format), Operand { exponent: 0, fraction: 0 }, "{what}");
        assert_eq!((second, rig.words::<1>(TABLE + 1)), (mode(format), [START + 6]), "{what}");
    } else {
        assert_eq!((second, number(&rig, place, format)), (status, result), "{what}");
    }
}

fn with_pairs(format: u16, seed: u64, mut each: impl FnMut([Operand; 2])) {
    let mut rng = Rng::with_seed(seed);
    for _ in 0..CASES {
        let one = Operand::draw(&mut rng, format);
        let mut other = Operand::draw(&mut rng, format);
        match rng.u32(0..6) {
            // Operands that nearly cancel each other.
            0 => {
                let exponent = (one.exponent + rng.i32(-1..2)).clamp(-2048, 2047);
                let fraction = -one.fraction + i128::from(rng.i8(-2..3));
                let most = 1 << places(format);
                other = Operand { exponent, fraction: fraction.clamp(-most, most - 1) };
            }
            // Operands at the limit of the exponent difference that still changes the sum.
            1 => {
                let distance = places(format) as i32 + rng.i32(-3..4);
                other.exponent = (one.exponent - distance).clamp(-2048, 2047);
            }
            _ => {}
        }
        each([one, other]);
    }
}

#[test]
fn sums_and_differences() {
    for format in [FLOATING, EXTENDED] {
        with_pairs(format, 1, |operands| {
            let [one, other] = operands;
            let sum = Value::sum(one, other, format);
            check(format, ADD, sum, operands);
            check(format, ADD_TO_MEMORY, sum, operands);
            let opposite = Operand { fraction: -other.fraction, ..other };
            check(format, SUBTRACT, Value::sum(one, opposite, format), operands);
        });
    }
}

#[test]
fn products() {
    for format in [FLOATING, EXTENDED] {
        with_pairs(format, 2, |operands| {
            let product = Value::product(operands[0], operands[1], format);
            check(format, MULTIPLY, product, operands);
            check(format, MULTIPLY_MEMORY, product, operands);
        });
    }
}

#[test]
fn quotients() {
    for format in [FLOATING, EXTENDED] {
        let mut divisors_of_zero = 0;
        with_pairs(format, 3, |operands| {
            if operands[1].fraction == 0 {
                divisors_of_zero += 1;
                let (rig, status) = run(format, 0, &[0o0400, FIRST, DIVIDE, SECOND, 0], operands);
                assert_eq!((status, ac(&rig, format)), (mode(format) | 0o0400, operands[0]));
            } else {
                check(format, DIVIDE, Value::quotient(operands[0], operands[1], format), operands);
            }
        });
        assert!(divisors_of_zero > CASES / 40);
    }
}

/// FNORM, FNEG, and STARTF with a number in the format E.
#[test]
fn operations_on_the_ac() {
    for format in [FLOATING, EXTENDED] {
        with_pairs(format, 4, |operands| {
            let one = operands[0];
            let normalized = |program: &[u16], from: u16, to: u16| {
                let (rig, status) = run(from, 0o2000, program, operands);
                let exponent = Value::of(one, from).check(ac(&rig, to), to, &format!("{program:?} of {one:?}"));
                let errors = if exponent > 2047 {
                    0o0100
                } else if exponent < -2048 {
                    0o0040
                } else {
                    0
                };
                assert_eq!(status, mode(to) | errors, "{program:?} of {one:?}");
            };
            normalized(&[0o0400, FIRST, 0o0004, 0], format, format);
            if format == EXTENDED {
                normalized(&[0o0400, FIRST, FLOATING, 0], EXTENDED, FLOATING);
            }
            let (rig, status) = run(format, 0, &[0o0400, FIRST, 0o0003, 0], operands);
            let least = -(1_i128 << places(format));
            let (shift, error) = if one.fraction != least { (0, 0) } else { (1, u16::from(one.exponent == 2047) << 6) };
            let exponent = if error == 0 { one.exponent + shift } else { -2048 };
            let negated = Operand { exponent, fraction: -one.fraction >> shift };
            assert_eq!((status, ac(&rig, format)), (mode(format) | error, negated), "FNEG of {one:?}");
        });
    }
}

/// ATX, ALN and XTA, in all three formats.
#[test]
fn integers_and_index_registers() {
    for format in [FLOATING, EXTENDED, DOUBLE] {
        let mut rng = Rng::with_seed(5);
        with_pairs(format, 5, |operands| {
            let [one, _] = operands;
            let places = places(format) as i32;
            let floor = |down: i32| match down {
                ..0 => one.fraction.checked_shl(down.unsigned_abs().min(64)).expect("64 places are not too many"),
                _ => one.fraction.div_euclid(1 << down.min(100)),
            };
            // An index register, and 27, which the index register 0 selects.
            let index = if rng.bool() { rng.i32(-70..70) } else { rng.i32(-2048..2048) };
            for (register, to) in [(3, index), (0, 0o27)] {
                let mut rig = Rig::with(&[format, 0o0400, FIRST, 0o0022, 0o0010 | register, 0]);
                rig.load(0o1103, &[(index & 0o7777) as u16]);
                rig.load(FIRST, &one.words(format));
                assert_eq!(rig.run(0), mode(format));

                let down = if format == DOUBLE { 0 } else { places - one.exponent };
                let integer = floor(down);
                assert_eq!(rig.words::<1>(0o1102), [(integer & 0o7777) as u16], "ATX of {one:?}");

                let down = if format == DOUBLE { to } else { to - one.exponent };
                let modulus = 1_i128 << (places + 1);
                let wrapped = (floor(down.clamp(-62, 100)) + modulus / 2).rem_euclid(modulus) - modulus / 2;
                let fraction = if down < -62 { 0 } else { wrapped };
                let exponent = if format == DOUBLE { 0 } else { to };
                assert_eq!(ac(&rig, format), Operand { exponent, fraction }, "ALN of {one:?} to {to}");
            }

            let mut rig = Rig::with(&[format, 0o0034, 0]);
            rig.load(0o1104, &[(index & 0o7777) as u16]);
            assert_eq!(rig.run(0), mode(format));
            let result = ac(&rig, format);
            if format == DOUBLE {
                assert_eq!(result.fraction, index.into());
            } else {
                Value { dividend: index.into(), divisor: 1, exponent: 0 }.check(result, format, "XTA");
            }
        });
    }
}

/// The operations on integers and fractions of 24 bits.
#[test]
fn double_precision() {
    let modulus = 1_i128 << 24;
    let is_in_range = |number: i128| (-modulus / 2..modulus / 2).contains(&number);
    with_pairs(DOUBLE, 6, |operands| {
        let [one, other] = operands.map(|operand| operand.fraction);
        let fraction = if other == 0 { 0 } else { ((one * other.signum()) << 23).div_euclid(other.abs()) };
        for (code, exact) in [
            (ADD, one + other),
            (SUBTRACT, one - other),
            (0o6000, one * other),
            (MULTIPLY, (one * other).div_euclid(1 << 23)),
            (DIVIDE, fraction),
            (ADD_TO_MEMORY, one + other),
            (MULTIPLY_MEMORY, (one * other).div_euclid(1 << 23)),
        ] {
            let (rig, status) = run(DOUBLE, 0, &[0o0400, FIRST, code, SECOND, 0], operands);
            let is_to_memory = matches!(code, ADD_TO_MEMORY | MULTIPLY_MEMORY);
            let fits = is_in_range(exact);
            let wrapped = (exact + modulus / 2).rem_euclid(modulus) - modulus / 2;
            let (errors, expected) = match () {
                _ if code == DIVIDE && other == 0 => (0o0400, one),
                _ if fits => (0, exact),
                _ if code == DIVIDE => (0o0200, one),
                _ => (0o0200 | u16::from(is_to_memory) << 4, wrapped),
            };
            assert_eq!(status, 0o4000 | errors, "{code:o} of {one} and {other}");
            let result = if is_to_memory {
                let [high, low] = rig.words::<2>(SECOND);
                Operand::of(&[0, high, low])
            } else {
                ac(&rig, DOUBLE)
            };
            assert_eq!(result, Operand { exponent: 0, fraction: expected }, "{code:o} of {one} and {other}");
        }
    });
}

/// The conditions of jumps and of LTR, for each sign and for exponents around 27.
#[test]
fn conditions() {
    for format in [FLOATING, EXTENDED, DOUBLE] {
        let mut rng = Rng::with_seed(7);
        for _ in 0..200 {
            let mut one = Operand::draw(&mut rng, format);
            if rng.bool() {
                one.exponent = rng.i32(22..26);
            }
            let sign = one.fraction.signum();
            let is_large = format != DOUBLE && one.exponent > 23;
            let met = [sign == 0, sign >= 0, sign <= 0, true, sign != 0, sign < 0, sign > 0, is_large];
            for (condition, met) in (0..).zip(met) {
                let (rig, _) = run(format, 0, &[0o0400, FIRST, 0o1000 | condition << 3, 0o0600, 0], [one; 2]);
                let pc = if met { 0o0601 } else { START + 6 };
                assert_eq!(rig.words::<1>(TABLE + 1), [pc], "condition {condition} of {one:?}");
                let (rig, _) = run(format, 0, &[0o0400, FIRST, 0o5000 | condition << 3, 0], [one; 2]);
                let expected = if met { [1, 0o2000, 0] } else { [0; 3] };
                assert_eq!(rig.words::<3>(TABLE + 5), expected, "LTR {condition} of {one:?}");
            }
        }
    }
}
