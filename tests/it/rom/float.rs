//! The floating-point package of the ROM, compared with `focal8::float` for random operands of every form.

use fastrand::Rng;
use focal8::float::decimal::{Format, NumberReader, print};
use focal8::float::functions::Random;
use focal8::float::{Float, FloatError};
use focal8::word::Word;

use super::console::CORES;
use super::package::{Operation, Package};

const SEED: u64 = 1969;

/// The number of random test cases for a routine. The slow functions have [`FUNCTIONS`] test cases.
const OPERATIONS: usize = 3000;
const FUNCTIONS: usize = 100;

fn float(exponent: i32, mantissa: i32) -> Float {
    let words = [exponent, mantissa >> 12, mantissa];
    Float::from_words(words.map(Word::from_signed))
}

/// Returns a random mantissa of a form that FOCAL produces.
fn mantissa(random: &mut Rng) -> i32 {
    match random.u32(0..12) {
        0 => 0,
        1 => random.i32(-0o1777_7777..=-0o1777_4001), // half-down
        2 => random.i32(-0o3777_7777..=-0o3777_0001), // 4000 form
        3 => random.i32(0o1777_4001..=0o1777_7777),   // 1777 form
        4 => random.i32(0o3777_0000..=0o3777_7777),   // what slips with a 4000 form
        5 => random.i32(0o2000_0000..=0o2000_0017),
        6 => (random.i32(0o2000..=0o3777) & !(0o3777 >> random.u32(0..11))) << 12, // few digits
        7 => -((random.i32(0o2001..=0o3777) & !(0o3777 >> random.u32(0..11))) << 12),
        8 | 9 => random.i32(-0o3777_0000..=-0o2000_0000),
        _ => random.i32(0o2000_0000..=0o3777_7777),
    }
}

/// Returns a random number that FOCAL can produce.
fn number(random: &mut Rng) -> Float {
    let exponent = match random.u32(0..8) {
        0 => random.i32(-2048..2048),
        1 => [-2048, -2047, -1, 0, 1, 22, 23, 24, 2046, 2047][random.usize(0..10)],
        _ => random.i32(-30..30),
    };
    match mantissa(random) {
        0 => Float::ZERO,
        mantissa => float(exponent, mantissa),
    }
}

/// Calls `case` `times` times for each size of core. If calls return errors, panics with the first of these errors.
fn check(times: usize, mut case: impl FnMut(&mut Package, &mut Rng) -> Result<(), String>) {
    for fields in CORES {
        check_core(fields, times, &mut case);
    }
}

fn check_core(fields: u8, times: usize, mut case: impl FnMut(&mut Package, &mut Rng) -> Result<(), String>) {
    let (mut package, mut random) = (Package::new(fields, SEED), Rng::with_seed(SEED));
    let wrong: Vec<String> = (0..times).filter_map(|_| case(&mut package, &mut random).err()).collect();
    let shown = wrong.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{fields} fields: {} of {times} differ\n{shown}", wrong.len());
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: T, machine: T) -> Result<(), String> {
    if expected == machine {
        return Ok(());
    }
    Err(format!("{what}: expected {expected:?}, the machine has {machine:?}"))
}

fn check_operation(operation: Operation, expected: impl Fn(Float, Float) -> Result<Float, FloatError>) {
    check(OPERATIONS, |package, random| {
        let (x, mut y) = (number(random), number(random));
        // The exponents are so close together that both numbers affect the sum.
        if let (Operation::Add | Operation::Subtract, 1..) = (operation, random.u32(0..4)) {
            y = float(x.exponent() + random.i32(-26..=26), mantissa(random));
        }
        let expected = expected(x, y).map_err(|error| error.code().to_owned());
        same(&format!("{x} {operation:?} {y}"), expected, package.operate(operation, x, y))
    });
}

fn check_function(times: usize, label: &str, expected: impl Fn(Float) -> Result<Float, FloatError>) {
    check(times, |package, random| {
        let x = number(random);
        let expected = expected(x).map_err(|error| error.code().to_owned());
        same(&format!("{label} {x}"), expected, package.function(label, x))
    });
}

#[test]
fn addition() {
    check_operation(Operation::Add, |x, y| Ok(x.add(y)));
}

#[test]
fn subtraction() {
    check_operation(Operation::Subtract, |x, y| Ok(x.sub(y)));
}

#[test]
fn multiplication() {
    check_operation(Operation::Multiply, |x, y| Ok(x.mul(y)));
}

/// The ROM returns about -131071 as the product of 131071 and -131071 if unary minus has made the operand -131071.
#[test]
fn the_multiply_slip() {
    let large: Float = "0021 3777 7700".parse().expect("three words");
    let slipped: Float = "0022 6000 0040".parse().expect("three words");
    check(1, |package, _| {
        same("131071*-131071", Ok(slipped), package.operate(Operation::Multiply, large, large.neg()))
    });
    // The multiply slip happens for one in some thousand pairs of operands.
    check(OPERATIONS, |package, random| {
        let positive = float(random.i32(-30..30), 0o3777_0000 | random.i32(0..0o10000));
        let negative = float(random.i32(-30..30), -(0o3777_0001 + random.i32(0..0o7777)));
        let (x, y) = if random.bool() { (positive, negative) } else { (negative, positive) };
        same(&format!("{x} times {y}"), Ok(x.mul(y)), package.operate(Operation::Multiply, x, y))
    });
}

#[test]
fn division() {
    check_operation(Operation::Divide, Float::div);
}

#[test]
fn power() {
    check(OPERATIONS, |package, random| {
        let x = number(random);
        let y = match random.u32(0..4) {
            0 => number(random),
            // Most exponents are small, so that the test does not take long.
            _ => float(random.i32(-2..4), mantissa(random)),
        };
        let expected = x.pow(y).map_err(|error| error.code().to_owned());
        same(&format!("{x} ^ {y}"), expected, package.power(x, y))
    });
}

#[test]
fn normalise() {
    check_operation(Operation::Normalise, |x, _| Ok(x.normalised()));
}

#[test]
fn integer_part() {
    check(OPERATIONS, |package, random| {
        let x = number(random);
        package.set_accumulator(x);
        package.call("XFIX")?;
        same(&format!("FIX {x}"), x.fix(), package.accumulator())
    });
}

#[test]
fn functions_that_stay() {
    check_function(OPERATIONS, "XFABS", |x| Ok(x.fabs()));
    check_function(OPERATIONS, "XFSGN", |x| Ok(x.fsgn()));
    check_function(OPERATIONS, "XFITR", |x| Ok(x.fitr()));
    check_function(FUNCTIONS, "XFSQT", Float::fsqt);
}

#[test]
fn functions_that_can_be_given_up() {
    check_function(FUNCTIONS, "XFSIN", |x| Ok(x.fsin()));
    check_function(FUNCTIONS, "XFCOS", |x| Ok(x.fcos()));
    check_function(FUNCTIONS, "XFATN", |x| Ok(x.fatn()));
    check_function(FUNCTIONS, "XFEXP", |x| Ok(x.fexp()));
    check_function(FUNCTIONS, "XFLOG", Float::flog);
}

/// A long sequence of calls of FRAN, sometimes with an argument: every call uses the state after the previous call.
#[test]
fn random_numbers() {
    for fields in CORES {
        let mut ours = Random::default();
        check_core(fields, OPERATIONS, |package, random| {
            let x = if random.u32(0..4) == 0 { number(random) } else { Float::ZERO };
            same(&format!("FRAN({x})"), Ok(ours.fran(x)), package.function("XFRAN", x))
        });
    }
}

/// Returns a number as typed characters, often followed by characters that do not belong to it.
fn typed_number(random: &mut Rng) -> String {
    let mut digits = |most| -> String {
        let some = random.usize(0..=most);
        (0..some).map(|_| char::from(b'0' + random.u8(0..10))).collect()
    };
    let (whole, fraction, power) = (digits(8), digits(4), digits(2));
    let sign = ["", "", "+", "-", "- ", " -"][random.usize(0..6)];
    let power_sign = ["", "+", "-", "- "][random.usize(0..4)];
    let end = [",", " ", ";", "\r", "AB,", "+1", ".", "E", ")"][random.usize(0..9)];
    match random.u32(0..4) {
        0 => format!("{sign}{whole}{end}\r"),
        1 => format!("{sign}{whole}.{fraction}{end}\r"),
        2 => format!("{sign}{whole}E{power_sign}{power}{end}\r"),
        _ => format!("{sign}{whole}.{fraction}E{power_sign}{power}{end}\r"),
    }
}

/// Reads a number with the routine FLIN, which gets its characters from NXTCH; returns the number and the length of the
/// rest of the text.
fn read_on_machine(package: &mut Package, source: &str, text: &str) -> Result<(Float, usize), String> {
    let mut characters = text.bytes().map(|character| u16::from(character) | 0o0200);
    package.set("NXTCH", package.symbol(source));
    package.set("VAR", package.variable());
    package.set("CHAR", characters.next().expect("a text"));
    package.set_accumulator(Float::ZERO);
    package.call_replacing("FLIN", source, |package, _| {
        package.set("CHAR", characters.next().expect("RETURN ends every number"));
    })?;
    Ok((package.accumulator(), characters.len()))
}

#[test]
fn numbers_read_from_text() {
    check(OPERATIONS / 3, |package, random| {
        let text = typed_number(random);
        let mut reader = NumberReader::default();
        let expected = (|| {
            for (taken, character) in text.bytes().enumerate() {
                if reader.take(character)? {
                    return Ok((reader.value().expect("it is complete"), text.len() - taken - 1));
                }
            }
            unreachable!("RETURN ends every number");
        })();
        let expected = expected.map_err(|error: FloatError| error.code().to_owned());
        same(&format!("{text:?}"), expected, read_on_machine(package, "XGETC", &text))
    });
}

/// While ASK reads a number, the variable contains the digits before the E. An error does not change the variable.
#[test]
fn numbers_asked_for() {
    check(OPERATIONS / 3, |package, random| {
        let digits = random.u32(0..100_000).to_string();
        let sign = ["", "-"][random.usize(0..2)];
        let power = match random.u32(0..4) {
            0 => "9".repeat(11),
            _ => random.i32(-30..30).to_string(),
        };
        let text = format!("{sign}{digits}E{power}\r");
        let mut reader = NumberReader::default();
        let read = text.bytes().try_for_each(|character| reader.take(character).map(drop));
        let machine = read_on_machine(package, "ASKC", &text);
        same(&text, read.is_ok(), machine.is_ok())?;
        let before_power = {
            let mut reader = NumberReader::default();
            for character in format!("{sign}{digits}\r").bytes() {
                reader.take(character).expect("few digits");
            }
            reader.value().expect("RETURN ends every number")
        };
        same(&text, before_power, package.variable_words())
    });
}

#[test]
fn numbers_printed() {
    check(OPERATIONS / 3, |package, random| {
        let x = float(random.i32(-60..60), mantissa(random));
        // FOCAL refuses %0.01 and the like when they are typed.
        let format = match random.u32(0..4) {
            0 => Word::ZERO,
            1 => Word::new(0o2004),
            2 => Word::new(random.u16(1..32) << 7 | random.u16(0..100)),
            _ => Word::new(random.u16(1..16) << 7 | random.u16(0..8)),
        };
        let mut expected = Vec::new();
        print(x, Format(format), &mut expected);
        let mut paper = Vec::new();
        package.set("FORMAT", format.bits());
        package.set_accumulator(x);
        package.call_replacing("FLOUT", "XPRINT", |_, character| paper.push((character & 0o0177) as u8))?;
        let text = |paper: &[u8]| String::from_utf8_lossy(paper).into_owned();
        same(&format!("{x} in format {format}"), text(&expected), text(&paper))
    });
}
